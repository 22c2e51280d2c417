//! Scroll areas: parts of stacks that show only some of their rows.

use glam::Vec2;

use super::display_pen::DisplayPen;
use super::shades::{BACKGROUND, faded};
use super::widget::WidgetId;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::geometry::Rect;

/// Width of a scroll bar, in characters: four pixels, so that it covers no border line.
const BAR: f32 = 0.5;

/// The scroll areas of a display.
#[derive(Clone, Debug, Default)]
pub(super) struct ScrollAreas {
    areas: Vec<ScrollArea>,
    /// Focused widget that was last scrolled into view.
    revealed: Option<WidgetId>,
}

impl Checksum for ScrollAreas {
    // Adds nothing without areas, so that older recordings have the same checksums.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if !self.areas.is_empty() {
            (&self.areas, &self.revealed).write_checksum(sum);
        }
    }
}

/// A scroll area: the widgets of a group in one stack. Lengths are in characters.
#[derive(Clone, Debug)]
pub(super) struct ScrollArea {
    group: &'static str,
    /// Maximum number of visible rows.
    rows: u16,
    /// Whole number of rows scrolled out at the top.
    offset: f32,
    /// Index of its stack. `None` until the arrangement finds its first widget, as for all fields below.
    stack: Option<usize>,
    /// Height of all its widgets.
    content: f32,
    /// Upper and lower edge of the widget to scroll into view, from the top of the content.
    reveal: Option<(f32, f32)>,
    /// Height of the widgets placed so far.
    placed: f32,
    /// The visible rectangle.
    pub(super) bounds: Option<Rect>,
}

summed!(ScrollArea: group, rows, offset; not stack, content, reveal, placed, bounds);

impl ScrollArea {
    /// Returns the height of the visible part.
    pub(super) fn height(&self) -> f32 {
        self.content.min(self.rows.max(1).into())
    }

    /// Adds a widget to the content.
    fn add(&mut self, height: f32, spacing: f32, reveals: bool) {
        let gap = if self.content > 0.0 { spacing } else { 0.0 };
        let top = self.content + gap;
        self.content = top + height;
        if reveals {
            self.reveal = Some((top, self.content));
        }
    }

    /// Limits the offset, so that the area is full and the widget to reveal is visible.
    fn fit(&mut self) {
        let height = self.height();
        if let Some((top, bottom)) = self.reveal {
            // The top wins if the widget is higher than the area.
            self.offset = self.offset.max((bottom - height).ceil()).min(top.floor());
        }
        self.offset = self.offset.min(self.content - height).max(0.0);
    }

    /// Returns the upper edge of its next widget, which is `height` high, from the top of the visible part.
    pub(super) fn place(&mut self, height: f32, spacing: f32) -> f32 {
        let top = self.placed - self.offset;
        self.placed += height + spacing;
        top
    }

    /// Extends the visible rectangle by a widget's columns.
    pub(super) fn extend(&mut self, corner: Vec2, width: f32) -> Rect {
        let column = Rect::from_size(corner, Vec2::new(width, self.height()));
        let bounds = self.bounds.map_or(column, |bounds| Rect {
            min: bounds.min.min(column.min),
            max: bounds.max.max(column.max),
        });
        self.bounds = Some(bounds);
        bounds
    }
}

impl ScrollAreas {
    /// Sets the number of rows of a group's area. `None` removes it.
    pub(super) fn set(&mut self, group: &'static str, rows: Option<u16>) {
        match (self.areas.iter().position(|it| it.group == group), rows) {
            (Some(at), Some(rows)) => self.areas[at].rows = rows,
            (Some(at), None) => {
                self.areas.remove(at);
            }
            (None, Some(rows)) => self.areas.push(ScrollArea {
                group,
                rows,
                offset: 0.0,
                stack: None,
                content: 0.0,
                reveal: None,
                placed: 0.0,
                bounds: None,
            }),
            (None, None) => {}
        }
    }

    /// Returns the number of rows of a group's area.
    pub(super) fn rows_of(&self, group: &str) -> Option<u16> {
        let mut areas = self.areas.iter();
        areas.find(|area| area.group == group).map(|area| area.rows)
    }

    /// Starts an arrangement. `focus` is the focused widget. Returns the widget to scroll into view: the focus, if it
    /// has moved since the last arrangement.
    pub(super) fn begin(&mut self, focus: Option<WidgetId>) -> Option<WidgetId> {
        for area in &mut self.areas {
            area.stack = None;
            (area.content, area.placed) = (0.0, 0.0);
            (area.reveal, area.bounds) = (None, None);
        }
        let before = core::mem::replace(&mut self.revealed, focus);
        focus.filter(|_| before != focus)
    }

    /// Adds a widget of a group in a stack. Returns whether it is the first one of its area. `None` if it is in no area.
    pub(super) fn add(
        &mut self,
        (group, stack): (&'static str, usize),
        height: f32,
        spacing: f32,
        reveals: bool,
    ) -> Option<bool> {
        let mut areas = self.areas.iter_mut().filter(|area| area.group == group);
        let area = areas.find(|area| area.stack.is_none_or(|own| own == stack))?;
        let is_first = area.stack.replace(stack).is_none();
        area.add(height, spacing, reveals);
        Some(is_first)
    }

    /// Limits all offsets, and adds the areas' heights to the heights of their stacks.
    pub(super) fn fit(&mut self, heights: &mut [f32]) {
        for area in &mut self.areas {
            area.fit();
            if let Some(height) = area.stack.and_then(|stack| heights.get_mut(stack)) {
                *height += area.height();
            }
        }
    }

    /// Returns the area of a group in a stack.
    pub(super) fn of(&mut self, (group, stack): (&'static str, usize)) -> Option<&mut ScrollArea> {
        let mut areas = self.areas.iter_mut();
        areas.find(|area| area.group == group && area.stack == Some(stack))
    }

    /// Scrolls the area at a position in characters by this number of rows. Returns whether there is one with hidden
    /// rows.
    pub(super) fn scroll(&mut self, position: Vec2, rows: f32) -> bool {
        let is_there = |area: &&mut ScrollArea| {
            let is_longer = area.content > area.height();
            is_longer && area.bounds.is_some_and(|bounds| bounds.contains(position))
        };
        let Some(area) = self.areas.iter_mut().find(is_there) else {
            return false;
        };
        let end = area.content - area.height();
        area.offset = (area.offset + rows.round()).min(end).max(0.0);
        true
    }

    /// Draws scroll bars at the right edges of areas with hidden rows.
    pub(super) fn draw(&self, pen: &mut DisplayPen<'_>) {
        for area in &self.areas {
            let height = area.height();
            let Some(bounds) = area.bounds.filter(|_| area.content > height) else {
                continue;
            };
            let at = |row: f32| bounds.min.y + height * row / area.content;
            let left = bounds.max.x - BAR;
            let color = pen.style.color;
            for (top, bottom, color) in [
                (bounds.min.y, bounds.max.y, faded(color, BACKGROUND)),
                (at(area.offset), at(area.offset + height), color),
            ] {
                let (min, max) = (Vec2::new(left, top), Vec2::new(bounds.max.x, bottom));
                pen.fill_shown(Rect { min, max }, color);
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }
}
