//! Work beside the loop: closures that run on a few background threads, report their progress, and keep their result
//! for whoever asks, as often as it is asked for.
//!
//! Knows no step and no world: when a result *arrives* is decided by `world::jobs`, which tells it by a
//! [`JobNote`] among a step's input. Nothing here is shared in the process: a [`Pool`] is a value, its threads end
//! when there is nothing left to do, and are never waited for, so that no job keeps a program from ending.

mod pool;
mod progress;
mod task;

use core::fmt;
use std::any::Any;
use std::sync::Arc;

pub(crate) use pool::Pool;
pub use progress::Progress;
pub(crate) use task::JobHandle;

/// Names a job of one world. Copy it and keep it freely: once the job is over or cancelled it answers "gone", and
/// never names another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(u64);

impl JobId {
    /// The job with this number, for recordings. A number that no job has had names none.
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// How many jobs had been started in its world, this one included. Recordings keep it.
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "job {}", self.0)
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// News of a job, as the input of a step: a recording keeps it, and a replay gives it to the same step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobNote {
    /// So much of it is done.
    Progress {
        /// Which job.
        job: JobId,
        /// Thousandths, at most 1000. Never less than before; what is less is ignored.
        permille: u16,
    },
    /// It is over: its result arrives in this step. The step waits for it if need be.
    Done {
        /// Which job.
        job: JobId,
    },
}

/// Why a job has no result: it panicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobFailure {
    message: Arc<str>,
}

impl JobFailure {
    pub(crate) fn new(message: &str) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// What the panic said, and where it was.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for JobFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the job panicked: {}", self.message)
    }
}

impl core::error::Error for JobFailure {}

/// A result whose type is forgotten. Shared, as copies of a world share what is under way.
pub(crate) type JobValue = Arc<dyn Any + Send + Sync>;

/// What became of a job.
pub(crate) type JobOutcome = Result<JobValue, JobFailure>;

#[cfg(test)]
mod tests;
