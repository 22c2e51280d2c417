//! Sending events, and subscribing to them.

use super::event::Event;
use super::interest::Interest;
use super::limits::{MAX_CUT_CHAIN_REPORTS, MAX_MESSAGE_COST, MAX_WAITING};
use super::queue::{Due, QueuedEvent, Route};
use super::timer::{Timer, TimerId};
use crate::base::id::ObjectId;
use crate::world::behaviors::ComponentMessage;
use crate::world::collide::contacts::Contact;
use crate::world::{Outcome, World};

impl World {
    /// Sends an event to every object that is subscribed. It is delivered, in order, once the handler that runs
    /// has returned.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// struct Thunder;
    ///
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     cx.world.hud.add(Widget::new("Points"));
    ///     cx.world.send(HudEvent::add("Points", 10)); // one of the engine's
    ///     cx.world.send(Event::custom(Thunder)); // one of the game's own
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Weather", Default::default()), start)?;
    /// # game.step();
    /// assert_eq!(game.world().hud.value("Points"), Some(10));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "signal")]
    #[doc(alias = "emit")]
    #[doc(alias = "observer")]
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

    /// Sends an event to an object, then to what it is attached to, then to what that is attached to, until one of
    /// them calls [`Context::stop_chain`](crate::world::Context::stop_chain). All behaviours of that one still receive it. Needs no
    /// subscription; delivered in order, as events sent by [`World::send_to`].
    ///
    /// The hierarchy at the time of delivery counts. Objects that are gone, or are being removed, are skipped.
    pub fn send_up(&mut self, id: ObjectId, event: impl Into<Event>) {
        self.enqueue(Route::Up, Some(id), event.into());
    }

    /// As [`World::send_up`], the other way: to an object, then to what is attached to it, each child followed by its
    /// own children, in the order of attaching.
    pub fn send_down(&mut self, id: ObjectId, event: impl Into<Event>) {
        self.enqueue(Route::Down, Some(id), event.into());
    }

    /// Sends an event to one object once this many steps of its layer's time have passed: 1 is in the next step, 0 is
    /// now. As [`World::send_to_after`] for an object in slow motion: time passes as for [`ObjectMut::set_lifetime`](crate::world::ObjectMut::set_lifetime). The
    /// event is dropped when the object goes.
    #[doc(alias = "timer")]
    pub fn remind(&mut self, id: ObjectId, steps: u32, event: impl Into<Event>) -> Outcome {
        if !self.contains(id) {
            return Outcome::Gone;
        }
        if steps == 0 {
            self.send_to(id, event);
        } else {
            let left = Due::LayerTime(f64::from(steps));
            let queued = self.unchained(Some(id), event.into());
            self.events.schedule(left, queued);
        }
        Outcome::Done
    }

    /// Starts a timer, which sends an event once or again and again: see [`Timer`]. Of an object that is gone there is
    /// no timer.
    #[doc(alias("cron", "interval"))]
    pub fn start_timer(&mut self, timer: Timer, event: impl Into<Event>) -> TimerId {
        if timer.to.is_some_and(|id| !self.contains(id)) {
            return self.events.finished_timer();
        }
        let first = timer.first.get();
        let due = if timer.in_layer_time && timer.to.is_some() {
            Due::LayerTime(f64::from(first))
        } else {
            Due::Step(self.step.saturating_add(u64::from(first)))
        };
        let queued = self.unchained(timer.to, event.into());
        self.events.start_timer(due, timer.every, queued)
    }

    /// Stops a timer: it sends nothing any more, but what it sent in this step is still delivered. Gone if it is over.
    pub fn stop_timer(&mut self, timer: TimerId) -> Outcome {
        if self.events.stop_timer(timer) {
            Outcome::Done
        } else {
            Outcome::Gone
        }
    }

    /// Subscribes an object to events, or withdraws it.
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
        let queued = self.unchained(to, event);
        self.events.schedule(due, queued);
    }

    /// Returns an event that begins a chain of its own: it waits for a later step.
    fn unchained(&self, to: Option<ObjectId>, event: Event) -> QueuedEvent {
        QueuedEvent {
            to,
            event,
            route: Route::Direct,
            chain: 0,
            from: self.running.object,
        }
    }

    /// Sends a contact to both of its sides.
    pub(in crate::world) fn send_contact(&mut self, contact: &Contact) {
        let event = Event::Collision(contact.of_mover);
        self.enqueue(Route::Contact(contact.found), Some(contact.mover), event);
    }

    fn enqueue(&mut self, route: Route, to: Option<ObjectId>, event: Event) {
        let queued = QueuedEvent {
            to,
            event,
            route,
            chain: self.events.chain + 1,
            from: self.running.object,
        };
        if let Err(refused) = self.events.push(queued) {
            self.end_chain(refused);
        }
    }

    /// An event at the end of a chain that is cut off: delivered in the next step if it was promised, else dropped.
    fn end_chain(&mut self, queued: QueuedEvent) {
        let promised = match &queued.event {
            // Even these have a limit, or handlers that move into each other would fill the memory. Last callbacks need
            // none: an object has at most `MAX_COMPONENTS`.
            Event::Collision(_) => self.events.scheduled_len() < MAX_WAITING,
            event => event.get().is_some_and(ComponentMessage::is_last),
        };
        self.report_cut_chain(queued.to, queued.chain, promised, || name_of(&queued.event));
        if promised {
            let due = Due::Step(self.step.saturating_add(1));
            self.events
                .schedule(due, QueuedEvent { chain: 0, ..queued });
        } else {
            self.events.dropped += 1;
        }
    }

    /// Whether messages between components that cost so much may be delivered in this step. The cost counts those
    /// that receive one, and those that are looked through.
    pub(in crate::world) fn afford_messages(&mut self, cost: usize) -> bool {
        // What no event caused is bounded by the game's own loops.
        if self.events.chain == 0 {
            return true;
        }
        let affordable = self.events.message_cost + cost <= MAX_MESSAGE_COST;
        if affordable {
            self.events.message_cost += cost;
        }
        affordable
    }

    /// Logs that a chain of events is cut off, the first ten times, with the two objects at its end.
    pub(in crate::world) fn report_cut_chain(
        &mut self,
        to: Option<ObjectId>,
        chain: u32,
        promised: bool,
        what: impl FnOnce() -> String,
    ) {
        if self.events.cut_chain_reports >= MAX_CUT_CHAIN_REPORTS {
            return;
        }
        self.events.cut_chain_reports += 1;
        let name =
            |id: Option<ObjectId>, none: &str| id.map_or(none.into(), |id| self.described(id));
        let sender = name(self.running.object, "the game");
        let receiver = name(to.or(self.events.sender), "every subscriber");
        let fate = if promised {
            "delivered in the next step"
        } else {
            "dropped; send it with `send_after` to go on in the next step"
        };
        log::error!(
            "{sender} responds to {receiver} without end ({}, {chain} events in a row): this event is {fate}",
            what()
        );
    }
}

fn name_of(event: &Event) -> String {
    match event.get::<ComponentMessage>() {
        Some(message) => message.described(),
        None => format!("{event:?}"),
    }
}
