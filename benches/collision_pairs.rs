//! Compares tests of single pairs of shapes with `parry2d`: intersection, distance, closest points, contact and sweep.
//!
//! Prints a table for each kind of pair and each test. An argument selects tables by part of the name. `README.md`
//! describes them.

mod common;

use common::table::{Contender, print, wanted};
use core::hint::black_box;
use damselfly::collision::{
    PlacedShape, Shape, closest_points, contact, distance, intersects, sweep,
};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::{Random, math};
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, ShapeCastOptions};
use parry2d::shape::{Ball, Capsule, ConvexPolygon, Cuboid, Shape as PeerShape};

/// Pairs of each kind: few enough to stay in the processor's cache.
const PAIRS: usize = 1000;

/// A shape and its position.
type Ours = (Shape, Vec2);
/// The same shape and position in `parry2d`.
type Theirs<T> = (T, Pose);

/// The same random pairs in both libraries, in separate memory.
struct Pairs<A, B> {
    ours: Vec<[Ours; 2]>,
    theirs: Vec<(Theirs<A>, Theirs<B>)>,
}

fn placed((shape, position): &Ours) -> PlacedShape<'_> {
    shape.at(*position)
}

/// A shape in both libraries, before rotation, and the largest distance of its points from its centre.
struct Kind<T> {
    shape: Shape,
    peer: T,
    reach: f32,
}

fn ball(random: &mut Random) -> Kind<Ball> {
    let radius = random.range(0.5..4.0);
    Kind {
        shape: Shape::circle(radius),
        peer: Ball::new(radius),
        reach: radius,
    }
}

fn cuboid(random: &mut Random) -> Kind<Cuboid> {
    let half = vec2(random.range(0.5..4.0), random.range(0.5..4.0));
    Kind {
        shape: Shape::rect(half * 2.0),
        peer: Cuboid::new(vector(half)),
        reach: half.length(),
    }
}

fn capsule(random: &mut Random) -> Kind<Capsule> {
    let end = vec2(random.range(0.5..3.0), random.range(-1.0..1.0));
    let radius = random.range(0.3..1.5);
    Kind {
        shape: Shape::capsule(-end, end, radius),
        peer: Capsule::new(vector(-end), vector(end), radius),
        reach: end.length() + radius,
    }
}

fn regular(random: &mut Random, count: u8) -> Kind<ConvexPolygon> {
    let radius = random.range(0.5..4.0_f32);
    let corners: Vec<_> = (0..count)
        .map(|corner| {
            math::from_angle(core::f32::consts::TAU * f32::from(corner) / f32::from(count)) * radius
        })
        .collect();
    Kind {
        shape: Shape::polygon(&corners).expect("few corners"),
        peer: ConvexPolygon::from_convex_polyline(corners.into_iter().map(vector).collect())
            .expect("it is convex"),
        reach: radius,
    }
}

fn vector(of: Vec2) -> Vector {
    Vector::new(of.x, of.y)
}

fn body<T>(kind: Kind<T>, position: Vec2, turn: Turn) -> (Ours, Theirs<T>) {
    let ours = (kind.shape.transformed(turn, Vec2::ONE), position);
    let pose = Pose::new(vector(position), turn.to_radians());
    (ours, (kind.peer, pose))
}

/// Returns pairs near contact: at a distance of 0.4 to 1.2 times the sum of their reaches. About half of them overlap.
fn pairs<A, B>(
    is_turned: bool,
    first: impl Fn(&mut Random) -> Kind<A>,
    second: impl Fn(&mut Random) -> Kind<B>,
) -> Pairs<A, B> {
    let mut random = Random::new(1);
    let mut pairs = Pairs {
        ours: Vec::new(),
        theirs: Vec::new(),
    };
    for _ in 0..PAIRS {
        let (a, b) = (first(&mut random), second(&mut random));
        let mut turn = || {
            let turn = Turn(random.range(0..=u16::MAX));
            if is_turned { turn } else { Turn::ZERO }
        };
        let turns = [turn(), turn()];
        let from = vec2(random.range(-500.0..500.0), random.range(-500.0..500.0));
        let way = math::from_angle(random.range(0.0..core::f32::consts::TAU));
        let to = from + way * (a.reach + b.reach) * random.range(0.4..1.2);
        let (a, b) = (body(a, from, turns[0]), body(b, to, turns[1]));
        pairs.ours.push([a.0, b.0]);
        pairs.theirs.push((a.1, b.1));
    }
    pairs
}

