//! An open destination of log lines.

use std::io::{self, Write};

use log::Level;

use crate::platform;

/// An open destination of log lines.
pub(super) enum LogOutput {
    /// Standard error, or the console of a browser.
    Console,
    Writer(Box<dyn Write + Send>),
}

impl LogOutput {
    /// Writes a line, which ends with a line feed, in a single write: lines of several programs do not mix.
    ///
    /// # Errors
    /// Fails if the destination cannot be written.
    pub(super) fn write_line(&mut self, level: Level, line: &str) -> io::Result<()> {
        match self {
            Self::Console => platform::log_line(level, line),
            Self::Writer(writer) => writer.write_all(line.as_bytes()),
        }
    }

    /// Writes what a buffer holds. The console has none.
    ///
    /// # Errors
    /// Fails if the destination cannot be written.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Console => Ok(()),
            Self::Writer(writer) => writer.flush(),
        }
    }
}
