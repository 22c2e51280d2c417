//! Components and their notifications, compared with a simple reference model.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod model;

use crate::common::{Notes, edit, ghost_at, in_empty_world, spawn, steps};
use damselfly::prelude::{Behavior, ChecksumWriter, Component, Context, CustomEvent, Event};
use damselfly::world::Core;
use damselfly::world::{AttachedId, AttachedInfo, AttachedKind, Without};
use model::{Model, Models, Note, Received, Waiting};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeMap;

/// A component: data of the type with number `N`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Of<const N: usize>(i32);

impl<const N: usize> Component for Of<N> {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.i32(self.0);
    }
}

/// Returns the number that stands for a component in notes: its own number, or a negative number for its data type.
fn number(component: &AttachedInfo) -> i64 {
    let types = [
        component.is::<Of<0>>(),
        component.is::<Of<1>>(),
        component.is::<Of<2>>(),
    ];
    match types.iter().position(|is| *is) {
        Some(kind) => -1 - i64::try_from(kind).unwrap(),
        None => format!("{}", component.id().unwrap())["attached ".len()..]
            .parse()
            .unwrap(),
    }
}

#[derive(Clone)]
struct Recorder {
    object: usize,
    notes: Notes<Received>,
}

impl Recorder {
    fn note(&self, cx: &Context<'_>, note: Note) {
        let id = cx.this_behavior().unwrap();
        let number = format!("{id}")["attached ".len()..].parse().unwrap();
        self.notes.note((self.object, number, note));
    }
}

impl Behavior for Recorder {
    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(&number) = event.get::<u32>() {
            self.note(cx, Note::Event(number));
            cx.stop_route();
        }
    }

    fn sibling_added(&mut self, component: &AttachedInfo, cx: &mut Context<'_>) {
        self.note(cx, Note::Added(number(component)));
    }

    fn sibling_removed(&mut self, component: &AttachedInfo, cx: &mut Context<'_>) {
        self.note(cx, Note::Removed(number(component)));
    }

    fn detached(&mut self, cx: &mut Context<'_>) {
        self.note(cx, Note::Detached);
    }

    fn removed(&mut self, cx: &mut Context<'_>) {
        self.note(cx, Note::Gone);
    }
}

/// An action of a script. Objects and components are given by their order of creation, modulo their count.
#[derive(Clone, Copy, Debug)]
enum Do {
    Spawn,
    Remove(usize),
    Insert(usize, usize, i32),
    InsertTwo(usize, i32),
    Take(usize, usize),
    Level(usize, u16),
    GoTo(u16),
    Attach(usize, usize, bool),
    AddGroup(usize, usize, bool),
    Detach(usize, usize),
    SendTo(usize, usize, u32),
    SendBeside(usize, usize, u32),
    /// Adds the second type's value to the first type's, for each object that has both.
    Sum,
    /// Replaces the world with its copy.
    Copy,
    Step,
}

fn any_do() -> impl Strategy<Value = Do> {
    let who = 0..12usize;
    let what = 0..10usize;
    prop_oneof![
        3 => Just(Do::Spawn),
        1 => who.clone().prop_map(Do::Remove),
        6 => (who.clone(), 0..3usize, any::<i8>())
            .prop_map(|(who, kind, value)| Do::Insert(who, kind, value.into())),
        1 => (who.clone(), any::<i8>()).prop_map(|(who, value)| Do::InsertTwo(who, value.into())),
        3 => (who.clone(), 0..3usize).prop_map(|(who, kind)| Do::Take(who, kind)),
        1 => (who.clone(), 0..3u16).prop_map(|(who, level)| Do::Level(who, level)),
        1 => (0..3u16).prop_map(Do::GoTo),
        4 => (who.clone(), what.clone(), any::<bool>())
            .prop_map(|(who, group, within)| Do::Attach(who, group, within)),
        2 => (who.clone(), what.clone(), any::<bool>())
            .prop_map(|(who, group, within)| Do::AddGroup(who, group, within)),
        2 => (who.clone(), what.clone()).prop_map(|(who, what)| Do::Detach(who, what)),
        1 => (who.clone(), what.clone(), any::<u32>())
            .prop_map(|(who, what, number)| Do::SendTo(who, what, number)),
        1 => (who, what, any::<u32>())
            .prop_map(|(who, what, number)| Do::SendBeside(who, what, number)),
        1 => Just(Do::Sum),
        1 => Just(Do::Copy),
        3 => Just(Do::Step),
    ]
}

