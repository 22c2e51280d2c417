//! The values that [`Context::me`](crate::world::Context::me) returns where no object runs: those of a new object.

use std::sync::OnceLock;

use glam::Vec2;

use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::scene::Instance;
use crate::world::object::body::Body;
use crate::world::object::description::Object;
use crate::world::object::slots::RowAddress;

/// The id of no object: no world has as many slots.
pub(super) const NOBODY: ObjectId = ObjectId::new(u32::MAX, u32::MAX);

/// State of an object that does not exist.
#[derive(Debug)]
pub(super) struct Nobody {
    pub(super) place: RowAddress,
    pub(super) body: Body,
    pub(super) instance: Instance,
}

impl Nobody {
    pub(super) fn get() -> &'static Self {
        static NOBODY: OnceLock<Nobody> = OnceLock::new();
        NOBODY.get_or_init(|| Self {
            place: RowAddress {
                altitude: 0,
                level: 0,
                row: 0,
            },
            body: Body::new(&Object::default(), None, Vec2::ONE),
            instance: Instance::new(Vec2::ZERO, FrameId::SOLID),
        })
    }
}
