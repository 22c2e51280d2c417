//! Images: decoding files to pixels within limits, and cutting sprite sheets into frames.

use super::frame::Anchor;
use super::pixels::Pixels;
use crate::base::checksum::ChecksumWriter;
use crate::base::color::Color;

#[cfg(feature = "aseprite")]
mod aseprite;
#[cfg(feature = "aseprite")]
mod aseprite_source;
mod convert;
mod decode;
mod error;
mod film;
mod limits;
pub(super) mod pixel_rect;

#[cfg(feature = "aseprite")]
pub(super) use aseprite::AsepriteSheet;
pub use error::ImageError;
pub(super) use film::FrameDurations;
use limits::MAX_DECODER_BYTES;
pub use limits::{MAX_IMAGE_FILE_BYTES, MAX_IMAGE_FRAMES, MAX_IMAGE_SIDE};
pub use pixel_rect::PixelRect;

/// Conversion of an image to a sprite: frames, anchor and speed. Defaults to one frame, anchored at its centre.
///
/// ```
/// use damselfly::assets::{Anchor, FrameLayout, ImageLayout};
///
/// // A sheet of tiles of 16 x 16 pixels, not animated.
/// let tiles = ImageLayout {
///     frames: FrameLayout::Cells { width: 16, height: 16 },
///     anchor: Anchor::TopLeft,
///     slowdown: 0,
///     ..ImageLayout::default()
/// };
/// // The frames of an image of 64 x 32 pixels:
/// assert_eq!(tiles.frames.rects(64, 32)?.len(), 8);
/// # Ok::<(), damselfly::assets::ImageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "sprite sheet")]
pub struct ImageLayout {
    /// Frames of the image. Defaults to one frame, the whole image.
    pub frames: FrameLayout,
    /// Point of each frame at the object's position. Defaults to the centre.
    pub anchor: Anchor,
    /// Steps per frame, 0 to 65 535: 1 changes frames every step, 0 never does. Defaults to 1.
    pub slowdown: u16,
    /// Colour of the image that is transparent, whatever its alpha. Defaults to none.
    #[doc(alias = "color key")]
    pub transparent: Option<Color>,
}

impl Default for ImageLayout {
    fn default() -> Self {
        Self {
            frames: FrameLayout::Whole,
            anchor: Anchor::Center,
            slowdown: 1,
            transparent: None,
        }
    }
}

/// The frames of an image. Defaults to one frame, the whole image.
#[doc(alias("hframes", "vframes", "TextureAtlasLayout", "sprite sheet"))]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameLayout {
    /// The image is one frame.
    #[default]
    Whole,
    /// Equal columns and rows, frame after frame along each row.
    Grid {
        /// Frames in a row, at least 1. Must divide the image's width.
        columns: u16,
        /// Rows of frames, at least 1. Must divide the image's height.
        rows: u16,
    },
    /// As many frames of this size in pixels as fit, frame after frame along each row.
    Cells {
        /// Width of a frame, at least 1. Must divide the image's width.
        width: u16,
        /// Height of a frame, at least 1. Must divide the image's height.
        height: u16,
    },
    /// Rectangles in this order. They may overlap and differ in size.
    Rects(Vec<PixelRect>),
    /// All frames of an animated GIF, each as large as the image. Other files have one frame. The frames' durations
    /// become the animation [`Animation::OF_FILE`](super::Animation::OF_FILE), in steps of
    /// [`AssetSettings::steps_per_second`](super::AssetSettings::steps_per_second). Frames of up to 10 ms last 100 ms,
    /// as in browsers. An object that does not play this animation shows each frame for the layout's slowdown.
    ///
    /// With the feature `aseprite`, also all frames of an Aseprite file (`.aseprite`, `.ase`), or of a sheet that
    /// Aseprite exported with a JSON file, which names its image. Visible layers are combined as in Aseprite. Each tag
    /// becomes an animation of its name, with its direction and its number of repetitions, and
    /// `Assets::slices` returns the slices. Unknown parts of a file are ignored, and logged once.
    Animated,
}

/// A decoded image and its layout, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ImageSource {
    /// The image. For an animation, all frames one after another, with the width and height of one frame.
    pub(super) pixels: Pixels,
    pub(super) layout: ImageLayout,
    /// Durations of an animation's frames. `None` for a single image.
    pub(super) times: Option<FrameDurations>,
    /// What was ignored in the file, for the log.
    pub(super) ignored: Vec<String>,
}

impl ImageSource {
    pub(super) fn new(mut pixels: Pixels, layout: &ImageLayout) -> Self {
        if let Some(Color { r, g, b, .. }) = layout.transparent {
            let texels = pixels.rgba.as_chunks_mut::<4>().0.iter_mut();
            let keyed = texels.filter(|texel| texel[..3] == [r, g, b]);
            keyed.for_each(|texel| *texel = [0; 4]);
        }
        Self {
            pixels,
            layout: layout.clone(),
            times: None,
            ignored: Vec::new(),
        }
    }

