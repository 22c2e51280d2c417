//! Images: decoding files to pixels within limits, and cutting sheets into frames.

use core::fmt;
use std::borrow::Cow;

use super::animation::Repeat;
use super::frame::Anchor;
use super::pixels::Pixels;
use crate::base::checksum::Checksum;

mod decode;

/// The largest width and height of an image, in pixels.
pub const MAX_IMAGE_SIDE: u32 = 8192;
/// The largest image file that is read, in bytes: 64 MiB.
pub const MAX_IMAGE_FILE_BYTES: usize = 64 << 20;
/// The largest number of frames that one image is cut into.
pub const MAX_IMAGE_FRAMES: usize = 4096;
/// The limit of what decoding one image may allocate, in bytes: an image of the largest size at 8 bits a channel.
const MAX_DECODER_BYTES: u64 = 256 << 20;

/// The formats that this build reads.
const FORMATS: &[&str] = &[
    "PNG",
    "GIF",
    "BMP",
    "TGA",
    #[cfg(feature = "jpeg")]
    "JPEG",
    #[cfg(feature = "webp")]
    "WebP",
    #[cfg(feature = "qoi")]
    "QOI",
];

/// How an image becomes a sprite. Defaults to one frame, anchored at its centre.
///
/// ```
/// use damselfly::assets::{Anchor, FrameLayout, ImageLayout};
///
/// // A sheet of tiles, 16 x 16 pixels each, which are not animated.
/// let tiles = ImageLayout {
///     frames: FrameLayout::Cells { width: 16, height: 16 },
///     anchor: Anchor::TopLeft,
///     slowdown: 0,
/// };
/// // What an image of 64 x 32 pixels is cut into:
/// assert_eq!(tiles.frames.rects(64, 32)?.len(), 8);
/// # Ok::<(), damselfly::assets::ImageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "sprite sheet")]
pub struct ImageLayout {
    /// The parts that are frames. Defaults to the whole image as the only one.
    pub frames: FrameLayout,
    /// The point of each frame that lies at its object's position. Defaults to the centre.
    pub anchor: Anchor,
    /// Steps per frame, 0 to 65 535: 1 changes frames every step, 0 never does. Defaults to 1.
    pub slowdown: u16,
}

impl Default for ImageLayout {
    fn default() -> Self {
        Self {
            frames: FrameLayout::Whole,
            anchor: Anchor::Center,
            slowdown: 1,
        }
    }
}

/// The frames' areas within an image. Defaults to the whole image as one frame.
///
/// ```
/// use damselfly::assets::{FrameLayout, ImageLayout};
///
/// let a_row_of_eight = ImageLayout {
///     frames: FrameLayout::Grid { columns: 8, rows: 1 },
///     ..ImageLayout::default()
/// };
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameLayout {
    /// The image is one frame.
    #[default]
    Whole,
    /// Equal columns and rows, frame after frame along each row.
    Grid {
        /// Frames in a row, at least 1; must divide the image's width.
        columns: u16,
        /// Rows of frames, at least 1; must divide the image's height.
        rows: u16,
    },
    /// As many frames of this size in pixels as fit, frame after frame along each row.
    Cells {
        /// A frame's width, at least 1; must divide the image's.
        width: u16,
        /// A frame's height, at least 1; must divide the image's.
        height: u16,
    },
    /// Rectangles in this order, which may overlap and differ in size.
    Rects(Vec<PixelRect>),
    /// Every picture of an animated GIF, as large as the whole; of another file the only one. Their times become the
    /// animation [`Animation::OF_FILE`](super::Animation::OF_FILE), in steps of
    /// [`AssetSettings::steps_per_second`](super::AssetSettings::steps_per_second); pictures of up to 10 ms are shown
    /// for 100 ms, as browsers do. Without it, an object shows each for the layout's slowdown.
    Animated,
}

/// A rectangle of an image, in pixels from its top left corner. Defaults to zeros: an empty one, which is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PixelRect {
    /// The leftmost column, in pixels of the image; with `width` at most the image's width.
    pub x: u16,
    /// The topmost row, in pixels of the image; with `height` at most the image's height.
    pub y: u16,
    /// Columns, at least 1.
    pub width: u16,
    /// Rows, at least 1.
    pub height: u16,
}

/// An image on its way into the store: pixels as in [`Pixels`], perhaps borrowed and not validated yet, and how they
/// are cut.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct ImageSource<'a> {
    /// Width in pixels.
    pub(super) width: u32,
    /// Height in pixels.
    pub(super) height: u32,
    /// Red, green, blue, straight alpha of each pixel. Borrowed from the program by
    /// [`Assets::add_pixels`](super::Assets::add_pixels), owned after decoding.
    pub(super) rgba: Cow<'a, [u8]>,
    /// How it becomes a sprite.
    pub(super) layout: ImageLayout,
    /// The animation of a file, whose pictures lie one after another in `rgba`; `None` for a single picture.
    pub(super) film: Option<GifTimes>,
}

