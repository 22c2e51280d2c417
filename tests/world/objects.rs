//! The rules of objects: how they are spawned, named, changed and removed.

use crate::common::{
    Notes, core, crate_at, drawn_as_placeholder, ghost_at, on, spawn, steps, to_the_right,
};
use damselfly::Color;
use damselfly::assets::{Anchor, ImageLayout, Pixels, SpriteId};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::InstanceFlags;
use damselfly::world::{
    Behavior, Bounds, Context, Core, Event, Interest, MoveOutcome, Movement, Object, ObjectMut,
    Outcome, Solidness, World,
};

const SPRITE: &[u8] = b"frames 3\nwidth 4\nheight 2\ncolor red\nslowdown 2\naaaa\naaaa\nend\nbbbb\nbbbb\nend\ncccc\ncccc\nend\neof\n";

/// Adds a sprite of three frames of 4 × 2 cells, each shown for two steps.
fn add_sprite(core: &mut Core) -> SpriteId {
    let added = core.assets.add_text_sprite("box", "box.spr", SPRITE);
    added.expect("the file is valid")
}

#[test]
fn the_box_of_an_object_lies_about_the_anchor_of_its_sprite() {
    let mut core = core();
    let unit = core.world.unit();
    for (anchor, min) in [
        (Anchor::Center, [-0.5, -0.5]),
        (Anchor::TopLeft, [0.0, 0.0]),
        (Anchor::BottomCenter, [-0.5, -1.0]),
        (Anchor::CenterRight, [-1.0, -0.5]),
    ] {
        let layout = ImageLayout {
            anchor,
            ..ImageLayout::default()
        };
        let label = format!("{anchor:?}");
        let pixels = Pixels::filled(32, 64, Color::WHITE);
        let added = core.assets.add_image_with(&label, &pixels, &layout);
        let object = Object {
            sprite: added.ok(),
            position: vec2(20.0, 10.0),
            ..Object::default()
        };
        let id = core.context().spawn(object);
        let size = vec2(32.0, 64.0) / unit;
        let min = vec2(20.0, 10.0) + Vec2::from_array(min) * size;
        let found = core.world.object(id).unwrap().world_box();
        assert_eq!(found, Rect::from_size(min, size), "{label}");
    }
}

#[test]
fn object_defaults_are_as_documented() {
    let mut core = core();
    let sprite = add_sprite(&mut core);
    let object = Object {
        sprite: Some(sprite),
        ..Object::default()
    };
    let id = spawn(&mut core, object);
    let object = core.world.object(id).unwrap();
    assert_eq!(object.position(), Vec2::ZERO);
    assert_eq!(object.velocity(), Vec2::ZERO);
    assert_eq!(object.solidness(), Solidness::Hard);
    assert_eq!((object.altitude(), object.level()), (2, 1));
    assert_eq!((object.is_visible(), object.frame()), (true, 0));
    assert_eq!(object.angle(), 0.0);
    assert_eq!(object.acceleration(), Vec2::ZERO);
    assert_eq!((object.spin(), object.scale()), (0.0, Vec2::ONE));
    assert_eq!((object.is_persistent(), object.lifetime()), (false, None));
    assert_eq!((object.kind(), object.sprite()), ("", Some(sprite)));
    // The object's box is as large as its sprite, and centred on its position.
    assert_eq!(
        object.world_box(),
        Rect::new(vec2(-2.0, -1.0), vec2(2.0, 1.0))
    );
}

#[test]
fn an_object_may_have_a_box_of_its_own() {
    let mut core = core();
    let bounds = Rect::new(vec2(0.0, 0.0), vec2(1.0, 5.0));
    let id = spawn(
        &mut core,
        Object {
            position: vec2(10.0, 10.0),
            sprite: Some(SpriteId::PLACEHOLDER),
            bounds: Bounds::Fixed(bounds),
            ..Object::default()
        },
    );
    let at = Rect::new(vec2(10.0, 10.0), vec2(11.0, 15.0));
    assert_eq!(core.world.object(id).unwrap().world_box(), at);
    // A change of sprite or scale does not affect a fixed box.
    let mut object = core.object_mut(id).unwrap();
    object.set_scale(vec2(3.0, 3.0));
    object.set_sprite(SpriteId::PLACEHOLDER);
    assert_eq!(object.world_box(), at);
}

