//! Comparison with brute force: see `oracle`.

use crate::oracle::{Difference, gap};
use crate::shapes::{Body, any_pair, pairs};
use damselfly::Random;
use damselfly::collision::{
    Contact, Impact, Shape, closest_points, contact, distance, intersects, sweep,
};
use damselfly::glam::{Vec2, vec2};

#[test]
fn distance_and_depth_match_the_whole_minkowski_difference() {
    let mut random = Random::new(1);
    let (mut index, mut overlapping, mut apart_ones) = (0, 0, 0);
    // Compares many overlapping pairs and many separate ones. Touching pairs have no depth to compare.
    while overlapping < pairs() / 2 || apart_ones < pairs() / 2 {
        index += 1;
        let [a, b] = any_pair(&mut random);
        let gap = gap(&a, &b);
        let apart = f64::from(distance(a.placed(), b.placed()));
        assert!(
            (apart - gap.max(0.0)).abs() < 1e-4,
            "{index}: {apart} for {gap}\n{a:?}\n{b:?}"
        );
        if gap.abs() > 1e-4 {
            let meets = intersects(a.placed(), b.placed());
            assert_eq!(meets, gap < 0.0, "{index}: {gap}\n{a:?}\n{b:?}");
            let met = contact(a.placed(), Vec2::ZERO, b.placed());
            let depth = met.map_or(0.0, |met| f64::from(met.depth));
            assert!(
                (depth - (-gap).max(0.0)).abs() < 1e-4,
                "{index}: {depth} for {gap}\n{a:?}\n{b:?}"
            );
            overlapping += u32::from(gap < 0.0);
            apart_ones += u32::from(gap > 0.0);
        }
    }
}

/// Returns two overlapping bodies and their contact.
fn any_contact(random: &mut Random) -> (Body, Body, Contact) {
    loop {
        let [a, b] = any_pair(random);
        if let Some(met) = contact(a.placed(), Vec2::ZERO, b.placed()) {
            return (a, b, met);
        }
    }
}

#[test]
fn moving_out_along_the_normal_by_the_depth_separates() {
    let mut random = Random::new(2);
    for index in 0..pairs() {
        let (mut a, b, met) = any_contact(&mut random);
        assert!((met.normal.length() - 1.0).abs() < 1e-5, "{met:?}");
        a.position += met.normal * met.depth;
        let gap = gap(&a, &b);
        assert!(gap.abs() < 1e-4, "{index}: {gap}\n{a:?}\n{b:?}\n{met:?}");
    }
}

/// Returns the distance of a point from a body. It is negative inside.
fn gap_to(point: Vec2, body: &Body) -> f64 {
    let dot = Body {
        shape: Shape::point(),
        position: point,
    };
    gap(&dot, body)
}

#[test]
fn contact_points_lie_in_both_shapes_at_half_depth() {
    let mut random = Random::new(11);
    let mut compared = 0;
    while compared < pairs() {
        let (a, b, met) = any_contact(&mut random);
        let index = compared;
        let middle = met.points[0].midpoint(met.points[1]);
        assert!(middle.distance(met.position) < 1e-4, "{index}: {met:?}");
        // Half the depth away from the contact's position, against the normal, a point is no longer inside `a`. Along
        // the normal, it is no longer inside `b`. Pairs of axis-aligned boxes are skipped: their contact is in the
        // middle of their overlap.
        let is_level = |body: &Body| body.shape == Shape::rect(body.shape.bounds().size());
        if is_level(&a) && is_level(&b) {
            continue;
        }
        compared += 1;
        let out = met.normal * met.depth * 0.5;
        for (body, end) in [(&a, met.position - out), (&b, met.position + out)] {
            let gap = gap_to(end, body);
            assert!(gap > -2e-3, "{index}: {gap}\n{a:?}\n{b:?}\n{met:?}");
        }
    }
}

#[test]
fn closest_points_are_as_far_apart_as_their_shapes() {
    let mut random = Random::new(3);
    for index in 0..pairs() {
        let [a, b] = any_pair(&mut random);
        let apart = closest_points(a.placed(), b.placed());
        let between = apart.points[0].distance(apart.points[1]);
        assert!(
            (between - apart.distance).abs() < 1e-3,
            "{index}: {apart:?}"
        );
        for (body, point) in [a, b].into_iter().zip(apart.points) {
            let gap = gap_to(point, &body);
            assert!(gap < 1e-3, "{index}: {gap} {apart:?}\n{a:?}\n{b:?}");
        }
    }
}

/// Checks the position and the normal of a sweep's hit.
fn check_touch(a: &Body, way: Vec2, b: &Body, hit: Impact) {
    let touching = Body {
        position: a.position + way * hit.time,
        ..*a
    };
    let gap = gap(&touching, b);
    assert!(gap.abs() < 2e-3, "{gap}");
    assert!((hit.normal.length() - 1.0).abs() < 1e-5);
    assert!(hit.normal.dot(way) < 0.0);
    // The normal belongs to the side that was hit: the shapes separate fastest along it.
    let apart = Body {
        position: touching.position + hit.normal * 0.25,
        ..*a
    };
    let parted = self::gap(&apart, b) - gap;
    assert!((parted - 0.25).abs() < 5e-3, "{parted}");
    for body in [&touching, b] {
        let gap = gap_to(hit.position, body);
        assert!(gap.abs() < 5e-3, "{gap}");
    }
}

#[test]
fn sweeps_match_a_ray_into_the_whole_minkowski_difference() {
    let mut random = Random::new(4);
    let (mut index, mut hits, mut misses) = (0, 0, 0);
    // Compares many hits and many misses.
    while hits < pairs() / 2 || misses < pairs() / 2 {
        index += 1;
        let [a, b] = any_pair(&mut random);
        let way = vec2(random.range(-30.0..30.0), random.range(-30.0..30.0));
        let difference = Difference::new(&a, &b);
        let first = difference.first_touch(way, 0.0);
        let hit = sweep(a.placed(), way, b.placed(), Vec2::ZERO);
        // The same move, shifted slightly to either side. If the results differ, the shapes graze each other, and
        // rounding decides.
        let beside = || [-1e-5, 1e-5].map(|aside| difference.first_touch(way, aside));
        let shown = || format!("{index}: {first:?} {hit:?}\n{a:?}\n{b:?}\n{way:?}");
        match (first, hit) {
            (Some(first), Some(hit)) => {
                let late = (f64::from(hit.time) - first) * f64::from(way.length());
                assert!(late.abs() < 1e-4, "{late} {}", shown());
                if hit.time > 0.0 {
                    check_touch(&a, way, &b, hit);
                }
                hits += 1;
            }
            (None, None) => misses += 1,
            (Some(first), None) => {
                let is_end = first > 1.0 - 1e-6;
                assert!(is_end || beside().contains(&None), "{}", shown());
            }
            (None, Some(hit)) => {
                let is_end = hit.time > 1.0 - 1e-6;
                assert!(is_end || beside() != [None; 2], "{}", shown());
            }
        }
    }
}
