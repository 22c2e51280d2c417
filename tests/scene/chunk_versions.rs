//! Versions of chunks: those at rest keep theirs from step to step, and a change is seen in its chunk alone.

use crate::common::{core, crate_at, drawn, ghost_at, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::{CHUNK, LayerKey};
use damselfly::world::{Core, Interest, Movement, Object, World};

fn motion(core: &Core, id: ObjectId) -> Vec2 {
    drawn(core, id).motion
}

/// Returns the version of every chunk.
fn versions(core: &Core) -> Vec<(LayerKey, usize, u64)> {
    let altitudes = core.world.scene().altitudes().iter();
    altitudes
        .flat_map(|altitude| (0..4).map_while(|level| altitude.level(level)))
        .flat_map(|layer| {
            (0..layer.chunk_count()).map(|chunk| (layer.key(), chunk, layer.chunk_version(chunk)))
        })
        .collect()
}

#[test]
fn a_step_in_which_nothing_moves_changes_no_chunk() {
    let still: [fn(&mut Core); 6] = [
        |core| drop(spawn_many(core, Object::default())),
        |core| {
            for id in spawn_many(
                core,
                Object {
                    velocity: vec2(1.0, 0.0),
                    ..ghost_at(1.0, 1.0)
                },
            ) {
                core.object_mut(id).unwrap().set_velocity(Vec2::ZERO);
            }
        },
        |core| {
            spawn_many(
                core,
                Object {
                    velocity: vec2(1.0, 0.0),
                    spin: 0.1,
                    ..ghost_at(1.0, 1.0)
                },
            );
            core.world.altitude_settings_mut(2).time_scale = 0.0;
        },
        |core| {
            let object = Object {
                velocity: vec2(0.01, 0.0),
                movement: Movement::WholeCells,
                ..ghost_at(1.0, 1.0)
            };
            spawn_many(core, object);
        },
        // The objects block one another.
        |core| {
            drop(spawn_many(
                core,
                Object {
                    velocity: vec2(0.5, 0.0),
                    ..crate_at(1.0, 1.0)
                },
            ))
        },
        |core| {
            for id in spawn_many(
                core,
                Object {
                    velocity: vec2(1.0, 0.0),
                    ..ghost_at(1.0, 1.0)
                },
            ) {
                core.object_mut(id).unwrap().set_level(2);
            }
        },
    ];
    for (case, make) in still.into_iter().enumerate() {
        let mut core = core();
        make(&mut core);
        let hand = spawn(
            &mut core,
            Object {
                altitude: 4,
                ..ghost_at(1.0, 1.0)
            },
        );
        on(
            &mut core,
            hand,
            &[Interest::Step, Interest::After, Interest::Finish],
            |_, _, _| {},
        );
        steps(&mut core, 2);
        let before = versions(&core);
        steps(&mut core, 5);
        assert_eq!(versions(&core), before, "case {case}");
    }
}

fn spawn_many(core: &mut Core, object: Object) -> Vec<ObjectId> {
    (0..CHUNK + 10)
        .map(|_| spawn(core, object.clone()))
        .collect()
}

#[test]
fn moving_an_object_changes_its_chunk_and_no_other() {
    let mut core = core();
    let ids = spawn_many(&mut core, ghost_at(1.0, 1.0));
    let _elsewhere = spawn(
        &mut core,
        Object {
            altitude: 3,
            ..ghost_at(1.0, 1.0)
        },
    );
    core.object_mut(ids[CHUNK])
        .unwrap()
        .set_velocity(vec2(0.5, 0.0));
    steps(&mut core, 2);
    let before = versions(&core);
    steps(&mut core, 1);
    let after = versions(&core);
    let changed: Vec<bool> = before.iter().zip(&after).map(|(a, b)| a != b).collect();
    assert_eq!(changed, [false, true, false]);
    // Once the object stops, one more step sets its motion to zero, and later steps change nothing.
    core.object_mut(ids[CHUNK])
        .unwrap()
        .set_velocity(Vec2::ZERO);
    steps(&mut core, 1);
    assert_ne!(versions(&core)[1], after[1]);
    let rest = versions(&core);
    steps(&mut core, 3);
    assert_eq!(versions(&core), rest);
}

#[test]
fn columns_moved_by_the_game_show_their_motion_for_that_step_only() {
    for (phase, between) in [
        (Interest::Step, false),
        (Interest::After, false),
        (Interest::Step, true),
    ] {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(10.0, 10.0));
        let other = spawn(
            &mut core,
            Object {
                velocity: vec2(0.0, 1.0),
                ..ghost_at(10.0, 10.0)
            },
        );
        let push = |world: &mut World| {
            world.columns_mut(2).instances[0].step_by(vec2(2.0, 0.0));
        };
        let hand = spawn(
            &mut core,
            Object {
                altitude: 0,
                ..ghost_at(0.0, 0.0)
            },
        );
        on(&mut core, hand, &[phase], move |_, _, cx| {
            if cx.time.number == 2 && !between {
                push(cx);
            }
        });
        steps(&mut core, 2);
        if between {
            push(&mut core.world);
        }
        let motions = (motion(&core, id), motion(&core, other));
        assert_eq!(motions, (vec2(2.0, 0.0), vec2(0.0, 1.0)), "{phase:?}");
        core.object_mut(other).unwrap().set_velocity(Vec2::ZERO);
        let before = versions(&core);
        steps(&mut core, 1);
        assert_eq!(
            (motion(&core, id), motion(&core, other)),
            (Vec2::ZERO, Vec2::ZERO)
        );
        assert_ne!(versions(&core), before, "the change is seen");
    }
}
