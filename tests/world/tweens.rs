//! Tweens: curves and passes, the time they run in, their targets, replacement, ends and snapshots.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod closed_form;
mod ends;
mod objects;
mod running;
mod targets;
mod times;

use crate::common::{core, ghost_at, spawn, steps};
use damselfly::math::Ease;
use damselfly::prelude::*;
use damselfly::world::Core;

fn position(core: &Core, id: ObjectId) -> Vec2 {
    core.world.object(id).unwrap().position()
}
