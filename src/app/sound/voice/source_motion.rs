//! The movement of a voice in the frames of its source.

use super::bulk::{BULK, BulkReading};
use super::motion::{UNITS, VoiceMotion};
use super::region::Loop;
use crate::assets::SOUND_RATE as RATE;

/// Source frames are clamped to this distance. Their neighbours can be counted, too.
const FARTHEST: i64 = i64::MAX / 2;

/// Source frames up to this distance are read in bulk. Sums of such numbers are exact.
const FAR: i64 = 1 << 40;

/// 1.5 · 2^52. Adding it to a smaller number rounds to a whole number, which is then in the lowest bits. A cast does
/// not become a vector instruction.
const ROUNDING: f64 = 6_755_399_441_055_744.0;

/// The movement of one step in source frames.
#[derive(Clone, Copy)]
pub(super) struct SourceMotion {
    /// Whole source frame and fraction at the motion's origin.
    base: i64,
    fraction: f64,
    /// Source frames per unit of a position.
    scale: f64,
    /// Start and end of the loop, from `base`. The end of a sound without a loop is infinite.
    range: [f64; 2],
    /// Source frames that the loop took back in this step.
    laps: f64,
}

impl SourceMotion {
    pub(super) fn new(origin: i64, source_rate: i64, looped: Option<&Loop>) -> Self {
        let unit = i64::from(RATE) * UNITS;
        let scale = source_rate as f64 / unit as f64;
        let exact = i128::from(origin) * i128::from(source_rate);
        let base = exact.div_euclid(i128::from(unit));
        let base = i64::try_from(base).unwrap_or(i64::MAX);
        let rest = exact.rem_euclid(i128::from(unit));
        let range = looped.map_or([0.0, f64::INFINITY], |range| {
            range.in_source(scale).map(|at| at - base as f64)
        });
        Self {
            base,
            fraction: rest as f64 / unit as f64,
            scale,
            range,
            laps: 0.0,
        }
    }

    /// Returns the number of source frames between two offsets of the motion.
    pub(super) fn distance(&self, from: f64, to: f64) -> f64 {
        (to - from) * self.scale
    }

    /// Returns the source frame and the fraction behind it, at an offset of the motion.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a fraction; the whole part saturates"
    )]
    pub(super) fn at(&mut self, offset: f64) -> (i64, f32) {
        let straight = self.straight(offset);
        let mut at = straight - self.laps;
        let [start, end] = self.range;
        if at >= end {
            let span = end - start;
            self.laps += ((at - start) / span).floor() * span;
            at = straight - self.laps;
        }
        // `floor` is a call on many processors.
        let near = at as i64;
        let whole = if near as f64 > at {
            near.saturating_sub(1)
        } else {
            near
        };
        let index = self.base.saturating_add(whole).clamp(-FARTHEST, FARTHEST);
        (index, (at - whole as f64) as f32)
    }

    /// Returns the distance from `base`, with every lap of the loop.
    #[inline]
    fn straight(&self, offset: f64) -> f64 {
        self.fraction + offset * self.scale
    }

    /// Finds the positions of [`BULK`] frames of the motion from frame `k` on. Returns false if one of them may be outside
    /// of the source frames `inside`, in the next lap of the loop, or behind the step's end.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a fraction, and the lowest bits"
    )]
    pub(super) fn find_bulk(
        &self,
        motion: &VoiceMotion,
        k: i64,
        inside: [i64; 2],
        bulk: &mut BulkReading,
    ) -> bool {
        if !motion.is_early_and_forward(k, BULK) || !(-FAR..=FAR).contains(&self.base) {
            return false;
        }
        let first = k as f64;
        let at = |by: f64| self.straight(motion.early_offset(first + by)) - self.laps;
        let [start, end] = inside.map(|frame| (frame - self.base) as f64);
        // No frame moves backwards, so the others are between these two. A distance of 1 is more than rounding adds.
        let last = BULK as f64 - 1.0;
        let is_inside = at(0.0) >= start + 1.0 && at(last) <= end.min(self.range[1]) - 1.0;
        if !is_inside {
            return false;
        }
        let before_base = (self.base - 1) as f64;
        let frames = bulk.before.iter_mut().zip(&mut bulk.fractions);
        for (by, (before, fraction)) in (0_i32..).zip(frames) {
            let at = at(by.into());
            let near = (at + ROUNDING) - ROUNDING;
            let whole = if near > at { near - 1.0 } else { near };
            *before = (whole + before_base + ROUNDING).to_bits() as u32;
            *fraction = (at - whole) as f32;
        }
        true
    }
}

impl Default for SourceMotion {
    fn default() -> Self {
        Self::new(0, i64::from(RATE), None)
    }
}
