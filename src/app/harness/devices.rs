//! The clipboard, touches, texts and files of a game under test.

use glam::Vec2;

use super::Harness;
use crate::input::{InputEvent, TouchPhase};
use crate::world::RumbleRequest;

/// Methods for texts, files and touches. They take effect in the next step.
impl Harness<'_> {
    /// Enters a text by an input method. For text of single keys, see [`Harness::type_text`].
    pub fn enter_text(&mut self, text: &str) {
        self.input(InputEvent::text(text));
    }

    /// Composes a text by an input method, with the caret at its end. An empty text ends the composing.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::hud::TextEntry;
    /// # use damselfly::prelude::*;
    /// let mut game = Harness::start(App::new("Name", Options::default()), |cx| {
    ///     let id = cx.hud.add(Widget::new("Name").kind(TextEntry::default()));
    ///     cx.hud.focus(Some(id));
    ///     Ok(())
    /// })?;
    /// game.compose("e");
    /// game.step();
    /// assert!(game.shows("Name e"));
    /// game.compose("");
    /// game.enter_text("é");
    /// game.step();
    /// assert!(game.shows("Name é"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn compose(&mut self, text: &str) {
        let caret = u32::try_from(text.chars().count()).ok();
        self.input(InputEvent::Preedit {
            text: text.into(),
            caret,
        });
    }

    /// Drops a file on the window.
    pub fn drop_file(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        self.input(InputEvent::dropped_file(name, bytes));
    }

    /// Puts a finger on a touch screen, moves or lifts it. `id` distinguishes fingers. The position is in world units
    /// from the view's top left. The first finger also drives the mouse: see
    /// [`App::touch_as_mouse`](crate::app::App::touch_as_mouse).
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// use damselfly::input::TouchPhase;
    ///
    /// let mut game = Harness::start(App::new("Touch", Options::default()), |_| Ok(()))?;
    /// game.touch(0, TouchPhase::Began, vec2(3.0, 4.0));
    /// game.step();
    /// assert_eq!(game.input_state().touches()[0].position, vec2(3.0, 4.0));
    /// assert!(game.input_state().button_is_down(MouseButton::Left));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn touch(&mut self, id: u64, phase: TouchPhase, position: Vec2) {
        self.input(InputEvent::touch(id, phase, position));
        let mouse = self.touch_mouse.as_mut();
        let mouse = mouse.map(|mouse| mouse.events(id, phase, position));
        self.pending.extend(mouse.into_iter().flatten().flatten());
    }
}

/// Methods for the clipboard, which is in memory and empty at first, and for gamepads.
impl Harness<'_> {
    /// Replaces the clipboard's text, as another program does.
    pub fn set_clipboard(&mut self, text: &str) {
        self.clipboard.set(text);
    }

    /// Returns the clipboard's text. `None` until the game or the test has set it.
    pub fn clipboard(&self) -> Option<&str> {
        self.clipboard.text()
    }

    /// Takes the game's requests to shake gamepads since the last call, in order. A harness has no gamepads.
    pub fn take_rumbles(&mut self) -> Vec<RumbleRequest> {
        core::mem::take(&mut self.core.requests.rumbles)
    }

    /// Carries out the game's requests to the clipboard. Pasted text arrives in the next step.
    pub(super) fn carry_out_clipboard(&mut self) {
        let (clipboard, pending) = (&mut self.clipboard, &mut self.pending);
        for request in self.core.requests.clipboard.drain(..) {
            clipboard.carry_out(request, |event| pending.push(event));
        }
    }
}
