use super::*;
use crate::app::Options;
use crate::app::run::overlays::Overlays;
use crate::app::run::paint::{FrameStyle, paint};
use crate::assets::{AssetSettings, Assets, SpriteId};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::collision::Shape;
use crate::geometry::Rect;
use crate::render::{Blending, Fit, SoftwareRenderer, ViewSettings};
use crate::scene::Space;
use crate::tiles::{Tile, TileMap};
use crate::world::{Bounds, Context, CoreSettings, Object, Solidness, StepInput};
use glam::{ivec2, vec2};

const VIEW: Vec2 = Vec2::new(160.0, 120.0);
const STYLE: FrameStyle = FrameStyle {
    view: ViewSettings {
        size: VIEW,
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    },
    background: Color::BLACK,
    blending: Blending::Srgb,
};

fn core() -> Core {
    let mut assets = Assets::new(AssetSettings::default());
    Overlays::bake(&mut assets);
    let settings = CoreSettings {
        view: VIEW,
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    Core::new(&settings, assets)
}

/// Returns a core after a step in which `spawn` has spawned objects.
fn core_with(spawn: impl FnOnce(&mut Context<'_>)) -> Core {
    let mut core = core();
    core.step_with(StepInput::next(&core), spawn);
    core
}

fn overlays(debug_overlay: bool) -> Overlays {
    Overlays::of(&Options {
        debug_overlay,
        ..Options::default()
    })
}

fn step(core: &mut Core) {
    core.step(StepInput::next(core));
}

fn object(x: f32, y: f32, size: f32, solidness: Solidness) -> Object {
    Object {
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::splat(size))),
        solidness,
        ..Object::default()
    }
    .at(vec2(x, y))
}

/// Pixels of a drawn view, row after row, and the length of a row.
struct Seen {
    pixels: Vec<u32>,
    width: usize,
}

impl Seen {
    /// Draws the marks of a core without the numbers, with smoothing factor `k`.
    fn of(core: &Core, scale: u32, k: f32) -> Self {
        Self::with(&mut Overlays::default(), true, core, scale, k)
    }

    fn with(overlays: &mut Overlays, shown: bool, core: &Core, scale: u32, k: f32) -> Self {
        overlays.debug.shown = shown;
        let target = [160 * scale, 120 * scale];
        let mut renderer = SoftwareRenderer::default();
        paint(core, &STYLE, overlays, target, k, |frame| {
            renderer.render(frame);
        });
        let mut pixels = vec![0; (target[0] * target[1]) as usize];
        renderer.copy_xrgb(&mut pixels);
        Self {
            pixels,
            width: target[0] as usize,
        }
    }

    fn places(&self, color: Color) -> Vec<Vec2> {
        let [r, g, b, _] = color.with_alpha(255).premultiplied();
        let wanted = u32::from_be_bytes([0, r, g, b]);
        let places = self.pixels.iter().enumerate();
        let places = places.filter(|(_, pixel)| **pixel == wanted);
        places
            .map(|(at, _)| vec2((at % self.width) as f32, (at / self.width) as f32))
            .collect()
    }

    /// Returns the smallest rectangle that contains all pixels of a colour.
    fn extent(&self, color: Color) -> Option<Rect> {
        let places = self.places(color).into_iter();
        Rect::around(places.flat_map(|place| [place, place + 1.0]))
    }
}

#[test]
fn each_object_is_outlined_in_the_colour_of_its_solidness() {
    let core = core_with(|cx| {
        cx.spawn(object(20.0, 20.0, 10.0, Solidness::Hard));
        cx.spawn(object(50.0, 20.0, 20.0, Solidness::Soft));
        cx.spawn(object(90.0, 20.0, 12.0, Solidness::OneWay));
        cx.spawn(object(20.0, 60.0, 10.0, Solidness::Spectral).sensor());
        cx.spawn(object(100.0, 60.0, 10.0, Solidness::Spectral));
    });
    let seen = Seen::of(&core, 1, 0.0);
    let boxes = [
        (Color::TERMINAL_RED, 20.0, 20.0, 10.0),
        (Color::TERMINAL_GREEN, 50.0, 20.0, 20.0),
        (Color::TERMINAL_YELLOW, 90.0, 20.0, 12.0),
        (Color::TERMINAL_BLUE, 20.0, 60.0, 10.0),
        // The faint white of spectral objects that are not sensors.
        (Color::rgb(80, 80, 80), 100.0, 60.0, 10.0),
    ];
    for (color, x, y, size) in boxes {
        let expected = Rect::centered(vec2(x, y), Vec2::splat(size));
        assert_eq!(seen.extent(color), Some(expected), "{color:?}");
        // The outline is one pixel wide.
        assert_eq!(
            seen.places(color).len() as f32,
            4.0 * size - 4.0,
            "{color:?}"
        );
    }
}

