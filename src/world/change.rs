//! Changes that wait for the step's end, so that nothing changes under those who still act.

use super::altitudes::AltitudeName;
use super::behaviors::{ComponentList, Recipients};
use super::body::Place;
use super::context::Context;
use super::dispatch::Stage;
use super::object::Solidness;
use super::world::row_number;
use super::{Interest, Outcome, World};
use crate::base::id::ObjectId;
use crate::scene::{InstanceFlags, Roles};

/// A change that waits for the step's end.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) who: ObjectId,
    pub(crate) what: What,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Altitude(u16),
    Solidness(Solidness),
    Visible(bool),
    Level(u16),
    Persistent(bool),
}

impl World {
    /// Levels are 0 to this. Each has a layer in every altitude in which it is used.
    pub const HIGHEST_LEVEL: u16 = 1023;

    /// Moves an object to another altitude, at the step's end: it becomes the last one there.
    pub fn set_altitude(&mut self, id: ObjectId, altitude: impl AltitudeName) -> Outcome {
        let altitude = altitude.altitude();
        if usize::from(altitude) >= self.scene.altitudes().len() {
            self.refuse(&id, "altitude");
            return Outcome::Refused;
        }
        self.change(id, What::Altitude(altitude))
    }

    /// Changes whether an object gets in the way, at the step's end.
    pub fn set_solidness(&mut self, id: ObjectId, solidness: Solidness) -> Outcome {
        self.change(id, What::Solidness(solidness))
    }

    /// Shows or hides an object, at the step's end.
    pub fn set_visible(&mut self, id: ObjectId, visible: bool) -> Outcome {
        self.change(id, What::Visible(visible))
    }

    /// Moves an object to another level, at the step's end. 0 makes it persistent: it belongs to every level.
    /// The highest is [`World::HIGHEST_LEVEL`]. An attached object stays on its parent's.
    pub fn set_level(&mut self, id: ObjectId, level: u16) -> Outcome {
        if level > Self::HIGHEST_LEVEL {
            self.refuse(&id, "level");
            return Outcome::Refused;
        }
        self.change(id, What::Level(level))
    }

    /// Makes an object belong to every level, at the step's end; or, if it does, to the current one only.
    pub fn set_persistent(&mut self, id: ObjectId, persistent: bool) -> Outcome {
        self.change(id, What::Persistent(persistent))
    }

    /// Makes another level current, at the step's end. Objects elsewhere are frozen and unseen. 0 shows the
    /// persistent objects alone; above [`World::HIGHEST_LEVEL`] there is none, and the current one stays. Until the
    /// step's end, what is spawned joins the level that still is current; of several levels asked for in a step, the
    /// last one counts. As all that a last callback asks for, it takes effect at the end of the next step there.
    pub fn go_to_level(&mut self, level: u16) {
        if level > Self::HIGHEST_LEVEL {
            self.refuse(&"the world", "level");
            return;
        }
        self.next_level = level;
        if !self.stepping {
            self.level = level;
        }
    }

    /// Removes an object at the step's end. From now on it neither moves nor hears of steps and collisions;
    /// its last callback runs once, however often it is removed. What is attached to it goes with it.
    pub fn remove(&mut self, id: ObjectId) -> Outcome {
        if self.slots.get(id).is_none() {
            return Outcome::Gone;
        }
        self.mark(id);
        self.mark_below(id);
        Outcome::Done
    }

    pub(super) fn mark(&mut self, id: ObjectId) {
        let Some(body) = self.slots.get_mut(id).filter(|body| !body.marked) else {
            return;
        };
        body.marked = true;
        let place = body.place;
        self.doomed.push(id);
        self.data.deactivate(id);
        // It moves no more, and bulk movement asks nobody.
        self.set_role(place, Roles::SINGLE, true);
    }

    fn change(&mut self, who: ObjectId, what: What) -> Outcome {
        if self.slots.get(who).is_none() {
            return Outcome::Gone;
        }
        let change = Change { who, what };
        if self.stepping {
            self.changes.push(change);
        } else {
            self.apply(&change);
            self.gather_families();
        }
        Outcome::Done
    }

