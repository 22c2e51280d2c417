//! Components, behaviours and groups of objects: adding, removing, and notifications.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{Notes, core, crate_at, ghost_at, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::prelude::{
    Behavior, ChecksumWriter, Component, Context, CustomEvent, Event, Interest, World,
};
use damselfly::world::Core;
use damselfly::world::{AttachedId, AttachedInfo, AttachedKind};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Health(i32);

impl Component for Health {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.i32(self.0);
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Poison(String);

impl Component for Poison {}

#[derive(Clone, Debug, PartialEq)]
struct Armor;

impl Component for Armor {}

/// Records its notifications under a name, without subscribing to any event type.
#[derive(Clone)]
struct Recorder {
    name: &'static str,
    notes: Notes<String>,
}

impl Recorder {
    fn new(name: &'static str, notes: &Notes<String>) -> Self {
        Self {
            name,
            notes: notes.clone(),
        }
    }

    fn note(&self, what: impl core::fmt::Display) {
        self.notes.note(format!("{}: {what}", self.name));
    }
}

/// A second type of behaviour.
#[derive(Clone)]
struct Eye(Recorder);

fn called(component: &AttachedInfo) -> String {
    let kind = match component.kind() {
        AttachedKind::Data => "data",
        AttachedKind::Behavior => "behavior",
        AttachedKind::Group => "group",
    };
    let name = component.name().split('<').next().unwrap();
    let name = name.rsplit("::").next().unwrap();
    let id = component.id().map_or(String::new(), |id| format!(" {id}"));
    format!("{kind} {name}{id}").replace(" attached", "")
}

/// An event that a test sends.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Call(u32);

fn call(number: u32) -> Event {
    Event::custom(Call(number))
}

impl Behavior for Recorder {
    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(call) = event.get::<Call>() {
            self.note(format!("call {}", call.0));
            cx.stop_route();
        }
    }

    fn sibling_added(&mut self, component: &AttachedInfo, _: &mut Context<'_>) {
        self.note(format!("+{}", called(component)));
    }

    fn sibling_removed(&mut self, component: &AttachedInfo, _: &mut Context<'_>) {
        self.note(format!("-{}", called(component)));
    }

    fn detached(&mut self, _: &mut Context<'_>) {
        self.note("detached");
    }

    fn removed(&mut self, _: &mut Context<'_>) {
        self.note("removed");
    }
}

impl Behavior for Eye {
    fn sibling_added(&mut self, component: &AttachedInfo, cx: &mut Context<'_>) {
        self.0.sibling_added(component, cx);
    }
}

/// Calls `send`, takes a step, and returns the notifications received in it.
fn received_after(
    core: &mut Core,
    notes: &Notes<String>,
    send: impl FnOnce(&mut World),
) -> Vec<String> {
    notes.take();
    send(&mut core.world);
    steps(core, 1);
    notes.take()
}

#[test]
fn a_new_behaviour_is_notified_of_every_component_present() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let notes = Notes::new();
    core.world.insert(id, (Health(1), Armor));
    core.context().attach(id, Recorder::new("a", &notes));
    core.world.add_group(id, None, "turret");
    core.context().attach(id, Eye(Recorder::new("b", &notes)));
    steps(&mut core, 1);
    let received = [
        // The first behaviour is notified of the data.
        "a: +data Health",
        "a: +data Armor",
        // It is notified of the group.
        "a: +group turret 2",
        // The second behaviour is notified of everything present, and the first one of the second.
        "b: +data Health",
        "b: +data Armor",
        "b: +behavior Recorder 1",
        "b: +group turret 2",
        "a: +behavior Eye 3",
    ];
    assert_eq!(notes.take(), received);
    // All behaviours are notified of later additions, in order. Replacing a value adds no component.
    let received = received_after(&mut core, &notes, |world| {
        world.insert(id, Poison("weak".into()));
        world.insert(id, Poison("strong".into()));
    });
    assert_eq!(received, ["a: +data Poison", "b: +data Poison"]);
}

