//! Splits a concave outline into convex shapes: triangles by ear clipping, merged again as long as they stay convex.
//!
//! G. H. Meisters, "Polygons have ears", American Mathematical Monthly 82 (1975); S. Hertel, K. Mehlhorn, "Fast
//! triangulation of simple polygons", Foundations of Computation Theory (1983).

use glam::{DVec2, Vec2};

use super::error::ShapeError;
use super::shape::{MAX_CORNERS, Shape};
use super::vector::between;

/// Returns convex shapes that cover an outline without overlapping. `outline` contains the corners in order, clockwise
/// or anticlockwise, in world units.
///
/// ```
/// use damselfly::collision::split;
/// use damselfly::glam::vec2;
///
/// let arrow = [vec2(8.0, 0.0), vec2(-6.0, 5.0), vec2(-3.0, 0.0), vec2(-6.0, -5.0)];
/// assert_eq!(split(&arrow)?.len(), 2);
/// # Ok::<(), damselfly::collision::ShapeError>(())
/// ```
///
/// # Errors
///
/// If the outline has fewer than three corners, no area, or crosses itself, or a coordinate is not finite.
#[doc(alias = "convex decomposition")]
pub fn split(outline: &[Vec2]) -> Result<Vec<Shape>, ShapeError> {
    let parts = convex_parts(outline)?;
    let shape = |part: &Vec<usize>| {
        let corners: Vec<_> = part.iter().map(|&index| outline[index]).collect();
        Shape::polygon(&corners)
    };
    parts.iter().map(shape).collect()
}

/// Returns convex polygons that cover an outline without overlapping: indices of corners, clockwise on screen. No
/// corner of one lies within a side of another.
///
/// # Errors
///
/// The same as for [`split`].
pub(crate) fn convex_parts(outline: &[Vec2]) -> Result<Vec<Vec<usize>>, ShapeError> {
    let triangles = triangulate(outline)?;
    Ok(merge(
        outline,
        triangles.iter().map(|it| it.to_vec()).collect(),
    ))
}

/// Returns triangles that cover an outline without overlapping: indices of corners, clockwise on screen.
fn triangulate(outline: &[Vec2]) -> Result<Vec<[usize; 3]>, ShapeError> {
    if let Some(index) = outline.iter().position(|point| !point.is_finite()) {
        return Err(ShapeError::NotFinite { index });
    }
    if crosses_itself(outline) {
        return Err(ShapeError::NotSimple);
    }
    let mut left: Vec<usize> = (0..outline.len()).collect();
    if area(outline) < 0.0 {
        left.reverse();
    }
    // Removes corners on straight sides.
    while let Some(flat) = flat(outline, &left) {
        left.remove(flat);
    }
    let mut triangles = Vec::new();
    while left.len() > 2 {
        let ear = (0..left.len()).find(|&at| is_ear(outline, &left, corners(&left, at)));
        if let Some(ear) = ear {
            triangles.push(corners(&left, ear));
            left.remove(ear);
            continue;
        }
        // Clipping may leave a corner on a straight side. It stays while there are ears, because a triangle needs it.
        left.remove(flat(outline, &left).ok_or(ShapeError::NotSimple)?);
    }
    if triangles.is_empty() || have_overlaps(outline, &triangles) {
        return Err(ShapeError::NotSimple);
    }
    Ok(triangles)
}

/// Returns whether triangles overlap. So do those of an outline that runs twice around a point without crossing itself.
fn have_overlaps(outline: &[Vec2], triangles: &[[usize; 3]]) -> bool {
    let mut pairs = (1..triangles.len()).flat_map(|at| (0..at).map(move |before| [before, at]));
    pairs.any(|pair| {
        let [one, other] = pair.map(|at| triangles[at]);
        !are_beside(outline, one, other) && !are_beside(outline, other, one)
    })
}

/// Returns whether a whole triangle lies outside of one side of the other triangle.
fn are_beside(outline: &[Vec2], one: [usize; 3], other: [usize; 3]) -> bool {
    let is_outside = |from: usize, to: usize, at: usize| {
        let (side, way) = (
            between(outline[from], outline[to]),
            between(outline[to], outline[at]),
        );
        let (rising, falling) = (side.x * way.y, side.y * way.x);
        // Both products are rounded.
        rising - falling <= f64::EPSILON * (rising.abs() + falling.abs())
    };
    let [a, b, c] = one;
    [[a, b], [b, c], [c, a]]
        .into_iter()
        .any(|[from, to]| other.iter().all(|&at| is_outside(from, to, at)))
}

