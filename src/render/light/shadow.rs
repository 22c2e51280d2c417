//! The shadow of an edge, as seen from a point.

/// A wedge that is in shadow. Mirrors an element of `wedges` in `shaders/light.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::render) struct Wedge {
    /// Directions from the light to the edge's ends, clockwise, and across the edge: x, y.
    pub(in crate::render) rays: [[i16; 2]; 3],
    /// A point of the wedge has a larger product with the direction across.
    pub(in crate::render) beyond: i32,
}

/// Largest number of bits of a direction.
const MOST_BITS: u32 = 14;

/// Returns the number of bits of directions, so that products with points up to `reach` fit into 32 bits.
pub(super) fn direction_bits(reach: i32) -> u32 {
    let most = (1_i64 << 30) / i64::from(reach.max(1));
    MOST_BITS.min(most.max(1).ilog2())
}

impl Wedge {
    /// Returns the shadow of an edge with the solid on its right side. Ends are relative to the light, in 1/256 pixel.
    /// `depth` is the distance that light enters the solid. `None` if the light is on the edge's line.
    pub(super) fn of(edge: [[i64; 2]; 2], bits: u32, depth: i64) -> Option<Self> {
        let [first, second] = edge;
        let cross = first[0] * second[1] - first[1] * second[0];
        // Light enters on the left side, and leaves on the right.
        let (start, end, depth) = match cross {
            0 => return None,
            1.. => (first, second, 0),
            _ => (second, first, depth),
        };
        let across = scaled([end[1] - start[1], start[0] - end[0]], bits);
        let [x, y] = across.map(i64::from);
        let beyond = x * start[0] + y * start[1] + depth * (x * x + y * y).isqrt();
        Some(Self {
            rays: [scaled(start, bits), scaled(end, bits), across],
            // Products of points within reach are smaller.
            beyond: i32::try_from(beyond.min(i64::from(i32::MAX))).unwrap_or(i32::MIN),
        })
    }

    /// Returns whether a point is in shadow. It is relative to the light, in 1/256 pixel.
    #[cfg(test)]
    pub(super) fn hides(&self, [x, y]: [i32; 2]) -> bool {
        let [start, end, across] = self.rays.map(|ray| ray.map(i32::from));
        start[0] * y - start[1] * x >= 0
            && x * end[1] - y * end[0] >= 0
            && across[0] * x + across[1] * y > self.beyond
    }

    /// Returns the columns of a row that are in shadow, of `columns`. Column 0 is `x` right of the light, and the row
    /// `y` below it, in 1/256 pixel.
    pub(in crate::render) fn span(&self, [x, y]: [i32; 2], columns: [i32; 2]) -> [i32; 2] {
        let [start, end, across] = self.rays.map(|ray| ray.map(i32::from));
        let [mut from, mut to] = columns;
        let least = -1 - i64::from(self.beyond);
        let conditions = [
            (across[0], across[1] * y, least),
            (-start[1], start[0] * y, 0),
            (end[1], -end[0] * y, 0),
        ];
        for (slope, rest, least) in conditions {
            // slope · (256 · column + x) + rest ≥ 0
            let rest = i64::from(rest) + least + i64::from(slope * x);
            let slope = i64::from(slope) * 256;
            match slope {
                0 if rest < 0 => return [from, from],
                0 => {}
                1.. => from = from.max(clamped(-rest.div_euclid(slope), columns)),
                _ => to = to.min(clamped(rest.div_euclid(-slope) + 1, columns)),
            }
            if from >= to {
                return [from, from];
            }
        }
        [from, to]
    }
}

#[expect(clippy::cast_possible_truncation, reason = "within the columns")]
fn clamped(column: i64, [from, to]: [i32; 2]) -> i32 {
    column.clamp(from.into(), to.into()) as i32
}

