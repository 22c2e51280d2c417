//! Moves that slide along obstacles, for example characters on floors.

use glam::Vec2;

use super::stance::Stance;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::world::collide::sliding::{
    MoveHit, Slide, SlideSettings, Stop, SurfaceKind, near_at, skin_at, slid,
};
use crate::world::{Context, MoveOutcome, World};

impl Context<'_> {
    /// Moves a hard object by a displacement in world units, with a swept test, until a hard object stops it.
    /// Returns that obstacle and the remaining displacement, or `None` if nothing stopped it. Both sides of a collision
    /// are notified, as for every move.
    ///
    /// An object may already overlap hard ones, because it was put there or has grown. It first leaves them by the
    /// shortest way, which is not a collision. It stays if there is no way out nearby.
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
            self.world.refuse_for(id, "movement");
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
    /// stores: the object's own velocity would move it a second time. Both sides of a collision are notified, as
    /// for every move.
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
            self.world.refuse_for(id, "movement or its settings");
        }
        if !can_move {
            return Slide::new(Vec2::ZERO);
        }
        self.world.sync_boundary();
        self.world.riding.dropping = settings.drops_through.then_some(id);
        self.world.leave_overlaps(id);
        let slide = self.world.slide(id, movement, &settings);
        self.world.riding.dropping = None;
        self.dispatch_contacts();
        slide
    }
}

impl World {
    fn slide(&mut self, id: ObjectId, movement: Vec2, settings: &SlideSettings) -> Slide {
        let rises = movement.dot(settings.up) > 0.0;
        let stance = self.stance(id, settings);
        let mut slide = Slide::new(movement);
        if rises && settings.keeps_floor_velocity {
            let floor = stance.floor.filter(|_| stance.is_steady);
            let added = floor.map_or(Vec2::ZERO, |floor| self.floor_velocity(floor.other));
            let added = added - settings.up * added.dot(settings.up).min(0.0);
            let end = self.position(id).map(|from| from + movement + added);
            if end.is_some_and(is_valid) {
                slide.velocity += added;
            }
        }
        let stance = if rises { Stance::default() } else { stance };
        self.slide_along(id, &stance, settings, &mut slide);
        let keeps = stance.floor.is_some() || slide.floor.is_some() && !rises;
        if keeps && self.keep_to_floor(id, settings, &mut slide) {
            slide.velocity = settings.level_part(slide.velocity);
        }
        if let Some(floor) = slide.floor {
            slide.floor_velocity = self.floor_velocity(floor.other);
        }
        slide.touched = self.touched(id, settings);
        slide
    }

    fn slide_along(
        &mut self,
        id: ObjectId,
        stance: &Stance,
        settings: &SlideSettings,
        slide: &mut Slide,
    ) {
        let mut movement = slide.velocity;
        let mut left = movement;
        let mut last_wall = Vec2::ZERO;
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
            let grounded = stance.is_steady || slide.floor.is_some();
            if surface == SurfaceKind::Wall && (grounded || stance.floor.is_some()) {
                let forward = settings.level_part(hit.remaining);
                if let Some(rest) = self.climb(id, forward, settings) {
                    left = rest;
                    slide.velocity = settings.along_floor(slide.velocity, settings.up);
                    continue;
                }
            }
            slide.record(surface, hit);
            (left, slide.velocity) = match surface {
                // The part of the movement along `up` is dropped, so that gravity does not push the object down a slope
                // that it can stand on.
                SurfaceKind::Floor => (
                    slid(settings.level_part(hit.remaining), hit.normal),
                    settings.along_floor(slide.velocity, hit.normal),
                ),
                SurfaceKind::Wall => (
                    settings.along_wall(hit.remaining, hit.normal, grounded),
                    settings.along_wall(slide.velocity, hit.normal, grounded),
                ),
                SurfaceKind::Ceiling => (
                    slid(hit.remaining, hit.normal),
                    slid(slide.velocity, hit.normal),
                ),
            };
            let is_along = left == slid(left, hit.normal);
            match surface {
                // Drops the vertical part. With gravity in it, the test below would stop a slow walk up a slope.
                SurfaceKind::Floor => movement = settings.level_part(movement),
                // A slope that is too steep has stopped the horizontal part. The rest leads down onto the slope, and
                // replaces the movement.
                SurfaceKind::Wall if !is_along => movement = left,
                _ => {}
            }
            // The object stops and does not slide backwards, for example in a corner between two slopes.
            if left.dot(movement) <= 0.0 {
                return;
            }
            let is_level = hit.normal.x == 0.0 || hit.normal.y == 0.0;
            let is_stopped = surface == SurfaceKind::Wall && grounded;
            if let Some(along) = along_gap(left, [last_wall, hit.normal]) {
                left = along;
            } else if !is_level && !is_stopped {
                left += hit.normal * skin_at(from);
            }
            if surface == SurfaceKind::Wall {
                last_wall = hit.normal;
            }
        }
    }

    /// Moves an object down to a floor closely below it, so that it follows slopes and ledges downwards. Returns
    /// whether it stands on such a floor. On a steep edge closely above a floor, the object counts as on the floor but
    /// continues to fall: the result is false.
    fn keep_to_floor(&mut self, id: ObjectId, settings: &SlideSettings, slide: &mut Slide) -> bool {
        let Some(from) = self.position(id) else {
            return false;
        };
        let near = near_at(from);
        let snap = self.snap_of(id, settings);
        let Some(below) = self.first_stop(id, from, from - settings.up * snap) else {
            return false;
        };
        let steady = if settings.surface(below.hit.normal) == SurfaceKind::Floor {
            Some(below)
        } else {
            self.floor_within(id, snap, settings)
        };
        let Some(floor) = steady.or_else(|| self.floor_under_middle(id, snap, settings)) else {
            return false;
        };
        // An object that already touches the floor need not move, and both sides have been notified.
        if slide.floor.is_none() || (below.at - from).length() > near {
            // Moves further down than the object can go, so that it meets the floor.
            let down = -settings.up * snap;
            let (_, stop) = self.travel_swept(id, from + down);
            let is_floor = |stop: &Stop| settings.surface(stop.hit.normal) == SurfaceKind::Floor;
            slide.floor = Some(move_hit(
                &stop.filter(is_floor).unwrap_or(floor),
                Vec2::ZERO,
            ));
        }
        steady.is_some()
    }
}

/// Returns the part of a movement along a gap between two walls, or `None` if the walls do not face each other. In a
/// gap of its own width, the skin would push a round body from one edge to the other, and it would hang there.
fn along_gap(movement: Vec2, normals: [Vec2; 2]) -> Option<Vec2> {
    if normals[0].dot(normals[1]) > -0.999 {
        return None;
    }
    let mut across = normals[0] - normals[1];
    // At the edges of an upright or horizontal gap, the normals are slightly slanted. Without this, the body would move
    // towards one of the edges.
    for axis in [0, 1] {
        if across[axis].abs() < 0.05 {
            across[axis] = 0.0;
        }
    }
    Some(movement.reject_from(across))
}

fn move_hit(stop: &Stop, movement: Vec2) -> MoveHit {
    MoveHit {
        other: stop.other,
        position: stop.hit.position,
        normal: stop.hit.normal,
        remaining: movement * (1.0 - stop.hit.time),
    }
}
