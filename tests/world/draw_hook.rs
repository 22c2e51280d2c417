//! The hook `draw`, and which drawings each frame shows.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{core, in_empty_world, spawn, steps};
use damselfly::assets::Animation;
use damselfly::glam::vec2;
use damselfly::world::{
    AnimationEnded, Behavior, Context, Core, CustomEvent, Event, EventTypes, LevelChange, Object,
    StepInput,
};
use damselfly::{Color, ObjectId};
use proptest::prelude::*;

/// Draws one character in its own column.
#[derive(Clone)]
struct Signer(u16);

impl Behavior for Signer {
    fn draw(&mut self, cx: &mut Context<'_>) {
        cx.canvas(2)
            .text(vec2(f32::from(self.0), 0.0), "x", Color::WHITE);
    }
}

/// Returns the visible drawings of all signers, in drawing order.
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

/// A model of the world: a list of signers in the order of arrival at their altitudes and levels.
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
    /// Returns the signs of objects that act on a level, in act order.
    fn drawn(&self, level: u16) -> Vec<f32> {
        let acts = |signed: &&Signed| {
            (signed.level == 0 || signed.level == level)
                && !self.disabled[usize::from(signed.altitude)]
        };
        let mut acting: Vec<_> = self.signers.iter().filter(acts).collect();
        acting.sort_by_key(|signed| (signed.altitude, signed.level != 0));
        acting.iter().map(|signed| signed.sign.into()).collect()
    }

    /// Carries out an act on the world, and updates the model.
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
                    cx.remove(self.signers.remove(at).id);
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
                        // An object that changes altitude or level is the last one there.
                        self.signers.push(Signed {
                            altitude,
                            level,
                            ..before
                        });
                    }
                }
            }
            Act::Enable { altitude, on } => {
                cx.change_altitudes([altitude], |settings| settings.enabled = on);
                self.disabled[usize::from(altitude)] = !on;
            }
            Act::Enter(level) => cx.change_level(level),
            Act::Nothing => {}
        }
    }
}

