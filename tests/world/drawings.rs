//! Drawings of objects: their position, motion and visibility.

use crate::common::{core, drawn, ghost_at, on, spawn, steps};
use damselfly::assets::SpriteId;
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::{Instance, TextStyle};
use damselfly::world::{Attachment, Context, Core, Interest, Movement, Object, StepInput};
use damselfly::{Color, ObjectId};

/// Returns the visible rows of drawings at an altitude.
fn rows(core: &Core, altitude: usize) -> Vec<Instance> {
    let layer = core.world.scene().altitudes()[altitude].drawn();
    let rows = layer.columns().instances.iter();
    rows.filter(|row| !row.is_hidden()).copied().collect()
}

const OFFSET: Vec2 = vec2(0.5, -2.0);

/// Makes an object draw one character on itself in this phase of each step.
fn draws(core: &mut Core, id: ObjectId, phase: Interest) {
    on(core, id, &[phase], move |me, _, cx| {
        cx.canvas_on(me).text(OFFSET, "*", Color::RED);
    });
}

#[test]
fn drawings_on_an_object_move_with_it() {
    for phase in [Interest::Step, Interest::After, Interest::Finish] {
        let mut core = core();
        let object = Object {
            velocity: vec2(0.25, 0.5),
            ..ghost_at(5.0, 5.0)
        };
        let id = spawn(&mut core, object);
        draws(&mut core, id, phase);
        for _ in 0..3 {
            steps(&mut core, 1);
            let [row] = rows(&core, 2)[..] else {
                panic!("one character is drawn");
            };
            let body = drawn(&core, id);
            assert_eq!(row.position, body.position + OFFSET, "{phase:?}");
            // Equal motion is enough for all kinds of smoothing: each draws at position + motion · k.
            assert_eq!((row.motion, body.motion), (body.motion, vec2(0.25, 0.5)));
        }
    }
}

#[test]
fn drawings_jump_with_a_teleport_and_with_whole_cells() {
    let mut core = core();
    let jumps = spawn(&mut core, ghost_at(5.0, 5.0));
    on(&mut core, jumps, &[Interest::Step], move |me, _, cx| {
        cx.canvas_on(me).text(OFFSET, "*", Color::RED);
        let x = if cx.time.number.is_multiple_of(2) {
            20.0
        } else {
            60.0
        };
        cx.object_mut(me).unwrap().set_position(vec2(x, 5.0));
    });
    let by_cells = Object {
        movement: Movement::WholeCells,
        velocity: vec2(1.0, 0.0),
        ..ghost_at(5.0, 15.0)
    };
    let by_cells = spawn(&mut core, by_cells);
    draws(&mut core, by_cells, Interest::Step);
    for step in 1..=4_u8 {
        steps(&mut core, 1);
        let rows = rows(&core, 2);
        assert!(rows.iter().all(|row| row.motion == Vec2::ZERO));
        let x = if step % 2 == 0 { 20.5 } else { 60.5 };
        assert_eq!(rows[0].position, vec2(x, 3.0));
        assert_eq!(rows[1].position, vec2(5.5 + f32::from(step), 13.0));
    }
}

#[test]
fn drawings_follow_the_parent_of_their_object() {
    let mut core = core();
    let tank = Object {
        velocity: vec2(1.0, 0.0),
        ..ghost_at(5.0, 5.0)
    };
    let tank = spawn(&mut core, tank);
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    let how = Attachment {
        offset: vec2(2.0, 0.0),
        ..Attachment::default()
    };
    core.object_mut(turret).unwrap().set_parent(tank, how);
    draws(&mut core, turret, Interest::Step);
    steps(&mut core, 2);
    let row = rows(&core, 2)[0];
    assert_eq!((row.position, row.motion), (vec2(9.5, 3.0), vec2(1.0, 0.0)));
}

#[test]
fn drawings_last_until_the_next_step_and_text_keeps_its_shape() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(10.0, 5.0));
    on(&mut core, id, &[Interest::Step], move |me, _, cx| {
        if cx.time.number == 1 {
            cx.canvas_on(me)
                .text(Vec2::ZERO, "ab c", TextStyle::from(Color::CYAN).centered())
                .frame(vec2(0.0, 2.0), SpriteId::PLACEHOLDER, 0, Color::WHITE);
        }
    });
    steps(&mut core, 1);
    let places: Vec<Vec2> = rows(&core, 2).iter().map(|row| row.position).collect();
    let expected = [(8.0, 5.0), (9.0, 5.0), (11.0, 5.0), (10.0, 7.0)];
    assert_eq!(places, expected.map(Vec2::from));
    steps(&mut core, 1);
    assert!(rows(&core, 2).is_empty());
}

