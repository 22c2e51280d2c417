//! The clock of fills. Measures how much of the sound a gap of the device has delayed. All times are in frames at 48 000
//! per second.

/// Time over which requests are averaged: one second.
const AVERAGED: f64 = 48_000.0;

/// Frames after a gap in which requests differ: 100 ms. They fill the device's buffer, which may be longer then.
const SETTLING: usize = 4800;

/// Differences that are smaller are not made up for: 2 ms.
const SMALLEST: f64 = 96.0;

/// The time up to which sound was mixed.
#[derive(Debug, Default)]
pub(super) struct FillClock {
    /// Expected start of the next request, averaged. `None` before the first one.
    end: Option<f64>,
    /// Frames for which differences are made up for.
    settling: usize,
}

impl FillClock {
    /// Takes in a gap of the device.
    pub(super) fn gap(&mut self) {
        self.settling = SETTLING;
    }

    /// Takes in a request of `frames` frames whose first one belongs to the time `start`. Returns the number of frames
    /// to skip before it, because of a gap. A negative result is a number of frames to wait.
    pub(super) fn advance(&mut self, start: f64, frames: usize) -> f64 {
        let end = *self.end.get_or_insert(start);
        let difference = start - end;
        let is_settling = self.settling > 0;
        self.settling = self.settling.saturating_sub(frames);
        let frames = frames as f64;
        if is_settling && difference.abs() >= SMALLEST {
            self.end = Some(start + frames);
            return difference;
        }
        self.end = Some(end + frames + difference * (frames / AVERAGED).min(1.0));
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_a_gap_delays_are_skipped_once() {
        let mut clock = FillClock::default();
        for request in 0..100 {
            assert_eq!(clock.advance(f64::from(request) * 240.0, 240), 0.0);
        }
        // Without a gap, a late request is only late.
        assert_eq!(clock.advance(24_000.0 + 300.0, 240), 0.0);
        clock.gap();
        let lost = clock.advance(24_240.0 + 1000.0, 480);
        assert!((lost - 1000.0).abs() < 3.0, "{lost}");
        assert_eq!(clock.advance(24_720.0 + 1000.0, 240), 0.0);
    }

    #[test]
    fn a_buffer_that_becomes_longer_is_waited_for() {
        let mut clock = FillClock::default();
        clock.advance(0.0, 480);
        clock.gap();
        // 240 more frames at the same time.
        assert_eq!(clock.advance(480.0 - 240.0, 480), -240.0);
        assert_eq!(clock.advance(720.0, 240), 0.0);
    }

    #[test]
    fn the_clock_follows_a_device_that_runs_faster() {
        let mut clock = FillClock::default();
        for request in 0..3000 {
            clock.advance(f64::from(request) * 239.9, 240);
        }
        clock.gap();
        assert_eq!(clock.advance(3000.0 * 239.9, 240), 0.0, "no gap in sight");
    }
}
