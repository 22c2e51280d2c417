//! Changes of the window that the running game requests.

use crate::play::on_each_backend;
use crate::xserver::{Area, Display, Game, Key, Manager, Program, SCREEN};
use damselfly::Color;

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
