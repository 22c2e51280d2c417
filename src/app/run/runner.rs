//! The frame loop: carries out what the loop policy returns, and repeats. Read [`Runner::pass`] first.
//!
//! Owns everything of the game's thread, and the order in which a pass uses it. Knows no window and no GPU.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use glam::Vec2;

use super::clock::GameClock;
use super::control::{Control, ControlReceiver};
use super::measure::{DrawnFrame, Meter, Monitor};
use super::overlays::Overlays;
use super::painter::{Look, Painter};
use super::rewinding::Rewinding;
use super::screen::{FrameOutcome, Screen};
use crate::app::builder::{Demo, Game};
use crate::app::effects::EffectReceivers;
use crate::app::process::{RunningPart, print_checksum};
use crate::app::record::Recorder;
use crate::app::replaying::recording_name;
use crate::error::{Error, guarded};
use crate::input::{InputEvent, InputQueue};
use crate::jobs::JobNote;
use crate::replay::{InputRecorder, ReplayError, Replayer};
use crate::time::{Action, DrawTime, LoopPolicy, Smoothing, StatisticsRecorder, StepRate};
use crate::world::{Core, JobDelivery, StepInput, WindowRequest};

/// The least time between frames while the window is hidden: each of them may block for a second.
const HIDDEN_FRAME_TIME: Duration = Duration::from_secs(1);

/// Everything that the game's thread owns.
pub(crate) struct Runner<'a> {
    pub(crate) core: Core,
    pub(crate) game: &'a mut dyn Game,
    /// Decides what each pass does. A game may replace it.
    pub(crate) policy: Box<dyn LoopPolicy>,
    /// Nominal steps per second, for a policy that replaces this one.
    pub(crate) rate: StepRate,
    /// Publishes the statistics to other threads.
    pub(crate) monitor: Monitor,
    pub(crate) clock: GameClock,
    pub(crate) smoothing: Smoothing,
    pub(crate) look: Look,
    pub(crate) screen: Screen,
    /// The size of frames, in pixels. A side is 0 in a minimised window.
    pub(crate) target: [u32; 2],
    /// The player's input, from the window's thread.
    pub(crate) queue: InputQueue,
    /// Messages from the window's thread, signals and stoppers.
    pub(crate) receiver: ControlReceiver,
    /// Requests a new surface from the window's thread.
    #[cfg_attr(
        not(feature = "window"),
        expect(dead_code, reason = "only surfaces of windows get lost")
    )]
    pub(crate) request_surface: Box<dyn Fn() + Send>,
    /// Requests a change of the window from the window's thread.
    pub(crate) change_window: Box<dyn Fn(WindowRequest) + Send>,
    /// The least time between frames, where drawing does not wait for the display.
    pub(crate) frame_time: Option<Duration>,
    /// Replaces the player's input.
    pub(crate) demo: Option<Demo>,
    /// Replaces the player's input, and the demonstration's.
    pub(crate) replay: Option<Replayer>,
    /// The file that it is of, for errors.
    pub(crate) replay_path: PathBuf,
    /// Records the input; `None` in a run that nobody can ask for a recording.
    pub(crate) input_recorder: Option<InputRecorder>,
    /// Runs the game backwards; `None` without a window, and where it is turned off.
    pub(crate) rewinding: Option<Rewinding>,
    /// The game's name, for files that the player asks for.
    pub(crate) name: String,
    /// Stop after this step.
    pub(crate) steps: Option<u64>,
    /// Print a checksum every this many steps.
    pub(crate) checksum_every: Option<u64>,
    pub(crate) recorder: Recorder,
    /// Receives what the game sends out of the core.
    pub(crate) effects: EffectReceivers,
    /// What is shown over the game.
    pub(crate) overlays: Overlays,
    /// Of a measured game.
    pub(crate) meter: Option<Meter>,
    pub(crate) statistics: StatisticsRecorder,
    pub(crate) painter: Painter,
    /// The input of the latest step. Kept, like the notes, for its memory.
    pub(crate) events: Vec<InputEvent>,
    /// Input of the next step, before the player's: the game has just gone back.
    pub(crate) resumed_with: Vec<InputEvent>,
    /// The job notes of the latest step.
    pub(crate) notes: Vec<JobNote>,
    /// The view's size in world units, as it is from the next step on.
    pub(crate) view: Vec2,
    /// Whether the game's `start` has returned without an error.
    pub(crate) started: bool,
    /// Whether to end before the next step or frame.
    pub(crate) stop: bool,
    /// Whether the window is hidden.
    pub(crate) hidden: bool,
    /// Half a step: a longer wait for a frame would delay steps.
    pub(crate) max_sleep: Duration,
    /// When the next frame is due.
    pub(crate) next_frame: Option<Instant>,
}

