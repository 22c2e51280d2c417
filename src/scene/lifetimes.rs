//! The ends of rows' lifetimes: a column of a layer, allocated with the first limited lifetime.

use super::chunk::CHUNK;

// As an `f32`, 0.7 is rounded down a little. Ten steps at this time scale do not add up to 7, so without a tolerance a
// lifetime of 7 would end a step late.
/// Tolerance, in steps, for rounding error accumulated in layer time.
pub(crate) const TIME_TOLERANCE: f64 = 1.0 / 1024.0;

/// When the lifetimes of a layer's rows end, in layer time: nominal steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lifetimes {
    /// The end of each row; infinite if it is not limited. Empty until the first limit is set.
    ends: Vec<f64>,
    /// Earliest end of each chunk, or a time before it: no row of the chunk ends earlier.
    first: Vec<f64>,
    is_used: bool,
}

impl Lifetimes {
    /// Returns the bytes that a copy allocates.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.first)
    }

    /// Adds a row of unlimited lifetime.
    pub(crate) fn push(&mut self) {
        if self.is_used {
            if self.ends.len().is_multiple_of(CHUNK) {
                self.first.push(f64::INFINITY);
            }
            self.ends.push(f64::INFINITY);
        }
    }

    pub(crate) fn reserve(&mut self, rows: usize) {
        if self.is_used {
            self.ends.reserve(rows);
        }
    }

    /// Returns the end of a row in layer time; infinite if its lifetime is unlimited.
    pub(crate) fn end(&self, row: usize) -> f64 {
        self.ends.get(row).copied().unwrap_or(f64::INFINITY)
    }

    /// Sets the end of a row. `rows` is the number of rows of the layer.
    pub(crate) fn set(&mut self, row: usize, end: f64, rows: usize) {
        if !self.is_used {
            if end == f64::INFINITY {
                return;
            }
            self.is_used = true;
            self.ends.resize(rows, f64::INFINITY);
            self.first.resize(rows.div_ceil(CHUNK), f64::INFINITY);
        }
        self.ends[row] = end;
        let first = &mut self.first[row / CHUNK];
        // If the earliest end was extended, `first` is now too early: the next scan by `take_ended` finds nothing, and
        // corrects it.
        *first = first.min(end);
    }

    /// Inserts rows of unlimited lifetime.
    pub(crate) fn insert(&mut self, at: usize, count: usize) {
        if !self.is_used {
            return;
        }
        let unlimited = core::iter::repeat_n(f64::INFINITY, count);
        self.ends.splice(at..at, unlimited);
        // Rows have moved to other chunks, so their earliest ends are unknown. The next scan corrects a time that is
        // too early.
        self.first.fill(f64::NEG_INFINITY);
        let chunks = self.ends.len().div_ceil(CHUNK);
        self.first.resize(chunks, f64::NEG_INFINITY);
    }

    pub(crate) fn truncate(&mut self, rows: usize) {
        self.ends.truncate(rows);
        self.first.truncate(rows.div_ceil(CHUNK));
    }

    /// Calls `ended` with every row that has ended by `now`, in order, and removes their limits.
    pub(crate) fn take_ended(&mut self, now: f64, mut ended: impl FnMut(usize)) {
        let now = now + TIME_TOLERANCE;
        let chunks = self.ends.chunks_mut(CHUNK).zip(&mut self.first);
        for (index, (ends, first)) in chunks.enumerate() {
            if *first > now {
                continue;
            }
            let mut next = f64::INFINITY;
            for (row, end) in ends.iter_mut().enumerate() {
                if *end <= now {
                    // Without its limit, the row does not end again, and its chunk can be skipped.
                    *end = f64::INFINITY;
                    ended(index * CHUNK + row);
                }
                next = next.min(*end);
            }
            *first = next;
        }
    }
}
