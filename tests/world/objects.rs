//! The rules of objects: how they are spawned, named, changed and removed.

use crate::common::{
    Notes, core, crate_at, drawn_as_placeholder, ghost_at, on, spawn, steps, to_the_right,
};
use damselfly::assets::SpriteId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::InstanceFlags;
use damselfly::world::{
    Bounds, Core, Event, Interest, Moved, Movement, Object, Outcome, Solidness, World,
};
use damselfly::{Color, ObjectId};

const SPRITE: &[u8] = b"frames 3\nwidth 4\nheight 2\ncolor red\nslowdown 2\naaaa\naaaa\nend\nbbbb\nbbbb\nend\ncccc\ncccc\nend\neof\n";

/// A sprite of three frames, 4 × 2 cells, that shows each for two steps.
fn add_sprite(core: &mut Core) -> SpriteId {
    let added = core.assets.add_text_sprite("box", "box.spr", SPRITE);
    added.expect("the file is valid")
}

#[test]
fn an_object_starts_at_the_origin_still_hard_visible_and_at_the_middle_altitude() {
    let mut core = core();
    let sprite = add_sprite(&mut core);
    let object = Object {
        sprite: Some(sprite),
        ..Object::default()
    };
    let id = spawn(&mut core, object);
    let world = &core.world;
    assert_eq!(world.position(id), Some(Vec2::ZERO));
    assert_eq!(world.velocity(id), Some(Vec2::ZERO));
    assert_eq!(world.solidness(id), Some(Solidness::Hard));
    assert_eq!((world.altitude(id), world.level_of(id)), (Some(2), Some(1)));
    assert_eq!(
        (world.is_visible(id), world.frame(id)),
        (Some(true), Some(0))
    );
    assert_eq!(world.angle(id), Some(0.0));
    assert_eq!(
        (world.acceleration(id), world.spin(id), world.scale(id)),
        (Some(Vec2::ZERO), Some(0.0), Some(Vec2::ONE))
    );
    assert_eq!(
        (world.is_persistent(id), world.lifetime(id)),
        (Some(false), None)
    );
    assert_eq!((world.kind(id), world.sprite(id)), (Some(""), Some(sprite)));
    // Its box is as large as its sprite, about its place.
    assert_eq!(
        world.world_box(id),
        Some(Rect::new(vec2(-2.0, -1.0), vec2(2.0, 1.0)))
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
    assert_eq!(core.world.world_box(id), Some(at));
    // Another sprite or scale leaves it alone.
    let Core { world, assets, .. } = &mut core;
    world.set_scale(id, vec2(3.0, 3.0), assets);
    world.set_sprite(id, SpriteId::PLACEHOLDER, assets);
    assert_eq!(world.world_box(id), Some(at));
}

#[test]
fn the_box_of_a_point_that_moves_by_whole_cells_is_its_cell() {
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
        assert_eq!(core.world.world_box(id), expected, "{movement:?}");
    }
}

#[test]
fn a_box_that_is_the_sprites_follows_scale_and_sprite() {
    let mut core = core();
    let small = add_sprite(&mut core);
    let id = spawn(&mut core, drawn_as_placeholder(Object::default()));
    let Core { world, assets, .. } = &mut core;
    let size = |world: &World| world.world_box(id).unwrap().size();
    assert_eq!(size(world), vec2(1.0, 1.0));
    world.set_sprite(id, small, assets);
    assert_eq!(size(world), vec2(4.0, 2.0));
    world.set_scale(id, vec2(2.0, -0.5), assets);
    assert_eq!(size(world), vec2(8.0, 1.0));
}

type Ask = fn(&mut Core, ObjectId) -> Outcome;

