//! The pixels of a row that a triangle or a turned sprite covers: their centres are inside, or on a top or left edge.
//!
//! Each pixel on the common diagonal of a sprite's two triangles belongs to exactly one of them. So they cover the same
//! pixels as the parallelogram by the same rule.
//!
//! Each row of a triangle or parallelogram is one span: from the rightmost of its left edges to the leftmost of its
//! right edges.

use core::ops::Range;

use super::memory::PixelBounds;

/// The rows of a triangle or a parallelogram from the top, each with the pixels it covers. Includes rows that cover
/// none.
#[derive(Debug)]
pub(super) struct Spans {
    /// Pixels are covered from the largest of these on.
    lefts: [Bound; 2],
    /// Pixels are covered up to, but not including, the smallest of these.
    rights: [Bound; 2],
    /// The remaining rows, and the columns that spans are cut to.
    clip: PixelBounds,
    /// The next row, in the target.
    row: u16,
}

/// The pixel where an edge crosses a row, moved from row to row by Bresenham's method: whole numbers, no drift.
#[derive(Clone, Copy, Debug)]
struct Bound {
    /// The pixel's column.
    at: i64,
    /// The remainder of the division that gave `at`: from 0, below `divisor`.
    rest: i64,
    /// The divisor of `rest` and `rest_step`, above 0.
    divisor: i64,
    /// The change of `at` from row to row, rounded down.
    at_step: i64,
    /// Remainder of that rounding: at least 0, below `divisor`.
    rest_step: i64,
}

impl Bound {
    /// Returns a bound that stays at a column. At the clip's edge, it bounds nothing.
    const fn nowhere(at: i64) -> Self {
        Self {
            at,
            rest: 0,
            divisor: 1,
            at_step: 0,
            rest_step: 0,
        }
    }

    /// Returns the bound at `numerator / divisor`, rounded down, which moves by `step / divisor` from row to row.
    fn new(numerator: i64, step: i64, divisor: i64) -> Self {
        Self {
            at: numerator.div_euclid(divisor),
            rest: numerator.rem_euclid(divisor),
            divisor,
            at_step: step.div_euclid(divisor),
            rest_step: step.rem_euclid(divisor),
        }
    }

    /// Moves to the next row.
    fn next_row(&mut self) {
        self.at += self.at_step;
        self.rest += self.rest_step;
        if self.rest >= self.divisor {
            self.rest -= self.divisor;
            self.at += 1;
        }
    }
}

impl Spans {
    /// Returns the rows of `clip` within the bounds of these corners: three, or the four of a parallelogram, in order,
    /// in 1/256 pixel.
    pub(super) fn new<const N: usize>(corners: &[[i32; 2]; N], clip: PixelBounds) -> Self {
        let clip = PixelBounds {
            top: first_row(corners, clip, i32::min),
            bottom: first_row(corners, clip, i32::max),
            ..clip
        };
        let mut corners = corners.map(|corner| corner.map(i64::from));
        let [first, second, last] = [corners[0], corners[1], corners[N - 1]];
        let area = (second[0] - first[0]) * (last[1] - first[1])
            - (second[1] - first[1]) * (last[0] - first[0]);
        // Makes the order of the corners clockwise on the screen, also for a mirrored sprite.
        if area < 0 {
            corners.reverse();
        }
        let mut spans = Self {
            lefts: [Bound::nowhere(clip.left.into()); 2],
            rights: [Bound::nowhere(clip.right.into()); 2],
            clip,
            row: clip.top,
        };
        // A shape without area contains no pixel's centre.
        if area == 0 {
            spans.row = clip.bottom;
            return spans;
        }
        // There are at most two left and two right edges: the edges of a triangle cannot all lead upwards or all
        // downwards, and opposite edges of a parallelogram run in opposite directions.
        let (mut lefts, mut rights) = (0, 0);
        for number in 0..N {
            let (from, to) = (corners[number], corners[(number + 1) % N]);
            // Horizontal edges need no bound: `first_row` has already cut `clip` at the highest and the lowest corner.
            if to[1] < from[1] {
                spans.lefts[lefts] = bound(from, [from[0] - to[0], from[1] - to[1]], clip.top);
                lefts += 1;
            } else if to[1] > from[1] {
                spans.rights[rights] = bound(from, [to[0] - from[0], to[1] - from[1]], clip.top);
                rights += 1;
            }
        }
        spans
    }
}

/// Returns the first row of `clip` whose pixel centres are not above a corner: the highest one if `pick` is `i32::min`,
/// the lowest if it is `i32::max`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cut to the clip, which is within 16 bits"
)]
fn first_row(corners: &[[i32; 2]], clip: PixelBounds, pick: fn(i32, i32) -> i32) -> u16 {
    let end = corners.iter().map(|corner| corner[1]).reduce(pick);
    let row = (end.unwrap_or(0) + 127) >> 8;
    row.clamp(clip.top.into(), clip.bottom.into()) as u16
}

/// Returns the bound of an edge, from its crossing with `row` on. `from` is one of its ends, and `[dx, dy]` leads
/// downwards along it, both in 1/256 pixel. Inside is to the right of a left edge, which is itself inside, and to the
/// left of a right edge, which is not.
fn bound(from: [i64; 2], [dx, dy]: [i64; 2], row: u16) -> Bound {
    // This needs 64 bits: products of two lengths in 1/256 pixel do not fit into 32.
    let below = i64::from(row) * 256 + 128 - from[1];
    // Least x with 256 dy x >= dy (from.x - 128) + dx below. For a right edge, it is the first column outside.
    let divisor = 256 * dy;
    Bound::new(
        dy * (from[0] - 128) + dx * below + divisor - 1,
        256 * dx,
        divisor,
    )
}

