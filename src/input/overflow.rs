//! The state that survives when the queue is full.

use core::mem;

use super::events::{InputEvent, MouseButton};
use super::key::Key;
use super::pad::PadChange;

/// The latest state of keys, buttons, mouse and focus, so that no key sticks however many events arrive.
///
/// Stores the latest press or release of each key and button, the latest value of each device's control, the focus, the
/// mouse's position and whether it is inside. Discards repeats and wheel turns.
#[derive(Debug, Default)]
pub(super) struct Overflow {
    // Separate from `focus`: after a loss and a gain, both are drained. Otherwise, keys held before the loss would stay
    // down.
    focus_was_lost: bool,
    focus: Option<bool>,
    keys: Vec<(Key, InputEvent)>,
    buttons: Vec<(MouseButton, InputEvent)>,
    inside: Option<InputEvent>,
    moved: Option<InputEvent>,
    /// Whether the mouse moved after the latest button event.
    moved_last: bool,
    /// Sorted by the numbers of device and control.
    devices: Vec<((u32, u32), InputEvent)>,
    /// Sorted by the number of the pad, then by [`pad_order`].
    pads: Vec<((u8, u8), InputEvent)>,
}

/// Maximum number of keys, of buttons and of controls. Far above any keyboard: further ones are synthetic and are
/// discarded.
const MAX_KEYS: usize = 4096;

impl Overflow {
    /// Returns whether the overflow is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of events that would be drained.
    fn len(&self) -> usize {
        usize::from(self.focus_was_lost)
            + usize::from(self.focus == Some(true))
            + self.keys.len()
            + self.buttons.len()
            + usize::from(self.inside.is_some())
            + usize::from(self.moved.is_some())
            + self.devices.len()
            + self.pads.len()
    }

    /// Adds an event. Returns the number of discarded events: this one, or those that it makes obsolete.
    pub(super) fn push(&mut self, event: InputEvent) -> u64 {
        let before = self.len();
        match event {
            InputEvent::Key { repeat: true, .. }
            | InputEvent::Wheel { .. }
            | InputEvent::Click { .. } => {}
            InputEvent::Key { key, .. } => replace(&mut self.keys, key, event),
            InputEvent::MouseButton { button, .. } => {
                self.moved_last = false;
                replace(&mut self.buttons, button, event);
            }
            InputEvent::MouseMoved { .. } => {
                self.moved_last = true;
                self.moved = Some(event);
            }
            InputEvent::MouseEntered | InputEvent::MouseLeft => self.inside = Some(event),
            InputEvent::Focus(focus) => self.set_focus(focus),
            InputEvent::Device {
                device, control, ..
            } => replace(&mut self.devices, (device, control), event),
            InputEvent::Pad { pad, change } => {
                if change == PadChange::Disconnected {
                    self.pads.retain(|((other, _), _)| *other != pad);
                }
                replace(&mut self.pads, (pad, pad_order(change)), event);
            }
        }
        (before + 1).saturating_sub(self.len()) as u64
    }

    /// Losing the focus releases every key and button, so their earlier changes are obsolete.
    fn set_focus(&mut self, focus: bool) {
        if !focus {
            self.keys.clear();
            self.buttons.clear();
            self.pads.retain(|((_, order), _)| *order < PAD_CONTROLS);
            self.focus_was_lost = true;
        }
        self.focus = Some(focus);
    }

    /// Moves all events to the end of `out`, in a fixed order.
    pub(super) fn drain_into(&mut self, out: &mut Vec<InputEvent>) {
        // The focus goes first: the stored keys changed after the loss, which would release them otherwise.
        if mem::take(&mut self.focus_was_lost) {
            out.push(InputEvent::Focus(false));
        }
        if self.focus.take() == Some(true) {
            out.push(InputEvent::Focus(true));
        }
        out.extend(self.inside.take());
        // Button events have positions, too: the mouse must end at its latest event, whether move or button.
        let moves_last = mem::take(&mut self.moved_last) && !self.buttons.is_empty();
        if !moves_last {
            out.extend(self.moved.take());
        }
        out.extend(self.keys.drain(..).map(|(_, event)| event));
        out.extend(self.buttons.drain(..).map(|(_, event)| event));
        out.extend(self.moved.take());
        out.extend(self.devices.drain(..).map(|(_, event)| event));
        out.extend(self.pads.drain(..).map(|(_, event)| event));
    }
}

/// Order of a pad's first button.
const PAD_CONTROLS: u8 = 2;
/// Order of a pad's first axis.
const PAD_AXES: u8 = 128;

