//! The line of a text entry with text that an input method composes.

use core::ops::Range;

use super::measure::{WidgetMeasure, byte_of};
use super::text_entry::TextEntry;
use crate::input::Preedit;

/// Layout of an entry's line with the composed text at the cursor. Numbers are columns, with fractions in fonts whose
/// characters differ in width.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ComposedLine {
    /// Position of the cursor, from 0 to the field's width.
    pub(super) cursor: f32,
    /// Visible part of the composed text.
    pub(super) underlined: Range<f32>,
}

impl ComposedLine {
    /// Writes the visible characters of an entry in a field of `width` columns to an empty text, and returns their
    /// layout.
    pub(super) fn write(
        line: &mut String,
        entry: &TextEntry,
        preedit: &Preedit,
        width: usize,
        measure: &WidgetMeasure<'_>,
    ) -> Self {
        let at = entry.clamped_cursor();
        let composed = preedit.text.chars().count();
        let caret = preedit.caret.and_then(|caret| usize::try_from(caret).ok());
        let cursor = at + caret.unwrap_or(composed).min(composed);
        let (before, after) = entry.text.split_at(byte_of(&entry.text, at));
        line.extend([before, &preedit.text, after]);
        // As in an entry without composed text, the scrolling is derived from the cursor alone.
        let scroll = cursor - measure.fitting_before(line, cursor, width);
        line.drain(..byte_of(line, scroll));
        line.truncate(byte_of(line, measure.fitting(line, width)));
        let column =
            |position: usize| measure.columns_before(line, position.saturating_sub(scroll));
        Self {
            cursor: column(cursor),
            underlined: column(at)..column(at + composed),
        }
    }
}

/// Returns the cursor that is nearest to a column of an entry in a field of `width` columns.
pub(super) fn cursor_at(
    entry: &TextEntry,
    column: f32,
    width: usize,
    measure: &WidgetMeasure<'_>,
) -> usize {
    let cursor = entry.clamped_cursor();
    let scroll = cursor - measure.fitting_before(&entry.text, cursor, width);
    let visible = &entry.text[byte_of(&entry.text, scroll)..];
    let columns = |count| measure.columns_before(visible, count);
    // A press on the left half of a character puts the cursor before it.
    let is_left = |count: &usize| (columns(*count) + columns(count + 1)) / 2.0 <= column;
    scroll
        + (0..measure.fitting(visible, width))
            .take_while(is_left)
            .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::assets::{AssetSettings, Assets};
    use crate::hud::HudStyle;
    use crate::hud::layout::count;
    use proptest::prelude::*;

    /// Runs a check with measures of the built-in font.
    fn measured<T>(check: impl FnOnce(&WidgetMeasure<'_>) -> T) -> T {
        thread_local! {
            static ASSETS: Assets = Assets::new(AssetSettings::default());
        }
        let style = HudStyle::default();
        ASSETS.with(|assets| {
            check(&WidgetMeasure {
                assets,
                style: &style,
            })
        })
    }

    fn entry(text: &str, cursor: usize) -> TextEntry {
        TextEntry {
            text: text.into(),
            cursor,
            ..TextEntry::default()
        }
    }

    /// Returns the visible characters and the layout in a field of 5 characters.
    fn line(
        text: &str,
        cursor: usize,
        composed: &str,
        caret: Option<u32>,
    ) -> (String, ComposedLine) {
        let preedit = Preedit {
            text: composed.into(),
            caret,
        };
        let mut shown = String::new();
        let entry = entry(text, cursor);
        let line =
            measured(|measure| ComposedLine::write(&mut shown, &entry, &preedit, 5, measure));
        (shown, line)
    }

    #[test]
    fn composed_text_is_shown_at_the_cursor_and_underlined() {
        for (text, cursor, composed, caret, shown, column, underlined) in [
            ("ab", 1, "", None, "ab", 1.0, 1.0..1.0),
            ("ab", 1, "xé", Some(1), "axéb", 2.0, 1.0..3.0),
            ("ab", 2, "xé", None, "abxé", 4.0, 2.0..4.0),
            ("abcd", 9, "xyz", Some(3), "cdxyz", 5.0, 2.0..5.0),
            ("abcd", 4, "xyz", Some(0), "abcdx", 4.0, 4.0..5.0),
            ("", 0, "uvwxyz", Some(99), "vwxyz", 5.0, 0.0..5.0),
        ] {
            let expected = ComposedLine {
                cursor: column,
                underlined,
            };
            let found = line(text, cursor, composed, caret);
            assert_eq!(found, (shown.to_string(), expected));
        }
    }

    proptest! {
        #[test]
        fn a_press_at_a_column_puts_the_cursor_there(
            text in "[a-zé┌]{0,9}", cursor in 0..12_usize, width in 1..7_usize, pressed in 0.0..7.0_f32,
        ) {
            let mut entry = entry(&text, cursor);
            let mut shown = String::new();
            let nothing = Preedit::default();
            measured(|measure| {
                let line = ComposedLine::write(&mut shown, &entry, &nothing, width, measure);
                // The cursor is always visible.
                prop_assert!((0.0..=width as f32).contains(&line.cursor));
                prop_assert!(shown.chars().count() <= width && entry.text.contains(&shown));
                let at = cursor_at(&entry, pressed, width, measure);
                let scroll = entry.clamped_cursor() - count(line.cursor);
                let column = count(pressed.round()).min(shown.chars().count());
                prop_assert_eq!(at, scroll + column);
                entry.cursor = at;
                prop_assert_eq!(entry.clamped_cursor(), at);
                Ok(())
            })?;
        }
    }
}