#[test]
fn a_detached_behaviour_and_its_siblings_are_notified_of_each_others_removal() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let notes = Notes::new();
    core.world.insert(id, Health(1));
    let a = core
        .context()
        .attach_in(id, None, Recorder::new("a", &notes))
        .unwrap();
    let b = core
        .context()
        .attach_in(id, None, Recorder::new("b", &notes))
        .unwrap();
    core.context().attach(id, Recorder::new("c", &notes));
    steps(&mut core, 1);
    let received = received_after(&mut core, &notes, |world| {
        assert!(world.detach(id, b).is_done());
        assert!(!world.detach(id, b).is_done(), "it is on its way");
        // A detached behaviour receives no more events.
        world.send_to(id, call(1));
    });
    let expected = [
        "a: -behavior Recorder 2",
        "c: -behavior Recorder 2",
        "b: -data Health",
        "b: -behavior Recorder 1",
        "b: -behavior Recorder 3",
        "b: detached",
        "a: call 1",
        "c: call 1",
    ];
    assert_eq!(received, expected);
    assert!(!core.world.detach(id, b).is_done());
    // Behaviours that stay are notified of removed data.
    let received = received_after(&mut core, &notes, |world| {
        world.take::<Health>(id).unwrap();
    });
    assert_eq!(received, ["a: -data Health", "c: -data Health"]);
    // `a` is detached first, so that it receives `detached`. The object is then removed, and its last behaviour `c`
    // receives `removed`.
    core.world.detach(id, a);
    let received = received_after(&mut core, &notes, |world| {
        world.remove(id);
    });
    assert_eq!(
        received,
        [
            "c: -behavior Recorder 1",
            "a: -behavior Recorder 3",
            "a: detached",
            "c: removed"
        ]
    );
}

#[test]
fn a_behaviour_may_detach_itself_and_others_while_it_runs() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, id, &[Interest::Step], move |me, moment, cx| {
        if moment.is_step() {
            noted.note(format!("step {}", cx.time.number));
            let own = cx.this_behavior().unwrap();
            let other = cx.behavior_id::<Recorder>(me).unwrap();
            assert!(cx.detach(me, own).is_done());
            assert!(cx.detach(me, other).is_done());
            assert_eq!(cx.behavior_id::<Recorder>(me), None);
            assert_eq!(cx.attached(me).count(), 0);
        }
    });
    core.context().attach(id, Recorder::new("b", &notes));
    steps(&mut core, 1);
    let received = [
        "b: +behavior On",
        "step 1",
        "b: -behavior On",
        "b: detached",
    ];
    let found = notes.take();
    assert_eq!(found.len(), received.len(), "{found:?}");
    for (found, start) in found.iter().zip(received) {
        assert!(found.starts_with(start), "{found}");
    }
    steps(&mut core, 1);
    assert!(notes.is_empty());
    assert_eq!(core.world.attached(id).count(), 0);
}

#[test]
fn objects_with_data_only_send_no_notifications() {
    let mut core = core();
    let id = spawn(&mut core, crate_at(0.0, 0.0));
    let before = core.world.clone();
    let waiting = |core: &Core| format!("{:?}", core.world).matches("CustomEvent").count();
    core.world.insert(id, (Health(1), Armor));
    core.world.take::<Armor>(id);
    let group = core.world.add_group(id, None, "cargo").unwrap();
    core.world.insert_in(id, group, Poison("strong".into()));
    assert_eq!(
        core.world.detach(id, group),
        damselfly::world::Outcome::Done
    );
    assert_eq!(waiting(&core), 0, "nothing is on its way");
    // With a behaviour attached, an addition leaves a waiting notification.
    core.world = before;
    core.context().attach(id, Recorder::new("a", &Notes::new()));
    core.world.insert(id, Armor);
    assert_eq!(waiting(&core), 1);
}

/// Spawns an object with a recorder and a group. The group holds a recorder and an inner group, which holds two
/// recorders.
fn nested(core: &mut Core, notes: &Notes<String>) -> (ObjectId, [AttachedId; 6]) {
    let id = spawn(core, ghost_at(0.0, 0.0));
    let mut cx = core.context();
    let top = cx.attach_in(id, None, Recorder::new("top", notes)).unwrap();
    let outer = cx.add_group(id, None, "outer").unwrap();
    let mid = cx
        .attach_in(id, outer, Recorder::new("mid", notes))
        .unwrap();
    let inner = cx.add_group(id, outer, "inner").unwrap();
    let low = cx
        .attach_in(id, inner, Recorder::new("low", notes))
        .unwrap();
    let low2 = cx
        .attach_in(id, inner, Recorder::new("low2", notes))
        .unwrap();
    steps(core, 1);
    (id, [top, outer, mid, inner, low, low2])
}

