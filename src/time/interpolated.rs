//! The default policy: fixed steps, a picture on every pass, drawn between the steps.

use core::time::Duration;

use super::accumulator::{Accumulator, Elapsed};
use super::{Action, DrawTime, Handover, LoopPolicy, StepRate};

/// Fixed steps, and a draw on every pass, however many steps it had.
///
/// A pass is: at most `max_updates` updates, one draw, and then a yield if that is asked for. It never sleeps: the
/// display paces it. It drops nothing: what a pass could not step is kept for the next one.
#[derive(Clone, Debug)]
pub struct Interpolated {
    waiting: Accumulator,
    elapsed: Elapsed,
    rate: StepRate,
    /// By the policies before this one; it drops none itself.
    dropped: Duration,
    max_updates: u32,
    yields: bool,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// So many updates are done in this pass.
    Updating(u32),
    /// The draw is done, the yield is not.
    Yielding,
}

impl Interpolated {
    /// The default of [`Interpolated::max_updates`].
    pub const MAX_UPDATES: u32 = 5;

    /// Steps at this rate, with at most five updates a pass and no yield.
    pub fn new(rate: StepRate) -> Self {
        Self {
            waiting: Accumulator::new(rate),
            elapsed: Elapsed::default(),
            rate,
            dropped: Duration::ZERO,
            max_updates: Self::MAX_UPDATES,
            yields: false,
            phase: Phase::Updating(0),
        }
    }

    /// At most this many updates in one pass. At least 1: 0 counts as 1.
    #[must_use]
    pub fn max_updates(mut self, max_updates: u32) -> Self {
        self.max_updates = max_updates.max(1);
        self
    }

    /// Whether to yield to other threads after each draw. Default: no.
    #[must_use]
    pub fn yield_after_draw(mut self, yields: bool) -> Self {
        self.yields = yields;
        self
    }
}

impl LoopPolicy for Interpolated {
    fn next(&mut self, now: Duration) -> Action {
        self.waiting.add(self.elapsed.until(now));
        match self.phase {
            Phase::Updating(done) if done < self.max_updates && self.waiting.take_step() => {
                self.phase = Phase::Updating(done + 1);
                Action::Update { dt: 1.0 }
            }
            Phase::Updating(_) => {
                self.phase = if self.yields {
                    Phase::Yielding
                } else {
                    Phase::Updating(0)
                };
                Action::Draw(DrawTime {
                    alpha: self.waiting.alpha(),
                    now,
                })
            }
            Phase::Yielding => {
                self.phase = Phase::Updating(0);
                Action::Wait(Duration::ZERO)
            }
        }
    }

    fn name(&self) -> &'static str {
        "interpolated"
    }

    fn backlog(&self) -> Duration {
        self.waiting.time()
    }

    fn dropped(&self) -> Duration {
        self.dropped
    }

    fn hand_over(&self) -> Handover {
        Handover {
            now: self.elapsed.latest(),
            backlog: self.waiting.time(),
            dropped: self.dropped,
        }
    }

    fn take_over(&mut self, from: Handover) {
        self.waiting = Accumulator::new(self.rate);
        self.waiting.add(from.backlog);
        self.elapsed = Elapsed::since(from.now);
        self.dropped = from.dropped;
        self.phase = Phase::Updating(0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::policy::script::{draws, longest_burst, play, updates};
    use super::*;
    use proptest::prelude::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn hundred() -> Interpolated {
        Interpolated::new(StepRate::per_second(100.0).unwrap())
    }

    fn draw(alpha: f32, now: u64) -> Action {
        Action::Draw(DrawTime {
            alpha,
            now: ms(now),
        })
    }

    const UPDATE: Action = Action::Update { dt: 1.0 };

    #[test]
    fn every_pass_steps_what_is_due_and_then_draws_between_the_steps() {
        let actions = play(&mut hundred(), &[ms(0), ms(5), ms(20), ms(0)]);
        assert_eq!(
            actions,
            [
                draw(0.0, 0),
                draw(0.5, 5),
                UPDATE,
                UPDATE,
                draw(0.5, 25),
                draw(0.5, 25)
            ]
        );
    }

    #[test]
    fn the_time_before_the_first_pass_is_not_simulated() {
        assert_eq!(hundred().next(ms(9000)), draw(0.0, 9000));
    }

    #[test]
    fn a_late_pass_is_bounded_and_the_backlog_is_kept_for_the_next() {
        let mut policy = hundred();
        let actions = play(&mut policy, &[ms(0), ms(80), ms(0), ms(0)]);
        assert_eq!(updates(&actions), 8);
        assert_eq!(longest_burst(&actions), 5);
        assert_eq!(
            actions[6],
            draw(1.0, 80),
            "no extrapolation beyond one step"
        );
        assert_eq!(policy.backlog(), Duration::ZERO);
        assert_eq!(policy.dropped(), Duration::ZERO);
    }

    #[test]
    fn a_yield_follows_the_draw_when_it_is_asked_for() {
        let mut policy = hundred().yield_after_draw(true);
        let actions = [0, 0, 0, 0].map(|t| policy.next(ms(t)));
        let wait = Action::Wait(Duration::ZERO);
        assert_eq!(actions, [draw(0.0, 0), wait, draw(0.0, 0), wait]);
    }

    #[test]
    fn at_least_one_update_is_allowed_in_a_pass() {
        let actions = play(&mut hundred().max_updates(0), &[ms(0), ms(30)]);
        assert_eq!(updates(&actions), 1);
    }

    #[test]
    fn a_huge_gap_ends_no_loop_and_panics_nowhere() {
        let mut policy = hundred();
        policy.next(Duration::ZERO);
        let far = Duration::from_secs(10 * 365 * 86_400);
        let actions: Vec<_> = (0..12).map(|_| policy.next(far)).collect();
        assert_eq!((updates(&actions), draws(&actions)), (10, 2));
        assert_eq!(policy.next(Duration::MAX), UPDATE);
    }

    #[test]
    fn a_clock_that_runs_backwards_changes_nothing() {
        let mut policy = hundred();
        policy.next(ms(0));
        assert_eq!(policy.next(ms(5)), draw(0.5, 5));
        let Action::Draw(time) = policy.next(ms(1)) else {
            panic!("nothing is due")
        };
        assert_eq!(time.alpha, 0.5);
    }

    #[test]
    fn an_hour_has_exactly_its_steps_at_sixty_a_second() {
        let mut policy = Interpolated::new(StepRate::SIXTY);
        let mut passes = vec![ms(8); 3_600_000 / 8 + 1];
        passes[0] = ms(0);
        assert_eq!(updates(&play(&mut policy, &passes)), 216_000);
        assert_eq!(policy.backlog(), Duration::ZERO);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_however_long_the_passes_are(passes in prop::collection::vec(0..200_000u64, 1..300), rate in 1..1000u32) {
            let mut policy = Interpolated::new(StepRate::ratio(rate, 1).unwrap());
            let mut passes: Vec<_> = passes.into_iter().map(Duration::from_micros).collect();
            passes[0] = Duration::ZERO;
            let total: Duration = passes.iter().sum();
            passes.extend(vec![Duration::ZERO; 20_000]);
            let actions = play(&mut policy, &passes);
            prop_assert_eq!(updates(&actions) as u128, total.as_nanos() * u128::from(rate) / 1_000_000_000);
            prop_assert_eq!(draws(&actions), passes.len());
            prop_assert!(longest_burst(&actions) <= 5);
            prop_assert!(policy.backlog() <= policy.rate.step_time() + Duration::from_nanos(1));
        }
    }
}
