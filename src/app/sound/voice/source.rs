//! Reads the frames of a clip, one at a time or four neighbours.

use std::sync::Arc;

use kira::{Frame, interpolate_frame};

use super::super::streams::{PlayOrder, StreamWindow, Streams};
use super::bulk::{BULK, BulkReading};
use super::region::Loop;
use crate::assets::{ClipData, ClipFrames};

/// Number of neighbours that an interpolated frame needs, and one more for the frame before a loop.
const NEIGHBOURS: u64 = 4;

/// The frames of a voice's clip.
pub(super) enum FrameSource {
    Mono(Arc<[f32]>),
    Stereo(Arc<[f32]>),
    Stream(StreamWindow),
}

impl FrameSource {
    /// Opens a clip. Samples that code makes are made now, unless they exist. `None` while too many streams play.
    pub(super) fn open(clip: &ClipData, streams: &mut Streams) -> Option<Self> {
        Some(match &clip.source {
            ClipFrames::Mono(samples) => Self::Mono(Arc::clone(samples)),
            ClipFrames::Stereo(samples) => Self::Stereo(Arc::clone(samples)),
            ClipFrames::Made(made) => Self::Mono(Arc::clone(made.samples())),
            ClipFrames::Stream(stream) => Self::Stream(streams.open(stream)?),
        })
    }

    /// Requests the frames of a stream from `index` on. Returns whether the next `distance` frames are there.
    #[inline]
    pub(super) fn supply(&mut self, index: i64, distance: f64, looped: Option<&Loop>) -> bool {
        let Self::Stream(window) = self else {
            return true;
        };
        let index = looped.map_or(index, |range| range.wrap_frame(index));
        let looped = looped.map(|range| range.frames());
        let order = PlayOrder::new(u64::try_from(index).unwrap_or(0), window.len(), looped);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates"
        )]
        let distance = distance.ceil() as u64;
        window.supply(&order, distance.saturating_add(NEIGHBOURS))
    }

    /// Returns the first frame whose four neighbours are in the clip and in the loop, and the first one behind all such
    /// frames. `None` for a stream.
    pub(super) fn inside(&self, looped: Option<&Loop>) -> Option<[i64; 2]> {
        let length = match self {
            Self::Mono(samples) => samples.len(),
            Self::Stereo(samples) => samples.len() / 2,
            Self::Stream(_) => return None,
        };
        let end = looped.map_or(u64::MAX, |range| range.frames()[1]);
        let end = i64::try_from(end.min(length as u64)).unwrap_or(i64::MAX);
        // Frames in bulk are counted by `u32`.
        Some([1, (end - 2).min(u32::MAX.into())])
    }

    /// Reads frames that are all [inside](Self::inside). `None` if it cannot.
    #[inline]
    pub(super) fn read(&self, bulk: &BulkReading, out: &mut [Frame; BULK]) -> Option<()> {
        match self {
            Self::Mono(samples) => bulk.read_mono(samples, out),
            Self::Stereo(samples) => bulk.read_stereo(samples, out),
            Self::Stream(_) => None,
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
