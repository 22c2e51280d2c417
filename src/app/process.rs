//! State of the whole process: its arguments, standard output, exit codes, signals and panic hook.
//!
//! No other file exits, or prints text to standard output. Logging, to standard error, is in `base::logging`; films on
//! standard output are in `capture`.

use core::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use super::builder::App;
use super::options::{Extra, HelpRequest, Options, ParseResult};
use super::run::control::{Control, ControlSender};

use crate::base::signals::{on_session_end, on_signal};
use crate::base::{panics, printable};
use crate::error::Error;
use crate::platform::{self, Instant};

impl App {
    /// Returns a program with this name, and the options of its command line.
    ///
    /// With `--help`, the options are the defaults, and running the program prints the help instead: see
    /// [`App::requested_help`]. The help names the program by its file, or by `name` if the system does not report one.
    /// For other command lines, use [`Options::parse`] and [`App::new`].
    ///
    /// # Errors
    /// [`Error::Replay`]: the recording that `--replay` names cannot be read. [`Error::Usage`]: the command line is
    /// invalid. Return the error from the program's `main`, or from the function that it passes to
    /// [`main`](crate::app::main), which reports it.
    pub fn from_args(name: &str) -> Result<Self, Error> {
        Self::from_args_with(name, "", &[])
    }

    /// Like [`App::from_args`], with a sentence for the help and the program's own options.
    ///
    /// # Errors
    /// The same as [`App::from_args`].
    pub fn from_args_with(name: &str, about: &str, extras: &[Extra]) -> Result<Self, Error> {
        let program = platform::program();
        let program = program
            .as_deref()
            .and_then(|path| path.file_stem())
            .map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_else(|| name.to_owned());
        let parsed = Options::parse(&program, about, extras, platform::arguments())?;
        Ok(match parsed {
            ParseResult::Run(options) => {
                let mut app = Self::new(name, options);
                // The recording is read here, so that the program sees its options.
                app.load_replay()?;
                app
            }
            ParseResult::Help(_) => {
                let mut app = Self::new(name, Options::default());
                app.help = Some(HelpRequest::new(&program, about, extras));
                app
            }
        })
    }

    /// Returns the help, if the command line requests it. It lists the options that have an effect on this program:
    /// `--demo` only once the program has a [demonstration](App::demo).
    ///
    /// [`App::run`] prints it. A program that does something before the run, or checks its own options, calls this
    /// first:
    ///
    /// ```no_run
    /// use damselfly::app::{App, UsageError, print_line};
    /// use damselfly::prelude::*;
    ///
    /// fn main() -> Result<(), Error> {
    ///     let app = App::from_args("Viewer")?;
    ///     if let Some(help) = app.requested_help() {
    ///         print_line(help.trim_end());
    ///         return Ok(());
    ///     }
    ///     if app.options().positionals().is_empty() {
    ///         return Err(UsageError::missing("FILE").into());
    ///     }
    ///     app.run(|_| Ok(()))
    /// }
    /// ```
    pub fn requested_help(&self) -> Option<String> {
        let help = self.help.as_ref();
        help.map(|request| request.text(self.demo.is_some()))
    }
}

/// Calls a program's main function, reports its error in one line on standard error, and returns the exit code: 0
/// without an error, 2 for an invalid command line, else 1. The code is also 1 if standard output was lost, for example
/// on a full disk. A reader that has closed it is not an error.
///
/// A `main` that returns a `Result` itself works as well; its error is then preceded by `Error: `, and the code is 1.
///
/// ```no_run
/// use damselfly::prelude::*;
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     damselfly::app::main(|| App::from_args("Pong")?.run(|_| Ok(())))
/// }
/// ```
pub fn main(program: impl FnOnce() -> Result<(), Error>) -> ExitCode {
    let Err(error) = program() else {
        let lost = OUTPUT_ERROR.lock().unwrap_or_else(PoisonError::into_inner);
        return match lost.as_ref() {
            None => ExitCode::SUCCESS,
            Some(error) => {
                print_error(format_args!("standard output: {error}"));
                ExitCode::FAILURE
            }
        };
    };
    print_error(&error);
    match error {
        Error::Usage(_) => ExitCode::from(WRONG_USAGE),
        _ => ExitCode::FAILURE,
    }
}

