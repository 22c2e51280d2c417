//! The camera: the visible part of the world.
//!
//! The camera owns the view's centre, zoom, angle and shaking. `render` makes projections from its pose.

mod coordinates;
pub(super) mod follow;
pub(super) mod pose;
mod rig;
mod shake;

use core::f32::consts::TAU;
use std::sync::Arc;

use glam::Vec2;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;
use crate::base::outcome::Outcome;
use crate::base::valid;
use crate::geometry::Rect;
use crate::geometry::turns::{Turn, TurnMotion};

use follow::{Push, Tracked};
use rig::Rig;
pub use shake::Shake;
use shake::Shakes;

/// The visible part of the world: a view that is kept within the world's boundary and can follow an object, zoom, turn
/// and shake.
///
/// It changes once per step and is smoothed like an object: drawing shows it travel to where it was moved, zoomed or
/// turned. A cut ([`Camera::cut_to`], [`Camera::cut`]) makes every change of its step a jump, whether before or after
/// the cut. Changes before the first step are jumps as well.
///
/// Setters return whether the value was valid. An invalid one changes nothing and is counted in [`Camera::refusals`];
/// the first ten are logged.
///
/// ```
/// use damselfly::app::{App, Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// // A view of 80 × 24 units in a world of 400 × 100.
/// let mut game = Harness::start(App::new("Camera", Options::default()), |cx| {
///     let ship = Object { position: vec2(200.0, 50.0), ..Object::default() };
///     let ship = cx.spawn(ship);
///     cx.camera.set_boundary(Rect::from_size(Vec2::ZERO, vec2(400.0, 100.0)));
///     cx.camera.follow(ship, vec2(20.0, 10.0));
///     Ok(())
/// })?;
/// game.step();
/// let camera = &mut game.world_mut().camera;
/// assert_eq!(camera.center(), vec2(190.0, 45.0));
///
/// assert!(camera.set_zoom(2.0).is_done());
/// assert_eq!(camera.view_size(), vec2(40.0, 12.0));
/// assert!(!camera.set_zoom(0.0).is_done());
///
/// camera.shake(Shake { strength: vec2(3.0, 1.0), ..Shake::default() });
/// # Ok(())
/// # }
/// ```
#[doc(alias("scroll", "viewport", "zoom", "Camera2D"))]
#[derive(Clone, Debug)]
pub struct Camera {
    /// The world's boundary: the view stays inside, and objects that leave it are notified.
    boundary: Rect,
    /// Whether the game has set the boundary. Until then the boundary has the size of the view at zoom 1.
    is_bounded: bool,
    /// Size of the view at zoom 1, in world units.
    size: Vec2,
    /// Pixels per world unit at zoom 1. Rotation is computed in pixels, so that nothing is sheared.
    unit: Vec2,
    /// The view's centre.
    center: Vec2,
    zoom: f32,
    /// Radians clockwise, less than a full turn either way.
    angle: f32,
    /// Displacement of the centre in the last step, in world units. The next two fields are the changes of zoom and
    /// angle.
    motion: Vec2,
    zoom_motion: f32,
    turn_motion: TurnMotion,
    /// Whether the changes of this step are drawn as a jump.
    jumps: bool,
    /// The object that is kept in view until it is removed.
    follow: Option<ObjectId>,
    /// Half of the size of the dead zone around the centre, in world units. The view stays still while the followed
    /// object is inside the dead zone.
    dead_zone: Vec2,
    push: Push,
    /// The followed object after this step. `None` if none of its movement is smoothed.
    tracked: Option<Tracked>,
    /// Look-ahead and rooms.
    rig: Rig,
    shakes: Shakes,
    /// The number of invalid values.
    refused: u64,
    /// Label of its sprite, for log lines. `None` for the main camera.
    label: Option<Arc<str>>,
}