/// Everything that can be asked of a handle.
const ASKED: [(&str, Ask); 19] = [
    ("set_position", |c, id| c.world.set_position(id, Vec2::ONE)),
    ("set_velocity", |c, id| c.world.set_velocity(id, Vec2::ONE)),
    ("set_acceleration", |c, id| {
        c.world.set_acceleration(id, Vec2::ONE)
    }),
    ("set_angle", |c, id| c.world.set_angle(id, 1.0)),
    ("set_spin", |c, id| c.world.set_spin(id, 1.0)),
    ("set_tint", |c, id| c.world.set_tint(id, Color::RED)),
    ("set_scale", |c, id| {
        c.world.set_scale(id, Vec2::ONE * 2.0, &c.assets)
    }),
    ("set_sprite", |c, id| {
        c.world.set_sprite(id, SpriteId::PLACEHOLDER, &c.assets)
    }),
    ("set_frame", |c, id| c.world.set_frame(id, 1, &c.assets)),
    ("set_slowdown", |c, id| c.world.set_slowdown(id, 5)),
    ("set_bounds", |c, id| {
        c.world
            .set_bounds(id, Rect::from_size(Vec2::ZERO, Vec2::ONE))
    }),
    ("set_altitude", |c, id| c.world.set_altitude(id, 4)),
    ("set_solidness", |c, id| {
        c.world.set_solidness(id, Solidness::Soft)
    }),
    ("set_visible", |c, id| c.world.set_visible(id, false)),
    ("set_level", |c, id| c.world.set_level(id, 3)),
    ("set_persistent", |c, id| c.world.set_persistent(id, true)),
    ("listen", |c, id| c.world.subscribe(id, Interest::Step)),
    ("ignore", |c, id| c.world.unsubscribe(id, Interest::Step)),
    ("remove", |c, id| c.world.remove(id)),
];

