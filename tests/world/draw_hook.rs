//! The hook in which objects draw by hand: what each picture shows of it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{core, in_empty_world, spawn, steps};
use damselfly::glam::vec2;
use damselfly::world::{Behavior, Context, Core, LevelChange, Object, StepInput};
use damselfly::{Color, ObjectId};
use proptest::prelude::*;

/// Draws one character at its own column of the screen.
#[derive(Clone)]
struct Signer(u16);

impl Behavior for Signer {
    fn draw(&mut self, cx: &mut Context<'_>) {
        cx.canvas(2)
            .text(vec2(f32::from(self.0), 0.0), "x", Color::WHITE);
    }
}

/// What is seen of what signers drew, in the order of drawing.
fn seen(core: &Core) -> Vec<f32> {
    let rows = &core.world.scene().altitudes()[2]
        .drawn()
        .columns()
        .instances;
    let shown = rows.iter().filter(|row| !row.is_hidden());
    shown.map(|row| row.position.x).collect()
}

fn placed(altitude: u16, level: u16) -> Object {
    Object {
        altitude,
        level: Some(level),
        ..Object::default()
    }
}

fn signer(core: &mut Core, sign: u16, altitude: u16, level: u16) -> ObjectId {
    core.context()
        .spawn_with(placed(altitude, level), Signer(sign))
}

#[derive(Clone, Copy, Debug)]
enum Act {
    Spawn {
        altitude: u16,
        level: u16,
    },
    Remove(usize),
    Move {
        at: usize,
        altitude: u16,
        level: u16,
    },
    Enable {
        altitude: u16,
        on: bool,
    },
    Enter(u16),
    Nothing,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => (0u16..4, 0u16..3).prop_map(|(altitude, level)| Act::Spawn { altitude, level }),
        1 => (0usize..8).prop_map(Act::Remove),
        2 => (0usize..8, 0u16..4, 0u16..3)
            .prop_map(|(at, altitude, level)| Act::Move { at, altitude, level }),
        1 => (0u16..4, any::<bool>()).prop_map(|(altitude, on)| Act::Enable { altitude, on }),
        2 => (1u16..3).prop_map(Act::Enter),
        1 => Just(Act::Nothing),
    ]
}

/// What the world is, as a list of signers in the order in which they came where they are.
#[derive(Default)]
struct Model {
    signers: Vec<Signed>,
    disabled: [bool; 4],
}

#[derive(Clone, Copy)]
struct Signed {
    id: ObjectId,
    sign: u16,
    altitude: u16,
    level: u16,
}

impl Model {
    /// The signs of what acts on a level, in act order.
    fn drawn(&self, level: u16) -> Vec<f32> {
        let acts = |signed: &&Signed| {
            (signed.level == 0 || signed.level == level)
                && !self.disabled[usize::from(signed.altitude)]
        };
        let mut acting: Vec<_> = self.signers.iter().filter(acts).collect();
        acting.sort_by_key(|signed| (signed.altitude, signed.level != 0));
        acting.iter().map(|signed| signed.sign.into()).collect()
    }

    /// Does something to the world, and notes what should follow.
    fn carry_out(&mut self, act: Act, sign: u16, cx: &mut Context<'_>) {
        match act {
            Act::Spawn { altitude, level } => {
                let id = cx.spawn_with(placed(altitude, level), Signer(sign));
                self.signers.push(Signed {
                    id,
                    sign,
                    altitude,
                    level,
                });
            }
            Act::Remove(at) => {
                if let Some(at) = at.checked_rem(self.signers.len()) {
                    cx.world.remove(self.signers.remove(at).id);
                }
            }
            Act::Move {
                at,
                altitude,
                level,
            } => {
                if let Some(at) = at.checked_rem(self.signers.len()) {
                    let before = self.signers[at];
                    let mut object = cx.object_mut(before.id).unwrap();
                    object.set_altitude(altitude);
                    object.set_level(level);
                    if (before.altitude, before.level) != (altitude, level) {
                        self.signers.remove(at);
                        // Last where it is now.
                        self.signers.push(Signed {
                            altitude,
                            level,
                            ..before
                        });
                    }
                }
            }
            Act::Enable { altitude, on } => {
                cx.world.set_altitudes_enabled([altitude], on);
                self.disabled[usize::from(altitude)] = !on;
            }
            Act::Enter(level) => cx.change_level(level),
            Act::Nothing => {}
        }
    }
}

