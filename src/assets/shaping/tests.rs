//! Shaped texts: their lines and directions with a font written by hand, and their glyphs compared with HarfBuzz, by its
//! program `hb-shape` and fonts of Debian.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use super::super::fonts::GlyphName;
use super::super::store::tests::truetype::font_file::boxes;
use super::font::{RunGlyph, ShapeRun};
use super::items::items;
use super::paragraph::{DirectedItem, SpanText, logical_items};
use super::*;
use crate::assets::{AssetSettings, Assets, Face, FontId};
use unicode_bidi::ParagraphBidiInfo;

/// Fonts of Debian's packages fonts-dejavu-core, fonts-hosny-amiri, fonts-lohit-deva and fonts-symbola.
const FONTS: [&str; 4] = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/opentype/fonts-hosny-amiri/Amiri-Regular.ttf",
    "/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf",
    "/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf",
];

/// A page of text: Latin with ligatures, Arabic, Hebrew, Devanagari and emoji, and mixtures.
const PAGE: &str = "The first office, flying: AVAST! Ärger, naïve\n\
    \u{627}\u{644}\u{633}\u{644}\u{627}\u{645} \u{639}\u{644}\u{64a}\u{643}\u{645} \u{648}\u{631}\u{62d}\u{645}\u{629} \u{627}\u{644}\u{644}\u{647}\n\
    \u{628}\u{650}\u{633}\u{652}\u{645}\u{650} \u{671}\u{644}\u{644}\u{651}\u{64e}\u{647}\u{650} \u{645}\u{64f}\u{62d}\u{64e}\u{645}\u{651}\u{64e}\u{62f} 123 (abc)\n\
    \u{5e9}\u{5c1}\u{5b8}\u{5dc}\u{5d5}\u{5b9}\u{5dd} \u{5e2}\u{5d5}\u{5dc}\u{5dd}, \u{5d4}\u{5de}\u{5e1}\u{5da} 24 (\u{5d8}\u{5d5}\u{5d1})\n\
    \u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947} \u{915}\u{94d}\u{937}\u{924}\u{94d}\u{930}\u{93f}\u{92f} \u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940} \u{936}\u{94d}\u{930}\u{940} \u{930}\u{94d}\u{915}\n\
    score \u{1f600}\u{1f680} \u{2764}\u{fe0f} 10 \u{1f44d}\u{1f3fd}!\n\
    abc \u{5d0}\u{5d1}\u{5d2} \u{633}\u{644}\u{627}\u{645} \u{928}\u{92e} \u{1f409} xyz\n\
    \u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645} \u{644}\u{627} \u{644}\u{622} \u{644}\u{623}";

/// Returns a store with the fonts of Debian, the first of which falls back to the others. `None`, with a message, if
/// there is no `hb-shape`, or a font is not installed.
fn debian() -> Option<(Assets, Vec<FontId>)> {
    let has_program = Command::new("hb-shape").arg("--version").output().is_ok();
    let missing = FONTS.iter().find(|font| !Path::new(font).exists());
    if !has_program || missing.is_some() {
        let required = std::env::var("DAMSELFLY_REQUIRE_HARFBUZZ").is_ok_and(|value| value == "1");
        assert!(
            !required,
            "DAMSELFLY_REQUIRE_HARFBUZZ=1, and no hb-shape or {missing:?}"
        );
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: there is no hb-shape or {missing:?}"
        );
        return None;
    }
    let mut assets = Assets::new(AssetSettings::default());
    let fonts = FONTS.map(|path| {
        let bytes = std::fs::read(path).unwrap();
        assets.add_font(path, path, &bytes, 20.0).unwrap()
    });
    assets.set_fallback_fonts(fonts[0], &fonts[1..]);
    Some((assets, fonts.to_vec()))
}

/// Returns the glyphs of a run as HarfBuzz shapes it.
fn harfbuzz(font: &str, run: &ShapeRun<'_>) -> Vec<RunGlyph> {
    let ShapeRun {
        paragraph, range, ..
    } = run;
    let mut command = Command::new("hb-shape");
    command.args(["--no-glyph-names", "--utf8-clusters"]);
    command.arg(format!(
        "--direction={}",
        if run.is_rtl { "rtl" } else { "ltr" }
    ));
    command.arg(format!("--script={}", String::from_utf8_lossy(&run.script)));
    command.arg(format!("--text-before={}", &paragraph[..range.start]));
    command.arg(format!("--text-after={}", &paragraph[range.end..]));
    if range.start == 0 {
        command.arg("--bot");
    }
    if range.end == paragraph.len() {
        command.arg("--eot");
    }
    command
        .arg(format!("--text={}", &paragraph[range.clone()]))
        .arg(font);
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let list = text.trim().trim_start_matches('[').trim_end_matches(']');
    let glyphs = list.split('|').filter(|glyph| !glyph.is_empty());
    glyphs.map(|glyph| parsed(glyph, range.start)).collect()
}

