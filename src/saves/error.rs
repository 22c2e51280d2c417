//! The errors of saved games and of settings.

use core::fmt;

/// Why a game could not be saved or loaded. Displayed as one line that says what to do. The world is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// The bytes are no saved game.
    NotASave,
    /// The bytes are not those that were written.
    Damaged,
    /// It is a saved game of another game.
    Foreign {
        /// The game that it is of.
        save: String,
        /// This game.
        game: String,
    },
    /// It was saved by a later version of the game or of the engine.
    Newer {
        /// Whose version: `game` or `engine`.
        of: &'static str,
        /// The version that saved it, from 0.
        save: u32,
        /// The latest version that can be loaded, from 0.
        here: u32,
    },
    /// A resource, a component or the list of objects could not be written, or is not what the game expects.
    Part {
        /// Its name.
        part: String,
        /// What is wrong.
        message: String,
    },
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASave => f.write_str("not a saved game: choose another file"),
            Self::Damaged => {
                f.write_str("the saved game is damaged: use an older one, or start anew")
            }
            Self::Foreign { save, game } => {
                write!(f, "a saved game of {save:?}, this is {game:?}")
            }
            Self::Newer { of, save, here } => write!(
                f,
                "saved by version {save} of the {of}, this is version {here}: update the game"
            ),
            Self::Part { part, message } => {
                write!(f, "{part:?} of the saved game: {message}")
            }
        }
    }
}

impl core::error::Error for SaveError {}

/// Why settings could not be read or written. Displayed as one line with the file, the line in it and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SettingsError {
    /// The file's name.
    pub file: String,
    /// The number of the line that is wrong, counted from 1; `None` if it is none in particular.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}; correct it, or remove the file", self.message)
    }
}

impl core::error::Error for SettingsError {}
