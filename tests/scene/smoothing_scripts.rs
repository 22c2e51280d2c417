//! Motion in random scripts: an object is always drawn from the position at which the step's movement began.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{Moment, Notes, core, crate_at, drawn, ghost_at, on, spawn};
use core::cell::RefCell;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Context, Interest, Object, StepInput, World};
use damselfly::{Color, ObjectId};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Operations on an object in a step.
#[derive(Clone, Copy, Debug)]
enum Do {
    MoveBy(i8, i8),
    Jump(i8, i8),
    Velocity(i8, i8),
    Acceleration(i8, i8),
    Altitude(u16),
    Tint(u8),
    Remove,
}

fn any_do() -> impl Strategy<Value = Do> {
    let pair = || (-8..9i8, -8..9i8);
    prop_oneof![
        3 => pair().prop_map(|(x, y)| Do::MoveBy(x, y)),
        2 => pair().prop_map(|(x, y)| Do::Jump(x, y)),
        3 => pair().prop_map(|(x, y)| Do::Velocity(x, y)),
        1 => Just(Do::Velocity(0, 0)),
        1 => prop_oneof![Just(Do::Acceleration(0, 0)), pair().prop_map(|(x, y)| Do::Acceleration(x, y))],
        2 => (0..5u16).prop_map(Do::Altitude),
        1 => any::<u8>().prop_map(Do::Tint),
        1 => Just(Do::Remove),
    ]
}

/// An object, a phase of the step, and an operation on the object.
type Cue = (prop::sample::Index, usize, Do);

/// Start of an object's motion in a step: its position at the step's start, or after its last jump.
#[derive(Clone, Copy, Debug)]
struct Start {
    id: ObjectId,
    from: Vec2,
}

fn vector(x: i8, y: i8) -> Vec2 {
    vec2(f32::from(x), f32::from(y)) / 4.0
}

fn perform(cx: &mut Context<'_>, start: &mut Start, what: Do) {
    let id = start.id;
    match what {
        Do::MoveBy(x, y) => {
            cx.move_by(id, vector(x, y));
        }
        Do::Jump(x, y) => {
            let place = vec2(40.0, 12.0) + vector(x, y);
            if cx.object_mut(id).unwrap().set_position(place).is_done() {
                start.from = place;
            }
        }
        Do::Velocity(x, y) => {
            cx.object_mut(id).unwrap().set_velocity(vector(x, y));
        }
        Do::Acceleration(x, y) => {
            cx.object_mut(id).unwrap().set_acceleration(vector(x, y));
        }
        Do::Altitude(altitude) => {
            cx.object_mut(id).unwrap().set_altitude(altitude);
        }
        Do::Tint(red) => {
            cx.object_mut(id).unwrap().set_tint(Color::rgb(red, 0, 0));
        }
        Do::Remove => {
            cx.remove(id);
        }
    }
}

#[test]
fn motion_is_the_displacement_since_the_last_jump_in_the_step() {
    let kept = RefCell::new(core());
    let cues = prop::collection::vec((any::<prop::sample::Index>(), 0..3usize, any_do()), 0..16);
    let rounds = prop::collection::vec(cues, 1..8);
    let mut runner = TestRunner::new(Config::with_cases(2000));
    let outcome = runner.run(&rounds, |rounds: Vec<Vec<Cue>>| {
        let mut core = kept.borrow_mut();
        let unit = core.world.unit();
        core.world = World::new(vec2(80.0, 24.0), unit, 5, 0);
        let starts = Notes::new();
        for number in 0..8_u8 {
            let x = f32::from(number) * 8.0;
            let object = if number % 2 == 0 {
                ghost_at(x, 5.0)
            } else {
                crate_at(x, 5.0)
            };
            let id = spawn(
                &mut core,
                Object {
                    altitude: 2 + u16::from(number / 4),
                    ..object
                },
            );
            starts.note(Start {
                id,
                from: Vec2::ZERO,
            });
        }
        let script = Notes::new();
        let hand = spawn(
            &mut core,
            Object {
                altitude: 0,
                persistent: true,
                ..ghost_at(0.0, 0.0)
            },
        );
        let (cues, places) = (script.clone(), starts.clone());
        let phases = [Interest::Step, Interest::After, Interest::Finish];
        on(&mut core, hand, &phases, move |_, moment, cx| {
            let phase = match moment {
                Moment::After => 1,
                Moment::Finish => 2,
                _ => 0,
            };
            let mut all = places.take();
            for (who, when, what) in cues.take() {
                if when == phase {
                    let index = prop::sample::Index::index(&who, all.len());
                    perform(cx, &mut all[index], what);
                } else {
                    cues.note((who, when, what));
                }
            }
            all.into_iter().for_each(|start| places.note(start));
        });
        for round in rounds {
            for mut start in starts.take() {
                if let Some(from) = core.world.object(start.id).map(|object| object.position()) {
                    start.from = from;
                    starts.note(start);
                }
            }
            if starts.is_empty() {
                break;
            }
            round.into_iter().for_each(|cue| script.note(cue));
            let input = StepInput::next(&core);
            core.step(input);
            for start in starts.peek() {
                if core.world.contains(start.id) {
                    let shown = drawn(&core, start.id);
                    prop_assert_eq!(shown.motion, shown.position - start.from);
                }
            }
        }
        Ok(())
    });
    outcome.unwrap();
}
