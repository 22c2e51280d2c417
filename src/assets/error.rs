//! Errors of loading assets: one type for all causes. Messages name the file and the remedy.

use core::fmt;

use super::animation::AnimationFault;
use super::atlas::AtlasError;
use super::frame::FrameId;
use super::image::ImageError;
use super::path::PathError;
use super::shape::ShapeFault;
use super::slices::MAX_SLICES;
use super::text_sprite::TextSpriteError;

/// Why an asset could not be loaded. The store is unchanged.
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
    /// A shape cannot be drawn.
    Shape {
        /// The requested label.
        label: String,
        /// The reason.
        fault: ShapeFault,
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
    /// A sprite cannot be loaded again, because its pixels came from the program, and the store has dropped them.
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
        /// The reason.
        fault: AnimationFault,
    },
    /// The file is not a font, or cannot be used as one.
    Font {
        /// The file, or the name given instead of one.
        file: String,
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
    /// A frame is larger than 256 atlas pages of the largest size, the limit of slices.
    TooManySlices {
        /// The sprite's label.
        label: String,
        /// The file, or the name given instead of one.
        file: String,
        /// The frame's width and height in pixels.
        size: [u16; 2],
        /// The number of slices.
        slices: u32,
        /// The largest width and height of a page, and so of a slice, in texels.
        max_page_size: u16,
    },
    /// All frame ids are in use.
    TooManyFrames {
        /// The sprite's label.
        label: String,
        /// Number of its frames.
        frames: usize,
    },
}

impl AssetError {
    /// Adds the file's name to an [`ImageError`].
    pub(super) fn image(file: &str, error: ImageError) -> Self {
        let file = file.to_owned();
        Self::Image { file, error }
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
            Self::Shape { label, fault } => write!(f, "shape `{label}`: {fault}"),
            Self::Atlas { label, file, error } => write!(f, "{file}: sprite `{label}`: {error}"),
            Self::Changed { label, file } => write!(
                f,
                "{file}: sprite `{label}`: the sizes of its frames have changed: choose another label"
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
            // Skips `error` itself: this error's text includes its text.
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
