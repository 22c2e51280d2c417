//! Films, screenshots and recordings that a game requests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use glam::Vec2;

use super::super::super::clock::MadeUpTime;
use super::super::super::monitor::DrawnFrame;
use super::super::super::target::{FrameOutcome, ScriptedCalls, ScriptedTarget};
use super::super::*;
use super::scripted::{timed, watched, windowed};
use crate::app::options::{Backend, Options};
use crate::base::color::Color;
use crate::capture::Film;
use crate::files::Scratch;
use crate::image as pictures;
use crate::replay::InputRecording;
use crate::world::{CaptureRequest, Corner, FrameContext};

/// Shows the number of each step as text, and makes each request in the step that is listed with it.
struct Asking {
    requests: Vec<(u64, CaptureRequest)>,
    steps: u64,
    /// Ten times the number of the latest step, at most 255: the green channel of the text that `frame` draws.
    latest: u8,
}

impl Game for Asking {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let number = cx.time.number;
        self.latest = u8::try_from(10 * number).unwrap_or(u8::MAX);
        cx.canvas(2)
            .text(Vec2::ZERO, &format!("step {number}"), Color::WHITE);
        for (_, request) in self.requests.iter().filter(|(step, _)| *step == number) {
            cx.capture(request.clone());
        }
        if number == self.steps {
            cx.stop();
        }
    }

    fn frame(&self, cx: &mut FrameContext<'_>) {
        let color = Color::rgb(0, self.latest, 0);
        cx.canvas(2).text(Vec2::Y, "frame", color);
    }
}

fn asking(folder: &Scratch) -> Asking {
    let path = |name: &str| folder.path(name);
    Asking {
        requests: vec![
            (5, CaptureRequest::Screenshot(path("five.png"))),
            (5, CaptureRequest::StartInput(path("early.replay"))),
            (10, CaptureRequest::StartFilm(path("a.dfrec"))),
            // Ignored: there is a film already, and a recording.
            (12, CaptureRequest::StartFilm(path("ignored.dfrec"))),
            (12, CaptureRequest::StartInput(path("ignored.replay"))),
            (19, CaptureRequest::StopFilm),
            (20, CaptureRequest::StopInput),
            (30, CaptureRequest::StartInput(path("late.replay"))),
            (31, CaptureRequest::Screenshot(path("no-such-folder/a.png"))),
            (35, CaptureRequest::StartFilm(path("b.dfrec"))),
            (36, CaptureRequest::StopInput),
            (37, CaptureRequest::StopInput),
        ],
        steps: 40,
        latest: 0,
    }
}

/// Returns the first line of text of each frame of a film.
fn texts(path: &Path) -> Vec<String> {
    let mut film = Film::open(path).unwrap();
    let texts = (0..film.len()).map(|index| {
        let text = film.read(index).unwrap().cells.to_string();
        text.lines().next().unwrap_or_default().to_owned()
    });
    texts.collect()
}

fn steps_of(path: PathBuf) -> u64 {
    let recording = InputRecording::read(&path).unwrap();
    assert!(recording.is_complete());
    let options = Options {
        headless: true,
        replay: Some(path),
        ..Options::default()
    };
    // A replay that diverges fails.
    let mut again = Asking {
        requests: Vec::new(),
        steps: 1000,
        latest: 0,
    };
    App::new("asking", options)
        .cells(16, 4)
        .run_game(&mut again)
        .unwrap();
    recording.last_step()
}

fn assert_files(folder: &Scratch) {
    let first = texts(&folder.path("a.dfrec"));
    let steps = |texts: &[String]| {
        let mut steps: Vec<u64> = texts
            .iter()
            .map(|text| text.trim_start_matches("step ").parse().unwrap())
            .collect();
        steps.dedup();
        steps
    };
    // A live film may drop frames, but it shows no other steps.
    let shown = steps(&first);
    assert!(
        !shown.is_empty() && shown.iter().all(|step| (10..=19).contains(step)),
        "{shown:?}"
    );
    let shown = steps(&texts(&folder.path("b.dfrec")));
    assert!(
        !shown.is_empty() && shown.iter().all(|step| (35..=40).contains(step)),
        "{shown:?}"
    );
    for name in ["ignored.dfrec", "ignored.replay"] {
        assert!(!folder.path(name).exists(), "{name}");
    }
    assert_eq!(steps_of(folder.path("early.replay")), 20);
    assert_eq!(steps_of(folder.path("late.replay")), 36);
    let picture = pictures::open(folder.path("five.png")).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), (128, 64));
    for color in [[255; 3], [0, 50, 0]] {
        assert!(picture.pixels().any(|pixel| pixel.0 == color), "{color:?}");
    }
}

fn run_headless(game: &mut Asking) {
    let options = Options {
        headless: true,
        backend: Backend::Software,
        steps: Some(200),
        ..Options::default()
    };
    let app = App::new("asking", options).cells(16, 4);
    app.run_game(game).unwrap();
}

fn run_in_window(game: &mut Asking) {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| {
        now.pass(Duration::from_micros(100));
        FrameOutcome::Complete(DrawnFrame::default())
    });
    let app = App::new("asking", Options::default()).cells(16, 4);
    let mut runner = timed(&app, game, windowed(&app, target), &time);
    assert!(runner.run().unwrap().is_none());
}

#[test]
fn a_game_films_records_and_takes_screenshots_without_a_window() {
    let folder = Scratch::new("asking-headless");
    run_headless(&mut asking(&folder));
    assert_files(&folder);
}