/// The times of an animated file's pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GifTimes {
    /// How long each is shown, in milliseconds, at least 1.
    pub(super) milliseconds: Vec<u32>,
    pub(super) repeat: Repeat,
}

impl<'a> ImageSource<'a> {
    /// Borrows the pixels of a program.
    pub(super) fn borrowed(pixels: &'a Pixels, layout: &ImageLayout) -> Self {
        Self {
            width: pixels.width,
            height: pixels.height,
            rgba: Cow::Borrowed(&pixels.rgba),
            layout: layout.clone(),
            film: None,
        }
    }

    /// Decodes a file: for [`FrameLayout::Animated`] all of its pictures, otherwise the first.
    ///
    /// # Errors
    /// Those of [`decode`].
    pub(super) fn decoded(bytes: &[u8], layout: &ImageLayout) -> Result<Self, ImageError> {
        if layout.frames == FrameLayout::Animated
            && bytes.len() <= MAX_IMAGE_FILE_BYTES
            && let Some((pixels, film)) = decode::decode_film(bytes)?
        {
            let image = Self::owned(pixels, layout);
            let film = Some(film);
            return Ok(Self { film, ..image });
        }
        Ok(Self::owned(decode(bytes)?, layout))
    }

    /// Takes decoded pixels.
    fn owned(pixels: Pixels, layout: &ImageLayout) -> Self {
        Self {
            width: pixels.width,
            height: pixels.height,
            rgba: Cow::Owned(pixels.rgba),
            layout: layout.clone(),
            film: None,
        }
    }
}

impl ImageSource<'_> {
    /// Validates the sides, and returns the frames that the image is cut into, each inside it.
    ///
    /// # Errors
    /// A side is not 1 to [`MAX_IMAGE_SIDE`], the pixels are not 4 × width × height bytes, or the layout does not fit.
    pub(super) fn cut(&self) -> Result<Vec<PixelRect>, ImageError> {
        let pictures = self.film.as_ref().map_or(1, |film| film.milliseconds.len());
        let (size, bytes) = ([self.width, self.height], self.rgba.len());
        let fits = size.iter().all(|side| (1..=MAX_IMAGE_SIDE).contains(side));
        match size.map(u16::try_from) {
            // The sides are tested first: only then can their product not overflow a `usize` of 32 bits.
            [Ok(width), Ok(height)]
                if fits && bytes == usize::from(width) * usize::from(height) * 4 * pictures =>
            {
                let rects = self.layout.frames.rects(width, height)?;
                Ok(rects.repeat(pictures))
            }
            _ => Err(ImageError::Length { size, bytes }),
        }
    }

    /// Returns the pixels of the picture that a frame is cut from.
    pub(super) fn picture_of(&self, frame: usize) -> &[u8] {
        match self.film {
            None => &self.rgba,
            Some(_) => {
                let bytes = self.width as usize * self.height as usize * 4;
                &self.rgba[frame * bytes..][..bytes]
            }
        }
    }

    /// Returns a checksum by which images are compared whose pixels are not kept.
    pub(super) fn checksum(&self) -> u64 {
        let mut sum = Checksum::new();
        // The sides as well: the same bytes may be a picture of another shape.
        sum.u32(self.width);
        sum.u32(self.height);
        sum.bytes(&self.rgba);
        sum.finish()
    }
}

// By hand, because a derived one would print every byte.
impl fmt::Debug for ImageSource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pixels {}x{}", self.width, self.height)
    }
}

