//! How a result gets from a job to those who want it.

use core::fmt;
use std::sync::Arc;

use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::jobs::{JobId, JobOutcome};
use crate::world::World;
use crate::world::dispatch::Stage;
use crate::world::event::Event;

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

impl World {
    /// Tells of every job that is over in this step, in the order in which they were started.
    pub(in crate::world) fn tell_arrived_jobs(&mut self, stage: &mut Stage<'_>) {
        while let Some(job) = self.jobs.next_due() {
            let outcome = job.handle.wait();
            if let Err(failure) = &outcome {
                log::error!("{} ({:?}): {failure}", job.id, job.handle.name());
            }
            let event = (job.arrive.0)(job.id, outcome, stage.assets);
            self.tell_arrival(stage, job.owner, &event);
        }
    }

    /// Tells the one who started it, if it is still there; then everybody else who is interested, in act order.
    fn tell_arrival(&mut self, stage: &mut Stage<'_>, owner: Option<ObjectId>, event: &Event) {
        if let Some(owner) = owner.filter(|&owner| self.can_receive(owner, event)) {
            self.tell(stage, owner, event);
        }
        let Some(interest) = event.interest() else {
            return;
        };
        let mut list = self.borrow_list();
        self.list_interested(interest, &mut list);
        let withdrawn = self.withdrawn;
        for &id in list.iter().filter(|&&id| Some(id) != owner) {
            if self.can_receive(id, event) && self.is_still_subscribed(id, interest, withdrawn) {
                self.tell(stage, id, event);
            }
        }
        self.return_list(list);
    }
}
