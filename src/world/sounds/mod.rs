//! The sounds of a world: playing them, hearing attached ones, and telling of their ends.

mod arrived;
mod ended;
mod hearing;
mod play;

pub(in crate::world) use arrived::ArrivedSounds;
pub use ended::SoundEnded;
