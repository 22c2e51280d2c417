//! Degenerate inputs: shapes without area, collinear points, equal positions, very large or small coordinates, the
//! origin on an edge of a simplex.

use damselfly::Random;
use damselfly::collision::{
    Gjk, GjkProgress, MAX_CORNERS, Shape, box_contact, cast_ray, contact, distance, intersects,
    minkowski_difference, sweep,
};
use damselfly::geometry::Rect;
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};

fn square(size: f32) -> Shape {
    Shape::rect(Vec2::splat(size))
}

#[test]
fn points_meet_where_they_are_the_same() {
    let point = Shape::point();
    let here = point.at(vec2(3.0, 4.0));
    assert!(intersects(here, here));
    assert_eq!(distance(here, point.at(Vec2::ZERO)), 5.0);
    assert_eq!(
        contact(here, Vec2::X, here),
        None,
        "touching is not overlapping"
    );
    assert_eq!(
        sweep(point.at(Vec2::ZERO), vec2(6.0, 8.0), here, Vec2::ZERO),
        None
    );
}

#[test]
fn shapes_at_the_same_place_are_as_deep_as_they_are_wide() {
    let circle = Shape::circle(2.0);
    let met = contact(circle.at(Vec2::ONE), Vec2::X, circle.at(Vec2::ONE)).unwrap();
    assert_eq!(
        (met.depth, met.normal),
        (4.0, Vec2::NEG_X),
        "back to where it came from"
    );
    let capsule = Shape::capsule(vec2(-3.0, 0.0), vec2(3.0, 0.0), 1.0);
    let met = contact(capsule.at(Vec2::ONE), Vec2::Y, capsule.at(Vec2::ONE)).unwrap();
    assert_eq!((met.depth, met.normal), (2.0, Vec2::NEG_Y));
    let hexagon: Vec<_> = (0..6)
        .map(|corner| damselfly::math::from_angle(corner as f32 * core::f32::consts::TAU / 6.0))
        .collect();
    let hexagon = Shape::polygon(&hexagon).unwrap();
    let met = contact(hexagon.at(Vec2::ONE), Vec2::X, hexagon.at(Vec2::ONE)).unwrap();
    assert!((met.depth - 3f32.sqrt()).abs() < 1e-5, "{met:?}");
}

#[test]
fn a_square_shifted_by_half_is_half_deep() {
    let triangle = Shape::polygon(&[vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)]).unwrap();
    let diamond = Shape::polygon(&[
        vec2(2.0, 0.0),
        vec2(0.0, 2.0),
        vec2(-2.0, 0.0),
        vec2(0.0, -2.0),
    ])
    .unwrap();
    let met = contact(
        diamond.at(vec2(2.0, 0.0)),
        Vec2::ZERO,
        diamond.at(Vec2::ZERO),
    )
    .unwrap();
    assert!((met.depth - 2f32.sqrt()).abs() < 1e-5, "{met:?}");
    // The origin lies on an edge of many simplices of these shapes, which counts as an intersection.
    for x in [-4.0, -2.0, 0.0, 2.0, 4.0] {
        for y in [-4.0, -2.0, 0.0, 2.0, 4.0] {
            let place = vec2(x, y);
            let expected = x.abs() + y.abs() <= 4.0;
            assert_eq!(
                intersects(diamond.at(place), diamond.at(Vec2::ZERO)),
                expected,
                "{place}"
            );
            let touches = intersects(triangle.at(place), triangle.at(Vec2::ZERO));
            // The difference of two triangles is a hexagon.
            let expected = x.abs() <= 4.0 && y.abs() <= 4.0 && (x + y).abs() <= 4.0;
            assert_eq!(touches, expected, "{place}");
        }
    }
}

#[test]
fn touching_is_meeting_but_not_overlapping() {
    for (a, b, at) in [
        (square(2.0), square(2.0), vec2(2.0, 1.0)),
        (square(2.0), square(2.0), vec2(2.0, 2.0)),
        (Shape::circle(1.0), Shape::circle(1.0), vec2(2.0, 0.0)),
        (Shape::circle(1.0), square(2.0), vec2(0.0, 2.0)),
        (Shape::point(), square(2.0), vec2(1.0, 0.5)),
        (
            Shape::capsule(Vec2::ZERO, vec2(4.0, 0.0), 1.0),
            square(2.0),
            vec2(2.0, 2.0),
        ),
    ] {
        let (a, b) = (a.at(Vec2::ZERO), b.at(at));
        assert!(intersects(a, b) && distance(a, b) == 0.0, "{a:?} {b:?}");
        assert_eq!(contact(a, Vec2::X, b), None, "{a:?} {b:?}");
        if a.shape.radius() + b.shape.radius() == 0.0 {
            let mut search = Gjk::new(a, b);
            while search.step() == GjkProgress::Searching {}
            assert_eq!(search.progress(), GjkProgress::Meeting, "{a:?} {b:?}");
        }
    }
}

