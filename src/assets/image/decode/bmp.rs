//! BMP files, by `zune-bmp`.

use zune_bmp::zune_core::bytestream::ZCursor;
use zune_bmp::zune_core::colorspace::ColorSpace;
use zune_bmp::zune_core::options::DecoderOptions;
use zune_bmp::{BmpDecoder, BmpDecoderErrors};

use super::{caught, check_size, failed, pixels, room};
use crate::assets::image::ImageError;
use crate::assets::pixels::Pixels;

/// Decodes a file of 1 to 32 bits a pixel, also compressed by run lengths.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let options = DecoderOptions::default().set_strict_mode(true);
    caught(|| {
        let mut decoder = BmpDecoder::new_with_options(ZCursor::new(bytes), options);
        // Its errors cannot be displayed, only printed for debugging.
        let error = |error: BmpDecoderErrors| failed(format!("{error:?}").trim().to_owned());
        decoder.decode_headers().map_err(error)?;
        let size = decoder.dimensions().ok_or_else(|| failed("no header"))?;
        let [width, height] = [size.0, size.1].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        check_size(width, height)?;
        let mut samples = room(decoder.output_buf_size(), [width, height])?;
        decoder.decode_into(&mut samples).map_err(error)?;
        let rgba = match decoder.colorspace() {
            Some(ColorSpace::RGBA) => samples,
            Some(ColorSpace::Luma) => pixels(&samples, |[v]| [v, v, v, 255]),
            _ => pixels(&samples, |[r, g, b]| [r, g, b, 255]),
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
    use super::super::tests::damaged_files_are_read_or_refused;
    use super::*;

    /// A file of 3 × 2 pixels, whose rows are these bytes, the lower one first.
    fn file(bits: u16, palette: &[u8], rows: &[u8]) -> Vec<u8> {
        let start = u32::try_from(54 + palette.len()).unwrap();
        let size = start + u32::try_from(rows.len()).unwrap();
        let colors = u32::try_from(palette.len() / 4).unwrap();
        let mut file = b"BM".to_vec();
        for number in [size, 0, start, 40, 3, 2] {
            file.extend(number.to_le_bytes());
        }
        file.extend([1, 0]);
        file.extend(bits.to_le_bytes());
        for number in [0, 0, 0, 0, colors, 0] {
            file.extend(number.to_le_bytes());
        }
        [&file, palette, rows].concat()
    }

    const RED: [u8; 4] = [255, 0, 0, 255];
    const GREEN: [u8; 4] = [0, 255, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];

    fn check(file: &[u8]) {
        let pixels = decode(file).unwrap();
        assert_eq!((pixels.width, pixels.height), (3, 2));
        let expected = [RED, GREEN, BLUE, BLUE, BLUE, RED].concat();
        assert_eq!(pixels.rgba, expected);
    }

    /// Blue, green, red, and rows of a multiple of four bytes.
    fn of_24_bits() -> Vec<u8> {
        let (red, green, blue) = ([0, 0, 255], [0, 255, 0], [255, 0, 0]);
        let lower = [blue, blue, red].concat();
        let upper = [red, green, blue].concat();
        file(24, &[], &[&lower[..], &[0; 3], &upper, &[0; 3]].concat())
    }

    #[test]
    fn a_bmp_image_is_read_from_its_last_row_on() {
        check(&of_24_bits());
    }

    #[test]
    fn a_bmp_image_may_have_a_palette() {
        let palette = [[0, 0, 255, 0], [0, 255, 0, 0], [255, 0, 0, 0], [9; 4]].concat();
        check(&file(8, &palette, &[2, 2, 0, 0, 0, 1, 2, 0]));
        // Four bits a pixel.
        let palette = [&palette[..], &[0; 48]].concat();
        check(&file(4, &palette, &[0x22, 0x00, 0, 0, 0x01, 0x20, 0, 0]));
    }

    #[test]
    fn a_damaged_bmp_image_is_read_or_refused() {
        damaged_files_are_read_or_refused(&of_24_bits(), decode);
    }
}
