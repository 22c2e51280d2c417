//! Moves that slide along what is in their way: settings, results, and the arithmetic of a slide.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::collision::Impact;

/// How far a slide along a slanted surface keeps from it, in world units: rounding would lead into it.
pub(crate) const SKIN: f32 = 1.0 / 1024.0;

/// How far below an object the floor is at most on which it stands, in world units: more than what slides leave.
pub(crate) const NEAR: f32 = 8.0 * SKIN;

/// How [`Context::move_and_slide`](crate::world::Context::move_and_slide) moves an object.
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::world::SlideSettings;
///
/// let on_stairs = SlideSettings { step_height: 4.0, ..SlideSettings::default() };
/// let from_above = SlideSettings::top_down();
/// assert_eq!((on_stairs.up, from_above.up), (Vec2::NEG_Y, Vec2::ZERO));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideSettings {
    /// The direction away from floors, each number −1 to 1 and with a length of 1; zero where there are neither floors nor ceilings, as in a game
    /// seen from above. Defaults to (0, −1), up on the screen.
    pub up: Vec2,
    /// The steepest floor, as its angle to the level in radians, 0 to π/2: what is steeper is a wall. Defaults to 0.8, about
    /// 46°.
    pub max_slope: f32,
    /// How high steps may be that it climbs while it is on a floor, in world units, 0 to 1e9. Defaults to 0: none.
    pub step_height: f32,
    /// How far below it the floor may be to which it keeps while it is on one and does not move up, as on the way down a
    /// slope or a step, in world units, 0 to 1e9. Defaults to none: a quarter of its height, or the height of a step if
    /// that is more.
    pub snap: Option<f32>,
    /// How many surfaces it may slide along in one move, 1 to 16. Defaults to 4.
    pub max_slides: u32,
}

impl Default for SlideSettings {
    fn default() -> Self {
        Self {
            up: Vec2::NEG_Y,
            max_slope: 0.8,
            step_height: 0.0,
            snap: None,
            max_slides: 4,
        }
    }
}

/// Which part of a room a surface is to what moves along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SurfaceKind {
    Floor,
    Wall,
    Ceiling,
}

impl SlideSettings {
    /// Returns the settings of a game that is seen from above: everything is a wall.
    pub fn top_down() -> Self {
        Self {
            up: Vec2::ZERO,
            ..Self::default()
        }
    }

    /// These settings with the default for each value that is not valid, and whether all of them are.
    pub(crate) fn valid(mut self) -> (Self, bool) {
        let usual = Self::default();
        let given = self;
        let is_length = |length: f32| (0.0..=1e9).contains(&length);
        if self.up != Vec2::ZERO && !(0.99..1.01).contains(&self.up.length_squared()) {
            self.up = usual.up;
        }
        if !(0.0..=core::f32::consts::FRAC_PI_2).contains(&self.max_slope) {
            self.max_slope = usual.max_slope;
        }
        if !is_length(self.step_height) {
            self.step_height = usual.step_height;
        }
        self.snap = self.snap.filter(|&snap| is_length(snap));
        self.max_slides = self.max_slides.clamp(1, 16);
        // Not a number is unequal to itself, and so to the value that took its place.
        (self, self == given)
    }

    /// What a surface with this normal is.
    pub(crate) fn surface(&self, normal: Vec2) -> SurfaceKind {
        // A little less steep, for what rounding may have added.
        let least = (crate::math::cos(self.max_slope) - 1e-5).max(1e-3);
        let upward = normal.dot(self.up);
        if self.up != Vec2::ZERO && upward >= least {
            SurfaceKind::Floor
        } else if self.up != Vec2::ZERO && -upward >= least {
            SurfaceKind::Ceiling
        } else {
            SurfaceKind::Wall
        }
    }

    /// A movement without its part along `up`.
    pub(crate) fn level_part(&self, movement: Vec2) -> Vec2 {
        movement - self.up * movement.dot(self.up)
    }

    /// The normal by which a wall stops what walks: of what is too steep to climb, the level part alone.
    pub(crate) fn upright(&self, normal: Vec2) -> Vec2 {
        self.level_part(normal).try_normalize().unwrap_or(normal)
    }
}

/// A movement without what of it leads into a surface.
pub(crate) fn slid(movement: Vec2, normal: Vec2) -> Vec2 {
    movement - normal * movement.dot(normal).min(0.0)
}

/// Where a hard object stops on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// What is in the way.
    pub(crate) other: ObjectId,
    /// Where it stops, in world units.
    pub(crate) at: Vec2,
    pub(crate) hit: Impact,
}

/// What stopped an object on its way: returned by [`Context::move_and_collide`](crate::world::Context::move_and_collide) and
/// part of a [`Slide`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveHit {
    /// The object that is in the way.
    pub other: ObjectId,
    /// Where the two touch, in world units.
    pub position: Vec2,
    /// From the object in the way towards the one that moves, with a length of 1.
    pub normal: Vec2,
    /// What is left of the movement, in world units.
    pub remaining: Vec2,
}

/// What became of a move: returned by [`Context::move_and_slide`](crate::world::Context::move_and_slide).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// The movement without what of it was stopped, in world units: the velocity to go on with.
    pub velocity: Vec2,
    /// The floor on which it stands, if it does.
    pub floor: Option<MoveHit>,
    /// The wall that it ran into last, if any.
    pub wall: Option<MoveHit>,
    /// The ceiling that it ran into last, if any.
    pub ceiling: Option<MoveHit>,
}

impl Slide {
    /// A movement that nothing has stopped so far.
    pub(crate) fn new(velocity: Vec2) -> Self {
        Self {
            velocity,
            floor: None,
            wall: None,
            ceiling: None,
        }
    }

    /// Whether it stands on a floor.
    pub fn is_on_floor(&self) -> bool {
        self.floor.is_some()
    }

    pub(crate) fn note(&mut self, surface: SurfaceKind, hit: MoveHit) {
        match surface {
            SurfaceKind::Floor => self.floor = Some(hit),
            SurfaceKind::Wall => self.wall = Some(hit),
            SurfaceKind::Ceiling => self.ceiling = Some(hit),
        }
    }
}
