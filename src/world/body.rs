//! What the world knows of an object, apart from the columns of its layer.

use glam::Vec2;

use super::family::Kin;
use super::integrator::Integration;
use super::object::{Movement, Solidness};
use crate::assets::SpriteId;
use crate::geometry::Rect;

/// Where an object's row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) altitude: u16,
    pub(crate) level: u16,
    pub(crate) row: u32,
}

/// An animation: which frame is shown, and for how long still.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Animation {
    pub(crate) frame: u16,
    /// Steps for which a frame is shown; 0: stopped.
    pub(crate) slowdown: u16,
    /// Steps until the next frame, in layer time.
    pub(crate) remaining: f32,
}

/// The cold part of an object.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) kind: &'static str,
    /// Where its row was when the body was last lent to be changed: `Slots` knows where it is.
    pub(crate) place: Place,
    pub(crate) solidness: Solidness,
    pub(crate) movement: Movement,
    pub(crate) groups: u32,
    pub(crate) collides_with: u32,
    pub(crate) visible: bool,
    /// Removal is under way.
    pub(crate) marked: bool,
    /// One of its behaviours panicked.
    pub(crate) disabled: bool,
    pub(crate) sprite: Option<SpriteId>,
    /// Relative to the position, in world units.
    pub(crate) bounds: Rect,
    /// The bounds are the sprite's, and follow it.
    pub(crate) bounds_of_sprite: bool,
    pub(crate) acceleration: Vec2,
    pub(crate) integration: Integration,
    pub(crate) kin: Kin,
    /// What is left of a cell, for movement by whole cells: 1 is full.
    pub(crate) countdown: Vec2,
    pub(crate) angle: f32,
    pub(crate) spin: f32,
    pub(crate) scale: Vec2,
    pub(crate) animation: Animation,
}
