//! Random worlds that are changed directly, and on detours.

use super::*;
use crate::characters::{Idle, body};
use damselfly::world::{Attachment, Solidness};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;

/// Turns around at each contact, and at each overlap that begins or ends: a difference in either becomes visible.
#[derive(Clone)]
struct Nervous;

impl Nervous {
    fn turn(cx: &mut Context<'_>, by: f32) {
        let mut me = cx.me();
        let velocity = me.velocity();
        me.set_velocity(vec2(-velocity.x, velocity.y * 0.5 + by));
    }
}

impl Behavior for Nervous {
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        Self::turn(cx, hit.normal.y * 0.25);
    }

    fn overlap_begun(&mut self, _: ObjectId, cx: &mut Context<'_>) {
        Self::turn(cx, 0.25);
    }

    fn overlap_ended(&mut self, _: ObjectId, cx: &mut Context<'_>) {
        Self::turn(cx, -0.25);
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        if cx.step_number().is_multiple_of(4) {
            let me = cx.me().id();
            cx.move_by(me, vec2(0.5, 0.0));
        }
    }
}

/// Falls, and hops when it stands on a floor in every third step.
#[derive(Clone, Default)]
struct Hopper {
    velocity: Vec2,
    stands: bool,
}

impl Behavior for Hopper {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.velocity.y += 0.3;
        if self.stands && cx.step_number().is_multiple_of(3) {
            self.velocity.y = -2.0;
        }
        let me = cx.me().id();
        let slide = cx.move_and_slide(me, self.velocity, &Default::default());
        (self.velocity, self.stands) = (slide.velocity, slide.is_on_floor());
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.f32(self.velocity.x);
        sum.f32(self.velocity.y);
        sum.bool(self.stands);
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Lift,
    OneWayLift,
    Hopper,
    Rider,
    Crate,
    Zone,
}

/// A change between two steps that may leave no trace except the change that it makes.
#[derive(Clone, Copy, Debug)]
enum Detour {
    Move,
    Touch,
    ThereAndBack,
    Solidness,
    Sensor,
    Platform,
    Groups,
    Velocity,
    Columns,
    Restore,
    Level,
    Filter,
    Attach,
}

const DETOURS: [Detour; 13] = [
    Detour::Move,
    Detour::Touch,
    Detour::ThereAndBack,
    Detour::Solidness,
    Detour::Sensor,
    Detour::Platform,
    Detour::Groups,
    Detour::Velocity,
    Detour::Columns,
    Detour::Restore,
    Detour::Level,
    Detour::Filter,
    Detour::Attach,
];

/// Its answers change every third step, without a change of an object.
fn allows(world: &World, one: ObjectId, other: ObjectId) -> bool {
    !(one.slot() + other.slot()).is_multiple_of(3) || world.step_number() % 6 < 3
}

impl Detour {
    /// Moves an object to another place on this detour. The places of the others stay.
    fn take(self, core: &mut Core, id: ObjectId, to: Vec2, ids: &[ObjectId], anchor: ObjectId) {
        let from = place(core, id);
        let others: Vec<_> = ids.iter().map(|&id| (id, place(core, id))).collect();
        match self {
            Self::Move => {
                core.context().move_to(id, to);
            }
            Self::Touch => teleport(core, id, from),
            Self::ThereAndBack => {
                core.context().move_to(id, from + 9.0);
                core.context().move_to(id, from);
            }
            Self::Columns => {
                let _ = core.world.columns_mut(2_u16);
            }
            Self::Restore => {
                let snapshot = core.snapshot();
                steps(core, 2);
                core.restore(&snapshot);
            }
            Self::Level => {
                core.context().change_level(2);
                core.context().change_level(1);
            }
            Self::Filter => {
                core.world.set_collision_filter(None);
                core.world.set_collision_filter(Some(allows));
            }
            _ => {
                let mut object = core.object_mut(id).expect("it exists");
                let (solidness, velocity) = (object.solidness(), object.velocity());
                let (sensor, platform) = (object.is_sensor(), object.is_platform());
                let groups = (object.groups(), object.collides_with());
                let changed = match self {
                    Self::Solidness => object.set_solidness(Solidness::Spectral),
                    Self::Sensor => object.set_sensor(!sensor),
                    Self::Platform => object.set_platform(!platform),
                    Self::Groups => object.set_groups(2, 2),
                    Self::Velocity => object.set_velocity(-velocity),
                    _ => object.set_parent(anchor, Attachment::default()),
                };
                assert!(changed.is_done(), "{self:?}");
                object.clear_parent();
                object.set_solidness(solidness);
                object.set_sensor(sensor);
                object.set_platform(platform);
                object.set_groups(groups.0, groups.1);
                object.set_velocity(velocity);
            }
        }
        for (other, at) in others {
            if place(core, other) != at {
                teleport(core, other, at);
            }
        }
        teleport(core, id, to);
    }
}

