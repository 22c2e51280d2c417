//! Events that go from one object to the next along attachments, until one deals with them.

use super::World;
use super::behavior::Handled;
use super::dispatch::Stage;
use super::event::Event;
use crate::base::id::ObjectId;

/// How an event that is sent to one object goes on from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Route {
    /// It does not.
    #[default]
    Here,
    /// To its parent, and so on.
    Up,
    /// To its children and theirs, depth first.
    Down,
}

impl World {
    /// Sends an event to an object, then to what it is attached to, then to what that is attached to … until one of
    /// them answers [`Handled::Yes`]. All behaviours of that one hear it still. Interest does not matter; it is
    /// delivered in order, as what is sent by [`World::send_to`].
    ///
    /// The way is the one there is when it is delivered. Who is gone, or is being removed, is passed over.
    pub fn send_up(&mut self, id: ObjectId, event: impl Into<Event>) {
        self.enqueue_along(Route::Up, Some(id), event.into());
    }

    /// As [`World::send_up`], the other way: to an object, then to what is attached to it, each child followed by its
    /// own children, in the order of attaching.
    pub fn send_down(&mut self, id: ObjectId, event: impl Into<Event>) {
        self.enqueue_along(Route::Down, Some(id), event.into());
    }

    /// Delivers an event that was sent to an object that is there.
    pub(super) fn tell_along(
        &mut self,
        stage: &mut Stage<'_>,
        route: Route,
        id: ObjectId,
        event: &Event,
    ) {
        let mut way = self.borrow_list();
        match route {
            Route::Here => way.push(id),
            Route::Up => self.list_upwards(id, &mut way),
            Route::Down => self.list_downwards(id, &mut way),
        }
        for &id in &way {
            if self.can_receive(id, event) && self.tell(stage, id, event) == Handled::Yes {
                break;
            }
        }
        self.return_list(way);
    }
}