#[test]
fn drawings_are_hidden_with_their_object_and_follow_it_to_another_altitude() {
    type Change = (&'static str, fn(&mut Context<'_>, ObjectId), [usize; 2]);
    let changes: [Change; 6] = [
        ("nothing", |_, _| (), [1, 0]),
        (
            "hidden",
            |cx, id| {
                let _ = cx.object_mut(id).unwrap().set_visible(false);
            },
            [0, 0],
        ),
        (
            "removed",
            |cx, id| {
                let _ = cx.remove(id);
            },
            [0, 0],
        ),
        (
            "elsewhere",
            |cx, id| {
                let _ = cx.object_mut(id).unwrap().set_level(7);
            },
            [0, 0],
        ),
        ("frozen", |cx, _| cx.change_level(7), [0, 0]),
        (
            "higher",
            |cx, id| {
                let _ = cx.object_mut(id).unwrap().set_altitude(4);
            },
            [0, 1],
        ),
    ];
    for (name, change, expected) in changes {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        on(&mut core, id, &[Interest::Step], move |me, _, cx| {
            cx.canvas_on(me).text(OFFSET, "*", Color::RED);
            change(cx, me);
        });
        steps(&mut core, 1);
        let seen = [2, 4].map(|altitude| rows(&core, altitude).len());
        assert_eq!(seen, expected, "{name}");
        for row in rows(&core, 4) {
            assert_eq!(row.position, vec2(5.5, 3.0));
        }
    }
}

#[test]
fn an_object_shown_again_in_a_step_shows_its_earlier_drawings() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    core.object_mut(id).unwrap().set_visible(false);
    on(&mut core, id, &[Interest::Step], move |me, _, cx| {
        cx.canvas_on(me).text(OFFSET, "*", Color::RED);
        cx.object_mut(me).unwrap().set_visible(true);
    });
    steps(&mut core, 1);
    assert_eq!(rows(&core, 2).len(), 1);
}

#[test]
fn drawing_between_steps_is_placed_at_once_and_lasts_until_the_next() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    core.context().canvas_on(id).text(OFFSET, "*", Color::RED);
    assert_eq!(rows(&core, 2)[0].position, vec2(5.5, 3.0));
    steps(&mut core, 1);
    assert!(rows(&core, 2).is_empty());
}

#[test]
fn invalid_drawings_are_counted_and_nothing_is_drawn_on_removed_objects() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        let mut cx = core.context();
        cx.canvas_on(id)
            .text(vec2(bad, 0.0), "*", Color::RED)
            .frame(vec2(0.0, bad), SpriteId::PLACEHOLDER, 0, Color::RED);
    }
    assert_eq!(core.world.refusals(), 8);
    core.world.remove(id);
    steps(&mut core, 1);
    core.context().canvas_on(id).text(OFFSET, "*", Color::RED);
    assert!(rows(&core, 2).is_empty());
    steps(&mut core, 1);
}

#[test]
fn drawings_are_not_in_the_checksum() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    let before = core.checksum();
    core.context().canvas_on(id).text(OFFSET, "*", Color::RED);
    assert_eq!(core.checksum(), before);
}

/// Returns the version of the chunk of drawings at an altitude. It rises whenever backends have to copy the chunk.
fn version(core: &Core, altitude: usize) -> u64 {
    core.world.scene().altitudes()[altitude]
        .drawn()
        .chunk_version(0)
}

#[test]
fn a_disabled_altitude_goes_on_showing_what_its_objects_drew() {
    let mut core = core();
    let object = Object {
        velocity: vec2(1.0, 0.0),
        ..ghost_at(5.0, 5.0)
    };
    let id = spawn(&mut core, object);
    draws(&mut core, id, Interest::Step);
    steps(&mut core, 2);
    core.world.altitude_settings_mut(2).enabled = false;
    steps(&mut core, 2);
    let at_rest = version(&core, 2);
    for _ in 0..3 {
        steps(&mut core, 1);
        let rows = rows(&core, 2);
        let seen: Vec<_> = rows.iter().map(|row| (row.position, row.motion)).collect();
        assert_eq!(seen, [(vec2(7.5, 3.0), Vec2::ZERO)]);
    }
    assert_eq!(version(&core, 2), at_rest, "copied while nothing changes");
    // Drawings follow their object when it moves or is hidden.
    core.object_mut(id).unwrap().set_position(vec2(20.0, 10.0));
    steps(&mut core, 1);
    assert_eq!(rows(&core, 2)[0].position, vec2(20.5, 8.0));
    core.object_mut(id).unwrap().set_visible(false);
    steps(&mut core, 1);
    assert!(rows(&core, 2).is_empty());
    core.object_mut(id).unwrap().set_visible(true);
    steps(&mut core, 1);
    assert_eq!(rows(&core, 2).len(), 1);
    // Once the object acts again, its new drawings replace the old ones.
    core.world.altitude_settings_mut(2).enabled = true;
    steps(&mut core, 3);
    assert_eq!(rows(&core, 2).len(), 1);
    core.world.altitude_settings_mut(2).enabled = false;
    core.world.remove(id);
    steps(&mut core, 2);
    assert!(rows(&core, 2).is_empty());
}

