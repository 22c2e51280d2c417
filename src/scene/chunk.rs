//! What a layer remembers of each 1024 rows: whether they changed, whether they move.

use super::row_flags::RowFlags;

/// Rows in a chunk: the unit of upload, of skipping what is out of view, and of growth.
pub const CHUNK: usize = 1024;

/// The state of one chunk of a layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chunk {
    /// Counts changes of its instances. Whoever copies them compares it with what it last saw.
    pub(crate) version: u64,
    /// The step whose motion the rows carry, if any row carries some.
    pub(crate) motion_of: Option<u64>,
    /// Some row's velocity or spin may not be zero.
    pub(crate) may_move: bool,
    /// Every role that some row has, or had since the layer was last pruned.
    pub(crate) flags: RowFlags,
    /// How many rows the world moves one by one: solid ones, those that step by whole cells.
    pub(crate) moved_individually: u32,
    /// How far any watched row's box reaches from its place, or reached: no less than it does.
    pub(crate) reach: f32,
}

impl Chunk {
    pub(crate) fn touch(&mut self) {
        self.version += 1;
    }
}
