//! The line of a text entry with text that an input method composes.

use core::ops::Range;

use super::text_entry::TextEntry;
use crate::input::Preedit;

/// Layout of an entry's line with the composed text at the cursor. Numbers are characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ComposedLine {
    /// Number of characters scrolled out at the left.
    scroll: usize,
    /// Column of the cursor, from 0 to the field's width.
    pub(super) cursor: usize,
    /// Visible columns of the composed text.
    pub(super) underlined: Range<usize>,
}

impl ComposedLine {
    /// Returns the line of an entry in a field of `width` characters.
    pub(super) fn new(entry: &TextEntry, preedit: &Preedit, width: usize) -> Self {
        let at = entry.clamped_cursor();
        let composed = preedit.text.chars().count();
        let caret = preedit.caret.and_then(|caret| usize::try_from(caret).ok());
        let cursor = at + caret.unwrap_or(composed).min(composed);
        // As in an entry without composed text, the scrolling is derived from the cursor alone.
        let scroll = cursor.saturating_sub(width);
        let column = |position: usize| position.saturating_sub(scroll).min(width);
        Self {
            scroll,
            cursor: column(cursor),
            underlined: column(at)..column(at + composed),
        }
    }

    /// Returns the visible characters.
    pub(super) fn characters<'a>(
        &self,
        entry: &'a TextEntry,
        preedit: &'a Preedit,
        width: usize,
    ) -> impl Iterator<Item = char> + 'a {
        let at = entry.clamped_cursor();
        let before = entry.text.chars().take(at);
        let after = entry.text.chars().skip(at);
        let all = before.chain(preedit.text.chars()).chain(after);
        all.skip(self.scroll).take(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the visible characters, the cursor's column and the underlined columns.
    fn line(
        text: &str,
        cursor: usize,
        composed: &str,
        caret: Option<u32>,
    ) -> (String, usize, Range<usize>) {
        let entry = TextEntry {
            text: text.into(),
            cursor,
            ..TextEntry::default()
        };
        let preedit = Preedit {
            text: composed.into(),
            caret,
        };
        let line = ComposedLine::new(&entry, &preedit, 5);
        let text = line.characters(&entry, &preedit, 5).collect();
        (text, line.cursor, line.underlined)
    }

    #[test]
    fn composed_text_is_shown_at_the_cursor_and_underlined() {
        for (text, cursor, composed, caret, expected) in [
            ("ab", 1, "", None, ("ab", 1, 1..1)),
            ("ab", 1, "xé", Some(1), ("axéb", 2, 1..3)),
            ("ab", 2, "xé", None, ("abxé", 4, 2..4)),
            ("abcd", 9, "xyz", Some(3), ("cdxyz", 5, 2..5)),
            ("abcd", 4, "xyz", Some(0), ("abcdx", 4, 4..5)),
            ("", 0, "uvwxyz", Some(99), ("vwxyz", 5, 0..5)),
        ] {
            let (shown, column, underlined) = line(text, cursor, composed, caret);
            assert_eq!((&*shown, column, underlined), expected);
        }
    }
}
