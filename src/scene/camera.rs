//! What part of the world is seen.

mod places;
mod pose;
mod shake;

use core::f32::consts::TAU;
use glam::Vec2;

use crate::base::id::ObjectId;
use crate::base::valid;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;

pub(crate) use pose::CameraPose;
pub use shake::Shake;
use shake::Shakes;

/// What part of the world is seen: a view held within the world's boundary, which may follow an object, zoom, turn
/// and shake.
///
/// It acts once a step and is smoothed like an object: where it was moved, zoomed or turned in a step, drawing shows
/// it travel. A cut ([`Camera::cut_to`], [`Camera::cut`]) makes a jump of all that changes in its step, before it and
/// after it. So is whatever changes before the first step.
#[derive(Clone, Debug)]
pub struct Camera {
    /// The world: the view never leaves it, and objects that do hear of it.
    boundary: Rect,
    /// World units seen at zoom 1.
    size: Vec2,
    /// Pixels per world unit, without magnification: in these the view turns, so that nothing shears.
    unit: Vec2,
    /// The view's centre.
    center: Vec2,
    zoom: f32,
    /// Radians clockwise, less than a full turn either way.
    angle: f32,
    /// How far the last step moved, zoomed and turned it.
    motion: Vec2,
    zoom_motion: f32,
    turn_motion: i16,
    /// Whether this step's changes are drawn as a jump.
    jumps: bool,
    /// Kept in view until it dies.
    follow: Option<ObjectId>,
    /// Half of the area about the centre in which the followed object moves freely, in world units.
    dead_zone: Vec2,
    shakes: Shakes,
    /// How many values made no sense.
    refused: u64,
}

impl Camera {
    /// Sees `size` world units from the origin; the world is as large, and a unit is a pixel. A size that is not
    /// finite or has no area counts as one unit each way.
    pub fn new(size: Vec2) -> Self {
        let size = if is_size(size) { size } else { Vec2::ONE };
        Self {
            boundary: Rect::from_size(Vec2::ZERO, size),
            size,
            unit: Vec2::ONE,
            center: size / 2.0,
            zoom: 1.0,
            angle: 0.0,
            motion: Vec2::ZERO,
            zoom_motion: 0.0,
            turn_motion: 0,
            jumps: true,
            follow: None,
            dead_zone: Vec2::ZERO,
            shakes: Shakes::default(),
            refused: 0,
        }
    }

    /// How many values were refused because they made no sense. The world counts them among its own, too.
    pub fn refusals(&self) -> u64 {
        self.refused
    }

    /// Counts what is refused, and says so the first times.
    fn checked(&mut self, valid: bool, what: &str) -> bool {
        if !valid {
            self.refused += 1;
            if self.refused <= 10 {
                log::warn!(
                    "the camera's new {what} is not finite or out of range; the old value stays"
                );
            }
        }
        valid
    }

    /// The same with so many pixels per world unit, (8, 16) for text cells: a view turns in pixels. The camera of a
    /// world is given the world's unit by itself. A unit that is not finite or has no area changes nothing.
    #[must_use]
    pub fn with_unit(mut self, unit: Vec2) -> Self {
        if is_size(unit) {
            self.unit = unit;
        }
        self
    }

    /// The world's boundary. At first the view's size, from the origin.
    pub fn boundary(&self) -> Rect {
        self.boundary
    }

    /// Changes the world's boundary. Refused (answers false) unless it has a size and no
    /// coordinate is beyond 10⁹. Where the view has
    /// to move to stay within it, drawing shows it jump.
    pub fn set_boundary(&mut self, boundary: Rect) -> bool {
        let sound = valid::is_valid(boundary.min)
            && valid::is_valid(boundary.max)
            && boundary.min.cmplt(boundary.max).all();
        let sound = self.checked(sound, "boundary");
        if sound {
            self.boundary = boundary;
            if self.held(self.center) != self.center {
                self.cut_to(self.center);
            }
        }
        sound
    }

    /// World units that are seen across and down, zoom included.
    pub fn view_size(&self) -> Vec2 {
        self.size / self.zoom
    }

    /// The part of the world that is seen, as if it were not turned: this is what is held within the boundary.
    /// See [`Camera::seen`].
    pub fn view(&self) -> Rect {
        Rect::centered(self.center, self.view_size())
    }

    /// The view's centre, in world units.
    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// How far the last step moved the view's centre.
    pub fn motion(&self) -> Vec2 {
        self.motion
    }

    /// The zoom: 2 shows everything twice as large. 1 at first.
    pub fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Changes the zoom; drawing shows it grow or shrink. Refused (answers false) unless it is within 1/64 to 64.
    pub fn set_zoom(&mut self, zoom: f32) -> bool {
        let sound = self.checked(ZOOMS.contains(&zoom), "zoom");
        if sound {
            let from = self.zoom;
            self.zoom = zoom;
            if !self.jumps {
                self.zoom_motion += zoom - from;
            }
            self.go_to(self.center);
        }
        sound
    }

    /// The camera's angle in radians, clockwise, less than a full turn either way. 0 at first.
    pub fn angle(&self) -> f32 {
        self.angle
    }

