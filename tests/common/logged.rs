//! Stores the log's errors, warnings and information lines, so that tests can search them.

use std::sync::{Mutex, Once, PoisonError};

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Keeper;

impl log::Log for Keeper {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(record.args().to_string());
    }

    fn flush(&self) {}
}

/// Starts storing lines of the log. Later calls do nothing.
pub(crate) fn keep_log() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Keeper).expect("no other logger is set");
        log::set_max_level(log::LevelFilter::Info);
    });
}

/// Returns every stored log line.
pub(crate) fn logged() -> Vec<String> {
    LINES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
