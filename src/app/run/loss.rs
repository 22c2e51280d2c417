//! Losses that tests cause in a running game: of the GPU's device, of the window's surface.

use super::control::{Control, ControlSender};
use crate::app::builder::App;

/// A loss, as a failing driver or compositor causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The GPU's device.
    Device,
    /// The window's surface.
    Surface,
    /// The GPU, for good.
    Gpu,
}

/// Causes losses in the run of an app, from any thread.
#[derive(Clone, Debug)]
pub struct LossSender(ControlSender);

impl LossSender {
    /// Returns the sender for an app that is not running yet.
    pub fn of(app: &App) -> Self {
        Self(app.sender.clone())
    }

    /// Causes a loss before the next step or frame.
    pub fn send(&self, loss: Loss) {
        self.0.send(Control::Lose(loss));
    }
}
