//! A game in a window while many things fail at once.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use damselfly::app::{Backend, Game, Options};
use damselfly::capture::Film;
use damselfly::internals::{Loss, LossSender};
use damselfly::prelude::*;
use damselfly::time::Smoothing;
use damselfly::world::WindowRequest;

use crate::client::Client;
use crate::game;
use crate::losses::{ROLE, app, undisturbed};
use crate::watcher::Watcher;

/// Number of steps of the run, at 30 per second.
const STEPS: u64 = 360;
const DEVICE_LOSSES: [u64; 3] = [50, 140, 230];
/// Steps between two losses of the surface: one second.
const SURFACE_LOSSES: u64 = 30;
/// Steps between two changes of the window's size.
const RESIZES: u64 = 20;
/// Steps in which the window is minimised, each time for `MINIMISED_TIME`.
const MINIMISED: [u64; 2] = [110, 200];
const MINIMISED_TIME: Duration = Duration::from_millis(1500);
/// Printed before the error that ends the run. It differs from `error: `, which drivers print as well.
const ENDED: &str = "the run ended with: ";
/// Printed when a window that was minimised is visible again.
const BACK: &str = "the window is seen again";
/// Maximum size of the film's file, in blocks of 512 bytes. The film reaches it during the run.
const DISK_BLOCKS: u64 = 2000;

/// Steps after all losses. Between them, the screen must show a new frame of the game.
const SEEN: [u64; 2] = [STEPS - 40, STEPS - 1];

/// Saucer Shoot during all these failures.
struct Storm {
    display: u32,
    watcher: Watcher,
    losses: LossSender,
}

impl Game for Storm {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        game::start(cx)
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        if DEVICE_LOSSES.contains(&step) {
            self.losses.send(Loss::Device);
        }
        if step.is_multiple_of(SURFACE_LOSSES) {
            self.losses.send(Loss::Surface);
        }
        if step.is_multiple_of(RESIZES) {
            let larger = u32::try_from(step % 7).unwrap() * 20;
            cx.change_window(WindowRequest::Size([400 + larger, 300 - larger]));
        }
        self.watcher.look();
        if step == SEEN[0] {
            self.watcher.begin();
        }
        if step == SEEN[1] {
            assert!(self.watcher.end().is_some(), "no picture came back");
        }
        if MINIMISED.contains(&step) {
            let client = Client::connect(self.display).unwrap();
            let window = client.find("Saucer Shoot").unwrap();
            client.minimise(window, true);
            std::thread::spawn(move || {
                std::thread::sleep(MINIMISED_TIME);
                let was_hidden = !client.is_mapped(window);
                client.minimise(window, false);
                if was_hidden && client.is_mapped(window) {
                    eprintln!("{BACK}");
                }
            });
        }
    }
}

/// Plays in a window of this process.
pub(crate) fn play(film: &Path) {
    let options = Options {
        backend: Backend::Gpu,
        demo: true,
        seed: Some(5),
        steps: Some(STEPS),
        checksum_every: Some(STEPS),
        capture: Some(film.to_owned()),
        log: Some(log::LevelFilter::Debug),
        ..Options::default()
    };
    let display = std::env::var("DISPLAY").unwrap();
    let app = app(options);
    let mut game = Storm {
        display: display.trim_start_matches(':').parse().unwrap(),
        watcher: Watcher::new(),
        losses: LossSender::of(&app),
    };
    let error = app.run_game(&mut game).unwrap_err();
    eprintln!("{ENDED}{error}");
}

/// Films the same run without a window and without failures.
fn film_calm_run(film: &Path) {
    let options = Options {
        headless: true,
        backend: Backend::Software,
        demo: true,
        seed: Some(5),
        steps: Some(STEPS),
        // A film of a window shows each step at its end, so this film must do so, too.
        smoothing: Some(Smoothing::None),
        capture: Some(film.to_owned()),
        ..Options::default()
    };
    app(options).run(game::start).unwrap();
}

pub(crate) fn a_run_is_the_same_whatever_happens_to_its_device_window_and_disk(display: &str) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("storm.dfrec");
    std::fs::remove_file(&file).ok();
    let limited = format!("ulimit -f {DISK_BLOCKS}; exec \"$0\" \"$@\"");
    let ran = Command::new("sh")
        .args(["-c", &limited])
        .arg(std::env::current_exe().unwrap())
        .arg(&file)
        .env(ROLE, "storm")
        .env("DISPLAY", display)
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{log}");
    let count = |what: &str| log.matches(what).count();
    assert_eq!(count("device was lost"), DEVICE_LOSSES.len(), "{log}");
    assert_eq!(count(BACK), MINIMISED.len(), "{log}");
    // While the window is minimised, it gets no new surface. The number of surfaces therefore varies.
    let surfaces = count("the window has a new surface");
    assert!((6..=12).contains(&surfaces), "{surfaces}: {log}");
    let expected = format!("checksum {:016x} step {STEPS}", undisturbed(STEPS));
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout).trim_end(),
        expected,
        "{log}"
    );
    let errors: Vec<_> = log.lines().filter(|line| line.starts_with(ENDED)).collect();
    assert!(
        matches!(&errors[..], [error] if error.contains("storm.dfrec")),
        "{log}"
    );
    // The film is complete up to the full disk. Its frames equal those of the undisturbed run.
    let calm = file.with_file_name("calm.dfrec");
    film_calm_run(&calm);
    let mut calm = Film::open(&calm).unwrap();
    std::fs::remove_file(file.with_file_name("calm.dfrec")).unwrap();
    let mut film = Film::open(&file).unwrap();
    let whole = Duration::from_secs(STEPS / 30);
    assert!(
        !film.is_complete() && film.duration() < whole,
        "{:?}",
        film.duration()
    );
    assert!(film.duration() > whole / 10, "{:?}", film.duration());
    let mut different = 0;
    let mut before = Vec::new();
    for index in 0..film.len() {
        let frame = film.read(index).unwrap();
        let expected = calm.read(usize::try_from(frame.number).unwrap()).unwrap();
        assert!(frame.pixels == expected.pixels, "frame {}", frame.number);
        different += usize::from(frame.pixels != before);
        before = frame.pixels.to_vec();
    }
    assert!(different > film.len() / 2, "{different} of {}", film.len());
    std::fs::remove_file(&file).unwrap();
}
