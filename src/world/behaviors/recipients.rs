//! Which behaviours of an object a call is for, and how they are taken out of the list one after the other.

use super::ComponentId;
use super::component_list::{ComponentList, Content, Entry};
use super::hooks::{BehaviorType, Hooks};
use super::short_list::ShortList;
use crate::base::checksum::summed;
use crate::world::behaviors::behavior::Behavior;

/// A behaviour that is taken out of its list while it runs.
#[derive(Debug)]
pub(crate) struct Taken {
    pub(crate) component: ComponentId,
    pub(crate) of: &'static BehaviorType,
    pub(crate) behavior: Box<dyn Behavior>,
}

/// The behaviours of an object that receive something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recipients {
    /// All, including those in groups.
    All,
    /// All, as their last callback.
    Last,
    /// This behaviour, or all in this group and in groups in it.
    Within(ComponentId),
    /// The siblings of this one, and all in those siblings that are groups.
    Siblings(ComponentId),
    /// This behaviour, even while it is being detached.
    Only(ComponentId),
    /// This behaviour, which is being detached, as its last callback.
    Detaching(ComponentId),
}

impl Recipients {
    /// Whether this is a recipient's last callback. It runs even on a disabled object, except for behaviours that
    /// panicked.
    pub(crate) fn is_last(self) -> bool {
        matches!(self, Self::Last | Self::Detaching(_))
    }
}

summed!(enum Recipients:
    0 All, 1 Last, 2 Within(id), 3 Siblings(id), 4 Only(id), 5 Detaching(id));

impl ComponentList {
    /// Whether an entry is in a group, or in a group within it.
    fn is_within(&self, entry: &Entry, group: ComponentId) -> bool {
        // This ends: a group is in the list before anything is added to it, so that none contains itself.
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
        // The order of the arms counts: a detached behaviour is notified of its siblings and has its last callback, but
        // receives nothing else.
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

    /// Takes out the first recipient from `from` on and before `end` that may implement a hook.
    pub(crate) fn take_next(
        &mut self,
        from: ComponentId,
        end: Option<ComponentId>,
        recipients: Recipients,
        hook: Hooks,
    ) -> Option<Taken> {
        let in_range = |entry: &Entry| {
            entry.id >= from
                && end.is_none_or(|end| entry.id < end)
                && matches!(entry.content, Content::Behavior(of, Some(_)) if of.hooks().has(hook))
        };
        // Most objects have one behaviour, and most calls are for all.
        let at = match (&*self.entries, recipients) {
            ([only], Recipients::All | Recipients::Last) => {
                (in_range(only) && !only.detaching && !only.finished).then_some(0)
            }
            // Notifications are for one each, and may be many.
            (all, Recipients::Only(id) | Recipients::Detaching(id)) => self
                .position(id)
                .filter(|&at| in_range(&all[at]) && !all[at].finished),
            (all, _) => all
                .iter()
                .position(|entry| in_range(entry) && self.is_recipient(entry, recipients)),
        }?;
        let entry = &mut self.entries[at];
        let Content::Behavior(of, behavior) = &mut entry.content else {
            return None;
        };
        let (of, behavior) = (*of, behavior.take()?);
        // Marked before the call: whatever last callbacks attach or detach, it is notified of nothing more.
        entry.detaching |= recipients == Recipients::Last;
        entry.finished |= recipients.is_last();
        Some(Taken {
            component: entry.id,
            of,
            behavior,
        })
    }

    /// Takes out the only entry, if that is a behaviour that may implement a hook and receives events.
    #[inline]
    pub(crate) fn take_only(&mut self, hook: Hooks) -> Option<Taken> {
        let ShortList::One(only) = &mut self.entries else {
            return None;
        };
        if self.disabled || only.detaching || only.finished {
            return None;
        }
        match &mut only.content {
            Content::Behavior(of, behavior) if of.hooks().has(hook) => Some(Taken {
                component: only.id,
                of,
                behavior: behavior.take()?,
            }),
            _ => None,
        }
    }

    /// Puts a behaviour back that was taken out. Drops it if its entry was removed.
    #[inline(always)]
    pub(crate) fn put_back(&mut self, id: ComponentId, behavior: Box<dyn Behavior>) {
        let entry = match &mut self.entries {
            ShortList::One(only) if only.id == id => Some(only),
            _ => self.position(id).map(|at| &mut self.entries[at]),
        };
        if let Some(Content::Behavior(_, place)) = entry.map(|entry| &mut entry.content) {
            *place = Some(behavior);
        }
    }

    /// Marks a behaviour that panicked: none of its hooks runs any more.
    pub(crate) fn finish(&mut self, id: ComponentId) {
        if let Some(at) = self.position(id) {
            self.entries[at].finished = true;
        }
    }

    /// Detached behaviours that still wait for their last callback.
    pub(crate) fn detaching(&self) -> impl Iterator<Item = ComponentId> {
        let waits = |entry: &&Entry| entry.detaching && !entry.finished && entry.is_behavior();
        self.entries.iter().filter(waits).map(|entry| entry.id)
    }

    /// Marks an entry as being detached, and with a group all within it. Returns them in order.
    pub(super) fn start_detaching(&mut self, id: ComponentId) -> Vec<ComponentId> {
        let affected = |entry: &&Entry| self.is_recipient(entry, Recipients::Within(id));
        let affected = self.entries.iter().filter(affected);
        let ids: Vec<_> = affected.map(|entry| entry.id).collect();
        for entry in self.entries.iter_mut() {
            entry.detaching |= ids.contains(&entry.id);
        }
        ids
    }
}
