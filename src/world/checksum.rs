//! The checksum of everything that can affect a later step.

use super::World;
use super::behaviors::ComponentMessage;
use super::body::Body;
use super::chains::Route;
use super::change::What;
use super::dispatch::Sent;
use super::event::{Event, ViewChange};
use super::integrator::Integrator;
use crate::assets::Assets;
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::input::InputEvent;
use crate::scene::{Layer, Roles};

impl World {
    /// A checksum of everything that can affect a later step: objects in act order, level, camera, view
    /// values, waiting events, random numbers. Never of how things are drawn. Sprites count by their labels.
    pub fn checksum(&self, assets: &Assets) -> Checksum {
        let mut sum = Checksum::new();
        sum.u64(self.step);
        sum.u16(self.level);
        sum.u16(self.next_level);
        for altitude in self.scene.altitudes() {
            sum.bool(altitude.settings.enabled);
            sum.f32(altitude.settings.sound_time_scale());
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
        sum.usize(self.views.iter().count());
        for view in self.views.iter() {
            sum.str(&view.label);
            sum.i64(view.value);
            sum.u16(view.level);
        }
        self.views.add_kinds_to(&mut sum);
        self.sum_waiting(&mut sum);
        self.random.add_to(&mut sum);
        self.family.add_to(&mut sum);
        self.sum_timers(&mut sum, sum_event);
        self.jobs.add_to(&mut sum);
        sum
    }

    /// Events, removals and changes that wait for a later step.
    fn sum_waiting(&self, sum: &mut Checksum) {
        sum.usize(self.queue.len());
        for sent in &self.queue {
            sum_sent(sum, sent);
        }
        sum.usize(self.later.len());
        for later in &self.later {
            sum.u64(later.due);
            sum_sent(sum, &later.sent);
        }
        for list in [&self.doomed, &self.strayed] {
            sum.usize(list.len());
            list.iter().for_each(|&id| sum_id(sum, Some(id)));
        }
        sum.usize(self.changes.len());
        for change in &self.changes {
            sum_id(sum, Some(change.who));
            let (what, value) = match change.what {
                What::Altitude(altitude) => (0, altitude),
                What::Solidness(solidness) => (1, solidness as u16),
                What::Visible(visible) => (2, visible.into()),
                What::Level(level) => (3, level),
                What::Persistent(persistent) => (4, persistent.into()),
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
            // Being solid and the like follows from the body; what it listens for does not.
            sum.u16(layer.roles()[row].with(Roles::ANIMATED, false).0);
            sum_body(sum, &body, assets);
            self.behaviors.add_to(id, body.disabled, sum);
        }
    }

    fn sum_camera(&self, sum: &mut Checksum) {
        sum.vec2(self.camera.boundary().min);
        sum.vec2(self.camera.boundary().max);
        for corner in [self.noted_boundary.min, self.noted_boundary.max] {
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
    sum.bool(body.marked);
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

fn sum_sent(sum: &mut Checksum, sent: &Sent) {
    sum_id(sum, sent.to);
    sum.u32(sent.chain);
    if sent.route != Route::Here {
        sum.u8(sent.route as u8);
    }
    sum_event(sum, &sent.event);
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
            sum.str(&view.label);
            sum.i64(view.value);
            sum.bool(view.change == ViewChange::Add);
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
