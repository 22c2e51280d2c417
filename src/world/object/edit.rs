//! Changing an object. Every setter goes through [`World::edit`], which keeps the object's row true to its body.

use glam::Vec2;

use super::body::{Body, sprite_bounds};
use super::description::{Bounds, Filter};
use super::fraction_counter::FractionCounter;
use super::slots::Place;
use crate::assets::{Assets, SpriteId};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::{is_valid, is_valid_angle, is_valid_scale};
use crate::geometry::Rect;
use crate::geometry::turns::TurnMotion;
use crate::scene::{Blend, Instance, InstanceFlags, Layer, RowFlags};
use crate::world::object::integrator::{Force, Integrator};
use crate::world::{Outcome, World};

impl World {
    /// Changes an object: its body and how its row looks. Whatever of the row follows from the body is derived anew.
    pub(in crate::world) fn edit(
        &mut self,
        id: ObjectId,
        change: impl FnOnce(&mut Body, &mut Instance),
    ) -> Outcome {
        let Some((place, body)) = self.slots.find_mut(id) else {
            return Outcome::Gone;
        };
        let layer = self.scene.altitudes_mut()[usize::from(place.altitude)].level_mut(place.level);
        let row = place.row();
        // In one closure, because `edit_row` compares the instance before and after: after a change of the body alone
        // no backend copies the chunk.
        layer.edit_row(row, |instance| {
            change(body, instance);
            body.write_row(instance);
        });
        // All of them, whatever was changed: a setter that forgot one would go unnoticed until something does not move
        // (test `rows_always_follow_from_the_objects_bodies`).
        let flags = layer.row_flags()[row].with_derived(body.row_flags());
        layer.set_row_flags(row, flags);
        Outcome::Done
    }

    /// As [`World::edit`], for a new value of a field: refused, counted and logged if it is not valid.
    fn edit_valid(
        &mut self,
        id: ObjectId,
        field: &str,
        valid: bool,
        change: impl FnOnce(&mut Body, &mut Instance),
    ) -> Outcome {
        match self.check(id, field, valid) {
            Outcome::Done => self.edit(id, change),
            refused => refused,
        }
    }

    /// Whether an object is there and a new value of its field is valid.
    fn check(&mut self, id: ObjectId, field: &str, valid: bool) -> Outcome {
        if !self.contains(id) {
            return Outcome::Gone;
        }
        if !valid {
            self.refuse(&id, field);
            return Outcome::Refused;
        }
        Outcome::Done
    }

    /// Changes its velocity, in world units per step. Movement by whole cells begins a cell anew, along each
    /// axis on which the velocity is a new one. Refused unless each number is within ±1e9.
    pub fn set_velocity(&mut self, id: ObjectId, velocity: Vec2) -> Outcome {
        let Some((place, body)) = self.slots.find_mut(id) else {
            return Outcome::Gone;
        };
        if !is_valid(velocity) {
            self.refuse(&id, "velocity");
            return Outcome::Refused;
        }
        // Nothing that is derived depends on it, and it is set more often than anything else.
        let layer = self.scene.altitudes_mut()[usize::from(place.altitude)].level_mut(place.level);
        // Behaviours may set the same velocity in every step: if that began a cell anew, none would ever be covered.
        let old = layer.columns().velocities[place.row()];
        body.whole_cells.change_velocity(old, velocity);
        layer.set_velocity(place.row(), velocity);
        Outcome::Done
    }

    /// Changes its acceleration, in world units per step, each step. Refused unless each number is within ±1e9.
    pub fn set_acceleration(&mut self, id: ObjectId, acceleration: Vec2) -> Outcome {
        self.edit_valid(id, "acceleration", is_valid(acceleration), |body, _| {
            body.acceleration = acceleration;
        })
    }

    /// Changes the acceleration that depends on where it is, added to the constant one. A result that is not finite
    /// is refused, and the object keeps its velocity; a panic in it disables the object.
    pub fn set_force(&mut self, id: ObjectId, force: Option<Force>) -> Outcome {
        self.edit(id, |body, _| body.integration.force = force)
    }

    /// Changes how its accelerations are integrated, from its next move on.
    pub fn set_integrator(&mut self, id: ObjectId, integrator: Integrator) -> Outcome {
        self.edit(id, |body, _| body.integration.integrator = integrator)
    }

