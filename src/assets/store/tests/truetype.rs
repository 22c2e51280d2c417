//! Tests outline fonts with a font file written by hand, and with the fonts of the corpus.

#[path = "../../../../tests/common/font_file.rs"]
pub(in crate::assets) mod font_file;

use super::*;
use crate::assets::{Face, FontId, MAX_FONT_FILE_BYTES};
use font_file::{block, boxes};

fn assets() -> Assets {
    small(256, 4)
}

fn add(assets: &mut Assets, px: f32) -> FontId {
    let label = format!("boxes {px}");
    assets
        .add_font(&label, "boxes.ttf", &boxes().bytes(), px)
        .unwrap()
}

fn plain(font: FontId) -> Face {
    Face { font, bold: false }
}

fn bold(font: FontId) -> Face {
    Face { font, bold: true }
}

/// Returns a glyph's size, its corner relative to the pen, and the alpha of its texels, row after row.
fn drawn(assets: &mut Assets, face: Face, character: char) -> ((u16, u16), [f32; 2], Vec<u8>) {
    let frame = assets.glyph_of(face, character).unwrap();
    let record = assets.frames().records()[frame.index()];
    let texels = texels(assets, frame).into_iter();
    let alpha = texels.map(|[r, g, b, a]| {
        assert_eq!([r, g, b], [a; 3], "white, premultiplied");
        a
    });
    (record.size_px(), record.corners[0], alpha.collect())
}

/// Returns the width of a line: the sum of advances and kerning.
fn text_width(assets: &Assets, face: Face, text: &str) -> f32 {
    let after = text.chars().skip(1);
    let kerning = text
        .chars()
        .zip(after)
        .map(|(one, next)| assets.kerning(face.font, one, next));
    kerning.sum::<f32>() + text.chars().map(|c| assets.advance(face, c)).sum::<f32>()
}

#[test]
fn a_font_is_measured_in_pixels_at_any_size() {
    let mut assets = assets();
    for (px, times) in [(16.0, 1.0), (48.0, 3.0), (8.0, 0.5), (20.0, 1.25)] {
        let font = add(&mut assets, px);
        assert_eq!(assets.advance(plain(font), 'A'), 8.0 * times);
        assert_eq!(assets.advance(plain(font), ' '), 4.0 * times);
        assert_eq!(assets.kerning(font, 'A', 'V'), -times);
        assert_eq!(assets.kerning(font, 'V', 'A'), 0.0);
        // The width is the sum of A, V, the kerning between them, a blank, and A.
        let width = text_width(&assets, plain(font), "AV A");
        assert_eq!(width, (8.0 + 9.0 - 1.0 + 4.0 + 8.0) * times);
    }
    let metrics = assets.font_metrics(FontId(1));
    assert_eq!((metrics.ascent, metrics.line_height), (13.0, 17.0));
}

#[test]
fn measures_are_whole_sixty_fourths_so_that_sums_are_exact() {
    let mut assets = assets();
    let font = add(&mut assets, 13.37);
    for character in ['A', 'V', 'o', '.', ' '] {
        let grains = assets.advance(plain(font), character) * 64.0;
        assert_eq!(grains, grains.round());
    }
    let one = text_width(&assets, plain(font), "V");
    assert_eq!(
        text_width(&assets, plain(font), &"V".repeat(1000)),
        1000.0 * one
    );
}

#[test]
fn a_glyph_is_drawn_where_its_outline_is() {
    let mut assets = assets();
    let font = add(&mut assets, 16.0);
    let (size, corner, alpha) = drawn(&mut assets, plain(font), 'A');
    // The glyph begins 1 pixel to the right of the pen, and 11 pixels above the baseline, which is 13 below the upper
    // edge.
    assert_eq!((size, corner), ((6, 11), [1.0, 2.0]));
    assert!(alpha.iter().all(|&alpha| alpha == 255));
}