/// Why an image could not be made into a sprite.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImageError {
    /// The file is larger than [`MAX_IMAGE_FILE_BYTES`].
    FileTooLarge {
        /// Its size in bytes.
        bytes: usize,
    },
    /// The file could not be decoded.
    Decode(Box<dyn core::error::Error + Send + Sync>),
    /// The file is of a format that is read by a feature of this crate, which is not enabled.
    NotEnabled {
        /// The format's name.
        format: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// The image is larger than [`MAX_IMAGE_SIDE`], or needs more memory than decoding may take.
    TooLarge {
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
    /// A letter of [`Pixels::from_letters`] is not in its palette.
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
        /// What does not fit.
        what: String,
    },
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileTooLarge { bytes } => {
                write!(
                    f,
                    "{bytes} bytes: the limit is {MAX_IMAGE_FILE_BYTES} bytes"
                )
            }
            Self::TooLarge { size: [w, h] } => write!(
                f,
                "the image is {w}x{h} px: the limit is {MAX_IMAGE_SIDE} px a side and {} MiB",
                MAX_DECODER_BYTES >> 20
            ),
            Self::NoMemory { size: [w, h] } => {
                write!(f, "there is not enough memory for an image of {w}x{h} px")
            }
            Self::Decode(error) => {
                write!(
                    f,
                    "{error}: expected a whole image ({})",
                    FORMATS.join(", ")
                )
            }
            Self::NotEnabled { format, feature } => {
                write!(
                    f,
                    "a {format} image: damselfly's feature `{feature}` reads it"
                )
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

impl core::error::Error for ImageError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Decode(error) => Some(&**error),
            _ => None,
        }
    }
}

/// Decodes an image file: PNG, GIF (its first frame), BMP or TGA, and by the features `jpeg`, `webp` and `qoi` the formats of
/// these names. Recognised by its content, not by its name. Any depth and colour type becomes 8 bits a channel with
/// straight alpha.
///
/// # Errors
/// The bytes are not such an image, are cut short, or hold more than the limits allow.
pub fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    if bytes.len() > MAX_IMAGE_FILE_BYTES {
        return Err(ImageError::FileTooLarge { bytes: bytes.len() });
    }
    decode::decode(bytes)
}

impl FrameLayout {
    /// Returns the frames of an image of `width` × `height` pixels, which are at least 1: 1 to [`MAX_IMAGE_FRAMES`]
    /// rectangles, each inside the image and not empty.
    ///
    /// # Errors
    /// A grid or cell size that does not divide the image, a rectangle that leaves it, no frame, or more
    /// than [`MAX_IMAGE_FRAMES`].
    pub fn rects(&self, width: u16, height: u16) -> Result<Vec<PixelRect>, ImageError> {
        let fault = |what| ImageError::Layout {
            size: [width.into(), height.into()],
            what,
        };
        match self {
            Self::Whole | Self::Animated => Ok(vec![PixelRect {
                x: 0,
                y: 0,
                width,
                height,
            }]),
            &Self::Grid { columns, rows } => {
                if !divides(columns, width) || !divides(rows, height) {
                    let what = format!("a grid of {columns}x{rows} frames does not divide it");
                    return Err(fault(what));
                }
                grid(columns, rows, width / columns, height / rows).map_err(fault)
            }
            &Self::Cells {
                width: w,
                height: h,
            } => {
                if !divides(w, width) || !divides(h, height) {
                    let what = format!("frames of {w}x{h} px do not divide it");
                    return Err(fault(what));
                }
                grid(width / w, height / h, w, h).map_err(fault)
            }
            Self::Rects(rects) => checked(rects, width, height).map_err(fault),
        }
    }
}

fn divides(part: u16, whole: u16) -> bool {
    // 0 is refused here, because the callers divide by it.
    part != 0 && whole.is_multiple_of(part)
}

/// Returns `columns` × `rows` rectangles of one size in pixels, row after row.
fn grid(columns: u16, rows: u16, width: u16, height: u16) -> Result<Vec<PixelRect>, String> {
    // Before they are made: a grid of single pixels can be billions of rectangles.
    check_count(usize::from(columns) * usize::from(rows))?;
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let rects = places.map(|(column, row)| PixelRect {
        x: column * width,
        y: row * height,
        width,
        height,
    });
    Ok(rects.collect())
}

/// Returns the rectangles, or which of them leaves the image.
fn checked(rects: &[PixelRect], width: u16, height: u16) -> Result<Vec<PixelRect>, String> {
    check_count(rects.len())?;
    for (index, rect) in rects.iter().enumerate() {
        // In 32 bits, because the sum of two `u16` may not fit into one.
        let inside = |start: u16, length: u16, whole: u16| {
            length > 0 && u32::from(start) + u32::from(length) <= u32::from(whole)
        };
        if !inside(rect.x, rect.width, width) || !inside(rect.y, rect.height, height) {
            let PixelRect {
                x,
                y,
                width,
                height,
            } = rect;
            return Err(format!(
                "frame {index} of {width}x{height} at ({x}, {y}) is empty or leaves it"
            ));
        }
    }
    Ok(rects.to_vec())
}

fn check_count(frames: usize) -> Result<(), String> {
    match frames {
        1..=MAX_IMAGE_FRAMES => Ok(()),
        _ => Err(format!("{frames} frames: expected 1 to {MAX_IMAGE_FRAMES}")),
    }
}

#[cfg(test)]
mod tests;
