//! Who asked to hear of what.

use super::event::{Event, Interest};
use super::{Outcome, World};
use crate::base::id::ObjectId;
use crate::input::InputEvent;
use crate::scene::{Layer, Roles};

impl Interest {
    pub(super) const fn role(self) -> Roles {
        match self {
            Self::Step => Roles::STEP,
            Self::After => Roles::AFTER,
            Self::Finish => Roles::FINAL,
            Self::Keyboard => Roles::KEYBOARD,
            Self::Mouse => Roles::MOUSE,
            Self::View => Roles::VIEW,
            Self::Custom(_) => Roles::CUSTOM,
        }
    }
}

impl Event {
    /// What an object must have asked for to hear of this event when it is sent to all. `None`: it is only
    /// ever told to those whom it concerns.
    pub(super) fn interest(&self) -> Option<Interest> {
        match self {
            Self::Step => Some(Interest::Step),
            Self::Input(input) => Some(input_interest(input)),
            Self::View(_) => Some(Interest::View),
            Self::Custom(custom) => Some(Interest::Custom(custom.kind())),
            Self::Collision(_) | Self::OutOfBounds => None,
        }
    }
}

fn input_interest(input: &InputEvent) -> Interest {
    match input {
        InputEvent::Key { .. } | InputEvent::Focus(_) => Interest::Keyboard,
        _ => Interest::Mouse,
    }
}

impl World {
    /// An object asks to hear of something. Asking twice counts once; it ends with the object.
    pub fn listen(&mut self, id: ObjectId, interest: Interest) -> Outcome {
        self.set_interest(id, interest, true)
    }

    /// An object no longer wants to hear of something.
    pub fn ignore(&mut self, id: ObjectId, interest: Interest) -> Outcome {
        self.set_interest(id, interest, false)
    }

    fn set_interest(&mut self, id: ObjectId, interest: Interest, on: bool) -> Outcome {
        let Some(place) = self.slots.get(id).map(|body| body.place) else {
            return Outcome::Gone;
        };
        self.withdrawn += u64::from(!on);
        let mut on = on;
        if let Interest::Custom(kind) = interest {
            on = self.behaviors.subscribe(id, kind, on);
        }
        self.set_role(place, interest.role(), on);
        Outcome::Done
    }

    /// Fills `list` with everybody who is interested, in act order.
    pub(super) fn list_interested(&self, interest: Interest, list: &mut Vec<ObjectId>) {
        self.list_with(interest.role(), list);
        if let Interest::Custom(_) = interest {
            // The role only says that they asked for some of the game's own types.
            list.retain(|&id| self.listens(id, interest));
        }
    }

    /// Whether an object of a list of those who are interested still is. The list was made when this many interests had
    /// been withdrawn: while it is no more, nothing has to be looked up.
    pub(super) fn is_still_subscribed(
        &self,
        id: ObjectId,
        interest: Interest,
        withdrawn: u64,
    ) -> bool {
        self.withdrawn == withdrawn || self.listens(id, interest)
    }

    /// Fills `list` with everybody who has one of these roles, in act order.
    pub(super) fn list_with(&self, roles: Roles, list: &mut Vec<ObjectId>) {
        self.list_rows(|layer| layer.rows_with(roles), list);
    }

    /// As `list_with`, whoever is in these rows of the layers that act now.
    pub(super) fn list_rows<'a, R: Iterator<Item = usize>>(
        &'a self,
        rows: impl Fn(&'a Layer) -> R,
        list: &mut Vec<ObjectId>,
    ) {
        for altitude in self
            .scene
            .altitudes()
            .iter()
            .filter(|altitude| altitude.settings.enabled)
        {
            let current = altitude.level(self.level).filter(|_| self.level != 0);
            for layer in [altitude.level(0), current].into_iter().flatten() {
                let ids = layer.columns().ids;
                // In one loop: `extend` would ask a nest of iterators for one row after the other.
                rows(layer).for_each(|row| list.extend(ids[row]));
            }
        }
    }
}
