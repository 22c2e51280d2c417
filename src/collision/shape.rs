//! Convex shapes: a core of points, and a radius around it.

use core::fmt;
use glam::{DVec2, Vec2};

use super::boxes::leaves_itself;
use super::contact::single;
use super::error::ShapeError;
use super::hull::hull;
use super::vector::{between, normalized};
use crate::geometry::Rect;
use crate::geometry::turns::Turn;

/// The largest number of corners of a convex shape.
pub const MAX_CORNERS: usize = 16;

/// A convex shape around its object's position, in world units: all points within a radius of the hull of its corners.
/// A point and a circle have one corner, a capsule has two, a box has four. Defaults to a point.
///
/// A shape with coordinates that are not finite becomes a circle with an infinite radius, which meets nothing.
///
/// ```
/// use damselfly::collision::{Shape, distance};
/// use damselfly::glam::vec2;
///
/// let ball = Shape::circle(2.0);
/// let wall = Shape::rect(vec2(1.0, 10.0));
/// let apart = distance(ball.at(vec2(0.0, 0.0)), wall.at(vec2(5.0, 3.0)));
/// assert_eq!(apart, 2.5);
/// ```
// This order puts the fields that every test reads into one cache line with the first corners.
#[derive(Clone, Copy, PartialEq)]
#[repr(C)]
pub struct Shape {
    count: u8,
    core: CoreKind,
    radius: f32,
    /// Clockwise on screen. Corners beyond `count` are unused, and zero, so that equal shapes compare as equal.
    corners: [Vec2; MAX_CORNERS],
}

/// The kind of a core: some kinds have tests in closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoreKind {
    Hull,
    /// A rectangle of four corners, at any angle. Its width or height may be 0.
    TurnedBox,
    /// A rectangle with sides parallel to the axes. The first corner is the top left one.
    Box,
}

impl Default for Shape {
    fn default() -> Self {
        Self::point()
    }
}

impl Shape {
    /// Returns a shape of at most [`MAX_CORNERS`] corners, clockwise on screen.
    fn new(core: CoreKind, points: &[Vec2], radius: f32) -> Self {
        let mut shape = Self {
            count: 1,
            core: CoreKind::Hull,
            radius: f32::INFINITY,
            corners: [Vec2::ZERO; MAX_CORNERS],
        };
        let is_finite = radius.is_finite() && points.iter().all(|corner| corner.is_finite());
        if is_finite && let Ok(count) = u8::try_from(points.len()) {
            shape.corners[..points.len()].copy_from_slice(points);
            shape.count = count;
            shape.core = core;
            shape.radius = radius.max(0.0);
        }
        shape
    }

    /// Returns a point.
    pub fn point() -> Self {
        Self::new(CoreKind::Hull, &[Vec2::ZERO], 0.0)
    }

    /// Returns a circle. `radius` is in world units; 0 or less makes a point.
    pub fn circle(radius: f32) -> Self {
        Self::new(CoreKind::Hull, &[Vec2::ZERO], radius)
    }

    /// Returns a box around its object's position. `size` is in world units.
    pub fn rect(size: Vec2) -> Self {
        Self::rect_at(Rect::centered(Vec2::ZERO, size))
    }

    /// Returns a box. `rect` is relative to the object's position, in world units.
    pub fn rect_at(rect: Rect) -> Self {
        let sorted = Rect::new(rect.min, rect.max);
        // Tests `rect` itself, because sorting may lose a NaN.
        let is_finite = rect.min.is_finite() && rect.max.is_finite();
        let radius = if is_finite { 0.0 } else { f32::INFINITY };
        Self::new(CoreKind::Box, &sorted.corners(), radius)
    }

    /// Returns a capsule: all points within `radius` of a segment, in world units. A radius of 0 or less makes a
    /// segment.
    pub fn capsule(start: Vec2, end: Vec2, radius: f32) -> Self {
        let corners = [start, end];
        let count = if start == end { 1 } else { 2 };
        Self::new(CoreKind::Hull, &corners[..count], radius)
    }

