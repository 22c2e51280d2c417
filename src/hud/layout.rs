//! Sizes and positions of a widget's parts, in characters.

use glam::Vec2;

use super::kind::WidgetKind;
use super::value::WidgetValue;
use super::widget::Widget;
use crate::base::checksum::summed;
use crate::geometry::Rect;
use crate::scene::Align;

/// Number of characters of the longest percentage: `100%`.
const PERCENT: usize = 4;

/// Sizes of a widget's parts, in characters. Parts larger than the view are cut to its size, so that no text makes a
/// frame slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WidgetSize {
    /// Number of characters of the label's longest line.
    label: usize,
    /// Number of characters of the bar, the text field or a line of the custom widget's area. 0 if the widget has none.
    field: usize,
    /// Number of lines of the bar, the text field or the custom widget's area. 0 if the widget has none.
    field_lines: usize,
    /// Number of characters of the value, or of the longest line of a text.
    value: usize,
    /// Number of the value's characters beyond the space reserved for a number.
    growth: usize,
    /// Number of lines of the label, the value or the custom widget's area, whichever has most.
    lines: usize,

    /// Number of characters at the left and right of the line together: blanks and the border.
    edges: usize,
    /// Scale of its characters relative to the display's. All other fields count its own characters.
    pub(super) scale: usize,
}

impl WidgetSize {
    /// Returns the size in a view of `view_size` characters. `room` characters are reserved for a number, which may
    /// need more.
    pub(super) fn of(widget: &Widget, room: usize, view_size: Vec2) -> Self {
        let scale = widget.text_scale();
        let view_size = view_size / scale as f32;
        // Rounded up, because a character that is cut by the edge of the view is drawn, too.
        let most = count(view_size.x.ceil()).max(1);
        let most_lines = count(view_size.y.ceil()).max(1);
        let block = |text: &str| {
            let lines = widget.lines(text).take(most_lines);
            let widths = lines.clone().map(|line| line.chars().take(most).count());
            (widths.max().unwrap_or(0), lines.count())
        };
        let (label, label_lines) = block(&widget.label);
        let area = match &widget.kind {
            WidgetKind::Bar(bar) => Some((bar.width, 1)),
            WidgetKind::Entry(entry) => Some((entry.width, 1)),
            WidgetKind::Custom(custom) => Some((custom.columns, custom.rows)),
            WidgetKind::Value | WidgetKind::Button(_) => None,
        };
        let (field, field_lines) = area.map_or((0, 0), |(columns, rows)| {
            let columns = usize::from(columns).clamp(1, most);
            (columns, usize::from(rows).clamp(1, most_lines))
        });
        let mut growth = 0;
        let (value, value_lines) = match &widget.kind {
            WidgetKind::Value if widget.show_value => match &widget.value {
                WidgetValue::Text(text) => block(text),
                WidgetValue::Number(number) => {
                    let (needed, room) = (digits(*number), room.clamp(1, most));
                    growth = needed.saturating_sub(room);
                    (needed.max(room), 1)
                }
            },
            // Reserves space for the longest value, so that the box of a bar keeps its width.
            WidgetKind::Bar(bar) if widget.show_value && bar.percent => (PERCENT, 1),
            WidgetKind::Bar(bar) if widget.show_value => (digits(bar.min).max(digits(bar.max)), 1),
            _ => (0, 0),
        };
        Self {
            label,
            field,
            field_lines,
            value,
            growth,
            lines: label_lines.max(value_lines).max(field_lines).max(1),
            edges: if widget.border { 4 } else { 2 },
            scale,
        }
    }

    /// Returns the width in characters of the display, border included.
    pub(super) fn width(&self) -> usize {
        self.own_width() * self.scale
    }

    /// Returns the width in its own characters.
    fn own_width(&self) -> usize {
        // A blank separates two parts.
        let parts = [self.label, self.field, self.value];
        let parts = parts.into_iter().filter(|&part| part > 0);
        parts.fold(0, |sum, part| sum + part + usize::from(sum > 0)) + self.edges
    }

    /// Returns the width without the growth of a number beyond its reserved space. Centred widgets are centred by this
    /// width, so that they do not move when digits are added.
    pub(super) fn centered_width(&self) -> usize {
        (self.own_width() - self.growth) * self.scale
    }

    /// Returns the height in lines of the display, border included.
    pub(super) fn height(&self) -> usize {
        self.own_height() * self.scale
    }

    /// Returns the height in its own lines.
    fn own_height(&self) -> usize {
        self.lines + self.edges - 2
    }
}

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
    /// Number of lines of text.
    pub(super) lines: usize,
}

