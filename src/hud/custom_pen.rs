//! The pen with which a custom widget draws its content.

use glam::Vec2;

use super::draw::DisplayPen;
use super::layout::WidgetLayout;
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
