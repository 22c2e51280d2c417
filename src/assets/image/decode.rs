//! Decoding of image files by the crate `image`, within the engine's limits.

mod gif_repair;
#[cfg(feature = "jpeg")]
mod jpeg;
mod message;
mod tga;

use std::io::{Cursor, ErrorKind};

use image::codecs::gif::GifDecoder;
use image::error::UnsupportedErrorKind;
use image::metadata::Orientation;
use image::{AnimationDecoder, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::convert::to_straight_alpha;
use super::{FrameDurations, ImageError, MAX_DECODER_BYTES, MAX_IMAGE_FRAMES, MAX_IMAGE_SIDE};
use crate::assets::pixels::Pixels;
use crate::base::memory::check_image;
use crate::base::panics;

/// Duration that replaces any below `SHORTEST_MS`, as in browsers: files with such short durations are made for
/// browsers.
const INSTEAD_OF_SHORT_MS: u32 = 100;
const SHORTEST_MS: u32 = 20;

/// Formats with their names, the crate's features that read them, and whether this build does. PNG, GIF, BMP and TGA
/// need no feature, and there is none for AVIF.
// The last field is not `ImageFormat::reading_enabled`, which returns false for DDS in any build.
const FORMATS: [(ImageFormat, &str, &str, bool); 15] = {
    use ImageFormat::*;
    [
        (Png, "PNG", "", true),
        (Gif, "GIF", "", true),
        (Bmp, "BMP", "", true),
        (Tga, "TGA", "", true),
        (Jpeg, "JPEG", "jpeg", cfg!(feature = "jpeg")),
        (WebP, "WebP", "webp", cfg!(feature = "webp")),
        (Qoi, "QOI", "qoi", cfg!(feature = "qoi")),
        (Tiff, "TIFF", "tiff", cfg!(feature = "tiff")),
        (Ico, "ICO", "ico", cfg!(feature = "ico")),
        (Pnm, "PNM", "pnm", cfg!(feature = "pnm")),
        (Dds, "DDS", "dds", cfg!(feature = "dds")),
        (Farbfeld, "farbfeld", "ff", cfg!(feature = "ff")),
        (Hdr, "HDR", "hdr", cfg!(feature = "hdr")),
        (OpenExr, "EXR", "exr", cfg!(feature = "exr")),
        (Avif, "AVIF", "", false),
    ]
};

/// Bytes at offset 4 of an Aseprite file, which is decoded elsewhere.
const ASEPRITE: [u8; 2] = [0xE0, 0xA5];

/// Returns the names of the formats that this build reads, for error messages.
pub(super) fn readable_formats() -> String {
    let read = FORMATS.iter().filter(|(.., is_read)| *is_read);
    let aseprite = cfg!(feature = "aseprite").then_some("Aseprite");
    read.map(|(_, name, ..)| *name)
        .chain(aseprite)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Decodes an image, or the first frame of an animation.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let file = ImageFile::new(bytes)?;
    match file.format {
        ImageFormat::Gif => file.caught(|| file.decode_gif(1)).map(|(pixels, _)| pixels),
        _ => file.caught(|| file.decode_still()),
    }
}

/// Decodes all frames of an animation, one after another in the pixels. `None` for a format without animations.
pub(super) fn decode_animation(
    bytes: &[u8],
) -> Result<Option<(Pixels, FrameDurations)>, ImageError> {
    let file = ImageFile::new(bytes)?;
    match file.format {
        ImageFormat::Gif => file.caught(|| file.decode_gif(usize::MAX)).map(Some),
        _ => Ok(None),
    }
}

/// Returns the width and height of an image after its orientation is applied, without decoding it.
#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub(super) fn size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    let file = ImageFile::new(bytes)?;
    let reader = ImageReader::with_format(Cursor::new(bytes), file.format);
    file.caught(|| {
        let mut decoder = reader.into_decoder().map_err(|error| file.error(error))?;
        let (width, height) = decoder.dimensions();
        Ok(match decoder.orientation() {
            Ok(Rotate90 | Rotate90FlipH | Rotate270 | Rotate270FlipH) => [height, width],
            _ => [width, height],
        })
    })
}

struct ImageFile<'a> {
    bytes: &'a [u8],
    format: ImageFormat,
    /// Name of the format, for errors.
    name: &'static str,
}

