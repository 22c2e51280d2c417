//! The loop of a voice.

use super::motion::{UNITS, clamp};

/// A loop in a clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    /// Start and end, in 1/65 536 frame at 48 000 Hz.
    start: i64,
    end: i64,
    /// First source frame, and the first one behind the end.
    frames: [i64; 2],
}

impl Loop {
    /// Returns a loop. `None` if it has less than one source frame: such a sound does not loop.
    pub(super) fn new(range: Option<[u64; 2]>, source_rate: i64) -> Option<Self> {
        let [start, end] = range?.map(clamp);
        let frames = [start, end].map(|at| source_frame(at, source_rate));
        (start < end && frames[0] < frames[1]).then_some(Self { start, end, frames })
    }

    /// Returns a position, taken into the loop if it is at or behind its end.
    pub(super) fn wrap(&self, position: i64) -> i64 {
        if position < self.end {
            return position;
        }
        self.start + (position - self.start) % (self.end - self.start)
    }

    /// Returns the distance of two positions of the loop, by the shorter way round.
    pub(super) fn distance(&self, a: i64, b: i64) -> u64 {
        let straight = a.abs_diff(b);
        let span = self.start.abs_diff(self.end);
        straight.min(span.abs_diff(straight))
    }

    /// Returns start and end in source frames.
    pub(super) fn in_source(&self, scale: f64) -> [f64; 2] {
        [self.start, self.end].map(|at| at as f64 * scale)
    }

    /// Returns the first source frame, and the first one behind the end.
    pub(super) fn frames(&self) -> [u64; 2] {
        self.frames.map(|frame| u64::try_from(frame).unwrap_or(0))
    }

    /// Returns a source frame, taken into the loop. The frame before a loop of the whole clip is its last one. Other
    /// loops are entered from the frames before them.
    #[inline]
    pub(super) fn wrap_frame(&self, index: i64) -> i64 {
        let [start, end] = self.frames;
        if index >= end || (start == 0 && index < 0) {
            start + (index - start).rem_euclid(end - start)
        } else {
            index
        }
    }
}

/// Returns the source frame nearest to a position.
fn source_frame(position: i64, source_rate: i64) -> i64 {
    let unit = i128::from(crate::assets::SOUND_RATE) * i128::from(UNITS);
    let frame = (i128::from(position) * i128::from(source_rate) + unit / 2) / unit;
    i64::try_from(frame).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_begins_and_ends_at_the_nearest_frames() {
        let unit = UNITS.unsigned_abs();
        let nearest = |start: u64, end: u64| {
            let range = Loop::new(Some([start, end]), 48_000);
            range.map(|range| range.frames())
        };
        assert_eq!(nearest(10 * unit, 20 * unit), Some([10, 20]));
        assert_eq!(nearest(10 * unit - 9, 20 * unit + 9), Some([10, 20]));
        let half = unit / 2;
        assert_eq!(nearest(9 * unit + half, 20 * unit - half), Some([10, 20]));
        assert_eq!(nearest(10 * unit, 10 * unit + 9), None);
        assert_eq!(nearest(20 * unit, 10 * unit), None);
    }
}
