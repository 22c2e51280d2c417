//! Riders of platforms.

use glam::Vec2;

use crate::base::id::ObjectId;

/// An object that a platform carries. Its carrier is the platform or another rider. The rider stands on the carrier, or
/// is in the way of the rising carrier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rider {
    pub(crate) id: ObjectId,
    /// The object under it: the platform or another rider.
    pub(crate) carrier: ObjectId,
    /// Whether the carrier also carries it sideways. If not, the carrier only held it on its way down.
    pub(crate) stands: bool,
    /// Displacement along y by which the rider must make way before the platform rises, in world units: 0 or less.
    pub(crate) lift: f32,
    /// The part of `lift` that was possible.
    pub(crate) lifted: f32,
    /// Index in the list of riders as `list_riders` makes it: lower riders come first.
    pub(crate) order: usize,
}

/// State of riders while a platform moves, and displacements in the last two steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Riding {
    /// The moving platform.
    pub(crate) platform: Option<ObjectId>,
    /// The riders that made way for the platform, and no longer block it.
    pub(crate) cleared: Vec<ObjectId>,
    /// The object that passes through one-way platforms, while it slides.
    pub(crate) dropping: Option<ObjectId>,
    /// Scratch: the riders of a moving platform.
    pub(crate) spare_riders: Vec<Rider>,
    /// The step in which the displacements in `carried` were made.
    step: u64,
    /// Displacements by which platforms have carried objects in that step.
    carried: Vec<(ObjectId, Vec2)>,
    /// Riders that were stopped on the way down in that step, each with the object that stopped it.
    held: Vec<(ObjectId, ObjectId)>,
    /// Displacements of platforms in that step, and in the one before.
    moves: [Vec<(ObjectId, Vec2)>; 2],
}

impl Riding {
    /// Returns whether `mover` is the moving platform and `other` has made way for it. While `platform` is set, only
    /// the platform's own move is tested for collisions.
    #[inline]
    pub(crate) fn lets_pass(&self, mover: ObjectId, other: ObjectId) -> bool {
        self.platform == Some(mover) && self.cleared.contains(&other)
    }

    /// Drops old displacements when a new step begins. Keeps those of platforms in the step before.
    pub(crate) fn begin(&mut self, step: u64) {
        if self.step == step {
            return;
        }
        self.carried.clear();
        self.held.clear();
        self.moves.swap(0, 1);
        self.moves[0].clear();
        if self.step + 1 != step {
            self.moves[1].clear();
        }
        self.step = step;
    }

    /// Returns the displacements that can affect a later move, each with a number for its list. `step` is the number of
    /// the running step, or of the latest one. Empty in a world whose platforms rest.
    pub(crate) fn displacements(&self, step: u64) -> impl Iterator<Item = (u8, ObjectId, Vec2)> {
        // These are the lists as `begin` leaves them.
        let [now, before] = &self.moves;
        let lists: [&[_]; 3] = match step.checked_sub(self.step) {
            Some(0) => [&self.carried, now, before],
            Some(1) => [&[], &[], now],
            _ => [&[]; 3],
        };
        let numbered = (0_u8..).zip(lists);
        numbered.flat_map(|(list, moves)| moves.iter().map(move |&(id, by)| (list, id, by)))
    }

    /// Records a displacement of a platform.
    pub(crate) fn record_platform(&mut self, id: ObjectId, movement: Vec2, step: u64) {
        self.begin(step);
        self.moves[0].push((id, movement));
    }

    /// Returns the displacement of a platform: in this step if it has already moved, otherwise in the step before. Zero
    /// if it moved in neither, and for other objects.
    pub(crate) fn velocity(&mut self, id: ObjectId, step: u64) -> Vec2 {
        self.begin(step);
        let moves = self.moves.iter().map(|moves| {
            let of_it = moves.iter().filter(|(other, _)| *other == id);
            of_it
                .map(|(_, movement)| *movement)
                .reduce(|one, other| one + other)
        });
        moves.flatten().next().unwrap_or(Vec2::ZERO)
    }

    /// Returns the part of a displacement by which an object must still be carried, after other platforms have carried
    /// it in this step. An object on two platforms follows the one that moves further.
    pub(crate) fn rest_of(&mut self, id: ObjectId, movement: Vec2, step: u64) -> Vec2 {
        self.begin(step);
        let carried = self.carried(id);
        let rest = |movement: f32, carried: f32| {
            if movement * carried <= 0.0 {
                movement
            } else if movement > 0.0 {
                (movement - carried).max(0.0)
            } else {
                (movement - carried).min(0.0)
            }
        };
        Vec2::new(rest(movement.x, carried.x), rest(movement.y, carried.y))
    }

    /// Returns the displacement by which platforms have carried an object in the step that [`begin`](Self::begin) was
    /// called for.
    pub(crate) fn carried(&self, id: ObjectId) -> Vec2 {
        let carried = self.carried.iter().find(|(other, _)| *other == id);
        carried.map_or(Vec2::ZERO, |(_, movement)| *movement)
    }

    /// Returns the longest displacements along x and y by which platforms have carried any object in that step.
    pub(crate) fn longest(&self) -> Vec2 {
        let lengths = self.carried.iter().map(|(_, movement)| movement.abs());
        lengths.fold(Vec2::ZERO, Vec2::max)
    }

    pub(crate) fn record_held(&mut self, id: ObjectId, by: ObjectId) {
        self.held.push((id, by));
    }

    /// Returns whether an object held a rider up in that step while a platform sank.
    pub(crate) fn is_held(&self, id: ObjectId, by: ObjectId) -> bool {
        self.held.contains(&(id, by))
    }

    pub(crate) fn record(&mut self, id: ObjectId, went: Vec2) {
        match self.carried.iter_mut().find(|(other, _)| *other == id) {
            Some((_, movement)) => *movement += went,
            None => self.carried.push((id, went)),
        }
    }
}
