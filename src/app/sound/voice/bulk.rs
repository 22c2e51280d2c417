//! Reads many frames of a clip at once, where none needs a test: far from the ends of the clip, of its loop and of the
//! step.
//!
//! It does the operations of single frames in the same order, for four samples at a time. Every sample keeps its bits.

#[cfg(test)]
mod tests;

use glam::{Mat4, Vec4};
use kira::Frame;

/// Number of frames that are read at once.
pub(super) const BULK: usize = 32;

/// Positions of [`BULK`] frames in the source.
#[derive(Default)]
pub(super) struct BulkReading {
    /// First of the four neighbours of each frame: the source frame before its own.
    pub(super) before: [u32; BULK],
    /// Fractions of the frames, behind their source frames.
    pub(super) fractions: [f32; BULK],
}

impl BulkReading {
    /// Reads samples of one channel. `None` if a frame is outside of them.
    pub(super) fn read_mono(&self, samples: &[f32], out: &mut [Frame; BULK]) -> Option<()> {
        if self.is_whole() {
            for (frame, &before) in out.iter_mut().zip(&self.before) {
                *frame = Frame::from_mono(*samples.get(before as usize + 1)?);
            }
            return Some(());
        }
        let before = self.before.as_chunks().0;
        let fractions = self.fractions.as_chunks().0;
        let frames = out.as_chunks_mut::<4>().0;
        for ((frames, before), fractions) in frames.iter_mut().zip(before).zip(fractions) {
            let neighbours = |before: u32| {
                let samples = samples.get(before as usize..)?.first_chunk()?;
                Some(Vec4::from_array(*samples))
            };
            let [a, b, c, d] = before.map(neighbours);
            let by_offset = Mat4::from_cols(a?, b?, c?, d?).transpose();
            let neighbours = [
                by_offset.x_axis,
                by_offset.y_axis,
                by_offset.z_axis,
                by_offset.w_axis,
            ];
            let between = interpolate(neighbours, Vec4::from_array(*fractions));
            *frames = between.to_array().map(Frame::from_mono);
        }
        Some(())
    }

    /// Reads samples of two channels, left and right in turn. `None` if a frame is outside of them.
    pub(super) fn read_stereo(&self, samples: &[f32], out: &mut [Frame; BULK]) -> Option<()> {
        let before = self.before.as_chunks().0;
        let fractions = self.fractions.as_chunks().0;
        let frames = out.as_chunks_mut::<2>().0;
        for ((frames, before), &[x, y]) in frames.iter_mut().zip(before).zip(fractions) {
            let neighbours = |before: u32| {
                let first = (before as usize).saturating_mul(2);
                samples.get(first..)?.first_chunk::<8>()
            };
            // Names instead of indices let the compiler load two samples at a time.
            let [first, second] = before.map(neighbours);
            let &[a, b, c, d, e, f, g, h] = first?;
            let &[i, j, k, l, m, n, o, p] = second?;
            let neighbours = [
                Vec4::new(a, b, i, j),
                Vec4::new(c, d, k, l),
                Vec4::new(e, f, m, n),
                Vec4::new(g, h, o, p),
            ];
            let between = interpolate(neighbours, Vec4::new(x, x, y, y));
            let [a, b, c, d] = between.to_array();
            *frames = [Frame::new(a, b), Frame::new(c, d)];
        }
        Some(())
    }

    /// Returns whether all frames are source frames, as at the normal rate.
    fn is_whole(&self) -> bool {
        self.fractions == [0.0; BULK]
    }
}

/// Returns samples between the second and the third of four neighbours: kira's `interpolate_frame`, for four samples at
/// once. Exact where the fraction is 0.
#[inline]
fn interpolate([a, b, c, d]: [Vec4; 4], fractions: Vec4) -> Vec4 {
    let c1 = (c - a) * 0.5;
    let c2 = a - b * 2.5 + c * 2.0 - d * 0.5;
    let c3 = (d - a) * 0.5 + (b - c) * 1.5;
    let between = ((c3 * fractions + c2) * fractions + c1) * fractions + b;
    Vec4::select(fractions.cmpeq(Vec4::ZERO), b, between)
}
