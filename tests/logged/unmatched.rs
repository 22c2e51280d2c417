//! Each name that matches nothing is logged once, with the most similar existing name.

use crate::common::{core, spawn, steps};
use crate::logged::{keep_log, logged};
use damselfly::app::{App, Harness, Options};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{HudEvent, Widget};
use damselfly::world::{Behavior, Bounds, Context, CustomEvent, Event, EventTypes, Object};

/// Returns the number of log lines that contain this part.
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
fn an_unknown_kind_is_logged_once_after_120_steps() {
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

struct Rain;
struct Snow;

#[derive(Clone)]
struct Dog;

impl Behavior for Dog {
    fn event(&mut self, _: &CustomEvent, _: &mut Context<'_>) {}
}

#[test]
fn an_event_without_a_hook_in_any_receiver_is_logged() {
    keep_log();
    let mut core = core();
    let sheep = core.context().spawn_with(Object::default(), Sheep);
    let bare = spawn(&mut core, Object::default());
    core.world.send_to(sheep, Event::custom(Snow));
    core.world.send_to(bare, Event::custom(Rain));
    steps(&mut core, 119);
    // The dog has the hook for custom events. It receives rain before the missing hook for rain would be logged.
    let dog = core.context().spawn_with(Object::default(), Dog);
    core.world.send_to(dog, Event::custom(Rain));
    steps(&mut core, 100);
    assert_eq!(
        lines("unmatched::Snow` reaches only objects none of whose"),
        1
    );
    assert_eq!(lines("unmatched::Rain"), 0);
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
fn unreceived_events_and_unknown_labels_are_logged() {
    keep_log();
    let mut core = core();
    core.context().spawn_with(Object::default(), Sheep);
    core.world.hud.add(Widget::new("Bounty"));
    core.world.send(Event::custom(Thundre));
    core.world.send(Event::custom(Thunder));
    core.world.send(HudEvent::add("Bontuy", 1));
    core.world.send(HudEvent::add("Bounty", 1));
    for _ in 0..130 {
        core.world.hud.set("Buonty", 1);
        core.world.hud.add_to("Bount", 1);
        steps(&mut core, 1);
    }
    for label in ["Buonty", "Bount"] {
        let line = format!("no widget has the label `{label}`; is `Bounty` meant?");
        assert_eq!(lines(&line), 1);
    }
    assert_eq!(
        lines("Thundre`, which was sent to all; is `logged::unmatched::Thunder` meant?"),
        1
    );
    assert_eq!(
        lines("no widget has the label `Bontuy`; is `Bounty` meant?"),
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
        assert_eq!(cx.of_kind("Nothing like it").count(), 0);
        Ok(())
    })
    .unwrap();
    game.steps(3);
    assert_eq!(lines("Nothing like it"), 0);
    drop(game);
    assert_eq!(lines("no object was ever of the kind `Nothing like it`"), 1);
}

#[test]
fn a_kind_without_a_similar_name_waits_for_the_end() {
    keep_log();
    for spawned in [false, true] {
        let name = if spawned { "Zircon" } else { "Quartz" };
        let app = App::new("gems", Options::default());
        let mut game = Harness::start(app, |cx| {
            cx.spawn(Object::new("Hero"));
            assert_eq!(cx.of_kind(name).count(), 0);
            Ok(())
        })
        .unwrap();
        game.steps(600);
        assert_eq!(lines(&format!("kind `{name}`")), 0, "it may yet be spawned");
        if spawned {
            game.context().spawn(Object::new(name));
        }
        drop(game);
        assert_eq!(lines(&format!("kind `{name}`")), usize::from(!spawned));
    }
}

#[test]
fn a_stuck_hard_object_is_logged_once() {
    keep_log();
    let mut core = core();
    let large = Bounds::Fixed(Rect::from_size(Vec2::ZERO, vec2(40.0, 20.0)));
    let small = Bounds::Fixed(Rect::from_size(Vec2::ZERO, Vec2::ONE));
    let grass = Object {
        bounds: large,
        ..Object::new("Grass")
    };
    spawn(&mut core, grass);
    let sheep = Object {
        bounds: small,
        velocity: vec2(0.25, 0.0),
        ..Object::new("Lost sheep")
    };
    let id = spawn(&mut core, sheep.at(vec2(5.0, 5.0)));
    steps(&mut core, 50);
    assert_eq!(
        core.world.object(id).map(|it| it.position()),
        Some(vec2(5.0, 5.0))
    );
    assert_eq!(lines("`Lost sheep`"), 1);
    assert_eq!(lines("overlaps `Grass`"), 1);
}

#[test]
fn a_wall_that_stops_what_runs_against_it_is_no_mistake() {
    keep_log();
    let mut core = core();
    let bounds = Bounds::Fixed(Rect::from_size(Vec2::ZERO, Vec2::ONE));
    spawn(
        &mut core,
        Object {
            bounds,
            ..Object::new("Fence")
        }
        .at(vec2(8.0, 5.0)),
    );
    let runner = Object {
        bounds,
        velocity: vec2(0.25, 0.0),
        ..Object::new("Runner")
    };
    spawn(&mut core, runner.at(vec2(5.0, 5.0)));
    steps(&mut core, 50);
    assert_eq!(lines("`Runner`"), 0);
}

#[test]
fn a_step_that_is_taken_again_tells_nothing_twice() {
    keep_log();
    let app = App::new("twice", Options::default());
    let mut game = Harness::start(app, |cx| {
        cx.spawn(Object::new("Ecco"));
        assert_eq!(cx.of_kind("Echo").count(), 0);
        Ok(())
    });
    let game = game.as_mut().unwrap();
    game.steps(110);
    let before = game.core().snapshot();
    for _ in 0..3 {
        let mut core = core();
        core.restore(&before);
        steps(&mut core, 20);
    }
    assert_eq!(lines("no object was ever of the kind `Echo`"), 1);
}

#[test]
fn names_that_came_to_be_leave_room_for_others() {
    keep_log();
    let mut core = core();
    let early: Vec<&'static str> = (0..64)
        .map(|number| &*format!("Early {number}").leak())
        .collect();
    for kind in &early {
        assert_eq!(core.world.of_kind(kind).count(), 0);
    }
    for kind in early {
        spawn(&mut core, Object::new(kind));
    }
    assert_eq!(core.world.of_kind("Earl 1").count(), 0);
    steps(&mut core, 130);
    assert_eq!((lines("kind `Earl 1`"), lines("kind `Early ")), (1, 0));
}

#[test]
fn a_label_missing_at_first_may_appear_later() {
    keep_log();
    let mut core = core();
    core.world.hud.set("Fule", 1);
    core.world.hud.add_to("Fule", 1);
    core.world.hud.set("Shield", 1);
    core.world.send(HudEvent::set("Shield", 2));
    steps(&mut core, 60);
    core.world.hud.add(Widget::new("Fuel"));
    core.world.hud.add(Widget::new("Shield"));
    steps(&mut core, 200);
    assert_eq!(lines("no widget has the label `Fule`; is `Fuel` meant?"), 1);
    assert_eq!((lines("`Fule`"), lines("`Shield`")), (1, 0));
}

/// Subscribes to an event that a level file names.
#[derive(Clone)]
struct Door(String);

impl Behavior for Door {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::default().and_named(&self.0)
    }

    fn event(&mut self, _: &CustomEvent, _: &mut Context<'_>) {}
}

#[test]
fn a_misspelt_named_event_is_logged_with_the_nearest_name() {
    keep_log();
    let mut core = core();
    let door = Door("open-drawbridge".to_owned());
    core.context().spawn_with(Object::default(), door);
    for name in ["open-drawbrigde", "open-drawbridge"] {
        core.world.send(Event::named(name, 1_u32));
    }
    steps(&mut core, 200);
    assert_eq!(
        lines(
            "no object receives `open-drawbrigde`, which was sent to all; is `open-drawbridge` meant?"
        ),
        1
    );
    assert_eq!(lines("no object receives `open-drawbridge`"), 0);
}
