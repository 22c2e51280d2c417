//! An action: what it is bound to, and what of that is held.

use std::borrow::Cow;

use super::ActionEvent;
use super::binding::{Binding, turns};
use crate::base::checksum::summed;
use crate::input::events::InputEvent;

/// A named action.
#[derive(Clone, Debug)]
pub(super) struct BoundAction {
    pub(super) name: Cow<'static, str>,
    pub(super) bindings: Vec<Binding>,
    /// Those that are down, in the order in which they went down.
    held: Vec<Binding>,
    /// Whether the last that was down has been taken from the action: it is released in the next step.
    release_waits: bool,
    /// In this step.
    pub(super) pressed: bool,
    pub(super) released: bool,
    /// How far the wheel turned in this step, 0 or more.
    turned: f32,
}

// What is of one step is left out.
summed!(BoundAction: name, bindings, held, release_waits; not pressed, released, turned);

impl BoundAction {
    pub(super) fn new(name: Cow<'static, str>) -> Self {
        Self {
            name,
            bindings: Vec::new(),
            held: Vec::new(),
            release_waits: false,
            pressed: false,
            released: false,
            turned: 0.0,
        }
    }

    pub(super) fn is_down(&self) -> bool {
        !self.held.is_empty()
    }

    /// From 0.
    pub(super) fn value(&self) -> f32 {
        let held = if self.is_down() { 1.0 } else { 0.0 };
        self.turned.max(held)
    }

    pub(super) fn set_bindings(&mut self, bindings: Vec<Binding>) {
        let was_down = self.is_down();
        self.held.retain(|held| bindings.contains(held));
        self.bindings = bindings;
        self.release_waits |= was_down && !self.is_down();
    }

    /// Forgets what the last step pressed and released.
    pub(super) fn begin_step(&mut self, events: &mut Vec<ActionEvent>) {
        self.pressed = false;
        self.released = false;
        self.turned = 0.0;
        if core::mem::take(&mut self.release_waits) {
            self.change(false, events);
        }
    }

    /// Takes an event that [`InputState`](crate::input::InputState) lists: presses and releases of a key alternate.
    pub(super) fn take(&mut self, event: &InputEvent, events: &mut Vec<ActionEvent>) {
        match *event {
            InputEvent::Key { repeat: true, .. } => {}
            InputEvent::Key { key, pressed, .. } => self.hold(key.into(), pressed, events),
            InputEvent::MouseButton {
                button, pressed, ..
            } => self.hold(button.into(), pressed, events),
            InputEvent::Wheel { delta, .. } => {
                for (direction, amount) in turns(delta) {
                    if amount > 0.0 && self.bindings.contains(&direction.into()) {
                        self.turned += amount;
                        // A turn has no end of its own. While a key is held it changes nothing.
                        self.hold(direction.into(), true, events);
                        self.hold(direction.into(), false, events);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes that a key went down or up.
    fn hold(&mut self, binding: Binding, pressed: bool, events: &mut Vec<ActionEvent>) {
        let was_down = self.is_down();
        if !pressed {
            self.held.retain(|&held| held != binding);
        } else if self.bindings.contains(&binding) && !self.held.contains(&binding) {
            self.held.push(binding);
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
