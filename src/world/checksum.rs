//! The checksum of everything that can affect a later step.

use super::World;
use super::behaviors::ComponentMessage;
use super::events::event::Event;
use super::events::queue::{Due, QueuedEvent, Route};
use super::object::body::Body;
use super::object::integrator::Integrator;
use super::object::pending::Change;
use crate::assets::Assets;
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::input::InputEvent;
use crate::scene::{Altitude, Layer, RowFlags};

impl World {
    /// A checksum of everything that can affect a later step: objects in act order, level, camera, view
    /// values, waiting events, random numbers. Never of how things are drawn. Sprites count by their labels.
    pub fn checksum(&self, assets: &Assets) -> Checksum {
        let mut sum = Checksum::new();
        sum.u64(self.step);
        sum.u16(self.level);
        sum.u16(self.pending.level);
        for altitude in self.scene.altitudes() {
            sum.bool(altitude.settings.enabled);
            sum.f32(altitude.settings.valid_time_scale());
            sum.u8(altitude.settings.moved_by as u8);
            // A layer that was made and is empty is as good as none.
            for (level, layer) in (0..=u16::MAX)
                .map_while(|level| Some((level, altitude.level(level)?)))
                .filter(|(_, layer)| layer.live() > 0)
            {
                sum.u16(level);
                self.sum_layer(&mut sum, layer, assets);
            }
        }
        sum.bool(self.filter.is_some());
        self.slots.add_to(&mut sum);
        self.data.add_to(&mut sum);
        self.sum_camera(&mut sum);
        self.hud.add_to(&mut sum);
        self.sum_waiting(&mut sum);
        self.random.add_to(&mut sum);
        self.hierarchy.add_to(&mut sum);
        self.sum_layer_timers(&mut sum);
        self.jobs.add_to(&mut sum);
        sum
    }

    /// Events, removals and changes that wait for a later step.
    fn sum_waiting(&self, sum: &mut Checksum) {
        sum.usize(self.events.waiting().len());
        for queued in self.events.waiting() {
            sum_queued(sum, queued);
        }
        let delayed = self.events.scheduled();
        let delayed = delayed.filter_map(|event| match event.due {
            Due::Step(step) => Some((step, &event.queued)),
            Due::LayerTime(_) => None,
        });
        sum.usize(delayed.clone().count());
        for (step, queued) in delayed {
            sum.u64(step);
            sum_queued(sum, queued);
        }
        for list in [&self.pending.despawns, &self.bounds.left] {
            sum.usize(list.len());
            list.iter().for_each(|&id| sum_id(sum, Some(id)));
        }
        sum.usize(self.pending.changes.len());
        for change in &self.pending.changes {
            sum_id(sum, Some(change.id));
            let (what, value) = match change.change {
                Change::Altitude(altitude) => (0, altitude),
                Change::Solidness(solidness) => (1, solidness as u16),
                Change::Visible(visible) => (2, visible.into()),
                Change::Level(level) => (3, level),
                Change::Persistent(persistent) => (4, persistent.into()),
            };
            sum.u8(what);
            sum.u16(value);
        }
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
            // Being solid and the like follows from the body; what it is subscribed to does not.
            sum.u16(layer.row_flags()[row].with(RowFlags::ANIMATED, false).0);
            sum_body(sum, &body, assets);
            self.behaviors.add_to(id, body.disabled, sum);
        }
    }

    /// Events that wait for layer time, and lifetimes. Nothing while there are none.
    fn sum_layer_timers(&self, sum: &mut Checksum) {
        for event in self.events.scheduled() {
            if let Due::LayerTime(left) = event.due {
                sum.str("reminder");
                sum_id(sum, event.queued.to);
                sum.f64(left);
                sum_event(sum, &event.queued.event);
            }
        }
        let layers = self.scene.altitudes().iter().flat_map(Altitude::layers);
        for layer in layers.filter(|layer| layer.lifetimes().is_used()) {
            let ids = layer.columns().ids.iter().enumerate();
            for (row, &id) in ids.filter(|(_, id)| id.is_some()) {
                let end = layer.lifetimes().end(row);
                if end.is_finite() {
                    sum.str("lifetime");
                    sum_id(sum, id);
                    sum.f64(layer.clock());
                    sum.f64(end);
                }
            }
        }
    }

    fn sum_camera(&self, sum: &mut Checksum) {
        sum.vec2(self.camera.boundary().min);
        sum.vec2(self.camera.boundary().max);
        for corner in [self.bounds.boundary.min, self.bounds.boundary.max] {
            sum.vec2(corner);
        }
        sum.vec2(self.camera.view_size());
        sum.vec2(self.camera.center());
        sum.f32(self.camera.zoom());
        sum.vec2(self.camera.dead_zone());
        sum_id(sum, self.camera.followed());
        // Adds nothing in games that never turn it.
        if self.camera.angle() != 0.0 {
            sum.f32(self.camera.angle());
        }
    }
}

fn sum_body(sum: &mut Checksum, body: &Body, assets: &Assets) {
    sum.str(body.kind);
    sum.u8(body.solidness as u8);
    sum.u8(body.movement as u8);
    sum.u32(body.groups);
    sum.u32(body.collides_with);
    sum.bool(body.visible);
    sum.bool(body.pending_despawn);
    sum.bool(body.disabled);
    sum.str(
        body.sprite
            .and_then(|sprite| assets.sprite(sprite))
            .map_or("", |sprite| &sprite.label),
    );
    sum.vec2(body.bounds.min);
    sum.vec2(body.bounds.max);
    sum.bool(body.bounds_of_sprite);
    sum.vec2(body.acceleration);
    sum.vec2(body.countdown);
    sum.f32(body.angle);
    sum.f32(body.spin);
    sum.vec2(body.scale);
    sum.u16(body.animation.frame);
    sum.u16(body.animation.slowdown);
    sum.f32(body.animation.remaining);
    if body.integration.integrator != Integrator::default() {
        sum.str("integrator");
        sum.u8(body.integration.integrator as u8);
    }
    if body.integration.force.is_some() {
        // A function has no name that stays: only that there is one.
        sum.str("force");
    }
}

fn sum_id(sum: &mut Checksum, id: Option<ObjectId>) {
    sum.u32(id.map_or(0, ObjectId::slot_number));
    sum.u32(id.map_or(0, ObjectId::generation));
}

fn sum_queued(sum: &mut Checksum, queued: &QueuedEvent) {
    sum_id(sum, queued.to);
    sum.u32(queued.chain);
    if queued.route != Route::Direct {
        sum.u8(queued.route as u8);
    }
    sum_event(sum, &queued.event);
}

pub(super) fn sum_event(sum: &mut Checksum, event: &Event) {
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
            view.add_to(sum);
        }
        Event::Custom(custom) => {
            sum.u8(5);
            let message = event.get::<ComponentMessage>();
            // Our own type keeps the name that it had first, so that checksums stay.
            sum.type_name(message.map_or(custom.type_name(), |_| "Parcel"));
            custom.add_to(sum);
            if let Some(message) = message {
                message.add_to(sum);
            }
        }
    }
}

fn sum_input(sum: &mut Checksum, input: &InputEvent) {
    // Every field is printed in full, and the same everywhere.
    sum.str(&format!("{input:?}"));
}