/// Performs an action on the world and on the model, and compares the results.
fn run(core: &mut Core, models: &mut Models, notes: &Notes<Received>, what: Do) {
    let objects = models.list.len().max(1);
    let known = |who: usize| {
        models
            .list
            .get(who % objects)
            .map(|of| (who % objects, of.id))
    };
    let component_of = |who: usize, which: usize| {
        let of = models.list.get(who % objects)?;
        let at = which % of.ids.len().max(1);
        Some((of.ids.get(at).copied()?, i64::try_from(at).unwrap() + 1))
    };
    let world = &mut core.world;
    match what {
        Do::Spawn => {
            let id = spawn(core, ghost_at(0.0, 0.0));
            models.list.push(Model {
                id,
                gone: false,
                marked: false,
                level: models.level,
                data: BTreeMap::new(),
                parts: Vec::new(),
                ids: Vec::new(),
            });
        }
        Do::Remove(who) => {
            let Some((who, id)) = known(who) else { return };
            assert_eq!(world.remove(id).is_done(), !models.list[who].gone);
            if !models.list[who].gone && !models.list[who].marked {
                models.list[who].marked = true;
                models.pending_despawn.push(who);
            }
        }
        Do::Insert(who, kind, value) => {
            let Some((who, id)) = known(who) else { return };
            let outcome = match kind {
                0 => world.insert(id, Of::<0>(value)),
                1 => world.insert(id, Of::<1>(value)),
                _ => world.insert(id, Of::<2>(value)),
            };
            assert_eq!(outcome.is_done(), !models.list[who].gone);
            if outcome.is_done() {
                models.insert(who, kind, value);
            }
        }
        Do::InsertTwo(who, value) => {
            let Some((who, id)) = known(who) else { return };
            if world.insert(id, (Of::<2>(value), Of::<0>(value))).is_done() {
                if !models.met.contains(&2) {
                    models.met.push(2);
                }
                models.insert(who, 2, value);
                models.insert(who, 0, value);
            }
        }
        Do::Take(who, kind) => {
            let Some((who, id)) = known(who) else { return };
            let value = match kind {
                0 => world.take::<Of<0>>(id).map(|of| of.0),
                1 => world.take::<Of<1>>(id).map(|of| of.0),
                _ => world.take::<Of<2>>(id).map(|of| of.0),
            };
            assert_eq!(value, models.take(who, kind));
        }
        Do::Level(who, level) => {
            let Some((who, id)) = known(who) else { return };
            if edit(&mut core.context(), id, |object| object.set_level(level)).is_done() {
                models.list[who].level = level;
            }
        }
        Do::GoTo(level) => {
            core.context().change_level(level);
            models.level = level;
        }
        Do::Attach(who, group, within) => {
            let holder = component_of(who, group).filter(|_| within);
            let Some((who, id)) = known(who) else { return };
            let recorder = Recorder {
                object: who,
                notes: notes.clone(),
            };
            let made = match holder {
                Some((group, _)) => core.context().attach_in(id, group, recorder),
                None => core.context().attach_in(id, None, recorder),
            };
            add(models, who, holder, made, false);
        }
        Do::AddGroup(who, group, within) => {
            let holder = component_of(who, group).filter(|_| within);
            let Some((who, id)) = known(who) else { return };
            let made = match holder {
                Some((group, _)) => world.add_group(id, group, "group"),
                None => world.add_group(id, None, "group"),
            };
            add(models, who, holder, made, true);
        }
        Do::Detach(who, what) => {
            let (Some((component, number)), Some((who, id))) =
                (component_of(who, what), known(who))
            else {
                return;
            };
            let outcome = world.detach(id, component);
            assert_eq!(outcome.is_done(), models.detach(who, number));
            let of = &mut models.list[who];
            if outcome.is_done() && of.parts.iter().all(|part| part.is_group) {
                // With no behaviour to notify, the component is removed at once.
                of.parts.retain(|part| !part.leaving);
                models.waiting.pop();
            }
        }
        Do::SendTo(who, what, number) => {
            if let (Some((component, part)), Some((who, id))) =
                (component_of(who, what), known(who))
            {
                world.send_to_attached(id, component, Event::custom(number));
                models.waiting.push(Waiting::To(who, part, number));
            }
        }
        Do::SendBeside(who, what, number) => {
            if let (Some((component, part)), Some((who, id))) =
                (component_of(who, what), known(who))
            {
                world.send_to_siblings(id, component, Event::custom(number));
                models.waiting.push(Waiting::Beside(who, part, number));
            }
        }
        Do::Sum => {
            for (_, (first, second)) in world.query::<(&mut Of<0>, &Of<1>)>() {
                first.0 = first.0.wrapping_add(second.0);
            }
            let level = models.level;
            for of in &mut models.list {
                let visited = !of.gone && !of.marked && (of.level == 0 || of.level == level);
                if let (true, Some(&second)) = (visited, of.data.get(&1)) {
                    of.data
                        .entry(0)
                        .and_modify(|first| *first = first.wrapping_add(second));
                }
            }
        }
        Do::Copy => {
            let before = core.checksum();
            core.world = core.world.clone();
            assert_eq!(core.checksum(), before);
        }
        Do::Step => {
            steps(core, 1);
            models.step();
            assert_eq!(notes.take(), std::mem::take(&mut models.received));
        }
    }
}

