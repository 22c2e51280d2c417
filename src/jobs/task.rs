//! One job: waiting, running or over.

use core::fmt;
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::progress::Progress;
use super::{JobFailure, JobOutcome, JobValue};
use crate::base::panics;

/// What is to be done.
pub(super) type JobWork = Box<dyn FnOnce(&Progress) -> JobValue + Send>;

/// Whoever waits longer says so.
const PATIENCE: Duration = Duration::from_secs(5);

enum State {
    Waiting(JobWork),
    /// On some thread; or cancelled before it began.
    Begun,
    Over(JobOutcome),
}

/// A job, as the pool and those who wait for it share it.
pub(super) struct Task {
    name: Cow<'static, str>,
    state: Mutex<State>,
    is_over: Condvar,
    progress: Progress,
    /// There is no thread to run it.
    stranded: AtomicBool,
}

impl Task {
    pub(super) fn new(name: Cow<'static, str>, work: JobWork) -> Self {
        Self {
            name,
            state: Mutex::new(State::Waiting(work)),
            is_over: Condvar::new(),
            progress: Progress::default(),
            stranded: AtomicBool::new(false),
        }
    }

    /// Does the work, unless somebody else has begun it.
    pub(super) fn run(&self) {
        let Some(work) = self.take_work() else {
            return;
        };
        let outcome = panics::caught(|| work(&self.progress)).map_err(|panic| {
            let (message, place) = (panics::message(&*panic), panics::last_place());
            JobFailure::new(&format!("{message}{place}"))
        });
        *self.lock() = State::Over(outcome);
        self.is_over.notify_all();
    }

    /// No thread will run it: whoever wants its result has to.
    pub(super) fn orphan(&self) {
        self.stranded.store(true, Ordering::Relaxed);
    }

    fn take_work(&self) -> Option<JobWork> {
        let mut state = self.lock();
        match core::mem::replace(&mut *state, State::Begun) {
            State::Waiting(work) => Some(work),
            other => {
                *state = other;
                None
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held, and no state is half set.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}‰", self.name, self.progress.permille())
    }
}

/// Who waits for a job. When the last copy goes, the job is cancelled: it does not begin, or it is told.
#[derive(Clone, Debug)]
pub(crate) struct JobHandle(Arc<Waiting>);

#[derive(Debug)]
struct Waiting(Arc<Task>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.progress.cancel();
        // Dropped behind the lock: with it may go a world that waits for jobs of its own.
        drop(self.0.take_work());
    }
}

impl JobHandle {
    pub(super) fn new(task: Arc<Task>) -> Self {
        Self(Arc::new(Waiting(task)))
    }

    pub(crate) fn name(&self) -> &str {
        &self.0.0.name
    }

    /// What the job itself says, in thousandths.
    pub(crate) fn permille(&self) -> u16 {
        self.0.0.progress.permille()
    }

    /// Whether waiting for it is of use now: it is over, or nobody else will do it.
    pub(crate) fn is_ready(&self) -> bool {
        let task = &self.0.0;
        task.stranded.load(Ordering::Relaxed) || matches!(*task.lock(), State::Over(_))
    }

    /// What became of it, as soon as it is over. What no thread has begun yet is done here and now.
    pub(crate) fn wait(&self) -> JobOutcome {
        let task = &self.0.0;
        task.run();
        let mut state = task.lock();
        let mut patient = true;
        loop {
            if let State::Over(outcome) = &*state {
                return outcome.clone();
            }
            let (next, waited) = task
                .is_over
                .wait_timeout(state, PATIENCE)
                .unwrap_or_else(PoisonError::into_inner);
            state = next;
            if waited.timed_out() && core::mem::take(&mut patient) {
                log::warn!("the game waits for the job {:?}", task.name);
            }
        }
    }
}
