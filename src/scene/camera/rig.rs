//! Look-ahead and rooms: they move the view from where following has put it.
//!
//! The law of following (`follow.rs`) stays as it is: it moves the camera's own centre, which is not held by a boundary
//! while there is a rig. The rig adds a lead, which drawing rounds to whole pixels on its own, and holds the sum within
//! a room. So the followed object stays in its pixels while the lead is full, and never moves back while it grows.

use std::sync::Arc;

use glam::{BVec2, Vec2};

use super::{Camera, held};
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::outcome::Outcome;
use crate::base::valid::is_valid;
use crate::geometry::Rect;
use crate::math::Ease;

/// The settings of look-ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LookAhead {
    /// Largest lead in world units, along the axes of the world.
    distance: Vec2,
    /// Steps from no lead to the largest one.
    steps: u32,
}

summed!(LookAhead: distance, steps);

/// Look-ahead and rooms of a camera, and the state of both.
#[derive(Clone, Debug, Default)]
pub(super) struct Rig {
    ahead: Option<LookAhead>,
    // Shared, because every snapshot copies the camera.
    rooms: Arc<[Rect]>,
    /// Steps in which the view glides from a room to the next one.
    steps: u32,
    /// Index of the room that the followed object is in, or was in last.
    room: Option<u32>,
    /// Where the followed object was after the last step.
    position: Option<Vec2>,
    /// Direction of the lead on each axis: -1, 0 or 1.
    toward: Vec2,
    /// How far the object has moved against that direction.
    back: Vec2,
    lead: Vec2,
    /// The lead after the step before. Only for drawing, like `before`.
    lead_before: Vec2,
    /// Displacement of the view when it left its last room.
    shift: Vec2,
    /// Steps until that displacement is gone.
    shift_left: f32,
    /// The view's centre after the step before.
    before: Vec2,
    /// Whether the view glided between rooms in the step before.
    glided: bool,
}

impl Checksum for Rig {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if self.is_empty() {
            return;
        }
        ("rig", self.ahead, &*self.rooms, self.steps).write_checksum(sum);
        (self.room, self.position, self.toward, self.back).write_checksum(sum);
        (self.lead, self.shift, self.shift_left).write_checksum(sum);
    }
}

impl Rig {
    fn is_empty(&self) -> bool {
        self.ahead.is_none() && self.rooms.is_empty()
    }

    fn room(&self) -> Option<Rect> {
        let index = self.room?;
        self.rooms.get(index as usize).copied()
    }

    /// Returns the displacement that is left of the last change of rooms.
    fn shift(&self) -> Vec2 {
        if self.shift_left <= 0.0 {
            return Vec2::ZERO;
        }
        let share = 1.0 - self.shift_left / self.steps.max(1) as f32;
        self.shift * (1.0 - Ease::Smooth.at(share))
    }

    /// Moves the lead towards the direction in which the object goes, on the axes on which it pushes the view.
    fn advance_lead(&mut self, by: Vec2, pushes: BVec2, dt: f32) {
        let Some(LookAhead { distance, steps }) = self.ahead else {
            return;
        };
        for axis in 0..2 {
            let (by, distance) = (by[axis], distance[axis]);
            if by * self.toward[axis] > 0.0 {
                self.back[axis] = 0.0;
            } else {
                self.back[axis] += by;
            }
            // An object that trembles does not turn the lead.
            if self.back[axis].abs() > distance / 4.0 {
                self.toward[axis] = self.back[axis].signum();
                self.back[axis] = 0.0;
            }
            // While the object moves within the dead zone, it is not locked to the view's pixels: it would tremble against
            // a view that moves, too.
            if !pushes.test(axis) {
                continue;
            }
            let goal = self.toward[axis] * distance;
            let most = distance / steps.max(1) as f32 * dt;
            self.lead[axis] += (goal - self.lead[axis]).clamp(-most, most);
        }
    }

