//! Runs the game's code that the world calls: behaviours, forces and collision filters. Panics in it are caught.

use core::any::type_name;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::behavior::Behavior;
use super::{ComponentId, Recipients};
use crate::base::id::ObjectId;
use crate::base::panics;
use crate::world::object::body::Body;
use crate::world::object::integrator::{Integration, Motion, Stepped};
use crate::world::{Context, World};
use glam::Vec2;

impl Context<'_> {
    /// Runs something on each behaviour of an object: see [`Context::call_some`].
    pub(in crate::world) fn call_each(
        &mut self,
        id: ObjectId,
        call: impl FnMut(&mut dyn Behavior, &mut Context<'_>),
    ) {
        self.call_some(id, Recipients::All, call);
    }

    /// Runs something on some behaviours of an object, each of which is taken out of the world meanwhile; then
    /// delivers what it sent. A behaviour that already runs is left out: it is not entered twice. So is one that is
    /// attached meanwhile.
    pub(in crate::world) fn call_some(
        &mut self,
        id: ObjectId,
        recipients: Recipients,
        mut call: impl FnMut(&mut dyn Behavior, &mut Context<'_>),
    ) {
        let receives = |body: &&Body| recipients.is_last() || !body.disabled;
        if self.world.slots.body(id).filter(receives).is_none() {
            return;
        }
        let Some(list) = self.world.component_list_mut(id) else {
            return;
        };
        let end = list.end();
        let mut taken = list.take_next(ComponentId::FIRST, end, recipients);
        let before = (self.world.running.object, self.world.running.component);
        while let Some((component, mut behavior)) = taken {
            self.world.running.object = Some(id);
            self.world.running.component = Some(component);
            // The behaviour may be left half changed. It is not called again, and its object is disabled.
            let outcome = catch_unwind(AssertUnwindSafe(|| call(&mut *behavior, self)));
            if let Err(panic) = outcome {
                self.world
                    .disable(id, Some(component), behavior.name(), &*panic);
            }
            if let Some(list) = self.world.component_list_mut(id) {
                list.put_back(component, behavior);
            }
            // Before the next behaviour runs, so that events are delivered in the order of what caused them.
            self.dispatch_queue();
            // Mostly it was the last one.
            let next = component.next().filter(|&next| Some(next) != end);
            taken = next.and_then(|from| {
                self.world.slots.body(id).filter(receives)?;
                let list = self.world.component_list_mut(id)?;
                list.take_next(from, end, recipients)
            });
        }
        (self.world.running.object, self.world.running.component) = before;
    }
}

impl World {
    /// Notifies a behaviour that it was attached.
    pub(in crate::world) fn run_attached<B: Behavior>(
        &mut self,
        id: ObjectId,
        component: ComponentId,
        behavior: &mut B,
    ) {
        let outcome = catch_unwind(AssertUnwindSafe(|| behavior.attached(id, self)));
        if let Err(panic) = outcome {
            self.disable(id, Some(component), type_name::<B>(), &*panic);
        }
    }

    /// Whether the game's filter lets a pair collide. If it panics, the pair is not filtered.
    pub(in crate::world) fn filter_allows(&mut self, one: ObjectId, other: ObjectId) -> bool {
        let Some(filter) = self.filter else {
            return true;
        };
        let panic = match catch_unwind(AssertUnwindSafe(|| filter(self, one, other))) {
            Ok(answer) => return answer,
            Err(panic) => panic,
        };
        // By `refuse`, which logs only the first times: a filter may panic for every pair in every step, and belongs to
        // no object that could be disabled.
        let (message, place) = (panics::message(&*panic), panics::last_place());
        let (one, other) = (self.described(one), self.described(other));
        let fault =
            format!("the collision filter panicked{place} over {one} and {other}: {message}");
        self.diagnostics
            .refuse(&format_args!("{fault}; they are not filtered"));
        self.diagnostics.count_panic(&fault);
        true
    }

    /// A step of an accelerated object. `None` if its force panicked: the object is disabled.
    pub(in crate::world) fn accelerate(
        &mut self,
        id: ObjectId,
        integration: &Integration,
        from: Motion,
        constant: Vec2,
        dt: f32,
    ) -> Option<Stepped> {
        if integration.force.is_none() {
            // No code of the game's, so there is nothing to catch.
            return Some(integration.step(from, constant, dt));
        }
        match catch_unwind(|| integration.step(from, constant, dt)) {
            Ok(stepped) => {
                if stepped.refused {
                    self.refuse(&id, "force");
                }
                Some(stepped)
            }
            Err(panic) => {
                self.disable(id, None, "(its force)", &*panic);
                None
            }
        }
    }

    /// Disables an object of which a behaviour panicked, or something else if no component is named.
    fn disable(
        &mut self,
        id: ObjectId,
        component: Option<ComponentId>,
        behavior: &str,
        panic: &(dyn core::any::Any + Send),
    ) {
        let (message, place) = (panics::message(panic), panics::last_place());
        let object = self.described(id);
        let fault = format!("behaviour {behavior} of {object} panicked{place}: {message}");
        log::error!("{fault}; the object is disabled");
        self.diagnostics.count_panic(&fault);
        if let (Some(component), Some(list)) = (component, self.component_list_mut(id)) {
            list.finish(component);
        }
        // Queries leave it out from now on, and its row is no longer moved in bulk.
        self.data.deactivate(id);
        self.edit(id, |body, _| body.disabled = true);
    }

    /// An object's kind and id, for messages.
    pub(in crate::world) fn described(&self, id: ObjectId) -> String {
        match self.slots.get(id) {
            Some(body) if !body.kind.is_empty() => format!("`{}` ({id})", body.kind),
            _ => id.to_string(),
        }
    }
}
