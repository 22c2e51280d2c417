//! Delivers contacts to both sides, in the order in which they were found.

use crate::base::id::ObjectId;
use crate::collision::Impact;
use crate::world::behaviors::hooks::Hooks;
use crate::world::behaviors::running::RunningBehavior;
use crate::world::collide::contacts::PendingContact;
use crate::world::debug_trace::TracedContact;
use crate::world::events::event::Collision;
use crate::world::{Context, World};

impl Context<'_> {
    /// Delivers all contacts found since the last call. Does nothing while a hook runs: contacts of a hook's moves are
    /// in the event queue, which is emptied after each hook.
    pub(super) fn dispatch_contacts(&mut self) {
        let outer = self.world.running;
        if outer.object.is_some() || self.world.contacts.is_empty() {
            return;
        }
        // Earlier events are delivered first, even if no hook runs.
        self.dispatch_queue();
        while let Some(contact) = self.world.contacts.next() {
            self.deliver_contact(outer, &contact);
        }
        self.world.running = outer;
    }

    /// Notifies both sides of a contact, the mover first. The other side is notified even if the mover's hook removes
    /// or teleports one of the two. Returns false and notifies neither if one of the two was removed, teleported or
    /// sent to another level between the discovery of the contact and this call.
    #[inline]
    pub(in crate::world) fn deliver_contact(
        &mut self,
        outer: RunningBehavior,
        contact: &PendingContact,
    ) -> bool {
        if !self.world.contacts.is_valid(contact) {
            return false;
        }
        let (of_mover, of_hit) = (contact.of_mover, contact.of_hit());
        self.call_within(outer, contact.mover, Hooks::COLLISION, |behavior, cx| {
            behavior.collision(&of_mover, cx);
        });
        self.call_within(outer, of_mover.other, Hooks::COLLISION, |behavior, cx| {
            behavior.collision(&of_hit, cx);
        });
        true
    }
}

impl World {
    /// Adds a contact. If a hook makes the move, the contact is delivered after the hook, otherwise by
    /// `dispatch_contacts`.
    #[inline]
    pub(super) fn add_contact(&mut self, mover: ObjectId, hit: ObjectId, impact: Impact) {
        let Impact {
            time,
            position,
            normal,
        } = impact;
        let contact = PendingContact {
            mover,
            of_mover: Collision {
                other: hit,
                is_mover: true,
                position,
                time,
                normal,
            },
            found: self.contacts.stamp(),
        };
        let Self { trace, slots, .. } = self;
        trace.add_contact(|step| {
            Some(TracedContact {
                altitude: slots.address(mover)?.altitude,
                position,
                normal,
                step,
            })
        });
        if self.running.object.is_none() {
            self.contacts.push(contact);
        } else {
            // The contact is sent through the event queue, because its limits end a sequence of hooks that respond to
            // each collision with a further move.
            self.send_contact(&contact);
        }
    }
}
