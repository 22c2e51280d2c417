//! Laws that hold for any two shapes.

use crate::shapes::{Body, any_pair, pairs};
use damselfly::Random;
use damselfly::collision::{
    Contact, Epa, Gjk, GjkProgress, Impact, MAX_STEPS, Shape, ShapeError, cast_ray, closest_points,
    contact, distance, intersects, minkowski_difference, split, sweep,
};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use proptest::prelude::*;

/// Counts how often two answers match where several answers may be right.
#[derive(Default)]
struct Agreement {
    same: u32,
    other: u32,
}

impl Agreement {
    fn count(&mut self, is_same: bool) {
        *(if is_same {
            &mut self.same
        } else {
            &mut self.other
        }) += 1;
    }

    /// Checks that at least this share of the answers matches. The rest are ties, such as parallel sides.
    #[track_caller]
    fn check(&self, share: f64) {
        let all = f64::from(self.same + self.other);
        let is_enough = all > 0.0 && f64::from(self.same) >= all * share;
        assert!(is_enough, "{} of {all} agree", self.same);
    }
}

#[test]
fn the_order_of_two_shapes_does_not_matter() {
    let mut random = Random::new(7);
    let [mut normals, mut points, mut nearest, mut hits] = [(); 4].map(|()| Agreement::default());
    for index in 0..pairs() {
        let [a, b] = any_pair(&mut random);
        let shown = || format!("{index}\n{a:?}\n{b:?}");
        let (one, other) = (
            closest_points(a.placed(), b.placed()),
            closest_points(b.placed(), a.placed()),
        );
        assert!((one.distance - other.distance).abs() < 1e-5, "{}", shown());
        let apart = distance(b.placed(), a.placed());
        assert!(
            (distance(a.placed(), b.placed()) - apart).abs() < 1e-5,
            "{}",
            shown()
        );
        if apart > 1e-3 {
            let [from, to] = other.points;
            nearest.count(near(one.points[0], to) && near(one.points[1], from));
        }
        assert_eq!(
            intersects(a.placed(), b.placed()),
            intersects(b.placed(), a.placed()),
            "{}",
            shown()
        );
        let one = contact(a.placed(), Vec2::ZERO, b.placed());
        let other = contact(b.placed(), Vec2::ZERO, a.placed());
        let depth = |met: Option<Contact>| met.map_or(0.0, |met| met.depth);
        assert!((depth(one) - depth(other)).abs() < 1e-5, "{}", shown());
        if let (Some(one), Some(other)) = (one, other) {
            let is_opposite = near(one.normal, -other.normal);
            normals.count(is_opposite);
            if is_opposite {
                assert!(
                    near(one.position, other.position),
                    "{one:?} {other:?} {}",
                    shown()
                );
                let [from, to] = other.points;
                let is_same =
                    |[from, to]: [Vec2; 2]| near(one.points[0], from) && near(one.points[1], to);
                points.count(is_same([from, to]) || is_same([to, from]));
            }
        }
        let way = random.unit_vector() * 20.0;
        let one = sweep(a.placed(), way, b.placed(), Vec2::ZERO);
        let other = sweep(b.placed(), Vec2::ZERO, a.placed(), way);
        let time = |hit: Option<Impact>| hit.map_or(1.0, |hit| hit.time);
        assert!(
            (time(one) - time(other)).abs() < 1e-5,
            "{one:?} {other:?} {}",
            shown()
        );
        if let (Some(one), Some(other)) = (one, other) {
            hits.count(near(one.normal, -other.normal) && near(one.position, other.position));
        }
    }
    normals.check(0.98);
    points.check(0.98);
    nearest.check(0.95);
    hits.check(0.94);
}

/// A rotation about the origin, then a translation.
#[derive(Clone, Copy, Debug)]
struct Elsewhere {
    turn: Turn,
    offset: Vec2,
}