/// Returns the part of an edge in the square that reaches from −`limit` to `limit` along both axes. `None` if there is
/// none.
pub(super) fn cut([mut one, mut other]: [[i64; 2]; 2], limit: i64) -> Option<[[i64; 2]; 2]> {
    for axis in [0, 1] {
        for side in [-1, 1] {
            let is_outside = |end: [i64; 2]| end[axis] * side > limit;
            match [one, other].map(is_outside) {
                [true, true] => return None,
                [true, false] => one = moved(one, other, axis, side * limit),
                [false, true] => other = moved(other, one, axis, side * limit),
                [false, false] => {}
            }
        }
    }
    Some([one, other])
}

/// Returns an end of an edge, moved towards the other one to this coordinate along an axis.
fn moved(end: [i64; 2], other: [i64; 2], axis: usize, to: i64) -> [i64; 2] {
    let across = 1 - axis;
    let (rise, run) = (other[across] - end[across], other[axis] - end[axis]);
    let mut moved = [to; 2];
    let further = (rise * (to - end[axis]) * run.signum()).div_euclid(run.abs());
    moved[across] = end[across] + further;
    moved
}

/// Returns whether an edge is between the light and a point, or the point is on it. Ends and point are relative to the
/// light.
pub(super) fn is_behind(point: [i64; 2], [a, b]: [[i64; 2]; 2]) -> bool {
    let cross = |a: [i64; 2], b: [i64; 2]| a[0] * b[1] - a[1] * b[0];
    let from_a = |end: [i64; 2]| [end[0] - a[0], end[1] - a[1]];
    let side = cross(a, b).signum();
    side != 0
        && cross(a, point) * side >= 0
        && cross(point, b) * side >= 0
        && cross(from_a(b), from_a(point)) * side <= 0
}

