//! How many characters each part of a widget needs, and where it is.

use glam::Vec2;

use super::kind::WidgetKind;
use super::value::WidgetValue;
use super::widget::Widget;
use crate::base::checksum::summed;
use crate::geometry::Rect;
use crate::scene::Align;

/// The characters of a percentage.
const PERCENT: usize = 4;

/// How many characters each part of a widget needs. Parts larger than the view are cut to its size, so that no text
/// makes a frame slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WidgetSize {
    /// Characters of the label's longest line.
    label: usize,
    /// Characters of the bar or the text field: 0 if there is neither.
    field: usize,
    /// Characters of the value: of a text, of its longest line.
    value: usize,
    /// How many of them are beyond the room that a number has.
    growth: usize,
    /// Lines of the label or of the value, whichever has more.
    lines: usize,
    /// Characters at the left and right of the line together: a blank at either end, and the border around it.
    edges: usize,
    /// How many times as large as those of the display its characters are: all of the above count its own.
    scale: usize,
}

impl WidgetSize {
    /// Returns the size in a view of `screen` characters. A number has room for `room` characters, and grows beyond.
    pub(super) fn of(view: &Widget, room: usize, screen: Vec2) -> Self {
        let scale = view.text_scale();
        let screen = screen / scale as f32;
        // A character that the edge of the view cuts is drawn, too.
        let most = count(screen.x.ceil()).max(1);
        let most_lines = count(screen.y.ceil()).max(1);
        let block = |text: &str| {
            let lines = view.wrap.lines(text).take(most_lines);
            let widths = lines.clone().map(|line| line.chars().take(most).count());
            (widths.max().unwrap_or(0), lines.count())
        };
        let (label, label_lines) = block(&view.label);
        let field = match &view.kind {
            WidgetKind::Bar(bar) => usize::from(bar.width).clamp(1, most),
            WidgetKind::Entry(entry) => usize::from(entry.width).clamp(1, most),
            WidgetKind::Value | WidgetKind::Button(_) => 0,
        };
        let mut growth = 0;
        let (value, value_lines) = match &view.kind {
            WidgetKind::Value if view.show_value => match &view.value {
                WidgetValue::Text(text) => block(text),
                WidgetValue::Number(number) => {
                    let (needed, room) = (digits(*number), room.clamp(1, most));
                    growth = needed.saturating_sub(room);
                    (needed.max(room), 1)
                }
            },
            // Room for the longest value, so that the box of a bar keeps its width.
            WidgetKind::Bar(bar) if view.show_value && bar.percent => (PERCENT, 1),
            WidgetKind::Bar(bar) if view.show_value => (digits(bar.min).max(digits(bar.max)), 1),
            _ => (0, 0),
        };
        Self {
            label,
            field,
            value,
            growth,
            lines: label_lines.max(value_lines).max(1),
            edges: if view.border { 4 } else { 2 },
            scale,
        }
    }

    /// Returns the characters of the display from one edge to the other, border included.
    pub(super) fn width(&self) -> usize {
        self.own_width() * self.scale
    }

    /// As `width`, in characters of its own.
    fn own_width(&self) -> usize {
        // A blank between any two parts.
        let parts = [self.label, self.field, self.value];
        let parts = parts.into_iter().filter(|&part| part > 0);
        parts.fold(0, |sum, part| sum + part + usize::from(sum > 0)) + self.edges
    }

    /// Returns the width without that by which a number has outgrown its room. Centred widgets are centred by it:
    /// they stand still while digits are added.
    pub(super) fn centered_width(&self) -> usize {
        (self.own_width() - self.growth) * self.scale
    }

    /// Returns the lines of the display from one edge to the other, border included.
    pub(super) fn height(&self) -> usize {
        self.own_height() * self.scale
    }

    /// As `height`, in lines of its own.
    fn own_height(&self) -> usize {
        self.lines + self.edges - 2
    }
}

/// Where the parts of a widget are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WidgetLayout {
    /// All of it, border included: its corner in characters of the display, its size in characters of its own. All other
    /// places count from that corner in its own characters, too: [`WidgetLayout::shown`] says where they are seen.
    pub(super) bounds: Rect,
    /// How many times as large as those of the display its characters are.
    pub(super) scale: usize,
    /// Where its first line of text starts.
    pub(super) start: Vec2,
    /// Where the label starts within the line, and its characters.
    pub(super) label: (usize, usize),
    /// How the lines of the label are aligned with each other.
    pub(super) label_align: Align,
    /// Where the bar or the text field starts within the line, and its characters: 0 if there is neither.
    pub(super) field: (usize, usize),
    /// Where the value starts within the line, and its characters.
    pub(super) value: (usize, usize),
    /// Lines of text.
    pub(super) lines: usize,
}

// What is not summed follows from the widget, which is.
summed!(WidgetLayout: bounds; not scale, start, label, label_align, field, value, lines);

