//! The game's functions outside of handlers, run so that a panic in one ends nothing but itself.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::World;
use super::behavior::Behavior;
use super::behaviors::ComponentId;
use super::integrator::{Integration, Motion, Stepped};
use crate::base::id::ObjectId;
use glam::Vec2;

impl World {
    /// Tells a behaviour that it was attached.
    pub(super) fn run_attached<B: Behavior>(
        &mut self,
        id: ObjectId,
        component: ComponentId,
        behavior: &mut B,
    ) {
        let outcome = catch_unwind(AssertUnwindSafe(|| behavior.attached(id, self)));
        if let Err(panic) = outcome {
            self.disable(id, Some(component), core::any::type_name::<B>(), &*panic);
        }
    }

    /// Whether the game's filter lets a pair collide. If it panics, the pair is not filtered.
    pub(super) fn filter_allows(&mut self, one: ObjectId, other: ObjectId) -> bool {
        let Some(filter) = self.filter else {
            return true;
        };
        let panic = match catch_unwind(AssertUnwindSafe(|| filter(self, one, other))) {
            Ok(answer) => return answer,
            Err(panic) => panic,
        };
        let message = crate::base::panics::message(&*panic);
        let place = crate::base::panics::last_place();
        let (one, other) = (self.described(one), self.described(other));
        let fault =
            format!("the collision filter panicked{place} over {one} and {other}: {message}");
        self.refuse_saying(&format_args!("{fault}; they are not filtered"));
        self.note_fault(&fault);
        true
    }

    /// A step of an accelerated object. `None` if its force panicked: the object is disabled.
    pub(super) fn accelerate(
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
}

impl World {
    /// Counts a panic that was caught.
    pub(super) fn note_fault(&mut self, fault: &str) {
        self.faults += 1;
        self.last_fault = Some(fault.into());
    }
}
