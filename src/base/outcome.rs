//! Results of changes.

use core::error::Error;
use core::fmt;

// Not `#[must_use]`: most changes are of objects that exist, and what is refused is counted and logged.
/// The result of a change. May be ignored: a change is made wholly or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The change was made, or will be at the step's end.
    Done,
    /// What was to change does not exist, or no more.
    Gone,
    /// The value is not valid (not finite, or out of range), or a limit is reached: nothing changes. Counted, and logged
    /// the first times.
    Refused,
}

impl Outcome {
    /// Returns whether the change was made, or will be at the step's end.
    pub const fn is_done(self) -> bool {
        matches!(self, Self::Done)
    }

    /// Returns an error unless the change was made, for `?`.
    ///
    /// # Errors
    ///
    /// Why it was not made.
    pub const fn ok(self) -> Result<(), NotDone> {
        match self {
            Self::Done => Ok(()),
            Self::Gone => Err(NotDone::Gone),
            Self::Refused => Err(NotDone::Refused),
        }
    }

    /// `Refused` unless the new value is valid.
    pub(crate) const fn of_valid(valid: bool) -> Self {
        if valid { Self::Done } else { Self::Refused }
    }

    /// `Gone` unless what was to change exists.
    pub(crate) const fn of_existing(exists: bool) -> Self {
        if exists { Self::Done } else { Self::Gone }
    }
}

/// Why a change was not made: the error of [`Outcome::ok`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotDone {
    /// What was to change does not exist, or no more.
    Gone,
    /// The value is not valid, or a limit is reached.
    Refused,
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gone => "what was to change does not exist, or no more",
            Self::Refused => {
                "the new value was refused: it is not finite, is out of range, or a limit is reached; the log says which"
            }
        })
    }
}

impl Error for NotDone {}

/// The result of a move that was tested for collisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moved {
    /// It is at the requested position, or a collision's handler put it elsewhere.
    Moved,
    /// A hard object is in the way: it stays where it was, or where it met it if it is a
    /// [`bullet`](crate::world::Object#structfield.bullet). Both are notified once the handler that runs has returned, or
    /// in the next step if this is the end of a chain that is cut off.
    Blocked,
    /// There is no such object any more, or its removal is under way.
    Gone,
    /// The place is not finite: it stays where it was.
    Refused,
}
