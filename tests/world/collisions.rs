//! The rules of collisions: which objects are notified, and which are stopped.

use crate::common::{
    Moment, Notes, core, crate_at, note_collisions, on, spawn, steps, to_the_right,
};
use Solidness::{Hard, Soft, Spectral};
use core::cell::RefCell;
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{
    Attachment, Behavior, Bounds, Collision, Context, Core, Event, Interest, Moved, Movement,
    Object, Solidness, StepInput, World,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// The wall that the ball meets.
fn wall() -> Object {
    crate_at(10.0, 10.0)
}

/// Half a unit before the wall, and on its way into it.
fn rolling_ball() -> Object {
    to_the_right(crate_at(7.5, 10.0))
}

fn x(core: &Core, id: ObjectId) -> f32 {
    core.world
        .object(id)
        .map(|object| object.position())
        .map_or(f32::NAN, |place| place.x)
}

#[test]
fn solid_pairs_are_notified_and_only_hard_against_hard_is_stopped() {
    for mover in [Hard, Soft, Spectral] {
        for other in [Hard, Soft, Spectral] {
            let mut core = core();
            let wall = spawn(
                &mut core,
                Object {
                    solidness: other,
                    ..wall()
                },
            );
            let ball = Object {
                solidness: mover,
                ..rolling_ball()
            };
            let ball = spawn(&mut core, ball);
            let notes = note_collisions(&mut core, &[wall, ball]);
            steps(&mut core, 1);
            let notified: Vec<ObjectId> = notes.take().into_iter().map(|(who, _)| who).collect();
            let solid = mover != Spectral && other != Spectral;
            let expected = if solid { vec![ball, wall] } else { vec![] };
            assert_eq!(notified, expected, "{mover:?} against {other:?}");
            let stopped = mover == Hard && other == Hard;
            assert_eq!(
                x(&core, ball),
                if stopped { 7.5 } else { 8.5 },
                "{mover:?} against {other:?}"
            );
            assert_eq!(x(&core, wall), 10.0);
        }
    }
}

#[test]
fn each_side_receives_a_collision_with_its_own_normal() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let ball = spawn(&mut core, to_the_right(crate_at(7.5, 10.5)));
    let notes = note_collisions(&mut core, &[wall, ball]);
    steps(&mut core, 1);
    let of_ball = Collision {
        other: wall,
        is_mover: true,
        // The ball's box would reach from 7.5 to 9.5, the wall's from 9 to 11.
        position: vec2(9.25, 10.25),
        time: 1.0,
        normal: Vec2::NEG_X,
    };
    // Each object sees it from its own side.
    let of_wall = Collision {
        other: ball,
        is_mover: false,
        normal: Vec2::X,
        ..of_ball
    };
    assert_eq!(notes.take(), [(ball, of_ball), (wall, of_wall)]);
    // Once per pair and move: the next step tries again.
    steps(&mut core, 2);
    assert_eq!(notes.take().len(), 4);
}

#[test]
fn touching_is_not_overlapping() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let ball = spawn(
        &mut core,
        Object {
            velocity: vec2(0.5, 0.0),
            ..crate_at(7.0, 10.0)
        },
    );
    let notes = note_collisions(&mut core, &[wall, ball]);
    steps(&mut core, 2);
    assert_eq!((notes.take().len(), x(&core, ball)), (0, 8.0));
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (2, 8.0));
    // Along the wall it goes freely.
    core.object_mut(ball).unwrap().set_velocity(vec2(0.0, 0.5));
    steps(&mut core, 5);
    assert_eq!(notes.take().len(), 0);
}

#[test]
fn collisions_are_tested_only_for_objects_that_move() {
    let mut core = core();
    let ids = [
        spawn(&mut core, wall()),
        spawn(&mut core, crate_at(10.5, 10.0)),
    ];
    let notes = note_collisions(&mut core, &ids);
    steps(&mut core, 3);
    assert_eq!(notes.take(), [], "they overlap, and nothing happens");
    core.object_mut(ids[0])
        .unwrap()
        .set_velocity(vec2(0.0, 0.25));
    core.object_mut(ids[1])
        .unwrap()
        .set_velocity(vec2(0.0, 0.25));
    steps(&mut core, 1);
    let notified: Vec<_> = notes
        .take()
        .into_iter()
        .map(|(me, hit)| (me, hit.other, hit.is_mover))
        .collect();
    assert_eq!(
        notified,
        [
            (ids[0], ids[1], true),
            (ids[1], ids[0], false),
            (ids[1], ids[0], true),
            (ids[0], ids[1], false)
        ]
    );
}

