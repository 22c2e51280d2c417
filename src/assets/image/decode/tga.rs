//! TGA files, of all kinds that are in use: true colour, grey and with a palette, plain or run-length encoded. Read here, not by a
//! crate: those that there are bring a library of formats. By Truevision, "TGA File Format Specification", version 2.0 (1991).

use super::{check_size, failed, room};
use crate::assets::image::ImageError;
use crate::assets::pixels::Pixels;

/// Bytes of the header.
const HEADER: usize = 18;

/// What a pixel's bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TgaSamples {
    /// An index of the palette.
    Index,
    /// A shade, and alpha in a second byte if there is one.
    Grey,
    /// Blue, green, red, and alpha if the header says that there is any.
    Color,
}

/// What the header says.
#[derive(Clone, Copy, Debug)]
struct TgaHeader {
    samples: TgaSamples,
    is_packed: bool,
    width: u16,
    height: u16,
    /// Of a pixel: 1 to 4.
    bytes: usize,
    has_alpha: bool,
    /// The first row of the file is the uppermost; mostly it is the lowest.
    top_down: bool,
    /// The first pixel of a row is its last one.
    right_to_left: bool,
    /// The index of the palette's first colour, how many there are, and the bytes of one.
    palette: [usize; 3],
    /// The byte where the palette begins.
    start: usize,
}

impl TgaHeader {
    /// Returns `None` if these are not the first bytes of such a file, which has no letters of its own to be known by.
    fn of(bytes: &[u8]) -> Option<Self> {
        let header = bytes.first_chunk::<HEADER>()?;
        let number = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let (has_palette, kind) = (header[1], header[2]);
        let samples = match kind & 7 {
            1 => TgaSamples::Index,
            2 => TgaSamples::Color,
            3 => TgaSamples::Grey,
            _ => return None,
        };
        let depth = header[16];
        let fits = match samples {
            TgaSamples::Index => depth == 8 || depth == 16,
            TgaSamples::Grey => depth == 8 || depth == 16,
            TgaSamples::Color => matches!(depth, 15 | 16 | 24 | 32),
        };
        let entry = header[7];
        let has_colors = matches!(entry, 15 | 16 | 24 | 32);
        let is_known = fits
            && kind & !0b1011 == 0
            && has_palette <= 1
            && (samples != TgaSamples::Index || has_palette == 1 && has_colors)
            && header[17] & 0b1100_0000 == 0;
        is_known.then(|| Self {
            samples,
            is_packed: kind & 8 != 0,
            width: number(12),
            height: number(14),
            bytes: usize::from(depth.div_ceil(8)),
            has_alpha: header[17] & 15 != 0,
            top_down: header[17] & 32 != 0,
            right_to_left: header[17] & 16 != 0,
            palette: match has_palette {
                0 => [0; 3],
                _ => [number(3).into(), number(5).into(), entry.div_ceil(8).into()],
            },
            start: HEADER + usize::from(header[0]),
        })
    }
}

