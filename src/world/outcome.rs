//! Results of changes.

// Not `#[must_use]`: most changes are of objects that exist, and what is refused is counted and logged.
/// The result of a change. May be ignored: a change is made wholly or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The change was made, or will be at the step's end.
    Done,
    /// The object is gone.
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
}

/// The result of a move that was tested for collisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moved {
    /// It is at the requested position, or a collision's handler put it elsewhere.
    Moved,
    /// A hard object is in the way: it stays where it was. Both are notified once the handler that runs has returned, or
    /// in the next step if this is the end of a chain that is cut off.
    Blocked,
    /// There is no such object any more, or its removal is under way.
    Gone,
    /// The place is not finite: it stays where it was.
    Refused,
}
