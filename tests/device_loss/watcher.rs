//! Watches the screen for a new frame of the game.

use std::time::Instant;

use damselfly::Color;

use crate::client::Client;
use crate::screenshot::{Area, Screenshot};

/// Size of the window, which opens in the corner of the screen.
const WINDOW: [u32; 2] = [640, 384];
/// Minimum number of lit pixels in a frame of the game.
const LEAST_LIT: usize = 200;

/// Reads the screen on which this process has its window.
pub(crate) struct Watcher {
    client: Client,
    first: Option<Screenshot>,
    /// Time at which a new frame was first seen.
    changed: Option<Instant>,
}

impl Watcher {
    pub(crate) fn new() -> Self {
        let display = std::env::var("DISPLAY").unwrap();
        let number = display.trim_start_matches(':').parse().unwrap();
        Self {
            client: Client::connect(number).unwrap(),
            first: None,
            changed: None,
        }
    }

    /// Starts a watch. New frames must differ from the current screen.
    pub(crate) fn begin(&mut self) {
        self.first = Some(self.client.look(WINDOW));
        self.changed = None;
    }

    /// Looks at the screen. Records the time at which it first shows a different frame of the game.
    pub(crate) fn look(&mut self) {
        let Some(first) = &self.first else { return };
        if self.changed.is_none() {
            let now = self.client.look(WINDOW);
            let [width, height] = WINDOW;
            let dark = now.places(Area([0, 0, width, height]), Color::BLACK).len();
            let lit = (width * height) as usize - dark;
            if now != *first && lit >= LEAST_LIT {
                self.changed = Some(Instant::now());
            }
        }
    }

    /// Ends the watch. Returns the time at which a new frame was seen, if one was.
    pub(crate) fn end(&mut self) -> Option<Instant> {
        self.first = None;
        self.changed
    }
}
