//! Worlds with equal checksums have equal futures, however they were made.

mod detours;

use crate::characters::{Idle, block, body, edit, place, walker};
use crate::common::{core, crate_at, ghost_at, in_empty_world, spawn, steps};
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Behavior, Collision, Component, Context, Core, Event, Object, World};
use damselfly::{ChecksumWriter, ObjectId};

fn teleport(core: &mut Core, id: ObjectId, to: Vec2) {
    assert!(
        core.object_mut(id)
            .expect("it exists")
            .set_position(to)
            .is_done()
    );
}

/// Returns a lift and a hero on it.
fn lift_and_hero(core: &mut Core) -> (ObjectId, ObjectId) {
    let lift = spawn(core, block(0.0, 100.0, 100.0, 6.0).platform());
    let hero = walker(core, (10.0, 10.0), (50.0, 95.0), 0.0);
    steps(core, 3);
    (lift, hero)
}

fn jump(core: &mut Core, hero: ObjectId) {
    edit(core, hero, |hero| hero.next = Some(-5.0));
}

#[test]
fn the_way_of_a_lift_is_part_of_the_checksum() {
    let by = vec2(2.0, -3.0);
    // In the first world the lift moves, and takes the hero along. In the second world both are put there.
    let moves = |core: &mut Core, &(lift, _): &(ObjectId, ObjectId)| {
        core.context().move_by(lift, by);
    };
    let is_put = |core: &mut Core, &(lift, hero): &(ObjectId, ObjectId)| {
        for id in [lift, hero] {
            let to = place(core, id) + by;
            teleport(core, id, to);
        }
    };
    let ends = [&moves as &dyn Fn(&mut Core, &_), &is_put].map(|complete| {
        in_empty_world(|core| {
            let ids = lift_and_hero(core);
            complete(core, &ids);
            let (at, sum) = (place(core, ids.1), core.checksum());
            jump(core, ids.1);
            steps(core, 1);
            (at, sum, place(core, ids.1) - at)
        })
    });
    let [one, other] = ends;
    assert_eq!(one.0, other.0, "both heroes are in the same place");
    assert_eq!(
        [one.2, other.2],
        [vec2(2.0, -8.0), vec2(0.0, -5.0)],
        "they jump differently"
    );
    assert_ne!(one.1, other.1);
}

#[test]
fn lifts_that_stop_differ_from_lifts_at_rest() {
    for velocity in [vec2(0.0, -3.0), vec2(1.0, 0.0), vec2(-0.5, -0.25)] {
        let play = |velocity: Vec2| {
            in_empty_world(|core| {
                let (lift, hero) = lift_and_hero(core);
                let mut object = core.object_mut(lift).expect("it exists");
                assert!(object.set_velocity(velocity).is_done());
                steps(core, 1);
                let mut object = core.object_mut(lift).expect("it exists");
                assert!(object.set_velocity(Vec2::ZERO).is_done());
                for (id, to) in [(lift, vec2(50.0, 103.0)), (hero, vec2(50.0, 95.0))] {
                    teleport(core, id, to);
                }
                let sum = core.checksum();
                jump(core, hero);
                steps(core, 1);
                (sum, place(core, hero))
            })
        };
        let (moved, rested) = (play(velocity), play(Vec2::ZERO));
        assert_ne!(moved.1, rested.1, "{velocity}");
        assert_ne!(moved.0, rested.0, "{velocity}");
    }
}

#[test]
fn a_rider_that_was_carried_already_differs_from_one_that_was_not() {
    // The first lift carries the rider by 4. A second one that moves by 4 in the same step then adds nothing.
    let by = vec2(4.0, 0.0);
    let play = |is_carried: bool| {
        in_empty_world(|core| {
            let lifts = [(0.0, 100.0), (50.0, 100.0)];
            let lifts = lifts.map(|(x, y)| spawn(core, block(x, y, 50.0, 6.0).platform()));
            let rider = core
                .context()
                .spawn_with(body(Vec2::splat(10.0), vec2(50.0, 95.0)), Idle);
            steps(core, 1);
            if is_carried {
                core.context().move_by(lifts[1], by);
            } else {
                for id in [lifts[1], rider] {
                    let to = place(core, id) + by;
                    teleport(core, id, to);
                }
            }
            let (at, sum) = (place(core, rider), core.checksum());
            core.context().move_by(lifts[0], by);
            (at, sum, place(core, rider))
        })
    };
    let (carried, put) = (play(true), play(false));
    assert_eq!(carried.0, put.0);
    assert_ne!(carried.2, put.2);
    assert_ne!(carried.1, put.1);
}

