//! What objects draw of their own: rows that are placed at the step's end, where their objects are by then.

use glam::Vec2;

use crate::assets::{FrameId, SpriteId};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::geometry::Rect;
use crate::geometry::turns::{Turn, TurnMotion};
use crate::scene::{Align, Instance, Layer, Pose, TextStyle, cell_size, put_text};
use crate::world::context::DrawOn;
use crate::world::object::drawings::{Drawing, set_hidden};
use crate::world::{Context, World};

impl Context<'_> {
    /// Draws on an object until the next step, with its sprite or, if it has none, instead of one: at its altitude,
    /// above the objects there. All places are relative to the object's position. What is drawn goes where the object
    /// is at the step's end, glides and jumps with it, and does not turn; it is hidden when the object is hidden, on
    /// another level, or gone. An object that does not act, because its altitude is disabled or another level is
    /// current, keeps what was drawn on it last: it is seen as long as the object is.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # fn after(me: ObjectId, cx: &mut Context<'_>) {
    /// cx.draw_on(me)
    ///     .text(vec2(0.0, -2.0), "shield up", Align::Center, Color::CYAN)
    ///     .char(vec2(1.0, 0.0), '»', Color::WHITE)
    ///     .line(vec2(1.0, 0.5), vec2(9.0, 0.5), 1.0, Color::RED);
    /// # }
    /// ```
    pub fn draw_on(&mut self, id: ObjectId) -> DrawOn<'_> {
        DrawOn {
            world: self.world,
            assets: self.assets,
            id,
        }
    }
}

impl DrawOn<'_> {
    /// Draws a line of text. `offset` is its upper edge and, by `align`, its left end, middle or right end, in world
    /// units from the object's position.
    pub fn text(
        &mut self,
        offset: Vec2,
        text: &str,
        align: Align,
        style: impl Into<TextStyle>,
    ) -> &mut Self {
        let cell = cell_size(self.world.unit());
        if let Some(altitude) = self.altitude(offset) {
            let layer = self.world.drawings_of(altitude);
            let first = layer.len();
            put_text(layer, self.assets, text, offset, align, cell, style);
            self.world.note_drawings(self.id, altitude, first);
        }
        self
    }

    /// Draws one character. `offset` is its top left corner, in world units from the object's position.
    pub fn char(
        &mut self,
        offset: Vec2,
        character: char,
        style: impl Into<TextStyle>,
    ) -> &mut Self {
        let mut bytes = [0; 4];
        self.text(
            offset,
            character.encode_utf8(&mut bytes),
            Align::Left,
            style,
        )
    }

    /// Draws a sprite's frame, counted from 0 and wrapping around, as an object at this place would show it: `offset`
    /// is in world units from the object's position.
    pub fn frame(&mut self, offset: Vec2, sprite: SpriteId, frame: u16, tint: Color) -> &mut Self {
        let Some(picture) = self.assets.sprite(sprite) else {
            self.world.refuse(&self.id, "drawn sprite");
            return self;
        };
        let mut instance = Instance::new(offset, picture.frames.wrapping(u32::from(frame)));
        instance.set_tint(tint);
        if let Some(altitude) = self.altitude(offset) {
            let layer = self.world.drawings_of(altitude);
            let first = layer.push(None, instance, Vec2::ZERO);
            self.world.note_drawings(self.id, altitude, first);
        }
        self
    }

    /// Draws a straight line between two places in world units from the object's position. It is `width` pixels of the
    /// unmagnified view wide, half on each side, and ends flush with them. Nothing, and counted, if the width is not
    /// above 0. Two places that are the same make no line.
    ///
    /// Its ends are kept to 11 bits of its length: to half a pixel of a line of a thousand.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: Color) -> &mut Self {
        let along = (to - from) * self.world.unit();
        // `libm`, because the standard library's arc tangent is not the same on every platform. Places that are not
        // finite are refused by `bar`.
        let angle = libm::atan2f(along.y, along.x);
        let length = along.length();
        // `bar` draws nothing for a shape without area, and counts nothing. A width of 0 is a mistake all the same.
        if length > 0.0 && width == 0.0 {
            self.world.refuse(&self.id, "drawn line's width");
            return self;
        }
        self.bar((from + to) / 2.0, Vec2::new(length, width), angle, color)
    }

    /// Fills a rectangle in world units from the object's position. An empty one draws nothing; one whose edges are the
    /// wrong way round is nothing, and counted.
    pub fn rect(&mut self, rect: Rect, color: Color) -> &mut Self {
        let size = rect.size() * self.world.unit();
        self.bar(rect.center(), size, 0.0, color)
    }

    /// Draws a rectangle's outline, `width` pixels of the unmagnified view wide, inside of it. No pixel is drawn twice,
    /// which shows where the colour is see-through. Nothing, and counted, if the rectangle's edges are the wrong way
    /// round or the width is not above 0.
    pub fn outline(&mut self, rect: Rect, width: f32, color: Color) -> &mut Self {
        if !is_width(width) {
            self.world.refuse(&self.id, "drawn line's width");
            return self;
        }
        let thick = Vec2::splat(width) / self.world.unit();
        let hole = Rect {
            min: rect.min + thick,
            max: rect.max - thick,
        };
        // NaN is refused by `rect`.
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

    /// Draws a filled rectangle about its middle, of a size in pixels, turned by an angle in radians.
    fn bar(&mut self, middle: Vec2, size: Vec2, angle: f32, color: Color) -> &mut Self {
        let Some(altitude) = self.altitude(middle) else {
            return self;
        };
        if size.x == 0.0 || size.y == 0.0 {
            return self;
        }
        if !(is_width(size.x) && is_width(size.y)) {
            self.world.refuse(&self.id, "drawn shape's size");
            return self;
        }
        let mut instance = Instance::new(middle, FrameId::SOLID);
        instance.set_scale(size);
        instance.turn = Turn::from_radians(angle);
        // The solid texel's position is its first corner, about which it turns. Half of the size as it is stored:
        // scales are half floats, and by the exact size the middle would be off.
        let [x, y] = instance.scale.map(|side| side.to_f32() / 2.0);
        let (sin, cos) = instance.turn.sin_cos();
        let to_middle = Vec2::new(cos * x - sin * y, sin * x + cos * y);
        instance.position -= to_middle / self.world.unit();
        instance.set_tint(color);
        let layer = self.world.drawings_of(altitude);
        let first = layer.push(None, instance, Vec2::ZERO);
        self.world.note_drawings(self.id, altitude, first);
        self
    }

    /// Returns the altitude where the object is drawn. `None` if it is gone, or if the offset is not valid, which is
    /// counted.
    fn altitude(&mut self, offset: Vec2) -> Option<u16> {
        let altitude = self.world.altitude(self.id)?;
        if !is_valid(offset) {
            self.world.refuse(&self.id, "drawing's place");
            return None;
        }
        Some(altitude)
    }
}