#[test]
fn a_partly_covered_pixel_is_as_opaque_as_its_coverage() {
    let mut assets = assets();
    // The outline reaches from 1.5 to 10.5 pixels horizontally, and from 0 to 16.5 above the baseline.
    let font = add(&mut assets, 24.0);
    let ((width, height), corner, alpha) = drawn(&mut assets, plain(font), 'A');
    assert_eq!((width, height, corner), (10, 17, [1.0, 20.0 - 17.0]));
    for (y, row) in alpha.chunks(10).enumerate() {
        let across = if y == 0 { 0.5 } else { 1.0 };
        for (x, &alpha) in row.iter().enumerate() {
            let down = if x == 0 || x == 9 { 0.5 } else { 1.0 };
            let expected = (255.0_f32 * across * down).round();
            assert_eq!(f32::from(alpha), expected, "at ({x}, {y})");
        }
    }
}

#[test]
fn round_outlines_are_drawn_too_and_the_same_each_time() {
    let sum = |_| {
        let mut assets = assets();
        let font = add(&mut assets, 33.0);
        let (size, _, alpha) = drawn(&mut assets, plain(font), 'o');
        assert_eq!(size, (17, 17));
        let covered: u32 = alpha.iter().map(|&alpha| u32::from(alpha)).sum();
        // The glyph is a circle made of parabolas, which covers 5/6 of its square.
        let square = 16.5 * 16.5 * 255.0;
        let part = covered as f32 / square;
        assert!((part - 5.0 / 6.0).abs() < 0.02, "{part}");
        alpha
    };
    let [one, two] = [0, 1].map(sum);
    assert!(one == two);
}

#[test]
fn bold_glyphs_are_wider_and_so_is_the_text() {
    let mut assets = assets();
    let font = add(&mut assets, 32.0);
    let (size, corner, _) = drawn(&mut assets, plain(font), 'A');
    let (wide, same, alpha) = drawn(&mut assets, bold(font), 'A');
    assert_eq!((wide, same), ((size.0 + 2, size.1), corner));
    assert!(alpha.iter().all(|&alpha| alpha == 255));
    let widths = [plain(font), bold(font)].map(|face| text_width(&assets, face, "AA"));
    assert_eq!(widths[1], widths[0] + 4.0);
}

#[test]
fn a_character_enters_the_atlas_on_its_first_use_and_only_then() {
    let mut assets = assets();
    let font = add(&mut assets, 16.0);
    let (version, records) = (assets.atlas().version(), assets.frames().records().len());
    text_width(&assets, plain(font), "AVo");
    assert_eq!(assets.atlas().version(), version, "measuring draws nothing");
    let frame = assets.glyph_of(plain(font), 'A');
    assert_eq!(assets.glyph_of(plain(font), 'A'), frame);
    assert_eq!(assets.glyph_of(plain(font), ' '), None, "nothing to see");
    assert_eq!(assets.frames().records().len(), records + 1);
    let text = assets.frame_text(frame.unwrap()).unwrap();
    assert_eq!(text.characters, ['A']);
}

#[test]
fn a_glyph_takes_the_text_cell_at_its_centre() {
    let mut assets = assets();
    // At this size a character is 8 pixels wide and a line 17 high, nearly like a cell.
    let font = add(&mut assets, 16.0);
    let frame = assets.glyph_of(plain(font), '.').unwrap();
    let corner = assets.frame_text(frame).unwrap().corner;
    assert_eq!(corner, [2.0 - 4.0, 0.5]);
}

#[test]
fn characters_missing_from_an_outline_font_share_one_box() {
    let mut assets = assets();
    let font = add(&mut assets, 16.0);
    let (size, corner, alpha) = drawn(&mut assets, plain(font), '中');
    assert_eq!((size, corner), ((8, 11), [1.0, 2.0]));
    let row = |y: usize| alpha[y * 8..y * 8 + 8].to_vec();
    assert_eq!((row(0), row(10)), (vec![255; 8], vec![255; 8]));
    assert_eq!(row(5), [255, 0, 0, 0, 0, 0, 0, 255]);
    let records = assets.frames().records().len();
    for character in '\u{4e00}'..'\u{4e80}' {
        assert!(assets.glyph_of(plain(font), character).is_some());
        assert_eq!(assets.advance(plain(font), character), 10.0);
    }
    assert_eq!(assets.frames().records().len(), records);
    let frame = assets.glyph_of(plain(font), '\u{4e00}').unwrap();
    let text = assets.frame_text(frame).unwrap();
    assert_eq!(text.characters, [char::REPLACEMENT_CHARACTER]);
}

