//! Beside brute force: the Minkowski difference as the hull of all differences of two corners. Its cost grows with the
//! sixth power of the corners, so these tests draw fewer pairs.

use crate::shapes::{Body, any_pair, pairs};
use damselfly::Random;
use damselfly::collision::{Shape, closest_points, contact, distance, intersects, sweep};
use damselfly::glam::{Vec2, vec2};

type Point = [f64; 2];

fn few() -> u32 {
    (pairs() / 4).min(50_000)
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The distance of the origin from a segment.
fn to_segment(from: Point, to: Point) -> f64 {
    let along = minus(to, from);
    let length = dot(along, along);
    let share = if length > 0.0 {
        (-dot(from, along) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let nearest = [from[0] + along[0] * share, from[1] + along[1] * share];
    dot(nearest, nearest).sqrt()
}

/// How far the origin is outside of the difference of two cores; negative inside. By definition: every pair of
/// differences spans a side if all others are on one side of it.
fn signed_distance(a: &[Point], b: &[Point]) -> f64 {
    let mut all = Vec::new();
    for &one in a {
        all.extend(b.iter().map(|&other| minus(one, other)));
    }
    let every = || {
        all.iter()
            .flat_map(|&from| all.iter().map(move |&to| [from, to]))
    };
    let sides: Vec<_> = every().filter(|&side| is_side(&all, side)).collect();
    let nearest = |segments: &mut dyn Iterator<Item = [Point; 2]>| {
        segments.fold(f64::INFINITY, |nearest, [from, to]| {
            nearest.min(to_segment(from, to))
        })
    };
    if sides.is_empty() {
        // All differences are the same point, or nearly.
        return nearest(&mut every());
    }
    let distance = nearest(&mut sides.iter().copied());
    // A segment has a side each way: nothing is inside of both.
    let is_inside = |&[from, to]: &[Point; 2]| cross(minus(to, from), minus([0.0; 2], from)) > 0.0;
    if sides.iter().all(is_inside) {
        -distance
    } else {
        distance
    }
}

fn is_side(all: &[Point], [from, to]: [Point; 2]) -> bool {
    let along = minus(to, from);
    let is_within = |&other: &Point| cross(along, minus(other, from)) >= -1e-9;
    dot(along, along) > 1e-12 && all.iter().all(is_within)
}

/// How far two bodies are apart; negative where they overlap.
pub(crate) fn gap(a: &Body, b: &Body) -> f64 {
    let radii = f64::from(a.shape.radius()) + f64::from(b.shape.radius());
    signed_distance(&a.corners(), &b.corners()) - radii
}

#[test]
fn distance_and_depth_are_those_of_the_whole_difference() {
    let mut random = Random::new(1);
    let mut overlapping = 0;
    for index in 0..few() {
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
        }
    }
    assert!(overlapping > few() / 4 && overlapping < few() * 9 / 10);
}

#[test]
fn moving_out_along_the_normal_by_the_depth_separates() {
    let mut random = Random::new(2);
    for index in 0..few() {
        let [mut a, b] = any_pair(&mut random);
        let Some(met) = contact(a.placed(), Vec2::ZERO, b.placed()) else {
            continue;
        };
        assert!((met.normal.length() - 1.0).abs() < 1e-5, "{met:?}");
        a.position += met.normal * met.depth;
        let gap = gap(&a, &b);
        assert!(gap.abs() < 1e-4, "{index}: {gap}\n{a:?}\n{b:?}\n{met:?}");
    }
}

/// How far a point is outside of a body; negative inside.
fn gap_to(point: Vec2, body: &Body) -> f64 {
    let dot = Body {
        shape: Shape::point(),
        position: point,
    };
    gap(&dot, body)
}

#[test]
fn points_of_contact_are_in_both_shapes_and_in_the_middle_of_the_depth() {
    let mut random = Random::new(11);
    for index in 0..few() {
        let [a, b] = any_pair(&mut random);
        let Some(met) = contact(a.placed(), Vec2::ZERO, b.placed()) else {
            continue;
        };
        let middle = met.points[0].midpoint(met.points[1]);
        assert!(middle.distance(met.position) < 1e-4, "{index}: {met:?}");
        // By half the depth, along the normal, each point leaves one shape; boxes touch in the middle of their overlap.
        let is_level = |body: &Body| body.shape == Shape::rect(body.shape.bounds().size());
        if is_level(&a) && is_level(&b) {
            continue;
        }
        let out = met.normal * met.depth * 0.5;
        for (body, end) in [(&a, met.position - out), (&b, met.position + out)] {
            let gap = gap_to(end, body);
            assert!(gap > -2e-3, "{index}: {gap}\n{a:?}\n{b:?}\n{met:?}");
        }
    }
}

#[test]
fn nearest_points_are_on_both_shapes_and_as_far_apart_as_the_shapes() {
    let mut random = Random::new(3);
    for index in 0..few() {
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

/// The first of many small steps at which two bodies overlap.
fn first_overlap(a: &Body, way: Vec2, b: &Body, steps: u32) -> Option<u32> {
    (0..=steps).find(|&step| {
        let moved = Body {
            position: a.position + way * (step as f32 / steps as f32),
            ..*a
        };
        gap(&moved, b) < -1e-4
    })
}

#[test]
fn a_sweep_ends_where_small_steps_first_overlap() {
    let mut random = Random::new(4);
    let (mut hits, mut misses) = (0, 0);
    for index in 0..few() / 8 {
        let [a, b] = any_pair(&mut random);
        let way = vec2(random.range(-30.0..30.0), random.range(-30.0..30.0));
        let first = first_overlap(&a, way, &b, 200);
        let hit = sweep(a.placed(), way, b.placed(), Vec2::ZERO);
        match (first, hit) {
            (Some(first), Some(hit)) => {
                hits += 1;
                let late = first as f32 / 200.0 - hit.time;
                assert!(
                    (-1e-4..0.02).contains(&late),
                    "{index}: {late}\n{a:?}\n{b:?}\n{way:?}"
                );
                let touching = Body {
                    position: a.position + way * hit.time,
                    ..a
                };
                let gap = gap(&touching, &b);
                assert!(hit.time == 0.0 || gap.abs() < 2e-3, "{index}: {gap}");
                let shown = || format!("{index}: {hit:?}\n{a:?}\n{b:?}\n{way:?}");
                assert!((hit.normal.length() - 1.0).abs() < 1e-5, "{}", shown());
                if hit.time > 0.0 {
                    assert!(hit.normal.dot(way) < 0.0, "{}", shown());
                    // The normal is that of the side that was hit: along it, they part as fast as they can.
                    let apart = Body {
                        position: touching.position + hit.normal * 0.25,
                        ..a
                    };
                    let parted = self::gap(&apart, &b) - gap;
                    assert!((parted - 0.25).abs() < 5e-3, "{parted} {}", shown());
                    for body in [&touching, &b] {
                        let gap = gap_to(hit.position, body);
                        assert!(gap.abs() < 5e-3, "{gap} {}", shown());
                    }
                }
            }
            (None, None) => misses += 1,
            // Grazing: an overlap too thin for a step, or for rounding.
            (None, Some(_)) => {}
            (Some(first), None) => panic!("{index}: missed at {first}\n{a:?}\n{b:?}\n{way:?}"),
        }
    }
    assert!(hits > few() / 160 && misses > few() / 80, "{hits} {misses}");
}
