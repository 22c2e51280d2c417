//! The state that is kept while the queue is full.

use std::collections::BTreeMap;

use super::events::{InputEvent, MouseButton};
use super::key::Key;
use super::pad::{PadAxis, PadButton, PadChange};

/// The latest state of keys, buttons, mouse and focus, so that no key sticks however many events arrive.
///
/// Stores the latest press or release of each key and button, the latest value of each control of devices and gamepads,
/// the latest change of each touch, the focus, the mouse's position and whether it is inside, and the composed text.
/// Discards repeats, wheel turns, clicks, entered and pasted text, and dropped files.
#[derive(Debug, Default)]
pub(super) struct Overflow(BTreeMap<Subject, InputEvent>);

/// The subject of an event. Events are drained in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    // The focus comes first, because a loss of the focus drained after the keys would release them, although they
    // changed later. After a loss and a gain, both are drained: without the loss, keys that were held before it would
    // stay down.
    FocusLoss,
    FocusGain,
    Inside,
    // Button events have positions, too. A move is stored before the buttons, or behind them if it came after a button,
    // so that the mouse ends at its latest position.
    MoveBeforeButtons,
    Key(Key),
    Button(MouseButton),
    // The newest event of a button comes after the events of other buttons, for the same reason.
    NewestButton,
    Move,
    Device(u32, u32),
    Pad(u8, PadControl),
    Touch(u64),
    Preedit,
    FilesHovered,
}

/// The subject of a change of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PadControl {
    Disconnection,
    Connection,
    Button(PadButton),
    Axis(PadAxis),
}

/// Maximum number of stored events. Only synthetic input has more: beyond it, events of further unnamed keys, unnamed
/// buttons, device controls and touches are discarded. Keys and buttons with a name, and pads, are few, and are never
/// discarded.
const MAX_KEYS: usize = 4096;

impl Subject {
    /// Returns whether losing the focus releases this key, button or axis, so that its earlier changes are obsolete.
    fn is_released_without_focus(self) -> bool {
        match self {
            Self::Key(_) | Self::Button(_) | Self::NewestButton | Self::Preedit => true,
            Self::Pad(_, control) => control > PadControl::Connection,
            _ => false,
        }
    }
}

impl Overflow {
    /// Returns whether the overflow is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an event. Returns the number of discarded events: this one, or those that it makes obsolete.
    pub(super) fn push(&mut self, event: InputEvent) -> u64 {
        let before = self.0.len();
        match event {
            InputEvent::Key { repeat: true, .. }
            | InputEvent::Wheel { .. }
            | InputEvent::Click { .. }
            | InputEvent::Text(_)
            | InputEvent::Paste(_)
            | InputEvent::FileDropped(_) => {}
            InputEvent::Key { key, .. } => self.store(Subject::Key(key), event),
            InputEvent::MouseButton { button, .. } => {
                if let Some(moved) = self.0.remove(&Subject::Move) {
                    self.0.insert(Subject::MoveBeforeButtons, moved);
                }
                if let Some(older) = self.0.remove(&Subject::NewestButton)
                    && let InputEvent::MouseButton { button, .. } = older
                {
                    self.store(Subject::Button(button), older);
                }
                self.0.remove(&Subject::Button(button));
                self.0.insert(Subject::NewestButton, event);
            }
            InputEvent::MouseMoved { .. } => {
                self.0.remove(&Subject::MoveBeforeButtons);
                self.0.remove(&Subject::Move);
                let buttons = Subject::Button(MouseButton::Left)..Subject::Move;
                let subject = match self.0.range(buttons).next() {
                    Some(_) => Subject::Move,
                    None => Subject::MoveBeforeButtons,
                };
                self.store(subject, event);
            }
            InputEvent::MouseEntered | InputEvent::MouseLeft => self.store(Subject::Inside, event),
            InputEvent::Focus(true) => self.store(Subject::FocusGain, event),
            InputEvent::Focus(false) => {
                // The stored events of buttons are dropped below. The mouse keeps the position of the newest one.
                if !self.0.contains_key(&Subject::Move)
                    && let Some(&InputEvent::MouseButton { position, .. }) =
                        self.0.get(&Subject::NewestButton)
                {
                    self.0.remove(&Subject::MoveBeforeButtons);
                    self.0
                        .insert(Subject::Move, InputEvent::MouseMoved { position });
                }
                self.0
                    .retain(|subject, _| !subject.is_released_without_focus());
                self.0.remove(&Subject::FocusGain);
                self.store(Subject::FocusLoss, event);
            }
            InputEvent::Device {
                device, control, ..
            } => self.store(Subject::Device(device, control), event),
            InputEvent::Pad { pad, change } => {
                let control = match change {
                    PadChange::Disconnected => {
                        self.0
                            .retain(|subject, _| !matches!(subject, Subject::Pad(other, _) if *other == pad));
                        PadControl::Disconnection
                    }
                    PadChange::Connected => PadControl::Connection,
                    PadChange::Button { button, .. } => PadControl::Button(button),
                    PadChange::Axis { axis, .. } => PadControl::Axis(axis),
                };
                self.store(Subject::Pad(pad, control), event);
            }
            InputEvent::Touch { id, .. } => self.store(Subject::Touch(id), event),
            InputEvent::Preedit { .. } => self.store(Subject::Preedit, event),
            InputEvent::FilesHovered(_) => self.store(Subject::FilesHovered, event),
        }
        (before + 1).saturating_sub(self.0.len()) as u64
    }