    /// Returns the room of a position. An object in two rooms stays in its own; one in none stays in its last one.
    fn room_at(&self, position: Vec2) -> Option<u32> {
        if self.room().is_some_and(|room| room.contains(position)) {
            return self.room;
        }
        let found = self.rooms.iter().position(|room| room.contains(position));
        let found = found.and_then(|index| u32::try_from(index).ok());
        found.or(self.room)
    }
}

impl Camera {
    /// Shows more of what is before the followed object: the view moves up to `distance` world units ahead of it, along
    /// each axis in the direction in which the object moves. From no lead to a full one, it takes `steps` steps. It
    /// changes only while the object pushes the view, and not while it moves within the dead zone. It turns once the object has moved a quarter of the distance the other way, so
    /// that it does not tremble with the object.
    ///
    /// The object keeps to its column and row of pixels while the lead is full, and moves steadily against the lead
    /// while this changes. Without a followed object there is no lead. `Vec2::ZERO` ends it. A new object starts without
    /// a lead.
    ///
    /// Refused unless both numbers are from 0 to 10⁹.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(320, 240), |cx| {
    /// # cx.camera.set_boundary(Rect::from_size(Vec2::splat(-1000.0), Vec2::splat(2000.0)));
    /// let hero = cx.spawn(Object::new("Hero").velocity(vec2(2.0, 0.0)).spectral());
    /// cx.camera.follow(hero, Vec2::ZERO);
    /// cx.camera.look_ahead(vec2(60.0, 0.0), 30);
    /// # Ok(())
    /// # })?;
    /// # game.steps(60);
    /// # assert_eq!(game.world().camera.center(), vec2(180.0, 0.0));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("lead", "lookahead", "drag"))]
    pub fn look_ahead(&mut self, distance: Vec2, steps: u32) -> Outcome {
        let valid = is_valid(distance) && distance.cmpge(Vec2::ZERO).all();
        let outcome = self.checked(valid, "look-ahead");
        if outcome.is_done() {
            self.rig.ahead = (distance != Vec2::ZERO).then_some(LookAhead { distance, steps });
            if self.rig.ahead.is_none() {
                self.rig.lead = Vec2::ZERO;
            }
        }
        outcome
    }

    /// Keeps the view within the room that the followed object is in. If the object enters another room, the view
    /// glides there within `steps` steps; with 0, it jumps. Without rooms or a followed object, the boundary holds the
    /// view.
    ///
    /// In the overlap of two rooms, the object stays in the one that it comes from, so that the view does not go to and
    /// fro on the border. Outside of all rooms, the last one counts. If a room is smaller than the view, both start at
    /// the same coordinate. If the object moves by more than half a view in one step, the view does not glide.
    ///
    /// Refused unless all rooms have an area and coordinates within ±10⁹.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(320, 240), |cx| {
    /// let hero = cx.spawn(Object::new("Hero").at(vec2(310.0, 100.0)).velocity(vec2(2.0, 0.0)).spectral());
    /// cx.camera.follow(hero, Vec2::ZERO);
    /// let room = |x| Rect::from_size(vec2(x, 0.0), vec2(320.0, 240.0));
    /// cx.camera.set_rooms([room(0.0), room(320.0)], 20);
    /// # Ok(())
    /// # })?;
    /// # game.steps(4);
    /// # assert_eq!(game.world().camera.center().x, 160.0);
    /// # game.steps(40);
    /// # assert_eq!(game.world().camera.center().x, 480.0);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("confiner", "room", "limit"))]
    pub fn set_rooms(&mut self, rooms: impl IntoIterator<Item = Rect>, steps: u32) -> Outcome {
        let rooms: Arc<[Rect]> = rooms.into_iter().collect();
        let valid = rooms
            .iter()
            .all(|room| is_valid(room.min) && is_valid(room.max) && room.min.cmplt(room.max).all());
        let outcome = self.checked(valid, "list of rooms");
        if outcome.is_done() {
            self.rig.steps = steps;
            if self.rig.rooms != rooms {
                self.rig.rooms = rooms;
                (self.rig.room, self.rig.shift_left) = (None, 0.0);
            }
        }
        outcome
    }