impl Iterator for Spans {
    type Item = (u16, Range<u16>);

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "cut to the clip, which is within 16 bits"
    )]
    fn next(&mut self) -> Option<Self::Item> {
        if self.row >= self.clip.bottom {
            return None;
        }
        let (least, most) = (i64::from(self.clip.left), i64::from(self.clip.right));
        let left = self.lefts[0].at.max(self.lefts[1].at).clamp(least, most);
        let right = self.rights[0].at.min(self.rights[1].at).clamp(left, most);
        let row = self.row;
        self.row += 1;
        for bound in self.lefts.iter_mut().chain(&mut self.rights) {
            bound.next_row();
        }
        Some((row, left as u16..right as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::quad::Quad;
    use crate::scene::InstanceFlags;
    use proptest::prelude::*;

    fn quad(origin: [i32; 2], across: [i32; 2], down: [i32; 2], far: [i32; 2]) -> Quad {
        Quad {
            origin,
            across,
            down,
            far,
            reference: [0; 2],
            uv: [0; 2],
            uv_step: [0; 4],
            texel: [0; 2],
            size: [1; 2],
            page: 0,
            tint: [255; 4],
            flags: InstanceFlags::default(),
        }
    }

    /// Returns the number of the quad's two triangles that cover the pixel's centre: at most one, unless it is a folded
    /// shape.
    fn covers(quad: &Quad, x: i64, y: i64) -> u8 {
        let corner = |number: usize| {
            let from_origin = [[0; 2], quad.across, quad.down, quad.far][number];
            [0, 1].map(|axis| i64::from(quad.origin[axis]) + i64::from(from_origin[axis]))
        };
        let centre = [x * 256 + 128, y * 256 + 128];
        let first = triangle([corner(0), corner(1), corner(2)], centre);
        let second = triangle([corner(2), corner(1), corner(3)], centre);
        u8::from(first) + u8::from(second)
    }

    fn triangle(mut corners: [[i64; 2]; 3], at: [i64; 2]) -> bool {
        let side = |from: [i64; 2], to: [i64; 2], at: [i64; 2]| {
            (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
        };
        let area = side(corners[0], corners[1], corners[2]);
        if area < 0 {
            corners.swap(1, 2);
        }
        area != 0
            && (0..3).all(|number| {
                let (from, to) = (corners[number], corners[(number + 1) % 3]);
                let top_or_left = to[1] < from[1] || to[1] == from[1] && to[0] > from[0];
                let side = side(from, to, at);
                side > 0 || side == 0 && top_or_left
            })
    }

    /// Generates positions in a range, often multiples of half a pixel, so that edges meet the centres of pixels.
    fn point(range: Range<i32>) -> impl Strategy<Value = [i32; 2]> {
        prop_oneof![
            [
                range.start / 128..range.end / 128,
                range.start / 128..range.end / 128
            ]
            .prop_map(|at| at.map(|at| at * 128)),
            [range.clone(), range],
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn a_row_covers_what_the_two_triangles_cover(
            origin in point(0..10 * 256),
            across in point(-10 * 256..10 * 256),
            down in point(-10 * 256..10 * 256),
        ) {
            let far = [0, 1].map(|axis| across[axis] + down[axis]);
            let quad = quad(origin, across, down, far);
            // The quad's bounds within 20 by 20 pixels, as the renderer cuts them.
            let bounds = |axis: usize, ends: fn(i32, i32) -> i32| {
                let far = [across[axis], down[axis], across[axis] + down[axis]];
                let end = far.into_iter().fold(0, ends) + origin[axis];
                u16::try_from(((end + 127) >> 8).clamp(0, 20)).unwrap()
            };
            let clip = PixelBounds {
                left: bounds(0, i32::min), top: bounds(1, i32::min), right: bounds(0, i32::max), bottom: bounds(1, i32::max),
            };
            let mut covered = [[false; 20]; 20];
            let [first, right, below, opposite] = quad.corners();
            for (y, columns) in Spans::new(&[first, right, opposite, below], clip) {
                covered[usize::from(y)][usize::from(columns.start)..usize::from(columns.end)].fill(true);
            }
            for (y, row) in (0..).zip(covered) {
                for (x, covered) in (0..).zip(row) {
                    prop_assert_eq!(u8::from(covered), covers(&quad, x, y), "pixel {}, {}", x, y);
                }
            }
        }

        #[test]
        fn the_triangles_of_any_quadrilateral_cover_what_the_rules_say(
            origin in point(0..20 * 256),
            across in point(-10 * 256..10 * 256),
            down in point(-10 * 256..10 * 256),
            far in point(-10 * 256..10 * 256),
        ) {
            let quad = quad(origin, across, down, far);
            let clip = PixelBounds { left: 0, top: 0, right: 20, bottom: 20 };
            let mut covered = [[0; 20]; 20];
            for triangle in quad.triangles() {
                for (y, columns) in Spans::new(&triangle, clip) {
                    for pixel in &mut covered[usize::from(y)][usize::from(columns.start)..usize::from(columns.end)] {
                        *pixel += 1;
                    }
                }
            }
            for (y, row) in (0..).zip(covered) {
                for (x, covered) in (0..).zip(row) {
                    prop_assert_eq!(covered, covers(&quad, x, y), "pixel {}, {}", x, y);
                }
            }
        }
    }
}