/// Prints an error to standard error as one line without control characters: it may name files and options.
fn print_error(error: impl Display) {
    let text = error.to_string();
    // A closed standard error must not cause a panic.
    let _ = writeln!(platform::standard_error(), "{}", printable::line(&text));
}

/// Exit code for an invalid command line, as in shells and `getopt`.
const WRONG_USAGE: u8 = 2;

/// Whether a film is written to standard output.
static OUTPUT_IS_FILM: AtomicBool = AtomicBool::new(false);

/// Reserves standard output for a film, or frees it.
pub(super) fn keep_output_for_film(is_film: bool) {
    OUTPUT_IS_FILM.store(is_film, Ordering::Relaxed);
}

/// Prints a line to standard output; to standard error if standard output is a film (`--capture -`), which the line
/// would damage.
///
/// If standard output is closed or has no reader any more, the line is lost without an error. If it cannot be written
/// otherwise (a full disk), the program continues, and [`main`] exits with code 1.
pub fn print_line(text: impl Display) {
    // `println!` panics if the reader is gone, as in `game --help | head -1`, or the disk is full: see the tests
    // `closed_output_stops_nothing` and `full_output_stops_nothing_and_is_an_error_at_the_end`.
    if OUTPUT_IS_FILM.load(Ordering::Relaxed) {
        let _ = writeln!(platform::standard_error(), "{text}");
        return;
    }
    let line = format!("{text}\n");
    if let Err(error) = write_patiently(&mut platform::standard_output(), line.as_bytes())
        && error.kind() != ErrorKind::BrokenPipe
    {
        let mut lost = OUTPUT_ERROR.lock().unwrap_or_else(PoisonError::into_inner);
        lost.get_or_insert(error);
    }
}

