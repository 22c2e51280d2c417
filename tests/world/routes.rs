//! Events that travel up or down the attachments until an object stops them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{self, Notes, core, ghost_at, spawn, steps};
use damselfly::ObjectId;
use damselfly::hud::{HudEvent, Widget};
use damselfly::world::{Attachment, Behavior, Context, Core, CustomEvent, Event, Interest, World};

#[derive(Clone, Copy)]
struct Order;

/// Records each order that it receives, and stops the order's route if `stops` is set.
#[derive(Clone)]
struct Listener {
    received: Notes<ObjectId>,
    stops: bool,
}

impl Behavior for Listener {
    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if event.get::<Order>().is_none() {
            return;
        }
        self.received.note(cx.me().id());
        if self.stops {
            cx.stop_route();
        }
    }
}

/// Spawns a tank with two turrets, the first with two barrels: [tank, turret, barrel, barrel, turret].
fn tank(received: &Notes<ObjectId>, stops: impl Fn(usize) -> bool) -> (Core, [ObjectId; 5]) {
    let mut core = core();
    let ids = [5.0; 5].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    let plain = Attachment::default();
    for (child, parent) in [(1, 0), (2, 1), (4, 0), (3, 1)] {
        assert!(
            core.object_mut(ids[child])
                .unwrap()
                .set_parent(ids[parent], plain)
                .is_done()
        );
    }
    for (number, &id) in ids.iter().enumerate() {
        let listener = Listener {
            received: received.clone(),
            stops: stops(number),
        };
        core.context().attach(id, listener);
    }
    (core, ids)
}

type Send = fn(&mut World, ObjectId);

const UP: Send = |world, id| world.send_up(id, Event::custom(Order));
const DOWN: Send = |world, id| world.send_down(id, Event::custom(Order));

/// Name, direction, number of the first receiver, numbers of the objects that stop the route, numbers of the expected
/// receivers.
type Case = (
    &'static str,
    Send,
    usize,
    &'static [usize],
    &'static [usize],
);

const CASES: [Case; 10] = [
    ("up, nobody", UP, 3, &[], &[3, 1, 0]),
    ("up, the first", UP, 3, &[3], &[3]),
    ("up, the parent", UP, 2, &[1], &[2, 1]),
    ("up, one beside the way", UP, 4, &[1, 2, 3], &[4, 0]),
    ("up, from the root", UP, 0, &[], &[0]),
    ("down, nobody", DOWN, 0, &[], &[0, 1, 2, 3, 4]),
    ("down, the first", DOWN, 0, &[0], &[0]),
    ("down, in the depth", DOWN, 0, &[3], &[0, 1, 2, 3]),
    ("down, from the middle", DOWN, 1, &[4, 0], &[1, 2, 3]),
    ("down, from a leaf", DOWN, 3, &[], &[3]),
];

#[test]
fn an_event_follows_its_route_until_an_object_stops_it() {
    for (name, send, from, stoppers, expected) in CASES {
        let received = Notes::new();
        let (mut core, ids) = tank(&received, |number| stoppers.contains(&number));
        send(&mut core.world, ids[from]);
        steps(&mut core, 2);
        let expected: Vec<ObjectId> = expected.iter().map(|&number| ids[number]).collect();
        assert_eq!(received.take(), expected, "{name}");
    }
}

#[test]
fn a_broadcast_reaches_all_subscribers_even_if_one_stops_routes() {
    let received = Notes::new();
    let (mut core, ids) = tank(&received, |_| true);
    for &id in &ids {
        core.object_mut(id)
            .unwrap()
            .subscribe(Interest::of::<Order>());
    }
    core.world.send(Event::custom(Order));
    steps(&mut core, 1);
    assert_eq!(received.take(), ids);
}

#[test]
fn all_behaviours_of_the_object_that_stops_a_route_receive_the_event() {
    let received = Notes::new();
    let (mut core, ids) = tank(&received, |number| number == 1);
    core.context().attach(
        ids[1],
        Listener {
            received: received.clone(),
            stops: false,
        },
    );
    core.world.send_up(ids[1], Event::custom(Order));
    steps(&mut core, 1);
    assert_eq!(received.take(), [ids[1], ids[1]]);
}

#[test]
fn a_routed_event_waits_for_the_running_handler() {
    let received = Notes::new();
    let (mut core, ids) = tank(&received, |_| false);
    let sender = spawn(&mut core, ghost_at(1.0, 1.0));
    let noted = received.clone();
    common::on(
        &mut core,
        sender,
        &[Interest::Step],
        move |me, moment, cx| {
            if moment.is_step() {
                cx.send_up(ids[1], Event::custom(Order));
                cx.send_to(ids[4], Event::custom(Order));
                cx.send_down(ids[1], Event::custom(Order));
                noted.note(me);
            }
        },
    );
    steps(&mut core, 1);
    let expected = [sender, ids[1], ids[0], ids[4], ids[1], ids[2], ids[3]];
    assert_eq!(received.take(), expected);
}

#[test]
fn routes_skip_removed_objects_and_need_their_start() {
    let received = Notes::new();
    let (mut core, ids) = tank(&received, |_| false);
    core.world.remove(ids[1]);
    core.world.send_down(ids[0], Event::custom(Order));
    core.world.send_up(ids[3], Event::custom(Order));
    steps(&mut core, 1);
    assert_eq!(received.take(), [ids[0], ids[4]]);
    assert_eq!(
        core.world.dropped_events(),
        1,
        "the barrel went with its turret"
    );
    core.world.send_up(ids[1], Event::custom(Order));
    steps(&mut core, 1);
    assert_eq!((received.take(), core.world.dropped_events()), (vec![], 2));
}

#[test]
fn an_object_detached_by_a_handler_still_receives_the_event() {
    let received = Notes::new();
    let (mut core, ids) = tank(&received, |_| false);
    common::on(&mut core, ids[1], &[], move |me, moment, cx| {
        if moment.get::<Order>().is_some() {
            cx.object_mut(me).unwrap().clear_parent();
        }
    });
    // The event ends at the detached turret: the turret's barrels and the next turret do not receive the event.
    core.world.send_down(ids[0], Event::custom(Order));
    steps(&mut core, 1);
    assert_eq!(received.take(), [ids[0], ids[1]]);
    core.world.send_down(ids[0], Event::custom(Order));
    steps(&mut core, 1);
    assert_eq!(received.take(), [ids[0], ids[4]]);
}

#[test]
fn a_waiting_event_counts_in_the_checksum_with_its_route() {
    let received = Notes::new();
    let (mut core, ids) = tank(&received, |_| false);
    let mut other = core.world.clone();
    let mut third = core.world.clone();
    core.world.send_up(ids[1], Event::custom(Order));
    other.send_down(ids[1], Event::custom(Order));
    third.send_to(ids[1], Event::custom(Order));
    let sums = [&core.world, &other, &third].map(|world| world.checksum(&core.assets).finish());
    assert!(sums[0] != sums[1] && sums[1] != sums[2] && sums[0] != sums[2]);
}

#[test]
fn a_hud_event_along_a_route_changes_the_value_once() {
    let received = Notes::new();
    let (mut core, ids) = tank(&received, |_| false);
    core.world.hud.add(Widget {
        label: "Points".into(),
        ..Widget::default()
    });
    core.world.send_down(ids[0], HudEvent::add("Points", 10));
    steps(&mut core, 1);
    assert_eq!(core.world.hud.value("Points"), Some(10));
}
