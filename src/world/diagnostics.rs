//! Faults of a world: refused values and caught panics. All are counted; of refusals only the first few are logged.

use core::fmt::Display;
use std::sync::Arc;

use super::unmatched::UnmatchedNames;
use crate::base::id::ObjectId;

// A value is often refused in every step: without a limit, one mistake would fill the log within minutes.
/// Maximum number of refusals that are logged.
const MAX_REPORTS: u64 = 10;

/// Maximum number of blocked moves whose reason is searched for. Once a reason is found, no further ones are searched
/// for.
const MAX_BLOCKED_MOVES: u32 = 200;

/// Refused values and caught panics.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagnostics {
    pub(crate) refusals: u64,
    /// Number of values that removed cameras have refused.
    pub(crate) removed_cameras: u64,
    pub(crate) panics: u64,
    // The text is shared, because every snapshot copies it.
    /// Description of the latest panic.
    pub(crate) last_panic: Option<Arc<str>>,
    pub(crate) unmatched: UnmatchedNames,
    /// Number of blocked moves whose reason was searched for. [`MAX_BLOCKED_MOVES`] once a reason was reported.
    blocked_moves: u32,
    /// Whether an attached platform was reported.
    attached_platform: bool,
}

impl Diagnostics {
    /// Returns whether to search for the reason of a blocked move. Only the first blocked moves are examined, because a
    /// search costs as much as the move.
    pub(crate) fn looks_into_blocked_move(&mut self) -> bool {
        let looks = self.blocked_moves < MAX_BLOCKED_MOVES;
        self.blocked_moves += u32::from(looks);
        looks
    }

    /// Logs the reason why an object cannot move. No further reasons are searched for.
    pub(crate) fn report_stuck(&mut self, message: &dyn Display) {
        self.blocked_moves = MAX_BLOCKED_MOVES;
        log::warn!("{message}");
    }

    /// Logs that a platform moves with its parent and carries nothing. Only the first such platform is logged.
    pub(crate) fn report_attached_platform(&mut self, id: ObjectId, kind: &str) {
        if !core::mem::replace(&mut self.attached_platform, true) {
            log::warn!(
                "platform `{kind}` ({id}) is attached to an object, which moves it without its riders: move it by its \
                 own velocity or by `move_to`"
            );
        }
    }

    /// Counts a refusal. Logs the first [`MAX_REPORTS`] of them.
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

    /// Counts an invalid value as a refusal: see [`Diagnostics::refuse`].
    pub(crate) fn refuse_value(&mut self, subject: &dyn Display, field: &str) {
        self.refuse(&format_args!(
            "{subject}: its new {field} is not finite or out of range; the old value stays"
        ));
    }

    /// Counts a caught panic.
    pub(crate) fn count_panic(&mut self, fault: &str) {
        self.panics += 1;
        self.last_panic = Some(fault.into());
    }
}
