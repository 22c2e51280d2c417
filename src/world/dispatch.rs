//! How events reach behaviours: one at a time, in order, never from within another.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::World;
use super::behavior::{AnyBehavior, Handled};
use super::behaviors::{ComponentId, ComponentMessage, Recipients};
use super::body::Body;
use super::chains::Route;
use super::context::{Context, Requests};
use super::endless::{LONGEST_CHAIN, MOST_WAITING};
use super::event::{Event, Interest};
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::input::InputState;
use crate::scene::Roles;
use crate::time::StepTime;

/// What a step has beside the world.
#[derive(Debug)]
pub(crate) struct Stage<'a> {
    pub(crate) assets: &'a mut Assets,
    pub(crate) input: &'a InputState,
    pub(crate) time: StepTime,
    pub(crate) requests: &'a mut Requests,
}

/// An event on its way.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    /// `None`: everybody who is interested.
    pub(crate) to: Option<ObjectId>,
    pub(crate) event: Event,
    /// Where it goes from there.
    pub(crate) route: Route,
    /// How many events led to this one.
    pub(crate) chain: u32,
    /// Who sent it.
    pub(crate) from: Option<ObjectId>,
}

/// An event that waits for a step.
#[derive(Clone, Debug)]
pub(crate) struct Later {
    pub(crate) due: u64,
    pub(crate) sent: Sent,
}

impl World {
    /// Sends an event to everybody who is interested. It is delivered, in order, once the handler that runs
    /// has returned.
    pub fn send(&mut self, event: impl Into<Event>) {
        self.enqueue(None, event.into());
    }

    /// Sends an event to one object, whether it is interested or not.
    pub fn send_to(&mut self, id: ObjectId, event: impl Into<Event>) {
        self.enqueue(Some(id), event.into());
    }

    /// Sends an event to everybody who is interested, this many steps from now: 1 is the next step, 0 is now.
    pub fn send_after(&mut self, steps: u32, event: impl Into<Event>) {
        self.put_off(steps, None, event.into());
    }

    /// Sends an event to one object, this many steps from now: 1 is the next step, 0 is now.
    pub fn send_to_after(&mut self, steps: u32, id: ObjectId, event: impl Into<Event>) {
        self.put_off(steps, Some(id), event.into());
    }

    fn put_off(&mut self, steps: u32, to: Option<ObjectId>, event: Event) {
        if steps == 0 {
            return self.enqueue(to, event);
        }
        let sent = Sent {
            to,
            event,
            route: Route::Here,
            chain: 0,
            from: self.acting,
        };
        self.later.push(Later {
            due: self.step.saturating_add(u64::from(steps)),
            sent,
        });
    }

    fn enqueue(&mut self, to: Option<ObjectId>, event: Event) {
        self.enqueue_along(Route::Here, to, event);
    }

    pub(super) fn enqueue_along(&mut self, route: Route, to: Option<ObjectId>, event: Event) {
        let chain = self.chain + 1;
        // Once flooded, nothing is taken until all that waits is told: a chain that branches would otherwise go on
        // for as many rounds as a chain may be long.
        self.flooded |= self.queue.len() >= MOST_WAITING;
        let sent = Sent {
            to,
            event,
            route,
            chain,
            from: self.acting,
        };
        if chain > LONGEST_CHAIN || self.flooded {
            return self.end_chain(sent);
        }
        self.queue.push_back(sent);
    }

    /// An object's type and id, for messages.
    pub(super) fn described(&self, id: ObjectId) -> String {
        match self.slots.get(id) {
            Some(body) if !body.kind.is_empty() => format!("`{}` ({id})", body.kind),
            _ => id.to_string(),
        }
    }

    /// Delivers what was sent for this step.
    pub(super) fn send_due(&mut self, stage: &mut Stage<'_>) {
        self.send_reminders();
        let step = self.step;
        let due = self.later.extract_if(.., |later| later.due <= step);
        self.queue.extend(due.map(|later| later.sent));
        self.pump(stage);
    }

    /// Delivers every waiting event, in order, and those that their handlers send.
    #[inline]
    pub(super) fn pump(&mut self, stage: &mut Stage<'_>) {
        if self.pumping {
            return;
        }
        if !self.queue.is_empty() {
            self.pump_all(stage);
        }
        self.chain = 0;
        self.answering = None;
        self.flooded = false;
    }

    fn pump_all(&mut self, stage: &mut Stage<'_>) {
        self.pumping = true;
        while let Some(sent) = self.queue.pop_front() {
            self.chain = sent.chain;
            self.answering = sent.from;
            if let Event::View(event) = &sent.event {
                self.views.change(event, self.level);
            }
            match sent.to {
                Some(id) if let Some(message) = sent.event.get::<ComponentMessage>() => {
                    self.deliver(stage, id, message);
                }
                Some(id) if self.can_receive(id, &sent.event) => {
                    if sent.route == Route::Here {
                        self.tell(stage, id, &sent.event);
                    } else {
                        self.tell_along(stage, sent.route, id, &sent.event);
                    }
                }
                Some(id) => {
                    self.dropped += 1;
                    log::debug!(
                        "{:?} for {id} is dropped: it is gone or elsewhere",
                        sent.event
                    );
                }
                None => self.tell_interested(stage, &sent.event),
            }
        }
        self.pumping = false;
    }

