//! A game whose steps take time, and scripted targets, for tests on a made-up clock.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::super::super::clock::MadeUpTime;
use super::super::super::control::{
    Control, ControlSender, LoopControl, ReplaceSurface, WantedSurface,
};
use super::super::super::monitor::DrawnFrame;
use super::super::super::target::{FrameOutcome, ScriptedCalls, ScriptedTarget};
use super::super::*;
use crate::app::options::Options;
use crate::base::color::Color;
use crate::time::TimeScale;
use crate::world::{Object, WindowRequest};

pub(crate) const SECOND: Duration = Duration::from_secs(1);

/// A game whose steps take a given time. It stores when each step began.
pub(crate) struct TimedGame {
    time: MadeUpTime,
    /// Time of a step, by its number.
    pub(crate) takes: fn(u64) -> Duration,
    /// Messages to send after the steps with these numbers.
    pub(crate) sends: Vec<(u64, Control)>,
    /// Time scales to set, as by another thread, after the steps with these numbers.
    pub(crate) scales: Vec<(u64, TimeScale)>,
    /// Vsync settings that the game requests in the steps with these numbers.
    pub(crate) vsync: Vec<(u64, bool)>,
    pub(crate) sender: Option<ControlSender>,
    steps: u64,
    pub(crate) rate: StepRate,
    pub(crate) policy: PolicySettings,
    /// Start time of each step.
    pub(crate) began: Vec<Duration>,
    /// Requested surfaces and their times. Each is delivered at once.
    pub(crate) asked: Arc<Mutex<Vec<(Duration, WantedSurface)>>>,
}

impl TimedGame {
    pub(crate) fn new(time: &MadeUpTime, steps: u64) -> Self {
        Self {
            time: time.clone(),
            takes: |_| Duration::ZERO,
            sends: Vec::new(),
            scales: Vec::new(),
            vsync: Vec::new(),
            sender: None,
            steps,
            rate: StepRate::SIXTY,
            policy: PolicySettings::INTERPOLATED,
            began: Vec::new(),
            asked: Arc::default(),
        }
    }

    /// Returns how late each step began.
    pub(crate) fn lateness(&self) -> Vec<Duration> {
        let due = (1..).map(|step| self.rate.time_of(step));
        let late = self.began.iter().zip(due);
        late.map(|(&began, due)| began.checked_sub(due).expect("not early"))
            .collect()
    }
}

impl Game for TimedGame {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        // An object is needed, because only a frame with a layer has a smoothing factor.
        let dot = cx.assets.add_rect("dot", 1, 1, Color::WHITE)?;
        cx.spawn(Object::from(dot));
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.began.push(self.time.now());
        let step = cx.time.number;
        for (_, on) in self.vsync.extract_if(.., |(at, _)| *at == step) {
            cx.change_window(WindowRequest::Vsync(on));
        }
        self.time.pass((self.takes)(step));
        for (_, control) in self.sends.extract_if(.., |(at, _)| *at == step) {
            self.sender.as_ref().unwrap().send(control);
        }
        for (_, scale) in self.scales.extract_if(.., |(at, _)| *at == step) {
            let control = LoopControl(self.sender.clone().unwrap());
            control.set_time_scale(scale);
        }
        if step == self.steps {
            cx.stop();
        }
    }
}

/// Plays the game on this target. Returns the total time that was skipped as gaps or dropped by the policy.
pub(crate) fn play_on(
    time: &MadeUpTime,
    game: &mut TimedGame,
    target: ScriptedTarget,
    film: Option<PathBuf>,
) -> Duration {
    play_paced(time, game, target, film, None)
}

/// Like `play_on`, with a maximum of `most_frames` frames per second.
pub(crate) fn play_paced(
    time: &MadeUpTime,
    game: &mut TimedGame,
    target: ScriptedTarget,
    film: Option<PathBuf>,
    most_frames: Option<f64>,
) -> Duration {
    let options = Options {
        capture: film,
        ..Options::default()
    };
    let app = App::new("scripted", options)
        .cells(10, 4)
        .step_rate(game.rate)
        .policy(game.policy);
    game.sender = Some(app.sender.clone());
    let (asked, now, sender) = (game.asked.clone(), time.clone(), app.sender.clone());
    let mut session = windowed(&app, target);
    session.refresh_rates = most_frames.map(|rate| RefreshRates {
        current: rate,
        without_gpu: rate,
    });
    session.link.request_surface = Box::new(move |wanted| {
        asked.lock().unwrap().push((now.now(), wanted));
        let there = ReplaceSurface(Box::new(|_| ()));
        sender.send(Control::ReplaceSurface(there));
    });
    let mut runner = timed(&app, game, session, time);
    assert!(runner.run().unwrap().is_none());
    runner.pace.dropped()
}

/// Returns the session of a window with this target.
pub(crate) fn windowed(app: &App, target: ScriptedTarget) -> Session {
    Session {
        headless: false,
        ..Session::headless(
            FrameTarget::Scripted(target),
            app.view.pixels(),
            app.input_queue(),
            app.receiver.clone(),
        )
    }
}

/// Returns the parts of a game's thread, on a made-up clock.
pub(crate) fn timed<'a>(
    app: &App,
    game: &'a mut dyn Game,
    session: Session,
    time: &MadeUpTime,
) -> Runner<'a> {
    let capture = Capture::open(capture_settings(app, false).unwrap()).unwrap();
    let mut runner = runner(app, game, session, capture).unwrap();
    runner.pace.clock = GameClock::made_up(time.clone());
    runner.set_size(app.view.pixels());
    begin_input(app, &mut runner).unwrap();
    runner
}

/// Imitates a display that takes 5 ms to show a frame: advances the clock by this time.
pub(crate) fn shown(time: &MadeUpTime) -> FrameOutcome {
    time.pass(Duration::from_millis(5));
    FrameOutcome::Complete(DrawnFrame::default())
}

/// Returns a target that is always ready, and the times of its frames. `draw` gets the number of the frame and its
/// size.
pub(crate) fn watched(
    time: &MadeUpTime,
    mut draw: impl FnMut(usize, [u32; 2]) -> FrameOutcome + Send + 'static,
) -> (ScriptedTarget, Arc<Mutex<Vec<Duration>>>) {
    let draws = Arc::new(Mutex::new(Vec::new()));
    let (drawn, now) = (draws.clone(), time.clone());
    let target = ScriptedTarget {
        acquire: Box::new(|| true),
        draw: Box::new(move |frame| {
            let mut drawn = drawn.lock().unwrap();
            drawn.push(now.now());
            draw(drawn.len(), frame.target)
        }),
        calls: ScriptedCalls::default(),
    };
    (target, draws)
}
