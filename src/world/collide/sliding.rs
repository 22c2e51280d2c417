//! Moves that slide along obstacles: settings, results and arithmetic.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::collision::Impact;

/// Distance that a slide keeps from a slanted surface, in world units. Without it, rounding would move objects into the
/// surface.
pub(crate) const SKIN: f32 = 1.0 / 1024.0;

/// Distance in world units up to which an object counts as standing on the floor under it. It is larger than the gap
/// that slides leave.
const NEAR: f32 = 8.0 * SKIN;

/// Returns `SKIN`, or more far from the origin, where positions are rounded more: at least a unit in the last place of
/// a coordinate.
pub(crate) fn skin_at(position: Vec2) -> f32 {
    SKIN.max(f32::EPSILON * position.abs().max_element())
}

/// Returns `NEAR`, or more far from the origin.
pub(crate) fn near_at(position: Vec2) -> f32 {
    NEAR.max(6.0 * f32::EPSILON * position.abs().max_element())
}

/// Settings of [`Context::move_and_slide`](crate::world::Context::move_and_slide).
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::world::SlideSettings;
///
/// let on_stairs = SlideSettings { step_height: 4.0, ..SlideSettings::default() };
/// let from_above = SlideSettings::top_down();
/// assert_eq!((on_stairs.up, from_above.up), (Vec2::NEG_Y, Vec2::ZERO));
/// ```
#[doc(alias("floor_max_angle", "floor_snap_length", "up_direction"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideSettings {
    /// Unit vector away from floors. Zero in games seen from above, without floors or ceilings. Defaults to (0, −1), up
    /// on the screen.
    pub up: Vec2,
    /// Angle of the steepest floor in radians, 0 to π/2. Steeper surfaces are walls. Defaults to 0.8, about 46°.
    pub max_slope: f32,
    /// Maximum height of steps that the object climbs while it is on a floor, in world units, 0 to 1e9. Defaults to 0:
    /// it climbs no steps.
    pub step_height: f32,
    /// Maximum distance to a floor below the object to which it snaps, in world units, 0 to 1e9. It only snaps while it
    /// is on a floor and does not move up, to follow a slope or a step down. Defaults to `None`: a quarter of the
    /// object's height, or `step_height` if that is more.
    pub snap: Option<f32>,
    /// Maximum number of surfaces that the object slides along in one move, 1 to 16. Defaults to 4.
    pub max_slides: u32,
    /// Whether the object passes down through one-way platforms and one-way tiles in this move. One step is enough: a
    /// platform only holds objects that were above it. Defaults to `false`.
    #[doc(alias("fall through", "jump down"))]
    pub drops_through: bool,
    /// Whether a jump from a moving platform keeps the platform's velocity: the sideways and the upward part of
    /// [`Slide::floor_velocity`] are then added to a movement that leaves the floor upwards. Defaults to `true`.
    #[doc(alias("platform_on_leave"))]
    pub keeps_floor_velocity: bool,
}

impl Default for SlideSettings {
    fn default() -> Self {
        Self {
            up: Vec2::NEG_Y,
            max_slope: 0.8,
            step_height: 0.0,
            snap: None,
            max_slides: 4,
            drops_through: false,
            keeps_floor_velocity: true,
        }
    }
}

/// Kind of a surface, for a sliding object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SurfaceKind {
    Floor,
    Wall,
    Ceiling,
}

impl SlideSettings {
    /// Returns settings for a game seen from above: every surface is a wall.
    pub fn top_down() -> Self {
        Self {
            up: Vec2::ZERO,
            ..Self::default()
        }
    }

    /// Replaces each invalid value by its default, and clamps `max_slides`. Returns the settings, and whether all
    /// values were valid.
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
        // A NaN counts as invalid here, because it is not equal to its replacement.
        (self, self == given)
    }

    /// Returns the kind of a surface with this normal.
    pub(crate) fn surface(&self, normal: Vec2) -> SurfaceKind {
        // The limit is slightly less than the cosine, because of rounding.
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

    /// Returns a movement without its component along `up`.
    pub(crate) fn level_part(&self, movement: Vec2) -> Vec2 {
        movement - self.up * movement.dot(self.up)
    }

    /// Returns the horizontal direction of a normal: the part without its component along `up`, with a length of 1.
    /// With it as the normal, a slope that is too steep to climb stops a walker like an upright wall. A vertical normal
    /// is returned as it is.
    pub(crate) fn upright(&self, normal: Vec2) -> Vec2 {
        let level = self.level_part(normal);
        let length = level.length();
        // The division makes a horizontal normal exactly 1 long. With a rounded reciprocal, a small rest of the
        // movement would still lead into the wall.
        if length > 0.0 { level / length } else { normal }
    }
}