    /// Returns the hull of points in world units. Their order does not matter, and points inside of the hull are left
    /// out.
    ///
    /// ```
    /// use damselfly::collision::Shape;
    /// use damselfly::glam::vec2;
    ///
    /// let ship = Shape::polygon(&[vec2(8.0, 0.0), vec2(-6.0, 5.0), vec2(-6.0, -5.0)]).unwrap();
    /// assert_eq!(ship.corners().len(), 3);
    /// assert!(Shape::polygon(&[]).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If there are no points, one is not finite, or the hull has more than [`MAX_CORNERS`] corners.
    pub fn polygon(points: &[Vec2]) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if let Some(index) = points.iter().position(|point| !point.is_finite()) {
            return Err(ShapeError::NotFinite { index });
        }
        let corners = hull(points);
        if corners.len() > MAX_CORNERS {
            return Err(ShapeError::TooManyCorners {
                corners: corners.len(),
            });
        }
        Ok(Self::new(CoreKind::Hull, &corners, 0.0))
    }

    /// Returns the shape with a larger radius: it grows by `radius` world units on all sides, and its corners are
    /// rounded.
    #[must_use]
    pub fn rounded(self, radius: f32) -> Self {
        Self::new(self.core, self.corners(), self.radius + radius)
    }

    /// Returns the shape turned about its object's position by an angle in radians, clockwise. The angle is rounded to
    /// 1/65536 of a full turn, like an object's angle in drawing and in collisions.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use core::f32::consts::FRAC_PI_2;
    /// use damselfly::collision::Shape;
    ///
    /// let lying = Shape::rect(vec2(6.0, 2.0));
    /// assert_eq!(lying.turned(FRAC_PI_2), Shape::rect(vec2(2.0, 6.0)));
    /// ```
    #[doc(alias("rotated", "rotate"))]
    #[must_use]
    pub fn turned(&self, angle: f32) -> Self {
        self.transformed(Turn::from_radians(angle), Vec2::ONE)
    }

    /// Returns the shape moved by an offset in world units.
    #[must_use]
    pub fn translated(&self, offset: Vec2) -> Self {
        let mut corners = self.corners;
        let moved = &mut corners[..usize::from(self.count)];
        moved.iter_mut().for_each(|corner| *corner += offset);
        Self::new(self.core, moved, self.radius)
    }

    /// Returns the shape as it appears on its object: scaled along its own axes, then turned about the object's
    /// position. The radius is scaled by the larger factor. Negative factors mirror the shape.
    #[must_use]
    pub fn transformed(&self, turn: Turn, scale: Vec2) -> Self {
        if turn == Turn::ZERO && scale == Vec2::ONE {
            return *self;
        }
        if (scale.x == 0.0 || scale.y == 0.0) && self.core != CoreKind::Box {
            return self.flattened(scale).transformed(turn, Vec2::ONE);
        }
        let (sin, cos) = turn.sin_cos();
        let count = self.corners().len();
        let mut corners = self.corners;
        for corner in &mut corners[..count] {
            let scaled = *corner * scale;
            *corner = Vec2::new(
                scaled.x * cos - scaled.y * sin,
                scaled.x * sin + scaled.y * cos,
            );
        }
        if (scale.x < 0.0) != (scale.y < 0.0) {
            // Mirroring reverses the order of the corners, which has to be clockwise.
            corners[..count].reverse();
        }
        let radius = self.radius * scale.abs().max_element();
        let core = match self.core {
            CoreKind::Box => CoreKind::TurnedBox,
            // Scaling along axes other than its own removes the right angles.
            CoreKind::TurnedBox if scale.x.abs() != scale.y.abs() => CoreKind::Hull,
            other => other,
        };
        let shape = Self::new(core, &corners[..count], radius);
        if self.core == CoreKind::Box && turn.is_quarter() && shape.is_finite() {
            // Makes the top left corner the first one again.
            let around = Rect::around(shape.corners().iter().copied());
            return Self::rect_at(around.unwrap_or_default()).rounded(radius);
        }
        shape
    }

    /// Returns the shape with a scale of 0 along one or both axes: a segment or a point, with its ends as corners. This
    /// happens before turning, because rounding in a turn would give the shape an area.
    fn flattened(&self, scale: Vec2) -> Self {
        let radius = self.radius * scale.abs().max_element();
        let corners = self.corners().iter().map(|&corner| corner * scale);
        let corners: Vec<Vec2> = corners.collect();
        if corners.iter().all(|corner| corner.is_finite()) {
            Self::new(CoreKind::Hull, &hull(&corners), radius)
        } else {
            Self::new(CoreKind::Hull, &corners, radius)
        }
    }

    /// Returns the corners of the core, clockwise on screen, in world units relative to the object's position.
    #[inline]
    pub fn corners(&self) -> &[Vec2] {
        &self.corners[..usize::from(self.count)]
    }

    /// Returns the radius around the core, in world units. Defaults to 0.
    #[inline]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Returns the smallest box around the shape, relative to the object's position.
    pub fn bounds(&self) -> Rect {
        let around = Rect::around(self.corners().iter().copied());
        around
            .unwrap_or(Rect::point(Vec2::ZERO))
            .expanded(self.radius)
    }

    /// Returns the smallest distance of two parallel lines that enclose the shape, in world units. 0 for a point or a
    /// segment without a radius.
    pub(crate) fn narrowest(&self) -> f32 {
        let corners = self.corners();
        let next = corners.iter().cycle().skip(1);
        let mut least = f64::INFINITY;
        // One of the two lines is along a side. Otherwise, turning both would bring them nearer.
        for (&from, &to) in corners.iter().zip(next) {
            let Some(along) = normalized(between(from, to)) else {
                continue;
            };
            let heights = corners
                .iter()
                .map(|&corner| along.perp_dot(between(from, corner)));
            least = least.min(heights.fold(0.0, f64::max));
        }
        let core = if least.is_finite() { least } else { 0.0 };
        single(core + 2.0 * f64::from(self.radius))
    }

    /// Returns whether the shape moves further than its own size: an axis-aligned box further than its width or height,
    /// any other shape further than its narrowest width. If it does not, no straight wall fits between its start and
    /// its end.
    pub(crate) fn leaves_itself(&self, movement: Vec2) -> bool {
        match self.as_rect() {
            Some(rect) => leaves_itself(rect.size(), movement),
            None => movement.length() > self.narrowest(),
        }
    }

    /// Returns the shape at a position, in world units.
    #[inline]
    pub fn at(&self, position: Vec2) -> PlacedShape<'_> {
        PlacedShape {
            shape: self,
            position,
        }
    }

    fn is_finite(&self) -> bool {
        self.radius.is_finite()
    }

    /// Returns whether the core is a point.
    #[inline]
    pub(super) fn is_circle(&self) -> bool {
        self.count == 1
    }

    /// Returns whether the core is a box, at any angle.
    #[inline]
    pub(crate) fn is_box(&self) -> bool {
        self.core != CoreKind::Hull
    }

    /// Returns whether the core is a box whose sides are parallel to the axes.
    #[inline]
    pub(crate) fn is_level_box(&self) -> bool {
        self.core == CoreKind::Box
    }

    /// Returns the core as a rectangle relative to the object's position, if its sides are parallel to the axes and its
    /// corners are sharp.
    #[inline]
    pub(super) fn as_rect(&self) -> Option<Rect> {
        let is_rect = self.is_level_box() && self.radius == 0.0;
        is_rect.then(|| Rect {
            min: self.corners[0],
            max: self.corners[2],
        })
    }

    /// Returns a corner by its index.
    #[inline]
    pub(super) fn corner(&self, index: usize) -> DVec2 {
        DVec2::from(self.corners[index])
    }

    /// Returns the index of the corner that is furthest in a direction. If several are equally far, one of them.
    #[inline]
    pub(super) fn support(&self, direction: DVec2) -> usize {
        match self.corners() {
            [_] => 0,
            &[a, b] => usize::from(between(a, b).dot(direction) > 0.0),
            &[a, b, _, d] if self.is_box() => {
                let is_along = between(a, b).dot(direction) > 0.0;
                let is_down = between(a, d).dot(direction) > 0.0;
                // Corners are clockwise. Corner 0 is furthest if the direction is neither along nor down, 1 if it is
                // only along, 2 if it is both, and 3 if it is only down.
                (usize::from(is_along) ^ usize::from(is_down)) | usize::from(is_down) << 1
            }
            corners => furthest(corners, direction),
        }
    }
}