// The other fields follow from the bounds, the widget and the view's size, which are all in the checksum.
summed!(WidgetLayout: bounds; not scale, start, label, label_align, field, field_lines, value, lines);

impl WidgetLayout {
    /// Returns the layout of a widget with this top left corner, `width` characters wide: at least the width of its
    /// size.
    pub(super) fn new(widget: &Widget, size: &WidgetSize, width: usize, corner: Vec2) -> Self {
        let width = width / size.scale;
        let spare = width.saturating_sub(size.own_width());
        let is_alone = size.field == 0 && size.value == 0;
        // A lone label follows the alignment of the anchor; a button's label is always centred. Bars and values end at
        // the end of the line, so that the values of a group are aligned.
        let label_align = match widget.kind {
            WidgetKind::Button(_) => Align::Center,
            _ if is_alone => widget.anchor.align(),
            _ => Align::Left,
        };
        let label = if is_alone {
            indent(label_align, spare)
        } else {
            0
        };
        let mut length = size.label;
        let mut put = |part: usize| {
            let gap = usize::from(length > 0 && part > 0);
            let start = length + gap;
            length = start + part;
            (start + spare, part)
        };
        let border = if widget.border { 1.0 } else { 0.0 };
        Self {
            bounds: Rect::from_size(corner, Vec2::new(width as f32, size.own_height() as f32)),
            scale: size.scale,
            start: corner + Vec2::new(1.0 + border, border),
            label: (label, size.label),
            label_align,
            field: put(size.field),
            field_lines: size.field_lines,
            value: put(size.value),
            lines: size.lines,
        }
    }

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

    /// Returns the start column of a label's line with this number of characters.
    pub(super) fn label_column(&self, length: usize) -> usize {
        let (start, width) = self.label;
        start + indent(self.label_align, width.saturating_sub(length))
    }

    /// Returns the number of characters of the field to the left of a position, rounded to the nearest.
    pub(super) fn field_column(&self, position: Vec2) -> usize {
        let (start, width) = self.field;
        let left = self.shown(self.at(start, 0)).x;
        count(((position.x - left) / self.scale as f32).round()).min(width)
    }
}

/// Returns the number of spare characters to the left of a line's text.
fn indent(align: Align, spare: usize) -> usize {
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
    use super::*;
    use crate::hud::{ProgressBar, TextEntry};

    #[test]
    fn digits_of_a_number_are_counted_with_its_sign() {
        for value in [0, 1, 9, 10, 99, 100, -1, -10, i64::MAX, i64::MIN] {
            assert_eq!(digits(value), value.to_string().len(), "{value}");
        }
    }

    #[test]
    fn no_part_of_a_widget_is_larger_than_the_view() {
        let view_size = Vec2::new(12.5, 4.0);
        let wide_bar = ProgressBar {
            width: u16::MAX,
            ..ProgressBar::default()
        };
        let wide_entry = TextEntry {
            width: u16::MAX,
            ..TextEntry::default()
        };
        for kind in [WidgetKind::Value, wide_bar.into(), wide_entry.into()] {
            for text in ["x".repeat(10_000), "x\n".repeat(10_000)] {
                let widget = Widget {
                    label: text.clone().into(),
                    value: text.into(),
                    kind: kind.clone(),
                    ..Widget::default()
                };
                let size = WidgetSize::of(&widget, 10_000, view_size);
                assert!(size.label <= 13 && size.field <= 13 && size.value <= 13);
                assert!(size.lines <= 4, "{size:?}");
            }
        }
    }

    #[test]
    fn a_widget_is_as_wide_as_its_parts_and_blanks() {
        for (label, value, border, width) in [
            ("", 5.into(), true, 5),
            ("Points", 5.into(), true, 12),
            ("Points", 55.into(), false, 11),
            ("Two\nlines", "".into(), true, 9),
            ("Two\nlines", "of\ntext".into(), true, 14),
        ] {
            let widget = Widget {
                label: label.into(),
                value,
                border,
                ..Widget::default()
            };
            let size = WidgetSize::of(&widget, 1, Vec2::new(80.0, 24.0));
            assert_eq!(size.width(), width, "{widget:?}");
        }
    }

    #[test]
    fn bars_and_values_end_at_the_end_of_the_line() {
        let widget = Widget::new("Points").value(12);
        let size = WidgetSize::of(&widget, 1, Vec2::new(80.0, 24.0));
        for spare in 0..5 {
            let width = size.width() + spare;
            let layout = WidgetLayout::new(&widget, &size, width, Vec2::ZERO);
            assert_eq!(layout.label, (0, 6));
            let (start, length) = layout.value;
            assert_eq!(layout.at(start + length, 0).x + 2.0, layout.bounds.max.x);
        }
    }
}
