//! Random scripts that spawn, move, remove and attach objects, change levels and altitudes, and send events. The game
//! acts between and during steps, and behaviours act during steps. The world is compared with a model of plain lists:
//! the same objects must receive the same events in the same order.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod fixture;
mod model;
mod note;
mod script;

use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::{InputEvent, Key};
use damselfly::world::{Core, StepInput};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::common;
use fixture::{Fixture, interest, solidness};
use model::{Model, Place, Thing};
use script::{REACTIONS, Script, WISHES};

type Outcome = Result<(), TestCaseError>;

fn units([x, y]: Place) -> Vec2 {
    vec2(x as f32, y as f32) / 2.0
}

/// Checks that an object of the world equals the model's.
fn check_thing(core: &Core, ids: &[ObjectId], who: usize, thing: &Thing) -> Outcome {
    let (world, id) = (&core.world, ids[who]);
    prop_assert_eq!(world.contains(id), thing.alive, "object {}", who);
    if !thing.alive {
        return Ok(());
    }
    let object = world.object(id).unwrap();
    prop_assert_eq!(object.position(), units(thing.at), "object {}", who);
    prop_assert_eq!(object.velocity(), units(thing.speed), "object {}", who);
    prop_assert_eq!(object.altitude(), thing.altitude, "object {}", who);
    prop_assert_eq!(object.level(), thing.level, "object {}", who);
    prop_assert_eq!(object.is_visible(), thing.visible, "object {}", who);
    let solid = solidness(thing.solid);
    prop_assert_eq!(object.solidness(), solid, "object {}", who);
    let left = thing.left.map(f32::from);
    prop_assert_eq!(object.lifetime(), left, "object {}", who);
    let received = WISHES.map(|wish| object.is_subscribed(interest(wish)));
    prop_assert_eq!(received, thing.wishes, "object {}", who);
    let parent = thing.parent.map(|(parent, _)| ids[parent]);
    prop_assert_eq!(object.parent(), parent, "object {}", who);
    let children = thing.children.iter().map(|&child| ids[child]);
    prop_assert!(object.children().eq(children), "object {}", who);
    Ok(())
}

fn check(core: &Core, fixture: &Fixture, model: &Model<'_>) -> Outcome {
    let board = fixture.board();
    let ids: Vec<ObjectId> = board.ids.iter().map(|&(id, _)| id).collect();
    prop_assert_eq!(&board.notes, &model.notes);
    prop_assert_eq!(ids.len(), model.things.len());
    for (who, thing) in model.things.iter().enumerate() {
        check_thing(core, &ids, who, thing)?;
    }
    let world = &core.world;
    prop_assert_eq!(world.level(), model.level);
    prop_assert_eq!(
        world.len(),
        model.things.iter().filter(|thing| thing.alive).count()
    );
    let order = model.act_order();
    prop_assert!(world.objects().eq(order.into_iter().map(|who| ids[who])));
    prop_assert_eq!(world.dropped_events(), model.dropped);
    prop_assert_eq!(world.refusals(), model.refused);
    Ok(())
}

fn play(script: &Script, core: &mut Core) -> Outcome {
    let fixture = Fixture::new(script);
    let mut model = Model::new(script);
    for &seed in &script.seeds {
        fixture.spawn(&mut core.context(), seed);
        model.spawn(seed);
    }
    for round in &script.rounds {
        (fixture.board().reactions, model.reactions) = (REACTIONS, REACTIONS);
        for &act in &round.before {
            fixture.perform(&mut core.context(), None, act);
            model.perform(None, act);
        }
        check(core, &fixture, &model)?;
        if round.copy {
            core.world = core.world.clone();
        }
        let keys = vec![InputEvent::press(Key::Space); round.keys];
        core.step_with(
            StepInput {
                events: &keys,
                ..StepInput::next(core)
            },
            |cx| {
                for &act in &round.first {
                    fixture.perform(cx, None, act);
                }
            },
        );
        model.step(&round.first, round.keys);
        check(core, &fixture, &model)?;
        fixture.board().notes.clear();
        model.notes.clear();
    }
    Ok(())
}

#[test]
fn any_script_calls_objects_like_the_reference_model() {
    let config = Config {
        cases: 10_000,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&script::any_script(), |script| {
            common::in_empty_world(|core| play(&script, core))
        })
        .unwrap();
}
