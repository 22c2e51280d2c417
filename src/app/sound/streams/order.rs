//! The order of a stream's blocks for a voice.

use crate::assets::STREAM_BLOCK;

/// Frames of a block.
pub(super) const BLOCK: u64 = STREAM_BLOCK as u64;

/// The blocks of a stream in the order of playing: number of the block, and number of frames before it is needed. A
/// block may come several times.
#[derive(Clone, Debug)]
pub(in crate::app::sound) struct PlayOrder {
    /// The next frame.
    at: u64,
    /// Frames up to it.
    passed: u64,
    /// First frame behind the loop, or behind the stream.
    end: u64,
    /// First frame of the loop.
    repeat: Option<u64>,
    /// Whether the voice is at the first frame.
    is_first: bool,
}

impl PlayOrder {
    /// Returns the order for a voice that is at frame `at` of a stream of this length. `looped` are the first frame of
    /// its loop, and the first one behind it.
    pub(in crate::app::sound) fn new(at: u64, length: u64, looped: Option<[u64; 2]>) -> Self {
        let looped = looped.map(|[start, end]| [start, end.min(length)]);
        let looped = looped.filter(|[start, end]| start < end);
        Self {
            // The frame before it is needed, too, for frames in between.
            at: at.saturating_sub(1),
            passed: 0,
            end: looped.map_or(length, |[_, end]| end),
            repeat: looped.map(|[start, _]| start),
            is_first: at == 0,
        }
    }

    /// Returns the block of the frame before the first one, in a loop of the whole stream: the last block. Frames
    /// between the first two depend on it a little.
    pub(super) fn before(&self) -> Option<u64> {
        (self.is_first && self.repeat == Some(0)).then(|| (self.end - 1) / BLOCK)
    }
}

impl Iterator for PlayOrder {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        if self.at >= self.end {
            self.at = self.repeat?.saturating_sub(1);
        }
        let number = self.at / BLOCK;
        let passed = self.passed;
        let end = ((number + 1) * BLOCK).min(self.end);
        self.passed = passed.saturating_add(end - self.at);
        self.at = end;
        Some((number, passed))
    }
}