#[test]
fn shapes_without_area_cross() {
    let across = Shape::capsule(vec2(-5.0, 0.0), vec2(5.0, 0.0), 0.0);
    let down = Shape::capsule(vec2(0.0, -5.0), vec2(0.0, 5.0), 0.0);
    assert!(intersects(across.at(Vec2::ZERO), down.at(vec2(5.0, 5.0))));
    assert!(!intersects(across.at(Vec2::ZERO), down.at(vec2(5.5, 0.0))));
    // The shapes are two collinear segments.
    assert!(intersects(
        across.at(Vec2::ZERO),
        across.at(vec2(10.0, 0.0))
    ));
    assert_eq!(
        distance(across.at(Vec2::ZERO), across.at(vec2(12.0, 0.0))),
        2.0
    );
    assert_eq!(
        contact(across.at(Vec2::ZERO), Vec2::Y, across.at(vec2(4.0, 0.0))),
        None
    );
    let corners = [
        vec2(0.0, 0.0),
        vec2(1.0, 1.0),
        vec2(2.0, 2.0),
        vec2(3.0, 3.0),
    ];
    let flat = Shape::polygon(&corners).unwrap();
    assert_eq!(flat.corners(), [corners[0], corners[3]]);
    let met = contact(flat.at(Vec2::ZERO), Vec2::X, square(2.0).at(vec2(1.5, 1.5))).unwrap();
    assert!((met.depth - 2f32.sqrt()).abs() < 1e-5, "{met:?}");
}

#[test]
fn size_does_not_matter() {
    for size in [1e-30, 1e-6, 1.0, 1e6, 1e30_f32] {
        let hexagon: Vec<_> = (0..6)
            .map(|corner| {
                size * damselfly::math::from_angle(corner as f32 * core::f32::consts::TAU / 6.0)
            })
            .collect();
        let hexagon = Shape::polygon(&hexagon).unwrap();
        let circle = Shape::circle(size);
        let close = |found: f32, expected: f32| (found / size - expected).abs() < 1e-5;
        let near = vec2(1.5 * size, 0.0);
        let far = vec2(4.0 * size, 0.0);
        let origin = Vec2::ZERO;
        assert!(
            close(distance(hexagon.at(origin), circle.at(far)), 2.0),
            "{size}"
        );
        let met = contact(hexagon.at(origin), Vec2::ZERO, hexagon.at(near)).unwrap();
        assert!(close(met.depth, 0.5 * 0.75_f32.sqrt()), "{size}: {met:?}");
        let hit = sweep(circle.at(origin), far, hexagon.at(far), Vec2::ZERO).unwrap();
        assert!((hit.time - 0.5).abs() < 1e-5, "{size}: {hit:?}");
    }
}

#[test]
fn coordinates_that_are_not_finite_meet_nothing() {
    let (circle, hexagon) = (Shape::circle(f32::INFINITY), square(2.0).rounded(1.0));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let (a, b) = (hexagon.at(vec2(bad, 0.0)), hexagon.at(Vec2::ZERO));
        assert!(!intersects(a, b) && contact(a, Vec2::X, b).is_none());
        assert_eq!(distance(a, b), f32::INFINITY);
        assert_eq!(sweep(b, vec2(bad, 0.0), b, Vec2::ZERO), None);
        assert_eq!(sweep(a, Vec2::X, b, Vec2::ZERO), None);
    }
    assert_eq!(
        contact(circle.at(Vec2::ZERO), Vec2::X, hexagon.at(Vec2::ZERO)),
        None
    );
}

