//! The event at the end of a tween, and who hears of it.

use super::*;
use crate::common::{Notes, on};
use damselfly::world::{Outcome, TweenEnded};

/// Notes the names of tweens that have ended, with the receiver.
fn note_ends(core: &mut Core, id: ObjectId, notes: &Notes<(ObjectId, &'static str, u64)>) {
    let notes = notes.clone();
    on(core, id, &[], move |me, moment, cx| {
        if let Some(TweenEnded { name, .. }) = moment.get() {
            notes.note((me, name, cx.time.number));
        }
    });
}

#[test]
fn the_end_is_sent_once_to_its_receiver_and_to_subscribers() {
    let mut core = core();
    let notes = Notes::new();
    let [id, other, third] = [0.0, 1.0, 2.0].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    for id in [id, other, third] {
        note_ends(&mut core, id, &notes);
    }
    core.object_mut(third)
        .unwrap()
        .subscribe(Interest::of::<TweenEnded>());
    let mut context = core.context();
    context.tween(id).angle(1.0).over(3).repeat(2).named("own");
    context
        .tween(id)
        .position(vec2(9.0, 9.0))
        .over(4)
        .named("told")
        .notify(other);
    context
        .tween(id)
        .scale(Vec2::ONE)
        .over(4)
        .forever()
        .named("endless");
    let stopped = context
        .tween(id)
        .tint(Color::RED)
        .over(4)
        .named("stopped")
        .id();
    context.tween(id).over(5).named("empty");
    assert_eq!(context.tweens.stop(stopped), Outcome::Done);
    assert_eq!(context.tweens.stop(stopped), Outcome::Gone);
    steps(&mut core, 20);
    let expected = [
        (other, "told", 4),
        (third, "told", 4),
        (id, "empty", 5),
        (third, "empty", 5),
        (id, "own", 6),
        (third, "own", 6),
    ];
    assert_eq!(notes.take(), expected);
    assert_eq!(core.world.tweens.len(), 1);
}

#[test]
fn a_behaviour_hears_of_the_tweens_that_it_starts() {
    let mut core = core();
    let notes = Notes::new();
    let [starter, door] = [0.0, 1.0].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    let heard = notes.clone();
    on(
        &mut core,
        starter,
        &[Interest::Step],
        move |_, moment, cx| {
            if let Some(ended) = moment.get::<TweenEnded>() {
                heard.note(ended.name);
            } else if moment.is_step() && cx.time.number == 1 {
                cx.tween(door)
                    .position(vec2(0.0, 0.0))
                    .over(2)
                    .named("door");
            }
        },
    );
    steps(&mut core, 5);
    assert_eq!(notes.take(), ["door"]);
}
