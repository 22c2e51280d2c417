//! The memory limit of a map: a small file can describe a very large map.

use std::cell::Cell;
use std::collections::BTreeMap;

/// Maximum memory for a map with its tilesets and templates, in bytes: 60 MiB. Decoded images are not counted.
const LIMIT: usize = 60 << 20;

/// Counts memory against [`LIMIT`]. Each method fails instead of exceeding the limit.
#[derive(Debug)]
pub(super) struct MapMemory {
    left: Cell<usize>,
}

impl MapMemory {
    pub(super) fn new() -> Self {
        Self {
            left: Cell::new(LIMIT),
        }
    }

    /// Counts `bytes` that are about to be allocated.
    pub(super) fn take(&self, bytes: usize) -> Result<(), String> {
        let left = self.left.get().checked_sub(bytes);
        self.left.set(left.ok_or_else(Self::exceeded)?);
        Ok(())
    }

    /// Returns the error of a map that is too large.
    pub(super) fn exceeded() -> String {
        format!(
            "with its tilesets and templates, the map needs more than {} MiB of memory: split it into several maps, \
             or choose zlib as its tile layer format",
            LIMIT >> 20
        )
    }

    /// Returns the number of bytes that may still be taken.
    pub(super) fn left(&self) -> usize {
        self.left.get()
    }

    /// Counts `bytes` as free again.
    pub(super) fn give_back(&self, bytes: usize) {
        self.left.set(self.left.get().saturating_add(bytes));
    }

    /// Adds an item to a list.
    pub(super) fn push<T>(&self, list: &mut Vec<T>, item: T) -> Result<(), String> {
        let old = list.capacity();
        if list.len() == old {
            // The old and the new block exist together while the items are moved.
            let more = old.max(1);
            self.take((old + more).saturating_mul(size_of::<T>()))?;
            list.reserve_exact(more);
            self.give_back(old * size_of::<T>());
        }
        list.push(item);
        Ok(())
    }

    /// Adds text to a text.
    pub(super) fn extend(&self, text: &mut String, more: &str) -> Result<(), String> {
        let (old, length) = (text.capacity(), text.len() + more.len());
        if old < length {
            let new = length.max(old * 2);
            self.take(new)?;
            text.reserve_exact(new - text.len());
            self.give_back(old);
        }
        text.push_str(more);
        Ok(())
    }

    /// Returns a copy of a text.
    pub(super) fn text(&self, text: &str) -> Result<String, String> {
        let mut copy = String::new();
        self.extend(&mut copy, text)?;
        Ok(copy)
    }

    /// Adds an entry to a map. Texts in it are counted separately.
    pub(super) fn insert<K: Ord, V>(
        &self,
        map: &mut BTreeMap<K, V>,
        key: K,
        value: V,
    ) -> Result<(), String> {
        self.take(entry_bytes(map))?;
        map.insert(key, value);
        Ok(())
    }

    /// Counts a copy of texts by name.
    pub(super) fn take_texts(&self, texts: &BTreeMap<String, String>) -> Result<(), String> {
        let bytes = texts.iter().map(|(name, text)| name.len() + text.len());
        let entries = texts.len() * ENTRIES_OF_NEW * size_of::<(String, String)>();
        self.take(bytes.sum::<usize>() + entries)
    }
}

/// Number of entries for which a B-tree has room in the worst case, for each entry. The first one takes a whole node.
const ENTRIES_OF_FIRST: usize = 12;
const ENTRIES_OF_NEW: usize = 3;

/// Returns the memory that the next entry of a map needs at most.
fn entry_bytes<K, V>(map: &BTreeMap<K, V>) -> usize {
    let entries = match map.is_empty() {
        true => ENTRIES_OF_FIRST,
        false => ENTRIES_OF_NEW,
    };
    entries * size_of::<(K, V)>()
}
