//! Lists of items with one chosen item.

use glam::Vec2;
use std::borrow::Cow;

use super::command::WidgetCommand;
use super::custom::{WidgetContent, WidgetInput, WidgetReply};
use super::custom_pen::WidgetPen;
use super::layout::count;
use super::measure::WidgetMeasure;
use super::value::WidgetValue;
use crate::base::checksum::summed;
use crate::geometry::Rect;
use crate::input::{Key, MouseButton, WheelUnit};

/// A list of texts with one chosen item: see [`Widget::list`](super::Widget::list).
///
/// Its widget's value is the index of the chosen item, from 0. Up, Down, Home, End and a press of the mouse choose
/// another item and send a [`ValueChanged`](super::ValueChanged). At the ends of the list, Up and Down move the focus
/// instead. Enter sends a [`ButtonPressed`](super::ButtonPressed). A list longer than `rows` items scrolls with the
/// choice and by the wheel.
#[doc(alias("OptionButton", "ComboBox"))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChoiceList {
    items: Vec<Cow<'static, str>>,
    rows: u16,
    /// Index of the first visible item.
    first: usize,
    /// Choice that was last scrolled into view.
    revealed: i64,
    /// Height of its area, in characters. Follows from the layout, which is in the checksum.
    height: f32,
}

summed!(ChoiceList: items, rows, first, revealed; not height);

impl ChoiceList {
    /// Returns a list of these items, with 8 visible rows.
    pub fn new<T: Into<Cow<'static, str>>>(items: impl IntoIterator<Item = T>) -> Self {
        Self {
            items: items.into_iter().map(Into::into).collect(),
            rows: 8,
            ..Self::default()
        }
    }

    /// Sets the number of items that are visible at once. 0 counts as 1.
    #[must_use]
    pub fn rows(self, rows: u16) -> Self {
        Self { rows, ..self }
    }

    /// Returns the items.
    pub fn items(&self) -> &[Cow<'static, str>] {
        &self.items
    }

    /// Returns the items for changes. A choice beyond the new end counts as the last item.
    pub fn items_mut(&mut self) -> &mut Vec<Cow<'static, str>> {
        &mut self.items
    }

    /// Returns the number of visible rows.
    fn shown(&self) -> usize {
        self.items.len().clamp(1, self.rows.max(1).into())
    }

    fn chosen(&self, value: &WidgetValue) -> usize {
        let index = usize::try_from(value.number().unwrap_or(0)).unwrap_or(0);
        index.min(self.items.len().saturating_sub(1))
    }

    /// Returns the first visible item: the player's scrolling, unless the game has changed the choice since.
    fn first_shown(&self, value: &WidgetValue) -> usize {
        let (shown, chosen) = (self.shown(), self.chosen(value));
        let first = self.first.min(self.items.len().saturating_sub(shown));
        if value.number() == Some(self.revealed) {
            return first;
        }
        first.min(chosen).max((chosen + 1).saturating_sub(shown))
    }

    /// Chooses an item and scrolls it into view.
    fn choose(&mut self, index: usize, value: &mut WidgetValue) -> WidgetReply {
        let changed = value.assign(&index.into());
        self.revealed = -1;
        self.first = self.first_shown(value);
        self.revealed = value.number().unwrap_or(0);
        match changed {
            true => WidgetReply::Changed,
            false => WidgetReply::Consumed,
        }
    }

    /// Returns the index of the item at a position of the area.
    fn item_at(&self, at: Vec2, value: &WidgetValue) -> Option<usize> {
        let line = self.height / self.shown() as f32;
        let index = self.first_shown(value) + count(at.y / line);
        let is_inside = at.cmpge(Vec2::ZERO).all() && at.y < self.height;
        (is_inside && index < self.items.len()).then_some(index)
    }
}

impl WidgetContent for ChoiceList {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        let (shown, size) = (self.shown(), pen.size());
        let height = size.y / shown as f32;
        let value = pen.value();
        let (first, chosen) = (self.first_shown(value), self.chosen(value));
        let is_longer = self.items.len() > shown;
        let width = if is_longer { size.x - 1.0 } else { size.x };
        for (row, item) in self.items.iter().skip(first).take(shown).enumerate() {
            let corner = Vec2::new(0.0, row as f32 * height);
            let rect = Rect::from_size(corner, Vec2::new(width, height));
            pen.row(rect, item, first + row == chosen);
        }
        let area = Rect::from_size(Vec2::ZERO, size);
        pen.scroll_bar(area, first, shown, self.items.len());
    }

    fn size(&self, measure: &WidgetMeasure<'_>) -> Option<(usize, usize)> {
        let widest = self.items.iter().map(|item| measure.columns(item)).max();
        let bar = usize::from(self.items.len() > self.shown());
        let columns = widest.unwrap_or(0) + 2 + bar;
        Some((columns, self.shown() * measure.line_rows()))
    }

    fn placed(&mut self, size: Vec2, _: &WidgetMeasure<'_>) {
        self.height = size.y;
    }

    fn clamped(&self, number: i64) -> i64 {
        let last = i64::try_from(self.items.len()).unwrap_or(i64::MAX) - 1;
        number.min(last).max(0)
    }

    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        let (chosen, last) = (self.chosen(value), self.items.len().saturating_sub(1));
        match input {
            WidgetInput::Command(WidgetCommand::Up) if chosen > 0 => self.choose(chosen - 1, value),
            WidgetInput::Command(WidgetCommand::Down) if chosen < last => {
                self.choose(chosen + 1, value)
            }
            WidgetInput::Command(WidgetCommand::Accept) => WidgetReply::Pressed,
            WidgetInput::Key { key: Key::Home, .. } => self.choose(0, value),
            WidgetInput::Key { key: Key::End, .. } => self.choose(last, value),
            WidgetInput::Pressed {
                button: MouseButton::Left,
                at,
            } => match self.item_at(at, value) {
                Some(index) => self.choose(index, value),
                None => WidgetReply::Consumed,
            },
            WidgetInput::Wheel { delta, unit } => {
                let first = self.first_shown(value);
                let lines = match unit {
                    WheelUnit::Lines => delta.y,
                    WheelUnit::Pixels => delta.y.signum() * f32::from(u8::from(delta.y != 0.0)),
                };
                let forward = count(lines.max(0.0).ceil());
                let back = count((-lines).max(0.0).ceil());
                let end = self.items.len().saturating_sub(self.shown());
                self.first = (first + forward).saturating_sub(back).min(end);
                self.revealed = value.number().unwrap_or(0);
                WidgetReply::Consumed
            }
            _ => WidgetReply::Ignored,
        }
    }
}
