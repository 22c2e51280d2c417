//! Operating systems: the standard library has nearly everything.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, SystemTime};

use etcetera::base_strategy::BaseStrategy;

/// A reading of the monotonic clock.
pub(crate) use std::time::Instant;

/// Whether a program can start threads.
pub(crate) const HAS_THREADS: bool = true;

/// Returns the date and time.
pub(crate) fn system_time() -> SystemTime {
    SystemTime::now()
}

/// Sleeps for at least this long.
pub(crate) fn sleep(time: Duration) {
    std::thread::sleep(time);
}

/// Waits for a message, at most this long.
///
/// # Errors
/// Fails if no message arrives in time, or if all senders are gone.
pub(crate) fn receive<T>(receiver: &Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    receiver.recv_timeout(time)
}

/// Returns the path that started the program. `None` if the system does not report one.
pub(crate) fn program() -> Option<PathBuf> {
    std::env::args_os().next().map(PathBuf::from)
}

/// Returns the arguments of the command line, without the program.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    // `args_os` is called because `args` panics on arguments that are not UTF-8.
    std::env::args_os().skip(1)
}

/// Returns the system's folder for the data of the user's programs. `None` if the user has no home folder.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let strategy = etcetera::base_strategy::choose_native_strategy();
    strategy.ok().map(|strategy| strategy.data_dir())
}

/// Returns a number that no other running process has.
pub(crate) fn process_id() -> u32 {
    std::process::id()
}

/// Returns standard output. It stays locked until the returned value is dropped.
pub(crate) fn standard_output() -> impl Write {
    io::stdout().lock()
}

/// Returns standard error, which is not buffered.
pub(crate) fn standard_error() -> impl Write {
    io::stderr()
}

/// Writes a line of the log, which ends with a line feed, to standard error. The level is part of the line.
///
/// # Errors
/// Fails if standard error cannot be written.
pub(crate) fn log_line(_: log::Level, line: &str) -> io::Result<()> {
    io::stderr().write_all(line.as_bytes())
}

/// Takes the present panic hook: the program's, or else the standard library's, which prints to standard error.
pub(crate) fn take_panic_hook() -> Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync> {
    std::panic::take_hook()
}

/// Ends the process with this exit code.
pub(crate) fn exit(code: i32) -> ! {
    std::process::exit(code)
}
