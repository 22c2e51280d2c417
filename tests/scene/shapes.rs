//! Circles and polygons, filled and outlined, drawn by hand and as sprites, as they appear in the image.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::Random;
use damselfly::app::{App, Harness, Options};
use damselfly::assets::DrawnShape;
use damselfly::collision::ShapeError;
use damselfly::geometry::Rect;
use damselfly::math;
use damselfly::prelude::*;

const SIZE: [u32; 2] = [160, 120];
const SEE_THROUGH: Color = Color::rgba(255, 0, 0, 128);

fn screen() -> Harness<'static> {
    let app = App::new("Shapes", Options::default()).pixels(160, 120);
    Harness::start(app, |_| Ok(())).unwrap()
}

/// Returns each pixel's centre and whether it was painted. Fails if a pixel was painted twice, which gives a third
/// colour.
fn painted(play: &mut Harness<'_>) -> Vec<(Vec2, bool)> {
    let picture = play.image();
    let mut colors = Vec::new();
    let mut pixels = Vec::new();
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            let color = picture.get(x, y).unwrap();
            if !colors.contains(&color) {
                colors.push(color);
            }
            pixels.push((vec2(x as f32, y as f32) + 0.5, color != Color::BLACK));
        }
    }
    assert!(colors.len() <= 2, "a pixel is painted twice: {colors:?}");
    pixels
}

