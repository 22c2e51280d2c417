//! The keyboard's focus, and the mouse's presses that the display has consumed.

use glam::Vec2;

use super::widget::WidgetId;
use crate::base::checksum::summed;
use crate::input::{InputEvent, InputState, Key, MouseButton};

/// The keyboard's focus.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyboardFocus {
    /// The focused widget. It may be gone, disabled or on another level: [`Hud::focused`](super::Hud) checks.
    pub(super) widget: Option<WidgetId>,
    /// The key whose press the focused text entry consumed last. Only repeats of this key type.
    pub(super) typed_key: Option<Key>,
    // Followed event by event: the input's own state is already that of the end of the step.
    /// The modifier keys that are held.
    pub(super) modifiers: Modifiers,
    /// The step in which the cursor began to blink.
    pub(super) blink_start: u64,
}

// Blinking changes the picture alone.
summed!(KeyboardFocus: widget, typed_key, modifiers; not blink_start);

impl KeyboardFocus {
    // Steps and not seconds, so that the pictures of a run are the same on every machine.
    /// Steps for which the blinking cursor is visible, and then hidden.
    const BLINK: u64 = 20;

    /// Returns whether a blinking cursor is visible in this step.
    pub(super) fn is_cursor_visible(&self, step: u64) -> bool {
        let steps = step.saturating_sub(self.blink_start);
        (steps / Self::BLINK).is_multiple_of(2)
    }
}

/// Where the mouse is, and its presses that the display has consumed.
#[derive(Clone, Debug, Default)]
pub(super) struct MouseCapture {
    /// The mouse's place, in characters. `None` until it is known, and while it is outside of the view.
    pub(super) pointer: Option<Vec2>,
    /// Presses that were consumed, until their release.
    pub(super) presses: Vec<CapturedPress>,
    /// The button whose release the previous event was, if that was consumed: a click that follows belongs to it.
    pub(super) released: Option<MouseButton>,
}

/// A mouse button that went down on a widget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CapturedPress {
    pub(super) button: MouseButton,
    pub(super) widget: WidgetId,
    /// The window lost the focus since: the release is not the player's, and presses nothing.
    pub(super) cancelled: bool,
}

// The pointer only changes the picture, and a click comes in the same step as its release.
summed!(MouseCapture: presses; not pointer, released);
summed!(CapturedPress: button, widget, cancelled);

impl MouseCapture {
    /// Returns the widget that the left button holds down.
    pub(super) fn held(&self) -> Option<WidgetId> {
        let mut presses = self.presses.iter();
        let left = presses.find(|press| press.button == MouseButton::Left)?;
        (!left.cancelled).then_some(left.widget)
    }
}

/// Where the mouse is and was pressed in this step, for code that polls.
#[derive(Clone, Debug, Default)]
pub(super) struct PolledMouse {
    /// In view units. `None` before the first step.
    pub(super) position: Option<Vec2>,
    /// Where buttons went down, in view units.
    pub(super) presses: Vec<Vec2>,
}

impl PolledMouse {
    /// Takes on the input of a step.
    pub(super) fn poll(&mut self, input: &InputState) {
        self.position = Some(input.mouse_position());
        self.presses.clear();
        let presses = input.events().iter().filter_map(|event| match *event {
            InputEvent::MouseButton {
                pressed: true,
                position,
                ..
            } => Some(position),
            _ => None,
        });
        self.presses.extend(presses);
    }
}

/// Which modifier keys are held, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modifiers(u8);

summed!(Modifiers: 0);

impl Modifiers {
    const SHIFT: u8 = 0b0000_0011;
    const CONTROL: u8 = 0b0000_1100;
    const ALT: u8 = 0b0011_0000;
    const SUPER: u8 = 0b1100_0000;

    /// Notes that a key went down or up.
    pub(super) fn note(&mut self, key: Key, pressed: bool) {
        let bit = match key {
            Key::ShiftLeft => 0,
            Key::ShiftRight => 1,
            Key::ControlLeft => 2,
            Key::ControlRight => 3,
            Key::AltLeft => 4,
            Key::AltRight => 5,
            Key::SuperLeft => 6,
            Key::SuperRight => 7,
            _ => return,
        };
        self.0 = self.0 & !(1 << bit) | u8::from(pressed) << bit;
    }

    pub(super) fn shift(self) -> bool {
        self.0 & Self::SHIFT != 0
    }

    /// Returns whether keys type characters. With Control they are commands; AltGr counts as Control and Alt on some
    /// systems.
    pub(super) fn allow_typing(self) -> bool {
        let control = self.0 & Self::CONTROL != 0 && self.0 & Self::ALT == 0;
        !control && self.0 & Self::SUPER == 0
    }

    /// Returns whether Tab moves the focus: without modifiers but Shift. With others it switches the system's windows.
    pub(super) fn allow_tab(self) -> bool {
        self.0 & !Self::SHIFT == 0
    }
}
