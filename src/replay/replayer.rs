//! Repeats the steps of a recording and compares the states.

use core::time::Duration;
use std::sync::Arc;

use super::digest::FieldSums;
use super::divergence::{Divergence, Repetition, fields_unlike, named};
use super::error::ReplayFault;
use super::recording::InputRecording;
use super::step::RecordedStep;
use crate::files::RecordFault;
use crate::world::{Core, Snapshot, StepInput};

/// A recording that is being replayed.
#[derive(Debug)]
pub(crate) struct Replayer {
    /// Shared with the app's settings, because it may be large.
    recording: Arc<InputRecording>,
    /// Number of passed checkpoints.
    checkpoints: usize,
    /// Snapshots of the run's start and of the latest state that matched; `None` before [`Replayer::begin`].
    start: Option<Snapshot>,
    same: Option<Snapshot>,
}

/// Takes a step of a game.
pub(crate) type TakeStep<'a> = &'a mut dyn FnMut(&mut Core, StepInput<'_>);

impl Replayer {
    pub(crate) fn new(recording: impl Into<Arc<InputRecording>>) -> Self {
        Self {
            recording: recording.into(),
            checkpoints: 0,
            start: None,
            same: None,
        }
    }

    pub(crate) fn recording(&self) -> &InputRecording {
        &self.recording
    }

    /// Returns the input of the next step. `None` at the end.
    pub(crate) fn next(&self, core: &Core) -> Option<RecordedStep> {
        step_after(&self.recording, core.step_number())
    }

    /// Begins the replay. Call it once the game has started, before the first step.
    ///
    /// # Errors
    /// The recording is damaged before its first step.
    pub(crate) fn begin(&mut self, core: &Core) -> Result<(), ReplayFault> {
        self.start = Some(core.snapshot());
        self.same.clone_from(&self.start);
        self.report_damage(core)
    }

    /// Continues from an earlier step, to which the core has gone back.
    pub(crate) fn rewound(&mut self, core: &Core) {
        let step = core.step_number();
        let checkpoints = self.recording.checkpoints();
        self.checkpoints = checkpoints.partition_point(|checkpoint| checkpoint.step <= step);
        // A matching state of a later step cannot be used any more. The only earlier state that is kept is the start.
        if self
            .same
            .as_ref()
            .is_some_and(|same| same.step_number() > step)
        {
            self.same.clone_from(&self.start);
        }
    }

    /// Compares the state after a step with the recording, and reports damage at the recording's end.
    ///
    /// If the state differs, the steps since the latest matching state are repeated to find the cause. The core must
    /// not be used afterwards.
    pub(crate) fn check(
        &mut self,
        core: &mut Core,
        take_step: TakeStep<'_>,
    ) -> Result<(), ReplayFault> {
        self.compare(core, take_step)
            .map_err(ReplayFault::Divergence)?;
        self.report_damage(core)
    }

    /// Reports at the end of a damaged recording that steps are missing.
    fn report_damage(&self, core: &Core) -> Result<(), ReplayFault> {
        let steps = core.step_number();
        match self.recording.damage() {
            // A file that is cut off is not an error: its program was killed, and all steps that it recorded were
            // replayed.
            Some(damage)
                if damage.fault != RecordFault::CutOff && steps == self.recording.last_step() =>
            {
                Err(ReplayFault::Damage { damage, steps })
            }
            _ => Ok(()),
        }
    }

    fn compare(&mut self, core: &mut Core, take_step: TakeStep<'_>) -> Result<(), Box<Divergence>> {
        let Some(checkpoint) = self.recording.checkpoints().get(self.checkpoints) else {
            return Ok(());
        };
        if checkpoint.step != core.step_number() {
            return Ok(());
        }
        let here = core.checksum();
        if here == checkpoint.checksum {
            self.checkpoints += 1;
            self.same = Some(core.snapshot());
            return Ok(());
        }
        let fields = fields_unlike(&checkpoint.digest, core);
        let last_same = self.same.as_ref().map_or(0, Snapshot::step_number);
        let repetition = match &self.same {
            Some(same) => repeat(&self.recording, same, checkpoint.step, core, take_step),
            None => Repetition::Same,
        };
        Err(Box::new(Divergence {
            step: checkpoint.step,
            last_same,
            recorded: checkpoint.checksum,
            here,
            fields,
            repetition,
        }))
    }
}

fn step_after(recording: &InputRecording, number: u64) -> Option<RecordedStep> {
    recording.steps().get(number + 1)
}

/// Repeats the steps from a snapshot to `last` twice, and compares all states.
fn repeat(
    recording: &InputRecording,
    from: &Snapshot,
    last: u64,
    core: &mut Core,
    take_step: TakeStep<'_>,
) -> Repetition {
    let here = FieldSums::of(core);
    // Signals of these steps were sent before, and must not be sent again.
    core.signals.silent = true;
    let mut states = |core: &mut Core| {
        core.restore(from);
        let mut states = Vec::new();
        while core.step_number() < last
            && let Some(step) = step_after(recording, core.step_number())
        {
            take_step(core, step.input(Duration::ZERO));
            states.push((core.step_number(), FieldSums::of(core)));
        }
        states
    };
    let (first, second) = (states(core), states(core));
    // The replay has taken these steps before, but only the state after the last one is known.
    let run = core::iter::once((last, here));
    let ends = run.zip(second.last().cloned());
    let pairs = first.into_iter().zip(second).chain(ends);
    for ((step, one), (_, other)) in pairs {
        let differences = one.differences(&other);
        if !differences.is_empty() {
            let fields = differences.into_iter().map(|id| (id, 1));
            let fields = named(fields, &core.world);
            return Repetition::Different { step, fields };
        }
    }
    Repetition::Same
}
