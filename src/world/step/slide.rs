//! Moves that slide along obstacles, for example characters on floors.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::collision::Contact;
use crate::space::Collider;
use crate::world::collide::sliding::{
    MoveHit, NEAR, SKIN, Slide, SlideSettings, Stop, SurfaceKind, slid,
};
use crate::world::{Context, MoveOutcome, World};

/// Maximum number of overlaps resolved per call.
const MOST_OVERLAPS: u32 = 8;

impl Context<'_> {
    /// Moves a hard object by a displacement in world units, with a swept test, until a hard object stops it.
    /// Returns that obstacle and the remaining displacement, or `None` if nothing stopped it. Collisions are notified
    /// like for every move.
    ///
    /// An object may already overlap hard ones, because it was put there or has grown. It first leaves them by the
    /// shortest way, without notifying a collision. It stays if there is no way out nearby.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(2.0, 2.0)));
    /// cx.spawn(Object { bounds, ..Object::new("Wall") }.at(vec2(10.0, 5.0)));
    /// let ball = cx.spawn(Object { bounds, ..Object::new("Ball") }.at(vec2(2.0, 5.0)));
    /// let hit = cx.move_and_collide(ball, vec2(8.0, 0.0));
    /// let bounce = hit.map(|hit| hit.remaining.reflect(hit.normal));
    /// assert_eq!(bounce, Some(vec2(-2.0, 0.0)));
    /// ```
    #[doc(alias("bounce", "kinematic"))]
    pub fn move_and_collide(&mut self, id: ObjectId, movement: Vec2) -> Option<MoveHit> {
        let from = self.world.position(id)?;
        if !is_valid(movement) || !is_valid(from + movement) {
            self.world.refuse(&id, "movement");
            return None;
        }
        self.world.sync_boundary();
        let from = self.world.leave_overlaps(id).unwrap_or(from);
        let (_, stop) = self.world.travel_swept(id, from + movement);
        self.dispatch_contacts();
        Some(move_hit(&stop?, movement))
    }

    /// Moves a hard object by a displacement in world units. It slides along walls and ceilings, and over floors as far
    /// as the horizontal part of the displacement leads. On a floor it climbs low steps and follows the ground,
    /// depending on the settings. Returns the surfaces that it touched, and the remaining velocity. It first leaves
    /// objects that it overlaps, as in [`move_and_collide`](Self::move_and_collide).
    ///
    /// Call it once a step, usually in [`Behavior::step`](crate::world::Behavior::step), with a velocity that the game
    /// stores: the object's own velocity would move it a second time. Collisions are notified like for every move.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::world::SlideSettings;
    ///
    /// #[derive(Clone)]
    /// struct Hero { velocity: Vec2, on_floor: bool }
    ///
    /// impl Behavior for Hero {
    ///     fn step(&mut self, cx: &mut Context<'_>) {
    ///         self.velocity.x = 0.5 * cx.input.axis(Key::Left, Key::Right);
    ///         self.velocity.y += 0.05; // gravity
    ///         if self.on_floor && cx.input.just_pressed(Key::Space) {
    ///             self.velocity.y = -1.0;
    ///         }
    ///         let me = cx.me().id();
    ///         let slide = cx.move_and_slide(me, self.velocity, &SlideSettings::default());
    ///         (self.velocity, self.on_floor) = (slide.velocity, slide.is_on_floor());
    ///     }
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
    /// #     let floor = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(60.0, 2.0)));
    /// #     cx.spawn(Object { bounds: floor, ..Object::new("Floor") }.at(vec2(30.0, 20.0)));
    /// #     let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(1.0, 2.0)));
    /// #     let hero = Hero { velocity: Vec2::ZERO, on_floor: false };
    /// #     cx.spawn_with(Object { bounds, ..Object::new("Hero") }.at(vec2(10.0, 15.0)), hero);
    /// #     Ok(())
    /// # })?;
    /// # let y = |game: &damselfly::app::Harness<'_>| {
    /// #     game.world().object(game.only("Hero")).map(|hero| hero.position().y)
    /// # };
    /// # game.steps(30);
    /// # assert_eq!(y(&game), Some(18.0));
    /// # game.tap(Key::Space);
    /// # game.steps(10);
    /// # assert!(y(&game) < Some(13.0));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("character controller", "platformer", "kinematic", "CharacterBody2D"))]
    pub fn move_and_slide(
        &mut self,
        id: ObjectId,
        movement: Vec2,
        settings: &SlideSettings,
    ) -> Slide {
        let (settings, all_valid) = settings.valid();
        let from = self.world.position(id);
        let can_move = from.is_some_and(|from| is_valid(movement) && is_valid(from + movement));
        if !all_valid || from.is_some() && !can_move {
            self.world.refuse(&id, "movement or its settings");
        }
        if !can_move {
            return Slide::new(Vec2::ZERO);
        }
        self.world.sync_boundary();
        self.world.leave_overlaps(id);
        let mut slide = Slide::new(movement);
        let rises = movement.dot(settings.up) > 0.0;
        let stood = !rises && self.world.floor_within(id, NEAR, &settings).is_some();
        self.world.slide_along(id, stood, &settings, &mut slide);
        if stood && self.world.keep_to_floor(id, &settings, &mut slide) {
            slide.velocity = settings.level_part(slide.velocity);
        }
        self.dispatch_contacts();
        slide
    }
}

