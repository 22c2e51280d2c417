//! Concave outlines are split into convex shapes that cover them.

use damselfly::Random;
use damselfly::collision::{MAX_CORNERS, Shape, ShapeError, intersects, split};
use damselfly::glam::{DVec2, Vec2, vec2};
use damselfly::math;

/// Returns a star-shaped outline, which does not cross itself.
fn outline(random: &mut Random) -> Vec<Vec2> {
    let corners = random.range(3..40);
    (0..corners)
        .map(|corner| {
            let angle = core::f32::consts::TAU * corner as f32 / corners as f32;
            math::from_angle(angle) * random.range(1.0..20.0)
        })
        .collect()
}

fn area(corners: &[Vec2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let sides = corners.iter().zip(next);
    sides
        .map(|(a, b)| f64::from(a.x) * f64::from(b.y) - f64::from(a.y) * f64::from(b.x))
        .sum::<f64>()
        .abs()
        / 2.0
}

/// Returns the number of reflex corners of a clockwise outline.
fn reflex(outline: &[Vec2]) -> usize {
    let corner = |at: usize| outline[at % outline.len()];
    let turns_back = |&at: &usize| {
        let (a, b, c) = (corner(at), corner(at + 1), corner(at + 2));
        (b - a).perp_dot(c - b) < 0.0
    };
    (0..outline.len()).filter(turns_back).count()
}

/// Returns whether a point is inside an outline, by the crossings of a ray.
fn is_inside(point: Vec2, outline: &[Vec2]) -> bool {
    let next = outline.iter().cycle().skip(1);
    let crossings = outline.iter().zip(next).filter(|(a, b)| {
        (a.y > point.y) != (b.y > point.y)
            && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
    });
    crossings.count() % 2 == 1
}

#[test]
fn parts_are_convex_and_cover_the_outline_once() {
    let mut random = Random::new(10);
    for _ in 0..500 {
        let outline = outline(&mut random);
        let parts = split(&outline).unwrap();
        assert!(parts.iter().all(|part| part.corners().len() <= MAX_CORNERS));
        // Hertel and Mehlhorn's bound: every side that remains between two parts ends at a reflex corner, and each such
        // corner needs at most two of these sides.
        let turns_back = reflex(&outline);
        let is_bound = parts.len() <= 2 * turns_back + 1 + outline.len() / MAX_CORNERS;
        assert!(
            is_bound,
            "{} parts for {turns_back}: {outline:?}",
            parts.len()
        );
        // Shapes are hulls: a part that is not convex, or an overlap, would increase the sum of their areas.
        let sum: f64 = parts.iter().map(|part| area(part.corners())).sum();
        assert!((sum - area(&outline)).abs() < 1e-3 * sum, "{sum}");
        for _ in 0..20 {
            let point = vec2(random.range(-20.0..20.0), random.range(-20.0..20.0));
            let covered = parts
                .iter()
                .any(|part| intersects(part.at(Vec2::ZERO), Shape::point().at(point)));
            assert_eq!(covered, is_inside(point, &outline), "{point} {outline:?}");
        }
    }
}

#[test]
fn a_convex_outline_stays_in_one_part() {
    let octagon: Vec<_> = (0..8)
        .map(|corner| math::from_angle(core::f32::consts::TAU * corner as f32 / 8.0))
        .collect();
    assert_eq!(split(&octagon).unwrap().len(), 1);
    let reversed: Vec<_> = octagon.into_iter().rev().collect();
    assert_eq!(split(&reversed).unwrap().len(), 1, "either way round");
}

#[test]
fn outlines_without_an_inside_are_refused() {
    let bow = [
        vec2(0.0, 0.0),
        vec2(4.0, 4.0),
        vec2(4.0, 0.0),
        vec2(0.0, 4.0),
    ];
    assert_eq!(split(&bow), Err(ShapeError::NotSimple));
    let line = [vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(2.0, 2.0)];
    for outline in [&line[..], &line[..2], &[]] {
        assert_eq!(split(outline), Err(ShapeError::NotSimple));
    }
    let nan = [vec2(0.0, 0.0), vec2(f32::NAN, 1.0), vec2(2.0, 2.0)];
    assert_eq!(split(&nan), Err(ShapeError::NotFinite { index: 1 }));
}

#[test]
fn a_round_outline_is_split_into_shapes_of_few_corners() {
    let round: Vec<_> = (0..40)
        .map(|corner| math::from_angle(core::f32::consts::TAU * corner as f32 / 40.0) * 10.0)
        .collect();
    let parts = split(&round).unwrap();
    assert!(parts.len() <= 5, "{}", parts.len());
}

/// Returns whether two sides of an outline without a common corner share a point, by comparing all pairs.
fn crosses(outline: &[Vec2]) -> bool {
    let count = outline.len();
    let turn = |a: Vec2, b: Vec2, c: Vec2| {
        let [a, b, c] = [a, b, c].map(DVec2::from);
        (b - a).perp_dot(c - b)
    };
    let is_on = |a: Vec2, b: Vec2, c: Vec2| {
        turn(a, b, c) == 0.0 && c.cmpge(a.min(b)).all() && c.cmple(a.max(b)).all()
    };
    (0..count).any(|one| {
        (one + 2..count)
            .filter(|other| (other + 1) % count != one)
            .any(|other| {
                let [a, b, c, d] = [one, one + 1, other, other + 1].map(|at| outline[at % count]);
                let apart =
                    |p: Vec2, q: Vec2, r: Vec2, s: Vec2| turn(p, q, r) * turn(p, q, s) < 0.0;
                apart(a, b, c, d) && apart(c, d, a, b)
                    || is_on(a, b, c)
                    || is_on(a, b, d)
                    || is_on(c, d, a)
                    || is_on(c, d, b)
            })
    })
}

fn whole<const COUNT: usize>(corners: [[u8; 2]; COUNT]) -> [Vec2; COUNT] {
    corners.map(|corner| Vec2::from(corner.map(f32::from)))
}

#[test]
fn outlines_that_only_touch_themselves_are_split() {
    for (outline, area_of_it) in [
        ([[2, 0], [6, 0], [6, 2], [0, 4], [5, 0]], 8.0),
        ([[3, 2], [0, 1], [5, 2], [0, 0], [0, 6]], 10.0),
        ([[3, 3], [4, 1], [2, 1], [5, 1], [6, 3]], 4.0),
    ] {
        let outline = whole(outline);
        let parts = split(&outline).unwrap();
        let covered: f64 = parts.iter().map(|part| area(part.corners())).sum();
        assert_eq!(
            (covered, area(&outline)),
            (area_of_it, area_of_it),
            "{outline:?}"
        );
    }
}

#[test]
fn outlines_that_cross_themselves_are_rejected() {
    let bow_tie = [
        vec2(0.0, 0.0),
        vec2(4.0, 4.0),
        vec2(4.0, 0.0),
        vec2(0.0, 5.0),
    ];
    let given = [
        vec2(3.0, 7.0),
        vec2(5.0, 6.0),
        vec2(0.0, 0.0),
        vec2(4.0, 8.0),
        vec2(6.0, 5.0),
    ];
    // The first side leads through the corner (4, 0), where the outline crosses over.
    let at_corner = [
        vec2(0.0, 0.0),
        vec2(8.0, 0.0),
        vec2(8.0, 4.0),
        vec2(4.0, 4.0),
        vec2(4.0, 0.0),
        vec2(4.0, -3.0),
        vec2(0.0, -3.0),
    ];
    for outline in [&bow_tie[..], &given, &at_corner] {
        assert_eq!(split(outline), Err(ShapeError::NotSimple), "{outline:?}");
    }
    // Ears could be cut from these outlines, too. In each, a side leads through a corner where the outline crosses
    // over.
    for outline in [
        [[0, 3], [5, 6], [4, 0], [1, 3], [2, 4], [4, 3]],
        [[2, 0], [1, 6], [4, 0], [2, 3], [3, 2], [5, 0]],
        [[6, 4], [5, 1], [2, 1], [6, 1], [1, 0], [4, 1]],
    ] {
        assert_eq!(
            split(&whole(outline)),
            Err(ShapeError::NotSimple),
            "{outline:?}"
        );
    }
    let mut random = Random::new(7);
    let (mut simple, mut crossing) = (0, 0);
    for _ in 0..20_000 {
        let count = random.range(5..11);
        let outline: Vec<Vec2> = (0..count)
            .map(|_| vec2(random.range(0.0..10.0), random.range(0.0..10.0)))
            .collect();
        let parts = split(&outline);
        if crosses(&outline) {
            crossing += 1;
            assert_eq!(parts, Err(ShapeError::NotSimple), "{outline:?}");
        } else {
            simple += 1;
            let covered: f64 = parts.unwrap().iter().map(|part| area(part.corners())).sum();
            assert!((covered - area(&outline)).abs() < 1e-3, "{outline:?}");
        }
    }
    assert!(simple > 500 && crossing > 5000, "{simple} and {crossing}");
}

/// Returns how often an outline runs around a point, by the crossings of a ray.
fn rounds(point: Vec2, outline: &[Vec2]) -> i32 {
    let next = outline.iter().cycle().skip(1);
    let sides = outline.iter().zip(next);
    let crossing = |(a, b): (&Vec2, &Vec2)| {
        if (a.y > point.y) == (b.y > point.y) {
            return 0;
        }
        let is_right = point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x);
        i32::from(is_right) * if b.y > a.y { 1 } else { -1 }
    };
    sides.map(crossing).sum()
}

