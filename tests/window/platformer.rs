//! The platformer example with real keys.

use damselfly::Color;

use crate::play::on_each_backend;
use crate::xserver::{Area, Display, Key, Program, Screenshot};

/// Size of the window: twice the view, which is the largest multiple that fits the screen.
const VIEW: [u32; 2] = [1280, 720];
const TITLE: Area = Area([120, 120, 1160, 320]);
/// The area of the number beside the coin at the upper right.
const COINS: Area = Area([1136, 8, 1280, 88]);
/// The area of the level below the heads-up display.
const LEVEL: Area = Area([0, 120, 1280, 720]);

const GOLD: Color = Color::rgb(0xff, 0xd8, 0x4a);
/// A colour that only the hero's hood has.
const HOOD: Color = Color::rgb(0x2f, 0xa5, 0x8c);

fn look(display: &Display) -> Screenshot {
    display.client.look(VIEW)
}

/// Returns the hero's position in the window.
fn hero(display: &Display) -> Option<[u32; 2]> {
    let seen = look(display).extent(LEVEL, HOOD)?;
    Some(seen.center())
}

#[test]
fn real_keys_run_jump_and_take_coins() {
    on_each_backend(|display, backend| {
        let program = Program::example("platformer", backend);
        let game = program
            .with(&["--seed", "1"])
            .on(display)
            .opened("Platformer");
        let letters = || look(display).places(TITLE, GOLD).len();
        display.wait_for("the title", || (letters() > 12_000).then_some(()));
        display.client.tap(Key::Space);
        let [left, ground] = display.wait_for("the hero", || hero(display));
        assert!(letters() < 12_000, "the title is gone");
        let before = look(display).places(COINS, Color::WHITE);
        display.client.press(Key::Right);
        display.wait_for("the hero to run right", || {
            hero(display).filter(|at| at[0] > left + 120)
        });
        display.wait_for("coins", || {
            let coins = look(display).places(COINS, Color::WHITE);
            (!coins.is_empty() && coins != before).then_some(())
        });
        display.client.release(Key::Right);
        display.client.press(Key::Space);
        display.wait_for("the hero to jump", || {
            hero(display).filter(|at| at[1] + 100 < ground)
        });
        display.client.release(Key::Space);
        display.client.tap(Key::Escape);
        game.ended().well();
    });
}
