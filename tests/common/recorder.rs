//! An object that records every job event it receives.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::sync::{Arc, Mutex};

use damselfly::JobFailure;
use damselfly::prelude::*;
use damselfly::world::JobDone;

/// A job's number, and its result or failure.
pub(crate) type Received = (u64, Result<u64, JobFailure>);

/// Records every job event it receives.
#[derive(Clone, Default)]
pub(crate) struct Recorder {
    pub(crate) received: Arc<Mutex<Vec<Received>>>,
    count: u32,
}

impl Recorder {
    pub(crate) fn take(&self) -> Vec<Received> {
        core::mem::take(&mut self.received.lock().unwrap())
    }
}

impl Behavior for Recorder {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<JobDone<u64>>()
    }

    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(done) = event.get::<JobDone<u64>>() {
            let result = done.result.as_deref().copied().map_err(Clone::clone);
            self.received
                .lock()
                .unwrap()
                .push((done.job.number(), result));
            self.count += 1;
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.count);
    }
}

/// Spawns an object that receives the events of every job. Returns its recorder.
pub(crate) fn recorder(cx: &mut Context<'_>) -> Recorder {
    let recorder = Recorder::default();
    let object = Object {
        kind: "Recorder",
        ..Object::default()
    };
    cx.spawn_with(object, recorder.clone());
    recorder
}
