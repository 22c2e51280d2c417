//! The threads that do the work.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::progress::Progress;
use super::task::{JobHandle, Task};

/// Hires threads for jobs, up to a number; further jobs wait, and are begun in order. A thread that finds nothing to
/// do ends. Copies share the threads.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    most: usize,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    queue: VecDeque<Arc<Task>>,
    threads: usize,
}

impl Default for Pool {
    /// A thread for each processor but the game's own: at least 2, so that a long job does not hold up a short one,
    /// and at most 8.
    fn default() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self::new(processors.saturating_sub(1).clamp(2, 8))
    }
}

impl Pool {
    /// At most so many threads. With none, jobs are done by whoever waits for them.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            shared: Arc::new(Shared {
                most,
                inner: Mutex::default(),
            }),
        }
    }

    /// Puts a job at the end of the queue.
    pub(crate) fn start<T: Send + Sync + 'static>(
        &self,
        name: Cow<'static, str>,
        run: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> JobHandle {
        let task = Arc::new(Task::new(
            name,
            Box::new(move |progress| Arc::new(run(progress))),
        ));
        let wanted = {
            let mut inner = self.shared.lock();
            inner.queue.push_back(Arc::clone(&task));
            let wanted = inner.threads < self.shared.most;
            inner.threads += usize::from(wanted);
            wanted
        };
        if wanted && let Err(error) = self.spawn_worker() {
            log::warn!("no thread for background work: {error}");
            self.shared.lock().threads -= 1;
        }
        self.shared.strand_if_nobody_works();
        JobHandle::new(task)
    }

    fn spawn_worker(&self) -> io::Result<()> {
        let shared = Arc::clone(&self.shared);
        thread::Builder::new()
            .name("job".into())
            .spawn(move || {
                while let Some(task) = shared.next() {
                    task.run();
                }
            })
            .map(drop)
    }
}

impl Shared {
    /// The next job, or none: then the thread that asked is one less.
    fn next(&self) -> Option<Arc<Task>> {
        let mut inner = self.lock();
        let task = inner.queue.pop_front();
        inner.threads -= usize::from(task.is_none());
        task
    }

    /// Where no thread could be had, whoever waits for the jobs does them.
    fn strand_if_nobody_works(&self) {
        let mut inner = self.lock();
        if inner.threads == 0 {
            inner.queue.drain(..).for_each(|task| task.orphan());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while it is held.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
