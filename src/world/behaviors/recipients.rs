//! The recipients of a call among an object's behaviours, and how each is taken out of the list while it runs.

use super::AttachedId;
use super::attached_list::{AttachedList, Content, Entry};
use super::hooks::{BehaviorType, Hooks};
use super::short_list::ShortList;
use crate::base::checksum::summed;
use crate::world::behaviors::behavior::Behavior;

/// A behaviour taken out of its list while it runs.
#[derive(Debug)]
pub(crate) struct TakenBehavior {
    pub(crate) id: AttachedId,
    pub(crate) of: &'static BehaviorType,
    pub(crate) behavior: Box<dyn Behavior>,
}

/// The behaviours of an object that receive a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recipients {
    /// All behaviours, including those in groups.
    All,
    /// All behaviours, for their last callback when the object is removed.
    Last,
    /// The behaviour with this id, or all behaviours in the group with this id and in its nested groups.
    Within(AttachedId),
    /// The siblings of the entry with this id, and all members of siblings that are groups.
    Siblings(AttachedId),
    /// The behaviour with this id, even while it is being detached.
    Only(AttachedId),
    /// The behaviour with this id, which is being detached, for its last callback.
    Detaching(AttachedId),
}

impl Recipients {
    /// Returns whether this is a recipient's last callback. It runs even on a disabled object, except for behaviours
    /// that panicked.
    pub(crate) fn is_last(self) -> bool {
        matches!(self, Self::Last | Self::Detaching(_))
    }
}

summed!(enum Recipients:
    0 All, 1 Last, 2 Within(id), 3 Siblings(id), 4 Only(id), 5 Detaching(id));

impl Entry {
    /// Returns whether the entry is a behaviour that does not run now and may implement a hook.
    fn can_run(&self, hook: Hooks) -> bool {
        matches!(self.content, Content::Behavior(of, Some(_)) if of.hooks().has(hook))
    }

    #[inline]
    fn take(&mut self) -> Option<TakenBehavior> {
        match &mut self.content {
            Content::Behavior(of, behavior) => Some(TakenBehavior {
                id: self.id,
                of,
                behavior: behavior.take()?,
            }),
            _ => None,
        }
    }
}

impl AttachedList {
    /// Returns whether an entry is in a group, directly or in a nested group.
    fn is_within(&self, entry: &Entry, group: AttachedId) -> bool {
        // The loop ends, because a group is in the list before its members: no group contains itself.
        let mut above = entry.group;
        while let Some(id) = above {
            if id == group {
                return true;
            }
            above = self.position(id).and_then(|at| self.entries[at].group);
        }
        false
    }

    fn is_recipient(&self, entry: &Entry, recipients: Recipients) -> bool {
        // The order of the arms matters: a detached behaviour is notified of its siblings and has its last callback,
        // but receives no events.
        match recipients {
            _ if entry.finished => false,
            Recipients::Only(id) | Recipients::Detaching(id) => entry.id == id,
            _ if entry.detaching => false,
            Recipients::All | Recipients::Last => true,
            Recipients::Within(id) => entry.id == id || self.is_within(entry, id),
            Recipients::Siblings(id) => self.position(id).is_some_and(|at| {
                let group = self.entries[at].group;
                group.is_none_or(|group| self.is_within(entry, group))
                    && entry.id != id
                    && !self.is_within(entry, id)
            }),
        }
    }

    /// Takes out the first recipient that may implement a hook and whose id is at least `from` and below `end`.
    pub(crate) fn take_next(
        &mut self,
        from: AttachedId,
        end: Option<AttachedId>,
        recipients: Recipients,
        hook: Hooks,
    ) -> Option<TakenBehavior> {
        let in_range = |entry: &Entry| {
            entry.id >= from && end.is_none_or(|end| entry.id < end) && entry.can_run(hook)
        };
        // In most calls the object has one behaviour, and the call is for all its behaviours.
        let at = match (&*self.entries, recipients) {
            ([only], Recipients::All | Recipients::Last) => {
                (in_range(only) && !only.detaching && !only.finished).then_some(0)
            }
            // A single recipient is found by its id, which is quick: there may be many notifications with one recipient
            // each.
            (all, Recipients::Only(id) | Recipients::Detaching(id)) => self
                .position(id)
                .filter(|&at| in_range(&all[at]) && !all[at].finished),
            (all, _) => all
                .iter()
                .position(|entry| in_range(entry) && self.is_recipient(entry, recipients)),
        }?;
        let entry = &mut self.entries[at];
        // The entry is marked before its last callback, so that it receives no notices of anything that last callbacks
        // attach or detach.
        entry.detaching |= recipients == Recipients::Last;
        entry.finished |= recipients.is_last();
        entry.take()
    }

    /// Takes out the only entry, if it is a behaviour that may implement a hook and receives events.
    #[inline]
    pub(crate) fn take_only(&mut self, hook: Hooks) -> Option<TakenBehavior> {
        match &mut self.entries {
            ShortList::One(only) if !self.disabled && !only.detaching && !only.finished => {
                only.can_run(hook).then(|| only.take())?
            }
            _ => None,
        }
    }

    /// Puts back a behaviour that was taken out. Drops it if its entry was removed.
    #[inline(always)]
    pub(crate) fn put_back(&mut self, id: AttachedId, behavior: Box<dyn Behavior>) {
        let entry = match &mut self.entries {
            ShortList::One(only) if only.id == id => Some(only),
            _ => self.position(id).map(|at| &mut self.entries[at]),
        };
        if let Some(Content::Behavior(_, empty)) = entry.map(|entry| &mut entry.content) {
            *empty = Some(behavior);
        }
    }

    /// Marks a behaviour that panicked: none of its hooks runs any more.
    pub(crate) fn finish(&mut self, id: AttachedId) {
        if let Some(at) = self.position(id) {
            self.entries[at].finished = true;
        }
    }

    /// Returns the detached behaviours that still wait for their last callback.
    pub(crate) fn detaching(&self) -> impl Iterator<Item = AttachedId> {
        let waits = |entry: &&Entry| entry.detaching && !entry.finished && entry.is_behavior();
        self.entries.iter().filter(waits).map(|entry| entry.id)
    }

    /// Marks an entry as being detached, and all members of a group with it. Returns them in order.
    pub(super) fn start_detaching(&mut self, id: AttachedId) -> Vec<AttachedId> {
        let affected = |entry: &&Entry| self.is_recipient(entry, Recipients::Within(id));
        let affected = self.entries.iter().filter(affected);
        let ids: Vec<_> = affected.map(|entry| entry.id).collect();
        for entry in self.entries.iter_mut() {
            entry.detaching |= ids.contains(&entry.id);
        }
        ids
    }
}
