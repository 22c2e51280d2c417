//! A mover and one other object: contacts at the end of a move, and impacts on its path.

use glam::Vec2;

use super::stopping::{Slack, Stopping, edge_of};
use crate::base::id::ObjectId;
use crate::collision::{Contact, Impact, box_contact, box_entry};
use crate::geometry::Rect;
use crate::space::Collider;
use crate::world::World;
use crate::world::collide::outline::Outline;
use crate::world::collide::sliding::skin_at;

impl World {
    /// Returns the contact of a box with another box at the end of a move, if the game's filter allows the pair and it
    /// is no graze.
    #[inline]
    pub(super) fn plain_contact(
        &mut self,
        start: &Collider,
        end: Rect,
        movement: Vec2,
        other: &Collider,
        slack: Slack,
    ) -> Option<Impact> {
        if !self.filter_allows(start.id, other.id) {
            return None;
        }
        self.trace.count_tested(1);
        let met = box_contact(end, movement, other.area)?;
        if met.depth <= slack.skin.max(slack.edge) && self.are_hard(start, other) {
            let passes = || {
                let [end, other] = [end, other.area].map(|area| Outline::of_box(area, area.min));
                end.has_passed(movement, &other, slack.edge)
            };
            if is_graze(&met, movement, slack.skin) || passes() {
                return None;
            }
        }
        Some(Impact::of(met, box_entry(start.area, end, other.area)))
    }

    /// Returns the contact of a mover with another object at the end of a move, if the two collide and it is no graze.
    pub(super) fn contact_at_end(
        &mut self,
        moving: &Collider,
        from: Vec2,
        to: Vec2,
        other: &Collider,
        slack: Slack,
    ) -> Option<Impact> {
        // The pair is tested before the shapes, because this costs less.
        if !self.pair_collides(moving.id, other.id) {
            return None;
        }
        self.trace.count_tested(1);
        let sources = self.sources();
        let (end, obstacle) = (
            sources.outline_at(moving.id, to)?,
            sources.outline(other.id)?,
        );
        let met = end.contact(to - from, &obstacle)?;
        let start = sources.outline_at(moving.id, from)?;
        if met.depth <= slack.skin.max(slack.edge) && self.are_hard(moving, other) {
            let movement = to - from;
            let passes = || end.has_passed(movement, &obstacle, slack.edge);
            // The end of a round body's side has another normal than the side, so the overlap at the start counts, too.
            let leaves = || slack.edge > 0.0 && start.leaves(movement, &obstacle, slack.skin);
            if is_graze(&met, movement, slack.skin) || passes() || leaves() {
                return None;
            }
        }
        Some(Impact::of(met, start.contact_time(&end, &obstacle)))
    }

    /// Returns the impact of a swept box with another box, if the game's filter allows the pair.
    pub(super) fn plain_impact(
        &mut self,
        start: &Collider,
        end: Rect,
        other: &Collider,
    ) -> Option<Impact> {
        self.trace.count_tested(1);
        if !self.filter_allows(start.id, other.id) {
            return None;
        }
        let [start, end, other] =
            [start.area, end, other.area].map(|area| Outline::of_box(area, area.min));
        start.sweep(&end, &other)
    }

    /// Returns the impact of a swept object with another one, if the two collide.
    pub(super) fn impact_between(
        &mut self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        other: ObjectId,
    ) -> Option<Impact> {
        self.trace.count_tested(1);
        // The pair is tested before the shapes, because this costs less.
        if !self.pair_collides(mover, other) {
            return None;
        }
        self.swept_impact(mover, from, to, other)
    }

    /// Returns the impact of an object's swept outline with another object.
    pub(super) fn swept_impact(
        &self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        other: ObjectId,
    ) -> Option<Impact> {
        let sources = self.sources();
        let [start, end] = [from, to].map(|at| sources.outline_at(mover, at));
        start?.sweep(&end?, &sources.outline(other)?)
    }

