//! Tests files of every format that this build reads.
//!
//! Oracles: the writers of the crate `image`, files written by hand, and Pillow, which shares no code with either.

mod bmp;
mod gif;
mod orientation;
mod pillow;
mod tga;

use ::image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

use super::*;

/// Changes and cuts a file at every byte. Fails if decoding panics or returns pixels of a wrong length, or if less than
/// 2.5 % of the changed files or 90 % of the cut ones are refused. (TGA refuses 5 % of the changed files, PNG 98 % of
/// the cut ones. Other formats refuse more.)
pub(super) fn damaged_files_are_read_or_refused(file: &[u8]) {
    decode(file).unwrap();
    let is_refused = |file: &[u8]| match decode(file) {
        Ok(pixels) => {
            let bytes = (pixels.width * pixels.height * 4) as usize;
            assert_eq!(pixels.rgba.len(), bytes);
            false
        }
        Err(_) => true,
    };
    let length = file.len();
    let mut changes = 0;
    for at in 0..length {
        for value in [0, 1, 127, 128, 255, !file[at]] {
            let mut changed = file.to_vec();
            changed[at] = value;
            changes += usize::from(is_refused(&changed));
        }
    }
    let cuts = (0..length).filter(|&end| is_refused(&file[..end])).count();
    assert!(
        changes >= 6 * length / 40,
        "{changes} of {} changes",
        6 * length
    );
    assert!(cuts >= length * 9 / 10, "{cuts} of {length} cuts");
}