#[test]
fn a_search_finds_shapes_that_are_apart_in_few_steps() {
    let circle = Shape::circle(1.0);
    let wall = square(2.0);
    let mut search = Gjk::new(circle.at(Vec2::ZERO), wall.at(vec2(9.0, 0.0)));
    while search.step() == GjkProgress::Searching {}
    assert!(search.progress() == GjkProgress::Apart && search.steps() <= 4);
}

#[test]
fn sides_touch_along_what_they_have_in_common() {
    // The hexagon's horizontal sides reach from −1 to 1. A wide floor overlaps one of them slightly, below or above.
    let corners = [
        (-1.0, -2.0),
        (1.0, -2.0),
        (3.0, 0.0),
        (1.0, 2.0),
        (-1.0, 2.0),
        (-3.0, 0.0),
    ];
    let hexagon = Shape::polygon(&corners.map(|(x, y)| vec2(x, y))).unwrap();
    let floor = Shape::rect(vec2(20.0, 2.0)).rounded(1.0);
    for y in [3.75, -3.75] {
        let met = contact(hexagon.at(Vec2::ZERO), Vec2::ZERO, floor.at(vec2(0.0, y))).unwrap();
        assert_eq!((met.depth, met.normal), (0.25, vec2(0.0, -y.signum())));
        let mut along = met.points.map(|point| point.x);
        along.sort_by(f32::total_cmp);
        assert_eq!(along, [-1.0, 1.0], "{met:?}");
        assert_eq!(met.points.map(|point| point.y), [1.875 * y.signum(); 2]);
        let met = contact(floor.at(vec2(0.0, y)), Vec2::ZERO, hexagon.at(Vec2::ZERO)).unwrap();
        let mut along = met.points.map(|point| point.x);
        along.sort_by(f32::total_cmp);
        assert_eq!(along, [-1.0, 1.0], "{met:?}");
    }
}

#[test]
fn a_diagonal_hit_of_corners_is_pushed_back_along_x() {
    let (block, there) = (square(2.0), vec2(1.0, 1.0));
    for came in [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0)] {
        let here = there - came;
        let met = contact(block.at(here), came, block.at(there)).unwrap();
        assert_eq!(met.normal, vec2(-came.x, 0.0));
        // `box_contact`, which tests boxes of objects, gives the same contact.
        let [here, there] = [here, there].map(|at| Rect::centered(at, Vec2::splat(2.0)));
        assert_eq!(box_contact(here, came, there), Some(met));
    }
}

#[test]
fn a_circle_centred_in_a_box_leaves_backwards() {
    let (circle, wall) = (Shape::circle(1.0), Shape::rect(vec2(2.0, 50.0)));
    for came in [Vec2::X, Vec2::NEG_X] {
        let (here, there) = (circle.at(Vec2::ZERO), wall.at(Vec2::ZERO));
        let met = contact(here, came, there).unwrap();
        assert_eq!((met.normal, met.depth), (-came, 2.0));
        let met = contact(there, came, here).unwrap();
        assert_eq!((met.normal, met.depth), (-came, 2.0));
    }
}

#[test]
fn a_circle_in_the_middle_of_a_square_leaves_along_x() {
    let (circle, wall) = (Shape::circle(1.0), square(4.0));
    for came in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y, Vec2::ZERO] {
        let met = contact(circle.at(Vec2::ZERO), came, wall.at(Vec2::ZERO)).unwrap();
        assert_eq!((met.normal.y, met.depth), (0.0, 3.0), "{came}");
    }
}

#[test]
fn a_tiny_circle_far_away_is_hit_with_a_whole_normal() {
    let (point, tiny) = (Shape::point(), Shape::circle(1e-20));
    let (start, place) = (Vec2::ZERO, vec2(1e6, 0.0));
    let hit = sweep(point.at(start), place * 2.0, tiny.at(place), Vec2::ZERO).unwrap();
    assert!((hit.normal.length() - 1.0).abs() < 1e-6, "{hit:?}");
}

#[test]
fn a_box_without_width_is_a_segment() {
    let thin = Shape::rect(vec2(0.0, 4.0)).transformed(Turn(8192), Vec2::ONE);
    assert_eq!(
        distance(thin.at(Vec2::ZERO), Shape::point().at(vec2(3.0, 3.0))),
        18f32.sqrt()
    );
    let level = Shape::rect(vec2(0.0, 4.0));
    assert!(!intersects(
        level.at(Vec2::ZERO),
        Shape::circle(1.0).at(vec2(2.0, 0.0))
    ));
    assert!(intersects(
        level.at(Vec2::ZERO),
        Shape::circle(1.0).at(vec2(1.0, 0.0))
    ));
}

