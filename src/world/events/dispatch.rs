//! Delivers events: one at a time, in order, never from within a handler.

use super::event::{CustomType, Event};
use super::interest::Interest;
use super::queue::{QueuedEvent, Route};
use crate::base::id::ObjectId;
use crate::hud::{HudSent, InputContext, Response};
use crate::input::InputEvent;
use crate::scene::{Layer, RowFlags};
use crate::world::behaviors::AttachedMessage;
use crate::world::behaviors::behavior::Behavior;
use crate::world::behaviors::hooks::Hooks;
use crate::world::object::slots::RowAddress;
use crate::world::unmatched::NameOf;
use crate::world::{Context, World};

impl Context<'_> {
    /// Offers one of the player's input events to the heads-up display, and delivers the resulting events. Returns
    /// whether the display consumed it.
    pub(in crate::world) fn hud_consumes_input(&mut self, event: &InputEvent) -> bool {
        let world = &mut *self.world;
        let input = InputContext {
            assets: self.assets,
            muted: self.input.is_muted(),
        };
        let response = world.hud.handle_input(event, &input);
        // The events are delivered before the next input event, so that a button that is removed in response does not
        // receive that event.
        self.dispatch_hud();
        response == Response::Consumed
    }

    /// Begins the input of a step for the heads-up display, and delivers the resulting events.
    pub(in crate::world) fn begin_hud_input(&mut self) {
        let is_muted = self.input.is_muted();
        self.world.hud.begin_input(is_muted);
        self.dispatch_hud();
    }

    /// Advances the widgets of the heads-up display, and delivers the resulting events.
    pub(in crate::world) fn step_hud(&mut self) {
        let world = &mut *self.world;
        world.hud.step_widgets(&world.actions);
        self.dispatch_hud();
    }

    /// Delivers the events of the heads-up display.
    fn dispatch_hud(&mut self) {
        let mut is_sent = false;
        while let Some(sent) = self.world.hud.next_sent() {
            let event = match sent {
                HudSent::Pressed(pressed) => Event::custom(pressed),
                HudSent::Entered(entered) => Event::custom(entered),
                HudSent::Changed(changed) => Event::custom(changed),
                HudSent::Toggled(toggled) => Event::custom(toggled),
                HudSent::Bound { action, binding } => {
                    self.world.actions.rebind(&action, binding);
                    continue;
                }
                HudSent::Copied(text) => {
                    self.copy_text(text);
                    continue;
                }
                HudSent::PasteWanted => {
                    self.paste_text();
                    continue;
                }
            };
            self.world.send(event);
            is_sent = true;
        }
        if is_sent {
            self.dispatch_queue();
        }
    }

    /// Delivers the results of file requests.
    pub(in crate::world) fn dispatch_files(&mut self) {
        let mut at = 0;
        while let Some(event) = self.world.files.event(at) {
            self.broadcast(&event);
            at += 1;
        }
    }

    /// Delivers the presses and releases of actions in this step.
    pub(in crate::world) fn dispatch_actions(&mut self) {
        // Events are looked up one by one, because a handler may change bindings, and with them the list.
        let mut at = 0;
        while let Some(event) = self.world.actions.events().get(at) {
            let event = Event::custom(event.clone());
            self.broadcast(&event);
            at += 1;
        }
    }

    /// Delivers the events that are due in this step.
    pub(in crate::world) fn dispatch_scheduled(&mut self) {
        let step = self.world.step;
        self.world.events.queue_due(step);
        self.dispatch_queue();
    }

    /// Delivers every waiting event in order, including those that its handlers send.
    #[inline]
    pub(in crate::world) fn dispatch_queue(&mut self) {
        // If the loop below is already running, it also delivers the events that handlers send. Delivering them here
        // would recurse as deep as the events respond to one another.
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
        self.world.events.reset_depth();
    }

    fn dispatch(&mut self, queued: QueuedEvent) {
        let contact = queued.contact();
        let QueuedEvent {
            to, event, route, ..
        } = queued;
        self.world.events.depth = queued.depth;
        self.world.events.sender = queued.from;
        // The heads-up display applies its events here, before any handler receives them. Handlers then find the new
        // value, and an event that follows a route changes the value only once.
        if let Event::Hud(event) = &event {
            if !self.world.hud.labels().any(|label| label == event.label) {
                let (unmatched, step) = (&self.world.diagnostics.unmatched, self.world.step);
                unmatched.record_missing(NameOf::Label, &event.label, step);
            }
            self.world.hud.apply(event);
        }
        let Some(id) = to else {
            return self.broadcast(&event);
        };
        if let Some(contact) = contact {
            let outer = self.world.running;
            let other = contact.of_mover.other;
            let are_awake = self.world.is_awake(id) && self.world.is_awake(other);
            if !are_awake || !self.deliver_contact(outer, &contact) {
                self.world.events.dropped += 1;
            }
            self.world.running = outer;
        } else if let Some(message) = event.get::<AttachedMessage>() {
            self.deliver_message(id, message);
        } else if self.world.can_receive(id, &event) {
            self.deliver_along(route, id, &event);
        } else {
            self.world.events.dropped += 1;
            log::debug!("{event:?} for {id} is dropped: it is gone or elsewhere");
        }
    }

    /// Delivers an event to an object, then to the further objects on its route, until a handler calls `stop_route`.
    fn deliver_along(&mut self, route: Route, id: ObjectId, event: &Event) {
        // The receivers are listed first: objects that a handler detaches from the hierarchy still receive the event.
        let mut receivers = self.world.borrow_list();
        match route {
            Route::Direct | Route::Contact(_) => receivers.push(id),
            Route::Up => self.world.list_ancestors(id, &mut receivers),
            Route::Down => self.world.list_descendants(id, &mut receivers),
        }
        for &id in &receivers {
            self.world.events.route_stopped = false;
            if self.world.can_receive(id, event) {
                self.deliver(id, event);
            }
            if self.world.events.route_stopped {
                break;
            }
        }
        self.world.return_list(receivers);
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
                // This is checked before each behaviour, because the previous one may have removed the object.
                if cx.world.is_staying(id) {
                    call(behavior, cx);
                }
            });
        });
        self.world.running = outer;
    }

    /// Calls the `draw` hooks of all active objects, in act order.
    pub(in crate::world) fn draw_objects(&mut self) {
        self.draw_some(|_| true);
    }

    /// Like [`Context::draw_objects`], for the objects of one level only. Does nothing for level 0: persistent objects
    /// have already drawn.
    pub(in crate::world) fn draw_level(&mut self, level: u16) {
        if level != 0 {
            self.draw_some(|address| address.level == level);
        }
    }

    fn draw_some(&mut self, is_among: impl Fn(RowAddress) -> bool) {
        let mut list = self.world.borrow_list();
        self.world.list_drawing(is_among, &mut list);
        if !list.is_empty() {
            // Events, changes and removals made while drawing wait for the next step, even between steps. Otherwise
            // waiting events would be delivered as soon as a `draw` hook has run, so that the mere presence of such a
            // hook would change the game.
            let world = &mut *self.world;
            let dispatching = core::mem::replace(&mut world.events.dispatching, true);
            let stepping = core::mem::replace(&mut world.stepping, true);
            let outer = world.running;
            for &id in &list {
                self.call_within(outer, id, Hooks::DRAW, |behavior, cx| {
                    // This is checked before each behaviour, because the previous one may have removed the object.
                    if cx.world.is_staying(id) {
                        behavior.draw(cx);
                    }
                });
            }
            let world = &mut *self.world;
            world.running = outer;
            world.events.dispatching = dispatching;
            world.stepping = stepping;
            // Children follow objects that `draw` hooks have moved.
            world.update_dirty_transforms();
            // During a step, tiles are drawn later in the step, and quad rows are fitted at the end of the next one.
            if !stepping {
                world.fit_quad_rows();
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
        // Subscribers are listed first, because handlers may spawn, remove and subscribe objects. New subscribers act
        // in the next phase.
        let mut list = self.world.borrow_list();
        self.world.list_subscribers(interest, &mut list);
        if let (Interest::Custom(kind), true) = (interest, list.is_empty()) {
            let (unmatched, step) = (&self.world.diagnostics.unmatched, self.world.step);
            unmatched.record_missing(NameOf::Event, kind.name(), step);
        }
        let unsubscribed = self.world.events.unsubscribed;
        for &id in &list {
            // The list needs no check while no object has unsubscribed since it was made.
            if self.world.events.unsubscribed == unsubscribed
                || self.world.is_subscribed(id, interest)
            {
                act(self, id);
            }
        }
        self.world.return_list(list);
    }

    /// Delivers an event to one object, then the events that its handlers sent.
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
            if !self.world.diagnostics.unmatched.is_handled(name) {
                self.world.record_reached(id, name);
            }
        }
    }

    /// Ends the delivery of the current event along [`World::send_up`] or [`World::send_down`]: the other behaviours of
    /// this object still receive it, the remaining objects do not. It has no effect on other events.
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
    ///             cx.stop_route(); // the event does not continue up to the ship
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
    pub fn stop_route(&mut self) {
        self.world.events.route_stopped = true;
    }
}

