//! The text that an input method is composing.

use std::sync::Arc;

use super::events::InputEvent;
use crate::base::checksum::summed;

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