#[test]
fn a_depth_that_rounds_to_nothing_is_touching() {
    let corners = [
        vec2(-1.8e-41, 3.8e-41),
        vec2(0.0, 1e-45),
        vec2(7.5e-34, -1.5e-33),
    ];
    let sliver = Shape::polygon(&corners).unwrap();
    let (point, sliver) = (Shape::point(), sliver.at(Vec2::ZERO));
    let met = contact(point.at(Vec2::ZERO), Vec2::X, sliver);
    assert!(met.is_none_or(|met| met.depth > 0.0), "{met:?}");
}

#[test]
fn a_ray_hits_a_segment_between_its_ends() {
    let segment = Shape::capsule(vec2(-2.0, 0.0), vec2(2.0, 0.0), 0.0);
    let cast = |x: f32, way: Vec2| cast_ray(vec2(x, 5.0), way, segment.at(Vec2::ZERO));
    let down = vec2(0.0, 10.0);
    assert_eq!(cast(1.5, -down).map(|hit| hit.time), Some(0.5));
    for missed in [cast(2.5, -down), cast(-2.5, -down), cast(1.5, down)] {
        assert_eq!(missed, None);
    }
}

#[test]
fn a_ray_hits_the_middle_of_a_segment_wherever_the_two_are() {
    // Rounding must leave no gap between the two sides of the segment's line, through which this ray once passed.
    let thin =
        Shape::rect(vec2(7.559_42, 0.0)).transformed(Turn::from_radians(-0.000_958_7), Vec2::ONE);
    let way = vec2(1.939_766_4, 18.843_801);
    let (place, point) = (
        vec2(-10.933_294, 11.818_865),
        vec2(-14.241_771, 13.979_526_5),
    );
    assert!(cast_ray(point, -way, thin.at(place)).is_some());
    let mut random = Random::new(31);
    for index in 0..20_000 {
        let mut any = |size: f32| vec2(random.range(-size..size), random.range(-size..size));
        let (start, end, offset) = (any(6.0), any(6.0), any(100.0));
        let line = Shape::capsule(start, end, 0.0);
        let across = (end - start).perp().normalize_or(Vec2::X);
        let middle = start.midpoint(end) + offset;
        for across in [across, -across] {
            let hit = cast_ray(middle - across * 3.0, across * 7.0, line.at(offset));
            let time = hit.map_or(0.0, |hit| hit.time);
            assert!((time - 3.0 / 7.0).abs() < 1e-4, "{index}: {hit:?} {line:?}");
        }
    }
}

#[test]
fn shapes_that_slide_along_each_other_do_not_overlap() {
    let (hero, floor) = (square(2.0), Shape::rect(vec2(50.0, 2.0)));
    let way = vec2(10.0, 0.0);
    for above in [2.0, 2.5] {
        let slide = sweep(
            hero.at(vec2(0.0, -above)),
            way,
            floor.at(Vec2::ZERO),
            Vec2::ZERO,
        );
        assert_eq!(slide, None);
    }
    let dig = sweep(
        hero.at(vec2(0.0, -1.5)),
        way,
        floor.at(Vec2::ZERO),
        Vec2::ZERO,
    )
    .unwrap();
    assert_eq!((dig.time, dig.normal), (0.0, Vec2::NEG_Y));
}

#[test]
fn sides_that_are_nearly_parallel_touch_as_a_whole() {
    let beam = Shape::polygon(&[
        vec2(-4.0, -1.0),
        vec2(4.0, -1.0),
        vec2(4.0, 1.00001),
        vec2(-4.0, 1.0),
    ]);
    let (beam, floor) = (beam.unwrap(), Shape::rect(vec2(20.0, 2.0)));
    let met = contact(beam.at(Vec2::ZERO), Vec2::ZERO, floor.at(vec2(0.0, 1.75))).unwrap();
    assert!(met.points[0].distance(met.points[1]) > 7.9, "{met:?}");
}

#[test]
fn a_polygon_of_one_point_is_a_point() {
    let here = vec2(3.0, 4.0);
    assert_eq!(Shape::polygon(&[here; 5]).unwrap().corners(), [here]);
}

