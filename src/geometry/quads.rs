//! How shapes are cut into quadrilaterals, which is what backends draw: convex polygons, rings, lines, outlines.
//!
//! A quadrilateral is top left, top right, bottom left, bottom right, and is drawn as two triangles. Neighbours have whole
//! sides in common: no corner of one lies in the middle of another's side, so that no rounding leaves a gap.

use glam::Vec2;

use super::turns::Turn;

/// Top left, top right, bottom left, bottom right; two may be the same.
pub(crate) type Corners = [Vec2; 4];

/// A miter longer than this many half widths is cut off, as in other vector graphics.
const MITER_LIMIT: f32 = 4.0;

/// Returns a straight line: `width` wide, half on each side, flush with its ends. `None` if it has no length.
pub(crate) fn line(from: Vec2, to: Vec2, width: f32) -> Option<Corners> {
    let beside = direction(from, to)?.perp() * (width / 2.0);
    Some([from - beside, to - beside, from + beside, to + beside])
}

/// The corners of a polygon that stands for an ellipse, clockwise on screen from the right. It is in the ellipse, and at no
/// place more than 1/16 from it while it has fewer corners than it may.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ellipse {
    pub(crate) center: Vec2,
    /// Half of the width and height.
    pub(crate) radii: Vec2,
    /// Corners of a quarter.
    quarter: u16,
}

impl Ellipse {
    /// Returns an ellipse of at most `most` corners, in pixels.
    pub(crate) fn new(center: Vec2, radii: Vec2, most: u16) -> Self {
        // A side of a circle's n-gon is r (1 - cos(π / n)), about r π² / 2n², from the circle.
        let quarter = (2.2214 * radii.max_element().max(0.0).sqrt()).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "held within 16 bits; NaN becomes the least"
        )]
        let quarter = quarter.max(2.0).min(f32::from(most / 4)) as u16;
        Self {
            center,
            radii,
            quarter: quarter.max(2),
        }
    }

    /// Returns the number of corners, a multiple of 4.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.quarter) * 4
    }

    /// Returns a corner, counted from 0; past the end it goes round again.
    pub(crate) fn corner(&self, number: usize) -> Vec2 {
        let quarter = u32::from(self.quarter);
        let number = u32::try_from(number % self.len()).unwrap_or(0);
        // Quarter by quarter, each alike: so it is the same from all four sides.
        let part = ((number % quarter) * 0x4000 + quarter / 2) / quarter;
        let turn = u16::try_from(number / quarter * 0x4000 + part).unwrap_or(0);
        let (sin, cos) = Turn(turn).sin_cos();
        self.center + self.radii * Vec2::new(cos, sin)
    }

    /// Calls `put` with the quadrilaterals that it consists of.
    pub(crate) fn fill(&self, put: impl FnMut(Corners)) {
        fill_convex(self.len(), |number| self.corner(number), put);
    }

    /// Calls `put` with the quadrilaterals of a ring along its edge: `width` wide, half on each side. One that leaves no
    /// hole is filled.
    pub(crate) fn outline(&self, width: f32, mut put: impl FnMut(Corners)) {
        let half = Vec2::splat(width / 2.0);
        let outer = Self {
            radii: self.radii + half,
            ..*self
        };
        let inner = Self {
            radii: self.radii - half,
            ..*self
        };
        if inner.radii.min_element() <= 0.0 {
            return outer.fill(put);
        }
        for number in 0..self.len() {
            let [from, to] = [number, number + 1];
            put([
                outer.corner(from),
                outer.corner(to),
                inner.corner(from),
                inner.corner(to),
            ]);
        }
    }
}

/// Calls `put` with the quadrilaterals of a convex polygon of `count` corners, `corner` being the place of each: rungs of a
/// ladder, half as many as there are corners.
pub(crate) fn fill_convex(
    count: usize,
    corner: impl Fn(usize) -> Vec2,
    mut put: impl FnMut(Corners),
) {
    let (mut low, mut high) = (0, count.saturating_sub(1));
    while high >= low + 2 {
        put([corner(low), corner(low + 1), corner(high), corner(high - 1)]);
        (low, high) = (low + 1, high - 1);
    }
}

/// Returns whether a polygon turns one way alone, and once: the corners of a star may turn one way, too.
pub(crate) fn is_convex(count: usize, corner: impl Fn(usize) -> Vec2) -> bool {
    let side = |number: usize| corner((number + 1) % count) - corner(number % count);
    let (mut left, mut right) = (false, false);
    // How often it turns back from left to right or from right to left.
    let (mut way, mut first, mut turns) = (0.0, 0.0, 0);
    // A side between two equal corners has no direction.
    let after = |number: usize| {
        let sides = (0..count).map(|on| side(number + on));
        sides.into_iter().find(|&side| side != Vec2::ZERO)
    };
    for number in 0..count {
        let along = side(number);
        let Some(next) = after(number + 1).filter(|_| along != Vec2::ZERO) else {
            continue;
        };
        let turn = f64::from(along.x) * f64::from(next.y) - f64::from(along.y) * f64::from(next.x);
        (left, right) = (left || turn < 0.0, right || turn > 0.0);
        if along.x != 0.0 {
            turns += u32::from(way * along.x < 0.0);
            way = along.x.signum();
            first = if first == 0.0 { way } else { first };
        }
    }
    turns += u32::from(way * first < 0.0);
    left != right && turns <= 2
}

/// Calls `put` with the quadrilaterals along the sides of a closed polygon: `width` wide, half on each side. Sides meet in
/// miters; the tip of a very sharp one is cut off, and there, and where corners are nearer to each other than `width`, it
/// covers itself.
pub(crate) fn outline(
    count: usize,
    corner: impl Fn(usize) -> Vec2,
    width: f32,
    mut put: impl FnMut(Corners),
) {
    let half = width / 2.0;
    let at = |number: usize| corner(number % count);
    let side = |number: usize| direction(at(number), at(number + 1));
    // Of the sides before and after a corner, those that have a length.
    let before = |number: usize| (1..=count).find_map(|back| side(number + count - back));
    let after = |number: usize| (0..count).find_map(|on| side(number + on));
    for number in 0..count {
        let Some(along) = side(number) else { continue };
        let (Some(last), Some(next)) = (before(number), after(number + 1)) else {
            continue;
        };
        let (from, to) = (at(number), at(number + 1));
        let start = miter(last, along).unwrap_or(along.perp()) * half;
        let end = miter(along, next);
        let beside = end.unwrap_or(along.perp()) * half;
        put([from - start, to - beside, from + start, to + beside]);
        if end.is_none() {
            // The tip between two blunt ends, as far as into the side, so that no gap is left to it.
            let outer = -half * along.perp_dot(next).signum();
            let tip = [to + along.perp() * outer, to + next.perp() * outer];
            let inside = to - along * half;
            put([tip[0], tip[1], inside, inside]);
        }
    }
}

/// Returns the direction from one place to another; `None` if they are the same.
fn direction(from: Vec2, to: Vec2) -> Option<Vec2> {
    (to - from).try_normalize()
}

/// Returns where the edges of two sides of width 2 meet, seen from their common corner. `None` if that is too far.
fn miter(before: Vec2, after: Vec2) -> Option<Vec2> {
    let (one, other) = (before.perp(), after.perp());
    let part = 1.0 + one.dot(other);
    // Its length is the square root of 2 / part.
    (part * MITER_LIMIT * MITER_LIMIT >= 2.0).then(|| (one + other) / part)
}

#[cfg(test)]
mod tests;
