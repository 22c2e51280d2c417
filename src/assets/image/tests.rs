//! Tests that images are decoded to the right pixels and cut into the right frames, and that invalid ones are refused.

use std::io::Cursor;

use ::image::{DynamicImage, ImageFormat, RgbaImage};

use super::*;

/// Two rows of three pixels. One pixel is half transparent, and one wholly.
const RGBA: [u8; 24] = [
    255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, //
    9, 8, 7, 128, 255, 255, 255, 255, 0, 0, 0, 0,
];

fn encoded(format: ImageFormat, convert: fn(DynamicImage) -> DynamicImage) -> Vec<u8> {
    let image = RgbaImage::from_raw(3, 2, RGBA.to_vec()).unwrap();
    let mut bytes = Cursor::new(Vec::new());
    convert(image.into()).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [kind.as_slice(), data].concat();
    let mut crc = u32::MAX;
    for byte in &named {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 0 {
                crc >> 1
            } else {
                crc >> 1 ^ 0xedb8_8320
            };
        }
    }
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [length.as_slice(), &named, &(!crc).to_be_bytes()].concat()
}

/// Returns a PNG of a kind that the encoder does not write. `raw` are its filtered rows, which are stored uncompressed.
fn png(size: (u32, u32), kind: [u8; 5], palette: &[u8], raw: &[u8]) -> Vec<u8> {
    let (width, height) = (size.0.to_be_bytes(), size.1.to_be_bytes());
    let header = [width.as_slice(), &height, &kind].concat();
    let (mut a, mut b) = (1u32, 0u32);
    for byte in raw {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    let length = u16::try_from(raw.len()).unwrap();
    let (adler, inverse) = ((b << 16 | a).to_be_bytes(), !length);
    let stored = [
        &[0x78, 1, 1],
        &length.to_le_bytes()[..],
        &inverse.to_le_bytes(),
        raw,
        &adler,
    ]
    .concat();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(b"IHDR", &header));
    if !palette.is_empty() {
        file.extend(chunk(b"PLTE", palette));
    }
    file.extend(chunk(b"IDAT", &stored));
    file.extend(chunk(b"IEND", &[]));
    file
}

#[test]
fn a_png_keeps_its_straight_alpha() {
    let pixels = decode(&encoded(ImageFormat::Png, |image| image)).unwrap();
    assert_eq!(
        (pixels.width, pixels.height, pixels.rgba),
        (3, 2, RGBA.to_vec())
    );
}

#[test]
fn sixteen_bits_per_channel_are_rounded_to_eight() {
    let wide = encoded(ImageFormat::Png, |image| image.into_rgba16().into());
    assert_eq!(decode(&wide).unwrap().rgba, RGBA);
}

#[test]
fn grey_and_indexed_and_interlaced_images_become_rgba() {
    let grey = encoded(ImageFormat::Png, |image| image.into_luma8().into());
    assert_eq!(decode(&grey).unwrap().rgba.len(), 24);
    // An image of 2 x 1 pixels with 8-bit palette indices.
    let indexed = png(
        (2, 1),
        [8, 3, 0, 0, 0],
        &[10, 20, 30, 40, 50, 60],
        &[0, 1, 0],
    );
    assert_eq!(
        decode(&indexed).unwrap().rgba,
        [40, 50, 60, 255, 10, 20, 30, 255]
    );
    // An image of 2 x 2 grey pixels. Adam7 stores them in its first, sixth and seventh pass.
    let interlaced = png((2, 2), [8, 0, 0, 0, 1], &[], &[0, 1, 0, 2, 0, 3, 4]);
    let rgba = decode(&interlaced).unwrap().rgba;
    let reds: Vec<u8> = rgba.iter().copied().step_by(4).collect();
    assert_eq!(reds, [1, 2, 3, 4]);
}

#[test]
fn a_gif_is_read_by_its_content() {
    let pixels = decode(&encoded(ImageFormat::Gif, |image| image)).unwrap();
    assert_eq!((pixels.width, pixels.height), (3, 2));
}

#[test]
fn a_gif_of_more_than_50_mb_of_pixels_is_read() {
    // An image of this side takes 64 MiB, more than the crate `gif` allows by default.
    let side = 4096;
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, side, side, &[9, 8, 7]).unwrap();
    let indices = vec![0; usize::from(side) * usize::from(side)];
    let frame = gif::Frame::from_indexed_pixels(side, side, indices, None);
    encoder.write_frame(&frame).unwrap();
    drop(encoder);
    let pixels = decode(&bytes).unwrap();
    assert_eq!((pixels.width, pixels.height), (4096, 4096));
    assert_eq!(pixels.rgba.last_chunk(), Some(&[9, 8, 7, 255]));
}

