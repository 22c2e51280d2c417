//! The clipboard: in a window the system's, elsewhere one in memory.

#[cfg(feature = "window")]
mod system;

use std::sync::Arc;

use crate::input::{InputEvent, InputQueue};
use crate::world::ClipboardRequest;

/// The clipboard that a game uses.
#[derive(Debug)]
pub(crate) enum Clipboard {
    /// A text that only this run sees: repeatable, and without effect on the user's clipboard.
    Own(OwnClipboard),
    /// The system's.
    #[cfg(feature = "window")]
    System(system::SystemClipboard),
}

/// A clipboard in memory.
#[derive(Debug, Default)]
pub(crate) struct OwnClipboard(Option<Arc<str>>);

impl Clipboard {
    /// Returns an empty clipboard that only this run sees.
    pub(crate) fn own() -> Self {
        Self::Own(OwnClipboard::default())
    }

    /// Returns the system's clipboard. A build without windows has none.
    pub(crate) fn system() -> Self {
        #[cfg(feature = "window")]
        let clipboard = Self::System(system::SystemClipboard::default());
        #[cfg(not(feature = "window"))]
        let clipboard = Self::own();
        clipboard
    }

    /// Carries out a request. Pasted text goes to the queue. The system's clipboard sends it later.
    pub(crate) fn carry_out(&mut self, request: ClipboardRequest, queue: &InputQueue) {
        match self {
            Self::Own(own) => own.carry_out(request, |event| queue.push(event)),
            #[cfg(feature = "window")]
            Self::System(system) => system.carry_out(request, queue),
        }
    }
}

impl OwnClipboard {
    /// Carries out a request. Passes pasted text to `push`.
    pub(crate) fn carry_out(
        &mut self,
        request: ClipboardRequest,
        mut push: impl FnMut(InputEvent),
    ) {
        match request {
            ClipboardRequest::Copy(text) => self.set(&text),
            ClipboardRequest::Paste => {
                if let Some(text) = &self.0 {
                    push(InputEvent::Paste(text.clone()));
                }
            }
        }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Replaces the text.
    pub(crate) fn set(&mut self, text: &str) {
        self.0 = Some(text.into());
    }
}
