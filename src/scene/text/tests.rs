//! Where the characters of a text go, and how they look.

use super::*;
use crate::assets::{AssetSettings, FrameId, GlyphRows};

const CELL: Vec2 = Vec2::new(8.0, 16.0);

fn assets() -> Assets {
    Assets::new(AssetSettings::default())
}

fn put(assets: &mut Assets, spans: &[Span<'_>], align: Align) -> Vec<Instance> {
    let mut layer = Layer::new();
    put_spans(
        &mut layer,
        assets,
        spans,
        Vec2::new(100.0, 7.0),
        align,
        CELL,
    );
    layer.columns().instances.to_vec()
}

/// A glyph's rows, as the font has them.
fn rows(assets: &Assets, frame: FrameId) -> GlyphRows {
    let record = assets.frames().get(frame).unwrap();
    let page = assets.atlas().pages()[usize::from(record.page())].pixels();
    let side = usize::from(assets.atlas().page_size());
    let (x, y) = record.origin_px();
    core::array::from_fn(|row| {
        let start = (usize::from(y) + row) * side + usize::from(x);
        let texels = page[start..start + 8].iter();
        texels.fold(0, |bits, &texel| bits << 1 | u8::from(texel != 0))
    })
}

#[test]
fn align_chooses_which_end_of_the_text_is_at_the_position() {
    let mut assets = assets();
    let spans = [("ab", Color::RED).into(), (" c", Color::BLUE).into()];
    for (align, left) in [
        (Align::Left, 100.0),
        (Align::Center, 84.0),
        (Align::Right, 68.0),
    ] {
        let glyphs = put(&mut assets, &spans, align);
        let places: Vec<Vec2> = glyphs.iter().map(|glyph| glyph.position).collect();
        let expected = [0.0, 8.0, 24.0].map(|x| Vec2::new(left + x, 7.0));
        assert_eq!(places, expected, "{align:?}");
    }
    assert_eq!(text_size(&assets, &spans, CELL), Vec2::new(32.0, 16.0));
    assert_eq!(text_size(&assets, &spans, Vec2::ONE), Vec2::new(4.0, 1.0));
}

#[test]
fn each_span_has_its_own_colour_and_weight() {
    let mut assets = assets();
    let spans = [
        ("a", Color::RED).into(),
        ("a", TextStyle::bold(Color::BLUE)).into(),
        ("a", Color::rgba(1, 2, 3, 128)).into(),
    ];
    let glyphs = put(&mut assets, &spans, Align::Left);
    let tints: Vec<[u8; 4]> = glyphs.iter().map(|glyph| glyph.tint).collect();
    let colors = [Color::RED, Color::BLUE, Color::rgba(1, 2, 3, 128)];
    assert_eq!(tints, colors.map(Color::premultiplied));
    assert_eq!(glyphs[0].frame(), glyphs[2].frame());
    assert_ne!(glyphs[0].frame(), glyphs[1].frame());
}

#[test]
fn a_bold_glyph_is_widened_by_a_pixel_and_baked_once() {
    let mut assets = assets();
    let face = TextStyle::bold(Color::WHITE).face();
    let bold = assets.glyph_of(face, 'H').unwrap();
    let version = assets.atlas().version();
    assert_eq!(assets.glyph_of(face, 'H'), Some(bold));
    assert_eq!(assets.atlas().version(), version);
    let plain = assets.glyph('H');
    let drawn = |frame| -> Vec<String> {
        let rows = rows(&assets, frame);
        rows[2..4].iter().map(|row| format!("{row:08b}")).collect()
    };
    assert_eq!(drawn(plain), ["11000110", "11000110"]);
    assert_eq!(drawn(bold), ["11100110", "11100110"], "letters stay apart");
    assert_eq!(assets.frame_text(bold).unwrap().characters, ['H']);
}

#[test]
fn bold_glyphs_contain_the_plain_ones_and_block_characters_are_unchanged() {
    let mut assets = assets();
    let face = TextStyle::bold(Color::WHITE).face();
    for character in ('!'..='~').chain('¡'..='ÿ').chain('─'..='▟') {
        let plain = assets.glyph(character);
        let plain = rows(&assets, plain);
        let bold = assets.glyph_of(face, character).unwrap();
        let bold = rows(&assets, bold);
        let lost = plain
            .iter()
            .zip(bold)
            .any(|(plain, bold)| plain & !bold != 0);
        assert!(!lost, "{character}");
        if ('\u{2580}'..='\u{259f}').contains(&character) {
            assert_eq!(plain, bold, "{character}");
        } else if character.is_ascii_alphanumeric() {
            assert_ne!(plain, bold, "{character}");
        }
    }
}

#[test]
fn blanks_add_no_row_and_a_missing_character_is_a_box_in_bold_too() {
    let mut assets = assets();
    let bold = TextStyle::bold(Color::WHITE);
    let glyphs = put(&mut assets, &[("  中あ", bold).into()], Align::Left);
    assert_eq!(glyphs.len(), 2);
    assert_eq!(glyphs[0].frame(), glyphs[1].frame());
    let text = assets.frame_text(glyphs[0].frame()).unwrap();
    assert_eq!(text.characters, [char::REPLACEMENT_CHARACTER]);
}
