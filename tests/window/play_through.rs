//! A whole game with real keys and a real mouse: from the splash screen to the end of the game, another game, and out.

use std::time::{Duration, Instant};

use damselfly::Color;

use crate::play::{alone_on_each_backend, open, saucer_shoot};
use crate::replays::Recording;
use crate::seen::{
    BULLET, FLIGHT_AREA, RETICLE, is_game_over, look, nukes, saucers_in, ship, ship_in, title,
    wait_for_bullets,
};
use crate::xserver::{Area, Display, Key};

/// Minimum duration of a recording of real keys.
const HALF_A_MINUTE: Duration = Duration::from_secs(30);

/// Position of the play button on the start screen.
const PLAY: [u16; 2] = [240, 248];

#[test]
fn a_whole_game_is_played_with_real_keys_and_a_real_mouse() {
    // The number of steps is measured against the time.
    alone_on_each_backend(|display, backend| {
        let begun = Instant::now();
        let recording = Recording::new(&format!("play-{backend}.replay"));
        let program = saucer_shoot(backend);
        let game = open(display, &program.with(&["--record", recording.file()]));
        display.client.tap(Key::P);
        let [_, from] = display.wait_for("the ship", || ship(display));
        display.client.press(Key::S);
        let below = || ship(display).filter(|[_, y]| *y > from + 30);
        display.wait_for("the ship to move down", below);
        display.client.release(Key::S);
        aim_and_fire(display);
        crash(display);
        display.wait_for("the start screen", || {
            // The game ignores keys at the beginning of its end screen, so the key is pressed repeatedly.
            display.client.tap(Key::Enter);
            title(display).then_some(())
        });
        display.client.point_at(PLAY);
        display.client.click();
        display.wait_for("another ship", || ship(display));
        assert!(!nukes(display).is_empty());
        if backend == "software" {
            play_until(display, begun + HALF_A_MINUTE);
            display.client.tap(Key::P);
            display.wait_for("a last ship", || ship(display));
        }
        display.client.tap(Key::Escape);
        let back = || title(display).then_some(());
        display.wait_for("the start screen again", back);
        display.client.tap(Key::Q);
        let ended = game.ended();
        ended.well();
        recording.replays(display, &ended);
        if backend == "software" {
            // The game takes 30 steps a second. A busy machine drops some of them.
            assert!(ended.steps() > 800, "{}", ended.printed);
            recording.replays_faster_than_it_was_played(display, &ended);
            recording.notices_a_changed_bit(display);
        }
    });
}

/// Flies up and down and fires, in game after game, until this time, and then until the start screen is shown.
fn play_until(display: &Display, end: Instant) {
    for number in 0_u32.. {
        let keys = [Key::W, Key::S];
        let (key, other) = (
            keys[number as usize / 8 % 2],
            keys[(number as usize / 8 + 1) % 2],
        );
        display.client.release(other);
        display.client.press(key);
        display.client.tap(Key::Space);
        std::thread::sleep(Duration::from_millis(60));
        if is_game_over(&look(display)) {
            display.client.tap(Key::Enter);
        }
        if title(display) {
            if Instant::now() >= end {
                break;
            }
            display.client.tap(Key::P);
        } else if Instant::now() >= end {
            // Steers into a saucer, which ends the current game.
            crash(display);
        }
    }
    for key in [Key::W, Key::S] {
        display.client.release(key);
    }
}

/// Checks that the reticle follows the mouse and that a click fires at it.
fn aim_and_fire(display: &Display) {
    for place in [[300, 200], [500, 120]] {
        display.client.point_at(place);
        display.wait_for("the reticle where the mouse is", || {
            let seen = look(display).extent(FLIGHT_AREA, RETICLE)?;
            let near = |axis: usize| seen.center()[axis].abs_diff(place[axis].into()) < 12;
            (near(0) && near(1)).then_some(())
        });
    }
    display.client.click();
    wait_for_bullets(display);
    let above = Area([110, 48, 640, 200]);
    display.wait_for("a bullet on its way up", || {
        let seen = look(display).places(above, BULLET);
        (!seen.is_empty()).then_some(())
    });
}

/// Steers towards the leftmost saucer until the ship is destroyed.
fn crash(display: &Display) {
    display.wait_for("the end", || {
        let seen = look(display);
        if let (Some([_, y]), Some([_, target])) = (ship_in(&seen), saucers_in(&seen)) {
            for (key, wanted) in [(Key::S, target > y + 12), (Key::W, target + 12 < y)] {
                match wanted {
                    true => display.client.press(key),
                    false => display.client.release(key),
                }
            }
        }
        is_game_over(&seen).then_some(())
    });
    display.client.release(Key::S);
    display.client.release(Key::W);
}

#[test]
fn the_splash_screen_ends_by_itself_and_q_or_escape_quits() {
    let Some(display) = &Display::shared() else {
        return;
    };
    for key in [Key::Q, Key::Escape] {
        let game = saucer_shoot("software")
            .on(display)
            .opened(crate::play::TITLE);
        let start = || title(display).then_some(());
        display.wait_for("the start screen", start);
        assert!(
            look(display)
                .places(FLIGHT_AREA, Color::TERMINAL_YELLOW)
                .len()
                > 100
        );
        display.client.tap(key);
        game.ended().well();
    }
}
