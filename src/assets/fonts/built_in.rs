//! The built-in monospaced font: Spleen 8 × 16, by Frederic Cambus.
//!
//! It has ASCII, Latin-1 and beyond, Cyrillic, and all box-drawing characters. Of the block elements it
//! has eight; the others are rectangles and are drawn here. A character that it lacks is drawn as a box.

use spleen_font::FONT_8X16;

/// Width of every glyph of the built-in font in pixels.
pub const GLYPH_WIDTH: u16 = 8;
/// Height of every glyph of the built-in font in pixels.
pub const GLYPH_HEIGHT: u16 = 16;

/// The pixels of a glyph: one byte for each row from the top, with the leftmost pixel in the highest bit.
pub type GlyphRows = [u8; 16];

/// The glyph of characters that the font lacks: a box, which differs from all glyphs of the font.
pub(super) const REPLACEMENT: GlyphRows = [
    0, 0x7e, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x7e, 0, 0,
];

/// Marks the end of a glyph's characters in the file's table.
const END_OF_GLYPH: u16 = 0xffff;
/// Starts a sequence of characters for one glyph; such sequences are skipped.
const START_OF_SEQUENCE: u16 = 0xfffe;
/// Size of the file's header: magic number (2 bytes), mode, height.
const HEADER_BYTES: usize = 4;

/// The built-in font: its glyphs, and the character of each.
#[derive(Debug)]
pub struct Font {
    /// Glyphs in the order of the file.
    glyphs: &'static [GlyphRows],
    /// Each character and the number of its glyph, sorted by character.
    characters: Vec<(u16, u16)>,
}

impl Font {
    /// Reads the built-in font.
    ///
    /// The crate `spleen-font` only finds ASCII: it reads the character table as UTF-8, but the table of a PSF 1 file
    /// is UTF-16. So this takes the bytes from the crate, and reads them here.
    pub fn built_in() -> Self {
        // If the lowest bit of the header's mode is set, the file has 512 glyphs instead of 256.
        let count = if FONT_8X16[2] & 1 == 0 { 256 } else { 512 };
        let body = &FONT_8X16[HEADER_BYTES..];
        let (glyphs, table) = body.split_at(count * usize::from(GLYPH_HEIGHT));
        Self {
            glyphs: glyphs.as_chunks().0,
            characters: read_table(table),
        }
    }

    /// Returns the character's rows, or `None` if the font lacks it.
    pub fn glyph(&self, character: char) -> Option<GlyphRows> {
        self.spleen(character).or_else(|| block_element(character))
    }

    /// Returns the character's rows, or a box if the font lacks it.
    pub fn glyph_or_replacement(&self, character: char) -> GlyphRows {
        self.glyph(character).unwrap_or(REPLACEMENT)
    }

    /// Returns the rows of a character that the file has.
    fn spleen(&self, character: char) -> Option<GlyphRows> {
        // The file has no characters beyond 16 bits: its table has one word for each.
        let code = u16::try_from(u32::from(character)).ok()?;
        let at = self
            .characters
            .binary_search_by_key(&code, |&(code, _)| code)
            .ok()?;
        let (_, glyph) = self.characters[at];
        self.glyphs.get(usize::from(glyph)).copied()
    }
}

/// Widens a glyph by one pixel to the right, as terminals do for bold. Keeps gaps of one pixel, and an empty last
/// column, which separates letters: otherwise words would be illegible.
pub(super) fn bold(rows: &GlyphRows) -> GlyphRows {
    let separated = rows.iter().all(|row| row & 1 == 0);
    let room: u8 = if separated { 0xfe } else { 0xff };
    rows.map(|row| {
        // Dark pixels between two lit ones stay dark: if they were filled, letters would become blots.
        let gaps = !row & (row << 1) & (row >> 1);
        (row | row >> 1) & !gaps & room
    })
}

/// Reads the file's table: for each glyph its characters, in UTF-16.
fn read_table(table: &[u8]) -> Vec<(u16, u16)> {
    let mut characters = Vec::new();
    let (mut glyph, mut in_sequence) = (0, false);
    for pair in table.as_chunks().0 {
        match u16::from_le_bytes(*pair) {
            END_OF_GLYPH => (glyph, in_sequence) = (glyph + 1, false),
            START_OF_SEQUENCE => in_sequence = true,
            code if !in_sequence => characters.push((code, glyph)),
            _ => {}
        }
    }
    // The list is sorted by character, then by glyph, so that the first glyph of a character is kept.
    characters.sort_unstable();
    characters.dedup_by_key(|&mut (code, _)| code);
    characters
}