impl Runner<'_> {
    /// Runs the game from start to stop. Its `stop` runs whenever its `start` has begun, also after an error or panic.
    ///
    /// # Errors
    /// The first failure: of the start or a pass, of the stop, or of completing the recordings.
    pub(crate) fn run(&mut self) -> Result<(), Error> {
        let playing = RunningPart::started("game");
        let played = guarded(|| {
            self.game.start(&mut self.core.context())?;
            self.started = true;
            if let Some(replay) = &mut self.replay {
                let begun = replay.begin(&self.core);
                begun.map_err(|fault| ReplayError::new(&self.replay_path, fault))?;
            }
            // What follows a step, done for the start: the first frame may be drawn before the first step.
            self.core.draw_views();
            self.effects.deliver(&mut self.core.effects);
            self.apply_requests();
            while !self.is_over() {
                self.pass()?;
            }
            Ok(())
        });
        let stopped = guarded(|| {
            self.game.stop(&mut self.core.context());
            self.core.world.report_unmatched(None);
            Ok(())
        });
        // In a guard of its own: what was sent before a panic is delivered, too.
        let delivered = guarded(|| {
            self.effects.deliver(&mut self.core.effects);
            Ok(())
        });
        drop(playing);
        // Recordings are kept also after a failure, unless the game did not start.
        let recorded = guarded(|| {
            if !self.started {
                return Ok(());
            }
            self.draw_last()?;
            let overlays = &mut self.overlays;
            self.recorder
                .finish(&mut self.painter, &self.core, &self.look, overlays)
        });
        let input = self
            .input_recorder
            .take()
            .map_or(Ok(()), InputRecorder::finish);
        // All have run; of several errors the first one is most likely the cause of the others.
        played.and(stopped).and(delivered).and(recorded)?;
        Ok(input?)
    }

    /// One decision of the loop policy, carried out.
    fn pass(&mut self) -> Result<(), Error> {
        let now = self.clock.now();
        match self.policy.next(now) {
            Action::Update { dt } => self.update(dt, now)?,
            Action::Draw(time) => self.draw(time)?,
            Action::Wait(time) => self.wait(time),
        }
        // After every pass, not only after steps: these may be seconds apart, and the window must still close at once.
        self.apply_requests();
        self.statistics.set_lost(
            self.clock.dropped() + self.policy.dropped(),
            self.policy.backlog(),
        );
        if self.statistics.pass(now) {
            let columns = self.core.characters().x;
            let statistics = self.statistics.snapshot();
            let rate = statistics.frames_per_second;
            self.monitor.publish(statistics);
            let frame_rate = &mut self.overlays.frame_rate;
            frame_rate.update(rate, &mut self.core.assets, columns);
        }
        Ok(())
    }

    /// Takes one step, with the input that has arrived since the last.
    fn update(&mut self, dt: f32, now: Duration) -> Result<(), Error> {
        if self.go_back() {
            return Ok(());
        }
        let start = Instant::now();
        let Some((dt, view)) = self.gather_input(dt) else {
            self.stop = true;
            return Ok(());
        };
        let input = StepInput {
            dt,
            start: now,
            view,
            events: &self.events,
            jobs: &self.notes,
            ..StepInput::next(&self.core)
        };
        self.overlays.debug.prepare_step(&mut self.core);
        let game = &mut *self.game;
        self.core.step_with(input, |cx| game.step(cx));
        // Before checksums and recordings, whose cost is not the game's.
        let took = start.elapsed();
        self.statistics.updated(took);
        if let Some(meter) = &mut self.meter {
            meter.stepped(took);
        }
        if let Some(recorder) = &mut self.input_recorder {
            recorder.step(&input, &self.core);
        }
        if let Some(rewinding) = &mut self.rewinding {
            rewinding.step(&input, &self.core);
        }
        // Not earlier: receivers are the program's, and their time is not the step's.
        self.effects.deliver(&mut self.core.effects);
        // Printed before anything is drawn, which cannot change it.
        let step = self.core.step_number();
        if self
            .checksum_every
            .is_some_and(|every| step.is_multiple_of(every))
        {
            print_checksum(self.core.checksum(), step);
        }
        self.check_replay()?;
        self.overlays.debug.after_step(&mut self.core);
        let overlays = &mut self.overlays;
        self.recorder
            .after_step(&mut self.painter, &self.core, &self.look, overlays)
    }

    /// Gathers the events and job notes of the next step. Returns its length in nominal steps, and the view's size; `None` at
    /// the end of a replay.
    fn gather_input(&mut self, dt: f32) -> Option<(f32, Vec2)> {
        self.events.clear();
        self.notes.clear();
        // During a demonstration and a replay too, or the queue would fill up.
        self.drain_queue();
        if let Some(replay) = &self.replay {
            let step = replay.next(&self.core)?;
            self.events.clone_from(&step.events);
            self.notes.clone_from(&step.jobs);
            return Some((step.dt, step.view));
        }
        if let Some(demo) = self.demo {
            // The player only watches: their input would change the demonstration.
            self.events.clear();
            self.events
                .extend(demo(self.core.step_number() + 1, &self.core.world));
        }
        // On a simulated clock each run is the same, however fast the threads are.
        let delivery = if self.clock.is_simulated() {
            JobDelivery::AfterSteps
        } else {
            JobDelivery::WhenReady
        };
        self.notes.extend(self.core.job_notes(delivery));
        Some((dt, self.view))
    }

    /// Takes what the player did since the latest step.
    fn drain_queue(&mut self) {
        let waiting = core::mem::take(&mut self.resumed_with);
        self.queue.drain_into(&mut self.events);
        if let Some(rewinding) = &mut self.rewinding {
            rewinding.watch(&self.events);
        }
        self.events.splice(..0, waiting);
    }

    /// Takes a step back, if the game runs backwards. Returns whether it does.
    fn go_back(&mut self) -> bool {
        if self.rewinding.as_ref().is_none_or(|one| !one.is_held()) {
            return false;
        }
        self.events.clear();
        self.drain_queue();
        let Self {
            rewinding,
            core,
            game,
            overlays,
            ..
        } = self;
        if let Some(rewinding) = rewinding {
            rewinding.go_back(core, &mut overlays.rewind, &mut |core, input| {
                core.step_with(input, |cx| game.step(cx));
            });
        }
        true
    }

    /// Begins to run backwards, or goes on from where the game is now.
    fn rewind(&mut self, is_held: bool) {
        let Some(rewinding) = &mut self.rewinding else {
            return;
        };
        if rewinding.is_held() == is_held {
            return;
        }
        if is_held {
            rewinding.begin(&mut self.core, &mut self.overlays.rewind);
            return;
        }
        let changes = rewinding.end(&mut self.core, &mut self.overlays.rewind);
        if let Some(replay) = &mut self.replay {
            replay.rewound(&self.core);
        } else {
            self.resumed_with = changes;
        }
        if let Some(recorder) = &mut self.input_recorder {
            recorder.truncate(self.core.step_number());
        }
    }

    /// Compares the state with the one that was recorded.
    fn check_replay(&mut self) -> Result<(), Error> {
        let Self {
            replay, core, game, ..
        } = self;
        let Some(replay) = replay else {
            return Ok(());
        };
        let checked = replay.check(core, &mut |core, input| {
            core.step_with(input, |cx| game.step(cx));
        });
        let path = self.replay_path.clone();
        checked.map_err(|fault| ReplayError::new(&path, fault).into())
    }

    /// Begins a file with the input of the run, or says which one is written already.
    fn record_input(&mut self) {
        let Some(recorder) = &mut self.input_recorder else {
            return;
        };
        if recorder.is_writing() {
            log::info!("F10: the input is recorded already");
            return;
        }
        let path = recording_name(&self.name);
        match recorder.write_to(&path) {
            Ok(()) => log::info!(
                "F10: recording the input since the start to {}: play it with --replay {}",
                path.display(),
                path.display()
            ),
            Err(error) => log::error!("F10: {error}"),
        }
    }

    /// Draws one frame, if one is due. Changes nothing in the world.
    fn draw(&mut self, time: DrawTime) -> Result<(), Error> {
        let start = Instant::now();
        if let Some(early) = self
            .next_frame
            .and_then(|at| at.checked_duration_since(start))
            .filter(|early| !early.is_zero())
        {
            // The display would not show it. The wait is short, so that steps are in time.
            self.wait(early.min(self.max_sleep));
            return Ok(());
        }
        // Backwards, each step is shown as it was: smoothed, it would move on within.
        let goes_back = self.rewinding.as_ref().is_some_and(Rewinding::is_held);
        let k = if goes_back {
            0.0
        } else {
            self.smoothing.factor(time.alpha)
        };
        let outcome = self.show(k)?;
        let mut rest = if self.hidden {
            Some(HIDDEN_FRAME_TIME)
        } else {
            self.frame_time
        };
        match outcome {
            FrameOutcome::Complete(drawn) => self.drawn(drawn)?,
            FrameOutcome::Skipped => rest = Some(HIDDEN_FRAME_TIME),
            #[cfg(feature = "window")]
            FrameOutcome::SurfaceLost => {
                (self.request_surface)();
                rest = Some(HIDDEN_FRAME_TIME);
            }
        }
        // Counted from when this frame was due, not from when it was drawn: lateness would add up, and the rate would
        // be lower than requested. After a stall one frame is due at once, and those that were missed are dropped.
        self.next_frame = rest.map(|rest| {
            // `None` where the system's clock started less than `rest` ago.
            let oldest = start.checked_sub(rest).unwrap_or(start);
            self.next_frame.map_or(start, |due| due.max(oldest)) + rest
        });
        self.recorder.after_draw(&mut self.screen)?;
        self.clock.frame_over();
        Ok(())
    }

    /// Draws the latest step itself, without smoothing, for the last frame of a recording. With interpolation, the
    /// frames before it are up to a step late and never show it whole.
    fn draw_last(&mut self) -> Result<(), Error> {
        if !self.recorder.wants_frames() {
            return Ok(());
        }
        self.show(0.0)?;
        self.recorder.after_draw(&mut self.screen)?;
        self.recorder.keep(&mut self.screen)
    }

    /// Draws everything, with smoothing factor `k`, onto the screen.
    fn show(&mut self, k: f32) -> Result<FrameOutcome, Error> {
        let (screen, overlays) = (&mut self.screen, &mut self.overlays);
        self.painter
            .paint(&self.core, &self.look, overlays, self.target, k, |frame| {
                screen.draw(frame)
            })
    }

    /// Counts a frame.
    fn drawn(&mut self, drawn: DrawnFrame) -> Result<(), Error> {
        self.overlays.debug.note_stats(drawn.stats);
        self.statistics.rendered(drawn.render);
        self.statistics.presented(drawn.present);
        if let Some(meter) = &mut self.meter {
            // The GPU may still be drawing, and its time belongs to this frame. Only when measuring: a wait in every
            // frame would keep the next step from being computed meanwhile.
            self.screen.finish()?;
            meter.drawn(&drawn);
            self.stop |= meter.is_full();
        }
        Ok(())
    }

    /// Sleeps for this long, or until a message comes. If it is zero, other threads may run.
    fn wait(&mut self, time: Duration) {
        if self.clock.is_simulated() {
            // Nothing is due now, and only frames advance this clock. A wait of 0 is a yield, and takes no time.
            if !time.is_zero() {
                self.clock.frame_over();
            }
            return;
        }
        if time.is_zero() {
            std::thread::yield_now();
            return;
        }
        let start = Instant::now();
        if let Some(control) = self.receiver.wait(time) {
            self.handle_control(control);
        }
        self.statistics.waited(time, start.elapsed());
    }

    /// Applies what the game and the window's thread have requested, between steps.
    fn apply_requests(&mut self) {
        while let Some(control) = self.receiver.next() {
            self.handle_control(control);
        }
        if let Some(smoothing) = self.core.requests.smoothing.take() {
            self.smoothing = smoothing;
        }
        if let Some(policy) = self.core.requests.policy.take() {
            let mut next = policy.build(self.rate);
            // The backlog stays, so that a switch neither repeats nor skips a step.
            next.take_over(self.policy.hand_over());
            self.policy = next;
        }
        for change in self.core.requests.window.drain(..) {
            (self.change_window)(change);
        }
        if core::mem::take(&mut self.core.requests.lose_device) {
            self.screen.lose_device();
        }
        self.stop |= self.core.requests.stop;
    }

    /// Does what a message says. A surface that is new or visible again is drawn at once: the next frame may otherwise
    /// be a second away.
    fn handle_control(&mut self, control: Control) {
        match control {
            Control::Resized(size) => self.set_target(size),
            Control::ReplaceSurface(replace) => {
                replace.0(&mut self.screen);
                self.next_frame = None;
            }
            Control::Hidden(hidden) => {
                self.hidden = hidden;
                self.next_frame = None;
            }
            Control::ToggleFps => self.overlays.frame_rate.toggle(),
            Control::ToggleDebugOverlay => self.overlays.debug.toggle(),
            Control::ToggleRecording => {
                log::warn!("F12: recording is not in this version; use --capture FILE.gif")
            }
            Control::RecordInput => self.record_input(),
            Control::Rewind(is_held) => self.rewind(is_held),
            Control::Quit => self.stop = true,
        }
    }

    /// Sets the size of frames, in pixels. With [`Fit::Expand`](crate::render::Fit::Expand) the view's size follows. A
    /// size without an area, as of a minimised window, leaves the view as it is.
    pub(crate) fn set_target(&mut self, size: [u32; 2]) {
        self.target = size;
        // Before the size is looked at: a screen without an area skips its frames.
        self.screen.resize(size);
        self.next_frame = None;
        if size.contains(&0) {
            return;
        }
        self.view = self.look.view.viewport(size).units;
        // Later it is part of a step's input: set directly, it would be missing in a replay of the input.
        if !self.started {
            self.core.set_view_size(self.view);
        }
    }

    /// Logs the rates of the run, to explain why one was not smooth.
    pub(crate) fn log_summary(&self) {
        let statistics = self.statistics.snapshot();
        let dropped = self.clock.dropped() + self.policy.dropped();
        log::debug!(
            "{} steps, {} frames; at the end {:.1} steps and {:.1} frames per second; {} ms skipped",
            statistics.updates,
            statistics.frames,
            statistics.updates_per_second,
            statistics.frames_per_second,
            dropped.as_millis()
        );
    }

    /// Returns a message on input events that were lost, if any were.
    pub(crate) fn input_faults(&self) -> Option<String> {
        let (lost, rejected) = (self.queue.lost(), self.queue.rejected());
        (lost + rejected > 0).then(|| {
            format!(
                "input: {lost} events were lost because the queue was full, {rejected} were invalid"
            )
        })
    }

    /// Returns whether the game is to end: requested, or after its last step.
    fn is_over(&self) -> bool {
        self.stop
            || self
                .steps
                .is_some_and(|steps| self.core.step_number() >= steps)
    }
}
