//! The order of events when the level changes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::{Arc, Mutex};

use crate::common::{core, spawn, steps};
use damselfly::Color;
use damselfly::glam::vec2;
use damselfly::world::{
    Behavior, Context, Core, CustomEvent, Event, EventTypes, LevelChange, Object, StepInput,
};

/// Records its notifications, and calls `act` for each.
#[derive(Clone)]
struct Witness {
    name: &'static str,
    notes: Arc<Mutex<Vec<String>>>,
    act: fn(&str, &mut Context<'_>),
}

impl Witness {
    fn note(&self, what: &str, cx: &mut Context<'_>) {
        let line = format!("{} {what} at {}", self.name, cx.level());
        self.notes.lock().unwrap().push(line);
        (self.act)(what, cx);
    }
}

impl Behavior for Witness {
    fn level_left(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        self.note(&format!("left {}→{}", change.from, change.to), cx);
    }

    fn level_entered(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        self.note(&format!("entered {}→{}", change.from, change.to), cx);
    }

    fn removed(&mut self, cx: &mut Context<'_>) {
        self.note("removed", cx);
    }
}

type Notes = Arc<Mutex<Vec<String>>>;

fn witness(
    core: &mut Core,
    name: &'static str,
    level: u16,
    notes: &Notes,
    act: fn(&str, &mut Context<'_>),
) -> damselfly::ObjectId {
    let notes = Arc::clone(notes);
    let id = spawn(core, Object::new("Witness"));
    core.object_mut(id).unwrap().set_level(level);
    core.context().attach(id, Witness { name, notes, act });
    id
}

fn nothing(_: &str, _: &mut Context<'_>) {}

fn taken(notes: &Notes) -> Vec<String> {
    core::mem::take(&mut *notes.lock().unwrap())
}

#[test]
fn level_left_precedes_removals_and_level_entered_follows_the_switch() {
    let (mut core, notes) = (core(), Notes::default());
    witness(&mut core, "old", 1, &notes, |what, cx| {
        if what.starts_with("left") {
            cx.me().remove();
        }
    });
    witness(&mut core, "new", 2, &notes, nothing);
    witness(&mut core, "all", 0, &notes, nothing);
    // Changes the level inside a step, as most games do.
    core.step_with(StepInput::next(&core), |cx| cx.change_level(2));
    assert_eq!(
        taken(&notes),
        [
            "all left 1→2 at 1",
            "old left 1→2 at 1",
            "old removed at 2",
            "all entered 1→2 at 2",
            "new entered 1→2 at 2",
        ]
    );
    // Objects are notified of the change only once, and not of a change to the current level.
    core.context().change_level(2);
    steps(&mut core, 2);
    assert_eq!(taken(&notes), [""; 0]);
}

#[test]
fn spawns_and_removals_of_level_entered_apply_in_that_step() {
    let (mut core, notes) = (core(), Notes::default());
    witness(&mut core, "door", 2, &notes, |what, cx| {
        if what.starts_with("entered") {
            cx.spawn(Object::new("Guard"));
            cx.me().remove();
        }
    });
    core.step_with(StepInput::next(&core), |cx| cx.change_level(2));
    assert_eq!(core.world.of_kind("Guard").count(), 1);
    let guard = core.world.of_kind("Guard").next().unwrap();
    assert_eq!(core.world.object(guard).unwrap().level(), 2);
    assert_eq!(core.world.len(), 1);
}

/// Changes the level between steps, or as a step's first part.
fn change_level(core: &mut Core, level: u16, in_a_step: bool) {
    if in_a_step {
        core.step_with(StepInput::next(core), |cx| cx.change_level(level));
    } else {
        core.context().change_level(level);
    }
}

#[test]
fn level_hooks_may_change_the_level_again() {
    for in_a_step in [true, false] {
        let (mut core, notes) = (core(), Notes::default());
        witness(&mut core, "old", 1, &notes, |what, cx| {
            if what.starts_with("left") {
                cx.change_level(3);
            }
        });
        witness(&mut core, "three", 3, &notes, |what, cx| {
            if what.starts_with("entered") {
                cx.change_level(4);
            }
        });
        change_level(&mut core, 2, in_a_step);
        assert_eq!(core.world.level(), 3);
        assert_eq!(
            taken(&notes),
            ["old left 1→2 at 1", "three entered 1→3 at 3"]
        );
        steps(&mut core, 1);
        assert_eq!(core.world.level(), 4);
        assert_eq!(taken(&notes), ["three left 3→4 at 3"]);
    }
}

/// Receives letters. It has no hook for levels.
#[derive(Clone)]
struct Mailbox(Notes);

struct Letter(&'static str);

impl Behavior for Mailbox {
    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(Letter(text)) = event.get() {
            self.0.lock().unwrap().push(format!("letter {text}"));
        }
    }

    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<Letter>()
    }
}

#[test]
fn changes_of_last_callbacks_apply_in_order() {
    fn show_rock(visible: bool, cx: &mut Context<'_>) {
        let rock = cx.of_kind("Rock").next().unwrap();
        cx.object_mut(rock).unwrap().set_visible(visible);
    }

    let (mut core, notes) = (core(), Notes::default());
    let rock = spawn(&mut core, Object::new("Rock"));
    core.object_mut(rock).unwrap().set_level(0);
    witness(&mut core, "old", 1, &notes, |what, cx| match what {
        "removed" => show_rock(false, cx),
        _ => assert!(cx.me().remove().is_done()),
    });
    witness(&mut core, "new", 2, &notes, |what, cx| match what {
        "removed" => show_rock(true, cx),
        _ => assert!(cx.me().remove().is_done()),
    });
    core.step_with(StepInput::next(&core), |cx| cx.change_level(2));
    steps(&mut core, 1);
    let removed = taken(&notes)
        .into_iter()
        .filter(|note| note.contains("removed"));
    assert_eq!(removed.count(), 2);
    assert!(core.world.object(rock).unwrap().is_visible());
}

#[test]
fn events_wait_for_the_next_step_while_the_level_changes_between_steps() {
    // In the first run, the engine has not yet learned that `Mailbox` has no hook for levels.
    for _ in 0..2 {
        let (mut core, notes) = (core(), Notes::default());
        let mailbox = Object::new("Mailbox").persistent();
        let mailbox = core
            .context()
            .spawn_with(mailbox, Mailbox(Arc::clone(&notes)));
        witness(&mut core, "all", 0, &notes, |what, cx| {
            let text = if what.starts_with("left") {
                "left"
            } else {
                "entered"
            };
            cx.send(Event::custom(Letter(text)));
        });
        core.world.send_to(mailbox, Event::custom(Letter("before")));
        core.context().change_level(2);
        assert_eq!(taken(&notes), ["all left 1→2 at 1", "all entered 1→2 at 2"]);
        steps(&mut core, 1);
        assert_eq!(
            taken(&notes),
            ["letter before", "letter left", "letter entered"]
        );
    }
}

#[test]
fn a_level_that_is_kept_after_all_is_neither_left_nor_entered() {
    let (mut core, notes) = (core(), Notes::default());
    witness(&mut core, "old", 1, &notes, |what, cx| {
        if what.starts_with("left") {
            cx.change_level(1);
        }
    });
    core.step_with(StepInput::next(&core), |cx| cx.change_level(2));
    assert_eq!(core.world.level(), 1);
    assert_eq!(taken(&notes), ["old left 1→2 at 1"]);
}

#[test]
fn a_level_is_cleared_of_its_objects_and_of_no_others() {
    let (mut core, notes) = (core(), Notes::default());
    let all = witness(&mut core, "all", 0, &notes, nothing);
    let here = witness(&mut core, "here", 1, &notes, nothing);
    let there = witness(&mut core, "there", 2, &notes, nothing);
    core.world.clear_level(0);
    core.world.clear_level(2);
    steps(&mut core, 1);
    assert!(core.world.contains(all) && core.world.contains(here));
    assert!(!core.world.contains(there));
    assert_eq!(taken(&notes), ["there removed at 1"]);
}

/// Draws its text on an altitude in every step, and when a level is entered.
#[derive(Clone)]
struct Writer(&'static str);

impl Behavior for Writer {
    fn step(&mut self, cx: &mut Context<'_>) {
        cx.canvas(2).text(vec2(1.0, 1.0), self.0, Color::WHITE);
    }

    fn level_entered(&mut self, _: &LevelChange, cx: &mut Context<'_>) {
        self.step(cx);
    }
}

#[test]
fn the_first_frame_of_a_level_shows_only_its_drawings() {
    for in_a_step in [true, false] {
        let mut core = core();
        for (level, letter) in [(0, "a"), (1, "bb"), (2, "cccc")] {
            let id = spawn(&mut core, Object::default());
            core.object_mut(id).unwrap().set_level(level);
            core.context().attach(id, Writer(letter));
        }
        let seen = |core: &Core| {
            let rows = core.world.scene().altitudes()[2]
                .drawn()
                .columns()
                .instances;
            rows.iter().filter(|row| !row.is_hidden()).count()
        };
        steps(&mut core, 1);
        assert_eq!(seen(&core), 3);
        change_level(&mut core, 2, in_a_step);
        // The persistent object has drawn twice: in the step, and when the level was entered.
        assert_eq!(seen(&core), 1 + 1 + 4);
        steps(&mut core, 1);
        assert_eq!(seen(&core), 1 + 4);
    }
}
