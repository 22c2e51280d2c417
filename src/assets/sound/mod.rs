//! Clips: sounds that can be played, from a file, from the program, or computed from settings.

mod clip;
mod data;
#[cfg(feature = "sound")]
mod decode;
#[cfg(feature = "sound")]
mod file;
mod source;
#[cfg(feature = "sound")]
mod stream;

pub use clip::{Clip, ClipId};
pub(crate) use clip::{duration_of, position_of};
pub(crate) use data::ClipData;
#[cfg(feature = "sound")]
pub(crate) use data::ClipFrames;
#[cfg(all(test, feature = "sound"))]
pub(crate) use data::Made;
pub use data::SOUND_RATE;
#[cfg(feature = "sound")]
pub(crate) use data::{STREAM_BLOCK, Streamed};
pub(crate) use data::{StreamReader, StreamSource};
#[cfg(feature = "sound")]
pub use decode::SoundFileError;
pub use source::ClipSource;
