//! Saved games and settings, by serde.
//!
//! A [`SaveFormat`] lists the resources, components and kinds of objects in a saved game. [`to_toml`] and [`from_toml`]
//! are for settings, which players may edit. The traits are those of [`serde`], which is also `damselfly::serde`:
//!
//! ```
//! use damselfly::saves::{from_toml, to_toml};
//! use damselfly::serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! #[serde(crate = "damselfly::serde")]
//! struct Settings {
//!     volume: f32,
//! }
//!
//! let text = to_toml("settings.toml", &Settings { volume: 0.5 })?;
//! assert_eq!(from_toml::<Settings>("settings.toml", &text)?, Settings { volume: 0.5 });
//! # Ok::<(), damselfly::saves::SettingsError>(())
//! ```
//!
//! This module reads and writes no files: a game passes the bytes to
//! [`cx.files`](crate::world::GameFiles), so that recordings contain the loaded data.

mod bytes;
mod entries;
mod error;
mod format;
mod settings;

pub use error::{SaveError, SettingsError};
pub use format::SaveFormat;
// Games derive its traits for what they save, and need no version of their own.
pub use serde;
pub use settings::{from_toml, to_toml};

#[cfg(test)]
mod tests;
