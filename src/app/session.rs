//! What the game's thread is given: by a window's thread, or by nobody.

use super::control::Controls;
use super::screen::Screen;
use crate::input::InputQueue;
use crate::world::WindowRequest;

/// What the game's thread is given.
pub(crate) struct Session {
    pub(crate) screen: Screen,
    /// The picture's size in pixels.
    pub(crate) size: [u32; 2],
    pub(crate) queue: InputQueue,
    pub(crate) controls: Controls,
    /// Frames a second that the screen shows, where drawing does not wait for it by itself.
    pub(crate) pace: Option<f64>,
    /// Asks for a new surface.
    pub(crate) renew: Box<dyn Fn() + Send>,
    /// Asks the window to change.
    pub(crate) change_window: Box<dyn Fn(WindowRequest) + Send>,
    /// There is no window.
    pub(crate) headless: bool,
}
