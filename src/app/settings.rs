//! What a window looks like.

/// What a window looks like. The view's size and how it fits are the app's: see [`App`](super::App).
#[derive(Clone, Debug, PartialEq)]
pub struct WindowSettings {
    /// In the title bar. The app's name at first.
    pub title: String,
    /// Width and height in pixels. At first the view, magnified by the largest whole number (at most 4) with which
    /// it fits the monitor.
    pub size: Option<[u32; 2]>,
    /// Whether its size can be changed. True at first.
    pub resizable: bool,
    /// Whether it fills the whole screen. False at first.
    pub full_screen: bool,
    /// Whether drawing waits for the monitor. True at first.
    pub vsync: bool,
    /// Whether the mouse pointer is seen over it. True at first.
    pub cursor_visible: bool,
    /// A picture for the task bar. None at first.
    pub icon: Option<IconPixels>,
}

/// A small picture: straight RGBA, 4 bytes a pixel, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IconPixels {
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

impl WindowSettings {
    /// The defaults, with this title.
    pub(crate) fn titled(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            size: None,
            resizable: true,
            full_screen: false,
            vsync: true,
            cursor_visible: true,
            icon: None,
        }
    }
}
