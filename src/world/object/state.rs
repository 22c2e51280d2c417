//! A copy of an object's state: what the object that runs answers if its hook has replaced the world by one without it.

use std::sync::OnceLock;

use glam::Vec2;

use super::body::Body;
use super::description::Object;
use super::slots::Place;
use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::scene::Instance;

/// A copy of an object's state.
#[derive(Clone, Debug)]
pub(crate) struct ObjectState {
    pub(crate) id: ObjectId,
    pub(crate) place: Place,
    pub(crate) body: Body,
    pub(crate) instance: Instance,
    pub(crate) velocity: Vec2,
}

impl ObjectState {
    /// Returns the state of no object, with the defaults of a new one.
    pub(crate) fn nobody() -> &'static Self {
        static NOBODY: OnceLock<ObjectState> = OnceLock::new();
        NOBODY.get_or_init(|| Self {
            // No world has as many slots.
            id: ObjectId::new(u32::MAX, u32::MAX),
            place: Place {
                altitude: 0,
                level: 0,
                row: 0,
            },
            body: Body::new(&Object::default(), None, Vec2::ONE),
            instance: Instance::new(Vec2::ZERO, FrameId::SOLID),
            velocity: Vec2::ZERO,
        })
    }
}
