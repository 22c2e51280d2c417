//! Objects that carry others, and are carried.

use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Attachment, Core, CoreSettings, Object};

use crate::common::ghost_at;

/// A world whose units are square.
pub(crate) fn square() -> Core {
    let settings = CoreSettings {
        view: vec2(640.0, 480.0),
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    Core::new(&settings, Assets::new(AssetSettings::default()))
}

/// Carried at this offset.
pub(crate) fn at(offset: Vec2) -> Attachment {
    Attachment {
        offset,
        ..Attachment::default()
    }
}

/// Where an object is that is there.
pub(crate) fn place(core: &Core, id: ObjectId) -> Vec2 {
    core.world.position(id).expect("it is there")
}

/// What nothing stops, on its way.
pub(crate) fn moving(position: Vec2, velocity: Vec2) -> Object {
    Object {
        velocity,
        ..ghost_at(position.x, position.y)
    }
}
