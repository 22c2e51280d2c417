//! The frame loop: carries out the decisions of the loop policy. Read [`Runner::pass`] first.
//!
//! Owns all parts of the game's thread, and defines the order in which a pass uses them. Knows no window and no GPU.
//! `input` gathers the input of steps, `frames` decides when frames are drawn.

mod captures;
mod devices;
mod frames;
mod input;

use std::time::Duration;

use glam::Vec2;

use super::control::{Control, WindowLink};
use super::loop_changes::{LoopChange, LoopSettings};
use super::out::Out;
use super::overlays::Shown;
use super::pace::Pace;
use super::rewinding::RewindControl;
use super::sound_control::SoundControl;
use super::source::Source;
use super::wait;
use crate::app::file_desk::FileDesk;
use crate::app::game::Game;
use crate::app::process::{LogScope, print_checksum};
use crate::app::replaying::file_of_now;
use crate::app::signals::SignalReceivers;
use crate::error::{Error, guarded};
use crate::platform::Instant;
use crate::replay::InputRecorder;
use crate::time::{Action, PolicyChoice};
use crate::world::{Core, StepInput, WindowRequest, WindowState};
pub(crate) use devices::PlayerDevices;
pub(crate) use frames::FrameState;
pub(crate) use input::GatheredInput;

/// Time between two reads of the input while the game is paused. It is short, because a key may resume the game.
const PAUSED_WAIT: Duration = Duration::from_millis(16);

/// Everything that the game's thread owns.
pub(crate) struct Runner<'a> {
    pub(crate) core: Core,
    pub(crate) game: &'a mut dyn Game,
    /// Current settings of the loop and the window.
    pub(crate) settings: LoopSettings,
    pub(crate) limits: RunLimits,
    pub(crate) source: Source,
    pub(crate) input: GatheredInput,
    pub(crate) pace: Pace,
    pub(crate) frames: FrameState,
    pub(crate) out: Out,
    pub(crate) sound: SoundControl,
    pub(crate) window: WindowLink,
    /// The window as `frame` hooks see it; `None` without a window.
    pub(crate) window_state: Option<WindowState>,
    /// Records the input; `None` before the run begins.
    pub(crate) recorder: Option<InputRecorder>,
    /// Whether the recorder's file was requested by the game, which may then end it.
    pub(crate) records_for_game: bool,
    /// Runs the game backwards, with input from the recorder. `None` on a simulated clock, and if the app has turned it
    /// off.
    pub(crate) rewinding: Option<RewindControl>,
    /// Receives the signals that the game sends out of the core.
    pub(crate) signals: SignalReceivers,
    /// Reads and writes the game's files; not used in a replay.
    pub(crate) files: FileDesk,
    /// The clipboard and the motors of gamepads.
    pub(crate) devices: PlayerDevices,
    /// Whether the game's `start` has returned without an error.
    pub(crate) started: bool,
    /// Whether to end before the next step or frame.
    pub(crate) stop: bool,
}

/// Constants of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunLimits {
    /// Name of the game, for the names of files that the player requests.
    pub(crate) name: String,
    /// Stop after this step.
    pub(crate) steps: Option<u64>,
    /// Print a checksum every this many steps.
    pub(crate) checksum_every: Option<u64>,
    /// Whether the player has a window, but the engine cannot read gamepads.
    pub(crate) lacks_pads: bool,
}

