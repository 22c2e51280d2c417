//! The steps of a recording. Consecutive steps without input are stored as one.

use super::step::RecordedStep;

/// The input of a recording's steps, beginning with step 1. Consecutive steps without input take the memory of one.
///
/// ```
/// use damselfly::replay::InputRecording;
///
/// # fn count(recording: &InputRecording) -> usize {
/// let steps = recording.steps();
/// // Steps in which the player did something:
/// steps.iter().filter(|step| !step.events.is_empty()).count()
/// # }
/// # let _ = count;
/// # assert!(true);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedSteps {
    runs: Vec<StepRun>,
    /// Number of steps in all runs.
    len: u64,
}

/// Equal steps in a row.
#[derive(Clone, Debug, PartialEq)]
struct StepRun {
    /// The first step.
    first: RecordedStep,
    count: u64,
}

impl RecordedSteps {
    /// Returns the number of steps.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the input of a step, counted from 1. `None` beyond the last one.
    pub fn get(&self, number: u64) -> Option<RecordedStep> {
        let after = self.runs.partition_point(|run| run.first.number <= number);
        let run = self.runs.get(after.checked_sub(1)?)?;
        (number - run.first.number < run.count).then(|| run.step(number))
    }

    /// Returns all steps, in order.
    pub fn iter(&self) -> impl Iterator<Item = RecordedStep> + '_ {
        self.runs.iter().flat_map(|run| {
            let first = run.first.number;
            (first..first + run.count).map(|number| run.step(number))
        })
    }

    /// Appends `count` equal steps, beginning with `first`.
    pub(super) fn push(&mut self, first: RecordedStep, count: u64) {
        self.len += count;
        if let Some(last) = self.runs.last_mut()
            && last.goes_on_with(&first)
        {
            last.count += count;
            return;
        }
        self.runs.push(StepRun { first, count });
    }

    /// Removes all steps but the first `len`.
    pub(super) fn truncate(&mut self, len: u64) {
        while self.len > len
            && let Some(last) = self.runs.last_mut()
        {
            let cut = last.count.min(self.len - len);
            (last.count, self.len) = (last.count - cut, self.len - cut);
            if last.count == 0 {
                self.runs.pop();
            }
        }
    }
}

impl StepRun {
    /// Returns the run's step with this number.
    fn step(&self, number: u64) -> RecordedStep {
        RecordedStep {
            number,
            ..self.first.clone()
        }
    }

    /// Returns whether the next step belongs to this run: neither that step nor the run has input, and their lengths
    /// and views are equal.
    fn goes_on_with(&self, next: &RecordedStep) -> bool {
        let bits = |step: &RecordedStep| {
            let numbers = [step.dt, step.view.x, step.view.y];
            numbers.map(f32::to_bits)
        };
        let is_quiet = |step: &RecordedStep| {
            step.events.is_empty() && step.jobs.is_empty() && step.files.is_empty()
        };
        is_quiet(&self.first) && is_quiet(next) && bits(&self.first) == bits(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{InputEvent, Key};
    use glam::Vec2;
    use proptest::prelude::*;

    fn step(number: u64, dt: f32, has_input: bool) -> RecordedStep {
        RecordedStep {
            number,
            dt,
            view: Vec2::ONE,
            events: has_input
                .then(|| InputEvent::press(Key::Space))
                .into_iter()
                .collect(),
            jobs: vec![],
            files: vec![],
        }
    }

    proptest! {
        #[test]
        fn steps_are_those_of_a_plain_list(
            runs in prop::collection::vec((0..3_u8, any::<bool>(), 1..5_u64), 0..12), cut in 0..40_u64,
        ) {
            let index = |number: u64| usize::try_from(number).expect("it is small");
            let (mut steps, mut plain) = (RecordedSteps::default(), Vec::new());
            for (dt, has_input, count) in runs {
                // Only a single step can have input: equal steps in a row have none.
                let count = if has_input { 1 } else { count };
                let first = plain.len() as u64 + 1;
                steps.push(step(first, dt.into(), has_input), count);
                plain.extend((first..first + count).map(|number| step(number, dt.into(), has_input)));
            }
            for _ in 0..2 {
                prop_assert_eq!((steps.len(), steps.is_empty()), (plain.len() as u64, plain.is_empty()));
                prop_assert!(steps.iter().eq(plain.iter().cloned()));
                for number in 0..plain.len() as u64 + 2 {
                    let expected = number.checked_sub(1).and_then(|at| plain.get(index(at)));
                    prop_assert_eq!(steps.get(number), expected.cloned());
                }
                steps.truncate(cut);
                plain.truncate(index(cut));
            }
        }
    }

    #[test]
    fn a_day_without_input_takes_the_memory_of_a_step() {
        let mut steps = RecordedSteps::default();
        for block in 0..80 {
            steps.push(step(block * 65_536 + 1, 1.0, false), 65_536);
        }
        assert_eq!((steps.len(), steps.runs.len()), (80 * 65_536, 1));
    }
}
