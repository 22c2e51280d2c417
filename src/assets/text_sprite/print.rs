//! Writing text sprites as files.

use super::header::HeaderKey;
use super::inks::KEY;
use super::lines::Line;
use super::{Color, TextSprite};

impl TextSprite {
    /// Returns the sprite as a file that parses to the same sprite, except perhaps for its layout. It has the token
    /// layout, or the tagged layout if the sprite has inks, a transparency, or rows that look like a key, `end` or
    /// `eof`. Rows have full width.
    pub fn to_file_string(&self) -> String {
        let needs_tags = !self.inks.palette.is_empty() || self.transparency.is_some();
        if !needs_tags && !self.has_words() {
            return self.to_token_string();
        }
        self.to_tagged_string()
    }

    /// Returns the sprite as a file in the token layout, rows at full width. It parses to the same sprite without
    /// transparency and inks, which the token layout does not have.
    pub fn to_token_string(&self) -> String {
        let mut text = self.header();
        for frame in self.frames() {
            self.write_block(&mut text, frame.iter().copied());
        }
        text + "eof\n"
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

    fn to_tagged_string(&self) -> String {
        let mut text = "<HEADER>\n".to_owned() + &self.header();
        if let Some(character) = self.transparency {
            text += &format!("transparency {character}\n");
        }
        for &(ink, color) in self.inks() {
            text += &format!("{KEY} {ink} {}\n", color_word(color));
        }
        text += "</HEADER>\n<BODY>\n";
        // The cells of inks are counted through all frames, so `first` is the number of cells before this frame.
        let mut first = 0;
        for frame in self.frames() {
            self.write_block(&mut text, frame.iter().copied());
            let cells = first..first + frame.len();
            first = cells.end;
            if !self.inks().is_empty() {
                self.write_block(&mut text, cells.map(|cell| self.inks.letter(cell)));
            }
        }
        text + "</BODY>\n<FOOTER>\nversion 1\n</FOOTER>\n"
    }

    fn header(&self) -> String {
        format!(
            "frames {}\nwidth {}\nheight {}\ncolor {}\nslowdown {}\n",
            self.frame_count(),
            self.width,
            self.height,
            color_word(self.color),
            self.slowdown
        )
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

/// Returns the terminal colour's name, or `#rrggbb`, or `#rrggbbaa` if it is not opaque.
fn color_word(color: Color) -> String {
    match Color::NAMED.iter().find(|(_, named)| *named == color) {
        Some((name, _)) => (*name).to_owned(),
        None => {
            let Color { r, g, b, a } = color;
            let opaque = format!("#{r:02x}{g:02x}{b:02x}");
            if a == 255 {
                opaque
            } else {
                format!("{opaque}{a:02x}")
            }
        }
    }
}