#[test]
fn collisions_need_groups_that_match_both_ways() {
    for (groups, collides_with, expected) in [
        ([0b01, 0b10], [0b10, 0b01], 2),
        ([0b01, 0b10], [0b01, 0b10], 0),
        ([0b01, 0b10], [0b11, 0b10], 0),
        ([0b11, 0b10], [0b10, 0b01], 2),
        ([0, 0b10], [u32::MAX, u32::MAX], 0),
    ] {
        let mut core = core();
        let object = |index: usize, object| Object {
            groups: groups[index],
            collides_with: collides_with[index],
            ..object
        };
        let wall = spawn(&mut core, object(0, wall()));
        let ball = spawn(&mut core, object(1, rolling_ball()));
        let notes = note_collisions(&mut core, &[wall, ball]);
        steps(&mut core, 1);
        assert_eq!(notes.take().len(), expected, "{groups:?} {collides_with:?}");
        assert_eq!(x(&core, ball), if expected == 0 { 8.5 } else { 7.5 });
    }
}

#[test]
fn a_filter_can_let_a_pair_through() {
    let mut core = core();
    let wall = spawn(
        &mut core,
        Object {
            kind: "Wall",
            ..wall()
        },
    );
    let ball = spawn(
        &mut core,
        Object {
            kind: "Ball",
            ..rolling_ball()
        },
    );
    let notes = note_collisions(&mut core, &[wall, ball]);
    core.world
        .set_collision_filter(Some(|world: &World, mover, other| {
            (
                world.object(mover).map(|object| object.kind()),
                world.object(other).map(|object| object.kind()),
            ) != (Some("Ball"), Some("Wall"))
        }));
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (0, 8.5));
    core.world.set_collision_filter(None);
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (2, 8.5));
}

#[test]
fn a_whole_cell_point_collides_as_its_cell() {
    let bounds = Bounds::Fixed(Rect::point(Vec2::ZERO));
    for (movement, expected) in [(Movement::WholeCells, 2), (Movement::Smooth, 0)] {
        let mut core = core();
        let point = |x: f32| Object {
            bounds,
            movement,
            position: vec2(x, 5.0),
            ..Object::default()
        };
        let still = spawn(&mut core, point(10.0));
        let mover = spawn(&mut core, to_the_right(point(9.0)));
        let notes = note_collisions(&mut core, &[still, mover]);
        steps(&mut core, 1);
        assert_eq!(notes.take().len(), expected, "{movement:?}");
    }
    // A point inside of a box overlaps it.
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let point = Object {
        bounds,
        position: vec2(8.5, 10.0),
        ..Object::default()
    };
    let mover = spawn(&mut core, to_the_right(point));
    let notes = note_collisions(&mut core, &[wall, mover]);
    steps(&mut core, 1);
    assert_eq!(notes.take().len(), 2);
}

#[test]
fn contacts_of_a_handlers_move_are_notified_after_it() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let ball = spawn(&mut core, crate_at(7.0, 10.0));
    let notes = Notes::new();
    for id in [wall, ball] {
        let noted = notes.clone();
        on(&mut core, id, &[Interest::Step], move |me, moment, cx| {
            if moment.is_collision() {
                noted.note(if me == ball {
                    "the ball receives"
                } else {
                    "the wall receives"
                });
            } else if moment.is_step() && me == ball {
                assert_eq!(cx.move_by(me, vec2(0.5, 0.0)), Moved::Moved);
                assert_eq!(cx.move_to(me, vec2(8.5, 10.0)), Moved::Blocked);
                assert_eq!(cx.object(me).unwrap().position(), vec2(7.5, 10.0));
                noted.note("the ball has moved");
            }
        });
    }
    steps(&mut core, 1);
    assert_eq!(
        notes.take(),
        [
            "the ball has moved",
            "the ball receives",
            "the wall receives"
        ]
    );
}

