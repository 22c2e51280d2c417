//! The software backend in a window. The only file that names softbuffer; GPU surfaces are in `render::gpu`.

use core::num::NonZeroU32;
use std::sync::Arc;

use winit::event_loop::OwnedDisplayHandle;
use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
use winit::window::Window;

use crate::app::run::monitor::DrawnFrame;
use crate::base::logging::LogOnce;
use crate::base::memory;
use crate::error::Error;
use crate::platform::Instant;
use crate::render::software::{SoftwareRenderer, SoftwareSettings};
use crate::render::{DrawCost, Frame};

type Surface = softbuffer::Surface<OwnedDisplayHandle, Arc<Window>>;

/// A window that the software backend draws into.
pub(crate) struct SoftwareWindow {
    surface: Surface,
    renderer: SoftwareRenderer,
    /// Whether this is an X11 window.
    is_on_x11: bool,
    /// Width and height of the surface, in pixels; 0 before the first frame.
    size: [u32; 2],
    /// Logged errors: a window that cannot be drawn into fails in every frame, but is reported once.
    said: LogOnce,
}

/// Returns the surface of a window. Call it on the window's thread.
///
/// # Errors
/// The display does not support 24 bits per pixel, or the system refuses.
pub(crate) fn surface(display: OwnedDisplayHandle, window: Arc<Window>) -> Result<Surface, Error> {
    let context =
        softbuffer::Context::new(display).map_err(|error| Error::Window(error.to_string()))?;
    softbuffer::Surface::new(&context, window).map_err(|error| {
        // The error is only logged, because it is in terms of the X protocol, such as the number of a visual.
        log::debug!("the software backend's surface: {error}");
        Error::Window(
            "the software backend cannot draw into it: use a display with 24 bits per pixel, or --headless"
                .to_owned(),
        )
    })
}

impl SoftwareWindow {
    /// Returns a window that draws into this surface, and starts the threads that draw.
    pub(crate) fn new(surface: Surface) -> Self {
        let handle = surface.window().window_handle();
        let is_on_x11 = handle.is_ok_and(|handle| {
            let handle = handle.as_raw();
            matches!(handle, RawWindowHandle::Xlib(_) | RawWindowHandle::Xcb(_))
        });
        Self {
            surface,
            is_on_x11,
            renderer: SoftwareRenderer::new(SoftwareSettings::default()),
            size: [0, 0],
            said: LogOnce::new(),
        }
    }

    /// Returns the cost of the last frame.
    pub(crate) fn cost(&self) -> DrawCost {
        self.renderer.cost()
    }

    /// Returns the number of threads that draw.
    pub(crate) fn threads(&self) -> usize {
        self.renderer.threads()
    }

    /// Draws a frame of the window's size and shows it. `None` if the window has no area, or cannot be drawn into.
    pub(crate) fn draw(&mut self, frame: &Frame<'_>) -> Option<DrawnFrame> {
        let [Some(width), Some(height)] = frame.target.map(NonZeroU32::new) else {
            return None;
        };
        if self.size != frame.target
            && let Err(no_room) = memory::check_image(frame.target)
        {
            self.said
                .warn("memory", format_args!("not drawn: {no_room}"));
            return None;
        }
        let start = Instant::now();
        let stats = self.renderer.render(frame);
        let rendered = Instant::now();
        match self.present(width, height) {
            Ok(()) => Some(DrawnFrame {
                stats,
                render: rendered - start,
                present: rendered.elapsed(),
            }),
            // Probably the window is closing: its thread then ends the game.
            Err(error) => {
                self.said.warn(
                    "present",
                    format_args!("the window cannot be drawn into: {error}"),
                );
                None
            }
        }
    }

    /// Copies the image into the window.
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
        buffer.present()?;
        if self.is_on_x11 {
            // softbuffer would send the request to show the frame only together with its next request, and the frame
            // would be seen late. Taking the next buffer sends the request, and waits until the frame is shown.
            self.surface.buffer_mut()?;
        }
        Ok(())
    }
}
