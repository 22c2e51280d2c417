//! The paced timestep, after Davison: one update and one draw per period, and sleep for the rest.

use core::time::Duration;

use super::policy::{Action, Handover, LoopPolicy};
use crate::time::accumulator::{Accumulator, PolicyTime};
use crate::time::{DrawTime, StepRate};

/// The policy of [`PolicySettings::Paced`](super::PolicySettings::Paced). Algorithm: A. Davison, *Killer Game
/// Programming in Java*, chapter 2, `WormPanel.run`.
///
/// A pass consists of an update, updates for excess time (at most `max_frame_skips`), a draw, and sleep until a period
/// has passed. A pass that takes longer than a period is *late*: it has no sleep, and the time above a period is
/// excess. It drops no time.
#[derive(Clone, Debug)]
pub(super) struct PacedStep {
    /// Its backlog is the time of this pass, including the over-sleep of the previous one, which shortens the next
    /// sleep.
    time: PolicyTime,
    /// Excess time of late passes. Separate from the time of a pass: late passes must not shorten the sleep of later
    /// ones, which would make draws uneven.
    excess: Accumulator,
    max_frame_skips: u32,
    /// Number of passes without sleep after which to yield, at least 1.
    no_delays_per_yield: u32,
    /// Number of passes without sleep since the latest sleep or yield.
    no_delays: u32,
    phase: PassPhase,
}

/// Progress of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PassPhase {
    /// The pass's own update is done, and `skips` further updates for excess time.
    Updated { skips: u32 },
    /// The draw is done.
    DrawDone,
    /// The draw is done, and the pass was late: it yielded to other threads.
    Yielded,
    /// The draw is done, and the pass sleeps.
    Asleep,
}

impl PacedStep {
    /// Returns the policy. A `no_delays_per_yield` of 0 counts as 1.
    pub(super) fn new(rate: StepRate, max_frame_skips: u32, no_delays_per_yield: u32) -> Self {
        Self {
            time: PolicyTime::new(rate),
            excess: Accumulator::new(rate),
            max_frame_skips,
            no_delays_per_yield: no_delays_per_yield.max(1),
            no_delays: 0,
            // The game's start is drawn before the first step.
            phase: PassPhase::Updated { skips: 0 },
        }
    }

    /// Returns the time that is not stepped yet.
    fn unspent(&self) -> Accumulator {
        let mut all = self.time.backlog.clone();
        all.append(&mut self.excess.clone());
        all
    }

    /// Ends a drawn pass, and begins the next one with its update.
    fn begin_pass(&mut self) -> Action {
        if !self.time.backlog.take_step() {
            self.phase = PassPhase::Asleep;
            return Action::Wait(self.time.backlog.until_due());
        }
        if self.phase == PassPhase::Asleep {
            // The remainder is over-sleep, which stays in the pass.
            self.no_delays = 0;
        } else {
            self.excess.append(&mut self.time.backlog);
            self.no_delays += 1;
        }
        self.phase = PassPhase::Updated { skips: 0 };
        Action::Update { dt: 1.0 }
    }
}

impl LoopPolicy for PacedStep {
    fn next(&mut self, now: Duration) -> Action {
        self.time.pass(now);
        if !matches!(self.phase, PassPhase::Updated { .. }) {
            self.time.backlog.complete_from(&mut self.excess);
        }
        match self.phase {
            PassPhase::Updated { skips } => {
                if skips < self.max_frame_skips && self.excess.take_step() {
                    self.phase = PassPhase::Updated { skips: skips + 1 };
                    return Action::Update { dt: 1.0 };
                }
                self.phase = PassPhase::DrawDone;
                Action::Draw(self.draw_time())
            }
            PassPhase::DrawDone
                if self.time.backlog.is_due() && self.no_delays >= self.no_delays_per_yield =>
            {
                self.no_delays = 0;
                self.phase = PassPhase::Yielded;
                Action::Wait(Duration::ZERO)
            }
            PassPhase::DrawDone | PassPhase::Yielded | PassPhase::Asleep => self.begin_pass(),
        }
    }