// Left out: motion, cuts and the unit, because each step sets them again; shakes and pushes, which only change drawing;
// and the number of invalid values.
impl Checksum for Camera {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (
            &self.boundary,
            self.size,
            self.center,
            self.zoom,
            self.angle,
        )
            .write_checksum(sum);
        (self.follow, self.dead_zone, &self.rig).write_checksum(sum);
        // A boundary that the game has set differs from an equal default one, which follows the view's size.
        if self.is_bounded && self.boundary == Rect::from_size(Vec2::ZERO, self.size) {
            sum.str("bounded");
        }
    }
}

impl Camera {
    /// Returns a camera that sees `size` world units from the origin, in a world of the same size, where a unit is a
    /// pixel. A size that is not finite or has no area counts as one unit each way.
    pub fn new(size: Vec2) -> Self {
        let size = if is_size(size) { size } else { Vec2::ONE };
        Self {
            boundary: Rect::from_size(Vec2::ZERO, size),
            is_bounded: false,
            size,
            unit: Vec2::ONE,
            center: size / 2.0,
            zoom: 1.0,
            angle: 0.0,
            motion: Vec2::ZERO,
            zoom_motion: 0.0,
            turn_motion: TurnMotion::ZERO,
            // A game places its camera before the first step, when there is no earlier pose to smooth from.
            jumps: true,
            follow: None,
            dead_zone: Vec2::ZERO,
            push: Push::none(size / 2.0),
            tracked: None,
            rig: Rig::default(),
            shakes: Shakes::default(),
            refused: 0,
            label: None,
        }
    }

    /// Returns the number of invalid values that were refused. [`World::refusals`](crate::world::World::refusals)
    /// contains them too.
    pub fn refusals(&self) -> u64 {
        self.refused
    }

    /// Counts a new value of the property `what` if it is not valid, and logs the first ten of these. Returns the
    /// outcome of the setter.
    fn checked(&mut self, valid: bool, what: &str) -> Outcome {
        if !valid {
            self.refused += 1;
            // A game may set the same invalid value in every step, which must not fill the log.
            if self.refused <= 10 {
                let name = match &self.label {
                    Some(label) => format!("camera `{label}`"),
                    None => "the camera".to_owned(),
                };
                log::warn!(
                    "{name}: the new {what} is not finite or is out of range; the old value is kept"
                );
            }
        }
        Outcome::of_valid(valid)
    }

    /// Sets the pixels per world unit: (8, 16) for text cells. The view is turned in pixels. Defaults to (1, 1); a
    /// world sets the unit of its camera. A unit that is not finite or has no area changes nothing.
    #[must_use]
    pub fn with_unit(mut self, unit: Vec2) -> Self {
        if is_size(unit) {
            self.unit = unit;
        }
        self
    }

    /// Returns the world's boundary. Until the game sets it, it starts at the origin and has the size of the view at
    /// zoom 1.
    pub fn boundary(&self) -> Rect {
        self.boundary
    }

    /// Sets the world's boundary. If the view has to move to stay inside, drawing shows it jump.
    ///
    /// Refused unless the boundary has an area and all coordinates are within ±10⁹.
    pub fn set_boundary(&mut self, boundary: Rect) -> Outcome {
        let valid = valid::is_valid(boundary.min)
            && valid::is_valid(boundary.max)
            && boundary.min.cmplt(boundary.max).all();
        let outcome = self.checked(valid, "boundary");
        if outcome.is_done() {
            self.boundary = boundary;
            self.is_bounded = true;
            // Cuts only if the view has to move, because a cut makes every other change of this step a jump, too.
            if self.held(self.center) != self.center {
                self.cut_to(self.center);
            }
        }
        outcome
    }

    /// Returns the size of the view in world units, zoom included.
    pub fn view_size(&self) -> Vec2 {
        self.size / self.zoom
    }

    /// Returns the size of the view in world units at zoom 1.
    pub(crate) fn unzoomed_size(&self) -> Vec2 {
        self.size
    }