impl Event {
    /// Returns the hook that receives this event.
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

    /// Calls the hook that receives this event.
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
    /// Records that a custom event reached an object, and whether the object has the `event` hook. This is known after
    /// the delivery: each default body that ran has recorded that its type lacks the hook.
    fn record_reached(&mut self, id: ObjectId, name: &'static str) {
        let handles = self
            .attached_list(id)
            .map(|list| list.hooks().has(Hooks::EVENT));
        // An object that is gone counts as having the hook, so that the event's type is not logged.
        let handles = handles.unwrap_or(!self.contains(id));
        self.diagnostics
            .unmatched
            .record_delivery(name, handles, self.step);
    }

    /// Returns whether an object is subscribed to events of a kind. For the engine's kinds this is true unless the
    /// object has unsubscribed.
    pub(in crate::world) fn is_subscribed(&self, id: ObjectId, interest: Interest) -> bool {
        match interest {
            Interest::Custom(kind) => self.behaviors.is_subscribed(id, kind),
            other => !self.behaviors.is_withdrawn(id, other.flag()),
        }
    }

    /// Returns whether an event sent to one object still reaches it. A collision reaches both sides, even if one is
    /// being removed.
    pub(in crate::world) fn can_receive(&self, id: ObjectId, event: &Event) -> bool {
        let is_current = |address: RowAddress| self.is_current(address.level);
        self.slots.address(id).is_some_and(is_current)
            && (self.is_staying(id) || matches!(event, Event::Collision(_)))
    }

