//! Comparison with `parry2d`. It calculates in `f32` and ends its searches early: its distances are off by up to 2 %.
//! Distances of shapes of about ten units may therefore differ by 0.05 units plus 5 %. If they differ by more, brute
//! force decides.

use crate::oracle::gap;
use crate::shapes::{Body, pair, pairs};
use damselfly::Random;
use damselfly::collision::{contact, distance, intersects, sweep};
use damselfly::glam::{Vec2, vec2};
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, ShapeCastOptions};
use parry2d::shape::{Ball, Capsule, ConvexPolygon, RoundShape, Segment, SharedShape};

const TOLERANCE: f32 = 0.05;

fn vector(from: Vec2) -> Vector {
    Vector::new(from.x, from.y)
}

/// Returns the same shape and position in the other library, or `None` if the outline is too thin for it.
fn theirs(body: &Body) -> Option<(Pose, SharedShape)> {
    let corners: Vec<_> = body.shape.corners().iter().map(|it| vector(*it)).collect();
    let radius = body.shape.radius();
    let place = Pose::from_translation(vector(body.position));
    Some(match corners[..] {
        [center] => (
            Pose::from_translation(vector(body.position) + center),
            SharedShape::new(Ball::new(radius)),
        ),
        [a, b] if radius == 0.0 => (place, SharedShape::new(Segment::new(a, b))),
        [a, b] => (place, SharedShape::new(Capsule::new(a, b, radius))),
        _ => {
            let polygon = ConvexPolygon::from_convex_polyline(corners)?;
            let shape = if radius == 0.0 {
                SharedShape::new(polygon)
            } else {
                SharedShape::new(RoundShape {
                    inner_shape: polygon,
                    border_radius: radius,
                })
            };
            (place, shape)
        }
    })
}

#[test]
fn distance_intersection_and_depth_agree() {
    let mut random = Random::new(5);
    // Number of compared distances, intersections and depths. For some pairs the other library has no answer, or there
    // is no depth.
    let mut compared = [0; 3];
    let mut index = 0;
    while compared.iter().any(|&count| count < pairs()) {
        index += 1;
        let [a, b] = pair(&mut random);
        let (Some((at_a, their_a)), Some((at_b, their_b))) = (theirs(&a), theirs(&b)) else {
            continue;
        };
        let apart = distance(a.placed(), b.placed());
        let Ok(their_distance) = query::distance(&at_a, &*their_a, &at_b, &*their_b) else {
            continue;
        };
        let their_distance = their_distance.distance;
        compared[0] += 1;
        let is_near = |ours: f32, theirs: f32| (ours - theirs).abs() < TOLERANCE * (1.0 + ours);
        // If shapes overlap, our distance is 0. Theirs may be larger.
        let is_exact_distance = |apart: f32| (f64::from(apart) - gap(&a, &b).max(0.0)).abs() < 1e-4;
        let is_exact = |signed: f32| (f64::from(signed) - gap(&a, &b)).abs() < 1e-4;
        assert!(
            is_near(apart, their_distance) || is_exact_distance(apart),
            "{index}: {apart} and {their_distance}\n{a:?}\n{b:?}"
        );
        let met = contact(a.placed(), Vec2::ZERO, b.placed());
        let their_contact = query::contact(&at_a, &*their_a, &at_b, &*their_b, 0.0);
        let depth = met.map_or(-apart, |met| met.depth);
        if depth.abs() > TOLERANCE {
            compared[1] += 1;
            let their_meeting = query::intersection_test(&at_a, &*their_a, &at_b, &*their_b);
            let meets = intersects(a.placed(), b.placed());
            let they_agree = their_meeting.is_ok_and(|met| met.intersecting == meets);
            assert!(
                meets == (depth > 0.0) && (they_agree || is_exact(-depth)),
                "{index}: {depth}\n{a:?}\n{b:?}"
            );
        }
        if let (Some(met), Ok(Some(their_contact))) = (met, their_contact) {
            compared[2] += 1;
            let their_depth = -their_contact.dist;
            assert!(
                is_near(met.depth, their_depth) || is_exact(-met.depth),
                "{index}: {} and {their_depth}\n{a:?}\n{b:?}",
                met.depth
            );
        }
    }
}

#[test]
fn times_of_impact_agree() {
    let mut random = Random::new(6);
    let (mut compared, mut index) = (0, 0);
    while compared < pairs() {
        index += 1;
        let [a, b] = pair(&mut random);
        let way = vec2(random.range(-30.0..30.0), random.range(-30.0..30.0));
        let (Some((at_a, their_a)), Some((at_b, their_b))) = (theirs(&a), theirs(&b)) else {
            continue;
        };
        // The libraries treat shapes that overlap at the start differently.
        if distance(a.placed(), b.placed()) < TOLERANCE {
            continue;
        }
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let cast = query::cast_shapes(
            &at_a,
            vector(way),
            &*their_a,
            &at_b,
            Vector::new(0.0, 0.0),
            &*their_b,
            options,
        );
        let Ok(cast) = cast else {
            continue;
        };
        let hit = sweep(a.placed(), way, b.placed(), Vec2::ZERO);
        let time = hit.map_or(1.0, |hit| hit.time);
        let their_time = cast.map_or(1.0, |cast| cast.time_of_impact);
        compared += 1;
        let apart_after = |time: f32| {
            let position = a.position + way * time;
            gap(&Body { position, ..a }, &b)
        };
        let is_near = (time - their_time).abs() * way.length() < 2.0 * TOLERANCE;
        // If the times differ more, the shapes graze each other, or the other library finds the hit late.
        let is_touching = hit.is_none_or(|hit| apart_after(hit.time).abs() < 1e-3);
        let is_first = time < their_time || apart_after(their_time) > -1e-3;
        assert!(
            is_near || is_touching && is_first,
            "{index}: {time} and {their_time}\n{a:?}\n{b:?}\n{way:?}"
        );
    }
}
