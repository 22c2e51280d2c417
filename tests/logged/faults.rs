//! Panics in the game's functions do not end the game, and the log names them. Also: which parts of a scheduled event
//! are in the checksum.

use crate::common::{self, Notes, core, crate_at, ghost_at, on, spawn, steps};
use crate::logged::{self, keep_log};
use damselfly::app::{App, Game, Harness};
use damselfly::glam::vec2;
use damselfly::world::{
    Attachment, Behavior, Component, Context, CustomEvent, Event, Force, FrameContext, Interest,
    Object, Outcome,
};
use damselfly::{ChecksumWriter, Color, Error};

/// Returns whether some log line contains all of these parts.
fn logged(parts: &[&str]) -> bool {
    let lines = logged::logged();
    lines
        .iter()
        .any(|line| parts.iter().all(|part| line.contains(part)))
}

#[derive(Clone)]
struct FaultyFromTheStart;

impl Behavior for FaultyFromTheStart {
    fn attached(&mut self, _: &mut Context<'_>) {
        panic!("meant to happen in attached");
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        cx.send(Event::custom(()));
    }
}

#[test]
fn a_panic_while_being_attached_disables_the_object_and_is_named() {
    keep_log();
    for in_a_step in [false, true] {
        let mut core = core();
        let object = Object {
            kind: "Unlucky",
            velocity: vec2(1.0, 0.0),
            ..ghost_at(5.0, 5.0)
        };
        let id = spawn(&mut core, object);
        let notes = Notes::new();
        let other = spawn(&mut core, ghost_at(1.0, 1.0));
        let noted = notes.clone();
        on(&mut core, other, &[Interest::Step], move |_, _, cx| {
            if in_a_step && cx.time.number == 1 {
                cx.attach(id, FaultyFromTheStart);
            }
            noted.note(cx.time.number);
        });
        if !in_a_step {
            assert_eq!(core.context().attach(id, FaultyFromTheStart), Outcome::Done);
        }
        steps(&mut core, 3);
        assert_eq!(
            core.world.object(id).map(|object| object.is_disabled()),
            Some(true)
        );
        assert_eq!(
            core.world.object(id).map(|object| object.position()),
            Some(vec2(5.0, 5.0))
        );
        assert_eq!(notes.take(), [1, 2, 3]);
        assert!(logged(&[
            "FaultyFromTheStart",
            "`Unlucky`",
            "meant to happen in attached"
        ]));
        core.checksum();
        core.world.remove(id);
        steps(&mut core, 1);
        assert!(!core.world.contains(id));
    }
}

#[test]
fn a_pair_whose_filter_panics_is_not_filtered_and_both_are_named() {
    keep_log();
    let mut core = core();
    let named = |kind, object| Object { kind, ..object };
    let wall = spawn(&mut core, named("Firewall", crate_at(10.0, 10.0)));
    let mover = Object {
        velocity: vec2(1.0, 0.0),
        ..crate_at(7.5, 10.0)
    };
    let mover = spawn(&mut core, named("Battering ram", mover));
    core.world
        .set_collision_filter(Some(|_, _, _| panic!("meant to happen in a filter")));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, wall, &[], move |_, moment, _| {
        noted.note(moment.is_collision())
    });
    steps(&mut core, 2);
    assert_eq!(notes.take(), [true, true]);
    assert_eq!(
        core.world.object(mover).map(|object| object.position()),
        Some(vec2(7.5, 10.0))
    );
    assert_eq!(
        core.world.object(mover).map(|object| object.is_disabled()),
        Some(false)
    );
    assert_eq!(core.world.refusals(), 2);
    assert!(logged(&[
        "filter",
        "`Firewall`",
        "`Battering ram`",
        "meant to happen in a filter"
    ]));
    core.world.set_collision_filter(None);
    steps(&mut core, 1);
    assert_eq!(core.world.refusals(), 2);
}

#[test]
fn a_force_that_panics_is_named_with_its_object() {
    keep_log();
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            kind: "Apple",
            force: Some(Force(|_| panic!("meant to happen in a force"))),
            ..ghost_at(5.0, 5.0)
        },
    );
    steps(&mut core, 2);
    assert_eq!(
        core.world.object(id).map(|object| object.is_disabled()),
        Some(true)
    );
    assert!(logged(&["force", "`Apple`", "meant to happen in a force"]));
}

