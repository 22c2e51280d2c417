//! Running backwards on a made-up clock: a game's changes to its loop and its window are undone with its steps.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::super::clock::MadeUpTime;
use super::super::control::{Control, ControlSender};
use super::tests::scripted::{shown, timed, watched, windowed};
use super::*;
use crate::app::options::Options;
use crate::time::{Smoothing, TimeScale};
use crate::world::WindowRequest;

/// Number of the step that changes the settings. After the step `LATEST`, the game runs backwards.
const CHANGES: u64 = 20;
const LATEST: u64 = 40;

/// A game that runs backwards and then takes some further steps. It changes its loop and its window, unless its steps
/// take time.
struct ChangingGame {
    time: MadeUpTime,
    sender: ControlSender,
    goes_back: Arc<AtomicBool>,
    went_on: Arc<AtomicBool>,
    /// Time of a step. A step that is repeated to go back takes four times as long, as if several were repeated.
    takes: Duration,
    goes_on_for: usize,
    /// Numbers and times of the steps after the game ran backwards.
    after: Vec<(u64, Duration)>,
}

impl Game for ChangingGame {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        let (goes_back, went_on) = (&self.goes_back, &self.went_on);
        let is_again = goes_back.load(Ordering::Relaxed) && !went_on.load(Ordering::Relaxed);
        self.time.pass(self.takes * if is_again { 4 } else { 1 });
        if self.went_on.load(Ordering::Relaxed) {
            self.after.push((step, self.time.now()));
            if self.after.len() == self.goes_on_for {
                cx.stop();
            }
        } else if step == CHANGES && self.takes.is_zero() {
            let requests = &mut *cx.requests;
            requests.smoothing = Some(Smoothing::Forward);
            requests.policy = Some(PolicySettings::FIXED.into());
            requests.time_scale = TimeScale::new(0.5).ok();
            requests.window = vec![
                WindowRequest::CursorVisible(false),
                WindowRequest::Title("Slow".to_owned()),
            ];
        } else if step == LATEST {
            self.sender.send(Control::Rewind(true));
            self.goes_back.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_rewound_game_gets_the_loop_and_window_settings_of_its_step() {
    // The game resumes from a step after the change, then from one before it.
    for (frames_back, is_before) in [(30, false), (170, true)] {
        let time = MadeUpTime::default();
        let app = App::new("ChangingGame", Options::default()).cells(10, 4);
        let went_on = Arc::new(AtomicBool::new(false));
        let goes_back = Arc::new(AtomicBool::new(false));
        let (now, sender) = (time.clone(), app.sender.clone());
        let (goes_on, back, mut frames) = (went_on.clone(), goes_back.clone(), 0);
        let (target, _) = watched(&time, move |_, _| {
            frames += u32::from(back.load(Ordering::Relaxed));
            if frames == frames_back {
                sender.send(Control::Rewind(false));
                goes_on.store(true, Ordering::Relaxed);
            }
            shown(&now)
        });
        let mut game = ChangingGame {
            time: time.clone(),
            sender: app.sender.clone(),
            goes_back,
            went_on,
            takes: Duration::ZERO,
            goes_on_for: 3,
            after: Vec::new(),
        };
        let changes = Arc::new(Mutex::new(Vec::new()));
        let noted = changes.clone();
        let mut session = windowed(&app, target);
        session.link.change = Box::new(move |change| noted.lock().unwrap().push(change));
        let mut runner = timed(&app, &mut game, session, &time);
        assert!(runner.run().unwrap().is_none());
        let settings = runner.settings.clone();
        let after = game.after;
        let window = changes.lock().unwrap().clone();
        let title = |title: &str| WindowRequest::Title(title.to_owned());
        let expected = [
            WindowRequest::CursorVisible(false),
            title("Slow"),
            title("ChangingGame"),
            WindowRequest::CursorVisible(true),
        ];
        let step = after[0].0;
        assert_eq!(step <= CHANGES, is_before, "it went on with step {step}");
        assert!(step < LATEST, "it went on with step {step}");
        let took = (after[2].1 - after[1].1).as_secs_f64() * 60.0;
        let half = if is_before { 1.0 } else { 2.0 };
        assert!((took - half).abs() < 0.7, "a step took {took} nominal ones");
        assert_eq!(window, expected[..if is_before { 4 } else { 2 }]);
        let is_first = settings.smoothing == Smoothing::default()
            && settings.policy == PolicyChoice::default()
            && settings.time_scale == TimeScale::NORMAL
            && settings.window.title == app.window.title
            && settings.window.cursor_visible == app.window.cursor_visible;
        assert_eq!(is_first, is_before, "{settings:?}");
    }
}

/// The time that steps back take, with their repeated steps, does not count as the game's time.
#[test]
fn a_heavy_game_that_ran_backwards_goes_on_at_its_own_pace() {
    let time = MadeUpTime::default();
    let app = App::new("Heavy", Options::default()).cells(10, 4);
    let went_on = Arc::new(AtomicBool::new(false));
    let goes_back = Arc::new(AtomicBool::new(false));
    let (now, sender) = (time.clone(), app.sender.clone());
    let (goes_on, back, mut frames) = (went_on.clone(), goes_back.clone(), 0);
    let (target, _) = watched(&time, move |_, _| {
        frames += u32::from(back.load(Ordering::Relaxed));
        if frames == 10 {
            sender.send(Control::Rewind(false));
            goes_on.store(true, Ordering::Relaxed);
        }
        shown(&now)
    });
    let mut game = ChangingGame {
        time: time.clone(),
        sender: app.sender.clone(),
        goes_back,
        went_on,
        takes: Duration::from_millis(8),
        goes_on_for: 13,
        after: Vec::new(),
    };
    let mut runner = timed(&app, &mut game, windowed(&app, target), &time);
    assert!(runner.run().unwrap().is_none());
    drop(runner);
    let after = game.after;
    assert!(after[0].0 < LATEST, "{after:?}");
    // A step and a frame take 13 ms. With a backlog, steps would follow one another faster than 60 per second.
    let took = after[12].1 - after[0].1;
    let expected = StepRate::SIXTY.time_of(12);
    assert!(
        took.abs_diff(expected) <= Duration::from_millis(6),
        "{took:?}, {after:?}"
    );
}
