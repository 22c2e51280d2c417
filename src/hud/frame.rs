//! Draws the frame of a widget: its panel, its border lines, and the mark of the focus.

use core::iter::repeat_n;
use glam::Vec2;

use super::display_pen::{DisplayPen, PIXEL};
use super::layout::{WidgetLayout, count};
use super::style::WidgetFrame;
use crate::base::color::Color;
use crate::geometry::Rect;

/// The frame of a widget and its state.
pub(super) struct FrameDrawing<'a> {
    pub(super) layout: &'a WidgetLayout,
    pub(super) has_border: bool,
    pub(super) is_focused: bool,
    /// Colour of its lines.
    pub(super) color: Color,
    /// Tint of its sprite.
    pub(super) tint: Color,
}

impl FrameDrawing<'_> {
    /// Draws the panel, and the sprite in front of it.
    pub(super) fn draw_back(&self, pen: &mut DisplayPen<'_>, panel: Option<Color>) {
        if let Some(panel) = panel {
            pen.fill(self.layout, self.layout.bounds, panel);
        }
        if self.has_border
            && let WidgetFrame::Sprite(slices) = pen.style.frame
        {
            pen.nine_slice(self.layout, slices, self.tint);
        }
    }

    fn has_lines(&self, pen: &DisplayPen<'_>) -> bool {
        self.has_border && pen.style.frame == WidgetFrame::Lines
    }

    /// Draws the inner line of the focused widget's double border, because the built-in font draws double lines like
    /// single ones.
    pub(super) fn draw_second_line(&self, pen: &mut DisplayPen<'_>) {
        if !self.is_focused || !self.has_lines(pen) {
            return;
        }
        let Rect { min, max } = self.layout.bounds;
        // The font draws its border line through the middle of each character. The second line is closer to the
        // widget's centre, with a gap of two pixels between the two.
        let min = min + Vec2::new(7.0, 10.0) * PIXEL;
        let max = max - Vec2::new(7.0, 11.0) * PIXEL;
        let line = Vec2::new(2.0, 1.0) * PIXEL;
        for (from, to) in [
            (min, Vec2::new(max.x, min.y + line.y)),
            (Vec2::new(min.x, max.y - line.y), max),
            (min, Vec2::new(min.x + line.x, max.y)),
            (Vec2::new(max.x - line.x, min.y), max),
        ] {
            pen.fill(self.layout, Rect { min: from, max: to }, self.color);
        }
    }

    /// Draws the border lines, double around the focused widget. Without lines, brackets mark the focus, unless the
    /// style has a look for it.
    pub(super) fn draw(&self, pen: &mut DisplayPen<'_>) {
        let Rect { min, max } = self.layout.bounds;
        let has_lines = self.has_lines(pen);
        let sides = match (has_lines, self.is_focused) {
            (true, true) => ['║', '║'],
            (true, false) => ['│', '│'],
            (false, true) if pen.style.focused.is_empty() => ['[', ']'],
            (false, _) => return,
        };
        for line in 0..self.layout.lines {
            let y = self.layout.at(0, line).y;
            for (x, side) in [min.x, max.x - 1.0].into_iter().zip(sides) {
                pen.line.push(side);
                pen.characters(self.layout, Vec2::new(x, y), self.color);
            }
        }
        if !has_lines {
            return;
        }
        let edges = if self.is_focused {
            [['╔', '═', '╗'], ['╚', '═', '╝']]
        } else {
            [['┌', '─', '┐'], ['└', '─', '┘']]
        };
        let width = count(max.x - min.x - 2.0);
        for (y, [left, line, right]) in [min.y, max.y - 1.0].into_iter().zip(edges) {
            pen.line.push(left);
            pen.line.extend(repeat_n(line, width));
            pen.line.push(right);
            pen.characters(self.layout, Vec2::new(min.x, y), self.color);
        }
    }
}
