//! The state that a layer keeps for each 1024 rows, such as whether they changed or move.

use super::event_flags::EventFlags;
use super::row_flags::RowFlags;

/// Rows in a chunk: 1024, which are 32 KiB of instances. A chunk is the unit of uploads, of culling and of bulk
/// movement. With fewer rows, each frame would compare more chunks; with more rows, a single change would upload more.
pub const CHUNK: usize = 1024;

/// The state of one chunk of a layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chunk {
    /// Counts changes of its instances. A copy is up to date if it was made at this version.
    pub(crate) version: u64,
    /// Step in which the rows got their motion; `None` if all rows are at rest.
    pub(crate) motion_of: Option<u64>,
    /// Whether any row may have a velocity. Never false if a row has one.
    pub(crate) may_move: bool,
    /// Flags that any row has now or had earlier in this step.
    pub(crate) flags: RowFlags,
    /// Events that the object of any row receives now or received earlier in this step.
    pub(crate) events: EventFlags,
    /// Whether a row has lost a flag since `flags` and `events` were collected.
    pub(crate) lost_flags: bool,
    /// Number of rows with [`RowFlags::MOVED_INDIVIDUALLY`].
    pub(crate) moved_individually: u32,
    /// Number of rows with [`RowFlags::QUAD_ROW`].
    pub(crate) quad_rows: u32,
    /// Largest distance that the box of a row with [`RowFlags::NOTIFY_BOUNDS`] reaches from its position, in world
    /// units along either axis. May be too large, never too small.
    pub(crate) reach: f32,
}

impl Chunk {
    /// Collects `flags` and `events` from the chunk's rows.
    pub(crate) fn collect_flags(&mut self, flags: &[RowFlags], events: &[EventFlags]) {
        self.lost_flags = false;
        self.flags = RowFlags(flags.iter().fold(0, |all, flags| all | flags.0));
        self.events = EventFlags(events.iter().fold(0, |all, events| all | events.0));
    }

    /// Marks instances of the chunk as changed. `changes` counts the changes of all chunks of its layer.
    pub(crate) fn touch(&mut self, changes: &mut u64) {
        self.version += 1;
        *changes += 1;
    }
}
