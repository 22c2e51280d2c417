//! A file that the player dropped on the window.

use core::fmt;

use crate::base::checksum::{Checksum, ChecksumWriter};

/// A file that the player dropped on the window.
#[derive(Clone, PartialEq, Eq)]
pub struct DroppedFile {
    /// Name without its folder. Bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Content, of at most [`InputEvent::MAX_DROPPED_BYTES`](crate::input::InputEvent::MAX_DROPPED_BYTES).
    pub bytes: Vec<u8>,
}

impl fmt::Debug for DroppedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "DroppedFile({:?}, {} bytes)",
            self.name,
            self.bytes.len()
        )
    }
}

impl Checksum for DroppedFile {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.str(&self.name);
        sum.bytes(&self.bytes);
    }
}
