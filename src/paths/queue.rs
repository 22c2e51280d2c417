//! A priority queue whose priorities never fall: the next one is at most a known width above the current one.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a grid has fewer than 2^27 cells with those around it, and a cell has 8 neighbours"
)]

/// Cells by priority. Of cells with equal priority, the last one comes first.
///
/// A circle of linked lists, one per priority, and a bit for each list that is not empty. All nodes are in one list, so that
/// a queue that is used again allocates nothing. A binary heap takes three times as long on a maze of 256 × 256 cells, and
/// its order of equal priorities depends on its layout.
#[derive(Clone, Debug, Default)]
pub(super) struct BucketQueue {
    /// The last node of each list.
    heads: Vec<u32>,
    /// A bit per list.
    filled: Vec<u64>,
    nodes: Vec<QueueNode>,
    /// First of the nodes that may be used again.
    free: u32,
    current: u32,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct QueueNode {
    cell: u32,
    /// The node before it in its list.
    before: u32,
}

/// Index of no node.
const NO_NODE: u32 = u32::MAX;

impl BucketQueue {
    /// Empties the queue. From now on, a priority is at most `width` above the last one that was taken.
    pub(super) fn clear(&mut self, width: u32) {
        // A power of two, so that a priority's list is found by its lower bits. Whole words of bits.
        let lists = (width as usize + 1).next_power_of_two().max(64);
        self.heads.clear();
        self.heads.resize(lists, NO_NODE);
        self.filled.clear();
        self.filled.resize(lists / 64, 0);
        self.nodes.clear();
        (self.free, self.current, self.len) = (NO_NODE, 0, 0);
    }

    /// Sets the priority from which the first cell is searched.
    pub(super) fn start_at(&mut self, priority: u32) {
        self.current = priority;
    }

    #[inline]
    pub(super) fn push(&mut self, priority: u32, cell: u32) {
        let list = priority as usize & (self.heads.len() - 1);
        let node = QueueNode {
            cell,
            before: self.heads[list],
        };
        self.heads[list] = match self.nodes.get_mut(self.free as usize) {
            Some(free) => {
                let index = self.free;
                self.free = free.before;
                *free = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        self.filled[list / 64] |= 1 << (list % 64);
        self.len += 1;
    }

    /// Takes the cell with the lowest priority. Returns both.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        self.len = self.len.checked_sub(1)?;
        let mask = self.heads.len() - 1;
        let start = self.current as usize & mask;
        if self.heads[start] == NO_NODE {
            self.current = self.current.wrapping_add(self.distance(start));
        }
        let list = self.current as usize & mask;
        let index = self.heads[list];
        let node = &mut self.nodes[index as usize];
        let QueueNode { cell, before } = *node;
        node.before = self.free;
        self.free = index;
        self.heads[list] = before;
        if before == NO_NODE {
            self.filled[list / 64] &= !(1 << (list % 64));
        }
        Some((self.current, cell))
    }

    /// Returns the number of lists from an empty one to the next that is not empty. There is one.
    fn distance(&self, start: usize) -> u32 {
        let mut word = start / 64;
        let mut bits = self.filled[word] >> (start % 64);
        if bits != 0 {
            return bits.trailing_zeros();
        }
        let mut distance = 64 - start as u32 % 64;
        loop {
            word = (word + 1) & (self.filled.len() - 1);
            bits = self.filled[word];
            if bits != 0 {
                return distance + bits.trailing_zeros();
            }
            distance += 64;
        }
    }
}