#[test]
fn sweeps_do_not_depend_on_which_corner_is_the_first() {
    let corners = [
        vec2(-1.0, -1.0),
        vec2(1.0, -1.0),
        vec2(1.0, 1.0),
        vec2(-1.0, 1.0),
    ];
    let polygon = Shape::polygon(&corners).unwrap();
    for one in 0..4_u16 {
        for other in 0..4_u16 {
            let [a, b] =
                [one, other].map(|quarters| polygon.transformed(Turn(16384 * quarters), Vec2::ONE));
            for way in [
                vec2(8.0, 0.0),
                vec2(0.0, 8.0),
                vec2(-8.0, 0.0),
                vec2(0.0, -8.0),
                vec2(8.0, 6.0),
            ] {
                let hit = sweep(a.at(-way / 2.0), way, b.at(Vec2::ZERO), Vec2::ZERO).unwrap();
                assert_eq!(hit.time, 0.25, "{one} {other} {way}");
            }
        }
    }
}

#[test]
fn shapes_that_are_not_finite_meet_nothing() {
    let rect = |x: f32| Rect {
        min: vec2(x, 0.0),
        max: vec2(1.0, 1.0),
    };
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let shapes = [
            Shape::point().rounded(bad.abs()),
            Shape::rect_at(rect(bad)),
            Shape::rect(vec2(bad, 1.0)),
            Shape::capsule(Vec2::ZERO, vec2(0.0, bad), 1.0),
            square(2.0).transformed(Turn::ZERO, vec2(1.0, bad)),
        ];
        for shape in shapes {
            let (a, b) = (shape.at(Vec2::ZERO), Shape::rect(Vec2::splat(1e30)));
            let b = b.at(Vec2::ZERO);
            assert!(
                !intersects(a, b) && contact(a, Vec2::X, b).is_none(),
                "{shape:?}"
            );
            assert_eq!(distance(a, b), f32::INFINITY, "{shape:?}");
            assert_eq!(sweep(a, Vec2::X, b, Vec2::ZERO), None, "{shape:?}");
        }
    }
}

#[test]
fn boxes_without_an_area_are_hit_as_segments() {
    let corners = [vec2(0.0, 0.0), vec2(1.0, -3.0), vec2(3.0, -1.0)];
    let triangle = Shape::polygon(&corners).expect("a triangle");
    let thin = Shape::rect(vec2(0.0, 4.0));
    let segment = Shape::capsule(vec2(0.0, -2.0), vec2(0.0, 2.0), 0.0);
    let difference = |shape: &Shape| {
        let mut corners = minkowski_difference(shape.at(Vec2::ZERO), triangle.at(Vec2::ZERO));
        corners.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        corners
    };
    assert_eq!(difference(&thin), difference(&segment));
    let point = Shape::point();
    assert_eq!(
        minkowski_difference(thin.at(Vec2::ZERO), point.at(Vec2::ZERO)),
        [vec2(0.0, -2.0), vec2(0.0, 2.0)]
    );
    let nothing = Shape::rect(Vec2::ZERO);
    assert_eq!(
        minkowski_difference(nothing.at(Vec2::ONE), point.at(Vec2::ZERO)),
        [Vec2::ONE]
    );
    let flat = triangle.transformed(Turn::ZERO, vec2(0.0, 1.0));
    for shape in [thin, segment, flat] {
        for turn in [0, 1000, 0x4000, 0x6123] {
            let turned = shape.transformed(Turn(turn), Vec2::ONE);
            let (sin, cos) = Turn(turn).sin_cos();
            let across = vec2(cos, sin);
            let hit = cast_ray(
                across * -4.0 - vec2(-sin, cos),
                across * 8.0,
                turned.at(Vec2::ZERO),
            );
            let hit = hit.unwrap_or_else(|| panic!("{shape:?} turned by {turn}"));
            assert!((hit.time - 0.5).abs() < 1e-5 && hit.normal.distance(-across) < 1e-5);
            let beside = vec2(-sin, cos) * 5.0;
            let miss = cast_ray(across * -4.0 + beside, across * 8.0, turned.at(Vec2::ZERO));
            assert_eq!(miss, None, "{shape:?} turned by {turn}");
        }
    }
}

