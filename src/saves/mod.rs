//! Saved games and settings, by serde: what a game marks becomes bytes, and bytes become that again.
//!
//! A [`SaveFormat`] lists the resources, components and kinds of objects that a saved game has. [`to_toml`] and [`from_toml`]
//! are for settings, which players may edit. Reads and writes no file: a game gives the bytes to
//! [`cx.files`](crate::world::GameFiles), so that what it reads is input.

mod bytes;
mod error;
mod format;
mod parts;
mod settings;

pub use error::{SaveError, SettingsError};
pub use format::SaveFormat;
pub use settings::{from_toml, to_toml};

#[cfg(test)]
mod tests;
