//! The rules of events: their receivers, their order, and events without a receiver.

use crate::common::{Moment, Notes, attach, core, crate_at, ghost_at, on, spawn, steps};
use crate::logged::{keep_log, logged};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::HudEvent;
use damselfly::input::{InputEvent, Key};
use damselfly::world::{Behavior, Context, Core, CustomEvent, Event, Interest, Object, StepInput};

/// A custom event.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shout(u32);

/// Another custom event.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Whisper(u32);

/// Spawns an object that notes every shout it receives.
fn listener(core: &mut Core, notes: &Notes<(ObjectId, u64, u32)>) -> ObjectId {
    let id = spawn(core, ghost_at(1.0, 1.0));
    let noted = notes.clone();
    on(
        core,
        id,
        &[Interest::of::<Shout>()],
        move |me, moment, cx| {
            if let Some(Shout(number)) = moment.get() {
                noted.note((me, cx.time.number, number));
            }
        },
    );
    id
}

#[test]
fn a_subscription_counts_once_can_be_withdrawn_and_ends_with_the_object() {
    let mut core = core();
    let notes = Notes::new();
    let id = listener(&mut core, &notes);
    let shout = Interest::of::<Shout>();
    let is_subscribed = |core: &Core, id: ObjectId| {
        let object = core.world.object(id);
        object.is_some_and(|object| object.is_subscribed(shout))
    };
    core.object_mut(id).unwrap().subscribe(shout);
    core.object_mut(id).unwrap().subscribe(shout);
    assert!(is_subscribed(&core, id));
    core.world.send(Event::custom(Shout(1)));
    steps(&mut core, 1);
    assert_eq!(notes.take(), [(id, 1, 1)], "once");

    // Unsubscribing once is enough after several subscriptions.
    core.object_mut(id).unwrap().unsubscribe(shout);
    assert!(!is_subscribed(&core, id));
    core.world.send(Event::custom(Shout(2)));
    steps(&mut core, 1);
    assert_eq!(notes.take(), []);

    core.object_mut(id).unwrap().subscribe(shout);
    core.world.remove(id);
    core.world.send(Event::custom(Shout(3)));
    steps(&mut core, 1);
    assert!(!is_subscribed(&core, id));
    let tenant = spawn(&mut core, ghost_at(1.0, 1.0));
    assert_eq!(tenant.slot(), id.slot());
    assert!(!is_subscribed(&core, tenant));
}

#[test]
fn a_handled_event_still_reaches_all_subscribers_in_order() {
    let mut core = core();
    let notes = Notes::new();
    let ids: Vec<ObjectId> = (0..3).map(|_| listener(&mut core, &notes)).collect();
    core.object_mut(ids[0]).unwrap().set_altitude(4);
    core.world.send(Event::custom(Shout(1)));
    steps(&mut core, 1);
    // Each listener stops the event's route. An event for all subscribers has no route, so all of them receive it.
    assert_eq!(
        notes.take(),
        [(ids[1], 1, 1), (ids[2], 1, 1), (ids[0], 1, 1)]
    );
}

#[test]
fn custom_events_are_delivered_by_their_type() {
    let mut core = core();
    let notes = Notes::new();
    for interests in [
        &[Interest::of::<Shout>()][..],
        &[Interest::of::<Whisper>()],
        &[Interest::of::<Shout>(), Interest::of::<Whisper>()],
        &[],
    ] {
        let id = spawn(&mut core, ghost_at(1.0, 1.0));
        let noted = notes.clone();
        let count = interests.len();
        on(&mut core, id, interests, move |_, moment, _| {
            noted.note((count, moment.get::<Shout>(), moment.get::<Whisper>()));
        });
    }
    core.world.send(Event::custom(Whisper(7)));
    steps(&mut core, 1);
    assert_eq!(
        notes.take(),
        [(1, None, Some(Whisper(7))), (2, None, Some(Whisper(7)))]
    );
    core.world.send(Event::custom(3.5_f32));
    steps(&mut core, 1);
    assert_eq!(notes.take(), [], "nobody knows numbers");
}