/// Reads a glyph of `hb-shape`: `id=cluster@x,y+advance`, without `@x,y` if the offset is 0.
fn parsed(glyph: &str, start: usize) -> RunGlyph {
    let (id, rest) = glyph.split_once('=').unwrap();
    let (rest, advance) = rest.split_once('+').unwrap();
    let (cluster, offset) = rest.split_once('@').unwrap_or((rest, "0,0"));
    let (x, y) = offset.split_once(',').unwrap();
    RunGlyph {
        id: id.parse().unwrap(),
        cluster: start + cluster.parse::<usize>().unwrap(),
        advance: advance.parse().unwrap(),
        offset: [x.parse().unwrap(), y.parse().unwrap()],
    }
}

#[test]
fn a_page_of_five_scripts_has_the_glyphs_of_harfbuzz() {
    let Some((assets, fonts)) = debian() else {
        return;
    };
    let (mut compared, mut used) = (0, [0; FONTS.len()]);
    for font in [fonts[0], fonts[1]] {
        for line in PAGE.lines() {
            let span = ShapedSpan {
                text: line,
                face: Face { font, bold: false },
                scale: 1.0,
            };
            let text = SpanText::of(&[span]);
            let items = items(&assets, &[span], &text, &(0..line.len()));
            let bidi = ParagraphBidiInfo::new(line, None);
            for part in logical_items(&bidi, &items) {
                let DirectedItem {
                    item,
                    range,
                    is_rtl,
                } = part;
                if item.is_unshaped {
                    assert_ne!(font, fonts[0], "{:?}", &line[range]);
                    continue;
                }
                let run = ShapeRun {
                    paragraph: line,
                    range,
                    is_rtl,
                    script: item.script,
                };
                let number = fonts.iter().position(|&font| font == item.font).unwrap();
                let (glyphs, _) = assets.shape_run(item.font, &run).unwrap();
                let expected = harfbuzz(FONTS[number], &run);
                assert_eq!(
                    glyphs,
                    expected,
                    "{} in {}",
                    &line[run.range.clone()],
                    FONTS[number]
                );
                compared += glyphs.len();
                used[number] += glyphs.len();
            }
        }
    }
    assert!(compared > 300, "{compared}");
    assert!(used.iter().all(|&glyphs| glyphs > 2), "{used:?}");
}

#[test]
fn lines_of_a_page_are_as_wide_as_the_glyphs_of_harfbuzz() {
    let Some((assets, fonts)) = debian() else {
        return;
    };
    for line in PAGE.lines() {
        let span = ShapedSpan {
            text: line,
            face: Face {
                font: fonts[0],
                bold: false,
            },
            scale: 1.0,
        };
        let text = SpanText::of(&[span]);
        let items = items(&assets, &[span], &text, &(0..line.len()));
        let bidi = ParagraphBidiInfo::new(line, None);
        let mut width = 0.0;
        for DirectedItem {
            item,
            range,
            is_rtl,
        } in logical_items(&bidi, &items)
        {
            let run = ShapeRun {
                paragraph: line,
                range,
                is_rtl,
                script: item.script,
            };
            let number = fonts.iter().position(|&font| font == item.font).unwrap();
            let units: i32 = harfbuzz(FONTS[number], &run)
                .iter()
                .map(|glyph| glyph.advance)
                .sum();
            let (_, per_unit) = assets.shape_run(item.font, &run).unwrap();
            width += (units as f32 * per_unit * 64.0).round() / 64.0;
        }
        let shaped = assets.shaped([span].into_iter(), None).unwrap();
        assert_eq!(shaped.lines[0].width, width, "{line}");
    }
}

#[test]
fn ligatures_and_marks_stand_for_their_characters() {
    let Some((assets, fonts)) = debian() else {
        return;
    };
    let span = ShapedSpan {
        text: "office",
        face: Face {
            font: fonts[0],
            bold: false,
        },
        scale: 1.0,
    };
    let shaped = assets.shaped([span].into_iter(), None).unwrap();
    let glyphs = shaped.glyphs(&shaped.lines[0]);
    assert_eq!(glyphs.len(), 4, "o, ffi, c, e");
    assert!(matches!(
        glyphs[1].name,
        GlyphName::Shaped {
            characters: ['f', 'f', 'i', '\0'],
            ..
        }
    ));
}

/// Returns a store with a font whose Hebrew letters are `A` (8 pixels wide), `V` (9) and `o` (8).
fn hebrew() -> (Assets, Face) {
    let mut file = boxes();
    file.characters
        .extend([('\u{5d0}', 1), ('\u{5d1}', 2), ('\u{5d2}', 3)]);
    file.characters.sort_unstable();
    let mut assets = Assets::new(AssetSettings::default());
    let font = assets
        .add_font("hebrew", "hebrew.ttf", &file.bytes(), 16.0)
        .unwrap();
    (assets, Face { font, bold: false })
}

