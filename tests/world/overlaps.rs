//! The beginning and the end of overlaps, compared with a test of every pair.

use std::collections::BTreeSet;

use crate::common::{
    Moment, Notes, core, crate_at, edit, ghost_at, in_empty_world, on, spawn, steps, to_the_right,
};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{
    Attachment, BroadPhase, Context, Core, Event, Interest, Object, Solidness, World,
};
use proptest::prelude::*;

/// A notification: the receiver, the other object, and whether the overlap began.
type Told = (ObjectId, ObjectId, bool);

fn note_overlaps(core: &mut Core, ids: &[ObjectId]) -> Notes<Told> {
    let notes = Notes::new();
    for &id in ids {
        let noted = notes.clone();
        on(core, id, &[], move |me, moment, _| match moment {
            Moment::Event(Event::OverlapBegun(other)) => noted.note((me, *other, true)),
            Moment::Event(Event::OverlapEnded(other)) => noted.note((me, *other, false)),
            _ => {}
        });
    }
    notes
}

fn sensor(object: Object) -> Object {
    Object {
        sensor: true,
        ..object
    }
}

#[test]
fn an_overlap_begins_once_and_ends_once_for_both() {
    let mut core = core();
    let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
    let hero = spawn(&mut core, to_the_right(crate_at(5.0, 10.0)));
    let notes = note_overlaps(&mut core, &[zone, hero]);
    // The hero touches the zone at 8, overlaps it from 9 on, and only touches it at 12.
    steps(&mut core, 3);
    assert_eq!(notes.take(), []);
    steps(&mut core, 1);
    assert_eq!(notes.take(), [(zone, hero, true), (hero, zone, true)]);
    assert_eq!(core.world.space().overlapping(zone), [hero]);
    steps(&mut core, 2);
    assert_eq!(notes.take(), []);
    steps(&mut core, 1);
    assert_eq!(notes.take(), [(zone, hero, false), (hero, zone, false)]);
}

#[test]
fn a_sensor_misses_what_passes_within_one_step() {
    use crate::characters::block;
    for (is_bullet, vx, expected) in [
        (false, 200.0, 0),
        (true, 200.0, 0),
        (false, 100.0, 2),
        (true, 100.0, 2),
    ] {
        let told = in_empty_world(|core| {
            let zone = sensor(block(100.0, 100.0, 50.0, 50.0).spectral());
            let zone = spawn(core, zone);
            let passes = Object {
                bullet: is_bullet,
                ..block(10.0, 110.0, 10.0, 10.0).velocity(vec2(vx, 0.0))
            };
            let passes = spawn(core, passes);
            let notes = note_overlaps(core, &[zone, passes]);
            steps(core, 1);
            notes.take().len()
        });
        assert_eq!(told, expected, "bullet: {is_bullet}, velocity {vx}");
    }
}

#[test]
fn objects_at_rest_are_notified_of_overlaps() {
    let mut core = core();
    let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
    let hero = spawn(&mut core, crate_at(11.0, 10.0));
    let notes = note_overlaps(&mut core, &[zone, hero]);
    steps(&mut core, 2);
    assert_eq!(notes.take(), [(zone, hero, true), (hero, zone, true)]);
    core.world.remove(hero);
    steps(&mut core, 2);
    assert_eq!(notes.take(), [(zone, hero, false)]);
}

#[test]
fn removing_an_object_ends_its_overlaps_in_that_step() {
    let mut core = core();
    let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
    let hero = spawn(&mut core, crate_at(11.0, 10.0));
    let notes = note_overlaps(&mut core, &[zone, hero]);
    steps(&mut core, 1);
    assert_eq!(notes.take().len(), 2);
    on(&mut core, zone, &[Interest::Step], move |_, moment, cx| {
        if moment.is_step() {
            cx.remove(hero);
        }
    });
    steps(&mut core, 1);
    assert_eq!(notes.take(), [(zone, hero, false)]);
}

#[test]
fn overlaps_without_a_sensor_are_not_notified() {
    let mut core = core();
    let ghost = spawn(&mut core, ghost_at(10.0, 10.0));
    let soft = |x| Object {
        solidness: Solidness::Soft,
        ..crate_at(x, 10.0)
    };
    let [one, other] = [10.5, 11.0].map(|x| spawn(&mut core, soft(x)));
    let notes = note_overlaps(&mut core, &[ghost, one, other]);
    steps(&mut core, 2);
    assert_eq!(notes.take(), []);
    // A solid sensor is notified of the solid object, but not of the spectral one, which is not a sensor itself.
    let _ = edit(&mut core.context(), one, |one| one.set_sensor(true));
    steps(&mut core, 2);
    assert_eq!(notes.take(), [(one, other, true), (other, one, true)]);
    let _ = edit(&mut core.context(), one, |one| one.set_sensor(false));
    steps(&mut core, 2);
    assert_eq!(notes.take(), [(one, other, false), (other, one, false)]);
}

