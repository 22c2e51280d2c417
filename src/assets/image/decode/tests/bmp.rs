//! BMP files with run lengths, and compressions that are not read. The crate `image` writes none of them.

use super::super::*;

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];
/// The colours 0 and 1, as blue, green, red and an unused byte.
const PALETTE: [u8; 8] = [0, 0, 255, 0, 0, 255, 0, 0];

/// Returns a file of `size` pixels with these bits a pixel and this compression. `header` is the length of the header:
/// 40 is that of Windows, 64 that of OS/2.
fn file(header: usize, bits: u16, compression: u32, size: [i32; 2], rows: &[u8]) -> Vec<u8> {
    let start = 14 + header + PALETTE.len();
    let word = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let mut file = b"BM".to_vec();
    file.extend([word(start + rows.len()), [0; 4], word(start), word(header)].concat());
    file.extend(size.map(i32::to_le_bytes).concat());
    file.extend([1_u16.to_le_bytes(), bits.to_le_bytes()].concat());
    file.extend([compression.to_le_bytes(), word(rows.len())].concat());
    // The resolution in pixels per metre, the number of colours, and that of important ones.
    file.extend([word(2835), word(2835), word(2), word(0)].concat());
    file.resize(14 + header, 0);
    file.extend(PALETTE);
    file.extend(rows);
    file
}

fn texels(file: &[u8]) -> Vec<[u8; 4]> {
    let pixels = decode(file).unwrap_or_else(|error| panic!("{error}"));
    pixels.rgba.as_chunks::<4>().0.to_vec()
}

#[test]
fn run_lengths_of_a_bmp_become_pixels() {
    let [r, g, b] = [RED, GREEN, BLACK];
    for (bits, size, rows, expected) in [
        // A run is a count and a colour byte. With 4 bits, the byte has two colours that alternate. The bytes 0 and 1
        // end the image.
        (8, [2, 1], &[1, 0, 1, 1, 0, 1][..], vec![r, g]),
        (4, [2, 1], &[2, 0x01, 0, 1], vec![r, g]),
        // The lowest row comes first. 0 and 0 end a row. 0 and a number from 3 begin as many single colours, which are
        // filled up to an even number of bytes.
        (
            8,
            [4, 2],
            &[4, 1, 0, 0, 0, 3, 0, 1, 0, 0, 1, 1, 0, 1],
            vec![r, g, r, g, g, g, g, g],
        ),
        (
            4,
            [5, 2],
            &[5, 0x10, 0, 0, 0, 5, 0x01, 0x10, 0x10, 0, 0, 1],
            vec![r, g, g, r, g, g, r, g, r, g],
        ),
        // 0 and 2 move to the right and up. Skipped pixels are black, as Windows shows them.
        (8, [2, 2], &[1, 0, 0, 2, 0, 1, 1, 1, 0, 1], vec![b, g, r, b]),
        // A run that is too long ends with its row, as some programs write it. Pixels after the end are black.
        (8, [2, 1], &[9, 1, 0, 1], vec![g, g]),
        (8, [3, 1], &[2, 1, 0, 1], vec![g, g, b]),
    ] {
        let compression = if bits == 8 { 1 } else { 2 };
        let file = file(40, bits, compression, size, rows);
        assert_eq!(texels(&file), expected, "{bits} bits: {rows:?}");
        super::damaged_files_are_read_or_refused(&file);
    }
}

#[test]
fn run_lengths_that_leave_a_bmp_are_refused() {
    for rows in [&[0, 3, 0, 0, 0, 0, 0, 1][..], &[1, 0], &[0, 2, 9, 9, 0, 1]] {
        let error = decode(&file(40, 8, 1, [2, 1], rows)).unwrap_err();
        let error = error.to_string();
        assert!(
            error.starts_with("damaged BMP image ("),
            "{rows:?}: {error}"
        );
    }
}

#[test]
fn other_compressions_of_a_bmp_are_refused() {
    let noise = [0x35, 0xac, 0x12, 0x34].repeat(4);
    for (header, bits, compression, expected) in [
        // OS/2 has Huffman codes and 24-bit run lengths where Windows has bit fields and JPEG.
        (64, 1, 3, "unsupported BMP image (unknown bitmap header"),
        (64, 24, 4, "unsupported BMP image (unknown bitmap header"),
        (40, 1, 3, "damaged BMP image ("),
        (40, 24, 3, "damaged BMP image ("),
        (40, 8, 2, "damaged BMP image ("),
        (40, 4, 1, "damaged BMP image ("),
        (40, 24, 5, "unsupported BMP image (PNG compression)"),
        (40, 8, 6, "unsupported BMP image (unknown image compression"),
        (
            40,
            8,
            99,
            "unsupported BMP image (unknown image compression",
        ),
    ] {
        let error = decode(&file(header, bits, compression, [32, 2], &noise)).unwrap_err();
        let error = error.to_string();
        let is_right = error.starts_with(expected) && error.lines().count() == 1;
        assert!(is_right, "{header} {bits} {compression}: {error}");
    }
    for size in [[0, 2], [0, 0]] {
        let error = decode(&file(40, 24, 0, size, &noise)).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("it has no pixels") || error.contains("px: expected 1 to"),
            "{error}"
        );
    }
}