    /// Returns whether an event of a type reaches an object with the hook `event`: its receiver, or a subscriber.
    pub(in crate::world) fn is_noticed<T: 'static>(&self, receiver: Option<ObjectId>) -> bool {
        let has_hook = |receiver| {
            let attached = self.attached_list(receiver);
            attached.is_some_and(|list| list.hooks().has(Hooks::EVENT))
        };
        if receiver.is_some_and(|receiver| self.is_staying(receiver) && has_hook(receiver)) {
            return true;
        }
        let kind = CustomType::of::<T>();
        let is_subscribed = self.behaviors.subscribers(kind);
        let mut notices = false;
        self.each_layer(|layer| {
            let flag = Interest::Custom(kind).flag();
            layer.each_receiver(flag, |id| notices |= is_subscribed(id));
        });
        notices
    }

    /// Fills `list` with every subscribed object, in act order.
    fn list_subscribers(&self, interest: Interest, list: &mut Vec<ObjectId>) {
        self.each_layer(|layer| layer.each_receiver(interest.flag(), |id| list.push(id)));
        if let Interest::Custom(kind) = interest {
            // The row's flag only says that an object has subscribed to some custom type.
            let is_subscribed = self.behaviors.subscribers(kind);
            list.retain(|&id| is_subscribed(id));
        }
    }

    /// Like [`World::list_acting`], for objects that may have a `draw` hook.
    fn list_drawing(&self, is_among: impl Fn(RowAddress) -> bool, list: &mut Vec<ObjectId>) {
        self.list_acting(self.behaviors.drawing(), is_among, list);
    }

    /// Fills `list` with the objects that act and have an address that `is_among` accepts, in act order.
    pub(in crate::world) fn list_acting(
        &self,
        objects: impl Iterator<Item = ObjectId>,
        is_among: impl Fn(RowAddress) -> bool,
        list: &mut Vec<ObjectId>,
    ) {
        let acts = |id: &ObjectId| {
            let address = self.slots.address(*id);
            address.is_some_and(|address| {
                let altitude = &self.scene.altitudes()[usize::from(address.altitude)];
                let is_acting = altitude.settings.enabled && self.is_current(address.level);
                is_acting && is_among(address) && self.is_staying(*id)
            })
        };
        list.extend(objects.filter(acts));
        let order = |id: &ObjectId| {
            let address = self.slots.address(*id);
            address.map(|address| (address.altitude, address.level != 0, address.row()))
        };
        // The list is usually in order already, because objects are spawned one after the other.
        if !list.is_sorted_by_key(order) {
            list.sort_unstable_by_key(order);
        }
    }

    /// Appends the objects that act and have at least one of these flags to `list`, in act order.
    pub(in crate::world) fn list_with(&self, flags: RowFlags, list: &mut Vec<ObjectId>) {
        self.each_layer(|layer| layer.each_with(flags, |id| list.push(id)));
    }

    /// Calls `act` with each layer whose objects act, in act order.
    pub(in crate::world) fn each_layer(&self, act: impl FnMut(&Layer)) {
        let altitudes = self.scene.altitudes().iter();
        let enabled = altitudes.filter(|altitude| altitude.settings.enabled);
        enabled
            .flat_map(|altitude| altitude.active(self.level))
            .for_each(act);
    }
}
