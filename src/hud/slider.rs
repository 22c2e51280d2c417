//! Sliders: a number in a range, moved by keys, gamepads and the mouse.

use glam::Vec2;
use std::ops::RangeInclusive;

use super::command::WidgetCommand;
use super::custom::{WidgetContent, WidgetInput, WidgetReply};
use super::custom_pen::WidgetPen;
use super::layout::{count, digits};
use super::measure::WidgetMeasure;
use super::value::WidgetValue;
use crate::base::checksum::summed;
use crate::input::{Key, MouseButton};

/// A number in a range, as a knob on a line: see [`Widget::slider`](super::Widget::slider).
///
/// Left and right, or the mouse, move the knob; Home and End move it to an end. Each change sends a
/// [`ValueChanged`](super::ValueChanged).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slider {
    /// Smallest value, in units of the game. Defaults to 0.
    pub min: i64,
    /// Largest value. Defaults to 100. If it is not above `min`, the slider never moves.
    pub max: i64,
    /// Distance between two values, counted from `min`. Less than 1 counts as 1. Defaults to 1. The largest value is
    /// available even if it is not a whole number of steps away.
    pub step: i64,
    /// Length of the line, in characters. Defaults to 16. Less than 2 counts as 2, and the width of the view is the
    /// maximum.
    pub width: u16,
    /// Length of the line in the latest layout, in characters: set by the display. Defaults to 0, which counts as
    /// `width`.
    pub placed_width: u16,
    /// Whether the mouse holds the knob: set by the display. Defaults to false.
    pub is_held: bool,
}

// The placed width follows from the layout, which is in the checksum.
summed!(Slider: min, max, step, width, is_held; not placed_width);

impl Default for Slider {
    fn default() -> Self {
        Self {
            min: 0,
            max: 100,
            step: 1,
            width: 16,
            placed_width: 0,
            is_held: false,
        }
    }
}

impl From<RangeInclusive<i64>> for Slider {
    fn from(range: RangeInclusive<i64>) -> Self {
        Self {
            min: *range.start(),
            max: *range.end(),
            ..Self::default()
        }
    }
}

impl Slider {
    /// Returns the length of its line, at least 2.
    fn columns(&self) -> u16 {
        match self.placed_width {
            0 => self.width.max(2),
            placed => placed.max(2),
        }
    }

    fn value(&self, value: &WidgetValue) -> i64 {
        self.clamped(value.number().unwrap_or(self.min))
    }

    /// Returns the column of the knob.
    fn knob(&self, value: i64) -> u16 {
        let length = i128::from(self.max) - i128::from(self.min);
        if length <= 0 {
            return 0;
        }
        let last = i128::from(self.columns() - 1);
        let passed = i128::from(value) - i128::from(self.min);
        let column = (passed * last * 2 + length) / (length * 2);
        u16::try_from(column).unwrap_or(0)
    }

    /// Returns the value at a column, rounded to whole steps. 0.5 is the middle of the first column.
    fn value_at(&self, column: f32) -> i64 {
        let last = f64::from(self.columns() - 1);
        let part = (f64::from(column) - 0.5) / last;
        let length = self.max.saturating_sub(self.min);
        let step = self.step.max(1);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "saturates, and is clamped to the range"
        )]
        let steps = (part.clamp(0.0, 1.0) * length as f64 / step as f64).round() as i64;
        if part >= 1.0 {
            return self.clamped(self.max);
        }
        self.clamped(self.min.saturating_add(steps.saturating_mul(step)))
    }

    /// Returns the nearest value above or below, counted in steps from `min`. It may be out of the range.
    fn beside(&self, value: i64, above: bool) -> i64 {
        let (min, step) = (i128::from(self.min), i128::from(self.step.max(1)));
        let passed = i128::from(value) - min;
        let steps = if above {
            passed.div_euclid(step) + 1
        } else {
            (passed - 1).div_euclid(step)
        };
        let far = if above { i64::MAX } else { i64::MIN };
        i64::try_from(min + steps * step).unwrap_or(far)
    }

    fn set(&self, number: i64, value: &mut WidgetValue) -> WidgetReply {
        match value.assign(&self.clamped(number).into()) {
            true => WidgetReply::Changed,
            false => WidgetReply::Consumed,
        }
    }
}

