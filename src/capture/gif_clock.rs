//! Times of frames in 1/100 s, the unit of a GIF's delays, without drift.

use super::error::CaptureFault;

/// Minimum rate, in frames per second.
const MIN_RATE: f64 = 0.001;
/// Maximum rate, in frames per second.
const MAX_RATE: f64 = 1000.0;

/// Rejects a rate that is not from 0.001 to 1000 frames per second.
pub(super) fn check_rate(rate: f64) -> Result<(), CaptureFault> {
    if (MIN_RATE..=MAX_RATE).contains(&rate) {
        Ok(())
    } else {
        Err(CaptureFault::Rate(rate))
    }
}

/// Returns the start of a frame, counted from 0, in 1/100 s. `rate` is in frames per second.
///
/// Each start is rounded down separately, so that the delays add up: at 30 frames per second 3, 3, 4, … A sum of
/// rounded delays would make an animation too short or too long.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "not negative, and saturates after thousands of years"
)]
pub(super) fn start_of(frame: u64, rate: f64) -> u64 {
    (frame as f64 * 100.0 / rate) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays(rate: f64, frames: u64) -> Vec<u64> {
        let delay = |frame| start_of(frame + 1, rate) - start_of(frame, rate);
        (0..frames).map(delay).collect()
    }

    #[test]
    fn rounding_is_spread_over_the_frames() {
        assert_eq!(delays(30.0, 6), [3, 3, 4, 3, 3, 4]);
        assert_eq!(delays(20.0, 3), [5, 5, 5]);
        assert_eq!(delays(0.5, 2), [200, 200]);
    }

    #[test]
    fn an_hour_of_frames_lasts_an_hour() {
        for rate in [30_u32, 60, 24, 7] {
            assert_eq!(start_of(u64::from(rate) * 3600, rate.into()), 360_000);
        }
    }

    #[test]
    fn an_invalid_rate_is_rejected() {
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9, 1e-9] {
            assert!(check_rate(rate).is_err(), "{rate}");
        }
    }
}