#[test]
fn marked_objects_receive_only_collisions_in_progress() {
    type When = (&'static str, fn(common::Moment<'_>) -> bool, usize);
    let cases: [When; 4] = [
        ("step", |moment| moment.is_step(), 0),
        ("after", |moment| matches!(moment, common::Moment::After), 0),
        (
            "finish",
            |moment| matches!(moment, common::Moment::Finish),
            0,
        ),
        ("collision", |moment| moment.is_collision(), 1),
    ];
    for (name, is_time, expected) in cases {
        let mut core = core();
        spawn(&mut core, crate_at(10.0, 10.0));
        let mover = Object {
            velocity: vec2(1.0, 0.0),
            ..crate_at(7.5, 10.0)
        };
        let id = spawn(&mut core, mover);
        let all = [Interest::Step, Interest::After, Interest::Finish];
        on(&mut core, id, &all, move |me, moment, cx| {
            if is_time(moment) {
                cx.remove(me);
            }
        });
        let notes = Notes::new();
        let noted = notes.clone();
        on(&mut core, id, &all, move |_, moment, _| {
            noted.note((is_time(moment), moment.is_removed()));
        });
        steps(&mut core, 1);
        let received = notes.take();
        assert_eq!(
            received.iter().filter(|(time, _)| *time).count(),
            expected,
            "{name}"
        );
        assert_eq!(
            received.iter().filter(|(_, removed)| *removed).count(),
            1,
            "{name}"
        );
    }
}

#[derive(Clone, Copy)]
struct Damage(u32);

#[test]
fn pending_events_are_summed_by_value_or_type() {
    let sum_of = |event: fn() -> Event| {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        core.world.send_to_after(3, id, event());
        steps(&mut core, 1);
        core.checksum()
    };
    let plain = sum_of(|| Event::custom(Damage(1)));
    assert_eq!(plain, sum_of(|| Event::custom(Damage(2))));
    let summed: [fn() -> Event; 3] = [
        || Event::summed(Damage(1), |damage, sum| sum.u32(damage.0)),
        || Event::summed(Damage(1), |damage, sum| sum.u32(damage.0)),
        || Event::summed(Damage(2), |damage, sum| sum.u32(damage.0)),
    ];
    let [one, same, other] = summed.map(sum_of);
    assert_eq!(one, same);
    assert!(one != other && one != plain);
}

#[test]
fn a_summed_event_is_delivered_as_any_other() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    let notes = Notes::new();
    let noted = notes.clone();
    on(
        &mut core,
        id,
        &[Interest::of::<Damage>()],
        move |_, moment, _| {
            if let Some(Damage(points)) = moment.get() {
                noted.note(points);
            }
        },
    );
    core.world
        .send(Event::summed(Damage(7), |damage, sum| sum.u32(damage.0)));
    steps(&mut core, 1);
    assert_eq!(notes.take(), [7]);
}

/// Notes its last callback, and panics in the hook that `panics` names.
#[derive(Clone)]
struct Mortal {
    name: &'static str,
    panics: &'static str,
    notes: Notes<String>,
}

impl Mortal {
    fn receive(&self, what: &str) {
        assert_ne!(self.panics, what, "meant to happen");
        self.notes.note(format!("{} {what}", self.name));
    }
}

impl Behavior for Mortal {
    fn attached(&mut self, _: &mut Context<'_>) {
        assert_ne!(self.panics, "attached", "meant to happen");
    }

    fn event(&mut self, _: &CustomEvent, _: &mut Context<'_>) {
        self.receive("event");
    }

    fn removed(&mut self, _: &mut Context<'_>) {
        self.receive("removed");
    }

    fn detached(&mut self, _: &mut Context<'_>) {
        self.receive("detached");
    }
}

