//! How a voice moves through its clip during one step.

use super::StepSpan;
use crate::sound::{StepSounds, VoiceStep};

/// Largest change of the speed, as a share.
const LARGEST_CORRECTION: f64 = 0.005;

/// Units of a position per frame: 1/65 536.
pub(super) const UNITS: i64 = 65_536;

/// The movement of one step. Positions are in 1/65 536 frame at 48 000 Hz. Behind the step's end, it goes on at the
/// step's last rate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VoiceMotion {
    /// Position at the step's first frame. Negative if a voice started late in the step.
    pub(super) origin: i64,
    /// Offset at the step's end, exact.
    total: i64,
    /// Offset at frame k: `(slope[0] + slope[1] · k) · k`.
    slope: [f64; 2],
    /// Units per frame behind the step's end.
    last_rate: i64,
    /// Number of output frames of the step.
    length: i64,
}

impl VoiceMotion {
    /// Returns the movement of a step that is played in `length` frames, from position 0.
    pub(super) fn new(voice: &VoiceStep, step: &StepSounds, length: u64) -> Self {
        let [first, last] = voice.rate.map(i64::from);
        let frames = clamp(step.frames);
        let total = frames.saturating_mul(first + last) / 2;
        let slope = if length == 0 {
            [0.0; 2]
        } else {
            // A step that is played slower or faster than nominal.
            let speed = frames as f64 / length as f64;
            let change = (last - first) as f64 * speed;
            [first as f64 * speed, change / (2.0 * length as f64)]
        };
        Self {
            origin: 0,
            total,
            slope,
            last_rate: last,
            length: clamp(length),
        }
    }

    /// Moves the end of this step by up to `ahead`. Changes the speed by at most half a percent, the correction of the
    /// step's length included. Loops return to their position in the list by this. Other sounds end soon.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most half a percent of the offset"
    )]
    pub(super) fn approach(&mut self, ahead: i64, span: StepSpan<'_>) {
        let (frames, length) = (span.step.frames as f64, span.length as f64);
        if ahead == 0 || frames < 1.0 || length < 1.0 {
            return;
        }
        let share = (LARGEST_CORRECTION - (length / frames - 1.0).abs()).max(0.0);
        let most = share * self.total as f64;
        let change = (ahead as f64).clamp(-most.abs(), most.abs());
        self.total = self.total.saturating_add(change as i64);
        self.slope[0] += change.trunc() / length;
    }

    /// Returns the offset from the origin at frame `k`, with fractions of a unit.
    #[inline]
    pub(super) fn offset(&self, k: i64) -> f64 {
        if k < self.length {
            self.early_offset(k as f64)
        } else {
            self.whole_offset(k) as f64
        }
    }

    /// Returns the offset from the origin at frame `k`, which is before the step's end.
    #[inline]
    pub(super) fn early_offset(&self, k: f64) -> f64 {
        (self.slope[0] + self.slope[1] * k) * k
    }

    /// Returns whether the `count` frames from `k` on are before the step's end, and none of them moves backwards.
    pub(super) fn is_early_and_forward(&self, k: i64, count: usize) -> bool {
        let end = k.saturating_add(count as i64);
        let [first, growth] = self.slope;
        end <= self.length && first >= 0.0 && first + 2.0 * growth * end as f64 >= 0.0
    }

    /// Returns how far the voice moves in a time of output, in the same unit, at the step's last rate.
    pub(super) fn reach(&self, time: u64) -> u64 {
        let units = u128::from(time) * u128::from(self.last_rate.unsigned_abs());
        u64::try_from(units / u128::from(UNITS.unsigned_abs())).unwrap_or(u64::MAX)
    }

    /// Returns the offset at frame `k` in whole units. It is exact at the step's end, so the voice is then where the
    /// next list expects it.
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    pub(super) fn whole_offset(&self, k: i64) -> i64 {
        let beyond = k - self.length;
        if beyond < 0 {
            return self.offset(k) as i64;
        }
        self.total
            .saturating_add(beyond.saturating_mul(self.last_rate))
    }
}

/// Returns a number as `i64`, at most `i64::MAX`.
pub(super) fn clamp(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
