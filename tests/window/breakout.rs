//! The game Breakout with real keys: the player changes a key, and the next run uses it.

use std::fs;
use std::path::PathBuf;

use damselfly::Color;

use crate::play::on_each_backend;
use crate::xserver::{Area, Display, Game, Key, Program};

const VIEW: [u32; 2] = [640, 480];
const PADDLE: Area = Area([8, 445, 632, 459]);
/// The second row of the screen of key bindings: the key that moves right.
const ROW: Area = Area([280, 232, 520, 262]);

/// Returns the horizontal position of the paddle's centre.
fn paddle(display: &Display) -> Option<u32> {
    let seen = display
        .client
        .look(VIEW)
        .extent(PADDLE, Color::TERMINAL_CYAN)?;
    Some(seen.center()[0])
}

/// Returns the number of pixels of the row that have this colour.
fn row(display: &Display, color: Color) -> usize {
    display.client.look(VIEW).places(ROW, color).len()
}

fn opened<'d>(display: &'d Display, backend: &str, home: &str) -> Game<'d> {
    let game = Program::example("breakout", backend)
        .under("XDG_DATA_HOME", home)
        .on(display)
        .opened("Breakout");
    display.wait_for("the paddle", || paddle(display));
    game
}

#[test]
fn a_key_that_was_chosen_moves_the_paddle_in_the_next_run() {
    on_each_backend(|display, backend| {
        let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("keys-{backend}"));
        fs::remove_dir_all(&home).ok();
        let path = home
            .to_str()
            .expect("a temporary folder has a name in UTF-8");
        let game = opened(display, backend, path);
        display.client.tap(Key::P);
        display.client.tap(Key::K);
        display.wait_for("the list of keys", || {
            (row(display, Color::TERMINAL_CYAN) > 20).then_some(())
        });
        display.client.tap(Key::Down);
        display.client.tap(Key::Enter);
        display.wait_for("the question", || {
            (row(display, Color::TERMINAL_YELLOW) > 20).then_some(())
        });
        display.client.tap(Key::W);
        let file = home.join("Breakout/settings.toml");
        let text = display.wait_for("the file", || fs::read_to_string(&file).ok());
        assert!(text.contains("right = [\"W\", "), "{text}");
        display.client.tap(Key::Escape);
        display.client.tap(Key::Q);
        game.ended().well();

        let game = opened(display, backend, path);
        let middle = display.wait_for("the paddle", || paddle(display));
        display.wait_for("the paddle to move", || {
            // The key is pressed repeatedly, because the game may not have read the file at the first press.
            display.client.release(Key::W);
            display.client.press(Key::W);
            paddle(display).filter(|&at| at > middle + 40)
        });
        display.client.release(Key::W);
        display.client.tap(Key::P);
        display.client.tap(Key::Q);
        game.ended().well();
        fs::remove_dir_all(&home).ok();
    });
}
