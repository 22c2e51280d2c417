//! Which components objects have, and which objects a query visits.

use crate::common::{Notes, core, ghost_at, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::prelude::{Component, Interest, World};
use damselfly::world::Core;
use damselfly::world::{With, Without};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Health(i32);

impl Component for Health {}

#[derive(Clone, Debug, PartialEq)]
struct Poison(String);

impl Component for Poison {}

#[derive(Clone, Debug, PartialEq)]
struct Armor;

impl Component for Armor {}

fn healths(world: &mut World) -> Vec<(ObjectId, i32)> {
    let mut found: Vec<_> = world
        .query::<&Health>()
        .map(|(id, health)| (id, health.0))
        .collect();
    found.sort();
    found
}

#[test]
fn an_object_has_one_value_of_each_type() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let world = &mut core.world;
    assert!(!world.has::<Health>(id));
    assert!(world.insert(id, Health(3)).is_done());
    assert!(world.insert(id, (Poison("weak".into()), Armor)).is_done());
    assert!(world.insert(id, Health(4)).is_done());
    world.get_mut::<Health>(id).unwrap().0 += 1;
    assert_eq!(world.get::<Health>(id), Some(&Health(5)));
    assert_eq!(world.get::<Poison>(id).unwrap().0, "weak");
    assert_eq!(world.take::<Health>(id), Some(Health(5)));
    assert_eq!(world.take::<Health>(id), None);
    assert!(world.has::<Poison>(id) && world.has::<Armor>(id));
    let (poison, armor) = world.query_one::<(&mut Poison, &Armor)>(id).unwrap();
    assert_eq!(armor, &Armor);
    poison.0.push_str("er");
    assert_eq!(world.take::<Poison>(id), Some(Poison("weaker".into())));
    assert_eq!(world.take::<Armor>(id), Some(Armor));
    assert_eq!(world.attached(id).count(), 0);
}

#[test]
fn an_object_without_components_matches_no_query() {
    let mut core = core();
    let [never, no_more, other] = [0.0, 5.0, 10.0].map(|x| spawn(&mut core, ghost_at(x, 0.0)));
    let world = &mut core.world;
    world.insert(no_more, Armor);
    world.take::<Armor>(no_more);
    world.insert(other, Armor);
    for id in [never, no_more] {
        assert!(world.query_one::<Option<&Health>>(id).is_none());
        assert!(world.query_one::<Without<Armor>>(id).is_none());
        assert!(
            world
                .query_one::<(Option<&Health>, Without<Armor>)>(id)
                .is_none()
        );
    }
    assert_eq!(world.query_one::<Option<&Health>>(other), Some(None));
    assert_eq!(world.query::<Option<&Health>>().count(), 1);
}

#[test]
fn components_end_with_their_object() {
    let mut core = core();
    let old = spawn(&mut core, ghost_at(0.0, 0.0));
    core.world.insert(old, Health(1));
    core.world.remove(old);
    steps(&mut core, 1);
    let young = spawn(&mut core, ghost_at(0.0, 0.0));
    assert_eq!(young.slot(), old.slot());
    let world = &mut core.world;
    assert!(!world.insert(old, Health(2)).is_done());
    assert_eq!(world.get::<Health>(old), None);
    assert_eq!(world.take::<Health>(old), None);
    assert!(world.query_one::<&Health>(old).is_none());
    assert_eq!(world.get::<Health>(young), None);
    assert_eq!(healths(world), []);
    world.insert(young, Health(3));
    assert_eq!(world.get::<Health>(old), None);
    assert!(world.add_group(old, None, "group").is_none());
}

#[test]
fn data_stays_until_after_the_last_callback() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, id, &[], move |me, moment, cx| {
        if moment.is_removed() {
            noted.note(cx.get::<Health>(me).copied());
            noted.note(cx.take::<Health>(me));
            cx.insert(me, Health(8));
            noted.note(cx.get::<Health>(me).copied());
        }
    });
    core.world.insert(id, Health(7));
    core.world.remove(id);
    assert_eq!(core.world.get::<Health>(id), Some(&Health(7)));
    steps(&mut core, 1);
    assert_eq!(
        notes.take(),
        [Some(Health(7)), Some(Health(7)), Some(Health(8))]
    );
    assert_eq!(core.world.get::<Health>(id), None);
    assert_eq!(core.world.query_everywhere::<&Health>().count(), 0);
}

