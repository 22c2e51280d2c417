//! Names that a game uses and that do not exist. Each is logged once, with the nearest existing name. Most are
//! misspelt.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::base::nearest::nearest;

/// Number of steps in which a missing name is accepted: a game may query coins before it spawns any.
const PATIENCE: u64 = 120;

/// The largest number of waiting or logged names, so that generated names do not fill the memory.
const MAX_WAITING: usize = 64;

/// The subject of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameOf {
    /// A kind of objects.
    Kind,
    /// The label of a widget.
    Label,
    /// A custom event type that was sent to all.
    Event,
    /// A custom event type that reached objects without the event hook.
    Unhandled,
}

impl NameOf {
    /// Returns the fault of a name, and how to fix it.
    fn fault(self, name: &str) -> String {
        match self {
            Self::Kind => format!("no object was ever of the kind `{name}`"),
            Self::Label => format!("no widget has the label `{name}`"),
            Self::Event => format!("no object receives `{name}`, which was sent to all"),
            Self::Unhandled => format!(
                "`{name}` reaches only objects none of whose behaviours has the hook for it, `Behavior::event`"
            ),
        }
    }
}

/// Existing names, and used names that do not exist.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnmatchedNames {
    /// The latest recorded kind is the last.
    kinds: Vec<&'static str>,
    events: Vec<&'static str>,
    /// Event types that an object with a hook for them has received.
    handled: Vec<&'static str>,
    // Behind a lock, because queries only read the world. Locked only for names that do not exist. Shared with all
    // copies of the world: a step repeated from a snapshot does not log a name again.
    waiting: Arc<Mutex<Vec<Waiting>>>,
}

#[derive(Debug)]
struct Waiting {
    of: NameOf,
    name: Box<str>,
    /// The step of its first use.
    since: u64,
    /// It was logged, or the name exists by now.
    over: bool,
}

impl UnmatchedNames {
    /// Records the kind of a new object.
    #[inline]
    pub(crate) fn record_kind(&mut self, kind: &'static str) {
        // Usually the same kind as the previous one; equal texts may be in several places of a program.
        if !self
            .kinds
            .last()
            .is_some_and(|&last| core::ptr::eq(last, kind))
        {
            note(&mut self.kinds, kind);
        }
    }

    /// Records a type of events that an object receives.
    pub(crate) fn record_event(&mut self, name: &'static str) {
        note(&mut self.events, name);
    }

    /// Returns whether an object with a hook for it has received an event of this type.
    #[inline]
    pub(crate) fn is_handled(&self, name: &'static str) -> bool {
        // Compares addresses, which is quick. The same text at another address is recorded too.
        self.handled.iter().any(|&known| core::ptr::eq(known, name))
    }

    /// Records that a custom event reached an object, with or without the hook for it.
    pub(crate) fn record_delivery(&mut self, name: &'static str, handles: bool, step: u64) {
        if handles {
            self.handled.push(name);
        } else if !name.starts_with("damselfly::") && !self.handled.contains(&name) {
            self.wait(NameOf::Unhandled, name, step);
        }
    }

    /// Records a query for a kind that has no objects.
    pub(crate) fn record_missing_kind(&self, kind: &str, step: u64) {
        if !self.kinds.contains(&kind) {
            self.wait(NameOf::Kind, kind, step);
        }
    }

    /// Records a send without a receiver.
    pub(crate) fn record_unreceived(&self, of: NameOf, name: &str, step: u64) {
        // The engine's own events often have no subscribers.
        let is_own = of != NameOf::Event || !name.starts_with("damselfly::");
        if is_own && !(of == NameOf::Event && self.events.contains(&name)) {
            self.wait(of, name, step);
        }
    }

    /// Logs the names that have waited long enough; at the end of a run (`None`), all names. `labels` are the view
    /// objects' labels.
    pub(crate) fn report<'a>(
        &self,
        step: Option<u64>,
        labels: impl Iterator<Item = &'a str> + Clone,
    ) {
        let mut waiting = self.waiting();
        for entry in waiting.iter_mut().filter(|entry| !entry.over) {
            if step.is_some_and(|step| step < entry.since + PATIENCE) {
                continue;
            }
            entry.over = true;
            let name = &*entry.name;
            let found = match entry.of {
                NameOf::Kind if self.kinds.contains(&name) => continue,
                NameOf::Kind => nearest(name, self.kinds.iter().copied()),
                NameOf::Label if labels.clone().any(|label| label == name) => continue,
                NameOf::Label => nearest(name, labels.clone()),
                NameOf::Event if self.events.contains(&name) => continue,
                NameOf::Event => nearest(name, self.events.iter().copied()),
                NameOf::Unhandled if self.handled.contains(&name) => continue,
                NameOf::Unhandled => None,
            };
            let meant = found.map_or(String::new(), |name| format!("; is `{name}` meant?"));
            log::warn!("{}{meant}", entry.of.fault(name));
        }
    }

    /// Returns whether any name waits to be logged.
    pub(crate) fn any_waits(&self) -> bool {
        self.waiting().iter().any(|entry| !entry.over)
    }

    fn wait(&self, of: NameOf, name: &str, step: u64) {
        let mut waiting = self.waiting();
        // A kind or an event type that exists once never waits again. A label may: its widget can be removed.
        if waiting.len() == MAX_WAITING {
            waiting.retain(|entry| match entry.of {
                NameOf::Kind => !self.kinds.contains(&&*entry.name),
                NameOf::Event => !self.events.contains(&&*entry.name),
                NameOf::Unhandled => !self.handled.contains(&&*entry.name),
                NameOf::Label => true,
            });
        }
        let known = |entry: &Waiting| entry.of == of && *entry.name == *name;
        if waiting.len() < MAX_WAITING && !waiting.iter().any(known) {
            waiting.push(Waiting {
                of,
                name: name.into(),
                since: step,
                over: false,
            });
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        // No code panics while it is locked.
        self.waiting
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn note(names: &mut Vec<&'static str>, name: &'static str) {
    // Moved to the end, where it is found first.
    match names.iter().position(|&known| known == name) {
        Some(at) => {
            let last = names.len() - 1;
            names.swap(at, last);
            names[last] = name;
        }
        None => names.push(name),
    }
}
