//! Films of games played with real keys.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use damselfly::capture::Film;
use damselfly::replay::InputRecording;

use crate::moments::moments;
use crate::play::{on_each_backend, play, saucer_shoot};
use crate::replays::Recording;
use crate::seen::{SHIP, VIEW, shows_fps, shows_recording, wait_for_rest};
use crate::xserver::{Display, Key, Signal};

/// Returns the films that F12 has started on this display.
fn asked_for(display: &Display) -> Vec<PathBuf> {
    let files = fs::read_dir(display.folder()).expect("it is there");
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let is_one = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("saucer_shoot_2") && name.ends_with(".dfrec"))
    };
    paths.filter(is_one).collect()
}

fn remove_all(display: &Display) {
    for old in asked_for(display) {
        fs::remove_file(old).ok();
    }
}

/// Returns the number of complete frames in the file.
fn frames(path: &Path) -> usize {
    Film::open(path).map_or(0, |film| film.len())
}

/// Waits until the film has `more` more frames. Returns the number of frames.
fn wait_for_frames(display: &Display, path: &Path, more: usize) -> usize {
    let before = frames(path);
    display.wait_for("more of the film", || {
        let now = frames(path);
        (now >= before + more).then_some(now)
    })
}

/// Returns whether the ship is in the last frame.
fn has_ship(film: &mut Film) -> bool {
    let last = film.len() - 1;
    let frame = film.read(last).expect("it is whole");
    let ship = u32::from_le_bytes([SHIP.r, SHIP.g, SHIP.b, 255]);
    frame.pixels.iter().filter(|&&pixel| pixel == ship).count() > 20
}

#[test]
fn a_key_starts_and_stops_a_film() {
    on_each_backend(|display, backend| {
        remove_all(display);
        let game = play(display, &saucer_shoot(backend).with(&["--fps"]));
        display.wait_for("the frame rate", || shows_fps(display).then_some(()));
        display.client.tap(Key::F12);
        let file = display.wait_for("a film", || asked_for(display).pop());
        display.wait_for("a white frame rate", || {
            shows_recording(display).then_some(())
        });
        // The film keeps its own size when the window is resized.
        display.client.resize(game.window, [700, 500]);
        wait_for_frames(display, &file, 30);
        display.client.resize(game.window, VIEW);
        display.client.tap(Key::F12);
        let ended = || Film::open(&file).is_ok_and(|film| film.is_complete());
        display.wait_for("the film's end", || ended().then_some(()));
        display.wait_for("the frame rate", || shows_fps(display).then_some(()));
        // Starts a second film, which ends when the window closes.
        display.client.tap(Key::F12);
        let second = display.wait_for("a film", || {
            asked_for(display).into_iter().find(|it| *it != file)
        });
        wait_for_frames(display, &second, 10);
        let closed = game.close();
        for path in [&file, &second] {
            let mut film = Film::open(path).expect("it is a film");
            assert!(film.is_complete() && film.damage().is_none());
            assert_eq!(film.settings().game, "Saucer Shoot");
            assert_eq!(film.settings().size, VIEW);
            assert!(has_ship(&mut film), "{}", path.display());
            let name = path.file_name().and_then(|name| name.to_str());
            let said = closed.said.matches(name.expect("a name")).count();
            assert!(said >= 2, "where it is, and how long: {}", closed.said);
        }
        remove_all(display);
    });
}

/// A film advances with the steps of the game, and a paused game takes none.
#[test]
fn a_film_can_be_started_and_stopped_while_the_game_is_paused() {
    on_each_backend(|display, backend| {
        remove_all(display);
        let game = play(display, &saucer_shoot(backend).with(&["--fps"]));
        display.client.tap(Key::Pause);
        wait_for_rest(display);
        display.client.tap(Key::F12);
        let file = display.wait_for("a film", || asked_for(display).pop());
        display.wait_for("a white frame rate", || {
            shows_recording(display).then_some(())
        });
        wait_for_rest(display);
        assert_eq!(frames(&file), 0);
        display.client.tap(Key::Pause);
        wait_for_frames(display, &file, 10);
        display.client.tap(Key::Pause);
        wait_for_rest(display);
        display.client.tap(Key::F12);
        let ended = || Film::open(&file).is_ok_and(|film| film.is_complete());
        display.wait_for("the film's end", || ended().then_some(()));
        display.wait_for("the frame rate", || shows_fps(display).then_some(()));
        wait_for_rest(display);
        let mut film = Film::open(&file).expect("it is a film");
        assert!(film.damage().is_none() && has_ship(&mut film));
        game.close();
        remove_all(display);
    });
}

