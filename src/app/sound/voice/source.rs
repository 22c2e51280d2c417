//! Reads the frames of a clip, one at a time or four neighbours.

use std::sync::Arc;

use kira::{Frame, interpolate_frame};

use super::region::Loop;
use crate::assets::{ClipData, ClipFrames, StreamReader};

/// Frames of a block of a stream: at least 85 ms at every source rate.
const BLOCK: u64 = 16_384;

/// The frames of a voice's clip.
pub(super) enum FrameSource {
    Mono(Arc<[f32]>),
    Stereo(Arc<[f32]>),
    Stream(Box<StreamWindow>),
}

impl FrameSource {
    /// Opens a clip. Samples that code makes are made now, unless they exist.
    pub(super) fn open(clip: &ClipData) -> Self {
        match &clip.source {
            ClipFrames::Mono(samples) => Self::Mono(Arc::clone(samples)),
            ClipFrames::Stereo(samples) => Self::Stereo(Arc::clone(samples)),
            ClipFrames::Made(made) => Self::Mono(Arc::clone(made.samples())),
            ClipFrames::Stream(stream) => {
                Self::Stream(Box::new(StreamWindow::new(stream.open(), clip.frames)))
            }
        }
    }

    /// Returns the clip between frame `index` and the next one, interpolated from four frames. Exact on whole frames.
    #[inline]
    pub(super) fn between(&mut self, index: i64, fraction: f32, looped: Option<&Loop>) -> Frame {
        if fraction == 0.0 {
            return self.frame(index, looped);
        }
        let [a, b, c, d] = self.neighbours(index, looped);
        interpolate_frame(a, b, c, d, fraction)
    }

    /// Returns frame `index`, taken into the loop. Frames outside of the clip are silent.
    #[inline]
    fn frame(&mut self, index: i64, looped: Option<&Loop>) -> Frame {
        let index = looped.map_or(index, |range| range.wrap_frame(index));
        let Ok(at) = usize::try_from(index) else {
            return Frame::ZERO;
        };
        match self {
            Self::Mono(samples) => samples.get(at).copied().map(Frame::from_mono),
            Self::Stereo(samples) => samples
                .get(at.saturating_mul(2)..)
                .and_then(<[f32]>::first_chunk)
                .map(|&[left, right]| Frame::new(left, right)),
            Self::Stream(window) => Some(window.frame(at as u64)),
        }
        .unwrap_or(Frame::ZERO)
    }

    /// Returns the frames from `index - 1` to `index + 2`.
    #[inline]
    fn neighbours(&mut self, index: i64, looped: Option<&Loop>) -> [Frame; 4] {
        let inside =
            index >= 1 && looped.is_none_or(|range| range.wrap_frame(index + 2) == index + 2);
        let first = usize::try_from(index - 1).unwrap_or(0);
        match self {
            Self::Mono(samples) if inside => {
                if let Some(found) = samples.get(first..).and_then(<[f32]>::first_chunk::<4>) {
                    return found.map(Frame::from_mono);
                }
            }
            Self::Stereo(samples) if inside => {
                let found = samples.get(first.saturating_mul(2)..);
                if let Some(&[a, b, c, d, e, f, g, h]) = found.and_then(<[f32]>::first_chunk::<8>) {
                    return [[a, b], [c, d], [e, f], [g, h]].map(|[l, r]| Frame::new(l, r));
                }
            }
            _ => {}
        }
        [-1, 0, 1, 2].map(|by| self.frame(index + by, looped))
    }
}

/// The part of a stream that a voice reads: two blocks, because a voice may be at both ends of its loop.
pub(super) struct StreamWindow {
    reader: Box<dyn StreamReader>,
    /// Length of the stream in frames.
    length: u64,
    blocks: [StreamBlock; 2],
    /// Index of the block that was read last.
    latest: usize,
}

struct StreamBlock {
    /// Number of the block in the stream. `None` before it is read.
    number: Option<u64>,
    frames: Vec<[f32; 2]>,
}

impl StreamWindow {
    fn new(reader: Box<dyn StreamReader>, length: u64) -> Self {
        let block = || StreamBlock {
            number: None,
            frames: Vec::new(),
        };
        Self {
            reader,
            length,
            blocks: [block(), block()],
            latest: 0,
        }
    }

    /// Returns a frame. Decodes its block in place, if no block has it.
    fn frame(&mut self, index: u64) -> Frame {
        if index >= self.length {
            return Frame::ZERO;
        }
        let number = index / BLOCK;
        if self.blocks[self.latest].number != Some(number) {
            self.latest = 1 - self.latest;
            if self.blocks[self.latest].number != Some(number) {
                self.load(number);
            }
        }
        let found = usize::try_from(index % BLOCK)
            .ok()
            .and_then(|at| self.blocks[self.latest].frames.get(at));
        found.map_or(Frame::ZERO, |&[left, right]| Frame::new(left, right))
    }

    /// Reads a block of the stream.
    fn load(&mut self, number: u64) {
        let block = &mut self.blocks[self.latest];
        let first = number * BLOCK;
        let count = BLOCK.min(self.length - first);
        block.frames.clear();
        block
            .frames
            .resize(usize::try_from(count).unwrap_or(0), [0.0; 2]);
        self.reader.read(first, &mut block.frames);
        block.number = Some(number);
    }
}
