//! The software backend in a window. The only file that names softbuffer.

use core::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

use super::screen::{Drawn, Shown};
use crate::Error;
use crate::base::logging::SaidOnce;
use crate::render::Frame;
use crate::render::software::{SoftwareRenderer, SoftwareSettings};

type Surface = softbuffer::Surface<OwnedDisplayHandle, Arc<Window>>;

/// A window that the processor draws into.
pub(crate) struct SoftwareWindow {
    surface: Surface,
    renderer: SoftwareRenderer,
    size: [u32; 2],
    said: SaidOnce,
}

impl core::fmt::Debug for SoftwareWindow {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SoftwareWindow")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// Makes the surface, on the window's thread.
pub(crate) fn surface(display: OwnedDisplayHandle, window: Arc<Window>) -> Result<Surface, Error> {
    let context =
        softbuffer::Context::new(display).map_err(|error| Error::Window(error.to_string()))?;
    softbuffer::Surface::new(&context, window).map_err(|error| {
        Error::Window(format!(
            "it cannot be drawn into by the processor ({error}); use a display of 24 bits a pixel, or --headless"
        ))
    })
}

impl SoftwareWindow {
    /// Takes the surface over, on the game's thread.
    pub(crate) fn new(surface: Surface) -> Self {
        Self {
            surface,
            renderer: SoftwareRenderer::new(SoftwareSettings::default()),
            size: [0, 0],
            said: SaidOnce::new(),
        }
    }

    /// How many threads draw.
    pub(crate) fn threads(&self) -> usize {
        self.renderer.threads()
    }

    /// Draws a frame of the window's size and shows it.
    pub(crate) fn show(&mut self, frame: &Frame<'_>) -> Shown {
        let [Some(width), Some(height)] = frame.target.map(NonZeroU32::new) else {
            return Shown::NotNow;
        };
        let start = Instant::now();
        let stats = self.renderer.render(frame);
        let rendered = Instant::now();
        match self.present(width, height) {
            Ok(()) => Shown::Yes(Drawn {
                stats,
                render: rendered - start,
                present: rendered.elapsed(),
            }),
            // The window is gone or going: its own thread will end the game.
            Err(error) => {
                self.said.warn(
                    "present",
                    format_args!("the window cannot be drawn into: {error}"),
                );
                Shown::NotNow
            }
        }
    }

    /// Copies the picture into the window.
    fn present(
        &mut self,
        width: NonZeroU32,
        height: NonZeroU32,
    ) -> Result<(), softbuffer::SoftBufferError> {
        let size = [width.get(), height.get()];
        if self.size != size {
            self.surface.resize(width, height)?;
            self.size = size;
        }
        let mut buffer = self.surface.buffer_mut()?;
        self.renderer.copy_xrgb(&mut buffer);
        buffer.present()
    }
}
