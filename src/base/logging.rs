//! The logger: writes to standard error, a file or any writer, and can be reconfigured at run time.
//!
//! The engine and games log through the `log` facade. [`init`] registers this logger; a logger that the program has
//! registered stays. Levels can be removed at compile time by the `log` crate's `release_max_level_…` features. A
//! failed write neither panics nor stops the program: the line is lost.

mod output;

use core::fmt;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::printable;
use crate::files::FileError;
use crate::platform;
use log::{Level, LevelFilter, Log, Metadata, Record};
use output::LogOutput;

/// Settings of a logger.
#[derive(Debug)]
pub struct LogOptions {
    /// Least serious level that is logged. Defaults to info.
    ///
    /// Graphics and window libraries log many lines that are useless to a game. At level info, only their warnings and
    /// errors are logged, and at level debug, none of their debug lines. At the other levels, their lines count like
    /// all others.
    pub level: LevelFilter,
    /// Destination of log lines. Defaults to standard error.
    pub target: LogTarget,
    /// Whether to flush after each line. Defaults to true. If false, lines can be lost in a crash. Warnings and errors
    /// are always flushed.
    pub flush: bool,
}

impl Default for LogOptions {
    fn default() -> Self {
        Self {
            level: LevelFilter::Info,
            target: LogTarget::Stderr,
            flush: true,
        }
    }
}

/// Destination of log lines. Defaults to standard error.
#[derive(Default)]
#[non_exhaustive]
pub enum LogTarget {
    /// Standard error.
    #[default]
    Stderr,
    /// A file, created if it does not exist.
    File {
        /// Path of the file.
        path: PathBuf,
        /// Whether to append to the file instead of replacing its content.
        append: bool,
    },
    /// Any writer. It must not log itself.
    Writer(Box<dyn Write + Send>),
}

impl LogTarget {
    fn open(self) -> Result<LogOutput, FileError> {
        match self {
            Self::Stderr => Ok(LogOutput::Console),
            Self::Writer(writer) => Ok(LogOutput::Writer(writer)),
            Self::File { path, append } => match open_file(&path, append) {
                Ok(file) => Ok(LogOutput::Writer(Box::new(BufWriter::new(file)))),
                Err(error) => Err(FileError::new("open log file", &path, error)),
            },
        }
    }
}

fn open_file(path: &PathBuf, append: bool) -> io::Result<File> {
    OpenOptions::new()
        .create(true)
        .write(true)
        .append(append)
        .truncate(!append)
        .open(path)
}

impl fmt::Debug for LogTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stderr => f.write_str("Stderr"),
            Self::File { path, append } => write!(f, "File({}, append: {append})", path.display()),
            Self::Writer(_) => f.write_str("Writer"),
        }
    }
}

/// A handle to a logger. Clones are handles to the same logger. Usable from any thread.
#[doc(alias = "LogManager")]
#[derive(Clone)]
pub struct Logger {
    shared: Arc<SharedLogger>,
}

struct SharedLogger {
    /// `LevelFilter` as a number.
    level: AtomicUsize,
    flush: AtomicBool,
    /// Whether this logger is registered with the facade, and therefore sets the facade's level.
    behind_facade: AtomicBool,
    output: Mutex<LogOutput>,
}

// The `log` facade is global to the process, so its logger must be, too.
static INSTALLED: OnceLock<Logger> = OnceLock::new();

/// Returns whether [`init`] has been called. A second call of `init` replaces the options of the first.
pub fn is_installed() -> bool {
    INSTALLED.get().is_some()
}

/// Registers a logger with the `log` facade, or applies the options to the registered one. If the program has
/// registered another logger, that one stays, and the returned handle receives no lines.
///
/// # Errors
/// Fails if the log file cannot be opened. The previous destination, or standard error, then stays in use.
pub fn init(options: LogOptions) -> Result<Logger, FileError> {
    let logger = INSTALLED.get_or_init(|| {
        let logger = Logger::to_stderr();
        let is_ours = log::set_boxed_logger(Box::new(logger.clone())).is_ok();
        let behind_facade = &logger.shared.behind_facade;
        behind_facade.store(is_ours, Ordering::Relaxed);
        logger
    });
    logger.set_flush(options.flush);
    logger.set_level(options.level);
    logger.set_target(options.target)?;
    Ok(logger.clone())
}

impl Logger {
    /// Returns a logger that is not registered with the facade, for tests and for programs that combine several
    /// loggers.
    ///
    /// # Errors
    /// Fails if the log file cannot be opened.
    pub fn new(options: LogOptions) -> Result<Self, FileError> {
        let logger = Self::to_stderr();
        logger.set_target(options.target)?;
        logger.set_flush(options.flush);
        logger.set_level(options.level);
        Ok(logger)
    }