#[test]
fn the_same_file_and_size_under_a_label_is_the_same_font() {
    let mut assets = assets();
    let bytes = boxes().bytes();
    let font = assets.add_font("a", "a.ttf", &bytes, 16.0).unwrap();
    assert_eq!(assets.add_font("a", "a.ttf", &bytes, 16.0).unwrap(), font);
    assert_eq!(
        (assets.find_font("a"), assets.find_font("b")),
        (Some(font), None)
    );
    let larger = assets.add_font("b", "a.ttf", &bytes, 17.0).unwrap();
    assert_ne!(larger, font);
    let [one, two] = [font, larger].map(|font| &assets.outline_fonts[font.index() - 1]);
    assert!(one.shares_file_with(two), "the file is kept once");
    for (label, px) in [("a", 17.0), ("", 16.0)] {
        let error = assets.add_font(label, "a.ttf", &bytes, px).unwrap_err();
        let message = error.to_string();
        assert!(
            message.starts_with("a.ttf: ") && message.contains("label"),
            "{message}"
        );
    }
}

#[test]
fn fonts_are_loaded_from_below_the_root_and_named_in_errors() {
    let folder = std::env::temp_dir().join(format!("damselfly-font-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("boxes.ttf"), boxes().bytes()).unwrap();
    std::fs::write(folder.join("bad.ttf"), "no font").unwrap();
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.clone()),
        ..AssetSettings::default()
    });
    let font = assets.load_font("boxes", "boxes.ttf", 16.0).unwrap();
    std::fs::remove_file(folder.join("boxes.ttf")).unwrap();
    let again = assets.load_font("boxes", "boxes.ttf", 16.0).unwrap();
    assert_eq!(again, font, "the file is not read twice");
    let error = assets.load_font("bad", "bad.ttf", 16.0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "bad.ttf: not a font: expected a whole TrueType or OpenType file"
    );
    for path in ["../Cargo.toml", "/etc/passwd", "C:\\a", "a\0b", "boxes.ttf"] {
        let error = assets.load_font("x", path, 16.0).unwrap_err();
        assert!(matches!(error, AssetError::Path(_)), "{error}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn sizes_out_of_range_and_oversized_files_are_refused() {
    let mut assets = assets();
    let bytes = boxes().bytes();
    for px in [0.0, -1.0, 0.99, 512.1, 1e30, f32::INFINITY, f32::NAN] {
        let error = assets.add_font("a", "a.ttf", &bytes, px).unwrap_err();
        let message = error.to_string();
        assert!(message.ends_with("px: expected 1 to 512"), "{message}");
    }
    let huge = vec![0; MAX_FONT_FILE_BYTES + 1];
    let error = assets.add_font("a", "a.ttf", &huge, 16.0).unwrap_err();
    assert!(error.to_string().contains("the limit is"), "{error}");
    assert_eq!(assets.outline_fonts.len(), 0);
}

#[test]
fn a_glyph_larger_than_a_page_is_the_placeholder() {
    let mut assets = small(64, 1);
    let font = add(&mut assets, 128.0);
    assert_eq!(
        assets.glyph_of(plain(font), 'A'),
        Some(FrameId::PLACEHOLDER)
    );
    let small = add(&mut assets, 16.0);
    assert_ne!(
        assets.glyph_of(plain(small), 'A'),
        Some(FrameId::PLACEHOLDER)
    );
}

#[test]
fn a_font_with_extreme_metrics_is_drawn_or_refused() {
    let mut file = boxes();
    file.glyphs[1] = block(u16::MAX, [-16_000, -16_000, 16_000, 16_000]);
    let mut assets = assets();
    let bytes = file.bytes();
    let font = assets.add_font("a", "a.ttf", &bytes, 512.0).unwrap();
    for face in [plain(font), bold(font)] {
        assert_eq!(assets.glyph_of(face, 'A'), Some(FrameId::PLACEHOLDER));
        assert!(text_width(&assets, face, "AAA").is_finite());
    }
}

#[test]
fn text_in_a_font_of_another_store_uses_the_built_in_font() {
    let mut assets = assets();
    let strange = plain(FontId(7));
    assert_eq!(assets.glyph_of(strange, 'A'), Some(assets.glyph('A')));
    // The second look-up of 'Ω' finds the frame of the first, and bakes no further one.
    let baked = assets.glyph_of(strange, 'Ω');
    let frames = assets.frames().records().len();
    assert_eq!(assets.glyph_of(strange, 'Ω'), baked);
    assert_eq!(assets.frames().records().len(), frames);
    assert_eq!(text_width(&assets, strange, "ab"), 16.0);
    let built_in = assets.font_metrics(FontId::BUILT_IN);
    assert_eq!(assets.font_metrics(strange.font), built_in);
}

/// Adds a font of the corpus at 32 pixels.
fn corpus(assets: &mut Assets, name: &str) -> Result<FontId, AssetError> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/fonts/");
    let bytes = std::fs::read(path.to_owned() + name).unwrap();
    assets.add_font(name, name, &bytes, 32.0)
}

