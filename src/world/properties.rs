//! What can be asked of an object, and changed at once.

use glam::Vec2;

use super::body::Body;
use super::integrator::{Force, Integrator};
use super::object::{Bounds, Filter, Movement, Solidness};
use super::{Outcome, World};
use crate::assets::{Anchor, Assets, Sprite, SpriteId};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::{is_valid, is_valid_angle, is_valid_scale};
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::scene::{Blend, InstanceFlags, Roles};

impl Body {
    /// Whether the world moves it one by one.
    pub(super) fn moves_alone(&self) -> bool {
        self.marked
            || self.disabled
            || self.kin.attached
            || self.solidness.is_solid()
            || self.movement == Movement::WholeCells
            || self.acceleration != Vec2::ZERO
            || self.integration.force.is_some()
    }
}

/// The rectangle of a sprite about its object, in world units.
pub(super) fn sprite_bounds(sprite: &Sprite, unit: Vec2, scale: Vec2) -> Rect {
    let size = Vec2::new(f32::from(sprite.size_px.0), f32::from(sprite.size_px.1)) / unit;
    let min = match sprite.anchor {
        Anchor::Center => -size / 2.0,
        Anchor::TopLeft => Vec2::ZERO,
    };
    Rect::new(min * scale, (min + size) * scale)
}

impl World {
    /// Whether the object is still there. One whose removal is under way is, until the step's end.
    pub fn contains(&self, id: ObjectId) -> bool {
        self.slots.get(id).is_some()
    }

