//! Settings as TOML, which players can read and edit.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::SettingsError;

/// Returns settings as TOML. `file` is the file's name, for error messages.
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::saves::{from_toml, to_toml};
/// use serde::{Deserialize, Serialize};
/// use std::collections::BTreeMap;
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// #[serde(default)]
/// struct Settings {
///     volume: u8,
///     actions: BTreeMap<String, Vec<String>>,
/// }
///
/// impl Default for Settings {
///     fn default() -> Self {
///         Self { volume: 80, actions: BTreeMap::new() }
///     }
/// }
///
/// let mut actions = damselfly::input::ActionMap::default();
/// actions.bind("jump", [Key::Space, Key::Up]);
/// let settings = Settings { volume: 50, actions: actions.to_names() };
/// let text = to_toml("settings.toml", &settings)?;
/// assert_eq!(text, "volume = 50\n\n[actions]\njump = [\"Space\", \"Up\"]\n");
/// assert_eq!(from_toml("settings.toml", &text), Ok(settings));
///
/// let error = from_toml::<Settings>("settings.toml", "\nvolume = true").unwrap_err();
/// assert_eq!((&*error.file, error.line), ("settings.toml", Some(2)));
/// # Ok::<(), damselfly::saves::SettingsError>(())
/// ```
///
/// # Errors
/// Fails if the settings contain values that TOML does not support, for example an integer that does not fit into 64
/// signed bits, or a map whose keys are not texts.
pub fn to_toml<T: Serialize>(file: &str, settings: &T) -> Result<String, SettingsError> {
    toml::to_string(settings).map_err(|error| SettingsError {
        file: file.to_owned(),
        line: None,
        message: error.to_string(),
    })
}

/// Reads settings from TOML. `file` is the file's name, for error messages. Ignores unknown keys, unless the type is
/// marked `#[serde(deny_unknown_fields)]`.
///
/// # Errors
/// Fails if the text is not TOML, or if it does not fit the type: a value is missing or has the wrong type.
pub fn from_toml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, SettingsError> {
    toml::from_str(text).map_err(|error| SettingsError {
        file: file.to_owned(),
        line: error.span().map(|span| line_of(text, span.start)),
        message: error.message().to_owned(),
    })
}

/// Returns the line of the byte at offset `at`, counted from 1.
fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().iter().take(at);
    1 + before.filter(|&&byte| byte == b'\n').count()
}
