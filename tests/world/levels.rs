//! The rules of levels: objects on other levels are frozen and not drawn, and how objects change level.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{Moment, Notes, attach, core, crate_at, ghost_at, on, spawn, steps};
use damselfly::assets::SpriteId;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::HudEvent;
use damselfly::input::{InputEvent, Key};
use damselfly::world::{
    Attachment, Context, Core, Event, Interest, Movement, Object, Solidness, StepInput, Timer,
};
use damselfly::{Color, ObjectId};

const FILM: &[u8] =
    b"frames 3\nwidth 1\nheight 1\ncolor red\nslowdown 2\na\nend\nb\nend\nc\nend\neof\n";

const ALL: [Interest; 3] = [Interest::Step, Interest::After, Interest::Finish];

/// Name of a case, a function that spawns an object, and a function that returns a value which changes while time
/// passes for that object.
type Case = (
    &'static str,
    fn(&mut Core, &Notes<u64>) -> ObjectId,
    fn(&Core, ObjectId) -> f32,
);

fn x(core: &Core, id: ObjectId) -> f32 {
    core.world.object(id).unwrap().position().x
}

const GOING_ON: [Case; 11] = [
    (
        "moving freely",
        |core, _| {
            let velocity = vec2(0.5, 0.0);
            let object = Object {
                velocity,
                ..ghost_at(5.0, 5.0)
            };
            spawn(core, object)
        },
        x,
    ),
    (
        "moving among what is solid",
        |core, _| {
            let velocity = vec2(0.5, 0.0);
            let object = Object {
                velocity,
                ..crate_at(5.0, 5.0)
            };
            spawn(core, object)
        },
        x,
    ),
    (
        "in the midst of a cell",
        |core, _| {
            spawn(
                core,
                Object {
                    velocity: vec2(0.25, 0.0),
                    movement: Movement::WholeCells,
                    ..ghost_at(5.0, 5.0)
                },
            )
        },
        x,
    ),
    (
        "falling",
        |core, _| {
            let acceleration = vec2(0.125, 0.0);
            let object = Object {
                acceleration,
                ..ghost_at(5.0, 5.0)
            };
            spawn(core, object)
        },
        |core, id| core.world.object(id).unwrap().velocity().x + x(core, id),
    ),
    (
        "spinning",
        |core, _| {
            let spin = 0.125;
            let object = Object {
                spin,
                ..ghost_at(5.0, 5.0)
            };
            spawn(core, object)
        },
        |core, id| core.world.object(id).unwrap().angle(),
    ),
    (
        "playing",
        |core, _| {
            let film = core.assets.add_text_sprite("film", "film.spr", FILM);
            let sprite = Some(film.unwrap());
            let object = Object {
                sprite,
                ..ghost_at(5.0, 5.0)
            };
            spawn(core, object)
        },
        |core, id| f32::from(core.world.object(id).unwrap().frame()),
    ),
    (
        "running out of time",
        |core, _| {
            let lifetime = Some(9);
            let object = Object {
                lifetime,
                ..ghost_at(5.0, 5.0)
            };
            spawn(core, object)
        },
        |core, id| {
            core.world
                .object(id)
                .and_then(|object| object.lifetime())
                .unwrap_or(0.0)
        },
    ),
    (
        "to be reminded",
        |core, notes| {
            let id = spawn(core, ghost_at(5.0, 5.0));
            core.world
                .start_timer(Timer::once(5).to(id).in_layer_time(), Event::custom(()));
            let notes = notes.clone();
            on(core, id, &[], move |me, _, cx| {
                notes.note(0);
                cx.object_mut(me).unwrap().set_angle(1.0);
            });
            id
        },
        |core, id| core.world.object(id).unwrap().angle(),
    ),
    (
        "carried",
        |core, _| {
            let velocity = vec2(0.5, 0.0);
            let ship = Object {
                velocity,
                ..ghost_at(5.0, 5.0)
            };
            let ship = spawn(core, ship);
            let id = spawn(core, ghost_at(0.0, 0.0));
            core.object_mut(id)
                .unwrap()
                .set_parent(ship, Attachment::default());
            id
        },
        x,
    ),
    (
        "thinking",
        |core, notes| {
            let id = spawn(core, ghost_at(5.0, 5.0));
            let notes = notes.clone();
            on(core, id, &ALL, move |me, _, cx| {
                notes.note(cx.time.number);
                let angle = cx.object(me).unwrap().angle();
                cx.object_mut(me).unwrap().set_angle(angle + 0.125);
            });
            id
        },
        |core, id| core.world.object(id).unwrap().angle(),
    ),
    (
        "listening",
        |core, notes| {
            let id = spawn(core, ghost_at(5.0, 5.0));
            let notes = notes.clone();
            let all = [Interest::Keyboard, Interest::Hud, Interest::of::<u8>()];
            on(core, id, &all, move |me, _, cx| {
                notes.note(cx.time.number);
                let angle = cx.object(me).unwrap().angle();
                cx.object_mut(me).unwrap().set_angle(angle + 0.125);
            });
            id
        },
        |core, id| core.world.object(id).unwrap().angle(),
    ),
];

