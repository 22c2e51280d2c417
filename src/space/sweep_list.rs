//! Sweep and prune along x: all boxes sorted by their left edges. All boxes that overlap an area are in one section of
//! the list. A move shifts the few boxes that it passes. The method is from D. Baraff, "Dynamic Simulation of
//! Non-Penetrating Rigid Bodies" (1992), 3.2, for one axis.
//!
//! The section begins further to the left than the area, by the length of the longest box. One long floor would extend
//! it to the whole list. The few boxes that are much longer than the others are therefore in a separate list, which
//! every search visits.

use super::collider::Collider;
use crate::geometry::Rect;
use core::cmp::Ordering;

/// Sorting new colliders into the list and closing the gaps of removed ones both visit the whole list. So either waits
/// until the number of new or removed colliders is above `FEW`, and above a sixteenth of the list. `tidy` sorts new
/// colliders without waiting.
const FEW: usize = 32;
/// Colliders more than `MUCH_LONGER` times as long as the others are in a separate list: at most one in `LONG_PART`, or
/// `LONG_FEW` in a short list.
const LONG_PART: usize = 256;
const LONG_FEW: usize = 4;
const MUCH_LONGER: f64 = 4.0;

/// A collider in the list, with its entry number.
// It contains a copy of the collider, so that searches read contiguous memory.
#[derive(Clone, Copy, Debug)]
struct SweepEntry {
    collider: Collider,
    entry: u32,
    /// Whether the collider was removed. Closing the gap at once would shift all entries after it.
    gone: bool,
}