#[test]
fn groups_count_as_components_and_behaviours_are_notified_in_their_group() {
    let mut core = core();
    let notes = Notes::new();
    let (id, [.., inner, _, _]) = nested(&mut core, &notes);
    let received = [
        "top: +group outer 2",
        "mid: +group inner 4",
        "low2: +behavior Recorder 5",
        "low: +behavior Recorder 6",
    ];
    assert_eq!(notes.take(), received);
    let received = received_after(&mut core, &notes, |world| {
        world.insert(id, Health(1));
        assert!(world.insert_in(id, inner, Health(2)).is_done());
        world.insert_in(id, inner, Health(3));
    });
    assert_eq!(
        received,
        [
            "top: +data Health",
            "low: +data Health 7",
            "low2: +data Health 7"
        ]
    );
    let world = &mut core.world;
    assert_eq!(world.get::<Health>(id), Some(&Health(1)));
    world.get_in_mut::<Health>(id, inner).unwrap().0 += 1;
    assert_eq!(world.get_in::<Health>(id, inner), Some(&Health(4)));
    let received = received_after(&mut core, &notes, |world| {
        assert_eq!(world.take_in::<Health>(id, inner), Some(Health(4)));
        assert_eq!(world.take_in::<Health>(id, inner), None);
    });
    assert_eq!(received, ["low: -data Health 7", "low2: -data Health 7"]);
    let components: Vec<String> = core
        .world
        .attached(id)
        .map(|component| called(&component))
        .collect();
    let all = "data Health, behavior Recorder 1, group outer 2, behavior Recorder 3, group inner 4, behavior Recorder 5, \
               behavior Recorder 6";
    assert_eq!(components.join(", "), all);
}

#[test]
fn events_go_to_siblings_and_downward_and_never_up() {
    let mut core = core();
    let notes = Notes::new();
    let (id, [top, outer, mid, inner, low, low2]) = nested(&mut core, &notes);
    let recipients = |received: Vec<String>| -> Vec<String> {
        let name = |line: &String| line.split(':').next().unwrap().to_owned();
        received.iter().map(name).collect()
    };
    // Each recorder stops the route of its event. That stops no delivery to siblings or into groups.
    let given = [
        (top, vec!["top"]),
        (outer, vec!["mid", "low", "low2"]),
        (mid, vec!["mid"]),
        (inner, vec!["low", "low2"]),
        (low, vec!["low"]),
    ];
    for (component, expected) in given {
        let received = received_after(&mut core, &notes, |world| {
            world.send_to_attached(id, component, call(1))
        });
        assert_eq!(recipients(received), expected, "given to {component}");
    }
    let beside = [
        (top, vec!["mid", "low", "low2"]),
        (outer, vec!["top"]),
        (mid, vec!["low", "low2"]),
        (inner, vec!["mid"]),
        (low, vec!["low2"]),
        (low2, vec!["low"]),
    ];
    for (component, expected) in beside {
        let received = received_after(&mut core, &notes, |world| {
            world.send_to_siblings(id, component, call(1))
        });
        assert_eq!(recipients(received), expected, "beside {component}");
    }
    let received = received_after(&mut core, &notes, |world| world.send_to(id, call(1)));
    assert_eq!(recipients(received), ["top", "mid", "low", "low2"]);
}

#[test]
fn a_running_behaviour_sends_to_its_siblings() {
    let mut core = core();
    let notes = Notes::new();
    let (id, [_, outer, ..]) = nested(&mut core, &notes);
    #[derive(Clone)]
    struct Shouts;
    impl Behavior for Shouts {
        fn step(&mut self, cx: &mut Context<'_>) {
            let (me, this) = (cx.me().id(), cx.this_behavior().unwrap());
            cx.send_to_siblings(me, this, call(1));
        }
    }
    core.context().attach_in(id, outer, Shouts).unwrap();
    steps(&mut core, 1);
    notes.take();
    steps(&mut core, 1);
    assert_eq!(notes.take(), ["mid: call 1", "low: call 1", "low2: call 1"]);
}