impl World {
    fn drawings_of(&mut self, altitude: u16) -> &mut Layer {
        self.scene.altitudes_mut()[usize::from(altitude)].drawn_mut()
    }

    /// Rows from `first` on, placed by their offsets so far, go with an object from now on.
    fn note_drawings(&mut self, id: ObjectId, altitude: u16, first: usize) {
        for row in first..self.drawings_of(altitude).len() {
            let instance = self.drawings_of(altitude).columns().instances[row];
            let mut drawing = Drawing {
                id,
                offset: instance.position,
                turn: instance.turn,
                altitude,
                row,
            };
            // What is drawn between steps is placed at once.
            self.place_drawing(&mut drawing);
            self.drawings.rows.push(drawing);
        }
        if !self.stepping {
            self.drawings.drop_replaced(&mut self.scene);
        }
    }

    /// Puts everything that was drawn on objects where they are.
    pub(in crate::world) fn place_drawings(&mut self) {
        self.drawings.drop_replaced(&mut self.scene);
        self.drawings.thaw(&mut self.scene, &self.slots, self.level);
        let mut rows = core::mem::take(&mut self.drawings.rows);
        for drawing in &mut rows {
            self.place_drawing(drawing);
        }
        self.drawings.rows = rows;
    }

    fn place_drawing(&mut self, drawing: &mut Drawing) {
        let step = self.step;
        let body = self.slots.get(drawing.id);
        // Not `is_hidden`, which is true of every object without a sprite: drawings may be there instead of one.
        let place = body
            .filter(|body| body.visible && self.is_current(body.place.level))
            .map(|body| body.place);
        let Some(place) = place else {
            let layer = self.drawings_of(drawing.altitude);
            return set_hidden(layer, drawing.row, true);
        };
        let base = self.layer(place).pose(place.row(), step);
        let pose = Pose {
            position: base.position + drawing.offset,
            motion: base.motion,
            turn: drawing.turn,
            turn_motion: TurnMotion::ZERO,
        };
        if place.altitude != drawing.altitude {
            let layer = self.drawings_of(drawing.altitude);
            let instance = layer.columns().instances[drawing.row];
            // It stays, hidden, until the next step begins.
            set_hidden(layer, drawing.row, true);
            let layer = self.drawings_of(place.altitude);
            drawing.row = layer.push(None, instance, Vec2::ZERO);
            drawing.altitude = place.altitude;
        }
        let layer = self.drawings_of(place.altitude);
        set_hidden(layer, drawing.row, false);
        layer.set_pose(drawing.row, pose, step);
    }
}

/// Whether a width in pixels is finite and above 0.
fn is_width(width: f32) -> bool {
    width.is_finite() && width > 0.0
}
