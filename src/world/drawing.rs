//! What objects draw of their own: rows that are placed at the step's end, where their objects are by then.

mod shapes;

use glam::Vec2;

use super::World;
use super::context::Context;
use crate::assets::{Assets, SpriteId};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::geometry::turns::Turn;
use crate::scene::{Align, Instance, InstanceFlags, Layer, Pose, TextStyle, cell_size, put_text};

/// A row that goes with an object.
#[derive(Clone, Copy, Debug)]
struct Drawing {
    who: ObjectId,
    /// From the object's position, in world units.
    offset: Vec2,
    /// As it was drawn: it does not turn with the object.
    turn: Turn,
    altitude: u16,
    /// In the altitude's layer of drawings.
    row: usize,
}

/// Every row that goes with an object, in the order of drawing. Forgotten when the next step begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawings {
    rows: Vec<Drawing>,
}

impl Drawings {
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
    }
}

/// Draws on an object until the next step: see [`Context::draw_on`].
#[derive(Debug)]
pub struct DrawOn<'a> {
    world: &'a mut World,
    assets: &'a mut Assets,
    who: ObjectId,
}

impl Context<'_> {
    /// Draws on an object until the next step, with its sprite or, if it has none, instead of one: at its altitude,
    /// above the objects there. All places are relative to the object's position. What is drawn goes where the object
    /// is at the step's end, glides and jumps with it, and does not turn; it is hidden when the object is hidden, on
    /// another level, or gone. Whoever does not act, its altitude being disabled, draws nothing either: only sprites stay.
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
            who: id,
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
            self.world.note_drawings(self.who, altitude, first);
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
            self.world.refuse(&self.who, "drawn sprite");
            return self;
        };
        let mut instance = Instance::new(offset, picture.frames.wrapping(u32::from(frame)));
        instance.set_tint(tint);
        if let Some(altitude) = self.altitude(offset) {
            let layer = self.world.drawings_of(altitude);
            let first = layer.push(None, instance, Vec2::ZERO);
            self.world.note_drawings(self.who, altitude, first);
        }
        self
    }

    /// Where the object is drawn; nowhere if it is gone, or the place makes no sense, which is counted.
    fn altitude(&mut self, offset: Vec2) -> Option<u16> {
        let altitude = self.world.altitude(self.who)?;
        if !is_valid(offset) {
            self.world.refuse(&self.who, "drawing's place");
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
    fn note_drawings(&mut self, who: ObjectId, altitude: u16, first: usize) {
        for row in first..self.drawings_of(altitude).len() {
            let instance = self.drawings_of(altitude).columns().instances[row];
            let drawing = Drawing {
                who,
                offset: instance.position,
                turn: instance.turn,
                altitude,
                row,
            };
            self.drawings.rows.push(drawing);
            // What is drawn between steps is placed at once.
            self.place_drawing(&drawing);
        }
    }

    /// Puts everything that was drawn on objects where they are.
    pub(super) fn place_drawings(&mut self) {
        let rows = core::mem::take(&mut self.drawings.rows);
        for drawing in &rows {
            self.place_drawing(drawing);
        }
        self.drawings.rows = rows;
    }

    fn place_drawing(&mut self, drawing: &Drawing) {
        let step = self.step;
        let body = self.slots.get(drawing.who);
        let place = body
            .filter(|body| body.visible && self.is_current(body.place.level))
            .map(|body| body.place);
        let Some(place) = place else {
            let layer = self.drawings_of(drawing.altitude);
            return set_hidden(layer, drawing.row, true);
        };
        let base = self.layer(place).pose(place.row as usize, step);
        let pose = Pose {
            position: base.position + drawing.offset,
            motion: base.motion,
            turn: drawing.turn,
            turn_motion: 0,
        };
        let mut row = drawing.row;
        if place.altitude != drawing.altitude {
            let layer = self.drawings_of(drawing.altitude);
            let instance = layer.columns().instances[row];
            set_hidden(layer, row, true);
            let layer = self.drawings_of(place.altitude);
            row = layer.push(None, instance, Vec2::ZERO);
        }
        let layer = self.drawings_of(place.altitude);
        set_hidden(layer, row, false);
        layer.carry_row(row, pose, step);
    }
}

fn set_hidden(layer: &mut Layer, row: usize, hidden: bool) {
    if layer.columns().instances[row].is_hidden() == hidden {
        return;
    }
    layer.edit_row(row, |instance| {
        let flags = instance.flags();
        instance.set_flags(if hidden {
            flags.with(InstanceFlags::HIDDEN)
        } else {
            flags.without(InstanceFlags::HIDDEN)
        });
    });
}
