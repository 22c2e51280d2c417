//! A bit for each cell of a grid, in strips 64 bits wide: the words of a strip follow each other from top to bottom, so
//! that a rectangle's rows are processed two or more at a time.

use core::ops::Range;

/// A grid of bits. Columns beyond the grid's width may be read, up to the end of the spare strip on the right.
#[derive(Debug)]
pub(super) struct Strips {
    /// Number of words in a strip.
    height: usize,
    /// Strip after strip, each from top to bottom.
    words: Vec<u64>,
}

/// 64 columns of some rows, beginning at any column: the upper and lower bits of two adjacent strips.
#[derive(Debug)]
pub(super) struct Window<W> {
    /// The strip that the columns begin in, one word a row.
    pub(super) left: W,
    /// The strip to the right of it.
    pub(super) right: W,
    /// The first column's distance from the left strip's edge: 0 to 63.
    pub(super) shift: u32,
}

impl<'a> Window<&'a [u64]> {
    /// Returns the 64 bits of each row, the leftmost the lowest.
    #[inline(always)]
    pub(super) fn rows(self) -> impl Iterator<Item = u64> + use<'a> {
        // Shifts twice, because a single shift by 64 is not possible.
        let bits = move |(left, right)| left >> self.shift | right << 1 << (63 - self.shift);
        self.left
            .iter()
            .copied()
            .zip(self.right.iter().copied())
            .map(bits)
    }
}

impl Strips {
    /// Returns a grid whose bits are all 0.
    pub(super) fn new(width: usize, height: usize) -> Self {
        // There is one more strip than necessary, so that every window has a right one.
        let strips = width.div_ceil(64) + 1;
        Self {
            height,
            words: vec![0; strips * height],
        }
    }

    /// Sets all bits to 0.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Returns the word of a row in a strip: columns from `64 * strip` on, the leftmost the lowest bit. A spare strip
    /// follows the last one.
    pub(super) fn word(&self, strip: usize, row: usize) -> u64 {
        self.words[strip * self.height + row]
    }

    /// Like [`word`](Self::word), for writing.
    pub(super) fn word_mut(&mut self, strip: usize, row: usize) -> &mut u64 {
        &mut self.words[strip * self.height + row]
    }

    /// Returns 64 columns in some rows, beginning with `x`, which is within the width.
    #[inline]
    pub(super) fn window(&self, x: u32, rows: Range<usize>) -> Window<&[u64]> {
        let (left, right) = self.words[(x / 64) as usize * self.height..].split_at(self.height);
        Window {
            left: &left[rows.clone()],
            right: &right[rows],
            shift: x % 64,
        }
    }

    /// Like [`window`](Self::window), for writing. Bits may be set in columns beyond the grid's width. Windows that
    /// reach there read them.
    #[inline]
    pub(super) fn window_mut(&mut self, x: u32, rows: Range<usize>) -> Window<&mut [u64]> {
        let (left, right) = self.words[(x / 64) as usize * self.height..].split_at_mut(self.height);
        Window {
            left: &mut left[rows.clone()],
            right: &mut right[rows],
            shift: x % 64,
        }
    }
}
