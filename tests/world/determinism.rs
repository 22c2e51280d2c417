//! The same seed and the same script give the same bits. The checksum covers all state that can affect a later step,
//! and nothing that only affects drawing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{Moment, Notes, core, crate_at, ghost_at, on, spawn, steps};
use core::time::Duration;
use damselfly::assets::{AssetSettings, Assets, SpriteId};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{HudEvent, Widget};
use damselfly::input::{InputEvent, Key};
use damselfly::world::{
    Behavior, Collision, Context, Core, CoreSettings, Event, Interest, Movement, Object, Solidness,
    StepInput,
};
use damselfly::{ChecksumWriter, Color, ObjectId};

/// Jumps back when it leaves the world, bounces off objects and counts its hits. Removes its object at every fiftieth
/// hit, and spawns another object at every key press.
#[derive(Clone, Default)]
struct Restless {
    hits: u32,
}

impl Behavior for Restless {
    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.me().set_position(vec2(40.0, 12.0));
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        self.hits += 1;
        cx.me().set_velocity(hit.normal * 0.5);
        cx.send(HudEvent::add("Hits", 1));
        if self.hits.is_multiple_of(50) {
            cx.me().remove();
        }
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        if let InputEvent::Key { pressed: true, .. } = event {
            let child = spawn_moving_child(cx);
            cx.object_mut(child).unwrap().set_altitude(3);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.hits);
    }
}

fn spawn_moving_child(cx: &mut Context<'_>) -> ObjectId {
    let random = cx.random();
    let position = vec2(random.range(0.0..80.0), random.range(0.0..24.0));
    let velocity = vec2(random.range(-1.0..1.0), random.range(-1.0..1.0));
    let solidness = random
        .pick(&[Solidness::Hard, Solidness::Soft, Solidness::Spectral])
        .copied();
    let movement = if random.chance(0.2) {
        Movement::WholeCells
    } else {
        Movement::Smooth
    };
    let spin = random.range(-0.1..0.1);
    let id = cx.spawn(Object {
        position,
        velocity,
        solidness: solidness.unwrap_or_default(),
        movement,
        spin,
        sprite: Some(SpriteId::PLACEHOLDER),
        ..Object::default()
    });
    cx.attach(id, Restless::default());
    id
}

fn seeded(seed: u64) -> Core {
    let settings = CoreSettings {
        seed,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    core.world.hud.add(Widget {
        label: "Hits".into(),
        ..Widget::default()
    });
    for _ in 0..40 {
        spawn_moving_child(&mut core.context());
    }
    core
}

/// Takes `count` steps and returns the checksum after each. A key is tapped every 100 steps. The wall clock advances by
/// `start` per step, which must have no effect.
fn play(core: &mut Core, count: u64, start: Duration) -> Vec<u64> {
    (0..count)
        .map(|_| {
            let tap = [
                InputEvent::press(Key::Space),
                InputEvent::release(Key::Space),
            ];
            let events = if core.step_number() % 100 == 7 {
                &tap[..]
            } else {
                &[]
            };
            core.step(StepInput {
                start: start * u32::try_from(core.step_number()).unwrap_or(0),
                events,
                ..StepInput::next(core)
            });
            core.checksum()
        })
        .collect()
}

#[test]
fn checksums_depend_on_the_seed_and_script_only() {
    let sums = play(&mut seeded(7), 400, Duration::ZERO);
    assert_eq!(sums, play(&mut seeded(7), 400, Duration::from_millis(17)));
    let other = play(&mut seeded(8), 400, Duration::ZERO);
    assert!(sums.iter().zip(&other).all(|(a, b)| a != b));
}

#[test]
fn a_copy_of_a_world_steps_as_the_original() {
    let mut core = seeded(7);
    play(&mut core, 123, Duration::ZERO);
    let copy = core.world.clone();
    // Another core has taken the same number of steps with another seed.
    let mut other = seeded(99);
    play(&mut other, 123, Duration::ZERO);
    other.world = copy;
    assert_eq!(core.checksum(), other.checksum());
    assert_eq!(
        play(&mut core, 200, Duration::ZERO),
        play(&mut other, 200, Duration::ZERO)
    );
}

#[test]
fn a_world_that_was_copied_by_a_handler_goes_on_delivering_events() {
    let mut core = core();
    let [copier, listener] = [1.0, 5.0].map(|x| spawn(&mut core, ghost_at(x, 1.0)));
    let (copies, received) = (Notes::new(), Notes::new());
    let (kept, noted) = (copies.clone(), received.clone());
    on(&mut core, copier, &[], move |_, moment, cx| {
        if moment.get::<u8>().is_some() {
            kept.note(cx.clone());
        }
    });
    on(&mut core, listener, &[], move |_, moment, _| {
        noted.note(moment.get::<u8>());
    });
    core.world.send_to(copier, Event::custom(1_u8));
    steps(&mut core, 1);
    core.world = copies.take().remove(0);
    core.world.send_to(listener, Event::custom(2_u8));
    steps(&mut core, 1);
    assert_eq!(received.take(), [Some(2)]);
}

/// Returns a world with a drawn solid object, a spectral one and a widget, and the id of the first object.
fn still() -> (Core, ObjectId) {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            sprite: Some(SpriteId::PLACEHOLDER),
            ..crate_at(10.0, 10.0)
        },
    );
    spawn(&mut core, ghost_at(20.0, 20.0));
    core.world.hud.add(Widget {
        label: "Points".into(),
        ..Widget::default()
    });
    steps(&mut core, 2);
    (core, id)
}

