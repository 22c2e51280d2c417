//! The sounds of a world: playing them, hearing attached ones, and telling of their ends.

mod ended;
mod hearing;
mod play;

pub use ended::SoundEnded;