    /// The name of its type.
    pub fn kind(&self, id: ObjectId) -> Option<&'static str> {
        Some(self.slots.get(id)?.kind)
    }

    /// Where it is, in world units.
    pub fn position(&self, id: ObjectId) -> Option<Vec2> {
        let place = self.slots.get(id)?.place;
        Some(self.layer(place).columns().instances[place.row as usize].position)
    }

    /// World units per step.
    pub fn velocity(&self, id: ObjectId) -> Option<Vec2> {
        let place = self.slots.get(id)?.place;
        Some(self.layer(place).columns().velocities[place.row as usize])
    }

    /// World units per step, each step: the constant part.
    pub fn acceleration(&self, id: ObjectId) -> Option<Vec2> {
        Some(self.slots.get(id)?.acceleration)
    }

    /// How its accelerations are followed.
    pub fn integrator(&self, id: ObjectId) -> Option<Integrator> {
        Some(self.slots.get(id)?.integration.integrator)
    }

    /// Its altitude.
    pub fn altitude(&self, id: ObjectId) -> Option<u16> {
        Some(self.slots.get(id)?.place.altitude)
    }

    /// Its level; 0 if it is persistent.
    pub fn level_of(&self, id: ObjectId) -> Option<u16> {
        Some(self.slots.get(id)?.place.level)
    }

    /// Whether it gets in the way.
    pub fn solidness(&self, id: ObjectId) -> Option<Solidness> {
        Some(self.slots.get(id)?.solidness)
    }

    /// Whether it is drawn.
    pub fn is_visible(&self, id: ObjectId) -> Option<bool> {
        Some(self.slots.get(id)?.visible)
    }

    /// Its angle in radians, clockwise.
    pub fn angle(&self, id: ObjectId) -> Option<f32> {
        Some(self.slots.get(id)?.angle)
    }

    /// How fast it turns, in radians per step.
    pub fn spin(&self, id: ObjectId) -> Option<f32> {
        Some(self.slots.get(id)?.spin)
    }

    /// How it is stretched.
    pub fn scale(&self, id: ObjectId) -> Option<Vec2> {
        Some(self.slots.get(id)?.scale)
    }

    /// Whether it belongs to every level.
    pub fn is_persistent(&self, id: ObjectId) -> Option<bool> {
        Some(self.slots.get(id)?.place.level == 0)
    }

    /// For how many steps a frame is shown: 1 is every step, 0 stands still.
    pub fn slowdown(&self, id: ObjectId) -> Option<u16> {
        Some(self.slots.get(id)?.animation.slowdown)
    }

    /// The frame it shows, counted from 0.
    pub fn frame(&self, id: ObjectId) -> Option<u16> {
        Some(self.slots.get(id)?.animation.frame)
    }

    /// Its sprite.
    pub fn sprite(&self, id: ObjectId) -> Option<SpriteId> {
        self.slots.get(id)?.sprite
    }

    /// Its bounding box in the world.
    pub fn world_box(&self, id: ObjectId) -> Option<Rect> {
        Some(self.slots.get(id)?.bounds.translated(self.position(id)?))
    }

    /// Whether it was disabled because one of its behaviours panicked.
    pub fn is_disabled(&self, id: ObjectId) -> Option<bool> {
        Some(self.slots.get(id)?.disabled)
    }

    /// Changes its velocity, in world units per step. Movement by whole cells starts its countdown anew, along each
    /// axis on which the velocity is a new one.
    pub fn set_velocity(&mut self, id: ObjectId, velocity: Vec2) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        if !is_valid(velocity) {
            self.refuse(&id, "velocity");
            return Outcome::Refused;
        }
        let place = body.place;
        let row = place.row as usize;
        let layer = self.scene.altitudes_mut()[usize::from(place.altitude)].level_mut(place.level);
        let same = velocity.cmpeq(layer.columns().velocities[row]);
        body.countdown = Vec2::select(same, body.countdown, Vec2::ONE);
        layer.set_velocity(row, velocity);
        Outcome::Done
    }

    /// Changes its acceleration, in world units per step, each step.
    pub fn set_acceleration(&mut self, id: ObjectId, acceleration: Vec2) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        if !is_valid(acceleration) {
            self.refuse(&id, "acceleration");
            return Outcome::Refused;
        }
        body.acceleration = acceleration;
        let (place, single) = (body.place, body.moves_alone());
        self.set_role(place, Roles::SINGLE, single);
        Outcome::Done
    }

    /// Changes the acceleration that depends on where it is, added to the constant one. An answer that is not finite
    /// is refused, and the object goes on as it was going; a panic in it disables the object.
    pub fn set_force(&mut self, id: ObjectId, force: Option<Force>) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        body.integration.force = force;
        let (place, single) = (body.place, body.moves_alone());
        self.set_role(place, Roles::SINGLE, single);
        Outcome::Done
    }

    /// Changes how its accelerations are followed, from its next move on.
    pub fn set_integrator(&mut self, id: ObjectId, integrator: Integrator) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        body.integration.integrator = integrator;
        Outcome::Done
    }

    /// Turns it at once, to radians clockwise; drawing shows it jump.
    pub fn set_angle(&mut self, id: ObjectId, angle: f32) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        if !is_valid_angle(angle) {
            self.refuse(&id, "angle");
            return Outcome::Refused;
        }
        body.angle = angle;
        let (place, step) = (body.place, self.step);
        self.layer_at(place)
            .turn_row(place.row as usize, Turn::from_radians(angle), 0, step);
        self.disturb(id, false);
        Outcome::Done
    }

    /// Changes how fast it turns, in radians per step.
    pub fn set_spin(&mut self, id: ObjectId, spin: f32) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        if !is_valid_angle(spin) {
            self.refuse(&id, "spin");
            return Outcome::Refused;
        }
        body.spin = spin;
        let place = body.place;
        self.set_role(place, Roles::SPINS, spin != 0.0);
        Outcome::Done
    }

    /// Mirrors its sprite left to right and top to bottom, within its rectangle.
    pub fn set_flip(&mut self, id: ObjectId, x: bool, y: bool) -> Outcome {
        self.set_flags(id, |flags| {
            let flags = flags.without(InstanceFlags::FLIP_X.with(InstanceFlags::FLIP_Y));
            let across = if x {
                InstanceFlags::FLIP_X
            } else {
                InstanceFlags::default()
            };
            let down = if y {
                InstanceFlags::FLIP_Y
            } else {
                InstanceFlags::default()
            };
            flags.with(across).with(down)
        })
    }

    /// Changes how it meets what is beneath it.
    pub fn set_blend(&mut self, id: ObjectId, blend: Blend) -> Outcome {
        self.set_flags(id, |flags| {
            let flags = flags.without(InstanceFlags::ADDITIVE.with(InstanceFlags::OPAQUE));
            match blend {
                Blend::Alpha => flags,
                Blend::Additive => flags.with(InstanceFlags::ADDITIVE),
                Blend::Opaque => flags.with(InstanceFlags::OPAQUE),
            }
        })
    }

    /// Changes how its texels are read.
    pub fn set_filter(&mut self, id: ObjectId, filter: Filter) -> Outcome {
        self.set_flags(id, |flags| match filter {
            Filter::Nearest => flags.without(InstanceFlags::LINEAR),
            Filter::Linear => flags.with(InstanceFlags::LINEAR),
        })
    }

    fn set_flags(
        &mut self,
        id: ObjectId,
        change: impl FnOnce(InstanceFlags) -> InstanceFlags,
    ) -> Outcome {
        let Some(body) = self.slots.get(id) else {
            return Outcome::Gone;
        };
        let place = body.place;
        self.layer_at(place)
            .edit_row(place.row as usize, |instance| {
                instance.set_flags(change(instance.flags()));
            });
        Outcome::Done
    }

    /// Changes the groups it belongs to and those it collides with, as bits. From the next move on.
    pub fn set_groups(&mut self, id: ObjectId, groups: u32, collides_with: u32) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        body.groups = groups;
        body.collides_with = collides_with;
        Outcome::Done
    }

    /// Multiplies its texels by another colour.
    pub fn set_tint(&mut self, id: ObjectId, tint: Color) -> Outcome {
        let Some(body) = self.slots.get(id) else {
            return Outcome::Gone;
        };
        let place = body.place;
        self.layer_at(place)
            .edit_row(place.row as usize, |instance| instance.set_tint(tint));
        Outcome::Done
    }

    /// Stretches it. Its box follows if it is its sprite's.
    pub fn set_scale(&mut self, id: ObjectId, scale: Vec2, assets: &Assets) -> Outcome {
        let unit = self.unit();
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        if !is_valid_scale(scale) {
            self.refuse(&id, "scale");
            return Outcome::Refused;
        }
        body.scale = scale;
        if let Some(sprite) = body
            .sprite
            .and_then(|sprite| assets.sprite(sprite))
            .filter(|_| body.bounds_of_sprite)
        {
            body.bounds = sprite_bounds(sprite, unit, scale);
        }
        let place = body.place;
        self.layer_at(place)
            .edit_row(place.row as usize, |instance| instance.set_scale(scale));
        self.note_bounds(id, false);
        Outcome::Done
    }

    /// Shows another sprite, from its first frame on, at its own speed. Its box follows if it was the sprite's.
    pub fn set_sprite(&mut self, id: ObjectId, sprite: SpriteId, assets: &Assets) -> Outcome {
        let unit = self.unit();
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        let Some(picture) = assets.sprite(sprite) else {
            self.refuse(&id, "sprite");
            return Outcome::Refused;
        };
        body.sprite = Some(sprite);
        if body.bounds_of_sprite {
            body.bounds = sprite_bounds(picture, unit, body.scale);
        }
        body.animation.frame = 0;
        body.animation.slowdown = picture.slowdown;
        body.animation.remaining = f32::from(picture.slowdown);
        let (place, visible) = (body.place, body.visible);
        let frame = picture.frames.wrapping(0);
        self.set_role(
            place,
            Roles::ANIMATED,
            picture.slowdown > 0 && picture.frames.count > 1,
        );
        self.layer_at(place)
            .edit_row(place.row as usize, |instance| {
                instance.set_frame(frame);
                if visible {
                    instance.set_flags(instance.flags().without(InstanceFlags::HIDDEN));
                }
            });
        self.note_bounds(id, false);
        Outcome::Done
    }

    /// Shows a frame of its sprite, counted from 0; it wraps around. The animation goes on from there.
    pub fn set_frame(&mut self, id: ObjectId, frame: u16, assets: &Assets) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        let Some(sprite) = body.sprite.and_then(|sprite| assets.sprite(sprite)) else {
            self.refuse(&id, "frame");
            return Outcome::Refused;
        };
        body.animation.frame = u16::try_from(u32::from(frame) % sprite.frames.count).unwrap_or(0);
        body.animation.remaining = f32::from(body.animation.slowdown);
        let (place, frame) = (body.place, sprite.frames.wrapping(u32::from(frame)));
        self.layer_at(place)
            .edit_row(place.row as usize, |instance| instance.set_frame(frame));
        Outcome::Done
    }

    /// Changes for how many steps a frame is shown: 1 is every step, 0 stops.
    pub fn set_slowdown(&mut self, id: ObjectId, slowdown: u16) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        body.animation.slowdown = slowdown;
        body.animation.remaining = f32::from(slowdown);
        let place = body.place;
        self.set_role(place, Roles::ANIMATED, slowdown > 0);
        Outcome::Done
    }

    /// Changes its bounding box to this rectangle, relative to its position.
    pub fn set_bounds(&mut self, id: ObjectId, bounds: Rect) -> Outcome {
        let Some(body) = self.slots.get_mut(id) else {
            return Outcome::Gone;
        };
        if !Bounds::Fixed(bounds).is_valid() {
            self.refuse(&id, "bounds");
            return Outcome::Refused;
        }
        body.bounds = bounds;
        body.bounds_of_sprite = false;
        self.note_bounds(id, false);
        Outcome::Done
    }
}