/// Takes a step with events for objects to receive.
fn busy_step(core: &mut Core) {
    core.world.send(HudEvent::add("Points", 1));
    core.world.send(Event::custom(1_u8));
    core.step(StepInput {
        events: &[InputEvent::press(Key::Space)],
        ..StepInput::next(core)
    });
}

#[test]
fn other_levels_are_frozen_and_resume_unchanged() {
    for (name, make, measure) in GOING_ON {
        let notes = Notes::new();
        let (mut left, mut stayed) = (core(), core());
        let [id, same] = [&mut left, &mut stayed].map(|core| make(core, &notes));
        for core in [&mut left, &mut stayed] {
            (0..3).for_each(|_| busy_step(core));
        }
        left.context().change_level(2);
        let before = measure(&left, id);
        notes.take();
        for _ in 0..7 {
            busy_step(&mut left);
            assert_eq!(measure(&left, id), before, "{name}");
        }
        assert!(notes.is_empty(), "{name}: received of something elsewhere");
        left.context().change_level(1);
        let mut passed = false;
        for _ in 0..4 {
            busy_step(&mut left);
            busy_step(&mut stayed);
            assert_eq!(measure(&left, id), measure(&stayed, same), "{name}");
            passed |= measure(&left, id) != before;
        }
        assert!(passed, "{name}: nothing to be seen");
    }
}

/// Name of a moment for a change of the level, its test, and the number of step ends until the change.
type When = (&'static str, fn(Moment<'_>) -> bool, u64);

const MOMENTS: [When; 6] = [
    ("step", |moment| moment.is_step(), 1),
    ("collision", |moment| moment.is_collision(), 1),
    ("event", |moment| moment.get::<u8>().is_some(), 1),
    ("after", |moment| matches!(moment, Moment::After), 1),
    ("finish", |moment| matches!(moment, Moment::Finish), 1),
    // A last callback runs at a step's end, so that its request waits for the next step's end.
    ("removed", |moment| moment.is_removed(), 2),
];

#[test]
fn the_level_changes_at_the_steps_end_and_the_last_request_counts() {
    for (name, is_time, ends) in MOMENTS {
        let mut core = core();
        spawn(&mut core, crate_at(6.0, 5.0));
        let asks = spawn(&mut core, crate_at(2.0, 5.0));
        core.object_mut(asks).unwrap().set_velocity(vec2(3.0, 0.0));
        core.world.send_to(asks, Event::custom(1_u8));
        let seen = Notes::new();
        let watcher = Object {
            persistent: true,
            altitude: 4,
            ..ghost_at(0.0, 0.0)
        };
        let watcher = spawn(&mut core, watcher);
        let noted = seen.clone();
        on(&mut core, watcher, &ALL, move |_, _, cx| {
            noted.note(cx.level());
        });
        on(&mut core, asks, &ALL, move |_, moment, cx| {
            if is_time(moment) {
                cx.change_level(7);
                cx.change_level(2);
            }
        });
        if is_time(Moment::Removed) {
            core.world.remove(asks);
        }
        for _ in 0..ends {
            assert_eq!(core.world.level(), 1, "{name}");
            steps(&mut core, 1);
            assert_eq!(seen.take(), [1; 3], "{name}: changed within a step");
        }
        assert_eq!(core.world.level(), 2, "{name}");
    }
}

