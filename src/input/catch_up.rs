//! Events that bring a game up to date after a return to an earlier input state.

use super::events::InputEvent;
use super::preedit::Preedit;
use super::state::InputState;

impl InputState {
    /// Returns the events that lead from this state to `live`, the present one: focus, mouse, releases, presses,
    /// devices, gamepads, touches, dragged files, composed text.
    pub(crate) fn catch_up(&self, live: &Self) -> Vec<InputEvent> {
        let mut events = Vec::new();
        if self.is_focused() != live.is_focused() {
            events.push(InputEvent::Focus(live.is_focused()));
        }
        if self.mouse_is_inside() != live.mouse_is_inside() {
            events.push(if live.mouse_is_inside() {
                InputEvent::MouseEntered
            } else {
                InputEvent::MouseLeft
            });
        }
        let position = live.mouse_position();
        if self.mouse_position() != position {
            events.push(InputEvent::MouseMoved { position });
        }
        // Losing the focus releases everything first, so everything that is down in `live` is pressed again.
        let is_released = self.is_focused() && !live.is_focused();
        for (one, other, pressed) in [(self, live, false), (live, self, true)] {
            let all = is_released && pressed;
            let keys = one.keys.physical.iter();
            let keys = keys.filter(|&key| all || !other.keys.physical.contains(key));
            events.extend(keys.map(|key| InputEvent::key(key, pressed)));
            let buttons = one.buttons.physical.iter();
            let buttons = buttons.filter(|&button| all || !other.buttons.physical.contains(button));
            events.extend(buttons.map(|button| InputEvent::MouseButton {
                button,
                pressed,
                position,
            }));
        }
        // A control that is not listed is at rest.
        let at_rest = self.devices.values().iter();
        let at_rest = at_rest.filter(|(control, _)| live.devices.get(*control) == 0.0);
        let at_rest = at_rest.map(|&(control, _)| (control, 0.0));
        let moved = live.devices.values().iter().copied();
        let moved = moved.filter(|&(control, value)| self.devices.get(control) != value);
        for ((device, control), value) in at_rest.chain(moved) {
            events.push(InputEvent::Device {
                device,
                control,
                value,
            });
        }
        let pads = self.pads.catch_up(&live.pads, is_released);
        events.extend(
            pads.into_iter()
                .map(|(pad, change)| InputEvent::Pad { pad, change }),
        );
        events.extend(self.touches.catch_up(&live.touches, is_released));
        if self.files_hover != live.files_hover {
            events.push(InputEvent::FilesHovered(live.files_hover));
        }
        let ended = Preedit::default();
        let composed = if is_released { &ended } else { &self.preedit };
        if *composed != live.preedit {
            events.push(live.preedit.event());
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Key, MouseButton, TouchPhase};
    use glam::vec2;
    use proptest::prelude::*;

    fn event() -> impl Strategy<Value = InputEvent> {
        let key = (0..4_usize).prop_map(|at| Key::ALL[at]);
        let button = (0..3_usize).prop_map(|at| MouseButton::NAMED[at].0);
        let place = (0..5_u8, 0..5_u8).prop_map(|(x, y)| vec2(f32::from(x), f32::from(y)));
        prop_oneof![
            (key, any::<bool>()).prop_map(|(key, pressed)| InputEvent::key(key, pressed)),
            (button, any::<bool>(), place.clone()).prop_map(|(button, pressed, position)| {
                InputEvent::MouseButton {
                    button,
                    pressed,
                    position,
                }
            }),
            place.prop_map(|position| InputEvent::MouseMoved { position }),
            Just(InputEvent::MouseEntered),
            Just(InputEvent::MouseLeft),
            any::<bool>().prop_map(InputEvent::Focus),
            (0..3_u32, 0..3_u8).prop_map(|(control, value)| InputEvent::Device {
                device: 1,
                control,
                value: f32::from(value),
            }),
            crate::input::pads::any_pad_event(),
            touch(),
            any::<bool>().prop_map(InputEvent::FilesHovered),
            "[ab]{0,1}".prop_map(|text| InputEvent::Preedit {
                text: text.into(),
                caret: None,
            }),
        ]
    }

    fn touch() -> impl Strategy<Value = InputEvent> {
        let phase = prop::sample::select(TouchPhase::ALL.to_vec());
        (0..3_u64, phase, 0..4_u8)
            .prop_map(|(id, phase, x)| InputEvent::touch(id, phase, vec2(f32::from(x), 0.0)))
    }

    /// Returns the state after several steps of input. If `may_mute`, steps marked true are muted.
    fn state(steps: &[(Vec<InputEvent>, bool)], may_mute: bool) -> InputState {
        let mut state = InputState::new();
        for (events, muted) in steps {
            state.set_muted(*muted && may_mute);
            state.begin_step(events);
        }
        state
    }

    proptest! {
        #[test]
        fn a_resumed_game_gets_the_present_input_state(
            then in proptest::collection::vec((proptest::collection::vec(event(), 0..8), any::<bool>()), 0..4),
            now in proptest::collection::vec((proptest::collection::vec(event(), 0..8), any::<bool>()), 0..4),
        ) {
            let (known, live) = (state(&then, true), state(&now, false));
            let mut after = known.clone();
            after.set_muted(false);
            after.begin_step(&known.catch_up(&live));
            prop_assert_eq!(&after.keys.physical, &live.keys.physical);
            prop_assert_eq!(&after.buttons.physical, &live.buttons.physical);
            prop_assert_eq!(after.mouse_position(), live.mouse_position());
            prop_assert_eq!(after.mouse_is_inside(), live.mouse_is_inside());
            prop_assert_eq!(after.is_focused(), live.is_focused());
            prop_assert_eq!(&after.devices, &live.devices);
            prop_assert_eq!(&after.pads.buttons.physical, &live.pads.buttons.physical);
            prop_assert_eq!(after.pads.catch_up(&live.pads, false), []);
            prop_assert_eq!(after.preedit(), live.preedit());
            prop_assert_eq!(after.files_are_hovering(), live.files_are_hovering());
            let positions = |state: &InputState| {
                let touches = state.touches().iter();
                let mut positions: Vec<_> =
                    touches.map(|touch| (touch.id, touch.position.x)).collect();
                positions.sort_by_key(|(id, _)| *id);
                positions
            };
            prop_assert_eq!(positions(&after), positions(&live));
            prop_assert_eq!(live.catch_up(&live), []);
        }
    }
}
