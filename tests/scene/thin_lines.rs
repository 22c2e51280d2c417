//! Lines and outlines without gaps, however small the view is drawn.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a few pixels of a small picture"
)]

use damselfly::app::{App, Harness, Image, Options};
use damselfly::assets::DrawnShape;
use damselfly::geometry::Rect;
use damselfly::prelude::*;
use proptest::prelude::*;

const VIEW: Vec2 = vec2(160.0, 120.0);

/// Zoom, centre and angle of a camera.
#[derive(Clone, Copy, Debug)]
struct Pose(f32, Vec2, f32);

fn poses() -> impl Strategy<Value = Pose> {
    let angle = prop_oneof![Just(0.0_f32), Just(0.0), Just(1.570_796_4), -4.0..4.0_f32];
    (0.08..2.0_f32, -300.0..300.0_f32, -300.0..300.0_f32, angle)
        .prop_map(|(zoom, x, y, angle)| Pose(zoom, vec2(x, y), angle))
}

fn widths() -> impl Strategy<Value = f32> {
    prop_oneof![Just(1.0_f32), Just(0.5), 0.01..3.0_f32]
}

/// A position in the view, in pixels.
fn places() -> impl Strategy<Value = Vec2> {
    (4.0..156.0_f32, 4.0..116.0_f32).prop_map(Vec2::from)
}

/// A game with a camera, to look for gaps in its lines.
struct Screen {
    game: Harness<'static>,
    /// Expected distance of a line's pixels from the line.
    near: f32,
}

impl Screen {
    fn new(pose: Pose, width: f32) -> Self {
        let Pose(zoom, centre, angle) = pose;
        let app = App::new("Lines", Options::default()).pixels(160, 120);
        let mut game = Harness::start(app, |_| Ok(())).expect("it starts");
        let camera = &mut game.world_mut().camera;
        let boundary = Rect::new(Vec2::splat(-1e5), Vec2::splat(1e5));
        assert!(camera.set_boundary(boundary).is_done() && camera.set_zoom(zoom).is_done());
        assert!(camera.set_angle(angle).is_done() && camera.cut_to(centre).is_done());
        let near = 1.6 + (width * zoom / 2.0).max(0.5);
        Self { game, near }
    }

    /// Shows a shape in the middle of the view.
    fn spawn(&mut self, shape: DrawnShape) {
        let position = self.world(VIEW / 2.0);
        let mut cx = self.game.context();
        let sprite = cx.assets.add_shape("shape", &shape).expect("a valid shape");
        cx.spawn(Object::from(sprite).at(position).spectral());
    }

    fn world(&self, place: Vec2) -> Vec2 {
        self.game.world().camera.view_to_world(place)
    }

    /// Returns the first gap in a straight line between two positions of the view. A gap is a column without a pixel of
    /// the line, or a row if the line is steep. The ends are left out.
    fn gap(&mut self, from: Vec2, to: Vec2) -> Option<Vec2> {
        let picture = self.game.image();
        let is_steep = (to - from).y.abs() > (to - from).x.abs();
        let turned = |v: Vec2| if is_steep { vec2(v.y, v.x) } else { v };
        let [from, to] = [turned(from), turned(to)];
        let [from, to] = if from.x > to.x {
            [to, from]
        } else {
            [from, to]
        };
        let slope = (to - from).y / (to - from).x;
        let mut column = (from.x + 2.0 + self.near).ceil() + 0.5;
        while column < to.x - 2.0 - self.near {
            let line = from.y + (column - from.x) * slope;
            let reach = (self.near * (1.0 + slope.abs())).ceil() as i32;
            let is_lit = |offset: i32| {
                let at = turned(vec2(column, line + offset as f32))
                    .floor()
                    .as_uvec2();
                picture
                    .get(at.x, at.y)
                    .is_some_and(|color| color != Color::BLACK)
            };
            if !(-reach..=reach).any(is_lit) {
                return Some(turned(vec2(column, line)));
            }
            column += 1.0;
        }
        None
    }
}

