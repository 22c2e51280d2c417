//! The state of all gamepads.

use glam::{Vec2, vec2};

use super::button_input::{ButtonInput, Press};
use super::events::InputEvent;
use super::pad::{PadAxis, PadButton, PadChange, PadStick};
use crate::base::checksum::{Checksum, ChecksumWriter, summed};

const PADS: usize = InputEvent::MAX_PADS as usize;
const AXES: usize = PadAxis::ALL.len();

/// The buttons and axes of each gamepad.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pads {
    connected: [bool; PADS],
    pub(super) buttons: ButtonInput<(u8, PadButton)>,
    /// Reported values without a dead zone: from −1 to 1, never −0.
    axes: [[f32; AXES]; PADS],
}

summed!(ButtonInput<(u8, PadButton)>: down, physical; not pressed, released);

impl Pads {
    /// Applies a valid event. Passes it to `list`, unless it is a press or release that the game does not see. Then
    /// passes the releases that it causes.
    pub(super) fn take(
        &mut self,
        pad: u8,
        change: PadChange,
        muted: bool,
        mut list: impl FnMut(u8, PadChange),
    ) {
        let at = usize::from(pad);
        match change {
            PadChange::Connected => {
                self.connected[at] = true;
                list(pad, change);
            }
            PadChange::Disconnected => {
                self.connected[at] = false;
                self.axes[at] = [0.0; AXES];
                list(pad, change);
                for &button in PadButton::ALL {
                    if self.buttons.release((pad, button)) {
                        list(pad, released(button));
                    }
                }
            }
            PadChange::Button { button, pressed } => {
                self.connected[at] |= pressed;
                let is_seen = if pressed {
                    self.buttons.press((pad, button), false, muted) == Press::New
                } else {
                    self.buttons.release((pad, button))
                };
                if is_seen {
                    list(pad, change);
                }
            }
            PadChange::Axis { axis, value } => {
                // Adding 0 turns −0 into 0.
                let value = value.clamp(-1.0, 1.0) + 0.0;
                self.connected[at] |= value != 0.0;
                self.axes[at][usize::from(axis.code())] = value;
                list(pad, PadChange::Axis { axis, value });
            }
        }
    }

    /// Releases all buttons that the game sees down, and passes the releases to `list`.
    pub(super) fn release_all(&mut self, mut list: impl FnMut(u8, PadChange)) {
        self.buttons
            .release_all(|(pad, button)| list(pad, released(button)));
    }

    /// Clears the physical state: without the focus, presses and tilts may be meant for another program.
    pub(super) fn forget_physical(&mut self) {
        self.buttons.forget_physical();
        self.axes = Default::default();
    }

    pub(super) fn is_connected(&self, pad: u8) -> bool {
        self.connected.get(usize::from(pad)) == Some(&true)
    }

    /// Returns the reported value of an axis. 0 for a pad that does not exist.
    pub(super) fn raw(&self, pad: u8, axis: PadAxis) -> f32 {
        let axes = self.axes.get(usize::from(pad));
        axes.map_or(0.0, |axes| axes[usize::from(axis.code())])
    }

    /// Returns the position of a stick beyond its dead zone.
    pub(super) fn stick(&self, pad: u8, stick: PadStick) -> Vec2 {
        let (x, y) = match stick {
            PadStick::Left => (PadAxis::LeftStickX, PadAxis::LeftStickY),
            PadStick::Right => (PadAxis::RightStickX, PadAxis::RightStickY),
        };
        let raw = vec2(self.raw(pad, x), self.raw(pad, y));
        let length = raw.length();
        // The dead zone is a circle. With one for each axis, slow diagonals would stick to the axes.
        if length > 0.0 {
            // The sum turns -0, the product of 0 and a negative number, into 0.
            raw / length * beyond_dead_zone(length) + Vec2::ZERO
        } else {
            Vec2::ZERO
        }
    }

