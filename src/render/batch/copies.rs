//! Copies of rows to a backend.

use core::ops::Range;

use crate::scene::CHUNK;

/// Maximum number of instances in a copy: 4 MiB. A backend may therefore copy through memory of a fixed size.
pub(super) const MAX_COPY: usize = 128 * CHUNK;

/// Instances to be copied to the backend: adjacent rows, possibly of several chunks, to adjacent slots. See
/// [`Batch::rows`](super::Batch::rows).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Index into the frame's layers. `None` for rows that were gathered from several chunks.
    pub layer: Option<usize>,
    /// Range of that layer's rows, or of the gathered rows.
    pub rows: Range<usize>,
    /// Index of the first instance in the backend's copy.
    pub to: usize,
}

/// Appends a copy to the list, or extends the last copy if the new one continues both its rows and its slots.
///
/// All chunks of a layer but the last are full, and so are all slots of its gathered rows but the last. An extended
/// copy thus reaches [`MAX_COPY`] exactly, and never exceeds it.
pub(super) fn extend_copy(copies: &mut Vec<Copy>, copy: Copy) {
    if let Some(last) = copies.last_mut()
        && last.layer == copy.layer
        && last.rows.end == copy.rows.start
        && last.to + last.rows.len() == copy.to
        && last.rows.len() < MAX_COPY
    {
        last.rows.end = copy.rows.end;
        return;
    }
    copies.push(copy);
}
