//! The signals that end a game: Ctrl-C, SIGTERM and logging off.

use std::io;

/// Calls `act` on a thread for each later signal that ends a program. On Linux, signals ignored by the parent process
/// stay ignored, as with `nohup` and background jobs of shells.
///
/// In addition, a file that grows beyond the limit of `ulimit -f` no longer ends the program: the write fails, as on a
/// full disk.
///
/// # Errors
/// Fails if the operating system reports an error.
#[cfg(unix)]
pub(crate) fn on_signal(act: fn()) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

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

/// Calls `act` on a thread for each later signal that ends a program.
///
/// # Errors
/// Fails if the operating system reports an error.
#[cfg(not(unix))]
pub(crate) fn on_signal(act: fn()) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}

/// Calls `act` when the session ends: the user logs off or shuts Windows down. Windows may end the process as soon as
/// `act` returns. The handler of `ctrlc` is not called then: a program with windows receives window messages instead.
///
/// Opens a hidden window on a thread of its own. Call it after building winit's event loop, which makes the process
/// aware of scaled displays (DPI awareness). This must happen before the first window opens.
///
/// # Errors
/// Fails if the thread cannot be started. Only logs a warning if the window cannot be opened.
#[cfg(all(windows, feature = "window"))]
pub(crate) fn on_session_end(act: fn()) -> io::Result<()> {
    use winmsg_executor::util::{Window, WindowType};
    use winmsg_executor::{FilterResult, MessageLoop};

    const WM_ENDSESSION: u32 = 0x16;
    let wait = move || {
        let window = Window::new(WindowType::TopLevel, (), move |_, message| {
            // `wparam` is 0 if another program has refused the end.
            let ends = message.msg == WM_ENDSESSION && message.wparam != 0;
            ends.then(|| {
                act();
                0
            })
        });
        match window {
            Ok(_open) => MessageLoop::run(|_, _| FilterResult::Forward),
            Err(_) => log::warn!("logging off will end the game at once: no window can be opened"),
        }
    };
    let thread = std::thread::Builder::new().name("session end".to_owned());
    thread.spawn(wait).map(drop)
}

/// Does nothing. On Unix, a signal reports the end of the session: see [`on_signal`]. On Windows without the feature
/// `window`, the end of the session is not reported.
///
/// # Errors
/// None.
#[cfg(not(all(windows, feature = "window")))]
pub(crate) fn on_session_end(_: fn()) -> io::Result<()> {
    Ok(())
}

/// Returns the signals that the parent process has set to be ignored. Only Linux provides them without an unsafe call.
#[cfg(unix)]
fn ignored_signals() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored_in(&status)
}

/// Returns the signals whose bits are set in the line `SigIgn` of a process's status. The lowest bit is signal 1.
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
mod tests;
