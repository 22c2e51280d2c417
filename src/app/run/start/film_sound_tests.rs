//! The sound of films that a game in a window makes, on a made-up clock.

use std::path::{Path, PathBuf};

use super::super::clock::MadeUpTime;
use super::tests::scripted::{shown, timed, watched, windowed};
use super::*;
use crate::app::options::Options;
use crate::assets::ClipSource;
use crate::base::color::Color;
use crate::capture::Film;
use crate::files::Scratch;
use crate::world::CaptureRequest;
use glam::Vec2;

/// Number of steps. They are few, so that no frame is dropped because of a slow disk.
const STEPS: u64 = 12;

/// Shows the number of its step. Clicks in some steps.
struct Counter {
    clicks: &'static [u64],
    /// Film that the game begins in the fourth step, if any.
    film: Option<PathBuf>,
}

impl Game for Counter {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let click = ClipSource::samples(48_000, 1, [0.5]);
        cx.assets.add_sound("click", click)?;
        cx.play("click");
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        cx.canvas(1)
            .text(Vec2::ZERO, &step.to_string(), Color::WHITE);
        if self.clicks.contains(&step) {
            cx.play("click");
        }
        if let Some(film) = self.film.take_if(|_| step == 4) {
            cx.capture(CaptureRequest::StartFilm(film));
        }
        if step == STEPS {
            cx.stop();
        }
    }
}

/// Plays the game in a window that shows each step. `film` is captured from the start.
fn play(mut game: Counter, film: Option<PathBuf>) {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| shown(&now));
    let options = Options {
        capture: film,
        ..Options::default()
    };
    let app = App::new("counted", options).cells(10, 4);
    let session = windowed(&app, target);
    let mut runner = timed(&app, &mut game, session, &time);
    assert!(runner.run().unwrap().is_none());
}

/// Returns the step that a film's first frame shows, and the steps of its clicks.
fn heard(path: &Path) -> (u64, Vec<u64>) {
    let mut film = Film::open(path).unwrap();
    let frame = film.read(0).unwrap();
    let step: u64 = frame.cells.line(0).trim().parse().unwrap();
    let first = step - frame.number;
    let mut sound = film.sound().unwrap();
    let mut frames = vec![[0; 2]; usize::try_from(sound.len()).unwrap()];
    sound.read(0, &mut frames).unwrap();
    let clicks = (0..).zip(&frames).filter(|(_, frame)| **frame != [0; 2]);
    let clicks = clicks.map(|(at, _): (u64, _)| {
        assert_eq!(at % 800, 0, "inside of a step");
        first + at / 800
    });
    (first, clicks.collect())
}

#[test]
fn each_step_of_a_live_film_is_heard_at_its_frame() {
    let folder = Scratch::new("film-sound");
    let clicks: &[u64] = &[1, 2, 4, 5, 6, 9, 11, 12];
    // The film of a whole run.
    let path = folder.path("whole.dfrec");
    let game = Counter { clicks, film: None };
    play(game, Some(path.clone()));
    assert_eq!(heard(&path), (1, clicks.to_vec()));
    // A film that begins later has only the steps that it shows.
    let path = folder.path("later.dfrec");
    let film = Some(path.clone());
    play(Counter { clicks, film }, None);
    assert_eq!(heard(&path), (5, vec![5, 6, 9, 11, 12]));
}
