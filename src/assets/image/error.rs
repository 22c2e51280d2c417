//! Errors of images.

use core::fmt;

use super::decode::readable_formats;
use super::{MAX_DECODER_BYTES, MAX_IMAGE_FILE_BYTES, MAX_IMAGE_FRAMES, MAX_IMAGE_SIDE};

/// Why an image could not be made into a sprite.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImageError {
    /// The file is larger than [`MAX_IMAGE_FILE_BYTES`].
    FileTooLarge {
        /// Its size in bytes.
        bytes: usize,
    },
    /// The file does not start like an image of a known format.
    UnknownFormat,
    /// A feature of this crate reads the format, and is not enabled.
    NotEnabled {
        /// The format's name.
        format: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// The file is valid, but of a kind that is not supported.
    Unsupported {
        /// The format's name.
        format: &'static str,
        /// The unsupported property.
        what: String,
    },
    /// The file is damaged or incomplete.
    Damaged {
        /// The format's name.
        format: &'static str,
        /// The message of the decoder.
        what: String,
    },
    /// The image is larger than [`MAX_IMAGE_SIDE`], or decoding it needs more memory than allowed.
    TooLarge {
        /// Width and height in pixels.
        size: [u32; 2],
    },
    /// An animation has more than [`MAX_IMAGE_FRAMES`] frames, or its frames together need more memory than allowed.
    AnimationTooLarge {
        /// The number of frames within the limits.
        frames: usize,
        /// Width and height in pixels.
        size: [u32; 2],
    },
    /// There is not enough memory to decode the image.
    NoMemory {
        /// Width and height in pixels.
        size: [u32; 2],
    },
    /// The image's size and the length of its pixels do not agree.
    Length {
        /// Width and height in pixels.
        size: [u32; 2],
        /// The length of its pixels in bytes.
        bytes: usize,
    },
    /// A letter of [`Pixels::from_letters`](super::super::Pixels::from_letters) is not in its palette.
    Letter {
        /// Its line, counted from 1.
        line: usize,
        /// Its column, counted from 1.
        column: usize,
        /// The letter.
        letter: char,
    },
    /// The image cannot be cut by the layout.
    Layout {
        /// Width and height in pixels.
        size: [u32; 2],
        /// The reason.
        what: String,
    },
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MIB: u64 = MAX_DECODER_BYTES >> 20;
        match self {
            Self::FileTooLarge { bytes } => write!(
                f,
                "the file has {bytes} bytes: expected at most {MAX_IMAGE_FILE_BYTES}"
            ),
            Self::UnknownFormat => write!(f, "not an image: expected {}", readable_formats()),
            Self::NotEnabled { format, feature } => write!(
                f,
                "this build reads no {format} images: enable damselfly's feature `{feature}`"
            ),
            Self::Unsupported { format, what } => write!(
                f,
                "unsupported {format} image ({what}): convert it to an 8-bit PNG"
            ),
            Self::Damaged { format, what } => write!(
                f,
                "damaged {format} image ({what}): expected a whole file, save it again"
            ),
            Self::TooLarge { size: [w, h] } => write!(
                f,
                "the image is {w}x{h} px: the limit is {MAX_IMAGE_SIDE} px a side and {MIB} MiB"
            ),
            Self::AnimationTooLarge {
                frames,
                size: [w, h],
            } => write!(
                f,
                "the animation has more than {frames} frames of {w}x{h} px: \
                 the limit is {MAX_IMAGE_FRAMES} frames and {MIB} MiB"
            ),
            Self::NoMemory { size: [w, h] } => {
                write!(f, "there is not enough memory for an image of {w}x{h} px")
            }
            Self::Length {
                size: [w, h],
                bytes,
            } => write!(
                f,
                "{bytes} bytes of pixels: expected 1 to {MAX_IMAGE_SIDE} px a side and 4 bytes for each of {w}x{h}"
            ),
            Self::Letter {
                line,
                column,
                letter,
            } => write!(
                f,
                "line {line}, column {column}: the letter {letter:?} is not in the palette"
            ),
            Self::Layout { size: [w, h], what } => write!(f, "the image is {w}x{h} px: {what}"),
        }
    }
}

impl core::error::Error for ImageError {}
