//! Browsers: the engine runs on the only thread of a page, which may not block.

mod console;
mod page;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, SystemTime};

use web_sys::{js_sys, wasm_bindgen};

/// A reading of the page's monotonic clock.
pub(crate) use web_time::Instant;

pub(crate) use console::{log_line, standard_error, standard_output, take_panic_hook};
pub(crate) use page::arguments;

/// Whether a program can start threads.
pub(crate) const HAS_THREADS: bool = false;

/// Returns the date and time, in milliseconds.
pub(crate) fn system_time() -> SystemTime {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number; a date before 1970 becomes 1970"
    )]
    let millis = js_sys::Date::now() as u64;
    SystemTime::UNIX_EPOCH + Duration::from_millis(millis)
}

/// Returns at once: a page that sleeps does not respond.
pub(crate) fn sleep(_: Duration) {}

/// Returns a message that has arrived. Does not wait for one, because nothing could send it meanwhile.
///
/// # Errors
/// Fails if no message has arrived, or if all senders are gone.
pub(crate) fn receive<T>(receiver: &Receiver<T>, _: Duration) -> Result<T, RecvTimeoutError> {
    receiver.try_recv().map_err(|error| match error {
        TryRecvError::Empty => RecvTimeoutError::Timeout,
        TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
    })
}

/// Returns `None`: a page has no path of its program.
pub(crate) fn program() -> Option<PathBuf> {
    None
}

/// Returns `None`: a page has no folders.
pub(crate) fn data_folder() -> Option<PathBuf> {
    None
}

/// Returns 0: a page has no process, and shares no files with other programs.
pub(crate) fn process_id() -> u32 {
    0
}

/// Ends the program by an exception, which names the exit code.
pub(crate) fn exit(code: i32) -> ! {
    wasm_bindgen::throw_str(&format!("the program has ended with exit code {code}"))
}