impl World {
    fn slide_along(
        &mut self,
        id: ObjectId,
        stood: bool,
        settings: &SlideSettings,
        slide: &mut Slide,
    ) {
        let movement = slide.velocity;
        let mut left = movement;
        for _ in 0..settings.max_slides {
            let Some(from) = self.position(id) else {
                return;
            };
            let (moved, stop) = self.travel_swept(id, from + left);
            let Some(stop) = stop.filter(|_| moved == MoveOutcome::Blocked) else {
                return;
            };
            let hit = move_hit(&stop, left);
            let surface = settings.surface(hit.normal);
            let climbs = surface == SurfaceKind::Wall && (stood || slide.floor.is_some());
            if climbs {
                let forward = settings.level_part(hit.remaining);
                if let Some(rest) = self.climb(id, forward, settings) {
                    left = rest;
                    continue;
                }
            }
            slide.record(surface, hit);
            let normal = match surface {
                SurfaceKind::Wall if climbs => settings.upright(hit.normal),
                _ => hit.normal,
            };
            left = match surface {
                // The part of the movement along `up` is dropped, so that gravity does not push the object down a slope
                // that it can stand on.
                SurfaceKind::Floor => slid(settings.level_part(hit.remaining), normal),
                _ => slid(hit.remaining, normal),
            };
            slide.velocity = match surface {
                SurfaceKind::Floor if slide.velocity.dot(settings.up) <= 0.0 => {
                    settings.level_part(slide.velocity)
                }
                _ => slid(slide.velocity, normal),
            };
            // The object stops and does not slide backwards, for example in a corner between two slopes.
            if left.dot(movement) <= 0.0 {
                return;
            }
            let is_level = normal.x == 0.0 || normal.y == 0.0;
            if !is_level {
                left += normal * SKIN;
            }
        }
    }

    /// Moves an object up onto a low ledge that blocks its movement along the floor. Returns the remaining movement, or
    /// `None` if the ledge is too high.
    fn climb(&mut self, id: ObjectId, forward: Vec2, settings: &SlideSettings) -> Option<Vec2> {
        let from = self.position(id)?;
        let on_top = self.top_of_step(id, from, forward, settings)?;
        // The object moves over the ledge and not through it, so only contacts at the end count, even for bullets.
        let blocked = self.collide(id, on_top, on_top - from);
        let at = if blocked { from } else { on_top };
        if self.arrive(id, from, at, blocked) != MoveOutcome::Moved {
            return None;
        }
        let done = settings.level_part(on_top - from).dot(forward) / forward.length_squared();
        Some(forward * (1.0 - done).max(0.0))
    }

