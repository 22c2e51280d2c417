//! Tests the positions and frames of a text's characters.

use proptest::prelude::*;

use super::*;
use crate::assets::{AssetSettings, FrameId, GlyphRows};
use crate::base::color::Color;

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
        CELL,
        align,
    );
    layer.columns().instances.to_vec()
}

/// Returns the pixels of a frame as rows of a glyph, in the format of the font.
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
    assert_eq!(
        text_size(&assets, &spans, CELL, Align::Left),
        Vec2::new(32.0, 16.0)
    );
    assert_eq!(
        text_size(&assets, &spans, Vec2::ONE, Align::Left),
        Vec2::new(4.0, 1.0)
    );
}

#[test]
fn each_span_has_its_own_colour_and_weight() {
    let mut assets = assets();
    let spans = [
        ("a", Color::RED).into(),
        ("a", TextStyle::new(Color::BLUE).bold()).into(),
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
    let face = TextStyle::new(Color::WHITE).bold().face();
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
    let face = TextStyle::new(Color::WHITE).bold().face();
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
fn blanks_add_no_row_and_missing_characters_a_box() {
    let mut assets = assets();
    let bold = TextStyle::new(Color::WHITE).bold();
    let glyphs = put(&mut assets, &[("  中あ", bold).into()], Align::Left);
    assert_eq!(glyphs.len(), 2);
    assert_eq!(glyphs[0].frame(), glyphs[1].frame());
    let text = assets.frame_text(glyphs[0].frame()).unwrap();
    assert_eq!(text.characters, [char::REPLACEMENT_CHARACTER]);
}

/// Returns the non-blank characters of a text with their columns and rows, counted in character cells of its scale.
#[expect(
    clippy::cast_possible_truncation,
    reason = "checked to be whole, and small"
)]
fn put_at_scale(text: &str, scale: u8, layout: TextLayout) -> Vec<(i32, i32, char)> {
    let mut assets = assets();
    let mut layer = Layer::new();
    let style = TextStyle::default().scaled(scale.into());
    // Each span has at most two characters, so that words continue in the next span.
    let mut ends: Vec<usize> = text.char_indices().map(|(at, _)| at).step_by(2).collect();
    ends.push(text.len());
    let spans: Vec<Span<'_>> = ends
        .windows(2)
        .map(|ends| (&text[ends[0]..ends[1]], style).into())
        .collect();
    put_spans(&mut layer, &mut assets, &spans, Vec2::ZERO, CELL, layout);
    let whole = |at: f32| {
        assert_eq!(at, at.round());
        at as i32
    };
    let shown = |glyph: &Instance| {
        assert_eq!(glyph.scale.map(f32::from), [f32::from(scale); 2]);
        let at = glyph.position / CELL / f32::from(scale);
        let character = assets.frame_text(glyph.frame()).unwrap().characters[0];
        (whole(at.x), whole(at.y), character)
    };
    layer.columns().instances.iter().map(shown).collect()
}

/// Splits a text into lines in the simplest way: each line takes the longest part that fits and ends behind blanks, or
/// else all characters that fit.
fn filled_greedily(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut rest: Vec<char> = paragraph.chars().collect();
        let length = |part: &[char]| {
            let inked = part.iter().rposition(|&character| character != ' ');
            inked.map_or(0, |last| last + 1)
        };
        while length(&rest) > most {
            let fits = |&end: &usize| {
                rest[end - 1] == ' ' && rest[end] != ' ' && length(&rest[..end]) <= most
            };
            let end = (1..rest.len()).rev().find(fits).unwrap_or(most.max(1));
            lines.push(rest.drain(..end).collect());
        }
        lines.push(rest.into_iter().collect());
    }
    lines
}

fn texts() -> impl Strategy<Value = String> {
    // The text has many blanks and line feeds, so that some are adjacent.
    prop::collection::vec(
        prop::sample::select(vec!['a', 'b', 'ü', ' ', ' ', '\n', 'c', 'd']),
        0..40,
    )
    .prop_map(|characters| characters.into_iter().collect())
}

fn styles() -> impl Strategy<Value = TextStyle> {
    (1u8..6, any::<bool>()).prop_map(|(scale, bold)| TextStyle {
        bold,
        scale: scale.into(),
        ..TextStyle::default()
    })
}

