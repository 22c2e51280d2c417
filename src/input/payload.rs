//! Texts and files of input events, and their limits.

use std::sync::Arc;

use super::dropped_file::DroppedFile;
use super::events::InputEvent;
use crate::files::MAX_FILE_BYTES;

impl InputEvent {
    /// Maximum number of bytes of a text: 1 MiB. Longer ones are rejected.
    pub const MAX_TEXT_BYTES: usize = 1 << 20;

    /// Maximum number of bytes of a dropped file: 16 MiB, as for files of the game.
    pub const MAX_DROPPED_BYTES: u64 = MAX_FILE_BYTES;

    /// Returns an event: an input method entered this text.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::Text(text.into())
    }

    /// Returns an event: the clipboard's text arrived.
    pub fn paste(text: impl Into<Arc<str>>) -> Self {
        Self::Paste(text.into())
    }

    /// Returns an event: a file was dropped on the window.
    pub fn dropped_file(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let (name, bytes) = (name.into(), bytes.into());
        Self::FileDropped(Arc::new(DroppedFile { name, bytes }))
    }

    /// Returns the number of bytes of its text or file.
    pub(crate) fn payload_bytes(&self) -> usize {
        match self {
            Self::Text(text) | Self::Paste(text) | Self::Preedit { text, .. } => text.len(),
            Self::FileDropped(file) => file.name.len() + file.bytes.len(),
            _ => 0,
        }
    }

    /// Returns whether its text or file is within the limits.
    pub(super) fn is_payload_valid(&self) -> bool {
        match self {
            Self::FileDropped(file) => {
                file.name.len() <= Self::MAX_TEXT_BYTES
                    && file.bytes.len() as u64 <= Self::MAX_DROPPED_BYTES
            }
            _ => self.payload_bytes() <= Self::MAX_TEXT_BYTES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_files_above_their_limits_are_invalid() {
        let long = "x".repeat(InputEvent::MAX_TEXT_BYTES);
        assert!(InputEvent::paste(&*long).is_valid());
        let longer = format!("{long}x");
        assert!(!InputEvent::paste(&*longer).is_valid());
        assert!(!InputEvent::text(&*longer).is_valid());
        let most = usize::try_from(InputEvent::MAX_DROPPED_BYTES).unwrap();
        assert!(InputEvent::dropped_file("a", vec![0; most]).is_valid());
        assert!(!InputEvent::dropped_file("a", vec![0; most + 1]).is_valid());
        assert!(!InputEvent::dropped_file(longer, vec![]).is_valid());
    }
}