/// Returns whether a side of an outline leads through another one. Sides that only touch do not cross.
fn crosses_itself(outline: &[Vec2]) -> bool {
    let count = outline.len();
    let next = |at: usize| (at + 1) % count;
    let are_apart = |side: [usize; 2], one: usize, other: usize| {
        let [one, other] = [one, other].map(|at| turn(outline, [side[0], side[1], at]));
        one < 0.0 && other > 0.0 || one > 0.0 && other < 0.0
    };
    let is_within = |side: [usize; 2], at: usize| {
        let [from, to] = side.map(|end| between(outline[at], outline[end]));
        from.perp_dot(to) == 0.0 && from.dot(to) < 0.0
    };
    (0..count).any(|first| {
        let one = [first, next(first)];
        (0..count).any(|at| {
            let other = [at, next(at)];
            // Either both sides cross between their ends, or the outline crosses `one` at the end of `other`.
            are_apart(one, other[0], other[1]) && are_apart(other, one[0], one[1])
                || is_within(one, other[1]) && are_apart(one, other[0], next(other[1]))
        })
    })
}

/// Returns the corner at the position `at` in `left`, between its two neighbours there.
fn corners(left: &[usize], at: usize) -> [usize; 3] {
    let count = left.len();
    [(at + count - 1) % count, at, (at + 1) % count].map(|at| left[at])
}

/// Returns the position in `left` of a corner that lies on a straight side.
fn flat(outline: &[Vec2], left: &[usize]) -> Option<usize> {
    let is_flat = |&at: &usize| left.len() > 2 && turn(outline, corners(left, at)) == 0.0;
    (0..left.len()).find(is_flat)
}

/// Returns twice the area of an outline. Positive if it runs clockwise on screen.
fn area(outline: &[Vec2]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let sides = outline.iter().zip(next);
    sides
        .map(|(&from, &to)| DVec2::from(from).perp_dot(DVec2::from(to)))
        .sum()
}

/// Returns a positive number if the way from `a` through `b` to `c` turns clockwise on screen.
fn turn(outline: &[Vec2], [a, b, c]: [usize; 3]) -> f64 {
    between(outline[a], outline[b]).perp_dot(between(outline[b], outline[c]))
}

/// Returns whether a triangle of three consecutive corners lies inside of the outline, has an area, and contains no
/// other corner.
fn is_ear(outline: &[Vec2], left: &[usize], ear: [usize; 3]) -> bool {
    let [a, b, c] = ear;
    if turn(outline, ear) <= 0.0 {
        return false;
    }
    let is_corner = |index: usize| ear.iter().any(|&corner| outline[corner] == outline[index]);
    let is_inside = |index: usize| {
        [[a, b], [b, c], [c, a]]
            .iter()
            .all(|&[from, to]| turn(outline, [from, to, index]) >= 0.0)
    };
    !left
        .iter()
        .any(|&index| !is_corner(index) && is_inside(index))
}

/// Joins neighbours while the result is convex and has at most [`MAX_CORNERS`] corners.
fn merge(outline: &[Vec2], mut parts: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut first = 0;
    while first < parts.len() {
        let joined = (first + 1..parts.len())
            .find_map(|second| Some((second, join(outline, &parts[first], &parts[second])?)));
        match joined {
            Some((second, part)) => {
                parts.swap_remove(second);
                parts[first] = part;
            }
            None => first += 1,
        }
    }
    parts
}

/// Joins two parts, if they share a side and the result is convex.
fn join(outline: &[Vec2], one: &[usize], other: &[usize]) -> Option<Vec<usize>> {
    if one.len() + other.len() - 2 > MAX_CORNERS {
        return None;
    }
    let next = |part: &[usize], at: usize| part[(at + 1) % part.len()];
    let (at, beside) = (0..one.len()).find_map(|at| {
        let beside =
            (0..other.len()).find(|&b| other[b] == next(one, at) && next(other, b) == one[at])?;
        Some((at, beside))
    })?;
    // Goes around the first part from the end of the shared side to its start, then around the second one.
    let first = (1..=one.len()).map(|step| one[(at + step) % one.len()]);
    let second = (2..other.len()).map(|step| other[(beside + step) % other.len()]);
    let part: Vec<_> = first.chain(second).collect();
    let count = part.len();
    let is_convex = (0..count).all(|at| {
        let corners = [at, (at + 1) % count, (at + 2) % count].map(|at| part[at]);
        turn(outline, corners) >= 0.0
    });
    is_convex.then_some(part)
}
