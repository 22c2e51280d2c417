//! BMP files that are not compressed, which nearly all are. Read here, not by a crate: the small ones that there are
//! misread rows of 1 and 4 bits, or bring a drawing library.

use super::{check_size, failed, room};
use crate::assets::image::ImageError;
use crate::assets::pixels::Pixels;

/// What the header says.
struct BmpHeader {
    width: u32,
    height: u32,
    /// The first row of the file is the uppermost; mostly it is the lowest.
    top_down: bool,
    bits: u16,
    /// Which bits of a pixel are red, green, blue and alpha; for 16 and 32 bits.
    masks: [u32; 4],
    /// Red, green and blue of each index; for 1 to 8 bits.
    palette: Vec<[u8; 3]>,
    /// The byte where the rows begin.
    start: usize,
}

/// Decodes a file of 1, 4, 8, 16, 24 or 32 bits a pixel. Only a file that says which bits are alpha has any.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let header = header(bytes)?;
    let (width, height, bits) = (header.width, header.height, usize::from(header.bits));
    check_size(width, height)?;
    let mut rgba = room(Some(width as usize * height as usize * 4), [width, height])?;
    // Rows are filled up to whole 32 bits.
    let row_bytes = (width as usize * bits).div_ceil(32) * 4;
    for (number, row) in rgba
        .chunks_exact_mut((width as usize * 4).max(1))
        .enumerate()
    {
        let number = match header.top_down {
            true => number,
            false => height as usize - 1 - number,
        };
        let start = header.start.saturating_add(number * row_bytes);
        let from = bytes.get(start..).and_then(|rest| rest.get(..row_bytes));
        let from = from.ok_or_else(cut_short)?;
        for (x, pixel) in row.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            *pixel = header.pixel(from, x);
        }
    }
    Ok(Pixels {
        width,
        height,
        rgba,
    })
}

fn cut_short() -> ImageError {
    failed("the file is cut short")
}

fn at<const N: usize>(bytes: &[u8], start: usize) -> Result<[u8; N], ImageError> {
    let part = bytes.get(start..).and_then(<[u8]>::first_chunk);
    part.copied().ok_or_else(cut_short)
}

fn u16_at(bytes: &[u8], start: usize) -> Result<u16, ImageError> {
    at(bytes, start).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], start: usize) -> Result<u32, ImageError> {
    at(bytes, start).map(u32::from_le_bytes)
}

fn header(bytes: &[u8]) -> Result<BmpHeader, ImageError> {
    let start = u32_at(bytes, 10)? as usize;
    let length = u32_at(bytes, 14)?;
    // The first header of all is the only one with numbers of 16 bits.
    let is_old = length == 12;
    if !is_old && !(40..=1024).contains(&length) {
        return Err(failed(format!("its header has {length} bytes")));
    }
    let (width, height, top_down, bits, compression) = if is_old {
        let [width, height] = [u16_at(bytes, 18)?, u16_at(bytes, 20)?].map(u32::from);
        (width, height, false, u16_at(bytes, 24)?, 0)
    } else {
        let height = u32_at(bytes, 22)?.cast_signed();
        let (bits, compression) = (u16_at(bytes, 28)?, u32_at(bytes, 30)?);
        let sides = (u32_at(bytes, 18)?, height.unsigned_abs());
        (sides.0, sides.1, height < 0, bits, compression)
    };
    // Behind the header, in its larger forms within it.
    let mut masks = match bits {
        16 => [0x7c00, 0x3e0, 0x1f, 0],
        _ => [0xff_0000, 0xff00, 0xff, 0],
    };
    let given = match (compression, length) {
        (0, _) => 0,
        (3, ..56) => 3,
        (3 | 6, _) => 4,
        _ => {
            return Err(failed(format!(
                "its compression, {compression}, is not read"
            )));
        }
    };
    for (index, mask) in masks.iter_mut().take(given).enumerate() {
        *mask = u32_at(bytes, 54 + index * 4)?;
    }
    let palette = match bits {
        1 | 4 | 8 => {
            let entry = if is_old { 3 } else { 4 };
            let used = if is_old { 0 } else { u32_at(bytes, 46)? };
            let most = 1_u32 << bits;
            let count = if (1..most).contains(&used) {
                used
            } else {
                most
            };
            let first = 14 + length as usize;
            let colors = (0..count as usize).map(|index| at(bytes, first + index * entry));
            let colors: Result<Vec<[u8; 3]>, _> = colors.collect();
            colors?.into_iter().map(|[b, g, r]| [r, g, b]).collect()
        }
        16 | 24 | 32 => Vec::new(),
        _ => return Err(failed(format!("it has {bits} bits a pixel"))),
    };
    Ok(BmpHeader {
        width,
        height,
        top_down,
        bits,
        masks,
        palette,
        start,
    })
}

impl BmpHeader {
    /// Returns a pixel of a row, which has it.
    fn pixel(&self, row: &[u8], x: usize) -> [u8; 4] {
        match self.bits {
            16 => {
                let low_high = [row[x * 2], row[x * 2 + 1]];
                self.by_masks(u16::from_le_bytes(low_high).into())
            }
            24 => [row[x * 3 + 2], row[x * 3 + 1], row[x * 3], 255],
            32 => {
                let [b, g, r, a] = [0, 1, 2, 3].map(|index| row[x * 4 + index]);
                self.by_masks(u32::from_le_bytes([b, g, r, a]))
            }
            bits => {
                // Several to a byte, the first in its highest bits.
                let (bits, bit) = (usize::from(bits), x * usize::from(bits));
                let index = row[bit / 8] >> (8 - bits - bit % 8) & (0xff >> (8 - bits));
                // An index beyond the palette is black, as other readers have it.
                let [r, g, b] = self
                    .palette
                    .get(usize::from(index))
                    .copied()
                    .unwrap_or_default();
                [r, g, b, 255]
            }
        }
    }

