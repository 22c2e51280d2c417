//! Refused sounds and values: all are counted, and each reason is logged once.

use core::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::logging::LogOnce;
use crate::base::outcome::Outcome;

/// The refusals of a table of sounds or buses.
#[derive(Clone, Debug, Default)]
pub(super) struct Refusals {
    count: u64,
    // Shared with all copies: a step that is taken again logs nothing twice.
    logged: Arc<Mutex<LogOnce>>,
}

impl Refusals {
    /// Returns the number of refusals.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Counts a refusal that is logged elsewhere.
    pub(super) fn add(&mut self) {
        self.count += 1;
    }

    /// Counts a refusal of `value`. Logs it unless the same `subject` was refused for the same `reason` before.
    pub(super) fn refuse(
        &mut self,
        subject: impl Display,
        reason: &str,
        value: impl Display,
    ) -> Outcome {
        self.count += 1;
        // A panic while logging poisons the lock, but the keys are still valid.
        let logged = self.logged.lock();
        let mut logged = logged.unwrap_or_else(PoisonError::into_inner);
        if logged.is_new_formatted(format_args!("{subject}: {reason}")) {
            log::warn!("{subject}: {reason}, got {value}; nothing changes");
        }
        Outcome::Refused
    }
}
