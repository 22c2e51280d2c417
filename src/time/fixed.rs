//! The policy that sleeps: an update rate and a draw rate, apart.

use core::time::Duration;

use super::accumulator::{Accumulator, Elapsed};
use super::{Action, DrawTime, Handover, LoopPolicy, RateError, StepRate};

/// How often the fixed policy draws when nothing has been updated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawRate {
    /// On every pass: the policy then never sleeps. The default.
    #[default]
    EveryPass,
    /// This often. Draws that come too late are not made up for.
    Rate(StepRate),
}

impl DrawRate {
    /// So many draws per second; 0 draws on every pass.
    ///
    /// # Errors
    /// When the rate is neither 0 nor a [`StepRate`].
    pub fn per_second(rate: f64) -> Result<Self, RateError> {
        if rate == 0.0 {
            Ok(Self::EveryPass)
        } else {
            StepRate::per_second(rate).map(Self::Rate)
        }
    }
}

/// Fixed steps at one rate, draws at another.
///
/// A pass is: at most [`Fixed::max_updates`] updates; then a draw, if one is due or anything was updated; and if
/// neither happened, a sleep until the next of the two is due. It drops no time: what a pass could not step is kept
/// for the next one.
#[derive(Clone, Debug)]
pub struct Fixed {
    updates: Accumulator,
    draws: Option<Accumulator>,
    elapsed: Elapsed,
    rate: StepRate,
    /// By the policies before this one; it drops none itself.
    dropped: Duration,
    max_updates: u32,
    /// Updates done in this pass.
    updated: u32,
}

impl Fixed {
    /// The default of [`Fixed::max_updates`].
    pub const MAX_UPDATES: u32 = 5;

    /// Steps at one rate, draws at the other.
    pub fn new(rate: StepRate, draw_rate: DrawRate) -> Self {
        let draws = match draw_rate {
            DrawRate::EveryPass => None,
            DrawRate::Rate(rate) => Some(Accumulator::new(rate)),
        };
        Self {
            updates: Accumulator::new(rate),
            draws,
            elapsed: Elapsed::default(),
            rate,
            dropped: Duration::ZERO,
            max_updates: Self::MAX_UPDATES,
            updated: 0,
        }
    }

    /// At most this many updates in one pass. At least 1: 0 counts as 1.
    #[must_use]
    pub fn max_updates(mut self, max_updates: u32) -> Self {
        self.max_updates = max_updates.max(1);
        self
    }

    fn take_in(&mut self, now: Duration) {
        let elapsed = self.elapsed.until(now);
        self.updates.add(elapsed);
        if let Some(draws) = &mut self.draws {
            draws.add(elapsed);
        }
    }

    fn draw(&mut self, now: Duration) -> Action {
        self.updated = 0;
        if let Some(draws) = &mut self.draws {
            draws.take_all_steps();
        }
        Action::Draw(DrawTime {
            alpha: self.updates.alpha(),
            now,
        })
    }
}

impl LoopPolicy for Fixed {
    fn next(&mut self, now: Duration) -> Action {
        self.take_in(now);
        if self.updated < self.max_updates && self.updates.take_step() {
            self.updated += 1;
            return Action::Update { dt: 1.0 };
        }
        match &self.draws {
            Some(draws) if self.updated == 0 && !draws.is_due() => {
                Action::Wait(self.updates.until_due().min(draws.until_due()))
            }
            _ => self.draw(now),
        }
    }

