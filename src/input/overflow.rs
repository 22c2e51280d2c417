//! The state that is kept of events for which a full queue has no room.

use core::mem;

use super::events::{InputEvent, MouseButton};
use super::key::Key;
use super::pad::PadChange;

/// The latest state of keys, buttons, mouse and focus, so that no key sticks however many events come in.
///
/// Keeps the latest press or release of each key and button, the latest value of each control of a device, the focus,
/// the mouse's position and whether it is inside. Repeats and wheel turns are lost.
#[derive(Debug, Default)]
pub(super) struct Overflow {
    // Apart from `focus`: after a loss and a gain, both are drained, or keys held before the loss would stay down.
    focus_was_lost: bool,
    focus: Option<bool>,
    keys: Vec<(Key, InputEvent)>,
    buttons: Vec<(MouseButton, InputEvent)>,
    inside: Option<InputEvent>,
    moved: Option<InputEvent>,
    /// Whether the mouse moved since the latest event of a button.
    moved_last: bool,
    /// By the numbers of device and control.
    devices: Vec<((u32, u32), InputEvent)>,
    /// By the number of the pad and the order of [`pad_order`].
    pads: Vec<((u8, u8), InputEvent)>,
}

/// The most keys, buttons and controls of devices, each. Far more than any keyboard has: further ones are synthetic, and are lost.
const MAX_KEYS: usize = 4096;

impl Overflow {
    /// Returns whether nothing is kept.
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how many events would be drained.
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

    /// Adds an event. Returns how many events are lost by that: this one, or those that it makes obsolete.
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

    /// Losing the focus releases every key and button, so what they did before is obsolete.
    fn set_focus(&mut self, focus: bool) {
        if !focus {
            self.keys.clear();
            self.buttons.clear();
            self.pads.retain(|((_, order), _)| *order < PAD_CONTROLS);
            self.focus_was_lost = true;
        }
        self.focus = Some(focus);
    }

    /// Moves what is kept to the end of `out`, in a fixed order.
    pub(super) fn drain_into(&mut self, out: &mut Vec<InputEvent>) {
        // The focus before the keys: those that are kept changed after the loss, and the loss would release them.
        if mem::take(&mut self.focus_was_lost) {
            out.push(InputEvent::Focus(false));
        }
        if self.focus.take() == Some(true) {
            out.push(InputEvent::Focus(true));
        }
        out.extend(self.inside.take());
        // Buttons have positions of their own: the mouse ends where its latest event was, a move or a button.
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

/// Where the controls of a pad begin in its order.
const PAD_CONTROLS: u8 = 2;
/// Where its axes begin.
const PAD_AXES: u8 = 128;

/// Where a change belongs among those of its pad: it is disconnected, connected, and then moved.
fn pad_order(change: PadChange) -> u8 {
    match change {
        PadChange::Disconnected => 0,
        PadChange::Connected => 1,
        PadChange::Button { button, .. } => PAD_CONTROLS + button.code(),
        PadChange::Axis { axis, .. } => PAD_AXES + axis.code(),
    }
}

/// Stores the latest event of a key, button or control, unless the list is full of others. The list stays sorted.
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

    /// Pushes all, and expects these in their place; whatever is missing must have been counted.
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
    fn the_mouse_ends_where_its_latest_event_was_a_move_or_a_button() {
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
    fn a_pad_that_was_disconnected_and_connected_again_is_connected() {
        let pad = |change| InputEvent::Pad { pad: 1, change };
        let (lost, found) = (pad(PadChange::Disconnected), pad(PadChange::Connected));
        check(&[lost, found], &[lost, found]);
        check(&[found, lost], &[lost]);
    }
}
