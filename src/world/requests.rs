//! Requests of a game to the loop and the window.

use crate::time::{PolicyChoice, Smoothing, TimeScale};

/// Requests of a game to the loop. Carried out between steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requests {
    /// Ends the game before the next step or draw.
    pub stop: bool,
    /// Changes the smoothing, starting with the next draw.
    pub smoothing: Option<Smoothing>,
    /// Switches the loop policy. The backlog is carried over.
    pub policy: Option<PolicyChoice>,
    /// Pauses the game, or resumes it.
    pub paused: Option<bool>,
    /// Makes the game's time pass faster or slower.
    pub time_scale: Option<TimeScale>,
    /// Mutes or unmutes the game's input, starting with the next step.
    pub mute: Option<bool>,
    /// Changes of the window, in order. Ignored without a window.
    pub window: Vec<WindowRequest>,
}

/// A change of the window while the game runs. Plain data: the loop carries it out if there is a window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WindowRequest {
    /// Changes the title.
    Title(String),
    /// Width and height in pixels, each clamped to 1 to [`WindowRequest::MAX_PIXELS`]. A window that fills the screen
    /// keeps its size.
    Size([u32; 2]),
    /// Whether the player can change the window's size.
    Resizable(bool),
    /// Whether the window fills the whole screen.
    FullScreen(bool),
    /// Whether the mouse pointer is visible over the window.
    CursorVisible(bool),
    /// Whether drawing waits for the display's refresh. Ignored with `--draw-rate`.
    Vsync(bool),
}

impl WindowRequest {
    /// The largest width and height of a window, in pixels.
    pub const MAX_PIXELS: u32 = 16384;
}
