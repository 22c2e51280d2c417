//! What became of a change that was asked for.

/// What became of a change that was asked for. Ignore it freely: nothing is ever half done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Done, or noted to be done at the step's end.
    Done,
    /// There is no such object any more.
    Gone,
    /// The value makes no sense (it is not finite, or out of range): the old one stays. Or there is no room for one
    /// more. Counted, and logged the first time.
    Refused,
}

impl Outcome {
    /// Whether it was done.
    pub const fn is_done(self) -> bool {
        matches!(self, Self::Done)
    }
}

/// What became of a move that was tested for collisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moved {
    /// It is where it was to be, or a collision's handler put it elsewhere.
    Moved,
    /// A hard object is in the way: it stays where it was. Both hear of it: once the handler that runs has returned, or
    /// in the next step, at the end of a chain of answers without end.
    Blocked,
    /// There is no such object any more, or its removal is under way.
    Gone,
    /// The place is not finite: it stays where it was.
    Refused,
}
