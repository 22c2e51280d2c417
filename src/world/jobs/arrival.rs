//! Delivering the results of jobs.

use crate::base::id::ObjectId;
use crate::world::World;
use crate::world::dispatch::Stage;
use crate::world::event::Event;

impl World {
    /// Delivers the results of all jobs that arrive in this step, in the order of starting.
    pub(in crate::world) fn tell_arrived_jobs(&mut self, stage: &mut Stage<'_>) {
        while let Some(job) = self.jobs.next_due() {
            let outcome = job.handle.wait();
            if let Err(failure) = &outcome {
                log::error!("{job:?}: {failure}");
            }
            let event = (job.make_event)(job.id, outcome, stage.assets);
            self.tell_arrival(stage, job.owner, &event);
        }
    }

    /// Delivers to the object that started the job, if it is still there; then to all others that subscribed, in act
    /// order.
    fn tell_arrival(&mut self, stage: &mut Stage<'_>, owner: Option<ObjectId>, event: &Event) {
        if let Some(owner) = owner.filter(|&owner| self.reaches(owner, event)) {
            self.tell(stage, owner, event);
        }
        let Some(interest) = event.interest() else {
            return;
        };
        let mut list = self.borrow_list();
        self.list_interested(interest, &mut list);
        let withdrawn = self.withdrawn;
        for &id in list.iter().filter(|&&id| Some(id) != owner) {
            if self.reaches(id, event) && self.still_asks(id, interest, withdrawn) {
                self.tell(stage, id, event);
            }
        }
        self.return_list(list);
    }
}
