//! Frames, and the waits between them: when one is due, what becomes of it, and when the next one is.

use std::time::Duration;

use super::Runner;
#[cfg(feature = "window")]
use crate::app::run::control::WantedSurface;
use crate::app::run::measure::DrawnFrame;
use crate::app::run::rewinding::Rewinding;
use crate::app::run::screen::FrameOutcome;
use crate::error::Error;
use crate::time::DrawTime;

/// The least time between frames while the window is hidden: each of them may block for a second.
const HIDDEN_FRAME_TIME: Duration = Duration::from_secs(1);

/// The least time between frames while the game is paused: nothing moves, and what changes by a key is drawn at once.
const PAUSED_FRAME_TIME: Duration = Duration::from_millis(500);

/// The longest time in which a display that shows nothing blocks a frame. The game catches up with it.
const MAX_BLOCKED: Duration = Duration::from_millis(1250);

impl Runner<'_> {
    /// Waits for the next frame before the step that it is to show, under a policy whose steps end where frames are drawn: a
    /// step that is taken earlier would be followed by another one, and never be seen.
    pub(super) fn await_frame_of_step(&mut self) -> Result<(), Error> {
        if self.clock.is_paused() || !self.steps_with_frames(self.policy.draw_time()) {
            return Ok(());
        }
        let early = self.until_frame();
        self.wait_for(early)
    }

    /// Returns whether steps end where frames are drawn. Simulated time stands while nothing is drawn, and is not waited for.
    fn steps_with_frames(&self, time: DrawTime) -> bool {
        time.exact && !self.clock.is_simulated()
    }

    /// Gets a picture for the next frame before the policy decides and input is read: the display may make it wait, and the
    /// frame would be that much older than it need be.
    pub(super) fn acquire(&mut self) -> Result<(), Error> {
        if self.clock.is_paused() || self.has_no_area() || !self.until_frame().is_zero() {
            return Ok(());
        }
        let start = self.clock.wall();
        if !self.screen.acquire()? {
            // The display, not the game, took the time.
            let blocked = self.clock.wall() - start;
            self.clock.allow(blocked.min(MAX_BLOCKED));
        }
        Ok(())
    }

    /// Returns the time until the display would show a frame; 0 if it would now.
    pub(super) fn until_frame(&mut self) -> Duration {
        let now = self.clock.wall();
        let early = self.next_frame.map(|at| at.saturating_sub(now));
        early.unwrap_or_default()
    }

    /// Draws the frame that the policy asks for, or later, if the display would not show it yet.
    pub(super) fn draw_or_postpone(&mut self, time: DrawTime) -> Result<(), Error> {
        let early = self.until_frame();
        if early.is_zero() {
            return self.draw(time);
        }
        self.postponed = true;
        if self.steps_with_frames(time) {
            // The wait comes before the next step.
            return Ok(());
        }
        self.wait_for(early)
    }

    /// Waits as the policy asks for, but for a frame that was postponed and is due before.
    pub(super) fn wait_or_draw(&mut self, time: Duration) -> Result<(), Error> {
        let time = self.clock.until(time);
        match self.until_frame() {
            Duration::ZERO if self.postponed => self.draw(self.policy.draw_time()),
            early if self.postponed => self.wait(time.min(early)),
            _ => self.wait(time),
        }
    }

    /// Waits for a frame that is due so much later, but no longer than until the next step.
    pub(super) fn wait_for(&mut self, early: Duration) -> Result<(), Error> {
        let step = self.clock.until(self.policy.until_update());
        match early.min(step) {
            // A step is due already: it comes with the next pass.
            Duration::ZERO => Ok(()),
            time => self.wait(time),
        }
    }

    /// Draws one frame. Changes nothing in the world.
    pub(super) fn draw(&mut self, time: DrawTime) -> Result<(), Error> {
        let start = self.clock.wall();
        self.postponed = false;
        // Backwards, each step is shown as it was: smoothed, it would move on within.
        let goes_back = self.rewinding.as_ref().is_some_and(Rewinding::is_held);
        let k = if goes_back {
            0.0
        } else {
            time.factor(self.settings.smoothing)
        };
        let outcome = self.show(k)?;
        let mut rest = if self.hidden {
            Some(HIDDEN_FRAME_TIME)
        } else if self.clock.is_paused() {
            Some(PAUSED_FRAME_TIME)
        } else {
            None
        };
        // The next one fits, which nothing has to wait for. If it does not, something else is wrong.
        let is_outdated = matches!(outcome, FrameOutcome::Outdated) && !self.was_outdated;
        self.was_outdated = matches!(outcome, FrameOutcome::Outdated);
        match outcome {
            FrameOutcome::Complete(drawn) => self.drawn(drawn)?,
            FrameOutcome::Outdated if is_outdated => {}
            FrameOutcome::Skipped | FrameOutcome::Outdated => {
                // The display, not the game, took the time.
                let blocked = self.clock.wall() - start;
                self.clock.allow(blocked.min(MAX_BLOCKED));
                rest = Some(HIDDEN_FRAME_TIME);
            }
            #[cfg(feature = "window")]
            FrameOutcome::SurfaceLost => {
                // Not more often: a new one is drawn on at once, which may fail at once.
                let now = self.clock.wall();
                if self.next_surface.is_none_or(|due| now >= due) {
                    self.next_surface = Some(now + HIDDEN_FRAME_TIME);
                    (self.request_surface)(WantedSurface::Gpu);
                }
                rest = Some(HIDDEN_FRAME_TIME);
            }
            #[cfg(feature = "window")]
            FrameOutcome::GpuFailed => {
                if self.meter.is_some() {
                    let what = "the GPU failed before all frames were measured";
                    return Err(Error::Setting(what.into()));
                }
                self.pace.lose_gpu();
                (self.request_surface)(WantedSurface::Software);
                rest = Some(HIDDEN_FRAME_TIME);
            }
        }
        self.next_frame = match (rest, self.pace.time()) {
            _ if is_outdated => None,
            // Counted from now: a frame that may block for a second would otherwise be due again at once, and leave the game
            // no time for its steps.
            (Some(rest), _) => Some(self.clock.wall() + rest),
            (None, Some(time)) => Some(self.frame_after(start, time)),
            (None, None) => None,
        };
        self.record_frame()?;
        self.drawn = true;
        self.clock.frame_over();
        Ok(())
    }

    /// Returns when the frame after the one that was drawn at `start` is due, where frames come at least `time` apart.
    fn frame_after(&self, start: Duration, time: Duration) -> Duration {
        match self.next_frame {
            // Counted from when this frame was due, not from when it was drawn: lateness would add up, and the rate would be
            // lower than requested.
            Some(due) if due + time > start => due + time,
            // The first one, or the first after a stall, whose missed frames are dropped: the next one comes soon after the
            // next step. At equal rates each of them does from there on, or else a step might be seen nearly a frame late.
            _ => {
                let step = self.clock.until(self.policy.until_update());
                start + time.min(step + time / 16)
            }
        }
    }

    /// Records what the screen shows, in a run without a window.
    fn record_frame(&mut self) -> Result<(), Error> {
        let shown_for = self.shown_for(1.0);
        let (screen, painter) = (&mut self.screen, &mut self.painter);
        self.recorder
            .after_draw(screen, painter, &self.core, shown_for)
    }

    /// Draws the latest step itself, without smoothing, for the last frame of a recording. With interpolation, the
    /// frames before it are up to a step late and never show it whole.
    pub(super) fn draw_last(&mut self) -> Result<(), Error> {
        if !self.recorder.wants_frames() {
            return Ok(());
        }
        self.show(0.0)?;
        self.record_frame()?;
        if !self.recorder.keep(&mut self.screen)? {
            // It went with its device.
            self.show(0.0)?;
            self.recorder.keep(&mut self.screen)?;
        }
        Ok(())
    }

    /// Draws everything, with smoothing factor `k`, onto the screen.
    pub(super) fn show(&mut self, k: f32) -> Result<FrameOutcome, Error> {
        if self.has_no_area() {
            return Ok(FrameOutcome::Skipped);
        }
        let (screen, overlays) = (&mut self.screen, &mut self.overlays);
        self.painter
            .paint(&self.core, &self.look, overlays, self.target, k, |frame| {
                screen.draw(frame)
            })
    }

    /// Counts a frame.
    pub(super) fn drawn(&mut self, drawn: DrawnFrame) -> Result<(), Error> {
        self.overlays.debug.note_stats(drawn.stats);
        self.statistics.rendered(drawn.render);
        self.statistics.presented(drawn.present);
        let times = self.statistics.frame_over(self.clock.elapsed());
        self.monitor.add_frame(times);
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
    pub(super) fn wait(&mut self, time: Duration) -> Result<(), Error> {
        if self.clock.is_simulated() {
            // Nothing is due now, and only frames advance this clock. A wait of 0 is a yield, and takes no time.
            if !time.is_zero() {
                // The display goes on showing the latest frame.
                if self.drawn {
                    self.record_frame()?;
                }
                self.clock.frame_over();
            }
            return Ok(());
        }
        if time.is_zero() {
            std::thread::yield_now();
            return Ok(());
        }
        let waited = self.clock.wait(time, &self.receiver, &mut self.margin);
        self.statistics.waited(waited.asked, waited.took);
        if let Some(control) = waited.message {
            self.handle_control(control);
        }
        Ok(())
    }
}
