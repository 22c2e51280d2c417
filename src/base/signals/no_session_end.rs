//! Platforms that report no end of a session, or report it by a signal.

use std::io;

/// Does nothing. On Unix, a signal reports the end of the session: see [`on_signal`](super::on_signal). On Windows
/// without the feature `window`, and in browsers, the end of the session is not reported.
///
/// # Errors
/// None.
pub(crate) fn on_session_end(_: fn()) -> io::Result<()> {
    Ok(())
}