    /// Turns the camera about the view's centre, to radians clockwise; drawing shows it turn, the shorter way. Refused
    /// (answers false) unless it is finite.
    ///
    /// It is the camera that turns: the picture turns the other way, and an object of the camera's angle is upright in
    /// it. The picture turns as it is, in pixels; the heads-up display does not turn with it. What is held within the
    /// boundary is the view as it would be unturned, so that turning never moves its centre: give a boundary some
    /// room where corners must not see past the world.
    pub fn set_angle(&mut self, angle: f32) -> bool {
        let sound = self.checked(angle.is_finite(), "angle");
        if sound {
            let from = self.turn();
            self.angle = angle % TAU;
            if !self.jumps {
                let by = from.units_to(self.turn());
                self.turn_motion = self.turn_motion.wrapping_add(by);
            }
        }
        sound
    }

    /// Turns the camera by radians clockwise: see [`Camera::set_angle`].
    pub fn turn_by(&mut self, angle: f32) -> bool {
        self.set_angle(self.angle + angle)
    }

    /// The angle as it is drawn.
    fn turn(&self) -> Turn {
        Turn::from_radians(self.angle)
    }

    /// Shakes the picture, from this step on. Refused (answers false) unless every number is sound: see [`Shake`].
    pub fn shake(&mut self, shake: Shake) -> bool {
        let sound = self.shakes.add(shake);
        self.checked(sound, "shaking")
    }

    /// Ends all shaking at once.
    pub fn stop_shaking(&mut self) {
        self.shakes.clear();
    }

    /// Changes how much of the world is seen at zoom 1: the window's shape changed.
    pub(crate) fn set_size(&mut self, size: Vec2) {
        if is_size(size) && size != self.size {
            let top_left = self.view().min;
            self.size = size;
            self.cut_to(top_left + self.view_size() / 2.0);
        }
    }

    /// Follows an object from the next step's end on, until it dies. It moves freely within `dead_zone`, an area of
    /// so many world units across and down about the view's centre, which turns with the view.
    pub fn follow(&mut self, object: ObjectId, dead_zone: Vec2) {
        self.follow = Some(object);
        self.dead_zone = if dead_zone.is_finite() {
            dead_zone.max(Vec2::ZERO) / 2.0
        } else {
            Vec2::ZERO
        };
    }

    /// Follows nothing.
    pub fn unfollow(&mut self) {
        self.follow = None;
    }

    /// Whom it follows.
    pub fn followed(&self) -> Option<ObjectId> {
        self.follow
    }

    pub(crate) fn dead_zone(&self) -> Vec2 {
        self.dead_zone * 2.0
    }

    /// Makes a jump of all that changes in this step: nothing of it is drawn as a movement.
    pub fn cut(&mut self) {
        self.jumps = true;
        self.motion = Vec2::ZERO;
        self.zoom_motion = 0.0;
        self.turn_motion = 0;
    }

    /// Centres on a place at once, as near as the boundary lets it; drawing shows it jump, and whatever else changes
    /// in this step. Refused (answers false) beyond 10⁹.
    pub fn cut_to(&mut self, center: Vec2) -> bool {
        let sound = self.checked(valid::is_valid(center), "place");
        if sound {
            self.cut();
            self.go_to(center);
        }
        sound
    }

    /// Moves to a place, as near as the boundary lets it; drawing shows it travel. Refused (answers false) beyond
    /// 10⁹.
    pub fn move_to(&mut self, center: Vec2) -> bool {
        let sound = self.checked(valid::is_valid(center), "place");
        if sound {
            self.go_to(center);
        }
        sound
    }

    fn go_to(&mut self, center: Vec2) {
        let from = self.center;
        self.center = self.held(center);
        if !self.jumps {
            self.motion += self.center - from;
        }
    }

    /// Begins a step: what is drawn from here on is this step's motion. `unit`: pixels per unit of the world.
    pub(crate) fn begin_step(&mut self, unit: Vec2) {
        self.cut();
        self.jumps = false;
        if is_size(unit) {
            self.unit = unit;
        }
    }

    /// Ends a step of so many nominal steps.
    pub(crate) fn end_step(&mut self, dt: f32) {
        self.shakes.advance(dt);
    }

    /// Keeps the followed object's place within the dead zone.
    pub(crate) fn track(&mut self, place: Vec2) {
        let offset = self.turned_to_view(place - self.center);
        let free = offset.clamp(-self.dead_zone, self.dead_zone);
        if self.turn() != Turn::ZERO {
            if free != offset {
                self.go_to(place - self.turned_to_world(free));
            }
            return;
        }
        // Axis by axis, so that what is free to move moves the view by no rounding.
        self.go_to(Vec2::select(free.cmpeq(offset), self.center, place - free));
    }

    /// The nearest centre at which the view stays within the boundary. A view larger than the world starts
    /// where the world does.
    fn held(&self, center: Vec2) -> Vec2 {
        held(center, self.view_size(), &self.boundary)
    }
}

const ZOOMS: core::ops::RangeInclusive<f32> = 1.0 / 64.0..=64.0;

fn held(center: Vec2, size: Vec2, boundary: &Rect) -> Vec2 {
    let half = size / 2.0;
    let hold = |at: f32, half: f32, min: f32, max: f32| {
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
