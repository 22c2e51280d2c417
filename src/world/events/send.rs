//! Sends events, and subscribes objects to them.

use super::event::Event;
use super::interest::Interest;
use super::limits::{MAX_DEPTH_REPORTS, MAX_MESSAGE_COST, MAX_WAITING};
use super::queue::{Due, QueuedEvent, Route, whole_steps};
use super::timer::{Timer, TimerId};
use crate::base::id::ObjectId;
use crate::world::behaviors::AttachedMessage;
use crate::world::collide::contacts::PendingContact;
use crate::world::{Outcome, World};

impl World {
    /// Sends an event to every object that is subscribed. It is delivered, in order, once the running handler has
    /// returned.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// struct Thunder;
    ///
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     cx.hud.add(Widget::new("Points"));
    ///     cx.send(HudEvent::add("Points", 10)); // an event type of the engine
    ///     cx.send(Event::custom(Thunder)); // a type of the game
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Weather", Default::default()), start)?;
    /// # game.step();
    /// assert_eq!(game.world().hud.value("Points"), Some(10));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("signal", "emit", "observer"))]
    pub fn send(&mut self, event: impl Into<Event>) {
        self.enqueue(Route::Direct, None, event.into());
    }

    /// Sends an event to one object, whether it is subscribed or not.
    pub fn send_to(&mut self, id: ObjectId, event: impl Into<Event>) {
        self.enqueue(Route::Direct, Some(id), event.into());
    }

    /// Sends an event to every object that is subscribed, this many steps from now: 1 is the next step, 0 is now.
    #[doc(alias = "timer")]
    pub fn send_after(&mut self, steps: u32, event: impl Into<Event>) {
        self.schedule(steps, None, event.into());
    }

    /// Sends an event to one object, this many steps from now: 1 is the next step, 0 is now.
    pub fn send_to_after(&mut self, steps: u32, id: ObjectId, event: impl Into<Event>) {
        self.schedule(steps, Some(id), event.into());
    }

    /// Sends an event to an object, then to its parent, and so on upwards, until one of them calls
    /// [`Context::stop_route`](crate::world::Context::stop_route). All behaviours of that object still receive it.
    /// Needs no subscription; delivered in order, like events sent by [`World::send_to`].
    ///
    /// The hierarchy at the time of delivery counts. Objects that are gone, or are being removed, are skipped.
    pub fn send_up(&mut self, id: ObjectId, event: impl Into<Event>) {
        self.enqueue(Route::Up, Some(id), event.into());
    }

    /// Like [`World::send_up`], downwards: to an object, then to its children in the order of attaching, each followed
    /// by its own children.
    pub fn send_down(&mut self, id: ObjectId, event: impl Into<Event>) {
        self.enqueue(Route::Down, Some(id), event.into());
    }

    /// Starts a timer, which sends an event once or repeatedly: see [`Timer`]. A timer for an object that is gone does
    /// not start.
    #[doc(alias("cron", "interval"))]
    pub fn start_timer(&mut self, timer: Timer, event: impl Into<Event>) -> TimerId {
        if timer.to.is_some_and(|id| !self.contains(id)) {
            return self.events.next_timer();
        }
        let (steps, early) = whole_steps(timer.first);
        let due = if timer.in_layer_time && timer.to.is_some() {
            Due::LayerTime(timer.first)
        } else {
            // At least one step, because a timer does not send in the step that starts it.
            Due::Step(self.step.saturating_add(steps.max(1)))
        };
        let queued = self.later_event(timer.to, event.into());
        self.events.start_timer(due, timer.every, early, queued)
    }

    /// Stops a timer. Events that it sent in this step are still delivered. Returns [`Outcome::Gone`] if the timer has
    /// ended.
    pub fn stop_timer(&mut self, timer: TimerId) -> Outcome {
        if self.events.stop_timer(timer) {
            Outcome::Done
        } else {
            Outcome::Gone
        }
    }

