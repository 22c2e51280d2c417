//! The pen with which a custom widget draws its content.

use core::fmt::Display;
use glam::Vec2;

use super::display_pen::{DisplayPen, PIXEL};
use super::layout::{WidgetLayout, count};
use super::measure::WidgetMeasure;
use super::shades::{BACKGROUND, faded, inverse};
use super::style::{HudStyle, WidgetIcon, WidgetLook};
use super::value::WidgetValue;
use crate::assets::SpriteId;
use crate::base::color::Color;
use crate::base::valid::within;
use crate::geometry::Rect;
use crate::scene::{Instance, TextStyle, put_text};

/// Maximum absolute value of a coordinate, in characters.
const FAR: f32 = 65_536.0;

/// Draws the content of a [`CustomWidget`](super::CustomWidget), and returns the widget's state.
///
/// Positions and sizes are in the widget's own characters of 8 × 16 pixels, from the top left corner of its area. A
/// larger [`Widget::scale`](super::Widget::scale) enlarges all drawings. Drawings may reach beyond the area. A drawing
/// at a position that is not finite, or beyond ±65 536, is left out; so is a sprite that does not exist.
#[derive(Debug)]
pub struct WidgetPen<'a> {
    pub(super) target: DisplayPen<'a>,
    pub(super) layout: &'a WidgetLayout,
    pub(super) value: &'a WidgetValue,
    pub(super) color: Color,
    pub(super) is_hovered: bool,
    pub(super) is_held: bool,
    pub(super) is_focused: bool,
}

