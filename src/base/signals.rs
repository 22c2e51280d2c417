//! The signals that end a game: Ctrl-C, SIGTERM and logging off.

use std::io;

/// Calls `act` on a thread, with each signal that ends a program from now on. What the program that started this one has
/// ignored stays ignored: `nohup` and shells that start programs in the background do.
///
/// A file that grows beyond the limit of `ulimit -f` is from now on an error of the write, as a full disk is, and ends nothing.
///
/// # Errors
/// If the system refuses.
#[cfg(unix)]
pub(crate) fn on_signal(act: fn()) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // A flag that nobody reads: what counts is that the signal is handled.
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

/// Calls `act` on a thread, with each signal that ends a program from now on.
///
/// # Errors
/// If the system refuses.
#[cfg(not(unix))]
pub(crate) fn on_signal(act: fn()) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}

/// The signals that this process was started with to ignore. Only Linux tells without a call that Rust has no safe one for.
#[cfg(unix)]
fn ignored_signals() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored_in(&status)
}

/// The signals whose bits are set in the line `SigIgn` of a process's status: the lowest bit is signal 1.
#[cfg(unix)]
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_status_of_a_process() {
        let status = "Name:\tgame\nSigBlk:\t0000000000000000\nSigIgn:\t8000000000001003\nSigCgt:\t0000000000000440\n";
        assert_eq!(ignored_in(status), [1, 2, 13, 64]);
        for unknown in ["", "SigIgn:", "SigIgn:\tnothing"] {
            assert_eq!(ignored_in(unknown), [0; 0]);
        }
    }
}
