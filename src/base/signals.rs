//! The signals that end a game: Ctrl-C, SIGTERM and logging off. One file per platform.

#[cfg(not(all(windows, feature = "window")))]
mod no_session_end;
#[cfg(not(any(unix, windows)))]
mod none;
#[cfg(all(windows, feature = "window"))]
mod session_end;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(not(all(windows, feature = "window")))]
pub(crate) use no_session_end::on_session_end;
#[cfg(not(any(unix, windows)))]
pub(crate) use none::on_signal;
#[cfg(all(windows, feature = "window"))]
pub(crate) use session_end::on_session_end;
#[cfg(unix)]
pub(crate) use unix::on_signal;
#[cfg(windows)]
pub(crate) use windows::on_signal;
