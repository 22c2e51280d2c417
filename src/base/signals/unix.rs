//! Signals of Unix.

use std::io;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

/// Calls `act` on a thread for each later signal that ends a program. On Linux, signals ignored by the parent process
/// stay ignored, as with `nohup` and background jobs of shells.
///
/// In addition, a file that grows beyond the limit of `ulimit -f` no longer ends the program: the write fails, as on a
/// full disk.
///
/// # Errors
/// Fails if the operating system reports an error.
pub(crate) fn on_signal(act: fn()) -> io::Result<()> {
    // Registers a handler, so that the signal no longer ends the program. The handler sets a flag that is never read.
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let ignored = ignored_signals();
    let ending = [SIGINT, SIGTERM, SIGHUP];
    let signals = ending.iter().filter(|signal| !ignored.contains(signal));
    let mut signals = Signals::new(signals)?;
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || signals.forever().for_each(|_| act()))?;
    Ok(())
}

/// Returns the signals that the parent process has set to be ignored. Only Linux provides them without an unsafe call.
fn ignored_signals() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored_in(&status)
}

/// Returns the signals whose bits are set in the line `SigIgn` of a process's status. The lowest bit is signal 1.
fn ignored_in(status: &str) -> Vec<i32> {
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0);
    (1..=64)
        .filter(|signal| mask >> (signal - 1) & 1 == 1)
        .collect()
}

#[cfg(test)]
mod tests;
