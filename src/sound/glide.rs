//! Values that change over time: volume, panning and rate.

use core::time::Duration;

use super::playing::{MAX_DECIBELS, RATES, SILENCE};
use crate::assets::position_of;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::math::Ease;

/// Duration and curve of a change of a value. A [`Duration`] converts to a linear tween.
///
/// ```
/// use core::time::Duration;
/// use damselfly::math::Ease;
/// use damselfly::sound::Tween;
///
/// let slow = Tween { ease: Ease::Smooth, ..Tween::over(Duration::from_secs(2)) };
/// assert_eq!(Tween::from(Duration::ZERO), Tween::NOW);
/// # assert_eq!(slow.time.as_secs(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tween {
    /// Game time from the old value to the new one. Defaults to 0: at once.
    pub time: Duration,
    /// The curve. Defaults to [`Ease::Linear`].
    pub ease: Ease,
}

impl Tween {
    /// Changes a value at once.
    pub const NOW: Self = Self::over(Duration::ZERO);

    /// Returns a linear tween.
    pub const fn over(time: Duration) -> Self {
        Self {
            time,
            ease: Ease::Linear,
        }
    }
}

impl From<Duration> for Tween {
    fn from(time: Duration) -> Self {
        Self::over(time)
    }
}

/// A value on its way from one number to another. It stays within a range, also on curves that leave the two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glide {
    from: f32,
    to: f32,
    /// Frames since it began, at most `length`.
    passed: u64,
    /// Frames from `from` to `to`.
    length: u64,
    ease: Ease,
    /// The least and the greatest valid value.
    range: [f32; 2],
}

impl Checksum for Glide {
    /// Leaves out the range, which never changes.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Self {
            from,
            to,
            passed,
            length,
            ease,
            range: _,
        } = *self;
        (from, to, passed, length).write_checksum(sum);
        sum.u8(ease as u8);
    }
}

impl Glide {
    /// Returns a volume in decibels that stays. Values below silence are silence.
    pub(super) fn volume(decibels: f32) -> Self {
        Self::within([SILENCE, MAX_DECIBELS], decibels)
    }

    /// Returns a panning that stays.
    pub(super) fn panning(panning: f32) -> Self {
        Self::within([-1.0, 1.0], panning)
    }

    /// Returns a playback rate that stays.
    pub(super) fn rate(rate: f32) -> Self {
        Self::within([*RATES.start(), *RATES.end()], rate)
    }

    fn within(range: [f32; 2], value: f32) -> Self {
        let value = clamped(value, range);
        Self {
            from: value,
            to: value,
            passed: 0,
            length: 0,
            ease: Ease::Linear,
            range,
        }
    }

    /// Returns the value that it has now.
    pub(super) fn value(&self) -> f32 {
        self.after(0)
    }

    /// Returns the value that it will have after this number of further frames.
    pub(super) fn after(&self, frames: u64) -> f32 {
        let passed = self.passed.saturating_add(frames);
        if passed >= self.length {
            return self.to;
        }
        let share = passed as f32 / self.length as f32;
        clamped(self.ease.between(self.from, self.to, share), self.range)
    }

    /// Returns whether it has arrived.
    pub(super) fn is_over(&self) -> bool {
        self.passed >= self.length
    }

    /// Returns the value that it has at its end.
    pub(super) fn target(&self) -> f32 {
        self.to
    }

    /// Starts from the value that it has now.
    pub(super) fn glide_to(&mut self, to: f32, tween: Tween) {
        *self = Self {
            from: self.value(),
            to: clamped(to, self.range),
            passed: 0,
            length: position_of(tween.time) >> 16,
            ease: tween.ease,
            range: self.range,
        };
    }

    pub(super) fn advance(&mut self, frames: u64) {
        self.passed = self.passed.saturating_add(frames).min(self.length);
    }
}

fn clamped(value: f32, [least, greatest]: [f32; 2]) -> f32 {
    value.clamp(least, greatest)
}

#[cfg(test)]
mod tests;
