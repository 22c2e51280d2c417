//! Platforms without signals, such as browsers: closing the page ends the game at once.

use std::io;

/// Does nothing.
///
/// # Errors
/// None.
pub(crate) fn on_signal(_: fn()) -> io::Result<()> {
    Ok(())
}