    fn to_stderr() -> Self {
        let shared = SharedLogger {
            level: AtomicUsize::new(LevelFilter::Info as usize),
            flush: AtomicBool::new(true),
            behind_facade: AtomicBool::new(false),
            output: Mutex::new(LogOutput::Console),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Sets the least serious level that is logged.
    pub fn set_level(&self, level: LevelFilter) {
        self.shared.level.store(level as usize, Ordering::Relaxed);
        if self.shared.behind_facade.load(Ordering::Relaxed) {
            // The facade skips less serious records before formatting their text.
            log::set_max_level(level);
        }
    }

    /// Returns the least serious level that is logged.
    pub fn level(&self) -> LevelFilter {
        let level = self.shared.level.load(Ordering::Relaxed);
        LevelFilter::iter()
            .find(|filter| *filter as usize == level)
            .unwrap_or(LevelFilter::Info)
    }

    /// Sets the destination of later log lines. Flushes earlier lines.
    ///
    /// # Errors
    /// Fails if the log file cannot be opened. Nothing changes then.
    pub fn set_target(&self, target: LogTarget) -> Result<(), FileError> {
        let opened = target.open()?;
        let mut output = self.output();
        output.flush().ok();
        *output = opened;
        Ok(())
    }

    /// Sets whether to flush after each line.
    pub fn set_flush(&self, flush: bool) {
        self.shared.flush.store(flush, Ordering::Relaxed);
    }

    fn output(&self) -> MutexGuard<'_, LogOutput> {
        self.shared
            .output
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let level = self.level();
        if metadata.target() == BANNER {
            return level != LevelFilter::Off;
        }
        let level = if is_noisy(metadata.target()) {
            quieter(level)
        } else {
            level
        };
        metadata.level() <= level
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        // The text is formatted before locking: a value's `Display` may log, too, and would wait for this lock forever.
        let message = record.args().to_string();
        let line = format!(
            "{} {:<5} {}: {}\n",
            humantime::format_rfc3339_millis(platform::system_time()),
            record.level(),
            record.target(),
            // One log line stays one line, even if a file name contains line feeds.
            printable::line(&message)
        );
        let mut output = self.output();
        // Errors are ignored: a closed standard error must not stop a game.
        output.write_line(record.level(), &line).ok();
        if self.shared.flush.load(Ordering::Relaxed) || record.level() <= Level::Warn {
            output.flush().ok();
        }
    }

    fn flush(&self) {
        self.output().flush().ok();
    }
}

impl fmt::Debug for Logger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "logger at {}", self.level())
    }
}

/// Prefixes of verbose targets: libraries for graphics and windows, and their dependencies.
const NOISY: [&str; 7] = [
    "wgpu",
    "naga",
    "winit",
    "calloop",
    "sctk",
    "smithay",
    "softbuffer",
];

fn is_noisy(target: &str) -> bool {
    NOISY.iter().any(|noisy| target.starts_with(noisy))
}

fn quieter(level: LevelFilter) -> LevelFilter {
    match level {
        LevelFilter::Info => LevelFilter::Warn,
        LevelFilter::Debug => LevelFilter::Info,
        other => other,
    }
}

/// Target of a banner that is logged at every level except off.
const BANNER: &str = "damselfly::banner";

/// Logs the first line of a run at level info, with the data needed to identify and repeat it: the game's name and the
/// seed of its random numbers. With `always`, it is logged even at levels warn and error: without its seed, a run
/// cannot be repeated.
pub(crate) fn banner(title: &str, seed: u64, always: bool) {
    let banner = banner_of(title, seed);
    if !always || log::max_level() == LevelFilter::Off {
        log::info!("{banner}");
        return;
    }
    // The record is passed to the logger directly: the macros of `log` skip records below the facade's level.
    let metadata = Metadata::builder()
        .level(Level::Info)
        .target(BANNER)
        .build();
    let mut record = Record::builder();
    record.metadata(metadata);
    log::logger().log(&record.args(format_args!("{banner}")).build());
}

fn banner_of(title: &str, seed: u64) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("{title}: damselfly {version}, seed {seed}")
}

/// Keys of warnings that were logged already, for warnings that could occur in every frame. Store it next to the code
/// that warns.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogOnce {
    logged: BTreeSet<String>,
    /// Latest formatted key. Keeps its memory, so that a known key allocates nothing.
    key: String,
}

impl LogOnce {
    /// Maximum number of keys: 1000. Further ones count as logged, so that generated keys do not fill the memory.
    pub(crate) const MAX_KEYS: usize = 1000;

    /// Returns an empty set.
    pub(crate) const fn new() -> Self {
        Self {
            logged: BTreeSet::new(),
            key: String::new(),
        }
    }

    /// Adds a key. Returns true the first time for each key.
    pub(crate) fn is_new(&mut self, key: &str) -> bool {
        self.logged.len() < Self::MAX_KEYS
            && !self.logged.contains(key)
            && self.logged.insert(key.into())
    }

    /// Like [`Self::is_new`], for a key that is formatted. Allocates nothing for a key that is not new.
    pub(crate) fn is_new_formatted(&mut self, key: fmt::Arguments<'_>) -> bool {
        let mut formatted = core::mem::take(&mut self.key);
        formatted.clear();
        // Writing to a string cannot fail.
        fmt::Write::write_fmt(&mut formatted, key).ok();
        let is_new = self.is_new(&formatted);
        self.key = formatted;
        is_new
    }

    /// Logs a warning, once per key.
    #[cfg(any(test, feature = "window"))]
    pub(crate) fn warn(&mut self, key: &str, message: fmt::Arguments<'_>) {
        if self.is_new(key) {
            log::warn!("{message}");
        }
    }
}

#[cfg(test)]
mod tests;
