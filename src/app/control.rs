//! What the window's thread, signals and the game's own threads tell the game thread.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::screen::Screen;

/// Puts a new surface into the screen.
pub(crate) struct NewScreen(pub(crate) Box<dyn FnOnce(&mut Screen) + Send>);

impl core::fmt::Debug for NewScreen {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("NewScreen")
    }
}

/// A message to the game thread.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "window"),
    expect(dead_code, reason = "a window's thread tells most of it")
)]
pub(crate) enum Control {
    /// The window has another size, in pixels.
    Resized([u32; 2]),
    /// The surface was lost; this is a new way to draw into the same window.
    #[cfg_attr(
        all(feature = "window", not(feature = "gpu")),
        expect(dead_code, reason = "only GPUs lose surfaces")
    )]
    NewScreen(NewScreen),
    /// The window is hidden, or seen again.
    Hidden(bool),
    /// Show or hide the frame-rate view.
    ToggleFps,
    /// Start or stop recording.
    ToggleRecording,
    /// End the game in order.
    Quit,
}

/// The game thread's end of the line. Waiting on it is how the game sleeps: any message wakes it.
#[derive(Clone, Debug)]
pub(crate) struct Controls {
    /// Locked by nobody else while the game runs: a program without a display tries one way, then another.
    receiver: Arc<Mutex<Receiver<Control>>>,
}

/// A line to the game thread. Telling a game that has ended does nothing.
#[derive(Clone, Debug)]
pub(crate) struct Controller {
    sender: Sender<Control>,
}

/// A new line.
pub(crate) fn line() -> (Controller, Controls) {
    let (sender, receiver) = channel();
    (
        Controller { sender },
        Controls {
            receiver: Arc::new(Mutex::new(receiver)),
        },
    )
}

/// Ends a game in order, from any thread, also one that sleeps. Stopping a game that has ended does nothing.
#[derive(Clone, Debug)]
pub struct Stopper(pub(super) Controller);

impl Stopper {
    /// Ends the game before its next step or draw. Does not wait for it.
    pub fn stop(&self) {
        self.0.tell(Control::Quit);
    }
}

impl Controller {
    /// Tells the game thread something. Never waits.
    pub(crate) fn tell(&self, control: Control) {
        // An error means that the game has ended already.
        let _ = self.sender.send(control);
    }
}

impl Controls {
    fn locked(&self) -> MutexGuard<'_, Receiver<Control>> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next message, if one is waiting.
    pub(crate) fn next(&self) -> Option<Control> {
        self.locked().try_recv().ok()
    }

    /// Sleeps for this long, or until a message comes.
    pub(crate) fn wait(&self, time: Duration) -> Option<Control> {
        match self.locked().recv_timeout(time) {
            Ok(control) => Some(control),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(time);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_stops_a_game_wakes_it() {
        let (controller, controls) = line();
        let stopper = Stopper(controller);
        std::thread::scope(|scope| {
            scope.spawn(|| stopper.stop());
            // Longer than any test may take.
            let woken = controls.wait(Duration::from_secs(3600));
            assert!(matches!(woken, Some(Control::Quit)));
        });
    }
}