    /// Subscribes an object to a kind of events, or unsubscribes it.
    pub(in crate::world) fn subscribe(&mut self, id: ObjectId, interest: Interest, on: bool) {
        self.events.unsubscribed += u64::from(!on);
        match interest {
            Interest::Custom(kind) => self.subscribe_to_type(id, kind, on),
            other => {
                self.behaviors.withdraw(id, other.flag(), !on);
                self.update_hooks(id);
            }
        }
    }

    fn schedule(&mut self, steps: u32, to: Option<ObjectId>, event: Event) {
        if steps == 0 {
            return self.enqueue(Route::Direct, to, event);
        }
        let due = Due::Step(self.step.saturating_add(u64::from(steps)));
        let queued = self.later_event(to, event);
        self.events.schedule(due, queued);
    }

    /// Returns an event that waits for a later step, where its depth starts again.
    fn later_event(&self, to: Option<ObjectId>, event: Event) -> QueuedEvent {
        QueuedEvent {
            to,
            event,
            route: Route::Direct,
            depth: 0,
            from: self.running.object,
        }
    }

    /// Sends a contact to both of its sides.
    pub(in crate::world) fn send_contact(&mut self, contact: &PendingContact) {
        let event = Event::Collision(contact.of_mover);
        self.enqueue(Route::Contact(contact.found), Some(contact.mover), event);
    }

    fn enqueue(&mut self, route: Route, to: Option<ObjectId>, event: Event) {
        let queued = QueuedEvent {
            to,
            event,
            route,
            depth: self.events.depth + 1,
            from: self.running.object,
        };
        if let Err(refused) = self.events.push(queued) {
            self.cut_off(refused);
        }
    }

    /// Handles an event beyond the limits: delivers it in the next step if delivery is promised, and drops it
    /// otherwise.
    fn cut_off(&mut self, queued: QueuedEvent) {
        let promised = match &queued.event {
            // Even collisions have a limit: two objects whose handlers move them into each other could fill the memory.
            // Last callbacks need none: an object has at most `MAX_ATTACHED` of them.
            Event::Collision(_) => self.events.scheduled_len() < MAX_WAITING,
            event => event.get().is_some_and(AttachedMessage::is_last),
        };
        self.report_depth(queued.to, queued.depth, promised, || name_of(&queued.event));
        if promised {
            let due = Due::Step(self.step.saturating_add(1));
            self.events
                .schedule(due, QueuedEvent { depth: 0, ..queued });
        } else {
            self.events.dropped += 1;
        }
    }

    /// Adds the cost of messages that respond to an event to the step's total. The cost is the number of recipients and
    /// of searched entries. Returns false, and adds nothing, if the total would be above the limit.
    pub(in crate::world) fn afford_messages(&mut self, cost: usize) -> bool {
        // Messages that do not respond to an event need no limit: they end when the game's own loops end.
        if self.events.depth == 0 {
            return true;
        }
        let affordable = self.events.message_cost + cost <= MAX_MESSAGE_COST;
        if affordable {
            self.events.message_cost += cost;
        }
        affordable
    }

    /// Logs, the first ten times, that events respond to one another without end, and names two of the objects.
    pub(in crate::world) fn report_depth(
        &mut self,
        to: Option<ObjectId>,
        depth: u32,
        promised: bool,
        what: impl FnOnce() -> String,
    ) {
        if self.events.depth_reports >= MAX_DEPTH_REPORTS {
            return;
        }
        self.events.depth_reports += 1;
        let name = |id: Option<ObjectId>, none: &str| id.map_or(none.into(), |id| self.named(id));
        let sender = name(self.running.object, "the game");
        let receiver = name(to.or(self.events.sender), "every subscriber");
        let fate = if promised {
            "delivered in the next step"
        } else {
            "dropped; send it with `send_after` to go on in the next step"
        };
        log::error!(
            "{sender} responds to {receiver} without end ({}, {depth} events in a row): this event is {fate}",
            what()
        );
    }
}

fn name_of(event: &Event) -> String {
    match event.get::<AttachedMessage>() {
        Some(message) => message.described(),
        None => format!("{event:?}"),
    }
}
