//! A job: queued, running or done.
//!
//! A thread of the pool or a waiting thread can run a task. The first to take its function runs it, once.

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

/// Duration of a wait after which a warning is logged: long enough for a slow disk, short enough to explain a freeze.
const PATIENCE: Duration = Duration::from_secs(5);

/// State of a job. It only moves forward.
enum TaskState {
    /// Not started. Contains the function to run.
    Waiting(JobWork),
    /// Running on some thread, or cancelled before it started.
    Begun,
    /// Done. The result can be read repeatedly.
    Over(JobOutcome),
}

/// A job, shared by the pool and by its handles.
pub(super) struct Task {
    /// Name for messages and loading screens.
    name: Cow<'static, str>,
    state: Mutex<TaskState>,
    /// Notified when the state becomes [`TaskState::Over`].
    is_over: Condvar,
    progress: Progress,
    /// Whether no thread of the pool will run it.
    orphaned: AtomicBool,
}

impl Task {
    pub(super) fn new(name: Cow<'static, str>, work: JobWork) -> Self {
        Self {
            name,
            state: Mutex::new(TaskState::Waiting(work)),
            is_over: Condvar::new(),
            progress: Progress::default(),
            orphaned: AtomicBool::new(false),
        }
    }

    /// Runs the job on the calling thread, unless it was started or cancelled before. A panic becomes its result.
    pub(super) fn run(&self) {
        let Some(work) = self.take_work() else {
            return;
        };
        let outcome = panics::caught(|| work(&self.progress)).map_err(|panic| {
            let (message, place) = (panics::message(&*panic), panics::last_location());
            JobFailure::new(&format!("{message}{place}"))
        });
        // The state is not locked while the job runs: the game's thread calls `is_ready` before each step, and would
        // wait here.
        *self.lock() = TaskState::Over(outcome);
        self.is_over.notify_all();
    }

    /// Marks a job that no thread of the pool will run. [`JobHandle::wait`] runs it.
    pub(super) fn orphan(&self) {
        self.orphaned.store(true, Ordering::Relaxed);
    }

    /// Takes the function of a job that has not started. `None` if it was taken before.
    fn take_work(&self) -> Option<JobWork> {
        let mut state = self.lock();
        match core::mem::replace(&mut *state, TaskState::Begun) {
            TaskState::Waiting(work) => Some(work),
            other => {
                *state = other;
                None
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, TaskState> {
        // No code panics while the lock is held, and the state is replaced as a whole, so the data behind a poisoned
        // lock is still valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}‰", self.name, self.progress.permille())
    }
}

/// A handle to wait for a job. Dropping the last clone cancels the job: it does not start, or its
/// [`Progress::is_cancelled`] returns true.
#[derive(Clone, Debug)]
pub(crate) struct JobHandle(Arc<CancelOnDrop>);

/// Cancels its job when it is dropped. A separate type, because the pool's queue refers to the task as well: the task's
/// reference count does not show that the last handle is gone.
#[derive(Debug)]
struct CancelOnDrop(Arc<Task>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.progress.cancel();
        // The closure is dropped after the lock is released: it may own a world, whose drop cancels jobs and takes
        // locks.
        drop(self.0.take_work());
    }
}

impl JobHandle {
    /// Returns the first handle of a job.
    pub(super) fn new(task: Arc<Task>) -> Self {
        Self(Arc::new(CancelOnDrop(task)))
    }

    /// Returns the job's name.
    pub(crate) fn name(&self) -> &str {
        &self.0.0.name
    }

    /// Returns the job's progress in thousandths, 0 to 1000.
    pub(crate) fn permille(&self) -> u16 {
        self.0.0.progress.permille()
    }

    /// Returns whether `wait` makes progress now: the job is done, or only `wait` will run it.
    pub(crate) fn is_ready(&self) -> bool {
        let task = &self.0.0;
        task.orphaned.load(Ordering::Relaxed) || matches!(*task.lock(), TaskState::Over(_))
    }

    /// Waits until the job is done and returns its result. If the job has not started, runs it on this thread. Logs a
    /// warning once, after 5 seconds.
    pub(crate) fn wait(&self) -> JobOutcome {
        let task = &self.0.0;
        // The job is started here, before waiting: if every thread is busy with endless jobs, none would ever start it.
        task.run();
        let mut state = task.lock();
        let mut patient = true;
        loop {
            if let TaskState::Over(outcome) = &*state {
                return outcome.clone();
            }
            let (next, waited) = task
                .is_over
                .wait_timeout(state, PATIENCE)
                .unwrap_or_else(PoisonError::into_inner);
            state = next;
            if waited.timed_out() && core::mem::take(&mut patient) {
                log::warn!("the game is waiting for the job {:?}", task.name);
            }
        }
    }
}
