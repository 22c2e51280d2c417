//! When rows end: a layer's column that is only made once somebody's time is limited.

use super::chunk::CHUNK;

/// What is missing in rounding, in steps: times add up that are no whole parts of a step.
const ROUNDING: f64 = 1.0 / 1024.0;

/// When rows end, in layer time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lifetimes {
    /// Of each row; infinite for most. Empty until the first row's time is limited.
    ends: Vec<f64>,
    /// Of each chunk: no row of it ends before.
    first: Vec<f64>,
    is_used: bool,
}

impl Lifetimes {
    /// Whether some row's time was ever limited.
    pub(crate) fn is_used(&self) -> bool {
        self.is_used
    }

    /// A row was added: it stays.
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

    /// When a row ends; infinite if nobody knows.
    pub(crate) fn end(&self, row: usize) -> f64 {
        self.ends.get(row).copied().unwrap_or(f64::INFINITY)
    }

    /// A row ends at a time; `rows` is how many there are.
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
        *first = first.min(end);
    }

    pub(crate) fn truncate(&mut self, rows: usize) {
        self.ends.truncate(rows);
        self.first.truncate(rows.div_ceil(CHUNK));
    }

    /// Names every row that has ended by now, in order; each is named once.
    pub(crate) fn take_ended(&mut self, now: f64, mut ended: impl FnMut(usize)) {
        let now = now + ROUNDING;
        let chunks = self.ends.chunks_mut(CHUNK).zip(&mut self.first);
        for (index, (ends, first)) in chunks.enumerate() {
            if *first > now {
                continue;
            }
            let mut next = f64::INFINITY;
            for (row, end) in ends.iter_mut().enumerate() {
                if *end <= now {
                    *end = f64::INFINITY;
                    ended(index * CHUNK + row);
                }
                next = next.min(*end);
            }
            *first = next;
        }
    }
}
