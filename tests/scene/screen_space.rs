//! Altitudes in the view's own units, on which the camera has no effect.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::geometry::Rect;
use damselfly::prelude::*;
use damselfly::scene::Camera;
use damselfly::scene::Space;

/// Altitude of drawings in the view. `WORLD` is an altitude in the world, below it.
const LABELS: u16 = 3;
const WORLD: u16 = 1;

/// Returns a game with a view of 40 × 10 cells of a larger world, through a camera changed by `change`.
fn seen_by(change: fn(&mut Camera)) -> Harness<'static> {
    let app = App::new("Labels", Options::default()).cells(40, 10);
    let mut play = Harness::start(app, |cx| {
        let everywhere = Rect::centered(Vec2::ZERO, Vec2::splat(4000.0));
        assert!(cx.camera.set_boundary(everywhere).is_done());
        cx.altitude_settings_mut(LABELS).space = Space::Screen;
        // Spawns enough objects for several chunks. None of them is in the view.
        for number in 0..3000_u16 {
            cx.spawn(Object {
                sprite: Some(SpriteId::PLACEHOLDER),
                position: vec2(f32::from(number) - 1000.0, 500.0),
                altitude: LABELS,
                solidness: Solidness::Spectral,
                ..Object::default()
            });
        }
        Ok(())
    })
    .unwrap();
    change(&mut play.world_mut().camera);
    play.step();
    play
}

/// Draws in the view and in the world, in different colours.
fn draw(play: &mut Harness<'_>) {
    let mut cx = play.context();
    cx.canvas(LABELS)
        .text(
            vec2(2.0, 1.0),
            "Lives:3",
            TextStyle::new(Color::CYAN).bold(),
        )
        .rect(Rect::new(vec2(39.0, 9.0), vec2(45.0, 12.0)), Color::GREEN);
    cx.canvas(WORLD).rect(
        Rect::new(vec2(-500.0, -500.0), vec2(500.0, 500.0)),
        Color::BLUE,
    );
}

