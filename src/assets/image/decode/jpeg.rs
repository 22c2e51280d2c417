//! Checks of JPEG files that the decoder lacks.

/// Why the decoder would show a JPEG file wrongly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum JpegFault {
    /// The file has no end marker. `zune-jpeg` fills the missing rows with grey.
    CutShort,
    /// The file has its components in separate scans. `zune-jpeg` decodes subsampled ones to wrong colours, and loses
    /// the last rows of others if they take few bits.
    SeparateScans,
}

/// Walks through the segments of a JPEG file. Fails if the file has a fault that `zune-jpeg` does not report.
pub(super) fn check(bytes: &[u8]) -> Result<(), JpegFault> {
    let cut_short = JpegFault::CutShort;
    let mut rest = bytes.get(2..).ok_or(cut_short)?;
    let (mut components, mut is_baseline) = (0, false);
    loop {
        // Between segments lies the data of a scan. There, 0xff is followed by 0 or by the code of a restart marker.
        // Before any marker, 0xff may be repeated.
        let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff);
        let start = rest.windows(2).position(is_marker).ok_or(cut_short)?;
        let marker = rest[start + 1];
        rest = &rest[start + 2..];
        if marker == 0xd9 {
            return Ok(());
        }
        let &[high, low] = rest.first_chunk().ok_or(cut_short)?;
        let length = usize::from(u16::from_be_bytes([high, low])).max(2);
        let (segment, behind) = rest.split_at_checked(length).ok_or(cut_short)?;
        rest = behind;
        match (marker, segment) {
            // The frame header: length, depth, height, width and the number of components.
            (0xc0..=0xc2, [_, _, _, _, _, _, _, count, ..]) => {
                components = *count;
                is_baseline = marker != 0xc2;
            }
            (0xda, [_, _, count, ..]) if is_baseline && *count < components => {
                return Err(JpegFault::SeparateScans);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::super::tests::damaged_files_are_read_or_refused;
    use crate::assets::Pixels;

    /// Returns a file of one block of 8 × 8 pixels in one colour. `components` has the value of each component minus
    /// 128, times 8. Each absolute value is from 512 to 1023.
    fn one_colour(components: &[i32]) -> Vec<u8> {
        with_transform(components, None)
    }

    /// Like `one_colour`. `transform` adds an Adobe segment with the transform of the colours: 0 for none, 1 for YCbCr,
    /// 2 for YCCK.
    fn with_transform(components: &[i32], transform: Option<u8>) -> Vec<u8> {
        with_ids(components, transform, [1, 2, 3, 4])
    }

    /// Like `with_transform`, with these component ids.
    fn with_ids(components: &[i32], transform: Option<u8>, ids: [u8; 4]) -> Vec<u8> {
        let count = u8::try_from(components.len()).unwrap();
        let segment = |marker: u8, data: Vec<u8>| {
            let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
            [&[0xff, marker], &length[..], &data].concat()
        };
        // Returns a Huffman table with a single code of one bit, which stands for `symbol`.
        let table = |class: u8, symbol: u8| {
            let mut data = vec![class << 4, 1];
            data.extend([0; 15]);
            data.push(symbol);
            segment(0xc4, data)
        };
        let each = |data: fn(u8) -> Vec<u8>| ids.into_iter().take(components.len()).flat_map(data);
        let mut frame = vec![8, 0, 8, 0, 8, count];
        frame.extend(each(|id| vec![id, 0x11, 0]));
        let mut scan = vec![count];
        scan.extend(each(|id| vec![id, 0]));
        scan.extend([0, 63, 0]);
        let bits: String = components
            .iter()
            .map(|&level| {
                // The bit 0 is the code of the symbol 10: ten bits follow. A negative level is stored as the low bits
                // of the level minus 1. The last bit ends the block.
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
        let adobe = transform.map(|transform| {
            let data = [&b"Adobe\0\x64\0\0\0\0"[..], &[transform]].concat();
            segment(0xee, data)
        });
        [
            vec![0xff, 0xd8],
            adobe.unwrap_or_default(),
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

    /// Checks that all pixels are opaque and have about this colour.
    fn assert_color(pixels: &Pixels, expected: [u8; 3]) {
        for pixel in pixels.rgba.as_chunks::<4>().0 {
            let [r, g, b, alpha] = *pixel;
            let differs = [r, g, b].into_iter().zip(expected);
            let most = differs.map(|(is, should_be)| is.abs_diff(should_be)).max();
            assert!(
                alpha == 255 && most <= Some(2),
                "{pixel:?}, not {expected:?}"
            );
        }
    }

    #[test]
    fn a_jpeg_image_is_read_in_grey_and_in_colour() {
        // The grey level is 128 + 800 / 8. In colour, the components are 64, 64 and 228, which the standard's matrix
        // converts to red, green and blue.
        for (components, expected) in [
            (&[800][..], [228, 228, 228]),
            (&[-512, -512, 800], [204, 15, 0]),
        ] {
            let pixels = decode(&one_colour(components)).unwrap();
            assert_eq!((pixels.width, pixels.height), (8, 8));
            assert_color(&pixels, expected);
        }
    }

    #[test]
    fn colours_of_a_jpeg_image_follow_its_transform() {
        let level = |value: i32| (value - 128) * 8;
        // Adobe stores inks inverted: 255 is no ink.
        for (components, transform, expected) in [
            (&[204, 16, 1][..], 0, [204, 16, 1]),
            (&[64, 64, 228], 1, [204, 15, 0]),
            (&[204, 16, 1, 255], 0, [204, 16, 1]),
            (&[204, 16, 1, 1], 0, [1, 0, 0]),
            (&[255, 255, 255, 200], 0, [200, 200, 200]),
            // The standard's matrix returns 204, 15 and 0. With YCCK, these are amounts of ink: each colour is 255
            // minus its ink.
            (&[64, 64, 228, 255], 2, [51, 240, 255]),
            // Each colour is multiplied by K / 255.
            (&[64, 64, 228, 200], 2, [40, 188, 200]),
            (&[64, 64, 228, 1], 2, [0, 1, 1]),
        ] {
            let components: Vec<_> = components.iter().map(|&value| level(value)).collect();
            let pixels = decode(&with_transform(&components, Some(transform))).unwrap();
            assert_color(&pixels, expected);
        }
    }

    /// Without an Adobe segment, components with the numbers `R`, `G` and `B` are not transformed.
    #[test]
    fn components_named_as_colours_are_the_colours() {
        let level = |value: i32| (value - 128) * 8;
        for (values, transform, ids, expected) in [
            ([204, 16, 1], None, *b"RGB", [204, 16, 1]),
            ([1, 255, 60], None, *b"RGB", [1, 255, 60]),
            ([16, 1, 204], Some(0), *b"RGB", [16, 1, 204]),
            ([204, 16, 1], Some(0), [1, 2, 3], [204, 16, 1]),
            ([64, 64, 228], None, [1, 2, 3], [204, 15, 0]),
            ([64, 64, 228], None, [0, 1, 2], [204, 15, 0]),
        ] {
            let [a, b, c] = ids;
            let file = with_ids(&values.map(level), transform, [a, b, c, 0]);
            assert_color(&decode(&file).unwrap(), expected);
        }
    }

    /// Returns a file of `count` blocks of `one_colour` in a row, with a restart marker between neighbouring blocks.
    fn with_restarts(components: &[i32], count: u8) -> Vec<u8> {
        let mut file = one_colour(components);
        let find = |marker: u8| file.windows(2).position(|pair| pair == [0xff, marker]);
        let (frame, scan) = (find(0xc0).unwrap(), find(0xda).unwrap());
        file[frame + 8] = 8 * count;
        let data = scan + 2 + usize::from(file[scan + 3]);
        let (coded, end) = (file[data..file.len() - 2].to_vec(), file.split_off(data));
        // The restart interval is one block.
        let interval = [0xff, 0xdd, 0, 4, 0, 1];
        file.splice(scan..scan, interval);
        for number in 1..count {
            file.extend_from_slice(&coded);
            file.extend([0xff, 0xd0 + (number - 1) % 8]);
        }
        [file, end].concat()
    }

    #[test]
    fn a_jpeg_image_may_have_restart_markers() {
        for count in [1, 2, 9, 20] {
            let file = with_restarts(&[800], count);
            let pixels = decode(&file).unwrap_or_else(|error| panic!("{count}: {error}"));
            assert_eq!((pixels.width, pixels.height), (8 * u32::from(count), 8));
            for pixel in pixels.rgba.as_chunks::<4>().0 {
                assert!(pixel[0].abs_diff(228) <= 2, "{pixel:?} of {count}");
            }
        }
    }

    /// Inserts bytes before the first marker of this code.
    fn with_bytes_before(mut file: Vec<u8>, marker: u8, bytes: &[u8]) -> Vec<u8> {
        let at = file.windows(2).position(|pair| pair == [0xff, marker]);
        let at = at.unwrap();
        file.splice(at..at, bytes.iter().copied());
        file
    }

    #[test]
    fn stray_and_fill_bytes_between_segments_are_skipped() {
        // The standard allows fill bytes of 0xff before a marker. Browsers also skip others.
        for bytes in [
            &[0xff][..],
            &[0xff; 2],
            &[0xff; 9],
            &[0],
            &[0; 2],
            &[1, 2, 3],
        ] {
            // The segments are the frame header, a Huffman table and the scan.
            for marker in [0xc0, 0xc4, 0xda] {
                let file = with_bytes_before(one_colour(&[-512, -512, 800]), marker, bytes);
                let pixels = decode(&file)
                    .unwrap_or_else(|error| panic!("{bytes:?} before {marker:x}: {error}"));
                let [r, g, b, alpha] = pixels.rgba.as_chunks::<4>().0[0];
                let differs = [r.abs_diff(204), g.abs_diff(15), b];
                assert!(
                    alpha == 255 && differs.iter().all(|by| *by <= 2),
                    "{bytes:?} before {marker:x}"
                );
            }
        }
    }

    #[test]
    fn a_jpeg_image_that_is_too_large_is_refused_with_its_size() {
        for [width, height] in [[20_000, 16], [8193, 8], [16, 20_000], [65_500, 65_500]] {
            let mut file = one_colour(&[800]);
            let frame = file
                .windows(2)
                .position(|pair| pair == [0xff, 0xc0])
                .unwrap();
            file[frame + 5..frame + 7].copy_from_slice(&u16::to_be_bytes(height));
            file[frame + 7..frame + 9].copy_from_slice(&u16::to_be_bytes(width));
            let expected = format!(
                "the image is {width}x{height} px: the limit is 8192 px a side and 256 MiB"
            );
            assert_eq!(decode(&file).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_damaged_jpeg_image_is_read_or_refused() {
        damaged_files_are_read_or_refused(&one_colour(&[-512, -512, 800]));
    }

    #[test]
    fn a_jpeg_image_that_is_cut_short_is_refused() {
        let file = one_colour(&[-512, -512, 800]);
        for end in 3..file.len() {
            let error = decode(&file[..end]).unwrap_err().to_string();
            assert!(error.starts_with("damaged JPEG image ("), "{error}");
        }
    }

    /// Returns a file of one colour with a scan for each component. `factors` are the sampling factors of the first
    /// component, horizontally and vertically. Those of the others are 1.
    fn in_scans(width: u8, height: u8, factors: [u8; 2]) -> Vec<u8> {
        let mut file = one_colour(&[-512, -512, 800]);
        let find =
            |file: &[u8], marker: u8| file.windows(2).position(|pair| pair == [0xff, marker]);
        let frame = find(&file, 0xc0).unwrap();
        (file[frame + 6], file[frame + 8]) = (height, width);
        file[frame + 11] = factors[0] << 4 | factors[1];
        // Codes of two bits: 00 is the symbol 10, and 01 the symbol 0 for a block like the one before.
        let table = find(&file, 0xc4).unwrap();
        let codes = [&[0xff, 0xc4, 0, 21, 0, 0, 2][..], &[0; 14], &[10, 0]].concat();
        file.splice(table..table + 22, codes);
        file.truncate(find(&file, 0xda).unwrap());
        let blocks = |side: u8, factor: u8| usize::from(side.div_ceil(8 * factor));
        for (id, level) in [(1, 511), (2, 511), (3, 800)] {
            let shared = if id == 1 { [1, 1] } else { factors };
            let count = blocks(width, shared[0]) * blocks(height, shared[1]);
            let bits = format!("00{level:010b}0{}", "010".repeat(count - 1));
            let bits = format!("{bits:1<width$}", width = bits.len().next_multiple_of(8));
            file.extend([0xff, 0xda, 0, 8, 1, id, 0, 0, 63, 0]);
            for byte in bits.as_bytes().chunks(8) {
                let byte = u8::from_str_radix(str::from_utf8(byte).unwrap(), 2).unwrap();
                file.extend([byte, 0].into_iter().take(1 + usize::from(byte == 0xff)));
            }
        }
        file.extend([0xff, 0xd9]);
        file
    }

    #[test]
    fn components_in_separate_scans_are_refused() {
        let sizes = [
            [8, 8],
            [16, 16],
            [32, 16],
            [16, 32],
            [24, 16],
            [64, 64],
            [200, 8],
        ];
        for [width, height] in sizes {
            for factors in [[1, 1], [2, 2], [2, 1], [1, 2], [4, 1]] {
                let error = decode(&in_scans(width, height, factors))
                    .unwrap_err()
                    .to_string();
                let expected = "unsupported JPEG image (components in separate scans)";
                assert!(
                    error.starts_with(expected),
                    "{width}x{height} {factors:?}: {error}"
                );
            }
        }
    }
}
