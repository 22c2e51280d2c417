//! Gamepads of a build that reads none: on Linux without the feature `gamepad`.

use crate::input::InputQueue;

/// Reads nothing.
#[derive(Debug)]
pub(crate) struct Gamepads;

impl Gamepads {
    pub(crate) fn start(_: InputQueue) -> Self {
        Self
    }

    pub(crate) fn set_focused(&self, _: bool) {}
}
