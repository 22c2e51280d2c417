//! Changes of the window, and captures, that the running game requests.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fits::wait_for_twice_the_size;
use crate::play::on_each_backend;
use crate::seen::FPS_COLORS;
use crate::xserver::{Area, Display, Game, Key, Manager, Program, SCREEN};
use damselfly::Color;
use damselfly::capture::Film;
use damselfly::image;

/// The viewer's background.
const BACKGROUND: Color = Color::rgb(36, 36, 48);

/// Opens the viewer, and waits until the screen shows its view at its own size.
fn viewer<'d>(display: &'d Display, backend: &str) -> Game<'d> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/dragonfly.spr");
    let game = Program::example("viewer", backend)
        .with(&[file])
        .on(display)
        .opened("dragonfly.spr - Viewer");
    wait_for_view(display, "the view in its size", [0, 0, 640, 384]);
    game
}

/// Waits until the screen shows the view within these edges.
fn wait_for_view(display: &Display, what: &str, edges: [u32; 4]) {
    let [width, height] = SCREEN;
    let whole = Area([0, 0, width, height]);
    display.wait_for(what, || {
        let seen = display.client.look(SCREEN).extent(whole, BACKGROUND);
        (seen == Some(Area(edges))).then_some(())
    });
}

#[test]
fn a_game_gives_its_window_another_title_and_size() {
    on_each_backend(|display, backend| {
        let game = viewer(display, backend);
        display.client.tap(Key::Digit2);
        wait_for_view(display, "a view twice as large", [0, 0, 1280, 768]);
        game.close().well();
    });
}

#[test]
fn a_game_fills_the_screen_and_gives_it_back() {
    on_each_backend(|display, backend| {
        let game = viewer(display, backend);
        let manager = Manager::of(display);
        display.client.tap(Key::F);
        assert!(manager.grant_full_screen(game.window, SCREEN));
        // The view is centred, and magnified by the largest whole number that fits.
        wait_for_view(display, "the view over the screen", [60, 16, 1340, 784]);
        display.client.tap(Key::F);
        assert!(!manager.grant_full_screen(game.window, [640, 384]));
        wait_for_view(display, "the view in its size again", [0, 0, 640, 384]);
        game.close().well();
    });
}

/// Returns the path of a file that the example `window` writes on this display. Removes an older file.
fn written_by_game(display: &Display, name: &str) -> PathBuf {
    let path = display.folder().join(name);
    fs::remove_file(&path).ok();
    path
}

/// Returns the text of a film's last frame, without the panel's grid. `None` if there is none yet.
fn last_text(path: &Path) -> Option<String> {
    let mut film = Film::open(path).ok()?;
    let last = film.len().checked_sub(1)?;
    let text = film.read(last).ok()?.cells.to_string();
    Some(text.replace('█', " "))
}

#[test]
fn frames_show_the_size_position_and_title_of_a_moved_window() {
    on_each_backend(|display, backend| {
        let file = written_by_game(display, "window.dfrec");
        let game = Program::example("window", backend)
            .on(display)
            .opened("Window");
        wait_for_twice_the_size(display);
        display.client.tap(Key::Home);
        let shows = |lines: [&str; 2]| {
            display.wait_for(lines[0], || {
                let text = last_text(&file)?;
                lines.iter().all(|line| text.contains(line)).then_some(())
            });
        };
        shows([
            "Window                    1280 x 720 at 0, 0",
            "Title                     Window",
        ]);
        display.client.place(game.window, [30, 20], [700, 500]);
        display.client.tap(Key::A);
        display.client.tap(Key::F11);
        shows([
            "Window                    700 x 500 at 30, 20",
            "Title                     a",
        ]);
        display.client.tap(Key::Home);
        let ended = || Film::open(&file).is_ok_and(|film| film.is_complete());
        display.wait_for("the film's end", || ended().then_some(()));
        let frames = Film::open(&file).map(|film| film.len());
        game.close().well();
        // The game's request ended the film, not the end of the run: it has no later frames.
        assert_eq!(Film::open(&file).map(|film| film.len()).ok(), frames.ok());
    });
}

#[test]
fn a_game_takes_a_screenshot_and_moves_the_frame_rate() {
    on_each_backend(|display, backend| {
        let file = written_by_game(display, "window.png");
        let game = Program::example("window", backend)
            .on(display)
            .opened("Window");
        wait_for_twice_the_size(display);
        display.client.tap(Key::Insert);
        let picture = display.wait_for("a screenshot", || image::open(&file).ok());
        assert_eq!([picture.width(), picture.height()], [640, 360]);
        // Each area is a corner of the view, which is magnified by two.
        let corners = [
            [0, 0, 112, 32],
            [1168, 0, 1280, 32],
            [1168, 688, 1280, 720],
            [0, 688, 112, 720],
        ];
        let seen = || {
            let screen = display.client.look([1280, 720]);
            let is_there = |area, &color: &Color| !screen.places(Area(area), color).is_empty();
            corners.map(|area| FPS_COLORS.iter().any(|color| is_there(area, color)))
        };
        assert_eq!(seen(), [false; 4]);
        for corner in 0..5 {
            display.client.tap(Key::End);
            // The fifth press hides the frame rate.
            let expected = [0, 1, 2, 3].map(|other| other == corner);
            let what = format!("the frame rate in corner {corner} alone");
            display.wait_for(&what, || (seen() == expected).then_some(()));
        }
        game.close().well();
    });
}