impl WidgetContent for Slider {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        let (size, color) = (pen.size(), pen.color());
        // The line lies in the middle row, also in fonts with several rows.
        let y = ((size.y - 1.0) / 2.0).max(0.0);
        let knob = self.knob(self.value(pen.value()));
        let columns = self.columns();
        for column in 0..columns {
            let line = match column < knob {
                true => '━',
                false => '─',
            };
            if column != knob {
                pen.characters(Vec2::new(column.into(), y), line, color);
            }
        }
        let at = Vec2::new(knob.into(), y);
        match pen.style().icons.knob {
            Some(icon) => pen.icon(at, icon, color),
            None => pen.characters(at, '█', color),
        };
    }

    fn size(&self, measure: &WidgetMeasure<'_>) -> Option<(usize, usize)> {
        Some((self.width.max(2).into(), measure.line_rows()))
    }

    fn placed(&mut self, size: Vec2, _: &WidgetMeasure<'_>) {
        self.placed_width = u16::try_from(count(size.x)).unwrap_or(u16::MAX);
    }

    fn value_digits(&self) -> usize {
        digits(self.min).max(digits(self.max))
    }

    fn clamped(&self, number: i64) -> i64 {
        number.min(self.max).max(self.min)
    }

    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        let now = self.value(value);
        match input {
            WidgetInput::Pressed {
                button: MouseButton::Left,
                at,
            } => {
                // A press on the label only gives the focus.
                self.is_held = at.x >= 0.0 && at.x < f32::from(self.columns());
                match self.is_held {
                    true => self.set(self.value_at(at.x), value),
                    false => WidgetReply::Consumed,
                }
            }
            WidgetInput::Moved { at } if self.is_held => self.set(self.value_at(at.x), value),
            WidgetInput::Released { .. } | WidgetInput::Cancelled { .. } => {
                self.is_held = false;
                WidgetReply::Consumed
            }
            WidgetInput::Command(WidgetCommand::Left) => self.set(self.beside(now, false), value),
            WidgetInput::Command(WidgetCommand::Right) => self.set(self.beside(now, true), value),
            WidgetInput::Key { key: Key::Home, .. } => self.set(self.min, value),
            WidgetInput::Key { key: Key::End, .. } => self.set(self.max, value),
            _ => WidgetReply::Ignored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_knob_lies_where_a_press_sets_its_value(
            min in -100..100_i64, length in 1..1000_i64, width in 2..40_u16, part in 0.0..=1.0_f64,
        ) {
            let slider = Slider { min, max: min + length, width, ..Slider::default() };
            #[expect(clippy::cast_possible_truncation, reason = "within the range")]
            let value = min + (part * length as f64) as i64;
            let knob = slider.knob(value);
            prop_assert!(knob < width);
            prop_assert_eq!(slider.knob(min), 0);
            prop_assert_eq!(slider.knob(slider.max), width - 1);
            // A press in the middle of the knob's column keeps the knob there.
            let pressed = slider.value_at(f32::from(knob) + 0.5);
            if length >= i64::from(width) {
                prop_assert_eq!(slider.knob(pressed), knob);
            }
            prop_assert!((min..=slider.max).contains(&slider.value_at(f32::from(width) * 2.0 - 20.0)));
        }
    }

    #[test]
    fn keys_and_mouse_reach_the_same_values() {
        let mut slider = Slider {
            max: 10,
            step: 3,
            ..Slider::default()
        };
        let mut value = WidgetValue::from(0);
        let mut seen = Vec::new();
        for command in [WidgetCommand::Right; 5]
            .into_iter()
            .chain([WidgetCommand::Left; 5])
        {
            slider.input(WidgetInput::Command(command), &mut value);
            seen.extend(value.number());
        }
        assert_eq!(seen, [3, 6, 9, 10, 10, 9, 6, 3, 0, 0]);
        let mut pressed: Vec<_> = (0..160)
            .map(|at| slider.value_at(at as f32 / 10.0))
            .collect();
        pressed.dedup();
        assert_eq!(pressed, [0, 3, 6, 9, 10]);
    }

    #[test]
    fn extreme_ranges_keep_within_their_limits() {
        for (min, max) in [(i64::MIN, i64::MAX), (5, 5), (5, -5), (i64::MAX, i64::MIN)] {
            let mut slider = Slider {
                min,
                max,
                step: i64::MAX,
                ..Slider::default()
            };
            for column in [f32::NEG_INFINITY, 0.0, 3.0, 15.5, f32::INFINITY, f32::NAN] {
                let value = slider.value_at(column);
                assert!(value >= min && (value <= max || min > max), "{value}");
            }
            for command in [WidgetCommand::Left, WidgetCommand::Right] {
                let mut value = WidgetValue::from(0);
                slider.input(WidgetInput::Command(command), &mut value);
                assert!(value.number().unwrap() >= min);
            }
        }
    }
}