    /// Changes, then removals, then closing the gaps.
    pub(super) fn apply_changes(&mut self, stage: &mut Stage<'_>) {
        let mut changes = core::mem::take(&mut self.changes);
        for change in changes.drain(..) {
            self.apply(&change);
        }
        // Whatever the last callbacks ask for waits for the next step's end, so that this ends.
        debug_assert!(self.changes.is_empty());
        self.changes = changes;
        self.level = self.next_level;
        self.gather_families();
        self.bury_doomed(stage);
        self.prune();
    }

    fn apply(&mut self, change: &Change) {
        let Some(body) = self.slots.get_mut(change.who) else {
            return;
        };
        let place = body.place;
        let row = place.row as usize;
        match change.what {
            // Where an attached object is, its parent decides.
            What::Level(_) | What::Persistent(_) if body.kin.attached => {}
            What::Altitude(altitude) => self.move_to_layer(change.who, Place { altitude, ..place }),
            What::Level(level) => self.move_to_layer(change.who, Place { level, ..place }),
            What::Persistent(true) => self.move_to_layer(change.who, Place { level: 0, ..place }),
            What::Persistent(false) if place.level == 0 => {
                let level = self.level;
                self.move_to_layer(change.who, Place { level, ..place });
            }
            What::Persistent(false) => {}
            What::Visible(visible) => {
                body.visible = visible;
                let hidden = !visible || body.sprite.is_none();
                self.layer_at(place).edit_row(row, |instance| {
                    let flags = instance.flags();
                    instance.set_flags(if hidden {
                        flags.with(InstanceFlags::HIDDEN)
                    } else {
                        flags.without(InstanceFlags::HIDDEN)
                    });
                });
            }
            What::Solidness(solidness) => {
                body.solidness = solidness;
                let single = body.moves_alone();
                let layer = self.layer_at(place);
                let roles = layer.roles()[row]
                    .with(Roles::SOLID, solidness.is_solid())
                    .with(Roles::SINGLE, single);
                layer.set_roles(row, roles);
            }
        }
    }

    /// Moves an object's row to the end of another layer.
    pub(super) fn move_to_layer(&mut self, id: ObjectId, to: Place) {
        let Some(body) = self.slots.get(id) else {
            return;
        };
        let from = body.place;
        if (from.altitude, from.level) == (to.altitude, to.level) {
            return;
        }
        let row = from.row as usize;
        let step = self.step;
        let layer = self.layer_at(from);
        let carried = layer.row_to_carry(row, step);
        let left = layer.time_left(row);
        layer.bury(row);
        let layer = self.layer_at(to);
        let row = layer.push_carried(id, carried, step);
        layer.set_time_left(row, left);
        let row = row_number(row);
        self.slots.set_place(id, Place { row, ..to });
        self.data.set_level(id, to.level);
    }

    fn bury_doomed(&mut self, stage: &mut Stage<'_>) {
        let doomed = core::mem::replace(&mut self.doomed, self.scratch.pop().unwrap_or_default());
        let free = self.slots.free();
        for &id in &doomed {
            self.bury(stage, id);
        }
        self.slots.order_freed(free);
        self.return_list(doomed);
    }

    fn bury(&mut self, stage: &mut Stage<'_>, id: ObjectId) {
        self.call_some(
            stage,
            id,
            Recipients::Last,
            |behavior, cx: &mut Context<'_>| behavior.removed(id, cx),
        );
        // Who was detached so late that nobody heard of it yet.
        let list = self.component_list(id).into_iter();
        let detaching: Vec<_> = list.flat_map(ComponentList::detaching).collect();
        self.finish_detaching(stage, id, &detaching);
        self.leave_family(id);
        self.data.remove(id);
        self.behaviors.remove(id);
        if let Some(place) = self.slots.remove(id) {
            self.layer_at(place).bury(place.row as usize);
        }
    }

    fn prune(&mut self) {
        let Self {
            scene, slots, step, ..
        } = self;
        for altitude in scene.altitudes_mut() {
            for layer in altitude.layers_mut() {
                layer.prune(*step, |id, row| slots.set_row(id, row_number(row)));
            }
        }
    }

    /// Whether an object asked to hear of something.
    pub fn listens(&self, id: ObjectId, interest: Interest) -> bool {
        let Some(body) = self.slots.get(id) else {
            return false;
        };
        match interest {
            Interest::Custom(kind) => self.behaviors.is_subscribed(id, kind),
            other => self.layer(body.place).roles()[body.place.row as usize].has(other.role()),
        }
    }
}