type Change = (&'static str, fn(&mut Camera));

const CHANGES: [Change; 6] = [
    ("nothing", |_| ()),
    ("scrolled", |camera| {
        assert!(camera.cut_to(vec2(-1500.0, 900.0)).is_done());
    }),
    ("zoomed", |camera| assert!(camera.set_zoom(2.5).is_done())),
    ("far away", |camera| {
        assert!(camera.set_zoom(0.05).is_done())
    }),
    ("turned", |camera| assert!(camera.set_angle(0.7).is_done())),
    ("shaken", |camera| {
        let shake = Shake {
            strength: Vec2::splat(3.0),
            angle: 0.3,
            ..Shake::default()
        };
        assert!(camera.shake(shake).is_done());
    }),
];

#[test]
fn the_camera_does_not_move_an_altitude_in_the_view() {
    let mut expected = None;
    for (name, change) in CHANGES {
        let mut play = seen_by(change);
        draw(&mut play);
        let picture = play.image();
        let [width, height] = picture.size();
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let shown = places.filter_map(|(x, y)| {
            let color = picture.get(x, y).unwrap();
            [Color::CYAN, Color::GREEN]
                .contains(&color)
                .then_some((x, y, color))
        });
        let shown: Vec<_> = shown.collect();
        let corner = shown.iter().filter(|(.., color)| *color == Color::GREEN);
        assert_eq!(corner.count(), 8 * 16, "{name}");
        let text = play.text();
        assert_eq!(text.line(1).trim_matches(['█', ' ']), "Lives:3", "{name}");
        assert_eq!(text.get(2, 1), Some('L'), "{name}");
        let expected = expected.get_or_insert_with(|| shown.clone());
        assert!(shown == *expected, "{name}");
    }
}

#[test]
fn mouse_positions_match_the_picture_in_view_and_world() {
    for (name, change) in CHANGES {
        // A shake moves the image, but not the mouse's position in the world.
        if name == "shaken" {
            continue;
        }
        let mut play = seen_by(change);
        play.point_at(vec2(30.5, 4.25));
        play.step();
        let at = play.context().input.mouse_position();
        assert_eq!(at, vec2(30.5, 4.25), "{name}");
        let in_world = play.context().mouse_in_world();
        let dot = |middle: Vec2, half: Vec2| Rect {
            min: middle - half,
            max: middle + half,
        };
        let mut cx = play.context();
        cx.canvas(WORLD)
            .rect(dot(in_world, Vec2::splat(100.0)), Color::RED);
        cx.canvas(LABELS)
            .rect(dot(at, vec2(0.5, 0.25)), Color::GREEN);
        let picture = play.image();
        assert_eq!(picture.count(Color::GREEN), 8 * 8, "{name}");
        assert_eq!(
            picture.get(30 * 8 + 4, 4 * 16 + 4),
            Some(Color::GREEN),
            "{name}"
        );
        assert_eq!(
            picture.get(30 * 8 - 2, 4 * 16 + 4),
            Some(Color::RED),
            "{name}"
        );
    }
}

#[test]
fn no_chunk_of_view_objects_is_missing() {
    let mut play = seen_by(|camera| assert!(camera.cut_to(vec2(1500.0, 0.0)).is_done()));
    let ids: Vec<ObjectId> = play.world().objects_at(LABELS).collect();
    assert_eq!(ids.len(), 3000);
    // An object of the last chunk moves through the view.
    let id = ids[2999];
    let mut context = play.context();
    let mut object = context.object_mut(id).unwrap();
    object.set_position(vec2(20.0, 5.0));
    object.set_velocity(vec2(2.0, 0.0));
    for number in 1..=5_u8 {
        play.step();
        let text = play.text();
        let shown = text
            .characters()
            .iter()
            .filter(|&&character| character != ' ');
        assert!(shown.count() > 0, "{number}");
    }
}

/// Returns the areas in pixels of a cell at (3, 2) on an altitude with parallax 0, in five steps.
fn shown_at_parallax_0(space: Space, zoom: f32, shake: Shake) -> Vec<Rect> {
    let mut play = seen_by(|_| ());
    let camera = &mut play.world_mut().camera;
    assert!(camera.set_zoom(zoom).is_done() && camera.shake(shake).is_done());
    let mut step = || {
        play.step();
        let settings = play.world_mut().altitude_settings_mut(WORLD);
        (settings.space, settings.parallax) = (space, 0.0);
        let cell = Rect::from_size(vec2(3.0, 2.0), Vec2::ONE);
        play.context().canvas(WORLD).rect(cell, Color::RED);
        let image = play.image();
        let [width, height] = image.size();
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let red = pixels.filter(|&(x, y)| image.get(x, y) == Some(Color::RED));
        let areas = red.map(|(x, y)| Rect::from_size(vec2(x as f32, y as f32), Vec2::ONE));
        areas.reduce(Rect::union).unwrap()
    };
    (0..5).map(|_| step()).collect()
}

#[test]
fn parallax_0_still_zooms_and_shakes() {
    let cell = Rect::from_size(vec2(3.0 * 8.0, 2.0 * 16.0), vec2(8.0, 16.0));
    let still = |space, zoom| shown_at_parallax_0(space, zoom, Shake::new(0.0, 0))[0];
    assert_eq!(still(Space::Screen, 2.0), cell);
    // Zooming keeps the top left corner of the view.
    let plain = still(Space::World, 1.0);
    let zoomed = Rect::new(2.0 * plain.min, 2.0 * plain.max);
    assert_eq!((plain, still(Space::World, 2.0)), (cell, zoomed));
    let shake = Shake::new(0.5, 60);
    let shaken = |space| shown_at_parallax_0(space, 1.0, shake);
    assert!(shaken(Space::Screen).iter().all(|&at| at == cell));
    assert!(shaken(Space::World).iter().any(|at| at.min != plain.min));
}