impl<'a> ImageFile<'a> {
    /// Returns the file with its format, which the first bytes identify.
    fn new(bytes: &'a [u8]) -> Result<Self, ImageError> {
        if bytes.is_empty() {
            let formats = readable_formats();
            return Err(ImageError::Invalid(format!(
                "it is empty: expected {formats}"
            )));
        }
        let guessed = match image::guess_format(bytes) {
            Ok(format) => format,
            Err(_) if bytes.get(4..6) == Some(&ASEPRITE) => {
                return Err(ImageError::NotEnabled {
                    format: "Aseprite",
                    feature: "aseprite",
                });
            }
            Err(_) if tga::is_tga(bytes) => ImageFormat::Tga,
            Err(_) => return Err(ImageError::UnknownFormat),
        };
        let entry = FORMATS.iter().find(|(format, ..)| *format == guessed);
        let &(format, name, feature, is_read) = entry.ok_or(ImageError::UnknownFormat)?;
        match format {
            _ if is_read => Ok(Self {
                bytes,
                format,
                name,
            }),
            ImageFormat::Avif => Err(ImageError::Unsupported {
                format: name,
                what: "reading it needs a system library, dav1d".to_owned(),
            }),
            _ => Err(ImageError::NotEnabled {
                format: name,
                feature,
            }),
        }
    }

    /// Calls a decoder. A panic means that the file is damaged.
    fn caught<R>(&self, read: impl FnOnce() -> Result<R, ImageError>) -> Result<R, ImageError> {
        panics::caught(read).unwrap_or_else(|panic| {
            drop(panics::last_location());
            Err(self.damaged(panics::message(&*panic)))
        })
    }

    fn damaged(&self, what: &str) -> ImageError {
        ImageError::Damaged {
            format: self.name,
            what: message::plain(what),
        }
    }

