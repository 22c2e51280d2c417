//! JPEG files, by `zune-jpeg` without its processor-specific code: the same pixels on every machine.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{caught, check_size, failed};
use crate::assets::image::ImageError;
use crate::assets::pixels::Pixels;

/// Decodes a baseline or progressive file, grey or in colour. Turned as it is stored: what a camera notes about its own
/// position is not read.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGBA)
        .set_strict_mode(true);
    caught(|| {
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
        decoder.decode_headers().map_err(failed)?;
        let info = decoder.info().ok_or_else(|| failed("no header"))?;
        let (width, height) = (info.width.into(), info.height.into());
        check_size(width, height)?;
        Ok(Pixels {
            width,
            height,
            rgba: decoder.decode().map_err(failed)?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{damaged_files_are_read_or_refused, near};
    use super::*;

    /// A file of one block of 8 × 8 pixels, of one colour: luminance and the two differences, in eighths from 128, each
    /// 512 to 1023 in size.
    fn one_colour(components: &[i32]) -> Vec<u8> {
        let count = u8::try_from(components.len()).unwrap();
        let segment = |marker: u8, data: Vec<u8>| {
            let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
            [&[0xff, marker], &length[..], &data].concat()
        };
        // A table with one code of one bit, which stands for this symbol.
        let table = |class: u8, symbol: u8| {
            let mut data = vec![class << 4, 1];
            data.extend([0; 15]);
            data.push(symbol);
            segment(0xc4, data)
        };
        let each = |data: fn(u8) -> Vec<u8>| (1..=count).flat_map(data);
        let mut frame = vec![8, 0, 8, 0, 8, count];
        frame.extend(each(|id| vec![id, 0x11, 0]));
        let mut scan = vec![count];
        scan.extend(each(|id| vec![id, 0]));
        scan.extend([0, 63, 0]);
        let bits: String = components
            .iter()
            .map(|&level| {
                // The symbol 10: ten bits follow, of negative levels those of the level less one. Then the block ends.
                let low = if level < 0 { level + 1023 } else { level };
                format!("0{low:010b}0")
            })
            .collect();
        let bits = format!("{bits:1<width$}", width = bits.len().next_multiple_of(8));
        let coded = (0..bits.len() / 8).flat_map(|byte| {
            let byte = u8::from_str_radix(&bits[byte * 8..][..8], 2).unwrap();
            [byte, 0].into_iter().take(1 + usize::from(byte == 0xff))
        });
        let mut quantization = vec![0];
        quantization.extend([1; 64]);
        [
            vec![0xff, 0xd8],
            segment(0xdb, quantization),
            segment(0xc0, frame),
            table(0, 10),
            table(1, 0),
            segment(0xda, scan),
            coded.collect(),
            vec![0xff, 0xd9],
        ]
        .concat()
    }

    #[test]
    fn a_jpeg_image_is_read_in_grey_and_in_colour() {
        // 128 + 800 / 8, and by the standard's matrix 64, 64 and 228.
        for (components, expected) in [
            (&[800][..], [228, 228, 228]),
            (&[-512, -512, 800], [204, 15, 0]),
        ] {
            let pixels = decode(&one_colour(components)).unwrap();
            assert_eq!((pixels.width, pixels.height), (8, 8));
            for pixel in pixels.rgba.as_chunks::<4>().0 {
                near(*pixel, expected, 2);
            }
        }
    }

    #[test]
    fn a_damaged_jpeg_image_is_read_or_refused() {
        damaged_files_are_read_or_refused(&one_colour(&[-512, -512, 800]), decode);
    }
}
