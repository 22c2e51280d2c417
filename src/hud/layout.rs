//! Positions of a widget's parts, in characters.

use glam::Vec2;

use crate::base::checksum::summed;
use crate::geometry::Rect;
use crate::scene::Align;

/// Positions of a widget's parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WidgetLayout {
    /// Bounds, border included: the corner in characters of the display, the size in its own characters. All other
    /// positions are relative to that corner and in its own characters, too. [`WidgetLayout::shown`] converts them to
    /// the display.
    pub(super) bounds: Rect,
    /// Scale of its characters relative to the display's.
    pub(super) scale: usize,
    /// Start of the first line of text.
    pub(super) start: Vec2,
    /// Start of the label within the line, and its number of characters.
    pub(super) label: (usize, usize),
    /// Alignment of the label's lines.
    pub(super) label_align: Align,
    /// Start of the bar, the text field or the custom widget's area within the line, and its number of characters: 0 if
    /// the widget has none of these.
    pub(super) field: (usize, usize),
    /// Number of lines of the bar, the text field or the custom widget's area.
    pub(super) field_lines: usize,
    /// Start of the value within the line, and its number of characters.
    pub(super) value: (usize, usize),
    /// Number of lines of the built-in font that the text takes.
    pub(super) lines: usize,
    /// Number of lines of the built-in font that a line of text takes.
    pub(super) line_rows: usize,
    /// Start of the icon within the line, and its number of characters: 0 if the widget has none.
    pub(super) icon: (usize, usize),
}

// The other fields follow from the bounds, the widget and the view's size, which are all in the checksum.
summed!(WidgetLayout: bounds; not scale, start, label, label_align, field, field_lines, value, lines,
    line_rows, icon);

impl WidgetLayout {
    /// Returns whether a position in characters of the display is on the widget.
    pub(super) fn contains(&self, position: Vec2) -> bool {
        let Rect { min, max } = self.shown_bounds();
        // Excludes the far edges, so that no position is on two touching widgets.
        position.cmpge(min).all() && position.cmplt(max).all()
    }

    /// Converts one of its positions to characters of the display.
    pub(super) fn shown(&self, position: Vec2) -> Vec2 {
        let corner = self.bounds.min;
        corner + (position - corner) * self.scale as f32
    }

    /// Returns the bounds in characters of the display.
    pub(super) fn shown_bounds(&self) -> Rect {
        Rect {
            min: self.bounds.min,
            max: self.shown(self.bounds.max),
        }
    }

    /// Returns the position of a character, given by its column within a line and its line.
    pub(super) fn at(&self, column: usize, line: usize) -> Vec2 {
        self.start + Vec2::new(column as f32, line as f32)
    }

    /// Returns the rectangle of the bar, the text field or the custom widget's area.
    pub(super) fn area(&self) -> Rect {
        let (column, columns) = self.field;
        let size = Vec2::new(columns as f32, self.field_lines as f32);
        Rect::from_size(self.at(column, 0), size)
    }

    /// Converts a position in characters of the display to the widget's own characters, from the top left corner of its
    /// area.
    pub(super) fn in_area(&self, position: Vec2) -> Vec2 {
        (position - self.shown(self.area().min)) / self.scale as f32
    }

    /// Returns the position of a line of text, given by its column and its number.
    pub(super) fn text_line(&self, column: usize, line: usize) -> Vec2 {
        self.at(column, line * self.line_rows)
    }

    /// Returns the column of the field at a position, from 0 to its width.
    pub(super) fn field_column(&self, position: Vec2) -> f32 {
        let (start, width) = self.field;
        let left = self.shown(self.at(start, 0)).x;
        ((position.x - left) / self.scale as f32).clamp(0.0, width as f32)
    }
}

/// Returns the number of spare characters to the left of a line's text.
pub(super) fn indent(align: Align, spare: usize) -> usize {
    match align {
        Align::Left => 0,
        Align::Center => spare / 2,
        Align::Right => spare,
    }
}

/// Returns the number of characters of a number.
pub(super) fn digits(value: i64) -> usize {
    // Not the length of a formatted string, which would allocate for every changed value.
    let log = value.unsigned_abs().checked_ilog10().unwrap_or(0);
    log as usize + 1 + usize::from(value < 0)
}

/// Returns a length in whole characters.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to what fits; NaN becomes 0"
)]
pub(super) fn count(length: f32) -> usize {
    length.clamp(0.0, 65_535.0) as usize
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn digits_of_a_number_are_counted_with_its_sign() {
        for value in [0, 1, 9, 10, 99, 100, -1, -10, i64::MAX, i64::MIN] {
            assert_eq!(digits(value), value.to_string().len(), "{value}");
        }
    }
}
