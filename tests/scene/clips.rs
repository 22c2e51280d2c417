//! Clip rectangles of altitudes and widgets, as they are drawn.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::geometry::Rect;
use damselfly::glam::ivec2;
use damselfly::prelude::*;
use damselfly::scene::{Emitter, GroupEffect, GroupLook, Resolution, Space};
use damselfly::tiles::{Tile, TileMap};

/// Returns a black view of 40 × 30 pixels with a white square over the whole view at altitude 2.
fn game() -> Harness<'static> {
    let app = App::new("Clips", Options::default()).pixels(40, 30);
    let app = app.background(Color::BLACK);
    Harness::start(app, |cx| {
        let square = cx.assets.add_rect("square", 60, 60, Color::WHITE)?;
        let square = Object::new("Square").sprite(square).at(vec2(20.0, 15.0));
        cx.spawn(square.altitude(2).spectral());
        Ok(())
    })
    .unwrap()
}

fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
    Rect::new(vec2(left, top), vec2(right, bottom))
}

fn clip(play: &mut Harness<'_>, clip: impl Into<Option<Rect>>) {
    play.context().altitude_settings_mut(2_u16).clip = clip.into();
}

/// Returns the smallest rectangle around all pixels that are not black: left, top, right, bottom.
fn seen(play: &mut Harness<'_>, size: [u32; 2], fraction: f32) -> [u32; 4] {
    let image = play.image_at(size, fraction);
    let [width, height] = image.size();
    let mut found = [u32::MAX, u32::MAX, 0, 0];
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if image.get(x, y).unwrap() != Color::BLACK {
            let [left, top, right, bottom] = found;
            found = [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)];
        }
    }
    found
}

#[test]
fn nothing_is_drawn_outside_an_altitudes_clip() {
    let mut play = game();
    clip(&mut play, rect(5.0, 7.0, 30.0, 12.0));
    assert_eq!(seen(&mut play, [40, 30], 1.0), [5, 7, 30, 12]);
    assert_eq!(play.image().count(Color::WHITE), 25 * 5);
    // In a window that magnifies the view, between bars.
    assert_eq!(seen(&mut play, [130, 100], 1.0), [20, 26, 95, 41]);
    // In one that shrinks it to three quarters.
    assert_eq!(seen(&mut play, [30, 30], 1.0), [4, 8, 22, 12]);
    clip(&mut play, None);
    assert_eq!(play.image().count(Color::WHITE), 40 * 30);
}

#[test]
fn drawings_and_particles_are_clipped_with_their_altitude() {
    let mut play = game();
    clip(&mut play, rect(5.0, 7.0, 30.0, 12.0));
    let mut cx = play.context();
    let all = rect(0.0, 0.0, 40.0, 30.0);
    cx.canvas(2).rect(all, Color::RED);
    cx.canvas(2)
        .line(vec2(0.0, 0.0), vec2(40.0, 30.0), 3.0, Color::GREEN);
    assert_eq!(seen(&mut play, [40, 30], 1.0), [5, 7, 30, 12]);
    let emitter = Emitter {
        count: 200,
        area: vec2(30.0, 30.0),
        ..Emitter::default()
    };
    assert!(
        play.context()
            .burst(2, vec2(20.0, 15.0), &emitter)
            .is_done()
    );
    play.step();
    assert_eq!(seen(&mut play, [40, 30], 1.0), [5, 7, 30, 12]);
    // Other altitudes are not.
    play.context().canvas(3).rect(all, Color::RED);
    assert_eq!(seen(&mut play, [40, 30], 1.0), [0, 0, 40, 30]);
}

#[test]
fn tile_maps_are_clipped_wherever_the_camera_is() {
    let app = App::new("Clips", Options::default()).pixels(40, 30);
    let mut play = Harness::start(app.background(Color::BLACK), |cx| {
        let sprite = cx.assets.add_rect("tile", 10, 10, Color::WHITE)?;
        // Larger than a block of 32 × 32 cells.
        let mut map = TileMap::new(vec2(10.0, 10.0), 40, 40);
        let tile = map.add(Tile::new(sprite));
        for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
            map.set(ivec2(x, y), Some(tile));
        }
        let ground = cx.spawn(Object::new("Ground").altitude(2).spectral());
        assert!(cx.object_mut(ground).unwrap().set_tiles(map).is_done());
        let boundary = Rect::from_size(Vec2::ZERO, vec2(400.0, 400.0));
        cx.camera.set_boundary(boundary);
        Ok(())
    })
    .unwrap();
    for at in [vec2(20.0, 15.0), vec2(101.5, 77.25), vec2(320.0, 318.0)] {
        play.context().camera.cut_to(at);
        clip(&mut play, None);
        assert_eq!(play.image().count(Color::WHITE), 40 * 30, "{at}");
        clip(&mut play, rect(5.0, 7.0, 30.0, 12.0));
        assert_eq!(seen(&mut play, [40, 30], 1.0), [5, 7, 30, 12], "{at}");
        assert_eq!(play.image().count(Color::WHITE), 25 * 5, "{at}");
    }
}

