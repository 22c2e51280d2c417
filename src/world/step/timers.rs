//! Timers of objects: they run in the time of the layer that the object is in, slowed and stopped with it.

use super::chains::Route;
use super::dispatch::Sent;
use super::event::Event;
use super::{Outcome, World};
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::scene::Altitude;

/// What is missing in rounding, in steps: times add up that are no whole parts of a step.
const ROUNDING: f64 = 1.0 / 1024.0;

/// An event that waits until some time has passed for an object.
#[derive(Clone, Debug)]
pub(crate) struct Reminder {
    pub(crate) who: ObjectId,
    /// Nominal steps of layer time.
    pub(crate) left: f64,
    pub(crate) event: Event,
    /// Who sent it.
    pub(crate) from: Option<ObjectId>,
}

impl World {
    /// Removes an object after so many steps of its layer's time: 1 is at the end of the next step, 0 at the end of
    /// this one. As [`World::set_lifetime`], for which no behaviour is needed.
    pub fn remove_after(&mut self, id: ObjectId, steps: u32) -> Outcome {
        self.set_lifetime(id, Some(steps))
    }

    /// Limits an object's time anew, or, with `None`, lets it stay. It is removed at the end of the step in which its
    /// time is over. Time runs for it as it does for movement: times the time scale of its altitude, and not at all
    /// while that is disabled or while another level is current.
    pub fn set_lifetime(&mut self, id: ObjectId, steps: Option<u32>) -> Outcome {
        let Some(body) = self.slots.get(id) else {
            return Outcome::Gone;
        };
        if steps == Some(0) {
            return self.remove(id);
        }
        let place = body.place;
        let left = steps.map_or(f64::INFINITY, f64::from);
        self.layer_at(place).set_time_left(place.row as usize, left);
        Outcome::Done
    }

    /// How much of an object's time is left, in steps of its layer's time. `None` if nobody limited it, or it is gone.
    pub fn lifetime(&self, id: ObjectId) -> Option<f32> {
        let place = self.slots.get(id)?.place;
        let left = self.layer(place).time_left(place.row as usize);
        #[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest")]
        left.is_finite().then_some(left.max(0.0) as f32)
    }

    /// Sends an event to one object once so many steps of its layer's time have passed: 1 is in the next step, 0 is
    /// now. As [`World::send_to_after`] for an object in slow motion: time runs for the reminder as it does for
    /// [`World::set_lifetime`]. It ends with the object.
    pub fn remind(&mut self, id: ObjectId, steps: u32, event: impl Into<Event>) -> Outcome {
        if !self.contains(id) {
            return Outcome::Gone;
        }
        if steps == 0 {
            self.send_to(id, event);
        } else {
            self.reminders.push(Reminder {
                who: id,
                left: f64::from(steps),
                event: event.into(),
                from: self.acting,
            });
        }
        Outcome::Done
    }

    /// A step of `dt` nominal steps begins: time passes for those who are to be reminded.
    pub(super) fn count_down(&mut self, dt: f32) {
        let Self {
            reminders,
            slots,
            scene,
            level,
            ..
        } = self;
        reminders.retain_mut(|reminder| {
            let Some(body) = slots.get(reminder.who) else {
                return false;
            };
            if body.place.level == 0 || body.place.level == *level {
                let settings = scene.altitudes()[usize::from(body.place.altitude)].settings;
                reminder.left -= f64::from(dt * settings.time_passing());
            }
            true
        });
    }

    /// Sends what is due.
    pub(super) fn send_reminders(&mut self) {
        let due = self
            .reminders
            .extract_if(.., |reminder| reminder.left <= ROUNDING);
        self.queue.extend(due.map(|reminder| Sent {
            to: Some(reminder.who),
            event: reminder.event,
            chain: 0,
            from: reminder.from,
            route: Route::Here,
        }));
    }

    /// Removes those whose time is over, in act order.
    pub(super) fn end_lifetimes(&mut self) {
        let mut ended = self.borrow_list();
        for altitude in self.scene.altitudes_mut() {
            for layer in altitude.layers_mut() {
                layer.take_ended(&mut ended);
            }
        }
        for &id in &ended {
            self.remove(id);
        }
        self.return_list(ended);
    }

    /// Adds the timers to a checksum; nothing while there are none.
    pub(super) fn sum_timers(&self, sum: &mut Checksum, sum_event: fn(&mut Checksum, &Event)) {
        let sum_id = |sum: &mut Checksum, id: ObjectId| {
            sum.u32(id.slot_number());
            sum.u32(id.generation());
        };
        for reminder in &self.reminders {
            sum.str("reminder");
            sum_id(sum, reminder.who);
            sum.f64(reminder.left);
            sum_event(sum, &reminder.event);
        }
        let layers = self.scene.altitudes().iter().flat_map(Altitude::layers);
        for layer in layers.filter(|layer| layer.lifetimes().is_used()) {
            let ids = layer.columns().ids.iter().enumerate();
            for (row, &id) in ids.filter_map(|(row, id)| Some((row, id.as_ref()?))) {
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
}