    /// Returns the value of an axis, rescaled so that it starts from 0 at the edge of the dead zone of its stick or
    /// trigger.
    pub(super) fn axis(&self, pad: u8, axis: PadAxis) -> f32 {
        match axis {
            PadAxis::LeftStickX => self.stick(pad, PadStick::Left).x,
            PadAxis::LeftStickY => self.stick(pad, PadStick::Left).y,
            PadAxis::RightStickX => self.stick(pad, PadStick::Right).x,
            PadAxis::RightStickY => self.stick(pad, PadStick::Right).y,
            PadAxis::LeftTrigger | PadAxis::RightTrigger => beyond_dead_zone(self.raw(pad, axis)),
        }
    }

    /// Returns the events that lead from this state to `live`. With `is_released`, assumes that a lost focus has
    /// released all buttons and axes first.
    pub(super) fn catch_up(&self, live: &Self, is_released: bool) -> Vec<(u8, PadChange)> {
        let mut changes = Vec::new();
        for pad in 0..InputEvent::MAX_PADS {
            match (self.is_connected(pad), live.is_connected(pad)) {
                (true, false) => changes.push((pad, PadChange::Disconnected)),
                (false, true) => changes.push((pad, PadChange::Connected)),
                _ => {}
            }
            for &button in PadButton::ALL {
                let is_down = |pads: &Self| pads.buttons.physical.contains((pad, button));
                let (was_down, pressed) = (is_down(self) && !is_released, is_down(live));
                if was_down != pressed {
                    changes.push((pad, PadChange::Button { button, pressed }));
                }
            }
            for &axis in PadAxis::ALL {
                let before = if is_released {
                    0.0
                } else {
                    self.raw(pad, axis)
                };
                let value = live.raw(pad, axis);
                if before != value {
                    changes.push((pad, PadChange::Axis { axis, value }));
                }
            }
        }
        changes
    }
}

impl Checksum for Pads {
    // Adds nothing in the initial state, so that older recordings, which have no gamepads, have the same
    // checksums.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if *self != Self::default() {
            (&self.connected, &self.buttons, &self.axes).write_checksum(sum);
        }
    }
}

/// Returns 0 within the dead zone. Beyond it, the value grows from 0 at its border to 1.
fn beyond_dead_zone(length: f32) -> f32 {
    let zone = super::InputState::PAD_DEAD_ZONE;
    ((length - zone) / (1.0 - zone)).clamp(0.0, 1.0)
}

fn released(button: PadButton) -> PadChange {
    PadChange::Button {
        button,
        pressed: false,
    }
}

#[cfg(test)]
pub(super) use tests::any_pad_event;

#[cfg(test)]
mod tests {
    use super::super::queue::InputQueue;
    use super::super::state::InputState;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const BUTTONS: [PadButton; 2] = [PadButton::South, PadButton::DPadLeft];

    /// Generates events of two pads.
    pub(in super::super) fn any_pad_event() -> impl Strategy<Value = InputEvent> {
        let button = prop::sample::select(BUTTONS.to_vec());
        let axis = prop::sample::select(vec![PadAxis::LeftStickX, PadAxis::RightTrigger]);
        let change = prop_oneof![
            1 => Just(PadChange::Connected),
            1 => Just(PadChange::Disconnected),
            4 => (button, any::<bool>())
                .prop_map(|(button, pressed)| PadChange::Button { button, pressed }),
            4 => (axis, -2..3_i8).prop_map(|(axis, value)| PadChange::Axis { axis, value: f32::from(value) / 2.0 }),
        ];
        (0..2_u8, change).prop_map(|(pad, change)| InputEvent::Pad { pad, change })
    }

    fn axis(axis: PadAxis, value: f32) -> InputEvent {
        let change = PadChange::Axis { axis, value };
        InputEvent::Pad { pad: 0, change }
    }