#[test]
fn keyboard_mouse_and_focus_events_reach_their_subscribers() {
    let mut core = core();
    let notes = Notes::new();
    for interest in [Interest::Keyboard, Interest::Mouse, Interest::Step] {
        let id = spawn(&mut core, ghost_at(1.0, 1.0));
        let noted = notes.clone();
        on(&mut core, id, &[interest], move |_, moment, _| {
            if let Moment::Event(Event::Input(event)) = moment {
                noted.note((interest, event.clone()));
            }
        });
    }
    let events = [
        InputEvent::press(Key::Space),
        InputEvent::MouseMoved {
            position: vec2(3.0, 4.0),
        },
        InputEvent::release(Key::Space),
    ];
    core.step(StepInput {
        events: &events,
        ..StepInput::next(&core)
    });
    assert_eq!(
        notes.take(),
        [
            (Interest::Keyboard, events[0].clone()),
            (Interest::Mouse, events[1].clone()),
            (Interest::Keyboard, events[2].clone()),
        ]
    );
    core.step(StepInput {
        events: &[InputEvent::Focus(false)],
        ..StepInput::next(&core)
    });
    assert_eq!(
        notes.take(),
        [(Interest::Keyboard, InputEvent::Focus(false))]
    );
}

#[test]
fn events_sent_now_come_in_order_after_the_running_handler() {
    let mut core = core();
    let notes = Notes::new();
    for name in ["first", "second"] {
        let id = spawn(&mut core, ghost_at(1.0, 1.0));
        let noted = notes.clone();
        on(
            &mut core,
            id,
            &[Interest::Step, Interest::of::<Shout>()],
            move |_, moment, cx| {
                if let Some(Shout(number)) = moment.get() {
                    noted.note(format!("{name} receives {number}"));
                    if number == 1 && name == "first" {
                        cx.send(Event::custom(Shout(3)));
                    }
                } else if moment.is_step() {
                    if name == "first" {
                        cx.send(Event::custom(Shout(1)));
                        cx.send(Event::custom(Shout(2)));
                    }
                    noted.note(format!("{name} ends its turn"));
                }
            },
        );
    }
    steps(&mut core, 1);
    assert_eq!(
        notes.take(),
        [
            "first ends its turn",
            "first receives 1",
            "second receives 1",
            "first receives 2",
            "second receives 2",
            "first receives 3",
            "second receives 3",
            "second ends its turn",
        ]
    );
}

#[test]
fn an_event_can_be_sent_for_n_steps_later() {
    let mut core = core();
    let notes = Notes::new();
    let id = listener(&mut core, &notes);
    steps(&mut core, 4);
    // The events are sent between steps 4 and 5, and not in the order of their delays.
    for after in [5, 1, 2, 1] {
        core.world.send_after(after, Event::custom(Shout(after)));
    }
    core.world.send_to_after(3, id, Event::custom(Shout(30)));
    steps(&mut core, 10);
    let notified: Vec<(u64, u32)> = notes
        .take()
        .into_iter()
        .map(|(_, step, shout)| (step, shout))
        .collect();
    assert_eq!(notified, [(5, 1), (5, 1), (6, 2), (7, 30), (9, 5)]);
}

#[test]
fn delays_within_a_step_count_from_that_step() {
    let mut core = core();
    let notes = Notes::new();
    let id = listener(&mut core, &notes);
    on(&mut core, id, &[Interest::Finish], |_, moment, cx| {
        if matches!(moment, Moment::Finish) && cx.time.number == 2 {
            for after in [0, 1, 3] {
                cx.send_after(after, Event::custom(Shout(after)));
            }
        }
    });
    steps(&mut core, 9);
    assert_eq!(notes.take(), [(id, 2, 0), (id, 3, 1), (id, 5, 3)]);
}

#[test]
fn only_the_current_level_and_the_persistent_one_receive_events() {
    let mut core = core();
    let notes = Notes::new();
    let [here, elsewhere, everywhere] = [(); 3].map(|()| listener(&mut core, &notes));
    core.object_mut(elsewhere).unwrap().set_level(2);
    core.object_mut(everywhere).unwrap().set_persistent(true);
    core.world.send(Event::custom(Shout(1)));
    for id in [here, elsewhere, everywhere] {
        core.world.send_to(id, Event::custom(Shout(2)));
    }
    steps(&mut core, 1);
    assert_eq!(
        notes.take(),
        [
            (everywhere, 1, 1),
            (here, 1, 1),
            (here, 1, 2),
            (everywhere, 1, 2)
        ]
    );
    assert_eq!(core.world.dropped_events(), 1);
    core.context().change_level(2);
    core.world.send(Event::custom(Shout(3)));
    steps(&mut core, 1);
    assert_eq!(notes.take(), [(everywhere, 2, 3), (elsewhere, 2, 3)]);
}

