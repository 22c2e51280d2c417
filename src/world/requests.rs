//! Requests of a game to the loop and the window.

use crate::time::{PolicySettings, Smoothing, TimeScale};

/// Requests of a game to the loop. Carried out between steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requests {
    /// End the game before the next step or draw.
    pub stop: bool,
    /// Smooth differently from the next draw on.
    pub smoothing: Option<Smoothing>,
    /// Go on by another loop policy. The backlog is carried over.
    pub policy: Option<PolicySettings>,
    /// Pause the game, or resume it.
    pub paused: Option<bool>,
    /// Let the game's time pass faster or slower from now on.
    pub time_scale: Option<TimeScale>,
    /// Mute the game's input, or unmute it, from the next step on.
    pub mute: Option<bool>,
    /// What is to change about the window, in order. Ignored without a window.
    pub window: Vec<WindowRequest>,
}

/// A change of the window while the game runs. Plain data: the loop carries it out if there is a window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WindowRequest {
    /// Another title.
    Title(String),
    /// Width and height in pixels, each clamped to 1 to [`WindowRequest::MAX_PIXELS`]. A window that fills the screen
    /// keeps its size.
    Size([u32; 2]),
    /// Whether the player can change its size.
    Resizable(bool),
    /// Whether it fills the whole screen.
    FullScreen(bool),
    /// Whether the mouse pointer is seen over it.
    CursorVisible(bool),
    /// Whether drawing waits for the display's refresh. Ignored where `--draw-rate` replaces that.
    Vsync(bool),
}

impl WindowRequest {
    /// The largest width and height of a window, in pixels.
    pub const MAX_PIXELS: u32 = 16384;
}
