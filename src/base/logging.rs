//! Where log lines go: standard error, a file, or any writer, switched while the program runs.
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

use log::{Level, LevelFilter, Log, Metadata, Record};

/// How to log.
#[derive(Debug)]
pub struct LogOptions {
    /// What is at least this serious is logged. Default: info.
    ///
    /// Graphics and window libraries tell much that is of no use to a game: of theirs, no more than warnings are logged
    /// up to info, and no more than infos at debug. Trace tells all.
    pub level: LevelFilter,
    /// Where to. Default: standard error.
    pub target: LogTarget,
    /// Whether to flush after each line. Default: yes. Without it lines can be lost in a crash; warnings and errors are
    /// flushed all the same.
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

/// Where log lines go.
#[derive(Default)]
pub enum LogTarget {
    /// Standard error.
    #[default]
    Stderr,
    /// A file, which is created if need be.
    File {
        /// Which one.
        path: PathBuf,
        /// Whether to keep what is in it, and to write behind that.
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
    /// Which one.
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
    shared: Arc<Shared>,
}

struct Shared {
    /// A `LevelFilter` as a number.
    level: AtomicUsize,
    flush: AtomicBool,
    /// Whether this one is behind the facade, and so sets the facade's level.
    behind_facade: AtomicBool,
    writer: Mutex<Box<dyn Write + Send>>,
}

// The facade below is one for the whole program, so that what is behind it is too: the only such thing in the engine.
static INSTALLED: OnceLock<Logger> = OnceLock::new();

/// Whether [`init`] has been called: whoever sets up logging a second time changes what the first one chose.
pub fn is_installed() -> bool {
    INSTALLED.get().is_some()
}

/// Puts a logger behind the `log` facade, or applies the options to the one that is there. If the program has put a
/// logger of its own there, that one stays, and the handle is connected to nothing.
///
/// # Errors
/// When the log file cannot be opened. Log lines then go to standard error (or to where they went before).
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
    /// A logger that is not behind the facade: for tests, and for programs that gather several.
    ///
    /// # Errors
    /// When the log file cannot be opened.
    pub fn new(options: LogOptions) -> Result<Self, LogFileError> {
        let logger = Self::to_stderr();
        logger.set_target(options.target)?;
        logger.set_flush(options.flush);
        logger.set_level(options.level);
        Ok(logger)
    }

    fn to_stderr() -> Self {
        let shared = Shared {
            level: AtomicUsize::new(LevelFilter::Info as usize),
            flush: AtomicBool::new(true),
            behind_facade: AtomicBool::new(false),
            writer: Mutex::new(Box::new(io::stderr())),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// What is at least this serious is logged from now on.
    pub fn set_level(&self, level: LevelFilter) {
        self.shared.level.store(level as usize, Ordering::Relaxed);
        if self.shared.behind_facade.load(Ordering::Relaxed) {
            // The facade skips what nobody would write before it is even put together.
            log::set_max_level(level);
        }
    }

    /// What is at least this serious is logged.
    pub fn level(&self) -> LevelFilter {
        let level = self.shared.level.load(Ordering::Relaxed);
        LevelFilter::iter()
            .find(|filter| *filter as usize == level)
            .unwrap_or(LevelFilter::Info)
    }

    /// Log lines go there from now on; what was written before is flushed.
    ///
    /// # Errors
    /// When the log file cannot be opened. Nothing changes then.
    pub fn set_target(&self, target: LogTarget) -> Result<(), LogFileError> {
        let opened = target.open()?;
        let mut writer = self.writer();
        writer.flush().ok();
        *writer = opened;
        Ok(())
    }

    /// Whether to flush after each line from now on.
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
        // Put together before the lock is taken: showing a value may log, too.
        let line = format!(
            "{} {:<5} {}: {}\n",
            humantime::format_rfc3339_millis(SystemTime::now()),
            record.level(),
            record.target(),
            record.args()
        );
        let mut writer = self.writer();
        // In one piece, so that lines of several programs do not mix. A closed standard error is no reason to stop.
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

/// Libraries below us that tell much.
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

/// What a run begins with: all that is needed to tell it apart and to repeat it.
#[derive(Clone, Debug, Default)]
pub struct Banner<'a> {
    /// The game's name.
    pub title: &'a str,
    /// What draws: `gpu` or `software`.
    pub backend: &'a str,
    /// What it draws on; empty if there is no choice.
    pub adapter: &'a str,
    /// The seed of the game's random numbers.
    pub seed: u64,
}

impl fmt::Display for Banner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            title,
            backend,
            adapter,
            seed,
        } = self;
        let version = env!("CARGO_PKG_VERSION");
        write!(f, "{title}: damselfly {version}, backend {backend}")?;
        if !adapter.is_empty() {
            write!(f, " on {adapter}")?;
        }
        write!(f, ", seed {seed}")
    }
}

/// Logs the banner, as information.
pub fn banner(banner: &Banner<'_>) {
    log::info!("{banner}");
}

/// Remembers what has been said, for warnings that would come with every frame. Owned by whoever warns.
#[derive(Clone, Debug, Default)]
pub struct SaidOnce {
    said: BTreeSet<String>,
}

impl SaidOnce {
    /// After so many different keys nothing is new any more, so that made up keys do not fill the memory.
    pub const MOST: usize = 1000;

    /// Nothing has been said yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether this is new, and so to be said: true once for each key.
    pub fn is_new(&mut self, key: &str) -> bool {
        self.said.len() < Self::MOST && !self.said.contains(key) && self.said.insert(key.into())
    }

    /// Logs a warning the first time its key comes.
    pub fn warn(&mut self, key: &str, message: fmt::Arguments<'_>) {
        if self.is_new(key) {
            log::warn!("{message}");
        }
    }
}

#[cfg(test)]
mod tests;