#[test]
fn a_film_outlives_its_display_or_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    // Other formats are unreadable until they are complete. So a film is captured as `.dfrec` first, and converted at
    // the end.
    for (name, of_screen) in [
        ("gone-1.dfrec", true),
        ("gone-2.dfrec", false),
        ("gone-3.gif", true),
        ("gone-4.apng", false),
    ] {
        let Some(display) = &Display::own(&[]) else {
            return;
        };
        let asked = folder.join(name);
        let is_own = name.ends_with(".dfrec");
        let path = &if is_own {
            asked.clone()
        } else {
            folder.join(format!("{name}.dfrec"))
        };
        for old in [&asked, path] {
            fs::remove_file(old).ok();
        }
        let name = asked.to_str().expect("its name is a text");
        let game = play(
            display,
            &saucer_shoot("software").with(&["--capture", name]),
        );
        let before = wait_for_frames(display, path, 20);
        if of_screen {
            display.signal(Signal::Kill);
        } else {
            game.signal(Signal::Kill);
        }
        game.ended().without_panic();
        if of_screen && !is_own {
            // A game that loses its display stops in order, and converts its film.
            let bytes = fs::read(&asked).expect("it is there");
            assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(&[0x3b]));
            assert!(!path.exists());
            fs::remove_file(&asked).ok();
            continue;
        }
        assert_eq!(asked.exists(), is_own, "{name}");
        let mut film = Film::open(path).expect("it is a film");
        assert!(film.len() >= before, "{} < {before}", film.len());
        assert_eq!(film.is_complete(), of_screen, "{name}");
        assert!(has_ship(&mut film));
        fs::remove_file(path).ok();
    }
}

#[test]
fn film_and_recording_of_a_killed_game_survive_to_the_last_flush() {
    let Some(display) = &Display::own(&[]) else {
        return;
    };
    let mut moments = moments();
    let mut flushed_steps = 0;
    for number in 0..5 {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("killed-{number}.dfrec"));
        fs::remove_file(&path).ok();
        let recording = Recording::new(&format!("killed-{number}.replay"));
        let name = path.to_str().expect("its name is a text");
        let program = saucer_shoot("software").with(&["--capture", name]);
        let game = play(display, &program.with(&["--record", recording.file()]));
        let keys = [Key::S, Key::Space];
        keys.into_iter().for_each(|key| display.client.press(key));
        std::thread::sleep(Duration::from_millis(moments.range(0..3000)));
        let steps = || InputRecording::read(recording.file()).map_or(0, |run| run.steps().len());
        let flushed = (frames(&path), steps());
        game.signal(Signal::Kill);
        game.ended();
        keys.into_iter().for_each(|key| display.client.release(key));
        let mut film = Film::open(&path).expect("it is a film");
        assert!(
            film.len() >= flushed.0 && flushed.0 > 0,
            "{number}: {flushed:?}"
        );
        for frame in 0..film.len() {
            film.read(frame).expect("it is whole");
        }
        let replayed = recording.replay("software").on(display).ended();
        replayed.well();
        assert!(replayed.steps() >= flushed.1, "{number}: {flushed:?}");
        flushed_steps += flushed.1;
        assert_eq!(replayed.steps(), steps());
        fs::remove_file(path).ok();
    }
    // The recorder writes input to the file once a second, so some steps must have been written.
    assert!(flushed_steps > 0);
}

#[test]
fn a_film_of_another_format_is_there_when_the_game_has_ended() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let asked = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ended.gif");
    let own = asked.with_extension("gif.dfrec");
    fs::remove_file(&asked).ok();
    let name = asked.to_str().expect("its name is a text");
    let game = play(
        display,
        &saucer_shoot("software").with(&["--capture", name]),
    );
    wait_for_frames(display, &own, 20);
    // Not `close`, which limits the time: the film is converted at the end.
    display.client.ask_to_close(game.window);
    game.ended().well();
    assert!(!own.exists());
    let gif = fs::read(&asked).expect("it is written");
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
    fs::remove_file(asked).ok();
}

/// Another program destroys the window without a request to close it. The film must be complete nevertheless.
#[test]
fn a_film_is_complete_although_its_window_is_destroyed() {
    on_each_backend(|display, backend| {
        let file = format!("{}/destroyed-{backend}.dfrec", env!("CARGO_TARGET_TMPDIR"));
        fs::remove_file(&file).ok();
        let game = play(display, &saucer_shoot(backend).with(&["--capture", &file]));
        wait_for_frames(display, Path::new(&file), 20);
        display.client.destroy(game.window);
        game.ended().well();
        let mut film = Film::open(&file).expect("it is a film");
        assert!(film.is_complete() && has_ship(&mut film));
        fs::remove_file(&file).ok();
    });
}
