//! Errors of loading assets: one type for all causes.

use core::fmt;

use super::atlas::AtlasError;
use super::frame::FrameId;
use super::image::ImageError;
use super::path::PathError;
#[cfg(feature = "sound")]
use super::sound::SoundFileError;
use super::text_sprite::TextSpriteError;

/// Why an asset could not be loaded. The store is unchanged, except that a map may already have loaded some images.
#[derive(Debug)]
#[non_exhaustive]
pub enum AssetError {
    /// The label is empty, or another sprite has it.
    Label {
        /// The requested label.
        label: String,
        /// File or name of the rejected sprite.
        file: String,
    },
    /// The file could not be found or read.
    Path(PathError),
    /// The file is not a text sprite.
    TextSprite(TextSpriteError),
    /// The file is not an image, or its layout does not fit.
    Image {
        /// The file, or the name given instead of one.
        file: String,
        /// The reason.
        error: ImageError,
    },
    /// A sprite cannot be made: its shape cannot be drawn, it has too many frames or slices, or its pixels came from
    /// the program, which has to add them again.
    Sprite {
        /// The requested label.
        label: String,
        /// The reason.
        what: String,
    },
    /// The atlas has no room for one of the frames.
    Atlas {
        /// The sprite's label, or the glyph.
        label: String,
        /// The file, or the name given instead of one.
        file: String,
        /// The reason.
        error: AtlasError,
    },
    /// A sprite cannot be loaded again, because the sizes of the file's frames have changed. A sprite's sizes never
    /// change.
    Changed {
        /// The sprite's label.
        label: String,
        /// The file, or the name given instead of one.
        file: String,
    },
    /// An animation does not fit its sprite.
    Animation {
        /// The sprite's label.
        label: String,
        /// The animation's name.
        animation: String,
        /// The reason.
        what: String,
    },
    /// The file is not a font, or cannot be used as one.
    Font {
        /// The file, or the name given instead of one.
        file: String,
        /// The reason, and what was expected.
        what: String,
    },
    /// The file is not a sound, or is damaged.
    #[cfg(feature = "sound")]
    SoundFile(SoundFileError),
    /// The sound cannot be added.
    Sound {
        /// The file, or the label of a sound of the program.
        file: String,
        /// The reason and the remedy.
        what: String,
    },
    /// The shader of a material or an effect is not valid.
    Shader {
        /// The file, or the name given instead of one.
        file: String,
        /// Line of the error, from 1.
        line: u32,
        /// Column of the error in characters, from 1.
        column: u32,
        /// The reason, and what was expected.
        what: String,
    },
    /// The file is not a map of tiles, or uses an unsupported feature.
    Map {
        /// The file.
        file: String,
        /// The reason and the remedy.
        what: String,
    },
}

impl AssetError {
    /// Adds the file's name to an [`ImageError`].
    pub(super) fn image(file: &str, error: ImageError) -> Self {
        let file = file.to_owned();
        Self::Image { file, error }
    }

    /// Returns the error of a sprite whose pixels came from the program, and were unloaded.
    pub(super) fn not_kept(label: String) -> Self {
        let what = "its pixels came from the program and were unloaded: add them again".to_owned();
        Self::Sprite { label, what }
    }

    /// Returns the error of a sprite that has more frames than there are free ids.
    pub(super) fn too_many_frames(label: String, frames: usize) -> Self {
        let most = FrameId::MAX.0 + 1;
        let what = format!("no ids for {frames} more frames, there are {most}: use fewer frames");
        Self::Sprite { label, what }
    }
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label { label, file } if label.is_empty() => {
                write!(f, "{file}: the sprite's label is empty: give it a name")
            }
            Self::Label { label, file } => write!(
                f,
                "{file}: another sprite is labelled `{label}`: choose another label, or share that sprite"
            ),
            Self::Path(error) => error.fmt(f),
            Self::TextSprite(error) => error.fmt(f),
            Self::Image { file, error } => write!(f, "{file}: {error}"),
            Self::Sprite { label, what } => write!(f, "sprite `{label}`: {what}"),
            Self::Atlas { label, file, error } => write!(f, "{file}: sprite `{label}`: {error}"),
            Self::Changed { label, file } => write!(
                f,
                "{file}: sprite `{label}`: the sizes of its frames have changed: choose another label"
            ),
            Self::Animation {
                label,
                animation,
                what,
            } => write!(f, "sprite `{label}`: animation `{animation}`: {what}"),
            #[cfg(feature = "sound")]
            Self::SoundFile(error) => error.fmt(f),
            Self::Shader {
                file,
                line,
                column,
                what,
            } => write!(f, "{file}:{line}:{column}: {what}"),
            Self::Font { file, what } | Self::Sound { file, what } | Self::Map { file, what } => {
                write!(f, "{file}: {what}")
            }
        }
    }
}

impl core::error::Error for AssetError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // Returns the cause of `error`, not `error` itself, whose text is already part of this error's text.
            Self::Path(error) => error.source(),
            Self::Image { error, .. } => error.source(),
            _ => None,
        }
    }
}

impl From<PathError> for AssetError {
    fn from(error: PathError) -> Self {
        Self::Path(error)
    }
}

impl From<TextSpriteError> for AssetError {
    fn from(error: TextSpriteError) -> Self {
        Self::TextSprite(error)
    }
}