#[test]
fn a_whole_cell_point_has_the_box_of_its_cell() {
    let mut core = core();
    let cell = Some(Rect::new(vec2(3.0, 2.0), vec2(4.0, 3.0)));
    let point = Some(Rect::point(vec2(3.75, 2.25)));
    for (movement, expected) in [(Movement::WholeCells, cell), (Movement::Smooth, point)] {
        let object = Object {
            position: vec2(3.75, 2.25),
            movement,
            ..Object::default()
        };
        let id = spawn(&mut core, object);
        assert_eq!(
            core.world.object(id).map(|object| object.world_box()),
            expected,
            "{movement:?}"
        );
    }
}

#[test]
fn a_box_that_is_the_sprites_follows_scale_and_sprite() {
    let mut core = core();
    let small = add_sprite(&mut core);
    let id = spawn(&mut core, drawn_as_placeholder(Object::default()));
    let mut object = core.object_mut(id).unwrap();
    assert_eq!(object.world_box().size(), vec2(1.0, 1.0));
    object.set_sprite(small);
    assert_eq!(object.world_box().size(), vec2(4.0, 2.0));
    object.set_scale(vec2(2.0, -0.5));
    assert_eq!(object.world_box().size(), vec2(8.0, 1.0));
}

type Ask = fn(&mut ObjectMut<'_>) -> Outcome;

/// Changes of an object, each with a valid value.
const ASKED: [(&str, Ask); 20] = [
    ("set_position", |object| object.set_position(Vec2::ONE)),
    ("set_velocity", |object| object.set_velocity(Vec2::ONE)),
    ("set_acceleration", |object| {
        object.set_acceleration(Vec2::ONE)
    }),
    ("set_angle", |object| object.set_angle(1.0)),
    ("set_spin", |object| object.set_spin(1.0)),
    ("set_tint", |object| object.set_tint(Color::RED)),
    ("set_filled", |object| object.set_filled(true)),
    ("set_scale", |object| object.set_scale(Vec2::ONE * 2.0)),
    ("set_sprite", |object| {
        object.set_sprite(SpriteId::PLACEHOLDER)
    }),
    ("set_frame", |object| object.set_frame(1)),
    ("set_slowdown", |object| object.set_slowdown(5)),
    ("set_bounds", |object| {
        object.set_bounds(Rect::from_size(Vec2::ZERO, Vec2::ONE))
    }),
    ("set_altitude", |object| object.set_altitude(4)),
    ("set_solidness", |object| {
        object.set_solidness(Solidness::Soft)
    }),
    ("set_visible", |object| object.set_visible(false)),
    ("set_level", |object| object.set_level(3)),
    ("set_persistent", |object| object.set_persistent(true)),
    ("subscribe", |object| object.subscribe(Interest::Step)),
    ("unsubscribe", |object| object.unsubscribe(Interest::Step)),
    ("remove", |object| object.remove()),
];

#[test]
fn the_id_of_a_removed_object_finds_nothing() {
    let mut core = core();
    let dead = spawn(&mut core, crate_at(5.0, 5.0));
    core.world.remove(dead);
    steps(&mut core, 1);
    let tenant = spawn(&mut core, drawn_as_placeholder(crate_at(9.0, 9.0)));
    assert_eq!((dead.slot(), dead == tenant), (tenant.slot(), false));

    let before = core.checksum();
    assert!(core.object_mut(dead).is_none());
    assert!(core.world.object(dead).is_none() && !core.world.contains(dead));
    assert_eq!(core.world.remove(dead), Outcome::Gone);
    assert_eq!(core.context().move_to(dead, Vec2::ZERO), MoveOutcome::Gone);
    assert_eq!(core.context().move_by(dead, Vec2::ONE), MoveOutcome::Gone);
    assert_eq!(core.checksum(), before);
    // The same changes succeed for the object that now has the slot.
    for (name, ask) in ASKED {
        let mut tenant = core.object_mut(tenant).unwrap();
        assert_eq!(ask(&mut tenant), Outcome::Done, "{name}");
    }
}

#[test]
fn me_outside_of_hooks_has_defaults_and_its_setters_return_gone() {
    let mut core = core();
    spawn(&mut core, crate_at(5.0, 5.0));
    let before = core.checksum();
    for (count, (name, ask)) in (1..).zip(ASKED) {
        let mut cx = core.context();
        assert_eq!(ask(&mut cx.me()), Outcome::Gone, "{name}");
        assert_eq!((core.checksum(), core.world.refusals()), (before, count));
    }
    let mut cx = core.context();
    let me = cx.me();
    assert_eq!((me.position(), me.velocity()), (Vec2::ZERO, Vec2::ZERO));
    assert_eq!((me.kind(), me.sprite(), me.parent()), ("", None, None));
    assert_eq!((me.scale(), me.is_visible()), (Vec2::ONE, true));
    assert_eq!((me.lifetime(), me.children().count()), (None, 0));
}

/// Replaces its world with an empty one, then makes all changes of `ASKED` to its old object.
#[derive(Clone)]
struct Leaves(Notes<Outcome>);

impl Behavior for Leaves {
    fn step(&mut self, cx: &mut Context<'_>) {
        **cx = World::new(vec2(80.0, 24.0), Vec2::ONE, 5, 0);
        for (_, ask) in ASKED {
            self.0.note(ask(&mut cx.me()));
        }
        let me = cx.me();
        assert_eq!((me.position(), me.kind()), (Vec2::ZERO, ""));
        self.0.note(Outcome::Done);
    }
}

#[test]
fn me_in_a_world_without_it_reads_as_a_new_object() {
    let mut core = core();
    let outcomes = Notes::new();
    let object = Object {
        kind: "Leaver",
        ..crate_at(5.0, 5.0)
    };
    let leaver = spawn(&mut core, object);
    core.context().attach(leaver, Leaves(outcomes.clone()));
    steps(&mut core, 1);
    let (last, asked) = (Outcome::Done, [Outcome::Gone; ASKED.len()]);
    assert_eq!(outcomes.take(), [&asked[..], &[last]].concat());
    assert!(core.world.is_empty());
}

#[test]
fn invalid_values_are_refused_and_counted_and_the_old_ones_stay() {
    let mut core = core();
    let id = spawn(&mut core, drawn_as_placeholder(crate_at(5.0, 5.0)));
    let mut refused = 0;
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        let pairs = [vec2(bad, 0.0), vec2(0.0, bad)];
        for pair in pairs {
            let before = core.checksum();
            let flat = Rect {
                min: pair,
                max: pair,
            };
            let far = Rect {
                min: Vec2::ZERO,
                max: pair,
            };
            let mut object = core.object_mut(id).unwrap();
            let outcomes = [
                object.set_position(pair),
                object.set_velocity(pair),
                object.set_acceleration(pair),
                object.set_scale(pair),
                object.set_angle(bad),
                object.set_spin(bad),
                object.set_bounds(flat),
                object.set_bounds(far),
            ];
            assert_eq!(outcomes, [Outcome::Refused; 8], "{pair}");
            assert_eq!(core.context().move_to(id, pair), MoveOutcome::Refused);
            assert_eq!(core.context().move_by(id, pair), MoveOutcome::Refused);
            core.context().canvas(2).text(pair, "text", Color::RED);
            refused += 11;
            assert_eq!((core.checksum(), core.world.refusals()), (before, refused));
        }
    }
    let before = core.checksum();
    let inside_out = Rect {
        min: Vec2::ONE,
        max: Vec2::ZERO,
    };
    let without = spawn(&mut core, Object::default());
    let mut object = core.object_mut(id).unwrap();
    for outcome in [
        object.set_altitude(5),
        object.set_altitude(u16::MAX),
        object.set_bounds(inside_out),
        core.object_mut(without).unwrap().set_frame(0),
    ] {
        assert_eq!(outcome, Outcome::Refused);
        refused += 1;
    }
    core.world.remove(without);
    core.context().canvas(5).text(Vec2::ZERO, "x", Color::RED);
    assert_eq!(core.world.refusals(), refused + 1);
    assert_ne!(core.checksum(), before, "one more was spawned");
    assert_eq!(core.world.object(id).unwrap().position(), vec2(5.0, 5.0));
    steps(&mut core, 3);
    assert_eq!(core.world.object(id).unwrap().position(), vec2(5.0, 5.0));
}

