//! Lines and rectangles that objects draw of their own: the atlas's solid texel, stretched and turned.

use glam::Vec2;

use super::DrawOn;
use crate::assets::FrameId;
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::scene::Instance;

impl DrawOn<'_> {
    /// Draws a straight line between two places in world units from the object's position. It is `width` pixels of the
    /// unmagnified view wide, half on each side, and ends flush with them. Nothing, and counted, if the width is not
    /// above 0. Two places that are the same make no line.
    ///
    /// Its ends are kept to 11 bits of its length: to half a pixel of a line of a thousand.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: Color) -> &mut Self {
        let along = (to - from) * self.world.unit();
        // What is no place is refused as one, below.
        let angle = libm::atan2f(along.y, along.x);
        let length = along.length();
        if length > 0.0 && width == 0.0 {
            self.world.refuse(&self.who, "drawn line's width");
            return self;
        }
        self.bar((from + to) / 2.0, Vec2::new(length, width), angle, color)
    }

    /// Fills a rectangle in world units from the object's position. An empty one is nothing; one whose edges are the
    /// wrong way round is nothing, and counted.
    pub fn rect(&mut self, rect: Rect, color: Color) -> &mut Self {
        let size = rect.size() * self.world.unit();
        self.bar(rect.center(), size, 0.0, color)
    }

    /// Draws a rectangle's outline, `width` pixels of the unmagnified view wide, inside of it. No pixel is drawn twice,
    /// which shows where the colour is see-through. Nothing, and counted, if the rectangle's edges are the wrong way round or
    /// the width is not above 0.
    pub fn outline(&mut self, rect: Rect, width: f32, color: Color) -> &mut Self {
        if !is_width(width) {
            self.world.refuse(&self.who, "drawn line's width");
            return self;
        }
        let thick = Vec2::splat(width) / self.world.unit();
        let hole = Rect {
            min: rect.min + thick,
            max: rect.max - thick,
        };
        // NaN is told by `rect`.
        if !(hole.min.x < hole.max.x && hole.min.y < hole.max.y) {
            return self.rect(rect, color);
        }
        let between = |left: f32, top: f32, right: f32, bottom: f32| Rect {
            min: Vec2::new(left, top),
            max: Vec2::new(right, bottom),
        };
        self.rect(
            between(rect.min.x, rect.min.y, rect.max.x, hole.min.y),
            color,
        )
        .rect(
            between(rect.min.x, hole.min.y, hole.min.x, hole.max.y),
            color,
        )
        .rect(
            between(hole.max.x, hole.min.y, rect.max.x, hole.max.y),
            color,
        )
        .rect(
            between(rect.min.x, hole.max.y, rect.max.x, rect.max.y),
            color,
        )
    }

    /// A filled rectangle of so many pixels about its middle, turned by an angle.
    fn bar(&mut self, middle: Vec2, size: Vec2, angle: f32, color: Color) -> &mut Self {
        let Some(altitude) = self.altitude(middle) else {
            return self;
        };
        if size.x == 0.0 || size.y == 0.0 {
            return self;
        }
        if !(is_width(size.x) && is_width(size.y)) {
            self.world.refuse(&self.who, "drawn shape's size");
            return self;
        }
        let mut instance = Instance::new(middle, FrameId::SOLID);
        instance.set_scale(size);
        instance.turn = Turn::from_radians(angle);
        // The solid texel hangs by its first corner, and turns about it.
        let [x, y] = instance.scale.map(|side| side.to_f32() / 2.0);
        let (sin, cos) = instance.turn.sin_cos();
        let to_middle = Vec2::new(cos * x - sin * y, sin * x + cos * y);
        instance.position -= to_middle / self.world.unit();
        instance.set_tint(color);
        let layer = self.world.drawings_of(altitude);
        let first = layer.push(None, instance, Vec2::ZERO);
        self.world.note_drawings(self.who, altitude, first);
        self
    }
}

/// Whether something can be so many pixels wide.
fn is_width(width: f32) -> bool {
    width.is_finite() && width > 0.0
}
