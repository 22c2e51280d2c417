//! Image files to pixels, by the crates that read them and no more: any depth and colour type becomes 8 bits a channel
//! with straight alpha. PNG, GIF, BMP and TGA are always read, the others by features; each but PNG has a file of its own.

mod bmp;
mod film;
#[cfg(feature = "jpeg")]
mod jpeg;
#[cfg(feature = "qoi")]
mod qoi;
mod tga;
#[cfg(feature = "webp")]
mod webp;

use std::io::Cursor;

use super::{GifTimes, ImageError, MAX_DECODER_BYTES, MAX_IMAGE_SIDE};
use crate::assets::pixels::Pixels;
use crate::base::memory::check_image;
#[cfg(any(feature = "jpeg", feature = "qoi", feature = "webp"))]
use crate::base::panics;

/// Decodes by the file's first bytes.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => decode_png(bytes),
        [b'G', b'I', b'F', ..] => film::decode_first(bytes),
        #[cfg(feature = "jpeg")]
        [0xff, 0xd8, 0xff, ..] => jpeg::decode(bytes),
        #[cfg(feature = "webp")]
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => webp::decode(bytes),
        [b'B', b'M', ..] => bmp::decode(bytes),
        #[cfg(feature = "qoi")]
        [b'q', b'o', b'i', b'f', ..] => qoi::decode(bytes),
        // Last, because nothing but its numbers tells what it is.
        _ if not_read(bytes).is_none() && tga::is_one(bytes) => tga::decode(bytes),
        _ => Err(not_read(bytes).unwrap_or_else(|| failed("the format is unknown"))),
    }
}

/// Decodes all pictures of an animated file, one after another in the pixels; `None` for a format without animations.
pub(super) fn decode_film(bytes: &[u8]) -> Result<Option<(Pixels, GifTimes)>, ImageError> {
    match bytes {
        [b'G', b'I', b'F', ..] => film::decode_all(bytes).map(Some),
        _ => Ok(None),
    }
}

/// Returns the error of a format that a feature reads; `None` if it is none of these.
fn not_read(bytes: &[u8]) -> Option<ImageError> {
    let (format, feature) = match bytes {
        [0xff, 0xd8, 0xff, ..] => ("JPEG", "jpeg"),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => ("WebP", "webp"),
        [b'q', b'o', b'i', b'f', ..] => ("QOI", "qoi"),
        _ => return None,
    };
    Some(ImageError::NotEnabled { format, feature })
}

/// Calls a decoder. One that panics over a damaged file has not read it.
#[cfg(any(feature = "jpeg", feature = "qoi", feature = "webp"))]
fn caught(read: impl FnOnce() -> Result<Pixels, ImageError>) -> Result<Pixels, ImageError> {
    panics::caught(read).unwrap_or_else(|panic| {
        drop(panics::last_location());
        Err(failed(panics::message(&*panic).to_owned()))
    })
}

fn failed(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> ImageError {
    ImageError::Decode(error.into())
}

/// Refuses sides above [`MAX_IMAGE_SIDE`], and an image for which there is no memory. One without pixels is refused when it is cut,
/// wherever it comes from.
fn check_size(width: u32, height: u32) -> Result<(), ImageError> {
    if width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE {
        return Err(ImageError::TooLarge {
            size: [width, height],
        });
    }
    // For its pixels, and twice as much while it is decoded.
    check_image([width, height + height.div_ceil(2)]).map_err(|_| ImageError::NoMemory {
        size: [width, height],
    })
}

/// Returns zeros for this many bytes of pixels; `None` is a number that does not fit into a `usize`.
///
/// # Errors
/// There are more than [`MAX_DECODER_BYTES`].
fn room(bytes: Option<usize>, [width, height]: [u32; 2]) -> Result<Vec<u8>, ImageError> {
    match bytes {
        // Tested before the allocation: one that fails ends the program.
        Some(bytes) if bytes as u64 <= MAX_DECODER_BYTES => Ok(vec![0; bytes]),
        _ => Err(ImageError::TooLarge {
            size: [width, height],
        }),
    }
}

fn decode_png(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let limits = png::Limits {
        bytes: usize::try_from(MAX_DECODER_BYTES).unwrap_or(usize::MAX),
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    // Texts are of no use to a sprite, and would be kept in memory, up to the limit.
    decoder.set_ignore_text_chunk(true);
    // 16 bits a channel stay: they are rounded here, not cut.
    decoder.set_transformations(png::Transformations::EXPAND);
    // The header first, so that a file of a few bytes that claims a huge picture allocates nothing for it.
    let (width, height) = decoder.read_header_info().map_err(failed)?.size();
    check_size(width, height)?;
    let mut reader = decoder.read_info().map_err(failed)?;
    let mut samples = room(reader.output_buffer_size(), [width, height])?;
    reader.next_frame(&mut samples).map_err(failed)?;
    let (color, depth) = reader.output_color_type();
    if depth == png::BitDepth::Sixteen {
        samples = samples.as_chunks().0.iter().map(rounded).collect();
    }
    Ok(Pixels {
        width,
        height,
        rgba: to_rgba(color, samples),
    })
}

/// Returns the nearest of 256 shades.
#[expect(clippy::cast_possible_truncation, reason = "255 at most")]
fn rounded(sample: &[u8; 2]) -> u8 {
    ((u32::from(u16::from_be_bytes(*sample)) + 128) / 257) as u8
}

/// Spreads samples of 8 bits, of whatever channels the file has, to four channels.
fn to_rgba(color: png::ColorType, samples: Vec<u8>) -> Vec<u8> {
    use png::ColorType as Color;
    match color {
        Color::Rgba => samples,
        Color::Grayscale => samples.iter().flat_map(|&v| [v, v, v, 255]).collect(),
        Color::GrayscaleAlpha => pixels(&samples, |[v, a]| [v, v, v, a]),
        // Palettes are expanded.
        Color::Rgb | Color::Indexed => pixels(&samples, |[r, g, b]| [r, g, b, 255]),
    }
}

fn pixels<const N: usize>(samples: &[u8], rgba: fn([u8; N]) -> [u8; 4]) -> Vec<u8> {
    let (pixels, _) = samples.as_chunks::<N>();
    pixels.iter().flat_map(|&pixel| rgba(pixel)).collect()
}

#[cfg(test)]
mod tests;
