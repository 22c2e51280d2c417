//! The event that brings a job's result.

use core::fmt;
use std::sync::Arc;

use crate::jobs::{JobFailure, JobId, JobOutcome};
use crate::world::events::event::Event;

/// A job that gives a `T` is over. Told to the object whose behaviour started it, if it is still there, and to
/// everybody interested in `JobDone<T>` (see [`Interest::of`](crate::world::Interest::of)), to each once: after the
/// events that are due in the step, before the player's.
pub struct JobDone<T> {
    /// Which one.
    pub job: JobId,
    /// What it gave; or, if it panicked, what that said. Shared: a world that is gone back to hears of it again.
    pub result: Result<Arc<T>, JobFailure>,
}

impl<T: Send + Sync + 'static> JobDone<T> {
    pub(super) fn event(job: JobId, outcome: JobOutcome) -> Event {
        let result = outcome.map(|value| {
            value
                .downcast()
                .expect("a job's result is of the type that its closure gives")
        });
        Event::custom(Self { job, result })
    }
}

impl<T> Clone for JobDone<T> {
    fn clone(&self) -> Self {
        Self {
            job: self.job,
            result: self.result.clone(),
        }
    }
}

impl<T> fmt::Debug for JobDone<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match &self.result {
            Ok(_) => "done".to_owned(),
            Err(failure) => failure.to_string(),
        };
        write!(f, "{}: {end}", self.job)
    }
}