#[test]
fn lines_are_a_pixel_wide_whatever_the_zoom_and_the_window() {
    let mut core = core_with(|cx| {
        cx.spawn(object(80.0, 60.0, 20.0, Solidness::Hard));
    });
    for (zoom, scale) in [(1.0, 1), (4.0, 1), (0.5, 1), (2.0, 3)] {
        assert!(core.world.camera.set_zoom(zoom).is_done());
        core.world.camera.cut_to(vec2(80.0, 60.0));
        let seen = Seen::of(&core, scale, 0.0);
        let side = 20.0 * zoom * scale as f32;
        let size = seen.extent(Color::TERMINAL_RED).map(|extent| extent.size());
        assert_eq!(size, Some(Vec2::splat(side)), "{zoom} {scale}");
        assert_eq!(
            seen.places(Color::TERMINAL_RED).len() as f32,
            4.0 * side - 4.0
        );
    }
}

#[test]
fn debug_marks_lie_exactly_on_the_drawn_sprites() {
    for (parallax, space, k) in [
        (1.0, Space::World, 0.0),
        (1.0, Space::World, -0.5),
        (0.25, Space::World, -0.25),
        (1.0, Space::Screen, 0.0),
    ] {
        let sprite = SpriteId::PLACEHOLDER;
        let mut core = core_with(|cx| {
            let moving = Object::default().sprite(sprite).velocity(vec2(4.0, 2.0));
            cx.spawn(moving.at(vec2(60.0, 40.0)));
            let world = Rect::from_size(Vec2::ZERO, vec2(1000.0, 1000.0));
            assert!(cx.camera.set_boundary(world).is_done());
            cx.camera.cut_to(vec2(100.0, 70.0));
            let changed = cx.change_altitudes(0..5, |settings| {
                settings.parallax = parallax;
                settings.space = space;
            });
            assert!(changed.is_done());
        });
        step(&mut core);
        let hidden = &mut Overlays::default();
        let game = Seen::with(hidden, false, &core, 1, k);
        // The sprite is magenta and black. Its black pixels are invisible, but each of its edges has magenta ones.
        let magenta = game.extent(Color::rgb(255, 0, 255));
        let marked = Seen::of(&core, 1, k).extent(Color::TERMINAL_RED);
        assert_eq!(marked, magenta, "{parallax} {space:?} {k}");
    }
}

#[test]
fn a_turned_camera_turns_the_marks() {
    let mut core = core_with(|cx| {
        cx.spawn(object(80.0, 60.0, 40.0, Solidness::Hard));
    });
    assert!(
        core.world
            .camera
            .set_angle(core::f32::consts::FRAC_PI_4)
            .is_done()
    );
    let seen = Seen::of(&core, 1, 0.0).extent(Color::TERMINAL_RED).unwrap();
    let half = 20.0 * core::f32::consts::SQRT_2;
    let expected = Rect::centered(vec2(80.0, 60.0), Vec2::splat(2.0 * half));
    let off = (seen.min - expected.min)
        .abs()
        .max((seen.max - expected.max).abs());
    assert!(off.max_element() <= 1.5, "{seen:?}");
}