/// Adds a component to the model, unless the world must refuse it.
fn add(
    models: &mut Models,
    who: usize,
    holder: Option<(AttachedId, i64)>,
    made: Option<AttachedId>,
    is_group: bool,
) {
    let of = &models.list[who];
    let fits = |number| {
        of.part(number)
            .is_some_and(|part| part.is_group && !part.leaving)
    };
    let may = !of.gone && holder.is_none_or(|(_, number)| fits(number));
    assert_eq!(made.is_some(), may);
    if let Some(id) = made {
        models.add(who, holder.map(|(_, number)| number), is_group);
        models.list[who].ids.push(id);
    }
}

/// Compares all public state of the world with the model.
fn compare(core: &mut Core, models: &Models) {
    let copy = core.world.clone();
    let world = &mut core.world;
    for of in &models.list {
        let data: [Option<i32>; 3] = [
            world.get::<Of<0>>(of.id).map(|of| of.0),
            world.get::<Of<1>>(of.id).map(|of| of.0),
            world.get::<Of<2>>(of.id).map(|of| of.0),
        ];
        assert_eq!(data, [0, 1, 2].map(|kind| of.data.get(&kind).copied()));
        let components: Vec<(i64, bool)> = world
            .attached(of.id)
            .map(|component| (number(&component), component.kind() == AttachedKind::Group))
            .collect();
        let present = models.met.iter().filter(|kind| of.data.contains_key(kind));
        let mut expected: Vec<(i64, bool)> = present
            .map(|&kind| (-1 - i64::try_from(kind).unwrap(), false))
            .collect();
        expected.extend(
            of.parts
                .iter()
                .filter(|part| !part.leaving)
                .map(|part| (part.number, part.is_group)),
        );
        // Data is listed by type number. A type gets its number at its first use.
        assert_eq!(components, expected);
    }
    let visited = models.list.iter().filter(|of| models.visited(of));
    let mut expected: Vec<_> = visited
        .filter(|of| of.data.contains_key(&0) && !of.data.contains_key(&2))
        .map(|of| (of.id, of.data[&0], of.data.get(&1).copied()))
        .collect();
    let found: Vec<_> = world
        .query::<(&mut Of<0>, Option<&Of<1>>, Without<Of<2>>)>()
        .map(|(id, (first, second, ()))| (id, first.0, second.map(|second| second.0)))
        .collect();
    let of_copy: Vec<_> = copy
        .query_ref::<(&Of<0>, Option<&Of<1>>, Without<Of<2>>)>()
        .map(|(id, (first, second, ()))| (id, first.0, second.map(|second| second.0)))
        .collect();
    assert_eq!(found, of_copy, "a copy is visited in the same order");
    let mut found = found;
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    let everywhere = models
        .list
        .iter()
        .filter(|of| of.data.contains_key(&1))
        .count();
    assert_eq!(world.query_everywhere::<&Of<1>>().count(), everywhere);
}

#[test]
fn any_script_matches_the_reference_model() {
    let config = Config {
        cases: 10_000,
        failure_persistence: None,
        ..Config::default()
    };
    let scripts = prop::collection::vec(any_do(), 1..60);
    TestRunner::new(config)
        .run(&scripts, |script| {
            let notes = Notes::new();
            let mut models = Models {
                level: 1,
                ..Models::default()
            };
            in_empty_world(|core| {
                for what in script.into_iter().chain([Do::Step]) {
                    run(core, &mut models, &notes, what);
                    if matches!(what, Do::Step | Do::Sum | Do::Copy) {
                        compare(core, &models);
                    }
                }
            });
            Ok(())
        })
        .unwrap();
}