#[test]
fn an_invalid_description_gets_the_defaults() {
    let mut core = core();
    let bad = f32::NAN;
    let id = spawn(
        &mut core,
        Object {
            position: vec2(bad, 0.0),
            velocity: vec2(0.0, f32::INFINITY),
            acceleration: vec2(bad, bad),
            scale: vec2(bad, 1.0),
            angle: bad,
            spin: f32::NEG_INFINITY,
            altitude: 5,
            level: Some(World::HIGHEST_LEVEL + 1),
            bounds: Bounds::Fixed(Rect {
                min: vec2(bad, bad),
                max: Vec2::ONE,
            }),
            sprite: Some(SpriteId::PLACEHOLDER),
            frame: 77,
            ..Object::default()
        },
    );
    assert_eq!(core.world.refusals(), 9);
    let usual = spawn(&mut core, drawn_as_placeholder(Object::default()));
    steps(&mut core, 3);
    let state = |id| {
        let object = core.world.object(id).unwrap();
        (
            object.position(),
            object.velocity(),
            object.altitude(),
            object.level(),
            object.angle(),
            object.world_box(),
            object.frame(),
        )
    };
    assert_eq!(state(id), state(usual));
}

#[test]
fn a_sprite_without_a_slowdown_shows_a_frame_per_step() {
    let mut core = core();
    let file = b"frames 2\nwidth 1\nheight 1\ncolor red\na\nend\nb\nend\neof\n";
    let sprite = core.assets.add_text_sprite("ab", "ab.spr", file).unwrap();
    let id = spawn(
        &mut core,
        Object {
            sprite: Some(sprite),
            ..ghost_at(1.0, 1.0)
        },
    );
    assert_eq!(core.world.object(id).unwrap().slowdown(), 1);
    for frame in [1, 0, 1] {
        steps(&mut core, 1);
        assert_eq!(core.world.object(id).unwrap().frame(), frame);
    }
}