impl SweepEntry {
    fn new(collider: Collider, entry: u32) -> Self {
        Self {
            collider,
            entry,
            gone: false,
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        let [one, other_x] = [self, other].map(|sorting| sorting.collider.area.min.x);
        one.total_cmp(&other_x).then(self.entry.cmp(&other.entry))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct SweepList {
    /// Sorted by left edge, then by entry.
    list: Vec<SweepEntry>,
    /// New colliders, unsorted.
    fresh: Vec<SweepEntry>,
    /// Colliders much longer than the others, unsorted.
    long: Vec<SweepEntry>,
    /// Collider of each entry, which determines its position in the list. `None` for removed entries.
    entries: Vec<Option<Collider>>,
    free: Vec<u32>,
    /// Removed entries that are still in the list.
    gone: Vec<u32>,
    /// Longest side in the list since the last measurement, in world units.
    reach: f64,
    /// Scratch: the longer side of each collider.
    extents: Vec<f64>,
}

impl SweepList {
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.list) + size_of_val(&*self.entries) + size_of_val(&*self.extents)
    }

    pub(super) fn insert(&mut self, collider: Collider) -> u32 {
        let entry = self.free.pop().unwrap_or_else(|| {
            self.entries.push(None);
            u32::try_from(self.entries.len() - 1).expect("as many as slots, in 32 bits")
        });
        self.entries[entry as usize] = Some(collider);
        self.fresh.push(SweepEntry::new(collider, entry));
        if self.fresh.len() > self.some() {
            self.tidy();
        }
        entry
    }

    pub(super) fn collider(&self, entry: u32) -> Option<&Collider> {
        self.entries[entry as usize].as_ref()
    }

    pub(super) fn change(&mut self, entry: u32, collider: Collider) {
        let Some(old) = self.entries[entry as usize].replace(collider) else {
            return;
        };
        let new = SweepEntry::new(collider, entry);
        match self.find(&SweepEntry::new(old, entry)) {
            ListPlace::Fresh(at) => self.fresh[at] = new,
            ListPlace::Long(at) => self.long[at] = new,
            ListPlace::Sorted(at) => {
                self.reach = self.reach.max(collider.extent());
                let list = &mut self.list;
                let is_after = |other: &SweepEntry| other.order(&new) == Ordering::Less;
                // Shifts the colliders that the changed one passes, in either direction.
                let to = if list[at].order(&new) == Ordering::Less {
                    let passed = list[at + 1..].partition_point(is_after);
                    list.copy_within(at + 1..at + 1 + passed, at);
                    at + passed
                } else {
                    let to = list[..at].partition_point(is_after);
                    list.copy_within(to..at, to + 1);
                    to
                };
                list[to] = new;
            }
            ListPlace::Nowhere => {}
        }
    }

    pub(super) fn remove(&mut self, entry: u32) {
        let Some(collider) = self.entries[entry as usize].take() else {
            return;
        };
        match self.find(&SweepEntry::new(collider, entry)) {
            ListPlace::Fresh(at) => {
                self.fresh.swap_remove(at);
                self.free.push(entry);
            }
            ListPlace::Long(at) => {
                self.long.swap_remove(at);
                self.free.push(entry);
            }
            ListPlace::Sorted(at) => {
                self.list[at].gone = true;
                self.gone.push(entry);
                if self.gone.len() > self.some() {
                    self.close_gaps();
                }
            }
            ListPlace::Nowhere => {}
        }
    }

    /// Sorts the new colliders into the list.
    pub(super) fn tidy(&mut self) {
        if !self.fresh.is_empty() {
            self.list.append(&mut self.fresh);
            self.list.append(&mut self.long);
            self.take_long();
            // A stable sort merges sorted sections quickly.
            self.list.sort_by(SweepEntry::order);
        }
    }

    /// Moves colliders much longer than the others to the separate list, and measures the reach again.
    fn take_long(&mut self) {
        let most = (self.list.len() / LONG_PART).max(LONG_FEW);
        if most < self.list.len() {
            let extent = |sorting: &SweepEntry| sorting.collider.extent();
            self.extents.clear();
            self.extents.extend(self.list.iter().map(extent));
            let (_, usual, _) = self
                .extents
                .select_nth_unstable_by(most, |one, other| other.total_cmp(one));
            // At most `most` colliders are longer than this one.
            let long_from = *usual * MUCH_LONGER;
            self.long.extend(
                self.list
                    .extract_if(.., |it| !it.gone && extent(it) > long_from),
            );
        }
        self.measure();
    }

    /// Sets the reach to the longest side in the list.
    fn measure(&mut self) {
        let extents = self.list.iter().map(|sorting| sorting.collider.extent());
        self.reach = extents.fold(0.0, f64::max);
    }

    fn close_gaps(&mut self) {
        self.list.retain(|sorting| !sorting.gone);
        self.free.append(&mut self.gone);
        self.measure();
    }

    /// Returns the number of new or removed colliders above which a pass over all colliders is worth its time.
    fn some(&self) -> usize {
        FEW.max(self.list.len() / 16)
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
    pub(super) fn stride(&self) -> f32 {
        self.reach as f32
    }

    pub(super) fn each_in(
        &self,
        area: Rect,
        wanted: impl Fn(&Collider) -> bool,
        mut found: impl FnMut(&Collider),
    ) {
        // Rounded down, so that boxes at the very end of the reach are found.
        #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
        let left = ((f64::from(area.min.x) - self.reach) as f32)
            .next_down()
            .next_down();
        let is_left =
            |sorting: &SweepEntry| sorting.collider.area.min.x.total_cmp(&left) == Ordering::Less;
        let first = self.list.partition_point(is_left);
        let near = self.list[first..].iter();
        // The section ends at the area's right edge, or at the first NaN: NaN is sorted after all numbers.
        let near = near.take_while(|sorting| sorting.collider.area.min.x < area.max.x);
        let near = near.chain(&self.fresh).chain(&self.long);
        for SweepEntry { collider, gone, .. } in near {
            if !gone && wanted(collider) && area.overlaps(&collider.area) {
                found(collider);
            }
        }
    }

    fn find(&self, wanted: &SweepEntry) -> ListPlace {
        if let Ok(at) = self.list.binary_search_by(|other| other.order(wanted)) {
            return ListPlace::Sorted(at);
        }
        let at = |list: &[SweepEntry]| list.iter().position(|other| other.entry == wanted.entry);
        match (at(&self.long), at(&self.fresh)) {
            (Some(at), _) => ListPlace::Long(at),
            (None, Some(at)) => ListPlace::Fresh(at),
            (None, None) => ListPlace::Nowhere,
        }
    }
}

/// Position of a collider.
enum ListPlace {
    Sorted(usize),
    Fresh(usize),
    Long(usize),
    Nowhere,
}
