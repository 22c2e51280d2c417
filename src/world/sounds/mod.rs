//! The sounds of a world: playing them, hearing attached ones, and notifying of their ends.

mod arrived;
mod ended;
mod hearing;
mod play;

pub(in crate::world) use arrived::ArrivedSounds;
pub use ended::SoundEnded;