    fn by_masks(&self, pixel: u32) -> [u8; 4] {
        let [red, green, blue, alpha] = self.masks;
        let channel = |mask: u32| match mask {
            0 => 0,
            _ => scaled(
                (pixel & mask) >> mask.trailing_zeros(),
                mask >> mask.trailing_zeros(),
            ),
        };
        let alpha = if alpha == 0 { 255 } else { channel(alpha) };
        [channel(red), channel(green), channel(blue), alpha]
    }
}

/// Returns the nearest of 256 shades to one of `most` + 1.
#[expect(clippy::cast_possible_truncation, reason = "255 at most")]
fn scaled(shade: u32, most: u32) -> u8 {
    ((u64::from(shade) * 255 + u64::from(most) / 2) / u64::from(most)) as u8
}

#[cfg(test)]
mod tests {
    use ::image::ImageFormat;
    use proptest::prelude::*;

    use super::super::tests::damaged_files_are_read_or_refused;
    use super::*;

    /// A file with the usual header: `behind` are masks and palette.
    fn file(size: [i32; 2], bits: u16, compression: u32, behind: &[u8], rows: &[u8]) -> Vec<u8> {
        let start = u32::try_from(54 + behind.len()).unwrap();
        let mut file = b"BM".to_vec();
        for number in [start + u32::try_from(rows.len()).unwrap(), 0, start, 40] {
            file.extend(number.to_le_bytes());
        }
        for side in size {
            file.extend(side.to_le_bytes());
        }
        file.extend([1, 0]);
        file.extend(bits.to_le_bytes());
        for number in [compression, 0, 0, 0, 0, 0] {
            file.extend(number.to_le_bytes());
        }
        [&file, behind, rows].concat()
    }

    const RED: [u8; 4] = [255, 0, 0, 255];
    const GREEN: [u8; 4] = [0, 255, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];

    #[test]
    fn a_bmp_image_is_read_from_its_last_row_on() {
        let (red, green, blue) = ([0, 0, 255], [0, 255, 0], [255, 0, 0]);
        let lower = [blue, blue, red].concat();
        let upper = [red, green, blue].concat();
        let rows = [&lower[..], &[0; 3], &upper, &[0; 3]].concat();
        let expected = [RED, GREEN, BLUE, BLUE, BLUE, RED].concat();
        let pixels = decode(&file([3, 2], 24, 0, &[], &rows)).unwrap();
        assert_eq!((pixels.width, pixels.height), (3, 2));
        assert_eq!(pixels.rgba, expected);
        // By the oldest header.
        let old = [
            &b"BM"[..],
            &[0; 8],
            &[26, 0, 0, 0, 12, 0, 0, 0, 3, 0, 2, 0, 1, 0, 24, 0],
        ];
        let pixels = decode(&[&old.concat(), &rows[..]].concat()).unwrap();
        assert_eq!(pixels.rgba, expected);
    }

    #[test]
    fn a_bmp_image_has_alpha_if_it_says_which_bits_are() {
        let masks = [0xff_u32, 0xff00, 0xff_0000, 0xff00_0000]
            .map(u32::to_le_bytes)
            .concat();
        let pixel = [1, 2, 3, 4];
        let pixels = decode(&file([1, 1], 32, 6, &masks, &pixel)).unwrap();
        assert_eq!(pixels.rgba, pixel);
        let pixels = decode(&file([1, 1], 32, 3, &masks[..12], &pixel)).unwrap();
        assert_eq!(pixels.rgba, [1, 2, 3, 255]);
        let pixels = decode(&file([1, 1], 32, 0, &[], &pixel)).unwrap();
        assert_eq!(pixels.rgba, [3, 2, 1, 255]);
    }

    #[test]
    fn a_compressed_bmp_image_is_refused() {
        let error = decode(&file([1, 1], 8, 1, &[0; 1024], &[0; 4])).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("its compression, 1, is not read")
        );
    }

    #[test]
    fn a_damaged_bmp_image_is_read_or_refused() {
        let palette = [0, 0, 255, 0, 255, 0, 0, 0];
        let file = file([3, 2], 1, 0, &palette, &[0xa0, 0, 0, 0, 0x40, 0, 0, 0]);
        damaged_files_are_read_or_refused(&file, decode);
    }

    proptest! {
        #[test]
        fn a_bmp_image_of_any_depth_is_what_another_reader_reads(
            depth in prop::sample::select(vec![(1, 0), (4, 0), (8, 0), (16, 0), (16, 3), (24, 0), (32, 0)]),
            width in 1..20_i32, height in 1..5_i32, top_down in any::<bool>(),
            noise in prop::collection::vec(any::<u8>(), 2048),
        ) {
            let (bits, compression) = depth;
            let behind = match (bits, compression) {
                (_, 3) => [0xf800_u32, 0x7e0, 0x1f].map(u32::to_le_bytes).concat(),
                (..=8, _) => noise[..4 << bits].to_vec(),
                _ => Vec::new(),
            };
            let row = (usize::try_from(width).unwrap() * usize::from(bits)).div_ceil(32) * 4;
            let rows = &noise[1024..][..row * usize::try_from(height).unwrap()];
            let size = [width, if top_down { -height } else { height }];
            let file = file(size, bits, compression, &behind, rows);
            let other = ::image::load_from_memory_with_format(&file, ImageFormat::Bmp).unwrap();
            prop_assert_eq!(decode(&file).unwrap().rgba, other.to_rgba8().into_raw());
        }
    }
}