    fn name(&self) -> &'static str {
        "fixed"
    }

    fn backlog(&self) -> Duration {
        self.updates.time()
    }

    fn dropped(&self) -> Duration {
        self.dropped
    }

    fn hand_over(&self) -> Handover {
        Handover {
            now: self.elapsed.latest(),
            backlog: self.updates.time(),
            dropped: self.dropped,
        }
    }

    fn take_over(&mut self, from: Handover) {
        self.updates = Accumulator::new(self.rate);
        self.updates.add(from.backlog);
        self.elapsed = Elapsed::since(from.now);
        self.dropped = from.dropped;
        self.updated = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Interpolated;
    use super::super::policy::script::{draws, longest_burst, play, updates};
    use super::*;
    use proptest::prelude::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn rate(per_second: f64) -> StepRate {
        StepRate::per_second(per_second).unwrap()
    }

    fn fixed(update: f64, draw: f64) -> Fixed {
        Fixed::new(rate(update), DrawRate::per_second(draw).unwrap())
    }

    fn draw(alpha: f32, now: u64) -> Action {
        Action::Draw(DrawTime {
            alpha,
            now: ms(now),
        })
    }

    const UPDATE: Action = Action::Update { dt: 1.0 };

    /// Obeys the policy in made-up time for so long, starting at 0; actions take no time.
    fn obey(policy: &mut Fixed, length: Duration) -> Vec<Action> {
        let mut now = Duration::ZERO;
        let mut actions = vec![];
        while now <= length {
            let action = policy.next(now);
            if let Action::Wait(time) = action {
                assert!(!time.is_zero(), "nothing was due at {now:?}");
                now += time;
            }
            actions.push(action);
        }
        actions
    }

    #[test]
    fn it_sleeps_until_the_next_of_the_two_is_due() {
        let mut policy = fixed(100.0, 125.0);
        assert_eq!(policy.next(ms(0)), Action::Wait(ms(8)));
        assert_eq!(policy.next(ms(3)), Action::Wait(ms(5)), "woken early");
        assert_eq!(policy.next(ms(8)), draw(0.8, 8));
        assert_eq!(policy.next(ms(8)), Action::Wait(ms(2)));
        assert_eq!(policy.next(ms(10)), UPDATE);
        assert_eq!(policy.next(ms(10)), draw(0.0, 10), "after any update");
        assert_eq!(policy.next(ms(10)), Action::Wait(ms(6)));
    }

    #[test]
    fn draws_keep_their_rate_when_updates_are_rare() {
        let actions = obey(&mut fixed(10.0, 50.0), ms(10_000));
        assert_eq!((updates(&actions), draws(&actions)), (100, 500));
    }

    #[test]
    fn every_update_is_drawn_when_draws_are_rare() {
        let actions = obey(&mut fixed(50.0, 10.0), ms(10_000));
        assert_eq!((updates(&actions), draws(&actions)), (500, 500));
    }

    #[test]
    fn a_draw_rate_of_zero_draws_on_every_pass_and_never_sleeps() {
        let actions = play(&mut fixed(100.0, 0.0), &[ms(0), ms(4), ms(6), ms(0)]);
        assert_eq!(
            actions,
            [
                draw(0.0, 0),
                draw(0.4, 4),
                UPDATE,
                draw(0.0, 10),
                draw(0.0, 10)
            ]
        );
    }

    #[test]
    fn late_draws_are_not_made_up_for() {
        let mut policy = fixed(1.0, 100.0);
        policy.next(ms(0));
        assert_eq!(policy.next(ms(95)), draw(0.095, 95));
        assert_eq!(
            policy.next(ms(95)),
            Action::Wait(ms(5)),
            "and keep their beat"
        );
    }

    #[test]
    fn a_huge_gap_is_bounded_and_its_backlog_kept() {
        let mut policy = fixed(100.0, 100.0);
        policy.next(ms(0));
        let actions: Vec<_> = (0..12).map(|_| policy.next(ms(86_400_000))).collect();
        assert_eq!((updates(&actions), draws(&actions)), (10, 2));
        assert_eq!(policy.backlog(), ms(86_400_000 - 100));
    }

    #[test]
    fn a_bad_draw_rate_is_an_error() {
        for bad in [-1.0, f64::NAN, 1e9] {
            assert!(DrawRate::per_second(bad).is_err());
        }
        assert_eq!(DrawRate::per_second(-0.0), Ok(DrawRate::EveryPass));
    }

    #[test]
    fn a_switch_carries_the_clock_and_the_part_of_a_step() {
        let mut old = Interpolated::new(rate(100.0));
        old.next(ms(1000));
        old.next(ms(1007));
        let mut new = fixed(100.0, 100.0);
        new.take_over(old.hand_over());
        assert_eq!(new.next(ms(1009)), Action::Wait(ms(1)));
        assert_eq!(new.next(ms(1010)), UPDATE);
    }

    #[test]
    fn a_switch_before_the_first_pass_starts_the_clock_at_the_first_pass() {
        let mut new = fixed(100.0, 0.0);
        new.take_over(Interpolated::new(rate(100.0)).hand_over());
        assert_eq!(new.next(ms(500)), draw(0.0, 500));
    }

    proptest! {
        #[test]
        fn every_policy_gives_the_same_updates_for_the_same_time(
            passes in prop::collection::vec(0..100_000u64, 1..200), update in 1..1000u32, draw in 0..200u32,
        ) {
            let update = StepRate::ratio(update, 1).unwrap();
            let draw = DrawRate::per_second(draw.into()).unwrap();
            let mut passes: Vec<_> = passes.into_iter().map(Duration::from_micros).collect();
            passes.extend(vec![Duration::ZERO; 5_000]);
            let mut fixed = Fixed::new(update, draw);
            let one = play(&mut fixed, &passes);
            let two = play(&mut Interpolated::new(update), &passes);
            prop_assert_eq!(updates(&one), updates(&two));
            prop_assert!(longest_burst(&one) <= 5);
            let counted: Duration = passes[1..].iter().sum();
            prop_assert_eq!(updates(&one) as u128, counted.as_nanos() * update.units_per_nano() / update.units_per_step());
        }

        #[test]
        fn it_sleeps_only_when_nothing_is_due(update in 1..300u32, draw in 1..300u32) {
            let actions = obey(&mut fixed(update.into(), draw.into()), ms(1000));
            prop_assert_eq!(updates(&actions), update as usize);
            prop_assert!(draws(&actions) >= update.max(draw) as usize);
            prop_assert!(draws(&actions) <= (update + draw) as usize);
        }
    }
}