    /// Converts an error of the crate `image`.
    fn error(&self, error: image::ImageError) -> ImageError {
        use image::ImageError as Cause;
        let what = match error {
            Cause::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
                return self.damaged(message::CUT_SHORT);
            }
            Cause::Limits(_) => format!("it needs more than {} MiB", MAX_DECODER_BYTES >> 20),
            Cause::Unsupported(error) => match error.kind() {
                UnsupportedErrorKind::Color(color) => format!("colour type {color:?}"),
                UnsupportedErrorKind::GenericFeature(what) => message::plain(&what),
                _ => message::plain(&error.to_string()),
            },
            error => {
                // The source is the message without the prefix "Format error decoding Png: ".
                let source = core::error::Error::source(&error).map(ToString::to_string);
                let what = source.unwrap_or_else(|| error.to_string());
                match what.contains("Unknown image compression") {
                    true => message::plain(&what),
                    false => return self.damaged(&what),
                }
            }
        };
        ImageError::Unsupported {
            format: self.name,
            what,
        }
    }

    fn decode_still(&self) -> Result<Pixels, ImageError> {
        #[cfg(feature = "jpeg")]
        if self.format == ImageFormat::Jpeg {
            jpeg::check(self.bytes).map_err(|fault| match fault {
                jpeg::JpegFault::CutShort => self.damaged(message::CUT_SHORT),
                jpeg::JpegFault::SeparateScans => ImageError::Unsupported {
                    format: self.name,
                    what: "components in separate scans".to_owned(),
                },
            })?;
        }
        if self.format == ImageFormat::Png {
            self.check_png()?;
        }
        let mut reader = ImageReader::with_format(Cursor::new(self.bytes), self.format);
        reader.limits(limits(1));
        let mut decoder = reader.into_decoder().map_err(|error| self.error(error))?;
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        if decoder.total_bytes() > MAX_DECODER_BYTES {
            let size = [width, height];
            return Err(ImageError::TooLarge { size });
        }
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let mut image = DynamicImage::from_decoder(decoder).map_err(|error| self.error(error))?;
        image.apply_orientation(orientation);
        match self.format {
            ImageFormat::OpenExr => to_straight_alpha(&mut image),
            ImageFormat::Tga => image = tga::with_right_alpha(self.bytes, image),
            _ => {}
        }
        Ok(image.into())
    }

    /// Checks the size of a PNG first, because the decoder allocates rows before it reports the size.
    fn check_png(&self) -> Result<(), ImageError> {
        let first = self.bytes.get(12..).unwrap_or_default();
        if first.starts_with(b"CgBI") {
            return Err(ImageError::Unsupported {
                format: self.name,
                what: "a variant for iPhones, with a chunk CgBI".to_owned(),
            });
        }
        match first.strip_prefix(b"IHDR").and_then(<[u8]>::first_chunk) {
            Some(&[a, b, c, d, e, f, g, h]) => check_size(
                u32::from_be_bytes([a, b, c, d]),
                u32::from_be_bytes([e, f, g, h]),
            ),
            // The decoder reports the fault.
            None => Ok(()),
        }
    }

    /// Decodes the first `most` frames.
    fn decode_gif(&self, most: usize) -> Result<(Pixels, FrameDurations), ImageError> {
        let failed = |error| self.error(error);
        let gif = gif_repair::repaired(self.bytes);
        if gif.frames == 0 && gif.is_whole {
            return Err(self.damaged("it has no frame"));
        }
        let mut decoder = GifDecoder::new(Cursor::new(gif.bytes)).map_err(failed)?;
        let (width, height) = decoder.dimensions();
        let size = [width, height];
        check_size(width, height)?;
        check_film(gif.frames.min(most), size)?;
        // The decoder needs memory for three images: the canvas, the frame, and both combined.
        decoder.set_limits(limits(3)).map_err(failed)?;
        let mut rgba = Vec::new();
        let mut milliseconds = Vec::new();
        for frame in decoder.into_frames().take(most) {
            let frame = frame.map_err(failed)?;
            let (time, _) = frame.delay().numer_denom_ms();
            let pixels = frame.into_buffer().into_raw();
            check_film(milliseconds.len() + 1, size)?;
            // Reserves the memory first, because a failed allocation in `extend_from_slice` would end the program.
            rgba.try_reserve(pixels.len())
                .map_err(|_| ImageError::NoMemory { size })?;
            rgba.extend_from_slice(&pixels);
            milliseconds.push(match time {
                ..SHORTEST_MS => INSTEAD_OF_SHORT_MS,
                time => time,
            });
        }
        if milliseconds.is_empty() {
            return Err(self.damaged(message::CUT_SHORT));
        }
        let pixels = Pixels {
            width,
            height,
            rgba,
        };
        let times = FrameDurations {
            milliseconds,
            repeat: gif.repeat,
            #[cfg(feature = "aseprite")]
            tags: Vec::new(),
            #[cfg(feature = "aseprite")]
            slices: Vec::new(),
        };
        Ok((pixels, times))
    }
}

/// Returns limits with memory for `images` images of the largest size. `check_size` checks the sides, because its error
/// contains the size.
fn limits(images: u64) -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_DECODER_BYTES * images);
    limits
}

/// Checks the number of frames, and the memory of all frames together.
pub(super) fn check_film(frames: usize, [width, height]: [u32; 2]) -> Result<(), ImageError> {
    let bytes = u64::from(width) * u64::from(height) * 4 * frames as u64;
    if frames > MAX_IMAGE_FRAMES {
        return Err(ImageError::Invalid(format!(
            "the animation has {frames} frames: the limit is {MAX_IMAGE_FRAMES} frames"
        )));
    }
    if bytes > MAX_DECODER_BYTES {
        let limit = MAX_DECODER_BYTES >> 20;
        // A film that is slightly too large is not shown as one of the limit's size.
        let total = (bytes >> 20).max(limit + 1);
        return Err(ImageError::Invalid(format!(
            "{frames} frames of {width}x{height} px are {total} MiB: the limit is {limit} MiB"
        )));
    }
    Ok(())
}

/// Checks that there are pixels, the sides against [`MAX_IMAGE_SIDE`], and the free memory.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), ImageError> {
    let size = [width, height];
    if width == 0 || height == 0 {
        return Err(ImageError::Invalid(format!(
            "the image is {width}x{height} px: expected 1 to {MAX_IMAGE_SIDE} px a side"
        )));
    }
    if width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE {
        return Err(ImageError::TooLarge { size });
    }
    // `check_image` checks memory for an image and a copy of it. With half the height added, this is three times the
    // image, which includes memory for decoding.
    check_image([width, height + height.div_ceil(2)]).map_err(|_| ImageError::NoMemory { size })
}

#[cfg(test)]
mod tests;
