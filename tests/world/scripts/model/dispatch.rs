//! Delivery of events: in order, never from within a handler.

use super::Model;
use crate::scripts::note::{Moment, Note};
use crate::scripts::script::Wish;

#[derive(Clone, Copy, Debug)]
pub(super) enum Route {
    Here,
    Up,
    Down,
}

/// A contact of two objects, and the time at which it was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) mover: usize,
    pub(super) hit: usize,
    pub(super) found: u64,
}

/// A waiting event.
#[derive(Clone, Copy, Debug)]
pub(super) enum QueuedEvent {
    Ping {
        /// The receiver. `None` stands for all subscribers.
        to: Option<usize>,
        route: Route,
        kind: usize,
        value: u8,
    },
    Contact(Contact),
    /// A behaviour was detached, and its last callback is due.
    Detaching {
        who: usize,
        part: usize,
    },
}

impl Model<'_> {
    /// Dispatches all waiting events, including new ones.
    pub(super) fn dispatch_queue(&mut self) {
        if self.dispatching {
            return;
        }
        self.dispatching = true;
        while let Some(sent) = self.queue.pop_front() {
            self.deliver(sent);
        }
        self.dispatching = false;
    }

    fn deliver(&mut self, sent: QueuedEvent) {
        match sent {
            QueuedEvent::Ping {
                to: None,
                kind,
                value,
                ..
            } => self.notify_all(Wish::Ping(kind), Moment::Ping { kind, value }),
            QueuedEvent::Ping {
                to: Some(who),
                route,
                kind,
                value,
            } => {
                if !self.is_awake(who) || !self.stays(who) {
                    self.dropped += 1;
                    return;
                }
                for each in self.way(who, route) {
                    let there = self.is_awake(each) && self.stays(each);
                    if there && self.notify(each, Moment::Ping { kind, value }) {
                        break;
                    }
                }
            }
            QueuedEvent::Contact(contact) => {
                let are_awake = self.is_awake(contact.mover) && self.is_awake(contact.hit);
                if !are_awake || !self.notify_both(contact) {
                    self.dropped += 1;
                }
            }
            QueuedEvent::Detaching { who, part } => {
                if self.things[who].alive && !self.things[who].parts[part].dropped {
                    self.receive(who, part, Moment::Detached);
                    self.things[who].parts[part].dropped = true;
                }
            }
        }
    }

    /// If there are pending contacts and no handler runs, dispatches the waiting events and then the contacts.
    pub(super) fn dispatch_contacts(&mut self) {
        if self.acting || self.contacts.is_empty() {
            return;
        }
        self.dispatch_queue();
        while let Some(contact) = self.contacts.pop_front() {
            self.notify_both(contact);
        }
    }

    /// Notifies both objects, unless one of them was changed after the contact was found. Returns whether it did.
    fn notify_both(&mut self, contact: Contact) -> bool {
        let Contact { mover, hit, found } = contact;
        if self.things[mover].changed > found || self.things[hit].changed > found {
            return false;
        }
        for who in [mover, hit] {
            self.notify(who, Moment::Collision { mover, hit });
        }
        true
    }

    /// Drops the earlier contacts of an object and of all its descendants.
    pub(super) fn drop_contacts(&mut self, who: usize) {
        let now = self.later_time();
        for each in [vec![who], self.below(who)].concat() {
            self.things[each].changed = now;
        }
    }

    /// Returns a time later than all times before.
    pub(super) fn later_time(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    fn way(&self, who: usize, route: Route) -> Vec<usize> {
        let parent = |&who: &usize| self.things[who].parent.map(|(parent, _)| parent);
        match route {
            Route::Here => vec![who],
            Route::Up => core::iter::successors(Some(who), parent).collect(),
            Route::Down => [vec![who], self.below(who)].concat(),
        }
    }

    /// Notifies all objects that have a behaviour and are subscribed when the delivery begins, and are still subscribed
    /// when their turn comes.
    pub(super) fn notify_all(&mut self, wish: Wish, what: Moment) {
        let mut all = self.actors();
        all.retain(|&who| self.receives(who, wish) && self.has_behavior(who));
        for who in all {
            if self.stays(who) && self.receives(who, wish) {
                self.notify(who, what);
            }
        }
    }

    /// Notifies each behaviour that the object has when the call begins, except detached ones. A marked object is
    /// notified only of collisions and of its removal. Returns whether a behaviour stopped the route.
    pub(super) fn notify(&mut self, who: usize, what: Moment) -> bool {
        let (is_last, is_collision) = (
            what == Moment::Removed,
            matches!(what, Moment::Collision { .. }),
        );
        let mut stopped = false;
        for part in 0..self.things[who].parts.len() {
            let thing = &mut self.things[who];
            let here = &mut thing.parts[part];
            if here.leaving || here.dropped {
                continue;
            }
            if is_last {
                here.leaving = true;
            } else if thing.marked && !is_collision {
                continue;
            }
            stopped |= self.receive(who, part, what);
        }
        stopped
    }

    /// Lets a behaviour receive an event and react. Then dispatches the waiting events, unless a dispatch is already
    /// running.
    fn receive(&mut self, who: usize, part: usize, what: Moment) -> bool {
        let acted = core::mem::replace(&mut self.acting, true);
        self.notes.push(Note::Received { who, part, what });
        let role = &self.script.roles[self.things[who].parts[part].role];
        for &(cue, act) in &role.reactions {
            if cue == what.cue() && self.reactions > 0 {
                self.reactions -= 1;
                self.perform(Some(who), act);
            }
        }
        self.dispatch_queue();
        self.acting = acted;
        role.stops
    }

    pub(super) fn dispatch_out_of_bounds(&mut self) {
        for who in core::mem::take(&mut self.left_bounds) {
            if self.stays(who) && self.is_awake(who) {
                self.notify(who, Moment::OutOfBounds);
            }
        }
    }
}