impl WidgetPen<'_> {
    /// Returns the size of the area, in characters.
    pub fn size(&self) -> Vec2 {
        self.layout.area().size()
    }

    /// Returns the widget's value.
    pub fn value(&self) -> &WidgetValue {
        self.value
    }

    /// Returns the widget's colour; the display's if it has none.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Returns whether the widget takes the mouse, and the mouse is on it.
    pub fn is_hovered(&self) -> bool {
        self.is_hovered
    }

    /// Returns whether the left mouse button was pressed on the widget and is still held.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Returns whether the widget has the keyboard's focus.
    pub fn is_focused(&self) -> bool {
        self.is_focused
    }

    /// Returns the look of a part of the widget, such as a row of a list. `is_current` is true for the chosen part.
    pub(super) fn look(&self, is_current: bool) -> WidgetLook {
        let style = self.target.style;
        let mut look = WidgetLook::default();
        if is_current && self.is_focused {
            look = look.under(style.focused);
        }
        if is_current && self.is_held {
            look = look.under(style.pressed);
        }
        look
    }

    /// Returns the style of the display.
    pub fn style(&self) -> &HudStyle {
        self.target.style
    }

    /// Returns measures of texts and icons in the display's style.
    pub fn measure(&self) -> WidgetMeasure<'_> {
        self.target.measure()
    }

    /// Returns the width of a value's text in columns, in the display's font, rounded up.
    pub fn columns(&mut self, value: impl Display) -> usize {
        self.target.write(value);
        let columns = self.target.measure().columns(self.target.line);
        self.target.line.clear();
        columns
    }

    /// Draws a line of text in the display's font: `at` is its upper left corner. The font's line is centred in the
    /// rows that it takes.
    pub fn label(&mut self, at: Vec2, text: impl Display, color: Color) -> &mut Self {
        if within(at, FAR) {
            self.target.write(text);
            let at = self.layout.area().min + at;
            self.target.text_at(self.layout, at, color);
        }
        self
    }

    /// Draws characters of the built-in font, which fill whole columns: for lines and marks. `at` is their upper left
    /// corner.
    pub fn characters(&mut self, at: Vec2, text: impl Display, color: Color) -> &mut Self {
        if within(at, FAR) {
            self.target.write(text);
            let at = self.layout.area().min + at;
            self.target.characters(self.layout, at, color);
        }
        self
    }

    /// Draws a row, such as an item of a list: a line of text one column from its left edge, cut at its right edge. The
    /// current row is in inverse video, or has the style's look of its state.
    pub fn row(&mut self, rect: Rect, text: impl Display, is_current: bool) -> &mut Self {
        let mut color = self.color;
        if is_current {
            let look = self.look(true);
            let is_lit = self.is_focused || self.is_held;
            let panel = match (look.panel, is_lit) {
                (Some(panel), _) => panel,
                (None, true) => self.color,
                (None, false) => faded(self.color, 2 * BACKGROUND),
            };
            color = match (look.text, is_lit && look.panel.is_none()) {
                (Some(text), _) => text,
                (None, true) => inverse(self.color),
                (None, false) => self.color,
            };
            self.fill(rect, panel);
        }
        if within(rect.min, FAR) {
            self.target.write(text);
            self.target.cut(count(rect.max.x - rect.min.x - 1.0));
            let at = self.layout.area().min + rect.min + Vec2::X;
            self.target.text_at(self.layout, at, color);
        }
        self
    }

    /// Draws a scroll bar at the right edge of a rectangle, for `shown` of `all` rows from the row `first`. Draws
    /// nothing if all are visible.
    pub fn scroll_bar(&mut self, rect: Rect, first: usize, shown: usize, all: usize) -> &mut Self {
        if shown >= all || all == 0 {
            return self;
        }
        let height = rect.max.y - rect.min.y;
        let at = |row: usize| rect.min.y + height * row as f32 / all as f32;
        let left = rect.max.x - 0.5;
        let track = Rect::new(Vec2::new(left, rect.min.y), rect.max);
        let thumb = Rect::new(
            Vec2::new(left, at(first)),
            Vec2::new(rect.max.x, at(first + shown)),
        );
        let color = self.color;
        self.fill(track, faded(color, BACKGROUND))
            .fill(thumb, color)
    }

    /// Draws the inner side of a rectangle's edge, `width` pixels wide.
    pub fn outline(&mut self, Rect { min, max }: Rect, width: f32, color: Color) -> &mut Self {
        let line = PIXEL * width;
        for (from, to) in [
            (min, Vec2::new(max.x, min.y + line.y)),
            (Vec2::new(min.x, max.y - line.y), max),
            (
                Vec2::new(min.x, min.y + line.y),
                Vec2::new(min.x + line.x, max.y - line.y),
            ),
            (
                Vec2::new(max.x - line.x, min.y + line.y),
                Vec2::new(max.x, max.y - line.y),
            ),
        ] {
            self.fill(Rect { min: from, max: to }, color);
        }
        self
    }

    /// Draws an icon with its upper left corner at `at`.
    pub fn icon(&mut self, at: Vec2, icon: WidgetIcon, tint: Color) -> &mut Self {
        if within(at, FAR) {
            let at = self.layout.area().min + at;
            self.target.icon(self.layout, at, icon, tint);
        }
        self
    }

    /// Draws text. `at` is at the text's upper edge and, depending on the style's alignment, at the left end, the
    /// middle or the right end of each line. A style is a [`Color`] or a [`TextStyle`], whose width of lines is in
    /// characters here.
    pub fn text(&mut self, at: Vec2, text: &str, style: impl Into<TextStyle>) -> &mut Self {
        if let Some(at) = self.shown(at) {
            let mut style = style.into();
            let scale = u8::try_from(self.layout.scale).unwrap_or(u8::MAX);
            style.scale = style.valid_scale() * f32::from(scale);
            style.wrap = style.wrap.map(|width| width * f32::from(scale));
            let DisplayPen { layer, assets, .. } = &mut self.target;
            put_text(layer, assets, text, at, Vec2::ONE, style);
        }
        self
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, rect: Rect, color: Color) -> &mut Self {
        if let (Some(_), Some(_)) = (self.shown(rect.min), self.shown(rect.max)) {
            let corner = self.layout.area().min;
            let [min, max] = [rect.min, rect.max].map(|at| corner + at);
            self.target.fill(self.layout, Rect { min, max }, color);
        }
        self
    }

    /// Draws a frame of a sprite, with the sprite's origin at `at`. Frames are counted from 0, and a larger number
    /// wraps around.
    pub fn frame(&mut self, at: Vec2, sprite: SpriteId, frame: u16, tint: Color) -> &mut Self {
        let (at, assets) = (self.shown(at), &*self.target.assets);
        if let (Some(at), Some(picture)) = (at, assets.sprite(sprite)) {
            let mut instance = Instance::new(at, picture.frames.wrapping(frame.into()));
            instance.set_scale(Vec2::splat(self.layout.scale as f32));
            instance.set_tint(tint);
            self.target.layer.push_slices(instance, assets.frames());
        }
        self
    }

    /// Converts a position to characters of the display. `None` if it is not finite or too far away.
    fn shown(&self, at: Vec2) -> Option<Vec2> {
        let area = self.layout.area();
        within(at, FAR).then(|| self.layout.shown(area.min + at))
    }
}
