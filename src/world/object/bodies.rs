//! Bodies by number. Equal objects share a body.
//!
//! In a large world most bodies would be equal, for example those of a hundred thousand objects with the same sprite.
//! Their positions and colours are in their rows, and their frame numbers next to their slots. A body is copied when an
//! object that shares it changes. Sharing is invisible from outside.

use super::body::Body;

/// A body, and its number of objects: 0 in a free entry.
#[derive(Clone, Debug)]
struct SharedBody {
    body: Body,
    users: u32,
}

/// A body's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BodyId(u32);

/// Number of recent bodies that a new one is compared with: games add objects of a few kinds in turn. If more kinds
/// take turns, nothing is shared.
const COMPARED: usize = 4;

/// Bodies by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    entries: Vec<SharedBody>,
    free: Vec<u32>,
    /// Numbers of recent bodies that may be shared, replaced in turn. Each body may have changed since it was stored.
    latest: [u32; COMPARED],
    /// Index in `latest` of the number to replace next.
    next: usize,
}

impl Bodies {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.entries) + size_of_val(&*self.free)
    }

    pub(crate) fn reserve(&mut self, bodies: usize) {
        let more = bodies.saturating_sub(self.free.len());
        self.entries.reserve(more);
    }

    /// Stores a body, or finds an equal one.
    // This function is inlined, because a call would copy the body, which is large.
    #[inline]
    pub(crate) fn insert(&mut self, body: Body) -> BodyId {
        if !body.may_be_shared() {
            return self.insert_own(body);
        }
        for number in self.latest {
            let entry = self.entries.get_mut(number as usize);
            if let Some(entry) = entry
                && entry.users > 0
                && entry.body.is_same(&body)
            {
                // This cannot overflow: there are fewer than 2³² objects.
                entry.users += 1;
                return BodyId(number);
            }
        }
        let id = self.insert_own(body);
        self.latest[self.next] = id.0;
        self.next = (self.next + 1) % COMPARED;
        id
    }

    #[inline]
    fn insert_own(&mut self, body: Body) -> BodyId {
        let entry = SharedBody { body, users: 1 };
        if let Some(number) = self.free.pop() {
            self.entries[number as usize] = entry;
            return BodyId(number);
        }
        let number = u32::try_from(self.entries.len()).expect("there are at most as many as slots");
        self.entries.push(entry);
        BodyId(number)
    }

    #[inline]
    pub(crate) fn get(&self, id: BodyId) -> &Body {
        &self.entries[id.0 as usize].body
    }

    /// Returns a body to change, copied first if it is shared.
    pub(crate) fn get_mut(&mut self, id: &mut BodyId) -> &mut Body {
        let entry = &mut self.entries[id.0 as usize];
        if entry.users > 1 {
            entry.users -= 1;
            let body = entry.body.clone();
            *id = self.insert_own(body);
        }
        &mut self.entries[id.0 as usize].body
    }

    /// Removes one user of a body. Frees a body without users.
    pub(crate) fn remove(&mut self, id: BodyId) {
        let entry = &mut self.entries[id.0 as usize];
        entry.users -= 1;
        if entry.users == 0 {
            // The animation is dropped now, because it owns memory.
            entry.body.animation.playing = None;
            self.free.push(id.0);
        }
    }

    /// Returns the number of free entries.
    pub(crate) fn free(&self) -> usize {
        self.free.len()
    }

    /// Sorts the entries freed last: all free entries except the first `before`. See `order_many`.
    pub(crate) fn order_freed(&mut self, before: usize) {
        super::slots::order_many(self.free.get_mut(before..).unwrap_or_default());
    }

    /// Returns the number of different bodies.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests;
