//! Rows that are drawn in vain, because they are outside the view.

/// Numbers of a layer's rows that were drawn in whole chunks. Indexed chunks do not count, nor layers that are not
/// culled.
#[derive(Debug, Default)]
pub(super) struct Waste {
    /// Rows of chunks that are the same as in the last list.
    pub(super) still: usize,
    /// Estimated number of those in view.
    pub(super) in_view: usize,
    /// Rows of other chunks.
    pub(super) changing: usize,
}

impl Waste {
    /// Counts a chunk that has not changed. `part` is the fraction of its rows in view.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a part of the rows of one chunk"
    )]
    pub(super) fn add(&mut self, rows: usize, part: f32) {
        self.still += rows;
        self.in_view += (rows as f32 * part) as usize;
    }
}