proptest! {
    #[test]
    fn a_line_has_no_gap_at_any_zoom(pose in poses(), width in widths(), ends in (places(), places())) {
        let mut screen = Screen::new(pose, width);
        let [from, to] = [ends.0, ends.1].map(|place| screen.world(place));
        screen.game.context().canvas(2).line(from, to, width, Color::WHITE);
        prop_assert_eq!(screen.gap(ends.0, ends.1), None);
    }

    #[test]
    fn an_upright_line_has_no_gap_at_any_zoom(pose in poses(), width in widths(), at in places(), steep in any::<bool>()) {
        let mut screen = Screen::new(pose, width);
        let end = if steep { vec2(at.x, 120.0 - at.y) } else { vec2(160.0 - at.x, at.y) };
        let [from, to] = [at, end].map(|place| screen.world(place));
        screen.game.context().canvas(2).line(from, to, width, Color::WHITE);
        prop_assert_eq!(screen.gap(at, end), None);
    }

    #[test]
    fn a_rectangles_outline_has_no_gap_and_is_even(
        pose in poses(), width in widths(), corner in (10.0..60.0_f32, 10.0..40.0_f32), size in (12.0..80.0_f32, 12.0..60.0_f32),
    ) {
        // The camera is not turned, so that a rectangle of the view is also one of the world.
        let mut screen = Screen::new(Pose(pose.0, pose.1, 0.0), width);
        let min = Vec2::from(corner);
        let max = min + Vec2::from(size);
        let rect = Rect::new(screen.world(min), screen.world(max));
        screen.game.context().canvas(2).outline(rect, width, Color::rgba(255, 255, 255, 128));
        let corners = [min, vec2(max.x, min.y), max, vec2(min.x, max.y)];
        for side in 0..4 {
            prop_assert_eq!(screen.gap(corners[side], corners[(side + 1) % 4]), None);
        }
        let picture = screen.game.image();
        let pixels = (0..120).flat_map(|y| (0..160).map(move |x| (x, y)));
        let mut colors: Vec<_> = pixels.filter_map(|(x, y)| picture.get(x, y)).filter(|&color| color != Color::BLACK).collect();
        colors.dedup();
        prop_assert_eq!(colors.len(), 1);
    }

    #[test]
    fn a_polygons_outline_has_no_gap_at_any_zoom(
        pose in poses(), width in widths(), corners in (places(), places(), places()), is_sprite in any::<bool>(),
    ) {
        let mut screen = Screen::new(pose, width);
        let corners = [corners.0, corners.1, corners.2];
        let world = corners.map(|place| screen.world(place));
        if is_sprite {
            let middle = screen.world(VIEW / 2.0);
            let shape = DrawnShape::polygon(&world.map(|corner| corner - middle));
            screen.spawn(shape.outlined(width, Color::WHITE));
        } else {
            screen.game.context().canvas(2).polygon_outline(&world, width, Color::WHITE);
        }
        for side in 0..3 {
            prop_assert_eq!(screen.gap(corners[side], corners[(side + 1) % 3]), None);
        }
    }

    #[test]
    fn a_circles_outline_has_no_gap_at_any_zoom(
        pose in poses(), width in widths(), radius in 4.0..50.0_f32, is_sprite in any::<bool>(),
    ) {
        let mut screen = Screen::new(pose, width);
        let in_world = radius / pose.0;
        if is_sprite {
            screen.spawn(DrawnShape::circle(in_world).outlined(width, Color::WHITE));
        } else {
            let center = screen.world(VIEW / 2.0);
            screen.game.context().canvas(2).circle_outline(center, in_world, width, Color::WHITE);
        }
        let picture = screen.game.image();
        let reach = screen.near.ceil() as i32;
        for number in 0_u8..90 {
            let at = VIEW / 2.0 + Vec2::from_angle(f32::from(number) * 0.07) * radius;
            let is_lit = |(x, y): (i32, i32)| {
                let at = (at + vec2(x as f32, y as f32)).as_uvec2();
                picture.get(at.x, at.y).is_some_and(|color| color != Color::BLACK)
            };
            let mut around = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
            prop_assert!(around.any(is_lit), "{at}");
        }
    }

    #[test]
    fn the_sprite_of_a_line_has_no_gap_at_any_zoom(pose in poses(), width in widths(), ends in (places(), places())) {
        let mut screen = Screen::new(pose, width);
        let middle = screen.world(VIEW / 2.0);
        let [from, to] = [ends.0, ends.1].map(|place| screen.world(place) - middle);
        screen.spawn(DrawnShape::line(from, to, width));
        prop_assert_eq!(screen.gap(ends.0, ends.1), None);
    }
}

