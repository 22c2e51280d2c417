//! The logger: writes to standard error, a file or any writer, and can be switched while the program runs.
//!
//! The engine and games log through the `log` facade. [`init`] puts this logger behind it; a program that has put
//! another one there keeps that. Levels can be removed when compiling, by the `log` crate's `release_max_level_…`
//! features. A logger never panics and never stops the program: a line that cannot be written is lost.

use core::fmt;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;

use super::printable;
use log::{Level, LevelFilter, Log, Metadata, Record};

/// Settings of a logger.
#[derive(Debug)]
pub struct LogOptions {
    /// The least serious level that is logged. Defaults to info.
    ///
    /// Graphics and window libraries log much that is of no use to a game: theirs are logged one level stricter, only
    /// warnings at info and only information at debug. At trace everything is logged.
    pub level: LevelFilter,
    /// Where log lines go. Defaults to standard error.
    pub target: LogTarget,
    /// Whether to flush after each line. Defaults to true. Without it lines can be lost in a crash; warnings and errors
    /// are flushed all the same.
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

/// The target of log lines. Defaults to standard error.
#[derive(Default)]
#[non_exhaustive]
pub enum LogTarget {
    /// Standard error.
    #[default]
    Stderr,
    /// A file, created if there is none.
    File {
        /// Its path.
        path: PathBuf,
        /// Whether to append to its contents instead of replacing them.
        append: bool,
    },
    /// Any writer. It must not log itself.
    Writer(Box<dyn Write + Send>),
}

impl LogTarget {
    fn open(self) -> Result<Box<dyn Write + Send>, LogFileError> {
        match self {
            Self::Stderr => Ok(Box::new(io::stderr())),
            Self::Writer(writer) => Ok(writer),
            Self::File { path, append } => match open_file(&path, append) {
                Ok(file) => Ok(Box::new(BufWriter::new(file))),
                Err(source) => Err(LogFileError { path, source }),
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

/// A log file that cannot be opened.
#[derive(Debug)]
pub struct LogFileError {
    /// Its path.
    pub path: PathBuf,
    source: io::Error,
}

impl fmt::Display for LogFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, source } = self;
        write!(f, "cannot open log file {}: {source}", path.display())
    }
}

impl core::error::Error for LogFileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// A handle to where log lines go; clones are handles to the same. Usable from any thread.
#[derive(Clone)]
pub struct Logger {
    shared: Arc<SharedLogger>,
}

struct SharedLogger {
    /// A `LevelFilter` as a number.
    level: AtomicUsize,
    flush: AtomicBool,
    /// Whether this one is behind the facade, and so sets the facade's level.
    behind_facade: AtomicBool,
    writer: Mutex<Box<dyn Write + Send>>,
}

// The `log` facade is global to the process, so its logger has to be, too.
static INSTALLED: OnceLock<Logger> = OnceLock::new();

/// Returns whether [`init`] has been called. A second call replaces the options of the first.
pub fn is_installed() -> bool {
    INSTALLED.get().is_some()
}

/// Registers a logger with the `log` facade, or applies the options to the registered one. If the program has registered
/// its own, that one stays, and nothing is logged through the returned handle.
///
/// # Errors
/// If the log file cannot be opened. Log lines then go to standard error, or to where they went before.
pub fn init(options: LogOptions) -> Result<Logger, LogFileError> {
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
    /// Returns a logger that is not registered with the facade: for tests, and for programs that combine several.
    ///
    /// # Errors
    /// If the log file cannot be opened.
    pub fn new(options: LogOptions) -> Result<Self, LogFileError> {
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
            writer: Mutex::new(Box::new(io::stderr())),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Sets the least serious level that is logged from now on.
    pub fn set_level(&self, level: LevelFilter) {
        self.shared.level.store(level as usize, Ordering::Relaxed);
        if self.shared.behind_facade.load(Ordering::Relaxed) {
            // The facade skips less serious records before their text is formatted.
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

    /// Sets where log lines go from now on; earlier lines are flushed.
    ///
    /// # Errors
    /// If the log file cannot be opened. Nothing changes then.
    pub fn set_target(&self, target: LogTarget) -> Result<(), LogFileError> {
        let opened = target.open()?;
        let mut writer = self.writer();
        writer.flush().ok();
        *writer = opened;
        Ok(())
    }

    /// Sets whether to flush after each line from now on.
    pub fn set_flush(&self, flush: bool) {
        self.shared.flush.store(flush, Ordering::Relaxed);
    }

    fn writer(&self) -> MutexGuard<'_, Box<dyn Write + Send>> {
        self.shared
            .writer
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
        // Formatted before the lock is taken: a value's `Display` may log, too, and would wait for this lock forever.
        let message = record.args().to_string();
        let line = format!(
            "{} {:<5} {}: {}\n",
            humantime::format_rfc3339_millis(SystemTime::now()),
            record.level(),
            record.target(),
            // A line of the log is one line, whatever is in the names of files.
            printable::line(&message)
        );
        let mut writer = self.writer();
        // One write, so that lines of several programs do not mix. Errors are ignored: a closed standard error must not
        // stop a game.
        writer.write_all(line.as_bytes()).ok();
        if self.shared.flush.load(Ordering::Relaxed) || record.level() <= Level::Warn {
            writer.flush().ok();
        }
    }

    fn flush(&self) {
        self.writer().flush().ok();
    }
}

impl fmt::Debug for Logger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "logger at {}", self.level())
    }
}

/// The targets, by their first letters, that log much: wgpu, winit and what they are built on.
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

/// The first log line of a run: what identifies it and is needed to repeat it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Banner<'a> {
    /// The game's name.
    pub(crate) title: &'a str,
    /// The seed of the game's random numbers: any number. Defaults to 0.
    pub(crate) seed: u64,
}

impl fmt::Display for Banner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, seed } = self;
        let version = env!("CARGO_PKG_VERSION");
        write!(f, "{title}: damselfly {version}, seed {seed}")
    }
}

/// The target of a banner that is logged at every level but off.
const BANNER: &str = "damselfly::banner";

/// Logs the banner at level info. If `always`, it is logged at warn and error, too: a run whose seed nobody knows could
/// not be repeated.
pub(crate) fn banner(banner: &Banner<'_>, always: bool) {
    if !always || log::max_level() == LevelFilter::Off {
        log::info!("{banner}");
        return;
    }
    // Not by a macro, which leaves out what is less serious than the facade's level.
    let metadata = Metadata::builder()
        .level(Level::Info)
        .target(BANNER)
        .build();
    let mut record = Record::builder();
    record.metadata(metadata);
    log::logger().log(&record.args(format_args!("{banner}")).build());
}

/// The keys of warnings already logged, for those that would come with every frame. Keep one beside the code that warns.
#[derive(Clone, Debug, Default)]
pub(crate) struct SaidOnce {
    said: BTreeSet<String>,
}

impl SaidOnce {
    /// The largest number of keys: 1000. Further ones count as logged, so that generated keys do not fill the memory.
    pub(crate) const MOST: usize = 1000;

    /// Returns a set without keys.
    pub(crate) const fn new() -> Self {
        Self {
            said: BTreeSet::new(),
        }
    }

    /// Adds a key. Returns true the first time for each key, false afterwards.
    pub(crate) fn is_new(&mut self, key: &str) -> bool {
        self.said.len() < Self::MOST && !self.said.contains(key) && self.said.insert(key.into())
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