#[test]
fn outlines_that_run_twice_around_a_point_are_rejected() {
    let corner_again = whole([[0, 0], [1, 1], [1, 0], [0, 0], [3, 3], [1, 0]]);
    let side_again = whole([[0, 2], [1, 2], [0, 4], [0, 0], [2, 0], [0, 5]]);
    for outline in [corner_again, side_again] {
        assert_eq!(split(&outline), Err(ShapeError::NotSimple));
    }
    let mut random = Random::new(76);
    let mut accepted = 0;
    for _ in 0..40_000 {
        let count = random.range(4..9);
        let outline: Vec<_> = (0..count)
            .map(|_| vec2(random.range(0..6) as f32, random.range(0..6) as f32))
            .collect();
        let Ok(parts) = split(&outline) else {
            continue;
        };
        accepted += 1;
        for _ in 0..40 {
            let point = vec2(random.range(0.0..6.0), random.range(0.0..6.0));
            let over = parts
                .iter()
                .filter(|part| intersects(part.at(Vec2::ZERO), Shape::point().at(point)));
            assert_eq!(
                i32::try_from(over.count()).unwrap(),
                rounds(point, &outline).abs(),
                "{point} {outline:?}"
            );
        }
    }
    assert!(accepted > 4000, "{accepted}");
}
