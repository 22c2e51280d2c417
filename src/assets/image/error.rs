//! Errors of images.

use core::fmt;

use super::decode::readable_formats;
use super::{MAX_DECODER_BYTES, MAX_IMAGE_SIDE};

/// Why an image could not be made into a sprite.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImageError {
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
    /// There is not enough memory to decode the image.
    NoMemory {
        /// Width and height in pixels.
        size: [u32; 2],
    },
    /// The image's size, its number of bytes or frames, or a letter of its text is invalid: the fault, and what was
    /// expected.
    Invalid(String),
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MIB: u64 = MAX_DECODER_BYTES >> 20;
        match self {
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
            Self::NoMemory { size: [w, h] } => {
                write!(f, "there is not enough memory for an image of {w}x{h} px")
            }
            Self::Invalid(text) => f.write_str(text),
        }
    }
}

impl ImageError {
    /// Returns the error of a size that does not agree with the number of bytes.
    pub(super) fn length([width, height]: [u32; 2], bytes: usize) -> Self {
        Self::Invalid(format!(
            "{bytes} bytes of pixels: expected 1 to {MAX_IMAGE_SIDE} px a side and 4 bytes for each of {width}x{height}"
        ))
    }
}

impl core::error::Error for ImageError {}
