//! The reference model: a list of objects with their components.

use std::collections::BTreeMap;

use damselfly::ObjectId;
use damselfly::world::AttachedId;

/// A notification of a behaviour.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Note {
    Event(u32),
    Added(i64),
    Removed(i64),
    Detached,
    Gone,
}

/// The number of the object, the number of the behaviour, and its notification.
pub(crate) type Received = (usize, i64, Note);

/// A component of the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// Number of the component, from 1, as the engine prints it.
    pub(crate) number: i64,
    pub(crate) holder: Option<i64>,
    pub(crate) is_group: bool,
    pub(crate) leaving: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) id: ObjectId,
    pub(crate) gone: bool,
    pub(crate) marked: bool,
    pub(crate) level: u16,
    pub(crate) data: BTreeMap<usize, i32>,
    pub(crate) parts: Vec<Part>,
    pub(crate) ids: Vec<AttachedId>,
}

/// A waiting notification.
#[derive(Clone, Debug)]
pub(crate) enum Waiting {
    Note(usize, i64, Note),
    Detaching(usize, Vec<i64>),
    To(usize, i64, u32),
    Beside(usize, i64, u32),
}

#[derive(Debug, Default)]
pub(crate) struct Models {
    pub(crate) list: Vec<Model>,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) pending_despawn: Vec<usize>,
    /// Types of data, in the order of their first use.
    pub(crate) met: Vec<usize>,
    pub(crate) level: u16,
    pub(crate) received: Vec<Received>,
}

impl Model {
    pub(crate) fn part(&self, number: i64) -> Option<&Part> {
        self.parts.iter().find(|part| part.number == number)
    }

    /// Returns the numbers of all behaviours and groups in a group and in its nested groups. `None` stands for the
    /// object itself.
    pub(crate) fn within(&self, group: Option<i64>) -> Vec<i64> {
        let held = self.parts.iter().filter(|part| part.holder == group);
        held.flat_map(|part| [vec![part.number], self.within(Some(part.number))].concat())
            .collect()
    }

    pub(crate) fn siblings(&self, holder: Option<i64>, but: i64) -> Vec<Part> {
        let beside = |part: &&Part| part.holder == holder && part.number != but && !part.leaving;
        self.parts.iter().filter(beside).copied().collect()
    }
}

impl Models {
    pub(crate) fn visited(&self, of: &Model) -> bool {
        !of.gone && !of.marked && (of.level == 0 || of.level == self.level)
    }

    pub(crate) fn tell_data(&mut self, who: usize, note: &Note) {
        for part in self.list[who].siblings(None, 0) {
            if !part.is_group {
                self.waiting
                    .push(Waiting::Note(who, part.number, note.clone()));
            }
        }
    }

    pub(crate) fn insert(&mut self, who: usize, kind: usize, value: i32) {
        if !self.met.contains(&kind) {
            self.met.push(kind);
        }
        if self.list[who].data.insert(kind, value).is_none() {
            self.tell_data(who, &Note::Added(-1 - i64::try_from(kind).unwrap()));
        }
    }

    pub(crate) fn take(&mut self, who: usize, kind: usize) -> Option<i32> {
        let value = self.list[who].data.remove(&kind)?;
        self.tell_data(who, &Note::Removed(-1 - i64::try_from(kind).unwrap()));
        Some(value)
    }

    /// Returns the numbers of the siblings of component `but` in the group `holder`. Outside of groups, the object's
    /// data types come first.
    pub(crate) fn beside(&self, who: usize, holder: Option<i64>, but: i64) -> Vec<i64> {
        let of = &self.list[who];
        let mut found = Vec::new();
        if holder.is_none() {
            let present = self.met.iter().filter(|kind| of.data.contains_key(kind));
            found.extend(present.map(|&kind| -1 - i64::try_from(kind).unwrap()));
        }
        found.extend(of.siblings(holder, but).iter().map(|part| part.number));
        found
    }

    pub(crate) fn add(&mut self, who: usize, holder: Option<i64>, is_group: bool) {
        let number = i64::try_from(self.list[who].ids.len()).unwrap() + 1;
        if !is_group {
            for sibling in self.beside(who, holder, number) {
                self.waiting
                    .push(Waiting::Note(who, number, Note::Added(sibling)));
            }
        }
        for sibling in self.list[who].siblings(holder, number) {
            if !sibling.is_group {
                self.waiting
                    .push(Waiting::Note(who, sibling.number, Note::Added(number)));
            }
        }
        self.list[who].parts.push(Part {
            number,
            holder,
            is_group,
            leaving: false,
        });
    }

    pub(crate) fn detach(&mut self, who: usize, number: i64) -> bool {
        let Some(&part) = self.list[who].part(number).filter(|part| !part.leaving) else {
            return false;
        };
        let mut below = self.list[who].within(Some(number));
        below.push(number);
        let mut leaving = Vec::new();
        for other in &mut self.list[who].parts {
            if below.contains(&other.number) && !other.leaving {
                other.leaving = true;
                leaving.push(other.number);
            }
        }
        for sibling in self.list[who].siblings(part.holder, number) {
            if !sibling.is_group {
                self.waiting
                    .push(Waiting::Note(who, sibling.number, Note::Removed(number)));
            }
        }
        if !part.is_group {
            for sibling in self.beside(who, part.holder, number) {
                self.waiting
                    .push(Waiting::Note(who, number, Note::Removed(sibling)));
            }
        }
        self.waiting.push(Waiting::Detaching(who, leaving));
        true
    }

    pub(crate) fn notify(&mut self, who: usize, recipients: &[i64], number: u32) {
        let of = &self.list[who];
        if of.gone || of.marked || !(of.level == 0 || of.level == self.level) {
            return;
        }
        for part in of
            .parts
            .iter()
            .filter(|part| recipients.contains(&part.number))
        {
            if !part.is_group && !part.leaving {
                self.received.push((who, part.number, Note::Event(number)));
            }
        }
    }

    pub(crate) fn step(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            match waiting {
                Waiting::Note(who, part, note) => {
                    if self.list[who].part(part).is_some() && !self.list[who].gone {
                        self.received.push((who, part, note));
                    }
                }
                Waiting::Detaching(who, leaving) => {
                    for number in leaving {
                        if !self.list[who].part(number).unwrap().is_group {
                            self.received.push((who, number, Note::Detached));
                        }
                        self.list[who].parts.retain(|part| part.number != number);
                    }
                }
                Waiting::To(who, part, number) => {
                    let mut recipients = self.list[who].within(Some(part));
                    recipients.push(part);
                    self.notify(who, &recipients, number);
                }
                Waiting::Beside(who, sender, number) => {
                    let of = &self.list[who];
                    let Some(part) = of.part(sender) else {
                        continue;
                    };
                    let mut recipients = of.within(part.holder);
                    let below = of.within(Some(sender));
                    recipients.retain(|part| *part != sender && !below.contains(part));
                    self.notify(who, &recipients, number);
                }
            }
        }
        for who in std::mem::take(&mut self.pending_despawn) {
            for part in self.list[who].siblings_of_all() {
                self.received.push((who, part, Note::Gone));
            }
            self.list[who].gone = true;
            self.list[who].data.clear();
            self.list[who].parts.clear();
        }
    }
}

impl Model {
    /// Returns the numbers of all behaviours that are not being detached.
    pub(crate) fn siblings_of_all(&self) -> Vec<i64> {
        let there = self
            .parts
            .iter()
            .filter(|part| !part.is_group && !part.leaving);
        there.map(|part| part.number).collect()
    }
}
