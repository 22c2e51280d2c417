//! Every setter is called with every invalid value and every stale handle, at every moment of a step. Each call is
//! refused or ignored, and counted. The old value stays, and nothing panics.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod parts;
mod setters;

use crate::common::{Moment, Notes, attach, core, crate_at, ghost_at, on, spawn, steps};
use damselfly::assets::SpriteId;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::HudEvent;
use damselfly::world::{Attachment, Context, Core, Event, Interest, Object, Outcome, World};
use damselfly::{Color, ObjectId};

use setters::{NUMBERS, Nothing, OTHERS, sitting};

const BAD: [f32; 5] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    -f32::MAX,
];

/// Returns a world, the id of a parent, and the id of a solid object with a sprite that is attached to it.
fn world() -> (Core, ObjectId, ObjectId) {
    let mut core = core();
    let parent = spawn(&mut core, ghost_at(20.0, 10.0));
    let sprite = Some(SpriteId::PLACEHOLDER);
    let id = spawn(
        &mut core,
        Object {
            sprite,
            ..crate_at(5.0, 5.0)
        },
    );
    assert!(
        core.object_mut(id)
            .unwrap()
            .set_parent(parent, sitting(Vec2::ONE, 0.5))
            .is_done()
    );
    steps(&mut core, 2);
    (core, parent, id)
}

#[test]
fn every_setter_refuses_every_invalid_number_and_keeps_the_old_value() {
    for (name, set) in NUMBERS {
        let (mut core, _, id) = world();
        for (count, bad) in (1..).zip(BAD) {
            let before = core.checksum();
            let attached = core.world.object(id).and_then(|object| object.attachment());
            assert_eq!(
                set(&mut core.context(), id, bad),
                Outcome::Refused,
                "{name}: {bad}"
            );
            assert_eq!(core.checksum(), before, "{name}: {bad}");
            assert_eq!(
                core.world.object(id).and_then(|object| object.attachment()),
                attached
            );
            assert_eq!(core.world.refusals(), count, "{name}: {bad}");
        }
        // The same setter accepts a valid value.
        assert_eq!(set(&mut core.context(), id, 1.5), Outcome::Done, "{name}");
        steps(&mut core, 3);
        assert!(
            core.world
                .object(id)
                .map(|object| object.position())
                .is_some_and(Vec2::is_finite)
        );
    }
}

#[test]
fn every_setter_refuses_during_a_step_too() {
    for (name, set) in NUMBERS {
        let (mut core, _, id) = world();
        let notes = Notes::new();
        let noted = notes.clone();
        let all = [Interest::Step, Interest::After, Interest::Finish];
        on(&mut core, id, &all, move |me, _, cx| {
            for bad in BAD {
                noted.note(set(cx, me, bad));
            }
        });
        let before = core.world.object(id).map(|object| object.position());
        steps(&mut core, 1);
        assert_eq!(notes.take(), [Outcome::Refused; 15], "{name}");
        assert_eq!(core.world.refusals(), 15);
        assert_eq!(
            (
                core.world.object(id).map(|object| object.position()),
                core.world.object(id).map(|object| object.is_disabled())
            ),
            (before, Some(false))
        );
    }
}

#[test]
fn setters_with_a_stale_id_return_gone_and_change_nothing() {
    for (name, set) in NUMBERS.into_iter().chain(OTHERS) {
        let (mut core, parent, id) = world();
        core.world.remove(parent);
        steps(&mut core, 1);
        let tenants =
            [crate_at(1.0, 1.0), crate_at(9.0, 9.0)].map(|object| spawn(&mut core, object));
        assert!(tenants.iter().any(|tenant| tenant.slot() == id.slot()));
        for tenant in tenants {
            core.context().attach(tenant, Nothing);
        }
        steps(&mut core, 1);
        let before = core.checksum();
        for number in [0.5, f32::NAN] {
            assert_eq!(
                set(&mut core.context(), id, number),
                Outcome::Gone,
                "{name}"
            );
        }
        if !name.starts_with("events") {
            assert_eq!(core.checksum(), before, "{name}");
        }
        assert_eq!(core.world.refusals(), 0, "{name}");
        steps(&mut core, 2);
        assert_eq!(
            core.world.object(tenants[0]).unwrap().position(),
            vec2(1.0, 1.0)
        );
    }
}

