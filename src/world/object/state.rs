//! What the object that runs answers if its hook has replaced the world by one without it: its last state in the world
//! that was replaced.
//!
//! A copy of the state for each hook would be made in vain by nearly all of them. So a world that is dropped while a
//! hook runs leaves the state of that hook's object to this thread.

use core::cell::RefCell;
use std::sync::OnceLock;

use glam::Vec2;

use super::body::Body;
use super::description::Object;
use super::slots::RowAddress;
use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::scene::Instance;

/// The id of no object: no world has as many slots.
pub(crate) const NOBODY: ObjectId = ObjectId::new(u32::MAX, u32::MAX);

thread_local! {
    /// What ran in the world that this thread dropped last, of those in which a hook was running.
    static DROPPED: RefCell<Option<Box<ObjectState>>> = const { RefCell::new(None) };
}

/// A copy of an object's state.
#[derive(Clone, Debug)]
pub(crate) struct ObjectState {
    pub(crate) id: ObjectId,
    pub(crate) place: RowAddress,
    pub(crate) is_leaving: bool,
    pub(crate) body: Body,
    /// The frame that it shows.
    pub(crate) frame: u16,
    pub(crate) instance: Instance,
    pub(crate) velocity: Vec2,
}

impl ObjectState {
    /// Returns the state of no object, with the defaults of a new one.
    fn nobody() -> &'static Self {
        static NO_STATE: OnceLock<ObjectState> = OnceLock::new();
        NO_STATE.get_or_init(|| Self {
            id: NOBODY,
            place: RowAddress {
                altitude: 0,
                level: 0,
                row: 0,
            },
            is_leaving: false,
            body: Body::new(&Object::default(), None, Vec2::ONE),
            frame: 0,
            instance: Instance::new(Vec2::ZERO, FrameId::SOLID),
            velocity: Vec2::ZERO,
        })
    }

    /// Leaves the state of the object that runs to this thread, because its world is dropped.
    pub(crate) fn leave(self) {
        // Not where the thread ends: nothing will ask any more.
        let _ = DROPPED.try_with(|dropped| dropped.replace(Some(Box::new(self))));
    }

    /// Takes what the world that was dropped last has left, if that was the state of this object.
    pub(crate) fn left_of(id: ObjectId) -> Option<Box<Self>> {
        let left = DROPPED.try_with(RefCell::take).ok().flatten();
        left.filter(|left| left.id == id)
    }
}

/// The state of the object that runs, if this world does not have it.
#[derive(Clone, Debug, Default)]
pub(crate) struct DepartedState(Option<Box<ObjectState>>);

impl DepartedState {
    /// Returns the state of an object that this world does not have: that of a new object if nothing is known of it.
    pub(crate) fn of(&self, id: ObjectId) -> &ObjectState {
        match &self.0 {
            Some(departed) if departed.id == id => departed,
            _ => ObjectState::nobody(),
        }
    }

    /// Notes what is known of an object that this world does not have.
    pub(crate) fn find(&mut self, id: ObjectId) {
        if self.0.as_ref().is_none_or(|known| known.id != id) {
            self.0 = ObjectState::left_of(id);
        }
    }
}
