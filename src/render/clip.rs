//! Clip rectangles of layers, in whole pixels.

#[cfg(feature = "gpu")]
use super::frame::Projection;
use super::viewport::Viewport;
use crate::geometry::Rect;

/// Largest coordinate of an edge, in pixels: 2²⁰.
const FAR: f32 = 1_048_576.0;

/// The pixels of a target outside of which nothing of a layer is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClipRect {
    /// The first column and row.
    pub(super) start: [u16; 2],
    /// The column and row after the last ones. At least `start`.
    pub(super) end: [u16; 2],
}

impl ClipRect {
    /// Returns the pixels of the view whose centres are inside a rectangle. `None` if these are all pixels of the view.
    ///
    /// `rect` and `frame` are in pixels of the frame's target. `halvings`: number of halvings of the layer's target.
    pub(super) fn of(rect: &Rect, halvings: u32, frame: &Viewport) -> Option<Self> {
        let factor = 1.0 / (1_u32 << halvings) as f32;
        let limited = [rect.min, rect.max].map(|corner| {
            corner
                .to_array()
                .map(|edge| first_centre(edge.clamp(-FAR, FAR) * factor))
        });
        let is_number = !(rect.min.is_nan() || rect.max.is_nan());
        let mut view = [[0; 2]; 2];
        let mut own = [[0; 2]; 2];
        for axis in 0..2 {
            let first = frame.origin[axis];
            let last = first.saturating_add(frame.size[axis]);
            let [first, last] = [first >> halvings, last.div_ceil(1 << halvings)].map(small);
            let within =
                |edge: i32| u16::try_from(edge.clamp(first.into(), last.into())).unwrap_or(first);
            let [start, end] = limited.map(|corner| within(corner[axis]));
            let end = if is_number { end.max(start) } else { start };
            (view[0][axis], view[1][axis]) = (first, last);
            (own[0][axis], own[1][axis]) = (start, end);
        }
        let [start, end] = own;
        (own != view).then_some(Self { start, end })
    }

    /// Returns whether it has no pixel.
    pub(super) fn is_empty(&self) -> bool {
        (0..2).any(|axis| self.start[axis] >= self.end[axis])
    }

    /// Returns the part of a view that it leaves.
    pub(super) fn viewport(&self, view: &Viewport) -> Viewport {
        Viewport {
            origin: self.start.map(u32::from),
            size: [0, 1].map(|axis| u32::from(self.end[axis] - self.start[axis])),
            ..*view
        }
    }
}

/// Returns the record of a layer's clip rectangle, which `clip.wgsl` reads from the table of projections.
#[cfg(feature = "gpu")]
pub(super) fn record(clip: &Option<ClipRect>) -> Projection {
    let edges = clip.map_or([0; 4], |ClipRect { start, end }| {
        [start[0], start[1], end[0], end[1]]
    });
    Projection {
        matrix: edges.map(f32::from),
        ..Projection::IDENTITY
    }
}

/// Returns the first pixel whose centre is at or after an edge.
#[expect(clippy::cast_possible_truncation, reason = "limited to 2^20 pixels")]
fn first_centre(edge: f32) -> i32 {
    // Edges of sprites are snapped and compared alike, so that a rectangle drawn there covers the same pixels.
    let snapped = (edge * 256.0 + 0.5).floor() as i32;
    (snapped + 127) >> 8
}

/// Returns a column or row in 16 bits.
fn small(at: u32) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, vec2};

    const VIEW: Viewport = Viewport {
        origin: [10, 20],
        size: [101, 50],
        scale: Vec2::ONE,
        units: Vec2::splat(1.0),
    };

    fn of(min: Vec2, max: Vec2, halvings: u32) -> Option<[[u16; 2]; 2]> {
        let found = ClipRect::of(&Rect { min, max }, halvings, &VIEW);
        found.map(|clip| [clip.start, clip.end])
    }

    #[test]
    fn edges_become_pixels_whose_centres_are_inside() {
        let inside = of(vec2(30.5, 40.51), vec2(40.5, 50.49), 0);
        assert_eq!(inside, Some([[30, 41], [40, 50]]));
        let halved = of(vec2(31.0, 40.0), vec2(41.1, 51.0), 1);
        assert_eq!(halved, Some([[15, 20], [21, 25]]));
    }

    #[test]
    fn a_rectangle_around_the_view_clips_nothing() {
        assert_eq!(of(vec2(9.0, 20.4), vec2(111.0, 1e30), 0), None);
        assert_eq!(of(vec2(-1e30, 20.0), vec2(f32::INFINITY, 70.0), 0), None);
        // The coarser view is rounded outwards. The centre of its last column is the view's right edge.
        assert_eq!(of(vec2(10.0, 20.0), vec2(111.1, 70.0), 1), None);
        let without_it = of(vec2(10.0, 20.0), vec2(111.0, 70.0), 1);
        assert_eq!(without_it, Some([[5, 10], [55, 35]]));
    }

    #[test]
    fn rectangles_without_area_or_outside_the_view_are_empty() {
        for (min, max) in [
            (vec2(50.0, 40.0), vec2(40.0, 50.0)),
            (vec2(50.0, 40.0), vec2(50.0, 60.0)),
            (vec2(f32::NAN, 40.0), vec2(50.0, 60.0)),
            (vec2(20.0, 30.0), vec2(50.0, f32::NAN)),
            (vec2(-50.0, -50.0), vec2(9.0, 9.0)),
            (vec2(500.0, 500.0), vec2(900.0, 900.0)),
        ] {
            for halvings in 0..4 {
                let clip = ClipRect::of(&Rect { min, max }, halvings, &VIEW);
                assert!(clip.is_some_and(|clip| clip.is_empty()), "{min} {max}");
            }
        }
    }
}