/// First error, other than a closed pipe, that lost a part of standard output.
static OUTPUT_ERROR: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes all bytes. The reader of a pipe may have made the pipe non-blocking: this function then waits for space in
/// it.
///
/// # Errors
/// The writer's errors except [`ErrorKind::WouldBlock`] and [`ErrorKind::Interrupted`].
fn write_patiently(out: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    const WAIT: Duration = Duration::from_millis(2);
    loop {
        // Bytes that are not written yet are in `bytes` or in the writer's buffer, so the loop can continue after an
        // error.
        let written = if bytes.is_empty() {
            out.flush().map(|()| 0)
        } else {
            out.write(bytes)
        };
        match written {
            Ok(0) if bytes.is_empty() => return Ok(()),
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => platform::sleep(WAIT),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Prints a checksum in a form for tools: `checksum`, 16 hexadecimal digits, `step`, the step's number.
pub(super) fn print_checksum(checksum: u64, step: u64) {
    print_line(format_args!("checksum {checksum:016x} step {step}"));
}

/// A running part of the program. Its start and its end, when this value is dropped, are logged at the level `debug`.
#[derive(Debug)]
pub(super) struct LogScope(&'static str);

impl LogScope {
    /// Logs that the part of this name has started.
    pub(super) fn started(name: &'static str) -> Self {
        log::debug!("started: {name}");
        Self(name)
    }
}

impl Drop for LogScope {
    fn drop(&mut self) {
        log::debug!("stopped: {}", self.0);
    }
}

/// The game that a signal ends. Static, because signals are sent to the whole process.
static SIGNAL_TARGET: Mutex<Option<SignalTarget>> = Mutex::new(None);

/// The running game that a signal ends.
struct SignalTarget {
    sender: ControlSender,
    /// Time of the first signal.
    first: Option<Instant>,
}

/// A signal to a whole process group may arrive twice. Within this time, too short for pressing a key twice, both count
/// as one.
const SAME_SIGNAL: Duration = Duration::from_millis(50);

/// Exit code after a second signal, a signal while no game runs, or a signal that the game does not answer: 128 + 2, as
/// shells report the signal SIGINT.
const INTERRUPTED: i32 = 130;

/// Time after which the process exits if the game has not received the first signal. Such a game hangs, for example in
/// a call to its display or driver.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// Time to stop at the end of a session. Windows shows the user which programs have not ended after five seconds.
const SESSION_END_TIME: Duration = Duration::from_secs(4);

/// Handles Ctrl-C, SIGTERM and, except on Windows, log-off: the first signal ends this game in order, a second one
/// exits at once. The process also exits if the game does not respond to the first signal within ten seconds.
pub(super) fn handle_signals(sender: ControlSender) {
    static INSTALL: Once = Once::new();
    *SIGNAL_TARGET.lock().unwrap_or_else(PoisonError::into_inner) = Some(SignalTarget {
        sender,
        first: None,
    });
    // There is one handler per process. It stays, and finds the current game in `SIGNAL_TARGET`.
    INSTALL.call_once(|| {
        if let Err(error) = on_signal(signal_received) {
            log::warn!("Ctrl-C will end the game at once: {error}");
        }
    });
}

/// Handles the end of the user's session on Windows, which is no signal there: it ends the running game in order. In a
/// run with a window, call it after the event loop was built: see [`on_session_end`].
pub(super) fn handle_session_end() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        if let Err(error) = on_session_end(session_ends) {
            log::warn!("logging off will end the game at once: {error}");
        }
    });
}

/// Ends the running game, and gives it time to stop. Does not return before the process exits, unless that takes too
/// long or no game runs.
fn session_ends() {
    let target = SIGNAL_TARGET.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(game) = &*target else { return };
    game.sender.send(Control::Quit);
    drop(target);
    platform::sleep(SESSION_END_TIME);
}

/// Forgets the game, which has ended: the next signal exits at once.
pub(super) fn ignore_signals() {
    *SIGNAL_TARGET.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Handles one signal. Called on a thread, not in the signal handler, so it may take locks.
fn signal_received() {
    let mut signalled = SIGNAL_TARGET.lock().unwrap_or_else(PoisonError::into_inner);
    match &mut *signalled {
        Some(SignalTarget {
            first: Some(at), ..
        }) if at.elapsed() < SAME_SIGNAL => {}
        Some(game) if game.first.is_none() => {
            let now = Instant::now();
            game.first = Some(now);
            game.sender.send(Control::Quit);
            let watch = std::thread::Builder::new().name("signal watch".to_owned());
            // If this thread cannot be started, a hanging game exits only after a second signal.
            let _ = watch.spawn(move || exit_unless_answered(now));
        }
        // No game runs, or this is a second signal: exit at once.
        _ => platform::exit(INTERRUPTED),
    }
}

/// Exits if the game has not received the signal in time.
fn exit_unless_answered(first: Instant) {
    platform::sleep(ANSWER_TIME);
    let signalled = SIGNAL_TARGET.lock().unwrap_or_else(PoisonError::into_inner);
    let hangs = |game: &SignalTarget| game.first == Some(first) && !game.sender.is_ending();
    if signalled.as_ref().is_some_and(hangs) {
        let seconds = ANSWER_TIME.as_secs();
        log::error!(
            "the game has not responded to a signal for {seconds} s: its display, its driver or a file may be blocked; exiting"
        );
        log::logger().flush();
        platform::exit(INTERRUPTED);
    }
}

/// Installs a hook that stores the location of each panic, and prints only panics that are not caught.
pub(super) fn install_panic_hook() {
    static INSTALL: Once = Once::new();
    // The hook is installed once per process: a second hook would wrap the first one and print panics twice.
    INSTALL.call_once(|| {
        // The previous hook is the program's own, if it has set one, otherwise the standard library's.
        let usual = platform::take_panic_hook();
        std::panic::set_hook(Box::new(move |info| {
            panics::store_location(info);
            if !panics::is_caught_here() {
                usual(info);
            }
        }));
    });
}