#[derive(Clone)]
struct Secret(u32);

impl Behavior for Secret {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.0);
    }
}

type Change = (&'static str, fn(&mut Core, ObjectId));

/// Changes that can affect a later step, each with a name.
const COUNTS: [Change; 40] = [
    ("position", |c, id| {
        ok(c.object_mut(id)
            .unwrap()
            .set_position(vec2(10.0, 10.000_001)))
    }),
    ("velocity", |c, id| {
        ok(c.object_mut(id).unwrap().set_velocity(vec2(0.0, 1e-9)))
    }),
    ("acceleration", |c, id| {
        ok(c.object_mut(id).unwrap().set_acceleration(vec2(0.0, 1e-9)))
    }),
    ("angle", |c, id| {
        ok(c.object_mut(id).unwrap().set_angle(1e-6))
    }),
    ("spin", |c, id| ok(c.object_mut(id).unwrap().set_spin(1e-6))),
    ("scale", |c, id| {
        ok(c.object_mut(id).unwrap().set_scale(vec2(1.0, 1.001)))
    }),
    ("bounds", |c, id| {
        ok(c.object_mut(id)
            .unwrap()
            .set_bounds(Rect::from_size(Vec2::ZERO, Vec2::ONE)))
    }),
    ("shapes", |c, id| {
        let shape = damselfly::collision::Shape::circle(1.0);
        ok(c.object_mut(id).unwrap().set_shapes(&[shape]))
    }),
    ("altitude", |c, id| {
        ok(c.object_mut(id).unwrap().set_altitude(3))
    }),
    ("order", |c, id| {
        ok(c.object_mut(id).unwrap().set_altitude(3));
        ok(c.object_mut(id).unwrap().set_altitude(2));
    }),
    ("level", |c, id| ok(c.object_mut(id).unwrap().set_level(2))),
    ("persistence", |c, id| {
        ok(c.object_mut(id).unwrap().set_persistent(true))
    }),
    ("solidness", |c, id| {
        ok(c.object_mut(id).unwrap().set_solidness(Solidness::Soft))
    }),
    ("visibility", |c, id| {
        ok(c.object_mut(id).unwrap().set_visible(false))
    }),
    ("slowdown", |c, id| {
        ok(c.object_mut(id).unwrap().set_slowdown(9))
    }),
    ("a sprite", |c, id| {
        let sprite = c
            .assets
            .add_text_sprite("new", "new.spr", b"1\n1\n1\n0\nred\nx\n");
        ok(c.object_mut(id)
            .unwrap()
            .set_sprite(sprite.unwrap_or(SpriteId::PLACEHOLDER)));
    }),
    ("an interest withdrawn", |c, id| {
        ok(c.object_mut(id).unwrap().unsubscribe(Interest::Mouse))
    }),
    ("an interest of the game's own", |c, id| {
        ok(c.object_mut(id).unwrap().subscribe(Interest::of::<u8>()))
    }),
    ("another one", |c, id| {
        ok(c.object_mut(id).unwrap().subscribe(Interest::of::<u16>()))
    }),
    ("a behaviour", |c, id| ok(c.context().attach(id, Secret(1)))),
    ("a behaviour's state", |c, id| {
        ok(c.context().attach(id, Secret(2)))
    }),
    ("a removal", |c, id| ok(c.world.remove(id))),
    ("an object", |c, _| drop_id(spawn(c, ghost_at(1.0, 1.0)))),
    ("a level's being current", |c, _| {
        c.context().change_level(2)
    }),
    ("random numbers", |c, _| {
        drop_number(c.world.random().next_u32())
    }),
    ("a timer", |c, _| {
        c.world.send_after(3, HudEvent::add("Points", 1))
    }),
    ("a timer's time", |c, _| {
        c.world.send_after(4, HudEvent::add("Points", 1))
    }),
    ("a timer's event", |c, _| {
        c.world.send_after(3, HudEvent::add("Points", 2))
    }),
    ("a timer's object", |c, id| {
        c.world.send_to_after(3, id, HudEvent::add("Points", 1))
    }),
    ("a queued event", |c, _| {
        c.world.send(HudEvent::add("Points", 1))
    }),
    ("a view value", |c, _| {
        c.world.hud.add(Widget::default());
    }),
    ("the boundary", |c, _| {
        c.world
            .camera
            .set_boundary(Rect::from_size(Vec2::ZERO, vec2(100.0, 24.0)));
    }),
    ("the zoom", |c, _| {
        c.world.camera.set_zoom(2.0);
    }),
    ("the camera's angle", |c, _| {
        c.world.camera.set_angle(1.0);
    }),
    ("the view's size", |c, _| c.set_view_size(vec2(60.0, 24.0))),
    ("whom the camera follows", |c, id| {
        c.world.camera.follow(id, Vec2::ZERO)
    }),
    ("its dead zone", |c, id| {
        c.world.camera.follow(id, Vec2::ONE)
    }),
    ("a time scale", |c, _| {
        c.world.altitude_settings_mut(1).time_scale = 0.5
    }),
    ("an altitude's being enabled", |c, _| {
        c.world.altitude_settings_mut(1).enabled = false
    }),
    ("muting", |c, _| c.context().mute_input(true)),
];

fn ok(outcome: damselfly::world::Outcome) {
    assert!(outcome.is_done());
}

fn drop_id(_: ObjectId) {}

fn drop_number(_: u32) {}

#[test]
fn everything_that_can_affect_a_later_step_is_in_the_checksum() {
    let (core, _) = still();
    let mut sums = vec![("nothing", core.checksum())];
    for (name, change) in COUNTS {
        let (mut core, id) = still();
        change(&mut core, id);
        let sum = core.checksum();
        for &(other, old) in &sums {
            assert_ne!(sum, old, "{name} and {other}");
        }
        sums.push((name, sum));
    }
}

#[test]
fn appearance_is_not_in_the_checksum() {
    const LOOKS: [Change; 10] = [
        ("filled", |c, id| {
            ok(c.object_mut(id).unwrap().set_filled(true))
        }),
        ("space", |c, _| {
            c.world.altitude_settings_mut(2).space = damselfly::scene::Space::Screen;
        }),
        ("tint", |c, id| {
            ok(c.object_mut(id).unwrap().set_tint(Color::RED))
        }),
        ("smoothing", |c, _| {
            c.context()
                .set_smoothing(damselfly::time::Smoothing::Forward)
        }),
        ("drawing", |c, _| {
            c.context().canvas(2).text(Vec2::ONE, "text", Color::RED);
        }),
        ("an altitude's being visible", |c, _| {
            c.world.altitude_settings_mut(2).visible = false;
        }),
        ("parallax", |c, _| {
            c.world.altitude_settings_mut(2).parallax = 0.5
        }),
        ("a layer that is empty", |c, _| {
            c.world.columns_mut(2);
        }),
        ("the display", |c, _| c.draw_views()),
        ("shaking", |c, _| {
            c.world.camera.shake(damselfly::scene::Shake::default());
        }),
    ];
    let (core, _) = still();
    let expected = core.checksum();
    for (name, change) in LOOKS {
        let (mut core, id) = still();
        change(&mut core, id);
        assert_eq!(core.checksum(), expected, "{name}");
    }
}

#[test]
fn motion_is_not_in_the_checksum() {
    // In two runs, an object reaches the same position in the same step: once by a jump, and once by a move.
    let arrive = |jump: bool| {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(10.0, 10.0));
        on(&mut core, id, &[Interest::Step], move |me, moment, cx| {
            if moment.is_step() && jump {
                cx.object_mut(me).unwrap().set_position(vec2(11.0, 10.0));
            } else if moment.is_step() {
                cx.move_to(me, vec2(11.0, 10.0));
            }
        });
        steps(&mut core, 1);
        core.checksum()
    };
    // The closures are of the same type and add no state to the checksum.
    assert_eq!(arrive(true), arrive(false));
}

