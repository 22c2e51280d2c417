//! The step-by-step searches give the same results as the tests of two shapes.

use crate::shapes::{Body, pair, pairs};
use damselfly::Random;
use damselfly::collision::{Epa, Gjk, GjkProgress, Shape, contact, minkowski_difference};
use damselfly::glam::{Vec2, vec2};

/// Runs a search to its end.
fn searched<'a>(a: &'a Body, b: &'a Body) -> Gjk<'a> {
    let mut search = Gjk::new(a.placed(), b.placed());
    while search.step() == GjkProgress::Searching {}
    search
}

/// Returns the largest signed distance of a position from the lines along a polygon's sides. It is negative inside. The
/// polygon is clockwise on screen.
fn outside(polygon: &[Vec2], place: Vec2) -> f32 {
    let next = polygon.iter().cycle().skip(1);
    let heights = polygon.iter().zip(next).filter(|(from, to)| from != to);
    let heights = heights.map(|(&from, &to)| (place - from).dot(-(to - from).perp().normalize()));
    heights.fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn epa_grows_to_the_contact_depth_around_the_origin() {
    let mut random = Random::new(21);
    let mut expansions = 0;
    for index in 0..pairs() {
        let [a, b] = pair(&mut random);
        let search = searched(&a, &b);
        let Some(mut expansion) = Epa::new(&search) else {
            assert_eq!(search.progress(), GjkProgress::Apart, "{index}");
            continue;
        };
        let difference = minkowski_difference(a.placed(), b.placed());
        let mut depth = 0.0;
        while !expansion.is_done() {
            let corners: Vec<Vec2> = expansion.corners().collect();
            let [from, to] = expansion.nearest_side();
            assert!(corners.contains(&from) && corners.contains(&to), "{index}");
            assert!(outside(&corners, Vec2::ZERO) < 1e-4, "{index}");
            for &corner in &corners {
                assert!(outside(&difference, corner) < 1e-4, "{index}");
            }
            assert!(expansion.depth() >= depth - 1e-4, "{index}: it shrinks");
            depth = expansion.depth();
            expansion.step();
        }
        assert!(expansion.steps() <= 33, "{index}: {}", expansion.steps());
        let deepest = -outside(&difference, Vec2::ZERO);
        let is_polygon = difference.len() > 2;
        assert!(
            !is_polygon || (expansion.depth() - deepest).abs() < 1e-4,
            "{index}: {} {deepest}",
            expansion.depth()
        );
        // The contact's depth is the depth of the cores plus both radii.
        let radii = a.shape.radius() + b.shape.radius();
        if let Some(met) = contact(a.placed(), Vec2::ZERO, b.placed()) {
            assert!(
                (met.depth - radii - expansion.depth()).abs() < 2e-4,
                "{index}"
            );
        }
        expansions += 1;
    }
    assert!(expansions > pairs() / 10, "{expansions}");
}

#[test]
fn the_difference_is_the_hull_of_all_differences_of_corners() {
    let mut random = Random::new(22);
    for index in 0..pairs() / 4 {
        let [a, b] = pair(&mut random);
        let difference = minkowski_difference(a.placed(), b.placed());
        // In each direction, the difference extends as far as the furthest difference of two corners.
        let way = random.unit_vector();
        let furthest =
            |points: &[Vec2]| points.iter().map(|it| it.dot(way)).fold(f32::MIN, f32::max);
        let all: Vec<Vec2> = (a.shape.corners().iter())
            .flat_map(|one| b.shape.corners().iter().map(move |other| *one - *other))
            .map(|between| between + a.position - b.position)
            .collect();
        let (one, other) = (furthest(&difference), furthest(&all));
        assert!((one - other).abs() < 1e-4, "{index}: {one} {other}");
        for corner in difference {
            let nearest = all.iter().map(|it| it.distance(corner));
            assert!(nearest.fold(f32::MAX, f32::min) < 1e-4, "{index}");
        }
    }
}

#[test]
fn epa_ends_at_once_for_differences_without_an_area() {
    let point = Shape::point();
    let mut search = Gjk::new(point.at(Vec2::ONE), point.at(Vec2::ONE));
    assert!(Epa::new(&search).is_none(), "not before the search is over");
    assert_eq!(search.step(), GjkProgress::Meeting);
    let mut expansion = Epa::new(&search).expect("they meet");
    assert!(expansion.is_done() && expansion.step());
    assert_eq!((expansion.depth(), expansion.steps()), (0.0, 0));
    assert_eq!(expansion.normal().length(), 1.0);
    let line = Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.0);
    let mut search = Gjk::new(line.at(Vec2::ZERO), line.at(vec2(0.5, 0.0)));
    while search.step() == GjkProgress::Searching {}
    let expansion = Epa::new(&search).expect("they meet");
    assert!(expansion.is_done());
    assert_eq!((expansion.depth(), expansion.normal().x), (0.0, 0.0));
    let nowhere = Shape::circle(f32::NAN);
    assert!(minkowski_difference(nowhere.at(Vec2::ZERO), point.at(Vec2::ZERO)).is_empty());
    assert!(minkowski_difference(point.at(Vec2::NAN), point.at(Vec2::ZERO)).is_empty());
}