/// Returns whether a position is inside an outline, by the crossings of a ray. `None` if it is within `margin` of a
/// side.
fn is_inside(at: Vec2, outline: &[Vec2], margin: f32) -> Option<bool> {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let mut crossings = 0;
    for (&a, &b) in sides {
        let part = ((at - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        if (a + (b - a) * part).distance(at) < margin {
            return None;
        }
        let is_beside = (a.y > at.y) != (b.y > at.y);
        crossings += u8::from(is_beside && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x));
    }
    Some(crossings % 2 == 1)
}

/// Returns a star-shaped outline, which does not cross itself.
fn outline(random: &mut Random) -> Vec<Vec2> {
    let corners = random.range(3..24);
    let way = if random.chance(0.5) { 1.0 } else { -1.0 };
    (0..corners)
        .map(|corner| {
            let angle = way * core::f32::consts::TAU * corner as f32 / corners as f32;
            math::from_angle(angle) * random.range(4.0..50.0)
        })
        .collect()
}

fn check(play: &mut Harness<'_>, outline: &[Vec2], what: &str) {
    let mut inside = 0;
    for (at, is_painted) in painted(play) {
        if let Some(expected) = is_inside(at, outline, 0.02) {
            assert_eq!(is_painted, expected, "{what}: {at} of {outline:?}");
            inside += usize::from(expected);
        }
    }
    assert!(inside > 10, "{what}");
}

#[test]
fn a_polygon_covers_the_pixels_within_its_outline_once() {
    let mut random = Random::new(1);
    let mut play = screen();
    for round in 0..40 {
        let middle = vec2(random.range(60.0..100.0), random.range(50.0..70.0));
        let corners: Vec<Vec2> = outline(&mut random).iter().map(|&at| at + middle).collect();
        play.step();
        play.context().canvas(2).polygon(&corners, SEE_THROUGH);
        check(&mut play, &corners, &format!("round {round}"));
    }
}

#[test]
fn a_transformed_polygon_sprite_has_no_gaps() {
    let mut random = Random::new(2);
    for round in 0..30 {
        let mut play = screen();
        let corners = outline(&mut random);
        let shape = DrawnShape::polygon(&corners).filled(SEE_THROUGH);
        let sprite = play.context().assets.add_shape("shape", &shape).unwrap();
        let position = vec2(random.range(70.0..90.0), random.range(50.0..70.0));
        let flip_x = random.chance(0.5);
        let id = play.context().spawn(Object {
            flip_x,
            ..Object::from(sprite).at(position)
        });
        let (angle, scale) = (random.range(0.0..7.0), random.range(0.5..1.5));
        let mut object = play.core_mut().object_mut(id).unwrap();
        object.set_angle(angle);
        object.set_scale(Vec2::splat(scale));
        let object = play.world().object(id).unwrap();
        // The values are read back as they are stored: the angle in 1/65536 turn, the scale in half floats.
        let (angle, scale) = (object.angle(), object.scale());
        let mirror = vec2(if flip_x { -1.0 } else { 1.0 }, 1.0);
        let seen: Vec<Vec2> = corners
            .iter()
            .map(|&corner| position + Vec2::from_angle(angle).rotate(corner * mirror * scale))
            .collect();
        check(&mut play, &seen, &format!("round {round}"));
    }
}

#[test]
fn a_circle_is_round() {
    let mut play = screen();
    for radius in [0.7_f32, 1.5, 3.0, 8.0, 20.5, 50.0] {
        for center in [vec2(80.0, 60.0), vec2(80.5, 60.5), vec2(71.3, 55.9)] {
            play.step();
            play.context().canvas(2).circle(center, radius, SEE_THROUGH);
            for (at, is_painted) in painted(&mut play) {
                let distance = at.distance(center);
                // The circle is drawn as a polygon, which is inside the exact circle and at most 1/16 pixel from it.
                // The polygon's corners are snapped.
                if distance > radius + 0.01 || distance < radius - 0.08 {
                    assert_eq!(is_painted, distance < radius, "{radius} {center} {at}");
                }
            }
            play.step();
            let width = 3.0;
            play.context()
                .canvas(2)
                .circle_outline(center, radius, width, SEE_THROUGH);
            for (at, is_painted) in painted(&mut play) {
                let from_edge = (at.distance(center) - radius).abs();
                if (from_edge - width / 2.0).abs() > 0.15 {
                    assert_eq!(
                        is_painted,
                        from_edge < width / 2.0,
                        "{radius} {center} {at}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_outline_of_a_polygon_follows_it_on_both_sides() {
    let corners = [
        vec2(20.0, 20.0),
        vec2(140.0, 30.0),
        vec2(70.0, 70.0),
        vec2(110.0, 110.0),
        vec2(30.0, 90.0),
    ];
    let mut play = screen();
    for width in [1.0, 2.5, 10.0] {
        play.step();
        play.context()
            .canvas(2)
            .polygon_outline(&corners, width, SEE_THROUGH);
        for (at, is_painted) in painted(&mut play) {
            // Pixels near corners are skipped because of the miters.
            if corners
                .iter()
                .all(|corner| corner.distance(at) > 3.0 * width)
            {
                let near = is_inside(at, &corners, width / 2.0 - 0.05).is_none();
                let far = is_inside(at, &corners, width / 2.0 + 0.05).is_some();
                assert!(is_painted || !near, "{width} {at}");
                assert!(!is_painted || !far, "{width} {at}");
            }
        }
    }
}

#[test]
fn shapes_with_common_sides_meet_without_a_gap_in_a_turned_view() {
    // Draws a fan of polygons around the middle.
    let middle = vec2(80.0, 60.0);
    let rim: Vec<Vec2> = (0..24)
        .map(|number| middle + math::from_angle(number as f32 * 0.261_8) * 55.0)
        .collect();
    let mut play = screen();
    for angle in [0.3, 1.1, 2.0] {
        play.step();
        let mut cx = play.context();
        assert!(cx.camera.set_angle(angle).is_done());
        assert!(cx.camera.set_zoom(1.3).is_done());
        cx.canvas(2).circle(middle, 50.0, SEE_THROUGH);
        for (at, is_painted) in painted(&mut play) {
            let distance = at.distance(middle) / 1.3;
            if (distance - 50.0).abs() > 0.2 {
                assert_eq!(is_painted, distance < 50.0, "{angle} {at}");
            }
        }
        play.step();
        let mut cx = play.context();
        cx.canvas(2).polygon(&rim, SEE_THROUGH);
        for (at, is_painted) in painted(&mut play) {
            assert!(
                is_painted || at.distance(middle) / 1.3 > 54.0,
                "{angle} {at}"
            );
        }
    }
}

#[test]
fn rectangles_and_lines_are_as_long_as_they_should_be() {
    let app = App::new("Long", Options::default()).pixels(4200, 12);
    let mut play = Harness::start(app, |_| Ok(())).unwrap();
    for (from, to) in [
        (10.0, 2061.0),
        (3.0, 4098.0),
        (-70_000.0, 4111.0),
        (5.0, 300_000.0),
    ] {
        play.step();
        play.context()
            .canvas(2)
            .rect(Rect::new(vec2(from, 0.0), vec2(to, 3.0)), Color::RED)
            .line(vec2(from, 6.5), vec2(to, 6.5), 1.0, Color::GREEN)
            .outline(Rect::new(vec2(from, 8.0), vec2(to, 12.0)), 1.0, Color::BLUE);
        let picture = play.image();
        for (color, row) in [(Color::RED, 1), (Color::GREEN, 6), (Color::BLUE, 8)] {
            let expected = |x: u32| (x as f32) >= from && (x as f32) < to;
            for x in 0..4200 {
                let is_painted = picture.get(x, row) == Some(color);
                assert_eq!(
                    is_painted,
                    expected(x),
                    "{from} to {to}: row {row}, column {x}"
                );
            }
        }
    }
    assert_eq!(play.world().refusals(), 0);
    // A sloping line of this length also ends at the expected pixel.
    play.step();
    let (from, to) = (vec2(-40_000.0, -200.0), vec2(4000.0, 6.0));
    play.context().canvas(2).line(from, to, 2.0, Color::WHITE);
    let picture = play.image();
    assert_eq!(picture.get(3998, 5), Some(Color::WHITE));
    assert_eq!(picture.get(4001, 5), Some(Color::BLACK));
    // A shape that is too large for the backends is refused and counted.
    let whole = Rect::new(vec2(-2e6, 0.0), vec2(2e6, 4.0));
    play.context().canvas(2).rect(whole, Color::RED);
    assert_eq!(play.world().refusals(), 1);
}

/// A line ends at its end points. An outline continues by half its width around a corner.
#[test]
fn a_line_is_a_pixel_shorter_than_an_outline() {
    let app = App::new("Shapes", Options::default()).pixels(400, 400);
    let mut play = Harness::start(app, |_| Ok(())).unwrap();
    let count = |play: &mut Harness<'_>| {
        let picture = play.image();
        let pixels = (0..400).flat_map(|x| (0..400).map(move |y| (x, y)));
        let painted: Vec<_> = pixels
            .filter(|&(x, y)| picture.get(x, y) != Some(Color::BLACK))
            .collect();
        let first = painted.iter().copied().min();
        (painted.len(), first, painted.iter().copied().max())
    };
    let square = [
        (100.5, 100.5),
        (299.5, 100.5),
        (299.5, 299.5),
        (100.5, 299.5),
    ];
    let square = square.map(Vec2::from);
    play.step();
    let mut canvas = play.context();
    canvas
        .canvas(2)
        .line(square[0], square[3], 1.0, Color::WHITE);
    let expected = (199, Some((100, 100)), Some((100, 298)));
    assert_eq!(count(&mut play), expected);
    play.step();
    let mut canvas = play.context();
    canvas.canvas(2).polygon_outline(&square, 1.0, Color::WHITE);
    let expected = (796, Some((100, 100)), Some((299, 299)));
    assert_eq!(count(&mut play), expected);
}

/// Returns two outlines that cross themselves: one from which ears can be cut, and a pentagram, whose corners all turn
/// the same way.
fn crossing() -> [[Vec2; 5]; 2] {
    let ears = [(3.0, 7.0), (5.0, 6.0), (0.0, 0.0), (4.0, 8.0), (6.0, 5.0)];
    let star = [0.0, 2.0, 4.0, 1.0, 3.0].map(|corner: f32| {
        let angle = corner * core::f32::consts::TAU / 5.0;
        vec2(50.0, 50.0) + math::from_angle(angle) * 30.0
    });
    [ears.map(Vec2::from), star]
}

#[test]
fn sprites_of_outlines_that_cross_themselves_are_refused() {
    let mut play = screen();
    let reason = ShapeError::NotSimple.to_string();
    for outline in crossing() {
        for shape in [
            DrawnShape::polygon(&outline),
            DrawnShape::polygon(&outline)
                .filled(Color::RED)
                .outlined(1.0, Color::WHITE),
        ] {
            let refused = play.context().assets.add_shape("star", &shape);
            let error = refused.expect_err("it crosses itself").to_string();
            assert!(error.contains(&reason), "{error}");
        }
    }
}

#[test]
fn invalid_circles_and_polygons_are_counted_and_not_drawn() {
    let mut play = screen();
    let square = [
        vec2(10.0, 10.0),
        vec2(40.0, 10.0),
        vec2(40.0, 40.0),
        vec2(10.0, 40.0),
    ];
    let bow_tie = [square[0], square[2], square[1], square[3]];
    let mut cx = play.context();
    let mut canvas = cx.canvas(2);
    let mut expected = 0;
    for bad in [f32::NAN, f32::INFINITY, -1.0] {
        canvas
            .circle(vec2(50.0, 50.0), bad, Color::RED)
            .circle_outline(vec2(50.0, 50.0), bad, 1.0, Color::RED)
            .circle_outline(vec2(50.0, 50.0), 9.0, bad, Color::RED)
            .polygon_outline(&square, bad, Color::RED);
        expected += 4;
    }
    for bad in [f32::NAN, f32::INFINITY, f32::MAX] {
        let corners = [square[0], square[1], vec2(20.0, bad)];
        canvas
            .circle(vec2(bad, 50.0), 5.0, Color::RED)
            .polygon(&corners, Color::RED)
            .polygon_outline(&corners, 1.0, Color::RED);
        expected += 3;
    }
    for outline in crossing() {
        canvas.polygon(&outline, Color::RED);
        expected += 1;
    }
    canvas
        .polygon(&bow_tie, Color::RED)
        .polygon(&square[..2], Color::RED)
        .polygon(&[], Color::RED);
    expected += 3;
    // A circle of radius 0 is not an error.
    canvas.circle(vec2(50.0, 50.0), 0.0, Color::RED);
    assert_eq!(play.world().refusals(), expected);
    assert_eq!(play.image().count(Color::RED), 0);
    cx = play.context();
    cx.canvas(99_u16).circle(vec2(50.0, 50.0), 5.0, Color::RED);
    assert_eq!(play.world().refusals(), expected + 1);
}

/// Draws a ring, a character and an arrow on an object.
fn draw_about(play: &mut Harness<'_>, id: ObjectId) {
    let arrow = [
        vec2(9.0, 0.0),
        vec2(-6.0, 5.0),
        vec2(-3.0, 0.0),
        vec2(-6.0, -5.0),
    ];
    play.context()
        .canvas_on(id)
        .circle_outline(Vec2::ZERO, 14.0, 2.0, Color::RED)
        .text(vec2(0.0, -9.0), "x", Color::WHITE)
        .polygon(&arrow, Color::GREEN);
}

#[test]
fn shapes_on_an_object_go_with_it_wherever_it_goes() {
    let mut play = screen();
    let id = play
        .context()
        .spawn(Object::new("Drawn on").at(vec2(40.0, 40.0)));
    draw_about(&mut play, id);
    let first = play.image();
    let same = |play: &mut Harness<'_>, what: &str| {
        let now = play.image();
        let all = (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y)));
        assert!(
            all.into_iter()
                .all(|(x, y)| now.get(x, y) == first.get(x, y)),
            "{what}"
        );
    };
    let saved = play.core().snapshot();
    // The new altitude already has drawings.
    play.step();
    play.context()
        .canvas(3)
        .circle(vec2(-50.0, 5.0), 3.0, Color::BLUE);
    draw_about(&mut play, id);
    play.context().object_mut(id).unwrap().set_altitude(3);
    same(&mut play, "on another altitude");
    // While the altitude is disabled, the object's drawings stay without being drawn again.
    play.context()
        .change_altitudes([3], |settings| settings.enabled = false);
    for _ in 0..3 {
        play.step();
        play.context()
            .canvas(3)
            .circle(vec2(-50.0, 5.0), 3.0, Color::BLUE);
        same(&mut play, "on a disabled altitude");
    }
    play.context()
        .change_altitudes([3], |settings| settings.enabled = true);
    play.context().object_mut(id).unwrap().set_level(1);
    play.context().change_level(1);
    play.step();
    draw_about(&mut play, id);
    play.context().change_level(2);
    play.step();
    assert_eq!(play.image().count(Color::GREEN), 0);
    play.context().change_level(1);
    same(&mut play, "on its level again");
    play.core_mut().restore(&saved);
    same(&mut play, "restored");
}

#[test]
fn what_is_drawn_by_hand_leaves_nothing_behind() {
    let mut play = screen();
    let frames = play.core().assets.frames().records().len();
    let version = play.core().assets.frames().version();
    for step in 0..200_u8 {
        let radius = f32::from(step) / 7.0 + 0.1;
        play.context()
            .canvas(2)
            .circle(vec2(40.0, 40.0), radius, Color::RED)
            .line(Vec2::ZERO, vec2(radius, 3.0), 1.0, Color::RED);
        play.step();
    }
    let assets = &play.core().assets;
    assert_eq!(
        (assets.frames().records().len(), assets.frames().version()),
        (frames, version)
    );
    assert_eq!(play.image().count(Color::RED), 0);
}

#[test]
fn shapes_in_the_text_fill_the_cells_that_they_cover() {
    let app = App::new("Text", Options::default()).cells(12, 6);
    let mut play = Harness::start(app, |cx| {
        let shape = DrawnShape::rect(vec2(32.0, 32.0)).filled(Color::RED);
        let sprite = cx.assets.add_shape("box", &shape)?;
        cx.spawn(Object::from(sprite).at(vec2(2.0, 1.0)));
        Ok(())
    })
    .unwrap();
    // The radius of 2 units is 2 cells both across and down.
    play.context()
        .canvas(2)
        .circle(vec2(8.0, 3.0), 2.0, Color::GREEN);
    let text = play.text();
    let lines: Vec<_> = (0..6).map(|row| text.line(row)).collect();
    assert_eq!(
        lines[..2],
        ["████".to_owned(), "████  ████".to_owned()][..],
        "{text}"
    );
}

#[test]
fn a_shape_comes_back_after_it_was_unloaded() {
    let mut play = screen();
    let shape = DrawnShape::circle(20.0)
        .filled(Color::RED)
        .outlined(2.0, Color::WHITE);
    let sprite = play.context().assets.add_shape("shape", &shape).unwrap();
    play.context()
        .spawn(Object::from(sprite).at(vec2(50.0, 50.0)));
    let red = play.image().count(Color::RED);
    assert!(red > 1000);
    let assets = play.context().assets;
    assert_eq!(assets.add_shape("shape", &shape).unwrap(), sprite);
    assert!(
        assets
            .add_shape("shape", &DrawnShape::circle(21.0))
            .is_err()
    );
    assert_eq!((assets.unload(sprite), assets.unload(sprite)), (1, 0));
    assert_eq!(play.image().count(Color::RED), 0);
    play.context().assets.load_again(sprite).unwrap();
    assert_eq!(play.image().count(Color::RED), red);
}

#[test]
fn a_see_through_outline_stays_even_under_a_turned_camera() {
    let mut random = Random::new(11);
    let mut play = screen();
    for case in 0..60 {
        play.step();
        let corner = vec2(random.range(20.0..60.0), random.range(20.0..50.0));
        let size = vec2(random.range(12.0..60.0), random.range(12.0..50.0));
        let width = [5.0, 1.0, random.range(0.5..6.0)][case % 3];
        let angle = [0.1, random.angle()][case % 2];
        let mut cx = play.context();
        assert!(cx.camera.set_angle(angle).is_done());
        cx.canvas(2)
            .outline(Rect::from_size(corner, size), width, SEE_THROUGH);
        let count = painted(&mut play)
            .iter()
            .filter(|(_, painted)| *painted)
            .count();
        assert!(count > 40, "case {case}: {count} pixels");
    }
}
