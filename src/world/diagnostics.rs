//! What went wrong in a world: refused values and caught panics, counted, and logged the first times.

use core::fmt::Display;
use std::sync::Arc;

use super::unmatched::Unmatched;

// A value is often refused in every step: without a limit, one mistake would fill the log within minutes.
/// How many refusals are logged.
const MAX_REPORTS: u64 = 10;

/// How many blocked moves are looked into for why they are.
const MAX_BLOCKED_MOVES: u32 = 200;

/// Refused values and caught panics.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagnostics {
    pub(crate) refusals: u64,
    pub(crate) panics: u64,
    // Shared, because it is copied with every snapshot.
    /// What the latest panic was.
    pub(crate) last_panic: Option<Arc<str>>,
    pub(crate) unmatched: Unmatched,
    /// How many blocked moves were looked into; [`MAX_BLOCKED_MOVES`] when that is over.
    blocked_moves: u32,
}

impl Diagnostics {
    /// Whether a blocked move is to be looked into: only the first ones are, because looking costs as much as the move.
    pub(crate) fn looks_into_blocked_move(&mut self) -> bool {
        let looks = self.blocked_moves < MAX_BLOCKED_MOVES;
        self.blocked_moves += u32::from(looks);
        looks
    }

    /// Logs what keeps an object where it is, and looks into no further moves.
    pub(crate) fn report_stuck(&mut self, message: &dyn Display) {
        self.blocked_moves = MAX_BLOCKED_MOVES;
        log::warn!("{message}");
    }

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

    /// Counts a value that is not valid, and logs it the first times.
    pub(crate) fn refuse_value(&mut self, subject: &dyn Display, field: &str) {
        self.refuse(&format_args!(
            "{subject}: its new {field} is not finite or out of range; the old value stays"
        ));
    }

    /// Counts a panic that was caught.
    pub(crate) fn count_panic(&mut self, fault: &str) {
        self.panics += 1;
        self.last_panic = Some(fault.into());
    }
}
