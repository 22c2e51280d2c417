//! Tests TGA files, which may begin at any corner, and may or may not declare alpha.

use super::super::*;
use super::damaged_files_are_read_or_refused;

/// Returns a file of this kind and size, with `bits` bits a pixel, the descriptor `how`, a palette of 24-bit colours,
/// and the rows.
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
    decode(file).unwrap().rgba
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
    // Undeclared alpha counts, too, unless all of it is 0, because few programs declare it.
    assert_eq!(rgba(&file(2, [1, 1], 32, 0, &[], &pixel)), [3, 2, 1, 4]);
    assert_eq!(
        rgba(&file(2, [1, 1], 32, 0, &[], &[1, 2, 3, 0])),
        [3, 2, 1, 255]
    );
    assert_eq!(rgba(&file(3, [1, 1], 16, 8, &[], &[7, 9])), [7, 7, 7, 9]);
    // Each channel has five bits. The sixteenth bit is not alpha, even if the file declares it.
    let orange = (31_u16 << 10 | 16 << 5).to_le_bytes();
    for how in [0, 1] {
        assert_eq!(
            rgba(&file(2, [1, 1], 16, how, &[], &orange)),
            [255, 132, 0, 255]
        );
    }
}

/// Returns a file of 2 × 1 pixels with 8 bits of declared alpha, and an extension area with this attributes type.
fn with_attributes(attributes: u8, pixels: [u8; 8]) -> Vec<u8> {
    let mut file = file(2, [2, 1], 32, 8, &[], &pixels);
    let offset = u32::try_from(file.len()).unwrap();
    let mut extension = [0; 495];
    extension[..2].copy_from_slice(&495_u16.to_le_bytes());
    extension[494] = attributes;
    file.extend(extension);
    file.extend(offset.to_le_bytes());
    file.extend([0; 4]);
    file.extend(b"TRUEVISION-XFILE.\0");
    file
}

#[test]
fn unused_alpha_of_a_tga_image_is_ignored() {
    let pixels = [3, 2, 1, 0, 6, 5, 4, 0];
    for attributes in 0..5 {
        let alpha = if attributes < 3 { 255 } else { 0 };
        let file = with_attributes(attributes, pixels);
        let expected = match attributes {
            4 => [0; 8],
            _ => [1, 2, 3, alpha, 4, 5, 6, alpha],
        };
        assert_eq!(rgba(&file), expected, "{attributes}");
        // Alpha that is not 0 everywhere is used.
        let file = with_attributes(attributes.min(3), [3, 2, 1, 0, 6, 5, 4, 9]);
        assert_eq!(rgba(&file), [1, 2, 3, 0, 4, 5, 6, 9], "{attributes}");
    }
    // Without an extension area, the header counts.
    let mut file = with_attributes(0, pixels);
    let footer = file.len() - 26;
    file[footer..footer + 4].fill(0);
    assert_eq!(rgba(&file)[3], 0);
    file[footer..footer + 4].fill(255);
    assert_eq!(rgba(&file)[3], 0);
}

#[test]
fn premultiplied_colours_of_a_tga_image_become_straight() {
    let file = with_attributes(4, [64, 32, 16, 128, 200, 7, 0, 100]);
    assert_eq!(rgba(&file), [32, 64, 128, 128, 0, 18, 255, 100]);
    let file = with_attributes(3, [64, 32, 16, 128, 200, 7, 0, 100]);
    assert_eq!(rgba(&file), [16, 32, 64, 128, 0, 7, 200, 100]);
}

#[test]
fn a_damaged_tga_image_is_read_or_refused() {
    let palette = [0, 0, 255, 0, 255, 0];
    damaged_files_are_read_or_refused(&file(1, [3, 2], 8, 0, &palette, &[0, 1, 0, 1, 0, 1]));
    let packets = [0x83, 1, 2, 3, 1, 4, 5, 6, 7, 8, 9];
    damaged_files_are_read_or_refused(&file(10, [3, 2], 24, 32, &[], &packets));
}

#[test]
fn declared_alpha_of_zero_stays_transparent_in_tga() {
    let texel = |how| rgba(&file(2, [1, 1], 32, how, &[], &[1, 2, 3, 0]));
    assert_eq!(texel(8), [3, 2, 1, 0]);
    assert_eq!(texel(0), [3, 2, 1, 255]);
}
