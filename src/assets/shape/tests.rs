use super::*;
use glam::vec2;

fn arrow() -> DrawnShape {
    DrawnShape::polygon(&[
        vec2(12.0, 0.0),
        vec2(-10.0, 8.0),
        vec2(-6.0, 0.0),
        vec2(-10.0, -8.0),
    ])
}

#[test]
fn a_shape_is_filled_white_by_default() {
    let pieces = arrow().pieces().unwrap();
    assert_eq!(pieces.colors[0].0, Color::WHITE);
    assert_eq!((pieces.colors.len(), pieces.count()), (1, 2));
    let both = arrow().filled(Color::BLUE).outlined(2.0, Color::RED);
    let pieces = both.pieces().unwrap();
    let colors: Vec<_> = pieces.colors.iter().map(|(color, _)| *color).collect();
    assert_eq!(colors, [Color::BLUE, Color::RED]);
    let pieces = arrow().outlined(2.0, Color::RED).pieces().unwrap();
    assert_eq!((pieces.colors.len(), pieces.count()), (1, 4));
}

#[test]
fn the_size_is_the_rectangle_around_the_position() {
    let size = |shape: DrawnShape| shape.pieces().unwrap().size;
    assert_eq!(size(arrow()), [24, 16]);
    assert_eq!(size(DrawnShape::circle(7.5)), [15, 15]);
    assert_eq!(
        size(DrawnShape::circle(7.0).outlined(1.0, Color::RED)),
        [15, 15]
    );
    assert_eq!(size(DrawnShape::rect(vec2(3.0, 5.0))), [3, 5]);
    assert_eq!(
        size(DrawnShape::line(vec2(0.0, 0.0), vec2(10.0, 0.0), 3.0)),
        [20, 3]
    );
    assert_eq!(
        size(DrawnShape::capsule(vec2(-5.0, 0.0), vec2(5.0, 0.0), 4.0)),
        [18, 8]
    );
    // A capsule of no length is a circle.
    let circle = DrawnShape::capsule(Vec2::ONE, Vec2::ONE, 4.0);
    assert_eq!(size(circle), [10, 10]);
}

#[test]
fn what_has_no_inside_is_refused() {
    let fault = |shape: DrawnShape| shape.pieces().unwrap_err();
    let no_inside = ShapeError::NotSimple.to_string();
    assert_eq!(fault(DrawnShape::polygon(&[])), no_inside);
    assert_eq!(
        fault(DrawnShape::polygon(&[]).outlined(1.0, Color::RED)),
        no_inside
    );
    assert_eq!(fault(DrawnShape::rect(vec2(0.0, 4.0))), no_inside);
    assert_eq!(fault(DrawnShape::circle(0.0)), no_inside);
    assert_eq!(
        fault(DrawnShape::line(Vec2::ONE, Vec2::ONE, 2.0)),
        no_inside
    );
    let bow_tie = [
        vec2(0.0, 0.0),
        vec2(9.0, 9.0),
        vec2(9.0, 0.0),
        vec2(0.0, 9.0),
    ];
    assert_eq!(fault(DrawnShape::polygon(&bow_tie)), no_inside);
    for bad in [f32::NAN, f32::INFINITY, 1e9] {
        assert_eq!(fault(DrawnShape::circle(bad)), bad_number());
        assert_eq!(fault(arrow().outlined(bad, Color::RED)), bad_number());
    }
    assert_eq!(fault(arrow().outlined(0.0, Color::RED)), bad_number());
    let many = Ellipse::new(Vec2::ZERO, Vec2::splat(9e3), 600);
    let many: Vec<_> = (0..many.len()).map(|number| many.corner(number)).collect();
    assert!(fault(DrawnShape::polygon(&many)).contains("the limit is 256"));
}

#[test]
fn every_circle_has_room_for_an_outline() {
    let pieces = DrawnShape::circle(9e3)
        .filled(Color::RED)
        .outlined(5.0, Color::WHITE);
    assert!(pieces.pieces().unwrap().count() <= MAX_SLICES as usize);
}