/// Whether the bytes are such a file, as far as one can say.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    TgaHeader::of(bytes).is_some_and(|header| header.width > 0 && header.height > 0)
}

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let header = TgaHeader::of(bytes).ok_or_else(|| failed("its header is damaged"))?;
    let [width, height] = [header.width, header.height].map(u32::from);
    check_size(width, height)?;
    let mut rgba = room(Some(width as usize * height as usize * 4), [width, height])?;
    let [first, count, entry] = header.palette;
    let palette = bytes
        .get(header.start..)
        .and_then(|rest| rest.get(..count * entry))
        .ok_or_else(cut_short)?;
    let mut rest = &bytes[header.start + palette.len()..];
    let pixel_of = |bytes: &[u8]| match (header.samples, bytes) {
        (TgaSamples::Grey, &[v, alpha]) => [v, v, v, alpha],
        (TgaSamples::Grey, bytes) => [bytes[0], bytes[0], bytes[0], 255],
        (TgaSamples::Color, bytes) => color(bytes, header.has_alpha),
        (TgaSamples::Index, bytes) => {
            let index = bytes
                .iter()
                .rev()
                .fold(0, |all, &byte| all << 8 | usize::from(byte));
            let at = index.checked_sub(first).map(|index| index * entry);
            let found = at.and_then(|at| palette.get(at..at + entry));
            // As in other formats, what the palette lacks is black.
            found.map_or([0, 0, 0, 255], |bytes| color(bytes, header.has_alpha))
        }
    };
    let (width, size) = (width as usize, header.bytes);
    let place = |number: usize| {
        let (mut x, mut y) = (number % width, number / width);
        if header.right_to_left {
            x = width - 1 - x;
        }
        if !header.top_down {
            y = height as usize - 1 - y;
        }
        (y * width + x) * 4
    };
    let pixels = rgba.len() / 4;
    let mut number = 0;
    while number < pixels {
        // One pixel for all of a packet, or one for each; without packets, as one of all pixels.
        let (count, is_run) = match header.is_packed {
            true => {
                let packet = *take(&mut rest, 1)?.first().ok_or_else(cut_short)?;
                (usize::from(packet & 127) + 1, packet & 128 != 0)
            }
            false => (pixels, false),
        };
        let mut pixel = [0; 4];
        // A packet may go on into the next row, but not beyond the last one.
        for of_packet in 0..count.min(pixels - number) {
            if of_packet == 0 || !is_run {
                pixel = pixel_of(take(&mut rest, size)?);
            }
            let at = place(number);
            rgba[at..at + 4].copy_from_slice(&pixel);
            number += 1;
        }
    }
    // Programs that write 32 bits without saying that eight of them are alpha mean that they are, or leave them at zero.
    if header.samples == TgaSamples::Color && size == 4 && !header.has_alpha {
        let (pixels, _) = rgba.as_chunks_mut::<4>();
        if pixels.iter().all(|pixel| pixel[3] == 0) {
            pixels.iter_mut().for_each(|pixel| pixel[3] = 255);
        }
    }
    Ok(Pixels {
        width: header.width.into(),
        height,
        rgba,
    })
}

/// Returns a colour of two to four bytes.
fn color(bytes: &[u8], has_alpha: bool) -> [u8; 4] {
    match *bytes {
        [b, g, r, a] => [r, g, b, a],
        [b, g, r] => [r, g, b, 255],
        [low, high] => {
            let all = u16::from_le_bytes([low, high]);
            let channel = |shift: u16| widened(all >> shift & 31);
            let alpha = if has_alpha && all >> 15 == 0 { 0 } else { 255 };
            [channel(10), channel(5), channel(0), alpha]
        }
        _ => [0, 0, 0, 255],
    }
}

/// Returns the nearest of 256 shades of one of 32.
fn widened(shade: u16) -> u8 {
    u8::try_from((shade * 255 + 15) / 31).unwrap_or(u8::MAX)
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], ImageError> {
    let (taken, left) = rest.split_at_checked(count).ok_or_else(cut_short)?;
    *rest = left;
    Ok(taken)
}

fn cut_short() -> ImageError {
    failed("the file is cut short")
}

#[cfg(test)]
mod tests {
    use super::super::tests::damaged_files_are_read_or_refused;
    use super::*;
    use ::image::ImageFormat;
    use proptest::prelude::*;

    /// A file: its kind, sides, bits of a pixel and descriptor, then a palette of 24 bits and what follows.
    fn file(
        kind: u8,
        [width, height]: [u8; 2],
        bits: u8,
        how: u8,
        palette: &[u8],
        rows: &[u8],
    ) -> Vec<u8> {
        let colors = u8::try_from(palette.len() / 3).unwrap();
        let has_palette = u8::from(colors > 0);
        let entry = 24 * has_palette;
        let header = [
            3,
            has_palette,
            kind,
            0,
            0,
            colors,
            0,
            entry,
            0,
            0,
            0,
            0,
            width,
            0,
            height,
            0,
            bits,
            how,
        ];
        [&header[..], b"id.", palette, rows].concat()
    }

    fn rgba(file: &[u8]) -> Vec<u8> {
        assert!(is_one(file));
        super::super::decode(file).unwrap().rgba
    }