#[test]
fn an_altitudes_clip_stays_when_the_level_changes() {
    let mut play = game();
    let other = play.context().world.level() + 1;
    let mut cx = play.context();
    let red = cx.assets.add_rect("red", 60, 60, Color::RED).unwrap();
    let square = Object::new("Red").sprite(red).at(vec2(20.0, 15.0));
    let square = cx.spawn(square.altitude(2).spectral());
    assert!(cx.object_mut(square).unwrap().set_level(other).is_done());
    clip(&mut play, rect(5.0, 7.0, 30.0, 12.0));
    for (level, color) in [(other, Color::RED), (other - 1, Color::WHITE)] {
        play.context().change_level(level);
        play.step();
        for fraction in [0.0, 0.5, 1.0] {
            assert_eq!(seen(&mut play, [40, 30], fraction), [5, 7, 30, 12]);
        }
        assert_eq!(play.image().count(color), 25 * 5, "level {level}");
    }
}

#[test]
fn empty_clips_hide_all_and_invalid_ones_nothing() {
    let mut play = game();
    let swapped = Rect {
        min: vec2(9.0, 9.0),
        max: vec2(5.0, 20.0),
    };
    for hides in [
        Rect::point(vec2(9.0, 9.0)),
        swapped,
        rect(50.0, 0.0, 60.0, 30.0),
    ] {
        clip(&mut play, hides);
        assert_eq!(play.image().count(Color::WHITE), 0, "{hides:?}");
    }
    for far in [f32::NAN, f32::INFINITY, -1e20] {
        let invalid = Rect {
            min: vec2(9.0, far),
            max: vec2(12.0, 12.0),
        };
        clip(&mut play, invalid);
        assert_eq!(play.image().count(Color::WHITE), 40 * 30, "{far}");
    }
}

#[test]
fn a_clip_that_moved_is_drawn_between_two_steps() {
    let mut moved = Harness::of(
        App::new("Clips", Options::default())
            .pixels(40, 30)
            .background(Color::BLACK),
        Moving,
    )
    .unwrap();
    moved.step();
    // It was `None` before.
    assert_eq!(seen(&mut moved, [40, 30], 0.5), [8, 0, 18, 10]);
    moved.step();
    assert_eq!(seen(&mut moved, [40, 30], 0.0), [8, 0, 18, 10]);
    assert_eq!(seen(&mut moved, [40, 30], 0.5), [12, 0, 22, 10]);
    assert_eq!(seen(&mut moved, [40, 30], 1.0), [16, 0, 26, 10]);
}

/// Moves the clip rectangle of altitude 2 by 8 pixels in each step.
struct Moving;

impl Game for Moving {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let square = cx.assets.add_rect("square", 60, 60, Color::WHITE)?;
        cx.spawn(Object::new("Square").sprite(square).altitude(2).spectral());
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let left = 8.0 * cx.time.number as f32;
        cx.altitude_settings_mut(2_u16).clip = Some(rect(left, 0.0, left + 10.0, 10.0));
    }
}

#[test]
fn clips_of_altitudes_are_in_snapshots_but_not_in_checksums() {
    let mut play = game();
    play.step();
    let sum = play.checksum();
    clip(&mut play, rect(5.0, 7.0, 30.0, 12.0));
    assert_eq!(play.checksum(), sum);
    let clipped = play.core().snapshot();
    clip(&mut play, None);
    play.core_mut().restore(&clipped);
    assert_eq!(seen(&mut play, [40, 30], 1.0), [5, 7, 30, 12]);
}

#[test]
fn a_group_is_clipped_before_its_effects() {
    for (resolution, expected) in [
        (Resolution::Full, [7, 7, 26, 21]),
        (Resolution::Half, [6, 6, 26, 22]),
    ] {
        let mut play = game();
        clip(&mut play, rect(8.0, 8.0, 25.0, 20.0));
        let look = GroupLook {
            resolution,
            ..GroupLook::default()
        };
        let mut cx = play.context();
        assert!(cx.set_group("one", 2..=2_u16, look).is_done());
        let outline = GroupEffect::Outline {
            width: 1.0,
            color: Color::WHITE,
        };
        cx.group_effects("one").unwrap().push(outline);
        assert_eq!(seen(&mut play, [40, 30], 1.0), expected, "{resolution:?}");
    }
}