impl WidgetLayout {
    /// Returns the layout of a widget whose top left corner is there, and which is `width` characters wide: at
    /// least as wide as its size.
    pub(super) fn new(view: &Widget, size: &WidgetSize, width: usize, corner: Vec2) -> Self {
        let width = width / size.scale;
        let spare = width.saturating_sub(size.own_width());
        let is_alone = size.field == 0 && size.value == 0;
        // A lone label is where the widget is aligned to; a button's is always in its middle. What follows a label
        // ends where the line ends, so that the values of a group are below each other.
        let label_align = match view.kind {
            WidgetKind::Button(_) => Align::Center,
            _ if is_alone => view.place.align(),
            _ => Align::Left,
        };
        let label = if is_alone {
            indent(label_align, spare)
        } else {
            0
        };
        let mut length = size.label;
        let mut place = |part: usize| {
            let gap = usize::from(length > 0 && part > 0);
            let start = length + gap;
            length = start + part;
            (start + spare, part)
        };
        let border = if view.border { 1.0 } else { 0.0 };
        Self {
            bounds: Rect::from_size(corner, Vec2::new(width as f32, size.own_height() as f32)),
            scale: size.scale,
            start: corner + Vec2::new(1.0 + border, border),
            label: (label, size.label),
            label_align,
            field: place(size.field),
            value: place(size.value),
            lines: size.lines,
        }
    }

    /// Returns whether a place in characters is on it.
    pub(super) fn contains(&self, place: Vec2) -> bool {
        let Rect { min, max } = self.shown_bounds();
        // Without the far edges, so that no place is on two widgets that touch.
        place.cmpge(min).all() && place.cmplt(max).all()
    }

    /// Returns where one of its places is seen, in characters of the display.
    pub(super) fn shown(&self, place: Vec2) -> Vec2 {
        let corner = self.bounds.min;
        corner + (place - corner) * self.scale as f32
    }

    /// Returns all of it as it is seen, in characters of the display.
    pub(super) fn shown_bounds(&self) -> Rect {
        Rect {
            min: self.bounds.min,
            max: self.shown(self.bounds.max),
        }
    }

    /// Returns where a character is, by its column within a line and its line.
    pub(super) fn at(&self, column: usize, line: usize) -> Vec2 {
        self.start + Vec2::new(column as f32, line as f32)
    }

    /// Returns the column at which a line of the label of this many characters starts.
    pub(super) fn label_column(&self, length: usize) -> usize {
        let (start, width) = self.label;
        start + indent(self.label_align, width.saturating_sub(length))
    }

    /// Returns how many characters of the field are left of a place, to the nearest.
    pub(super) fn field_column(&self, place: Vec2) -> usize {
        let (start, width) = self.field;
        let left = self.shown(self.at(start, 0)).x;
        count(((place.x - left) / self.scale as f32).round()).min(width)
    }
}

/// Returns how many of the spare characters of a line are left of its text.
fn indent(align: Align, spare: usize) -> usize {
    match align {
        Align::Left => 0,
        Align::Center => spare / 2,
        Align::Right => spare,
    }
}

/// Returns the characters of a number.
pub(super) fn digits(value: i64) -> usize {
    // Not the length of a formatted string, which would allocate whenever a value has changed.
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
    fn no_part_of_a_view_object_is_larger_than_the_view() {
        let screen = Vec2::new(12.5, 4.0);
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
                let view = Widget {
                    label: text.clone().into(),
                    value: text.into(),
                    kind: kind.clone(),
                    ..Widget::default()
                };
                let size = WidgetSize::of(&view, 10_000, screen);
                assert!(size.label <= 13 && size.field <= 13 && size.value <= 13);
                assert!(size.lines <= 4, "{size:?}");
            }
        }
    }

    #[test]
    fn a_line_is_as_wide_as_its_parts_and_the_blanks_between_them() {
        for (label, value, border, width) in [
            ("", 5.into(), true, 5),
            ("Points", 5.into(), true, 12),
            ("Points", 55.into(), false, 11),
            ("Two\nlines", "".into(), true, 9),
            ("Two\nlines", "of\ntext".into(), true, 14),
        ] {
            let view = Widget {
                label: label.into(),
                value,
                border,
                ..Widget::default()
            };
            let size = WidgetSize::of(&view, 1, Vec2::new(80.0, 24.0));
            assert_eq!(size.width(), width, "{view:?}");
        }
    }

    #[test]
    fn what_follows_a_label_ends_where_the_line_ends() {
        let view = Widget::new("Points").value(12);
        let size = WidgetSize::of(&view, 1, Vec2::new(80.0, 24.0));
        for spare in 0..5 {
            let width = size.width() + spare;
            let layout = WidgetLayout::new(&view, &size, width, Vec2::ZERO);
            assert_eq!(layout.label, (0, 6));
            let (start, length) = layout.value;
            assert_eq!(layout.at(start + length, 0).x + 2.0, layout.bounds.max.x);
        }
    }
}
