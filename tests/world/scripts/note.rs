//! The records of a script: every received event and the result of every action, in one list.

use crate::scripts::script::{Cue, Wish};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// The n-th behaviour of an object receives an event.
    Received {
        who: usize,
        part: usize,
        what: Moment,
    },
    Answer(Answer),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Step,
    Key,
    After,
    Finish,
    Ping { kind: usize, value: u8 },
    Collision { mover: usize, hit: usize },
    OutOfBounds,
    Removed,
    Detached,
}

impl Moment {
    pub(crate) fn cue(self) -> Cue {
        match self {
            Self::Step => Cue::Wish(Wish::Step),
            Self::Key => Cue::Wish(Wish::Key),
            Self::After => Cue::Wish(Wish::After),
            Self::Finish => Cue::Wish(Wish::Finish),
            Self::Ping { kind, .. } => Cue::Wish(Wish::Ping(kind)),
            Self::Collision { .. } => Cue::Collision,
            Self::OutOfBounds => Cue::OutOfBounds,
            Self::Removed => Cue::Removed,
            Self::Detached => Cue::Detached,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Done,
    Blocked,
    Gone,
    Refused,
}