#[test]
fn every_setter_may_be_called_at_any_moment_on_any_object() {
    let moments: [fn(Moment<'_>) -> bool; 5] = [
        |moment| moment.is_step(),
        |moment| moment.is_collision(),
        |moment| matches!(moment, Moment::After),
        |moment| matches!(moment, Moment::Finish),
        |moment| moment.is_removed(),
    ];
    for (name, set) in NUMBERS.into_iter().chain(OTHERS) {
        for is_time in moments {
            for going in [false, true] {
                let (mut core, parent, id) = world();
                let wall = spawn(&mut core, crate_at(30.0, 10.0));
                let mover = Object {
                    velocity: vec2(1.0, 0.0),
                    ..crate_at(27.5, 10.0)
                };
                let mover = spawn(&mut core, mover);
                let child = spawn(&mut core, ghost_at(1.0, 1.0));
                core.object_mut(child)
                    .unwrap()
                    .set_parent(mover, sitting(Vec2::ONE, 0.0));
                let all = [Interest::Step, Interest::After, Interest::Finish];
                let notes = Notes::new();
                let noted = notes.clone();
                on(&mut core, mover, &all, move |me, moment, cx| {
                    if cx.time.number == 5 {
                        cx.remove(me);
                    }
                    if !is_time(moment) {
                        return;
                    }
                    noted.note("begun");
                    for whom in [me, child, wall, id, parent] {
                        if going {
                            cx.remove(whom);
                        }
                        set(cx, whom, 2.0);
                    }
                    noted.note("ended");
                });
                steps(&mut core, 5);
                core.checksum();
                let notes = notes.take();
                let ended = notes.iter().filter(|&&note| note == "ended").count();
                assert_eq!(ended * 2, notes.len(), "{name}: a handler panicked");
                assert_ne!(ended, 0, "{name}");
                steps(&mut core, 2);
            }
        }
    }
}

#[test]
fn altitudes_levels_and_drawings_out_of_range_are_refused_and_counted() {
    type Ask = (&'static str, fn(&mut Context<'_>, ObjectId));
    const ASKED: [Ask; 13] = [
        ("one altitude too high", |cx, id| {
            refused(cx.object_mut(id).unwrap().set_altitude(5))
        }),
        ("the highest number", |cx, id| {
            refused(cx.object_mut(id).unwrap().set_altitude(u16::MAX))
        }),
        ("one level too high", |cx, id| {
            refused(
                cx.object_mut(id)
                    .unwrap()
                    .set_level(World::HIGHEST_LEVEL + 1),
            )
        }),
        ("the highest level", |cx, id| {
            refused(cx.object_mut(id).unwrap().set_level(u16::MAX))
        }),
        ("going too high", |cx, _| cx.change_level(u16::MAX)),
        ("text too high", |cx, _| {
            cx.canvas(5).text(Vec2::ZERO, "x", Color::RED);
        }),
        ("text nowhere", |cx, _| {
            cx.canvas(2).text(Vec2::NAN, "x", Color::RED);
        }),
        ("spans nowhere", |cx, _| {
            let spans = [("x", Color::RED).into()];
            cx.canvas(2).spans(
                Vec2::INFINITY,
                &spans,
                damselfly::scene::TextLayout::default(),
            );
        }),
        ("a frame nowhere", |cx, _| {
            cx.canvas(2)
                .frame(Vec2::NAN, SpriteId::PLACEHOLDER, 0, Color::RED);
        }),
        ("a frame too high", |cx, _| {
            cx.canvas(99)
                .frame(Vec2::ZERO, SpriteId::PLACEHOLDER, 0, Color::RED);
        }),
        ("text on it, nowhere", |cx, id| {
            cx.canvas_on(id).text(Vec2::NAN, "x", Color::RED);
        }),
        ("attached to itself", |cx, id| {
            refused(
                cx.object_mut(id)
                    .unwrap()
                    .set_parent(id, Attachment::default()),
            );
        }),
        ("altitudes too high", |cx, _| {
            refused(cx.change_altitudes([0, 5], |settings| settings.visible = false));
        }),
    ];
    for (name, ask) in ASKED {
        let (mut core, _, id) = world();
        let before = core.checksum();
        ask(&mut core.context(), id);
        assert_eq!(core.world.refusals(), 1, "{name}");
        assert_eq!(core.checksum(), before, "{name}");
        steps(&mut core, 2);
        assert_eq!(core.world.level(), 1);
    }
}

