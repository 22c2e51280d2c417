//! Statistics for whoever asks, from any thread.

use std::sync::{Arc, Mutex, PoisonError};

use crate::time::Statistics;

/// How the game runs: rates, times, what was left out. Copies look at the same game.
///
/// For showing and logging. A step must not depend on it: it is not the same in another run.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    latest: Arc<Mutex<Statistics>>,
}

impl Monitor {
    /// The latest statistics, a fraction of a second old; all zero before the game has run so long.
    pub fn statistics(&self) -> Statistics {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn publish(&self, statistics: Statistics) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = statistics;
    }
}
