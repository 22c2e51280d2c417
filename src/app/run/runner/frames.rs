//! Frames and the waits between them: decides when a frame is due, draws it, and handles the result.

use std::time::Duration;

use super::Runner;
#[cfg(feature = "window")]
use crate::app::run::control::WantedSurface;
use crate::app::run::overlays::Shown;
use crate::app::run::rewinding::RewindControl;
use crate::app::run::target::FrameOutcome;
use crate::error::Error;
use crate::time::DrawTime;

/// Minimum time between frames while the window is hidden, where each may block for a second, and after a frame that
/// could not be drawn.
const HIDDEN_FRAME_TIME: Duration = Duration::from_secs(1);

/// Least time between frames while the game is paused. Long, because nothing moves, and changes by a key are drawn at
/// once.
const PAUSED_FRAME_TIME: Duration = Duration::from_millis(500);

/// A display that shows nothing may block a frame. The game catches up with at most this much of the lost time.
const MAX_BLOCKED: Duration = Duration::from_millis(1250);

/// State of drawing. Times are wall clock times.
#[derive(Debug, Default)]
pub(crate) struct FrameState {
    /// Time at which the next frame is due. `None` if it is due at once.
    pub(crate) next: Option<Duration>,
    /// Time before which no surface is requested.
    #[cfg(feature = "window")]
    next_surface: Option<Duration>,
    /// Whether the window is hidden.
    pub(crate) hidden: bool,
    /// Whether the latest frame did not fit the window.
    was_outdated: bool,
    /// Whether the policy has requested a frame that is not due yet.
    postponed: bool,
    /// Whether any frame was drawn.
    drawn: bool,
}

