//! After a warm-up, a step allocates nothing, also with thousands of moving objects.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common;
use damselfly::assets::SpriteId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{HudEvent, Widget};
use damselfly::input::{InputEvent, Key};
use damselfly::scene::{Shake, TextStyle};
use damselfly::world::{Behavior, Context, Core, Interest, Movement, Object, Solidness, StepInput};

/// An object that returns to the middle of the view when it leaves the world. With `counts`, it also counts its steps
/// on the heads-up display and draws text. Any input makes it soft and moves it to altitude 3.
#[derive(Clone)]
struct Drifter {
    counts: bool,
}

impl Behavior for Drifter {
    fn step(&mut self, cx: &mut Context<'_>) {
        if self.counts {
            cx.send(HudEvent::add("Steps", 1));
            cx.send_after(2, HudEvent::set("Later", 5));
            let place = cx.me().position();
            let style = TextStyle::from(damselfly::Color::CYAN).centered();
            let style = style.scaled(2.0).wrapped(20.0);
            let size = cx.text_size("drifting\nhere and there", style);
            cx.canvas(4)
                .text(place, "drifting\nhere and there", style)
                .outline(Rect::from_size(place, size), 1.0, style.color);
        }
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.me().set_position(vec2(40.0, 12.0));
        cx.send(HudEvent::add("Returns", 1));
    }

    fn input(&mut self, _: &InputEvent, cx: &mut Context<'_>) {
        cx.me().set_solidness(Solidness::Soft);
        cx.me().set_altitude(3);
    }
}

fn full_world() -> Core {
    let mut core = common::core();
    let animated = core
        .assets
        .add_text_sprite("disc", "disc.spr", b"4\n1\n1\n1\ncyan\no\nO\n0\n.\n")
        .unwrap_or(SpriteId::PLACEHOLDER);
    for label in ["Steps", "Returns", "Later"] {
        core.world.hud.add(Widget {
            label: label.into(),
            ..Widget::default()
        });
    }
    for number in 0..10_000_u16 {
        let (solid, own) = (number % 200 == 0, number % 10 == 0);
        let place = vec2(f32::from(number % 80), f32::from(number / 80 % 24));
        let speed = vec2(f32::from(number % 7) - 3.0, f32::from(number % 5) - 2.0) / 8.0;
        let mut cx = core.context();
        let id = cx.spawn(Object {
            position: place,
            velocity: speed,
            acceleration: if number % 50 == 1 {
                vec2(0.0, 1e-4)
            } else {
                Vec2::ZERO
            },
            altitude: number % 3 + 1,
            solidness: if solid {
                Solidness::Hard
            } else {
                Solidness::Spectral
            },
            movement: if number % 20 == 3 {
                Movement::WholeCells
            } else {
                Movement::Smooth
            },
            spin: if number % 9 == 0 { 0.05 } else { 0.0 },
            sprite: Some(if number % 4 == 0 {
                animated
            } else {
                SpriteId::PLACEHOLDER
            }),
            ..Object::default()
        });
        if own {
            core.context().attach(
                id,
                Drifter {
                    counts: number % 100 == 0,
                },
            );
        }
        if number % 1000 != 0 {
            core.object_mut(id).unwrap().unsubscribe(Interest::Keyboard);
        }
    }
    core
}

#[test]
fn once_warm_a_step_allocates_nothing() {
    let mut core = full_world();
    let tap = [
        InputEvent::press(Key::Space),
        InputEvent::release(Key::Space),
    ];
    let play = |core: &mut Core, steps: u32| {
        for number in 0..steps {
            let events = if number % 10 == 0 { &tap[..] } else { &[] };
            core.step(StepInput {
                events,
                ..StepInput::next(core)
            });
        }
    };
    // After this many steps, the number of objects that are blocked in one step has reached its maximum.
    play(&mut core, 180);
    let counted = allocation_counter::measure(|| play(&mut core, 60));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    // Checks that the measured world was not empty and that its objects acted.
    assert_eq!(core.world.len(), 10_000);
    assert!(core.world.hud.value("Steps") >= Some(100 * 120));
    assert!(core.world.hud.value("Returns") > Some(100));
    assert_eq!(core.world.hud.value("Later"), Some(5));
}

/// No frame is drawn, so nothing empties the queues that a renderer would empty.
#[test]
fn a_million_steps_that_are_never_drawn_take_no_more_memory() {
    let mut core = common::core();
    core.world.hud.add(Widget {
        label: "Returns".into(),
        ..Widget::default()
    });
    for number in 0..3_u8 {
        let mut cx = core.context();
        let id = cx.spawn(Object {
            position: vec2(f32::from(number) * 20.0, 5.0),
            velocity: vec2(0.5, 0.0),
            ..Object::from(SpriteId::PLACEHOLDER)
        });
        cx.attach(id, Drifter { counts: false });
    }
    let play = |core: &mut Core, steps: u32| {
        for _ in 0..steps {
            core.world.camera.shake(Shake::new(1.0, 30));
            core.step(StepInput::next(core));
        }
    };
    play(&mut core, 1000);
    let counted = allocation_counter::measure(|| play(&mut core, 1_000_000));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert!(core.world.hud.value("Returns") > Some(10_000));
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1_u8; 100])));
    assert_eq!((counted.count_total, counted.bytes_total), (1, 100));
}
