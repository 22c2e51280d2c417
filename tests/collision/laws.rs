//! What holds for any two shapes.

use crate::shapes::{Body, pair, pairs};
use damselfly::Random;
use damselfly::collision::{
    Gjk, GjkProgress, MAX_STEPS, Shape, closest_points, contact, distance, intersects, sweep,
};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use proptest::prelude::*;

#[test]
fn the_order_of_two_shapes_does_not_matter() {
    let mut random = Random::new(7);
    for index in 0..pairs() {
        let [a, b] = pair(&mut random);
        let (one, other) = (
            distance(a.placed(), b.placed()),
            distance(b.placed(), a.placed()),
        );
        assert!((one - other).abs() < 1e-5, "{index}");
        assert_eq!(
            intersects(a.placed(), b.placed()),
            intersects(b.placed(), a.placed()),
            "{index}"
        );
        let depth = |met: Option<damselfly::collision::Contact>| met.map_or(0.0, |met| met.depth);
        let (one, other) = (
            depth(contact(a.placed(), Vec2::ZERO, b.placed())),
            depth(contact(b.placed(), Vec2::ZERO, a.placed())),
        );
        assert!((one - other).abs() < 1e-5, "{index}: {one} {other}");
        let way = vec2(20.0, 5.0);
        let time = |hit: Option<damselfly::collision::Impact>| hit.map_or(1.0, |hit| hit.time);
        let (one, other) = (
            time(sweep(a.placed(), way, b.placed(), Vec2::ZERO)),
            time(sweep(b.placed(), Vec2::ZERO, a.placed(), way)),
        );
        assert!((one - other).abs() < 1e-5, "{index}: {one} {other}");
    }
}

#[test]
fn moving_and_turning_the_whole_world_changes_nothing() {
    let mut random = Random::new(8);
    for index in 0..pairs() {
        let [a, b] = pair(&mut random);
        let turn = Turn(random.range(0..=u16::MAX));
        let (sin, cos) = turn.sin_cos();
        let moved = |body: Body| Body {
            shape: body.shape.transformed(turn, Vec2::ONE),
            position: vec2(
                body.position.x * cos - body.position.y * sin + 300.0,
                body.position.x * sin + body.position.y * cos - 70.0,
            ),
        };
        let (one, other) = (
            distance(a.placed(), b.placed()),
            distance(moved(a).placed(), moved(b).placed()),
        );
        assert!(
            (one - other).abs() < 2e-4,
            "{index}: {one} {other}\n{a:?}\n{b:?}"
        );
        let depth = |a: Body, b: Body| {
            contact(a.placed(), Vec2::ZERO, b.placed()).map_or(0.0, |met| met.depth)
        };
        let (one, other) = (depth(a, b), depth(moved(a), moved(b)));
        assert!(
            (one - other).abs() < 2e-4,
            "{index}: {one} {other}\n{a:?}\n{b:?}"
        );
    }
}

/// Any bits as a float: NaN, infinities, subnormal numbers.
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
        }
        if let Some(hit) = sweep(a, way, b, Vec2::ZERO) {
            prop_assert!((0.0..=1.0).contains(&hit.time) && hit.normal.is_finite(), "{:?}", hit);
        }
    }
}