impl Runner<'_> {
    /// If the policy's steps end exactly at the times of frames, waits until the next frame is due, so that its step is
    /// taken just before it. A step taken earlier would be followed by another one before the frame, and its result
    /// would never be seen.
    pub(super) fn await_frame_of_step(&mut self) -> Result<(), Error> {
        if self.pace.clock.is_paused() || !self.steps_with_frames(self.pace.policy.draw_time()) {
            return Ok(());
        }
        let early = self.until_frame();
        self.wait_for(early)
    }

    /// Returns whether steps end exactly at the times of frames. Never on a simulated clock, whose time does not pass
    /// while the loop waits.
    fn steps_with_frames(&self, time: DrawTime) -> bool {
        time.exact && !self.pace.clock.is_simulated()
    }

    /// Acquires the surface texture of the next frame before the policy decides and input is read. The wait for the
    /// display would otherwise make the frame older than necessary.
    pub(super) fn acquire(&mut self) -> Result<(), Error> {
        if self.pace.clock.is_paused() || self.out.has_no_area() || !self.until_frame().is_zero() {
            return Ok(());
        }
        let start = self.pace.clock.wall();
        if !self.out.target.acquire()? {
            // The display took this time, not the game, so the game catches up with it.
            let blocked = self.pace.clock.wall() - start;
            self.pace.clock.allow(blocked.min(MAX_BLOCKED));
        }
        Ok(())
    }

    /// Returns the time until a frame is due; 0 if one is due now.
    pub(super) fn until_frame(&mut self) -> Duration {
        let now = self.pace.clock.wall();
        let early = self.frames.next.map(|at| at.saturating_sub(now));
        early.unwrap_or_default()
    }

    /// Draws the frame that the policy requests. Postpones it if no frame is due yet.
    pub(super) fn draw_or_postpone(&mut self, time: DrawTime) -> Result<(), Error> {
        let early = self.until_frame();
        if early.is_zero() {
            return self.draw(time);
        }
        self.frames.postponed = true;
        if self.steps_with_frames(time) {
            // The next pass waits for the frame, before the step that it shows.
            return Ok(());
        }
        self.wait_for(early)
    }

    /// Waits until the policy's time or until a postponed frame is due, whichever comes first.
    pub(super) fn wait_or_draw(&mut self, time: Duration) -> Result<(), Error> {
        let time = self.pace.clock.until(time);
        match self.until_frame() {
            Duration::ZERO if self.frames.postponed => self.draw(self.pace.policy.draw_time()),
            early if self.frames.postponed => self.wait(time.min(early)),
            _ => self.wait(time),
        }
    }

    /// Waits until the next frame, which is due after `early`, or the next step, whichever comes first.
    pub(super) fn wait_for(&mut self, early: Duration) -> Result<(), Error> {
        match early.min(self.pace.until_step()) {
            // A step is due: the next pass takes it.
            Duration::ZERO => Ok(()),
            time => self.wait(time),
        }
    }

    /// Draws one frame. Changes nothing in the world.
    pub(super) fn draw(&mut self, time: DrawTime) -> Result<(), Error> {
        let start = self.pace.clock.wall();
        self.frames.postponed = false;
        // While the game runs backwards, steps are shown without smoothing, which would move objects forwards.
        let goes_back = self.rewinding.as_ref().is_some_and(RewindControl::is_held);
        let time = DrawTime {
            exact: time.exact || goes_back,
            ..time
        };
        let shown = Shown {
            core: &self.core,
            game: &*self.game,
            window: self.window_state.as_ref(),
        };
        let outcome = self.out.show(shown, time, self.settings.smoothing)?;
        let mut rest = if self.frames.hidden {
            Some(HIDDEN_FRAME_TIME)
        } else if self.pace.clock.is_paused() {
            Some(PAUSED_FRAME_TIME)
        } else {
            None
        };
        // An outdated frame is redrawn at once, but only once in a row.
        let is_outdated = matches!(outcome, FrameOutcome::Outdated) && !self.frames.was_outdated;
        self.frames.was_outdated = matches!(outcome, FrameOutcome::Outdated);
        match outcome {
            FrameOutcome::Complete(drawn) => {
                let now = self.pace.clock.elapsed();
                self.out.count(drawn, now)?;
            }
            FrameOutcome::Outdated if is_outdated => {}
            FrameOutcome::Skipped | FrameOutcome::Outdated => {
                // The display took this time, not the game, so the game catches up with it.
                let blocked = self.pace.clock.wall() - start;
                self.pace.clock.allow(blocked.min(MAX_BLOCKED));
                rest = Some(HIDDEN_FRAME_TIME);
            }
            #[cfg(feature = "window")]
            FrameOutcome::SurfaceLost => {
                // Requests a surface at most once a second: a new surface is drawn to immediately, and may be lost
                // again immediately.
                let now = self.pace.clock.wall();
                if self.frames.next_surface.is_none_or(|due| now >= due) {
                    self.frames.next_surface = Some(now + HIDDEN_FRAME_TIME);
                    (self.window.request_surface)(WantedSurface::Gpu);
                }
                rest = Some(HIDDEN_FRAME_TIME);
            }
            #[cfg(feature = "window")]
            FrameOutcome::GpuFailed => {
                self.pace.frames.lose_gpu();
                (self.window.request_surface)(WantedSurface::Software);
                rest = Some(HIDDEN_FRAME_TIME);
            }
        }
        self.frames.next = match (rest, self.pace.frames.time()) {
            _ if is_outdated => None,
            // The rest is counted from now. If it were counted from the frame's start, a frame that blocks for a second
            // would be due again at once and leave no time for steps.
            (Some(rest), _) => Some(self.pace.clock.wall() + rest),
            (None, Some(time)) => Some(self.frame_after(start, time)),
            (None, None) => None,
        };
        self.capture_frame()?;
        self.frames.drawn = true;
        self.pace.clock.frame_over();
        Ok(())
    }

    /// Returns when the frame after the one drawn at `start` is due, if frames are at least `time` apart.
    fn frame_after(&self, start: Duration, time: Duration) -> Duration {
        match self.frames.next {
            // The next frame is due a constant time after this frame was due, not after it was drawn: otherwise
            // lateness would add up and lower the rate.
            Some(due) if due + time > start => due + time,
            // This is the first frame, or the first after a stall, whose missed frames are dropped. The next frame is
            // placed shortly after the next step, and at equal rates all later ones follow their steps as closely.
            // Otherwise, each step could be seen nearly a frame late.
            _ => start + time.min(self.pace.until_step() + time / 16),
        }
    }

    /// Captures the frame on the target, in a run without a window.
    fn capture_frame(&mut self) -> Result<(), Error> {
        let shown_for = self.shown_for(1.0);
        let shown = Shown {
            core: &self.core,
            game: &*self.game,
            window: self.window_state.as_ref(),
        };
        self.out.capture_frame(shown, shown_for)
    }

    /// Sleeps for this long, at most 100 ms, or until a message arrives. A time of zero yields to other threads. A
    /// simulated clock does not sleep: unless the time is zero, it advances by a frame.
    pub(super) fn wait(&mut self, time: Duration) -> Result<(), Error> {
        if self.pace.clock.is_simulated() {
            // Nothing is due, and this clock advances only by frames, so a frame passes. A yield takes no time.
            if !time.is_zero() {
                // The display continues to show the latest frame.
                if self.frames.drawn {
                    self.capture_frame()?;
                }
                self.pace.clock.frame_over();
            }
            return Ok(());
        }
        if time.is_zero() {
            std::thread::yield_now();
            return Ok(());
        }
        let pace = &mut self.pace;
        let waited = pace
            .clock
            .wait(time, &self.window.receiver, &mut pace.margin);
        self.out.statistics.waited(waited.asked, waited.took);
        if let Some(control) = waited.message {
            self.handle_control(control);
        }
        Ok(())
    }
}
