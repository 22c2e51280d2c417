//! Films of games on a made-up clock, and of runs without a window.

use std::path::Path;
use std::time::Duration;

use super::super::clock::MadeUpTime;
use super::super::control::Control;
use super::tests::scripted::{SECOND, TimedGame, play_on, shown, watched};
use super::*;
use crate::app::options::{Backend, Options};
use crate::capture::Film;
use crate::files::Scratch;
use crate::time::TimeScale;
use crate::world::{Behavior, Object};

/// Returns the number of each frame of a film, and the film's length. A frame's number is its time, counted in frames.
fn numbers(path: &Path) -> (Vec<u64>, Duration) {
    let mut film = Film::open(path).unwrap();
    let numbers = (0..film.len()).map(|index| film.read(index).unwrap().number);
    let numbers = numbers.collect();
    (numbers, film.duration())
}

fn scale(scale: f64) -> TimeScale {
    TimeScale::new(scale).unwrap()
}

/// A late game leaves out frames of its film, because drawing them would make it later still.
#[test]
fn a_film_of_a_late_game_drops_and_counts_frames() {
    let folder = Scratch::new("late-film");
    let path = folder.path("a.dfrec");
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| shown(&now));
    let mut game = TimedGame::new(&time, 300);
    game.takes = |step| Duration::from_millis(if step <= 60 { 30 } else { 1 });
    play_on(&time, &mut game, target, Some(path.clone()));
    let late = game.lateness();
    assert!(late[60] > SECOND / 2 && late[299] < SECOND / 60, "{late:?}");
    let mut film = Film::open(path).unwrap();
    let numbers: Vec<_> = (0..film.len())
        .map(|index| film.read(index).unwrap().number)
        .collect();
    // Steps are counted from 1, frames from 0.
    let late: Vec<_> = numbers.iter().take_while(|&&number| number < 60).collect();
    // One step of eight is captured nevertheless: the film of a game that is always late would otherwise be empty.
    assert_eq!(late, [&7, &15, &23, &31, &39, &47, &55], "{numbers:?}");
    assert_eq!(film.len() as u64 + film.dropped(), 300);
}

/// A game that is paused is not late, however long its single steps take.
#[test]
fn a_film_has_the_single_steps_of_a_paused_game() {
    let folder = Scratch::new("paused-film");
    let path = folder.path("a.dfrec");
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| shown(&now));
    // The game takes few steps, so that no frame is dropped because of a slow disk.
    let mut game = TimedGame::new(&time, 10);
    game.takes = |step| Duration::from_millis(if (6..9).contains(&step) { 20 } else { 1 });
    game.sends = vec![
        (5, Control::Pause(true)),
        (5, Control::Step),
        (5, Control::Step),
        (5, Control::Step),
        (8, Control::Pause(false)),
    ];
    play_on(&time, &mut game, target, Some(path.clone()));
    assert_eq!(game.began.len(), 10);
    let film = Film::open(path).unwrap();
    assert_eq!((film.len(), film.dropped()), (10, 0));
}

#[test]
fn a_film_shows_slow_motion_and_fast_motion_as_they_were_seen() {
    let folder = Scratch::new("scaled-film");
    let path = folder.path("a.dfrec");
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| shown(&now));
    let mut game = TimedGame::new(&time, 12);
    game.scales = vec![(3, scale(0.25)), (6, scale(2.0))];
    play_on(&time, &mut game, target, Some(path.clone()));
    // The first three steps take a frame each, the next three four frames each. The last six take half a frame each, so
    // every other one is left out.
    assert_eq!(
        numbers(&path),
        (vec![0, 1, 2, 3, 7, 11, 15, 16, 17], SECOND * 18 / 60)
    );
}

#[test]
fn a_film_without_a_window_shows_slow_motion() {
    /// Requests slow motion with the third step, and the usual speed with the sixth.
    #[derive(Clone)]
    struct Slow;

    impl Behavior for Slow {
        fn step(&mut self, cx: &mut Context<'_>) {
            match cx.time.number {
                3 => cx.set_time_scale(scale(0.25)),
                6 => cx.set_time_scale(TimeScale::NORMAL),
                _ => {}
            }
        }
    }

    let folder = Scratch::new("slow-headless");
    let path = folder.path("a.dfrec");
    let options = Options {
        headless: true,
        steps: Some(8),
        capture: Some(path.clone()),
        backend: Backend::Software,
        ..Options::default()
    };
    let start = |cx: &mut Context<'_>| {
        cx.spawn_with(Object::default(), Slow);
        Ok(())
    };
    App::new("Slow", options).cells(10, 4).run(start).unwrap();
    let (numbers, length) = numbers(&path);
    // There is one frame after each of eight steps. Those after steps 3 to 5 are shown for four frames each.
    assert_eq!(numbers, [0, 1, 2, 6, 10, 14, 15, 16]);
    assert_eq!(length, SECOND * 17 / 60);
}

#[test]
fn a_film_without_a_window_is_as_long_as_its_steps() {
    let folder = Scratch::new("long-headless");
    let path = folder.path("a.dfrec");
    for (steps, rate, frames) in [
        (180, 20.0, 60),
        (180, 24.0, 72),
        (180, 60.0, 180),
        (180, 144.0, 432),
        (60, 30.0, 30),
        (1, 60.0, 1),
        (0, 60.0, 1),
    ] {
        let options = Options {
            headless: true,
            steps: Some(steps),
            capture: Some(path.clone()),
            draw_rate: Some(rate),
            backend: Backend::Software,
            ..Options::default()
        };
        let app = App::new("Long", options).cells(10, 4);
        app.run(|_: &mut Context<'_>| Ok(())).unwrap();
        let film = Film::open(&path).unwrap();
        assert_eq!(film.len(), frames, "{steps} steps at {rate}");
        let seconds = film.duration().as_secs_f64();
        assert!(
            (seconds - frames as f64 / rate).abs() < 1e-6,
            "{rate}: {seconds}"
        );
    }
}
