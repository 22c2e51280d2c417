//! The keys or buttons that are down, and the presses and releases of one step.
//!
//! The pressed items are stored twice: as the game sees them, and as they physically are. The two differ after the
//! input was muted.

use super::events::MouseButton;
use super::key::Key;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};

/// A small sorted set. Bounded, so that synthetic keys cannot make a step slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SortedSet<T> {
    items: Vec<T>,
}

impl<T: Checksum> Checksum for SortedSet<T> {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        self.items.write_checksum(sum);
    }
}

impl<T: Copy + Ord> SortedSet<T> {
    /// Maximum number of items, more than any keyboard has. Further ones are ignored.
    pub(super) const MOST: usize = 1024;

    /// Returns whether the item is in the set.
    pub(super) fn contains(&self, item: T) -> bool {
        self.items.binary_search(&item).is_ok()
    }

    /// Adds an item. Returns false if it was present, or if the set is full.
    pub(super) fn insert(&mut self, item: T) -> bool {
        // A sorted `Vec`: few keys are held at a time, iteration is in order, and clearing keeps the memory. A hash
        // set's order would differ between runs, and the game would see it as the order of releases.
        match self.items.binary_search(&item) {
            Err(at) if self.items.len() < Self::MOST => {
                self.items.insert(at, item);
                true
            }
            _ => false,
        }
    }

    /// Removes an item. Returns whether it was present.
    pub(super) fn remove(&mut self, item: T) -> bool {
        let found = self.items.binary_search(&item);
        if let Ok(at) = found {
            self.items.remove(at);
        }
        found.is_ok()
    }

    /// Returns the items in ascending order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        self.items.iter().copied()
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self { items: vec![] }
    }
}

/// How the game sees a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// The item is down now, and was up before.
    New,
    /// The item is still down.
    Repeat,
    /// Hidden from the game: the input is muted, or was muted when the item went down.
    Unseen,
}

/// The items that are down, and the presses and releases of this step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ButtonInput<T> {
    /// Items that are down, as the game sees them.
    pub(super) down: SortedSet<T>,
    /// Items that are physically down. Includes keys held while the input was muted.
    pub(super) physical: SortedSet<T>,
    /// Items that went down in this step, as the game sees it. They may be up again.
    pub(super) pressed: SortedSet<T>,
    /// Items that went up in this step, as the game sees it. They may be down again.
    pub(super) released: SortedSet<T>,
}

impl<T> Default for ButtonInput<T> {
    fn default() -> Self {
        Self {
            down: SortedSet::default(),
            physical: SortedSet::default(),
            pressed: SortedSet::default(),
            released: SortedSet::default(),
        }
    }
}

// Presses and releases only last for one step.
summed!(ButtonInput<Key>: down, physical; not pressed, released);
summed!(ButtonInput<MouseButton>: down, physical; not pressed, released);

impl<T: Copy + Ord> ButtonInput<T> {
    /// Clears the presses and releases of the last step.
    pub(super) fn begin_step(&mut self) {
        self.pressed.items.clear();
        self.released.items.clear();
    }

    /// Presses an item. `repeat` marks the keyboard's repeats. Returns how the game sees the press.
    pub(super) fn press(&mut self, item: T, repeat: bool, muted: bool) -> Press {
        // A repeat is never a new press. Its key may be held since before the window had the focus, and its press was
        // then meant for another program.
        let is_new = !repeat && self.physical.insert(item);
        // While muted, only `physical` gets the item, so that it is not new if it is still held after the mute.
        if is_new && !muted {
            self.down.insert(item);
            self.pressed.insert(item);
            Press::New
        } else if self.down.contains(item) {
            Press::Repeat
        } else {
            Press::Unseen
        }
    }

    /// Releases an item. Returns whether the game saw it down until now.
    pub(super) fn release(&mut self, item: T) -> bool {
        self.physical.remove(item);
        let was_down = self.down.remove(item);
        if was_down {
            self.released.insert(item);
        }
        was_down
    }

    /// Releases everything that the game sees down, and calls `released` with each, in order.
    pub(super) fn release_all(&mut self, mut released: impl FnMut(T)) {
        for item in self.down.items.drain(..) {
            self.released.insert(item);
            released(item);
        }
    }

    /// Clears the physical state: without the focus, no releases are reported.
    pub(super) fn forget_physical(&mut self) {
        self.physical.items.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_sorted_set_is_an_ordered_set(changes in prop::collection::vec((0..20u32, any::<bool>()), 0..200)) {
            let mut set = SortedSet::default();
            let mut model = BTreeSet::new();
            for (item, insert) in changes {
                if insert {
                    prop_assert_eq!(set.insert(item), model.insert(item));
                } else {
                    prop_assert_eq!(set.remove(item), model.remove(&item));
                }
                prop_assert_eq!(set.contains(item), insert);
            }
            prop_assert!(set.iter().eq(model));
        }
    }

    #[test]
    fn unknown_keys_use_bounded_memory() {
        let mut set = SortedSet::default();
        let taken = (0..5000).filter(|&item| set.insert(item)).count();
        assert_eq!((taken, set.iter().len()), (1024, 1024));
    }

    #[test]
    fn a_second_press_counts_as_a_repeat() {
        let mut held = ButtonInput::default();
        assert_eq!(held.press('a', true, false), Press::Unseen);
        assert_eq!(held.press('a', false, false), Press::New);
        assert_eq!(held.press('a', true, false), Press::Repeat);
        assert_eq!(held.press('a', false, false), Press::Repeat);
        assert!(held.release('a') && !held.release('a'));
    }

    #[test]
    fn a_button_pressed_while_muted_is_up_until_pressed_again() {
        let mut held = ButtonInput::default();
        assert_eq!(held.press('a', false, true), Press::Unseen);
        assert_eq!(held.press('a', false, false), Press::Unseen);
        assert!(!held.release('a'));
        assert_eq!(held.press('a', false, false), Press::New);
    }
}
