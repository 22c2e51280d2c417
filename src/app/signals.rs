//! Ctrl-C, SIGTERM and log-off end the game in order; a second one quits at once.

use std::sync::{Mutex, Once, PoisonError};

use super::control::{Control, Controller};

/// Signals belong to the process, so this does too: whom to tell, and whether somebody was told already.
static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

struct Listener {
    controller: Controller,
    told: bool,
}

/// The exit code of a process that a second Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// From now on signals reach this game.
pub(crate) fn listen(controller: Controller) {
    static INSTALL: Once = Once::new();
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Listener {
        controller,
        told: false,
    });
    INSTALL.call_once(|| {
        if let Err(error) = ctrlc::set_handler(heard) {
            log::warn!("Ctrl-C will end the game at once: {error}");
        }
    });
}

/// Runs on a thread of its own, not in the signal handler: locks are fine.
fn heard() {
    let mut listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    match &mut *listener {
        Some(listener) if !listener.told => {
            listener.told = true;
            listener.controller.tell(Control::Quit);
        }
        _ => std::process::exit(INTERRUPTED),
    }
}
