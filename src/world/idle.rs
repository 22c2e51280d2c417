//! Kinds of objects that never take a step, because their altitudes are disabled: logged at the end of the run.

use super::World;
use super::unmatched::NameOf;
use crate::base::id::ObjectId;

impl World {
    fn has_acted(&self, altitude: u16) -> bool {
        self.scene.altitudes()[usize::from(altitude)].has_acted
    }

    /// Records the kind of an object with behaviours, if the object's altitude was disabled in every step so far.
    /// Called when an object is removed, and for all others at the end of the run.
    pub(super) fn record_idle(&mut self, id: ObjectId) {
        if let Some(body) = self.slots.get(id)
            && !self.has_acted(body.address.altitude)
        {
            let (kind, has_behaviors) = (body.kind, self.has_behaviors(id));
            if has_behaviors && self.step > 0 {
                let unmatched = &self.diagnostics.unmatched;
                unmatched.record_missing(NameOf::Idle, kind, self.step);
            }
        }
    }

    /// Records that a kind is not idle, if one of its objects changes between an altitude that was enabled in a step
    /// and one that never was. Objects of a pool, for example, wait on a disabled altitude.
    pub(super) fn record_change_of_altitude(&mut self, id: ObjectId, from: u16, to: u16) {
        if self.has_acted(from) != self.has_acted(to)
            && let Some(body) = self.slots.get(id)
        {
            self.diagnostics.unmatched.record(NameOf::Idle, body.kind);
        }
    }

    /// Records the kinds of all existing objects: as not idle if their altitudes were enabled in any step, otherwise as
    /// idle if they have behaviours.
    pub(super) fn record_idle_kinds(&mut self) {
        let altitudes = self.scene.altitudes().iter();
        if self.step == 0 || altitudes.clone().all(|altitude| altitude.has_acted) {
            return;
        }
        let Self {
            slots, diagnostics, ..
        } = self;
        let mut idle = Vec::new();
        for (id, body) in slots.iter() {
            if self.scene.altitudes()[usize::from(body.address.altitude)].has_acted {
                diagnostics.unmatched.record(NameOf::Idle, body.kind);
            } else {
                idle.push(id);
            }
        }
        idle.into_iter().for_each(|id| self.record_idle(id));
    }

    fn has_behaviors(&self, id: ObjectId) -> bool {
        let list = self.attached_list(id);
        list.is_some_and(|list| list.has_behaviors())
    }
}
