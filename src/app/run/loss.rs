//! Losses that tests cause in a running game: of the GPU, of its device, or of the window's surface.

use super::control::{Control, ControlSender, ReplaceSurface};
#[cfg(feature = "gpu")]
use super::target::FrameTarget;
use crate::app::builder::App;

/// A loss, like those that a failing driver or compositor causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The GPU's device.
    Device,
    /// The window's surface.
    Surface,
    /// The GPU, permanently.
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
        self.0.send(Control::ReplaceSurface(ReplaceSurface(Box::new(
            move |target| match (target, loss) {
                #[cfg(all(feature = "gpu", feature = "window"))]
                (FrameTarget::GpuWindow(window), Loss::Device) => window.lose_device(),
                #[cfg(all(feature = "gpu", feature = "window"))]
                (FrameTarget::GpuWindow(window), Loss::Surface) => window.lose_surface(),
                #[cfg(all(feature = "gpu", feature = "window"))]
                (FrameTarget::GpuWindow(window), Loss::Gpu) => window.lose_gpu(),
                #[cfg(feature = "gpu")]
                (FrameTarget::GpuImage(image), Loss::Device) => image.lose_device(),
                _ => {}
            },
        ))));
    }
}
