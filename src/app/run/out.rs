//! Outputs of the loop: frames, captures and statistics.

use super::monitor::{DrawnFrame, FrameObserver, FrameReport, Monitor};
use super::overlays::{Overlays, Shown};
use super::paint::{FrameStyle, paint};
use super::target::{FrameOutcome, FrameTarget};
use crate::app::capture::Capture;
#[cfg(feature = "sound")]
use crate::app::sound::sound_track::SoundTrack;
use crate::error::Error;
use crate::time::{DrawTime, Smoothing, StatisticsRecorder};
use crate::world::Core;
use std::time::Duration;

/// Outputs of the loop.
pub(crate) struct Out {
    pub(crate) target: FrameTarget,
    /// Size of frames in pixels. A side is 0 in a minimised window.
    pub(crate) size: [u32; 2],
    pub(crate) style: FrameStyle,
    pub(crate) overlays: Overlays,
    /// Screenshot and films.
    pub(crate) capture: Capture,
    /// The sound track of `--sound`.
    #[cfg(feature = "sound")]
    pub(crate) sound_track: Option<SoundTrack>,
    /// Determines whether captures leave out the first frame: see [`Out::capture_frame`].
    pub(crate) opening: Opening,
    /// The app's observer of frames, and the name of the adapter for it.
    pub(crate) observer: Option<(FrameObserver, String)>,
    pub(crate) statistics: StatisticsRecorder,
    /// Publishes the statistics to other threads.
    pub(crate) monitor: Monitor,
}

/// State of a run's first frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Opening {
    /// Whether the latest drawn frame shows the moment before the first step.
    is_shown: bool,
    /// Whether a frame was captured or left out.
    is_over: bool,
}

impl Out {
    /// Returns whether there is nothing to draw on: the window is minimised.
    pub(crate) fn has_no_area(&self) -> bool {
        self.size.contains(&0)
    }

    /// Draws a frame onto the target.
    pub(crate) fn show(
        &mut self,
        shown: Shown<'_>,
        time: DrawTime,
        smoothing: Smoothing,
    ) -> Result<FrameOutcome, Error> {
        if self.has_no_area() {
            return Ok(FrameOutcome::Skipped);
        }
        let (target, overlays) = (&mut self.target, &mut self.overlays);
        overlays.run_hooks(shown, time, smoothing);
        self.opening.is_shown = shown.core.step_number() == 0 && time.alpha == 0.0;
        let k = time.factor(smoothing);
        paint(shown.core, &self.style, overlays, self.size, k, |frame| {
            target.draw(frame)
        })
    }

    /// Draws the latest step without smoothing onto the target.
    fn show_step(&mut self, shown: Shown<'_>) -> Result<FrameOutcome, Error> {
        self.show(shown, shown.core.step_draw_time(), Smoothing::None)
    }

    /// Counts a drawn frame. `now` is the time of the clock that measures rates.
    pub(crate) fn count(&mut self, drawn: DrawnFrame, now: Duration) -> Result<(), Error> {
        self.overlays.debug.set_stats(drawn.stats);
        self.statistics.rendered(drawn.render);
        self.statistics.presented(drawn.present);
        let times = self.statistics.frame_over(now);
        self.monitor.add_frame(times);
        if let Some((observer, adapter)) = &mut self.observer {
            // Waits for the GPU, because its time belongs to the observed frame. Without an observer, there is no wait,
            // which would delay the next step.
            self.target.finish()?;
            (observer.0)(FrameReport {
                backend: self.target.backend(),
                adapter,
                times,
                stats: drawn.stats,
                cost: self.target.cost(),
            });
        }
        Ok(())
    }

    /// Shows the latest frame rate, and whether a film is captured.
    pub(crate) fn update_frame_rate(&mut self, core: &mut Core) {
        let rate = self.statistics.snapshot().frames_per_second;
        // The rate is 0 while it is unknown, in the first second.
        if rate > 0.0 {
            let size = core.characters();
            let is_filming = self.capture.is_filming();
            let frame_rate = &mut self.overlays.frame_rate;
            frame_rate.update(rate, is_filming, &mut core.assets, size);
        }
    }

    /// Captures the frame on the target, in a run without a window. Leaves out a first frame that shows the moment
    /// before the first step: with that frame and the last step, a film would be a frame longer than the game.
    pub(crate) fn capture_frame(&mut self, shown: Shown<'_>, shown_for: f32) -> Result<(), Error> {
        let is_first = !core::mem::replace(&mut self.opening.is_over, true);
        if is_first && self.opening.is_shown {
            return Ok(());
        }
        self.capture_target(shown, shown_for)
    }

    fn capture_target(&mut self, shown: Shown<'_>, shown_for: f32) -> Result<(), Error> {
        let overlays = &mut self.overlays;
        self.capture
            .after_draw(&mut self.target, shown, overlays, shown_for)
    }

    /// Draws the latest step without smoothing, for the last frame of a capture. With interpolation, earlier frames are
    /// up to a step late and never show it.
    pub(crate) fn draw_last(&mut self, shown: Shown<'_>, shown_for: f32) -> Result<(), Error> {
        if !self.capture.wants_frames() {
            return Ok(());
        }
        self.show_step(shown)?;
        self.capture_target(shown, shown_for)?;
        if !self.capture.keep(&mut self.target, shown)? {
            // The frame was lost with the GPU's device, so it is drawn again.
            self.show_step(shown)?;
            self.capture.keep(&mut self.target, shown)?;
        }
        Ok(())
    }

    /// Adds the sounds of the latest step to the sound track and the film. The next step will be `dt` nominal steps long, and is shown
    /// for `shown_for`.
    #[cfg(feature = "sound")]
    pub(crate) fn capture_sounds(&mut self, core: &Core, dt: f32, shown_for: f32) {
        self.capture.add_sounds(core, dt, shown_for);
        if let Some(track) = &mut self.sound_track {
            track.add(core, dt, shown_for);
        }
    }

    /// Without the feature `sound`, nothing is mixed.
    #[cfg(not(feature = "sound"))]
    pub(crate) fn capture_sounds(&mut self, _: &Core, _: f32, _: f32) {}

    /// Completes the sound track.
    fn finish_sounds(&mut self) -> Result<(), Error> {
        #[cfg(feature = "sound")]
        if let Some(track) = self.sound_track.take() {
            return track.finish();
        }
        Ok(())
    }

    /// Completes the sound track, the screenshot and films. If the last frame cannot be drawn, completes the films without it.
    pub(crate) fn finish(&mut self, shown: Shown<'_>, shown_for: f32) -> Result<(), Error> {
        self.capture_sounds(shown.core, 1.0, shown_for);
        let sounds = self.finish_sounds();
        let last = self.draw_last(shown, shown_for);
        if last.is_err() {
            self.capture.drop_screenshot();
        }
        let finished = self.capture.finish(shown, &self.style, &mut self.overlays);
        last.and(finished).and(sounds)
    }
}
