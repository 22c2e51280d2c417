//! Names that a game uses and that nothing has: told once in the log, with the nearest name that exists. Most are
//! misspelt.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::base::nearest::nearest;

/// Steps for which a name may be used before something has it: a game may ask about coins before there are any.
const PATIENCE: u64 = 120;

/// No more names wait or have been logged: what a game makes up without end is not remembered.
const MAX_WAITING: usize = 64;

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameOf {
    /// A kind of objects.
    Kind,
    /// The label of a widget.
    Label,
    /// An event type of the game's own that was sent to all.
    Event,
    /// An event type of the game's own that reached objects without the hook for it.
    Unheard,
}

impl NameOf {
    /// Returns what is wrong with a name, and what is done about it.
    fn fault(self, name: &str) -> String {
        match self {
            Self::Kind => format!("no object was ever of the kind `{name}`"),
            Self::Label => format!("no widget has the label `{name}`"),
            Self::Event => format!("no object receives `{name}`, which was sent to all"),
            Self::Unheard => format!(
                "`{name}` reaches only objects none of whose behaviours has the hook for it, `Behavior::event`"
            ),
        }
    }
}

/// Names that exist, and names that were used and do not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unmatched {
    /// The one that was noted last is the last.
    kinds: Vec<&'static str>,
    events: Vec<&'static str>,
    /// Event types that an object with a hook for them has received.
    heard: Vec<&'static str>,
    // Behind a lock, because questions only read the world. It is taken only where nothing has the name. Shared with all
    // copies of the world: a step that is taken again from a snapshot logs no name a second time.
    waiting: Arc<Mutex<Vec<Waiting>>>,
}

#[derive(Debug)]
struct Waiting {
    of: NameOf,
    name: Box<str>,
    /// The step in which it was first used.
    since: u64,
    /// It was logged, or something has the name by now.
    over: bool,
}

impl Unmatched {
    /// Notes the kind of a new object.
    #[inline]
    pub(crate) fn note_kind(&mut self, kind: &'static str) {
        // Mostly it is of the same kind as the one before; equal texts may be in several places of a program.
        if !self
            .kinds
            .last()
            .is_some_and(|&last| core::ptr::eq(last, kind))
        {
            note(&mut self.kinds, kind);
        }
    }

    /// Notes a type of events that an object receives.
    pub(crate) fn note_event(&mut self, name: &'static str) {
        note(&mut self.events, name);
    }

    /// Whether an object with a hook for it has received an event of this type.
    #[inline]
    pub(crate) fn is_heard(&self, name: &'static str) -> bool {
        // By place, which is quick; the same text elsewhere in the program is noted, too.
        self.heard.iter().any(|&known| core::ptr::eq(known, name))
    }

    /// Notes that an event of the game's own reached an object, which has the hook for it or has not.
    pub(crate) fn reached(&mut self, name: &'static str, hears: bool, step: u64) {
        if hears {
            self.heard.push(name);
        } else if !name.starts_with("damselfly::") && !self.heard.contains(&name) {
            self.wait(NameOf::Unheard, name, step);
        }
    }

    /// Notes that a kind was asked about of which there is no object now.
    pub(crate) fn asked_for_kind(&self, kind: &str, step: u64) {
        if !self.kinds.contains(&kind) {
            self.wait(NameOf::Kind, kind, step);
        }
    }

    /// Notes that something was sent which nothing received.
    pub(crate) fn sent_in_vain(&self, of: NameOf, name: &str, step: u64) {
        // The engine's own events are often of no interest.
        let is_own = of != NameOf::Event || !name.starts_with("damselfly::");
        if is_own && !(of == NameOf::Event && self.events.contains(&name)) {
            self.wait(of, name, step);
        }
    }

    /// Logs the names that have waited long enough; at the end of a run (`None`), all. `labels` are those of the view
    /// objects.
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
                NameOf::Unheard if self.heard.contains(&name) => continue,
                NameOf::Unheard => None,
            };
            let meant = found.map_or(String::new(), |name| format!("; is `{name}` meant?"));
            log::warn!("{}{meant}", entry.of.fault(name));
        }
    }

    /// Whether any name waits to be logged.
    pub(crate) fn any_waits(&self) -> bool {
        self.waiting().iter().any(|entry| !entry.over)
    }

    fn wait(&self, of: NameOf, name: &str, step: u64) {
        let mut waiting = self.waiting();
        // A kind or an event type that has come to be never waits again. A label may: its widget can be removed.
        if waiting.len() == MAX_WAITING {
            waiting.retain(|entry| match entry.of {
                NameOf::Kind => !self.kinds.contains(&&*entry.name),
                NameOf::Event => !self.events.contains(&&*entry.name),
                NameOf::Unheard => !self.heard.contains(&&*entry.name),
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
        // Nothing panics while it is locked.
        self.waiting
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn note(names: &mut Vec<&'static str>, name: &'static str) {
    // The latest last, where it is found first.
    match names.iter().position(|&known| known == name) {
        Some(at) => {
            let last = names.len() - 1;
            names.swap(at, last);
            names[last] = name;
        }
        None => names.push(name),
    }
}