/// Returns the characters of each line from left to right, and the width of each line.
fn lines(assets: &Assets, face: Face, text: &str, wrap: Option<f32>) -> Vec<(String, f32)> {
    let span = ShapedSpan {
        text,
        face,
        scale: 1.0,
    };
    let shaped = assets.shaped([span].into_iter(), wrap).unwrap();
    let line = |line: &ShapedLine| {
        let glyphs = shaped.glyphs(line).iter();
        let text: String = glyphs.map(|glyph| glyph.name.first_character()).collect();
        (text.replace(' ', ""), line.width)
    };
    shaped.lines.iter().map(line).collect()
}

#[test]
fn right_to_left_words_are_placed_from_the_right() {
    let (assets, face) = hebrew();
    let shown = |text| lines(&assets, face, text, None)[0].clone();
    assert_eq!(
        shown("\u{5d0}\u{5d1}\u{5d2}"),
        ("\u{5d2}\u{5d1}\u{5d0}".into(), 25.0)
    );
    let (text, _) = shown("AV \u{5d0}\u{5d1} \u{5d2} o.");
    assert_eq!(text, "AV\u{5d2}\u{5d1}\u{5d0}o.");
    let (text, _) = shown("\u{5d0} AV \u{5d1}.");
    assert_eq!(text, ".\u{5d1}AV\u{5d0}", "the paragraph is right to left");
}

#[test]
fn wrapped_right_to_left_text_begins_with_its_first_words() {
    let (assets, face) = hebrew();
    let [a, b, c] = ['\u{5d0}', '\u{5d1}', '\u{5d2}'];
    let text = format!("{a}{b} {c}{c} {b}{b}{b}{b}{b}");
    // Words of 17, 16 and 45 pixels, blanks of 4.
    let expected = |lines: &[(&[char], f32)]| -> Vec<(String, f32)> {
        lines
            .iter()
            .map(|(text, width)| (text.iter().collect(), *width))
            .collect()
    };
    assert_eq!(
        lines(&assets, face, &text, Some(40.0)),
        expected(&[(&[c, c, b, a], 37.0), (&[b; 4], 36.0), (&[b], 9.0)])
    );
    assert_eq!(lines(&assets, face, &text, Some(86.0)).len(), 1);
    assert_eq!(lines(&assets, face, &text, Some(85.0)).len(), 2);
    // Each line has at least one character.
    assert_eq!(lines(&assets, face, &format!("{a}{b}"), Some(1.0)).len(), 2);
}

#[test]
fn missing_characters_are_looked_up_in_the_fallbacks_in_order() {
    let (mut assets, face) = hebrew();
    let mut letters = boxes();
    letters.characters = vec![('X', 1), ('Y', 2)];
    let first = assets
        .add_font("first", "first.ttf", &letters.bytes(), 16.0)
        .unwrap();
    letters.characters = vec![('X', 2), ('Z', 3)];
    let second = assets
        .add_font("second", "second.ttf", &letters.bytes(), 32.0)
        .unwrap();
    let fonts = |assets: &Assets| {
        let span = ShapedSpan {
            text: "AXYZQ\u{e9}",
            face,
            scale: 1.0,
        };
        let shaped = assets.shaped([span].into_iter(), None).unwrap();
        let line = &shaped.lines[0];
        let fonts: Vec<FontId> = shaped
            .glyphs(line)
            .iter()
            .map(|glyph| glyph.face.font)
            .collect();
        (fonts, line.height)
    };
    let own = face.font;
    assert_eq!(fonts(&assets), (vec![own; 6], 17.0));
    assets.set_fallback_fonts(own, &[first, second, FontId::BUILT_IN]);
    let built_in = FontId::BUILT_IN;
    let expected = vec![own, first, first, second, built_in, built_in];
    assert_eq!(
        fonts(&assets),
        (expected, 34.0),
        "the second font's lines are 34 high"
    );
    assert_eq!(assets.fallback_fonts(own), [first, second, built_in]);
}

#[test]
fn an_unchanged_text_is_shaped_once_and_old_texts_are_forgotten() {
    let (assets, face) = hebrew();
    let mut cache = ShapeCache::default();
    let mut shaped = |text: &str| {
        let span = ShapedSpan {
            text,
            face,
            scale: 1.0,
        };
        cache.shaped(&assets, [span].into_iter(), Some(50.0))
    };
    let first = shaped("AV A");
    assert!(Arc::ptr_eq(&first, &shaped("AV A")));
    for number in 0..5000 {
        shaped(&format!("A{number}"));
    }
    assert!(!Arc::ptr_eq(&first, &shaped("AV A")));
    assert_eq!(format!("{cache:?}"), "512 shaped texts");
}
