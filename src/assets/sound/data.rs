//! The frames of a clip, and where they come from. A frame has one sample for each channel.
#![cfg_attr(
    not(feature = "sound"),
    expect(dead_code, reason = "only outputs read samples")
)]

use core::fmt;
use std::sync::{Arc, OnceLock};

/// Frames per second of all outputs. Positions of playing sounds are counted in these frames. Sounds of other rates
/// are converted while they play.
pub const SOUND_RATE: u32 = 48_000;

/// The frames of a clip, immutable and shared by all its voices. A clip that is loaded again has a new `ClipData`.
#[derive(Clone, Debug)]
pub(crate) struct ClipData {
    /// Frames per second, at least 1.
    pub(crate) rate: u32,
    /// Number of frames.
    pub(crate) frames: u64,
    pub(crate) source: ClipFrames,
}

/// Source of a clip's frames. Samples are from −1 to 1.
#[derive(Clone, Debug)]
pub(crate) enum ClipFrames {
    /// Samples of one channel.
    Mono(Arc<[f32]>),
    /// Samples of two channels, left and right by turns.
    Stereo(Arc<[f32]>),
    /// Samples of one channel that are computed when an output first needs them.
    Made(Made),
    /// Frames that are decoded while they play.
    Stream(Streamed),
}

/// Samples of one channel that are computed on first use. A run without an output never computes them.
#[derive(Clone)]
pub(crate) struct Made(Arc<MadeOnce>);

struct MadeOnce {
    make: Box<dyn Fn() -> Vec<f32> + Send + Sync>,
    samples: OnceLock<Arc<[f32]>>,
}

/// Frames of a block of a stream: at least 85 ms at every source rate.
pub(crate) const STREAM_BLOCK: usize = 16_384;

/// A stream, and its first block. The block is read on first use and stays in memory, so that the stream can start at
/// once.
#[derive(Clone)]
pub(crate) struct Streamed(Arc<StreamOnce>);

struct StreamOnce {
    source: Box<dyn StreamSource>,
    /// Number of frames.
    frames: u64,
    beginning: OnceLock<Arc<[[f32; 2]]>>,
}

/// Opens readers of a stream, one for each voice.
pub(crate) trait StreamSource: fmt::Debug + Send + Sync {
    /// Returns a reader.
    fn open(&self) -> Box<dyn StreamReader>;
}

/// Reads a stream at any position.
pub(crate) trait StreamReader: Send {
    /// Reads frames from number `first_frame` on: left and right. Frames behind the end, or that cannot be read, are
    /// silent.
    fn read(&mut self, first_frame: u64, into: &mut [[f32; 2]]);
}

impl ClipData {
    /// Returns its number of channels: 1 or 2.
    pub(crate) fn channels(&self) -> u8 {
        match self.source {
            ClipFrames::Mono(_) | ClipFrames::Made(_) => 1,
            ClipFrames::Stereo(_) | ClipFrames::Stream(_) => 2,
        }
    }

    /// Returns the number of frames to compute or read before the clip can play.
    pub(crate) fn frames_to_prepare(&self) -> u64 {
        match &self.source {
            ClipFrames::Mono(_) | ClipFrames::Stereo(_) => 0,
            ClipFrames::Made(_) => self.frames,
            ClipFrames::Stream(_) => self.frames.min(STREAM_BLOCK as u64),
        }
    }

    /// Computes the samples of a clip that code makes, or reads the beginning of a stream.
    pub(crate) fn prepare(&self) {
        match &self.source {
            ClipFrames::Made(made) => drop(Arc::clone(made.samples())),
            ClipFrames::Stream(stream) => stream.read_beginning(),
            ClipFrames::Mono(_) | ClipFrames::Stereo(_) => {}
        }
    }

    /// Returns whether nothing else holds the samples.
    pub(crate) fn is_only_owner(self: &Arc<Self>) -> bool {
        fn is_only<T: ?Sized>(samples: &Arc<T>) -> bool {
            Arc::strong_count(samples) == 1
        }
        is_only(self)
            && match &self.source {
                ClipFrames::Mono(samples) | ClipFrames::Stereo(samples) => is_only(samples),
                ClipFrames::Made(made) => made.0.samples.get().is_none_or(is_only),
                ClipFrames::Stream(stream) => stream.beginning().is_none_or(is_only),
            }
    }

    /// Returns its length in 1/65 536 frames at [`SOUND_RATE`], rounded up.
    pub(crate) fn length_q16(&self) -> u64 {
        position_of_frame(self.frames, self.rate)
    }
}

/// Returns the position of a frame in a clip of this rate, in 1/65 536 frames at [`SOUND_RATE`], rounded up.
pub(crate) fn position_of_frame(frame: u64, rate: u32) -> u64 {
    let frames = (u128::from(frame) * u128::from(SOUND_RATE)) << 16;
    u64::try_from(frames.div_ceil(u128::from(rate.max(1)))).unwrap_or(u64::MAX)
}

impl Made {
    /// Returns samples that `make` computes on first use.
    pub(crate) fn new(make: impl Fn() -> Vec<f32> + Send + Sync + 'static) -> Self {
        Self(Arc::new(MadeOnce {
            make: Box::new(make),
            samples: OnceLock::new(),
        }))
    }

    /// Returns the samples. The first call computes them.
    pub(crate) fn samples(&self) -> &Arc<[f32]> {
        self.0.samples.get_or_init(|| (self.0.make)().into())
    }
}

impl Streamed {
    /// Returns a stream of this many frames.
    pub(crate) fn new(source: impl StreamSource + 'static, frames: u64) -> Self {
        Self(Arc::new(StreamOnce {
            source: Box::new(source),
            frames,
            beginning: OnceLock::new(),
        }))
    }

    /// Returns a reader.
    pub(crate) fn open(&self) -> Box<dyn StreamReader> {
        self.0.source.open()
    }

    /// Returns the number of frames.
    pub(crate) fn len(&self) -> u64 {
        self.0.frames
    }

    /// Reads the first block, unless that was done.
    pub(crate) fn read_beginning(&self) {
        self.0.beginning.get_or_init(|| {
            let count = usize::try_from(self.0.frames).unwrap_or(usize::MAX);
            let mut frames = vec![[0.0; 2]; count.min(STREAM_BLOCK)];
            self.open().read(0, &mut frames);
            frames.into()
        });
    }

    /// Returns the first block, if it was read.
    pub(crate) fn beginning(&self) -> Option<&Arc<[[f32; 2]]>> {
        self.0.beginning.get()
    }
}

impl fmt::Debug for Streamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.source.fmt(f)
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Made").finish_non_exhaustive()
    }
}