/// Prints a table that compares one test in both libraries.
fn table<A, B>(
    title: &str,
    pairs: &Pairs<A, B>,
    ours: impl Fn(PlacedShape<'_>, PlacedShape<'_>),
    theirs: impl Fn(&Theirs<A>, &Theirs<B>),
) {
    let theirs = Contender::new("parry2d", || {
        for (a, b) in &pairs.theirs {
            theirs(black_box(a), black_box(b));
        }
    });
    let ours = Contender::new("damselfly", || {
        for [a, b] in &pairs.ours {
            ours(placed(black_box(a)), placed(black_box(b)));
        }
    });
    print(title, PAIRS, vec![theirs, ours]);
}

fn tables<A: PeerShape, B: PeerShape>(wanted: &str, name: &str, pairs: &Pairs<A, B>) {
    let title = |test: &str| Some(format!("{name}/{test}")).filter(|it| it.contains(wanted));
    if let Some(title) = title("intersects") {
        table(
            &title,
            pairs,
            |a, b| {
                black_box(intersects(a, b));
            },
            |a, b| {
                black_box(query::intersection_test(&a.1, &a.0, &b.1, &b.0)).ok();
            },
        );
    }
    if let Some(title) = title("distance") {
        table(
            &title,
            pairs,
            |a, b| {
                black_box(distance(a, b));
            },
            |a, b| {
                black_box(query::distance(&a.1, &a.0, &b.1, &b.0)).ok();
            },
        );
    }
    if let Some(title) = title("closest") {
        table(
            &title,
            pairs,
            |a, b| {
                black_box(closest_points(a, b));
            },
            |a, b| {
                black_box(query::closest_points(&a.1, &a.0, &b.1, &b.0, f32::INFINITY)).ok();
            },
        );
    }
    if let Some(title) = title("contact") {
        table(
            &title,
            pairs,
            |a, b| {
                black_box(contact(a, Vec2::ZERO, b));
            },
            |a, b| {
                black_box(query::contact(&a.1, &a.0, &b.1, &b.0, 0.0)).ok();
            },
        );
    }
    if let Some(title) = title("sweep") {
        // The first shape moves along x, past the other shape or into it.
        let way = vec2(30.0, 0.0);
        table(
            &title,
            pairs,
            |a, b| {
                black_box(sweep(a, way, b, Vec2::ZERO));
            },
            |a, b| {
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let still = Vector::new(0.0, 0.0);
                black_box(query::cast_shapes(
                    &a.1,
                    vector(way),
                    &a.0,
                    &b.1,
                    still,
                    &b.0,
                    options,
                ))
                .ok();
            },
        );
    }
}

fn main() {
    let Some(wanted) = wanted() else {
        return;
    };
    let hexagon = |random: &mut Random| regular(random, 6);
    let octagon = |random: &mut Random| regular(random, 8);
    tables(&wanted, "ball–ball", &pairs(true, ball, ball));
    tables(&wanted, "ball–box", &pairs(true, ball, cuboid));
    tables(&wanted, "box–box", &pairs(false, cuboid, cuboid));
    tables(&wanted, "turned box–box", &pairs(true, cuboid, cuboid));
    tables(&wanted, "capsule–hexagon", &pairs(true, capsule, hexagon));
    tables(&wanted, "capsule–capsule", &pairs(true, capsule, capsule));
    tables(&wanted, "octagon–octagon", &pairs(true, octagon, octagon));
}
