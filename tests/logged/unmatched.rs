//! What is wired to nothing is told once in the log, with the nearest name that exists.

use crate::common::{core, spawn, steps};
use crate::logged::{keep_log, logged};
use damselfly::app::{App, Harness, Options};
use damselfly::hud::{ViewEvent, ViewObject};
use damselfly::world::{Behavior, Event, EventTypes, Object};

/// How many lines of the log have this part.
fn lines(part: &str) -> usize {
    logged().iter().filter(|line| line.contains(part)).count()
}

struct Thunder;
struct Thundre;

#[derive(Clone)]
struct Sheep;

impl Behavior for Sheep {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<Thunder>()
    }
}

#[test]
fn a_kind_that_no_object_ever_had_is_told_once_after_120_steps() {
    keep_log();
    let mut core = core();
    let id = spawn(&mut core, Object::new("Meteorite"));
    assert!(!core.world.is_kind(id, "Meteroite"));
    steps(&mut core, 119);
    assert_eq!(core.world.of_kind("Meteroite").count(), 0);
    assert_eq!(lines("Meteroite"), 0);
    steps(&mut core, 200);
    assert_eq!(
        lines("no object was ever of the kind `Meteroite`; is `Meteorite` meant?"),
        1
    );
    assert_eq!(lines("Meteroite"), 1);
}

#[test]
fn a_kind_that_comes_later_or_is_gone_is_no_mistake() {
    keep_log();
    let mut core = core();
    assert_eq!(core.world.of_kind("Latecomer").count(), 0);
    steps(&mut core, 60);
    let id = spawn(&mut core, Object::new("Latecomer"));
    core.world.remove(id);
    steps(&mut core, 1);
    assert_eq!(core.world.of_kind("Latecomer").count(), 0);
    steps(&mut core, 300);
    assert_eq!(lines("Latecomer"), 0);
}

#[test]
fn an_event_that_nothing_receives_and_a_label_that_nothing_has_are_told() {
    keep_log();
    let mut core = core();
    core.context().spawn_with(Object::default(), Sheep);
    core.world.hud.add(ViewObject::new("Bounty"));
    core.world.send(Event::custom(Thundre));
    core.world.send(Event::custom(Thunder));
    core.world.send(ViewEvent::add("Bontuy", 1));
    core.world.send(ViewEvent::add("Bounty", 1));
    steps(&mut core, 130);
    assert_eq!(
        lines("Thundre`, which was sent to all; is `logged::unmatched::Thunder` meant?"),
        1
    );
    assert_eq!(
        lines("no view object has the label `Bontuy`; is `Bounty` meant?"),
        1
    );
    assert_eq!(
        lines("label `Bounty`") + lines("receives `logged::unmatched::Thunder`"),
        0
    );
}

#[test]
fn at_the_end_of_a_run_nothing_waits_any_longer() {
    keep_log();
    let app = App::new("short", Options::default());
    let mut game = Harness::start(app, |cx| {
        assert_eq!(cx.world.of_kind("Nothing like it").count(), 0);
        Ok(())
    })
    .unwrap();
    game.steps(3);
    assert_eq!(lines("Nothing like it"), 0);
    drop(game);
    assert_eq!(lines("no object was ever of the kind `Nothing like it`"), 1);
}