#[test]
fn a_handler_that_repositions_the_mover_overrides_the_move() {
    let mut core = core();
    let _coin = spawn(
        &mut core,
        Object {
            solidness: Soft,
            ..wall()
        },
    );
    let ball = spawn(&mut core, rolling_ball());
    on(&mut core, ball, &[], |me, moment, cx| {
        if moment.is_collision() {
            cx.object_mut(me).unwrap().set_position(vec2(40.0, 5.0));
        }
    });
    steps(&mut core, 1);
    assert_eq!(core.world.object(ball).unwrap().position(), vec2(40.0, 5.0));
}

#[test]
fn a_teleport_drops_the_other_contacts_of_the_step() {
    let coin = |x: f32, y: f32| Object {
        solidness: Soft,
        ..crate_at(x, y)
    };
    let far = vec2(40.0, 5.0);
    // The handler belongs to the mover or to the first coin. The move is tested at its end or along its way.
    for (is_own, is_bullet) in [(true, false), (false, false), (true, true), (false, true)] {
        // Away from both, and aside within the second one.
        for to in [far, vec2(8.5, 11.5)] {
            let mut core = core();
            let coins = [coin(10.0, 10.0), coin(10.0, 11.0)].map(|coin| spawn(&mut core, coin));
            let mut ball = Object {
                solidness: Soft,
                ..rolling_ball()
            };
            if is_bullet {
                ball = ball.bullet();
            }
            let ball = spawn(&mut core, ball);
            let notes = Notes::new();
            let [first, second] = coins;
            for id in [first, second, ball] {
                let noted = notes.clone();
                on(&mut core, id, &[], move |me, moment, cx| {
                    if moment.is_collision() {
                        noted.note(me);
                        if me == (if is_own { ball } else { first }) {
                            cx.object_mut(ball).unwrap().set_position(to);
                        }
                    }
                });
            }
            steps(&mut core, 1);
            let name = format!("own {is_own}, bullet {is_bullet}, to {to}");
            assert_eq!(notes.take(), [ball, first], "{name}");
            assert_eq!(core.world.object(ball).unwrap().position(), to, "{name}");
        }
    }
}

/// Two bullets hit one saucer in the same step. The first contact removes the saucer, so the second bullet flies on.
#[test]
fn two_bullets_and_one_saucer_give_one_hit_and_one_score() {
    for solidness in [Hard, Soft] {
        let mut core = core();
        let saucer = spawn(&mut core, crate_at(10.0, 10.0));
        let bullets = [9.5, 10.5].map(|y| {
            let bullet = Object {
                bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(0.5, 0.5))),
                position: vec2(8.0, y),
                velocity: vec2(1.0, 0.0),
                solidness,
                ..Object::default()
            };
            spawn(&mut core, bullet.bullet())
        });
        let notes = Notes::new();
        let noted = notes.clone();
        on(&mut core, saucer, &[], move |me, moment, cx| {
            if let Moment::Event(&Event::Collision(hit)) = moment {
                noted.note(hit.other);
                cx.object_mut(hit.other).unwrap().remove();
                cx.object_mut(me).unwrap().remove();
            }
        });
        steps(&mut core, 1);
        assert_eq!(notes.take(), [bullets[0]], "{solidness:?}");
        assert_eq!(core.world.objects().collect::<Vec<_>>(), [bullets[1]]);
        let before = x(&core, bullets[1]);
        steps(&mut core, 1);
        assert_eq!(x(&core, bullets[1]), before + 1.0, "{solidness:?}");
        assert_eq!(notes.take(), []);
    }
}