    /// Decodes a file: all frames for [`FrameLayout::Animated`], otherwise the first.
    ///
    /// # Errors
    /// Those of [`decode`].
    pub(super) fn decoded(bytes: &[u8], layout: &ImageLayout) -> Result<Self, ImageError> {
        check_file_size(bytes)?;
        #[cfg(feature = "aseprite")]
        if aseprite::is_aseprite(bytes) {
            return Self::of_aseprite_file(bytes, layout);
        }
        if layout.frames == FrameLayout::Animated
            && let Some((pixels, times)) = decode::decode_animation(bytes)?
        {
            let times = Some(times);
            return Ok(Self {
                times,
                ..Self::new(pixels, layout)
            });
        }
        Ok(Self::new(decode::decode(bytes)?, layout))
    }

    /// Logs what was ignored in the file.
    pub(super) fn log_ignored(&self, file: &str) {
        for what in &self.ignored {
            log::warn!(
                "{file}: {what}: save it again in a current version of Aseprite, or ignore this"
            );
        }
    }

    /// Validates the sides, and returns the frames that the image is cut into, each inside it.
    ///
    /// # Errors
    /// A side is not 1 to [`MAX_IMAGE_SIDE`], the pixels are not 4 × width × height bytes, or the layout does not fit.
    pub(super) fn cut(&self) -> Result<Vec<PixelRect>, ImageError> {
        let images = self
            .times
            .as_ref()
            .map_or(1, |times| times.milliseconds.len());
        let (size, bytes) = (
            [self.pixels.width, self.pixels.height],
            self.pixels.rgba.len(),
        );
        let fits = size.iter().all(|side| (1..=MAX_IMAGE_SIDE).contains(side));
        match size.map(u16::try_from) {
            // The sides are checked first: otherwise their product could overflow a `usize` of 32 bits.
            [Ok(width), Ok(height)]
                if fits && bytes == usize::from(width) * usize::from(height) * 4 * images =>
            {
                let rects = self.layout.frames.rects(width, height)?;
                Ok(rects.repeat(images))
            }
            _ => Err(ImageError::length(size, bytes)),
        }
    }

    /// Returns the bytes of the image that a frame is cut from.
    pub(super) fn rgba_of(&self, frame: usize) -> &[u8] {
        let Pixels {
            width,
            height,
            rgba,
        } = &self.pixels;
        match self.times {
            None => rgba,
            Some(_) => {
                let bytes = *width as usize * *height as usize * 4;
                &rgba[frame * bytes..][..bytes]
            }
        }
    }

    /// Returns a checksum that identifies an image after its pixels were dropped.
    pub(super) fn checksum(&self) -> u64 {
        let mut sum = ChecksumWriter::new();
        // The checksum includes the sides, because the same bytes can be an image of another shape.
        sum.u32(self.pixels.width);
        sum.u32(self.pixels.height);
        sum.bytes(&self.pixels.rgba);
        sum.finish()
    }
}

/// Decodes an image file to 8 bits a channel with straight alpha: PNG, GIF (the first frame), BMP or TGA, and other
/// formats by the crate's features. The content decides on the format, not the name. The orientation that a camera
/// stores is applied; colour profiles are ignored.
///
/// # Errors
/// The bytes are not such an image, are cut short, or exceed the limits.
pub fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    check_file_size(bytes)?;
    #[cfg(feature = "aseprite")]
    if aseprite::is_aseprite(bytes) {
        return aseprite_source::first_frame(bytes);
    }
    decode::decode(bytes)
}

/// Returns the width and height of a decoded image file in pixels, without decoding it.
#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub(crate) fn size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    check_file_size(bytes)?;
    #[cfg(feature = "aseprite")]
    if aseprite::is_aseprite(bytes) {
        return aseprite_source::size(bytes);
    }
    decode::size(bytes)
}

fn check_file_size(bytes: &[u8]) -> Result<(), ImageError> {
    match bytes.len() {
        ..=MAX_IMAGE_FILE_BYTES => Ok(()),
        bytes => Err(ImageError::Invalid(format!(
            "the file has {bytes} bytes: expected at most {MAX_IMAGE_FILE_BYTES}"
        ))),
    }
}

impl FrameLayout {
    /// Returns the frames of an image of `width` × `height` pixels, both at least 1: 1 to [`MAX_IMAGE_FRAMES`]
    /// rectangles, each inside the image and not empty.
    ///
    /// # Errors
    /// A grid or cell size that does not divide the image, a rectangle that leaves it, no frame, or more
    /// than [`MAX_IMAGE_FRAMES`].
    pub fn rects(&self, width: u16, height: u16) -> Result<Vec<PixelRect>, ImageError> {
        let fault = |what| ImageError::Invalid(format!("the image is {width}x{height} px: {what}"));
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
    // Refuses 0, because the callers divide by it.
    part != 0 && whole.is_multiple_of(part)
}

/// Returns `columns` × `rows` rectangles of one size in pixels, row after row.
fn grid(columns: u16, rows: u16, width: u16, height: u16) -> Result<Vec<PixelRect>, String> {
    // The count is checked before allocating: a grid of single pixels can have billions of rectangles.
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

/// Returns the rectangles, or an error that names the first one that is empty or leaves the image.
fn checked(rects: &[PixelRect], width: u16, height: u16) -> Result<Vec<PixelRect>, String> {
    check_count(rects.len())?;
    for (index, rect) in rects.iter().enumerate() {
        // 32 bits, because the sum of two `u16` can exceed 16 bits.
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
