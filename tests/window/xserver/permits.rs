//! A fair semaphore: how many tests use the machine at the same time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// State of the semaphore. Tests are served in the order in which they came, so that a test that needs many permits is
/// not overtaken for ever.
#[derive(Debug)]
struct Queue {
    /// Number of permits that are taken.
    taken: usize,
    /// Tickets given so far, and tickets served so far.
    given: u64,
    served: u64,
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue {
    taken: 0,
    given: 0,
    served: 0,
});
static CHANGED: Condvar = Condvar::new();

fn queue() -> MutexGuard<'static, Queue> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of permits: one more than there are processors, because games mostly wait.
fn all() -> usize {
    1 + std::thread::available_parallelism().map_or(2, usize::from)
}

/// Permits of a test. It gives them back when this is dropped.
#[derive(Debug)]
pub(crate) struct Permits(usize);

impl Permits {
    /// Waits for one permit.
    pub(crate) fn one() -> Self {
        Self::take(1)
    }

    /// Waits for all permits but one.
    pub(crate) fn all_but_one() -> Self {
        Self::take(all() - 1)
    }

    /// Waits for all permits.
    pub(crate) fn all() -> Self {
        Self::take(all())
    }

    fn take(count: usize) -> Self {
        let mut queue = queue();
        let ticket = queue.given;
        queue.given += 1;
        let must_wait = |queue: &mut Queue| queue.served < ticket || all() < queue.taken + count;
        let waited = CHANGED.wait_while(queue, must_wait);
        let mut queue = waited.unwrap_or_else(PoisonError::into_inner);
        queue.served += 1;
        queue.taken += count;
        CHANGED.notify_all();
        Self(count)
    }
}

impl Drop for Permits {
    fn drop(&mut self) {
        queue().taken -= self.0;
        CHANGED.notify_all();
    }
}