    /// Moves an object down to a floor closely below it, so that it follows slopes and ledges downwards. Returns
    /// whether there is such a floor.
    fn keep_to_floor(&mut self, id: ObjectId, settings: &SlideSettings, slide: &mut Slide) -> bool {
        let snap = self.snap_of(id, settings).max(NEAR);
        let below = self.floor_within(id, snap, settings);
        let (Some(below), Some(from)) = (below, self.position(id)) else {
            return false;
        };
        // An object that already touches the floor need not move, and both sides have been notified.
        if slide.floor.is_none() || (below.at - from).length() > NEAR {
            // Moves further down than the object can go, so that it meets the floor.
            let down = -settings.up * snap;
            let (_, stop) = self.travel_swept(id, from + down);
            slide.floor = Some(move_hit(&stop.unwrap_or(below), Vec2::ZERO));
        }
        true
    }
    /// Moves a hard object out of other hard ones that it overlaps, by the shortest way. Returns its new position.
    fn leave_overlaps(&mut self, id: ObjectId) -> Option<Vec2> {
        let start = self.position(id)?;
        if !self.slots.body(id)?.solidness.is_hard() {
            return Some(start);
        }
        let mut at = start;
        // Leaving one object may lead into the next, in a corner or in a wall of several objects.
        for _ in 0..MOST_OVERLAPS {
            let Some(met) = self.deepest_overlap(id, at) else {
                break;
            };
            let next = at + met.normal * met.depth;
            if !is_valid(next) {
                return Some(start);
            }
            at = next;
        }
        if at == start {
            return Some(start);
        }
        if self.deepest_overlap(id, at).is_some() {
            self.report_if_stuck(id);
            return Some(start);
        }
        self.put(id, at);
        Some(at)
    }

    /// Returns the deepest overlap that a hard object would have with another one at a position. Overlaps due to
    /// rounding do not count.
    fn deepest_overlap(&mut self, id: ObjectId, at: Vec2) -> Option<Contact> {
        let area = self.sources().outline_at(id, at)?.area;
        let mut others = self.borrow_colliders();
        self.list_solids_in(area, id, &mut others);
        let mut deepest: Option<Contact> = None;
        for &Collider { id: other, .. } in &others {
            let is_hard = self
                .slots
                .body(other)
                .is_some_and(|body| body.solidness.is_hard());
            if !is_hard || !self.pair_collides(id, other) {
                continue;
            }
            let met = self.meet(id, at, Vec2::ZERO, other);
            if let Some(met) = met.filter(|met| met.depth > SKIN)
                && deepest.is_none_or(|deepest| met.depth > deepest.depth)
            {
                deepest = Some(met);
            }
        }
        self.return_colliders(others);
        deepest
    }

    /// Returns the floor within a distance below an object.
    fn floor_within(
        &mut self,
        id: ObjectId,
        distance: f32,
        settings: &SlideSettings,
    ) -> Option<Stop> {
        let from = self.position(id)?;
        let down = -settings.up * distance;
        if down == Vec2::ZERO {
            return None;
        }
        let stop = self.first_stop(id, from, from + down)?;
        (settings.surface(stop.hit.normal) == SurfaceKind::Floor).then_some(stop)
    }

    /// Returns the distance below an object, in world units, within which it snaps to a floor.
    fn snap_of(&self, id: ObjectId, settings: &SlideSettings) -> f32 {
        let area = self.sources().outline(id).map(|outline| outline.area);
        let height = area.map_or(0.0, |area| area.size().dot(settings.up.abs()));
        let usual = (height / 4.0).max(settings.step_height);
        settings.snap.unwrap_or(usual)
    }

    /// Returns the position of an object after it goes up by the height of a step, forward, and down again. `None` if
    /// it makes no progress or finds no floor.
    fn top_of_step(
        &mut self,
        id: ObjectId,
        from: Vec2,
        forward: Vec2,
        settings: &SlideSettings,
    ) -> Option<Vec2> {
        let mut go = |from: Vec2, by: Vec2| match self.first_stop(id, from, from + by) {
            Some(stop) => (stop.at, Some(stop)),
            None => (from + by, None),
        };
        // Even with a step height of 0 the object is raised slightly, so that it passes from a floor onto a slope.
        let height = settings.step_height.max(NEAR);
        let (above, _) = go(from, settings.up * height);
        let (over, _) = go(above, forward);
        if (over - above).dot(forward) <= SKIN * forward.length() {
            return None;
        }
        let raised = (above - from).dot(settings.up);
        let (at, floor) = go(over, -settings.up * raised);
        let stands = |stop: &Stop| settings.surface(stop.hit.normal) == SurfaceKind::Floor;
        floor.as_ref().is_some_and(stands).then_some(at)
    }
}

fn move_hit(stop: &Stop, movement: Vec2) -> MoveHit {
    MoveHit {
        other: stop.other,
        position: stop.hit.position,
        normal: stop.hit.normal,
        remaining: movement * (1.0 - stop.hit.time),
    }
}
