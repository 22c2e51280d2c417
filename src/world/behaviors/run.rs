//! Running code of the game's: behaviours, forces and collision filters. A panic in it ends nothing but itself.

use core::any::type_name;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::behavior::{AnyBehavior, Behavior};
use crate::base::id::ObjectId;
use crate::base::panics;
use crate::world::components::{Course, PieceId};
use crate::world::object::body::Body;
use crate::world::step::integrator::{Integration, Motion, Stepped};
use crate::world::{Context, World};
use glam::Vec2;

impl Context<'_> {
    /// Runs something on each behaviour of an object: see [`Context::call_some`].
    pub(in crate::world) fn call_each(
        &mut self,
        id: ObjectId,
        call: impl FnMut(&mut dyn AnyBehavior, &mut Context<'_>),
    ) {
        self.call_some(id, Course::All, call);
    }

    /// Runs something on some behaviours of an object, each of which is taken out of the world meanwhile; then
    /// delivers what it sent. A behaviour that already runs is left out: it is not entered twice. So is one that is
    /// attached meanwhile.
    pub(in crate::world) fn call_some(
        &mut self,
        id: ObjectId,
        course: Course,
        mut call: impl FnMut(&mut dyn AnyBehavior, &mut Context<'_>),
    ) {
        let receives = |body: &&mut Body| !body.disabled || course.is_last();
        let Some(body) = self.world.slots.get_mut(id).filter(receives) else {
            return;
        };
        let end = body.pieces.end();
        let mut lifted = body.pieces.lift(PieceId::FIRST, end, course);
        let before = self.world.running;
        while let Some((piece, mut behavior)) = lifted {
            (self.world.running.object, self.world.running.piece) = (Some(id), Some(piece));
            // The behaviour may be left half changed. It is not called again, and its object is disabled.
            let outcome = catch_unwind(AssertUnwindSafe(|| call(&mut *behavior, self)));
            if let Err(panic) = outcome {
                self.world
                    .disable(id, Some(piece), behavior.name(), &*panic);
            }
            if let Some(body) = self.world.slots.get_mut(id) {
                body.pieces.put_back(piece, behavior);
            }
            self.dispatch_queue();
            // Mostly it was the last one.
            let next = piece.next().filter(|&next| Some(next) != end);
            lifted = next.and_then(|from| {
                let body = self.world.slots.get_mut(id).filter(receives)?;
                body.pieces.lift(from, end, course)
            });
        }
        (self.world.running.object, self.world.running.piece) = (before.object, before.piece);
    }
}

impl World {
    /// Notifies a behaviour that it was attached.
    pub(in crate::world) fn run_attached<B: Behavior>(
        &mut self,
        id: ObjectId,
        piece: PieceId,
        behavior: &mut B,
    ) {
        let outcome = catch_unwind(AssertUnwindSafe(|| behavior.attached(id, self)));
        if let Err(panic) = outcome {
            self.disable(id, Some(piece), type_name::<B>(), &*panic);
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
        piece: Option<PieceId>,
        behavior: &str,
        panic: &(dyn core::any::Any + Send),
    ) {
        let (message, place) = (panics::message(panic), panics::last_place());
        let object = self.described(id);
        let fault = format!("behaviour {behavior} of {object} panicked{place}: {message}");
        log::error!("{fault}; the object is disabled");
        self.diagnostics.count_panic(&fault);
        if let Some(piece) = piece
            && let Some(body) = self.slots.get_mut(id)
        {
            body.pieces.spend(piece);
        }
        self.data.rest(id);
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
