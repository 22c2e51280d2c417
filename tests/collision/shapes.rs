//! Random shapes, and the number of them in the tests.

use damselfly::Random;
use damselfly::collision::{PlacedShape, Shape};
use damselfly::geometry::turns::Turn;
use damselfly::geometry::{Circle, Segment};
use damselfly::glam::{Vec2, vec2};

/// Returns the number of random pairs of a test: `DAMSELFLY_PAIRS`, or 20 000.
pub(crate) fn pairs() -> u32 {
    let pairs = std::env::var("DAMSELFLY_PAIRS").ok();
    pairs.map_or(20_000, |pairs| {
        pairs.parse().expect("DAMSELFLY_PAIRS is a number")
    })
}

/// A shape at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) shape: Shape,
    pub(crate) position: Vec2,
}

impl Body {
    pub(crate) fn placed(&self) -> PlacedShape<'_> {
        self.shape.at(self.position)
    }

    /// Returns the corners of the shape's core in the world.
    pub(crate) fn corners(&self) -> Vec<[f64; 2]> {
        let corners = self.shape.corners().iter();
        corners
            .map(|corner| {
                [
                    f64::from(corner.x) + f64::from(self.position.x),
                    f64::from(corner.y) + f64::from(self.position.y),
                ]
            })
            .collect()
    }
}

fn point(random: &mut Random, size: f32) -> Vec2 {
    vec2(random.range(-size..size), random.range(-size..size))
}

/// Returns a shape of a random kind and size. It may be rounded, turned and mirrored, and is scaled along each axis.
pub(crate) fn shape(random: &mut Random) -> Shape {
    let shape = match random.range(0..7) {
        0 => Shape::point(),
        1 => Shape::circle(random.range(0.1..6.0)),
        2 | 3 => Shape::rect(vec2(random.range(0.1..12.0), random.range(0.1..12.0))),
        4 => Shape::capsule(
            point(random, 5.0),
            point(random, 5.0),
            random.range(0.0..3.0),
        ),
        _ => {
            let corners: Vec<_> = (0..random.range(3..12))
                .map(|_| point(random, 6.0))
                .collect();
            Shape::polygon(&corners).expect("at most 12 corners")
        }
    };
    let radius = if random.chance(0.3) {
        random.range(0.0..2.0)
    } else {
        0.0
    };
    let turn = if random.chance(0.3) {
        Turn::ZERO
    } else {
        Turn::from_radians(random.range(0.0..core::f32::consts::TAU))
    };
    let mirror = if random.chance(0.3) { -1.0 } else { 1.0 };
    let scale = vec2(random.range(0.5..2.0) * mirror, random.range(0.5..2.0));
    let shape = shape.rounded(radius).transformed(turn, scale);
    if random.chance(0.8) {
        return shape;
    }
    // Scales the shape once more without a turn, like a part of a scaled object. A turned box is then no longer a box.
    let scale = vec2(random.range(0.5..2.0), random.range(0.5..2.0));
    shape.transformed(Turn::ZERO, scale)
}

/// Returns a shape whose core lacks width, height or both: a box, or a shape of any kind that is scaled by 0 along one
/// or both axes.
pub(crate) fn thin_shape(random: &mut Random) -> Shape {
    let turn = Turn(random.range(0..=u16::MAX));
    let (across, down) = [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0)][random.range(0..3_usize)];
    if random.chance(0.5) {
        let size = vec2(
            random.range(0.1..12.0) * across,
            random.range(0.1..12.0) * down,
        );
        let shape = Shape::rect(size);
        return if random.chance(0.5) {
            shape
        } else {
            shape.transformed(turn, Vec2::ONE)
        };
    }
    shape(random).transformed(turn, vec2(across, down))
}

/// Returns two bodies. Their positions differ by at most 10 along each axis, so that many pairs overlap.
pub(crate) fn pair(random: &mut Random) -> [Body; 2] {
    let shapes = [shape(random), shape(random)];
    placed(random, shapes)
}

/// Like [`pair`]. In about half of all pairs, one or both bodies have a [`thin_shape`].
pub(crate) fn any_pair(random: &mut Random) -> [Body; 2] {
    let one = |random: &mut Random| {
        if random.chance(0.3) {
            thin_shape(random)
        } else {
            shape(random)
        }
    };
    let shapes = [one(random), one(random)];
    placed(random, shapes)
}

fn placed(random: &mut Random, [one, other]: [Shape; 2]) -> [Body; 2] {
    let first = Body {
        shape: one,
        position: point(random, 20.0),
    };
    let second = Body {
        shape: other,
        position: first.position + point(random, 10.0),
    };
    [first, second]
}

#[test]
fn a_circle_meets_a_segment_that_has_a_point_within_its_radius() {
    // The end points have integer coordinates. The distance is sampled at each 64th of the segment. Cases with a
    // distance too close to the radius are skipped.
    for number in 0..4000_i32 {
        let digit = |place: u32| ((number * 7919) >> place) % 11 - 5;
        let center = vec2(digit(0) as f32, digit(2) as f32);
        let (from, to) = (
            vec2(digit(4) as f32, digit(6) as f32),
            vec2(digit(8) as f32, digit(10) as f32),
        );
        let circle = Circle::new(center, (1 + number % 4) as f32);
        let distance = (0..=64)
            .map(|part| from.lerp(to, part as f32 / 64.0).distance(center))
            .fold(f32::INFINITY, f32::min);
        let meets = circle.meets_segment(&Segment::new(from, to));
        // Two samples are less than 0.25 apart and the radius is at least 1, so the true distance is at most 0.01 less
        // than the nearest sample's.
        if distance < circle.radius {
            assert!(meets, "{circle:?} {from} {to}");
        } else if distance > circle.radius + 0.05 {
            assert!(!meets, "{circle:?} {from} {to}");
        }
    }
}

#[test]
fn the_bounds_of_a_circle_touch_its_rim_on_four_sides() {
    for (x, y, radius) in [(0.0, 0.0, 1.0), (-3.0, 7.0, 2.5), (100.0, -50.0, 16.0)] {
        let bounds = Circle::new(vec2(x, y), radius).bounds();
        assert_eq!(bounds.min, vec2(x - radius, y - radius));
        assert_eq!(bounds.max, vec2(x + radius, y + radius));
    }
}