impl SlideSettings {
    /// Returns a movement without its component into a wall. A wall that leans back is a slope that is too steep to
    /// climb: the rest of the movement does not rise more than the movement itself. If `grounded` is true, the object
    /// is on a floor, and the rest of the movement does not rise at all.
    pub(crate) fn along_wall(&self, movement: Vec2, normal: Vec2, grounded: bool) -> Vec2 {
        let own_rise = movement.dot(self.up).max(0.0);
        let along = slid(movement, normal);
        if !grounded && along.dot(self.up) <= own_rise {
            return along;
        }
        let upright = slid(movement, self.upright(normal));
        let rise = upright.dot(self.up);
        let allowed = if grounded { 0.0 } else { own_rise };
        upright - self.up * (rise - rise.min(allowed))
    }

    /// Returns a velocity after an object met a floor: without its downward part, and without a rise along the floor
    /// that is faster than its own.
    pub(crate) fn along_floor(&self, velocity: Vec2, normal: Vec2) -> Vec2 {
        let own_rise = velocity.dot(self.up);
        if own_rise <= 0.0 {
            return self.level_part(velocity);
        }
        let along = slid(velocity, normal);
        along - self.up * (along.dot(self.up) - own_rise).max(0.0)
    }
}

/// Returns a movement without its component into a surface.
pub(crate) fn slid(movement: Vec2, normal: Vec2) -> Vec2 {
    movement - normal * movement.dot(normal).min(0.0)
}

/// A hard object that stops a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// The obstacle.
    pub(crate) other: ObjectId,
    /// Position at which the mover stops, in world units.
    pub(crate) at: Vec2,
    pub(crate) hit: Impact,
}

/// The obstacle that stopped a move: returned by [`Context::move_and_collide`](crate::world::Context::move_and_collide)
/// and part of a [`Slide`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveHit {
    /// The obstacle.
    pub other: ObjectId,
    /// Point of contact, in world units.
    pub position: Vec2,
    /// Normal from the obstacle towards the mover, with a length of 1.
    pub normal: Vec2,
    /// Remaining displacement, in world units.
    pub remaining: Vec2,
}

/// Result of a sliding move: returned by [`Context::move_and_slide`](crate::world::Context::move_and_slide).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// The movement without its stopped part, in world units: the velocity for the next step.
    pub velocity: Vec2,
    /// The floor under the object, if any.
    pub floor: Option<MoveHit>,
    /// The wall that the object ran into last, if any.
    pub wall: Option<MoveHit>,
    /// The ceiling that the object ran into last, if any.
    pub ceiling: Option<MoveHit>,
    /// Displacement of the floor, in world units, if it is a [platform](crate::world::Object::platform) that moves: in
    /// this step if it has already moved, otherwise in the last one. Zero in the air, and on a floor that is not a
    /// platform.
    #[doc(alias("get_platform_velocity"))]
    pub floor_velocity: Vec2,
    pub(crate) touched: Touched,
}

/// Surfaces that an object touches after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touched {
    pub(crate) wall: bool,
    pub(crate) ceiling: bool,
}

impl Slide {
    /// Returns the result of a movement that nothing has stopped.
    pub(crate) fn new(velocity: Vec2) -> Self {
        Self {
            velocity,
            floor: None,
            wall: None,
            ceiling: None,
            floor_velocity: Vec2::ZERO,
            touched: Touched::default(),
        }
    }

    /// Returns whether the object stands on a floor.
    pub fn is_on_floor(&self) -> bool {
        self.floor.is_some()
    }

    /// Returns whether the object ran into a wall or touches one, on either side.
    pub fn is_on_wall(&self) -> bool {
        self.wall.is_some() || self.touched.wall
    }

    /// Returns whether the object ran into a ceiling or touches one: also on the floor of a gap of its own height.
    pub fn is_on_ceiling(&self) -> bool {
        self.ceiling.is_some() || self.touched.ceiling
    }

    pub(crate) fn record(&mut self, surface: SurfaceKind, hit: MoveHit) {
        match surface {
            SurfaceKind::Floor => self.floor = Some(hit),
            SurfaceKind::Wall => self.wall = Some(hit),
            SurfaceKind::Ceiling => self.ceiling = Some(hit),
        }
    }
}
