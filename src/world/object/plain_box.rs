//! Objects whose movement and collisions follow from little: most that are solid.

use glam::Vec2;

use super::body::Body;
use super::description::{Movement, Solidness};
use crate::geometry::Rect;

/// What the movement of a plain box follows from, beside its position and its velocity. It is solid from all sides, moves
/// smoothly and is accelerated by nothing, is no platform, and has no part in a hierarchy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlainBox {
    /// Relative to the position, in world units.
    pub(crate) bounds: Rect,
    pub(crate) is_hard: bool,
    pub(crate) is_bullet: bool,
}

impl PlainBox {
    /// The plain box that an object is which has neither shapes nor tiles, and is not removed at the step's end. `None` if it
    /// is none.
    pub(crate) fn of(body: &Body) -> Option<Self> {
        let is_hard = body.solidness == Solidness::Hard;
        let is_plain = (is_hard || body.solidness == Solidness::Soft)
            && body.movement == Movement::Smooth
            && body.acceleration == Vec2::ZERO
            && body.integration.force.is_none()
            && body.link.node.is_none()
            && !(body.platform || body.disabled);
        is_plain.then_some(Self {
            bounds: body.bounds,
            is_hard,
            is_bullet: body.bullet,
        })
    }
}