    /// Returns the impact of a swept object with another one, if it counts for [`Stopping::ExceptGrazed`].
    pub(super) fn beyond_graze(
        &self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        other: ObjectId,
        hit: Impact,
    ) -> Option<Impact> {
        if hit.time > 0.0 && hit.time < 1.0 {
            return Some(hit);
        }
        let sources = self.sources();
        let [start, end] = [from, to].map(|at| sources.outline_at(mover, at));
        start?.beyond_graze(&end?, &sources.outline(other)?, hit, skin_at(from))
    }

    /// Returns the impact of a swept hard object with another hard one, if it stops the object in spite of overlaps by
    /// rounding.
    pub(super) fn beyond_rounding(
        &self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        other: ObjectId,
        hit: Impact,
        stopping: Stopping,
    ) -> Option<Impact> {
        match stopping {
            Stopping::Never => Some(hit),
            Stopping::ExceptLeft => self.beyond_left(mover, from, to, other, hit),
            Stopping::ExceptGrazed | Stopping::ExceptPassed => {
                self.beyond_graze(mover, from, to, other, hit)
            }
        }
    }

    /// Returns whether a swept object overlaps a hard one of `others` by rounding at the start, and moves along it or
    /// away from it.
    pub(super) fn leaves_any(
        &mut self,
        mover: ObjectId,
        [from, to]: [Vec2; 2],
        others: &[Collider],
    ) -> bool {
        others.iter().any(|&Collider { id: other, .. }| {
            let sources = self.sources();
            let outlines = sources.outline_at(mover, from).zip(sources.outline(other));
            let leaves = outlines
                .is_some_and(|(start, other)| start.leaves(to - from, &other, skin_at(from)));
            leaves && self.is_hard(other) && self.pair_collides(mover, other)
        })
    }

    /// Removes the impacts of a swept hard object with hard ones that it passes with an overlap by rounding.
    pub(super) fn drop_passed(
        &self,
        mover: ObjectId,
        [from, to]: [Vec2; 2],
        met: &mut Vec<(Impact, Collider)>,
    ) {
        met.retain_mut(|(hit, other)| {
            if !self.is_hard(other.id) {
                return true;
            }
            let beyond = self.beyond_passed(mover, from, to, other.id, *hit);
            *hit = beyond.unwrap_or(*hit);
            beyond.is_some()
        });
    }

    /// Returns the impact of a swept object with another one, if it counts for [`Stopping::ExceptLeft`].
    fn beyond_left(
        &self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        other: ObjectId,
        hit: Impact,
    ) -> Option<Impact> {
        if hit.time > 0.0 {
            return Some(hit);
        }
        let sources = self.sources();
        let (start, obstacle) = (sources.outline_at(mover, from)?, sources.outline(other)?);
        if !start.leaves(to - from, &obstacle, skin_at(from)) {
            return Some(hit);
        }
        self.beyond_graze(mover, from, to, other, hit)
    }

    /// Returns the impact of a swept object with another one, unless it passes that one with an overlap by rounding.
    fn beyond_passed(
        &self,
        mover: ObjectId,
        from: Vec2,
        to: Vec2,
        other: ObjectId,
        hit: Impact,
    ) -> Option<Impact> {
        let sources = self.sources();
        let [start, end] = [from, to].map(|at| sources.outline_at(mover, at));
        start?.beyond_passed(&end?, &sources.outline(other)?, hit, edge_of(skin_at(from)))
    }

    /// Returns the contact of a mover at the end of its movement with another object.
    pub(super) fn meet(
        &self,
        mover: ObjectId,
        position: Vec2,
        movement: Vec2,
        other: ObjectId,
    ) -> Option<Contact> {
        let sources = self.sources();
        let mover = sources.outline_at(mover, position)?;
        mover.contact(movement, &sources.outline(other)?)
    }
}

/// Returns whether a movement led along an object, or away from it, while the two overlapped by at most `skin` across
/// it: as rounding leaves it. `met` is their contact at the end.
fn is_graze(met: &Contact, movement: Vec2, skin: f32) -> bool {
    let away = movement.dot(met.normal);
    away >= 0.0 && met.depth + away <= skin
}