/// Returns the size and the ink of an `A` at 32 pixels, in pixels.
fn ink(name: &str) -> ((u16, u16), u32) {
    let mut assets = assets();
    let font = corpus(&mut assets, name).unwrap();
    let (size, _, alpha) = drawn(&mut assets, plain(font), 'A');
    (
        size,
        alpha.iter().map(|&alpha| u32::from(alpha)).sum::<u32>() / 255,
    )
}

#[test]
fn outlines_with_rare_operators_and_tables_are_drawn() {
    // The glyph is a box of 12.8 × 19.2 pixels.
    for name in ["plain.otf", "dotsection.otf", "cff2.otf"] {
        let (size, ink) = ink(name);
        assert_eq!((size, ink), ((14, 20), 245), "{name}");
    }
}

#[test]
fn parts_placed_by_points_lie_where_the_points_meet() {
    // Two parts of 4.8 × 19.2 pixels lie side by side. In the last font, a part of half the height lies above a whole
    // one.
    let beside = ink("composite_offset.ttf");
    assert_eq!(beside.0, (11, 20));
    assert_eq!(ink("composite_anchor.ttf"), beside);
    let (size, above) = ink("composite_anchor_above.ttf");
    assert_eq!(size, (6, 29));
    assert!(above.abs_diff(beside.1 * 3 / 4) <= 1, "{above}");
}

#[test]
fn a_glyph_that_cannot_be_read_is_a_box() {
    let mut assets = assets();
    let font = corpus(&mut assets, "bad_glyph.otf").unwrap();
    let bad = drawn(&mut assets, plain(font), 'A');
    assert_eq!(bad, drawn(&mut assets, plain(font), '中'));
    assert_eq!(bad.0, (16, 22));
    // A damaged outline is a box in TrueType, too: the first field of the glyph `A` is the number of its contours.
    let mut bytes = boxes().bytes();
    let start = bytes
        .windows(10)
        .rposition(|at| at == [0, 1, 0, 64, 0, 0, 1, 192, 2, 192]);
    bytes[start.unwrap()] = 0x7f;
    let font = assets
        .add_font("damaged", "damaged.ttf", &bytes, 32.0)
        .unwrap();
    assert_eq!(
        drawn(&mut assets, plain(font), 'A'),
        drawn(&mut assets, plain(font), '中')
    );
}