fn layouts() -> impl Strategy<Value = TextLayout> {
    let align = prop::sample::select(vec![Align::Left, Align::Center, Align::Right]);
    (align, prop::option::of(1f32..200.0)).prop_map(|(align, wrap)| TextLayout {
        align,
        wrap,
        angle: 0.0,
    })
}

proptest! {
    #[test]
    fn wrapped_lines_are_filled_greedily_and_nothing_is_lost(
        text in texts(), scale in 1u8..5, most in 1usize..12,
    ) {
        let wrap = most as f32 * CELL.x * f32::from(scale);
        let layout = TextLayout { wrap: Some(wrap), ..TextLayout::default() };
        let lines = filled_greedily(&text, most);
        prop_assert_eq!(lines.concat(), text.replace('\n', ""));
        let mut expected = Vec::new();
        for (y, line) in (0..).zip(&lines) {
            let inked = (0..).zip(line.chars()).filter(|&(_, character)| character != ' ');
            expected.extend(inked.map(|(x, character)| (x, y, character)));
        }
        prop_assert_eq!(put_at_scale(&text, scale, layout), expected);
        let length = |line: &String| line.trim_end_matches(' ').chars().count();
        let longest = lines.iter().map(length).max().unwrap_or(0);
        let span = [Span { text: &text, style: TextStyle::default().scaled(scale.into()) }];
        prop_assert_eq!(
            text_size(&assets(), &span, Vec2::ONE, TextLayout { wrap: Some(most as f32 * f32::from(scale)), ..layout }),
            Vec2::new(longest as f32, lines.len() as f32) * f32::from(scale)
        );
    }

    #[test]
    fn every_glyph_is_within_what_was_measured(
        parts in prop::collection::vec((texts(), styles()), 1..5), layout in layouts(),
    ) {
        let spans: Vec<Span<'_>> = parts.iter().map(|(text, style)| Span { text, style: *style }).collect();
        let (mut assets, mut layer) = (assets(), Layer::new());
        let at = Vec2::new(1000.0, 500.0);
        put_spans(&mut layer, &mut assets, &spans, at, CELL, layout);
        let size = text_size(&assets, &spans, CELL, layout);
        let least = at - Vec2::new(size.x * layout.align.part_before(), 0.0);
        let mut shown = String::new();
        for glyph in layer.columns().instances {
            let scale = glyph.scale[0].to_f32();
            let (from, to) = (glyph.position, glyph.position + CELL * scale);
            prop_assert!(from.cmpge(least).all() && to.cmple(least + size).all(), "{from} to {to}: {least}, {size}");
            shown.extend(assets.frame_text(glyph.frame()).unwrap().characters);
        }
        let all: String = parts.iter().map(|(text, _)| text.replace([' ', '\n'], "")).collect();
        prop_assert_eq!(shown, all, "none is lost or moved");
    }

    #[test]
    fn a_text_fits_into_lines_of_its_own_width(text in "[a-d ]{0,20}[a-d]", scale in 1u8..9, unit in 0.1f32..40.0) {
        let assets = assets();
        let cell = cell_size(Vec2::splat(unit));
        let span = [Span { text: &text, style: TextStyle::default().scaled(scale.into()) }];
        let size = text_size(&assets, &span, cell, TextLayout::default());
        let wrapped = TextLayout { wrap: Some(size.x), ..TextLayout::default() };
        prop_assert_eq!(text_size(&assets, &span, cell, wrapped), size);
    }
}