    /// Stores the latest event of a subject, unless there are too many.
    fn store(&mut self, subject: Subject, event: InputEvent) {
        let is_synthetic = self.0.len() >= MAX_KEYS && !self.0.contains_key(&subject);
        let is_of_many = matches!(
            subject,
            Subject::Key(Key::Unknown(_))
                | Subject::Button(MouseButton::Other(_))
                | Subject::Device(..)
                | Subject::Touch(_)
        );
        if !(is_synthetic && is_of_many) {
            self.0.insert(subject, event);
        }
    }

    /// Moves all events to the end of `out`, in a fixed order.
    pub(super) fn drain_into(&mut self, out: &mut Vec<InputEvent>) {
        out.extend(core::mem::take(&mut self.0).into_values());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use InputEvent::Focus;

    /// Pushes events and checks that exactly the expected ones are drained, and all others are counted as lost.
    fn check(pushed: &[InputEvent], expected: &[InputEvent]) {
        let mut overflow = Overflow::default();
        let lost: u64 = pushed
            .iter()
            .map(|event| overflow.push(event.clone()))
            .sum();
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
        let moved = InputEvent::MouseMoved {
            position: glam::Vec2::ZERO,
        };
        check(
            &[button(true), Focus(false)],
            &[Focus(false), moved.clone()],
        );
        check(
            &[button(true), Focus(false), button(false)],
            &[Focus(false), moved.clone(), button(false)],
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
    fn the_newest_button_event_is_drained_after_other_buttons() {
        let [left, right] =
            [MouseButton::Left, MouseButton::Right].map(|button| InputEvent::MouseButton {
                button,
                pressed: true,
                position: glam::Vec2::X,
            });
        check(
            &[right.clone(), left.clone()],
            &[right.clone(), left.clone()],
        );
        check(
            &[left.clone(), right.clone(), left.clone()],
            &[right.clone(), left.clone()],
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
    fn a_move_between_buttons_is_kept_before_them() {
        let moved = InputEvent::MouseMoved {
            position: glam::Vec2::X,
        };
        let [left, right] =
            [MouseButton::Left, MouseButton::Right].map(|button| InputEvent::MouseButton {
                button,
                pressed: true,
                position: glam::Vec2::Y,
            });
        check(
            &[left.clone(), moved.clone(), right.clone()],
            &[moved.clone(), left.clone(), right.clone()],
        );
    }

    #[test]
    fn no_flood_of_controls_makes_a_key_stick() {
        let mut overflow = Overflow::default();
        for number in 0..10_000 {
            overflow.push(InputEvent::Device {
                device: 1,
                control: number,
                value: 1.0,
            });
        }
        let release = InputEvent::key(Key::A, false);
        assert_eq!(overflow.push(release.clone()), 0);
        let mut events = Vec::new();
        overflow.drain_into(&mut events);
        assert!(events.contains(&release));
        assert_eq!(events.len(), MAX_KEYS + 1);
    }

    #[test]
    fn the_latest_change_of_each_touch_and_of_composed_text_is_kept() {
        use crate::input::TouchPhase::{Began, Ended, Moved};
        let touch = |id, phase| InputEvent::touch(id, phase, glam::Vec2::X);
        let composing = |text: &str| InputEvent::Preedit {
            text: text.into(),
            caret: None,
        };
        check(
            &[
                touch(1, Began),
                touch(2, Began),
                composing("n"),
                InputEvent::text("x"),
                InputEvent::dropped_file("a", [1]),
                touch(1, Ended),
                touch(2, Moved),
                composing("ni"),
            ],
            &[touch(1, Ended), touch(2, Moved), composing("ni")],
        );
        check(&[composing("n"), Focus(false)], &[Focus(false)]);
    }

    #[test]
    fn a_reconnected_pad_is_connected() {
        let pad = |change| InputEvent::Pad { pad: 1, change };
        let (lost, found) = (pad(PadChange::Disconnected), pad(PadChange::Connected));
        check(
            &[lost.clone(), found.clone()],
            &[lost.clone(), found.clone()],
        );
        check(&[found.clone(), lost.clone()], core::slice::from_ref(&lost));
    }
}