#[test]
fn last_callbacks_of_a_disabled_object_run_once() {
    for panics in ["attached", "event", "removed"] {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        let notes = Notes::new();
        let components = [("a", ""), ("b", panics), ("c", ""), ("d", "")].map(|(name, panics)| {
            let notes = notes.clone();
            let mortal = Mortal {
                name,
                panics,
                notes,
            };
            core.context()
                .attach_in(id, None, mortal)
                .expect("it is there")
        });
        core.world.send_to(id, Event::custom(()));
        steps(&mut core, 1);
        let received: &[&str] = match panics {
            "attached" => &[],
            "event" => &["a event"],
            _ => &["a event", "b event", "c event", "d event"],
        };
        assert_eq!(notes.take(), received, "{panics}");
        core.world.detach(id, components[3]);
        steps(&mut core, 1);
        assert_eq!(notes.take(), ["d detached"], "{panics}");
        core.world.remove(id);
        core.world.remove(id);
        steps(&mut core, 2);
        assert_eq!(notes.take(), ["a removed", "c removed"], "{panics}");
        assert!(!core.world.contains(id));
    }
}

#[test]
fn behaviours_of_a_disabled_object_count_in_the_checksum_unless_they_panicked() {
    #[derive(Clone)]
    struct Count(u32);

    impl Behavior for Count {
        fn event(&mut self, _: &CustomEvent, _: &mut Context<'_>) {
            assert_ne!(self.0, 0, "meant to happen");
        }

        fn checksum(&self, sum: &mut ChecksumWriter) {
            sum.u32(self.0);
        }
    }

    let sum_of = |counts: [u32; 2]| {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        for count in counts {
            core.context().attach(id, Count(count));
        }
        core.world.send_to(id, Event::custom(()));
        steps(&mut core, 1);
        assert_eq!(
            core.world.object(id).map(|object| object.is_disabled()),
            Some(true)
        );
        core.checksum()
    };
    assert_eq!(sum_of([1, 0]), sum_of([1, 0]));
    assert_ne!(sum_of([1, 0]), sum_of([2, 0]));
    assert_ne!(sum_of([0, 0]), sum_of([1, 0]));
}

/// A behaviour and a component whose checksums panic.
#[derive(Clone)]
struct Unsummable(&'static str);

impl Behavior for Unsummable {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.str(self.0);
        panic!("meant to happen in a checksum");
    }
}

#[derive(Clone)]
struct UnsummableComponent;

impl Component for UnsummableComponent {
    fn checksum(&self, _: &mut ChecksumWriter) {
        panic!("meant to happen in a component's checksum");
    }
}

#[test]
fn a_panic_in_a_checksum_is_deterministic_and_logged_once() {
    keep_log();
    let sum = |text: Option<&'static str>| {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(5.0, 5.0));
        core.world.insert(id, UnsummableComponent);
        let group = core.world.add_group(id, None, "group");
        let group = group.expect("there is room");
        core.world.insert_in(id, group, UnsummableComponent);
        if let Some(text) = text {
            core.context().attach(id, Unsummable(text));
        }
        assert_eq!(core.checksum(), core.checksum());
        core.checksum()
    };
    assert_eq!(sum(Some("one")), sum(Some("one")));
    // The checksum includes data added before the panic, and the existence of the behaviour.
    assert_ne!(sum(Some("one")), sum(Some("two")));
    assert_ne!(sum(Some("one")), sum(None));
    for parts in [
        ["Unsummable", "meant to happen in a checksum"],
        [
            "UnsummableComponent",
            "meant to happen in a component's checksum",
        ],
    ] {
        let lines = logged::logged();
        let named = |line: &&String| parts.iter().all(|part| line.contains(part));
        assert_eq!(lines.iter().filter(named).count(), 1, "{parts:?}");
    }
}

#[test]
fn a_platform_that_its_parent_moves_is_logged_once() {
    keep_log();
    let mut core = core();
    let cart = spawn(&mut core, ghost_at(10.0, 20.0).velocity(vec2(1.0, -0.5)));
    for kind in ["Upper deck", "Lower deck"] {
        let deck = spawn(
            &mut core,
            Object {
                kind,
                ..crate_at(10.0, 20.0)
            }
            .platform(),
        );
        let mut object = core.object_mut(deck).expect("it exists");
        assert!(object.set_parent(cart, Attachment::default()).is_done());
    }
    let rider = Object {
        velocity: vec2(0.0, 0.1),
        ..crate_at(10.0, 17.0)
    };
    let rider = spawn(&mut core, rider);
    steps(&mut core, 3);
    let at = core.world.object(rider).map(|rider| rider.position().x);
    assert_eq!(at, Some(10.0), "nothing carries the rider");
    let lines = logged::logged();
    let count = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
    assert_eq!(count("without its riders"), 1);
    assert_eq!(count("platform `Upper deck`"), 1);
}

