//! The frame loop: carries out what the loop policy returns, and repeats. Read [`Runner::pass`] first.
//!
//! Owns everything of the game's thread, and the order in which a pass uses it. Knows no window and no GPU. Where the input of a
//! step comes from is in `input`, when frames are drawn in `frames`.

mod frames;
mod input;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use glam::Vec2;

use super::clock::GameClock;
use super::control::{Control, ControlReceiver, WantedSurface};
use super::frame_pace::FramePace;
use super::loop_changes::{LoopChange, LoopSettings};
use super::measure::{Meter, Monitor};
use super::overlays::Overlays;
use super::painter::{Look, Painter};
use super::pausing::PauseState;
use super::replay_time::ReplayTime;
use super::rewinding::Rewinding;
use super::screen::Screen;
use super::wait;
use crate::app::builder::{Demo, Game};
use crate::app::file_desk::FileDesk;
use crate::app::process::{RunningPart, print_checksum};
use crate::app::record::Recorder;
use crate::app::replaying::file_of_now;
use crate::app::signals::SignalReceivers;
use crate::error::{Error, guarded};
use crate::input::{InputEvent, InputQueue};
use crate::jobs::JobUpdate;
use crate::replay::{InputRecorder, ReplayError, Replayer};
use crate::time::{
    Action, LoopPolicy, PolicySettings, SleepMargin, StatisticsRecorder, StepRate, TimeScale,
};
use crate::world::{Core, FileUpdate, StepInput, WindowRequest};

/// How often input is read while the game is paused: by a key in it, the game goes on.
const PAUSED_WAIT: Duration = Duration::from_millis(16);

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
    /// What rules the loop and the window: what the app says, or what the game requested since.
    pub(crate) settings: LoopSettings,
    pub(crate) look: Look,
    pub(crate) screen: Screen,
    /// The size of frames, in pixels. A side is 0 in a minimised window.
    pub(crate) target: [u32; 2],
    /// The player's input, from the window's thread.
    pub(crate) queue: InputQueue,
    /// Messages from the window's thread, signals and stoppers.
    pub(crate) receiver: ControlReceiver,
    /// Requests a surface from the window's thread.
    #[cfg_attr(
        not(feature = "window"),
        expect(dead_code, reason = "only surfaces of windows get lost")
    )]
    pub(crate) request_surface: Box<dyn Fn(WantedSurface) + Send>,
    /// Requests a change of the window from the window's thread.
    pub(crate) change_window: Box<dyn Fn(WindowRequest) + Send>,
    pub(crate) pace: FramePace,
    /// Replaces the player's input.
    pub(crate) demo: Option<Demo>,
    /// Replaces the player's input, and the demonstration's.
    pub(crate) replay: Option<Replayer>,
    /// The time for its steps.
    pub(crate) replay_time: ReplayTime,
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
    pub(crate) signals: SignalReceivers,
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
    pub(crate) notes: Vec<JobUpdate>,
    /// Reads and writes the game's files; not used in a replay.
    pub(crate) files: FileDesk,
    /// What became of requests for files, for the latest step.
    pub(crate) file_notes: Vec<FileUpdate>,
    /// The view's size in world units, as it is from the next step on.
    pub(crate) view: Vec2,
    /// Whether the game's `start` has returned without an error.
    pub(crate) started: bool,
    /// Whether to end before the next step or frame.
    pub(crate) stop: bool,
    /// Whether the window is hidden.
    pub(crate) hidden: bool,
    /// When the next frame is due, by the clock's own time.
    pub(crate) next_frame: Option<Duration>,
    /// Before this time no other surface is requested, by the clock's own time.
    #[cfg_attr(
        not(feature = "window"),
        expect(dead_code, reason = "only surfaces of windows get lost")
    )]
    pub(crate) next_surface: Option<Duration>,
    /// Whether the latest frame did not fit the window any more.
    pub(crate) was_outdated: bool,
    /// The policy asked for a frame that was not due yet: it is drawn once it is.
    pub(crate) postponed: bool,
    /// Whether anything was drawn yet.
    pub(crate) drawn: bool,
    pub(crate) pausing: PauseState,
    /// The game's input until its next step, without what was for the pause.
    pub(crate) inbox: InputQueue,
    /// What has just arrived. Kept for its memory.
    pub(crate) arrived: Vec<InputEvent>,
    /// By how much sleeps are too long.
    pub(crate) margin: SleepMargin,
}