/// Draws the block elements U+2580 to U+259F that consist of rectangles.
fn block_element(character: char) -> Option<GlyphRows> {
    let code = u32::from(character);
    let eighths = |from: u32| usize::try_from(code - from).unwrap_or(0) + 1;
    Some(match code {
        0x2580 => rectangle(0, 8, 0xff),
        // The lower eighth, two eighths, and so on to the full block.
        0x2581..=0x2588 => rectangle(16 - 2 * eighths(0x2581), 16, 0xff),
        // The left seven eighths, and so on down to one eighth.
        0x2589..=0x258f => rectangle(0, 16, 0xff << eighths(0x2589)),
        0x2590 => rectangle(0, 16, 0x0f),
        0x2594 => rectangle(0, 2, 0xff),
        0x2595 => rectangle(0, 16, 0x01),
        0x2596..=0x259f => quadrants(QUADRANTS[eighths(0x2596) - 1]),
        _ => return None,
    })
}

/// Filled quarters of U+2596 to U+259F: 8 upper left, 4 upper right, 2 lower left, 1 lower right.
const QUADRANTS: [u8; 10] = [2, 1, 8, 0b1011, 0b1001, 0b1110, 0b1101, 4, 0b0110, 0b0111];

/// Returns a glyph with some quarters filled. The bits of `filled` are those of [`QUADRANTS`].
fn quadrants(filled: u8) -> GlyphRows {
    let half = |left: u8, right: u8| {
        (if filled & left == 0 { 0 } else { 0xf0 }) | (if filled & right == 0 { 0 } else { 0x0f })
    };
    let mut rows = rectangle(0, 8, half(8, 4));
    rows[8..].fill(half(2, 1));
    rows
}

/// Returns a glyph whose rows from `top` up to, but not including, `bottom` are `row`, and the others empty.
fn rectangle(top: usize, bottom: usize, row: u8) -> GlyphRows {
    let mut rows = [0; 16];
    rows[top..bottom].fill(row);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_latin_1_boxes_and_blocks_are_all_there() {
        let font = Font::built_in();
        let ranges = [0x20..=0x7e, 0xa0..=0xff, 0x2500..=0x257f, 0x2580..=0x259f];
        for code in ranges.into_iter().flatten() {
            let character = char::from_u32(code).unwrap();
            assert!(font.glyph(character).is_some(), "U+{code:04X} {character}");
        }
    }

    #[test]
    fn only_spaces_are_blank() {
        let font = Font::built_in();
        for code in (0x21..=0x7e).chain(0xa1..=0xff).chain(0x2500..=0x259f) {
            let rows = font.glyph(char::from_u32(code).unwrap()).unwrap();
            assert_ne!(rows, [0; 16], "U+{code:04X}");
        }
        assert_eq!(font.glyph(' '), Some([0; 16]));
    }

    #[test]
    fn a_letter_is_drawn_the_right_way_round() {
        let rows = Font::built_in().glyph('F').unwrap();
        let drawn: Vec<String> = rows[2..12].iter().map(|row| format!("{row:08b}")).collect();
        assert_eq!(
            drawn.join("\n").replace('0', ".").replace('1', "#"),
            ".######.\n##......\n##......\n##......\n#####...\n##......\n##......\n##......\n##......\n##......"
        );
    }

    #[test]
    fn an_accented_letter_is_its_own_glyph() {
        let font = Font::built_in();
        assert_ne!(font.glyph('é'), font.glyph('e'));
        assert_ne!(font.glyph('é'), Some(REPLACEMENT));
    }

    #[test]
    fn blocks_fill_the_eighths_that_they_are_named_for() {
        let font = Font::built_in();
        let lit = |character| -> u32 {
            let rows = font.glyph(character).unwrap();
            rows.iter().map(|row| row.count_ones()).sum()
        };
        for (eighths, character) in (1..).zip('\u{2581}'..='\u{2588}') {
            assert_eq!(lit(character), 16 * eighths, "{character}");
        }
        for (less, character) in (1..).zip('\u{2589}'..='\u{258f}') {
            assert_eq!(lit(character), 128 - 16 * less, "{character}");
        }
        assert_eq!((lit('▀'), lit('▌'), lit('▐')), (64, 64, 64));
        assert_eq!((lit('▘'), lit('▚'), lit('▟')), (32, 64, 96));
        assert_eq!(font.glyph('▖').unwrap()[15], 0xf0);
        assert_eq!(font.glyph('▝').unwrap()[0], 0x0f);
    }

    #[test]
    fn characters_missing_from_the_font_are_drawn_as_a_box() {
        let font = Font::built_in();
        for unknown in ['\u{4e00}', '\u{1f600}', '\u{7f}', '\0'] {
            assert_eq!(font.glyph(unknown), None);
            assert_eq!(font.glyph_or_replacement(unknown), REPLACEMENT);
        }
    }
}
