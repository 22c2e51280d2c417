//! What has no end is cut off, and named; what was promised is told all the same.

#[expect(dead_code, reason = "not every test needs all of it")]
mod common;
#[path = "common/logged.rs"]
mod logged;

use common::{Notes, core, ghost_at, spawn, steps};
use damselfly::ObjectId;
use damselfly::prelude::{Behavior, Context, Data, Outcome, Piece, World};
use damselfly::world::{Core, Object};
use logged::keep_log;

/// Whether some line of the log has all of these parts.
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

/// Attaches another one of its kind for each piece that it hears of.
#[derive(Clone)]
struct Breeder(Notes<()>);

impl Behavior for Breeder {
    fn piece_added(&mut self, me: ObjectId, _: &Piece, cx: &mut Context<'_>) {
        self.0.note(());
        cx.world.attach(me, self.clone());
    }
}

#[test]
fn pieces_that_breed_fill_their_object_and_no_more() {
    keep_log();
    let mut core = core();
    let id = named(&mut core, "Rabbit");
    let notes = Notes::new();
    for _ in 0..2 {
        assert!(core.world.attach(id, Breeder(notes.clone())).is_done());
    }
    steps(&mut core, 1);
    assert_eq!(core.world.pieces(id).count(), World::MOST_PIECES);
    // Everybody heard of everybody, once.
    let most = World::MOST_PIECES;
    assert_eq!(notes.take().len(), most * (most - 1));
    assert_eq!(core.world.dropped_events(), 0);
    assert!(logged(&["`Rabbit`", "Breeder", "as many as it may have"]));
    steps(&mut core, 1);
    assert!(notes.take().is_empty());
}

#[derive(Clone)]
struct Idle;

impl Behavior for Idle {}

impl Data for Idle {}

#[test]
fn a_full_object_refuses_every_kind_of_piece_until_one_is_gone() {
    let mut core = core();
    let id = named(&mut core, "Sack");
    let group = core.world.add_group(id, "pocket").expect("there is room");
    let pieces: Vec<_> = (1..World::MOST_PIECES)
        .map(|_| core.world.attach_piece(id, Idle))
        .collect();
    assert!(pieces.iter().all(Option::is_some));
    let world = &mut core.world;
    assert_eq!(world.attach(id, Idle), Outcome::Refused);
    assert_eq!(world.insert_in(id, group, Idle), Outcome::Refused);
    assert_eq!(world.attach_in(id, group, Idle), None);
    assert_eq!(world.add_group(id, "belt"), None);
    assert_eq!(world.refusals(), 4);
    assert_eq!(world.insert(id, Idle), Outcome::Done);
    let last = pieces[0].expect("it was attached");
    assert_eq!(world.detach(id, last), Outcome::Done);
    // It is leaving: it may hear of it only in a step.
    assert_eq!(world.attach(id, Idle), Outcome::Refused);
    steps(&mut core, 1);
    assert_eq!(core.world.attach(id, Idle), Outcome::Done);
}

/// Attaches another one of its kind while it is attached.
#[derive(Clone)]
struct Nested;

impl Behavior for Nested {
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        world.attach(me, Self);
    }
}

#[test]
fn attaching_while_being_attached_ends() {
    keep_log();
    let mut core = core();
    let id = named(&mut core, "Matryoshka");
    assert_eq!(core.world.attach(id, Nested), Outcome::Done);
    assert_eq!(core.world.pieces(id).count(), 64);
    assert_eq!(core.world.refusals(), 1);
    assert!(logged(&["`Matryoshka`", "Nested", "without end"]));
    // The next one finds the way free again.
    assert_eq!(core.world.attach(id, Nested), Outcome::Done);
    assert_eq!(core.world.pieces(id).count(), 128);
}

/// Replaces itself by two for every piece that comes or goes.
#[derive(Clone)]
struct Hydra(Notes<()>);

impl Hydra {
    fn answer(&self, me: ObjectId, cx: &mut Context<'_>) {
        self.0.note(());
        let this = cx.world.this_piece().expect("it runs");
        cx.world.attach(me, self.clone());
        cx.world.attach(me, self.clone());
        cx.world.detach(me, this);
    }
}

impl Behavior for Hydra {
    fn piece_added(&mut self, me: ObjectId, _: &Piece, cx: &mut Context<'_>) {
        self.answer(me, cx);
    }

    fn piece_removed(&mut self, me: ObjectId, _: &Piece, cx: &mut Context<'_>) {
        self.answer(me, cx);
    }
}

#[test]
fn what_pieces_hear_of_one_another_in_a_step_is_bounded() {
    keep_log();
    let mut core = core();
    let id = named(&mut core, "Hydra of Lerna");
    let notes = Notes::new();
    for _ in 0..3 {
        core.world.attach(id, Hydra(notes.clone()));
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
