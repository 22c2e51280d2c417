//! The frames of a clip, and where they come from. A frame has one sample for each channel.

use core::fmt;
use std::sync::{Arc, OnceLock};

/// Frames per second in which positions of playing sounds are counted, and which all outputs have. Sounds of other rates
/// are converted while they play.
pub const SOUND_RATE: u32 = 48_000;

/// The frames of a clip.
#[derive(Clone, Debug)]
pub(crate) struct ClipData {
    /// Number of frames.
    pub(crate) length: u64,
    /// Frames per second, at least 1.
    pub(crate) rate: u32,
    /// Samples in a frame: 1, or 2 for left and right.
    pub(crate) channels: u8,
    pub(crate) frames: Frames,
}

/// Where the frames come from. Samples are from −1 to 1, one frame after the other.
#[derive(Clone)]
pub(crate) enum Frames {
    /// Decoded frames.
    Decoded(Arc<[f32]>),
    /// Frames that are computed when an output needs them: a run without an output never does.
    Computed {
        compute: Arc<dyn Fn() -> Vec<f32> + Send + Sync>,
        computed: Arc<OnceLock<Arc<[f32]>>>,
    },
    /// A long file, which is decoded while it plays.
    Streamed(Arc<dyn OpenStream>),
}

/// A file that can be decoded by several readers at a time.
pub(crate) trait OpenStream: Send + Sync {
    /// Returns a reader.
    ///
    /// # Errors
    /// The file can no longer be read. The message names the file.
    fn open(&self) -> Result<Box<dyn StreamReader>, String>;
}

/// Decodes the frames of a file.
pub(crate) trait StreamReader: Send {
    /// Fills `into` with the frames from number `first` on. Frames behind the end, or that cannot be read, are silent. A
    /// file of one channel gives the same sample to both sides.
    fn read(&mut self, first: u64, into: &mut [[f32; 2]]);
}

impl ClipData {
    /// Returns the clip's length in 1/65 536 frames at [`SOUND_RATE`].
    pub(crate) fn length_q16(&self) -> u64 {
        let frames = u128::from(self.length) * u128::from(SOUND_RATE) << 16;
        u64::try_from(frames / u128::from(self.rate)).unwrap_or(u64::MAX)
    }

    /// Returns all frames, computed if necessary. `None` for a stream.
    pub(crate) fn all(&self) -> Option<Arc<[f32]>> {
        match &self.frames {
            Frames::Decoded(frames) => Some(Arc::clone(frames)),
            Frames::Computed { compute, computed } => {
                Some(Arc::clone(computed.get_or_init(|| compute().into())))
            }
            Frames::Streamed(_) => None,
        }
    }
}

impl fmt::Debug for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Decoded(_) => "Decoded",
            Self::Computed { .. } => "Computed",
            Self::Streamed(_) => "Streamed",
        })
    }
}