#[test]
fn objects_spawned_in_a_step_join_its_current_level() {
    let mut core = core();
    let mut spawned = Vec::new();
    core.step_with(StepInput::next(&core), |cx| {
        cx.change_level(2);
        spawned.push(cx.spawn(ghost_at(1.0, 1.0)));
        let persistent = true;
        spawned.push(cx.spawn(Object {
            persistent,
            ..ghost_at(1.0, 1.0)
        }));
    });
    spawned.push(spawn(&mut core, ghost_at(1.0, 1.0)));
    let levels: Vec<_> = spawned
        .iter()
        .map(|&id| core.world.object(id).map(|object| object.level()))
        .collect();
    assert_eq!(levels, [Some(1), Some(0), Some(2)]);
}

/// Spawns an object that is shown by its sprite and draws one character on itself in each step.
fn show(cx: &mut Context<'_>, place: Vec2, persistent: bool, character: char) -> ObjectId {
    let id = cx.spawn(Object {
        sprite: Some(SpriteId::PLACEHOLDER),
        persistent,
        ..ghost_at(place.x, place.y)
    });
    attach(cx, id, &[Interest::Step], move |me, moment, cx| {
        if moment.is_step() {
            cx.canvas_on(me)
                .text(vec2(2.0, 0.0), &character.to_string(), Color::RED);
        }
    });
    id
}

/// Returns the number of visible rows, of sprites and of drawings.
fn drawn(core: &Core) -> usize {
    let layers = core.world.scene().painted(core.world.level());
    layers
        .flat_map(|(layer, _)| layer.columns().instances)
        .filter(|instance| !instance.is_hidden())
        .count()
}

#[test]
fn other_levels_are_not_drawn_and_level_0_shows_only_persistent_objects() {
    let mut core = core();
    let cx = &mut core.context();
    show(cx, vec2(1.0, 1.0), false, 'a');
    let other = show(cx, vec2(10.0, 1.0), false, 'b');
    show(cx, vec2(20.0, 1.0), true, 'c');
    core.object_mut(other).unwrap().set_level(2);
    // Each object shows its sprite and its drawing. The first frame of a level shows the last drawing of each object,
    // or none if the object has never acted.
    let visits = [
        (1, 4, 4),
        (2, 3, 4),
        (0, 2, 2),
        (1, 4, 4),
        (2, 4, 4),
        (3, 2, 2),
        (1, 4, 4),
    ];
    for (to, at_once, then) in visits {
        core.step_with(StepInput::next(&core), |cx| cx.change_level(to));
        assert_eq!(drawn(&core), at_once, "to level {to}");
        steps(&mut core, 1);
        assert_eq!(drawn(&core), then, "in level {to}");
    }
}

#[test]
fn objects_sent_to_a_level_join_it_last() {
    let mut core = core();
    let ids = [1.0; 4].map(|x| spawn(&mut core, ghost_at(x, 1.0)));
    core.object_mut(ids[0]).unwrap().set_level(2);
    core.object_mut(ids[1]).unwrap().set_level(2);
    core.step_with(StepInput::next(&core), |cx| {
        cx.object_mut(ids[2]).unwrap().set_level(2);
        cx.object_mut(ids[0]).unwrap().set_level(1);
        assert_eq!(cx.object(ids[2]).unwrap().level(), 1);
    });
    let there = |core: &Core| core.world.objects().collect::<Vec<_>>();
    assert_eq!(there(&core), [ids[3], ids[0]]);
    core.context().change_level(2);
    assert_eq!(there(&core), [ids[1], ids[2]]);
    // A change of level keeps all other properties of an object.
    core.object_mut(ids[3])
        .unwrap()
        .set_velocity(vec2(1.0, 0.0));
    core.object_mut(ids[3]).unwrap().set_level(2);
    assert_eq!(there(&core), [ids[1], ids[2], ids[3]]);
    steps(&mut core, 1);
    assert_eq!(x(&core, ids[3]), 2.0);
}

