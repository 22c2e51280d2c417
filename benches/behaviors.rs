//! Cost of a step of objects with one behaviour each, and of delivering events, compared with the same by hand.
//!
//! Prints tables. An argument selects tables by part of the name. `README.md` describes each row.

mod common;
mod behaviors {
    pub(crate) mod engine;
    pub(crate) mod hand;
}

use behaviors::engine::{Counting, Engine, Hearing, Idle, Steering, Three};
use behaviors::hand::{Boxed, Mail, Plain};
use common::table::{self, Contender};
use damselfly::glam::Vec2;

/// Number of objects.
pub(crate) const COUNT: usize = 100_000;
/// Size of the area of the objects in world units. Its corner is the origin.
pub(crate) const ROOM: Vec2 = Vec2::new(1280.0, 720.0);

/// Returns the velocity, reversed along each axis on which the object is outside the area.
#[inline(always)]
pub(crate) fn steered(position: Vec2, velocity: Vec2) -> Vec2 {
    let turned = |at: f32, by: f32, high: f32| {
        if at < 0.0 || at > high { -by } else { by }
    };
    Vec2::new(
        turned(position.x, velocity.x, ROOM.x),
        turned(position.y, velocity.y, ROOM.y),
    )
}

/// Returns the start position and velocity of each object: the same for all contenders.
pub(crate) fn start() -> impl Iterator<Item = (Vec2, Vec2)> {
    let mut random = damselfly::Random::new(1);
    (0..COUNT).map(move |_| {
        let mut pair = |low: Vec2, high: Vec2| {
            Vec2::new(random.range(low.x..high.x), random.range(low.y..high.y))
        };
        (
            pair(Vec2::ZERO, ROOM),
            pair(Vec2::splat(-3.0), Vec2::splat(3.0)),
        )
    })
}

/// Measures a step in which every object moves and counts its steps.
fn count() {
    let (mut plain, mut boxed) = (Plain::new(), Boxed::counting());
    let mut engine = Engine::new(|| Counting(0));
    table::print(
        "step/count",
        COUNT,
        vec![
            Contender::new("hand/boxes", move || boxed.step()),
            Contender::new("hand/structs", move || plain.count()),
            Contender::new("engine", move || engine.step()),
        ],
    );
}

/// Measures a step in which every object moves, reads its position and velocity, and turns back at the edge of the
/// area.
fn steer() {
    let (mut plain, mut boxed) = (Plain::new(), Boxed::steering());
    let mut engine = Engine::new(|| Steering);
    table::print(
        "step/steer",
        COUNT,
        vec![
            Contender::new("hand/boxes", move || boxed.step()),
            Contender::new("hand/structs", move || plain.steer()),
            Contender::new("engine", move || engine.step()),
        ],
    );
}

/// Measures steps without behaviours, and with behaviours that have no hook, one hook, or a hook in each phase.
fn phases() {
    let mut none = Engine::without_behaviors();
    let mut idle = Engine::new(|| Idle);
    let mut one = Engine::new(|| Counting(0));
    let mut three = Engine::new(|| Three(0));
    table::print(
        "phases",
        COUNT,
        vec![
            Contender::new("no behaviour", move || none.step()),
            Contender::new("without hooks", move || idle.step()),
            Contender::new("with step", move || one.step()),
            Contender::new("with step, after, finish", move || three.step()),
        ],
    );
}

/// Measures steps with one event to all objects. A last row without the event shows the cost of the step alone.
fn broadcast() {
    let mut mail = Mail::new();
    let mut engine = Engine::resting(|| Hearing(0));
    let mut silent = Engine::resting(|| Hearing(0));
    table::print(
        "event/broadcast",
        COUNT,
        vec![
            Contender::new("hand", move || mail.broadcast()),
            Contender::new("engine", move || engine.broadcast()),
            Contender::new("engine, a step without", move || silent.step()),
        ],
    );
}

/// Measures steps with one event to each object.
fn to_each() {
    let mut mail = Mail::new();
    let mut engine = Engine::resting(|| Hearing(0));
    let mut shared = Engine::resting(|| Hearing(0));
    table::print(
        "event/to_each",
        COUNT,
        vec![
            Contender::new("hand", move || mail.send_to_each()),
            Contender::new("engine", move || engine.send_to_each()),
            Contender::new("engine, one event shared", move || shared.share_with_each()),
        ],
    );
}

fn main() {
    let Some(wanted) = table::wanted() else {
        return;
    };
    let tables: [(&str, fn()); 5] = [
        ("step/count", count),
        ("step/steer", steer),
        ("phases", phases),
        ("event/broadcast", broadcast),
        ("event/to_each", to_each),
    ];
    for (_, table) in tables.iter().filter(|(name, _)| name.contains(&*wanted)) {
        table();
    }
}
