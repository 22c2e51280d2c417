//! Clips: sounds that can be played, from a file, from the program, or computed from settings.

mod clip;
mod data;
mod source;

pub use clip::{Clip, ClipId};
pub(crate) use clip::{duration_of, position_of};
pub use data::SOUND_RATE;
pub(crate) use data::{ClipData, Frames, OpenStream, StreamReader};
pub use source::ClipSource;
