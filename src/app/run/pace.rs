//! When steps and frames are due: the loop policy, the clock, pauses, and the least time between frames.

use std::time::Duration;

use super::clock::GameClock;
use super::frame_pace::FramePace;
use super::pausing::PauseState;
use crate::time::{LoopPolicy, PolicyChoice, SleepMargin, StepRate};

/// Determines when steps and frames are due.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Loop policy, which decides what each pass does. A game may replace it.
    pub(crate) policy: Box<dyn LoopPolicy>,
    /// Nominal steps per second.
    pub(crate) rate: StepRate,
    pub(crate) clock: GameClock,
    /// Measures by how much the system's sleeps overrun, for exact waits.
    pub(crate) margin: SleepMargin,
    pub(crate) pausing: PauseState,
    pub(crate) frames: FramePace,
}

impl Pace {
    /// Replaces the policy. Returns whether it did: settings that are out of range are logged and ignored.
    pub(crate) fn switch_policy(&mut self, choice: &PolicyChoice) -> bool {
        match choice.build(self.rate) {
            Ok(mut next) => {
                // The backlog stays, so that a switch neither repeats nor skips a step.
                next.take_over(self.policy.hand_over());
                self.policy = next;
                true
            }
            Err(error) => {
                log::warn!("{error}; the loop policy stays as it is");
                false
            }
        }
    }

    /// Returns the real time until the next step is due.
    pub(crate) fn until_step(&self) -> Duration {
        self.clock.until(self.policy.until_update())
    }

    /// Drops all time that is due, if it is longer than a step. Going back may take longer than the steps themselves,
    /// and the game should not catch up with that time.
    pub(crate) fn forget_backlog(&mut self) {
        let now = self.clock.now();
        let mut state = self.policy.hand_over();
        let since = state
            .now
            .map_or(Duration::ZERO, |at| now.saturating_sub(at));
        if state.backlog + since > self.rate.time_of(1) {
            (state.now, state.backlog) = (Some(now), Duration::ZERO);
            self.policy.take_over(state);
        }
    }

    /// Returns the total time dropped by clock and policy.
    pub(crate) fn dropped(&self) -> Duration {
        self.clock.dropped() + self.policy.dropped()
    }
}
