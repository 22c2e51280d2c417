//! Ctrl-C, SIGTERM and log-off end the game in order; a second one quits at once.

use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use super::control::{Control, Controller};

/// Signals belong to the process, so this does too: whom to tell, and whether somebody was told already.
static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

struct Listener {
    controller: Controller,
    told: Option<Instant>,
}

/// Whoever ends a whole process group may send the same signal twice: within this time, in
/// which nobody presses a key twice, they count as one.
const SAME: Duration = Duration::from_millis(50);

/// The exit code of a process that a second Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// From now on signals reach this game.
pub(crate) fn listen(controller: Controller) {
    static INSTALL: Once = Once::new();
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Listener {
        controller,
        told: None,
    });
    INSTALL.call_once(|| {
        if let Err(error) = ctrlc::set_handler(heard) {
            log::warn!("Ctrl-C will end the game at once: {error}");
        }
    });
}

/// The game has ended: the next signal ends the process.
pub(crate) fn ignore() {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Runs on a thread of its own, not in the signal handler: locks are fine.
fn heard() {
    let mut listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    match &mut *listener {
        Some(Listener { told: Some(at), .. }) if at.elapsed() < SAME => {}
        Some(listener) if listener.told.is_none() => {
            listener.told = Some(Instant::now());
            listener.controller.tell(Control::Quit);
        }
        _ => std::process::exit(INTERRUPTED),
    }
}
