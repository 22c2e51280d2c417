//! PNG and GIF files to pixels, by the crates that read them and no more: any depth and colour type becomes 8 bits a
//! channel with straight alpha.

use std::io::Cursor;

use super::{ImageError, MAX_DECODER_BYTES, MAX_IMAGE_SIDE, Pixels};

/// Decodes by the file's first bytes.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => decode_png(bytes),
        [b'G', b'I', b'F', ..] => decode_gif(bytes),
        // With the rest of the error's text: "neither: expected a whole PNG or GIF image".
        _ => Err(failed("neither")),
    }
}

fn failed(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> ImageError {
    ImageError::Decode(error.into())
}

/// Refuses sides above [`MAX_IMAGE_SIDE`]. An image without pixels is refused when it is cut, wherever it comes from.
fn check_size(width: u32, height: u32) -> Result<(), ImageError> {
    if width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE {
        return Err(ImageError::TooLarge {
            size: [width, height],
        });
    }
    Ok(())
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

/// Returns the first frame, where it lies on the picture; around it nothing.
fn decode_gif(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    // Its own limit is 50 MB, less than the largest picture that is accepted.
    if let Some(bytes) = core::num::NonZeroU64::new(MAX_DECODER_BYTES) {
        options.set_memory_limit(gif::MemoryLimit::Bytes(bytes));
    }
    let mut decoder = options.read_info(bytes).map_err(failed)?;
    let (width, height) = (decoder.width(), decoder.height());
    let size = [width.into(), height.into()];
    check_size(size[0], size[1])?;
    let mut rgba = room(Some(usize::from(width) * usize::from(height) * 4), size)?;
    let frame = decoder.read_next_frame().map_err(failed)?;
    let frame = frame.ok_or_else(|| failed("no frame"))?;
    let [left, top] = [frame.left, frame.top].map(usize::from);
    let row = usize::from(width) * 4;
    // Clipped: `gif` accepts frames that lie partly or wholly outside of the picture.
    let visible = usize::from(frame.width).min(usize::from(width).saturating_sub(left)) * 4;
    // Nothing is visible of a picture or a frame without columns, either, for which `chunks_exact` would panic.
    if visible > 0 {
        let from = frame.buffer.chunks_exact(usize::from(frame.width) * 4);
        for (to, from) in rgba.chunks_exact_mut(row).skip(top).zip(from) {
            to[left * 4..][..visible].copy_from_slice(&from[..visible]);
        }
    }
    Ok(Pixels {
        width: size[0],
        height: size[1],
        rgba,
    })
}
