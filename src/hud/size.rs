//! Sizes of a widget's parts, in characters.

use glam::Vec2;

use super::kind::WidgetKind;
use super::layout::{WidgetLayout, count, digits, indent};
use super::measure::WidgetMeasure;
use super::value::WidgetValue;
use super::widget::Widget;
use crate::geometry::Rect;
use crate::scene::Align;

/// Number of characters of the longest percentage: `100%`.
const PERCENT: usize = 4;

/// Sizes of a widget's parts, in characters of the built-in font. Parts larger than the view are cut to its size, so
/// that no text makes a frame slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WidgetSize {
    /// Width of the label's longest line.
    label: usize,
    /// Width of the icon before the label. 0 if the widget has none.
    icon: usize,
    /// Width of the bar, the text field or the custom widget's area. 0 if the widget has none.
    field: usize,
    /// Number of lines of the bar, the text field or the custom widget's area. 0 if the widget has none.
    field_lines: usize,
    /// Width of the value, or of the longest line of a text.
    value: usize,
    /// Width of the value beyond the space reserved for a number.
    growth: usize,
    /// Number of lines of the label, the value or the custom widget's area, whichever has most.
    lines: usize,
    /// Number of lines of the built-in font that a line of text takes.
    line_rows: usize,
    /// Number of characters at the left and right of the line together: blanks and the border.
    edges: usize,
    /// Scale of its characters relative to the display's. All other fields count its own characters.
    pub(super) scale: usize,
}

impl WidgetSize {
    /// Returns the size in a view of `view_size` characters. `room` characters are reserved for a number, which may
    /// need more.
    pub(super) fn of(
        widget: &Widget,
        room: usize,
        view_size: Vec2,
        measure: &WidgetMeasure<'_>,
    ) -> Self {
        let scale = widget.text_scale();
        let view_size = view_size / scale as f32;
        // Rounded up, because a character that is cut by the edge of the view is drawn, too.
        let most = count(view_size.x.ceil()).max(1);
        let most_lines = count(view_size.y.ceil()).max(1);
        let line_rows = measure.line_rows();
        let block = |text: &str| {
            let lines = widget.lines(text).take(most_lines);
            let widths = lines.clone().map(|line| measure.width(line, most));
            (widths.max().unwrap_or(0), lines.count() * line_rows)
        };
        let (label, label_lines) = block(widget.shown_label());
        let icon = widget.icon.map_or((0, 0), |icon| measure.icon(icon));
        let area = match &widget.kind {
            WidgetKind::Bar(bar) => Some((bar.width.into(), line_rows)),
            WidgetKind::Entry(entry) => Some((entry.width.into(), line_rows)),
            WidgetKind::Custom(custom) => Some(custom.size(measure)),
            WidgetKind::Value | WidgetKind::Button(_) => None,
        };
        let mut growth = 0;
        let (value, value_lines) = match &widget.kind {
            WidgetKind::Value if widget.show_value => match &widget.value {
                WidgetValue::Text(text) => block(text),
                WidgetValue::Number(number) => {
                    let (needed, room) = (digits(*number), room.clamp(1, most));
                    let [needed, room] = [needed, room].map(|digits| measure.number_width(digits));
                    growth = needed.saturating_sub(room);
                    (needed.max(room), line_rows)
                }
            },
            // Reserves space for the longest value, so that the box of a bar keeps its width.
            WidgetKind::Bar(bar) if widget.show_value => {
                let longest = match bar.percent {
                    true => PERCENT,
                    false => digits(bar.min).max(digits(bar.max)),
                };
                (measure.number_width(longest), line_rows)
            }
            WidgetKind::Custom(custom) if widget.show_value => match custom.value_digits() {
                0 => (0, 0),
                longest => (measure.number_width(longest), line_rows),
            },
            _ => (0, 0),
        };
        let edges = if widget.border { 4 } else { 2 };
        // The other parts, a blank beside each, and the border stay visible.
        let others = [label, icon.0, value].into_iter().filter(|&part| part > 0);
        let others = others.fold(edges, |sum, part| sum + part + 1);
        let (field, field_lines) = area.map_or((0, 0), |(columns, rows)| {
            let most_columns = most.saturating_sub(others).max(1);
            let most_rows = (most_lines + 2).saturating_sub(edges).max(1);
            (columns.clamp(1, most_columns), rows.clamp(1, most_rows))
        });
        let lines = [label_lines, icon.1, value_lines, field_lines];
        Self {
            label,
            icon: icon.0.min(most),
            field,
            field_lines,
            value,
            growth,
            lines: lines
                .into_iter()
                .fold(line_rows, usize::max)
                .min(most_lines.max(line_rows)),
            line_rows,
            edges,
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
        let parts = [self.icon, self.label, self.field, self.value];
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

    /// Returns the layout of a widget of this size with this top left corner, `width` characters wide: at least the
    /// width of its size.
    pub(super) fn layout(&self, widget: &Widget, width: usize, corner: Vec2) -> WidgetLayout {
        let width = width / self.scale;
        let spare = width.saturating_sub(self.own_width());
        let is_alone = self.field == 0 && self.value == 0;
        // A lone label follows the alignment of the anchor; a button's label is always centred. Bars and values end at
        // the end of the line, so that the values of a group are aligned.
        let label_align = match widget.kind {
            WidgetKind::Button(_) => Align::Center,
            _ if is_alone => widget.anchor.align(),
            _ => Align::Left,
        };
        let indented = if is_alone {
            indent(label_align, spare)
        } else {
            0
        };
        let behind_icon = self.icon + usize::from(self.icon > 0 && self.label > 0);
        let mut length = behind_icon + self.label;
        let mut put = |part: usize| {
            let gap = usize::from(length > 0 && part > 0);
            let start = length + gap;
            length = start + part;
            (start + spare, part)
        };
        let border = if widget.border { 1.0 } else { 0.0 };
        WidgetLayout {
            bounds: Rect::from_size(corner, Vec2::new(width as f32, self.own_height() as f32)),
            scale: self.scale,
            start: corner + Vec2::new(1.0 + border, border),
            icon: (indented, self.icon),
            label: (indented + behind_icon, self.label),
            label_align,
            field: put(self.field),
            field_lines: self.field_lines,
            value: put(self.value),
            lines: self.lines,
            line_rows: self.line_rows,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::{AssetSettings, Assets};
    use crate::hud::{HudStyle, ProgressBar, TextEntry};

    /// Returns the size of a widget in the default style.
    fn sized(widget: &Widget, room: usize, view_size: Vec2) -> WidgetSize {
        let (assets, style) = (Assets::new(AssetSettings::default()), HudStyle::default());
        let measure = WidgetMeasure {
            assets: &assets,
            style: &style,
        };
        WidgetSize::of(widget, room, view_size, &measure)
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
                let size = sized(&widget, 10_000, view_size);
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
            let size = sized(&widget, 1, Vec2::new(80.0, 24.0));
            assert_eq!(size.width(), width, "{widget:?}");
        }
    }

    #[test]
    fn bars_and_values_end_at_the_end_of_the_line() {
        let widget = Widget::new("Points").value(12);
        let size = sized(&widget, 1, Vec2::new(80.0, 24.0));
        for spare in 0..5 {
            let width = size.width() + spare;
            let layout = size.layout(&widget, width, Vec2::ZERO);
            assert_eq!(layout.label, (0, 6));
            let (start, length) = layout.value;
            assert_eq!(layout.at(start + length, 0).x + 2.0, layout.bounds.max.x);
        }
    }
}