#[test]
fn a_handle_to_a_removed_object_returns_gone_and_never_affects_the_next_in_its_slot() {
    let mut core = core();
    let dead = spawn(&mut core, crate_at(5.0, 5.0));
    core.world.remove(dead);
    steps(&mut core, 1);
    let tenant = spawn(&mut core, drawn_as_placeholder(crate_at(9.0, 9.0)));
    assert_eq!((dead.slot(), dead == tenant), (tenant.slot(), false));

    let before = core.checksum();
    for (name, ask) in ASKED {
        assert_eq!(ask(&mut core, dead), Outcome::Gone, "{name}");
        assert_eq!(core.checksum(), before, "{name}");
    }
    assert_eq!(core.context().move_to(dead, Vec2::ZERO), Moved::Gone);
    assert_eq!(core.context().move_by(dead, Vec2::ONE), Moved::Gone);
    assert_eq!(core.checksum(), before);
    let world = &core.world;
    assert!(!world.contains(dead) && !world.is_subscribed(dead, Interest::Step));
    assert_eq!((world.position(dead), world.velocity(dead)), (None, None));
    assert_eq!((world.kind(dead), world.sprite(dead)), (None, None));
    assert_eq!((world.altitude(dead), world.level_of(dead)), (None, None));
    assert_eq!(
        (world.solidness(dead), world.is_visible(dead)),
        (None, None)
    );
    assert_eq!((world.angle(dead), world.frame(dead)), (None, None));
    assert_eq!(
        (world.world_box(dead), world.is_disabled(dead)),
        (None, None)
    );
    // For the object that exists, all of it succeeds.
    for (name, ask) in ASKED {
        assert_eq!(ask(&mut core, tenant), Outcome::Done, "{name}");
    }
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
            let Core { world, assets, .. } = &mut core;
            let outcomes = [
                world.set_position(id, pair),
                world.set_velocity(id, pair),
                world.set_acceleration(id, pair),
                world.set_scale(id, pair, assets),
                world.set_angle(id, bad),
                world.set_spin(id, bad),
                world.set_bounds(
                    id,
                    Rect {
                        min: pair,
                        max: pair,
                    },
                ),
                world.set_bounds(
                    id,
                    Rect {
                        min: Vec2::ZERO,
                        max: pair,
                    },
                ),
            ];
            assert_eq!(outcomes, [Outcome::Refused; 8], "{pair}");
            assert_eq!(core.context().move_to(id, pair), Moved::Refused);
            assert_eq!(core.context().move_by(id, pair), Moved::Refused);
            core.context()
                .draw_text(2, pair, "text", Default::default(), Color::RED);
            refused += 11;
            assert_eq!((core.checksum(), core.world.refusals()), (before, refused));
        }
    }
    let before = core.checksum();
    let Core { world, assets, .. } = &mut core;
    let inside_out = Rect {
        min: Vec2::ONE,
        max: Vec2::ZERO,
    };
    let without = world.spawn(Object::default(), assets);
    for outcome in [
        world.set_altitude(id, 5),
        world.set_altitude(id, u16::MAX),
        world.set_bounds(id, inside_out),
        world.set_frame(without, 0, assets),
    ] {
        assert_eq!(outcome, Outcome::Refused);
        refused += 1;
    }
    core.world.remove(without);
    core.context().draw_char(5, Vec2::ZERO, 'x', Color::RED);
    assert_eq!(core.world.refusals(), refused + 1);
    assert_ne!(core.checksum(), before, "one more was spawned");
    assert_eq!(core.world.position(id), Some(vec2(5.0, 5.0)));
    steps(&mut core, 3);
    assert_eq!(core.world.position(id), Some(vec2(5.0, 5.0)));
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
            bounds: Bounds::Fixed(Rect {
                min: vec2(bad, bad),
                max: Vec2::ONE,
            }),
            sprite: Some(SpriteId::PLACEHOLDER),
            frame: 77,
            ..Object::default()
        },
    );
    assert_eq!(core.world.refusals(), 8);
    let usual = spawn(&mut core, drawn_as_placeholder(Object::default()));
    steps(&mut core, 3);
    let state = |id| {
        let world = &core.world;
        (
            world.position(id),
            world.velocity(id),
            world.altitude(id),
            world.angle(id),
            world.world_box(id),
            world.frame(id),
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
    assert_eq!(core.world.slowdown(id), Some(1));
    for frame in [1, 0, 1] {
        steps(&mut core, 1);
        assert_eq!(core.world.frame(id), Some(frame));
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
    core.world.set_visible(seen, false);
    core.world.set_visible(plain, true);
    assert!(!shown(&core, 0) && !shown(&core, 1));
    // A hidden one that gets a sprite stays hidden.
    let Core { world, assets, .. } = &mut core;
    world.set_sprite(seen, SpriteId::PLACEHOLDER, assets);
    world.set_sprite(plain, SpriteId::PLACEHOLDER, assets);
    assert!(shown(&core, 0) && !shown(&core, 1));
    core.world.set_visible(seen, true);
    assert!(shown(&core, 1));
}

#[test]
fn objects_on_other_levels_are_frozen_and_unseen_until_their_level_is_current() {
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
    core.world.set_level(elsewhere, 2);
    let notes = Notes::new();
    for id in [here, elsewhere, everywhere] {
        let noted = notes.clone();
        on(&mut core, id, &[Interest::Step], move |me, _, cx| {
            noted.note(me);
            if me == everywhere && cx.time.number == 1 {
                // Takes effect at the step's end.
                cx.world.go_to_level(2);
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
    let x = |id| core.world.position(id).unwrap().x;
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
    core.world.set_level(elsewhere, 7);
    core.world.go_to_level(4);
    for id in [persistent, elsewhere] {
        core.world.set_persistent(id, false);
    }
    assert_eq!(core.world.level_of(persistent), Some(4));
    assert_eq!(core.world.level_of(elsewhere), Some(7));
    core.world.set_persistent(elsewhere, true);
    assert_eq!(core.world.level_of(elsewhere), Some(0));
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
                core.world.frame(id).unwrap()
            })
            .collect()
    };
    // The sprite's own slowdown is 2.
    assert_eq!(frames(&mut core, 7), [0, 1, 1, 2, 2, 0, 0]);
    core.world.set_slowdown(id, 1);
    assert_eq!(frames(&mut core, 3), [1, 2, 0]);
    core.world.set_slowdown(id, 0);
    assert_eq!(frames(&mut core, 3), [0, 0, 0]);
    let Core { world, assets, .. } = &mut core;
    assert!(world.set_frame(id, 5, assets).is_done());
    assert_eq!(frames(&mut core, 1), [2], "it wraps around");
    let event = Event::Step;
    assert!(event.get::<u32>().is_none());
}
