//! Low steps that a sliding object climbs.

use glam::Vec2;

use super::stopping::Stopping;
use crate::base::id::ObjectId;
use crate::world::collide::sliding::{SlideSettings, Stop, SurfaceKind, near_at, skin_at};
use crate::world::{MoveOutcome, World};

impl World {
    /// Moves an object up onto a low ledge that blocks its movement along the floor. Returns the remaining movement, or
    /// `None` if the object cannot climb the ledge.
    pub(super) fn climb(
        &mut self,
        id: ObjectId,
        forward: Vec2,
        settings: &SlideSettings,
    ) -> Option<Vec2> {
        let from = self.position(id)?;
        let on_top = self.top_of_step(id, from, forward, settings)?;
        // The object moves over the ledge and not through it, so only contacts at the end count, even for bullets.
        let blocked = self.collide(id, from, on_top, Stopping::ExceptGrazed);
        let at = if blocked { from } else { on_top };
        if self.arrive(id, from, at, blocked) != MoveOutcome::Moved {
            return None;
        }
        let done = settings.level_part(on_top - from).dot(forward) / forward.length_squared();
        Some(forward * (1.0 - done).max(0.0))
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
        let area = self.sources().outline(id)?.area;
        let mut go = |from: Vec2, by: Vec2| match self.first_stop(id, from, from + by) {
            Some(stop) => (stop.at, Some(stop)),
            None => (from + by, None),
        };
        // Even with a step height of 0 the object is raised slightly, so that it passes from a floor onto a slope.
        let height = settings.step_height.max(near_at(from));
        let (above, _) = go(from, settings.up * height);
        let (over, _) = go(above, forward);
        if (over - above).dot(forward) <= skin_at(from) * forward.length() {
            return None;
        }
        let down = -settings.up * (above - from).dot(settings.up);
        let (at, below) = go(over, down);
        let below = below?;
        let feet = area.center() - settings.up * (area.size() / 2.0).dot(settings.up.abs());
        // The height of the contact is tested, too: a round body may touch the edge of a higher step with a normal that
        // is as steep as a floor's.
        let stands = |stop: &Stop| {
            let rise = (stop.hit.position - feet).dot(settings.up);
            settings.surface(stop.hit.normal) == SurfaceKind::Floor
                && rise <= height + near_at(from)
        };
        if stands(&below) {
            return Some(at);
        }
        // A round body may come to rest on the edge of the step, which is too steep to stand on. It still climbs if it
        // finds a floor further ahead, where the edge is under its middle.
        let ahead = forward.normalize_or_zero();
        let reach = (area.size() / 2.0).dot(ahead.abs());
        let (middle, _) = go(over, ahead * reach);
        let (_, floor) = go(middle, down);
        floor.as_ref().is_some_and(stands).then_some(at)
    }
}
