//! The rules of lifetimes and delayed events: timers that run in the time of an object's layer.

use crate::common::{Moment, Notes, core, ghost_at, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::world::{Core, Event, Interest, Object, Outcome, Timer};
use proptest::prelude::*;

/// Spawns an object with a lifetime of this many steps.
fn mortal(core: &mut Core, steps: u32) -> ObjectId {
    spawn(
        core,
        Object {
            lifetime: Some(steps),
            ..ghost_at(5.0, 5.0)
        },
    )
}

/// Returns the number of steps after which an object is gone, at most 100.
fn lives(core: &mut Core, id: ObjectId) -> u32 {
    let mut lived = 0;
    while lived < 100 && core.world.contains(id) {
        steps(core, 1);
        lived += 1;
    }
    lived
}

/// The event of the game's timers.
#[derive(Clone, Copy)]
struct Ring;

/// Notes the steps in which an object receives `Ring`, counted from now.
fn rings(core: &mut Core, id: ObjectId) -> Notes<u64> {
    let (notes, start) = (Notes::new(), core.step_number());
    let received = notes.clone();
    on(core, id, &[], move |_, moment, cx| {
        if let Some(Ring) = moment.get() {
            received.note(cx.time.number - start);
        }
    });
    notes
}

#[test]
fn a_lifetime_ends_with_its_last_step() {
    for time in [1, 2, 5, 30] {
        let mut core = core();
        let id = mortal(&mut core, time);
        assert_eq!(lives(&mut core, id), time);
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        assert!(
            core.object_mut(id)
                .unwrap()
                .set_lifetime(Some(time))
                .is_done()
        );
        assert_eq!(lives(&mut core, id), time);
    }
    // An object with no remaining time is removed at the end of the next step, like one that is removed by call.
    let mut core = core();
    let id = mortal(&mut core, 0);
    assert_eq!(lives(&mut core, id), 1);
}

#[test]
fn a_lifetime_set_within_a_step_counts_from_the_next_one() {
    for (time, lived) in [(0, 1), (1, 2), (4, 5)] {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        let mut given = false;
        on(&mut core, id, &[Interest::Step], move |me, moment, cx| {
            if moment.is_step() && !given {
                given = true;
                cx.object_mut(me).unwrap().set_lifetime(Some(time));
            }
        });
        assert_eq!(lives(&mut core, id), lived, "{time}");
    }
}

#[test]
fn timers_run_in_layer_time() {
    // Each pair is a time scale, and the number of steps that 6 steps of layer time take at that scale.
    for (scale, takes) in [(1.0, 6), (0.5, 12), (0.1, 60), (2.0, 3), (0.7, 9), (4.0, 2)] {
        let mut core = core();
        core.world.altitude_settings_mut(2).time_scale = scale;
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        let received = rings(&mut core, id);
        core.world
            .start_timer(Timer::once(6).to(id).in_layer_time(), Event::custom(Ring));
        let mortal = mortal(&mut core, 6);
        assert_eq!(lives(&mut core, mortal), takes, "{scale}");
        assert_eq!(received.take(), [u64::from(takes)], "{scale}");
        assert!(core.world.contains(id));
    }
}

#[test]
fn timers_stand_still_with_their_layer() {
    let mut core = core();
    let id = mortal(&mut core, 3);
    let bell = spawn(&mut core, ghost_at(1.0, 1.0));
    let received = rings(&mut core, bell);
    core.world
        .start_timer(Timer::once(3).to(bell).in_layer_time(), Event::custom(Ring));
    steps(&mut core, 1);
    core.world.altitude_settings_mut(2).enabled = false;
    steps(&mut core, 10);
    core.world.altitude_settings_mut(2).enabled = true;
    core.context().change_level(2);
    steps(&mut core, 10);
    core.context().change_level(1);
    assert_eq!(core.world.object(id).unwrap().lifetime(), Some(2.0));
    assert!(received.is_empty());
    steps(&mut core, 2);
    assert_eq!(
        (core.world.contains(id), received.take()),
        (false, vec![23])
    );
}

#[test]
fn a_remaining_lifetime_moves_to_another_altitude_and_level() {
    let mut core = core();
    // The two altitudes have different layer times.
    core.world.altitude_settings_mut(2).time_scale = 0.25;
    spawn(&mut core, ghost_at(1.0, 1.0));
    steps(&mut core, 50);
    let id = mortal(&mut core, 4);
    steps(&mut core, 8);
    assert_eq!(core.world.object(id).unwrap().lifetime(), Some(2.0));
    core.object_mut(id).unwrap().set_altitude(3);
    assert_eq!(core.world.object(id).unwrap().lifetime(), Some(2.0));
    core.object_mut(id).unwrap().set_level(7);
    steps(&mut core, 10);
    assert_eq!(core.world.object(id).unwrap().lifetime(), Some(2.0));
    core.object_mut(id).unwrap().set_persistent(true);
    assert_eq!(lives(&mut core, id), 2);
}

#[test]
fn a_new_lifetime_replaces_the_old_one_and_can_be_withdrawn() {
    let mut core = core();
    let id = mortal(&mut core, 3);
    steps(&mut core, 2);
    assert_eq!(
        core.object_mut(id).unwrap().set_lifetime(Some(9)),
        Outcome::Done
    );
    steps(&mut core, 8);
    assert_eq!(core.world.object(id).unwrap().lifetime(), Some(1.0));
    assert_eq!(
        core.object_mut(id).unwrap().set_lifetime(None),
        Outcome::Done
    );
    assert_eq!(
        core.world.object(id).and_then(|object| object.lifetime()),
        None
    );
    assert_eq!(lives(&mut core, id), 100);
    core.world.remove(id);
    steps(&mut core, 1);
    assert!(core.object_mut(id).is_none());
    assert_eq!(
        core.world.object(id).and_then(|object| object.lifetime()),
        None
    );
}

#[test]
fn the_last_callback_runs_once_however_an_object_ends() {
    let mut core = core();
    let received = Notes::new();
    let ids: Vec<ObjectId> = (0..4).map(|_| mortal(&mut core, 2)).collect();
    for &id in &ids {
        let received = received.clone();
        on(&mut core, id, &[], move |me, moment, cx| {
            if moment.is_removed() {
                received.note(me);
                // The spawned object has its own lifetime. `set_lifetime` has no effect on an object that is being
                // removed.
                cx.spawn(Object {
                    lifetime: Some(1),
                    ..ghost_at(0.0, 0.0)
                });
                cx.object_mut(me).unwrap().set_lifetime(Some(1));
            }
        });
    }
    steps(&mut core, 1);
    core.world.remove(ids[2]);
    steps(&mut core, 1);
    assert_eq!(received.take(), [ids[2], ids[0], ids[1], ids[3]]);
    assert_eq!(core.world.len(), 4);
    steps(&mut core, 1);
    assert!(core.world.is_empty() && received.is_empty());
}

#[test]
fn delayed_events_come_in_order_and_end_with_their_object() {
    let mut core = core();
    let received = Notes::new();
    let ids: Vec<ObjectId> = (0..3)
        .map(|_| spawn(&mut core, ghost_at(0.0, 0.0)))
        .collect();
    for (number, &id) in ids.iter().enumerate() {
        let received = received.clone();
        on(&mut core, id, &[], move |_, moment: Moment<'_>, _| {
            if let Some(Ring) = moment.get() {
                received.note(number);
            }
        });
    }
    for number in [2, 0, 1, 2] {
        core.world.start_timer(
            Timer::once(2).to(ids[number]).in_layer_time(),
            Event::custom(Ring),
        );
    }
    // An event sent now arrives with the events of the next step.
    core.world.send_to(ids[1], Event::custom(Ring));
    core.world.start_timer(
        Timer::once(3).to(ids[0]).in_layer_time(),
        Event::custom(Ring),
    );
    core.object_mut(ids[0]).unwrap().set_lifetime(Some(2));
    steps(&mut core, 1);
    assert_eq!(received.take(), [1]);
    steps(&mut core, 1);
    assert_eq!(received.take(), [2, 0, 1, 2]);
    steps(&mut core, 3);
    assert_eq!((received.take(), core.world.dropped_events()), (vec![], 0));
}

