//! The steps that wait to be played.

use std::sync::mpsc::{Receiver, SyncSender};

use super::cadence::Cadence;
use super::{LiveStep, device_frames};

/// Steps in the order of their sending. After a step was played or skipped, its box returns to the game.
pub(super) struct StepQueue {
    incoming: Receiver<Box<LiveStep>>,
    back: SyncSender<Box<LiveStep>>,
    cadence: Cadence,
    /// The step to play next, and when it should have been published.
    next: Option<(Box<LiveStep>, f64)>,
}

/// The step to play next. All times are in frames at 48 000 per second.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextStep {
    /// First frame in game time.
    pub(super) start: u64,
    pub(super) published: f64,
    /// When it should have been published.
    pub(super) due: f64,
    /// Nominal length in frames of the device.
    pub(super) length: f64,
    pub(super) is_silent: bool,
}

impl StepQueue {
    pub(super) fn new(incoming: Receiver<Box<LiveStep>>, back: SyncSender<Box<LiveStep>>) -> Self {
        Self {
            incoming,
            back,
            cadence: Cadence::default(),
            next: None,
        }
    }

    /// Returns the next step.
    pub(super) fn peek(&mut self) -> Option<NextStep> {
        if self.next.is_none() {
            self.next = self.receive();
        }
        let (step, due) = self.next.as_ref()?;
        Some(NextStep {
            start: step.start,
            published: step.published,
            due: *due,
            length: step.length(),
            is_silent: step.list.voices.is_empty(),
        })
    }

    /// Takes the next step, which must be given back.
    pub(super) fn take(&mut self) -> Option<Box<LiveStep>> {
        self.next.take().map(|(step, _)| step)
    }

    /// Returns a step to the game.
    pub(super) fn give_back(&self, step: Box<LiveStep>) {
        self.back.try_send(step).ok();
    }

    /// Skips the next step if there is a newer one. Returns whether there is.
    pub(super) fn skip_to_newer(&mut self) -> bool {
        let newer = self.receive();
        let has_newer = newer.is_some();
        if has_newer {
            self.skip();
            self.next = newer;
        }
        has_newer
    }

    /// Skips the next step.
    pub(super) fn skip(&mut self) {
        if let Some(step) = self.take() {
            self.give_back(step);
        }
    }

    /// Skips all steps.
    pub(super) fn clear(&mut self) {
        while self.skip_to_newer() {}
        self.skip();
    }

    /// Expects another cadence of the steps that follow.
    pub(super) fn begin_cadence(&mut self) {
        self.cadence = Cadence::default();
    }

    /// Takes a step that the game has sent.
    fn receive(&mut self) -> Option<(Box<LiveStep>, f64)> {
        let step = self.incoming.try_recv().ok()?;
        let due = self
            .cadence
            .step(step.start, step.length(), step.scale, step.published);
        Some((step, due))
    }
}

impl LiveStep {
    /// Returns its nominal length in frames of the device.
    pub(super) fn length(&self) -> f64 {
        device_frames(self.list.frames, self.scale)
    }
}
