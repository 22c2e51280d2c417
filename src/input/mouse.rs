//! The mouse's position, and its movement in this step.

use glam::Vec2;

use super::events::{MouseButton, WheelUnit};
use crate::base::checksum::summed;

/// The mouse as a step sees it. Lengths are in view units, except for the lines of a wheel.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mouse {
    /// (0, 0) until the first report.
    pub(super) position: Vec2,
    /// Whether a position was reported. The first report causes no motion.
    known: bool,
    /// Whether the mouse is inside the window.
    pub(super) inside: bool,
    /// Sum of this step's movements.
    pub(super) motion: Vec2,
    /// Whether the mouse moved in this step. It may have moved and come back, with a motion of 0.
    pub(super) moving: bool,
    /// Distance that the wheel turned in this step, in lines.
    pub(super) wheel_lines: Vec2,
    /// Distance that a touchpad scrolled in this step.
    pub(super) wheel_pixels: Vec2,
    /// Held buttons, as the game sees them, with the positions of their presses.
    pub(super) grabs: Vec<Grab>,
}

/// A held button and the position of its press.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grab {
    pub(super) button: MouseButton,
    pub(super) start: Vec2,
    /// Whether the mouse has moved away from `start`, even if it came back.
    pub(super) dragged: bool,
}

// Motion and wheel only last for one step.
summed!(Mouse: position, known, inside, grabs; not motion, moving, wheel_lines, wheel_pixels);
summed!(Grab: button, start, dragged);

impl Mouse {
    /// Clears the last step's movements.
    pub(super) fn begin_step(&mut self) {
        self.motion = Vec2::ZERO;
        self.moving = false;
        self.wheel_lines = Vec2::ZERO;
        self.wheel_pixels = Vec2::ZERO;
    }

    /// Moves the mouse. A held button is dragged once the mouse is more than `slack` away from its press along an axis.
    pub(super) fn move_to(&mut self, position: Vec2, slack: Vec2, muted: bool) {
        let motion = position - self.position;
        if self.known && !muted {
            self.motion += motion;
            self.moving |= motion != Vec2::ZERO;
        }
        // The position is updated even while muted. Otherwise, the first motion afterwards would contain all movement
        // during the mute.
        self.position = position;
        self.known = true;
        for grab in &mut self.grabs {
            // Compares each axis, not the length: this takes no square root, and does not overflow at large distances.
            grab.dragged |= (position - grab.start).abs().cmpgt(slack).any();
        }
    }

    /// Adds a wheel turn to this step.
    pub(super) fn turn_wheel(&mut self, delta: Vec2, unit: WheelUnit) {
        match unit {
            WheelUnit::Lines => self.wheel_lines += delta,
            WheelUnit::Pixels => self.wheel_pixels += delta,
        }
    }

    /// Starts tracking whether the mouse moves while this button is held.
    pub(super) fn grab(&mut self, button: MouseButton) {
        self.grabs.push(Grab {
            button,
            start: self.position,
            dragged: false,
        });
    }

    /// Releases the button. Returns whether this is a click.
    pub(super) fn release(&mut self, button: MouseButton) -> bool {
        let found = self.grabs.iter().position(|grab| grab.button == button);
        found.is_some_and(|at| !self.grabs.remove(at).dragged)
    }

    /// Returns whether the button is held and the mouse has moved away since it went down.
    pub(super) fn is_dragging(&self, button: MouseButton) -> bool {
        let is_it = |grab: &Grab| grab.button == button && grab.dragged;
        self.grabs.iter().any(is_it)
    }
}
