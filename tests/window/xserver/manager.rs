//! The part of a window manager that full screen needs: it grants the requests of windows.

use super::Display;
use super::client::{Client, WindowId};

/// A window manager that grants full screen.
#[derive(Debug)]
pub(crate) struct Manager {
    client: Client,
    // These atoms are requested before any window can send a message, because messages that arrive while a reply is
    // awaited are lost.
    state: u32,
    full_screen: u32,
}

impl Manager {
    /// Starts managing the windows of a screen.
    pub(crate) fn of(display: &Display) -> Self {
        let client = Client::connect(display.number()).expect("the server lets us in");
        let [state, full_screen] =
            ["_NET_WM_STATE", "_NET_WM_STATE_FULLSCREEN"].map(|name| client.atom(name));
        client.receive_requests();
        Self {
            client,
            state,
            full_screen,
        }
    }

    /// Waits until a window requests full screen or its end, and grants the request: sets the window's state and size.
    /// Returns whether it is full screen now.
    pub(crate) fn grant_full_screen(&self, window: WindowId, size: [u32; 2]) -> bool {
        let is_full = loop {
            let [of, kind, action, state] = self.client.next_message();
            if [of, kind, state] == [window, self.state, self.full_screen] {
                break action == 1;
            }
        };
        let states = [self.full_screen];
        let count = usize::from(is_full);
        self.client.note_states(window, &states[..count]);
        self.client.resize(window, size);
        is_full
    }
}