/// Name of a change of a persistent object in the step that leads to level 5, the change, and the object's level after
/// it.
type Leaving = (&'static str, fn(&mut Context<'_>, ObjectId), u16);

const LEAVING: [Leaving; 5] = [
    ("nothing", |_, _| (), 0),
    (
        "persistent no more",
        |cx, id| {
            cx.object_mut(id).unwrap().set_persistent(false);
        },
        5,
    ),
    (
        "and again",
        |cx, id| {
            cx.object_mut(id).unwrap().set_persistent(false);
            cx.object_mut(id).unwrap().set_persistent(true);
        },
        0,
    ),
    (
        "to the level that comes",
        |cx, id| {
            cx.object_mut(id).unwrap().set_level(5);
        },
        5,
    ),
    (
        "elsewhere, which persistence does not undo",
        |cx, id| {
            cx.object_mut(id).unwrap().set_level(9);
            cx.object_mut(id).unwrap().set_persistent(false);
        },
        9,
    ),
];

#[test]
fn clearing_persistence_in_a_step_joins_the_final_level() {
    for (name, ask, level) in LEAVING {
        let mut core = core();
        let persistent = true;
        let id = spawn(
            &mut core,
            Object {
                persistent,
                ..ghost_at(1.0, 1.0)
            },
        );
        core.step_with(StepInput::next(&core), |cx| {
            cx.change_level(5);
            ask(cx, id);
        });
        assert_eq!(core.world.object(id).unwrap().level(), level, "{name}");
        assert_eq!(
            core.world.object(id).unwrap().is_persistent(),
            level == 0,
            "{name}"
        );
    }
}

#[test]
fn clearing_persistence_between_steps_joins_the_current_level() {
    let mut core = core();
    let leaves = spawn(&mut core, ghost_at(1.0, 1.0));
    let persistent = true;
    let id = spawn(
        &mut core,
        Object {
            persistent,
            ..ghost_at(1.0, 1.0)
        },
    );
    // A level change that a last callback requests is made at the end of the next step.
    on(&mut core, leaves, &[], |_, moment, cx| {
        if moment.is_removed() {
            cx.change_level(5);
        }
    });
    core.world.remove(leaves);
    steps(&mut core, 1);
    core.object_mut(id).unwrap().set_persistent(false);
    assert_eq!(
        (
            core.world.level(),
            core.world.object(id).map(|object| object.level())
        ),
        (1, Some(1))
    );
}

#[test]
fn frozen_objects_neither_collide_nor_leave_the_world() {
    let mut core = core();
    let wall = spawn(&mut core, crate_at(10.0, 5.0));
    let mover = spawn(&mut core, crate_at(7.0, 5.0));
    let received = Notes::new();
    for id in [wall, mover] {
        let noted = received.clone();
        on(&mut core, id, &[], move |me, _, _| noted.note(me));
    }
    core.object_mut(mover).unwrap().set_velocity(vec2(2.0, 0.0));
    core.object_mut(wall).unwrap().set_level(2);
    steps(&mut core, 1);
    assert_eq!(x(&core, mover), 9.0);
    // A frozen object can be moved directly. Nothing stops it, and no object is notified.
    let far = vec2(-50.0, 5.0);
    core.context().move_to(wall, far);
    core.object_mut(mover)
        .unwrap()
        .set_solidness(Solidness::Soft);
    steps(&mut core, 2);
    assert!(received.is_empty());
    assert_eq!(core.world.object(wall).unwrap().position(), far);
    core.object_mut(wall).unwrap().set_position(vec2(16.0, 5.0));
    core.context().change_level(2);
    core.object_mut(mover).unwrap().set_level(2);
    steps(&mut core, 1);
    assert_eq!(received.take(), [mover, wall]);
}