#[test]
fn a_disabled_altitude_neither_receives_events_nor_moves() {
    let mut core = core();
    let notes = Notes::new();
    let id = listener(&mut core, &notes);
    core.object_mut(id).unwrap().set_velocity(Vec2::ONE);
    core.world.altitude_settings_mut(2).enabled = false;
    core.world.send(Event::custom(Shout(1)));
    steps(&mut core, 3);
    assert_eq!(
        (
            notes.take().len(),
            core.world.object(id).map(|object| object.position())
        ),
        (0, Some(vec2(1.0, 1.0)))
    );
    core.world.altitude_settings_mut(2).enabled = true;
    steps(&mut core, 1);
    assert_eq!(
        core.world.object(id).map(|object| object.position()),
        Some(vec2(2.0, 2.0))
    );
}

#[test]
fn an_event_for_a_removed_or_leaving_object_is_dropped_and_counted() {
    let mut core = core();
    let notes = Notes::new();
    let target = listener(&mut core, &notes);
    let sender = spawn(&mut core, ghost_at(1.0, 1.0));
    on(&mut core, sender, &[Interest::Step], move |_, _, cx| {
        cx.send_to(target, Event::custom(Shout(1)));
        cx.remove(target);
    });
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), core.world.dropped_events()), (0, 1));
    let tenant = listener(&mut core, &notes);
    assert_eq!(tenant.slot(), target.slot());
    steps(&mut core, 1);
    assert_eq!((notes.take().len(), core.world.dropped_events()), (0, 2));
}

/// Responds to every shout with further shouts.
#[derive(Clone)]
struct Echo {
    to: Option<ObjectId>,
    responses: u32,
}

impl Behavior for Echo {
    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        for _ in 0..self.responses {
            let event = Event::Custom(event.clone());
            match self.to {
                Some(to) => cx.send_to(to, event),
                None => cx.send(event),
            }
        }
    }
}

#[test]
fn an_endless_exchange_of_events_is_cut_and_names_both_objects() {
    keep_log();
    let mut core = core();
    let [ping, pong] = ["Ping", "Pong"].map(|kind| {
        spawn(
            &mut core,
            Object {
                kind,
                ..ghost_at(1.0, 1.0)
            },
        )
    });
    for (me, other) in [(ping, pong), (pong, ping)] {
        core.context().attach(
            me,
            Echo {
                to: Some(other),
                responses: 1,
            },
        );
    }
    core.world.send_to(ping, Event::custom(Shout(1)));
    steps(&mut core, 1);
    assert_eq!((core.step_number(), core.world.dropped_events()), (1, 1));
    let lines = logged();
    let named = |line: &&String| line.contains("`Ping`") && line.contains("`Pong`");
    assert_eq!(lines.iter().filter(named).count(), 1, "{lines:?}");
    // The limit applies to one step: the next one drops nothing more.
    steps(&mut core, 1);
    assert_eq!(core.world.dropped_events(), 1);
}

#[test]
fn a_chain_that_branches_is_cut_too() {
    let mut core = core();
    for _ in 0..4 {
        let id = spawn(&mut core, ghost_at(1.0, 1.0));
        core.context().attach(
            id,
            Echo {
                to: None,
                responses: 3,
            },
        );
        core.object_mut(id)
            .unwrap()
            .subscribe(Interest::of::<Shout>());
    }
    core.world.send(Event::custom(Shout(1)));
    steps(&mut core, 1);
    assert!(core.world.dropped_events() > 0);
    let dropped = core.world.dropped_events();
    steps(&mut core, 1);
    assert_eq!(core.world.dropped_events(), dropped);
}

#[test]
fn a_row_of_crates_that_push_each_other_needs_no_deep_stack() {
    let mut core = core();
    core.world
        .camera
        .set_boundary(damselfly::geometry::Rect::new(Vec2::ZERO, vec2(1e5, 24.0)));
    for number in 0..900_u16 {
        let id = spawn(&mut core, crate_at(f32::from(number) * 2.0, 10.0));
        on(&mut core, id, &[], |me, moment, cx| {
            if let Moment::Event(Event::Collision(hit)) = moment
                && !hit.is_mover
            {
                cx.move_by(me, vec2(1.0, 0.0));
            }
        });
    }
    let first = core.world.objects().next().unwrap();
    core.object_mut(first).unwrap().set_velocity(vec2(1.0, 0.0));
    // A thread with a small stack must suffice.
    std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(move || {
            steps(&mut core, 1);
            assert_eq!(core.world.dropped_events(), 0);
        })
        .unwrap()
        .join()
        .unwrap();
}

/// Panics when it receives a shout.
#[derive(Clone)]
struct Faulty;

impl Behavior for Faulty {
    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        assert!(event.get::<Shout>().is_none(), "this one is meant");
    }

    fn checksum(&self, _: &mut damselfly::ChecksumWriter) {}
}