    fn stick(x: f32, y: f32) -> Vec2 {
        let mut state = InputState::new();
        state.begin_step(&[axis(PadAxis::LeftStickX, x), axis(PadAxis::LeftStickY, y)]);
        state.pad_stick(0, PadStick::Left)
    }

    #[test]
    fn a_stick_grows_from_0_to_1_beyond_a_circular_dead_zone() {
        assert_eq!(stick(0.1, 0.1), Vec2::ZERO);
        assert_eq!(stick(0.15, 0.0), Vec2::ZERO);
        assert!(stick(0.14, 0.14).length() > 0.0, "longer than the zone");
        assert_eq!(stick(-1.0, 0.0), vec2(-1.0, 0.0));
        assert!((stick(0.575, 0.0).x - 0.5).abs() < 1e-6, "half the way");
        assert!((stick(1.0, 1.0).length() - 1.0).abs() < 1e-6);
        assert_eq!(stick(9.0, 0.0), vec2(1.0, 0.0));
    }

    #[test]
    fn a_stick_at_rest_has_no_negative_zero() {
        let at_rest = [
            (-0.0312, -0.0078),
            (-0.1, 0.1),
            (-0.0, -0.0),
            (0.5, -0.0),
            (-0.5, -0.0),
        ];
        for (x, y) in at_rest {
            let value = stick(x, y);
            let zeros = value.to_array().into_iter().filter(|&axis| axis == 0.0);
            assert!(zeros.clone().count() > 0, "{x} {y}");
            assert!(
                zeros.into_iter().all(f32::is_sign_positive),
                "{x} {y}: {value}"
            );
        }
        assert_eq!(stick(-0.0312, -0.0078).to_angle(), 0.0);
    }

    #[test]
    fn an_axis_at_rest_has_no_negative_zero() {
        use PadAxis::{
            LeftStickX, LeftStickY, LeftTrigger, RightStickX, RightStickY, RightTrigger,
        };
        let sticks = [(LeftStickX, LeftStickY), (RightStickX, RightStickY)];
        for (x, y) in [(-0.0312, -0.0078), (-0.0, -0.1), (-0.14, 0.01)] {
            for (across, down) in sticks {
                let mut state = InputState::new();
                state.begin_step(&[axis(across, x), axis(down, y)]);
                for at in [across, down] {
                    assert_eq!(state.pad_axis(0, at).to_bits(), 0, "{at:?} at {x}, {y}");
                }
            }
        }
        for trigger in [LeftTrigger, RightTrigger] {
            for value in [-0.01, -0.0, -1.0, 0.01] {
                let mut state = InputState::new();
                state.begin_step(&[axis(trigger, value)]);
                assert_eq!(
                    state.pad_axis(0, trigger).to_bits(),
                    0,
                    "{trigger:?} at {value}"
                );
            }
        }
    }

