//! Loop policies of a game's own, in whole runs.

use std::time::Duration;

use super::super::super::clock::MadeUpTime;
use super::super::super::control::{Control, ControlSender};
use super::super::super::monitor::DrawnFrame;
use super::super::super::target::FrameOutcome;
use super::super::*;
use super::scripted::{TimedGame, shown, timed, watched, windowed};
use crate::app::options::{Backend, Options};
use crate::files::Scratch;
use crate::time::{Action, DrawTime, Handover, LoopPolicy, TimeScale};

/// Takes a step of half the nominal length every 10 ms, and draws after each. Panics after a second.
#[derive(Debug, Default)]
struct HalfSteps {
    now: Duration,
    steps: u32,
    draws: bool,
}

impl LoopPolicy for HalfSteps {
    fn next(&mut self, now: Duration) -> Action {
        assert!(now < Duration::from_secs(1), "meant to happen in a policy");
        self.now = now;
        if core::mem::take(&mut self.draws) {
            return Action::Draw(self.draw_time());
        }
        if !self.until_update().is_zero() {
            return Action::Wait(self.until_update());
        }
        self.steps += 1;
        self.draws = true;
        Action::Update { dt: 0.5 }
    }

    fn draw_time(&self) -> DrawTime {
        DrawTime {
            now: self.now,
            exact: true,
            ..DrawTime::default()
        }
    }

    fn until_update(&self) -> Duration {
        (self.steps * Duration::from_millis(10)).saturating_sub(self.now)
    }

    fn hand_over(&self) -> Handover {
        Handover {
            now: Some(self.now),
            ..Handover::default()
        }
    }

    fn take_over(&mut self, from: Handover) {
        self.now = from.now.unwrap_or_default();
        self.steps = u32::try_from(self.now.as_millis() / 10).unwrap_or_default();
    }
}

/// Waits a year. Pauses the game at 5 s of its time, if it has a sender.
#[derive(Debug, Default)]
struct Idle {
    pauser: Option<ControlSender>,
}

impl LoopPolicy for Idle {
    fn next(&mut self, now: Duration) -> Action {
        if now >= Duration::from_secs(5)
            && let Some(sender) = self.pauser.take()
        {
            sender.send(Control::Pause(true));
        }
        Action::Wait(Duration::from_secs(365 * 24 * 3600))
    }

    fn draw_time(&self) -> DrawTime {
        DrawTime::default()
    }

    fn until_update(&self) -> Duration {
        Duration::MAX
    }

    fn hand_over(&self) -> Handover {
        Handover::default()
    }

    fn take_over(&mut self, _: Handover) {}
}

/// Switches to [`HalfSteps`] in step 30.
struct Switching {
    dts: Vec<f32>,
    steps: usize,
}

impl Game for Switching {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.dts.push(cx.time.dt);
        let _ = cx.random().range(0..9_u32);
        if cx.time.number == 30 {
            cx.set_policy_with(|_| HalfSteps::default());
        }
        if self.dts.len() == self.steps {
            cx.stop();
        }
    }
}

/// Plays in a scripted window. Returns the game.
fn played(app: &App, steps: usize) -> Switching {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| {
        now.pass(Duration::from_micros(100));
        FrameOutcome::Complete(DrawnFrame::default())
    });
    let mut game = Switching {
        dts: Vec::new(),
        steps,
    };
    let mut runner = timed(app, &mut game, windowed(app, target), &time);
    assert!(runner.run().unwrap().is_none());
    game
}

#[test]
fn a_game_switches_to_its_own_policy_and_a_replay_needs_none() {
    let folder = Scratch::new("own-policy");
    let path = folder.path("a.replay");
    let options = Options {
        seed: Some(3),
        record: Some(path.clone()),
        ..Options::default()
    };
    let app = App::new("own-policy", options).cells(10, 4);
    let game = played(&app, 150);
    // 30 whole steps take half a second; then half steps come every 10 ms for the rest of the second.
    assert!(game.dts[..30].iter().all(|&dt| dt == 1.0), "{:?}", game.dts);
    assert!(
        game.dts[30..75].iter().all(|&dt| dt == 0.5),
        "{:?}",
        game.dts
    );
    // Then the policy panics, and the default one goes on.
    assert!(game.dts[85..].iter().all(|&dt| dt == 1.0), "{:?}", game.dts);
    let options = Options {
        headless: true,
        replay: Some(path),
        ..Options::default()
    };
    let mut again = Switching {
        dts: Vec::new(),
        steps: 1000,
    };
    let app = App::new("own-policy", options).cells(10, 4);
    app.run_game(&mut again).unwrap();
    assert_eq!(again.dts, game.dts);
}

#[test]
fn a_headless_run_ends_although_its_policy_never_steps() {
    let options = Options {
        headless: true,
        steps: Some(20),
        backend: Backend::Software,
        ..Options::default()
    };
    let app = App::new("idle", options)
        .cells(10, 4)
        .policy_with(|_| Idle::default());
    let mut game = Switching {
        dts: Vec::new(),
        steps: 1000,
    };
    app.run_game(&mut game).unwrap();
    assert_eq!(game.dts, [1.0; 20]);
    // In a window, the same policy is replaced after ten seconds.
    let time = MadeUpTime::default();
    let mut game = TimedGame::new(&time, 20);
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| shown(&now));
    let app = App::new("idle", Options::default())
        .cells(10, 4)
        .policy_with(|_| Idle::default());
    let mut runner = timed(&app, &mut game, windowed(&app, target), &time);
    assert!(runner.run().unwrap().is_none());
    let first = game.began[0];
    assert!((10..13).contains(&first.as_secs()), "{first:?}");
}

/// Runs a game whose policy waits a year, at a time scale. If `pauses`, it is paused for a minute. Returns the real time
/// of its first step.
fn first_step(scale: f64, pauses: bool) -> Duration {
    let time = MadeUpTime::default();
    let mut game = TimedGame::new(&time, 3);
    let app = App::new("idle", Options::default()).cells(10, 4);
    let (now, sender) = (time.clone(), app.sender.clone());
    let mut is_paused = pauses;
    // The policy draws nothing, so the first frame is drawn in the pause.
    let (target, _) = watched(&time, move |_, _| {
        if core::mem::take(&mut is_paused) {
            now.pass(Duration::from_secs(60));
            sender.send(Control::Pause(false));
        }
        shown(&now)
    });
    let pauser = pauses.then(|| app.sender.clone());
    let app = app.policy_with(move |_| Idle {
        pauser: pauser.clone(),
    });
    let mut runner = timed(&app, &mut game, windowed(&app, target), &time);
    runner.pace.clock.set_scale(TimeScale::new(scale).unwrap());
    assert!(runner.run().unwrap().is_none());
    game.began[0]
}

#[test]
fn a_policy_that_waits_stops_the_game_for_ten_real_seconds() {
    for scale in [0.01, 0.2, 1.0, 100.0] {
        let first = first_step(scale, false).as_secs_f64();
        // The next step of the default policy is due after a nominal step.
        let expected = 10.0 + 1.0 / 60.0 / scale;
        assert!(
            (expected..expected + 0.3).contains(&first),
            "{scale}: {first}"
        );
    }
}

#[test]
fn a_pause_does_not_count_as_idle_time_of_a_policy() {
    for scale in [1.0, 3.0, 100.0] {
        let first = first_step(scale, true).as_secs_f64();
        assert!((70.0..70.5).contains(&first), "{scale}: {first}");
    }
}
