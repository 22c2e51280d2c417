//! Runs game code that the world calls: behaviours, forces and collision filters. Catches its panics.

use core::any::{TypeId, type_name};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::behavior::Behavior;
use super::hooks::Hooks;
use super::running::RunningBehavior;
use super::{AttachedId, AttachedList, Recipients, TakenBehavior};
use crate::base::id::ObjectId;
use crate::base::panics;
use crate::scene::EventFlags;
use crate::world::object::integrator::{Integration, MotionState, MotionStep};
use crate::world::unmatched::NameOf;
use crate::world::{Context, CustomType, World};
use glam::Vec2;

impl Context<'_> {
    /// Runs a hook of each behaviour of an object: see [`Context::call_some`].
    #[inline]
    pub(in crate::world) fn call_each(
        &mut self,
        id: ObjectId,
        hook: Hooks,
        call: impl FnMut(&mut dyn Behavior, &mut Context<'_>),
    ) {
        let outer = self.world.running;
        self.call_within(outer, id, hook, call);
        self.world.running = outer;
    }

    /// Like [`Context::call_each`], for a loop over many objects: after the last of them, the caller restores `outer`,
    /// the behaviour that ran before.
    #[inline]
    pub(in crate::world) fn call_within(
        &mut self,
        outer: RunningBehavior,
        id: ObjectId,
        hook: Hooks,
        mut call: impl FnMut(&mut dyn Behavior, &mut Context<'_>),
    ) {
        if !self.call_only(outer, id, hook, &mut call) {
            self.call_some(id, Recipients::All, hook, call);
        }
    }

    /// Like [`Context::call_some`], for the common object with one behaviour and nothing else attached: takes 0.72 of
    /// the time (bench `behaviors`). Returns false, without any effect, if `call_some` must be called instead.
    #[inline]
    fn call_only(
        &mut self,
        outer: RunningBehavior,
        id: ObjectId,
        hook: Hooks,
        call: impl FnOnce(&mut dyn Behavior, &mut Context<'_>),
    ) -> bool {
        let Some(list) = self.world.attached_list_mut(id) else {
            return true;
        };
        let Some(taken) = list.take_only(hook) else {
            return false;
        };
        self.run_taken(id, taken, outer, call);
        true
    }

    /// Runs a hook of some behaviours of an object, then delivers the events that they sent. Each behaviour is taken
    /// out of the world while it runs. Skips behaviours that are already running, so that none is entered twice, and
    /// those attached during the call.
    pub(in crate::world) fn call_some(
        &mut self,
        id: ObjectId,
        recipients: Recipients,
        hook: Hooks,
        mut call: impl FnMut(&mut dyn Behavior, &mut Context<'_>),
    ) {
        // The object's body and slot are not read here: hooks rarely need them, and an object that is gone has no list.
        let receives = |list: &&mut AttachedList| recipients.is_last() || !list.disabled;
        let Some(list) = self.world.attached_list_mut(id).filter(receives) else {
            return;
        };
        let end = list.end();
        let mut taken = list.take_next(AttachedId::FIRST, end, recipients, hook);
        if taken.is_none() {
            // Perhaps none of the object's behaviours implements the hook, and the program has learned this from
            // another object. The row's flags are updated, so that the hook is then not called again.
            return self.world.update_hooks(id);
        }
        let before = self.world.running;
        while let Some(next) = taken {
            let ran = next.id;
            self.run_taken(id, next, before, &mut call);
            // In most calls that was the last behaviour, and the list is not searched again.
            let next = ran.next().filter(|&next| Some(next) != end);
            taken = next.and_then(|from| {
                self.world.slots.address(id)?;
                let list = self.world.attached_list_mut(id).filter(receives)?;
                list.take_next(from, end, recipients, hook)
            });
        }
        self.world.running = before;
    }

    /// Runs a hook of a behaviour that was taken out, puts it back, and delivers the events that it sent. The caller
    /// restores `outer`, the behaviour that ran before.
    // This function is always inlined: otherwise `taken` goes through memory, and a call takes 1.4 times as long (bench
    // `behaviors`).
    #[inline(always)]
    fn run_taken(
        &mut self,
        id: ObjectId,
        taken: TakenBehavior,
        outer: RunningBehavior,
        call: impl FnOnce(&mut dyn Behavior, &mut Context<'_>),
    ) {
        let TakenBehavior {
            id: running,
            of,
            mut behavior,
        } = taken;
        self.world.running = RunningBehavior {
            object: Some(id),
            behavior: Some(running),
            of: Some(of),
            ..outer
        };
        // After a panic the behaviour may be half changed. It is not called again, and its object is disabled.
        let mut cx = self.reborrow(Some(id));
        let outcome = catch_unwind(AssertUnwindSafe(|| call(&mut *behavior, &mut cx)));
        if let Err(panic) = outcome {
            self.world
                .disable(id, Some(running), behavior.name(), &*panic);
        }
        if let Some(list) = self.world.attached_list_mut(id) {
            list.put_back(running, behavior);
        }
        if core::mem::take(&mut self.world.learned_hooks) {
            self.world.update_hooks(id);
        }
        // The queue is emptied before the next behaviour runs, so that events are delivered in the order of their
        // causes.
        self.dispatch_queue();
    }

    /// Notifies a behaviour that it was attached.
    pub(super) fn run_attached<B: Behavior>(
        &mut self,
        id: ObjectId,
        attached: AttachedId,
        behavior: &mut B,
    ) {
        let before = self.world.running;
        self.world.running = RunningBehavior {
            object: Some(id),
            behavior: Some(attached),
            of: None,
            attaching: before.attaching + 1,
        };
        let mut cx = self.reborrow(Some(id));
        // `subscriptions` is game code too, and may panic.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            for kind in behavior.subscriptions().iter() {
                cx.world.subscribe_to_type(id, kind, true);
            }
            behavior.attached(&mut cx);
        }));
        if let Err(panic) = outcome {
            self.world
                .disable(id, Some(attached), type_name::<B>(), &*panic);
        }
        self.world.running = before;
    }

    /// Records that a hook's default body ran for a value of this type. If it is the type of the running behaviour, the
    /// hook is not called again for this type.
    pub(super) fn record_missing(&mut self, id: TypeId, hook: Hooks) {
        let of = self.world.running.of;
        self.world.learned_hooks |= of.is_some_and(|of| of.record_missing(id, hook));
    }
}