#[test]
fn shapes_are_drawn_and_not_their_boxes() {
    let core = core_with(|cx| {
        let circle = cx.spawn(object(40.0, 60.0, 60.0, Solidness::Hard));
        cx.object_mut(circle)
            .map(|mut it| it.set_shapes(&[Shape::circle(30.0)]));
        let kite = cx.spawn(object(120.0, 60.0, 60.0, Solidness::Soft));
        let corners = [
            vec2(-30.0, 0.0),
            vec2(0.0, -30.0),
            vec2(30.0, 0.0),
            vec2(0.0, 30.0),
        ];
        let shape = Shape::polygon(&corners).unwrap();
        cx.object_mut(kite).map(|mut it| it.set_shapes(&[shape]));
    });
    let seen = Seen::of(&core, 1, 0.0);
    let circle = seen.places(Color::TERMINAL_RED);
    assert!(circle.len() > 120, "{}", circle.len());
    for place in circle {
        let distance = (place + 0.5).distance(vec2(40.0, 60.0));
        assert!((28.5..=31.5).contains(&distance), "{place}");
    }
    let kite = seen.places(Color::TERMINAL_GREEN);
    assert!(kite.len() > 100, "{}", kite.len());
    for place in kite {
        let off = (place + 0.5 - vec2(120.0, 60.0)).abs().element_sum();
        assert!((28.5..=31.5).contains(&off), "{place}");
    }
}

#[test]
fn tiles_have_an_outline_around_all_neighbours() {
    let core = core_with(|cx| {
        let mut map = TileMap::new(vec2(10.0, 10.0), 10, 6);
        let solid = map.add(Tile::new(SpriteId::PLACEHOLDER).solid());
        let platform = map.add(Tile::new(SpriteId::PLACEHOLDER).one_way());
        map.fill(ivec2(0, 4), ivec2(4, 5), Some(solid));
        map.fill(ivec2(6, 2), ivec2(8, 2), Some(platform));
        let id = cx.spawn(Object::default().at(vec2(20.0, 20.0)));
        cx.object_mut(id).map(|mut it| it.set_tiles(map));
    });
    let seen = Seen::of(&core, 1, 0.0);
    let solid = seen.extent(Color::TERMINAL_RED).unwrap();
    assert_eq!((solid.min, solid.max), (vec2(20.0, 60.0), vec2(71.0, 81.0)));
    let inside = Rect::new(vec2(22.0, 62.0), vec2(68.0, 78.0));
    assert!(
        !seen
            .places(Color::TERMINAL_RED)
            .iter()
            .any(|&place| inside.contains(place))
    );
    let platform = seen.extent(Color::TERMINAL_YELLOW).unwrap();
    assert_eq!(
        (platform.min, platform.max),
        (vec2(80.0, 40.0), vec2(111.0, 41.0))
    );
}

/// Returns a core with three objects, one of which hits another in each step.
fn colliding() -> Core {
    core_with(|cx| {
        cx.spawn(object(50.0, 30.0, 20.0, Solidness::Hard));
        cx.spawn(object(72.0, 30.0, 20.0, Solidness::Hard).velocity(vec2(-5.0, 0.0)));
        cx.spawn(object(150.0, 100.0, 4.0, Solidness::Hard).velocity(vec2(1.0, 0.0)));
    })
}

#[test]
fn pairs_are_counted_and_contacts_are_shown_while_it_is_shown() {
    let mut core = colliding();
    let trace = core.world.collision_trace();
    assert_eq!((trace.tested, trace.found), (1, 1));
    assert_eq!(trace.contacts().count(), 0, "it was hidden");
    let mut debug = DebugOverlay::new(true);
    debug.prepare_step(&mut core);
    step(&mut core);
    let seen = Seen::of(&core, 1, 0.0);
    let contact = seen.extent(Color::TERMINAL_MAGENTA).unwrap();
    // The contact is between the two objects, and its normal points to the moving one.
    assert!(
        (56.0..=61.0).contains(&contact.min.x) && contact.max.x > 70.0,
        "{contact:?}"
    );
    let velocity = seen.extent(Color::rgb(69, 169, 179)).unwrap();
    assert_eq!(velocity.min.y, 30.0);
    debug.toggle();
    debug.prepare_step(&mut core);
    assert_eq!(core.world.collision_trace().contacts().count(), 0);
    assert!(debug.lines().is_empty() && debug.text().is_empty());
}

#[test]
fn nothing_of_the_game_depends_on_it() {
    let [mut watched, mut alone] = [colliding(), colliding()];
    let mut overlays = overlays(true);
    for _ in 0..30 {
        overlays.debug.prepare_step(&mut watched);
        step(&mut watched);
        overlays.debug.after_step(&mut watched);
        Seen::with(&mut overlays, true, &watched, 1, -0.5);
        step(&mut alone);
        assert_eq!(watched.checksum(), alone.checksum());
    }
    assert!(!overlays.debug.text().is_empty());
    let snapshot = watched.snapshot();
    watched.restore(&snapshot);
    assert_eq!(watched.world.collision_trace().contacts().count(), 0);
    assert_eq!(watched.checksum(), alone.checksum());
}