#[test]
fn hidden_and_spriteless_objects_are_not_drawn() {
    let mut core = core();
    let shown = |core: &Core, row: usize| {
        let layer = core.world.scene().altitudes()[2].level(1).unwrap();
        !layer.columns().instances[row]
            .flags()
            .contains(InstanceFlags::HIDDEN)
    };
    let plain = spawn(&mut core, crate_at(1.0, 1.0));
    let seen = spawn(&mut core, drawn_as_placeholder(crate_at(5.0, 1.0)));
    assert!(!shown(&core, 0) && shown(&core, 1));
    core.object_mut(seen).unwrap().set_visible(false);
    core.object_mut(plain).unwrap().set_visible(true);
    assert!(!shown(&core, 0) && !shown(&core, 1));
    // A hidden object that gets a sprite stays hidden.
    for id in [seen, plain] {
        core.object_mut(id)
            .unwrap()
            .set_sprite(SpriteId::PLACEHOLDER);
    }
    assert!(shown(&core, 0) && !shown(&core, 1));
    core.object_mut(seen).unwrap().set_visible(true);
    assert!(shown(&core, 1));
}

#[test]
fn objects_on_other_levels_are_frozen_and_hidden() {
    let mut core = core();
    let moving = drawn_as_placeholder(to_the_right(ghost_at(10.0, 10.0)));
    let here = spawn(&mut core, moving.clone());
    let elsewhere = spawn(&mut core, moving.clone());
    let everywhere = spawn(
        &mut core,
        Object {
            persistent: true,
            ..moving
        },
    );
    core.object_mut(elsewhere).unwrap().set_level(2);
    let notes = Notes::new();
    for id in [here, elsewhere, everywhere] {
        let noted = notes.clone();
        on(&mut core, id, &[Interest::Step], move |me, _, cx| {
            noted.note(me);
            if me == everywhere && cx.time.number == 1 {
                // The level changes at the step's end.
                cx.change_level(2);
            }
        });
    }
    let seen = |core: &Core| -> usize {
        let layers = core.world.scene().painted(core.world.level());
        layers.map(|(layer, _)| layer.live()).sum()
    };
    steps(&mut core, 1);
    assert_eq!(notes.take(), [everywhere, here], "persistent ones first");
    assert_eq!((core.world.level(), seen(&core)), (2, 2));
    steps(&mut core, 2);
    assert_eq!(notes.take(), [everywhere, elsewhere, everywhere, elsewhere]);
    let x = |id| core.world.object(id).unwrap().position().x;
    assert_eq!([x(here), x(elsewhere), x(everywhere)], [11.0, 12.0, 13.0]);
    assert_eq!(
        core.world.objects().collect::<Vec<_>>(),
        [everywhere, elsewhere]
    );
}