#[test]
fn a_group_is_removed_with_its_contents() {
    let mut core = core();
    let notes = Notes::new();
    let (id, [top, outer, mid, inner, low, _]) = nested(&mut core, &notes);
    core.world.insert_in(id, inner, Health(2));
    notes.take();
    let mut cx = core.context();
    cx.send_to_attached(id, low, call(1));
    assert!(cx.detach(id, outer).is_done());
    for component in [outer, mid, inner, low] {
        assert!(!cx.detach(id, component).is_done());
    }
    assert!(
        cx.attach_in(id, inner, Recorder::new("late", &notes))
            .is_none()
    );
    assert!(cx.add_group(id, outer, "late").is_none());
    assert!(!cx.insert_in(id, inner, Armor).is_done());
    steps(&mut core, 1);
    let expected = [
        "low: +data Health 7",
        "low2: +data Health 7",
        "top: -group outer 2",
        "mid: detached",
        "low: detached",
        "low2: detached",
    ];
    assert_eq!(notes.take(), expected);
    let left: Vec<_> = core
        .world
        .attached(id)
        .map(|component| component.id())
        .collect();
    assert_eq!(left, [Some(top)]);
    assert_eq!(core.world.get_in::<Health>(id, inner), None);
    // A later behaviour must not reuse any of these ids.
    let next = core
        .context()
        .attach_in(id, None, Recorder::new("next", &notes))
        .unwrap();
    assert!(![top, outer, mid, inner, low].contains(&next));
}

#[test]
fn a_removed_object_takes_no_components() {
    let mut core = core();
    let notes = Notes::new();
    let (id, [top, outer, ..]) = nested(&mut core, &notes);
    core.world.remove(id);
    steps(&mut core, 1);
    let mut cx = core.context();
    assert!(
        cx.attach_in(id, None, Recorder::new("late", &notes))
            .is_none()
    );
    assert!(
        cx.attach_in(id, outer, Recorder::new("late", &notes))
            .is_none()
    );
    let world: &mut World = &mut cx;
    assert!(world.add_group(id, None, "late").is_none());
    assert!(!world.insert_in(id, outer, Health(1)).is_done());
    assert!(!world.detach(id, top).is_done());
    assert_eq!(world.attached(id).count(), 0);
    // An object that reuses the slot has none of the components.
    let young = spawn(&mut core, ghost_at(0.0, 0.0));
    assert_eq!(young.slot(), id.slot());
    assert_eq!(core.world.attached(young).count(), 0);
    assert!(!core.world.detach(young, top).is_done());
}

#[test]
fn a_behaviour_is_found_by_its_type() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let notes = Notes::new();
    assert!(core.world.behavior::<Recorder>(id).is_none());
    core.context().attach(id, Eye(Recorder::new("eye", &notes)));
    let recorder = core
        .context()
        .attach_in(id, None, Recorder::new("recorder", &notes));
    core.world.behavior_mut::<Recorder>(id).unwrap().name = "other";
    assert_eq!(core.world.behavior::<Recorder>(id).unwrap().name, "other");
    assert_eq!(core.world.behavior_id::<Recorder>(id), recorder);
    assert!(
        core.world
            .attached(id)
            .any(|component| component.is::<Eye>() && component.group().is_none())
    );
}

#[test]
fn component_notifications_reach_a_frozen_object_and_events_do_not() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let notes = Notes::new();
    let component = core
        .context()
        .attach_in(id, None, Recorder::new("a", &notes))
        .unwrap();
    core.object_mut(id).unwrap().set_level(2);
    let received = received_after(&mut core, &notes, |world| {
        world.insert(id, Health(1));
        world.send_to_attached(id, component, call(1));
    });
    assert_eq!(received, ["a: +data Health"]);
    assert_eq!(core.world.dropped_events(), 1);
}

#[test]
fn components_count_in_the_checksum_only_where_present() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let mut seen = vec![core.checksum()];
    // Taking or querying absent data adds none.
    core.world.take::<Health>(id);
    assert_eq!(core.world.query::<(&mut Health, &Poison)>().count(), 0);
    assert_eq!(core.checksum(), seen[0]);
    let changes: [fn(&mut World, ObjectId); 7] = [
        |world, id| assert!(world.insert(id, Health(1)).is_done()),
        |world, id| world.get_mut::<Health>(id).unwrap().0 = 2,
        |world, id| assert!(world.insert(id, Armor).is_done()),
        |world, id| assert!(world.add_group(id, None, "one").is_some()),
        |world, id| assert!(world.add_group(id, None, "other").is_some()),
        |world, id| {
            let group = world.attached(id).last().unwrap().id().unwrap();
            assert!(world.insert_in(id, group, Health(1)).is_done());
        },
        |world, id| {
            let component = world.attached(id).last().unwrap().id().unwrap();
            assert!(world.detach(id, component).is_done());
        },
    ];
    for change in changes {
        change(&mut core.world, id);
        let sum = core.checksum();
        assert!(!seen.contains(&sum));
        seen.push(sum);
    }
    let world = core.world.clone();
    core.world.insert(id, Health(9));
    assert_ne!(core.checksum(), seen[7]);
    core.world = world;
    assert_eq!(core.checksum(), seen[7]);
}