#[test]
fn a_restored_lift_gives_the_same_jump_again() {
    in_empty_world(|core| {
        let (lift, hero) = lift_and_hero(core);
        core.context().move_by(lift, vec2(2.0, -3.0));
        let (before, sum) = (core.snapshot(), core.checksum());
        let mut ends = Vec::new();
        for _ in 0..2 {
            jump(core, hero);
            steps(core, 1);
            ends.push((place(core, hero), core.checksum()));
            steps(core, 3);
            core.restore(&before);
            assert_eq!(core.checksum(), sum);
        }
        assert_eq!(ends[0], ends[1]);
    });
}

/// Two steps after a lift has stopped, its way no longer counts.
#[test]
fn lifts_that_rest_differ_only_by_their_places() {
    let by = vec2(2.0, -3.0);
    let [moved, put] = [true, false].map(|moves| {
        in_empty_world(|core| {
            let (lift, hero) = lift_and_hero(core);
            if moves {
                core.context().move_by(lift, by);
            } else {
                for id in [lift, hero] {
                    let to = place(core, id) + by;
                    teleport(core, id, to);
                }
            }
            steps(core, 2);
            let sum = core.checksum();
            jump(core, hero);
            steps(core, 3);
            (sum, core.checksum())
        })
    });
    assert_eq!(moved, put);
}

/// Moves to the right when it draws for the first time.
#[derive(Clone)]
struct MovesWhenDrawn(bool);

impl Behavior for MovesWhenDrawn {
    fn draw(&mut self, cx: &mut Context<'_>) {
        if !core::mem::replace(&mut self.0, true) {
            let me = cx.me().id();
            cx.move_by(me, Vec2::X);
        }
    }

    fn collision(&mut self, _: &Collision, cx: &mut Context<'_>) {
        cx.me().set_velocity(vec2(-1.0, 0.0));
    }
}

/// The contact of a move that a `draw` hook has made waits for the next step. A teleport makes it invalid.
#[test]
fn waiting_contacts_that_are_invalid_differ_from_valid_ones() {
    let play = |teleports: bool| {
        in_empty_world(|core| {
            let mover = core
                .context()
                .spawn_with(crate_at(7.5, 10.0), MovesWhenDrawn(false));
            spawn(core, crate_at(10.0, 10.0));
            steps(core, 1);
            if teleports {
                let at = place(core, mover);
                teleport(core, mover, vec2(50.0, 10.0));
                teleport(core, mover, at);
            }
            let sum = core.checksum();
            steps(core, 2);
            (sum, place(core, mover))
        })
    };
    let (valid, invalid) = (play(false), play(true));
    assert_ne!(valid.1, invalid.1, "the contact turns the mover around");
    assert_ne!(valid.0, invalid.0);
}

#[derive(Clone)]
struct Closed(bool);

impl Component for Closed {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.bool(self.0);
    }
}

fn is_open(world: &World, one: ObjectId, other: ObjectId) -> bool {
    let is_closed = |id| world.get::<Closed>(id).is_some_and(|closed| closed.0);
    !is_closed(one) && !is_closed(other)
}

/// A step tests the overlaps of objects that have changed. A filter may answer differently although none has.
#[test]
fn overlaps_that_are_tested_again_by_a_filter_are_in_the_checksum() {
    let touches: [fn(&mut Core, ObjectId); 3] = [
        |core, hero| {
            let at = place(core, hero);
            teleport(core, hero, at);
        },
        |core, _| {
            let level = core.world.level();
            core.context().change_level(level + 1);
            core.context().change_level(level);
            core.world.set_collision_filter(Some(is_open));
        },
        |core, _| {
            let _ = core.world.columns_mut(2_u16);
        },
    ];
    for (index, touch) in touches.into_iter().enumerate() {
        let play = |touched: bool| {
            in_empty_world(|core| {
                core.world.set_collision_filter(Some(is_open));
                let zone = Object {
                    sensor: true,
                    altitude: 2,
                    ..ghost_at(10.0, 10.0)
                };
                let zone = spawn(core, zone);
                let hero = spawn(
                    core,
                    Object {
                        altitude: 2,
                        ..crate_at(11.0, 10.0)
                    },
                );
                core.world.insert(zone, Closed(true));
                steps(core, 2);
                if touched {
                    touch(core, hero);
                }
                let sum = core.checksum();
                core.world.insert(zone, Closed(false));
                steps(core, 1);
                (sum, core.checksum())
            })
        };
        let (still, touched) = (play(false), play(true));
        assert_ne!(
            still.1, touched.1,
            "{index}: the overlap begins in only one of them"
        );
        assert_ne!(still.0, touched.0, "{index}");
    }
}

#[test]
fn an_event_queue_that_was_too_full_differs_from_a_full_one() {
    let mut core = core();
    for _ in 0..1 << 20 {
        core.world.send(Event::Step);
    }
    let full = core.checksum();
    // Until the queue is empty, it now accepts nothing.
    core.world.send(Event::Step);
    assert_ne!(core.checksum(), full);
}