#[test]
fn only_an_object_that_ceases_to_be_persistent_joins_the_current_level() {
    let mut core = core();
    let persistent = spawn(
        &mut core,
        Object {
            persistent: true,
            ..ghost_at(1.0, 1.0)
        },
    );
    let elsewhere = spawn(&mut core, ghost_at(1.0, 1.0));
    core.object_mut(elsewhere).unwrap().set_level(7);
    core.context().change_level(4);
    for id in [persistent, elsewhere] {
        core.object_mut(id).unwrap().set_persistent(false);
    }
    assert_eq!(core.world.object(persistent).unwrap().level(), 4);
    assert_eq!(core.world.object(elsewhere).unwrap().level(), 7);
    core.object_mut(elsewhere).unwrap().set_persistent(true);
    assert_eq!(core.world.object(elsewhere).unwrap().level(), 0);
}

#[test]
fn animations_play_by_their_slowdown_and_can_be_set() {
    let mut core = core();
    let sprite = add_sprite(&mut core);
    let object = Object {
        sprite: Some(sprite),
        ..Object::default()
    };
    let id = spawn(&mut core, object);
    let frames = |core: &mut Core, count: usize| -> Vec<u16> {
        (0..count)
            .map(|_| {
                steps(core, 1);
                core.world.object(id).unwrap().frame()
            })
            .collect()
    };
    // The sprite's own slowdown is 2.
    assert_eq!(frames(&mut core, 7), [0, 1, 1, 2, 2, 0, 0]);
    core.object_mut(id).unwrap().set_slowdown(1);
    assert_eq!(frames(&mut core, 3), [1, 2, 0]);
    core.object_mut(id).unwrap().set_slowdown(0);
    assert_eq!(frames(&mut core, 3), [0, 0, 0]);
    assert!(core.object_mut(id).unwrap().set_frame(5).is_done());
    assert_eq!(frames(&mut core, 1), [2], "it wraps around");
    let event = Event::Step;
    assert!(event.get::<u32>().is_none());
}

#[test]
fn ids_of_a_repeated_step_are_the_same() {
    let mut core = core();
    let [_, second, _] = [1.0, 5.0, 9.0].map(|x| spawn(&mut core, ghost_at(x, 1.0)));
    let snapshot = core.snapshot();
    let later = |core: &mut Core| {
        assert_eq!(core.world.remove(second), Outcome::Done);
        steps(core, 1);
        [3.0, 7.0].map(|x| spawn(core, ghost_at(x, 2.0)))
    };
    let spawned = later(&mut core);
    core.restore(&snapshot);
    assert!(spawned.iter().all(|id| !core.world.contains(*id)));
    assert_eq!(later(&mut core), spawned);
    assert!(spawned.iter().all(|id| core.world.contains(*id)));
}
