//! The orientation that a camera stores.

use ::image::codecs::png::PngEncoder;
use ::image::{ExtendedColorType, ImageEncoder};

use super::super::*;

const WIDTH: u32 = 3;
const HEIGHT: u32 = 2;
/// Side of each square of one colour, in pixels: a block of a JPEG file.
const SIDE: u32 = 8;

/// Returns the grey of a square.
fn grey(x: u32, y: u32) -> u8 {
    u8::try_from(x * 40 + y * 120).unwrap()
}

/// Returns metadata with an orientation from 1 to 8, with the highest byte of a number first or last.
fn exif(orientation: u8, is_big_endian: bool) -> Vec<u8> {
    let tag = 0x112_u16;
    let short = |number: u16| match is_big_endian {
        true => number.to_be_bytes(),
        false => number.to_le_bytes(),
    };
    let long = |number: u32| match is_big_endian {
        true => number.to_be_bytes(),
        false => number.to_le_bytes(),
    };
    let order = if is_big_endian { b"MM" } else { b"II" };
    // The position of the list, the number of its entries, and an entry: tag, type, count and value.
    [
        &order[..],
        &short(42),
        &long(8),
        &short(1),
        &short(tag),
        &short(3),
        &long(1),
        &short(orientation.into()),
        &[0; 2],
        &[0; 4],
    ]
    .concat()
}

/// Returns a file of 3 × 2 grey squares, as the camera stores them.
fn file(mut encoder: impl ImageEncoder, exif: Vec<u8>) {
    encoder.set_exif_metadata(exif).unwrap();
    let (width, height) = (WIDTH * SIDE, HEIGHT * SIDE);
    let squares = (0..height).flat_map(|y| (0..width).map(move |x| grey(x / SIDE, y / SIDE)));
    let squares: Vec<u8> = squares.collect();
    encoder
        .write_image(&squares, width, height, ExtendedColorType::L8)
        .unwrap();
}

fn png(exif: Vec<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    file(PngEncoder::new(&mut bytes), exif);
    bytes
}

#[cfg(feature = "jpeg")]
fn jpeg(exif: Vec<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    file(
        ::image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 100),
        exif,
    );
    bytes
}

/// Checks that an image is shown as the Exif standard's table of orientations demands.
fn check(file: &[u8], orientation: u8, what: &str) {
    let pixels = decode(file).unwrap();
    let (right, lower) = (WIDTH - 1, HEIGHT - 1);
    let is_turned = (5..=8).contains(&orientation);
    let (width, height) = if is_turned {
        (HEIGHT, WIDTH)
    } else {
        (WIDTH, HEIGHT)
    };
    assert_eq!(
        (pixels.width, pixels.height),
        (width * SIDE, height * SIDE),
        "{what} {orientation}"
    );
    #[cfg(feature = "tiled")]
    assert_eq!(
        size(file).unwrap(),
        [pixels.width, pixels.height],
        "{what} {orientation}"
    );
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let expected = match orientation {
            2 => grey(right - x, y),
            3 => grey(right - x, lower - y),
            4 => grey(x, lower - y),
            5 => grey(y, x),
            6 => grey(y, lower - x),
            7 => grey(right - y, lower - x),
            8 => grey(right - y, x),
            _ => grey(x, y),
        };
        let middle = ((y * SIDE + SIDE / 2) * pixels.width + x * SIDE + SIDE / 2) as usize;
        let is = pixels.rgba[middle * 4];
        assert!(
            is.abs_diff(expected) <= 2,
            "{what} {orientation} ({x}, {y}): {is}, not {expected}"
        );
    }
}

#[test]
fn an_image_is_shown_as_the_camera_was_held() {
    // 0 and 9 are no orientations.
    for orientation in 0..=9 {
        for is_big_endian in [true, false] {
            let exif = exif(orientation, is_big_endian);
            check(&png(exif.clone()), orientation, "PNG");
            #[cfg(feature = "jpeg")]
            check(&jpeg(exif), orientation, "JPEG");
        }
    }
}

#[test]
fn damaged_metadata_leaves_an_image_as_it_is() {
    let whole = exif(6, true);
    for length in [1, 4, 8, 10, 15] {
        check(&png(whole[..length].to_vec()), 1, "PNG");
        #[cfg(feature = "jpeg")]
        check(&jpeg(whole[..length].to_vec()), 1, "JPEG");
    }
}
