//! One job: queued, running or done.

use core::fmt;
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::progress::Progress;
use super::{JobFailure, JobOutcome, JobValue};
use crate::base::panics;

/// The function of a job.
pub(super) type JobWork = Box<dyn FnOnce(&Progress) -> JobValue + Send>;

/// The wait for a job after which a warning is logged: long enough for a slow disk, short enough to explain a freeze.
const PATIENCE: Duration = Duration::from_secs(5);

enum State {
    Waiting(JobWork),
    /// Running on some thread, or cancelled before it started.
    Begun,
    Over(JobOutcome),
}

/// A job, shared by the pool and by its handles.
pub(super) struct Task {
    name: Cow<'static, str>,
    state: Mutex<State>,
    is_over: Condvar,
    progress: Progress,
    /// Whether no thread of the pool will run it.
    orphaned: AtomicBool,
}

impl Task {
    pub(super) fn new(name: Cow<'static, str>, work: JobWork) -> Self {
        Self {
            name,
            state: Mutex::new(State::Waiting(work)),
            is_over: Condvar::new(),
            progress: Progress::default(),
            orphaned: AtomicBool::new(false),
        }
    }

    /// Runs the job, unless it was started or cancelled before.
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

    /// Marks a job that no thread of the pool will run: [`JobHandle::wait`] runs it.
    pub(super) fn orphan(&self) {
        self.orphaned.store(true, Ordering::Relaxed);
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
        // No code panics while it is held, and the state is replaced whole, so a poisoned lock still guards valid data.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}‰", self.name, self.progress.permille())
    }
}

/// Waits for a job. When the last clone is dropped the job is cancelled: it does not start, or [`Progress::is_cancelled`]
/// returns true from then on.
#[derive(Clone, Debug)]
pub(crate) struct JobHandle(Arc<Waiting>);

#[derive(Debug)]
struct Waiting(Arc<Task>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.progress.cancel();
        // Dropped after the lock is released: the closure may own a world, whose drop cancels jobs and takes locks.
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

    /// Returns the job's own progress, in thousandths: 0 to 1000.
    pub(crate) fn permille(&self) -> u16 {
        self.0.0.progress.permille()
    }

    /// Returns whether `wait` makes progress now: the job is done, or only `wait` will run it.
    pub(crate) fn is_ready(&self) -> bool {
        let task = &self.0.0;
        task.orphaned.load(Ordering::Relaxed) || matches!(*task.lock(), State::Over(_))
    }

    /// Waits until the job is done and returns its result. A job that no thread has started yet runs on this one.
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
