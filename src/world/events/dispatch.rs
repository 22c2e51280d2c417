//! Delivering events: one at a time, in order, never from within a handler.

use super::event::Event;
use super::interest::Interest;
use super::queue::{QueuedEvent, Route};
use crate::base::id::ObjectId;
use crate::hud::{InputContext, Response};
use crate::input::InputEvent;
use crate::scene::RowFlags;
use crate::world::behaviors::ComponentMessage;
use crate::world::behaviors::behavior::Behavior;
use crate::world::behaviors::hooks::Hooks;
use crate::world::collide::contacts::Contact;
use crate::world::object::slots::Place;
use crate::world::unmatched::NameOf;
use crate::world::{Context, World};

impl Context<'_> {
    /// Offers one of the player's input events to the heads-up display, and delivers what follows. Returns whether it
    /// consumed the event.
    pub(in crate::world) fn hud_consumes_input(&mut self, event: &InputEvent) -> bool {
        let world = &mut *self.world;
        let input = InputContext {
            font: self.assets.font(),
            muted: self.input.is_muted(),
        };
        let event = match world.hud.handle_input(event, &input) {
            Response::Ignored => return false,
            Response::Consumed => return true,
            Response::Pressed(pressed) => Event::custom(pressed),
            Response::Entered(entered) => Event::custom(entered),
        };
        world.send(event);
        // Before the next input event: a button that is removed in response takes no part in that one.
        self.dispatch_queue();
        true
    }

    /// Delivers what became of requests for files.
    pub(in crate::world) fn dispatch_files(&mut self) {
        let mut at = 0;
        while let Some(event) = self.world.files.event(at) {
            self.broadcast(&event);
            at += 1;
        }
    }

    /// Delivers the presses and releases of actions in this step.
    pub(in crate::world) fn dispatch_actions(&mut self) {
        // One by one: a handler may change bindings, and with them the list.
        let mut at = 0;
        while let Some(event) = self.world.actions.events().get(at) {
            let event = Event::custom(event.clone());
            self.broadcast(&event);
            at += 1;
        }
    }

    /// Delivers what was scheduled for this step.
    pub(in crate::world) fn dispatch_scheduled(&mut self) {
        let step = self.world.step;
        self.world.events.queue_due(step);
        self.dispatch_queue();
    }

    /// Delivers every waiting event, in order, and those that its handlers send.
    #[inline]
    pub(in crate::world) fn dispatch_queue(&mut self) {
        // The loop that is under way delivers what its handlers send. Delivering it here would be a recursion as deep
        // as the chain of events is long.
        if self.world.events.dispatching {
            return;
        }
        if !self.world.events.is_empty() {
            self.world.events.dispatching = true;
            while let Some(queued) = self.world.events.pop() {
                self.dispatch(queued);
            }
            self.world.events.dispatching = false;
        }
        self.world.events.end_chain();
    }

    fn dispatch(&mut self, queued: QueuedEvent) {
        let QueuedEvent {
            to, event, route, ..
        } = queued;
        self.world.events.chain = queued.chain;
        self.world.events.sender = queued.from;
        // Once, before any handler receives it: a handler finds the new value, and an event that goes along a chain of
        // objects changes the value once.
        if let Event::Hud(event) = &event {
            if !self.world.hud.labels().any(|label| label == event.label) {
                let (unmatched, step) = (&self.world.diagnostics.unmatched, self.world.step);
                unmatched.sent_in_vain(NameOf::Label, &event.label, step);
            }
            self.world.hud.apply(event);
        }
        let Some(id) = to else {
            return self.broadcast(&event);
        };
        if let (Route::Contact(found), &Event::Collision(of_mover)) = (route, &event) {
            let contact = Contact {
                mover: id,
                of_mover,
                found,
            };
            let outer = self.world.running;
            let are_awake = self.world.is_awake(id) && self.world.is_awake(of_mover.other);
            if !are_awake || !self.deliver_contact(outer, &contact) {
                self.world.events.dropped += 1;
            }
            self.world.running = outer;
        } else if let Some(message) = event.get::<ComponentMessage>() {
            self.deliver_message(id, message);
        } else if self.world.can_receive(id, &event) {
            self.deliver_along(route, id, &event);
        } else {
            self.world.events.dropped += 1;
            log::debug!("{event:?} for {id} is dropped: it is gone or elsewhere");
        }
    }

    /// Delivers an event to an object, then along its route until one stops the chain.
    fn deliver_along(&mut self, route: Route, id: ObjectId, event: &Event) {
        // Listed first: a handler may detach the members that come next, which receive the event all the same.
        let mut way = self.world.borrow_list();
        match route {
            Route::Direct | Route::Contact(_) => way.push(id),
            Route::Up => self.world.list_ancestors(id, &mut way),
            Route::Down => self.world.list_descendants(id, &mut way),
        }
        for &id in &way {
            self.world.events.chain_stopped = false;
            if self.world.can_receive(id, event) {
                self.deliver(id, event);
            }
            if self.world.events.chain_stopped {
                break;
            }
        }
        self.world.return_list(way);
    }

    /// Delivers an event to every object that is subscribed now, and still is when its turn comes, in act order.
    pub(in crate::world) fn broadcast(&mut self, event: &Event) {
        match event.interest() {
            Some(Interest::Step) => self.run_phase(Interest::Step, Hooks::STEP, |behavior, cx| {
                behavior.step(cx);
            }),
            Some(interest) => self.each_subscriber(interest, |cx, id| cx.deliver(id, event)),
            None => {}
        }
    }

    /// Runs a hook of every object that is subscribed to a phase, in act order.
    pub(in crate::world) fn run_phase(
        &mut self,
        phase: Interest,
        hook: Hooks,
        call: impl Fn(&mut dyn Behavior, &mut Context<'_>),
    ) {
        let outer = self.world.running;
        self.each_subscriber(phase, |cx, id| {
            cx.call_within(outer, id, hook, |behavior, cx| {
                // For each behaviour, because the one before may have removed the object.
                if cx.world.is_staying(id) {
                    call(behavior, cx);
                }
            });
        });
        self.world.running = outer;
    }

    /// Lets objects draw by hand: those that act now, in act order.
    pub(in crate::world) fn draw_objects(&mut self) {
        self.draw_some(|_| true);
    }

    /// As [`Context::draw_objects`], for the objects of one level alone. Persistent ones have drawn already.
    pub(in crate::world) fn draw_level(&mut self, level: u16) {
        if level != 0 {
            self.draw_some(|place| place.level == level);
        }
    }

    fn draw_some(&mut self, is_among: impl Fn(Place) -> bool) {
        let mut list = self.world.borrow_list();
        self.world.list_drawing(is_among, &mut list);
        if !list.is_empty() {
            // What is sent, changed and removed meanwhile waits for the next step, also where none runs. Otherwise adding a
            // drawing to a game, or learning that a type has none, would change when events are delivered.
            let world = &mut *self.world;
            let dispatching = core::mem::replace(&mut world.events.dispatching, true);
            let stepping = core::mem::replace(&mut world.stepping, true);
            let outer = world.running;
            for &id in &list {
                self.call_within(outer, id, Hooks::DRAW, |behavior, cx| {
                    // For each behaviour, because the one before may have removed the object.
                    if cx.world.is_staying(id) {
                        behavior.draw(cx);
                    }
                });
            }
            let world = &mut *self.world;
            world.running = outer;
            world.events.dispatching = dispatching;
            world.stepping = stepping;
            // What moved meanwhile is followed.
            world.update_dirty_transforms();
            // At a step's end both come later, or wait.
            if !stepping {
                world.fit_parts();
                world.draw_tiles(self.assets, 0.0);
            }
        }
        self.world.return_list(list);
    }

    /// Calls `act` for every object that is subscribed now, and still is when its turn comes, in act order.
    pub(in crate::world) fn each_subscriber(
        &mut self,
        interest: Interest,
        mut act: impl FnMut(&mut Self, ObjectId),
    ) {
        // Listed first, because handlers spawn, remove and subscribe: what is new acts from the next phase on.
        let mut list = self.world.borrow_list();
        self.world.list_subscribers(interest, &mut list);
        if let (Interest::Custom(kind), true) = (interest, list.is_empty()) {
            let (unmatched, step) = (&self.world.diagnostics.unmatched, self.world.step);
            unmatched.sent_in_vain(NameOf::Event, kind.name(), step);
        }
        let unsubscribed = self.world.events.unsubscribed;
        for &id in &list {
            // While nothing was unsubscribed since the list was made, nothing has to be looked up.
            if self.world.events.unsubscribed == unsubscribed
                || self.world.is_subscribed(id, interest)
            {
                act(self, id);
            }
        }
        self.world.return_list(list);
    }

    /// Delivers an event to one object, then what its handlers sent.
    pub(in crate::world) fn deliver(&mut self, id: ObjectId, event: &Event) {
        // A collision notifies all behaviours of both sides, even if one of them removes the object.
        let to_the_end = matches!(event, Event::Collision(_));
        self.call_each(id, event.hook(), |behavior, cx| {
            if to_the_end || cx.world.is_staying(id) {
                event.call(behavior, cx);
            }
        });
        if let Event::Custom(custom) = event {
            let name = custom.kind().name();
            if !self.world.diagnostics.unmatched.is_heard(name) {
                self.world.note_reached(id, name);
            }
        }
    }

    /// Ends the delivery of the event that is being handled along [`World::send_up`] or [`World::send_down`]: the other
    /// behaviours of this object still receive it, the objects that would come next do not. Other events have no
    /// effect on what others receive.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// struct Blow;
    ///
    /// #[derive(Clone)]
    /// struct Shield;
    ///
    /// impl Behavior for Shield {
    ///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
    ///         if event.get::<Blow>().is_some() {
    ///             cx.stop_chain(); // what is sent up from the shield does not reach the ship
    ///         }
    ///     }
    /// }
    /// # #[derive(Clone)]
    /// # struct Ship;
    /// # impl Behavior for Ship {
    /// #     fn event(&mut self, _: &CustomEvent, cx: &mut Context<'_>) {
    /// #         cx.me().remove();
    /// #     }
    /// # }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
    /// #     let ship = cx.spawn_with(Object::new("Ship"), Ship);
    /// #     let shield = cx.spawn_with(Object::new("Shield"), Shield);
    /// #     if let Some(mut shield) = cx.object_mut(shield) {
    /// #         shield.set_parent(ship, Default::default());
    /// #     }
    /// #     Ok(())
    /// # })?;
    /// # let (ship, shield) = (game.only("Ship"), game.only("Shield"));
    /// # game.world_mut().send_up(shield, Event::custom(Blow));
    /// # game.steps(2);
    /// # assert!(game.world().contains(ship));
    /// # game.world_mut().send_up(ship, Event::custom(Blow));
    /// # game.steps(2);
    /// # assert!(!game.world().contains(ship));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn stop_chain(&mut self) {
        self.world.events.chain_stopped = true;
    }
}

