//! As much of a window manager as full screen needs: a window asks for it, and is given it.

use super::Display;
use super::client::{Client, WindowId};

/// A window manager that grants full screen.
#[derive(Debug)]
pub(crate) struct Manager {
    client: Client,
    // Asked for before any window may ask for anything: messages are lost while the server's reply is waited for.
    state: u32,
    full_screen: u32,
}

impl Manager {
    /// Begins to manage the windows of a screen.
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

    /// Waits until a window asks for full screen, or for no more of it, and grants that: by its size, and by a note of
    /// its state. Returns which it was.
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
