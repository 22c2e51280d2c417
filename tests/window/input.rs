//! Real keys and a real mouse reach the game.

use std::time::{Duration, Instant};

use crate::play::{on_each_backend, play, saucer_shoot};
use crate::replays::recordings;
use crate::seen::{
    BULLET, FLIGHT_AREA, RETICLE, VIEW, bullets, look, nukes, ship, shows_debug_overlay, shows_fps,
    shows_recording, wait_for_bullets,
};
use crate::xserver::{Area, Display, Game, Key, Signal};

#[test]
fn real_keys_move_the_ship_and_fire() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        let [_, from] = display.wait_for("the ship", || ship(display));
        display.client.press(Key::S);
        let below = || ship(display).filter(|[_, y]| *y > from + 40);
        display.wait_for("the ship to move down", below);
        display.client.release(Key::S);
        display.client.press(Key::W);
        let above = || ship(display).filter(|[_, y]| *y + 40 < from);
        display.wait_for("the ship to move up", above);
        display.client.release(Key::W);
        assert_eq!(bullets(display), []);
        display.client.press(Key::Space);
        wait_for_bullets(display);
        display.client.release(Key::Space);
        game.close();
    });
}

#[test]
fn a_tap_shorter_than_a_step_is_seen() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        let before = nukes(display);
        // The game's process is stopped during the tap, so that press and release arrive together even on a slow
        // machine.
        game.signal(Signal::Stop);
        display.client.tap(Key::Enter);
        game.signal(Signal::Continue);
        display.wait_for("one nuke less", || {
            let now = nukes(display);
            (!now.is_empty() && now != before).then_some(())
        });
        game.close();
    });
}

#[test]
fn a_held_key_fires_at_the_limited_rate_however_often_it_repeats() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let game = play(display, &saucer_shoot("software"));
    let start = Instant::now();
    display.client.press(Key::Space);
    let mut seen = 0;
    display.wait_for("many bullets", || {
        let fronts = bullets(display);
        seen += usize::from(fronts.len() > 2);
        // There are 8 steps of 16 pixels between two shots. The left bullet may be seen in part.
        for pair in fronts.windows(2) {
            assert!(pair[1] - pair[0] >= 100, "{fronts:?}");
        }
        (seen >= 30 && start.elapsed() > Duration::from_secs(2)).then_some(())
    });
    display.client.release(Key::Space);
    game.close();
}

#[test]
fn f9_shows_and_hides_the_frame_rate_once_a_press() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        assert!(!shows_fps(display));
        let start = Instant::now();
        display.client.press(Key::F9);
        display.wait_for("the frame rate", || shows_fps(display).then_some(()));
        display.wait_for("the key to repeat", || {
            assert!(shows_fps(display));
            (start.elapsed() > Duration::from_millis(1500)).then_some(())
        });
        display.client.release(Key::F9);
        display.client.tap(Key::F9);
        display.wait_for("no frame rate", || (!shows_fps(display)).then_some(()));
        game.close();
    });
}

#[test]
fn f8_shows_and_hides_the_debug_overlay() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        assert!(!shows_debug_overlay(display));
        display.client.tap(Key::F8);
        let shown = || shows_debug_overlay(display).then_some(());
        display.wait_for("the debug overlay", shown);
        display.client.tap(Key::F8);
        let hidden = || (!shows_debug_overlay(display)).then_some(());
        display.wait_for("no debug overlay", hidden);
        game.close();
    });
}

#[test]
fn losing_the_focus_releases_every_key() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let game = play(display, &saucer_shoot("software"));
    display.client.press(Key::Space);
    wait_for_bullets(display);
    display.focus_elsewhere();
    let none = || bullets(display).is_empty().then_some(());
    display.wait_for("no more bullets", none);
    display.client.release(Key::Space);
    display.client.focus(game.window);
    display.client.tap(Key::Space);
    wait_for_bullets(display);
    display.wait_for("no more bullets", none);
    game.close();
}

/// Presses a key in another window, and then holds it in the game's window for 900 ms. The X server repeats the key 660
/// ms after the press and later. Calls `check` again and again until the release.
fn hold_from_elsewhere(display: &Display, game: &Game<'_>, key: Key, check: impl Fn()) {
    display.focus_elsewhere();
    display.client.press(key);
    std::thread::sleep(Duration::from_millis(300));
    display.client.focus(game.window);
    let start = Instant::now();
    display.wait_for("the key to repeat", || {
        check();
        (start.elapsed() > Duration::from_millis(900)).then_some(())
    });
    display.client.release(key);
}

#[test]
fn a_key_held_in_another_window_presses_nothing_here() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        for key in [Key::Space, Key::Pause] {
            hold_from_elsewhere(display, &game, key, || assert_eq!(bullets(display), []));
        }
        // The game is not paused, and the key's next press counts.
        display.client.tap(Key::Space);
        wait_for_bullets(display);
        game.close();
    });
}

#[test]
fn an_own_key_held_in_another_window_does_nothing_here() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend).with(&["--fps"]));
        display.wait_for("the frame rate", || shows_fps(display).then_some(()));
        let before = recordings(display);
        for key in [Key::F8, Key::F9, Key::F10, Key::F12] {
            hold_from_elsewhere(display, &game, key, || {
                assert!(shows_fps(display) && !shows_recording(display));
                assert!(!shows_debug_overlay(display));
                assert_eq!(recordings(display), before);
            });
        }
        game.close();
        assert_eq!(recordings(display), before);
    });
}

#[test]
fn a_key_held_while_the_focus_leaves_and_returns_is_up() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let game = play(display, &saucer_shoot("software"));
    display.client.press(Key::W);
    display.client.press(Key::Space);
    wait_for_bullets(display);
    display.focus_elsewhere();
    display.client.release(Key::W);
    let none = || bullets(display).is_empty().then_some(());
    display.wait_for("no more bullets", none);
    display.client.focus(game.window);
    let start = Instant::now();
    display.wait_for("the key to repeat", || {
        assert_eq!(bullets(display), []);
        (start.elapsed() > Duration::from_millis(900)).then_some(())
    });
    display.client.release(Key::Space);
    game.close();
}

#[test]
fn the_reticle_is_where_the_mouse_is() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        let points_at = |size: [u32; 2], place: [u16; 2]| {
            display.client.resize(game.window, size);
            display.client.point_at(place);
            display.wait_for("the reticle", || {
                let seen = display
                    .client
                    .look(size)
                    .extent(Area([0, 0, size[0], size[1]]), RETICLE);
                let near = |axis: usize| {
                    move |area: &Area| area.center()[axis].abs_diff(place[axis].into()) < 12
                };
                seen.filter(near(0)).filter(near(1))
            });
        };
        points_at(VIEW, [300, 200]);
        points_at(VIEW, [500, 120]);
        points_at([1300, 790], [300, 200]);
        points_at([1000, 400], [700, 250]);
        game.close();
    });
}

#[test]
fn a_click_fires_towards_the_mouse() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let game = play(display, &saucer_shoot("software"));
    let [_, from] = display.wait_for("the ship", || ship(display));
    display.client.point_at([400, 350]);
    let reticle = || look(display).extent(FLIGHT_AREA, RETICLE);
    display.wait_for("the reticle", reticle);
    display.client.click();
    display.wait_for("a bullet below the ship", || {
        let seen = look(display).places(FLIGHT_AREA, BULLET);
        seen.into_iter().find(|[_, y]| *y > from + 60)
    });
    game.close();
}
