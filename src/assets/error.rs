//! Why an asset could not be loaded: all causes in one type, each with the file's name and what to do.

use core::fmt;

use super::animation::AnimationFault;
use super::atlas::AtlasError;
use super::frame::FrameId;
use super::image::ImageError;
use super::path::PathError;
use super::shape::ShapeFault;
use super::slices::MAX_SLICES;
use super::text_sprite::TextSpriteError;

/// Why an asset could not be loaded. Nothing of it is kept.
#[derive(Debug)]
#[non_exhaustive]
pub enum AssetError {
    /// The label is empty, or another sprite has it.
    Label {
        /// The label as given.
        label: String,
        /// The file or name of the sprite that was refused.
        file: String,
    },
    /// The file could not be found or read.
    Path(PathError),
    /// The file is not a text sprite.
    TextSprite(TextSpriteError),
    /// The file is not an image, or not one that can be cut as asked.
    Image {
        /// The file or name.
        file: String,
        /// What is wrong with it.
        error: ImageError,
    },
    /// A shape cannot be drawn.
    Shape {
        /// The label that the sprite would have.
        label: String,
        /// What is wrong with it.
        fault: ShapeFault,
    },
    /// The atlas has no room for one of the frames.
    Atlas {
        /// The sprite's label, or the glyph.
        label: String,
        /// The file or name.
        file: String,
        /// What is wrong.
        error: AtlasError,
    },
    /// A sprite cannot be loaded again: the file has frames of other sizes now, and a sprite's sizes never change.
    Changed {
        /// The sprite's label.
        label: String,
        /// The file or name.
        file: String,
    },
    /// A sprite cannot be loaded again, because its pixels came from the program and were not kept.
    NotKept {
        /// The sprite's label.
        label: String,
    },
    /// An animation does not fit its sprite.
    Animation {
        /// The sprite's label.
        label: String,
        /// The animation's name.
        animation: String,
        /// What is wrong with it.
        fault: AnimationFault,
    },
    /// The file is not a font, or cannot be used as one.
    Font {
        /// The file or name.
        file: String,
        /// What is wrong, and what was expected instead.
        what: String,
    },
    /// The file is not a map of slices, or has what is not supported.
    Map {
        /// The file.
        file: String,
        /// What is wrong, and what to do.
        what: String,
    },
    /// A frame is larger than 256 atlas pages of the largest size: into so many slices it may be cut.
    TooManySlices {
        /// The sprite's label.
        label: String,
        /// The file or name.
        file: String,
        /// The frame's width and height in pixels.
        size: [u16; 2],
        /// The number of slices.
        slices: u32,
        /// The largest width and height of a page, and so of a tile, in texels.
        max_page_size: u16,
    },
    /// All frame ids are in use.
    TooManyFrames {
        /// The sprite's label.
        label: String,
        /// How many frames it has.
        frames: usize,
    },
}

impl AssetError {
    /// Returns the error of an image. `file` names it: [`ImageError`] knows no files.
    pub(super) fn image(file: &str, error: ImageError) -> Self {
        let file = file.to_owned();
        Self::Image { file, error }
    }
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label { label, file } if label.is_empty() => {
                write!(f, "{file}: a sprite needs a label that is not empty")
            }
            Self::Label { label, file } => write!(
                f,
                "{file}: another sprite is labelled `{label}`: choose another label, or share that sprite"
            ),
            Self::Path(error) => error.fmt(f),
            Self::TextSprite(error) => error.fmt(f),
            Self::Image { file, error } => write!(f, "{file}: {error}"),
            Self::Shape { label, fault } => write!(f, "shape `{label}`: {fault}"),
            Self::Atlas { label, file, error } => write!(f, "{file}: sprite `{label}`: {error}"),
            Self::Changed { label, file } => write!(
                f,
                "{file}: sprite `{label}` had frames of other sizes, which never change: choose another label"
            ),
            Self::NotKept { label } => write!(
                f,
                "sprite `{label}`: its pixels came from the program and were unloaded: add them again"
            ),
            Self::Animation {
                label,
                animation,
                fault,
            } => write!(f, "sprite `{label}`: animation `{animation}`: {fault}"),
            Self::Font { file, what } | Self::Map { file, what } => write!(f, "{file}: {what}"),
            Self::TooManySlices {
                label,
                file,
                size: [w, h],
                slices,
                max_page_size: most,
            } => write!(
                f,
                "{file}: sprite `{label}`: a frame of {w}x{h} px is {slices} slices of an atlas page of {most}x{most}, \
                 and there may be {MAX_SLICES}: make it smaller, or raise AtlasSettings::max_page_size"
            ),
            Self::TooManyFrames { label, frames } => write!(
                f,
                "sprite `{label}`: no ids for {frames} more frames, there are {}: use fewer frames",
                FrameId::MAX.0 + 1
            ),
        }
    }
}

impl core::error::Error for AssetError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // The cause of the cause: the text of this error already has that of `error`.
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
