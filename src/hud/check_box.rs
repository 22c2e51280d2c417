//! Check boxes: a value of 0 or 1.

use glam::Vec2;

use super::command::WidgetCommand;
use super::custom::{WidgetContent, WidgetInput, WidgetReply};
use super::custom_pen::WidgetPen;
use super::measure::WidgetMeasure;
use super::value::WidgetValue;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::input::MouseButton;

/// A value of 0 or 1, which the player switches: see [`Widget::check_box`](super::Widget::check_box).
///
/// Enter, the south button of a gamepad or a click switches it and sends a [`ValueChanged`](super::ValueChanged).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckBox;

impl Checksum for CheckBox {
    fn write_checksum(&self, _: &mut ChecksumWriter) {}
}

impl WidgetContent for CheckBox {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        let (is_set, color) = (pen.value().number() == Some(1), pen.color());
        let icons = pen.style().icons;
        let (icon, mark) = match is_set {
            true => (icons.checked, "[x]"),
            false => (icons.unchecked, "[ ]"),
        };
        match icon {
            Some(icon) => pen.icon(Vec2::ZERO, icon, color),
            None => pen.label(Vec2::ZERO, mark, color),
        };
    }

    fn size(&self, measure: &WidgetMeasure<'_>) -> Option<(usize, usize)> {
        let icons = measure.style().icons;
        let of_mark = (measure.columns("[x]"), measure.line_rows());
        let size = |icon: Option<_>| icon.map_or(of_mark, |icon| measure.icon(icon));
        let (checked, unchecked) = (size(icons.checked), size(icons.unchecked));
        Some((checked.0.max(unchecked.0), checked.1.max(unchecked.1)))
    }

    fn clamped(&self, number: i64) -> i64 {
        number.clamp(0, 1)
    }

    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        match input {
            WidgetInput::Command(WidgetCommand::Accept)
            | WidgetInput::Released {
                button: MouseButton::Left,
                is_on_it: true,
                ..
            } => {
                let is_set = value.number() == Some(1);
                value.assign(&i64::from(!is_set).into());
                WidgetReply::Changed
            }
            _ => WidgetReply::Ignored,
        }
    }
}
