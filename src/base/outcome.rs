//! Results of changes.

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

    /// Returns `Done` if the new value is valid, otherwise `Refused`.
    pub(crate) const fn of_valid(valid: bool) -> Self {
        if valid { Self::Done } else { Self::Refused }
    }

    /// Returns `Done` if the object to change exists, otherwise `Gone`.
    pub(crate) const fn of_existing(exists: bool) -> Self {
        if exists { Self::Done } else { Self::Gone }
    }
}

/// Result of a move with collisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveOutcome {
    /// The object reached the requested position. Contacts are delivered afterwards, and their handlers may move or
    /// remove it.
    Moved,
    /// A hard object is in the way. The moved object stays in place or, if it is a
    /// [`bullet`](crate::world::Object#structfield.bullet), stops where it met the obstacle. Both objects are notified
    /// once the running handler has returned, or at once if none runs. If the move is the result of more than 1000
    /// events that were sent in response to one another, they are notified in the next step.
    Blocked,
    /// The object does not exist any more, or is being removed.
    Gone,
    /// The position is not finite: the object stays in place.
    Refused,
}