/// Returns the index of the point that is furthest in a direction. If several are equally far, the first one.
#[inline]
fn furthest(points: &[Vec2], direction: DVec2) -> usize {
    let mut best = 0;
    let mut most = f64::NEG_INFINITY;
    for (index, &point) in points.iter().enumerate() {
        let distance = DVec2::from(point).dot(direction);
        // Without branches, because they are not predictable.
        best = if distance > most { index } else { best };
        most = if distance > most { distance } else { most };
    }
    best
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape")
            .field("corners", &self.corners())
            .field("radius", &self.radius)
            .finish()
    }
}

/// A shape at a position in the world: see [`Shape::at`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedShape<'a> {
    /// The shape.
    pub shape: &'a Shape,
    /// The world position of its origin.
    pub position: Vec2,
}

impl PlacedShape<'_> {
    /// Returns the smallest box around it, in world units.
    pub fn bounds(&self) -> Rect {
        self.shape.bounds().translated(self.position)
    }

    /// Returns the sum of both radii: shapes touch if this is the distance of their cores. Not finite if a coordinate
    /// is not.
    #[inline]
    pub(super) fn reach(self, other: Self) -> f64 {
        let radii = f64::from(self.shape.radius) + f64::from(other.shape.radius);
        let offset = between(self.position, other.position);
        if (offset.x + offset.y).is_finite() {
            radii
        } else {
            f64::NAN
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_turns_clockwise_on_the_screen_as_objects_do() {
        let from_origin = |end: Vec2| Shape::capsule(Vec2::ZERO, end, 1.0);
        for (angle, end) in [
            (core::f32::consts::FRAC_PI_2, Vec2::new(0.0, 2.0)),
            (-core::f32::consts::FRAC_PI_2, Vec2::new(0.0, -2.0)),
            (core::f32::consts::PI, Vec2::new(-2.0, 0.0)),
        ] {
            let turned = from_origin(Vec2::new(2.0, 0.0)).turned(angle);
            assert_eq!(turned, from_origin(end), "{angle}");
        }
    }

    #[test]
    fn narrowest_is_the_distance_of_the_nearest_parallel_lines() {
        let bar = Shape::rect(Vec2::new(0.5, 10.0));
        let triangle = Shape::polygon(&[Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(0.0, 3.0)]);
        for (shape, expected) in [
            (Shape::point(), 0.0),
            (Shape::circle(0.5), 1.0),
            (Shape::capsule(Vec2::ZERO, Vec2::X, 0.0), 0.0),
            (Shape::capsule(Vec2::ZERO, Vec2::X, 2.0), 4.0),
            (bar, 0.5),
            (bar.rounded(0.25), 1.0),
            (Shape::rect(Vec2::new(3.0, 0.0)), 0.0),
            // Its height over its longest side, which is 5 long.
            (triangle.expect("three corners"), 2.4),
        ] {
            for turn in [0, 0x1000, 0x2000, 0xF123].map(Turn) {
                for mirror in [Vec2::ONE, Vec2::new(-1.0, 1.0)] {
                    let shown = shape.transformed(turn, mirror);
                    let width = shown.narrowest();
                    assert!((width - expected).abs() < 1e-5, "{shown:?}: {width}");
                }
            }
        }
        assert_eq!(Shape::circle(f32::NAN).narrowest(), f32::INFINITY);
    }
}
