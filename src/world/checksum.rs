//! The checksum of everything that can affect a later step.

use super::World;
use super::body::Body;
use super::event::{Event, ViewChange};
use crate::assets::Assets;
use crate::checksum::Checksum;
use crate::id::ObjectId;
use crate::input::InputEvent;
use crate::scene::{Layer, Roles};

impl World {
    /// A checksum of everything that can affect a later step: objects in act order, level, camera, view
    /// values, waiting events, random numbers. Never of how things are drawn. Sprites count by their labels.
    pub fn checksum(&self, assets: &Assets) -> Checksum {
        let mut sum = Checksum::new();
        sum.u64(self.step);
        sum.u16(self.level);
        for altitude in self.scene.altitudes() {
            sum.bool(altitude.settings.enabled);
            sum.f32(altitude.settings.time_scale);
            for level in 0..altitude.level_count() {
                if let Some(layer) = altitude.level(super::world::altitude_number(level)) {
                    self.sum_layer(&mut sum, layer, assets);
                }
            }
        }
        self.sum_camera(&mut sum);
        for view in self.views.iter() {
            sum.str(&view.label);
            sum.i64(view.value);
            sum.u16(view.level);
        }
        for later in &self.later {
            sum.u64(later.due);
            sum_id(&mut sum, later.sent.to);
            sum_event(&mut sum, &later.sent.event);
        }
        self.random.add_to(&mut sum);
        sum
    }

    fn sum_layer(&self, sum: &mut Checksum, layer: &Layer, assets: &Assets) {
        sum.usize(layer.live());
        let columns = layer.columns();
        for (row, &id) in columns.ids.iter().enumerate() {
            let Some((id, body)) = id.and_then(|id| Some((id, self.slots.get(id)?))) else {
                continue;
            };
            sum_id(sum, Some(id));
            sum.vec2(columns.instances[row].position);
            sum.vec2(columns.velocities[row]);
            // Being solid and the like follows from the body; what it listens for does not.
            sum.u16(layer.roles()[row].with(Roles::ANIMATED, false).0);
            sum_body(sum, body, assets);
        }
    }

    fn sum_camera(&self, sum: &mut Checksum) {
        sum.vec2(self.camera.boundary().min);
        sum.vec2(self.camera.boundary().max);
        sum.vec2(self.camera.center());
        sum.f32(self.camera.zoom());
        sum.vec2(self.camera.dead_zone());
        sum_id(sum, self.camera.followed());
    }
}

fn sum_body(sum: &mut Checksum, body: &Body, assets: &Assets) {
    sum.str(body.kind);
    sum.u8(body.solidness as u8);
    sum.u8(body.movement as u8);
    sum.u32(body.groups);
    sum.u32(body.collides_with);
    sum.bool(body.marked);
    sum.bool(body.disabled);
    sum.str(
        body.sprite
            .and_then(|sprite| assets.sprite(sprite))
            .map_or("", |sprite| &sprite.label),
    );
    sum.vec2(body.bounds.min);
    sum.vec2(body.bounds.max);
    sum.vec2(body.acceleration);
    sum.vec2(body.countdown);
    sum.f32(body.angle);
    sum.f32(body.spin);
    sum.vec2(body.scale);
    sum.u16(body.animation.frame);
    sum.u16(body.animation.slowdown);
    sum.f32(body.animation.remaining);
    for behavior in body.behaviors.iter().flatten() {
        sum.str(behavior.name());
        behavior.checksum(sum);
    }
}

fn sum_id(sum: &mut Checksum, id: Option<ObjectId>) {
    sum.u32(id.map_or(0, ObjectId::slot_number));
    sum.u32(id.map_or(0, ObjectId::generation));
}

fn sum_event(sum: &mut Checksum, event: &Event) {
    match event {
        Event::Step => sum.u8(0),
        Event::Input(input) => {
            sum.u8(1);
            sum_input(sum, input);
        }
        Event::Collision(hit) => {
            sum.u8(2);
            sum_id(sum, Some(hit.mover));
            sum_id(sum, Some(hit.hit));
        }
        Event::OutOfBounds => sum.u8(3),
        Event::View(view) => {
            sum.u8(4);
            sum.str(&view.label);
            sum.i64(view.value);
            sum.bool(view.change == ViewChange::Add);
        }
        Event::Custom(custom) => {
            sum.u8(5);
            sum.str(custom.type_name());
        }
    }
}

fn sum_input(sum: &mut Checksum, input: &InputEvent) {
    // Every field is printed in full, and the same everywhere.
    sum.str(&format!("{input:?}"));
}