#[test]
fn a_game_films_records_and_takes_screenshots_beside_a_window() {
    let folder = Scratch::new("asking-window");
    let mut game = asking(&folder);
    game.requests
        .push((15, CaptureRequest::FrameRate(Some(Corner::BottomLeft))));
    run_in_window(&mut game);
    assert_files(&folder);
}

#[test]
fn a_replay_writes_none_of_the_games_files() {
    let folder = Scratch::new("asking-replay");
    let path = folder.path("a.replay");
    let options = |replay, record| Options {
        headless: true,
        backend: Backend::Software,
        steps: Some(40),
        replay,
        record,
        ..Options::default()
    };
    let play = |options: Options, game: &mut Asking| {
        App::new("asking", options)
            .cells(16, 4)
            .run_game(game)
            .unwrap();
    };
    let mut game = asking(&folder);
    game.requests.clear();
    play(options(None, Some(path.clone())), &mut game);
    play(options(Some(path), None), &mut asking(&folder));
    for name in ["five.png", "a.dfrec", "early.replay", "late.replay"] {
        assert!(!folder.path(name).exists(), "{name}");
    }
}

/// A game that makes three films of one name, one right after the other.
#[test]
fn a_film_of_the_same_name_replaces_the_earlier_one() {
    for name in ["take.gif", "take.apng", "take.dfrec"] {
        for in_window in [false, true] {
            let folder = Scratch::new("same-film");
            let path = folder.path(name);
            let start = || CaptureRequest::StartFilm(path.clone());
            let mut game = Asking {
                requests: vec![
                    (10, start()),
                    (40, CaptureRequest::StopFilm),
                    (40, start()),
                    (70, CaptureRequest::StopFilm),
                    (71, start()),
                    (100, CaptureRequest::StopFilm),
                ],
                steps: 110,
                latest: 0,
            };
            match in_window {
                true => run_in_window(&mut game),
                false => run_headless(&mut game),
            }
            assert_eq!(folder.names(), [name], "in a window: {in_window}");
            if name == "take.dfrec" {
                let texts = texts(&path);
                let is_third = |text: &String| {
                    let step: u64 = text.trim_start_matches("step ").parse().unwrap();
                    (71..=100).contains(&step)
                };
                assert!(!texts.is_empty() && texts.iter().all(is_third), "{texts:?}");
            }
        }
    }
}

#[test]
fn a_game_does_not_end_the_players_recording() {
    let folder = Scratch::new("players-recording");
    let own = folder.path("own.replay");
    let options = Options {
        headless: true,
        record: Some(own.clone()),
        ..Options::default()
    };
    let mut game = Asking {
        requests: vec![
            (5, CaptureRequest::StartInput(folder.path("game.replay"))),
            (20, CaptureRequest::StopInput),
        ],
        steps: 40,
        latest: 0,
    };
    App::new("asking", options)
        .cells(16, 4)
        .run_game(&mut game)
        .unwrap();
    assert_eq!(
        (steps_of(own), folder.names()),
        (40, vec!["own.replay".to_owned()])
    );
}

/// Shows the frame rate, and films from step 90 to step 120.
struct Filming {
    file: PathBuf,
    /// Number of the latest step.
    step: Arc<AtomicU64>,
}

impl Game for Filming {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.step.store(cx.time.number, Ordering::Relaxed);
        match cx.time.number {
            1 => cx.capture(CaptureRequest::FrameRate(Some(Corner::TopLeft))),
            90 => cx.capture(CaptureRequest::StartFilm(self.file.clone())),
            120 => cx.capture(CaptureRequest::StopFilm),
            150 => cx.stop(),
            _ => {}
        }
    }
}

/// The frame rate itself is measured once a second, but its colour changes at once.
#[test]
fn the_frame_rate_is_white_while_a_game_films() {
    let folder = Scratch::new("white-frame-rate");
    let time = MadeUpTime::default();
    let (now, step) = (time.clone(), Arc::<AtomicU64>::default());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (drawn, latest) = (seen.clone(), step.clone());
    let target = ScriptedTarget {
        acquire: Box::new(|| true),
        draw: Box::new(move |frame| {
            now.pass(Duration::from_millis(1));
            // The game draws nothing, so that only the frame rate has instances.
            let layers = frame.layers.iter();
            let tints = layers.flat_map(|painted| painted.layer.columns().instances.iter());
            let step = latest.load(Ordering::Relaxed);
            let tints = tints.map(|instance| (step, instance.tint == Color::WHITE.premultiplied()));
            drawn.lock().unwrap().extend(tints);
            FrameOutcome::Complete(DrawnFrame::default())
        }),
        calls: ScriptedCalls::default(),
    };
    let mut game = Filming {
        file: folder.path("film.dfrec"),
        step,
    };
    let app = App::new("filming", Options::default()).cells(16, 4);
    let mut runner = timed(&app, &mut game, windowed(&app, target), &time);
    assert!(runner.run().unwrap().is_none());
    drop(runner);
    let seen = seen.lock().unwrap();
    for (step, is_white) in &*seen {
        assert_eq!((90..120).contains(step), *is_white, "step {step}");
    }
    for steps in [70..90, 90..120, 120..150] {
        assert!(
            seen.iter().any(|(step, _)| steps.contains(step)),
            "{steps:?}"
        );
    }
}