    #[test]
    fn invalid_values_and_pads_change_nothing() {
        let queue = InputQueue::new();
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            queue.push(axis(PadAxis::LeftStickX, bad));
        }
        let ninth = InputEvent::pad_button(InputEvent::MAX_PADS, PadButton::South, true);
        queue.push(ninth.clone());
        let mut events = vec![];
        queue.drain_into(&mut events);
        assert_eq!((events.len(), queue.rejected()), (0, 4));
        let mut state = InputState::new();
        state.begin_step(&[axis(PadAxis::LeftStickX, f32::NAN), ninth]);
        assert_eq!(state, InputState::new());
    }

    #[test]
    fn disconnecting_a_pad_releases_its_buttons() {
        let mut state = InputState::new();
        let south = |pad, pressed| InputEvent::pad_button(pad, PadButton::South, pressed);
        state.begin_step(&[
            south(0, true),
            south(1, true),
            axis(PadAxis::LeftStickX, 1.0),
        ]);
        assert!(state.pad_is_connected(0));
        let gone = InputEvent::Pad {
            pad: 0,
            change: PadChange::Disconnected,
        };
        state.begin_step(core::slice::from_ref(&gone));
        assert_eq!(state.events(), [gone, south(0, false)]);
        assert!(state.pad_just_released(0, PadButton::South) && !state.pad_is_connected(0));
        assert_eq!(state.pad_axis(0, PadAxis::LeftStickX), 0.0);
        assert!(state.pad_is_down(1, PadButton::South));
        state.begin_step(&[InputEvent::Focus(false)]);
        assert!(!state.pad_is_down(1, PadButton::South) && state.pad_is_connected(1));
    }

    #[test]
    fn a_muted_pad_is_read_as_at_rest() {
        let mut state = InputState::new();
        let press = InputEvent::pad_button(0, PadButton::South, true);
        state.begin_step(&[press, axis(PadAxis::LeftTrigger, 1.0)]);
        assert_eq!(state.pad_axis(0, PadAxis::LeftTrigger), 1.0);
        state.set_muted(true);
        state.begin_step(&[]);
        assert!(!state.pad_is_down(0, PadButton::South));
        assert_eq!(state.pad_axis(0, PadAxis::LeftTrigger), 0.0);
        state.set_muted(false);
        state.begin_step(&[]);
        assert_eq!(state.pad_axis(0, PadAxis::LeftTrigger), 1.0);
    }

    #[test]
    fn a_pad_counts_in_the_checksum() {
        let sum = |events: &[InputEvent]| {
            let mut state = InputState::new();
            state.begin_step(events);
            let mut sum = ChecksumWriter::new();
            state.write_checksum(&mut sum);
            sum.finish()
        };
        let press = InputEvent::pad_button(0, PadButton::South, true);
        let sums = [
            sum(&[]),
            sum(&[press]),
            sum(&[axis(PadAxis::LeftStickX, 0.5)]),
            sum(&[axis(PadAxis::LeftStickX, 0.25)]),
        ];
        assert_eq!(BTreeSet::from(sums).len(), sums.len());
    }

    proptest! {
        #[test]
        fn pad_buttons_agree_with_a_naive_model_even_through_a_full_queue(
            events in prop::collection::vec(prop_oneof![
                9 => any_pad_event(),
                1 => any::<bool>().prop_map(InputEvent::Focus),
            ], 0..60),
        ) {
            let (mut down, mut connected) = (BTreeSet::new(), BTreeSet::new());
            let mut overflow = super::super::overflow::Overflow::default();
            let mut state = InputState::new();
            for event in &events {
                match *event {
                    InputEvent::Pad { pad, change: PadChange::Disconnected } => {
                        down.retain(|(other, _)| *other != pad);
                        connected.remove(&pad);
                    }
                    InputEvent::Pad { pad, change: PadChange::Button { button, pressed: false } } => {
                        down.remove(&(pad, button));
                    }
                    InputEvent::Pad { change: PadChange::Axis { value: 0.0, .. }, .. } => {}
                    InputEvent::Pad { pad, change } => {
                        connected.insert(pad);
                        if let PadChange::Button { button, .. } = change {
                            down.insert((pad, button));
                        }
                    }
                    InputEvent::Focus(false) => down.clear(),
                    _ => {}
                }
                state.begin_step(core::slice::from_ref(event));
                overflow.push(event.clone());
            }
            let mut drained = vec![];
            overflow.drain_into(&mut drained);
            let mut late = InputState::new();
            late.begin_step(&drained);
            prop_assert_eq!(&late.pads.buttons.physical, &state.pads.buttons.physical);
            prop_assert_eq!(late.pads.axes, state.pads.axes);
            for pad in 0..3 {
                prop_assert_eq!(state.pad_is_connected(pad), connected.contains(&pad));
                for button in BUTTONS {
                    prop_assert_eq!(state.pad_is_down(pad, button), down.contains(&(pad, button)));
                }
            }
        }
    }
}