    /// Returns the part of the world that is seen, as if the camera were not turned. This part is kept within the
    /// boundary. See [`Camera::seen`].
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::scene::Camera;
    /// let mut camera = Camera::new(vec2(80.0, 24.0));
    /// let view = camera.view();
    /// assert_eq!((view.size(), view.center()), (vec2(80.0, 24.0), vec2(40.0, 12.0)));
    /// camera.set_zoom(2.0);
    /// assert_eq!(camera.view().size(), vec2(40.0, 12.0));
    /// ```
    pub fn view(&self) -> Rect {
        Rect::centered(self.center(), self.view_size())
    }

    /// Returns the view's centre, in world units.
    pub fn center(&self) -> Vec2 {
        self.rigged_center()
    }

    /// Returns the displacement of the view's centre in the last step, in world units; zero after a cut.
    pub fn motion(&self) -> Vec2 {
        if self.is_rigged() {
            return self.rig_motion();
        }
        self.motion
    }

    /// Returns the zoom, a factor from 1/64 to 64: 2 shows everything twice as large. Defaults to 1.
    pub fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Sets the zoom, the factor of all sizes in the view; drawing smooths the change.
    ///
    /// Refused unless it is from 1/64 to 64.
    pub fn set_zoom(&mut self, zoom: f32) -> Outcome {
        let outcome = self.checked(ZOOMS.contains(&zoom), "zoom");
        if outcome.is_done() {
            let from = self.zoom;
            self.zoom = zoom;
            if !self.jumps {
                self.zoom_motion += zoom - from;
            }
            // A smaller zoom sees more, so the view may have to move to stay within the boundary.
            self.go_to(self.center);
        }
        outcome
    }

    /// Returns the camera's angle in radians, clockwise, less than a full turn either way. Defaults to 0.
    pub fn angle(&self) -> f32 {
        self.angle
    }

    /// Turns the camera about the view's centre to an angle in radians, clockwise; drawing smooths the turn, the
    /// shorter way.
    ///
    /// The view turns the other way, so that an object with the camera's angle is upright in it. It is turned in
    /// pixels; the heads-up display is not turned. The view is kept within the boundary as if it were not turned, so
    /// that turning never moves its centre: leave a margin if its corners must not see past the world.
    ///
    /// Refused unless the angle is finite.
    pub fn set_angle(&mut self, angle: f32) -> Outcome {
        let outcome = self.checked(angle.is_finite(), "angle");
        if outcome.is_done() {
            let from = self.turn();
            if from != Turn::from_radians(angle) {
                self.push = Push::none(self.center);
            }
            // Keeps the angle below a full turn, so that it stays precise however often the camera turns.
            self.angle = angle % TAU;
            if !self.jumps {
                let by = from.motion_to(self.turn());
                // Wraps like angles: several turns in one step may add up to more than half a turn.
                self.turn_motion = self.turn_motion + by;
            }
        }
        outcome
    }

    /// Turns the camera by an angle in radians, clockwise: see [`Camera::set_angle`].
    pub fn turn_by(&mut self, angle: f32) -> Outcome {
        self.set_angle(self.angle + angle)
    }

    /// Returns the angle in the precision in which it is drawn.
    fn turn(&self) -> Turn {
        Turn::from_radians(self.angle)
    }

    /// Shakes the view, beginning with this step.
    ///
    /// Refused unless every number is valid: see [`Shake`].
    pub fn shake(&mut self, shake: Shake) -> Outcome {
        let valid = self.shakes.add(shake);
        self.checked(valid, "shaking")
    }

    /// Sets the size of the view at zoom 1, in world units, after the window's shape has changed.
    pub(crate) fn set_size(&mut self, size: Vec2) {
        if is_size(size) && size != self.size {
            let before = self.view_size();
            self.size = size;
            if !self.is_bounded {
                self.boundary = Rect::from_size(Vec2::ZERO, size);
            }
            // The upper left corner stays. Not computed from the view, which contains the lead of look-ahead.
            self.cut();
            self.go_to(self.center + (self.view_size() - before) / 2.0);
        }
    }

