//! A game continues after its window was hidden, covered or resized, and after its process or its display was stopped
//! for a while.

use std::time::{Duration, Instant};

use damselfly::Color;

use crate::play::{TITLE, on_each_backend, play, saucer_shoot, watch, with_each_backend};
use crate::seen::{look, ship, wait_for_life};
use crate::xserver::{Area, Display, Signal};

#[test]
fn a_window_that_was_hidden_goes_on() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend).with(&["--draw-rate", "0"]));
        let cover = display.client.cover(0x0000_ff00);
        let green = Color::rgb(0, 255, 0);
        let covered = || look(display).is_all(Area([0, 0, 640, 384]), green);
        display.wait_for("the cover", || covered().then_some(()));
        // A covered window is rarely drawn. A visible one takes as much processor time as it can get, because of
        // `--draw-rate 0`.
        std::thread::sleep(Duration::from_millis(200));
        let before = game.processor_time();
        std::thread::sleep(Duration::from_millis(1000));
        let took = game.processor_time() - before;
        assert!(took < Duration::from_millis(500), "{took:?} in a second");
        assert!(covered());
        display.client.destroy(cover);
        display.wait_for("the ship", || ship(display));
        wait_for_life(display);
        for _ in 0..3 {
            display.client.unmap(game.window);
            display.wait_for("its end", || ship(display).is_none().then_some(()));
            std::thread::sleep(Duration::from_millis(300));
            display.client.map(game.window);
            display.wait_for("the ship", || ship(display));
            wait_for_life(display);
        }
        game.close();
    });
}

/// Without a window manager, nothing reports that the window is hidden, and presenting does not block.
#[test]
fn an_unmapped_window_is_drawn_no_more_often_than_a_visible_one() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        let used_in_a_second = || {
            let before = game.processor_time();
            std::thread::sleep(Duration::from_millis(1000));
            game.processor_time() - before
        };
        let seen = used_in_a_second();
        display.client.unmap(game.window);
        display.wait_for("its end", || ship(display).is_none().then_some(()));
        let unmapped = used_in_a_second();
        // Without a limit, drawing would use a processor for the whole second.
        let most = seen * 2 + Duration::from_millis(150);
        assert!(unmapped < most, "{unmapped:?}, and {seen:?} while seen");
        display.client.map(game.window);
        game.close().well();
    });
}

#[test]
fn window_events_do_not_affect_the_game() {
    on_each_backend(|display, backend| {
        // The reference run has no window, so no mouse or keyboard focus disturbs it.
        let demo = ["--demo", "--steps", "180"];
        let headless = saucer_shoot("software").with(&["--headless"]);
        let undisturbed = headless.with(&demo).on(display).ended();
        undisturbed.well();
        let game = saucer_shoot(backend).with(&demo).on(display);
        let client = &display.client;
        let window = display.wait_for("a window", || client.find(TITLE));
        for number in 0..40 {
            client.resize(window, [1 + number * 25, 1 + number * 15]);
            std::thread::sleep(Duration::from_millis(10));
        }
        let cover = client.cover(0);
        std::thread::sleep(Duration::from_millis(300));
        client.destroy(cover);
        client.unmap(window);
        std::thread::sleep(Duration::from_millis(300));
        client.map(window);
        let ended = game.ended();
        ended.well();
        assert_eq!(ended.printed, undisturbed.printed);
    });
}

#[test]
fn a_screen_that_stops_for_a_while_is_drawn_on_again() {
    with_each_backend(Display::own(&[]), |display, backend| {
        let game = play(display, &saucer_shoot(backend));
        display.signal(Signal::Stop);
        std::thread::sleep(Duration::from_secs(2));
        display.signal(Signal::Continue);
        wait_for_life(display);
        wait_for_life(display);
        game.close();
    });
}

#[test]
fn a_suspended_process_does_not_simulate_the_missed_time() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let start = Instant::now();
    let game = play(display, &saucer_shoot("software"));
    game.signal(Signal::Stop);
    std::thread::sleep(Duration::from_secs(3));
    game.signal(Signal::Continue);
    wait_for_life(display);
    let ended = game.close();
    let played = start.elapsed() - Duration::from_secs(3);
    let most = (played + Duration::from_millis(250)).as_secs_f64() * 30.0 + 2.0;
    assert!((ended.steps() as f64) < most, "{} steps", ended.steps());
    assert!(
        ended.said.contains("the game was held up"),
        "{}",
        ended.said
    );
}

/// `DAMSELFLY_SOAK_SECONDS` sets the duration in seconds of processor time (default 3). It is processor time, so that a
/// busy machine draws as many frames as an idle one.
#[test]
fn drawing_without_a_pause_uses_constant_memory() {
    let seconds = std::env::var("DAMSELFLY_SOAK_SECONDS");
    let seconds = seconds.map_or(3, |text| text.parse().expect("a number of seconds"));
    on_each_backend(|display, backend| {
        let forever = ["--demo", "--draw-rate", "0", "--steps", "100000000"];
        let game = watch(display, &saucer_shoot(backend).with(&forever));
        let draw_for = |time: Duration| {
            let (start, end) = (Instant::now(), game.processor_time() + time);
            while game.processor_time() < end {
                assert!(start.elapsed() < 50 * time, "{backend} hardly draws");
                std::thread::sleep(Duration::from_millis(50));
            }
        };
        draw_for(Duration::from_secs(2));
        let before = game.memory();
        draw_for(Duration::from_secs(seconds));
        let after = game.memory();
        assert!(
            after <= before + 4,
            "{backend}: {before} MiB, then {after} MiB"
        );
        game.close();
    });
}
