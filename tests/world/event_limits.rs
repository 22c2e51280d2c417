//! Limits for the number of waiting events, and for chains of events that answer each other. After a limit is reached,
//! later events work as usual. The log messages are tested in `tests/logged/event_limits.rs`.

use crate::common::{Notes, core, crate_at, ghost_at, on, spawn, steps};
use damselfly::glam::vec2;
use damselfly::world::{Event, Object, Solidness, StepInput};

#[derive(Clone, Copy)]
struct Ping;

#[test]
fn once_a_million_events_that_waited_are_delivered_more_are_accepted() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(5.0, 5.0));
    let received = Notes::new();
    let noted = received.clone();
    on(&mut core, id, &[], move |_, moment, _| {
        if moment.get::<Ping>().is_some() {
            noted.note(());
        }
    });
    let most = 1 << 20;
    let ping = Event::custom(Ping);
    for _ in 0..most + 3 {
        core.world.send_to(id, ping.clone());
    }
    steps(&mut core, 1);
    assert_eq!(received.take().len(), most);
    assert_eq!(core.world.dropped_events(), 3);
    core.world.send_to(id, ping);
    steps(&mut core, 1);
    assert_eq!(received.take().len(), 1);
    assert_eq!(core.world.dropped_events(), 3);
}

#[test]
fn a_postponed_collision_restarts_the_event_depth() {
    let mut core = core();
    let soft = |x: f32| Object {
        solidness: Solidness::Soft,
        ..crate_at(x, 5.0)
    };
    let [restless, _] = [5.0, 6.0].map(|x| spawn(&mut core, soft(x)));
    let collisions = Notes::new();
    let noted = collisions.clone();
    on(&mut core, restless, &[], move |me, moment, cx| {
        if moment.is_collision() {
            noted.note(());
            cx.move_by(me, vec2(0.0, 1e-4));
        }
    });
    core.step_with(StepInput::next(&core), |cx| {
        cx.move_by(restless, vec2(0.0, 1e-4));
    });
    for step in 1..4 {
        // One collision starts the chain. A thousand more follow, each in response to the one before.
        assert_eq!(collisions.take().len(), 1001, "step {step}");
        steps(&mut core, 1);
    }
}

#[test]
fn the_notification_budget_is_per_step() {
    #[derive(Clone)]
    struct Sibling;
    impl damselfly::world::Behavior for Sibling {}
    let mut core = core();
    let crowd = spawn(&mut core, ghost_at(5.0, 5.0));
    for _ in 0..500 {
        core.context().attach(crowd, Sibling);
    }
    steps(&mut core, 1);
    let id = spawn(&mut core, ghost_at(9.0, 5.0));
    on(&mut core, id, &[], move |_, moment, cx| {
        if moment.get::<Ping>().is_some() {
            for _ in 0..200 {
                cx.attach(crowd, Sibling);
                let new = cx.attached(crowd).last().and_then(|last| last.id());
                cx.detach(crowd, new.expect("it was attached"));
            }
        }
    });
    for step in 0..8 {
        core.world.send_to(id, Event::custom(Ping));
        steps(&mut core, 1);
        assert_eq!(core.world.dropped_events(), 0, "{step}");
    }
}
