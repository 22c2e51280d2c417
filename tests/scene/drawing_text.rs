//! Text that a game draws itself: its styles and its size. Also the unloading of sprites that no object shows.

use crate::common::{core, on, spawn, steps, text_of};
use damselfly::app::{App, Harness, Options};
use damselfly::assets::FrameId;
use damselfly::geometry::turns::Turn;
use damselfly::glam::vec2;
use damselfly::prelude::*;
use damselfly::scene::Span;
use damselfly::scene::{Instance, Layer};
use damselfly::world::{Canvas, Core};

/// Returns the layer of drawings by hand at an altitude.
fn drawn(core: &Core, altitude: usize) -> &Layer {
    core.world.scene().altitudes()[altitude].drawn()
}

fn instances(core: &Core) -> Vec<Instance> {
    drawn(core, 2).columns().instances.to_vec()
}

/// Returns the drawn text as a screen of 20 × 2 cells shows it.
fn cells(core: &Core) -> String {
    text_of(drawn(core, 2), &core.assets, 20, 2)
}

const BOX: &[u8] = b"frames 1\nwidth 2\nheight 1\ncolor red\nxx\nend\neof\n";

#[test]
fn a_colour_alone_is_a_style() {
    let mut core = core();
    let mut cx = core.context();
    cx.canvas(2)
        .text(vec2(1.0, 0.0), "red", Color::RED)
        .text(vec2(5.0, 0.0), "!", Color::BLUE);
    let tints: Vec<_> = instances(&core).iter().map(|glyph| glyph.tint).collect();
    let [red, blue] = [Color::RED, Color::BLUE].map(Color::premultiplied);
    assert_eq!(tints, [red, red, red, blue]);
    assert_eq!(cells(&core).trim_end(), " red !");
}

#[test]
fn canvases_on_objects_and_altitudes_draw_alike() {
    let place = vec2(10.0, 5.0);
    let draw = |canvas: &mut Canvas<'_>, at: Vec2| {
        let mut spark = Instance::new(at + vec2(1.0, 1.0), FrameId::SOLID);
        spark.set_scale(vec2(3.0, -2.0));
        spark.turn = Turn::from_radians(0.5);
        let rect = |size| Rect::from_size(at, size);
        let arrow = [
            vec2(4.0, 0.0),
            vec2(-4.0, 3.0),
            vec2(-2.0, 0.0),
            vec2(-4.0, -3.0),
        ];
        canvas
            .text(
                at,
                "one\ntwo",
                TextStyle::new(Color::RED).bold().scaled(2.0).centered(),
            )
            .spans(
                at,
                &[("a ", Color::RED).into(), ("b", Color::BLUE).into()],
                Align::Right,
            )
            .frame(at + vec2(0.0, 2.0), SpriteId::PLACEHOLDER, 7, Color::CYAN)
            .line(at, at + vec2(3.0, 4.0), 2.0, Color::GREEN)
            .rect(rect(vec2(2.0, 3.0)), Color::YELLOW)
            .outline(rect(vec2(4.0, 2.0)), 3.0, Color::RED)
            .circle(at, 1.5, Color::GREEN)
            .circle_outline(at, 2.5, 1.0, Color::BLUE)
            .polygon(&arrow.map(|corner| at + corner), Color::CYAN)
            .polygon_outline(&arrow.map(|corner| at + corner), 2.0, Color::WHITE)
            .instance(spark);
    };
    let [mut at_altitude, mut on_object] = [core(), core()];
    draw(&mut at_altitude.context().canvas(2), place);
    let object = Object {
        position: place,
        ..Object::default()
    };
    let id = spawn(&mut on_object, object);
    draw(&mut on_object.context().canvas_on(id), Vec2::ZERO);
    assert!(instances(&at_altitude).len() > 10);
    assert_eq!(instances(&at_altitude), instances(&on_object));
    for core in [&at_altitude, &on_object] {
        assert_eq!(core.world.refusals(), 0);
    }
}

#[test]
fn an_instance_on_an_object_adds_both_motions() {
    let mut spark = Instance::new(Vec2::ONE, FrameId::SOLID);
    spark.motion = vec2(0.5, 0.0);
    let mut core = core();
    let object = Object {
        velocity: vec2(0.0, 2.0),
        ..Object::default()
    };
    let id = spawn(&mut core, object);
    on(&mut core, id, &[Interest::Step], move |me, _, cx| {
        cx.canvas(2).instance(spark);
        cx.canvas_on(me).instance(spark);
    });
    steps(&mut core, 1);
    let motions: Vec<Vec2> = instances(&core).iter().map(|row| row.motion).collect();
    assert_eq!(motions, [vec2(0.5, 0.0), vec2(0.5, 2.0)]);
}