#[test]
fn a_coin_that_one_hero_takes_is_not_there_for_the_next() {
    let mut core = core();
    let coin = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
    let heroes = [9.0, 11.0].map(|x| spawn(&mut core, crate_at(x, 10.0)));
    let notes = note_overlaps(&mut core, &heroes);
    for hero in heroes {
        on(&mut core, hero, &[], move |_, moment, cx| {
            if let Moment::Event(Event::OverlapBegun(other)) = moment {
                cx.remove(*other);
            }
        });
    }
    steps(&mut core, 3);
    assert_eq!(
        notes.take(),
        [(heroes[0], coin, true), (heroes[0], coin, false)]
    );
}

#[test]
fn on_a_level_that_is_not_current_nothing_begins_or_ends() {
    let mut core = core();
    let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
    let persistent = Object {
        persistent: true,
        ..crate_at(11.0, 10.0)
    };
    let hero = spawn(&mut core, persistent);
    let notes = note_overlaps(&mut core, &[zone, hero]);
    steps(&mut core, 1);
    assert_eq!(notes.take().len(), 2);
    core.context().change_level(2);
    let _ = edit(&mut core.context(), hero, |hero| {
        hero.set_position(vec2(50.0, 10.0))
    });
    steps(&mut core, 2);
    assert_eq!(notes.take(), []);
    core.context().change_level(1);
    steps(&mut core, 1);
    assert_eq!(notes.take(), [(hero, zone, false), (zone, hero, false)]);
}

#[test]
fn children_of_a_sensor_overlap_it_only_after_detaching() {
    let mut core = core();
    let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
    let hero = spawn(&mut core, crate_at(30.0, 10.0));
    let notes = note_overlaps(&mut core, &[zone]);
    let _ = edit(&mut core.context(), hero, |hero| {
        hero.set_parent(zone, Attachment::default())
    });
    steps(&mut core, 2);
    assert_eq!(notes.take(), []);
    let _ = edit(&mut core.context(), hero, |hero| hero.clear_parent());
    steps(&mut core, 2);
    assert_eq!(notes.take(), [(zone, hero, true)]);
    let _ = edit(&mut core.context(), hero, |hero| {
        hero.set_parent(zone, Attachment::default())
    });
    steps(&mut core, 2);
    assert_eq!(notes.take(), [(zone, hero, false)]);
}

#[test]
fn overlaps_end_if_the_sensor_flag_was_cleared_off_level() {
    let mut core = core();
    let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
    let persistent = Object {
        persistent: true,
        ..crate_at(11.0, 10.0)
    };
    let hero = spawn(&mut core, persistent);
    let notes = note_overlaps(&mut core, &[hero]);
    steps(&mut core, 1);
    core.context().change_level(2);
    steps(&mut core, 1);
    let _ = edit(&mut core.context(), zone, |zone| zone.set_sensor(false));
    core.context().change_level(1);
    steps(&mut core, 1);
    assert_eq!(notes.take(), [(hero, zone, true), (hero, zone, false)]);
}

