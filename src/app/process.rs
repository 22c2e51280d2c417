//! State of the whole process: its arguments, standard output, exit codes, signals and panic hook.
//!
//! Only here does the engine print, exit or change a setting of the process. Logging is apart, in `base::logging`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use super::builder::App;
use super::options::{Extra, Options, Parsed, UsageError};
use super::run::control::{Control, ControlSender};
use crate::base::panics;
use crate::error::Error;

impl App {
    /// Returns a program with this name, and the options of its command line.
    ///
    /// `--help` prints the help and exits with code 0; an invalid command line prints one line to standard error and
    /// exits with code 2. A program that handles its command line differently has [`Options::parse`] and [`App::new`].
    /// The help names the program by its file, or by `name` if the system does not report one.
    ///
    /// # Errors
    /// None in this version.
    pub fn from_args(name: &str) -> Result<Self, Error> {
        Self::from_args_with(name, "", &[])
    }

    /// As [`App::from_args`], with a sentence for the help and the program's own options.
    ///
    /// # Errors
    /// As [`App::from_args`].
    pub fn from_args_with(name: &str, about: &str, extras: &[Extra]) -> Result<Self, Error> {
        // Not `args`, which panics on arguments that are not UTF-8.
        let mut arguments = std::env::args_os();
        let program = arguments.next().map(PathBuf::from);
        let program = program
            .as_deref()
            .and_then(|path| path.file_stem())
            .map(|stem| stem.to_string_lossy().into_owned());
        match Options::parse(program.as_deref().unwrap_or(name), about, extras, arguments) {
            Ok(Parsed::Run(options)) => Ok(Self::new(name, options)),
            Ok(Parsed::Help(help)) => {
                print_line(help.trim_end());
                std::process::exit(0);
            }
            Err(error) => wrong_usage(&error),
        }
    }
}

/// Prints what is wrong with the command line to standard error, in one line, and exits with code 2. For errors that a
/// program finds in its own options.
pub fn wrong_usage(error: &UsageError) -> ! {
    // A closed standard error is no reason to panic.
    let _ = writeln!(std::io::stderr(), "{error}");
    std::process::exit(2);
}

/// Prints a line to standard output. One that is closed or full is not an error: the line is lost.
pub fn print_line(text: impl core::fmt::Display) {
    // `println!` panics if the reader is gone, as in `game --help | head -1`, or the disk is full: see the tests
    // `closed_output_stops_nothing` and `full_output_stops_nothing`.
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Prints a checksum, in the form that tools read: `checksum`, 16 hexadecimal digits, `step`, the step's number.
pub(super) fn print_checksum(checksum: u64, step: u64) {
    print_line(format_args!("checksum {checksum:016x} step {step}"));
}

/// A part of the program that runs. Its start and its end, when this value is dropped, are logged at the level `debug`.
#[derive(Debug)]
pub(super) struct RunningPart(&'static str);

impl RunningPart {
    /// Logs that the part of this name has started.
    pub(super) fn started(name: &'static str) -> Self {
        log::debug!("started: {name}");
        Self(name)
    }
}

impl Drop for RunningPart {
    fn drop(&mut self) {
        log::debug!("stopped: {}", self.0);
    }
}

/// Signals belong to the process, and so does the game that they end.
static SIGNALLED: Mutex<Option<Signalled>> = Mutex::new(None);

/// The running game that a signal ends.
struct Signalled {
    sender: ControlSender,
    /// When the first signal came.
    first: Option<Instant>,
}

/// Ending a whole process group may send the same signal twice. Within this time, too short for pressing a key twice,
/// both count as one.
const SAME_SIGNAL: Duration = Duration::from_millis(50);

/// The exit code of a process that a second Ctrl-C ended: 128 + 2, as shells report the signal SIGINT.
const INTERRUPTED: i32 = 130;

/// Handles Ctrl-C, SIGTERM and logging off from now on: the first ends this game in order, a second exits at once.
pub(super) fn handle_signals(sender: ControlSender) {
    static INSTALL: Once = Once::new();
    *SIGNALLED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Signalled {
        sender,
        first: None,
    });
    // `ctrlc` accepts one handler per process, so the handler stays, and finds the current game in `SIGNALLED`.
    INSTALL.call_once(|| {
        if let Err(error) = ctrlc::set_handler(signal_received) {
            log::warn!("Ctrl-C will end the game at once: {error}");
        }
    });
}

/// Forgets the game, which has ended: the next signal exits at once.
pub(super) fn ignore_signals() {
    *SIGNALLED.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Handles one signal. The crate `ctrlc` calls it on a thread, not in the signal handler, so that it may take locks.
fn signal_received() {
    let mut signalled = SIGNALLED.lock().unwrap_or_else(PoisonError::into_inner);
    match &mut *signalled {
        Some(Signalled {
            first: Some(at), ..
        }) if at.elapsed() < SAME_SIGNAL => {}
        Some(game) if game.first.is_none() => {
            game.first = Some(Instant::now());
            game.sender.send(Control::Quit);
        }
        // No game, or one that has not ended since the first signal, perhaps because its thread hangs.
        _ => std::process::exit(INTERRUPTED),
    }
}

/// Installs a hook that stores the location of each panic, and prints only those that are not caught.
pub(super) fn install_panic_hook() {
    static INSTALL: Once = Once::new();
    // Once per process: a second hook would wrap the first one and print panics twice.
    INSTALL.call_once(|| {
        // The program's own hook, if it has set one.
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            panics::note_place(info);
            if !panics::is_caught_here() {
                usual(info);
            }
        }));
    });
}
