//! The jobs of a world: which are under way, and when their results arrive.
//!
//! A job runs on a thread; what the world sees of it comes as [`JobNote`]s among a step's input, so that the same
//! input gives the same steps, however slow the threads were. Who makes the notes, and when, is decided in
//! [`JobTable::news`] and nowhere else. A copy of the world shares what is under way: gone back to, it hears of the
//! same results again.

mod arrival;
mod done;
mod files;
mod start;

use std::collections::VecDeque;

pub use done::JobDone;
pub use files::{AssetsLoaded, LoadedAsset};
pub use start::JobSettings;

use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::input::InputEvent;
use crate::jobs::{JobHandle, JobId, JobNote, Pool};
use arrival::Arrive;

/// When the results of jobs arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobDelivery {
    /// In the first step that begins after the job is over: for games that are played. A recording of the notes says
    /// when that was.
    WhenReady,
    /// Always so many steps after the job was started, as its [`JobSettings::steps`] says; it is waited for, and its
    /// progress rises evenly meanwhile. For tests and runs on simulated time: the same run each time.
    AfterSteps,
}

/// The jobs of a world. A copy is one more who waits for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobTable {
    pool: Pool,
    /// How many were started: the number of the latest.
    started: u64,
    /// In the order in which they were started.
    under_way: VecDeque<Underway>,
}

/// A job whose result has not arrived.
#[derive(Clone, Debug)]
struct Underway {
    id: JobId,
    /// Whose behaviour started it.
    owner: Option<ObjectId>,
    handle: JobHandle,
    arrive: Arrive,
    /// The step in which it was started.
    since: u64,
    /// When it arrives by [`JobDelivery::AfterSteps`].
    steps: u32,
    /// As the notes tell.
    permille: u16,
    /// It arrives in the step that runs.
    is_due: bool,
}

impl JobTable {
    /// What there is to tell in the step that comes next, and in which order.
    pub(super) fn news(
        &self,
        latest_step: u64,
        delivery: JobDelivery,
    ) -> impl Iterator<Item = JobNote> {
        self.under_way.iter().filter_map(move |job| {
            let (permille, is_done) = match delivery {
                JobDelivery::WhenReady => (job.handle.permille(), job.handle.is_ready()),
                JobDelivery::AfterSteps => job.after(latest_step + 1 - job.since.min(latest_step)),
            };
            let id = job.id;
            if is_done {
                return Some(JobNote::Done { job: id });
            }
            (permille > job.permille).then_some(JobNote::Progress { job: id, permille })
        })
    }

    /// Notes what the input of a step says. News of jobs that are gone, or never were, are nobody's.
    pub(super) fn take_news(&mut self, events: &[InputEvent]) {
        for event in events {
            let &InputEvent::Job(note) = event else {
                continue;
            };
            let (JobNote::Progress { job, .. } | JobNote::Done { job }) = note;
            let Some(job) = self.position(job).map(|at| &mut self.under_way[at]) else {
                log::debug!("{note:?} is news of no job that is under way");
                continue;
            };
            match note {
                JobNote::Progress { permille, .. } => {
                    job.permille = permille.clamp(job.permille, 1000);
                }
                JobNote::Done { .. } => {
                    job.permille = 1000;
                    job.is_due = true;
                }
            }
        }
    }

    /// Takes the first one out that arrives in this step.
    fn next_due(&mut self) -> Option<Underway> {
        let at = self.under_way.iter().position(|job| job.is_due)?;
        self.under_way.remove(at)
    }

    fn position(&self, id: JobId) -> Option<usize> {
        // Ids rise in the order in which jobs are started.
        self.under_way.binary_search_by_key(&id, |job| job.id).ok()
    }

    fn find(&self, id: JobId) -> Option<&Underway> {
        self.position(id).map(|at| &self.under_way[at])
    }

    /// Adds everything that can affect a later step. Nothing, in a world without jobs.
    pub(super) fn add_to(&self, sum: &mut Checksum) {
        if self.started == 0 {
            return;
        }
        sum.u64(self.started);
        sum.usize(self.under_way.len());
        for job in &self.under_way {
            sum.u64(job.id.number());
            sum.u32(job.owner.map_or(0, ObjectId::slot_number));
            sum.u32(job.owner.map_or(0, ObjectId::generation));
            sum.str(job.handle.name());
            sum.u64(job.since);
            sum.u32(job.steps);
            sum.u16(job.permille);
        }
    }
}

impl Underway {
    /// Its progress in thousandths so many steps after its start, and whether it is over.
    fn after(&self, steps: u64) -> (u16, bool) {
        let of = u64::from(self.steps);
        let permille = u16::try_from(steps.min(of) * 1000 / of).unwrap_or(1000);
        (permille, steps >= of)
    }
}
