//! Endless chains of events are cut off and logged. Last callbacks and collisions in progress are still delivered.

use crate::common::{Notes, core, crate_at, ghost_at, on, spawn, steps};
use crate::logged::{self, keep_log};
use damselfly::ObjectId;
use damselfly::glam::vec2;
use damselfly::prelude::{Behavior, Component, Context, Event, World};
use damselfly::world::{AttachedInfo, Outcome};
use damselfly::world::{Core, MoveOutcome, Object};

/// Returns whether some log line contains all of these parts.
fn logged(parts: &[&str]) -> bool {
    let lines = logged::logged();
    lines
        .iter()
        .any(|line| parts.iter().all(|part| line.contains(part)))
}

fn named(core: &mut Core, kind: &'static str) -> ObjectId {
    let object = Object {
        kind,
        ..ghost_at(5.0, 5.0)
    };
    spawn(core, object)
}

/// Attaches another `Breeder` whenever it is notified of a new sibling.
#[derive(Clone)]
struct Breeder(Notes<()>);

impl Behavior for Breeder {
    fn sibling_added(&mut self, _: &AttachedInfo, cx: &mut Context<'_>) {
        self.0.note(());
        let me = cx.me().id();
        cx.attach(me, self.clone());
    }
}

#[test]
fn components_that_attach_components_stop_at_the_limit() {
    keep_log();
    let mut core = core();
    let id = named(&mut core, "Rabbit");
    let notes = Notes::new();
    for _ in 0..2 {
        assert!(core.context().attach(id, Breeder(notes.clone())).is_done());
    }
    steps(&mut core, 1);
    assert_eq!(core.world.attached(id).count(), World::MAX_ATTACHED);
    // Each behaviour was notified once of each other one.
    let most = World::MAX_ATTACHED;
    assert_eq!(notes.take().len(), most * (most - 1));
    assert_eq!(core.world.dropped_events(), 0);
    assert!(logged(&["`Rabbit`", "Breeder", "maximum number"]));
    steps(&mut core, 1);
    assert!(notes.take().is_empty());
}

#[derive(Clone)]
struct Idle;

impl Behavior for Idle {}

impl Component for Idle {}

#[test]
fn a_full_object_refuses_every_kind_of_component_until_one_is_removed() {
    let mut core = core();
    let id = named(&mut core, "Sack");
    let group = core
        .world
        .add_group(id, None, "pocket")
        .expect("there is room");
    let attached: Vec<_> = (1..World::MAX_ATTACHED)
        .map(|_| core.context().attach_in(id, None, Idle))
        .collect();
    assert!(attached.iter().all(Option::is_some));
    assert_eq!(core.context().attach(id, Idle), Outcome::Refused);
    assert_eq!(core.context().attach_in(id, group, Idle), None);
    let world = &mut core.world;
    assert_eq!(world.insert_in(id, group, Idle), Outcome::Refused);
    assert_eq!(world.add_group(id, None, "belt"), None);
    assert_eq!(world.refusals(), 4);
    assert_eq!(world.insert(id, Idle), Outcome::Done);
    let last = attached[0].expect("it was attached");
    assert_eq!(world.detach(id, last), Outcome::Done);
    // The behaviour still counts: its last callback runs in the next step.
    assert_eq!(core.context().attach(id, Idle), Outcome::Refused);
    steps(&mut core, 1);
    assert_eq!(core.context().attach(id, Idle), Outcome::Done);
}

/// Attaches another `Nested` in its own hook `attached`.
#[derive(Clone)]
struct Nested;

impl Behavior for Nested {
    fn attached(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        cx.attach(me, Self);
    }
}

#[test]
fn nested_attaching_is_limited() {
    keep_log();
    let mut core = core();
    let id = named(&mut core, "Matryoshka");
    assert_eq!(core.context().attach(id, Nested), Outcome::Done);
    assert_eq!(core.world.attached(id).count(), 64);
    assert_eq!(core.world.refusals(), 1);
    assert!(logged(&["`Matryoshka`", "Nested", "without end"]));
    // A later call can nest as deeply again, because the limit is per call.
    assert_eq!(core.context().attach(id, Nested), Outcome::Done);
    assert_eq!(core.world.attached(id).count(), 128);
}

/// Replaces itself with two copies whenever a sibling is added or removed.
#[derive(Clone)]
struct Hydra(Notes<()>);

impl Hydra {
    fn answer(&self, me: ObjectId, cx: &mut Context<'_>) {
        self.0.note(());
        let this = cx.this_behavior().expect("it runs");
        cx.attach(me, self.clone());
        cx.attach(me, self.clone());
        cx.detach(me, this);
    }
}

impl Behavior for Hydra {
    fn sibling_added(&mut self, _: &AttachedInfo, cx: &mut Context<'_>) {
        self.answer(cx.me().id(), cx);
    }

    fn sibling_removed(&mut self, _: &AttachedInfo, cx: &mut Context<'_>) {
        self.answer(cx.me().id(), cx);
    }
}

