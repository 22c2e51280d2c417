//! What went wrong in a world: refused values and caught panics, counted, and logged the first times.

use core::fmt::Display;
use std::sync::Arc;

use super::unmatched::Unmatched;

// A value is often refused in every step: without a limit, one mistake would fill the log within minutes.
/// How many refusals are logged.
const MAX_REPORTS: u64 = 10;

/// Refused values and caught panics.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagnostics {
    pub(crate) refusals: u64,
    pub(crate) panics: u64,
    // Shared, because it is copied with every snapshot.
    /// What the latest panic was.
    pub(crate) last_panic: Option<Arc<str>>,
    pub(crate) unmatched: Unmatched,
}

impl Diagnostics {
    /// Counts what was refused, and logs it the first times.
    pub(crate) fn refuse(&mut self, message: &dyn Display) {
        self.refusals += 1;
        if self.refusals <= MAX_REPORTS {
            let last = if self.refusals == MAX_REPORTS {
                " (further ones are only counted)"
            } else {
                ""
            };
            log::warn!("{message}{last}");
        }
    }

    /// Counts a panic that was caught.
    pub(crate) fn count_panic(&mut self, fault: &str) {
        self.panics += 1;
        self.last_panic = Some(fault.into());
    }
}