#[test]
fn a_panic_in_a_behaviour_has_the_same_effect_twice() {
    let run = || {
        let mut core = seeded(3);
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        on(&mut core, id, &[Interest::Step], |_, moment, cx| {
            assert!(
                !moment.is_step() || cx.time.number < 20,
                "this one is meant"
            );
            if let Moment::Removed = moment {
                cx.random().next_u32();
            }
        });
        play(&mut core, 60, Duration::ZERO)
    };
    assert_eq!(run(), run());
}

#[test]
fn subscribing_and_unsubscribing_again_change_nothing() {
    let (mut core, id) = still();
    for interest in [Interest::of::<u8>(), Interest::of::<u16>(), Interest::Mouse] {
        ok(core.object_mut(id).unwrap().subscribe(interest));
    }
    let before = core.checksum();
    ok(core.object_mut(id).unwrap().subscribe(Interest::of::<u8>()));
    ok(core.object_mut(id).unwrap().subscribe(Interest::Mouse));
    assert_eq!(core.checksum(), before);
    ok(core.object_mut(id).unwrap().unsubscribe(Interest::Mouse));
    let without = core.checksum();
    ok(core.object_mut(id).unwrap().unsubscribe(Interest::Mouse));
    assert_eq!(core.checksum(), without);
    ok(core.object_mut(id).unwrap().subscribe(Interest::Mouse));
    assert_eq!(core.checksum(), before);
}
