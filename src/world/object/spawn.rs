//! Adding objects.

use super::body::Body;
use super::description::{FilterMode, Object};
use super::slots::Place;
use crate::assets::Assets;
use crate::base::id::{ObjectId, row_number};
use crate::base::valid::{is_valid, is_valid_angle, is_valid_scale};
use crate::scene::{Instance, InstanceFlags};
use crate::world::World;

impl World {
    /// Adds an object. It acts from the next phase on, and is drawn from the next frame on. A field that is not valid
    /// gets its default, which is counted and logged. Where there is a context, [`Context::spawn`](crate::world::Context::spawn)
    /// is shorter.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::assets::Assets;
    ///
    /// let assets = Assets::new(Default::default());
    /// let mut world = World::new(vec2(80.0, 24.0), vec2(8.0, 16.0), 5, 0);
    /// let id = world.spawn(Object { sprite: Some(SpriteId::PLACEHOLDER), ..Object::default() }, &assets);
    /// assert!(world.contains(id));
    /// ```
    pub fn spawn(&mut self, mut object: Object, assets: &Assets) -> ObjectId {
        // In place: a description is large enough for each copy to be seen in bench `objects`.
        self.sanitize(&mut object);
        let sprite = object.sprite.and_then(|id| assets.sprite(id));
        if object.sprite.is_some() && sprite.is_none() {
            self.refuse(&object.kind, "sprite");
            object.sprite = None;
        }
        self.diagnostics.unmatched.note_kind(object.kind);
        let level = match object.level {
            _ if object.persistent => 0,
            Some(level) => level,
            None => self.level,
        };
        let body = Body::new(&object, sprite, self.unit());
        let instance = instance_of(&object, &body);
        let (flags, parts) = (body.row_flags(), body.row_parts());
        let is_found = body.has_collider();
        let Self { scene, slots, .. } = self;
        let layer = scene.altitudes_mut()[usize::from(object.altitude)].level_mut(level);
        let place = Place {
            altitude: object.altitude,
            level,
            row: row_number(layer.len()),
        };
        // The slot stores the row's number and the row the object's id, so the number is known before the row exists.
        let id = slots.insert(body, place);
        layer.push(Some(id), instance, object.velocity);
        layer.set_row_flags(place.row(), flags);
        layer.push_parts(parts);
        // No test for the world's boundary: it is of use only to behaviours, and attaching the first one makes it.
        match object.lifetime {
            None => {}
            Some(0) => self.mark_for_despawn(id),
            Some(steps) => layer.set_time_left(place.row(), f64::from(steps)),
        }
        if is_found {
            self.update_collider(id);
        }
        id
    }

    /// Puts the default in the place of every value that is not valid.
    fn sanitize(&mut self, object: &mut Object) {
        let usual = Object::default();
        let kind = object.kind;
        let mut check = |field: &str, valid: bool| {
            if !valid {
                self.refuse(&format_args!("a new `{kind}`"), field);
            }
            valid
        };
        if !check("position", is_valid(object.position)) {
            object.position = usual.position;
        }
        if !check("velocity", is_valid(object.velocity)) {
            object.velocity = usual.velocity;
        }
        if !check("acceleration", is_valid(object.acceleration)) {
            object.acceleration = usual.acceleration;
        }
        if !check("scale", is_valid_scale(object.scale)) {
            object.scale = usual.scale;
        }
        if !check("angle", is_valid_angle(object.angle)) {
            object.angle = usual.angle;
        }
        if !check("spin", is_valid_angle(object.spin)) {
            object.spin = usual.spin;
        }
        if !check("bounds", object.bounds.is_valid()) {
            object.bounds = usual.bounds;
        }
        // A world of fewer than three altitudes does not have the default one.
        let highest = self.altitudes().end - 1;
        if object.altitude > highest {
            self.refuse(&format_args!("a new `{kind}`"), "altitude");
            object.altitude = usual.altitude.min(highest);
        }
    }
}

fn instance_of(object: &Object, body: &Body) -> Instance {
    let mut instance = Instance::new(object.position, body.row_frame());
    body.write_row(&mut instance);
    instance.set_tint(object.tint);
    instance.set_flag(InstanceFlags::FILLED, object.filled);
    instance.set_flip(object.flip_x, object.flip_y);
    instance.set_blend(object.blend);
    instance.set_flag(InstanceFlags::LINEAR, object.filter == FilterMode::Linear);
    instance
}
