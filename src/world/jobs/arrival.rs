//! How a result gets from a job to those who want it.

use core::fmt;
use std::sync::Arc;

use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::jobs::{JobId, JobOutcome};
use crate::world::{Context, Event};

type Tell = dyn Fn(JobId, JobOutcome, &mut Assets) -> Event + Send + Sync;

/// What becomes of an outcome at the step's beginning: the event that tells it.
#[derive(Clone)]
pub(super) struct Arrive(Arc<Tell>);

impl Arrive {
    pub(super) fn new(
        arrive: impl Fn(JobId, JobOutcome, &mut Assets) -> Event + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(arrive))
    }
}

impl fmt::Debug for Arrive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Arrive")
    }
}

impl Context<'_> {
    /// Delivers the result of every job that is over in this step, in the order in which they were started.
    pub(in crate::world) fn dispatch_arrived_jobs(&mut self) {
        while let Some(job) = self.world.jobs.next_due() {
            let outcome = job.handle.wait();
            if let Err(failure) = &outcome {
                log::error!("{} ({:?}): {failure}", job.id, job.handle.name());
            }
            let event = (job.arrive.0)(job.id, outcome, self.assets);
            self.dispatch_arrival(job.owner, &event);
        }
    }

    /// Notifies the object that started it, if it is still there; then every other subscriber, in act order.
    fn dispatch_arrival(&mut self, owner: Option<ObjectId>, event: &Event) {
        if let Some(owner) = owner.filter(|&owner| self.world.can_receive(owner, event)) {
            self.deliver(owner, event);
        }
        let Some(interest) = event.interest() else {
            return;
        };
        self.each_subscriber(interest, |cx, id| {
            if Some(id) != owner && cx.world.can_receive(id, event) {
                cx.deliver(id, event);
            }
        });
    }
}