#[test]
fn the_numbers_of_drawing_are_those_of_the_game_alone() {
    let frames = |shown: bool| {
        let mut core = colliding();
        let mut overlays = overlays(shown);
        let mut renderer = SoftwareRenderer::default();
        let frames = (0..25).map(|_| {
            overlays.debug.prepare_step(&mut core);
            step(&mut core);
            overlays.debug.after_step(&mut core);
            let stats = paint(&core, &STYLE, &mut overlays, [160, 120], 0.0, |frame| {
                renderer.render(frame)
            });
            overlays.debug.set_stats(stats);
            overlays.debug.stats
        });
        frames.collect::<Vec<_>>()
    };
    assert_eq!(frames(true), frames(false));
}

#[test]
fn objects_beyond_the_mark_limit_are_only_counted() {
    let mut ids = Vec::<ObjectId>::new();
    let core = core_with(|cx| {
        for number in 0..5000_u16 {
            let place = vec2(f32::from(number % 100), f32::from(number / 100));
            let spectral = object(place.x, place.y, 3.0, Solidness::Spectral);
            ids.push(cx.spawn(spectral));
        }
    });
    let mut overlays = Overlays::default();
    Seen::with(&mut overlays, true, &core, 1, 0.0);
    assert_eq!(overlays.debug.left_out, 5000 - MOST_MARKS);
    assert!(overlays.debug.lines().len() <= 4 * MOST_MARKS);
}

#[test]
fn objects_outside_the_view_have_no_marks() {
    let mut core = core_with(|cx| {
        cx.spawn(object(2.0, 2.0, 4.0, Solidness::Hard));
        cx.spawn(object(158.0, 118.0, 4.0, Solidness::Hard));
        for x in [-1000.0, 1000.0, 1e9] {
            cx.spawn(object(x, 0.0, 4.0, Solidness::Hard));
        }
    });
    let mut debug = DebugOverlay::new(true);
    let viewport = STYLE.view.viewport([160, 120]);
    debug.draw(&core, &viewport, 0.0);
    // Only two boxes are visible, of four lines each.
    assert_eq!(debug.lines().len(), 2 * 4);
    let moved = core
        .world
        .camera
        .set_boundary(Rect::from_size(Vec2::ZERO, Vec2::splat(5e3)));
    assert!(moved.is_done());
    core.world.camera.cut_to(vec2(900.0, 900.0));
    debug.draw(&core, &viewport, 0.0);
    assert!(debug.lines().is_empty());
}

#[cfg(feature = "gpu")]
#[test]
fn both_backends_draw_the_same_overlay() {
    let Some(mut gpu) = crate::render::gpu::gpu_or_skip() else {
        return;
    };
    let mut core = colliding();
    let shape = Shape::polygon(&[vec2(-20.0, 3.0), vec2(9.0, -15.0), vec2(30.0, 20.0)]).unwrap();
    let mut cx = core.context();
    for (number, shape) in (0_u8..).zip([shape, Shape::circle(12.0), shape.rounded(4.0)]) {
        let id = cx.spawn(object(
            30.0 + 45.0 * f32::from(number),
            70.0,
            9.0,
            Solidness::Soft,
        ));
        cx.object_mut(id).map(|mut it| it.set_shapes(&[shape]));
    }
    let mut overlays = overlays(true);
    for angle in [0.0, 0.3, 1.0] {
        assert!(core.world.camera.set_angle(angle).is_done());
        overlays.debug.prepare_step(&mut core);
        step(&mut core);
        overlays.debug.after_step(&mut core);
        let mut software = SoftwareRenderer::default();
        paint(&core, &STYLE, &mut overlays, [480, 360], 0.0, |frame| {
            software.render(frame);
            gpu.render(frame).unwrap();
        });
        let [mut drawn, mut expected] = [vec![0; 480 * 360], vec![0; 480 * 360]];
        software.copy_rgba(&mut expected);
        gpu.read_rgba(&mut drawn).unwrap();
        assert!(drawn == expected, "{angle}");
    }
}
