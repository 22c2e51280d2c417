//! The threads that run jobs, and the queue of waiting jobs.
//!
//! Jobs start in queue order. Relies on [`Task::run`] to catch panics: a thread ended by a panic would still be
//! counted, and jobs would stay queued for it.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::progress::Progress;
use super::task::{JobHandle, Task};
use crate::platform::HAS_THREADS;

/// Spawns threads for jobs, up to a limit. Further jobs wait and start in order. A thread ends when the queue is empty.
/// Clones share the threads.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    shared: Arc<SharedPool>,
}

/// State shared by a pool, its clones and its threads.
#[derive(Debug)]
struct SharedPool {
    /// Maximum number of threads.
    most: usize,
    inner: Mutex<PoolQueue>,
}

/// The mutable part of the shared state, behind one lock.
#[derive(Debug, Default)]
struct PoolQueue {
    /// Jobs that no thread has taken, the oldest first. Jobs that a waiting thread has run stay until a pool thread
    /// takes them and finds nothing to run.
    queue: VecDeque<Arc<Task>>,
    /// Number of threads that are running or about to be spawned.
    threads: usize,
}

impl Default for Pool {
    /// Returns a pool with one thread per processor, minus one for the game's thread: at least 2, so that a long job
    /// does not delay a short one, and at most 8. Without threads in browsers.
    fn default() -> Self {
        if !HAS_THREADS {
            return Self::new(0);
        }
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self::new(processors.saturating_sub(1).clamp(2, 8))
    }
}

impl Pool {
    /// Returns a pool with at most `most` threads. With 0, a job runs on the thread that waits for it.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            shared: Arc::new(SharedPool {
                most,
                inner: Mutex::default(),
            }),
        }
    }

    /// Queues a job, and spawns a thread for it unless the limit is reached. Returns the job's handle. If no thread can
    /// be spawned and none is running, the job runs on the thread that waits for it.
    pub(crate) fn start<T: Send + Sync + 'static>(
        &self,
        name: Cow<'static, str>,
        run: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> JobHandle {
        let task = Arc::new(Task::new(
            name,
            Box::new(move |progress| Arc::new(run(progress))),
        ));
        // The thread is counted before it is spawned, so that two simultaneous starts do not exceed the limit.
        let wanted = {
            let mut inner = self.shared.lock();
            inner.queue.push_back(Arc::clone(&task));
            let wanted = inner.threads < self.shared.most;
            inner.threads += usize::from(wanted);
            wanted
        };
        if wanted && let Err(error) = self.spawn_worker() {
            // This is not an error of the job: without a thread, the game only becomes slower.
            log::warn!("cannot spawn a thread for background jobs: {error}");
            self.shared.lock().threads -= 1;
        }
        self.shared.orphan_without_threads();
        JobHandle::new(task)
    }

    /// Spawns a thread that runs jobs until the queue is empty.
    fn spawn_worker(&self) -> io::Result<()> {
        let shared = Arc::clone(&self.shared);
        thread::Builder::new()
            .name("job".into())
            .spawn(move || {
                while let Some(task) = shared.next() {
                    task.run();
                }
            })
            // The thread is never joined: a job that ignores its cancellation must not keep the program from ending.
            .map(drop)
    }
}

impl SharedPool {
    /// Takes the next job. `None` if the queue is empty. The calling thread is then no longer counted, as it is about
    /// to end.
    fn next(&self) -> Option<Arc<Task>> {
        // The queue and the count change under one lock: otherwise, a job queued in between would rely on a thread that
        // is ending.
        let mut inner = self.lock();
        let task = inner.queue.pop_front();
        inner.threads -= usize::from(task.is_none());
        task
    }

    /// Orphans all queued jobs if there is no thread to run them. They then run on the thread that waits for them.
    fn orphan_without_threads(&self) {
        let mut inner = self.lock();
        // A counted thread empties the queue before it ends, so it will run these jobs.
        if inner.threads == 0 {
            inner.queue.drain(..).for_each(|task| task.orphan());
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolQueue> {
        // No code panics while the lock is held, so the data behind a poisoned lock is still valid.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
