//! What the phase in which objects are moved one by one has to remember.

use crate::base::id::ObjectId;

/// A layer whose objects move in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingLayer {
    pub(crate) altitude: u16,
    pub(crate) level: u16,
    /// How many rows it had when the phase began.
    pub(crate) rows: usize,
}

/// The phase in which objects are moved one by one, after all others were moved in bulk.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovePhase {
    runs: bool,
    /// The objects that a handler has made ones of the other kind since it began, and what they were then: they are
    /// moved as that, so that none is moved twice or not at all.
    changed: Vec<(ObjectId, bool)>,
    /// Scratch: the layers whose objects move.
    pub(crate) layers: Vec<MovingLayer>,
}

impl MovePhase {
    pub(crate) fn begin(&mut self) {
        (self.runs, _) = (true, self.changed.clear());
    }

    pub(crate) fn end(&mut self) {
        (self.runs, _) = (false, self.changed.clear());
    }

    /// Notes that an object is now, or is no more, moved one by one.
    #[inline]
    pub(crate) fn note_change(&mut self, id: ObjectId, was: bool, is: bool) {
        if self.runs && was != is && self.was_moved_alone(id).is_none() {
            self.changed.push((id, was));
        }
    }

    /// Whether an object was moved one by one when the phase began, if that has changed since.
    pub(crate) fn was_moved_alone(&self, id: ObjectId) -> Option<bool> {
        let changed = self.changed.iter().find(|(changed, _)| *changed == id);
        changed.map(|(_, was)| *was)
    }

    pub(crate) fn has_changes(&self) -> bool {
        !self.changed.is_empty()
    }
}