    #[test]
    fn a_tga_image_is_read_from_the_corner_that_its_header_names() {
        let bytes: Vec<u8> = (0..4).flat_map(|number| [number; 3]).collect();
        let first = |how| {
            let rgba = rgba(&file(2, [2, 2], 24, how, &[], &bytes));
            [rgba[0], rgba[4], rgba[8], rgba[12]]
        };
        assert_eq!(first(0), [2, 3, 0, 1], "the lower left one");
        assert_eq!(first(16), [3, 2, 1, 0], "the lower right one");
        assert_eq!(first(32), [0, 1, 2, 3], "the upper left one");
        assert_eq!(first(48), [1, 0, 3, 2], "the upper right one");
    }

    #[test]
    fn a_tga_image_has_alpha_if_it_says_so() {
        let pixel = [1, 2, 3, 4];
        assert_eq!(rgba(&file(2, [1, 1], 32, 8, &[], &pixel)), [3, 2, 1, 4]);
        // Few programs say so.
        assert_eq!(rgba(&file(2, [1, 1], 32, 0, &[], &pixel)), [3, 2, 1, 4]);
        assert_eq!(
            rgba(&file(2, [1, 1], 32, 0, &[], &[1, 2, 3, 0])),
            [3, 2, 1, 255]
        );
        // Five bits a channel, and one.
        let orange = (31_u16 << 10 | 16 << 5).to_le_bytes();
        assert_eq!(
            rgba(&file(2, [1, 1], 16, 0, &[], &orange)),
            [255, 132, 0, 255]
        );
        assert_eq!(
            rgba(&file(2, [1, 1], 16, 1, &[], &orange)),
            [255, 132, 0, 0]
        );
        assert_eq!(rgba(&file(3, [1, 1], 16, 8, &[], &[7, 9])), [7, 7, 7, 9]);
    }

    #[test]
    fn a_damaged_tga_image_is_read_or_refused() {
        let palette = [0, 0, 255, 0, 255, 0];
        damaged_files_are_read_or_refused(
            &file(1, [3, 2], 8, 0, &palette, &[0, 1, 0, 1, 0, 1]),
            decode,
        );
        let packets = [0x83, 1, 2, 3, 1, 4, 5, 6, 7, 8, 9];
        damaged_files_are_read_or_refused(&file(10, [3, 2], 24, 32, &[], &packets), decode);
    }

    /// Packs pixels: a run wherever `noise` says so.
    fn packed(pixels: &[u8], size: usize, noise: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let (mut packed, mut plain) = (Vec::new(), Vec::new());
        let mut rest = pixels;
        for &packet in noise.iter().cycle() {
            let count = (usize::from(packet & 15) + 1).min(rest.len() / size);
            if count == 0 {
                break;
            }
            let (these, left) = rest.split_at(count * size);
            rest = left;
            let head = u8::try_from(count - 1).unwrap();
            if packet & 128 != 0 {
                packed.push(head | 128);
                packed.extend(&these[..size]);
                plain.extend(these[..size].repeat(count));
            } else {
                packed.push(head);
                packed.extend(these);
                plain.extend(these);
            }
        }
        (packed, plain)
    }

    proptest! {
        #[test]
        fn a_tga_image_of_a_usual_kind_is_what_another_reader_reads(
            (kind, bits, alpha) in prop::sample::select(vec![(1, 8, 0), (2, 24, 0), (2, 32, 8), (2, 32, 0), (3, 8, 0)]),
            is_packed in any::<bool>(), width in 1..20_u8, height in 1..5_u8, top_down in any::<bool>(),
            noise in prop::collection::vec(any::<u8>(), 1300),
        ) {
            let size = usize::from(bits / 8);
            let pixels = &noise[900..][..usize::from(width) * usize::from(height) * size];
            // The palette has them all.
            let palette = if kind == 1 { &noise[..255 * 3] } else { &[] };
            let pixels: Vec<u8> = pixels.iter().map(|&byte| if kind == 1 { byte % 255 } else { byte }).collect();
            let (packets, plain) = packed(&pixels, size, &noise);
            let how = alpha | u8::from(top_down) << 5;
            let file = match is_packed {
                true => file(kind | 8, [width, height], bits, how, palette, &packets),
                false => file(kind, [width, height], bits, how, palette, &plain),
            };
            let other = ::image::load_from_memory_with_format(&file, ImageFormat::Tga).unwrap();
            prop_assert_eq!(rgba(&file), other.to_rgba8().into_raw());
        }
    }
}