/// Plays one script, and compares the visible drawings after each act.
fn play(core: &mut Core, acts: &[(Act, bool)]) -> Result<(), TestCaseError> {
    let mut model = Model::default();
    for (sign, &(act, in_a_step)) in (0..).zip(acts) {
        let mut change = |cx: &mut Context<'_>| model.carry_out(act, sign, cx);
        if in_a_step {
            core.step_with(StepInput::next(core), change);
        } else {
            change(&mut core.context());
            if let Act::Enter(level) = act {
                // Outside of a step, only the objects of the entered level draw: the persistent ones have already
                // drawn. So the order is not the act order, and the signs are compared without it.
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
    fn drawings_appear_once_per_frame_in_act_order(
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
    /// Spawns a signer and removes itself when its level is entered.
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
fn changes_made_while_drawing_apply_at_the_next_steps_end() {
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

/// Draws its sign on its own object.
#[derive(Clone)]
struct Badge(u16);

impl Behavior for Badge {
    fn draw(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        let at = vec2(f32::from(self.0), 0.0);
        cx.canvas_on(me).text(at, "x", Color::WHITE);
        self.0 += 1;
    }
}

#[test]
fn new_drawings_replace_those_from_before_the_level_change() {
    let mut core = core();
    core.context().spawn_with(placed(2, 1), Badge(10));
    steps(&mut core, 1);
    assert_eq!(seen(&core), [10.0]);
    // The level is left and entered again with no step in between, and with three.
    for steps_elsewhere in [0, 3] {
        core.context().change_level(2);
        steps(&mut core, steps_elsewhere);
        assert_eq!(seen(&core), []);
        core.context().change_level(1);
        assert_eq!(seen(&core).len(), 1, "{steps_elsewhere}");
    }
    assert_eq!(seen(&core), [12.0]);
    steps(&mut core, 1);
    assert_eq!(seen(&core), [13.0]);
}

#[test]
fn persistent_objects_draw_once_where_level_0_becomes_current_between_steps() {
    let mut core = core();
    signer(&mut core, 1, 2, 0);
    signer(&mut core, 2, 2, 1);
    steps(&mut core, 1);
    core.context().change_level(0);
    assert_eq!(seen(&core), [1.0]);
    core.context().change_level(1);
    assert_eq!(seen(&core), [1.0, 2.0]);
}

#[test]
fn the_first_frame_shows_the_level_that_the_start_chose() {
    let mut core = core();
    signer(&mut core, 1, 2, 0);
    signer(&mut core, 2, 2, 1);
    signer(&mut core, 3, 2, 2);
    core.context().change_level(2);
    core.draw_first();
    assert_eq!(seen(&core), [1.0, 3.0]);
    core.draw_first();
    assert_eq!(seen(&core), [1.0, 3.0]);
    steps(&mut core, 1);
    assert_eq!(seen(&core), [1.0, 3.0]);
}

#[test]
fn events_sent_while_drawing_are_delivered_in_the_next_step() {
    struct Ping;
    /// Counts the events that it receives and its drawings, and sends an event in each drawing.
    #[derive(Clone)]
    struct Pinger(u32, u32);
    impl Behavior for Pinger {
        fn subscriptions(&self) -> EventTypes {
            EventTypes::of::<Ping>()
        }

        fn event(&mut self, _: &CustomEvent, _: &mut Context<'_>) {
            self.0 += 1;
        }

        fn draw(&mut self, cx: &mut Context<'_>) {
            self.1 += 1;
            cx.send(Event::custom(Ping));
        }
    }
    let mut core = core();
    let id = core.context().spawn_with(placed(2, 1), Pinger(0, 0));
    core.draw_first();
    for step in 0..4 {
        let Pinger(received, drawn) = core.world.behavior(id).unwrap();
        assert_eq!([*received, *drawn], [step, step + 1]);
        steps(&mut core, 1);
    }
}

#[test]
fn what_a_start_sends_is_delivered_in_the_first_step_whatever_draws() {
    struct Ping;
    #[derive(Clone, Default)]
    struct Listener(Vec<u64>);
    impl Behavior for Listener {
        fn subscriptions(&self) -> EventTypes {
            EventTypes::of::<Ping>()
        }

        fn event(&mut self, _: &CustomEvent, cx: &mut Context<'_>) {
            self.0.push(cx.time.number);
        }
    }
    // In the first run, the engine has not yet learned that `Listener` has no `draw` hook.
    for run in 0..2 {
        let mut core = core();
        let id = core.context().spawn_with(placed(2, 1), Listener::default());
        core.world.send(Event::custom(Ping));
        core.draw_first();
        steps(&mut core, 2);
        assert_eq!(core.world.behavior::<Listener>(id).unwrap().0, [1], "{run}");
    }
}

#[test]
fn animation_ends_are_notified_in_their_step() {
    #[derive(Clone, Default)]
    struct Listener(Vec<u64>);
    impl Behavior for Listener {
        fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
            if event.get::<AnimationEnded>().is_some() {
                self.0.push(cx.time.number);
            }
        }
    }
    /// Has a hook that runs after animations.
    #[derive(Clone)]
    struct Last;
    impl Behavior for Last {
        fn finish(&mut self, _: &mut Context<'_>) {}
    }
    for with_another in [false, true] {
        let mut core = core();
        let sprite = core.assets.add_rect("hero", 4, 4, Color::RED).unwrap();
        let fall = Animation::new("fall", [0], 3.0).once();
        core.assets.add_animations(sprite, [fall]).unwrap();
        let id = core
            .context()
            .spawn_with(Object::from(sprite), Listener::default());
        core.object_mut(id).unwrap().play("fall");
        if with_another {
            core.context().spawn_with(Object::default(), Last);
        }
        steps(&mut core, 8);
        let told = &core.world.behavior::<Listener>(id).unwrap().0;
        assert_eq!(told, &[3], "{with_another}");
    }
}

#[test]
fn children_follow_a_parent_that_moves_while_it_draws() {
    #[derive(Clone)]
    struct Mover;
    impl Behavior for Mover {
        fn draw(&mut self, cx: &mut Context<'_>) {
            let x = cx.time.number as f32;
            cx.me().set_position(vec2(20.0 + x, 9.0));
        }
    }
    let mut core = core();
    let parent = core.context().spawn_with(Object::default(), Mover);
    let child = spawn(&mut core, Object::default());
    let how = damselfly::world::Attachment {
        offset: vec2(2.0, 1.0),
        ..Default::default()
    };
    core.object_mut(child).unwrap().set_parent(parent, how);
    for step in 1..4 {
        steps(&mut core, 1);
        let place = |id| core.world.object(id).unwrap().position();
        assert_eq!(place(parent), vec2(20.0 + step as f32, 9.0));
        assert_eq!(place(child), place(parent) + vec2(2.0, 1.0));
    }
}

#[test]
fn level_drawings_keep_persistent_drawings() {
    /// Draws on another object.
    #[derive(Clone)]
    struct Marker(ObjectId);
    impl Behavior for Marker {
        fn draw(&mut self, cx: &mut Context<'_>) {
            cx.canvas_on(self.0).text(vec2(30.0, 0.0), "v", Color::RED);
        }
    }
    let mut core = core();
    let hero = core.context().spawn_with(placed(2, 0), Badge(10));
    core.context().spawn_with(placed(2, 2), Marker(hero));
    steps(&mut core, 1);
    assert_eq!(seen(&core), [10.0]);
    core.context().change_level(2);
    assert_eq!(seen(&core), [10.0, 30.0]);
    steps(&mut core, 1);
    assert_eq!(seen(&core), [11.0, 30.0]);
}

#[test]
fn children_follow_moves_of_animation_ends_before_finish() {
    /// Jumps when its animation ends.
    #[derive(Clone)]
    struct Hero;
    impl Behavior for Hero {
        fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
            if event.get::<AnimationEnded>().is_some() {
                cx.me().set_position(vec2(40.0, 9.0));
            }
        }
    }
    /// Records its position in the finish phase.
    #[derive(Clone, Default)]
    struct Sword(Vec<f32>);
    impl Behavior for Sword {
        fn finish(&mut self, cx: &mut Context<'_>) {
            self.0.push(cx.me().position().x);
        }
    }
    let mut core = core();
    let sprite = core.assets.add_rect("hero", 4, 4, Color::RED).unwrap();
    let fall = Animation::new("fall", [0], 2.0).once();
    core.assets.add_animations(sprite, [fall]).unwrap();
    let hero = core.context().spawn_with(Object::from(sprite), Hero);
    core.object_mut(hero).unwrap().play("fall");
    let sword = core
        .context()
        .spawn_with(Object::default(), Sword::default());
    let held = damselfly::world::Attachment::default();
    core.object_mut(sword).unwrap().set_parent(hero, held);
    steps(&mut core, 3);
    let places = &core.world.behavior::<Sword>(sword).unwrap().0;
    assert_eq!(places, &[0.0, 40.0, 40.0]);
}
