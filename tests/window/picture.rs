//! The view is complete and in the right position in a window of any size.

use std::time::Duration;

use crate::play::{on_each_backend, play, saucer_shoot};
use crate::seen::{VIEW, is_letterboxed, lettering, nukes, wait_for_life};
use crate::xserver::SCREEN;

#[test]
fn the_view_is_centred_and_magnified_by_an_integer() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        let unmagnified = lettering(display);
        for size in [
            [640, 384],
            [1280, 768],
            [1301, 791],
            [700, 690],
            [1399, 389],
            [500, 250],
        ] {
            display.client.resize(game.window, size);
            display.wait_for("the view in its place", || {
                is_letterboxed(display, size, unmagnified).then_some(())
            });
        }
        game.close();
    });
}

#[test]
fn of_many_sizes_the_last_one_wins() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        let unmagnified = lettering(display);
        let mut random: u32 = 1;
        let mut below = |limit: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            1 + (random >> 8) % limit
        };
        let mut memory = 0;
        for number in 0..300 {
            let size = match number {
                50 | 150 => [1, 1],
                100 => SCREEN,
                _ => [below(900), below(700)],
            };
            display.client.resize(game.window, size);
            // Most sizes are replaced by the next one before they are drawn; some are drawn.
            if number % 10 == 0 {
                std::thread::sleep(Duration::from_millis(20));
            }
            if number == 150 {
                memory = game.memory();
            }
        }
        display.client.resize(game.window, [900, 500]);
        display.wait_for("the last size", || {
            is_letterboxed(display, [900, 500], unmagnified).then_some(())
        });
        let now = game.memory();
        assert!(now < memory + 64, "{memory} MiB, then {now} MiB");
        wait_for_life(display);
        game.close();
    });
}

#[test]
fn a_scale_factor_changes_no_pixel() {
    on_each_backend(|display, backend| {
        let mut plain = None;
        for factor in ["1", "0.5", "1.333", "2", "20"] {
            let program = saucer_shoot(backend).under("WINIT_X11_SCALE_FACTOR", factor);
            let game = play(display, &program);
            let seen = nukes(display);
            assert_eq!(seen, *plain.get_or_insert_with(|| seen.clone()), "{factor}");
            let unmagnified = lettering(display);
            assert!(is_letterboxed(display, VIEW, unmagnified), "{factor}");
            game.close();
        }
    });
}