    /// Sets the size of the view at zoom 1, in world units, and keeps the centre. A camera whose boundary was never set
    /// gets this one.
    pub(super) fn fit(&mut self, size: Vec2, boundary: &Rect) {
        if is_size(size) && (size != self.size || !self.is_bounded) {
            self.size = size;
            if !self.is_bounded {
                (self.boundary, self.is_bounded) = (*boundary, true);
            }
            self.center = self.held(self.center);
        }
    }

    /// Makes every change of this step a jump: none of them is smoothed.
    pub fn cut(&mut self) {
        self.jumps = true;
        self.motion = Vec2::ZERO;
        self.zoom_motion = 0.0;
        self.turn_motion = TurnMotion::ZERO;
        self.tracked = None;
        self.cut_rig();
    }

    /// Makes it the camera of the sprite with this label, which has refused this many values.
    pub(super) fn adopt(&mut self, label: &Arc<str>, refused: u64) {
        if !self.is_of(label) {
            (self.label, self.refused) = (Some(label.clone()), refused);
        }
    }

    /// Returns whether it is the camera of the sprite with this label.
    pub(super) fn is_of(&self, label: &Arc<str>) -> bool {
        self.label.as_ref() == Some(label)
    }

    /// Returns whether the changes of the latest step are drawn as a jump.
    pub(crate) fn is_cut(&self) -> bool {
        self.jumps
    }

    /// Centres the view on a position in world units, or as near as the boundary permits, with a cut: see
    /// [`Camera::cut`].
    ///
    /// Refused unless both coordinates are within ±10⁹.
    pub fn cut_to(&mut self, center: Vec2) -> Outcome {
        let outcome = self.checked(valid::is_valid(center), "position");
        if outcome.is_done() {
            self.cut();
            self.go_to(center);
        }
        outcome
    }

    /// Centres the view on a position in world units, or as near as the boundary permits; drawing smooths the way.
    ///
    /// Refused unless both coordinates are within ±10⁹.
    pub fn move_to(&mut self, center: Vec2) -> Outcome {
        let outcome = self.checked(valid::is_valid(center), "position");
        if outcome.is_done() {
            self.go_to(center);
        }
        outcome
    }

    fn go_to(&mut self, center: Vec2) {
        let from = self.center;
        self.center = self.held(center);
        self.push = self.push.moved(from, self.center);
        self.tracked = None;
        if !self.jumps {
            self.motion += self.center - from;
        }
    }

    /// Begins a step without motion. `unit` is the number of pixels per world unit.
    pub(crate) fn begin_step(&mut self, unit: Vec2) {
        // Resets the motion of the last step. `cut` also sets `jumps`, which is false again for the new step.
        self.cut();
        self.begin_rig();
        self.jumps = false;
        if is_size(unit) {
            self.unit = unit;
        }
    }

    /// Ends a step of `dt` nominal steps.
    pub(crate) fn end_step(&mut self, dt: f32) {
        self.shakes.advance(dt);
    }

    /// Returns the nearest centre that keeps the view within the boundary. On an axis where the view is larger than the
    /// boundary, both start at the same coordinate.
    fn held(&self, center: Vec2) -> Vec2 {
        // With a rig, the area holds the view, and not the centre that follows.
        if self.is_rigged() {
            return center;
        }
        held(center, self.view_size(), &self.boundary)
    }
}

pub(crate) const ZOOMS: core::ops::RangeInclusive<f32> = 1.0 / 64.0..=64.0;

fn held(center: Vec2, size: Vec2, boundary: &Rect) -> Vec2 {
    let half = size / 2.0;
    let hold = |at: f32, half: f32, min: f32, max: f32| {
        // This case is tested first: if the view is larger than the boundary, the ends of the range are reversed, and
        // `clamp` would panic.
        if half * 2.0 >= max - min {
            min + half
        } else {
            at.clamp(min + half, max - half)
        }
    };
    Vec2::new(
        hold(center.x, half.x, boundary.min.x, boundary.max.x),
        hold(center.y, half.y, boundary.min.y, boundary.max.y),
    )
}

fn is_size(size: Vec2) -> bool {
    size.is_finite() && size.cmpgt(Vec2::ZERO).all()
}

#[cfg(test)]
mod tests;
