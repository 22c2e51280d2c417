//! Tests of hooks: which ones run, what the program learns about them, and that learning changes nothing.

use super::*;
use crate::assets::{AssetSettings, Assets};
use crate::base::checksum::ChecksumWriter;
use crate::base::id::ObjectId;
use crate::input::{InputEvent, Key};
use crate::world::{Behavior, Context, Core, CoreSettings, Event, Interest, Object, StepInput};
use glam::vec2;

fn core() -> Core {
    Core::new(
        &CoreSettings::default(),
        Assets::new(AssetSettings::default()),
    )
}

fn step(core: &mut Core) {
    core.step(StepInput::next(core));
}

/// Returns the events that an object receives.
fn events(core: &Core, id: ObjectId) -> EventFlags {
    core.world.events(core.world.slots.address(id).unwrap())
}

#[test]
fn a_missing_hook_is_called_once_per_type() {
    #[derive(Clone)]
    struct Lamp;
    impl Behavior for Lamp {
        fn after(&mut self, _: &mut Context<'_>) {}
    }
    let mut core = core();
    let early = [0; 3].map(|_| core.context().spawn_with(Object::default(), Lamp));
    assert!(events(&core, early[2]).has(EventFlags::STEP));
    step(&mut core);
    assert!(!BehaviorType::of::<Lamp>().hooks().has(Hooks::STEP));
    assert!(BehaviorType::of::<Lamp>().hooks().has(Hooks::AFTER));
    for id in early {
        assert!(!events(&core, id).has(EventFlags::STEP.with(EventFlags::FINISH, true)));
        assert!(events(&core, id).has(EventFlags::AFTER));
    }
    let late = core.context().spawn_with(Object::default(), Lamp);
    assert!(!events(&core, late).has(EventFlags::STEP));
    assert!(events(&core, late).has(EventFlags::AFTER));
}

#[test]
fn hooks_of_an_inner_behaviour_do_not_affect_the_outer_one() {
    #[derive(Clone)]
    struct Inner;
    impl Behavior for Inner {}
    #[derive(Clone)]
    struct Outer(Inner, u32);
    impl Behavior for Outer {
        fn step(&mut self, cx: &mut Context<'_>) {
            self.0.step(cx);
            self.1 += 1;
        }
    }
    let mut core = core();
    let id = core
        .context()
        .spawn_with(Object::default(), Outer(Inner, 0));
    for _ in 0..3 {
        step(&mut core);
    }
    assert_eq!(
        core.world.behavior::<Outer>(id).map(|outer| outer.1),
        Some(3)
    );
}

#[test]
fn an_object_keeps_the_hooks_of_its_other_behaviours() {
    #[derive(Clone)]
    struct Silent;
    impl Behavior for Silent {}
    #[derive(Clone)]
    struct Counter(u32);
    impl Behavior for Counter {
        fn step(&mut self, _: &mut Context<'_>) {
            self.0 += 1;
        }
    }
    let mut core = core();
    let id = core.context().spawn_with(Object::default(), Silent);
    core.context().attach(id, Counter(0));
    for _ in 0..2 {
        step(&mut core);
    }
    assert_eq!(
        core.world.behavior::<Counter>(id).map(|counter| counter.0),
        Some(2)
    );
    let counter = core.world.behavior_id::<Counter>(id).unwrap();
    core.world.detach(id, counter);
    step(&mut core);
    assert!(!events(&core, id).has(EventFlags::STEP));
}

#[test]
fn a_withdrawn_hook_does_not_run_until_it_is_subscribed_to_again() {
    #[derive(Clone)]
    struct Counter(u32);
    impl Behavior for Counter {
        fn step(&mut self, _: &mut Context<'_>) {
            self.0 += 1;
        }
    }
    let mut core = core();
    let id = core.context().spawn_with(Object::default(), Counter(0));
    let count = |core: &Core| core.world.behavior::<Counter>(id).map(|counter| counter.0);
    let checksum = core.checksum();
    core.object_mut(id).unwrap().unsubscribe(Interest::Step);
    assert_ne!(core.checksum(), checksum);
    step(&mut core);
    assert_eq!(count(&core), Some(0));
    // The object stays unsubscribed after another behaviour is attached.
    core.context().attach(id, Counter(0));
    step(&mut core);
    assert_eq!(count(&core), Some(0));
    core.object_mut(id).unwrap().subscribe(Interest::Step);
    step(&mut core);
    assert_eq!(count(&core), Some(1));
}

/// Implements some hooks, moves, and subscribes to a custom event.
#[derive(Clone)]
struct Walker(u32);

struct Call;

impl Behavior for Walker {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.0 += 1;
        let x = cx.me().position().x;
        cx.me()
            .set_velocity(vec2(if x > 3.0 { -1.0 } else { 1.0 }, 0.0));
        if self.0.is_multiple_of(3) {
            cx.world.send(Event::custom(Call));
        }
    }

    fn subscriptions(&self) -> crate::world::EventTypes {
        crate::world::EventTypes::of::<Call>()
    }

    fn event(&mut self, _: &crate::world::CustomEvent, cx: &mut Context<'_>) {
        let spin = cx.me().spin();
        cx.me().set_spin(spin + 0.25);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.0);
    }
}

