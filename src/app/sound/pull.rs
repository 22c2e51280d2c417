//! The backend of kira: it keeps the renderer, and the mixer pulls frames from it.

use core::convert::Infallible;

use kira::backend::{Backend, Renderer};

use crate::assets::SOUND_RATE as RATE;

/// A backend without a device and without a thread.
pub(super) struct PullBackend {
    /// `None` only until kira starts the backend.
    renderer: Option<Renderer>,
}

impl PullBackend {
    /// Lets kira take in new tracks and sounds, and drop finished ones. Called once per step.
    pub(super) fn begin(&mut self) {
        if let Some(renderer) = &mut self.renderer {
            renderer.on_start_processing();
        }
    }

    /// Renders frames.
    pub(super) fn render(&mut self, out: &mut [[f32; 2]]) {
        if let Some(renderer) = &mut self.renderer {
            renderer.process(out.as_flattened_mut(), 2);
        }
    }
}

impl Backend for PullBackend {
    type Settings = ();
    type Error = Infallible;

    fn setup((): (), _internal_buffer_size: usize) -> Result<(Self, u32), Infallible> {
        Ok((Self { renderer: None }, RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), Infallible> {
        self.renderer = Some(renderer);
        Ok(())
    }
}