impl Event {
    /// Returns the hook that receives it.
    pub(in crate::world) const fn hook(&self) -> Hooks {
        match self {
            Self::Step => Hooks::STEP,
            Self::Input(_) => Hooks::INPUT,
            Self::Collision(_) => Hooks::COLLISION,
            Self::OverlapBegun(_) => Hooks::OVERLAP_BEGUN,
            Self::OverlapEnded(_) => Hooks::OVERLAP_ENDED,
            Self::OutOfBounds => Hooks::OUT_OF_BOUNDS,
            Self::Hud(_) => Hooks::HUD,
            Self::LevelLeft(_) => Hooks::LEVEL_LEFT,
            Self::LevelEntered(_) => Hooks::LEVEL_ENTERED,
            Self::Custom(_) => Hooks::EVENT,
        }
    }

    /// Calls the hook that receives it.
    pub(in crate::world) fn call(&self, behavior: &mut dyn Behavior, cx: &mut Context<'_>) {
        match self {
            Self::Step => behavior.step(cx),
            Self::Input(input) => behavior.input(input, cx),
            Self::Collision(hit) => behavior.collision(hit, cx),
            Self::OverlapBegun(other) => behavior.overlap_begun(*other, cx),
            Self::OverlapEnded(other) => behavior.overlap_ended(*other, cx),
            Self::OutOfBounds => behavior.out_of_bounds(cx),
            Self::Hud(change) => behavior.hud(change, cx),
            Self::LevelLeft(change) => behavior.level_left(change, cx),
            Self::LevelEntered(change) => behavior.level_entered(change, cx),
            Self::Custom(custom) => behavior.event(custom, cx),
        }
    }
}

