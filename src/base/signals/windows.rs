//! Ctrl-C and Ctrl-Break of Windows' consoles.

use std::io;

/// Calls `act` on a thread for each later signal that ends a program.
///
/// # Errors
/// Fails if the operating system reports an error.
pub(crate) fn on_signal(act: fn()) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}
