//! The mouse's position, and its movements in this step.

use glam::Vec2;

use super::events::{MouseButton, WheelUnit};
use crate::base::checksum::summed;

/// The mouse, as a step sees it. Lengths are in view units, except for the lines of a wheel.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mouse {
    /// (0, 0) until one is known.
    pub(super) position: Vec2,
    /// Whether a position has been reported yet; the way to the first one is no motion.
    known: bool,
    /// Whether it is inside the window.
    pub(super) inside: bool,
    /// The sum of this step's movements.
    pub(super) motion: Vec2,
    /// Whether it moved in this step. Not the same as a motion other than 0: it may have come back.
    pub(super) moving: bool,
    /// How far the wheel turned in this step, in lines.
    pub(super) wheel_lines: Vec2,
    /// How far a touchpad scrolled in this step.
    pub(super) wheel_pixels: Vec2,
    /// Where each button that the game sees down went down.
    pub(super) grabs: Vec<Grab>,
}

/// A button that is held down, and where it went down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grab {
    pub(super) button: MouseButton,
    pub(super) start: Vec2,
    /// Whether the mouse has moved away from `start`, even if it came back.
    pub(super) dragged: bool,
}

// Motion and the wheel are those of one step.
summed!(Mouse: position, known, inside, grabs; not motion, moving, wheel_lines, wheel_pixels);
summed!(Grab: button, start, dragged);

impl Mouse {
    /// Forgets the last step's movements.
    pub(super) fn begin_step(&mut self) {
        self.motion = Vec2::ZERO;
        self.moving = false;
        self.wheel_lines = Vec2::ZERO;
        self.wheel_pixels = Vec2::ZERO;
    }

    /// Moves the mouse. Farther than `slack` along an axis from where a button went down, that button drags.
    pub(super) fn move_to(&mut self, position: Vec2, slack: Vec2, muted: bool) {
        let way = position - self.position;
        if self.known && !muted {
            self.motion += way;
            self.moving |= way != Vec2::ZERO;
        }
        // Also while muted: otherwise the first motion afterwards would contain the whole way of the mute.
        self.position = position;
        self.known = true;
        for grab in &mut self.grabs {
            // Along each axis, not by length: no square root, and no overflow far out.
            grab.dragged |= (position - grab.start).abs().cmpgt(slack).any();
        }
    }

    /// Adds a turn of the wheel to this step's.
    pub(super) fn turn_wheel(&mut self, delta: Vec2, unit: WheelUnit) {
        match unit {
            WheelUnit::Lines => self.wheel_lines += delta,
            WheelUnit::Pixels => self.wheel_pixels += delta,
        }
    }

    /// Starts watching whether the mouse moves while this button, which went down here, is held.
    pub(super) fn grab(&mut self, button: MouseButton) {
        self.grabs.push(Grab {
            button,
            start: self.position,
            dragged: false,
        });
    }

    /// Releases the button. Returns whether that is a click.
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
