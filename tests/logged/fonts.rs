//! Log lines about fonts: one for a font without Unicode characters, and one for its first unreadable glyph.
#![cfg(feature = "truetype")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../common/font_file.rs"]
mod font_file;

use damselfly::assets::{AssetSettings, Assets, Face};

use crate::logged::{keep_log, logged};

/// Adds a font at each of these sizes, draws these characters, and returns the log lines about the font.
fn lines(name: &str, bytes: &[u8], sizes: &[f32], characters: &str) -> Vec<String> {
    keep_log();
    let mut assets = Assets::new(AssetSettings::default());
    for px in sizes {
        let font = assets
            .add_font(&format!("{name} {px}"), name, bytes, *px)
            .unwrap();
        for character in characters.chars() {
            assets.glyph_of(Face { font, bold: false }, character);
        }
    }
    let lines = logged().into_iter();
    lines
        .filter(|line| line.starts_with(&format!("{name}: ")))
        .collect()
}

fn corpus(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/fonts/");
    std::fs::read(folder.to_owned() + name).unwrap()
}

/// Returns a font whose only table of characters is for this platform and encoding of it.
fn with_characters_of(platform: u8, encoding: u8) -> Vec<u8> {
    let mut bytes = font_file::boxes().bytes();
    // The table's version, the number of its records, and the only record's platform and encoding.
    let start = bytes
        .windows(8)
        .position(|at| at == [0, 0, 0, 1, 0, 3, 0, 10])
        .unwrap();
    (bytes[start + 5], bytes[start + 7]) = (platform, encoding);
    bytes
}

#[test]
fn a_font_without_unicode_characters_is_logged_once() {
    let say = "the font has no table of Unicode characters: all of them are boxes";
    for (name, bytes) in [
        ("mac_cmap.ttf", corpus("mac_cmap.ttf")),
        // Macintosh with Roman letters, Windows with symbols, and a platform that no font has.
        ("roman.ttf", with_characters_of(1, 0)),
        ("symbols.ttf", with_characters_of(3, 0)),
        ("strange.ttf", with_characters_of(9, 9)),
    ] {
        assert_eq!(
            lines(name, &bytes, &[16.0, 16.0, 24.0], "A"),
            [format!("{name}: {say}")]
        );
    }
    for (name, bytes) in [
        ("plain.otf", corpus("plain.otf")),
        ("windows.ttf", with_characters_of(3, 10)),
        ("unicode.ttf", with_characters_of(0, 4)),
    ] {
        assert_eq!(lines(name, &bytes, &[16.0, 24.0], "A"), [""; 0], "{name}");
    }
}

#[test]
fn only_the_first_unreadable_glyph_of_a_font_is_logged() {
    let mut bytes = font_file::boxes().bytes();
    // The first field of a glyph is the number of its outlines. The bounds follow.
    for glyph in [
        [0, 1, 0, 64, 0, 0, 1, 192, 2, 192],
        [0, 1, 0, 0, 0, 0, 2, 64, 2, 192],
    ] {
        let start = bytes.windows(10).rposition(|at| at == glyph).unwrap();
        bytes[start] = 0x7f;
    }
    let say = |glyph: char| format!("the glyph {glyph:?} is unreadable and drawn as a box");
    let both = lines("two-bad.ttf", &bytes, &[16.0, 24.0], "oAVA.");
    assert_eq!(both, [format!("two-bad.ttf: {}", say('A'))]);
    let other = lines("other-order.ttf", &bytes, &[16.0], "VA");
    assert_eq!(other, [format!("other-order.ttf: {}", say('V'))]);
    let bad = lines("bad_glyph.otf", &corpus("bad_glyph.otf"), &[16.0], "AA");
    assert_eq!(bad, [format!("bad_glyph.otf: {}", say('A'))]);
    let whole = lines("whole.ttf", &font_file::boxes().bytes(), &[16.0], "AVo. 中");
    assert_eq!(whole, [""; 0]);
}
