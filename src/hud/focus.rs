//! The keyboard's focus, and the mouse presses that the display has consumed.

use glam::Vec2;

use super::widget::WidgetId;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::input::{InputEvent, InputState, Key, MouseButton, Preedit};

/// The keyboard's focus.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyboardFocus {
    /// The focused widget. It may be removed, disabled or on another level: [`Hud::focused`](super::Hud::focused)
    /// checks that.
    pub(super) widget: Option<WidgetId>,
    /// Key whose press the focused text entry consumed last. Only repeats of this key are text.
    pub(super) typed_key: Option<Key>,
    // The display tracks the modifiers event by event, because [`InputState`] already describes the end of the step.
    /// Modifier keys that are held.
    pub(super) modifiers: Modifiers,
    /// Key whose repeats are commands: the last pressed one, if it was a direction and a widget or a menu consumed it.
    pub(super) command_key: Option<Key>,
    /// Text that an input method composes.
    pub(super) preedit: Preedit,
    /// Step in which the cursor began to blink.
    pub(super) blink_start: u64,
}

impl Checksum for KeyboardFocus {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        // Blinking only affects the appearance.
        let Self {
            widget,
            typed_key,
            modifiers,
            command_key,
            preedit,
            blink_start: _,
        } = self;
        (widget, typed_key, modifiers).write_checksum(sum);
        // Omitted while nothing is composed, so that checksums match older recordings.
        if command_key.is_some() {
            command_key.write_checksum(sum);
        }
        if preedit.is_active() {
            preedit.write_checksum(sum);
        }
    }
}

impl KeyboardFocus {
    // The unit is steps, not seconds, so that the images of a run are the same on every machine.
    /// Number of steps for which the blinking cursor is visible, and then hidden.
    const BLINK: u64 = 20;

    /// Returns whether a blinking cursor is visible in this step.
    pub(super) fn is_cursor_visible(&self, step: u64) -> bool {
        let steps = step.saturating_sub(self.blink_start);
        (steps / Self::BLINK).is_multiple_of(2)
    }
}

/// Position of the mouse, and its presses that the display has consumed.
#[derive(Clone, Debug, Default)]
pub(super) struct MouseCapture {
    /// Position of the mouse, in characters. `None` until it is known, and while it is outside the view.
    pub(super) pointer: Option<Vec2>,
    /// Consumed presses that are not released yet.
    pub(super) presses: Vec<CapturedPress>,
    /// Button of a consumed release, if that was the previous event. A click that follows belongs to it.
    pub(super) released: Option<MouseButton>,
}

/// A mouse button that was pressed on a widget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CapturedPress {
    pub(super) button: MouseButton,
    pub(super) widget: WidgetId,
    /// Whether the window has lost the focus since. The release then does not come from the player, and presses no
    /// button.
    pub(super) cancelled: bool,
}

// The pointer only affects the appearance. `released` has no effect in later steps, because a click comes in the same
// step as its release.
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

/// Position and presses of the mouse in this step, for code that polls.
#[derive(Clone, Debug, Default)]
pub(super) struct PolledMouse {
    /// Position in view units. `None` before the first step.
    pub(super) position: Option<Vec2>,
    /// Positions of presses, in view units.
    pub(super) presses: Vec<Vec2>,
}

impl PolledMouse {
    /// Reads the input of a step.
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

/// Modifier keys that are held, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modifiers(u8);

summed!(Modifiers: 0);

impl Modifiers {
    const SHIFT: u8 = 0b0000_0011;
    const CONTROL: u8 = 0b0000_1100;
    const ALT: u8 = 0b0011_0000;
    const SUPER: u8 = 0b1100_0000;

    /// Records that a key went down or up.
    pub(super) fn set(&mut self, key: Key, pressed: bool) {
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

    /// Returns whether keys type characters. With Control, they are commands. On some systems, AltGr counts as Control
    /// and Alt.
    pub(super) fn allow_typing(self) -> bool {
        !self.command()
    }

    /// Returns whether keys are commands: with Control, or with the Windows or command key.
    pub(super) fn command(self) -> bool {
        let control = self.0 & Self::CONTROL != 0 && self.0 & Self::ALT == 0;
        control || self.0 & Self::SUPER != 0
    }

    /// Returns whether Tab moves the focus: without modifiers other than Shift. With other modifiers, it switches
    /// windows.
    pub(super) fn allow_tab(self) -> bool {
        self.0 & !Self::SHIFT == 0
    }
}
