//! Watches the game on the screen after a loss.

use std::time::Instant;

use damselfly::Color;

use crate::client::Client;
use crate::screenshot::{Area, Screenshot};

/// The window, which opens in the screen's corner.
const WINDOW: [u32; 2] = [640, 384];
/// The least number of pixels that a picture of the game lights.
const LEAST_LIT: usize = 200;

/// Looks at the screen that this process has its window on.
pub(crate) struct Watcher {
    client: Client,
    first: Option<Screenshot>,
    /// When another picture was seen.
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

    /// Starts again with the current screen.
    pub(crate) fn begin(&mut self) {
        self.first = Some(self.client.look(WINDOW));
        self.changed = None;
    }

    /// Checks whether the screen shows a different frame of the game than at the start.
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

    /// Ends it. Returns when there was one.
    pub(crate) fn end(&mut self) -> Option<Instant> {
        self.first = None;
        self.changed
    }
}
