//! The table of running jobs, and the updates that change it.

use core::fmt;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::assets::{AssetRequest, Assets};
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;
use crate::jobs::{JobHandle, JobId, JobOutcome, JobUpdate, Pool, Progress};
use crate::world::events::event::Event;
use crate::world::sounds::ArrivedSounds;

/// A job's name and timing.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::world::JobSettings;
///
/// let settings = JobSettings {
///     steps: 30,
///     ..JobSettings::named("caves")
/// };
/// # assert_eq!((&*settings.name, settings.steps), ("caves", 30));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSettings {
    /// The job's name, for messages and loading screens. Defaults to `"job"`.
    pub name: Cow<'static, str>,
    /// Number of steps until the result arrives in tests and on simulated time: see [`JobDelivery::AfterSteps`].
    /// Defaults to 1; 0 counts as 1. Ignored in a game that is played.
    pub steps: u32,
}

impl Default for JobSettings {
    fn default() -> Self {
        Self {
            name: "job".into(),
            steps: 1,
        }
    }
}

impl JobSettings {
    /// Returns the default settings with a name.
    pub fn named(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }
}

/// When the results of jobs arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobDelivery {
    /// At the first step that begins after the job is finished: for games that are played. A recording of the updates
    /// includes this step.
    WhenReady,
    /// Always [`JobSettings::steps`] steps after the job was started: the step waits for the job if necessary, and the
    /// job's progress rises evenly until then. For tests and runs on simulated time, which are the same each time.
    AfterSteps,
}

/// The jobs of a world. A copy shares them and receives the same results.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobTable {
    pool: Pool,
    /// Number of started jobs, which is the number of the latest.
    started: u64,
    /// Running jobs, in the order of starting.
    running: VecDeque<RunningJob>,
}

// The function is a shared `Fn` and not a `FnOnce`, because a restored copy of the world delivers the same result
// again.
/// Turns a job's outcome into the event that delivers it, and adds the assets that it has loaded.
pub(super) type MakeEvent =
    Arc<dyn Fn(JobId, JobOutcome, &mut Assets, &mut ArrivedSounds) -> Event + Send + Sync>;

/// A job whose result has not arrived.
#[derive(Clone)]
pub(super) struct RunningJob {
    pub(super) id: JobId,
    /// The object whose behaviour started it.
    pub(super) owner: Option<ObjectId>,
    pub(super) handle: JobHandle,
    pub(super) make_event: MakeEvent,
    /// The files that it loads.
    loads: Arc<[AssetRequest]>,
    /// The step of its start.
    since: u64,
    /// Number of steps until its result arrives by [`JobDelivery::AfterSteps`]; at least 1.
    steps: u32,
    /// Progress in thousandths, according to the updates so far.
    permille: u16,
    /// Whether its result arrives in the current step.
    is_due: bool,
}

impl JobTable {
    /// Starts a job in step `since`.
    pub(super) fn start<T: Send + Sync + 'static>(
        &mut self,
        settings: JobSettings,
        run: impl FnOnce(&Progress) -> T + Send + 'static,
        make_event: MakeEvent,
        owner: Option<ObjectId>,
        since: u64,
    ) -> JobId {
        let handle = self.pool.start(settings.name, run);
        self.started += 1;
        let id = JobId::from_number(self.started);
        self.running.push_back(RunningJob {
            id,
            owner,
            handle,
            make_event,
            loads: Arc::default(),
            since,
            steps: settings.steps.max(1),
            permille: 0,
            is_due: false,
        });
        id
    }

    /// Records the files that a job loads.
    pub(super) fn set_loads(&mut self, id: JobId, loads: Arc<[AssetRequest]>) {
        if let Some(at) = self.position(id) {
            self.running[at].loads = loads;
        }
    }

    /// Returns whether a job loads a file for this label.
    pub(in crate::world) fn loads(&self, label: &str) -> bool {
        let mut requests = self.running.iter().flat_map(|job| job.loads.iter());
        requests.any(|request| request.label() == label)
    }

    /// Removes a job. Returns whether it existed.
    pub(super) fn cancel(&mut self, id: JobId) -> bool {
        let at = self.position(id);
        at.and_then(|at| self.running.remove(at)).is_some()
    }

    /// Returns the updates for the next step, in the order of starting.
    pub(in crate::world) fn updates(
        &self,
        latest_step: u64,
        delivery: JobDelivery,
    ) -> impl Iterator<Item = JobUpdate> {
        self.running.iter().filter_map(move |job| {
            let (permille, is_done) = match delivery {
                JobDelivery::WhenReady => (job.handle.permille(), job.handle.is_ready()),
                JobDelivery::AfterSteps => job.after(latest_step + 1 - job.since.min(latest_step)),
            };
            let id = job.id;
            if is_done {
                return Some(JobUpdate::Done { job: id });
            }
            (permille > job.permille).then_some(JobUpdate::Progress { job: id, permille })
        })
    }

    /// Applies the updates of a step's input. Ignores updates of jobs that are gone or never existed.
    pub(in crate::world) fn apply_updates(&mut self, updates: &[JobUpdate]) {
        for &update in updates {
            let (JobUpdate::Progress { job, .. } | JobUpdate::Done { job }) = update;
            let Some(job) = self.position(job).map(|at| &mut self.running[at]) else {
                log::debug!("{update:?} names no running job: ignored");
                continue;
            };
            match update {
                JobUpdate::Progress { permille, .. } => {
                    // Updates may come from a recording, so their numbers are checked.
                    job.permille = permille.clamp(job.permille, 1000);
                }
                JobUpdate::Done { .. } => {
                    job.permille = 1000;
                    job.is_due = true;
                }
            }
        }
    }

    /// Removes and returns the first job that arrives in this step.
    pub(super) fn next_due(&mut self) -> Option<RunningJob> {
        let at = self.running.iter().position(|job| job.is_due)?;
        self.running.remove(at)
    }

    fn position(&self, id: JobId) -> Option<usize> {
        // Ids rise in the order of starting.
        self.running.binary_search_by_key(&id, |job| job.id).ok()
    }

    pub(super) fn find(&self, id: JobId) -> Option<&RunningJob> {
        self.position(id).map(|at| &self.running[at])
    }

    /// Returns the running jobs in the order of starting.
    pub(super) fn ids(&self) -> impl Iterator<Item = JobId> {
        self.running.iter().map(|job| job.id)
    }
}

summed!(JobTable: started, running; not pool);

impl Checksum for RunningJob {
    /// Leaves out the closures, which have no lasting name, and `is_due`, which is true only within a step.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (self.id.number(), self.owner, self.handle.name()).write_checksum(sum);
        // Adds the progress from the updates, because the handle's progress depends on the thread's speed.
        (self.since, self.steps, self.permille).write_checksum(sum);
    }
}

impl RunningJob {
    /// Returns how much of the job is done, from 0 to 1.
    pub(super) fn progress(&self) -> f32 {
        f32::from(self.permille) / 1000.0
    }

    /// Returns its progress in thousandths, and whether it is finished, this many steps after its start: see
    /// [`JobDelivery::AfterSteps`].
    fn after(&self, steps: u64) -> (u16, bool) {
        let of = u64::from(self.steps);
        let permille = u16::try_from(steps.min(of) * 1000 / of).unwrap_or(1000);
        (permille, steps >= of)
    }
}

impl fmt::Debug for RunningJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.id, self.handle.name())
    }
}