impl World {
    /// Subscribes an object to a custom event type, or unsubscribes it.
    pub(in crate::world) fn subscribe_to_type(&mut self, id: ObjectId, kind: CustomType, on: bool) {
        if on {
            let unmatched = &mut self.diagnostics.unmatched;
            unmatched.record(NameOf::Event, kind.name());
        }
        self.behaviors.subscribe(id, kind, on);
        self.update_hooks(id);
    }

    /// Updates which events an object receives (the event flags of its row), and whether it draws by hand, from its
    /// behaviours.
    pub(in crate::world) fn update_hooks(&mut self, id: ObjectId) {
        let Some(address) = self.slots.address(id) else {
            return;
        };
        self.behaviors.update_drawing(id);
        // An object that is being removed receives no events that are sent to all.
        let events = if self.is_staying(id) {
            self.behaviors.events(id)
        } else {
            EventFlags::default()
        };
        self.layer_at(address).set_events(address.row(), events);
    }

    /// Returns whether the game's filter lets a pair collide. True if the filter panics.
    pub(in crate::world) fn filter_allows(&mut self, one: ObjectId, other: ObjectId) -> bool {
        let Some(filter) = self.filter else {
            return true;
        };
        let panic = match catch_unwind(AssertUnwindSafe(|| filter(self, one, other))) {
            Ok(answer) => return answer,
            Err(panic) => panic,
        };
        // The panic is reported as a refusal, because only the first few refusals are logged. A filter may panic for
        // every pair in every step, and there is no object to disable.
        let (message, location) = (panics::message(&*panic), panics::last_location());
        let (one, other) = (self.named(one), self.named(other));
        let fault =
            format!("the collision filter panicked{location} over {one} and {other}: {message}");
        self.diagnostics
            .refuse(&format_args!("{fault}; they are not filtered"));
        self.diagnostics.count_panic(&fault);
        true
    }

    /// Integrates the motion of an accelerated object over `dt` nominal steps. `None` if its force panicked: the object
    /// is then disabled.
    pub(in crate::world) fn accelerate(
        &mut self,
        id: ObjectId,
        integration: &Integration,
        from: MotionState,
        constant: Vec2,
        dt: f32,
    ) -> Option<MotionStep> {
        if integration.force.is_none() {
            // No game code runs here, so there is nothing to catch.
            return Some(integration.step(from, constant, dt));
        }
        match catch_unwind(|| integration.step(from, constant, dt)) {
            Ok(stepped) => {
                if stepped.refused {
                    self.refuse_for(id, "force");
                }
                Some(stepped)
            }
            Err(panic) => {
                self.disable(id, None, "(its force)", &*panic);
                None
            }
        }
    }

    /// Disables an object after a panic in one of its behaviours, or in its force (`attached` is `None`).
    fn disable(
        &mut self,
        id: ObjectId,
        attached: Option<AttachedId>,
        behavior: &str,
        panic: &(dyn core::any::Any + Send),
    ) {
        let (message, location) = (panics::message(panic), panics::last_location());
        let object = self.named(id);
        let fault = format!("behaviour {behavior} of {object} panicked{location}: {message}");
        log::error!("{fault}; the object is disabled");
        self.diagnostics.count_panic(&fault);
        if let (Some(attached), Some(list)) = (attached, self.attached_list_mut(id)) {
            list.finish(attached);
        }
        if let Some(list) = self.attached_list_mut(id) {
            list.disabled = true;
        }
        // From now on, component queries of a level leave the object out, and bulk movement leaves out its row.
        self.data.deactivate(id);
        self.edit(id, |body, _| body.disabled = true);
    }
}