/// Returns a direction with 2 to the power of `bits` as its larger coordinate, rounded to nearest.
#[expect(clippy::cast_possible_truncation, reason = "at most 2^14")]
fn scaled(direction: [i64; 2], bits: u32) -> [i16; 2] {
    let largest = direction[0].abs().max(direction[1].abs()).max(1);
    direction.map(|part| ((part << (bits + 1)) + largest).div_euclid(2 * largest) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn small(part: i64) -> i32 {
        i32::try_from(part).unwrap()
    }

    fn point() -> impl Strategy<Value = [i64; 2]> {
        [-30_000..30_000_i64, -30_000..30_000_i64]
    }

    /// Returns whether the straight line from the light to a point crosses an edge, by exact numbers.
    fn crosses([a, b]: [[i64; 2]; 2], p: [i64; 2]) -> bool {
        let cross = |a: [i64; 2], b: [i64; 2]| a[0] * b[1] - a[1] * b[0];
        let to = |from: [i64; 2], to: [i64; 2]| [to[0] - from[0], to[1] - from[1]];
        let sides = cross(a, p) * cross(p, b);
        let light = cross(to(a, b), to(a, [0, 0])).signum();
        sides > 0
            && cross(a, p).signum() == cross(a, b).signum()
            && cross(to(a, b), to(a, p)).signum() == -light
    }

    /// Returns the distance of a point to the line through two others.
    fn distance(p: [i64; 2], [a, b]: [[i64; 2]; 2]) -> f64 {
        let along = [b[0] - a[0], b[1] - a[1]].map(|part| part as f64);
        let to = [p[0] - a[0], p[1] - a[1]].map(|part| part as f64);
        let length = (along[0] * along[0] + along[1] * along[1]).sqrt().max(1e-9);
        (along[0] * to[1] - along[1] * to[0]).abs() / length
    }

    proptest! {
        #[test]
        fn a_point_is_hidden_where_the_edge_is_in_between(a in point(), b in point(), p in point()) {
            let bits = direction_bits(60_000);
            let wedge = Wedge::of([a, b], bits, 0);
            let hidden = wedge.is_some_and(|wedge| wedge.hides(p.map(small)));
            // Directions are rounded: points within 1/16 pixel of a side may differ.
            let sides = [[[0, 0], a], [[0, 0], b], [a, b]];
            let nearest = sides.into_iter().map(|side| distance(p, side)).fold(f64::MAX, f64::min);
            if nearest > 16.0 {
                prop_assert_eq!(hidden, crosses([a, b], p));
            }
        }

        #[test]
        fn neighbouring_edges_leave_no_gap(a in point(), b in point(), c in point(), length in 257..1000_i64) {
            let bits = direction_bits(60_000);
            let edges = [[a, b], [b, c]].map(|edge| Wedge::of(edge, bits, 0));
            let [Some(one), Some(other)] = edges else { return Ok(()) };
            let cross = |a: [i64; 2], b: [i64; 2]| a[0] * b[1] - a[1] * b[0];
            prop_assume!(cross(a, b).signum() == cross(b, c).signum());
            // A point behind the common end, as nearly as whole numbers allow.
            let behind = b.map(|part| small(part * length / 256));
            prop_assume!(behind.iter().all(|part| part.abs() < 60_000));
            let ray = [[0, 0], b];
            let is_beyond = [[a, b], [b, c]].iter().all(|&edge| distance(behind.map(i64::from), edge) > 16.0);
            prop_assume!(is_beyond && distance(a, ray) > 64.0 && distance(c, ray) > 64.0);
            prop_assert!(one.hides(behind) || other.hides(behind));
        }

        #[test]
        fn a_cut_edge_is_the_part_within_reach(a in point(), b in point(), limit in 256..20_000_i64) {
            let part = cut([a, b], limit);
            let along = |part: i64| {
                let on = |axis: usize| a[axis] as f64 + (b[axis] - a[axis]) as f64 * part as f64 / 1000.0;
                [on(0), on(1)]
            };
            for at in (0..=1000).map(along) {
                let most = at[0].abs().max(at[1].abs());
                // Ends are rounded.
                if most < limit as f64 - 4.0 {
                    let Some([one, other]) = part else {
                        return Err(TestCaseError::fail("the edge is within reach"));
                    };
                    for axis in [0, 1] {
                        let [low, high] = [one[axis].min(other[axis]), one[axis].max(other[axis])];
                        prop_assert!((low as f64 - 4.0..=high as f64 + 4.0).contains(&at[axis]));
                    }
                }
            }
            for end in part.into_iter().flatten() {
                prop_assert!(end.iter().all(|at| at.abs() <= limit));
                prop_assert!(distance(end, [a, b]) < 2.0, "{:?}", end);
            }
        }

        #[test]
        fn a_point_is_behind_an_edge_that_its_line_to_the_light_crosses(a in point(), b in point(), p in point()) {
            let is_on_a_line = [[[0, 0], a], [[0, 0], b], [a, b]].iter().any(|&line| distance(p, line) < 1.0);
            prop_assume!(!is_on_a_line);
            prop_assert_eq!(is_behind(p, [a, b]), crosses([a, b], p));
        }

        #[test]
        fn a_span_has_the_hidden_columns(
            a in point(), b in point(), x in -20_000..20_000_i32, y in -20_000..20_000_i32, depth in 0..2000_i64,
        ) {
            let Some(wedge) = Wedge::of([a, b], direction_bits(60_000), depth) else { return Ok(()) };
            let [from, to] = wedge.span([x, y], [-70, 70]);
            for column in -70..70 {
                let is_in = (from..to).contains(&column);
                prop_assert_eq!(is_in, wedge.hides([x + 256 * column, y]), "{}", column);
            }
        }
    }

    #[test]
    fn light_enters_an_edge_that_it_falls_on() {
        // A wall with its left side at 10 pixels and its right side at 14.
        let left = [[2560, 5000], [2560, -5000]];
        let right = [[3584, -5000], [3584, 5000]];
        let hides = |edge, depth: i64, x: i32| {
            let wedge = Wedge::of(edge, 14, depth).expect("it is not seen end on");
            wedge.hides([x, 0])
        };
        assert!(!hides(left, 0, 2560) && hides(left, 0, 2561));
        assert!(!hides(left, 512, 3072) && hides(left, 512, 3073));
        // However deep, never beyond the other side.
        assert!(!hides(right, 5120, 3584) && hides(right, 5120, 3585));
    }
}
