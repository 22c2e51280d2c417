//! Retries after failures in a window: for some time, and then no more.
//!
//! This module uses neither wgpu nor a clock, so that the rules can be tested with any failures at any time.

use std::time::Duration;

use super::error::GpuError;
use super::renderer::MAX_FRAMES_IN_FLIGHT;
use crate::platform::Instant;

/// Time for which frames may fail before an error is returned. Meant to outlast a driver update or a change of docking
/// station.
const PATIENCE: Duration = Duration::from_secs(10);
/// Minimum number of failed frames before an error is returned. Time alone is not enough, because it also passes while
/// a window is minimised and nothing is tried.
const FEWEST_TRIES: u32 = 4;
/// Number of devices that may be lost in a row, without a drawn frame in between. A driver that fails with every frame
/// would otherwise look like a game that hangs.
const MAX_LOSSES: u32 = 3;
/// Number of devices that may be lost in a row, each before its first frame was surely finished. A driver that resets
/// the device because of a shader still accepts the first frames.
const MAX_EARLY_LOSSES: u32 = 8;

/// Action after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    /// Try again with a new surface.
    NewSurface,
    /// Try again with a new surface and a new device.
    NewDevice,
    /// Return the error.
    GiveUp,
}

/// The failures since the last drawn frame, and the devices lost since the last finished frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recovery {
    /// Time of the first failure.
    since: Option<Instant>,
    tries: u32,
    losses: u32,
    /// Devices lost since a frame was surely finished.
    early_losses: u32,
    /// Frames drawn since the last failure.
    drawn: usize,
}

impl Recovery {
    /// Forgets the failures, because a frame could be drawn if the window were visible.
    pub(super) fn could_draw(&mut self) {
        (self.since, self.tries) = (None, 0);
    }

    /// Forgets the failures, because a frame was drawn.
    pub(super) fn works(&mut self) {
        self.could_draw();
        self.losses = 0;
        self.drawn = self.drawn.saturating_add(1);
        if self.drawn > MAX_FRAMES_IN_FLIGHT {
            self.early_losses = 0;
        }
    }

    /// Records a failure. Returns the action.
    pub(super) fn failed(&mut self, error: &GpuError, now: Instant) -> Remedy {
        let is_late = self.is_late(now);
        self.drawn = 0;
        let remedy = match error {
            // A new surface is enough, because a surface belongs to no device.
            GpuError::Surface(_) => Remedy::NewSurface,
            // Another try would fail in the same way.
            GpuError::BadVariable(_)
            | GpuError::Limit { .. }
            | GpuError::AtlasPage { .. }
            // The failed wait has already lasted as long as any wait may.
            | GpuError::TooSlow { .. } => Remedy::GiveUp,
            _ => Remedy::NewDevice,
        };
        let lost = u32::from(matches!(error, GpuError::DeviceLost(_)));
        self.losses += lost;
        self.early_losses += lost;
        let is_in_vain = self.losses > MAX_LOSSES || self.early_losses > MAX_EARLY_LOSSES;
        if is_late || is_in_vain {
            Remedy::GiveUp
        } else {
            remedy
        }
    }

    /// Records a failed frame. Returns whether frames have failed for too long.
    pub(super) fn is_late(&mut self, now: Instant) -> bool {
        let since = *self.since.get_or_insert(now);
        self.tries = self.tries.saturating_add(1);
        self.tries >= FEWEST_TRIES && now.saturating_duration_since(since) >= PATIENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface() -> GpuError {
        GpuError::Surface("gone".to_owned())
    }

    fn lost() -> GpuError {
        GpuError::DeviceLost("reset".to_owned())
    }

    #[test]
    fn failures_are_retried_for_ten_seconds_from_the_first() {
        let start = Instant::now();
        let at = |seconds: f32| start + Duration::from_secs_f32(seconds);
        let refused = || GpuError::NoDevice("busy".to_owned());
        let mut recovery = Recovery::default();
        for (seconds, error, remedy) in [
            (0.0, surface(), Remedy::NewSurface),
            (1.0, refused(), Remedy::NewDevice),
            (2.0, lost(), Remedy::NewDevice),
            (9.9, GpuError::Refused(String::new()), Remedy::NewDevice),
            (10.0, surface(), Remedy::GiveUp),
            (11.0, refused(), Remedy::GiveUp),
        ] {
            assert_eq!(recovery.failed(&error, at(seconds)), remedy, "{seconds}");
        }
        // A drawn frame restarts the time.
        recovery.works();
        for (seconds, is_late) in [(12.0, false), (13.0, false), (21.9, false), (22.0, true)] {
            assert_eq!(recovery.is_late(at(seconds)), is_late, "{seconds}");
        }
    }

    #[test]
    fn a_failure_after_a_pause_is_retried() {
        let start = Instant::now();
        let mut recovery = Recovery::default();
        for (seconds, remedy) in [
            (0, Remedy::NewSurface),
            // The window was minimised since the last try.
            (60, Remedy::NewSurface),
            (61, Remedy::NewSurface),
            (62, Remedy::GiveUp),
        ] {
            let now = start + Duration::from_secs(seconds);
            assert_eq!(recovery.failed(&surface(), now), remedy, "{seconds}");
        }
    }

    #[test]
    fn too_many_device_losses_in_a_row_end_the_retries() {
        let now = Instant::now();
        let mut recovery = Recovery::default();
        for _ in 0..MAX_LOSSES {
            assert_eq!(recovery.failed(&lost(), now), Remedy::NewDevice);
        }
        assert_eq!(recovery.failed(&lost(), now), Remedy::GiveUp);
    }

    #[test]
    fn skipped_frames_do_not_forgive_losses() {
        let now = Instant::now();
        let mut recovery = Recovery::default();
        for _ in 0..MAX_LOSSES {
            assert_eq!(recovery.failed(&lost(), now), Remedy::NewDevice);
            (0..=MAX_FRAMES_IN_FLIGHT).for_each(|_| recovery.could_draw());
        }
        assert_eq!(recovery.failed(&lost(), now), Remedy::GiveUp);
    }

    #[test]
    fn frames_that_never_finish_do_not_forgive_losses() {
        let last_remedy = |frames: usize| {
            let mut recovery = Recovery::default();
            let lose = |recovery: &mut Recovery| {
                (0..frames).for_each(|_| recovery.works());
                recovery.failed(&lost(), Instant::now())
            };
            (0..MAX_EARLY_LOSSES).for_each(|_| assert_eq!(lose(&mut recovery), Remedy::NewDevice));
            lose(&mut recovery)
        };
        assert_eq!(last_remedy(MAX_FRAMES_IN_FLIGHT), Remedy::GiveUp);
        assert_eq!(last_remedy(MAX_FRAMES_IN_FLIGHT + 1), Remedy::NewDevice);
    }

    #[test]
    fn permanent_failures_are_given_up_at_once() {
        let limit = GpuError::Limit {
            what: "texels",
            wanted: 2,
            limit: 1,
        };
        let slow = GpuError::TooSlow { waited: PATIENCE };
        for error in [limit, slow] {
            let mut recovery = Recovery::default();
            assert_eq!(recovery.failed(&error, Instant::now()), Remedy::GiveUp);
        }
    }
}