/// Returns the number of pixels that are not black.
fn lit(screen: &mut Screen) -> usize {
    let picture = screen.game.image();
    let pixels = (0..120).flat_map(|y| (0..160).map(move |x| (x, y)));
    pixels
        .filter(|&(x, y)| picture.get(x, y) != Some(Color::BLACK))
        .count()
}

#[test]
fn a_frame_keeps_its_four_sides_at_half_its_size() {
    for step in 0..20_u8 {
        let centre = vec2(200.0 + f32::from(step) * 0.13, 200.0);
        let mut screen = Screen::new(Pose(0.5, centre, 0.0), 1.0);
        let rect = Rect::new(vec2(100.0, 100.0), vec2(300.0, 300.0));
        screen
            .game
            .context()
            .canvas(2)
            .outline(rect, 1.0, Color::WHITE);
        // The frame is 100 × 100 pixels large in the view, which shows all of it.
        assert_eq!(lit(&mut screen), 4 * 100 - 4, "{centre}");
    }
}

#[test]
fn a_line_of_a_pixel_is_a_pixel_wide_at_any_zoom() {
    for zoom in [0.9, 0.7, 0.5, 0.3] {
        for step in 0..20_u8 {
            let centre = vec2(150.0 + f32::from(step) * 0.17, 200.0);
            let mut screen = Screen::new(Pose(zoom, centre, 0.0), 1.0);
            let (from, to) = (vec2(150.0, 50.0), vec2(150.0, 350.0));
            screen
                .game
                .context()
                .canvas(2)
                .line(from, to, 1.0, Color::WHITE);
            let length = (300.0_f32 * zoom).min(120.0);
            assert!(
                (lit(&mut screen) as f32 - length).abs() <= 1.0,
                "{zoom} {centre}"
            );
        }
    }
}

#[test]
fn a_thin_rectangle_stays_visible_as_an_outline() {
    let mut screen = Screen::new(Pose(0.3, vec2(50.0, 0.4), 0.0), 1.0);
    let rect = Rect::new(vec2(0.0, 0.0), vec2(100.0, 0.8));
    screen
        .game
        .context()
        .canvas(2)
        .outline(rect, 2.0, Color::WHITE);
    assert_eq!(lit(&mut screen), 30);
}

/// Returns the number of strokes along a row of an image, or along a column if `is_column` is true: groups of pixels
/// that are not black.
fn strokes(image: &Image, at: u32, is_column: bool) -> usize {
    let count = image.size()[usize::from(is_column)];
    let is_lit = |along: u32| {
        let (x, y) = if is_column { (at, along) } else { (along, at) };
        image.get(x, y).is_some_and(|color| color != Color::BLACK)
    };
    (0..count)
        .filter(|&along| is_lit(along) && (along == 0 || !is_lit(along - 1)))
        .count()
}

#[test]
fn lines_of_a_pixel_are_visible_in_smaller_images() {
    let app = App::new("Lines", Options::default()).pixels(800, 640);
    let mut game = Harness::start(app, |_| Ok(())).expect("it starts");
    let mut cx = game.context();
    let mut canvas = cx.canvas(2);
    for number in 0..100_u8 {
        let x = 0.5 + 8.0 * f32::from(number);
        canvas.line(vec2(x, 10.0), vec2(x, 300.0), 1.0, Color::WHITE);
    }
    for number in 0..10_u8 {
        let corner = vec2(10.0 + 78.3 * f32::from(number), 330.0);
        let outline = Rect::from_size(corner, vec2(60.0, 290.0));
        canvas.outline(outline, 1.0, Color::WHITE);
    }
    for size in [
        [800, 640],
        [790, 630],
        [720, 576],
        [640, 512],
        [600, 480],
        [400, 320],
    ] {
        let image = game.image_at(size, 1.0);
        let [_, height] = size;
        for y in height * 2 / 64..height * 29 / 64 {
            assert_eq!(strokes(&image, y, false), 100, "lines at {y} of {size:?}");
        }
        for y in height * 34 / 64..height * 61 / 64 {
            assert_eq!(strokes(&image, y, false), 20, "sides at {y} of {size:?}");
        }
        // A column crosses the upper and lower sides of an outline. It may also meet one of the lines above, which is
        // subtracted.
        let [width, _] = size;
        for number in 0..10 {
            let x = width * (40 + 78 * number) / 800;
            let outlines = strokes(&image, x, true)
                - usize::from(image.get(x, height / 4) != Some(Color::BLACK));
            assert_eq!(outlines, 2, "column {x} of {size:?}");
        }
    }
}
