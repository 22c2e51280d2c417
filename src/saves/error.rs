//! Errors of saved games and settings.

use core::fmt;

/// Error of saving or loading a game. Its message usually names the remedy. The world is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// The bytes are not a saved game.
    NotASave,
    /// The checksum or the structure is wrong.
    Damaged,
    /// It is a saved game of another game.
    Foreign {
        /// Name of the game that saved it.
        save: String,
        /// Name of this game.
        game: String,
    },
    /// It was saved by a later version of the game or of the engine.
    Newer {
        /// Name of the part that is too old: `game` or `engine`.
        of: &'static str,
        /// Version in the saved game, from 0.
        save: u32,
        /// Latest version that can be loaded, from 0.
        here: u32,
    },
    /// A resource or a component cannot be written, or does not have the expected type.
    Entry {
        /// Name of the entry.
        name: String,
        /// Description of the error.
        message: String,
    },
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASave => f.write_str("not a saved game: choose another file"),
            Self::Damaged => {
                f.write_str("the saved game is damaged: use an older one, or start a new game")
            }
            Self::Foreign { save, game } => {
                write!(f, "the saved game is of {save:?}, this is {game:?}")
            }
            Self::Newer { of, save, here } => write!(
                f,
                "the saved game needs version {save} of the {of}, this is version {here}: update the game"
            ),
            Self::Entry { name, message } => {
                write!(f, "entry {name:?} of the saved game: {message}")
            }
        }
    }
}

impl core::error::Error for SaveError {}

/// Error of reading or writing settings. Its message has the file, the line number if there is one, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SettingsError {
    /// Name of the file.
    pub file: String,
    /// Number of the wrong line, counted from 1. `None` if the error has no line.
    pub line: Option<usize>,
    /// Description of the error.
    pub message: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}; fix it, or delete the file", self.message)
    }
}

impl core::error::Error for SettingsError {}
