//! Clips: sounds that can be played, from a file, from the program, or computed from settings.

mod clip;
mod data;
#[cfg(feature = "sound")]
mod decode;
mod source;
#[cfg(feature = "sound")]
mod stream;

pub use clip::{Clip, ClipId};
pub(crate) use clip::{duration_of, position_of};
#[cfg(test)]
pub(crate) use data::Made;
pub use data::SOUND_RATE;
pub(crate) use data::{ClipData, ClipFrames, StreamReader, StreamSource};
pub use source::ClipSource;
