//! Requests of a game to the loop and the window.

use std::path::PathBuf;

use glam::Vec2;

use super::device_requests::{ClipboardRequest, RumbleRequest};
use crate::time::{PolicyChoice, Smoothing, TimeScale};

/// Requests of a game to the loop, which carries them out between steps. The core carries out `mute` in its next step.
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
    /// Changes the view's size at zoom 1, in world units: see
    /// [`Context::set_view_size`](super::Context::set_view_size).
    pub view: Option<Vec2>,
    /// Requests for the clipboard, in order. Not carried out in a replay.
    pub clipboard: Vec<ClipboardRequest>,
    /// Rumbles of gamepads, in order. Not carried out in a replay.
    pub rumbles: Vec<RumbleRequest>,
    /// Requests for films, screenshots, recordings of the input and the frame rate, in order.
    pub captures: Vec<CaptureRequest>,
}

/// A request to save what the player sees or does, or to show the frame rate. Carried out after the step. Paths are
/// relative to the current folder; an existing file is replaced. If a file cannot be written, the log says so, and the
/// game goes on.
///
/// A replay repeats the game's steps, but writes none of its files: the originals would be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaptureRequest {
    /// Saves the view after this step, without smoothing, as a PNG file, whatever its extension is.
    Screenshot(PathBuf),
    /// Starts a film. The extension decides its format: `.dfrec`, `.gif`, `.apng` or `.raw`. Ignored, with a warning,
    /// while another film is made. Waits while an earlier film is written to the same file.
    StartFilm(PathBuf),
    /// Ends the film, also one that the player has started by F12. Ignored if there is none.
    StopFilm,
    /// Starts to write all input since the game's start to a file, which `--replay` plays. Ignored, with a warning,
    /// while the input is written already.
    StartInput(PathBuf),
    /// Ends the file that [`CaptureRequest::StartInput`] began, after this step. Ignored if there is no such file. Does
    /// not end the player's `--record`.
    StopInput,
    /// Shows the frame rate in a corner, or hides it (`None`).
    FrameRate(Option<Corner>),
}

/// A corner of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Corner {
    /// The top left corner.
    TopLeft,
    /// The top right corner. The default.
    #[default]
    TopRight,
    /// The bottom left corner.
    BottomLeft,
    /// The bottom right corner.
    BottomRight,
}

/// The window as it is now, for `frame` hooks: [`FrameContext::window`](super::FrameContext::window). Steps cannot read
/// it, because it differs from run to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowState {
    /// The text in the title bar.
    pub title: String,
    /// Width and height in physical pixels. A side is 0 in a minimised window.
    pub size: [u32; 2],
    /// Left and top of the window's content, in physical pixels of the desktop. `None` if the system does not report
    /// it, as under Wayland.
    pub position: Option<[i32; 2]>,
    /// Whether the player can change the window's size.
    pub resizable: bool,
    /// Whether the window fills the whole screen.
    pub full_screen: bool,
    /// Whether the mouse pointer is visible over the window.
    pub cursor_visible: bool,
    /// Whether drawing waits for the display's refresh.
    pub vsync: bool,
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
