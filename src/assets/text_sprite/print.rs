//! A text sprite as text again.

use super::{Color, TextSprite};
use core::fmt::Write;

impl TextSprite {
    /// Writes the sprite in the token layout, rows at full width. Reading that gives the same sprite, except
    /// that the token layout has no word for `transparency`.
    pub fn to_token_string(&self) -> String {
        let mut text = String::new();
        self.write_token(&mut text)
            .unwrap_or_else(|_| unreachable!("a string takes all that is written into it"));
        text
    }

    fn write_token(&self, text: &mut String) -> core::fmt::Result {
        writeln!(text, "frames {}", self.frame_count())?;
        writeln!(text, "width {}", self.width)?;
        writeln!(text, "height {}", self.height)?;
        writeln!(text, "color {}", color_word(self.color))?;
        writeln!(text, "slowdown {}", self.slowdown)?;
        for frame in self.frames() {
            for row in frame.chunks_exact(self.width.into()) {
                text.extend(row);
                text.push('\n');
            }
            text.push_str("end\n");
        }
        text.push_str("eof\n");
        Ok(())
    }
}

/// The terminal colour's name, or `#rrggbb`.
fn color_word(color: Color) -> String {
    match Color::NAMED.iter().find(|(_, named)| *named == color) {
        Some((name, _)) => (*name).to_owned(),
        None => format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b),
    }
}