/// Keeps the clip rectangle of altitude 2 around its object.
#[derive(Clone)]
struct Window;

impl Behavior for Window {
    fn draw(&mut self, cx: &mut Context<'_>) {
        let at = cx.me().position();
        let settings = cx.altitude_settings_mut(2_u16);
        settings.clip_space = Space::World;
        settings.clip = Some(Rect::centered(at, Vec2::splat(8.0)));
    }
}

/// Returns the columns of white pixels in row 12 and of red ones in row 15: the first, and after the last.
fn columns(play: &mut Harness<'_>, fraction: f32) -> [[u32; 2]; 2] {
    let image = play.image_at([60, 30], fraction);
    [(12, Color::WHITE), (15, Color::RED)].map(|(y, color)| {
        let mut found = (0..60).filter(|&x| image.get(x, y) == Some(color));
        let first = found.next().unwrap();
        [first, found.next_back().unwrap_or(first) + 1]
    })
}

#[test]
fn a_clip_in_world_units_follows_a_moving_object() {
    for follows in [false, true] {
        let app = App::new("Clips", Options::default()).pixels(60, 30);
        let mut play = Harness::start(app.background(Color::BLACK), move |cx| {
            let wall = cx.assets.add_rect("wall", 400, 60, Color::WHITE)?;
            let dot = cx.assets.add_rect("dot", 4, 4, Color::RED)?;
            cx.spawn(Object::new("Wall").sprite(wall).altitude(2).spectral());
            let dot = Object::new("Dot").sprite(dot).altitude(3).spectral();
            let dot = dot.at(vec2(8.0, 15.0)).velocity(vec2(4.0, 0.0));
            let dot = cx.spawn_with(dot, Window);
            if follows {
                let boundary = Rect::from_size(vec2(-500.0, 0.0), vec2(1000.0, 30.0));
                cx.camera.set_boundary(boundary);
                cx.camera.follow(dot, vec2(10.0, 10.0));
            }
            Ok(())
        })
        .unwrap();
        // The camera moves with its object from the first step on.
        for step in 0..6 {
            play.step();
            for fraction in [0.25, 0.5, 1.0] {
                let [clip, dot] = columns(&mut play, fraction);
                let around = [dot[0] - 2, dot[1] + 2];
                assert_eq!(clip, around, "step {step}, {fraction}, {follows}");
            }
        }
    }
}

#[test]
fn a_turned_camera_projects_a_clip_by_its_corners() {
    let mut play = game();
    let mut cx = play.context();
    cx.camera.set_angle(core::f32::consts::FRAC_PI_2);
    let settings = cx.altitude_settings_mut(2_u16);
    settings.clip_space = Space::World;
    clip(&mut play, rect(18.0, 11.0, 22.0, 17.0));
    // Turned about the middle, 20, 15: what was above is to the left.
    assert_eq!(seen(&mut play, [40, 30], 1.0), [16, 13, 22, 17]);
    // Without area or with swapped corners it hides the altitude at any angle.
    clip(&mut play, Rect::point(vec2(20.0, 15.0)));
    assert_eq!(play.image().count(Color::WHITE), 0);
    let swapped = Rect {
        min: vec2(25.0, 9.0),
        max: vec2(15.0, 20.0),
    };
    clip(&mut play, swapped);
    assert_eq!(play.image().count(Color::WHITE), 0);
}