/// A change of place between two steps.
#[derive(Clone, Copy, Debug)]
struct Change {
    step: u8,
    object: usize,
    by: Vec2,
    detour: Detour,
}

type Things = Vec<(Kind, Vec2, Vec2)>;

fn grid(most: i8) -> impl Strategy<Value = Vec2> {
    prop::array::uniform2(-most..=most).prop_map(|pair| Vec2::from(pair.map(f32::from)))
}

fn cases() -> impl Strategy<Value = (Things, Vec<Change>)> {
    let kinds = [
        Kind::Lift,
        Kind::OneWayLift,
        Kind::Hopper,
        Kind::Rider,
        Kind::Crate,
        Kind::Zone,
    ];
    let thing = (prop::sample::select(kinds.to_vec()), grid(10), grid(2));
    let thing = thing.prop_map(|(kind, at, velocity)| (kind, at * 5.0, velocity * 0.5));
    let change = (
        0..20_u8,
        any::<prop::sample::Index>(),
        grid(3),
        prop::sample::select(DETOURS.to_vec()),
    );
    let changes = prop::collection::vec(change, 1..5);
    (prop::collection::vec(thing, 3..10), changes).prop_map(|(things, changes)| {
        let changes = changes
            .into_iter()
            .map(|(step, object, by, detour)| Change {
                step,
                object: object.index(things.len()),
                by,
                detour,
            });
        let changes = changes.collect();
        (things, changes)
    })
}

fn spawn_things(core: &mut Core, things: &Things) -> Vec<ObjectId> {
    core.world.set_collision_filter(Some(allows));
    spawn(core, block(-100.0, 60.0, 200.0, 20.0));
    let mut cx = core.context();
    let spawned = things.iter().map(|&(kind, at, velocity)| {
        let small = body(Vec2::splat(6.0), at);
        let lift = Object {
            platform: true,
            ..body(vec2(30.0, 6.0), at)
        }
        .velocity(velocity);
        match kind {
            Kind::Lift => cx.spawn_with(lift, Nervous),
            Kind::OneWayLift => cx.spawn_with(lift.one_way(), Nervous),
            Kind::Hopper => cx.spawn_with(small, Hopper::default()),
            Kind::Rider => cx.spawn_with(small, Idle),
            Kind::Crate => cx.spawn_with(small.velocity(velocity), Nervous),
            Kind::Zone => {
                let zone = Object {
                    sensor: true,
                    ..body(Vec2::splat(25.0), at)
                };
                cx.spawn_with(
                    Object {
                        solidness: Solidness::Spectral,
                        ..zone
                    }
                    .velocity(velocity),
                    Nervous,
                )
            }
        }
    });
    spawned.collect()
}

/// Returns the checksums before and after each step. The changes are made directly or on their detours.
fn sums(things: &Things, changes: &[Change], with_detours: bool) -> Vec<[u64; 2]> {
    in_empty_world(|core| {
        let anchor = spawn(core, ghost_at(0.0, 0.0));
        let ids = spawn_things(core, things);
        let step = |step: u8| {
            for change in changes.iter().filter(|change| change.step == step) {
                let id = ids[change.object];
                let to = place(core, id) + change.by;
                if with_detours {
                    change.detour.take(core, id, to, &ids, anchor);
                } else {
                    teleport(core, id, to);
                }
            }
            let before = core.checksum();
            steps(core, 1);
            [before, core.checksum()]
        };
        (0..24).map(step).collect()
    })
}

#[test]
fn a_step_takes_equal_checksums_to_equal_checksums() {
    let equal = Cell::new(0);
    let mut runner = TestRunner::new(Config::with_cases(600));
    let outcome = runner.run(&cases(), |(things, changes)| {
        let [direct, detoured] = [false, true].map(|detours| sums(&things, &changes, detours));
        let first = changes.iter().map(|change| change.step).min();
        for (step, (one, other)) in (0_u8..).zip(direct.iter().zip(&detoured)) {
            prop_assert!(one[0] != other[0] || one[1] == other[1], "step {step}");
            equal.set(equal.get() + u32::from(first <= Some(step) && one == other));
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(
        equal.get() > 1000,
        "{} steps after a detour have equal checksums",
        equal.get()
    );
}
