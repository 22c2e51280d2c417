//! Text and files that reach the game as a whole: composed text, pasted text and dropped files.

use core::fmt;
use std::sync::Arc;

use super::events::InputEvent;
use super::state::InputState;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::files::MAX_FILE_BYTES;

/// A file that the player dropped on the window.
#[derive(Clone, PartialEq, Eq)]
pub struct DroppedFile {
    /// Name without its folder. Bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Content, of at most [`InputEvent::MAX_DROPPED_BYTES`].
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

/// Text that an input method is composing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Preedit {
    /// The text so far. Empty while nothing is composed.
    pub(crate) text: Arc<str>,
    /// Number of characters before the caret. `None` hides the caret.
    pub(crate) caret: Option<u32>,
}

summed!(Preedit: text, caret);

impl Preedit {
    /// Returns whether an input method is composing.
    pub(crate) fn is_active(&self) -> bool {
        !self.text.is_empty()
    }

    /// Returns the event with this text.
    pub(super) fn event(&self) -> InputEvent {
        let Self { text, caret } = self.clone();
        InputEvent::Preedit { text, caret }
    }
}

impl InputEvent {
    /// Maximum number of bytes of a text: 1 MiB. Longer ones are rejected.
    pub const MAX_TEXT_BYTES: usize = 1 << 20;

    /// Maximum number of bytes of a dropped file: 16 MiB, as for files of the game.
    pub const MAX_DROPPED_BYTES: u64 = MAX_FILE_BYTES;

    /// Returns the entry of a text by an input method.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::Text(text.into())
    }

    /// Returns the arrival of the clipboard's text.
    pub fn paste(text: impl Into<Arc<str>>) -> Self {
        Self::Paste(text.into())
    }

    /// Returns the dropping of a file on the window.
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

/// Methods for texts and files.
impl InputState {
    /// Returns the text that an input method is composing, after this step's events. Empty while it composes none. A
    /// focused text entry of the heads-up display shows it by itself.
    #[doc(alias("ime", "composition"))]
    pub fn preedit(&self) -> &str {
        if self.is_muted() {
            return "";
        }
        &self.preedit.text
    }

    /// Returns the last text that arrived from the clipboard in this step: see
    /// [`Context::paste_text`](crate::world::Context::paste_text).
    #[doc(alias = "clipboard")]
    pub fn pasted_text(&self) -> Option<&str> {
        self.events().iter().rev().find_map(|event| match event {
            InputEvent::Paste(text) => Some(&**text),
            _ => None,
        })
    }

    /// Returns the files that the player dropped on the window, and that were read by this step, in order.
    ///
    /// ```
    /// use damselfly::input::{InputEvent, InputState};
    ///
    /// let mut input = InputState::new();
    /// input.begin_step(&[InputEvent::dropped_file("level.txt", "#..#")]);
    /// let file = input.dropped_files().next().ok_or("no file")?;
    /// assert_eq!((&*file.name, &*file.bytes), ("level.txt", b"#..#".as_slice()));
    /// # Ok::<(), &str>(())
    /// ```
    #[doc(alias("drag and drop", "drop"))]
    pub fn dropped_files(&self) -> impl Iterator<Item = &DroppedFile> {
        self.events().iter().filter_map(|event| match event {
            InputEvent::FileDropped(file) => Some(&**file),
            _ => None,
        })
    }

    /// Returns whether the player is dragging files over the window, after this step's events.
    pub fn files_are_hovering(&self) -> bool {
        self.files_hover && !self.is_muted()
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

    #[test]
    fn pasted_text_and_dropped_files_last_for_one_step() {
        let mut input = InputState::new();
        input.begin_step(&[
            InputEvent::paste("one"),
            InputEvent::paste("two"),
            InputEvent::dropped_file("a.png", [1, 2]),
        ]);
        assert_eq!(input.pasted_text(), Some("two"));
        let names: Vec<_> = input.dropped_files().map(|file| &*file.name).collect();
        assert_eq!(names, ["a.png"]);
        input.begin_step(&[]);
        assert_eq!(input.pasted_text(), None);
        assert_eq!(input.dropped_files().count(), 0);
    }

    #[test]
    fn composing_ends_with_the_focus_and_with_muting() {
        let composing = InputEvent::Preedit {
            text: "ni".into(),
            caret: Some(2),
        };
        let ended = Preedit::default().event();
        let mut input = InputState::new();
        input.begin_step(std::slice::from_ref(&composing));
        assert_eq!(input.preedit(), "ni");
        let lost = InputEvent::Focus(false);
        input.begin_step(std::slice::from_ref(&lost));
        assert_eq!(input.events(), [lost, ended.clone()]);
        assert_eq!(input.preedit(), "");
        input.begin_step(std::slice::from_ref(&composing));
        input.set_muted(true);
        input.begin_step(std::slice::from_ref(&composing));
        assert_eq!(input.events(), [ended]);
        assert_eq!(input.preedit(), "");
    }

    #[test]
    fn input_without_texts_and_touches_has_the_checksum_of_earlier_versions() {
        let sum = |input: &InputState| {
            let mut sum = ChecksumWriter::new();
            input.write_checksum(&mut sum);
            sum.finish()
        };
        let mut input = InputState::new();
        let before = sum(&input);
        for (event, end) in [
            (
                InputEvent::FilesHovered(true),
                InputEvent::FilesHovered(false),
            ),
            (
                InputEvent::Preedit {
                    text: "a".into(),
                    caret: None,
                },
                Preedit::default().event(),
            ),
        ] {
            input.begin_step(&[event]);
            assert_ne!(sum(&input), before);
            input.begin_step(&[end]);
            assert_eq!(sum(&input), before);
        }
    }
}