    /// Returns the room that the view is kept in, if there are rooms and the camera follows an object.
    pub fn room(&self) -> Option<Rect> {
        self.rig.room().filter(|_| self.is_rigged())
    }

    /// Returns whether look-ahead or rooms move the view.
    pub(super) fn is_rigged(&self) -> bool {
        self.follow.is_some() && !self.rig.is_empty()
    }

    /// Returns the area that the view is kept in.
    pub(super) fn confines(&self) -> Rect {
        self.room().unwrap_or(self.boundary)
    }

    /// Returns the view's centre, with lead and room.
    pub(super) fn rigged_center(&self) -> Vec2 {
        if !self.is_rigged() {
            return self.center;
        }
        let led = self.center + self.rig.lead;
        held(led, self.view_size(), &self.confines()) + self.rig.shift()
    }

    /// Records the view that a step begins with.
    pub(super) fn begin_rig(&mut self) {
        self.rig.before = self.rigged_center();
        self.rig.lead_before = self.rig.lead;
        self.rig.glided = self.rig.shift_left > 0.0;
    }

    /// Forgets the motion of the rig in this step: drawing shows a jump.
    pub(super) fn cut_rig(&mut self) {
        self.begin_rig();
        self.rig.glided = false;
    }

    /// Ends lead and rooms, because no object is followed any more. The view stays.
    pub(super) fn drop_rig(&mut self) {
        if self.is_rigged() {
            self.center = held(self.rigged_center(), self.view_size(), &self.boundary);
        }
        self.rig = Rig {
            ahead: self.rig.ahead,
            rooms: self.rig.rooms.clone(),
            steps: self.rig.steps,
            ..Rig::default()
        };
    }

    /// Moves lead and room after the followed object has come to a position, in a step of `dt` nominal steps.
    pub(crate) fn advance_rig(&mut self, position: Vec2, dt: f32) {
        if !self.is_rigged() {
            return;
        }
        let by = self.rig.position.map(|before| position - before);
        self.rig.position = Some(position);
        // Not by the object's motion: that depends on the smoothing of drawing.
        let half = self.view_size() / 2.0;
        let by = by.filter(|by| by.abs().cmple(half).all());
        if let Some(by) = by {
            let pushes = match self.turn().is_quarter() {
                true => self.push.touches,
                false => BVec2::TRUE,
            };
            self.rig.advance_lead(by, pushes, dt);
        }
        self.rig.shift_left = (self.rig.shift_left - dt).max(0.0);
        let found = self.rig.room_at(position);
        if found != self.rig.room {
            let from = self.rigged_center();
            let glides = by.is_some() && self.rig.room.is_some() && self.rig.steps > 0;
            self.rig.room = found;
            self.rig.shift_left = 0.0;
            if glides {
                self.rig.shift = from - self.rigged_center();
                self.rig.shift_left = self.rig.steps as f32;
            } else {
                self.cut_rig();
            }
        }
    }

    /// Returns the displacement of the view in the last step.
    pub(super) fn rig_motion(&self) -> Vec2 {
        self.rigged_center() - self.rig.before
    }

    /// Returns the lead at a smoothing factor. Never more than the largest one.
    pub(super) fn lead_at(&self, k: f32) -> Vec2 {
        if !self.is_rigged() {
            return Vec2::ZERO;
        }
        let most = self.rig.ahead.map_or(Vec2::ZERO, |ahead| ahead.distance);
        let lead = self.rig.lead + (self.rig.lead - self.rig.lead_before) * k;
        lead.clamp(-most, most)
    }

    /// Returns the view's centre at a smoothing factor while it glides between rooms.
    pub(super) fn gliding_center(&self, k: f32) -> Option<Vec2> {
        let glides = self.is_rigged() && (self.rig.glided || self.rig.shift_left > 0.0);
        glides.then(|| self.rigged_center() + self.rig_motion() * k)
    }
}

#[cfg(test)]
mod tests;
