//! The values that the getters of [`Context::me`](crate::world::Context::me) return if no behaviour runs, or if its
//! object is not in the world: the defaults of a new object.

use std::sync::LazyLock;

use glam::Vec2;

use crate::assets::FrameId;
use crate::base::id::ObjectId;
use crate::scene::Instance;
use crate::world::object::body::Body;
use crate::world::object::description::Object;
use crate::world::object::slots::RowAddress;

/// An id that no object has: no world has so many slots.
pub(super) const NO_OBJECT: ObjectId = ObjectId::new(u32::MAX, u32::MAX);

/// State of an object that does not exist.
#[derive(Debug)]
pub(super) struct MissingObject {
    pub(super) address: RowAddress,
    pub(super) body: Body,
    pub(super) instance: Instance,
}

pub(super) static MISSING: LazyLock<MissingObject> = LazyLock::new(|| MissingObject {
    address: RowAddress {
        altitude: 0,
        level: 0,
        row: 0,
    },
    body: Body::new(&Object::default(), None, Vec2::ONE),
    instance: Instance::new(Vec2::ZERO, FrameId::SOLID),
});