impl Runner<'_> {
    /// Runs the game from start to stop. Its `stop` runs whenever its `start` has begun, also after an error or panic. Returns why
    /// a recording is not complete, if one is not: the game was played to its end all the same.
    ///
    /// # Errors
    /// The first failure: of the start or a pass, or of the stop.
    pub(crate) fn run(&mut self) -> Result<Option<Error>, Error> {
        let playing = RunningPart::started("game");
        let played = guarded(|| {
            self.game.start(&mut self.core.context())?;
            self.started = true;
            // What follows a step, done for the start: the first frame may be drawn before the first step.
            self.core.draw_first();
            if let Some(replay) = &mut self.replay {
                let begun = replay.begin(&self.core);
                begun.map_err(|fault| ReplayError::new(&self.replay_path, fault))?;
            }
            self.signals.deliver(&mut self.core.signals);
            self.carry_out_files();
            self.apply_requests();
            while !self.is_over() {
                self.pass()?;
            }
            self.end_input();
            Ok(())
        });
        let stopped = guarded(|| {
            self.game.stop(&mut self.core.context());
            log::debug!("the game's own `stop` has run");
            self.carry_out_files();
            self.core.world.report_unmatched(None);
            Ok(())
        });
        // In a guard of its own: what was sent before a panic is delivered, too.
        let delivered = guarded(|| {
            self.signals.deliver(&mut self.core.signals);
            Ok(())
        });
        drop(playing);
        // Recordings are kept also after a failure, unless the game did not start.
        let recorded = guarded(|| {
            if !self.started {
                return Ok(());
            }
            let last = self.draw_last();
            if last.is_err() {
                self.recorder.drop_screenshot();
            }
            let overlays = &mut self.overlays;
            // Whether or not the last frame can be drawn: those before it are recorded.
            let finished =
                self.recorder
                    .finish(&mut self.painter, &self.core, &self.look, overlays);
            last.and(finished)
        });
        let input = match self.input_recorder.take() {
            Some(recorder) if self.started => recorder.finish(),
            // What was there before is worth more.
            recorder => {
                recorder.into_iter().for_each(InputRecorder::discard);
                Ok(())
            }
        };
        // All have run; of several errors the first one is most likely the cause of the others.
        played.and(stopped).and(delivered)?;
        Ok(recorded.and(input.map_err(Error::from)).err())
    }

    /// One decision of the loop policy, carried out.
    fn pass(&mut self) -> Result<(), Error> {
        self.await_frame_of_step()?;
        self.acquire()?;
        self.read_input();
        if self.clock.is_paused() {
            self.idle()?;
        } else {
            let now = self.clock.now();
            match self.policy.next(now) {
                Action::Update { dt } => self.update(dt, now)?,
                // Nobody waits for a draw on a simulated clock, on which time stands until no step is due.
                Action::Draw(_) if self.clock.is_simulated() && self.is_late() => {}
                Action::Draw(time) => self.draw_or_postpone(time)?,
                Action::Wait(time) => self.wait_or_draw(time)?,
            }
        }
        // After every pass, not only after steps: these may be seconds apart, and the window must still close at once.
        self.apply_requests();
        self.publish_statistics();
        Ok(())
    }

    /// Whether a step is due now.
    fn is_late(&self) -> bool {
        self.policy.until_update().is_zero()
    }

    /// What a pass does while the game is paused: single steps, and a frame now and then.
    fn idle(&mut self) -> Result<(), Error> {
        if self.pausing.take_step() {
            self.release_waiting_input();
            self.single_step()?;
            self.next_frame = None;
        }
        match self.until_frame() {
            Duration::ZERO => self.draw(self.policy.draw_time()),
            early => {
                if let Some(control) = wait::roughly(early.min(PAUSED_WAIT), &self.receiver) {
                    self.handle_control(control);
                }
                Ok(())
            }
        }
    }

    /// Takes one step: the next one of a replay, whose steps may have another length than those of this loop.
    fn single_step(&mut self) -> Result<(), Error> {
        let now = self.clock.now();
        let recorded = self.replay.as_ref();
        let Some(next) = recorded.and_then(|replay| replay.next(&self.core)) else {
            return self.update(1.0, now);
        };
        self.replay_time.bring(next.dt);
        self.update(0.0, now)
    }

    /// Publishes the statistics when a window of them is complete.
    fn publish_statistics(&mut self) {
        self.statistics.set_lost(
            self.clock.dropped() + self.policy.dropped(),
            self.policy.backlog(),
        );
        // By the clock itself: the game's time is shorter by what was skipped, and stands in pauses.
        if self.statistics.pass(self.clock.elapsed()) {
            self.monitor.publish(self.statistics.snapshot());
            self.update_frame_rate();
        }
    }

    /// Shows the latest frame rate, and whether a film is recorded.
    fn update_frame_rate(&mut self) {
        let rate = self.statistics.snapshot().frames_per_second;
        // Not known in the first second.
        if rate > 0.0 {
            let columns = self.core.characters().x;
            let is_recording = self.recorder.is_filming();
            let assets = &mut self.core.assets;
            let frame_rate = &mut self.overlays.frame_rate;
            frame_rate.update(rate, is_recording, assets, columns);
        }
    }

    /// What an update of this length, in nominal steps, does: a step; a step back, if the game runs backwards; or those of a
    /// replay that take as long.
    fn update(&mut self, dt: f32, now: Duration) -> Result<(), Error> {
        if self.go_back() {
            return Ok(());
        }
        if self.replay.is_none() {
            self.gather_input();
            return self.step(dt, self.view, now);
        }
        // Recorded steps may have another length than those of this loop.
        self.replay_time.add(dt);
        while let Some((dt, view)) = self.gather_recorded() {
            self.step(dt, view, now)?;
            // Of this step, not of the last one.
            self.apply_loop_change();
            if self.is_over() {
                break;
            }
        }
        Ok(())
    }

    /// Takes one step, with the input that was gathered.
    fn step(&mut self, dt: f32, view: Vec2, now: Duration) -> Result<(), Error> {
        let (start, wall) = (Instant::now(), self.clock.wall());
        let input = StepInput {
            dt,
            start: now,
            view,
            events: &self.events,
            jobs: &self.notes,
            files: &self.file_notes,
            ..StepInput::next(&self.core)
        };
        self.overlays.debug.prepare_step(&mut self.core);
        // Before each step, because a snapshot or a game may have put another world in its place.
        self.core.set_smoothing(self.settings.smoothing);
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
        self.signals.deliver(&mut self.core.signals);
        self.carry_out_files();
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
        let took = self.clock.wall() - wall;
        let shown_for = self.shown_for(dt);
        // Drawing for a film takes time as well, of which the game has none then.
        // Nothing waits for a single step of a paused game.
        let is_in_time = self.clock.is_simulated() || self.clock.is_paused();
        let is_late = !is_in_time && self.clock.until(self.policy.until_update()) <= took;
        if is_late && self.recorder.drop_step(shown_for) {
            return Ok(());
        }
        let (painter, overlays) = (&mut self.painter, &mut self.overlays);
        self.recorder
            .after_step(painter, &self.core, &self.look, overlays, shown_for);
        Ok(())
    }

    /// Returns for how long a film shows what lasts so long, in the same unit: longer in slow motion.
    fn shown_for(&self, dt: f32) -> f32 {
        // A single step of a paused game lasts as long as at the usual speed.
        if self.clock.is_paused() {
            return dt;
        }
        #[expect(clippy::cast_possible_truncation, reason = "from 0.01 to 100")]
        let scale = self.settings.time_scale.as_f64() as f32;
        dt / scale
    }

    /// Applies what the game and the window's thread have requested, between steps.
    fn apply_requests(&mut self) {
        self.apply_loop_change();
        if let Some(paused) = self.core.requests.paused.take() {
            self.pausing.request(paused);
        }
        if core::mem::take(&mut self.core.requests.lose_device) {
            self.screen.lose_device();
        }
        if core::mem::take(&mut self.core.requests.lose_surface) {
            self.screen.lose_surface();
        }
        if core::mem::take(&mut self.core.requests.lose_gpu) {
            self.screen.lose_gpu();
        }
        self.stop |= self.core.requests.stop;
        // After the game's own, which came first: what resumes a game was sent after it had paused itself.
        while let Some(control) = self.receiver.next() {
            self.handle_control(control);
        }
    }

    /// Applies what the game has requested of the loop and the window.
    fn apply_loop_change(&mut self) {
        let Some(change) = LoopChange::take(&mut self.core.requests) else {
            return;
        };
        if let Some(rewinding) = &mut self.rewinding {
            let undo = self.settings.undo(&change);
            rewinding.note_change(self.core.step_number(), undo, change.clone());
        }
        self.carry_out(change);
    }

    /// Carries out a change of the loop and the window.
    fn carry_out(&mut self, change: LoopChange) {
        if let Some(smoothing) = change.smoothing {
            self.settings.smoothing = smoothing;
        }
        if let Some(policy) = change.policy {
            self.switch_policy(policy);
        }
        if let Some(scale) = change.time_scale {
            self.set_time_scale(scale);
        }
        for request in change.window {
            self.settings.note(&request);
            if let WindowRequest::Vsync(on) = request {
                let waits = self.pace.set_vsync(on);
                self.screen.set_vsync(waits);
                self.next_frame = None;
            } else {
                (self.change_window)(request);
            }
        }
    }

    fn set_time_scale(&mut self, scale: TimeScale) {
        self.settings.time_scale = scale;
        self.clock.set_scale(scale);
    }

    /// Goes on by another policy. One that is out of range is left out, and logged.
    fn switch_policy(&mut self, policy: PolicySettings) {
        let policy = if self.clock.is_simulated() {
            policy.never_late()
        } else {
            policy
        };
        match policy.build(self.rate) {
            Ok(mut next) => {
                // The backlog stays, so that a switch neither repeats nor skips a step.
                next.take_over(self.policy.hand_over());
                self.policy = next;
                self.settings.policy = policy;
            }
            Err(error) => log::warn!("{error}; the loop goes on as before"),
        }
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
                self.pausing.set_hidden(self.is_out_of_sight());
            }
            Control::ToggleFps => {
                self.overlays.frame_rate.toggle();
                self.update_frame_rate();
                self.next_frame = None;
            }
            Control::ToggleDebugOverlay => {
                self.overlays.debug.toggle();
                self.next_frame = None;
            }
            Control::ToggleRecording => {
                let name = &self.name;
                self.recorder.toggle_film(|| file_of_now(name, "dfrec"));
                self.update_frame_rate();
                self.next_frame = None;
            }
            Control::RecordInput => self.record_input(),
            Control::Rewind(is_held) => self.rewind(is_held),
            Control::Pause(paused) => self.pausing.request(paused),
            Control::Step => self.pausing.request_step(),
            Control::Scale(scale) => self.set_time_scale(scale),
            Control::Quit => self.stop = true,
        }
    }

    /// Sets the size of frames, in pixels. With [`Fit::Expand`](crate::render::Fit::Expand) the view's size follows. A
    /// size without an area, as of a minimised window, leaves the view as it is.
    pub(crate) fn set_target(&mut self, size: [u32; 2]) {
        self.target = size;
        self.settings.note_size(size);
        // Before the size is looked at: a screen without an area skips its frames.
        self.screen.resize(size);
        self.next_frame = None;
        self.pausing.set_hidden(self.is_out_of_sight());
        if size.contains(&0) {
            return;
        }
        self.view = self.look.view.viewport(size).units;
        // Later it is part of a step's input: set directly, it would be missing in a replay of the input.
        if !self.started {
            self.core.set_view_size(self.view);
        }
    }

    /// Whether nothing of the window is seen: it is hidden or minimised.
    fn is_out_of_sight(&self) -> bool {
        self.hidden || self.has_no_area()
    }

    /// Whether there is nothing to draw on: the window is minimised.
    fn has_no_area(&self) -> bool {
        self.target.contains(&0)
    }

    /// Logs the rates of the run, to explain why one was not smooth.
    pub(crate) fn log_summary(&self) {
        let statistics = self.statistics.snapshot();
        let dropped = self.clock.dropped() + self.policy.dropped();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        log::debug!(
            "{} steps, {} frames; {} ms skipped; at the end {:.1} steps and {:.1} frames per second: a step takes {:.2} ms, a \
             frame {:.2} ms and {:.2} ms to present, waits are {:.0} ms of a second and {:.3} ms too long",
            statistics.updates,
            statistics.frames,
            dropped.as_millis(),
            statistics.updates_per_second,
            statistics.frames_per_second,
            ms(statistics.update_time),
            ms(statistics.render_time),
            ms(statistics.present_time),
            ms(statistics.wait_time),
            ms(statistics.over_sleep),
        );
    }

    /// Returns a message on input events that were lost, if any were.
    pub(crate) fn input_faults(&self) -> Option<String> {
        let lost = self.queue.lost() + self.inbox.lost();
        let rejected = self.queue.rejected();
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
