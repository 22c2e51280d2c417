//! Kinds whose objects never act, because their altitudes were disabled in every step, are logged at the end of a run.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use crate::logged::{keep_log, logged};
use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;

/// Does nothing.
#[derive(Clone)]
struct Guard;

impl Behavior for Guard {}

/// Returns how many lines say that a kind never took a step.
fn lines(kind: &str) -> usize {
    let line = format!(
        "no object of the kind `{kind}` ever took a step: its altitude was disabled in every step"
    );
    logged().iter().filter(|one| one.contains(&line)).count()
}

/// Returns a game with the altitudes 1 and 2 disabled.
fn game() -> Harness<'static> {
    Harness::start(App::new("Idle", Options::default()), |cx| {
        enable(cx, false);
        Ok(())
    })
    .unwrap()
}

fn enable(cx: &mut Context<'_>, on: bool) {
    let changed = cx.change_altitudes([1_u16, 2], |settings| settings.enabled = on);
    assert!(changed.is_done());
}

fn guard(game: &mut Harness<'_>, kind: &'static str, altitude: u16) -> ObjectId {
    let object = Object::new(kind).altitude(altitude);
    game.context().spawn_with(object, Guard)
}

#[test]
fn a_kind_that_never_takes_a_step_is_logged_once() {
    keep_log();
    for thorough in [false, true] {
        let kind = if thorough { "Sleeper" } else { "Dreamer" };
        let mut game = game();
        if thorough {
            game = game.thorough();
        }
        for altitude in [1, 2, 2] {
            guard(&mut game, kind, altitude);
        }
        // The kind of an object that is removed before the end is logged, too.
        let removed = if thorough {
            "Short sleeper"
        } else {
            "Short dreamer"
        };
        let id = guard(&mut game, removed, 2);
        game.steps(200);
        game.world_mut().remove(id);
        game.steps(200);
        assert_eq!(
            (lines(kind), lines(removed)),
            (0, 0),
            "it may yet be enabled"
        );
        drop(game);
        assert_eq!((lines(kind), lines(removed)), (1, 1));
    }
}

#[test]
fn kinds_that_took_steps_are_not_logged_as_idle() {
    keep_log();
    // The game begins paused.
    let mut menu = game();
    guard(&mut menu, "Menu ship", 2);
    let id = guard(&mut menu, "Menu shot", 2);
    menu.steps(10);
    enable(&mut menu.context(), true);
    menu.steps(1);
    menu.world_mut().remove(id);
    // The game is paused again, so that new objects do not act.
    enable(&mut menu.context(), false);
    guard(&mut menu, "Menu rock", 2);
    menu.steps(100);
    drop(menu);
    // A disabled altitude is a pool. The game moves an object to an enabled altitude when it needs one.
    let mut pool = game();
    let ids = [(); 3].map(|()| guard(&mut pool, "Pool shot", 1));
    pool.steps(10);
    assert!(
        pool.context()
            .object_mut(ids[0])
            .unwrap()
            .set_altitude(3_u16)
            .is_done()
    );
    pool.steps(2);
    pool.world_mut().remove(ids[0]);
    // Another ship is spawned at an enabled altitude. The rock acts there first, and then moves to a disabled altitude.
    guard(&mut pool, "Pool ship", 1);
    guard(&mut pool, "Pool ship", 3);
    let id = guard(&mut pool, "Pool rock", 3);
    pool.steps(2);
    assert!(
        pool.context()
            .object_mut(id)
            .unwrap()
            .set_altitude(2_u16)
            .is_done()
    );
    pool.steps(2);
    drop(pool);
    for kind in [
        "Menu ship",
        "Menu shot",
        "Menu rock",
        "Pool shot",
        "Pool ship",
        "Pool rock",
    ] {
        assert_eq!(lines(kind), 0, "{kind}");
    }
}

#[test]
fn objects_without_behaviours_and_runs_without_steps_are_not_idle() {
    keep_log();
    let mut still = game();
    still.context().spawn(Object::new("Still tree"));
    still.steps(5);
    drop(still);
    let mut unplayed = game();
    guard(&mut unplayed, "Unplayed guard", 2);
    drop(unplayed);
    assert_eq!((lines("Still tree"), lines("Unplayed guard")), (0, 0));
}
