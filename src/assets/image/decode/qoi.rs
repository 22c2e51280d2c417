//! QOI files, by `zune-qoi`.

use zune_qoi::zune_core::bytestream::ZCursor;
use zune_qoi::zune_core::colorspace::ColorSpace;
use zune_qoi::zune_core::options::DecoderOptions;
use zune_qoi::{QoiDecoder, QoiErrors};

use super::{caught, check_size, failed, pixels, room};
use crate::assets::image::ImageError;
use crate::assets::pixels::Pixels;

/// Decodes a file with or without alpha.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let options = DecoderOptions::default().set_strict_mode(true);
    caught(|| {
        let mut decoder = QoiDecoder::new_with_options(ZCursor::new(bytes), options);
        // Its errors cannot be displayed, only printed for debugging.
        let error = |error: QoiErrors| failed(format!("{error:?}").trim().to_owned());
        decoder.decode_headers().map_err(error)?;
        let size = decoder.dimensions().ok_or_else(|| failed("no header"))?;
        let [width, height] = [size.0, size.1].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        check_size(width, height)?;
        let mut samples = room(decoder.output_buffer_size(), [width, height])?;
        decoder.decode_into(&mut samples).map_err(error)?;
        let rgba = match decoder.colorspace() {
            Some(ColorSpace::RGBA) => samples,
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

    /// A file of 3 × 1 pixels: one given in full, one like it, one that differs a little.
    fn file(channels: u8) -> Vec<u8> {
        let mut file = b"qoif".to_vec();
        file.extend([0, 0, 0, 3, 0, 0, 0, 1, channels, 0]);
        match channels {
            4 => file.extend([0xff, 10, 20, 30, 40]),
            _ => file.extend([0xfe, 10, 20, 30]),
        }
        // A run of one; red one more, green as it is, blue one less.
        file.extend([0xc0, 0x40 | 3 << 4 | 2 << 2 | 1]);
        file.extend([0, 0, 0, 0, 0, 0, 0, 1]);
        file
    }

    #[test]
    fn a_qoi_image_is_read_with_and_without_alpha() {
        for (channels, alpha) in [(4, 40), (3, 255)] {
            let pixels = decode(&file(channels)).unwrap();
            assert_eq!((pixels.width, pixels.height), (3, 1));
            let rgb = [[10, 20, 30], [10, 20, 30], [11, 20, 29]];
            let expected: Vec<u8> = rgb
                .into_iter()
                .flat_map(|[r, g, b]| [r, g, b, alpha])
                .collect();
            assert_eq!(pixels.rgba, expected);
        }
    }

    #[test]
    fn a_damaged_qoi_image_is_read_or_refused() {
        damaged_files_are_read_or_refused(&file(4), decode);
    }
}
