//! Results of changes.

use core::error::Error;
use core::fmt;

// Not `#[must_use]`: most changes affect existing objects, and rejected values are counted and logged.
/// Result of a change. May be ignored: a change is made entirely or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The change was made, or will be at the step's end.
    Done,
    /// The object to change does not exist (any more).
    Gone,
    /// The value is invalid (not finite, or out of range), or a limit is reached. Nothing changes. Such calls are
    /// counted, and logged the first few times.
    Refused,
}

impl Outcome {
    /// Returns whether the change was made, or will be at the step's end.
    pub const fn is_done(self) -> bool {
        matches!(self, Self::Done)
    }

    /// Converts to a `Result`, for `?`.
    ///
    /// # Errors
    ///
    /// Fails with the reason if the change was not made.
    pub const fn ok(self) -> Result<(), NotDone> {
        match self {
            Self::Done => Ok(()),
            Self::Gone => Err(NotDone::Gone),
            Self::Refused => Err(NotDone::Refused),
        }
    }

    /// Returns `Done` if the new value is valid, otherwise `Refused`.
    pub(crate) const fn of_valid(valid: bool) -> Self {
        if valid { Self::Done } else { Self::Refused }
    }

    /// Returns `Done` if the object to change exists, otherwise `Gone`.
    pub(crate) const fn of_existing(exists: bool) -> Self {
        if exists { Self::Done } else { Self::Gone }
    }
}

/// Reason why a change was not made: the error of [`Outcome::ok`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotDone {
    /// The object to change does not exist (any more).
    Gone,
    /// The value is invalid, or a limit is reached.
    Refused,
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gone => "the object to change does not exist",
            Self::Refused => {
                "the new value was rejected: it is not finite, is out of range, or a limit is reached (see the log)"
            }
        })
    }
}

impl Error for NotDone {}

/// Result of a move with collisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moved {
    /// It reached the requested position. Contacts are delivered afterwards, and their handlers may move or remove it.
    Moved,
    /// A hard object is in the way: it stays where it was, or where it met it if it is a
    /// [`bullet`](crate::world::Object#structfield.bullet). Both are notified once the running handler has returned, or
    /// at once if none runs; in the next step if too many events in a row answered each other.
    Blocked,
    /// The object does not exist any more, or is being removed.
    Gone,
    /// The position is not finite: the object stays in place.
    Refused,
}