#[test]
fn drawings_follow_a_resting_object_to_its_altitude() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    draws(&mut core, id, Interest::Step);
    steps(&mut core, 1);
    for altitude in [2, 3] {
        core.world.altitude_settings_mut(altitude).enabled = false;
    }
    for altitude in [3_u16, 2, 3, 3] {
        core.step_with(StepInput::next(&core), |cx| {
            cx.object_mut(id).unwrap().set_altitude(altitude);
        });
        for _ in 0..3 {
            let seen = [2, 3].map(|altitude| rows(&core, altitude).len());
            let there = usize::from(altitude);
            assert_eq!(seen, [3 - there, there - 2]);
            steps(&mut core, 1);
        }
    }
}

#[test]
fn a_new_drawing_on_an_object_at_rest_replaces_the_old_ones() {
    type Rest = (&'static str, fn(&mut Core, ObjectId), usize);
    let rests: [Rest; 2] = [
        (
            "disabled",
            |core, _| core.world.altitude_settings_mut(2).enabled = false,
            1,
        ),
        (
            "on another level",
            |core, id| {
                core.object_mut(id).unwrap().set_level(7);
            },
            0,
        ),
    ];
    for (name, rest, seen) in rests {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        draws(&mut core, id, Interest::Step);
        let other = Object {
            altitude: 4,
            persistent: true,
            ..ghost_at(1.0, 1.0)
        };
        let other = spawn(&mut core, other);
        on(&mut core, other, &[Interest::Step], move |_, _, cx| {
            if cx.time.number > 2 {
                cx.canvas_on(id).text(Vec2::ZERO, "#", Color::CYAN);
            }
        });
        steps(&mut core, 1);
        rest(&mut core, id);
        for _ in 0..5 {
            steps(&mut core, 1);
            assert_eq!(rows(&core, 2).len(), seen, "{name}");
        }
        core.context().canvas_on(id).text(OFFSET, "*", Color::RED);
        // The drawing of the last step stays visible until the next step, beside the new one.
        assert_eq!(rows(&core, 2).len(), 2 * seen, "{name}, between steps");
        core.object_mut(id).unwrap().set_level(1);
        steps(&mut core, 1);
        assert_eq!(rows(&core, 2).len(), 1 + usize::from(seen == 0), "{name}");
    }
}

#[test]
fn the_last_drawings_return_with_their_level() {
    let mut core = core();
    let object = Object {
        velocity: vec2(1.0, 0.0),
        ..ghost_at(5.0, 5.0)
    };
    let id = spawn(&mut core, object);
    draws(&mut core, id, Interest::Finish);
    let go = |core: &mut Core, to| {
        core.step_with(StepInput::next(core), |cx| cx.change_level(to));
    };
    go(&mut core, 2);
    assert!(rows(&core, 2).is_empty());
    steps(&mut core, 3);
    assert!(rows(&core, 2).is_empty());
    core.object_mut(id).unwrap().set_position(vec2(30.0, 5.0));
    go(&mut core, 1);
    let returned = rows(&core, 2);
    assert_eq!(returned.len(), 1);
    assert_eq!(returned[0].position, vec2(30.5, 3.0));
    assert_eq!(returned[0].motion, Vec2::ZERO);
    steps(&mut core, 1);
    assert_eq!(rows(&core, 2).len(), 1);
    assert_eq!(rows(&core, 2)[0].position, vec2(31.5, 3.0));
    // Between steps, a level change hides and shows drawings at once.
    core.context().change_level(2);
    assert!(rows(&core, 2).is_empty());
    core.context().change_level(1);
    assert_eq!(rows(&core, 2).len(), 1);
    // A restored world shows the same drawings.
    go(&mut core, 2);
    steps(&mut core, 2);
    let frozen = core.snapshot();
    go(&mut core, 1);
    core.restore(&frozen);
    go(&mut core, 1);
    assert_eq!(rows(&core, 2).len(), 1);
}
