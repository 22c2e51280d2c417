//! The floor under a sliding object, and the surfaces that the object touches.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::collision::Impact;
use crate::geometry::Rect;
use crate::space::Collider;
use crate::world::World;
use crate::world::collide::outline::Outline;
use crate::world::collide::sliding::{SlideSettings, Stop, SurfaceKind, Touched, near_at};

/// The floor under an object before it slides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stance {
    /// The floor under the object, if any.
    pub(super) floor: Option<Stop>,
    /// Whether the object touches the floor. If not, but there is a floor, the object rests on a steep edge closely
    /// above it.
    pub(super) is_steady: bool,
}

impl World {
    /// Returns the floor that an object stands on: a floor that it touches; or a floor within the snap distance, if a
    /// steep edge holds the object above it, for example the edge of a step under a round body.
    pub(super) fn stance(&mut self, id: ObjectId, settings: &SlideSettings) -> Stance {
        let Some(from) = self.position(id) else {
            return Stance::default();
        };
        let near = near_at(from);
        if let Some(floor) = self.floor_within(id, near, settings) {
            return Stance {
                floor: Some(floor),
                is_steady: true,
            };
        }
        let holds = self
            .first_stop(id, from, from - settings.up * near)
            .is_some();
        let snap = self.snap_of(id, settings);
        let floor = holds.then(|| self.floor_under_middle(id, snap, settings));
        Stance {
            floor: floor.flatten(),
            is_steady: false,
        }
    }

    /// Returns the floor within a distance below an object. It may be slightly below a steep surface that the object
    /// touches, for example where a slope becomes too steep.
    pub(super) fn floor_within(
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
        let is_floor = |hit: &Impact| settings.surface(hit.normal) == SurfaceKind::Floor;
        let first = self.first_stop(id, from, from + down)?;
        if is_floor(&first.hit) {
            return Some(first);
        }
        let floor = self.first_stop_at(id, from, from + down, is_floor)?;
        let deeper = (floor.hit.time - first.hit.time) * distance;
        (deeper <= near_at(from)).then_some(floor)
    }

    /// Returns the floor within a distance below the middle of an object's lower side.
    pub(super) fn floor_under_middle(
        &mut self,
        id: ObjectId,
        distance: f32,
        settings: &SlideSettings,
    ) -> Option<Stop> {
        let (from, area) = (self.position(id)?, self.sources().outline(id)?.area);
        let (up, near) = (settings.up, near_at(from));
        let foot = area.center() - up * (area.size() / 2.0).dot(up.abs());
        let start = Rect::centered(foot + up * near, Vec2::splat(near));
        let down = -up * distance;
        let [start, end] = [Vec2::ZERO, down].map(|by| Outline {
            drops: self.riding.dropping == Some(id),
            ..Outline::of_box(start.translated(by), from + by)
        });
        let mut others = self.borrow_colliders();
        self.list_hard_in(start.area.union(end.area), id, &mut others);
        let hits = others.iter().filter_map(|other| {
            let hit = start.sweep(&end, &self.sources().outline(other.id)?)?;
            let is_floor = settings.surface(hit.normal) == SurfaceKind::Floor;
            is_floor.then_some((other.id, hit))
        });
        let first = hits.reduce(|one, other| {
            if other.1.time < one.1.time {
                other
            } else {
                one
            }
        });
        self.return_colliders(others);
        let (other, hit) = first?;
        let at = from + down * hit.time;
        Some(Stop { other, at, hit })
    }

    /// Returns the distance below an object, in world units, within which it snaps to a floor. Slightly more than the
    /// settings say, so that a floor at exactly that distance is found.
    pub(super) fn snap_of(&self, id: ObjectId, settings: &SlideSettings) -> f32 {
        let (mut height, mut near) = (0.0, 0.0);
        if let Some(outline) = self.sources().outline(id) {
            height = outline.area.size().dot(settings.up.abs());
            near = near_at(outline.position);
        }
        let usual = (height / 4.0).max(settings.step_height);
        settings.snap.unwrap_or(usual) + near
    }

    /// Returns the displacement of a floor that is a platform: see `Riding::velocity`. Zero for other floors.
    pub(super) fn floor_velocity(&mut self, floor: ObjectId) -> Vec2 {
        self.riding.velocity(floor, self.step)
    }

    /// Returns which surfaces an object touches at its sides and above.
    pub(super) fn touched(&mut self, id: ObjectId, settings: &SlideSettings) -> Touched {
        let mut touched = Touched::default();
        let (Some(from), Some(outline)) = (self.position(id), self.sources().outline(id)) else {
            return touched;
        };
        let near = near_at(from);
        let around = Rect {
            min: outline.area.min - near,
            max: outline.area.max + near,
        };
        let mut others = self.borrow_colliders();
        self.list_hard_in(around, id, &mut others);
        let directions = match settings.up {
            Vec2::ZERO => [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y],
            up => [up.perp(), -up.perp(), up, up],
        };
        for &Collider { id: other, .. } in &others {
            for direction in directions {
                let to = from + direction * near;
                let hit = self.swept_impact(id, from, to, other);
                let kind = hit.map(|hit| settings.surface(hit.normal));
                touched.wall |= kind == Some(SurfaceKind::Wall) && direction != settings.up;
                touched.ceiling |= kind == Some(SurfaceKind::Ceiling);
            }
        }
        self.return_colliders(others);
        touched
    }
}
