//! Fonts with tables of bitmaps or variations. The tables are written here, byte for byte.

use std::collections::BTreeMap;

use super::truetype::font_file::{FontFile, boxes};
use super::*;
use crate::assets::Face;

/// The tables of a font file by their tags.
type Tables = BTreeMap<[u8; 4], Vec<u8>>;

/// Returns a font file with changed tables.
fn changed(file: &[u8], change: impl FnOnce(&mut Tables)) -> Vec<u8> {
    let field = |at: usize| u32::from_be_bytes(*file[at..].first_chunk().unwrap()) as usize;
    let count = usize::from(u16::from_be_bytes([file[4], file[5]]));
    let records = (0..count).map(|record| 12 + 16 * record);
    let mut tables: Tables = records
        .map(|at| {
            let table = &file[field(at + 8)..][..field(at + 12)];
            (*file[at..].first_chunk().unwrap(), table.to_vec())
        })
        .collect();
    change(&mut tables);
    let count = u16::try_from(tables.len()).unwrap();
    let mut bytes = [&file[..4], &count.to_be_bytes(), &[0; 6]].concat();
    let mut start = 12 + 16 * tables.len();
    for (tag, table) in &tables {
        let [at, length] = [start, table.len()].map(|number| u32::try_from(number).unwrap());
        bytes.extend([*tag, [0; 4], at.to_be_bytes(), length.to_be_bytes()].as_flattened());
        start += table.len().next_multiple_of(4);
    }
    for table in tables.into_values() {
        bytes.extend(table);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    bytes
}

fn numbers(numbers: &[u16]) -> Vec<u8> {
    let bytes = numbers.iter().flat_map(|number| number.to_be_bytes());
    bytes.collect()
}

/// Returns a table `sbix` with a bitmap of 16 pixels per em for each of the glyphs 1 to `count - 1`.
fn sbix(count: u16) -> Vec<u8> {
    const HEADER: [u16; 6] = [1, 1, 0, 1, 0, 12];
    // The bitmap's origin, the format of its data, and the data.
    let bitmap = [&[0, 0, 0, 0][..], b"png ", b"\x89PNG"].concat();
    let length = u16::try_from(bitmap.len()).unwrap();
    // The strike has its size, and the offset of each bitmap from its own start. Glyph 0 has an empty range.
    let first = 4 + 4 * (count + 1);
    let offsets = (0..=count).flat_map(|glyph| [0, first + glyph.saturating_sub(1) * length]);
    let strike: Vec<u16> = [16, 72].into_iter().chain(offsets).collect();
    [
        numbers(&HEADER),
        numbers(&strike),
        bitmap.repeat(usize::from(count) - 1),
    ]
    .concat()
}

/// Returns `CBDT` and `CBLC` tables without bitmaps: only versions, and a count of 0.
fn color_bitmaps() -> [([u8; 4], Vec<u8>); 2] {
    [
        (*b"CBDT", numbers(&[3, 0])),
        (*b"CBLC", numbers(&[3, 0, 0, 0])),
    ]
}

/// Returns a font whose glyphs are all blank, except for the one that stands for missing characters.
fn blank() -> FontFile {
    let mut font = boxes();
    for glyph in &mut font.glyphs[1..] {
        glyph.outlines.clear();
    }
    font
}

#[test]
fn fonts_of_bitmaps_alone_are_refused_by_name() {
    let outlines = |tables: &mut Tables| {
        tables.remove(b"glyf").unwrap();
        tables.remove(b"loca").unwrap();
    };
    let whole = boxes().bytes();
    let count = u16::try_from(boxes().glyphs.len()).unwrap();
    let fonts = [
        (
            "CBDT without glyf",
            changed(&whole, |tables| {
                outlines(tables);
                tables.extend(color_bitmaps());
            }),
        ),
        (
            "sbix without glyf",
            changed(&whole, |tables| {
                outlines(tables);
                tables.insert(*b"sbix", sbix(count));
            }),
        ),
        (
            "sbix beside a blank glyf",
            changed(&blank().bytes(), |tables| {
                tables.insert(*b"sbix", sbix(count));
            }),
        ),
        (
            "CBDT beside a blank glyf",
            changed(&blank().bytes(), |tables| {
                tables.extend(color_bitmaps());
            }),
        ),
    ];
    for (name, font) in fonts {
        let error = small(256, 4)
            .add_font("a", "a.ttf", &font, 16.0)
            .unwrap_err();
        let expected =
            "a.ttf: has no outlines, only bitmaps or nothing: expected a font with outlines";
        assert_eq!(error.to_string(), expected, "{name}");
    }
}

/// Returns the texels of the glyph `A` of a font.
fn letter(font: &[u8]) -> Vec<[u8; 4]> {
    let mut assets = small(256, 4);
    let font = assets.add_font("a", "a.ttf", font, 32.0).unwrap();
    let frame = assets.glyph_of(Face { font, bold: false }, 'A').unwrap();
    texels(&assets, frame)
}

#[test]
fn outlines_are_drawn_beside_tables_that_are_not_understood() {
    let whole = boxes().bytes();
    let count = u16::try_from(boxes().glyphs.len()).unwrap();
    // One axis, from 100 to 900, that begins at 400.
    let mut axis = numbers(&[1, 0, 16, 2, 1, 20, 0, 8]);
    axis.extend(b"wght");
    axis.extend(numbers(&[100, 0, 400, 0, 900, 0, 0, 256]));
    for (name, variations) in [
        (
            "an unknown version",
            numbers(&[9, 9, 1, 0, 0, 20, count, 1]),
        ),
        (
            "an offset beyond the end",
            numbers(&[1, 0, 1, 0, 0xffff, 0xffff, count, 1, 0, 0xffff]),
        ),
        (
            "the wrong number of glyphs",
            numbers(&[1, 0, 1, 0, 0, 20, 1, 0, 0, 20, 0, 0]),
        ),
        ("an empty table", Vec::new()),
    ] {
        let font = changed(&whole, |tables| {
            tables.insert(*b"fvar", axis.clone());
            tables.insert(*b"gvar", variations);
        });
        assert!(letter(&font) == letter(&whole), "{name}");
    }
    let bitmaps = changed(&whole, |tables| {
        tables.insert(*b"sbix", sbix(count));
        tables.extend(color_bitmaps());
    });
    assert!(letter(&bitmaps) == letter(&whole));
}