    /// Turns it at once, to radians clockwise; drawing shows it jump. Refused unless within ±1e9.
    pub fn set_angle(&mut self, id: ObjectId, angle: f32) -> Outcome {
        let outcome = self.edit_valid(id, "angle", is_valid_angle(angle), |body, instance| {
            body.angle = angle;
            instance.turn_motion = TurnMotion::ZERO;
        });
        if outcome.is_done() {
            self.mark_dirty(id, false);
        }
        outcome
    }

    /// Puts it elsewhere at once, in world units: not tested for collisions, and drawn as a jump. Refused unless each
    /// number is within ±1e9.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let ball = cx.spawn(Object { position: vec2(3.0, 4.0), ..Object::default() });
    /// assert_eq!(cx.world.set_position(ball, vec2(20.0, 4.0)), Outcome::Done);
    /// assert_eq!(cx.world.set_position(ball, vec2(f32::NAN, 0.0)), Outcome::Refused);
    /// assert_eq!(cx.world.position(ball), Some(vec2(20.0, 4.0)));
    /// ```
    pub fn set_position(&mut self, id: ObjectId, position: Vec2) -> Outcome {
        let outcome = self.check(id, "position", is_valid(position));
        if let Some(place) = self.slots.place(id).filter(|_| outcome.is_done()) {
            let step = self.step;
            self.layer_at(place).place_row(place.row(), position, step);
            // Not by a move: an object that is put outside is not notified of leaving.
            self.update_outside(id, false);
            self.mark_dirty(id, true);
        }
        outcome
    }

    /// Changes how fast it turns, in radians per step. Refused unless within ±1e9.
    pub fn set_spin(&mut self, id: ObjectId, spin: f32) -> Outcome {
        self.edit_valid(id, "spin", is_valid_angle(spin), |body, _| body.spin = spin)
    }

    /// Mirrors its sprite left to right and top to bottom, within its rectangle.
    pub fn set_flip(&mut self, id: ObjectId, x: bool, y: bool) -> Outcome {
        self.edit(id, |_, instance| instance.set_flip(x, y))
    }

    /// Changes its blend mode.
    pub fn set_blend(&mut self, id: ObjectId, blend: Blend) -> Outcome {
        self.edit(id, |_, instance| instance.set_blend(blend))
    }

    /// Changes how its texels are read.
    pub fn set_filter(&mut self, id: ObjectId, filter: Filter) -> Outcome {
        self.edit(id, |_, instance| {
            instance.set_flag(InstanceFlags::LINEAR, filter == Filter::Linear);
        })
    }

    /// Changes the groups it belongs to and those it collides with: any bits, one for each group. From the next move
    /// on.
    pub fn set_groups(&mut self, id: ObjectId, groups: u32, collides_with: u32) -> Outcome {
        self.edit(id, |body, _| {
            (body.groups, body.collides_with) = (groups, collides_with);
        })
    }

