//! The variable timestep: each step is as long as the time since the last one.

use core::time::Duration;

use super::policy::{Action, Handover, LoopPolicy};
use crate::time::accumulator::{Accumulator, PolicyTime, dt_of, exact_parts};
use crate::time::{DrawTime, StepRate};

/// The policy of [`PolicySettings::Variable`](super::PolicySettings::Variable).
///
/// A pass is an update, left out if no time has passed, and then a draw. It never waits.
#[derive(Clone, Debug)]
pub(super) struct VariableStep {
    /// While its `undrawn` is not 0, the pass has its update, and a draw follows.
    time: PolicyTime,
    max_elapsed: Duration,
    /// `max_elapsed` in parts of a step, at least 1.
    longest: u128,
}

impl VariableStep {
    /// Returns the policy. `max_elapsed` is at least one part of a step.
    pub(super) fn new(rate: StepRate, max_elapsed: Duration) -> Self {
        let mut longest = Accumulator::new(rate);
        longest.add(max_elapsed);
        Self {
            time: PolicyTime::new(rate),
            max_elapsed,
            longest: exact_parts(longest.parts()),
        }
    }
}

impl LoopPolicy for VariableStep {
    fn next(&mut self, now: Duration) -> Action {
        self.time.pass(now);
        if self.time.undrawn == 0 {
            // The rest is not dropped but stepped in the next pass.
            let parts = exact_parts(self.time.backlog.parts()).min(self.longest);
            if parts > 0 {
                self.time.backlog.take_parts(parts);
                self.time.undrawn = 1;
                return Action::Update { dt: dt_of(parts) };
            }
        }
        self.time.undrawn = 0;
        Action::Draw(self.draw_time())
    }

    fn draw_time(&self) -> DrawTime {
        DrawTime {
            alpha: 0.0,
            now: self.time.now(),
            exact: true,
        }
    }

    fn until_update(&self) -> Duration {
        // After this time, the backlog would be longer than one step may be.
        self.max_elapsed.saturating_sub(self.time.backlog.time())
    }

    fn hand_over(&self) -> Handover {
        self.time.hand_over()
    }

    fn take_over(&mut self, from: Handover) {
        self.time.take_over(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn policy() -> VariableStep {
        VariableStep::new(StepRate::per_second(100.0).unwrap(), ms(100))
    }

    fn draw(now: u64) -> Action {
        Action::Draw(DrawTime {
            now: ms(now),
            exact: true,
            ..DrawTime::default()
        })
    }

    #[test]
    fn a_variable_step_is_as_long_as_the_time_since_the_last() {
        let mut policy = policy();
        assert_eq!(policy.next(ms(0)), draw(0), "nothing to step yet");
        assert_eq!(policy.next(ms(5)), Action::Update { dt: 0.5 });
        // The update took 2 ms, which belong to the next step.
        assert_eq!(policy.next(ms(7)), draw(7));
        assert_eq!(policy.next(ms(25)), Action::Update { dt: 2.0 });
        assert_eq!(policy.next(ms(25)), draw(25));
        assert_eq!(policy.next(ms(25)), draw(25), "a step of no length is none");
    }

    #[test]
    fn the_next_step_gets_the_rest_of_a_late_one() {
        let mut policy = policy();
        policy.next(ms(0));
        assert_eq!(policy.next(ms(230)), Action::Update { dt: 10.0 });
        assert_eq!(policy.next(ms(230)), draw(230));
        assert_eq!(policy.next(ms(230)), Action::Update { dt: 10.0 });
        assert_eq!(policy.next(ms(230)), draw(230));
        assert_eq!(policy.next(ms(230)), Action::Update { dt: 3.0 });
        assert_eq!((policy.backlog(), policy.dropped()), (ms(0), ms(0)));
    }

    #[test]
    fn a_variable_step_waits_at_most_its_maximum_length() {
        let mut policy = policy();
        policy.next(ms(0));
        assert_eq!(policy.until_update(), ms(100));
        policy.next(ms(230));
        assert_eq!(policy.until_update(), ms(0));
    }

    #[test]
    fn slow_updates_make_long_steps() {
        let mut policy = policy();
        let (mut now, mut lengths) = (ms(0), vec![]);
        for _ in 0..9 {
            if let Action::Update { dt } = policy.next(now) {
                lengths.push(dt);
                now += ms(40);
            } else {
                now += ms(5);
            }
        }
        assert_eq!(lengths, [0.5, 4.5, 4.5, 4.5]);
    }
}
