//! What an object is when it is spawned.

use glam::Vec2;

use crate::assets::SpriteId;
use crate::base::color::Color;
use crate::base::valid::is_valid;
use crate::geometry::Rect;
use crate::scene::Blend;
use crate::world::step::integrator::{Force, Integrator};

/// Whether an object gets in the way of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Solidness {
    /// Collides, and does not move into another hard object. The default.
    #[default]
    Hard,
    /// Collides, and moves all the same.
    Soft,
    /// Never collides.
    Spectral,
}

impl Solidness {
    /// Whether it collides at all.
    pub const fn is_solid(self) -> bool {
        !matches!(self, Self::Spectral)
    }
}

/// How the engine moves an object along its velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Movement {
    /// A little every step, drawn smoothly in between. The default.
    #[default]
    Smooth,
    /// By whole units, when a countdown that starts full has run out: a velocity of −0.25 moves at steps 4,
    /// 8 and 12. A new velocity restarts it. Never smoothed.
    WholeCells,
}

/// An object's bounding box, for collisions and for the world's boundary.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Bounds {
    /// As large as its sprite, scaled; a single point without one. The default.
    #[default]
    Sprite,
    /// This rectangle in world units, relative to the object's position.
    Fixed(Rect),
}

impl Bounds {
    /// Whether every coordinate is valid and no edge lies beyond the opposite one.
    pub(crate) fn is_valid(&self) -> bool {
        match self {
            Self::Sprite => true,
            Self::Fixed(rect) => {
                is_valid(rect.min) && is_valid(rect.max) && rect.min.cmple(rect.max).all()
            }
        }
    }
}

/// How a sprite's texels are read when it is stretched or turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest one: crisp pixels. The default.
    #[default]
    Nearest,
    /// Mixed from the four around.
    Linear,
}

/// A description of an object to spawn. Take what you need and leave the rest:
///
/// ```
/// # use damselfly::prelude::*;
/// let saucer = Object { kind: "Saucer", velocity: vec2(-0.25, 0.0), ..Object::default() };
/// ```
///
/// Numbers must be finite: a field that is not gets its default, with a line in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The name of its type: `"Saucer"`. Empty at first.
    pub kind: &'static str,
    /// World units. The origin at first.
    pub position: Vec2,
    /// World units per step. Still at first.
    pub velocity: Vec2,
    /// World units per step, each step. None at first.
    pub acceleration: Vec2,
    /// An acceleration that depends on where it is, added to the constant one. None at first.
    pub force: Option<Force>,
    /// How accelerations are followed. Semi-implicit Euler at first.
    pub integrator: Integrator,
    /// Which layer it is in: objects of higher altitudes are painted over those of lower ones and act after
    /// them. 2, the middle of the default five.
    pub altitude: u16,
    /// Hard at first.
    pub solidness: Solidness,
    /// How the engine moves it.
    pub movement: Movement,
    /// The groups it belongs to, as bits. Group 1 at first.
    pub groups: u32,
    /// The groups it collides with, as bits: two solid objects collide when each is in a group that the other
    /// collides with. All at first.
    pub collides_with: u32,
    /// Its bounding box.
    pub bounds: Bounds,
    /// What it shows: nothing at first.
    pub sprite: Option<SpriteId>,
    /// Which of its sprite's frames it shows first.
    pub frame: u16,
    /// Steps for which a frame is shown: 1 is every step, 0 stops. The sprite's own at first.
    pub slowdown: Option<u16>,
    /// Radians, clockwise.
    pub angle: f32,
    /// Radians per step.
    pub spin: f32,
    /// Stretching; a negative value mirrors about the position. (1, 1) at first.
    pub scale: Vec2,
    /// Every texel is multiplied by it. White at first: unchanged.
    pub tint: Color,
    /// How it meets what is beneath it.
    pub blend: Blend,
    /// How its texels are read.
    pub filter: Filter,
    /// Mirrors the sprite left to right, within its rectangle.
    pub flip_x: bool,
    /// Mirrors the sprite top to bottom, within its rectangle.
    pub flip_y: bool,
    /// Steps after which it is removed, in its layer's time: see [`World::set_lifetime`](super::World::set_lifetime).
    /// None at first: it stays.
    pub lifetime: Option<u32>,
    /// Whether it is drawn. True at first.
    pub visible: bool,
    /// Belongs to every level, and is painted first within its altitude. False at first.
    pub persistent: bool,
}

impl Default for Object {
    fn default() -> Self {
        Self {
            kind: "",
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            acceleration: Vec2::ZERO,
            force: None,
            integrator: Integrator::default(),
            altitude: 2,
            solidness: Solidness::default(),
            movement: Movement::default(),
            groups: 1,
            collides_with: u32::MAX,
            bounds: Bounds::default(),
            sprite: None,
            frame: 0,
            slowdown: None,
            angle: 0.0,
            spin: 0.0,
            scale: Vec2::ONE,
            tint: Color::WHITE,
            blend: Blend::default(),
            filter: Filter::default(),
            flip_x: false,
            flip_y: false,
            lifetime: None,
            visible: true,
            persistent: false,
        }
    }
}
