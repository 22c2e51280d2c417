//! The game whose device is lost, and the runs that are compared with it.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use damselfly::app::{App, Backend, Game, Options};
use damselfly::capture::Film;
use damselfly::internals::{Loss, LossSender};
use damselfly::prelude::*;
use damselfly::render::gpu::GpuInstance;

use crate::game;
use crate::scenery::{self, Scenery};
use crate::storm;
use crate::watcher::Watcher;
use crate::xvfb::Server;

/// Environment variable that selects what the child process plays: `record`, `replay`, `gone`, `storm`, or
/// `film` and `scenery` (without a window).
pub(crate) const ROLE: &str = "DAMSELFLY_TEST_ROLE";
/// Steps in which the device is lost, at 30 steps per second.
const LOSSES: [u64; 3] = [30, 100, 170];
/// Numbers of steps after a loss. Between them, the screen must show a new frame.
const SOON: [u64; 2] = [10, 60];
/// Maximum time from a loss to the next frame. Steps cannot measure this: a blocked game takes none.
const LONGEST: Duration = Duration::from_secs(2);
const STEPS: u64 = 240;
/// Number of steps of the game whose GPU never returns.
const STEPS_GONE: u64 = 450;
/// Two steps of the game whose GPU never returns. Between them, the screen must show a new frame. The first is twelve
/// seconds after the loss.
const SEEN_GONE: [u64; 2] = [LOSSES[0] + 360, STEPS_GONE - 1];

/// Saucer Shoot, which loses its device.
struct Losing {
    /// Watches the window. `None` without a window.
    watcher: Option<Watcher>,
    /// Time of the latest loss.
    lost: Option<Instant>,
    /// In a run without a window, whether the device is lost once. In a window, whether the GPU is lost for good; if
    /// not, the device is lost in each step of `LOSSES`.
    loses: bool,
    /// Causes the losses. `None` in a harness, which has no device.
    losses: Option<LossSender>,
}

impl Losing {
    fn lose(&self, loss: Loss) {
        if let Some(losses) = &self.losses {
            losses.send(loss);
        }
    }
}

impl Game for Losing {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        game::start(cx)
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        let Some(watcher) = &mut self.watcher else {
            if self.loses && step == LOSSES[0] {
                self.lose(Loss::Device);
            }
            return;
        };
        if self.loses {
            watcher.look();
            if step == SEEN_GONE[0] {
                watcher.begin();
            }
            if step == SEEN_GONE[1] {
                assert!(watcher.end().is_some(), "no picture came back");
            }
            if step == LOSSES[0] {
                self.lose(Loss::Gpu);
            }
            return;
        }
        if LOSSES.contains(&step) {
            self.lost = Some(Instant::now());
            if let Some(losses) = &self.losses {
                losses.send(Loss::Device);
            }
        }
        let is_after = |steps: u64| LOSSES.iter().any(|loss| loss + steps == step);
        watcher.look();
        if is_after(SOON[0]) {
            watcher.begin();
        }
        if is_after(SOON[1]) {
            let (Some(lost), Some(seen)) = (self.lost, watcher.end()) else {
                panic!("step {step}: no picture came back");
            };
            let took = seen - lost;
            assert!(took < LONGEST, "step {step}: it took {took:?}");
        }
    }
}

pub(crate) fn app(options: Options) -> App {
    App::new("Saucer Shoot", options)
        .cells(80, 24)
        .steps_per_second(30)
        .demo(game::demo)
}

/// Returns the options of a run without a window that is filmed.
fn film_options(file: &Path, backend: Backend, steps: u64) -> Options {
    Options {
        headless: true,
        backend,
        seed: Some(5),
        steps: Some(steps),
        checksum: true,
        size: Some([160, 96]),
        capture: Some(file.to_owned()),
        ..Options::default()
    }
}

/// Films the game that draws on many targets, in this process. On the GPU, it loses its device.
fn film_of_scenery(file: &Path, backend: Backend) {
    let app = scenery::app(film_options(file, backend, scenery::STEPS));
    let losses = (backend == Backend::Gpu).then(|| LossSender::of(&app));
    app.run_game(&mut Scenery { losses }).unwrap();
}

/// Films a run without a window, in this process.
fn film(file: &Path, backend: Backend) {
    let app = app(film_options(file, backend, STEPS));
    let mut game = Losing {
        watcher: None,
        lost: None,
        loses: backend == Backend::Gpu,
        losses: Some(LossSender::of(&app)),
    };
    app.run_game(&mut game).unwrap();
}

/// Plays the part that a role names, in this process.
fn play(role: &str, file: &Path) {
    match role {
        "film" => return film(file, Backend::Gpu),
        "scenery" => return film_of_scenery(file, Backend::Gpu),
        "storm" => return storm::play(file),
        _ => {}
    }
    let (replays, records) = (role == "replay", role == "record");
    let is_gone = role == "gone";
    let options = Options {
        backend: Backend::Gpu,
        demo: !replays,
        seed: (!replays).then_some(5),
        steps: Some(if is_gone { STEPS_GONE } else { STEPS }),
        checksum: true,
        record: records.then(|| file.to_owned()),
        replay: replays.then(|| file.to_owned()),
        capture: records.then(|| file.with_extension("dfrec")),
        ..Options::default()
    };
    let app = app(options);
    let mut game = Losing {
        watcher: Some(Watcher::new()),
        lost: None,
        loses: is_gone,
        losses: Some(LossSender::of(&app)),
    };
    app.run_game(&mut game).unwrap();
}