    /// Whether an event sent to one object still finds it. Of a collision in progress both hear, even if one goes.
    pub(super) fn can_receive(&self, id: ObjectId, event: &Event) -> bool {
        self.slots.get(id).is_some_and(|body| {
            self.is_current(body.place.level)
                && (!body.marked || matches!(event, Event::Collision(_)))
        })
    }

    /// Tells everybody who is interested now, and still is when their turn comes, in act order.
    pub(super) fn tell_interested(&mut self, stage: &mut Stage<'_>, event: &Event) {
        let Some(interest) = event.interest() else {
            return;
        };
        let mut list = self.borrow_list();
        self.list_interested(interest, &mut list);
        let withdrawn = self.withdrawn;
        for &id in &list {
            if self.is_still_subscribed(id, interest, withdrawn) {
                self.tell(stage, id, event);
            }
        }
        self.return_list(list);
    }

    /// Tells one object, then delivers what its handlers sent. Answers whether one of them dealt with it.
    pub(super) fn tell(&mut self, stage: &mut Stage<'_>, id: ObjectId, event: &Event) -> Handled {
        let to_the_end = matches!(event, Event::Collision(_));
        let mut answer = Handled::No;
        self.call_each(stage, id, |behavior, cx| {
            if (to_the_end || cx.world.is_staying(id))
                && behavior.on_event(id, event, cx) == Handled::Yes
            {
                answer = Handled::Yes;
            }
        });
        answer
    }

    /// Runs a hook of everybody interested in a phase, in act order.
    pub(super) fn run_phase(
        &mut self,
        stage: &mut Stage<'_>,
        phase: Interest,
        hook: fn(&mut dyn AnyBehavior, ObjectId, &mut Context<'_>),
    ) {
        let mut list = self.borrow_list();
        self.list_with(phase.role(), &mut list);
        let withdrawn = self.withdrawn;
        for &id in &list {
            if self.is_still_subscribed(id, phase, withdrawn) {
                self.call_each(stage, id, |behavior, cx| {
                    if cx.world.is_staying(id) {
                        hook(behavior, id, cx);
                    }
                });
            }
        }
        self.return_list(list);
    }

    /// Runs something on each behaviour of an object: see [`World::call_some`].
    pub(super) fn call_each(
        &mut self,
        stage: &mut Stage<'_>,
        id: ObjectId,
        call: impl FnMut(&mut dyn AnyBehavior, &mut Context<'_>),
    ) {
        self.call_some(stage, id, Recipients::All, call);
    }

    /// Runs something on some behaviours of an object, each of which is taken out of the world meanwhile; then
    /// delivers what it sent. A behaviour that already runs is left out: it is not entered twice. So is one that is
    /// attached meanwhile.
    pub(super) fn call_some(
        &mut self,
        stage: &mut Stage<'_>,
        id: ObjectId,
        recipients: Recipients,
        mut call: impl FnMut(&mut dyn AnyBehavior, &mut Context<'_>),
    ) {
        let receives = |body: &&Body| recipients.is_last() || !body.disabled;
        if self.slots.body(id).filter(receives).is_none() {
            return;
        }
        let Some(list) = self.component_list_mut(id) else {
            return;
        };
        let end = list.end();
        let mut lifted = list.take_next(ComponentId::FIRST, end, recipients);
        let before = (self.acting, self.acting_component);
        while let Some((component, mut behavior)) = lifted {
            (self.acting, self.acting_component) = (Some(id), Some(component));
            let mut cx = Context {
                world: self,
                assets: stage.assets,
                input: stage.input,
                time: stage.time,
                requests: stage.requests,
            };
            // The behaviour may be left half changed. It is not asked again, and its object is disabled.
            let outcome = catch_unwind(AssertUnwindSafe(|| call(&mut *behavior, &mut cx)));
            if let Err(panic) = outcome {
                self.disable(id, Some(component), behavior.name(), &*panic);
            }
            if let Some(list) = self.component_list_mut(id) {
                list.put_back(component, behavior);
            }
            self.pump(stage);
            // Mostly it was the last one.
            let next = component.next().filter(|&next| Some(next) != end);
            lifted = next.and_then(|from| {
                self.slots.body(id).filter(receives)?;
                self.component_list_mut(id)?
                    .take_next(from, end, recipients)
            });
        }
        (self.acting, self.acting_component) = before;
    }

    /// Disables an object of which a behaviour panicked, or something else if no component is named.
    pub(super) fn disable(
        &mut self,
        id: ObjectId,
        component: Option<ComponentId>,
        behavior: &str,
        panic: &(dyn core::any::Any + Send),
    ) {
        let message = crate::base::panics::message(panic);
        let place = crate::base::panics::last_place();
        let who = self.described(id);
        let fault = format!("behaviour {behavior} of {who} panicked{place}: {message}");
        log::error!("{fault}; the object is disabled");
        self.note_fault(&fault);
        let Some(body) = self.slots.get_mut(id) else {
            return;
        };
        body.disabled = true;
        let place = body.place;
        if let (Some(component), Some(list)) = (component, self.component_list_mut(id)) {
            list.finish(component);
        }
        self.data.deactivate(id);
        // It moves no more, and bulk movement asks nobody.
        self.set_role(place, Roles::SINGLE, true);
    }

    pub(super) fn set_role(&mut self, place: super::body::Place, role: Roles, on: bool) {
        let row = place.row as usize;
        let layer = self.layer_at(place);
        let roles = layer.roles()[row].with(role, on);
        layer.set_roles(row, roles);
    }
}
