//! The game Asteroids with real keys.

use damselfly::Color;

use crate::play::on_each_backend;
use crate::xserver::{Area, Display, Key, Program, Screenshot};

const VIEW: [u32; 2] = [640, 480];
/// The area below the score and the spare ships.
const SKY: Area = Area([0, 60, 640, 480]);
const SCORE: Area = Area([16, 12, 96, 44]);
const TITLE: Area = Area([100, 160, 540, 240]);

const SHIP: Color = Color::rgb(0x6a, 0x70, 0x78);
const SHOT: Color = Color::rgb(0xff, 0xe8, 0x90);

fn look(display: &Display) -> Screenshot {
    display.client.look(VIEW)
}

/// Returns the vertical position of the ship's centre; `None` while no ship is visible.
fn ship(display: &Display) -> Option<u32> {
    let seen = look(display).extent(SKY, SHIP)?;
    Some(seen.center()[1])
}

#[test]
fn real_keys_fly_the_ship_and_break_rocks() {
    on_each_backend(|display, backend| {
        let program = Program::example("asteroids", backend);
        let game = program
            .with(&["--seed", "1"])
            .on(display)
            .opened("Asteroids");
        let letters = || look(display).places(TITLE, Color::WHITE).len();
        display.wait_for("the title", || (letters() > 3000).then_some(()));
        display.client.tap(Key::Space);
        display.wait_for("the ship", || ship(display));
        assert!(letters() < 3000, "the title is gone");
        let before = look(display).places(SCORE, Color::WHITE);
        display.client.press(Key::Up);
        display.wait_for("the ship to fly up", || {
            ship(display).filter(|&height| height < 200)
        });
        display.client.release(Key::Up);
        display.client.press(Key::Left);
        display.client.press(Key::Space);
        display.wait_for("a shot", || look(display).extent(SKY, SHOT));
        display.wait_for("points for a rock", || {
            let score = look(display).places(SCORE, Color::WHITE);
            (!score.is_empty() && score != before).then_some(())
        });
        display.client.release(Key::Left);
        display.client.release(Key::Space);
        display.client.tap(Key::Escape);
        let ended = game.ended();
        ended.well();
        let lines = ended.said.matches("the feature `gamepad`").count();
        let has_pads = cfg!(any(feature = "gamepad", windows, target_os = "macos"));
        assert_eq!(lines, usize::from(!has_pads));
    });
}
