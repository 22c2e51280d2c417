//! WebP files, by `image-webp`.

use std::io::Cursor;

use image_webp::WebPDecoder;

use super::{MAX_DECODER_BYTES, caught, check_size, failed, pixels, room};
use crate::assets::image::ImageError;
use crate::assets::pixels::Pixels;

/// Decodes a lossy or lossless file, with or without alpha; of an animation the first frame.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    caught(|| {
        let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(failed)?;
        decoder.set_memory_limit(usize::try_from(MAX_DECODER_BYTES).unwrap_or(usize::MAX));
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        let mut samples = room(decoder.output_buffer_size(), [width, height])?;
        decoder.read_image(&mut samples).map_err(failed)?;
        let rgba = match decoder.has_alpha() {
            true => samples,
            false => pixels(&samples, |[r, g, b]| [r, g, b, 255]),
        };
        Ok(Pixels {
            width,
            height,
            rgba,
        })
    })
}

#[cfg(test)]
mod tests {
    use image_webp::{ColorType, WebPEncoder};

    use super::super::tests::damaged_files_are_read_or_refused;
    use super::*;

    fn encoded(samples: &[u8], color: ColorType) -> Vec<u8> {
        let mut file = Vec::new();
        let encoder = WebPEncoder::new(&mut file);
        encoder.encode(samples, 2, 1, color).unwrap();
        file
    }

    #[test]
    fn a_webp_image_is_read_with_and_without_alpha() {
        let rgba = [1, 2, 3, 4, 250, 100, 0, 255];
        let pixels = decode(&encoded(&rgba, ColorType::Rgba8)).unwrap();
        assert_eq!((pixels.width, pixels.height), (2, 1));
        assert_eq!(pixels.rgba, rgba);
        let pixels = decode(&encoded(&[1, 2, 3, 4, 5, 6], ColorType::Rgb8)).unwrap();
        assert_eq!(pixels.rgba, [1, 2, 3, 255, 4, 5, 6, 255]);
    }

    #[test]
    fn a_damaged_webp_image_is_read_or_refused() {
        let file = encoded(&[1, 2, 3, 4, 250, 100, 0, 255], ColorType::Rgba8);
        damaged_files_are_read_or_refused(&file, decode);
    }
}