/// Returns the order of a change among the changes of its pad: disconnect, connect, then movements.
fn pad_order(change: PadChange) -> u8 {
    match change {
        PadChange::Disconnected => 0,
        PadChange::Connected => 1,
        PadChange::Button { button, .. } => PAD_CONTROLS + button.code(),
        PadChange::Axis { axis, .. } => PAD_AXES + axis.code(),
    }
}

/// Stores the latest event of a key, button or control, unless the list is full. The list stays sorted.
fn replace<T: Ord>(list: &mut Vec<(T, InputEvent)>, of: T, event: InputEvent) {
    match list.binary_search_by(|(other, _)| other.cmp(&of)) {
        Ok(at) => list[at].1 = event,
        Err(at) if list.len() < MAX_KEYS => list.insert(at, (of, event)),
        Err(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use InputEvent::Focus;

    /// Pushes all events and expects these to be drained; missing ones must have been counted.
    fn check(pushed: &[InputEvent], expected: &[InputEvent]) {
        let mut overflow = Overflow::default();
        let lost: u64 = pushed.iter().map(|&event| overflow.push(event)).sum();
        let mut drained = vec![];
        overflow.drain_into(&mut drained);
        assert_eq!(drained, expected);
        assert_eq!(lost, (pushed.len() - expected.len()) as u64);
        assert!(overflow.is_empty());
    }

    const A_DOWN: InputEvent = down(Key::A, true);
    const A_UP: InputEvent = down(Key::A, false);
    const B_DOWN: InputEvent = down(Key::B, true);

    const fn down(key: Key, pressed: bool) -> InputEvent {
        InputEvent::Key {
            key,
            character: None,
            pressed,
            repeat: false,
        }
    }

    #[test]
    fn the_latest_state_of_each_key_is_kept_in_the_keys_order() {
        check(&[B_DOWN, A_DOWN, A_UP, A_DOWN, A_UP], &[A_UP, B_DOWN]);
    }

    #[test]
    fn key_states_from_before_a_focus_loss_are_dropped() {
        check(&[A_DOWN, Focus(false)], &[Focus(false)]);
        check(
            &[A_DOWN, Focus(false), Focus(true), B_DOWN],
            &[Focus(false), Focus(true), B_DOWN],
        );
        check(
            &[Focus(false), Focus(true), A_DOWN, Focus(false), Focus(true)],
            &[Focus(false), Focus(true)],
        );
        check(&[Focus(true), Focus(true), A_DOWN], &[Focus(true), A_DOWN]);
        check(&[Focus(true), Focus(false)], &[Focus(false)]);
        check(
            &[Focus(false), Focus(false), Focus(true)],
            &[Focus(false), Focus(true)],
        );
        check(&[Focus(false), Focus(false)], &[Focus(false)]);
    }

    #[test]
    fn button_states_from_before_a_focus_loss_are_dropped() {
        let button = |pressed| InputEvent::MouseButton {
            button: MouseButton::Left,
            pressed,
            position: glam::Vec2::ZERO,
        };
        check(&[button(true), Focus(false)], &[Focus(false)]);
        check(
            &[button(true), Focus(false), button(false)],
            &[Focus(false), button(false)],
        );
    }

    #[test]
    fn the_last_mouse_position_is_kept() {
        let moved = |x: f32| InputEvent::MouseMoved {
            position: glam::vec2(x, 0.0),
        };
        check(
            &[
                InputEvent::MouseEntered,
                moved(1.0),
                moved(2.0),
                InputEvent::MouseLeft,
            ],
            &[InputEvent::MouseLeft, moved(2.0)],
        );
    }

    #[test]
    fn the_mouse_ends_at_its_latest_move_or_button_event() {
        let position = |x: f32| glam::vec2(x, 0.0);
        let moved = |x| InputEvent::MouseMoved {
            position: position(x),
        };
        let button = |x| InputEvent::MouseButton {
            button: MouseButton::Left,
            pressed: false,
            position: position(x),
        };
        check(&[moved(1.0), button(2.0)], &[moved(1.0), button(2.0)]);
        check(
            &[moved(1.0), button(2.0), moved(3.0)],
            &[button(2.0), moved(3.0)],
        );
    }

    #[test]
    fn overflow_by_unknown_keys_uses_bounded_memory() {
        let mut overflow = Overflow::default();
        let lost: u64 = (0..10_000)
            .map(|number| overflow.push(InputEvent::press(Key::Unknown(number))))
            .sum();
        assert_eq!(lost, 10_000 - MAX_KEYS as u64);
    }

    #[test]
    fn a_reconnected_pad_is_connected() {
        let pad = |change| InputEvent::Pad { pad: 1, change };
        let (lost, found) = (pad(PadChange::Disconnected), pad(PadChange::Connected));
        check(&[lost, found], &[lost, found]);
        check(&[found, lost], &[lost]);
    }
}
