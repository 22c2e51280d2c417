//! Helpers for tests of attached objects.

use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Attachment, Core, CoreSettings, Object};

use crate::common::ghost_at;

/// Returns an empty core whose view has 640 × 480 units of one pixel each.
pub(crate) fn square() -> Core {
    let settings = CoreSettings {
        view: vec2(640.0, 480.0),
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    Core::new(&settings, Assets::new(AssetSettings::default()))
}

/// Returns an attachment at this offset.
pub(crate) fn at(offset: Vec2) -> Attachment {
    Attachment {
        offset,
        ..Attachment::default()
    }
}

/// Returns the position of an object, which must exist.
pub(crate) fn place(core: &Core, id: ObjectId) -> Vec2 {
    core.world
        .object(id)
        .map(|object| object.position())
        .expect("it is there")
}

/// Returns a moving object that collides with nothing.
pub(crate) fn moving(position: Vec2, velocity: Vec2) -> Object {
    Object {
        velocity,
        ..ghost_at(position.x, position.y)
    }
}
