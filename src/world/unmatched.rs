//! Names that a game uses without effect: kinds, labels and events that do not exist, events for which no recipient has
//! a hook, and kinds whose objects never take a step. Each is logged once. Most of the names that do not exist are
//! misspelt, so the log message has the nearest existing name if one is similar.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::base::nearest::nearest;

/// Number of steps for which a missing name is accepted: a game may query coins before it spawns any.
const PATIENCE: u64 = 120;

/// The largest number of waiting or logged names, so that generated names do not fill the memory.
const MAX_WAITING: usize = 64;

/// The thing that a name refers to, and the fault that is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameOf {
    /// A kind of objects.
    Kind,
    /// The label of a widget.
    Label,
    /// A custom event type that was sent to all.
    Event,
    /// A custom event type that has only reached objects without the hook
    /// [`Behavior::event`](crate::world::Behavior::event).
    Unhandled,
    /// A kind of objects that never took a step, because their altitudes were disabled.
    Idle,
}

impl NameOf {
    /// Returns the log message about a name that does not exist.
    fn fault(self, name: &str) -> String {
        match self {
            Self::Kind => format!("no object was ever of the kind `{name}`"),
            Self::Label => format!("no widget has the label `{name}`"),
            Self::Event => format!("no object receives `{name}`, which was sent to all"),
            Self::Unhandled => format!(
                "`{name}` reaches only objects none of whose behaviours has the hook for it, `Behavior::event`"
            ),
            Self::Idle => format!(
                "no object of the kind `{name}` ever took a step: its altitude was disabled in every step"
            ),
        }
    }
}

/// Existing names, and used names that have no effect.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnmatchedNames {
    /// Existing names: a list for each [`NameOf`], in which the latest recorded name is the last. Empty for labels,
    /// which the heads-up display knows. For [`NameOf::Unhandled`], the event types that a hook has received. For
    /// [`NameOf::Idle`], kinds that took steps after all.
    known: [Vec<&'static str>; 5],
    // The list is behind a lock, because queries record names although they only read the world. It is shared with all
    // copies of the world, so that a step repeated from a snapshot does not log a name again.
    waiting: Arc<Mutex<Vec<MissingName>>>,
}

#[derive(Debug)]
struct MissingName {
    of: NameOf,
    name: Box<str>,
    /// The step of its first use.
    since: u64,
    /// Whether the name was logged, or exists by now.
    over: bool,
    /// Whether the name waits for the end of the run, because no existing name is similar: it is probably not misspelt.
    is_late: bool,
}

impl UnmatchedNames {
    /// Records an existing name: the kind of a new object, a custom event type that an object has subscribed to, or a
    /// kind whose objects take steps.
    #[inline]
    pub(crate) fn record(&mut self, of: NameOf, name: &'static str) {
        let known = &mut self.known[of as usize];
        // Addresses are compared first, which is quick: usually the name is the previous one again. An equal text at
        // another address is found below.
        if known.last().is_some_and(|&last| core::ptr::eq(last, name)) {
            return;
        }
        // The name is moved to the end, where the comparison above finds it the next time.
        known.retain(|&other| other != name);
        known.push(name);
    }

    /// Returns whether an object with a hook for custom events has received an event of this type.
    #[inline]
    pub(crate) fn is_handled(&self, name: &'static str) -> bool {
        // Compares addresses, which is quick. An equal text at another address is not found, and is then recorded as
        // well.
        let handled = &self.known[NameOf::Unhandled as usize];
        handled.iter().any(|&known| core::ptr::eq(known, name))
    }

    /// Records that a custom event reached an object, with or without the hook for it.
    pub(crate) fn record_delivery(&mut self, name: &'static str, handles: bool, step: u64) {
        if handles {
            self.known[NameOf::Unhandled as usize].push(name);
        } else {
            self.record_missing(NameOf::Unhandled, name, step);
        }
    }

    /// Records a use of a name that may have no effect: a query for a kind, a change of a label's value, an event
    /// without a recipient or without a hook, or an object of a kind that takes no steps.
    pub(crate) fn record_missing(&self, of: NameOf, name: &str, step: u64) {
        // The engine's own events often have no subscribers.
        let is_event = matches!(of, NameOf::Event | NameOf::Unhandled);
        if !(is_event && name.starts_with("damselfly::") || self.exists(of, name)) {
            self.wait(of, name, step);
        }
    }

    fn exists(&self, of: NameOf, name: &str) -> bool {
        self.known[of as usize].contains(&name)
    }

    /// Logs the names that have waited for [`PATIENCE`] steps and still do not exist, if they are similar to existing
    /// ones or [`NameOf::Unhandled`]. At the end of a run, `step` is `None` and all waiting names are logged: until
    /// then, an object of a kind without a similar name may still be spawned. `labels` are the labels of all widgets.
    pub(crate) fn report<'a>(
        &self,
        step: Option<u64>,
        labels: impl Iterator<Item = &'a str> + Clone,
    ) {
        let mut waiting = self.waiting();
        for entry in waiting.iter_mut().filter(|entry| !entry.over) {
            if step.is_some_and(|step| entry.is_late || step < entry.since + PATIENCE) {
                continue;
            }
            let name = &*entry.name;
            let labels = labels.clone().filter(|_| entry.of == NameOf::Label);
            let known = self.known[entry.of as usize].iter().copied().chain(labels);
            entry.over = known.clone().any(|known| known == name);
            if entry.over {
                continue;
            }
            let known = known.filter(|_| !matches!(entry.of, NameOf::Unhandled | NameOf::Idle));
            let found = nearest(name, known);
            entry.is_late = step.is_some() && found.is_none() && entry.of != NameOf::Unhandled;
            if entry.is_late {
                continue;
            }
            entry.over = true;
            let meant = found.map_or(String::new(), |name| format!("; is `{name}` meant?"));
            // An idle kind may be no fault: the player may have left the game, for example in the first menu, before
            // the kind's altitude was enabled.
            let is_fault = entry.of != NameOf::Idle;
            let level = if is_fault {
                log::Level::Warn
            } else {
                log::Level::Info
            };
            log::log!(level, "{}{meant}", entry.of.fault(name));
        }
    }

    /// Returns whether any name waits to be logged before the end of the run.
    pub(crate) fn any_waits(&self) -> bool {
        self.waiting()
            .iter()
            .any(|entry| !entry.over && !entry.is_late)
    }

    fn wait(&self, of: NameOf, name: &str, step: u64) {
        let mut waiting = self.waiting();
        // Kinds and event types that exist by now make room, because their names never wait again. A label may wait
        // again, because its widget can be removed.
        if waiting.len() == MAX_WAITING {
            waiting.retain(|entry| !self.exists(entry.of, &entry.name));
        }
        let known = |entry: &MissingName| entry.of == of && *entry.name == *name;
        if waiting.len() < MAX_WAITING && !waiting.iter().any(known) {
            waiting.push(MissingName {
                of,
                name: name.into(),
                since: step,
                over: false,
                is_late: false,
            });
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<MissingName>> {
        // No code panics while the list is locked, so it is intact even if the lock is poisoned.
        self.waiting
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
