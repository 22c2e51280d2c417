//! Calls of a game for the clipboard and the motors of gamepads.

use super::context::Context;
use super::device_requests::{ClipboardRequest, Rumble, RumbleRequest};
use crate::base::outcome::Outcome;
use crate::input::InputEvent;

/// Methods for devices. None of them has an effect on a step, and none is carried out in a replay or while the game
/// runs backwards.
impl Context<'_> {
    /// Copies a text to the system's clipboard, after this step. Refused, and counted, above
    /// [`InputEvent::MAX_TEXT_BYTES`]. A run without a window has a clipboard in memory.
    #[doc(alias("clipboard", "cut"))]
    pub fn copy_text(&mut self, text: impl Into<String>) -> Outcome {
        let text = text.into();
        if text.len() > InputEvent::MAX_TEXT_BYTES {
            let (length, limit) = (text.len(), InputEvent::MAX_TEXT_BYTES);
            self.diagnostics.refuse(&format_args!(
                "cannot copy a text of {length} bytes: the limit is {limit}"
            ));
            return Outcome::Refused;
        }
        self.requests.clipboard.push(ClipboardRequest::Copy(text));
        Outcome::Done
    }

    /// Asks for the text of the system's clipboard. It arrives in a later step as [`InputEvent::Paste`], which
    /// recordings contain. A focused text entry takes it; otherwise objects receive it, and
    /// [`InputState::pasted_text`](crate::input::InputState::pasted_text) returns it.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |_| Ok(()))?;
    /// # game.set_clipboard("level 7");
    /// let mut cx = game.context();
    /// cx.paste_text();
    /// game.step();
    /// assert_eq!(game.input_state().pasted_text(), Some("level 7"));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "clipboard")]
    pub fn paste_text(&mut self) {
        self.requests.clipboard.push(ClipboardRequest::Paste);
    }

    /// Shakes a gamepad, after this step. `pad` is its index, from 0. Replaces the pad's earlier rumble. It ends early
    /// if the game is paused, the window loses the focus, or the game ends. Does nothing for a pad that is not
    /// connected or cannot rumble. Refused, and counted, if a strength is negative or NaN.
    #[doc(alias("vibration", "haptics", "force feedback"))]
    pub fn rumble(&mut self, pad: u8, rumble: Rumble) -> Outcome {
        let is_strength = |strength: f32| strength >= 0.0;
        if !is_strength(rumble.strong) || !is_strength(rumble.weak) {
            return self.world.refuse(&"a rumble", "strength");
        }
        let rumble = Rumble {
            strong: rumble.strong.min(1.0),
            weak: rumble.weak.min(1.0),
            ..rumble
        };
        self.requests.rumbles.push(RumbleRequest { pad, rumble });
        Outcome::Done
    }
}
