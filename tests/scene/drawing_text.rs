//! Text that a game draws itself: its styles and its size; and the sprites that no object shows any more.

use crate::common::{core, spawn, steps, text_of};
use damselfly::glam::vec2;
use damselfly::prelude::*;
use damselfly::scene::{Instance, Layer};
use damselfly::world::Core;

/// What was drawn by hand at an altitude.
fn drawn(core: &Core, altitude: usize) -> &Layer {
    core.world.scene().altitudes()[altitude].drawn()
}

fn instances(core: &Core) -> Vec<Instance> {
    drawn(core, 2).columns().instances.to_vec()
}

/// The drawn text as a screen of 20 × 2 cells has it.
fn cells(core: &Core) -> String {
    text_of(drawn(core, 2), &core.assets, 20, 2)
}

const BOX: &[u8] = b"frames 1\nwidth 2\nheight 1\ncolor red\nxx\nend\neof\n";

#[test]
fn a_colour_alone_is_a_style() {
    let mut core = core();
    let mut cx = core.context();
    cx.draw_text(2, vec2(1.0, 0.0), "red", Align::Left, Color::RED);
    cx.draw_char(2, vec2(5.0, 0.0), '!', Color::BLUE);
    let tints: Vec<_> = instances(&core).iter().map(|glyph| glyph.tint).collect();
    let [red, blue] = [Color::RED, Color::BLUE].map(Color::premultiplied);
    assert_eq!(tints, [red, red, red, blue]);
    assert_eq!(cells(&core).trim_end(), " red !");
}

#[test]
fn a_line_may_have_several_styles_and_is_aligned_as_a_whole() {
    let mut core = core();
    let spans: [Span<'_>; 2] = [
        ("Points: ", Color::WHITE).into(),
        ("10", TextStyle::bold(Color::YELLOW)).into(),
    ];
    let mut cx = core.context();
    cx.draw_spans(2, vec2(20.0, 0.0), &spans, Align::Right);
    cx.draw_spans(2, vec2(10.0, 1.0), &spans, Align::Center);
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
        cx.draw_frame(2, vec2(x, 0.5), sprite, frame, half);
    }
    assert_eq!(cells(&core).trim_end(), "abb", "it wraps around");
    let tints: Vec<_> = instances(&core).iter().map(|shown| shown.tint).collect();
    assert_eq!(tints, [half.premultiplied(); 3]);
}

#[test]
fn the_size_of_a_text_is_known_before_it_is_drawn() {
    let mut core = core();
    let bold = TextStyle::bold(Color::RED);
    let cx = core.context();
    // A unit is a cell here.
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
            let style = TextStyle::bold(Color::RED);
            match plain {
                true => core
                    .context()
                    .draw_text(2, Vec2::ZERO, "a", Align::Left, style),
                false => core.context().draw_char(1, Vec2::ONE, 'b', Color::RED),
            }
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
