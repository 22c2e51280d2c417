//! Ends a game in order when its display server goes away.
//!
//! On X11, Xlib then calls `exit` on the window's thread, beneath the event loop, while the game's thread still runs.
//! `exit` runs the destructors of that thread's thread-local variables, at least with glibc. The destructor of one of
//! them, `RUNNING`, stops the game and waits for it. On macOS, winit reports that the program will exit, and the game
//! is stopped then.

use core::convert::Infallible;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::app::run::control::{Control, ControlSender};

/// Longest wait for a game to stop.
const STOPPING_TIME: Duration = Duration::from_secs(10);

thread_local! {
    static RUNNING: OnExit = const { OnExit(RefCell::new(None)) };
}

/// The game of this thread's window.
struct OnExit(RefCell<Option<WatchedGame>>);

impl Drop for OnExit {
    fn drop(&mut self) {
        // There is no game if the program ends normally.
        if let Some(game) = self.0.get_mut().take() {
            game.end();
        }
    }
}

/// A game that is ended if the program exits.
#[derive(Clone)]
struct WatchedGame {
    sender: ControlSender,
    /// Disconnected when the game's thread has ended. `None` before it runs.
    running: Rc<RefCell<Option<Receiver<Infallible>>>>,
}

impl WatchedGame {
    /// Ends the game, because the program exits.
    fn end(self) {
        log::error!("the display server is gone: the game stops");
        self.sender.send(Control::Quit);
        self.wait_for_end();
    }

    /// Waits until the game's thread has ended, at most some seconds.
    fn wait_for_end(&self) {
        let running = self.running.borrow();
        let ended = running
            .as_ref()
            .map(|game| game.recv_timeout(STOPPING_TIME));
        if ended == Some(Err(RecvTimeoutError::Timeout)) {
            let seconds = STOPPING_TIME.as_secs();
            log::error!("the game did not stop within {seconds} s");
        }
    }
}

/// While this value lives, the game is stopped if the program exits beneath the event loop. Make it on the window's
/// thread.
pub(super) struct ServerWatch(WatchedGame);

impl ServerWatch {
    pub(super) fn new(sender: ControlSender) -> Self {
        let game = WatchedGame {
            sender,
            running: Rc::default(),
        };
        RUNNING.with(|watched| watched.0.replace(Some(game.clone())));
        Self(game)
    }

    /// Waits at most some seconds for the end of the game's thread, after the game was requested to stop. The program
    /// may exit when this returns.
    pub(super) fn wait_for_end(&self) {
        self.0.wait_for_end();
    }

    /// Returns a value that the game's thread keeps until it ends.
    pub(super) fn running_game(&self) -> Sender<Infallible> {
        let (game, running) = channel();
        self.0.running.replace(Some(running));
        game
    }
}

impl Drop for ServerWatch {
    fn drop(&mut self) {
        RUNNING.with(|watched| watched.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::run::control::channel;
    #[cfg(unix)]
    use std::sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    };
    use std::time::Instant;

    // This test is for Unix, because only X11 ends the program when its display server is lost.
    #[cfg(unix)]
    #[test]
    fn a_thread_that_exits_with_a_game_ends_it_first() {
        let (sender, receiver) = channel();
        let (games, game) = std::sync::mpsc::channel();
        let window = std::thread::spawn(move || {
            let watch = ServerWatch::new(sender);
            games.send(watch.running_game()).unwrap();
            // Like `exit`, this drops nothing on the stack.
            core::mem::forget(watch);
        });
        let game = game.recv().unwrap();
        let has_stopped = Arc::new(AtomicBool::new(false));
        let stops = has_stopped.clone();
        let thread = std::thread::spawn(move || {
            let quit = receiver.wait(STOPPING_TIME);
            assert!(matches!(quit, Some(Control::Quit)), "{quit:?}");
            std::thread::sleep(Duration::from_millis(50));
            stops.store(true, Ordering::Relaxed);
            drop(game);
        });
        window.join().unwrap();
        assert!(has_stopped.load(Ordering::Relaxed), "it was not waited for");
        thread.join().unwrap();
    }

    #[test]
    fn a_game_that_has_ended_is_waited_for_no_longer() {
        let (sender, receiver) = channel();
        std::thread::spawn(|| drop(ServerWatch::new(sender)))
            .join()
            .unwrap();
        assert!(receiver.next().is_none());
        let (sender, _receiver) = channel();
        let watch = ServerWatch::new(sender);
        let start = Instant::now();
        // The game was never started, so there is nothing to wait for.
        watch.wait_for_end();
        let game = watch.running_game();
        let ends = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            drop(game);
        });
        watch.wait_for_end();
        assert!(ends.is_finished() || start.elapsed() >= Duration::from_millis(20));
        ends.join().unwrap();
        watch.wait_for_end();
        assert!(start.elapsed() < STOPPING_TIME);
    }
}
