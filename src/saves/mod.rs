//! Saved games and settings, by serde.
//!
//! A [`SaveFormat`] lists the resources, components and kinds of objects in a saved game. [`to_toml`] and [`from_toml`]
//! are for settings, which players may edit. This module reads and writes no files: a game passes the bytes to
//! [`cx.files`](crate::world::GameFiles), so that recordings contain the loaded data.

mod bytes;
mod entries;
mod error;
mod format;
mod settings;

pub use error::{SaveError, SettingsError};
pub use format::SaveFormat;
pub use settings::{from_toml, to_toml};

#[cfg(test)]
mod tests;
