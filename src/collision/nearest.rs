//! Nearest points of two cores: in closed form for two circles, two level boxes, or a circle and a box with an area; by
//! GJK for all other pairs.

use glam::DVec2;

use super::box_frame::BoxFrame;
use super::gjk::Gjk;
use super::shape::{PlacedShape, Shape};
use super::vector::between;

/// Nearest points of two cores.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestPoints {
    /// The nearest point of the first core, relative to the first shape's position. If the cores meet, a common point.
    pub(super) point: DVec2,
    /// Vector from the second core's nearest point to the first core's. Zero if the cores meet.
    pub(super) between: DVec2,
}

impl NearestPoints {
    /// Returns the nearest points of two shapes with finite coordinates.
    #[inline]
    pub(super) fn of(a: PlacedShape<'_>, b: PlacedShape<'_>) -> Self {
        Self::in_closed_form(a, b).unwrap_or_else(|| Self::by_search(a, b))
    }

    /// Returns the nearest points without a search, or `None` for pairs that need one.
    // `always`, because the result would otherwise go through memory, which takes as long as the calculation.
    #[inline(always)]
    pub(super) fn in_closed_form(a: PlacedShape<'_>, b: PlacedShape<'_>) -> Option<Self> {
        let offset = between(a.position, b.position);
        match (a.shape.is_circle(), b.shape.is_circle()) {
            (true, true) => Some(Self::of_points(a, b)),
            (true, false) => {
                let point = a.shape.corner(0);
                let other = BoxFrame::of(b.shape)?.nearest(point - offset) + offset;
                Some(Self {
                    point,
                    between: point - other,
                })
            }
            (false, true) => {
                let other = b.shape.corner(0) + offset;
                let point = BoxFrame::of(a.shape)?.nearest(other);
                Some(Self {
                    point,
                    between: point - other,
                })
            }
            (false, false) if a.shape.is_level_box() && b.shape.is_level_box() => {
                Some(Self::of_level_boxes(a.shape, b.shape, offset))
            }
            (false, false) => None,
        }
    }

    #[inline]
    pub(super) fn of_points(a: PlacedShape<'_>, b: PlacedShape<'_>) -> Self {
        let point = a.shape.corner(0);
        Self {
            point,
            between: point - b.shape.corner(0) - between(a.position, b.position),
        }
    }

    #[inline]
    fn of_level_boxes(a: &Shape, b: &Shape, offset: DVec2) -> Self {
        let (a_min, a_max) = (a.corner(0), a.corner(2));
        let (b_min, b_max) = (b.corner(0) + offset, b.corner(2) + offset);
        let x = of_spans([a_min.x, a_max.x], [b_min.x, b_max.x]);
        let y = of_spans([a_min.y, a_max.y], [b_min.y, b_max.y]);
        Self {
            point: DVec2::new(x.0, y.0),
            between: DVec2::new(x.1, y.1),
        }
    }

    #[inline]
    fn by_search(a: PlacedShape<'_>, b: PlacedShape<'_>) -> Self {
        let mut search = Gjk::new(a, b);
        let meets = search.run();
        Self {
            point: search.witness(),
            between: if meets { DVec2::ZERO } else { search.between() },
        }
    }
}

/// Returns the coordinate in `a` nearest to `b`, and its displacement from `b`. If they overlap, returns the middle of
/// the overlap, and 0.
#[inline]
fn of_spans(a: [f64; 2], b: [f64; 2]) -> (f64, f64) {
    let from = if a[0] > b[0] { a[0] } else { b[0] };
    let to = if a[1] < b[1] { a[1] } else { b[1] };
    if from <= to {
        ((from + to) * 0.5, 0.0)
    } else if a[1] < b[0] {
        (a[1], a[1] - b[0])
    } else {
        (a[0], a[0] - b[1])
    }
}