impl Elsewhere {
    fn any(random: &mut Random) -> Self {
        Self {
            turn: Turn(random.range(0..=u16::MAX)),
            offset: vec2(random.range(-300.0..300.0), random.range(-300.0..300.0)),
        }
    }

    fn direction(self, way: Vec2) -> Vec2 {
        let (sin, cos) = self.turn.sin_cos();
        vec2(way.x * cos - way.y * sin, way.x * sin + way.y * cos)
    }

    fn place(self, position: Vec2) -> Vec2 {
        self.direction(position) + self.offset
    }

    fn body(self, body: Body) -> Body {
        Body {
            shape: body.shape.transformed(self.turn, Vec2::ONE),
            position: self.place(body.position),
        }
    }
}

fn near(one: Vec2, other: Vec2) -> bool {
    one.distance(other) < 2e-3
}

#[test]
fn moving_and_turning_the_whole_world_changes_nothing() {
    let mut random = Random::new(8);
    let [mut normals, mut nearest, mut times, mut hits] = [(); 4].map(|()| Agreement::default());
    for index in 0..pairs() {
        let [a, b] = any_pair(&mut random);
        let there = Elsewhere::any(&mut random);
        let (c, d) = (there.body(a), there.body(b));
        let shown = || format!("{index}: {there:?}\n{a:?}\n{b:?}");
        let one = closest_points(a.placed(), b.placed());
        let other = closest_points(c.placed(), d.placed());
        assert!((one.distance - other.distance).abs() < 2e-4, "{}", shown());
        let apart = distance(c.placed(), d.placed());
        assert!((one.distance - apart).abs() < 2e-4, "{}", shown());
        if apart > 1e-2 {
            let moved = one.points.map(|point| there.place(point));
            nearest.count(near(moved[0], other.points[0]) && near(moved[1], other.points[1]));
        }
        let one = contact(a.placed(), Vec2::ZERO, b.placed());
        let other = contact(c.placed(), Vec2::ZERO, d.placed());
        let depth = |met: Option<Contact>| met.map_or(0.0, |met| met.depth);
        assert!((depth(one) - depth(other)).abs() < 2e-4, "{}", shown());
        if apart > 1e-3 || depth(one) > 1e-3 {
            let meets = intersects(a.placed(), b.placed());
            assert_eq!(meets, intersects(c.placed(), d.placed()), "{}", shown());
        }
        if let (Some(one), Some(other)) = (one, other) {
            normals.count(near(there.direction(one.normal), other.normal));
        }
        let way = random.unit_vector() * 20.0;
        let one = sweep(a.placed(), way, b.placed(), Vec2::ZERO);
        let other = sweep(c.placed(), there.direction(way), d.placed(), Vec2::ZERO);
        // Times may differ where the shapes graze each other, or touch at the end of the sweep.
        times.count(match (one, other) {
            (Some(one), Some(other)) => (one.time - other.time).abs() < 1e-4,
            (one, other) => one.is_none() && other.is_none(),
        });
        if let (Some(one), Some(other)) = (one, other) {
            let is_same = near(there.direction(one.normal), other.normal);
            hits.count(is_same && near(there.place(one.position), other.position));
        }
    }
    normals.check(0.98);
    nearest.check(0.95);
    times.check(0.998);
    hits.check(0.95);
}