#[test]
fn component_notifications_in_a_step_are_bounded() {
    keep_log();
    let mut core = core();
    let id = named(&mut core, "Hydra of Lerna");
    let notes = Notes::new();
    for _ in 0..3 {
        core.context().attach(id, Hydra(notes.clone()));
    }
    for _ in 0..2 {
        steps(&mut core, 1);
        assert!(notes.take().len() <= (1 << 20) + 100);
    }
    assert!(core.world.dropped_events() > 0);
    assert!(logged(&[
        "`Hydra of Lerna`",
        "without end",
        "Hydra",
        "dropped"
    ]));
}

#[derive(Clone, Copy)]
struct Again;

/// Makes an object send itself an event whenever it receives it. Calls `act` when it has received the event `at` times.
fn respond_for_ever(
    core: &mut Core,
    id: ObjectId,
    at: u32,
    act: impl Fn(&mut Context<'_>) + Clone + Send + 'static,
) {
    let mut received = 0;
    on(core, id, &[], move |me, moment, cx| {
        if moment.get::<Again>().is_some() {
            received += 1;
            if received == at {
                act(cx);
            }
            cx.send_to(me, Event::custom(Again));
        }
    });
    core.world.send_to(id, Event::custom(Again));
}

/// Notes its own last callback, and each removed sibling.
#[derive(Clone)]
struct Leaver(Notes<&'static str>);

impl Behavior for Leaver {
    fn sibling_removed(&mut self, _: &AttachedInfo, _: &mut Context<'_>) {
        self.0.note("sibling");
    }

    fn detached(&mut self, _: &mut Context<'_>) {
        self.0.note("detached");
    }

    fn removed(&mut self, _: &mut Context<'_>) {
        self.0.note("removed");
    }
}

#[test]
fn the_deepest_events_detached_hook_runs_in_the_next_step() {
    let mut core = core();
    let id = named(&mut core, "Lizard");
    let notes = Notes::new();
    let tail = core.context().attach_in(id, None, Leaver(notes.clone()));
    let tail = tail.expect("there is room");
    core.context().attach(id, Leaver(notes.clone()));
    let cat = named(&mut core, "Cat");
    respond_for_ever(&mut core, cat, 1000, move |cx| {
        assert_eq!(cx.detach(id, tail), Outcome::Done);
    });
    steps(&mut core, 1);
    assert_eq!(core.world.dropped_events(), 1, "its own");
    assert_eq!(notes.take(), [""; 0]);
    steps(&mut core, 1);
    assert_eq!(notes.take(), ["sibling", "sibling", "detached"]);
    core.world.remove(id);
    steps(&mut core, 2);
    assert_eq!(notes.take(), ["removed"]);
}

#[test]
fn the_deepest_events_detached_hook_runs_before_removal() {
    let mut core = core();
    let id = named(&mut core, "Lizard");
    let notes = Notes::new();
    let tail = core.context().attach_in(id, None, Leaver(notes.clone()));
    let tail = tail.expect("there is room");
    let cat = named(&mut core, "Cat");
    respond_for_ever(&mut core, cat, 1000, move |cx| {
        assert_eq!(cx.detach(id, tail), Outcome::Done);
        assert_eq!(cx.remove(id), Outcome::Done);
    });
    steps(&mut core, 3);
    assert_eq!(notes.take(), ["detached"]);
    assert!(!core.world.contains(id));
}

/// When it is detached, attaches two copies of itself and detaches them.
#[derive(Clone)]
struct Phoenix(Notes<()>);

impl Behavior for Phoenix {
    fn detached(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        self.0.note(());
        for _ in 0..2 {
            if let Some(next) = cx.attach_in(me, None, self.clone()) {
                cx.detach(me, next);
            }
        }
    }
}

#[test]
fn last_callbacks_without_end_are_bounded_in_a_step() {
    let mut core = core();
    let id = named(&mut core, "Bird");
    let notes = Notes::new();
    let first = core.context().attach_in(id, None, Phoenix(notes.clone()));
    let first = first.expect("there is room");
    core.world.detach(id, first);
    for _ in 0..3 {
        steps(&mut core, 1);
        assert!(notes.take().len() < 10_000);
    }
    core.world.remove(id);
    steps(&mut core, 2);
    assert!(!core.world.contains(id));
}

#[test]
fn the_deepest_event_notifies_collisions_in_the_next_step() {
    let mut core = core();
    let mover = spawn(&mut core, crate_at(10.0, 10.0));
    let wall = spawn(&mut core, crate_at(20.0, 10.0));
    let notes = Notes::new();
    for id in [mover, wall] {
        let noted = notes.clone();
        on(&mut core, id, &[], move |me, moment, _| {
            if moment.is_collision() {
                noted.note(me);
            }
        });
    }
    respond_for_ever(&mut core, mover, 1000, move |cx| {
        assert_eq!(cx.move_to(mover, vec2(19.0, 10.0)), MoveOutcome::Blocked);
    });
    steps(&mut core, 1);
    assert!(notes.take().is_empty());
    steps(&mut core, 2);
    assert_eq!(notes.take(), [mover, wall]);
    assert_eq!(
        core.world.object(mover).map(|object| object.position()),
        Some(vec2(10.0, 10.0))
    );
}