#[test]
fn a_glyph_of_parts_that_cannot_be_read_is_a_box() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/fonts");
    let whole = std::fs::read(format!("{folder}/composite_offset.ttf")).unwrap();
    // The part begins with the number of its contours and its bounds.
    let part = [0, 1, 0, 50, 0, 0, 0, 200];
    let start = whole.windows(8).position(|at| at == part).unwrap();
    let mut assets = assets();
    for (name, contours, is_box) in [("whole", 0, false), ("damaged", 0x7f, true)] {
        let mut bytes = whole.clone();
        bytes[start] = contours;
        let font = assets.add_font(name, name, &bytes, 32.0).unwrap();
        let missing = drawn(&mut assets, plain(font), '中');
        let is_missing = drawn(&mut assets, plain(font), 'A') == missing;
        assert_eq!(is_missing, is_box, "{name}");
    }
}

#[test]
fn fonts_of_other_kinds_are_refused_by_name() {
    let mut assets = assets();
    for (name, expected) in [
        ("plain.woff", "is a WOFF font: convert it to .ttf or .otf"),
        (
            "no_outlines.ttf",
            "has no outlines, only bitmaps or nothing: expected a font with outlines",
        ),
        (
            "blank_glyphs.ttf",
            "has no outlines, only bitmaps or nothing: expected a font with outlines",
        ),
    ] {
        let error = corpus(&mut assets, name).unwrap_err().to_string();
        assert_eq!(error, format!("{name}: {expected}"));
    }
    for (start, kind) in [
        (&b"wOF2\0\x01\0\0"[..], "WOFF2"),
        (b"%!PS-AdobeFont-1.0", "Type 1"),
        (b"\x80\x01\0\0", "Type 1"),
        (b"STARTFONT 2.1", "BDF"),
        (b"\x01fcp", "PCF"),
    ] {
        let error = assets.add_font("a", "a", start, 16.0).unwrap_err();
        let expected = format!("a: is a {kind} font: convert it to .ttf or .otf");
        assert_eq!(error.to_string(), expected);
    }
}

/// The expected values are those of HarfBuzz for Latin text without a language.
#[test]
fn kerning_of_another_language_is_not_applied() {
    let mut assets = assets();
    for (name, units) in [
        ("kern_latn.ttf", -100.0),
        ("kern_dflt.ttf", -100.0),
        ("kern_moldavian.ttf", 0.0),
        ("kern_moldavian_dflt.ttf", 0.0),
    ] {
        let font = corpus(&mut assets, name).unwrap();
        let kerning = assets.kerning(font, 'A', 'V');
        assert!((kerning - units * 0.032).abs() < 0.01, "{name}: {kerning}");
    }
}

#[test]
fn a_font_without_unicode_characters_shows_boxes() {
    let mut assets = assets();
    let font = corpus(&mut assets, "mac_cmap.ttf").unwrap();
    assert!(!assets.outline_fonts[font.index() - 1].has_characters());
    assert_eq!(
        drawn(&mut assets, plain(font), 'A'),
        drawn(&mut assets, plain(font), '中')
    );
    let font = corpus(&mut assets, "plain.otf").unwrap();
    assert!(assets.outline_fonts[font.index() - 1].has_characters());
}

/// Checks that bytes are either refused, or a font whose glyphs can be drawn and measured.
fn holds(bytes: &[u8]) {
    let mut assets = small(64, 2);
    let Ok(font) = assets.add_font("a", "a.ttf", bytes, 16.0) else {
        return;
    };
    for character in ['A', 'V', 'o', '.', ' ', '中'] {
        for face in [plain(font), bold(font)] {
            assets.glyph_of(face, character);
            assert!(text_width(&assets, face, "AVo").is_finite());
        }
    }
    let metrics = assets.font_metrics(font);
    assert!(metrics.ascent.is_finite() && metrics.line_height >= 1.0);
}

#[test]
fn a_font_file_cut_at_any_byte_is_read_or_refused() {
    let bytes = boxes().bytes();
    (0..bytes.len()).for_each(|end| holds(&bytes[..end]));
}

#[test]
fn a_font_file_with_any_byte_changed_is_read_or_refused() {
    let mut bytes = boxes().bytes();
    for at in 0..bytes.len() {
        let whole = bytes[at];
        for change in [1, 2, 4, 8, 16, 32, 64, 128, 255, whole, whole ^ 0xff] {
            bytes[at] = whole ^ change;
            holds(&bytes);
        }
        bytes[at] = whole;
    }
}
