//! A source of frames that several threads use.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::fill::Fill;

/// A source shared by an output's thread and the system's sound thread. Contended only while a device is reopened.
pub(super) type SharedFill = Arc<Mutex<dyn Fill>>;

/// Locks a source. A source that panicked on another thread is used all the same.
pub(super) fn locked(fill: &SharedFill) -> MutexGuard<'_, dyn Fill + 'static> {
    fill.lock().unwrap_or_else(PoisonError::into_inner)
}
