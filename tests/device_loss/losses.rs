//! The game whose device is lost, and what it is compared with.

use std::path::Path;
use std::process::{Command, Output};

use damselfly::app::{App, Backend, Game, Monitor, Options};
use damselfly::prelude::*;
use damselfly::render::gpu::GpuInstance;

use crate::game;
use crate::xvfb::Server;

/// Set in the process that plays: `record` or `replay`.
const ROLE: &str = "DAMSELFLY_TEST_ROLE";
/// The steps after which the device is lost, at 30 steps a second.
const LOSSES: [u64; 3] = [30, 75, 120];
/// Steps after which there must be pictures again: a second and a half.
const SOON: u64 = 45;
const STEPS: u64 = 180;

/// Saucer Shoot, and its failing device.
struct Losing {
    monitor: Option<Monitor>,
    /// Frames that were drawn when the device was lost last.
    frames: u64,
}

impl Game for Losing {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        game::start(cx)
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let Some(monitor) = &self.monitor else {
            return;
        };
        let (step, frames) = (cx.time.number, monitor.statistics().frames);
        if LOSSES.contains(&step) {
            cx.requests.lose_device = true;
            self.frames = frames;
        }
        if LOSSES.contains(&(step.saturating_sub(SOON - 1))) {
            // Statistics are published twice a second.
            assert!(
                frames > self.frames + 5,
                "step {step}: no picture came back"
            );
        }
    }
}

fn app(options: Options) -> App {
    App::new("Saucer Shoot", options)
        .cells(80, 24)
        .steps_per_second(30)
        .demo(game::demo)
}

/// Plays in a window of this process.
fn play(role: &str, file: &Path) {
    let replays = role == "replay";
    let options = Options {
        backend: Backend::Gpu,
        demo: !replays,
        seed: (!replays).then_some(5),
        steps: Some(STEPS),
        checksum: true,
        record: (!replays).then(|| file.to_owned()),
        replay: replays.then(|| file.to_owned()),
        ..Options::default()
    };
    let app = app(options);
    let mut game = Losing {
        monitor: Some(app.monitor()),
        frames: 0,
    };
    app.run_game(&mut game).unwrap();
}

/// Plays in a process of its own, with a display.
fn played(role: &str, file: &Path, display: &str) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .arg(file)
        .env(ROLE, role)
        .env("DISPLAY", display)
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap()
}

fn skipped(why: &str) {
    let required = std::env::var_os("DAMSELFLY_REQUIRE_GPU").is_some_and(|it| it == "1");
    assert!(!required, "DAMSELFLY_REQUIRE_GPU=1, and {why}");
    println!("SKIPPED: {why}");
}

pub(crate) fn run() {
    if let Ok(role) = std::env::var(ROLE) {
        let file = std::env::args_os().nth(1).unwrap();
        play(&role, Path::new(&file));
        return;
    }
    // As a test runner answers when it is asked for its tests.
    if std::env::args().any(|argument| argument == "--list") {
        println!("a_run_is_the_same_although_the_device_is_lost: test");
        return;
    }
    println!("running 1 test");
    if !GpuInstance::new().is_ok_and(|instance| !instance.adapters().is_empty()) {
        skipped("no GPU");
        return;
    }
    let Some(server) = Server::start([800, 600], &[]) else {
        skipped("Xvfb is not installed");
        return;
    };
    a_run_is_the_same_although_the_device_is_lost(&format!(":{}", server.number));
    println!("test a_run_is_the_same_although_the_device_is_lost ... ok");
    println!("\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
}

fn a_run_is_the_same_although_the_device_is_lost(display: &str) {
    let undisturbed = undisturbed();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("device_loss.replay");
    std::fs::remove_file(&file).ok();
    for role in ["record", "replay"] {
        let ran = played(role, &file, display);
        let (out, log) = (
            String::from_utf8_lossy(&ran.stdout),
            String::from_utf8_lossy(&ran.stderr),
        );
        assert!(ran.status.success(), "{role}: {log}");
        assert_eq!(
            log.matches("device was lost").count(),
            LOSSES.len(),
            "{role}: {log}"
        );
        let expected = format!("checksum {undisturbed:016x} step {STEPS}");
        assert_eq!(out.trim_end(), expected, "{role}: {log}");
    }
    std::fs::remove_file(&file).unwrap();
}

/// The checksum of the same run without a window.
fn undisturbed() -> u64 {
    let options = Options {
        seed: Some(5),
        ..Options::default()
    };
    let game = Losing {
        monitor: None,
        frames: 0,
    };
    let mut game = damselfly::app::Harness::of(app(options), game).unwrap();
    for step in 1..=STEPS {
        for event in game::demo(step, game.world()) {
            game.input(event);
        }
        game.step();
    }
    game.checksum()
}