/// Plays in a separate process with a display. Returns the output of the process.
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
    // Test runners expect this answer to `--list`.
    if std::env::args().any(|argument| argument == "--list") {
        println!("a_run_is_the_same_although_the_device_is_lost: test");
        println!("a_film_is_the_same_although_the_device_is_lost: test");
        println!("pictures_on_many_targets_are_the_same_although_the_device_is_lost: test");
        println!("the_software_backend_takes_over_a_lost_gpus_window: test");
        println!("a_run_is_the_same_whatever_happens_to_its_device_window_and_disk: test");
        return;
    }
    println!("running 5 tests");
    if !GpuInstance::new().is_ok_and(|instance| !instance.adapters().is_empty()) {
        skipped("no GPU");
        return;
    }
    let Some(server) = Server::start([800, 600], &[]) else {
        skipped("Xvfb is not installed");
        return;
    };
    let display = format!(":{}", server.number);
    a_run_is_the_same_although_the_device_is_lost(&display);
    println!("test a_run_is_the_same_although_the_device_is_lost ... ok");
    a_film_is_the_same_although_the_device_is_lost();
    println!("test a_film_is_the_same_although_the_device_is_lost ... ok");
    pictures_on_many_targets_are_the_same_although_the_device_is_lost();
    println!("test pictures_on_many_targets_are_the_same_although_the_device_is_lost ... ok");
    the_software_backend_takes_over_a_lost_gpus_window(&display);
    println!("test the_software_backend_takes_over_a_lost_gpus_window ... ok");
    storm::a_run_is_the_same_whatever_happens_to_its_device_window_and_disk(&display);
    println!("test a_run_is_the_same_whatever_happens_to_its_device_window_and_disk ... ok");
    println!("\ntest result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
}

fn a_run_is_the_same_although_the_device_is_lost(display: &str) {
    let undisturbed = undisturbed(STEPS);
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
    // The film that the window records lasts as long as the run. It has every step, except those that the disk was too
    // slow for.
    let path = file.with_extension("dfrec");
    let film = Film::open(&path).unwrap();
    assert!(film.is_complete());
    assert_eq!(film.duration().as_millis(), 1000 * u128::from(STEPS) / 30);
    std::fs::remove_file(&file).unwrap();
    std::fs::remove_file(&path).unwrap();
}

/// Without a window, a film has every frame, although the device is lost.
fn a_film_is_the_same_although_the_device_is_lost() {
    check_film("film", film);
}

fn pictures_on_many_targets_are_the_same_although_the_device_is_lost() {
    check_film("scenery", film_of_scenery);
}

/// Compares a film of a role, whose device is lost once, with the film by the software backend.
fn check_film(role: &str, film: fn(&Path, Backend)) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |name| folder.join(format!("device_loss_{role}_{name}.dfrec"));
    let [disturbed, whole] = [file("disturbed"), file("whole")];
    for path in [&disturbed, &whole] {
        std::fs::remove_file(path).ok();
    }
    film(&whole, Backend::Software);
    let ran = played(role, &disturbed, "");
    let log = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{log}");
    assert_eq!(log.matches("device was lost").count(), 1, "{log}");
    let [mut disturbed, mut whole] = [disturbed, whole].map(|path| Film::open(path).unwrap());
    assert!(disturbed.is_complete());
    assert_eq!(disturbed.len(), whole.len());
    for index in 0..whole.len() {
        let expected = whole.read(index).unwrap().pixels.to_vec();
        let found = disturbed.read(index).unwrap();
        assert!(found.pixels == expected, "frame {index}");
    }
}

fn the_software_backend_takes_over_a_lost_gpus_window(display: &str) {
    let ran = played("gone", Path::new("unused"), display);
    let log = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{log}");
    let given_up = log.matches("the software backend continues in the same window");
    assert_eq!(given_up.count(), 1, "{log}");
    // The engine gives up only after several tries, because a driver may work again after an update.
    let tries = log.matches("opening a new graphics device").count();
    assert!((5..=12).contains(&tries), "{tries} tries: {log}");
    let expected = format!(
        "checksum {:016x} step {STEPS_GONE}",
        undisturbed(STEPS_GONE)
    );
    let out = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(out.trim_end(), expected, "{log}");
}

/// Returns the checksum of the same run without a window and without losses.
pub(crate) fn undisturbed(steps: u64) -> u64 {
    let options = Options {
        seed: Some(5),
        ..Options::default()
    };
    let game = Losing {
        watcher: None,
        lost: None,
        loses: false,
        losses: None,
    };
    let mut game = damselfly::app::Harness::of(app(options), game).unwrap();
    for step in 1..=steps {
        for event in game::demo(step, game.world()) {
            game.input(event);
        }
        game.step();
    }
    game.checksum()
}