#[test]
fn a_box_that_is_scaled_after_it_was_turned_is_a_rhombus() {
    let square = Shape::rect(vec2(2.0, 2.0)).transformed(Turn(8192), Vec2::ONE);
    let rhombus = square.transformed(Turn::ZERO, vec2(2.0, 1.0));
    let at = |x, y| distance(Shape::point().at(vec2(x, y)), rhombus.at(Vec2::ZERO));
    assert_eq!(at(2.0, 0.0), 0.0);
    assert!((at(2.5, 1.2) - 0.9264).abs() < 1e-3, "{}", at(2.5, 1.2));
    // A uniformly scaled box is still a box.
    let larger = square.transformed(Turn(100), Vec2::splat(3.0));
    let point = Shape::point();
    let beside = point.at(vec2(5.0, 0.0));
    assert!((distance(beside, larger.at(Vec2::ZERO)) - (5.0 - 18.0_f32.sqrt())).abs() < 1e-2);
}

#[test]
fn a_shape_of_the_most_corners_has_a_difference_at_every_angle() {
    let corners: Vec<_> = (0..MAX_CORNERS)
        .map(|index| {
            let angle = index as f32 / MAX_CORNERS as f32 * core::f32::consts::TAU;
            let (sin, cos) = Turn::from_radians(angle).sin_cos();
            vec2(cos, sin)
        })
        .collect();
    let shape = Shape::polygon(&corners).expect("it has as many as it may have");
    assert_eq!(shape.corners().len(), MAX_CORNERS);
    for turn in 0..200 {
        for mirror in [1.0, -1.0] {
            let turned = shape.transformed(Turn(turn * 328), vec2(mirror, 1.0));
            let hit = sweep(
                turned.at(Vec2::ZERO),
                vec2(8.0, 0.0),
                turned.at(vec2(6.0, 0.0)),
                Vec2::ZERO,
            );
            let time = hit.expect("it is in the way").time;
            assert!((0.5..0.53).contains(&time), "{turn}: {time}");
        }
    }
}

/// At a million, adjacent `f32` values differ by a sixteenth.
#[test]
fn small_boxes_far_from_zero_overlap_as_they_do_elsewhere() {
    let near = Shape::rect(vec2(0.05, 0.04));
    let polygon = Shape::polygon(near.corners()).expect("a box");
    for far in [0.0, 4096.0, 1e6, -1e9] {
        let at = Vec2::splat(far);
        let met = contact(near.at(at), Vec2::Y, near.at(at)).expect("they are at the same place");
        assert_eq!((met.normal, met.depth), (Vec2::NEG_Y, 0.04), "{far}");
        assert_eq!(met.position, at);
        let other = contact(polygon.at(at), Vec2::Y, polygon.at(at)).expect("they are, too");
        assert_eq!(other.depth, met.depth);
    }
}

#[test]
fn a_movement_that_ends_where_two_balls_touch_meets_nothing() {
    let ball = Shape::circle(1.0);
    let goes = |x: f32| {
        sweep(
            ball.at(Vec2::ZERO),
            vec2(x, 0.0),
            ball.at(vec2(4.0, 0.0)),
            Vec2::ZERO,
        )
    };
    assert_eq!(goes(2.0), None);
    assert!(goes(2.001).is_some());
}

#[test]
fn a_sweep_from_an_overlap_returns_a_point_in_both_shapes() {
    let (square, circle) = (Shape::rect(Vec2::splat(2.0)), Shape::circle(1.0));
    // The shapes overlap from 0.5 to 1 along x.
    for (one, other, x) in [
        (&square, &square, 0.75),
        (&circle, &square, 0.75),
        (&square, &circle, 0.75),
        (&circle, &circle, 1.0),
    ] {
        for movement in [vec2(1.0, 0.0), vec2(3.0, 0.0), vec2(0.2, 0.1)] {
            let (one, other) = (one.at(Vec2::ZERO), other.at(vec2(1.5, 0.0)));
            let hit = sweep(one, movement, other, Vec2::ZERO).unwrap();
            assert_eq!((hit.time, hit.normal), (0.0, Vec2::NEG_X));
            assert_eq!(hit.position, vec2(x, 0.0), "{one:?} and {other:?}");
        }
    }
    let start = vec2(0.9, 0.3);
    let hit = cast_ray(start, vec2(5.0, 1.0), square.at(Vec2::ZERO)).unwrap();
    assert_eq!((hit.time, hit.position), (0.0, start));
}