#[test]
fn an_overlap_with_the_last_sensor_ends_when_its_other_side_wakes() {
    let wakes: [fn(&mut Context<'_>, ObjectId); 3] = [
        |cx, hero| {
            let _ = edit(cx, hero, |hero| hero.set_level(0));
        },
        |cx, hero| {
            let _ = edit(cx, hero, |hero| hero.set_level(2));
        },
        |cx, _| cx.change_level(1),
    ];
    for wake in wakes {
        let mut core = core();
        let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
        let hero = spawn(&mut core, crate_at(11.0, 10.0));
        let notes = note_overlaps(&mut core, &[hero]);
        steps(&mut core, 1);
        core.context().change_level(2);
        steps(&mut core, 1);
        core.world.remove(zone);
        steps(&mut core, 2);
        assert_eq!(notes.take(), [(hero, zone, true)]);
        wake(&mut core.context(), hero);
        steps(&mut core, 1);
        assert_eq!(notes.take(), [(hero, zone, false)]);
    }
}

#[test]
fn overlaps_of_a_former_sensor_end_when_it_wakes() {
    for level in [0, 2] {
        let mut core = core();
        // Keeps another sensor in the world.
        spawn(&mut core, sensor(ghost_at(40.0, 10.0)));
        let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
        let hero = spawn(&mut core, crate_at(11.0, 10.0));
        let notes = note_overlaps(&mut core, &[zone]);
        steps(&mut core, 1);
        core.context().change_level(2);
        steps(&mut core, 1);
        core.world.remove(hero);
        steps(&mut core, 1);
        let _ = edit(&mut core.context(), zone, |zone| zone.set_sensor(false));
        steps(&mut core, 1);
        assert_eq!(notes.take(), [(zone, hero, true)]);
        let _ = edit(&mut core.context(), zone, |zone| zone.set_level(level));
        steps(&mut core, 1);
        assert_eq!(notes.take(), [(zone, hero, false)]);
    }
}

#[test]
fn a_filter_ends_overlaps_and_lets_them_begin_again() {
    let mut core = core();
    let zone = spawn(&mut core, sensor(ghost_at(10.0, 10.0)));
    let hero = spawn(&mut core, crate_at(11.0, 10.0));
    let notes = note_overlaps(&mut core, &[hero]);
    steps(&mut core, 1);
    core.world.set_collision_filter(Some(|_, _, _| false));
    steps(&mut core, 1);
    core.world.set_collision_filter(None);
    steps(&mut core, 1);
    let told = [true, false, true].map(|begun| (hero, zone, begun));
    assert_eq!(notes.take(), told);
}

#[test]
fn a_tile_that_is_set_under_a_sensor_is_told() {
    let mut core = core();
    let map = spawn(&mut core, Object::default().at(vec2(8.0, 9.0)));
    let mut tiles = TileMap::new(vec2(2.0, 2.0), 4, 1);
    let rock = tiles.add(Tile::default().solid());
    let _ = edit(&mut core.context(), map, |map| map.set_tiles(tiles));
    let zone = spawn(&mut core, sensor(ghost_at(10.5, 10.0)));
    let notes = note_overlaps(&mut core, &[zone]);
    for (tile, told) in [(Some(rock), true), (None, false)] {
        steps(&mut core, 1);
        assert_eq!(notes.take(), []);
        let _ = edit(&mut core.context(), map, |map| {
            map.set_tile(ivec2(1, 0), tile)
        });
        steps(&mut core, 1);
        assert_eq!(notes.take(), [(zone, map, told)]);
    }
}

/// A change that a game makes between two steps. Objects are given by their number.
#[derive(Clone, Debug)]
enum Change {
    Spawn(Vec2, Vec2, u8, bool, u32),
    Place(usize, Vec2),
    Send(usize, Vec2),
    Remove(usize),
    Sensor(usize, bool),
    Solidness(usize, u8),
    Groups(usize, u32),
    Attach(usize, usize),
    Detach(usize),
    Level(u16),
    Move(usize, u16),
    Columns(Vec2),
}

const SOLIDNESS: [Solidness; 3] = [Solidness::Hard, Solidness::Soft, Solidness::Spectral];

fn any_change() -> impl Strategy<Value = Change> {
    let place =
        || [-24..24_i16, -24..24_i16].prop_map(|at| Vec2::from(at.map(|x| f32::from(x) / 4.0)));
    let way = || [-4..5_i16, -4..5_i16].prop_map(|at| Vec2::from(at.map(|x| f32::from(x) / 4.0)));
    prop_oneof![
        6 => (place(), way(), 0..3_u8, any::<bool>(), 1..4_u32)
            .prop_map(|(at, way, solid, sensor, groups)| Change::Spawn(at, way, solid, sensor, groups)),
        3 => (0..8_usize, place()).prop_map(|(id, at)| Change::Place(id, at)),
        3 => (0..8_usize, way()).prop_map(|(id, way)| Change::Send(id, way)),
        2 => (0..8_usize).prop_map(Change::Remove),
        2 => (0..8_usize, any::<bool>()).prop_map(|(id, on)| Change::Sensor(id, on)),
        1 => (0..8_usize, 0..3_u8).prop_map(|(id, solid)| Change::Solidness(id, solid)),
        1 => (0..8_usize, 1..4_u32).prop_map(|(id, groups)| Change::Groups(id, groups)),
        1 => (0..8_usize, 0..8_usize).prop_map(|(child, parent)| Change::Attach(child, parent)),
        1 => (0..8_usize).prop_map(Change::Detach),
        1 => (1..3_u16).prop_map(Change::Level),
        1 => (0..8_usize, 0..3_u16).prop_map(|(id, level)| Change::Move(id, level)),
        1 => way().prop_map(Change::Columns),
    ]
}

fn apply(change: &Change, core: &mut Core, ids: &mut Vec<ObjectId>, notes: &Notes<Told>) {
    let mut edit = |index: usize, act: &dyn Fn(&mut damselfly::world::ObjectMut<'_>)| {
        if let Some(id) = ids.get(index)
            && let Some(mut object) = core.object_mut(*id)
        {
            act(&mut object);
        }
    };
    match *change {
        Change::Spawn(at, velocity, solid, sensor, groups) => {
            let id = core.context().spawn(Object {
                velocity,
                solidness: SOLIDNESS[usize::from(solid)],
                sensor,
                groups,
                collides_with: groups,
                ..crate_at(at.x, at.y)
            });
            let noted = notes.clone();
            on(core, id, &[], move |me, moment, _| match moment {
                Moment::Event(Event::OverlapBegun(other)) => noted.note((me, *other, true)),
                Moment::Event(Event::OverlapEnded(other)) => noted.note((me, *other, false)),
                _ => {}
            });
            ids.push(id);
        }
        Change::Place(index, at) => edit(index, &|object| {
            let _ = object.set_position(at);
        }),
        Change::Send(index, way) => edit(index, &|object| {
            let _ = object.set_velocity(way);
        }),
        Change::Remove(index) => edit(index, &|object| {
            let _ = object.remove();
        }),
        Change::Sensor(index, on) => edit(index, &|object| {
            let _ = object.set_sensor(on);
        }),
        Change::Solidness(index, solid) => edit(index, &|object| {
            let _ = object.set_solidness(SOLIDNESS[usize::from(solid)]);
        }),
        Change::Groups(index, groups) => edit(index, &|object| {
            let _ = object.set_groups(groups, groups);
        }),
        Change::Attach(child, parent) => {
            if let Some(&parent) = ids.get(parent) {
                let mut edit = |id: Option<&ObjectId>| {
                    let _ = core
                        .object_mut(*id?)?
                        .set_parent(parent, Attachment::default());
                    Some(())
                };
                edit(ids.get(child));
            }
        }
        Change::Detach(index) => edit(index, &|object| {
            let _ = object.clear_parent();
        }),
        Change::Level(level) => core.context().change_level(level),
        Change::Move(index, level) => edit(index, &|object| {
            let _ = object.set_level(level);
        }),
        Change::Columns(way) => {
            for instance in core.world.columns_mut(2_u16).instances {
                instance.position += way;
            }
        }
    }
}

/// Returns whether two objects overlap and one of them is a sensor, using only public functions.
fn naive(world: &World, one: ObjectId, other: ObjectId) -> bool {
    let (Some(a), Some(b)) = (world.object(one), world.object(other)) else {
        return false;
    };
    let is_current = |level| level == 0 || level == world.level();
    let apart = (a.position() - b.position()).abs();
    let top = |mut id| {
        while let Some(parent) = world.object(id).and_then(|object| object.parent()) {
            id = parent;
        }
        id
    };
    (a.is_sensor() || b.is_sensor())
        && (a.is_sensor() || a.solidness() != Solidness::Spectral)
        && (b.is_sensor() || b.solidness() != Solidness::Spectral)
        && a.groups() & b.collides_with() != 0
        && b.groups() & a.collides_with() != 0
        && is_current(a.level())
        && is_current(b.level())
        && apart.x < 2.0
        && apart.y < 2.0
        && top(one) != top(other)
}

proptest! {
    #[test]
    fn overlaps_match_a_test_of_every_pair(
        script in prop::collection::vec(prop::collection::vec(any_change(), 0..4), 1..25),
        phase in prop::sample::select(&[BroadPhase::Grid, BroadPhase::SweepAndPrune][..]),
    ) {
        let mut core = core();
        core.world.set_broad_phase(phase);
        let notes = Notes::new();
        let mut ids = Vec::new();
        let mut lasting: BTreeSet<(ObjectId, ObjectId)> = BTreeSet::new();
        for changes in &script {
            for change in changes {
                apply(change, &mut core, &mut ids, &notes);
            }
            steps(&mut core, 1);
            let world = &core.world;
            let sleeps = |id| {
                let object = world.object(id);
                object.is_some_and(|object| ![0, world.level()].contains(&object.level()))
            };
            let mut now = BTreeSet::new();
            for &one in &ids {
                for &other in &ids {
                    let pair = (one, other);
                    let is_frozen = (sleeps(one) || sleeps(other)) && lasting.contains(&pair);
                    if one != other && (is_frozen || naive(world, one, other)) {
                        now.insert(pair);
                    }
                }
            }
            let ended = lasting.difference(&now).map(|&(one, other)| (one, other, false));
            let begun = now.difference(&lasting).map(|&(one, other)| (one, other, true));
            let mut expected: Vec<Told> =
                ended.chain(begun).filter(|told| world.contains(told.0)).collect();
            expected.sort_unstable();
            let mut told = notes.take();
            prop_assert!(told.is_sorted_by_key(|told| told.2), "ends come first: {told:?}");
            told.sort_unstable();
            prop_assert_eq!(told, expected);
            lasting = now;
        }
    }
}