fn written(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn sample() -> RgbaImage {
    let alpha = |x, y| if (x + y) % 5 == 0 { 0 } else { 255 - 40 * y };
    RgbaImage::from_fn(7, 5, |x, y| {
        Rgba([40 * x, 50 * y, 255 - 30 * x, alpha(x, y)].map(|value| u8::try_from(value).unwrap()))
    })
}

fn is_read(format: ImageFormat) -> bool {
    FORMATS
        .iter()
        .any(|&(known, .., is_read)| known == format && is_read)
}

#[test]
fn lossless_formats_keep_every_pixel() {
    use ImageFormat::{Bmp, Farbfeld, Ico, Png, Qoi, Tga, Tiff, WebP};
    let image = sample();
    let opaque = DynamicImage::from(DynamicImage::from(image.clone()).into_rgb8());
    for format in [
        Png,
        Bmp,
        Tga,
        WebP,
        Qoi,
        Tiff,
        Ico,
        Farbfeld,
        ImageFormat::Pnm,
    ] {
        if !is_read(format) {
            continue;
        }
        let image = match format {
            Farbfeld => DynamicImage::from(image.clone()).into_rgba16().into(),
            // PNM files are written as PAM by default, with alpha.
            _ => DynamicImage::from(image.clone()),
        };
        let file = written(&image, format);
        assert_eq!(decode(&file).unwrap(), image.into(), "{format:?}");
        damaged_files_are_read_or_refused(&file);
        if !matches!(format, Farbfeld | Ico) {
            let file = written(&opaque, format);
            assert_eq!(decode(&file).unwrap(), opaque.clone().into(), "{format:?}");
        }
    }
}

#[test]
fn sixteen_bits_a_channel_are_rounded_to_the_nearest_value() {
    for (format, is_read) in [
        (ImageFormat::Png, true),
        (ImageFormat::Tiff, cfg!(feature = "tiff")),
        (ImageFormat::Pnm, cfg!(feature = "pnm")),
        (ImageFormat::Farbfeld, cfg!(feature = "ff")),
    ] {
        if is_read {
            // Tests all 16-bit values. The 256 results are 257 apart, so the distance to the nearest is at most 128.
            let image = ::image::ImageBuffer::from_fn(256, 256, |x, y| {
                Rgba([u16::try_from(y * 256 + x).unwrap(), 0, u16::MAX, u16::MAX])
            });
            let pixels = decode(&written(&image.into(), format)).unwrap();
            let reds = pixels.rgba.iter().step_by(4);
            for (wide, &red) in (0..).zip(reds) {
                assert!(
                    i32::abs(wide - i32::from(red) * 257) <= 128,
                    "{format:?} {wide}: {red}"
                );
            }
        }
    }
}

#[cfg(feature = "hdr")]
#[test]
fn hdr_becomes_srgb_and_is_clamped() {
    let image = ::image::Rgb32FImage::from_fn(3, 1, |x, _| {
        ::image::Rgb([[0.25, 0.0, 1.0], [4.0, 0.5, 0.0], [0.0; 3]][x as usize])
    });
    let file = written(&image.into(), ImageFormat::Hdr);
    let expected = [137, 0, 255, 255, 255, 188, 0, 255, 0, 0, 0, 255];
    let pixels = decode(&file).unwrap();
    // Allows a difference of 1, because the format has only 8 bits of mantissa.
    for (is, should_be) in pixels.rgba.iter().zip(expected) {
        assert!(is.abs_diff(should_be) <= 1, "{:?}", pixels.rgba);
    }
    damaged_files_are_read_or_refused(&file);
}

#[cfg(feature = "exr")]
#[test]
fn exr_becomes_srgb_with_straight_alpha() {
    let image = ::image::Rgba32FImage::from_fn(3, 1, |x, _| {
        // Divided by its alpha of one half, the second pixel is 0.25, 0.5 and 1.
        Rgba([[0.25, 0.5, 9.0, 1.0], [0.125, 0.25, 0.5, 0.5], [0.0; 4]][x as usize])
    });
    let file = written(&image.into(), ImageFormat::OpenExr);
    let expected = [137, 188, 255, 255, 137, 188, 255, 128, 0, 0, 0, 0];
    assert_eq!(decode(&file).unwrap().rgba, expected);
    damaged_files_are_read_or_refused(&file);
}

/// The crate `image` writes no DDS files, so this one is made by hand: a block of 4 × 4 pixels in DXT1, whose columns
/// have its four colours.
#[cfg(feature = "dds")]
#[test]
fn dds_is_read_from_compressed_blocks() {
    let word = |number: u32| number.to_le_bytes();
    let mut file = b"DDS ".to_vec();
    // Writes the header's length, the flags of the valid fields, height, width, bytes, depth, mipmaps, and 11 unused
    // words.
    for number in [124, 0x8_1007, 4, 4, 8, 0, 0].into_iter().chain([0; 11]) {
        file.extend(word(number));
    }
    file.extend([word(32), word(4), *b"DXT1"].concat());
    for number in [0, 0, 0, 0, 0, 0x1000, 0, 0, 0, 0] {
        file.extend(word(number));
    }
    // The block begins with red and blue in 5, 6 and 5 bits. Then come two bits for each pixel, one byte per row. A
    // row's first pixel has the lowest bits of its byte.
    file.extend([0x00, 0xf8, 0x1f, 0x00]);
    file.extend([0b1110_0100; 4]);
    let row = [
        [255, 0, 0, 255],
        [0, 0, 255, 255],
        [170, 0, 85, 255],
        [85, 0, 170, 255],
    ];
    let pixels = decode(&file).unwrap();
    assert_eq!(pixels.rgba, [row; 4].concat().concat());
    damaged_files_are_read_or_refused(&file);
}

#[test]
fn a_format_that_is_not_read_is_named_with_its_feature() {
    for (start, index) in [
        (&b"\xff\xd8\xff\xe0"[..], 4),
        (b"RIFF\x04\0\0\0WEBP", 5),
        (b"qoif", 6),
        (b"II*\0", 7),
        (b"\0\0\x01\0", 8),
        (b"P6 1 1 255", 9),
        (b"DDS ", 10),
        (b"farbfeld", 11),
        (b"#?RADIANCE", 12),
        (b"\x76\x2f\x31\x01", 13),
    ] {
        let (_, name, feature, is_read) = FORMATS[index];
        let error = decode(start).unwrap_err();
        if is_read {
            assert!(
                matches!(
                    error,
                    ImageError::Damaged { .. } | ImageError::Unsupported { .. }
                ),
                "{error}"
            );
        } else {
            let expected = format!(
                "this build reads no {name} images: enable damselfly's feature `{feature}`"
            );
            assert_eq!(error.to_string(), expected);
        }
    }
}

#[test]
fn avif_is_refused_with_the_reason() {
    let error = decode(b"\0\0\0\x20ftypavif").unwrap_err().to_string();
    let expected = "unsupported AVIF image (reading it needs a system library, dav1d): convert it to an 8-bit PNG";
    assert_eq!(error, expected);
}

#[test]
fn an_empty_file_is_refused_as_empty() {
    let error = decode(b"").unwrap_err().to_string();
    assert!(
        error.starts_with("it is empty: expected PNG, GIF"),
        "{error}"
    );
}

#[test]
fn a_damaged_chunk_of_a_png_is_named() {
    let file = written(&sample().into(), ImageFormat::Png);
    for chunk in [b"IHDR", b"IDAT"] {
        let mut file = file.clone();
        let name = file.windows(4).position(|bytes| bytes == chunk).unwrap();
        let at = name - 4;
        let length = u32::from_be_bytes(*file[at..].first_chunk().unwrap()) as usize;
        file[name + 4 + length] ^= 1;
        let name = str::from_utf8(chunk).unwrap();
        let expected = format!(
            "damaged PNG image (chunk {name} is damaged): expected a whole file, save it again"
        );
        assert_eq!(decode(&file).unwrap_err().to_string(), expected);
    }
}

#[test]
fn a_png_with_too_few_pixels_says_so() {
    let mut bytes = written(&sample().into(), ImageFormat::Png);
    // The header with its type, and its checksum.
    bytes[23] += 1;
    let mut crc = flate2::Crc::new();
    crc.update(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    let error = decode(&bytes).unwrap_err().to_string();
    let expected = "damaged PNG image (it has fewer pixels than its header states): ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn a_png_that_begins_with_another_chunk_names_it() {
    let whole = written(&sample().into(), ImageFormat::Png);
    for (chunk, expected) in [
        (
            b"CgBI",
            "unsupported PNG image (a variant for iPhones, with a chunk CgBI)",
        ),
        (
            b"gAMA",
            "damaged PNG image (chunk gAMA appeared before IHDR chunk)",
        ),
    ] {
        let mut crc = flate2::Crc::new();
        crc.update(chunk);
        crc.update(&[0x50, 0, 0x20, 2]);
        let (start, rest) = whole.split_at(8);
        let length = [0, 0, 0, 4];
        let crc = crc.sum().to_be_bytes();
        let file = [start, &length, chunk, &[0x50, 0, 0x20, 2], &crc, rest].concat();
        let error = decode(&file).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn messages_of_decoders_become_one_line() {
    let png = written(&sample().into(), ImageFormat::Png);
    let tga = written(&sample().into(), ImageFormat::Tga);
    for (file, expected) in [
        (
            &b"RIFF\x04\0\0\0WAVE"[..],
            "not an image: expected PNG, GIF, BMP, TGA",
        ),
        (
            &tga[..30],
            "damaged TGA image (it is cut short): expected a whole file, save it again",
        ),
        (&png[..60], "damaged PNG image ("),
    ] {
        let error = decode(file).unwrap_err().to_string();
        assert!(
            error.starts_with(expected) && error.lines().count() == 1,
            "{error}"
        );
    }
}

#[test]
fn decoders_get_the_memory_limit_of_the_engine() {
    assert_eq!(limits(1).max_alloc, Some(MAX_DECODER_BYTES));
    assert_eq!(limits(3).max_alloc, Some(3 * MAX_DECODER_BYTES));
}