fn refused(outcome: Outcome) {
    assert_eq!(outcome, Outcome::Refused);
}

#[test]
fn a_last_callback_may_spawn_attach_send_draw_and_remove() {
    let mut core = core();
    let first = spawn(&mut core, ghost_at(5.0, 5.0));
    let notes = Notes::new();
    let noted = notes.clone();
    let bystander = spawn(&mut core, ghost_at(9.0, 9.0));
    on(&mut core, first, &[], move |me, moment, cx| {
        if !moment.is_removed() {
            return;
        }
        let heir = cx.spawn(ghost_at(6.0, 6.0));
        let heirs_notes = noted.clone();
        attach(cx, heir, &[Interest::Step], move |me, moment, _| {
            heirs_notes.note((me, moment.is_removed()));
        });
        let how = Attachment::default();
        assert_eq!(
            cx.object_mut(heir).unwrap().set_parent(me, how),
            Outcome::Gone,
            "it goes"
        );
        assert_eq!(
            cx.object_mut(heir).unwrap().set_parent(bystander, how),
            Outcome::Done
        );
        cx.send(HudEvent::add("Lives", -1));
        cx.send_to(me, Event::custom(()));
        cx.canvas_on(me).text(Vec2::ZERO, "x", Color::RED);
        cx.remove(me);
    });
    core.world.remove(first);
    steps(&mut core, 1);
    assert_eq!(core.world.len(), 2);
    steps(&mut core, 1);
    let [(heir, false)] = notes.take()[..] else {
        panic!("the heir receives one step");
    };
    assert_eq!(core.world.object(heir).unwrap().parent(), Some(bystander));
    assert_eq!(core.world.object(heir).unwrap().position(), vec2(9.0, 9.0));
    core.world.remove(bystander);
    steps(&mut core, 1);
    assert!(core.world.is_empty());
    assert_eq!(notes.take(), [(heir, true)]);
}

#[test]
fn children_and_parents_may_remove_each_other_in_any_handler() {
    let moments: [fn(Moment<'_>) -> bool; 4] = [
        |moment| moment.is_step(),
        |moment| matches!(moment, Moment::After),
        |moment| matches!(moment, Moment::Finish),
        |moment| moment.is_removed(),
    ];
    for is_time in moments {
        for by_child in [false, true] {
            let mut core = core();
            let ids = [5.0; 3].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
            let how = Attachment::default();
            core.object_mut(ids[1]).unwrap().set_parent(ids[0], how);
            core.object_mut(ids[2]).unwrap().set_parent(ids[1], how);
            let gone = Notes::new();
            let all = [Interest::Step, Interest::After, Interest::Finish];
            for id in ids {
                let noted = gone.clone();
                on(&mut core, id, &all, move |me, moment, cx| {
                    if moment.is_removed() {
                        noted.note(me);
                    }
                    let acts = if by_child { ids[2] } else { ids[0] };
                    if me == acts && is_time(moment) {
                        let whom = if by_child { ids[0] } else { ids[1] };
                        cx.remove(whom);
                    }
                });
            }
            core.world.remove(ids[if by_child { 2 } else { 0 }]);
            steps(&mut core, 3);
            let mut gone = gone.take();
            gone.sort();
            let expected: &[ObjectId] = match (by_child, is_time(Moment::Removed)) {
                // The child was marked before this moment came, so that it removes nothing and is removed alone.
                (true, false) => &ids[2..],
                _ => &ids,
            };
            assert_eq!(gone, expected);
        }
    }
}