#[test]
fn timers_are_part_of_the_checksum_and_of_a_copy() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    let still = core.checksum();
    core.object_mut(id).unwrap().set_lifetime(Some(9));
    let mortal = core.checksum();
    core.world
        .start_timer(Timer::once(9).to(id).in_layer_time(), Event::custom(Ring));
    let reminded = core.checksum();
    assert!(still != mortal && mortal != reminded);
    core.object_mut(id).unwrap().set_lifetime(Some(8));
    assert_ne!(core.checksum(), reminded);
    core.object_mut(id).unwrap().set_lifetime(None);
    assert_ne!(core.checksum(), reminded);

    core.object_mut(id).unwrap().set_lifetime(Some(3));
    let received = rings(&mut core, id);
    core.world
        .start_timer(Timer::once(2).to(id).in_layer_time(), Event::custom(Ring));
    let copy = core.world.clone();
    let play = |core: &mut Core| {
        (0..4)
            .map(|_| {
                steps(core, 1);
                core.world.checksum(&core.assets).finish()
            })
            .collect::<Vec<u64>>()
    };
    let first = play(&mut core);
    assert_eq!(received.take().len(), 1);
    let mut other = self::core();
    other.world = copy;
    assert_eq!(play(&mut other), first);
}

#[derive(Clone, Debug)]
enum Do {
    Spawn(u16, Option<u8>),
    Limit(usize, Option<u8>),
    Remove(usize),
    Altitude(usize, u16),
    Level(usize, u16),
    GoTo(u16),
    Scale(u16, u8),
    Enable(u16, bool),
    Step,
}

