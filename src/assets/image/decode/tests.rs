//! What holds for files of every format.

use super::*;

/// Changes and cuts a file at every byte. The test fails if reading one of them panics.
pub(super) fn damaged_files_are_read_or_refused(
    file: &[u8],
    decode: fn(&[u8]) -> Result<Pixels, ImageError>,
) {
    assert!(decode(file).is_ok());
    let mut refused = 0;
    let mut check = |file: &[u8]| match decode(file) {
        Ok(Pixels {
            width,
            height,
            rgba,
        }) => assert_eq!(rgba.len(), (width * height * 4) as usize),
        Err(_) => refused += 1,
    };
    for at in 0..file.len() {
        for value in [0, 1, 127, 128, 255, !file[at]] {
            let mut changed = file.to_vec();
            changed[at] = value;
            check(&changed);
        }
        check(&file[..at]);
    }
    assert!(refused > file.len() / 2, "only {refused}");
}

/// Checks a colour whose channels may differ by a little from those expected.
#[cfg(feature = "jpeg")]
pub(super) fn near([r, g, b, a]: [u8; 4], expected: [u8; 3], most: u8) {
    let differs = [r, g, b].into_iter().zip(expected);
    let differs = differs.map(|(is, should_be)| is.abs_diff(should_be)).max();
    assert!(a == 255 && differs <= Some(most), "{r} {g} {b} {a}");
}

#[test]
fn a_format_that_is_not_read_is_named_with_its_feature() {
    for (start, format, feature, enabled) in [
        (
            &b"\xff\xd8\xff\xe0"[..],
            "JPEG",
            "jpeg",
            cfg!(feature = "jpeg"),
        ),
        (
            b"RIFF\x04\0\0\0WEBP",
            "WebP",
            "webp",
            cfg!(feature = "webp"),
        ),
        (b"qoif", "QOI", "qoi", cfg!(feature = "qoi")),
    ] {
        let error = decode(start).unwrap_err();
        let text = error.to_string();
        if enabled {
            assert!(matches!(error, ImageError::Decode(_)), "{text}");
        } else {
            let expected = format!("a {format} image: damselfly's feature `{feature}` reads it");
            assert_eq!(text, expected);
        }
    }
    let text = decode(b"RIFF\x04\0\0\0WAVE").unwrap_err().to_string();
    assert!(
        text.starts_with("the format is unknown: expected a whole"),
        "{text}"
    );
}