#[test]
fn a_panic_disables_its_object_and_no_other() {
    keep_log();
    let mut core = core();
    let notes = Notes::new();
    let before = listener(&mut core, &notes);
    let moving = Object {
        kind: "Faulty one",
        velocity: vec2(1.0, 0.0),
        spin: 0.1,
        ..ghost_at(5.0, 5.0)
    };
    let faulty = spawn(&mut core, moving);
    core.context().attach(faulty, Faulty);
    let received = Notes::new();
    let noted = received.clone();
    // Attaches a second behaviour to the same object.
    on(
        &mut core,
        faulty,
        &[Interest::Step, Interest::of::<Shout>()],
        move |_, moment, _| {
            noted.note(moment.is_step());
        },
    );
    let after = listener(&mut core, &notes);
    core.world.send(Event::custom(Shout(1)));
    steps(&mut core, 3);
    assert_eq!(notes.take(), [(before, 1, 1), (after, 1, 1)]);
    assert!(
        received.take().is_empty(),
        "neither the shout nor a step reached it any more"
    );
    assert_eq!(
        core.world.object(faulty).map(|object| object.is_disabled()),
        Some(true)
    );
    assert_eq!(
        core.world.object(after).map(|object| object.is_disabled()),
        Some(false)
    );
    assert_eq!(
        core.world.object(faulty).map(|object| object.position()),
        Some(vec2(5.0, 5.0))
    );
    // The faulty object does not move even when its velocity is set.
    core.object_mut(faulty)
        .unwrap()
        .set_velocity(vec2(0.0, 1.0));
    let sum = core.checksum();
    steps(&mut core, 1);
    assert_ne!(core.checksum(), sum);
    assert_eq!(
        core.world.object(faulty).map(|object| object.position()),
        Some(vec2(5.0, 5.0))
    );
    assert!(logged().iter().any(|line| {
        line.contains("Faulty")
            && line.contains("`Faulty one`")
            && line.contains("this one is meant")
    }));
    // It can be removed like any other object.
    core.world.remove(faulty);
    steps(&mut core, 1);
    assert!(!core.world.contains(faulty));
}

#[test]
fn a_panic_in_any_hook_ends_no_step() {
    let hooks: [fn(Moment<'_>) -> bool; 5] = [
        |moment| moment.is_step(),
        |moment| moment.is_collision(),
        |moment| matches!(moment, Moment::After),
        |moment| matches!(moment, Moment::Finish),
        |moment| moment.is_removed(),
    ];
    for is_time in hooks {
        let mut core = core();
        let wall = spawn(&mut core, crate_at(10.0, 10.0));
        let id = spawn(
            &mut core,
            Object {
                velocity: vec2(1.0, 0.0),
                ..crate_at(7.5, 10.0)
            },
        );
        let other = spawn(
            &mut core,
            Object {
                altitude: 4,
                ..ghost_at(1.0, 1.0)
            },
        );
        let all = [Interest::Step, Interest::After, Interest::Finish];
        on(&mut core, id, &all, move |me, moment, cx| {
            if cx.time.number == 3 {
                cx.remove(me);
            }
            assert!(!is_time(moment), "meant");
        });
        let notes = Notes::new();
        let noted = notes.clone();
        on(&mut core, other, &[Interest::Step], move |_, _, cx| {
            noted.note(cx.time.number)
        });
        steps(&mut core, 4);
        assert_eq!(notes.take(), [1, 2, 3, 4]);
        assert!(core.world.contains(wall));
        assert_ne!(
            core.world.object(id).map(|object| object.is_disabled()),
            Some(false)
        );
    }
}

#[test]
fn a_behaviour_may_be_attached_while_another_one_runs() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(1.0, 1.0));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, id, &[Interest::Step], move |me, moment, cx| {
        noted.note("old");
        if moment.is_step() && cx.time.number == 1 {
            let noted = noted.clone();
            attach(cx, me, &[Interest::Step], move |_, _, _| noted.note("new"));
        }
    });
    steps(&mut core, 2);
    assert_eq!(
        notes.take(),
        ["old", "old", "new"],
        "it receives the next event"
    );
}

#[test]
fn view_events_reach_their_subscribers() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(1.0, 1.0));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, id, &[Interest::Hud], move |_, moment, _| {
        if let Moment::Event(Event::Hud(event)) = moment {
            noted.note(event.clone());
        }
    });
    core.world.send(HudEvent::add("Points", 10));
    steps(&mut core, 1);
    assert_eq!(notes.take(), [HudEvent::add("Points", 10)]);
}