#[test]
fn the_tallest_character_sets_the_height_of_a_line() {
    let mut assets = assets();
    let small = TextStyle::default();
    let spans = [
        ("a", small).into(),
        ("B", small.scaled(3.0)).into(),
        ("\nc\n\n", small).into(),
        ("D", small.scaled(2.0)).into(),
    ];
    let mut layer = Layer::new();
    put_spans(
        &mut layer,
        &mut assets,
        &spans,
        Vec2::ZERO,
        CELL,
        Align::Left,
    );
    let tops: Vec<f32> = layer
        .columns()
        .instances
        .iter()
        .map(|glyph| glyph.position.y)
        .collect();
    // Baselines are 12 pixels below a line's upper edge, times the scale. An empty line is as high as its line feed.
    assert_eq!(tops, [36.0 - 12.0, 0.0, 48.0, 48.0 + 16.0 + 16.0]);
    let size = text_size(&assets, &spans, CELL, Align::Left);
    assert_eq!(size, Vec2::new(32.0, 48.0 + 16.0 + 16.0 + 32.0));
    for (text, height) in [("", 16.0), ("a\n", 32.0), ("\n", 32.0), ("a\r\nb", 32.0)] {
        let span = [(text, small).into()];
        assert_eq!(
            text_size(&assets, &span, CELL, Align::Left).y,
            height,
            "{text:?}"
        );
    }
    assert_eq!(text_size(&assets, &[], CELL, Align::Left), Vec2::ZERO);
}

#[test]
fn carriage_returns_have_no_width_in_wrapped_text_and_make_no_lines() {
    let assets = assets();
    let size = |text: &str, wrap: Option<f32>| {
        let style = TextStyle {
            wrap,
            ..TextStyle::default()
        };
        text_size(&assets, &[(text, style).into()], Vec2::ONE, style.layout())
    };
    for (with, without) in [
        ("ab\r\ncd", "ab\ncd"),
        ("ab \r\ncd", "ab \ncd"),
        ("ab   \r\n\r\ncd\r", "ab   \n\ncd"),
        ("\rlong", "long"),
    ] {
        for wrap in [None, Some(1.0), Some(2.0), Some(4.0)] {
            assert_eq!(size(with, wrap), size(without, wrap), "{with:?}, {wrap:?}");
        }
    }
}

#[test]
fn scales_and_widths_out_of_range_are_clamped_and_ignored() {
    let assets = assets();
    let size = |scale, wrap| {
        let style = TextStyle {
            scale,
            wrap,
            ..TextStyle::default()
        };
        assert_eq!(
            style.has_valid_scale(),
            (1.0 / 64.0..=64.0).contains(&scale)
        );
        text_size(&assets, &[("a b", style).into()], Vec2::ONE, style.layout())
    };
    assert_eq!(size(0.0, None), Vec2::new(3.0, 1.0) / 64.0);
    assert_eq!(size(f32::NAN, None), Vec2::new(3.0, 1.0));
    assert_eq!(size(255.0, None), Vec2::new(192.0, 64.0));
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(size(1.0, Some(bad)), Vec2::new(3.0, 1.0), "{bad}");
        let layout = TextLayout {
            wrap: Some(bad),
            ..TextLayout::default()
        };
        assert!(!layout.has_valid_wrap());
    }
    assert_eq!(size(1.0, Some(f32::MIN_POSITIVE)), Vec2::new(1.0, 2.0));
    assert!(TextLayout::default().has_valid_wrap());
}

#[test]
fn shadows_are_below_outlines_and_these_below_characters() {
    let mut assets = assets();
    let style = TextStyle::new(Color::WHITE)
        .with_background(Color::BLACK)
        .with_outline(1.0, Color::RED)
        .with_shadow(Vec2::new(2.0, 3.0), Color::BLUE);
    let rows = put(
        &mut assets,
        &[("a\nb", style).into(), ("c", Color::GREEN).into()],
        Align::Left,
    );
    let tints: Vec<[u8; 4]> = rows.iter().map(|row| row.tint).collect();
    let (white, black) = (Color::WHITE, Color::BLACK);
    let (red, blue, green) = (Color::RED, Color::BLUE, Color::GREEN);
    let expected = [black, black, blue, blue, red, red, white, white, green];
    assert_eq!(tints, expected.map(Color::premultiplied));
    assert_eq!(rows[2].position - rows[6].position, Vec2::new(2.0, 3.0));
    assert_eq!(rows[4].position, rows[6].position);
    // A shadow shows the texels of the outline.
    let origin = |row: &Instance| assets.frames().get(row.frame()).unwrap().origin_px();
    assert_eq!(origin(&rows[2]), origin(&rows[4]));
    assert_eq!(assets.frame_text(rows[2].frame()), None);
    assert_eq!(assets.frame_text(rows[4].frame()), None);
}
