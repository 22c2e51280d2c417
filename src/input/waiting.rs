//! Input that arrives while a game is paused.

use super::events::InputEvent;
use super::overflow::Overflow;
use super::pad::PadChange;
use super::queue::InputQueue;

/// Treatment of input that arrives while a game is paused. Defaults to `Drop`.
///
/// In both cases, the game's next step receives the releases, so that a key released during the pause does not stay
/// down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PausedInput {
    /// The next step receives all of it, in order, as if it had just arrived. The limits are those of [`InputQueue`].
    Hold,
    /// The next step receives releases and lasting changes (the focus, the mouse's position, values of devices, touches,
    /// composed text), but no presses, wheel turns, entered or pasted texts and dropped files. The default.
    #[default]
    Drop,
}

/// Input collected while a game is paused.
#[derive(Debug, Default)]
pub(crate) struct WaitingInput {
    kind: PausedInput,
    /// All events, for [`PausedInput::Hold`].
    all: InputQueue,
    /// Latest releases and lasting changes, for [`PausedInput::Drop`].
    states: Overflow,
}

impl WaitingInput {
    /// Returns an empty store.
    pub(crate) fn new(kind: PausedInput) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    /// Adds an event.
    pub(crate) fn push(&mut self, event: InputEvent) {
        if self.kind == PausedInput::Hold {
            self.all.push(event);
            return;
        }
        match event {
            InputEvent::Key { pressed: true, .. }
            | InputEvent::Pad {
                change: PadChange::Button { pressed: true, .. },
                ..
            } => {}
            InputEvent::MouseButton {
                pressed: true,
                position,
                ..
            } => {
                self.states.push(InputEvent::MouseMoved { position });
            }
            _ => {
                self.states.push(event);
            }
        }
    }

    /// Moves the events to the end of `out`, in order.
    pub(crate) fn drain_into(&mut self, out: &mut Vec<InputEvent>) {
        self.all.drain_into(out);
        self.states.drain_into(out);
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::super::events::{MouseButton, WheelUnit};
    use super::super::key::Key;
    use super::super::state::InputState;
    use super::*;

    fn wheel() -> InputEvent {
        InputEvent::Wheel {
            delta: vec2(0.0, 1.0),
            unit: WheelUnit::Lines,
        }
    }

    fn moved(x: f32) -> InputEvent {
        InputEvent::MouseMoved {
            position: vec2(x, 0.0),
        }
    }

    #[test]
    fn dropped_input_neither_holds_nor_presses_keys() {
        let mut input = InputState::new();
        let button = |button, pressed| InputEvent::MouseButton {
            button,
            pressed,
            position: vec2(3.0, 0.0),
        };
        let (left, right) = (MouseButton::Left, MouseButton::Right);
        input.begin_step(&[InputEvent::press(Key::A), button(left, true)]);
        let mut waiting = WaitingInput::new(PausedInput::Drop);
        let during = [
            InputEvent::press(Key::B),
            InputEvent::release(Key::A),
            wheel(),
            button(left, false),
            button(right, true),
            moved(5.0),
            moved(7.0),
        ];
        during.into_iter().for_each(|event| waiting.push(event));
        let mut events = vec![];
        waiting.drain_into(&mut events);
        input.begin_step(&events);
        assert!(input.just_released(Key::A) && input.button_just_released(left));
        assert!(!input.is_down(Key::B) && !input.just_pressed(Key::B));
        assert!(!input.button_is_down(right) && !input.button_just_pressed(right));
        assert_eq!(input.mouse_position().x, 7.0);
        assert_eq!(input.wheel_lines(), vec2(0.0, 0.0));
    }

    #[test]
    fn a_dropped_press_still_moves_the_mouse() {
        let mut waiting = WaitingInput::new(PausedInput::Drop);
        waiting.push(moved(1.0));
        waiting.push(InputEvent::MouseButton {
            button: MouseButton::Left,
            pressed: true,
            position: vec2(8.0, 0.0),
        });
        let mut events = vec![];
        waiting.drain_into(&mut events);
        assert_eq!(events, [moved(8.0)]);
    }

    #[test]
    fn held_input_arrives_whole_and_in_order() {
        let mut waiting = WaitingInput::new(PausedInput::Hold);
        let during = [InputEvent::press(Key::B), wheel(), moved(5.0), moved(7.0)];
        during.iter().for_each(|event| waiting.push(event.clone()));
        let mut events = vec![moved(1.0)];
        waiting.drain_into(&mut events);
        assert_eq!(events[1..], during);
    }

    #[test]
    fn a_long_pause_fills_no_memory() {
        let mut waiting = WaitingInput::new(PausedInput::Drop);
        for _ in 0..100_000 {
            waiting.push(InputEvent::press(Key::A));
            waiting.push(moved(1.0));
            waiting.push(InputEvent::release(Key::A));
        }
        let mut events = vec![];
        waiting.drain_into(&mut events);
        assert_eq!(events.len(), 2);
    }
}
