//! Measurements of games in a window, by `.ci/sound`. They take minutes, and need a machine that does nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{ALIKE, DRIFT, HeardGame, LIMIT, Monitor, RealServer, SECOND, compare};
use crate::xserver::{Display, Key, Program};

/// Number of key presses whose latency is measured.
const PRESSES: usize = 120;

/// Gaps and late steps that a game has logged, and the longest buffer in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Disturbances {
    gaps: u64,
    late_steps: u64,
    buffer: u64,
}

fn disturbances(game: &HeardGame<'_>) -> Disturbances {
    let log = std::fs::read_to_string(&game.log).expect("the game writes it");
    let mut all = Disturbances::default();
    for line in log.lines().filter(|line| line.contains("late steps; ")) {
        let numbers: Vec<u64> = line.rsplit("sound: ").next().map_or(vec![], |text| {
            let words = text.split_whitespace();
            words.filter_map(|word| word.parse().ok()).collect()
        });
        let [gaps, late_steps, buffer] = numbers[..] else {
            panic!("{line}");
        };
        all.gaps += gaps;
        all.late_steps += late_steps;
        all.buffer = all.buffer.max(buffer);
    }
    all
}

/// Listens while the hero jumps once a second.
fn listen_for_seconds(game: &HeardGame<'_>, monitor: &mut Monitor, seconds: usize) {
    for _ in 0..seconds {
        game.jump();
        monitor.listen_for(SECOND);
    }
}

#[test]
#[ignore = "a measurement of a minute, which needs a quiet machine"]
fn measure_a_quiet_minute() {
    let (server, display) = (RealServer::start("rate=48000"), Display::quiet());
    let (Some(server), Some(display)) = (server, &display) else {
        return;
    };
    let mut monitor = Monitor::start(&server);
    let game = HeardGame::start(display, &server, "quiet");
    monitor.listen_for_sound(LIMIT);
    let from = monitor.frames.len();
    listen_for_seconds(&game, &mut monitor, 60);
    let disturbed = disturbances(&game);
    let (_, track) = game.close();
    let compared = compare(&track, &monitor.frames, from, 60);
    let worst = compared.iter().map(|it| it.likeness).fold(1.0, f64::min);
    let offsets = compared.iter().map(|it| it.offset);
    let drift = offsets.clone().max().unwrap() - offsets.min().unwrap();
    println!(
        "quiet minute: smallest likeness {worst:.4}, drift {:.2} ms, {disturbed:?}",
        drift as f64 / 48.0
    );
    assert!(worst > ALIKE && drift <= DRIFT);
    assert_eq!(disturbed.gaps, 0);
}

#[test]
#[ignore = "a measurement of two minutes, which needs all processors"]
fn measure_busy_minutes() {
    let (server, display) = (RealServer::start("rate=48000"), Display::quiet());
    let (Some(server), Some(display)) = (server, &display) else {
        return;
    };
    let mut monitor = Monitor::start(&server);
    let game = HeardGame::start(display, &server, "busy");
    monitor.listen_for_sound(LIMIT);
    let busy = Arc::new(AtomicBool::new(true));
    let count = std::thread::available_parallelism().map_or(2, usize::from);
    let spin = |busy: Arc<AtomicBool>| {
        while busy.load(Ordering::Relaxed) {
            core::hint::spin_loop();
        }
    };
    let threads: Vec<_> = (0..count)
        .map(|_| {
            let busy = Arc::clone(&busy);
            std::thread::spawn(move || spin(busy))
        })
        .collect();
    let mut before = Disturbances::default();
    let mut gaps = vec![];
    for minute in 1..=2 {
        listen_for_seconds(&game, &mut monitor, 60);
        let now = disturbances(&game);
        gaps.push(now.gaps - before.gaps);
        println!(
            "busy minute {minute}: {} gaps, {} late steps, longest buffer {} ms",
            now.gaps - before.gaps,
            now.late_steps - before.late_steps,
            now.buffer
        );
        before = now;
    }
    busy.store(false, Ordering::Relaxed);
    for thread in threads {
        thread.join().unwrap();
    }
    game.close();
    assert!(gaps[1] <= 3 && before.buffer <= 60, "{gaps:?}");
}

/// Presses a key that fires, in silence, and waits for the shot. Asteroids takes 60 steps a second and has no music.
#[test]
#[ignore = "a measurement of a minute, which needs a quiet machine"]
fn measure_latency_from_key_to_sound() {
    let (server, display) = (RealServer::start("rate=48000"), Display::quiet());
    let (Some(server), Some(display)) = (server, &display) else {
        return;
    };
    let mut monitor = Monitor::start(&server);
    let socket = format!("unix:{}", server.socket().display());
    let program = Program::example("asteroids", "software")
        .with_sound()
        .under("PULSE_SERVER", &socket)
        .with(&["--seed", "1", "--steps", "20000"]);
    let game = program.on(display).opened("Asteroids");
    let mut delays = vec![];
    let begin = Instant::now();
    while delays.len() < PRESSES {
        assert!(begin.elapsed() < Duration::from_secs(180), "{delays:?}");
        // Explosions and the shot before must have ended.
        let is_quiet = |monitor: &mut Monitor| {
            let from = monitor.frames.len();
            monitor.listen_for(SECOND / 10);
            monitor.frames[from..].iter().all(|it| it.abs() < 1e-4)
        };
        while !is_quiet(&mut monitor) {}
        // At any time of a step.
        let phase = u64::try_from(delays.len()).unwrap() * 7919 % 17_000;
        std::thread::sleep(Duration::from_micros(phase));
        let pressed = Instant::now();
        display.client.tap(Key::Space);
        // While there is no ship, the key does nothing.
        while pressed.elapsed() < Duration::from_millis(300) {
            let is_heard = monitor.listen().iter().any(|it| it.abs() > 1e-4);
            if let Some(arrived) = monitor.arrived.filter(|_| is_heard) {
                delays.push(arrived.saturating_duration_since(pressed));
                break;
            }
        }
    }
    game.close();
    delays.sort();
    let at = |share: usize| delays[(delays.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!("| presses | median | 90 % | max |");
    println!("|--:|--:|--:|--:|");
    println!(
        "| {PRESSES} | {:.1} ms | {:.1} ms | {:.1} ms |",
        at(50),
        at(90),
        at(100)
    );
    assert!(at(50) <= 40.0);
}