fn any_do() -> impl Strategy<Value = Do> {
    let time = || prop::option::weighted(0.8, 0..12_u8);
    prop_oneof![
        6 => (0..3_u16, time()).prop_map(|(altitude, time)| Do::Spawn(altitude, time)),
        3 => (0..20_usize, time()).prop_map(|(who, time)| Do::Limit(who, time)),
        1 => (0..20_usize).prop_map(Do::Remove),
        2 => (0..20_usize, 0..3_u16).prop_map(|(who, to)| Do::Altitude(who, to)),
        2 => (0..20_usize, 0..3_u16).prop_map(|(who, to)| Do::Level(who, to)),
        1 => (1..3_u16).prop_map(Do::GoTo),
        1 => (0..3_u16, 0..5_u8).prop_map(|(altitude, quarters)| Do::Scale(altitude, quarters)),
        1 => (0..3_u16, any::<bool>()).prop_map(|(altitude, on)| Do::Enable(altitude, on)),
        12 => Just(Do::Step),
    ]
}

/// An object of the model, which counts down.
#[derive(Clone, Copy, Debug)]
struct Plain {
    id: ObjectId,
    altitude: u16,
    level: u16,
    /// Remaining time in quarters of a step.
    left: Option<i32>,
    pending_despawn: bool,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn objects_end_when_counting_down_by_hand_says_so(script in prop::collection::vec(any_do(), 1..120)) {
        let mut core = core();
        let mut all: Vec<Plain> = Vec::new();
        let mut scales = [4; 3];
        let mut enabled = [true; 3];
        let mut level = 1;
        for act in script {
            match act {
                Do::Spawn(altitude, time) => {
                    let lifetime = time.map(u32::from);
                    let object = Object { altitude, lifetime, ..ghost_at(1.0, 1.0) };
                    let left = time.map(|time| i32::from(time) * 4);
                    let pending_despawn = time == Some(0);
                    let id = spawn(&mut core, object);
                    all.push(Plain { id, altitude, level, left, pending_despawn });
                }
                Do::Limit(who, time) => if let Some(one) = all.get_mut(who) {
                    core.object_mut(one.id).unwrap().set_lifetime(time.map(u32::from));
                    match time {
                        Some(0) => one.pending_despawn = true,
                        time => one.left = time.map(|time| i32::from(time) * 4),
                    }
                },
                Do::Remove(who) => if let Some(one) = all.get_mut(who) {
                    core.world.remove(one.id);
                    one.pending_despawn = true;
                },
                Do::Altitude(who, to) => if let Some(one) = all.get_mut(who) {
                    core.object_mut(one.id).unwrap().set_altitude(to);
                    one.altitude = to;
                },
                Do::Level(who, to) => if let Some(one) = all.get_mut(who) {
                    core.object_mut(one.id).unwrap().set_level(to);
                    one.level = to;
                },
                Do::GoTo(to) => {
                    core.context().change_level(to);
                    level = to;
                }
                Do::Scale(altitude, quarters) => {
                    let scale = f32::from(quarters) / 4.0;
                    core.world.altitude_settings_mut(altitude).time_scale = scale;
                    scales[usize::from(altitude)] = i32::from(quarters);
                }
                Do::Enable(altitude, on) => {
                    core.world.altitude_settings_mut(altitude).enabled = on;
                    enabled[usize::from(altitude)] = on;
                }
                Do::Step => {
                    steps(&mut core, 1);
                    for one in &mut all {
                        let altitude = usize::from(one.altitude);
                        let awake = one.level == 0 || one.level == level;
                        if awake && enabled[altitude] && let Some(left) = &mut one.left {
                            *left -= scales[altitude];
                        }
                    }
                    all.retain(|one| !one.pending_despawn && one.left.is_none_or(|left| left > 0));
                }
            }
            prop_assert_eq!(core.world.len(), all.len());
            for one in &all {
                prop_assert!(core.world.contains(one.id));
                let left = one.left.map(|left| left as f32 / 4.0);
                if !one.pending_despawn {
                    prop_assert_eq!(core.world.object(one.id).and_then(|object| object.lifetime()), left);
                }
            }
        }
    }
}
