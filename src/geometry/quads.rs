//! Cuts shapes into pieces, which backends draw: convex polygons, rings, lines, outlines.
//!
//! A quadrilateral lists its corners as top left, top right, bottom left, bottom right. It is drawn as two triangles.
//! Neighbours share whole sides: no corner of one lies in the middle of another's side, so that rounding leaves no gap.

use glam::Vec2;

use super::turns::Turn;

/// Top left, top right, bottom left, bottom right. Two corners may be equal: the quadrilateral is then a triangle.
pub(crate) type Corners = [Vec2; 4];

/// A piece of a drawn shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece {
    /// A part of an area.
    Area(Corners),
    /// A part of a line.
    Stroke(Stroke),
}

/// A part of a line. Backends draw it at least a pixel wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    /// Ends of its middle line.
    pub(crate) ends: [Vec2; 2],
    /// Vector from each end to one edge. The opposite vector leads to the other edge.
    pub(crate) edges: [Vec2; 2],
    /// Its width, at right angles to its sides.
    pub(crate) width: f32,
}

impl Piece {
    /// Returns its corners.
    pub(crate) fn corners(self) -> Corners {
        match self {
            Self::Area(corners) => corners,
            Self::Stroke(Stroke {
                ends: [from, to],
                edges: [start, end],
                ..
            }) => [from - start, to - end, from + start, to + end],
        }
    }
}

/// Maximum length of a miter, in half widths: the default of SVG. Longer miters are cut off.
const MITER_LIMIT: f32 = 4.0;

/// Returns the piece of a straight line: half of `width` lies on each side, and it ends exactly at `from` and `to`.
/// `None` if the line has no length.
pub(crate) fn line(from: Vec2, to: Vec2, width: f32) -> Option<Piece> {
    let edge = direction(from, to)?.perp() * (width / 2.0);
    Some(Piece::Stroke(Stroke {
        ends: [from, to],
        edges: [edge; 2],
        width,
    }))
}

/// A polygon that approximates an ellipse, with corners clockwise on screen from the right. It lies inside the ellipse,
/// at most 1/16 pixel from it, unless it has the maximum number of corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ellipse {
    pub(crate) center: Vec2,
    /// Half of the width and height.
    pub(crate) radii: Vec2,
    /// Number of corners in a quarter.
    quarter: u16,
}

