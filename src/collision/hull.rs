//! The convex hull of points, by Andrew's monotone chain.
//!
//! A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information Processing Letters 9
//! (1979).

use glam::Vec2;

use super::vector::between;

/// Returns the corners of the hull of finite points, clockwise on screen and without duplicates. Points on a straight
/// side are left out.
pub(super) fn hull(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted = points.to_vec();
    // `+ 0.0` makes -0 and 0 equal.
    sorted.sort_by(|a, b| {
        (a.x + 0.0)
            .total_cmp(&(b.x + 0.0))
            .then((a.y + 0.0).total_cmp(&(b.y + 0.0)))
    });
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut corners = half(sorted.iter().copied());
    let back = half(sorted.iter().rev().copied());
    // Each half ends at the first corner of the other one. Both ends are left out, so that no corner is listed twice.
    corners.pop();
    corners.extend(&back[..back.len() - 1]);
    corners
}

/// Returns the corners on one side of the line between the first and the last point.
fn half(points: impl Iterator<Item = Vec2>) -> Vec<Vec2> {
    let mut corners: Vec<Vec2> = Vec::new();
    for point in points {
        while let [.., before, last] = corners[..]
            && turns_left_or_not(before, last, point)
        {
            corners.pop();
        }
        corners.push(point);
    }
    corners
}

fn turns_left_or_not(before: Vec2, last: Vec2, next: Vec2) -> bool {
    between(before, last).perp_dot(between(last, next)) <= 0.0
}