/// Panics in each call of its `frame` hook after the start. Writes its text in the frames before the first step.
#[derive(Clone)]
struct FaultyFrame(&'static str);

impl Behavior for FaultyFrame {
    fn step(&mut self, cx: &mut Context<'_>) {
        cx.canvas(1).text(vec2(0.0, 1.0), "steps", Color::WHITE);
    }

    fn frame(&self, cx: &mut FrameContext<'_>) {
        assert!(cx.time.now.is_zero(), "meant for {}", self.0);
        cx.canvas(2).text(vec2(0.0, 0.0), self.0, Color::WHITE);
    }
}

/// Draws its name in each frame.
#[derive(Clone)]
struct Sound;

impl Behavior for Sound {
    fn frame(&self, cx: &mut FrameContext<'_>) {
        cx.canvas(2).text(vec2(0.0, 2.0), "sound", Color::WHITE);
    }
}

struct FaultyGame;

impl Game for FaultyGame {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let one = cx.spawn_with(Object::new("One"), FaultyFrame("one"));
        cx.attach(one, Sound);
        cx.spawn_with(Object::new("Two"), FaultyFrame("two"));
        Ok(())
    }

    fn frame(&self, cx: &mut FrameContext<'_>) {
        assert!(cx.time.now.is_zero(), "meant for the game");
        cx.canvas(2).text(vec2(0.0, 3.0), "game", Color::WHITE);
    }
}

#[test]
fn a_panic_in_a_draw_hook_turns_off_that_hook_only() {
    keep_log();
    let app = || App::new("Frames", damselfly::app::Options::default()).cells(20, 5);
    let mut game = Harness::of(app(), FaultyGame).unwrap().forgiving();
    assert!(game.shows("two") && game.shows("sound") && game.shows("game"));
    let mut healthy = Harness::of(app(), FaultyGame).unwrap();
    for _ in 0..5 {
        game.step();
        healthy.step();
        let lines = game.text();
        assert_eq!(
            [0, 1, 2, 3].map(|row| lines.line(row)),
            ["", "steps", "sound", ""]
        );
        let _ = game.image();
        // The object still gets its steps, and is not counted as faulty. The checksum is the same as without any drawn
        // frame.
        assert_eq!(game.checksum(), healthy.checksum());
        assert_eq!(game.world().faults(), 0);
    }
    for name in ["one", "two", "the game"] {
        let wanted = format!("meant for {name}");
        let found = logged::logged()
            .into_iter()
            .filter(|line| line.contains(&wanted));
        assert_eq!(found.count(), 1, "{name}");
    }
    let hook = "faults::FaultyFrame of `One`";
    assert!(logged(&[hook, "it is not called again"]));
}

#[test]
fn a_draw_hook_may_not_write_new_characters() {
    #[derive(Clone)]
    struct Foreign;
    impl Behavior for Foreign {
        fn frame(&self, cx: &mut FrameContext<'_>) {
            cx.canvas(2)
                .text(vec2(0.0, 0.0), "aßbéc\u{1f600}", Color::WHITE);
            cx.canvas(9)
                .text(vec2(0.0, 0.0), "no such altitude", Color::WHITE);
        }
    }
    keep_log();
    let app = App::new("Foreign", damselfly::app::Options::default()).cells(20, 5);
    let game = Harness::start(app, |cx| {
        cx.assets.glyph('é');
        cx.spawn_with(Object::default(), Foreign);
        Ok(())
    });
    let game = game.unwrap();
    for _ in 0..3 {
        assert_eq!(game.text().line(0), "a\u{fffd}béc\u{fffd}");
    }
    let found = logged::logged()
        .into_iter()
        .filter(|line| line.contains("'ß'"));
    assert_eq!(found.count(), 1);
    // The font lacks this character, so it is a box in every text.
    assert!(!logged(&["the text of a hook `frame`", "\u{1f600}"]));
    assert!(logged(&["altitude 9", "nothing is drawn"]));
    assert_eq!(game.world().faults(), 0);
}