#[test]
fn an_image_that_claims_to_be_huge_is_refused_by_its_header() {
    for size in [(60_000, 60_000), (8193, 1), (1, 8193), (u32::MAX, u32::MAX)] {
        let error = decode(&png(size, [8, 6, 0, 0, 0], &[], &[0])).unwrap_err();
        assert!(
            matches!(
                error,
                ImageError::Damaged { .. } | ImageError::TooLarge { .. }
            ),
            "{size:?}: {error}"
        );
    }
    let error = decode(&png((60_000, 60_000), [8, 6, 0, 0, 0], &[], &[0])).unwrap_err();
    assert!(error.to_string().contains("8192 px a side"), "{error}");
}

#[test]
fn sixteen_bits_a_channel_count_towards_the_memory_limit() {
    let error = decode(&png((8192, 8192), [16, 6, 0, 0, 0], &[], &[0])).unwrap_err();
    assert!(
        matches!(
            error,
            ImageError::TooLarge { .. } | ImageError::NoMemory { .. }
        ),
        "{error}"
    );
}

#[test]
fn an_image_without_pixels_is_refused() {
    assert!(decode(&png((0, 0), [8, 6, 0, 0, 0], &[], &[0])).is_err());
    assert!(decode(&png((0, 5), [8, 6, 0, 0, 0], &[], &[0])).is_err());
}

#[test]
fn a_file_of_another_kind_is_refused_whatever_its_name() {
    for bytes in [b"".as_slice(), b"frames 1\n"] {
        let error = decode(bytes).unwrap_err().to_string();
        assert!(error.contains("PNG, GIF, BMP"), "{error}");
    }
    for (bytes, format) in [(b"BM".as_slice(), "BMP"), (b"GIF89a", "GIF")] {
        let error = decode(bytes).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("damaged {format} image (")),
            "{error}"
        );
    }
}

#[test]
fn a_truncated_image_is_refused_or_complete() {
    for format in [ImageFormat::Png, ImageFormat::Gif] {
        let whole = encoded(format, |image| image);
        let pixels = decode(&whole).unwrap();
        for end in 0..whole.len() {
            if let Ok(cut) = decode(&whole[..end]) {
                assert_eq!(cut, pixels, "{format:?} cut at {end} of {}", whole.len());
            }
        }
    }
}

#[test]
fn an_image_with_any_byte_changed_is_read_or_refused() {
    for format in [ImageFormat::Png, ImageFormat::Gif] {
        let mut bytes = encoded(format, |image| image);
        for at in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                bytes[at] ^= change;
                if let Ok(pixels) = decode(&bytes) {
                    let area = pixels.width as usize * pixels.height as usize;
                    assert_eq!(pixels.rgba.len(), area * 4);
                }
                bytes[at] ^= change;
            }
        }
    }
}

fn places(layout: FrameLayout, width: u16, height: u16) -> Vec<(u16, u16, u16, u16)> {
    let rects = layout.rects(width, height).unwrap();
    rects
        .iter()
        .map(|r| (r.x, r.y, r.width, r.height))
        .collect()
}

#[test]
fn a_grid_is_cut_row_after_row() {
    let expected = [(0, 0, 4, 3), (4, 0, 4, 3), (0, 3, 4, 3), (4, 3, 4, 3)];
    let grid = FrameLayout::Grid {
        columns: 2,
        rows: 2,
    };
    assert_eq!(places(grid, 8, 6), expected);
    let (width, height) = (4, 3);
    assert_eq!(places(FrameLayout::Cells { width, height }, 8, 6), expected);
}

#[test]
fn a_grid_that_does_not_divide_the_image_names_both() {
    let grid = FrameLayout::Grid {
        columns: 3,
        rows: 2,
    };
    let error = grid.rects(100, 50).unwrap_err().to_string();
    assert!(error.contains("100x50") && error.contains("3x2"), "{error}");
    let (columns, rows) = (0, 1);
    assert!(FrameLayout::Grid { columns, rows }.rects(8, 8).is_err());
    let (width, height) = (0, 4);
    assert!(FrameLayout::Cells { width, height }.rects(8, 8).is_err());
}

#[test]
fn rectangles_reach_to_the_edge_and_not_past_it() {
    let rect = |x, y, width, height| PixelRect {
        x,
        y,
        width,
        height,
    };
    let edge = rect(6, 5, 2, 1);
    assert_eq!(places(FrameLayout::Rects(vec![edge]), 8, 6), [(6, 5, 2, 1)]);
    for outside in [
        rect(7, 5, 2, 1),
        rect(6, 6, 2, 1),
        rect(0, 0, 0, 1),
        rect(u16::MAX, 0, 9, 1),
    ] {
        assert!(
            FrameLayout::Rects(vec![outside]).rects(8, 6).is_err(),
            "{outside:?}"
        );
    }
}

#[test]
fn no_frames_and_too_many_frames_are_refused() {
    assert!(FrameLayout::Rects(Vec::new()).rects(8, 8).is_err());
    let (width, height) = (1, 1);
    assert!(FrameLayout::Cells { width, height }.rects(64, 64).is_ok());
    assert!(FrameLayout::Cells { width, height }.rects(65, 64).is_err());
}
