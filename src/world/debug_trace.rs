//! Collision tests and contacts of the last step, for the debug overlay. They are neither in the checksum nor in copies
//! of a world.

use glam::Vec2;

/// Number of steps for which a contact is shown: a single one is too short to see.
const KEPT_STEPS: u64 = 12;
/// Maximum number of contacts kept; further ones are only counted.
const MOST_CONTACTS: usize = 4096;

/// A contact of two objects, at the point where they met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TracedContact {
    /// Altitude of the mover.
    pub(crate) altitude: u16,
    /// The point at which they met, in world units.
    pub(crate) position: Vec2,
    /// Unit vector towards the mover.
    pub(crate) normal: Vec2,
    /// Number of the step in which they met.
    pub(crate) step: u64,
}

/// Numbers of pairs tested and of contacts found in the last step, and, if contacts are kept, the recent ones.
#[derive(Debug, Default)]
pub(crate) struct CollisionTrace {
    pub(crate) tested: u64,
    pub(crate) found: u64,
    step: u64,
    keeps_contacts: bool,
    contacts: Vec<TracedContact>,
}

impl Clone for CollisionTrace {
    /// Returns an empty trace: past tests say nothing about the steps of a copy.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl CollisionTrace {
    /// Begins a step and drops old contacts.
    pub(crate) fn begin_step(&mut self, number: u64) {
        (self.tested, self.found, self.step) = (0, 0, number);
        self.contacts
            .retain(|contact| contact.step <= number && number - contact.step < KEPT_STEPS);
    }

    /// Counts tested pairs: their boxes, or the areas that these sweep, overlap, and their groups meet. Only some swept
    /// tests also count pairs that the hierarchy or the game's filter excludes.
    #[inline]
    pub(crate) fn count_tested(&mut self, pairs: usize) {
        self.tested += pairs as u64;
    }

    /// Counts a contact. If contacts are kept, calls `contact` with the step's number and keeps the result.
    #[inline]
    pub(crate) fn add_contact(&mut self, contact: impl FnOnce(u64) -> Option<TracedContact>) {
        self.found += 1;
        if self.keeps_contacts && self.contacts.len() < MOST_CONTACTS {
            self.contacts.extend(contact(self.step));
        }
    }

    /// Sets whether contacts are kept. A change drops all of them.
    pub(crate) fn keep_contacts(&mut self, keep: bool) {
        if keep != self.keeps_contacts {
            self.keeps_contacts = keep;
            self.contacts = Vec::new();
        }
    }

    /// Returns the kept contacts, oldest first, each with its age: 0 for the last step, always below 1.
    pub(crate) fn contacts(&self) -> impl Iterator<Item = (TracedContact, f32)> {
        let age = |step: u64| self.step.saturating_sub(step) as f32 / KEPT_STEPS as f32;
        self.contacts
            .iter()
            .map(move |&contact| (contact, age(contact.step)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(step: u64) -> Option<TracedContact> {
        Some(TracedContact {
            altitude: 2,
            position: Vec2::ONE,
            normal: Vec2::Y,
            step,
        })
    }

    #[test]
    fn contacts_are_always_counted_and_remembered_only_while_that_is_asked_for() {
        let mut trace = CollisionTrace::default();
        trace.begin_step(1);
        trace.add_contact(contact);
        assert_eq!((trace.found, trace.contacts().count()), (1, 0));
        trace.keep_contacts(true);
        trace.add_contact(contact);
        assert_eq!((trace.found, trace.contacts().count()), (2, 1));
        assert_eq!(trace.clone().contacts().count(), 0, "of a copied world");
        trace.keep_contacts(false);
        assert_eq!(trace.contacts().count(), 0);
    }

    #[test]
    fn a_contact_ages_and_is_forgotten() {
        let mut trace = CollisionTrace::default();
        trace.keep_contacts(true);
        trace.begin_step(5);
        trace.add_contact(contact);
        let mut ages = Vec::new();
        for step in 5..5 + KEPT_STEPS {
            trace.begin_step(step);
            ages.extend(trace.contacts().map(|(_, age)| age));
        }
        assert_eq!(ages.len() as u64, KEPT_STEPS);
        assert!(ages[0] == 0.0 && ages.is_sorted() && ages.iter().all(|&age| age < 1.0));
        trace.begin_step(5 + KEPT_STEPS);
        assert_eq!(trace.contacts().count(), 0);
    }

    #[test]
    fn contacts_beyond_the_maximum_are_only_counted() {
        let mut trace = CollisionTrace::default();
        trace.keep_contacts(true);
        for _ in 0..MOST_CONTACTS + 10 {
            trace.add_contact(contact);
        }
        assert_eq!(trace.contacts().count(), MOST_CONTACTS);
        assert_eq!(trace.found, MOST_CONTACTS as u64 + 10);
    }
}