    /// Multiplies its texels by another colour.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let white = cx.assets.add_pixels("white", 4, 4, &[255; 4 * 4 * 4], &ImageLayout::default())?;
    ///     let lamp = cx.spawn(Object { sprite: Some(white), position: vec2(4.0, 4.0), ..Object::default() });
    ///     cx.world.set_tint(lamp, Color::RED);
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Lamp", Default::default()).pixels(8, 8), start)?;
    /// assert_eq!(game.picture().count(Color::RED), 4 * 4);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_tint(&mut self, id: ObjectId, tint: Color) -> Outcome {
        self.edit(id, |_, instance| instance.set_tint(tint))
    }

    /// Stretches it by factors of its sprite's width and height; negative ones mirror it. Its box follows if it is its
    /// sprite's. Refused unless each factor is finite and at most 65 504 in size.
    pub fn set_scale(&mut self, id: ObjectId, scale: Vec2, assets: &Assets) -> Outcome {
        let unit = self.unit();
        let outcome = self.edit_valid(id, "scale", is_valid_scale(scale), |body, _| {
            body.scale = scale;
            let sprite = body.sprite.and_then(|sprite| assets.sprite(sprite));
            if let Some(sprite) = sprite.filter(|_| body.bounds_of_sprite) {
                body.bounds = sprite_bounds(sprite, unit, scale);
            }
        });
        self.update_outside(id, false);
        outcome
    }

    /// Shows another sprite, from its first frame on, at its own speed. Its box follows if it was the sprite's. Refused
    /// if there is no such sprite.
    pub fn set_sprite(&mut self, id: ObjectId, sprite: SpriteId, assets: &Assets) -> Outcome {
        let unit = self.unit();
        let picture = assets.sprite(sprite);
        let outcome = self.edit_valid(id, "sprite", picture.is_some(), |body, _| {
            let Some(picture) = picture else {
                return;
            };
            body.sprite = Some(sprite);
            if body.bounds_of_sprite {
                body.bounds = sprite_bounds(picture, unit, body.scale);
            }
            body.animation.slowdown = picture.slowdown;
            body.animation.show(0, picture.frames);
        });
        self.update_outside(id, false);
        outcome
    }

    /// Shows a frame of its sprite, counted from 0; it wraps around. The animation goes on from there. Refused if it
    /// has no sprite.
    pub fn set_frame(&mut self, id: ObjectId, frame: u16, assets: &Assets) -> Outcome {
        let sprite = self.sprite(id).and_then(|sprite| assets.sprite(sprite));
        self.edit_valid(id, "frame", sprite.is_some(), |body, _| {
            if let Some(sprite) = sprite {
                body.animation.show(frame, sprite.frames);
            }
        })
    }

    /// Changes for how many steps a frame is shown, 0 to 65 535: 1 is every step, 0 stops.
    pub fn set_slowdown(&mut self, id: ObjectId, slowdown: u16) -> Outcome {
        self.edit(id, |body, _| {
            body.animation.slowdown = slowdown;
            body.animation.shown = FractionCounter::default();
        })
    }

    /// Changes its bounding box to this rectangle, in world units relative to its position. Refused unless each number
    /// is within ±1e9, and no edge beyond the opposite one.
    pub fn set_bounds(&mut self, id: ObjectId, bounds: Rect) -> Outcome {
        let valid = Bounds::Fixed(bounds).is_valid();
        let outcome = self.edit_valid(id, "bounds", valid, |body, _| {
            body.bounds = bounds;
            body.bounds_of_sprite = false;
        });
        self.update_outside(id, false);
        outcome
    }

    /// Removes an object after this many steps of its layer's time: 1 is at the end of the next step, 0 at the end of
    /// this one. As [`World::set_lifetime`].
    pub fn remove_after(&mut self, id: ObjectId, steps: u32) -> Outcome {
        self.set_lifetime(id, Some(steps))
    }

    /// Sets an object's lifetime, any number of steps; `None` removes the limit. It is removed at the end of the step
    /// in which its time is over. Time passes for it as for movement: multiplied by the time scale of its altitude, and
    /// not at all while that is disabled or while another level is current.
    pub fn set_lifetime(&mut self, id: ObjectId, steps: Option<u32>) -> Outcome {
        let Some(place) = self.slots.place(id) else {
            return Outcome::Gone;
        };
        if steps == Some(0) {
            return self.remove(id);
        }
        // The layer's clock has already advanced by the step that runs, which therefore does not count.
        let left = steps.map_or(f64::INFINITY, f64::from);
        self.layer_at(place).set_time_left(place.row(), left);
        Outcome::Done
    }

    /// Sets or clears a flag of an object's row that does not follow from its body.
    pub(in crate::world) fn set_row_flag(&mut self, id: ObjectId, flag: RowFlags, on: bool) {
        if let Some(place) = self.slots.place(id) {
            let layer = self.layer_at(place);
            let flags = layer.row_flags()[place.row()].with(flag, on);
            layer.set_row_flags(place.row(), flags);
        }
    }

    /// The layer that an object's row is in, to change.
    pub(in crate::world) fn layer_at(&mut self, place: Place) -> &mut Layer {
        self.layer_mut(place.altitude, place.level)
    }

    /// The layer of an altitude and level, to change. Creates it if there is none.
    pub(in crate::world) fn layer_mut(&mut self, altitude: u16, level: u16) -> &mut Layer {
        self.scene.altitudes_mut()[usize::from(altitude)].level_mut(level)
    }
}

#[cfg(test)]
mod tests;