#[test]
fn a_query_visits_the_objects_that_have_its_components() {
    let mut core = core();
    let ids: Vec<ObjectId> = (0..8u8)
        .map(|number| {
            let id = spawn(&mut core, ghost_at(0.0, 0.0));
            if number & 1 != 0 {
                core.world.insert(id, Health(number.into()));
            }
            if number & 2 != 0 {
                core.world.insert(id, Poison(number.to_string()));
            }
            if number & 4 != 0 {
                core.world.insert(id, Armor);
            }
            id
        })
        .collect();
    let world = &mut core.world;
    let sorted = |mut found: Vec<ObjectId>| {
        found.sort();
        found
    };
    let these = |numbers: &[usize]| numbers.iter().map(|&n| ids[n]).collect::<Vec<_>>();
    for (id, (health, poison)) in world.query::<(&mut Health, &Poison)>() {
        assert_eq!(health.0.to_string(), poison.0);
        assert!([ids[3], ids[7]].contains(&id));
        health.0 = -health.0;
    }
    assert_eq!(
        healths(world),
        [(ids[1], 1), (ids[3], -3), (ids[5], 5), (ids[7], -7)]
    );
    let found = world.query::<(&Health, With<Armor>, Without<Poison>)>();
    let found = found.map(|(id, (health, (), ()))| (id, health.0));
    assert_eq!(found.collect::<Vec<_>>(), [(ids[5], 5)]);
    let mut with_poison = Vec::new();
    for (id, (_, poison)) in world.query::<(&Health, Option<&mut Poison>)>() {
        with_poison.push((id, poison.map(|poison| poison.0.clone())));
    }
    with_poison.sort();
    let expected = [(1, None), (3, Some("3")), (5, None), (7, Some("7"))];
    let expected = expected.map(|(n, text)| (ids[n], text.map(str::to_owned)));
    assert_eq!(with_poison, expected);
    // Queries that only read need no mutable world.
    let world = &core.world;
    let both = world
        .query_ref::<(&Armor, &Poison)>()
        .filter(|(id, _)| world.has::<Health>(*id));
    assert_eq!(both.map(|(id, _)| id).collect::<Vec<_>>(), [ids[7]]);
    let unarmed = world.query_ref::<(Option<&Armor>, &Health)>();
    let unarmed = unarmed.filter(|(_, (armor, _))| armor.is_none());
    assert_eq!(sorted(unarmed.map(|(id, _)| id).collect()), these(&[1, 3]));
}

#[test]
fn column_queries_match_row_queries() {
    let mut core = core();
    for number in 0..10 {
        let id = spawn(&mut core, ghost_at(0.0, 0.0));
        core.world.insert(id, (Health(number), Armor));
        if number % 3 == 0 {
            core.world.insert(id, Poison(String::new()));
        }
    }
    let world = &mut core.world;
    let rows: Vec<_> = world
        .query::<&Health>()
        .map(|(id, health)| (id, *health))
        .collect();
    let mut columns = Vec::new();
    for (ids, (healths, poisons)) in world.query_columns::<(&mut Health, Option<&Poison>)>() {
        assert_eq!(ids.len(), healths.len());
        assert!(poisons.is_none_or(|poisons| poisons.len() == ids.len()));
        columns.extend(ids.iter().copied().zip(healths.iter().copied()));
    }
    assert_eq!(rows, columns);
    let mut folded = Vec::new();
    world
        .query::<&Health>()
        .for_each(|(id, health)| folded.push((id, *health)));
    assert_eq!(rows, folded);
    assert_eq!(rows.len(), 10);
}

#[test]
fn queries_visit_the_current_level_and_persistent_objects() {
    let mut core = core();
    let [here, there, always, gone, broken] = core::array::from_fn(|number| {
        let id = spawn(&mut core, ghost_at(0.0, 0.0));
        core.world.insert(id, Health(number.try_into().unwrap()));
        id
    });
    on(&mut core, broken, &[Interest::Step], |_, _, _| {
        panic!("as it must")
    });
    core.object_mut(there).unwrap().set_level(2);
    core.object_mut(always).unwrap().set_persistent(true);
    steps(&mut core, 1);
    assert!(core.world.object(broken).unwrap().is_disabled());
    core.world.remove(gone);
    let visited = |core: &mut Core| {
        healths(&mut core.world)
            .into_iter()
            .map(|(id, _)| id)
            .collect::<Vec<_>>()
    };
    assert_eq!(visited(&mut core), [here, always]);
    assert_eq!(core.world.query_everywhere::<&Health>().count(), 5);
    // The component is still found by the object's id, wherever the object is.
    for id in [there, gone, broken] {
        assert!(core.world.has::<Health>(id));
    }
    // `query` does not visit removed and disabled objects, even after they have changed their level or got components.
    core.object_mut(gone).unwrap().set_level(2);
    core.object_mut(broken).unwrap().set_level(2);
    core.world.insert(gone, Armor);
    core.context().change_level(2);
    assert_eq!(visited(&mut core), [there, always]);
    assert_eq!(core.world.query::<&Armor>().count(), 0);
    steps(&mut core, 1);
    assert_eq!(visited(&mut core), [there, always]);
    core.context().change_level(0);
    assert_eq!(visited(&mut core), [always]);
}

#[test]
#[should_panic(expected = "one component type twice")]
fn a_query_that_names_a_type_twice_panics() {
    let mut core = core();
    let _ = core.world.query::<(&mut Health, &Health)>().count();
}
