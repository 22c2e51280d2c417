//! Where the mouse is, who has the focus, which presses the display has taken.

use glam::Vec2;

use crate::input::{Key, MouseButton};
use crate::world::ViewId;

/// Where the mouse is, who has the focus, which presses the display has taken.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Attention {
    /// Where the mouse is over the view, in characters. `None` until it is known, and while it is outside.
    pub(super) pointer: Option<Vec2>,
    /// Who hears of keys. It may be gone, or on another level: ask [`World::focused_view`](crate::world::World).
    pub(super) focus: Option<ViewId>,
    /// Presses of the mouse that were taken, until they are released.
    pub(super) grabs: Vec<Grab>,
    /// The button whose release was taken just now: a click that follows is part of it.
    pub(super) released: Option<MouseButton>,
    /// The key whose press the focused entry took last: only that one's repeats type.
    pub(super) typing: Option<Key>,
    pub(super) modifiers: Modifiers,
    /// The step in which the cursor began to blink.
    pub(super) blinks_since: u64,
}

/// A press of the mouse that the display has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grab {
    pub(super) button: MouseButton,
    pub(super) view: ViewId,
    /// The window lost the focus meanwhile: the release is not the player's.
    pub(super) is_off: bool,
}

/// Which of the keys are held that change what others mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modifiers(pub(super) u8);

impl Modifiers {
    const SHIFT: u8 = 0b0000_0011;
    const CONTROL: u8 = 0b0000_1100;
    const ALT: u8 = 0b0011_0000;
    const SUPER: u8 = 0b1100_0000;

    /// A key goes down or up.
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

    /// Whether characters are text. With Control they are commands; AltGr counts as Control and Alt on some systems.
    pub(super) fn types(self) -> bool {
        let control = self.0 & Self::CONTROL != 0 && self.0 & Self::ALT == 0;
        !control && self.0 & Self::SUPER == 0
    }

    /// Whether Tab is for the display, and not for the system's switching of windows.
    pub(super) fn tab(self) -> bool {
        self.0 & !Self::SHIFT == 0
    }
}

impl Attention {
    /// Steps that the cursor is seen, and then is not.
    const BLINK: u64 = 20;

    /// Whether a blinking cursor is seen in this step.
    pub(super) fn cursor_is_seen(&self, step: u64) -> bool {
        let steps = step.saturating_sub(self.blinks_since);
        (steps / Self::BLINK).is_multiple_of(2)
    }

    /// The widget that the left button holds down.
    pub(super) fn held(&self) -> Option<ViewId> {
        let mut grabs = self.grabs.iter();
        let left = grabs.find(|grab| grab.button == MouseButton::Left)?;
        (!left.is_off).then_some(left.view)
    }
}
