//! Gamepads of a build that reads none: on Linux without the feature `gamepad`.

use crate::app::run::control::RumbleCommand;
use crate::input::InputQueue;

pub(crate) use NoGamepads as Gamepads;

/// Reads nothing.
#[derive(Debug)]
pub(crate) struct NoGamepads;

impl NoGamepads {
    pub(crate) fn start(_: InputQueue) -> Self {
        Self
    }

    pub(crate) fn set_focused(&self, _: bool) {}

    pub(crate) fn rumbler(&self) -> impl Fn(RumbleCommand) + Send + 'static {
        |_| {}
    }
}