/// Shows a white wall through the clip rectangle that a function returns for each step.
struct Scripted(fn(&mut Context<'_>) -> Rect);

impl Game for Scripted {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let square = cx.assets.add_rect("square", 60, 60, Color::WHITE)?;
        let square = Object::new("Square").sprite(square).at(vec2(20.0, 15.0));
        cx.spawn(square.altitude(2).spectral());
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let clip = (self.0)(cx);
        cx.altitude_settings_mut(2_u16).clip = Some(clip);
    }
}

fn scripted(script: fn(&mut Context<'_>) -> Rect) -> Harness<'static> {
    let app = App::new("Clips", Options::default()).pixels(40, 30);
    Harness::of(app.background(Color::BLACK), Scripted(script)).unwrap()
}

#[test]
fn a_cut_of_the_camera_cuts_clips_of_the_view() {
    let mut play = scripted(|cx| {
        if cx.time.number == 3 {
            cx.camera.cut();
        }
        let left = if cx.time.number < 3 { 0.0 } else { 30.0 };
        rect(left, 0.0, left + 10.0, 30.0)
    });
    for expected in [[0, 0, 10, 30], [0, 0, 10, 30], [30, 0, 40, 30]] {
        play.step();
        for fraction in [0.0, 0.5, 1.0] {
            assert_eq!(seen(&mut play, [40, 30], fraction), expected, "{fraction}");
        }
    }
}

#[test]
fn a_clip_is_never_extrapolated() {
    let mut play = scripted(|cx| {
        cx.set_smoothing(damselfly::time::Smoothing::Forward);
        let right = if cx.time.number < 3 { 40.0 } else { 10.0 };
        rect(0.0, 0.0, right, 30.0)
    });
    for right in [40, 40, 10, 10] {
        play.step();
        for fraction in [0.0, 0.5, 0.9] {
            let found = seen(&mut play, [40, 30], fraction);
            assert_eq!(found, [0, 0, right, 30], "{fraction}");
        }
    }
}

/// Returns a view of 160 × 96 pixels, which is 20 × 6 characters, with these widgets.
fn display(widgets: impl Fn() -> Vec<Widget> + 'static) -> Harness<'static> {
    let app = App::new("Clips", Options::default()).pixels(160, 96);
    let mut play = Harness::start(app.background(Color::BLACK), move |cx| {
        for widget in widgets() {
            cx.hud.add(widget);
        }
        Ok(())
    })
    .unwrap();
    play.step();
    play
}

#[test]
fn a_widget_is_cut_off_by_its_clip() {
    let mut play = display(|| {
        let panel = Widget::text("A long line")
            .border(false)
            .panel(Color::WHITE);
        let shown = rect(3.0, 2.0, 30.5, 15.0);
        vec![
            panel.clone().clipped(shown).at(HudAnchor::TopLeft),
            panel.at(HudAnchor::TopLeft),
        ]
    });
    let image = play.image();
    // Its clip is relative to its corner, and both are stacked as without.
    let white = |x, y| image.get(x, y).unwrap() == Color::WHITE;
    let rows: Vec<_> = (0..16)
        .map(|y| (0..104).filter(|&x| white(x, y)).collect::<Vec<_>>())
        .collect();
    let expected = |y| match y {
        2..15 => (3..30).collect(),
        _ => Vec::<u32>::new(),
    };
    for (y, row) in (0..).zip(rows) {
        assert_eq!(row, expected(y), "{y}");
    }
    assert!(white(0, 16) && white(103, 31));
    assert_eq!(play.text().line(0), " A l");
    assert_eq!(play.text().line(1), " A long line");
}

#[test]
fn clipped_widgets_keep_their_painting_order() {
    let panel = |color| {
        let text = Widget::text("").border(false).panel(color);
        text.wrapped(4).at((vec2(3.0, 2.0), Align::Left))
    };
    let mut play = display(move || {
        let left = rect(0.0, 0.0, 8.0, 16.0);
        let upper = rect(0.0, 0.0, 16.0, 8.0);
        vec![
            panel(Color::RED),
            panel(Color::GREEN).clipped(left),
            panel(Color::BLUE).clipped(upper),
            panel(Color::WHITE).clipped(rect(0.0, 0.0, 2.0, 2.0)),
        ]
    });
    let image = play.image();
    let [x, y] = [24_u32, 32];
    let at = |right: u32, down: u32| image.get(x + right, y + down).unwrap();
    assert_eq!(at(0, 0), Color::WHITE);
    assert_eq!(at(4, 0), Color::BLUE);
    assert_eq!(at(4, 12), Color::GREEN);
    assert_eq!(at(12, 12), Color::RED);
}

#[test]
fn the_mouse_presses_only_the_visible_part_of_a_button() {
    let button = || Widget::button("Start").at(HudAnchor::TopLeft);
    let mut play = display(move || vec![button().clipped(rect(0.0, 0.0, 20.0, 48.0))]);
    let hit = |play: &Harness<'_>, x| play.world().hud.at(vec2(x, 20.0)).is_some();
    assert!(hit(&play, 0.0) && hit(&play, 19.5));
    assert!(!hit(&play, 20.0) && !hit(&play, 40.0));
    let clipped = play.checksum();
    let id = play.world().hud.at(vec2(1.0, 1.0)).unwrap();
    play.context().hud.get_mut(id).unwrap().clip = None;
    assert!(hit(&play, 40.0));
    assert_ne!(play.checksum(), clipped);
}
