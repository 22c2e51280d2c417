//! What platforms carry.

use glam::Vec2;

use crate::base::id::ObjectId;

/// An object that stands on a platform, or on one that does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rider {
    pub(crate) id: ObjectId,
    /// What it stands on.
    pub(crate) carrier: ObjectId,
    /// How far it has to go along y before the platform rises, in world units: 0 or less.
    pub(crate) lift: f32,
    /// How far it went.
    pub(crate) lifted: f32,
    /// Its place among all riders, from below.
    pub(crate) place: usize,
}

/// What is known of riders while a platform moves, and until the step ends. Nothing between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Riding {
    /// The platform that moves now, of which its riders are not in the way.
    pub(crate) platform: Option<ObjectId>,
    /// The riders that made way for it.
    pub(crate) cleared: Vec<ObjectId>,
    /// Scratch: the riders of a platform that moves.
    pub(crate) spare_riders: Vec<Rider>,
    /// The step of `ways`.
    step: u64,
    /// How far objects were carried in the step.
    ways: Vec<(ObjectId, Vec2)>,
}

impl Riding {
    /// Whether one of two objects has made way for the other, which is the platform that moves.
    #[inline]
    pub(crate) fn lets_pass(&self, one: ObjectId, other: ObjectId) -> bool {
        self.platform.is_some_and(|platform| {
            (one == platform && self.cleared.contains(&other))
                || (other == platform && self.cleared.contains(&one))
        })
    }

    /// What is left of a way by which an object is to be carried in a step in which another platform may have carried it:
    /// what stands on two goes with the one that moves further.
    pub(crate) fn rest_of(&mut self, id: ObjectId, way: Vec2, step: u64) -> Vec2 {
        if self.step != step {
            self.step = step;
            self.ways.clear();
        }
        let carried = self.ways.iter().find(|(other, _)| *other == id);
        let carried = carried.map_or(Vec2::ZERO, |(_, way)| *way);
        let rest = |way: f32, carried: f32| {
            if way * carried <= 0.0 {
                way
            } else if way > 0.0 {
                (way - carried).max(0.0)
            } else {
                (way - carried).min(0.0)
            }
        };
        Vec2::new(rest(way.x, carried.x), rest(way.y, carried.y))
    }

    pub(crate) fn note(&mut self, id: ObjectId, went: Vec2) {
        match self.ways.iter_mut().find(|(other, _)| *other == id) {
            Some((_, way)) => *way += went,
            None => self.ways.push((id, went)),
        }
    }
}
