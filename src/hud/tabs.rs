//! Tabs: a row of titles with one chosen page.

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
use crate::input::MouseButton;

/// A row of titles with one chosen page: see [`Widget::tabs`](super::Widget::tabs).
///
/// Its widget's value is the number of the chosen page, from 0. Left and right choose another page while it has the
/// focus; so do Page Up, Page Down and the shoulder buttons of a gamepad, whichever widget has the focus. Each change
/// sends a [`ValueChanged`](super::ValueChanged). A widget [on a tab](super::Widget::on_tab) is visible only while its
/// page is chosen.
#[doc(alias("TabBar", "TabContainer"))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tabs {
    titles: Vec<Cow<'static, str>>,
    /// Width of its area, in characters. Follows from the layout, which is in the checksum.
    width: f32,
}

summed!(Tabs: titles; not width);

impl Tabs {
    /// Returns tabs with these titles.
    pub fn new<T: Into<Cow<'static, str>>>(titles: impl IntoIterator<Item = T>) -> Self {
        Self {
            titles: titles.into_iter().map(Into::into).collect(),
            width: 0.0,
        }
    }

    /// Returns the titles.
    pub fn titles(&self) -> &[Cow<'static, str>] {
        &self.titles
    }

    fn last(&self) -> usize {
        self.titles.len().saturating_sub(1)
    }

    fn chosen(&self, value: &WidgetValue) -> usize {
        let index = usize::try_from(value.number().unwrap_or(0)).unwrap_or(0);
        index.min(self.last())
    }

    fn choose(index: usize, value: &mut WidgetValue) -> WidgetReply {
        match value.assign(&index.into()) {
            true => WidgetReply::Changed,
            false => WidgetReply::Consumed,
        }
    }
}

impl WidgetContent for Tabs {
    fn draw(&self, pen: &mut WidgetPen<'_>) {
        let (size, chosen) = (pen.size(), self.chosen(pen.value()));
        let width = (size.x / self.titles.len().max(1) as f32).floor();
        for (number, title) in self.titles.iter().enumerate() {
            let corner = Vec2::new(number as f32 * width, 0.0);
            let rect = Rect::from_size(corner, Vec2::new(width, size.y));
            pen.row(rect, title, number == chosen);
        }
    }

    fn size(&self, measure: &WidgetMeasure<'_>) -> Option<(usize, usize)> {
        let widest = self.titles.iter().map(|title| measure.columns(title)).max();
        let width = widest.unwrap_or(0) + 2;
        Some((width * self.titles.len().max(1), measure.line_rows()))
    }

    fn placed(&mut self, size: Vec2, _: &WidgetMeasure<'_>) {
        self.width = size.x;
    }

    fn clamped(&self, number: i64) -> i64 {
        let last = i64::try_from(self.last()).unwrap_or(i64::MAX);
        number.min(last).max(0)
    }

    fn input(&mut self, input: WidgetInput, value: &mut WidgetValue) -> WidgetReply {
        let (chosen, count_all) = (self.chosen(value), self.titles.len().max(1));
        match input {
            WidgetInput::Command(WidgetCommand::Left) => {
                Self::choose(chosen.saturating_sub(1), value)
            }
            WidgetInput::Command(WidgetCommand::Right) => {
                Self::choose((chosen + 1).min(self.last()), value)
            }
            WidgetInput::Command(WidgetCommand::NextPage) => {
                Self::choose((chosen + 1) % count_all, value)
            }
            WidgetInput::Command(WidgetCommand::PreviousPage) => {
                Self::choose((chosen + count_all - 1) % count_all, value)
            }
            WidgetInput::Pressed {
                button: MouseButton::Left,
                at,
            } if at.x >= 0.0 && at.x < self.width => {
                let width = (self.width / count_all as f32).floor().max(1.0);
                Self::choose(count(at.x / width).min(self.last()), value)
            }
            WidgetInput::Pressed { .. } => WidgetReply::Consumed,
            _ => WidgetReply::Ignored,
        }
    }
}