impl World {
    /// Notes that an event of the game's own reached an object. Its hooks are known by now: if it lacks the one for
    /// events, the default body has said so.
    fn note_reached(&mut self, id: ObjectId, name: &'static str) {
        let hears = self
            .component_list(id)
            .map(|list| list.hooks().has(Hooks::EVENT));
        // An object that is gone heard it.
        let hears = hears.unwrap_or(!self.contains(id));
        self.diagnostics.unmatched.reached(name, hears, self.step);
    }

    /// Whether an object receives events of a kind when they are sent to all.
    pub(in crate::world) fn is_subscribed(&self, id: ObjectId, interest: Interest) -> bool {
        match interest {
            Interest::Custom(kind) => self.behaviors.is_subscribed(id, kind),
            other => !self.behaviors.is_withdrawn(id, other.flag()),
        }
    }

    /// Whether an event sent to one object still reaches it. A collision in progress reaches both sides, even if one
    /// is removed.
    pub(in crate::world) fn can_receive(&self, id: ObjectId, event: &Event) -> bool {
        let is_current = |place: Place| self.is_current(place.level);
        self.slots.place(id).is_some_and(is_current)
            && (self.is_staying(id) || matches!(event, Event::Collision(_)))
    }

    /// Fills `list` with every subscribed object, in act order.
    fn list_subscribers(&self, interest: Interest, list: &mut Vec<ObjectId>) {
        self.list_with(interest.flag(), list);
        if let Interest::Custom(kind) = interest {
            // The flag only says that they subscribed to some of the game's own types.
            let is_subscribed = self.behaviors.subscribers(kind);
            list.retain(|&id| is_subscribed(id));
        }
    }