/// Implements no hook.
#[derive(Clone)]
struct Stone;

impl Behavior for Stone {}

fn populate(core: &mut Core) {
    for x in 0..4_u8 {
        let object = Object {
            position: vec2(f32::from(x) * 10.0, 2.0),
            ..Object::default()
        };
        let id = core.context().spawn_with(object, Stone);
        if x % 2 == 0 {
            core.context().attach(id, Walker(0));
        }
    }
}

fn play(core: &mut Core, steps: u64) -> Vec<u64> {
    (0..steps)
        .map(|number| {
            let key = if number % 2 == 0 {
                InputEvent::press(Key::Space)
            } else {
                InputEvent::release(Key::Space)
            };
            let input = StepInput {
                events: &[key],
                ..StepInput::next(core)
            };
            core.step(input);
            core.checksum()
        })
        .collect()
}

#[test]
fn learned_hooks_do_not_change_a_world() {
    let mut first = core();
    populate(&mut first);
    let start = (first.checksum(), first.snapshot());
    let unlearned = play(&mut first, 12);
    let middle = first.snapshot();
    let rest = play(&mut first, 12);
    // Plays an equal world. By now the program has learned which hooks are missing.
    let mut again = core();
    populate(&mut again);
    assert_eq!(again.checksum(), start.0);
    assert_eq!(play(&mut again, 12), unlearned);
    assert_eq!(play(&mut again, 12), rest);
    // Restores snapshots made before and after learning.
    first.restore(&start.1);
    assert_eq!(play(&mut first, 12), unlearned);
    first.restore(&middle);
    assert_eq!(play(&mut first, 12), rest);
    // Restores a snapshot of one world in the other.
    again.restore(&start.1);
    assert_eq!(play(&mut again, 12), unlearned);
}

#[test]
fn me_in_a_world_without_the_object_reads_as_a_new_object() {
    #[derive(Clone)]
    struct Rewinder {
        empty: crate::world::World,
        seen: std::sync::Arc<Mutex<Vec<String>>>,
    }
    impl Behavior for Rewinder {
        fn step(&mut self, cx: &mut Context<'_>) {
            cx.me().set_position(vec2(50.0, 5.0));
            *cx.world = self.empty.clone();
            let me = cx.me();
            let was = (me.position(), me.kind(), me.velocity(), me.altitude());
            let outcome = cx.me().set_position(vec2(1.0, 1.0));
            let mut seen = self.seen.lock().unwrap();
            seen.push(format!("{was:?} {outcome:?} {}", cx.world.len()));
        }
    }
    let mut core = core();
    let seen = std::sync::Arc::default();
    let rewinder = Rewinder {
        empty: core.world.clone(),
        seen: std::sync::Arc::clone(&seen),
    };
    let object = Object {
        kind: "Ghost",
        position: vec2(3.0, 4.0),
        velocity: vec2(0.5, 0.0),
        ..Object::default()
    };
    core.context().spawn_with(object, rewinder);
    step(&mut core);
    let seen = seen.lock().unwrap();
    assert_eq!(*seen, [r#"(Vec2(0.0, 0.0), "", Vec2(0.0, 0.0), 0) Gone 0"#]);
}

#[test]
fn where_no_behaviour_runs_there_is_no_object_and_that_is_counted() {
    let mut core = core();
    let mut cx = core.context();
    assert_eq!(cx.me().position(), vec2(0.0, 0.0));
    assert!(!cx.me().set_position(vec2(1.0, 1.0)).is_done());
    assert!(core.world.refusals() > 0);
}
