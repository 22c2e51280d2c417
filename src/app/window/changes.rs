//! Changes of the window that the game requests.

use winit::dpi::{PhysicalPosition, PhysicalSize};

use super::Handler;
use super::open::{full_screen, valid_title};
use crate::geometry::Rect;
use crate::world::WindowRequest;

impl<P, R> Handler<'_, '_, P, R> {
    /// Changes the window as the game requests.
    pub(super) fn change(&mut self, change: WindowRequest) {
        let Some(window) = &self.window else { return };
        match change {
            WindowRequest::Title(title) => window.set_title(&valid_title(&title)),
            WindowRequest::Size(size) => {
                // X11 rejects a side of 0, and has 16 bits for a side.
                let [width, height] = size.map(|side| side.clamp(1, WindowRequest::MAX_PIXELS));
                // Some systems apply the size at once, return it and send no event.
                let size = window.request_inner_size(PhysicalSize::new(width, height));
                if let Some(size) = size {
                    self.resized([size.width, size.height]);
                }
            }
            WindowRequest::Resizable(resizable) => window.set_resizable(resizable),
            WindowRequest::FullScreen(full) => {
                window.set_fullscreen(full_screen(full));
            }
            WindowRequest::CursorVisible(visible) => window.set_cursor_visible(visible),
            // The game's thread handles this, because it draws.
            WindowRequest::Vsync(_) => {}
        }
    }

    /// Lets input methods compose text while a text entry has the focus. `caret` is the character cell at its cursor,
    /// in view units: the candidate window appears next to it.
    pub(super) fn show_caret(&mut self, caret: Option<Rect>) {
        let was_typing = core::mem::replace(&mut self.caret, caret).is_some();
        let Some(window) = &self.window else { return };
        if was_typing != caret.is_some() {
            window.set_ime_allowed(caret.is_some());
        }
        self.place_candidates();
    }

    /// Places the candidate window of input methods next to the caret.
    pub(super) fn place_candidates(&self) {
        let (Some(window), Some(converter), Some(caret)) =
            (&self.window, &self.converter, self.caret)
        else {
            return;
        };
        let [at, size] = converter.in_window(caret);
        window.set_ime_cursor_area(
            PhysicalPosition::new(at.x, at.y),
            PhysicalSize::new(size.x, size.y),
        );
    }
}