    /// Fills `list` with the objects that draw by hand and act now, in act order.
    fn list_drawing(&self, is_among: impl Fn(Place) -> bool, list: &mut Vec<ObjectId>) {
        let acts = |id: &ObjectId| {
            let place = self.slots.place(*id);
            place.is_some_and(|place| {
                let altitude = &self.scene.altitudes()[usize::from(place.altitude)];
                let is_acting = altitude.settings.enabled && self.is_current(place.level);
                is_acting && is_among(place) && self.is_staying(*id)
            })
        };
        list.extend(self.behaviors.drawing().filter(acts));
        let order = |id: &ObjectId| {
            let place = self.slots.place(*id);
            place.map(|place| (place.altitude, place.level != 0, place.row()))
        };
        // Mostly it is in order: objects are spawned one after the other.
        if !list.is_sorted_by_key(order) {
            list.sort_unstable_by_key(order);
        }
    }

    /// Fills `list` with every object that has one of these flags, in act order.
    pub(in crate::world) fn list_with(&self, flags: RowFlags, list: &mut Vec<ObjectId>) {
        let altitudes = self.scene.altitudes().iter();
        for altitude in altitudes.filter(|altitude| altitude.settings.enabled) {
            for layer in altitude.active(self.level) {
                layer.each_with(flags, |id| list.push(id));
            }
        }
    }
}
