//! Writing text sprites as files.

use super::header::HeaderKey;
use super::inks::KEY;
use super::lines::Line;
use super::{Color, TextSprite};
use core::fmt::Write;

impl TextSprite {
    /// Returns the sprite as a file that parses to the same sprite, except perhaps for its layout. It has the token
    /// layout, or the tagged layout if the sprite has inks, a transparency, or rows that look like a key, `end` or
    /// `eof`. Rows have full width.
    pub fn to_file_string(&self) -> String {
        let needs_tags = !self.inks.palette.is_empty() || self.transparency.is_some();
        if !needs_tags && !self.has_words() {
            return self.to_token_string();
        }
        let mut text = String::new();
        self.write_tagged(&mut text)
            .unwrap_or_else(|_| unreachable!("a string takes all that is written into it"));
        text
    }

    /// Returns the sprite as a file in the token layout, rows at full width. It parses to the same sprite without
    /// transparency and inks, which the token layout does not have.
    pub fn to_token_string(&self) -> String {
        let mut text = String::new();
        self.write_token(&mut text)
            .unwrap_or_else(|_| unreachable!("a string takes all that is written into it"));
        text
    }

    /// Returns whether the first row starts with a key, or any row is a closing word. This engine counts rows and can
    /// read such files, but other programs may not.
    fn has_words(&self) -> bool {
        let rows = self.cells.chunks_exact(usize::from(self.width));
        rows.enumerate().any(|(number, row)| {
            let text: String = row.iter().collect();
            let line = Line {
                number,
                text: &text,
            };
            let starts_with_key = number == 0 && HeaderKey::of(line).is_some();
            starts_with_key || matches!(line.keyword(), "end" | "eof")
        })
    }

    fn write_token(&self, text: &mut String) -> core::fmt::Result {
        self.write_header(text)?;
        for frame in self.frames() {
            self.write_block(text, frame.iter().copied());
        }
        text.push_str("eof\n");
        Ok(())
    }

    fn write_tagged(&self, text: &mut String) -> core::fmt::Result {
        text.push_str("<HEADER>\n");
        self.write_header(text)?;
        if let Some(character) = self.transparency {
            writeln!(text, "transparency {character}")?;
        }
        for &(ink, color) in self.inks() {
            writeln!(text, "{KEY} {ink} {}", color_word(color))?;
        }
        text.push_str("</HEADER>\n<BODY>\n");
        // Inks are indexed across all frames, rows within a frame.
        let mut first = 0;
        for frame in self.frames() {
            self.write_block(text, frame.iter().copied());
            let cells = first..first + frame.len();
            first = cells.end;
            if !self.inks().is_empty() {
                self.write_block(text, cells.map(|cell| self.inks.letter(cell)));
            }
        }
        text.push_str("</BODY>\n<FOOTER>\nversion 1\n</FOOTER>\n");
        Ok(())
    }

    fn write_header(&self, text: &mut String) -> core::fmt::Result {
        writeln!(text, "frames {}", self.frame_count())?;
        writeln!(text, "width {}", self.width)?;
        writeln!(text, "height {}", self.height)?;
        writeln!(text, "color {}", color_word(self.color))?;
        writeln!(text, "slowdown {}", self.slowdown)
    }

    /// Writes rows and the `end` after them.
    fn write_block(&self, text: &mut String, characters: impl Iterator<Item = char>) {
        let width = usize::from(self.width);
        for (place, character) in (1..).zip(characters) {
            text.push(character);
            if place % width == 0 {
                text.push('\n');
            }
        }
        text.push_str("end\n");
    }
}

/// Returns the terminal colour's name, or `#rrggbb`.
fn color_word(color: Color) -> String {
    match Color::NAMED.iter().find(|(_, named)| *named == color) {
        Some((name, _)) => (*name).to_owned(),
        None => format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b),
    }
}