/// Generates any `f32`, including NaN, infinities and subnormal numbers.
fn bits() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<u32>().prop_map(f32::from_bits),
        -100.0f32..100.0,
        Just(0.0)
    ]
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let point = || (bits(), bits()).prop_map(|(x, y)| vec2(x, y));
    let shape = prop_oneof![
        Just(Shape::point()),
        bits().prop_map(Shape::circle),
        point().prop_map(Shape::rect),
        (point(), point(), bits()).prop_map(|(a, b, radius)| Shape::capsule(a, b, radius)),
        prop::collection::vec(point(), 1..20)
            .prop_map(|corners| Shape::polygon(&corners).unwrap_or_default()),
    ];
    (shape, any::<u16>(), point(), bits()).prop_map(|(shape, turn, scale, radius)| {
        shape.rounded(radius).transformed(Turn(turn), scale)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn searches_and_rays_of_any_bits_end(
        a in any_shape(), b in any_shape(), at in [bits(), bits()], to in [bits(), bits()],
        way in [bits(), bits()],
    ) {
        let (a, b) = (a.at(Vec2::from_array(at)), b.at(Vec2::from_array(to)));
        let mut search = Gjk::new(a, b);
        while search.step() == GjkProgress::Searching {}
        if let Some(mut expansion) = Epa::new(&search) {
            // Every step but the last finds another corner of the difference, which has at most 32.
            let steps = (0..40).take_while(|_| !expansion.step()).count();
            prop_assert!(steps <= 33 && expansion.steps() <= 33, "{}", expansion.steps());
            prop_assert!(expansion.depth() >= 0.0, "{:?}", expansion.depth());
            prop_assert!(expansion.normal().is_finite());
        }
        let difference = minkowski_difference(a, b);
        prop_assert!(difference.len() <= 32 && difference.iter().all(|corner| !corner.is_nan()));
        if let Some(hit) = cast_ray(a.position, Vec2::from_array(way), b) {
            prop_assert!((0.0..=1.0).contains(&hit.time) && hit.normal.is_finite(), "{:?}", hit);
        }
    }

    #[test]
    fn a_polygon_with_a_corner_that_is_not_finite_is_refused(
        points in prop::collection::vec((-100.0f32..100.0, -100.0f32..100.0), 1..20),
    ) {
        let points: Vec<_> = points.into_iter().map(|(x, y)| vec2(x, y)).collect();
        for index in 0..points.len() {
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                for corner in [vec2(bad, points[index].y), vec2(points[index].x, bad)] {
                    let mut points = points.clone();
                    points[index] = corner;
                    prop_assert_eq!(Shape::polygon(&points), Err(ShapeError::NotFinite { index }));
                }
            }
        }
    }

    #[test]
    fn any_bits_have_an_answer(
        a in any_shape(), b in any_shape(), at in [bits(), bits()], to in [bits(), bits()],
        way in [bits(), bits()],
    ) {
        let (a, b) = (a.at(Vec2::from_array(at)), b.at(Vec2::from_array(to)));
        let way = Vec2::from_array(way);
        let mut search = Gjk::new(a, b);
        while search.step() == GjkProgress::Searching {}
        prop_assert!(search.steps() <= MAX_STEPS);
        let apart = distance(a, b);
        prop_assert!(apart >= 0.0, "{:?}", apart);
        let closest = closest_points(a, b);
        prop_assert!(closest.distance >= 0.0, "{:?}", closest);
        intersects(a, b);
        if let Some(met) = contact(a, way, b) {
            prop_assert!(met.depth > 0.0 && met.normal.is_finite(), "{:?}", met);
            prop_assert!(!met.position.is_nan(), "{:?}", met);
        }
        if let Some(hit) = sweep(a, way, b, Vec2::ZERO) {
            prop_assert!((0.0..=1.0).contains(&hit.time) && hit.normal.is_finite(), "{:?}", hit);
            prop_assert!(!hit.position.is_nan(), "{:?}", hit);
        }
    }

    #[test]
    fn an_outline_of_any_bits_is_split_or_refused(
        corners in prop::collection::vec([bits(), bits()], 0..12),
        small in prop::collection::vec([-4..4_i8, -4..4_i8], 0..12),
    ) {
        let small = small.into_iter().map(|corner| Vec2::from_array(corner.map(f32::from)));
        for outline in [corners.into_iter().map(Vec2::from_array).collect::<Vec<_>>(), small.collect()] {
            if let Ok(parts) = split(&outline) {
                prop_assert!(!parts.is_empty() && parts.len() < outline.len(), "{:?}", parts);
            }
        }
    }
}
