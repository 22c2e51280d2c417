//! An action: its bindings and its state.

use std::borrow::Cow;

use super::ActionEvent;
use super::binding::{Binding, turns};
use crate::base::checksum::summed;
use crate::input::events::InputEvent;
use crate::input::pad::PadChange;
use crate::input::state::InputState;

/// A named action.
#[derive(Clone, Debug, Default)]
pub(super) struct BoundAction {
    pub(super) name: Cow<'static, str>,
    pub(super) bindings: Vec<Binding>,
    /// Bindings that are down, in press order, each with the index of its gamepad (0 for other devices). For a trigger
    /// that is down by its axis, [`BY_AXIS`] is added to the index.
    held: Vec<(u8, Binding)>,
    /// Whether the last held binding was removed from the action. The release then follows in the next step.
    release_waits: bool,
    /// Whether the action was pressed or released in this step.
    pub(super) pressed: bool,
    pub(super) released: bool,
    /// Distance that the wheel turned in this step, at least 0.
    turned: f32,
    /// Largest deflection of the bound sticks and triggers, from 0 to 1.
    moved: f32,
}

// The values of the fields after `not` only last for one step.
summed!(BoundAction: name, bindings, held, release_waits; not pressed, released, turned, moved);

/// Added to the index of a gamepad whose trigger is down by its axis. Most pads also report triggers as buttons, and at
/// another pressure. The trigger counts as down while its axis or its button is.
const BY_AXIS: u8 = InputEvent::MAX_PADS;

/// Tilt beyond the dead zone, from 0 to 1, at which a stick or a trigger presses an action. It releases the action below
/// `RELEASING_TILT`: the difference keeps a stick at the threshold from pressing repeatedly.
const PRESSING_TILT: f32 = 0.5;
const RELEASING_TILT: f32 = 0.4;

impl BoundAction {
    pub(super) fn new(name: Cow<'static, str>) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    pub(super) fn is_down(&self) -> bool {
        !self.held.is_empty()
    }

    /// Returns the action's value, at least 0.
    pub(super) fn value(&self) -> f32 {
        // A trigger with an analog axis is not fully pressed just because its button is down.
        let is_full = |&(_, binding): &(u8, Binding)| match binding {
            Binding::PadStick(_) => false,
            Binding::PadButton(button) => button.axis().is_none() || self.moved == 0.0,
            _ => true,
        };
        let held = if self.held.iter().any(is_full) {
            1.0
        } else {
            0.0
        };
        self.turned.max(self.moved).max(held)
    }

    pub(super) fn set_bindings(&mut self, bindings: Vec<Binding>) {
        let was_down = self.is_down();
        self.held.retain(|(_, held)| bindings.contains(held));
        self.bindings = bindings;
        self.release_waits |= was_down && !self.is_down();
    }

    /// Clears the presses and releases of the last step. If a held binding was removed since, releases the action.
    pub(super) fn begin_step(&mut self, events: &mut Vec<ActionEvent>) {
        self.pressed = false;
        self.released = false;
        self.turned = 0.0;
        if core::mem::take(&mut self.release_waits) {
            self.change(false, events);
        }
    }

    /// Applies a listed event of [`InputState`](crate::input::InputState), in which presses and releases of a key
    /// alternate.
    pub(super) fn take(&mut self, event: &InputEvent, events: &mut Vec<ActionEvent>) {
        match *event {
            InputEvent::Key { repeat: true, .. } => {}
            InputEvent::Key { key, pressed, .. } => self.hold(0, key.into(), pressed, events),
            InputEvent::MouseButton {
                button, pressed, ..
            } => self.hold(0, button.into(), pressed, events),
            InputEvent::Pad {
                pad,
                change: PadChange::Button { button, pressed },
            } => self.hold(pad, button.into(), pressed, events),
            InputEvent::Wheel { delta, .. } => {
                for (direction, amount) in turns(delta) {
                    if amount > 0.0 && self.bindings.contains(&direction.into()) {
                        self.turned += amount;
                        // A wheel turn presses and releases at once. While another binding is held, the action stays
                        // down.
                        self.hold(0, direction.into(), true, events);
                        self.hold(0, direction.into(), false, events);
                    }
                }
            }
            _ => {}
        }
    }

    /// Applies the positions of sticks and triggers after all events of the step. They are not applied event by event,
    /// because a stick's tilt depends on two axes, which move one after the other.
    pub(super) fn take_pads(&mut self, input: &InputState, events: &mut Vec<ActionEvent>) {
        self.moved = 0.0;
        for at in 0..self.bindings.len() {
            let binding = self.bindings[at];
            let (axis, sign, source) = match binding {
                Binding::PadStick(direction) => {
                    let (axis, sign) = direction.axis();
                    (axis, sign, 0)
                }
                Binding::PadButton(button) => match button.axis() {
                    Some(axis) => (axis, 1.0, BY_AXIS),
                    None => continue,
                },
                _ => continue,
            };
            for pad in 0..InputEvent::MAX_PADS {
                let value = sign * input.pad_axis(pad, axis);
                self.moved = self.moved.max(value);
                let was_held = self.held.contains(&(pad + source, binding));
                let limit = if was_held {
                    RELEASING_TILT
                } else {
                    PRESSING_TILT
                };
                self.hold(pad + source, binding, value >= limit, events);
            }
        }
    }

    /// Marks a key, a button or a direction as down or up.
    fn hold(&mut self, pad: u8, binding: Binding, pressed: bool, events: &mut Vec<ActionEvent>) {
        let was_down = self.is_down();
        let held = (pad, binding);
        if !pressed {
            self.held.retain(|&other| other != held);
        } else if self.bindings.contains(&binding) && !self.held.contains(&held) {
            self.held.push(held);
        }
        if self.is_down() != was_down {
            self.change(!was_down, events);
        }
    }

    fn change(&mut self, pressed: bool, events: &mut Vec<ActionEvent>) {
        self.pressed |= pressed;
        self.released |= !pressed;
        events.push(ActionEvent {
            action: self.name.clone(),
            pressed,
        });
    }
}