    fn draw_time(&self) -> DrawTime {
        DrawTime {
            alpha: self.unspent().alpha(),
            now: self.time.now(),
            exact: false,
        }
    }

    fn until_update(&self) -> Duration {
        self.time.backlog.until_due()
    }

    fn hand_over(&self) -> Handover {
        let handover = self.time.hand_over();
        Handover {
            backlog: self.unspent().time(),
            undrawn: match self.phase {
                PassPhase::Updated { skips } if handover.now.is_some() => skips.saturating_add(1),
                _ => 0,
            },
            ..handover
        }
    }

    fn take_over(&mut self, from: Handover) {
        // A backlog of more than a period makes the first pass late.
        self.time.take_over(from);
        self.excess.clear();
        self.no_delays = 0;
        self.phase = match from.undrawn.checked_sub(1) {
            _ if from.now.is_none() => PassPhase::Updated { skips: 0 },
            Some(skips) => PassPhase::Updated { skips },
            None => PassPhase::DrawDone,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPDATE: Action = Action::Update { dt: 1.0 };
    const YIELD: Action = Action::Wait(Duration::ZERO);

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Returns a policy with a period of 10 ms.
    fn policy(max_frame_skips: u32, no_delays_per_yield: u32) -> PacedStep {
        let rate = StepRate::per_second(100.0).unwrap();
        PacedStep::new(rate, max_frame_skips, no_delays_per_yield)
    }

    fn draw(alpha: f32, now: u64) -> Action {
        Action::Draw(DrawTime {
            alpha,
            now: ms(now),
            exact: false,
        })
    }

    fn started() -> PacedStep {
        let mut policy = policy(5, 16);
        assert_eq!(policy.next(ms(0)), draw(0.0, 0), "the start");
        assert_eq!(policy.next(ms(0)), Action::Wait(ms(10)));
        policy
    }

    #[test]
    fn a_paced_loop_sleeps_for_the_rest_of_the_period() {
        let mut policy = started();
        assert_eq!(policy.next(ms(10)), UPDATE);
        assert_eq!(policy.next(ms(13)), draw(0.3, 13));
        assert_eq!(policy.next(ms(16)), Action::Wait(ms(4)));
        assert_eq!(policy.next(ms(18)), Action::Wait(ms(2)), "woken early");
        assert_eq!(policy.next(ms(20)), UPDATE);
    }

    #[test]
    fn over_sleep_shortens_the_next_sleep() {
        let mut policy = started();
        assert_eq!(policy.next(ms(12)), UPDATE, "2 ms too late");
        assert_eq!(policy.next(ms(12)), draw(0.2, 12));
        assert_eq!(policy.next(ms(15)), Action::Wait(ms(5)), "10 - 3 - 2");
    }

    #[test]
    fn a_late_pass_does_not_shorten_later_sleeps() {
        let mut policy = started();
        // 2 ms of over-sleep and 13 ms of work exceed the period by 5 ms.
        assert_eq!(policy.next(ms(12)), UPDATE);
        assert_eq!(policy.next(ms(12)), draw(0.2, 12));
        assert_eq!(policy.next(ms(25)), UPDATE, "without sleep");
        assert_eq!(policy.next(ms(26)), draw(0.6, 26), "5 ms behind, and 1");
        assert_eq!(policy.next(ms(28)), Action::Wait(ms(7)), "of its own 10");
        assert_eq!(policy.backlog(), ms(8), "of which 5 are excess");
    }

    #[test]
    fn excess_time_carries_over_into_draws_that_are_skipped() {
        let mut policy = started();
        policy.next(ms(10));
        // The game is drawn at 10 ms and again at 36 ms: 26 ms of work, 16 ms of excess.
        assert_eq!(policy.next(ms(10)), draw(0.0, 10));
        let actions: Vec<_> = (0..3).map(|_| policy.next(ms(36))).collect();
        assert_eq!(actions, [UPDATE, UPDATE, draw(0.6, 36)]);
        // The remaining 6 ms are not enough for another step.
        assert_eq!(policy.next(ms(36)), Action::Wait(ms(10)));
        assert_eq!(policy.next(ms(46)), UPDATE);
        assert_eq!(policy.next(ms(46)), draw(0.6, 46));
    }

    #[test]
    fn consecutive_frame_skips_are_limited() {
        let mut policy = started();
        policy.next(ms(10));
        policy.next(ms(10));
        // Drawing took 100 ms: ten periods, one of them the pass's own.
        let actions: Vec<_> = (0..8).map(|_| policy.next(ms(110))).collect();
        let expected = [&[UPDATE; 6][..], &[draw(1.0, 110)], &[Action::Wait(ms(10))]];
        assert_eq!(actions, expected.concat());
        // The next pass has its own update, and one for each of the remaining four periods.
        let actions: Vec<_> = (0..6).map(|_| policy.next(ms(120))).collect();
        assert_eq!(actions, [&[UPDATE; 5][..], &[draw(0.0, 120)]].concat());
        assert_eq!(policy.backlog(), ms(0));
    }

    #[test]
    fn after_passes_without_sleep_it_yields() {
        let mut policy = policy(0, 3);
        let mut now = 0;
        // Every pass takes exactly a period for drawing.
        let passes = (0..22).map(|_| {
            let action = policy.next(ms(now));
            now += if matches!(action, Action::Draw(_)) {
                10
            } else {
                0
            };
            action
        });
        let actions: Vec<_> = passes.collect();
        let yields: Vec<_> = (0..22).filter(|&at| actions[at] == YIELD).collect();
        // Between two yields are three passes, each with an update and a draw.
        assert_eq!(yields, [7, 14, 21], "{actions:?}");
    }

    #[test]
    fn a_sleep_resets_the_count_of_passes_without_sleep() {
        let mut policy = policy(0, 2);
        policy.next(ms(0));
        assert_eq!(policy.next(ms(10)), UPDATE, "without sleep");
        policy.next(ms(10));
        assert_eq!(policy.next(ms(15)), Action::Wait(ms(5)));
        assert_eq!(policy.next(ms(20)), UPDATE, "after sleep");
        for now in [30, 40] {
            policy.next(ms(now - 10));
            assert_eq!(policy.next(ms(now)), UPDATE, "without sleep");
        }
        policy.next(ms(40));
        assert_eq!(policy.next(ms(50)), YIELD);
    }

    #[test]
    fn passes_of_exactly_a_period_each_take_one_step() {
        for steps in [3, 7, 60, 61, 90, 144] {
            let rate = StepRate::per_second(f64::from(steps)).unwrap();
            let mut policy = PacedStep::new(rate, 5, 16);
            for pass in 0..1000 {
                // The time of a whole number of periods is cut to nanoseconds, and the clock is one ahead.
                let now = rate.time_of(pass) + Duration::from_nanos(u64::from(pass > 0));
                let mut updates = 0;
                loop {
                    match policy.next(now) {
                        Action::Update { .. } => updates += 1,
                        Action::Draw(_) => break,
                        Action::Wait(time) => assert_eq!(time, Duration::ZERO, "{steps}: {pass}"),
                    }
                }
                assert_eq!(updates, u64::from(pass > 0), "{steps}: {pass}");
            }
        }
    }

    #[test]
    fn the_rate_of_davisons_loop_is_80_a_second() {
        let mut policy = PacedStep::new(StepRate::per_second(80.0).unwrap(), 5, 16);
        policy.next(ms(0));
        assert_eq!(
            policy.next(ms(0)),
            Action::Wait(Duration::from_micros(12_500))
        );
    }
}
