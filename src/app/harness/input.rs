//! Input that a test gives in the player's place.

use glam::Vec2;

use super::Harness;
use crate::input::{InputEvent, Key, MouseButton, PadAxis, PadButton, PadChange};
use crate::jobs::JobUpdate;

/// Methods for input, all of which happens in the next step.
impl Harness<'_> {
    /// Queues any input event.
    pub fn input(&mut self, event: InputEvent) {
        self.pending.push(event);
    }

    /// Adds a job update to the next step's input, before the updates of the jobs themselves. For tests of replays.
    pub fn job_update(&mut self, update: JobUpdate) {
        self.pending_updates.push(update);
    }

    /// Presses a key, which stays down until it is released.
    pub fn press(&mut self, key: Key) {
        self.input(InputEvent::press(key));
    }

    /// Releases a key.
    pub fn release(&mut self, key: Key) {
        self.input(InputEvent::release(key));
    }

    /// Presses and releases a key within one step: it counts as just pressed, and is not down afterwards. A game that
    /// polls [`InputState::is_down`](crate::input::InputState::is_down) or `axis` needs [`Harness::press`] and, some
    /// steps later, [`Harness::release`].
    pub fn tap(&mut self, key: Key) {
        self.press(key);
        self.release(key);
    }

    /// Types a text: presses and releases the key of a US keyboard for each character, without the shift key. A
    /// character that is not on it, or a control character, is typed by an unknown key. For Enter and the like, use
    /// [`Harness::tap`].
    pub fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            for pressed in [true, false] {
                self.input(InputEvent::Key {
                    key: key_of(character),
                    character: Some(character),
                    pressed,
                    repeat: false,
                });
            }
        }
    }

    /// Moves the mouse to a position in the view, in world units from the view's top left. The mouse enters the window
    /// if it is outside, where it is by default.
    pub fn point_at(&mut self, position: Vec2) {
        self.mouse = position;
        if !self.is_inside {
            self.is_inside = true;
            self.input(InputEvent::MouseEntered);
        }
        self.input(InputEvent::MouseMoved { position });
    }

    /// Moves the mouse out of the window.
    pub fn point_away(&mut self) {
        self.is_inside = false;
        self.input(InputEvent::MouseLeft);
    }

    /// Presses a mouse button at the mouse's position.
    pub fn press_button(&mut self, button: MouseButton) {
        self.button(button, true);
    }

    /// Releases a mouse button at the mouse's position.
    pub fn release_button(&mut self, button: MouseButton) {
        self.button(button, false);
    }

    /// Presses (true) or releases a button of a gamepad. `pad` is the index of the gamepad, from 0. A pad is connected
    /// by its first press, or by its first axis value other than 0.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::app::Harness;
    /// use damselfly::input::{PadAxis, PadButton, PadDirection};
    ///
    /// # let app = App::new("Docs", Default::default()).cells(80, 24);
    /// let mut game = Harness::start(app, |cx| {
    ///     cx.actions.add("jump", PadButton::South);
    ///     cx.actions.add("left", PadDirection::LeftStickLeft);
    ///     Ok(())
    /// })?;
    /// game.pad_button(0, PadButton::South, true);
    /// game.pad_axis(0, PadAxis::LeftStickX, -1.0);
    /// game.step();
    /// let actions = &game.world().actions;
    /// assert!(actions.just_pressed("jump"));
    /// assert_eq!(actions.value("left"), 1.0);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn pad_button(&mut self, pad: u8, button: PadButton, pressed: bool) {
        self.input(InputEvent::pad_button(pad, button, pressed));
    }

    /// Moves an axis of a gamepad to a value from −1 to 1. `pad` is the index of the gamepad, from 0.
    pub fn pad_axis(&mut self, pad: u8, axis: PadAxis, value: f32) {
        let change = PadChange::Axis { axis, value };
        self.input(InputEvent::Pad { pad, change });
    }

    /// Moves the mouse to a position in world units, as [`Harness::point_at`] does, and presses and releases its left
    /// button.
    pub fn click_at(&mut self, position: Vec2) {
        self.point_at(position);
        self.press_button(MouseButton::Left);
        self.release_button(MouseButton::Left);
    }

    fn button(&mut self, button: MouseButton, pressed: bool) {
        let position = self.mouse;
        self.input(InputEvent::MouseButton {
            button,
            pressed,
            position,
        });
    }
}

/// Keys of a US keyboard with the characters that they type without and with shift. Letters are not listed.
const US_KEYS: [(Key, &str); 22] = [
    (Key::Space, " "),
    (Key::Backquote, "`~"),
    (Key::Digit1, "1!"),
    (Key::Digit2, "2@"),
    (Key::Digit3, "3#"),
    (Key::Digit4, "4$"),
    (Key::Digit5, "5%"),
    (Key::Digit6, "6^"),
    (Key::Digit7, "7&"),
    (Key::Digit8, "8*"),
    (Key::Digit9, "9("),
    (Key::Digit0, "0)"),
    (Key::Minus, "-_"),
    (Key::Equal, "=+"),
    (Key::BracketLeft, "[{"),
    (Key::BracketRight, "]}"),
    (Key::Backslash, "\\|"),
    (Key::Semicolon, ";:"),
    (Key::Quote, "'\""),
    (Key::Comma, ",<"),
    (Key::Period, ".>"),
    (Key::Slash, "/?"),
];

/// Returns the key of a US keyboard that types a character, or an unknown key if none does.
fn key_of(character: char) -> Key {
    let letter = character.to_ascii_uppercase();
    let named = Key::ALL
        .iter()
        .find(|key| key.name() == Some(letter.encode_utf8(&mut [0; 4])));
    let typed = US_KEYS.iter().find(|(_, types)| types.contains(character));
    let key = named.or(typed.map(|(key, _)| key));
    key.copied().unwrap_or(Key::Unknown(character.into()))
}

#[cfg(test)]
mod tests;