/// What the handler of the first contact does to a parent and to its second child.
type ToFamily = fn(ObjectId, ObjectId, &mut Context<'_>);

#[test]
fn teleports_of_a_parent_drop_the_contacts_of_its_children() {
    let deeds: [(&str, ToFamily, usize); 5] = [
        (
            "teleport of the parent",
            |parent, _, cx| {
                cx.object_mut(parent).unwrap().set_position(vec2(50.0, 5.0));
            },
            1,
        ),
        (
            "another level of the parent",
            |parent, _, cx| {
                cx.object_mut(parent).unwrap().set_level(2);
            },
            1,
        ),
        (
            "the level that it has",
            |parent, _, cx| {
                cx.object_mut(parent).unwrap().set_level(1);
            },
            2,
        ),
        (
            "another attachment of the child",
            |_, child, cx| {
                let offset = vec2(30.0, 0.0);
                let attachment = Attachment {
                    offset,
                    angle: 0.0,
                    turns: false,
                };
                cx.object_mut(child).unwrap().set_attachment(attachment);
            },
            1,
        ),
        (
            "a level of the child, which is on its parent's",
            |_, child, cx| {
                cx.object_mut(child).unwrap().set_level(2);
            },
            2,
        ),
    ];
    for (name, deed, expected) in deeds {
        let mut core = core();
        let parent = Object {
            solidness: Spectral,
            ..to_the_right(crate_at(20.0, 10.0))
        };
        let parent = spawn(&mut core, parent);
        let notes = Notes::new();
        let children = [6.0, 14.0].map(|y| {
            spawn(&mut core, crate_at(23.5, y));
            let child = spawn(&mut core, crate_at(0.0, 0.0));
            let attachment = Attachment {
                offset: vec2(1.0, y - 10.0),
                angle: 0.0,
                turns: false,
            };
            core.object_mut(child)
                .unwrap()
                .set_parent(parent, attachment);
            child
        });
        for child in children {
            let (noted, second) = (notes.clone(), children[1]);
            on(&mut core, child, &[], move |me, moment, cx| {
                if moment.is_collision() {
                    noted.note(me);
                    if me != second {
                        deed(parent, second, cx);
                    }
                }
            });
        }
        steps(&mut core, 1);
        assert_eq!(notes.take(), children[..expected], "{name}");
    }
}

/// Hooks run once everything has moved.
#[test]
fn hooks_of_collisions_find_everything_moved() {
    let mut core = core();
    spawn(&mut core, wall());
    let ball = spawn(&mut core, rolling_ball());
    let later = spawn(&mut core, to_the_right(crate_at(30.0, 5.0)));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, ball, &[], move |_, moment, cx| {
        if moment.is_collision() {
            noted.note(cx.object(later).unwrap().position().x);
        }
    });
    steps(&mut core, 1);
    assert_eq!(notes.take(), [31.0]);
}

#[test]
fn objects_on_other_levels_are_not_in_the_way() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let ball = spawn(&mut core, rolling_ball());
    core.object_mut(wall).unwrap().set_level(2);
    let notes = note_collisions(&mut core, &[wall, ball]);
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (0, 8.5));
    // Nor do objects on the current level block one on another level.
    assert_eq!(core.context().move_to(wall, vec2(8.5, 10.0)), Moved::Moved);
    assert_eq!(notes.take().len(), 0);
    // A persistent one is in the way of all.
    core.object_mut(wall).unwrap().set_persistent(true);
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), x(&core, ball)), (2, 8.5));
}

/// Has no hook for collisions.
#[derive(Clone)]
struct Plain;

impl Behavior for Plain {}

#[test]
fn events_sent_before_a_move_precede_its_collision() {
    // The first time, the engine does not know yet that the type has no hook for collisions.
    for _ in 0..2 {
        let mut core = core();
        let wall = spawn(&mut core, wall());
        let ball = spawn(&mut core, crate_at(7.5, 10.0));
        for id in [wall, ball] {
            core.context().attach(id, Plain);
        }
        let listener = spawn(&mut core, crate_at(40.0, 10.0));
        let (notes, noted) = (Notes::new(), Notes::new());
        let received = notes.clone();
        on(&mut core, listener, &[], move |_, moment, _| {
            received.note(moment.get::<u8>());
        });
        core.step_with(StepInput::next(&core), |cx| {
            cx.send_to(listener, Event::custom(1_u8));
            assert_eq!(cx.move_by(ball, vec2(1.0, 0.0)), Moved::Blocked);
            noted.note(notes.peek());
        });
        assert_eq!(noted.take(), [[Some(1)]]);
    }
}