/// Plays one script, and compares the picture after each act.
fn play(core: &mut Core, acts: &[(Act, bool)]) -> Result<(), TestCaseError> {
    let mut model = Model::default();
    for (sign, &(act, in_a_step)) in (0..).zip(acts) {
        let mut change = |cx: &mut Context<'_>| model.carry_out(act, sign, cx);
        if in_a_step {
            core.step_with(StepInput::next(core), change);
        } else {
            change(&mut core.context());
            if let Act::Enter(level) = act {
                // Those of the level draw after the persistent ones, whatever their altitude.
                let [mut shown, mut expected] = [seen(core), model.drawn(level)];
                shown.sort_unstable_by(f32::total_cmp);
                expected.sort_unstable_by(f32::total_cmp);
                prop_assert_eq!(shown, expected, "level {} without a step", level);
            }
            steps(core, 1);
        }
        prop_assert_eq!(seen(core), model.drawn(core.world.level()), "{:?}", act);
    }
    Ok(())
}

proptest! {
    #[test]
    fn each_picture_shows_what_all_objects_that_act_draw_once_and_in_act_order(
        acts in prop::collection::vec((act(), any::<bool>()), 1..40),
    ) {
        in_empty_world(|core| play(core, &acts))?;
    }
}

#[test]
fn what_is_spawned_in_a_step_draws_in_that_step() {
    #[derive(Clone)]
    struct Spawner;
    impl Behavior for Spawner {
        fn finish(&mut self, cx: &mut Context<'_>) {
            cx.spawn_with(Object::default(), Signer(7));
            cx.me().remove();
        }
    }
    let mut core = core();
    core.context().spawn_with(Object::default(), Spawner);
    steps(&mut core, 1);
    assert_eq!(seen(&core), [7.0]);
}

#[test]
fn a_level_is_drawn_as_its_objects_have_arranged_it_on_entering() {
    /// Gives way to others when its level is entered.
    #[derive(Clone)]
    struct Curtain;
    impl Behavior for Curtain {
        fn level_entered(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
            if change.to == 2 {
                cx.spawn_with(Object::default(), Signer(5));
                cx.me().remove();
            }
        }

        fn draw(&mut self, cx: &mut Context<'_>) {
            cx.canvas(2).text(vec2(1.0, 0.0), "#", Color::WHITE);
        }
    }
    let mut core = core();
    let id = spawn(&mut core, Object::default());
    core.object_mut(id).unwrap().set_level(2);
    core.context().attach(id, Curtain);
    core.step_with(StepInput::next(&core), |cx| cx.change_level(2));
    assert_eq!(seen(&core), [5.0]);
}

#[test]
fn what_is_changed_while_drawing_is_so_at_the_end_of_the_next_step() {
    /// Removes itself while it draws.
    #[derive(Clone)]
    struct Ghost;
    impl Behavior for Ghost {
        fn draw(&mut self, cx: &mut Context<'_>) {
            cx.me().remove();
            cx.canvas(2).text(vec2(3.0, 0.0), "!", Color::WHITE);
        }
    }
    let mut core = core();
    let id = core.context().spawn_with(Object::default(), Ghost);
    steps(&mut core, 1);
    assert!(core.world.contains(id));
    assert_eq!(seen(&core), [3.0]);
    steps(&mut core, 1);
    assert!(!core.world.contains(id));
    assert_eq!(seen(&core), []);
}

#[test]
fn an_object_whose_drawing_panics_is_disabled_and_the_others_are_drawn() {
    #[derive(Clone)]
    struct Faulty;
    impl Behavior for Faulty {
        fn draw(&mut self, _: &mut Context<'_>) {
            panic!("no paint");
        }
    }
    let mut core = core();
    core.context().spawn_with(Object::default(), Faulty);
    signer(&mut core, 4, 2, 1);
    for _ in 0..2 {
        steps(&mut core, 1);
        assert_eq!(seen(&core), [4.0]);
    }
    assert_eq!(core.world.faults(), 1);
}