impl Runner<'_> {
    /// Runs the game from start to stop. Its `stop` runs whenever its `start` has begun, also after an error or panic.
    /// Returns the reason if a recording or capture is incomplete; the game was played to its end then, too.
    ///
    /// # Errors
    /// Returns the first failure: of the start, of a pass, of the stop or of the last delivery of signals.
    pub(crate) fn run(&mut self) -> Result<Option<Error>, Error> {
        let playing = LogScope::started("game");
        let played = guarded(|| {
            self.game.start(&mut self.core.context())?;
            self.started = true;
            if self.limits.lacks_pads && self.core.world.actions.has_pads() {
                log::info!(
                    "actions are bound to gamepads, which need the feature `gamepad` of damselfly"
                );
            }
            // Calls `Behavior::draw` and draws the heads-up display, because the first frame may be shown before the
            // first step.
            self.core.draw_first();
            self.play_step();
            if let Some(replay) = self.source.replay_mut() {
                replay.begin(&self.core)?;
            }
            self.signals.deliver(&mut self.core.signals);
            self.carry_out_files();
            self.apply_requests();
            while !self.is_over() {
                self.pass()?;
            }
            self.end_input();
            self.end_devices();
            Ok(())
        });
        self.sound.close();
        let stopped = guarded(|| {
            self.game.stop(&mut self.core.context());
            log::debug!("the game's own `stop` has run");
            self.carry_out_files();
            self.core.world.report_unmatched(None);
            Ok(())
        });
        // This is guarded separately, so that signals sent before a panic are delivered.
        let delivered = guarded(|| {
            self.signals.deliver(&mut self.core.signals);
            Ok(())
        });
        drop(playing);
        // Captures and recordings are completed even after a failure, unless the game did not start.
        let recorded = guarded(|| {
            if !self.started {
                return Ok(());
            }
            let shown_for = self.shown_for(1.0);
            let shown = Shown {
                core: &self.core,
                game: &*self.game,
                window: self.window_state.as_ref(),
            };
            self.out.finish(shown, shown_for)
        });
        let input = match self.recorder.take() {
            Some(recorder) if self.started => recorder.finish(),
            // The game did not start, so an existing file from an earlier run is kept instead.
            recorder => {
                recorder.into_iter().for_each(InputRecorder::discard);
                Ok(())
            }
        };
        // The first error is returned, because it is most likely the cause of the others.
        played.and(stopped).and(delivered)?;
        Ok(recorded.and(input.map_err(Error::from)).err())
    }

    /// Carries out one decision of the loop policy.
    fn pass(&mut self) -> Result<(), Error> {
        self.await_frame_of_step()?;
        self.acquire()?;
        self.read_input();
        if self.pace.clock.is_paused() {
            self.idle()?;
        } else {
            let now = self.pace.clock.now();
            let real = self.pace.clock.unscaled();
            self.pace.policy.set_real_time(real);
            match self.pace.policy.next(now) {
                Action::Update { dt } => self.update(dt, now)?,
                // On a simulated clock, time does not pass while a step is due, so this draw can be left out.
                Action::Draw(_) if self.pace.clock.is_simulated() && self.is_late() => {}
                Action::Draw(time) => self.draw_or_postpone(time)?,
                Action::Wait(time) => self.wait_or_draw(time)?,
            }
        }
        // Requests are applied after every pass, because steps may be seconds apart, and the window must close at once.
        self.apply_requests();
        self.publish_statistics();
        Ok(())
    }

    /// Returns whether a step is due now.
    fn is_late(&self) -> bool {
        self.pace.policy.until_update().is_zero()
    }

    /// Handles a pass of a paused game: single steps, and a frame now and then.
    fn idle(&mut self) -> Result<(), Error> {
        if self.pace.pausing.take_step() {
            self.release_waiting_input();
            self.single_step()?;
            self.frames.next = None;
        }
        match self.until_frame() {
            Duration::ZERO => self.draw(self.pace.policy.draw_time()),
            early => {
                if let Some(control) = wait::roughly(early.min(PAUSED_WAIT), &self.window.receiver)
                {
                    self.handle_control(control);
                }
                Ok(())
            }
        }
    }

    /// Takes one step. In a replay it is the next recorded step, which may be longer or shorter than the loop's.
    fn single_step(&mut self) -> Result<(), Error> {
        let now = self.pace.clock.now();
        if let Some(replay) = self.source.replay_mut()
            && let Some(next) = replay.replayer.next(&self.core)
        {
            replay.time.bring(next.dt);
            return self.update(0.0, now);
        }
        self.update(1.0, now)
    }

    /// Publishes the statistics about once a second.
    fn publish_statistics(&mut self) {
        let (pace, out) = (&mut self.pace, &mut self.out);
        out.statistics
            .set_lost(pace.dropped(), pace.policy.backlog());
        // Rates are measured by the clock itself, because the game's time excludes gaps and pauses.
        if out.statistics.pass(pace.clock.elapsed()) {
            let sound = self.sound.statistics();
            out.statistics.set_sound(sound);
            out.overlays.debug.set_sound(sound);
            out.monitor.publish(out.statistics.snapshot());
            out.update_frame_rate(&mut self.core);
            // A film has the shaders that it began with.
            if cfg!(debug_assertions) && !pace.clock.is_simulated() {
                self.reload_shaders();
            }
        }
    }

    /// Reads changed shaders again, and shows them.
    fn reload_shaders(&mut self) {
        if self.core.assets.reload_shaders() > 0 {
            self.frames.next = None;
        }
    }

    /// Carries out an update of `dt` nominal steps: one step; a step back while the game runs backwards; or the steps
    /// of a replay that are due.
    fn update(&mut self, dt: f32, now: Duration) -> Result<(), Error> {
        if self.go_back() {
            return Ok(());
        }
        let Some(replay) = self.source.replay_mut() else {
            self.apply_view();
            self.gather_input();
            let view = self.input.view;
            return self.step(dt, view, now);
        };
        // An update may take several recorded steps or none, because they may be shorter or longer than the update.
        replay.time.add(dt);
        while let Some((dt, view)) = self.gather_recorded() {
            self.apply_view();
            self.step(dt, view, now)?;
            // Changes are applied after each step, because several steps may follow and each may change the loop.
            self.apply_loop_change();
            if self.is_over() {
                break;
            }
        }
        Ok(())
    }

    /// Takes one step with the gathered input.
    fn step(&mut self, dt: f32, view: Vec2, now: Duration) -> Result<(), Error> {
        let (start, wall) = (Instant::now(), self.pace.clock.wall());
        let shown_for = self.shown_for(dt);
        let input = StepInput {
            dt,
            start: now,
            view,
            events: &self.input.events,
            jobs: &self.input.jobs,
            files: &self.input.files,
            ..StepInput::next(&self.core)
        };
        self.out.overlays.debug.prepare_step(&mut self.core);
        // The smoothing is set before each step, because a snapshot or a game may have replaced the world.
        self.core.set_smoothing(self.settings.smoothing);
        self.out.capture_sounds(&self.core, dt, shown_for);
        let game = &mut *self.game;
        self.core.step_with(input, |cx| game.step(cx));
        // The step is measured before checksums and recordings, whose cost does not belong to the update.
        self.out.statistics.updated(start.elapsed());
        if let Some(recorder) = &mut self.recorder {
            recorder.step(&input, &self.core);
            if let Some(rewinding) = &mut self.rewinding {
                rewinding.step(&self.core, recorder);
            }
        }
        // Signals are delivered after the step was measured, because the time of receivers does not belong to it.
        self.signals.deliver(&mut self.core.signals);
        self.carry_out_files();
        let step = self.core.step_number();
        let every = self.limits.checksum_every;
        if every.is_some_and(|every| step.is_multiple_of(every)) {
            print_checksum(self.core.checksum(), step);
        }
        if let Some(replay) = self.source.replay_mut() {
            let game = &mut *self.game;
            replay.check(&mut self.core, &mut |core, input| {
                core.step_with(input, |cx| game.step(cx));
            })?;
        }
        self.play_step();
        self.out.overlays.debug.after_step(&mut self.core);
        self.capture_step(dt, wall);
        Ok(())
    }

    /// Sends the latest step to the sound device.
    fn play_step(&mut self) {
        let scale = self.settings.time_scale.as_f64();
        self.sound.step(&self.core, scale);
    }

    /// Captures a step that began at `wall`, in a run with a window.
    fn capture_step(&mut self, dt: f32, wall: Duration) {
        let took = self.pace.clock.wall() - wall;
        let shown_for = self.shown_for(dt);
        // Drawing for a film takes time too, and a late game has none to spare. A single step of a paused game is never
        // late.
        let clock = &self.pace.clock;
        let is_in_time = clock.is_simulated() || clock.is_paused();
        let is_late = !is_in_time && self.pace.until_step() <= took;
        let shown = Shown {
            core: &self.core,
            game: &*self.game,
            window: self.window_state.as_ref(),
        };
        let out = &mut self.out;
        if is_late && out.capture.drop_step(shown_for) {
            return;
        }
        let (style, overlays) = (&out.style, &mut out.overlays);
        out.capture.after_step(shown, style, overlays, shown_for);
    }

    /// Returns the number of a film's frames that show an image of `dt` nominal steps. It is larger in slow motion.
    fn shown_for(&self, dt: f32) -> f32 {
        // A single step of a paused game lasts as long as at normal speed.
        if self.pace.clock.is_paused() {
            return dt;
        }
        #[expect(clippy::cast_possible_truncation, reason = "from 0.01 to 100")]
        let scale = self.settings.time_scale.as_f64() as f32;
        dt / scale
    }

    /// Applies requests of the game, and messages from other threads, between steps.
    fn apply_requests(&mut self) {
        self.apply_loop_change();
        if let Some(paused) = self.core.requests.paused.take() {
            self.pace.pausing.request(paused);
        }
        self.apply_captures();
        self.apply_device_requests();
        self.stop |= self.core.requests.stop;
        // Messages are handled after the game's own requests, which came first: a message can resume a game that has
        // just paused itself.
        while let Some(control) = self.window.receiver.next() {
            self.handle_control(control);
        }
    }

    /// Applies the game's requests to the loop and the window.
    fn apply_loop_change(&mut self) {
        let Some(change) = LoopChange::take(&mut self.core.requests) else {
            return;
        };
        if let Some(rewinding) = &mut self.rewinding {
            let undo = self.settings.undo(&change);
            rewinding.add_change(self.core.step_number(), undo, change.clone());
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
            self.settings.time_scale = scale;
            self.pace.clock.set_scale(scale);
        }
        self.settings.view = change.view.unwrap_or(self.settings.view);
        for request in change.window {
            self.settings.set(&request);
            if let WindowRequest::Vsync(on) = request {
                let waits = self.pace.frames.set_vsync(on);
                self.out.target.set_vsync(waits);
                self.frames.next = None;
            } else {
                (self.window.change)(request);
            }
        }
        self.update_window_state();
    }

    /// Applies the view's size that the game has requested. Called before a step, whose input has the size, and after a
    /// step back: no frame may show the old view at the new size.
    fn apply_view(&mut self) {
        let view = &mut self.out.style.view;
        if view.size != self.settings.view {
            view.size = self.settings.view;
            (self.window.change_view)(*view);
            self.update_view();
        }
    }

    /// Updates the view's size in the input of the next step.
    fn update_view(&mut self) {
        if !self.out.has_no_area() {
            self.input.view = self.out.style.view.viewport(self.out.size).units;
        }
    }

    /// Updates the state of the window that `frame` hooks see.
    fn update_window_state(&mut self) {
        let (settings, size) = (&self.settings.window, self.out.size);
        if let Some(state) = &mut self.window_state {
            state.title.clone_from(&settings.title);
            state.size = size;
            state.resizable = settings.resizable;
            state.full_screen = settings.full_screen;
            state.cursor_visible = settings.cursor_visible;
            state.vsync = settings.vsync;
        }
    }

    /// Replaces the loop policy.
    fn switch_policy(&mut self, policy: PolicyChoice) {
        let policy = if self.pace.clock.is_simulated() {
            policy.never_late()
        } else {
            policy
        };
        if self.pace.switch_policy(&policy) {
            self.settings.policy = policy;
        }
    }

    /// Handles a message. A surface that is new or visible again is drawn at once, because the next frame may otherwise
    /// be due only a second later.
    fn handle_control(&mut self, control: Control) {
        match control {
            Control::Resized(size) => self.set_size(size),
            Control::Moved(position) => {
                if let Some(state) = &mut self.window_state {
                    state.position = Some(position);
                }
            }
            Control::ReplaceSurface(replace) => {
                replace.0(&mut self.out.target);
                self.frames.next = None;
            }
            Control::Hidden(hidden) => {
                self.frames.hidden = hidden;
                self.frames.next = None;
                self.update_hidden();
            }
            Control::ToggleFps => {
                self.out.overlays.frame_rate.toggle();
                self.out.update_frame_rate(&mut self.core);
                self.frames.next = None;
            }
            Control::ToggleDebugOverlay => {
                self.out.overlays.debug.toggle();
                self.frames.next = None;
            }
            Control::ToggleRecording => {
                let name = &self.limits.name;
                self.out.capture.toggle_film(|| file_of_now(name, "dfrec"));
                self.out.update_frame_rate(&mut self.core);
                self.frames.next = None;
            }
            Control::RecordInput => self.record_input(),
            Control::Rewind(is_held) => self.rewind(is_held),
            Control::Pause(paused) => self.pace.pausing.request(paused),
            Control::Step => self.pace.pausing.request_step(),
            Control::Scale(scale) => {
                self.settings.time_scale = scale;
                self.pace.clock.set_scale(scale);
            }
            Control::Quit => self.stop = true,
        }
    }

    /// Sets the size of frames, in pixels. With [`Fit::Expand`](crate::render::Fit::Expand) the view's size follows. A
    /// size without an area, like that of a minimised window, leaves the view as it is.
    pub(crate) fn set_size(&mut self, size: [u32; 2]) {
        self.out.size = size;
        self.settings.set_size(size);
        self.update_window_state();
        // The target also receives a size without an area, so that the renderer drops its surface.
        self.out.target.resize(size);
        self.frames.next = None;
        self.update_hidden();
        if self.out.has_no_area() {
            return;
        }
        self.update_view();
        // The core's view is resized directly only before the start. Later, the view's size is part of a step's input,
        // so that replays contain it.
        if !self.started {
            self.core.set_view_size(self.input.view);
        }
    }

    /// Sets in the pause state whether the window cannot be seen, because it is hidden or minimised.
    fn update_hidden(&mut self) {
        let is_hidden = self.frames.hidden || self.out.has_no_area();
        self.pace.pausing.set_hidden(is_hidden);
    }

    /// Logs the rates of the run, to explain stutter.
    pub(crate) fn log_summary(&self) {
        let statistics = self.out.statistics.snapshot();
        let dropped = self.pace.dropped();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        log::debug!(
            "{} steps, {} frames, {} ms skipped; in the last second {:.1} steps and {:.1} frames; a step takes {:.2} ms, a \
             frame {:.2} ms and {:.2} ms to present; waits take {:.0} ms per second and are {:.3} ms too long",
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

    /// Logs input events that were lost.
    pub(crate) fn report_input_faults(&self) {
        let queue = &self.window.queue;
        let (lost, rejected) = (queue.lost(), queue.rejected());
        if lost + rejected > 0 {
            log::warn!(
                "input: {lost} events were lost because the queue was full, {rejected} were invalid"
            );
        }
    }

    /// Returns whether the game ends now: on request, or after its last step.
    fn is_over(&self) -> bool {
        let last = self.limits.steps;
        self.stop || last.is_some_and(|last| self.core.step_number() >= last)
    }
}