/// A box of the model. Numbers are quarters, so that sums are exact.
#[derive(Clone, Copy, Debug)]
struct Block {
    at: [i32; 2],
    size: [i32; 2],
    velocity: [i32; 2],
    solidness: Solidness,
    altitude: u16,
    groups: u32,
    collides_with: u32,
}

fn block() -> impl Strategy<Value = Block> {
    let pair = |range: core::ops::Range<i32>| [range.clone(), range];
    (
        pair(0..40),
        pair(0..9),
        pair(-5..6),
        prop_oneof![3 => Just(Hard), 2 => Just(Soft), 1 => Just(Spectral)],
        0..5u16,
        1..4u32,
        prop_oneof![3 => Just(3u32), 1 => 0..4u32],
    )
        .prop_map(
            |(at, size, velocity, solidness, altitude, groups, collides_with)| Block {
                at,
                size,
                velocity: [0, 1].map(|axis| velocity[axis].clamp(-size[axis], size[axis])),
                solidness,
                altitude,
                groups,
                collides_with,
            },
        )
}

/// Strictly: a point inside of a box overlaps it, two points never do.
fn overlap(a: &Block, at: [i32; 2], b: &Block) -> bool {
    (0..2).all(|axis| at[axis] < b.at[axis] + b.size[axis] && b.at[axis] < at[axis] + a.size[axis])
}

/// One step of the model: compares all pairs. No object moves further than its size. Returns which object is notified
/// of which other one, by their numbers, and whether it moved.
fn model_step(blocks: &mut [Block]) -> Vec<(usize, usize, bool)> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&number| blocks[number].altitude);
    let mut notified = Vec::new();
    for &mover in &order {
        let block = blocks[mover];
        let to = [
            block.at[0] + block.velocity[0],
            block.at[1] + block.velocity[1],
        ];
        let mut blocked = false;
        for &other in &order {
            let hit = &blocks[other];
            let solid = block.solidness != Spectral && hit.solidness != Spectral;
            let meet =
                block.groups & hit.collides_with != 0 && hit.groups & block.collides_with != 0;
            if block.velocity != [0, 0]
                && other != mover
                && solid
                && meet
                && overlap(&block, to, hit)
            {
                notified.extend([(mover, other, true), (other, mover, false)]);
                blocked |= block.solidness == Hard && hit.solidness == Hard;
            }
        }
        if !blocked {
            blocks[mover].at = to;
        }
    }
    notified
}

fn quarters(numbers: [i32; 2]) -> Vec2 {
    vec2(numbers[0] as f32, numbers[1] as f32) / 4.0
}

#[test]
fn collisions_match_testing_all_against_all_in_the_same_order() {
    let core = RefCell::new(core());
    let mut runner = TestRunner::new(Config::with_cases(1500));
    let blocks = prop::collection::vec(block(), 1..16);
    let outcome = runner.run(&blocks, |mut blocks| {
        let mut core = core.borrow_mut();
        let unit = core.world.unit();
        core.world = World::new(vec2(80.0, 24.0), unit, 5, 0);
        let ids: Vec<ObjectId> = blocks
            .iter()
            .map(|block| {
                let object = Object {
                    position: quarters(block.at),
                    bounds: Bounds::Fixed(Rect::from_size(Vec2::ZERO, quarters(block.size))),
                    velocity: quarters(block.velocity),
                    solidness: block.solidness,
                    altitude: block.altitude,
                    groups: block.groups,
                    collides_with: block.collides_with,
                    ..Object::default()
                };
                spawn(&mut core, object)
            })
            .collect();
        let notes = note_collisions(&mut core, &ids);
        for _ in 0..4 {
            let expected = model_step(&mut blocks);
            steps(&mut core, 1);
            let number = |id| ids.iter().position(|&other| other == id);
            let notified: Vec<_> = notes
                .take()
                .into_iter()
                .map(|(me, hit)| (number(me), number(hit.other), hit.is_mover))
                .collect();
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(me, other, is_mover)| (Some(me), Some(other), is_mover))
                .collect();
            prop_assert_eq!(notified, expected);
            for (&id, block) in ids.iter().zip(&blocks) {
                prop_assert_eq!(
                    core.world.object(id).unwrap().position(),
                    quarters(block.at)
                );
            }
        }
        Ok(())
    });
    outcome.unwrap();
}
