//! Background jobs: closures that run on a few threads, report progress, and keep their result, which can be read any
//! number of times.
//!
//! Does not know steps or worlds: `world::jobs` decides in which step a result arrives, by a [`JobUpdate`] in that
//! step's input. Nothing here is global: a [`Pool`] is a value. Its threads end when the queue is empty and are never
//! joined, so that no job keeps a program from ending.

mod pool;
mod progress;
mod task;

use core::fmt;
use std::any::Any;
use std::sync::Arc;

pub(crate) use pool::Pool;
pub use progress::Progress;
pub(crate) use task::JobHandle;

/// Identifies a job of a world. Copy and store it freely. After the job has ended or was cancelled, the id is stale: it
/// is rejected, and never identifies another job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(u64);

impl JobId {
    /// Returns the id of the job with this number, counted from 1, for recordings. The job need not exist.
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number of jobs started in its world up to and including this one. Stored in recordings.
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

/// A notification about a job, part of a step's input: a recording stores it, and a replay passes it to the same step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JobUpdate {
    /// A part of the job is done.
    Progress {
        /// The job.
        job: JobId,
        /// The part that is done, in thousandths: 0 to 1000. A value below an earlier one is ignored.
        permille: u16,
    },
    /// The job has ended, and its result arrives in this step, which waits for it if necessary.
    Done {
        /// The job.
        job: JobId,
    },
}

/// Error of a job that panicked and therefore has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobFailure {
    // The message is shared, like a result: every copy of a world receives the same failure.
    message: Arc<str>,
}

impl JobFailure {
    /// Returns the error for a panic's message, which ends with the location if it is known.
    pub(crate) fn new(message: &str) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// Returns the panic's message. With the panic hook of an [`App`](crate::app::App), it includes the file and line.
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

/// A result with an erased type. Shared, because copies of a world share its running jobs.
pub(crate) type JobValue = Arc<dyn Any + Send + Sync>;

/// The result of a job, or its panic.
pub(crate) type JobOutcome = Result<JobValue, JobFailure>;

#[cfg(test)]
mod tests;