impl Ellipse {
    /// Returns an ellipse with at most `most` corners, but at least 8. `center` and `radii` are in pixels.
    pub(crate) fn new(center: Vec2, radii: Vec2, most: u16) -> Self {
        // The distance between a circle and the sides of its n-gon is r (1 - cos(π / n)), about r π² / 2n². For 1/16
        // pixel, a quarter has 2.2214 √r corners.
        let quarter = (2.2214 * radii.max_element().max(0.0).sqrt()).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to 16 bits; NaN becomes the minimum"
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

    /// Returns a corner, counted from 0. Wraps around.
    pub(crate) fn corner(&self, number: usize) -> Vec2 {
        self.center + self.radii * self.direction(number)
    }

    /// Returns the direction of a corner in a circle, counted from 0. Wraps around.
    fn direction(&self, number: usize) -> Vec2 {
        let quarter = u32::from(self.quarter);
        let number = u32::try_from(number % self.len()).unwrap_or(0);
        // All quarters are computed alike, so that the polygon is symmetric.
        let angle = ((number % quarter) * 0x4000 + quarter / 2) / quarter;
        let turn = u16::try_from(number / quarter * 0x4000 + angle).unwrap_or(0);
        let (sin, cos) = Turn(turn).sin_cos();
        Vec2::new(cos, sin)
    }

    /// Calls `put` with the quadrilaterals of the filled ellipse.
    pub(crate) fn fill(&self, put: impl FnMut(Piece)) {
        fill_convex(self.len(), |number| self.corner(number), put);
    }

    /// Calls `put` with the pieces of a ring along the edge, `width` wide, half on each side. A ring without a hole is
    /// filled.
    pub(crate) fn outline(&self, width: f32, mut put: impl FnMut(Piece)) {
        let half = width / 2.0;
        if self.radii.min_element() <= half {
            let outer = Self {
                radii: self.radii + half,
                ..*self
            };
            return outer.fill(put);
        }
        for number in 0..self.len() {
            let numbers = [number, number + 1];
            put(Piece::Stroke(Stroke {
                ends: numbers.map(|number| self.corner(number)),
                edges: numbers.map(|number| self.direction(number) * -half),
                width,
            }));
        }
    }
}

/// Calls `put` with the pieces of a convex polygon with `count` corners, given by `corner`. Each lies between
/// two opposite sides, like the space between two rungs of a ladder. There are about half as many pieces as corners.
pub(crate) fn fill_convex(
    count: usize,
    corner: impl Fn(usize) -> Vec2,
    mut put: impl FnMut(Piece),
) {
    let (mut low, mut high) = (0, count.saturating_sub(1));
    while high >= low + 2 {
        let quad = [low, low + 1, high, high - 1].map(&corner);
        put(Piece::Area(quad));
        (low, high) = (low + 1, high - 1);
    }
}

/// Returns whether a polygon turns in one direction only, and once around. A star may turn in one direction, too, but
/// several times around.
pub(crate) fn is_convex(count: usize, corner: impl Fn(usize) -> Vec2) -> bool {
    let side = |number: usize| corner((number + 1) % count) - corner(number % count);
    let (mut left, mut right) = (false, false);
    // `turns` counts how often the sides change between pointing left and right: twice around a convex polygon.
    let (mut heading, mut first, mut turns) = (0.0, 0.0, 0);
    // Returns the first side from `number` on that has a length: a side between two equal corners has no direction.
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
            turns += u32::from(heading * along.x < 0.0);
            heading = along.x.signum();
            first = if first == 0.0 { heading } else { first };
        }
    }
    turns += u32::from(heading * first < 0.0);
    left != right && turns <= 2
}

/// Calls `put` with the pieces along the sides of a closed polygon, `width` wide, half on each side. Sides meet
/// in miters. The tip of a very sharp miter is cut off. There, and where corners are nearer than `width`, the outline
/// overlaps itself.
pub(crate) fn outline(
    count: usize,
    corner: impl Fn(usize) -> Vec2,
    width: f32,
    mut put: impl FnMut(Piece),
) {
    let half = width / 2.0;
    let at = |number: usize| corner(number % count);
    let side = |number: usize| direction(at(number), at(number + 1));
    // These find the nearest side before or after a corner. Sides without length are skipped.
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
        put(Piece::Stroke(Stroke {
            ends: [from, to],
            edges: [start, beside],
            width,
        }));
        if end.is_none() {
            // A cut tip is a triangle that fills the wedge between the ends of both sides. It begins inside the first
            // side, so that no gap remains.
            let outer = -half * along.perp_dot(next).signum();
            let tip = [to + along.perp() * outer, to + next.perp() * outer];
            let inside = to - along * half;
            put(Piece::Area([tip[0], tip[1], inside, inside]));
        }
    }
}

/// Returns the direction from one position to another. `None` if they are equal.
fn direction(from: Vec2, to: Vec2) -> Option<Vec2> {
    (to - from).try_normalize()
}

/// Returns the point where the edges of two sides of width 2 meet, relative to their common corner. `None` if it is too
/// far away.
fn miter(before: Vec2, after: Vec2) -> Option<Vec2> {
    let (one, other) = (before.perp(), after.perp());
    let sum = 1.0 + one.dot(other);
    // The length is the square root of 2 / sum.
    (sum * MITER_LIMIT * MITER_LIMIT >= 2.0).then(|| (one + other) / sum)
}

#[cfg(test)]
mod tests;