#[test]
fn scaled_text_is_every_pixel_as_a_square() {
    let picture = |scale: u8| {
        let app = App::new("Text", Options::default()).cells(40, 12);
        let mut play = Harness::start(app, |_| Ok(())).unwrap();
        play.step();
        let style = TextStyle::new(Color::CYAN)
            .bold()
            .scaled(scale.into())
            .wrapped(4.0 * f32::from(scale));
        play.context()
            .canvas(2)
            .text(vec2(1.0, 1.0), "Ag% Wj\n§", style);
        (play.image(), play.text())
    };
    let (plain, _) = picture(1);
    assert!(plain.count(Color::CYAN) > 80);
    for scale in 2..=3 {
        let (large, _) = picture(scale);
        let scale = u32::from(scale);
        for (x, y) in (0..40 * 8).flat_map(|x| (0..11 * 16).map(move |y| (x, y))) {
            // Positions are relative to the text's corner, which is one character from the left and from the top.
            let small = [8 + x / scale, 16 + y / scale];
            if x < 312 {
                assert_eq!(
                    large.get(8 + x, 16 + y),
                    plain.get(small[0], small[1]),
                    "{x}, {y}"
                );
            }
        }
    }
    // In the text output, characters are not larger, but spread over the area that the scaled text takes.
    let (_, cells) = picture(3);
    let lines: Vec<String> = (0..12).map(|row| cells.line(row)).collect();
    assert_eq!(lines[2], "  A  g  %");
    assert_eq!(lines[5], "  W  j");
    assert_eq!(lines[8], "  §");
}

#[test]
fn invalid_sizes_are_counted_and_still_drawn() {
    let mut core = core();
    for style in [
        TextStyle::default().scaled(0.0),
        TextStyle::default().scaled(65.0),
        TextStyle::default().wrapped(0.0),
        TextStyle::default().wrapped(f32::NAN),
    ] {
        let before = core.world.refusals();
        core.context().canvas(2).text(Vec2::ZERO, "ab", style);
        assert_eq!(core.world.refusals(), before + 1, "{style:?}");
    }
    let scales: Vec<f32> = instances(&core)
        .iter()
        .map(|row| row.scale[0].to_f32())
        .collect();
    let least = 1.0 / 64.0;
    assert_eq!(scales, [least, least, 64.0, 64.0, 1.0, 1.0, 1.0, 1.0]);
}

#[test]
fn a_line_may_have_several_styles_and_is_aligned_as_a_whole() {
    let mut core = core();
    let spans: [Span<'_>; 2] = [
        ("Points: ", Color::WHITE).into(),
        ("10", TextStyle::new(Color::YELLOW).bold()).into(),
    ];
    let mut cx = core.context();
    cx.canvas(2)
        .spans(vec2(20.0, 0.0), &spans, Align::Right)
        .spans(vec2(10.0, 1.0), &spans, Align::Center);
    assert_eq!(cells(&core), "          Points: 10\n     Points: 10");
    let shown = instances(&core);
    let points = core.assets.glyph('1');
    assert_ne!(shown[7].frame(), points, "bold is a glyph of its own");
    assert_eq!(shown[7].tint, Color::YELLOW.premultiplied());
}

#[test]
fn a_frame_is_drawn_by_its_number_in_any_tint() {
    let mut core = core();
    let file = b"frames 2\nwidth 1\nheight 1\ncolor white\na\nend\nb\nend\neof\n";
    let sprite = core.assets.add_text_sprite("ab", "ab.spr", file).unwrap();
    let half = Color::rgba(200, 100, 50, 128);
    let mut cx = core.context();
    for (frame, x) in [(0, 0.5), (1, 1.5), (3, 2.5)] {
        cx.canvas(2).frame(vec2(x, 0.5), sprite, frame, half);
    }
    assert_eq!(cells(&core).trim_end(), "abb", "it wraps around");
    let tints: Vec<_> = instances(&core).iter().map(|shown| shown.tint).collect();
    assert_eq!(tints, [half.premultiplied(); 3]);
}

#[test]
fn the_size_of_a_text_is_known_before_it_is_drawn() {
    let mut core = core();
    let bold = TextStyle::new(Color::RED).bold();
    let cx = core.context();
    // A world unit is a cell in this world.
    assert_eq!(cx.text_size("eight ch", Color::RED), vec2(8.0, 1.0));
    assert_eq!(cx.text_size("eight ch", bold), vec2(8.0, 1.0));
    assert_eq!(cx.text_size("", Color::RED), vec2(0.0, 1.0));
}

#[test]
fn text_styles_and_unloading_do_not_affect_the_steps() {
    let run = |plain: bool| {
        let mut core = core();
        let sprite = core.assets.add_text_sprite("box", "box.spr", BOX).unwrap();
        let object = Object {
            sprite: Some(sprite),
            velocity: vec2(0.25, 0.0),
            ..Object::default()
        };
        let id = spawn(&mut core, object);
        if !plain {
            core.assets.unload(sprite);
        }
        for _ in 0..10 {
            let style = TextStyle::new(Color::RED).bold();
            match plain {
                true => core.context().canvas(2).text(Vec2::ZERO, "a", style),
                false => core.context().canvas(1).text(Vec2::ONE, "b", Color::RED),
            };
            steps(&mut core, 1);
        }
        (
            core.checksum(),
            core.world.object(id).map(|object| object.world_box()),
        )
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn sprites_that_no_object_shows_can_be_unloaded_at_once() {
    let mut core = core();
    let add = |core: &mut Core, label| core.assets.add_text_sprite(label, "box.spr", BOX).unwrap();
    let [shown, frozen, gone] = ["shown", "frozen", "gone"].map(|label| add(&mut core, label));
    for (sprite, level) in [(shown, 1), (frozen, 7)] {
        let object = Object {
            sprite: Some(sprite),
            ..Object::default()
        };
        let id = spawn(&mut core, object);
        core.object_mut(id).unwrap().set_level(level);
    }
    steps(&mut core, 1);
    assert_eq!(core.context().unload_unused(), 1);
    let uses = [shown, frozen, gone].map(|id| core.assets.uses(id));
    assert_eq!(uses, [1, 1, 0]);
    assert_eq!(core.context().unload_unused(), 0);
}
