//! Laws of the loop policies, tested on simulated clocks.
//!
//! The same times give the same decisions. All elapsed time is stepped, in the backlog, or dropped. Game time never
//! exceeds the clock's time. The number of consecutive updates is bounded, so that no policy starves drawing. No wait
//! is longer than the time until the next update, so that no policy starves input. A switch loses no time.

use core::time::Duration;

use proptest::prelude::*;

use super::{Action, DrawRate, Handover, LoopPolicy, PolicyName, PolicySettings};
use crate::time::{StepCounter, StepRate};

/// Returns one policy of each kind, and more of the kinds whose behaviour depends much on parameters.
fn all() -> Vec<PolicySettings> {
    let elastic = |min_delta, max_delta, delay| PolicySettings::Elastic {
        min_delta,
        max_delta,
        max_update_delay: Duration::from_millis(delay),
        max_draw_delay: 4,
    };
    let mut all = PolicyName::ALL.map(PolicyName::settings).to_vec();
    all.extend([
        PolicySettings::Interpolated {
            max_updates: 3,
            yields: true,
        },
        PolicySettings::Fixed {
            draw_rate: DrawRate::per_second(90.0).unwrap(),
            max_updates: 5,
        },
        elastic(0.25, 3.0, 100),
        elastic(0.0, f32::INFINITY, 500),
        elastic(1.0, 1.0, 0),
    ]);
    all
}

/// Returns whether every step has a length of exactly 1.
fn has_fixed_step(settings: &PolicySettings) -> bool {
    match *settings {
        PolicySettings::Variable { .. } => false,
        PolicySettings::Elastic {
            min_delta,
            max_delta,
            ..
        } => min_delta == 1.0 && max_delta == 1.0,
        _ => true,
    }
}

/// Returns the maximum number of updates between two draws.
fn max_burst(settings: PolicySettings) -> usize {
    match settings {
        PolicySettings::Variable { .. } => 1,
        PolicySettings::Interpolated { max_updates, .. }
        | PolicySettings::Fixed { max_updates, .. } => max_updates as usize,
        PolicySettings::Paced {
            max_frame_skips, ..
        } => max_frame_skips as usize + 1,
        PolicySettings::Elastic { max_draw_delay, .. } => max_draw_delay as usize,
    }
}

fn rate(per_second: u32) -> StepRate {
    StepRate::ratio(per_second, 1).unwrap()
}

fn build(settings: PolicySettings, per_second: u32) -> Box<dyn LoopPolicy> {
    settings.build(rate(per_second)).unwrap()
}

/// A game that follows its policy in simulated time, and its results.
struct Run {
    policy: Box<dyn LoopPolicy>,
    counter: StepCounter,
    now: Duration,
    updates: u64,
    draws: u64,
    /// Updates since the latest draw, and their maximum so far.
    burst: usize,
    longest_burst: usize,
    deltas: Vec<f32>,
}

impl Run {
    fn of(settings: PolicySettings, per_second: u32) -> Self {
        Self {
            policy: build(settings, per_second),
            counter: StepCounter::new(rate(per_second)),
            now: Duration::ZERO,
            updates: 0,
            draws: 0,
            burst: 0,
            longest_burst: 0,
            deltas: vec![],
        }
    }

    /// Executes one decision. Updates and draws take `update` and `draw`; each wait of more than 0 is `over_sleep` too
    /// long.
    fn pass(&mut self, update: Duration, draw: Duration, over_sleep: Duration) -> Action {
        let action = self.policy.next(self.now);
        match action {
            Action::Update { dt } => {
                self.counter.next_step(dt, self.now);
                self.deltas.push(dt);
                self.updates += 1;
                self.now += update;
                self.burst += 1;
                self.longest_burst = self.longest_burst.max(self.burst);
            }
            Action::Draw(time) => {
                assert!((0.0..=1.0).contains(&time.alpha), "{action:?}");
                assert_eq!(time.now, self.now);
                self.draws += 1;
                self.burst = 0;
                self.now += draw;
            }
            Action::Wait(time) => {
                let due = self.policy.until_update();
                assert!(time <= due || time.is_zero(), "{time:?} {due:?}");
                self.now += time
                    + if time.is_zero() {
                        Duration::ZERO
                    } else {
                        over_sleep
                    };
            }
        }
        action
    }

    /// Returns whether the stepped time, the backlog and the dropped time add up to `given`, except for rounding.
    fn accounts_for_all_time(&self, given: Duration) -> bool {
        let all = self.counter.game_time() + self.policy.backlog() + self.policy.dropped();
        let rounding = Duration::from_nanos(4 + self.updates);
        all.abs_diff(given) <= rounding
    }
}

fn micros(range: core::ops::Range<u64>) -> impl Strategy<Value = Duration> {
    range.prop_map(Duration::from_micros)
}

proptest! {
    #[test]
    fn the_same_times_give_the_same_decisions(times in prop::collection::vec(micros(0..1_000_000), 1..100), rate in 1..1000u32) {
        for settings in all() {
            let (mut one, mut two) = (build(settings, rate), build(settings, rate));
            for &now in &times {
                prop_assert_eq!(one.next(now), two.next(now));
            }
        }
    }

    #[test]
    fn all_time_is_stepped_or_backlog_or_dropped(
        work in prop::collection::vec((micros(0..40_000), micros(0..60_000), micros(0..3_000)), 1..150), per_second in 1..300u32,
    ) {
        for settings in all() {
            let mut run = Run::of(settings, per_second);
            let mut game_time = Duration::ZERO;
            for &(update, draw, over_sleep) in &work {
                let given = run.now;
                run.pass(update, draw, over_sleep);
                let next = run.counter.game_time();
                prop_assert!(next >= game_time, "{settings:?} goes back");
                prop_assert!(next <= given, "{settings:?}: {next:?} of {given:?}");
                prop_assert!(run.accounts_for_all_time(given), "{settings:?}: {:?}", run.policy);
                game_time = next;
            }
        }
    }

    #[test]
    fn no_policy_starves_drawing_however_slow_the_updates_are(
        work in prop::collection::vec((micros(0..200_000), micros(0..200_000)), 20..100), per_second in 1..1000u32,
    ) {
        for settings in all() {
            let mut run = Run::of(settings, per_second);
            for &(update, draw) in &work {
                run.pass(update, draw, Duration::ZERO);
            }
            prop_assert!(run.longest_burst <= max_burst(settings), "{settings:?}");
            // No policy starves updates either: by the time two steps are due, at least one has been taken.
            let due = rate(per_second).time_of(2);
            prop_assert!(run.updates > 0 || run.now < due, "{settings:?}");
        }
    }

    #[test]
    fn variable_steps_are_never_longer_than_the_longest(gaps in prop::collection::vec(micros(0..250_000), 1..100), per_second in 1..300u32) {
        let max_elapsed = Duration::from_millis(30);
        let mut run = Run::of(PolicySettings::Variable { max_elapsed }, per_second);
        for gap in gaps {
            run.pass(Duration::ZERO, gap, Duration::ZERO);
        }
        let longest = 0.03 * per_second as f32;
        prop_assert!(run.deltas.iter().all(|&dt| 0.0 < dt && dt <= longest), "{:?}", run.deltas);
    }

    #[test]
    fn a_paced_loop_draws_each_step_and_stays_in_time(
        work in prop::collection::vec((micros(0..4_000), micros(0..5_000), micros(0..900)), 1..300),
    ) {
        // The period is 10 ms, longer than any pass.
        let mut run = Run::of(PolicySettings::PACED, 100);
        for (update, draw, over_sleep) in work {
            let before = run.draws;
            run.pass(update, draw, over_sleep);
            prop_assert!(run.policy.backlog() < Duration::from_millis(20));
            if run.draws > before {
                prop_assert_eq!(run.draws, run.updates + 1, "including the draw at the start");
            }
        }
    }

    #[test]
    fn an_elastic_loop_keeps_its_delay_and_step_limits(
        work in prop::collection::vec((micros(0..60_000), micros(0..60_000)), 1..200), per_second in 20..200u32,
    ) {
        let delay = Duration::from_millis(70);
        let settings = PolicySettings::Elastic { min_delta: 0.5, max_delta: 2.0, max_update_delay: delay, max_draw_delay: 6 };
        let mut run = Run::of(settings, per_second);
        for (update, draw) in work {
            if let Action::Update { dt } = run.pass(update, draw, Duration::ZERO) {
                prop_assert!((0.5..=2.0).contains(&dt));
                prop_assert!(run.policy.backlog() <= delay);
            }
        }
    }

    #[test]
    fn switching_on_every_pass_loses_no_time(
        passes in prop::collection::vec((micros(0..40_000), 0..10usize), 1..200),
    ) {
        // The period of 1/8 s is a whole number of nanoseconds: a switch rounds nothing away.
        let mut policy = build(PolicySettings::INTERPOLATED, 8);
        let mut counter = StepCounter::new(rate(8));
        policy.next(Duration::ZERO);
        let (mut now, mut dropped) = (Duration::ZERO, Duration::ZERO);
        for (pass, kind) in passes {
            now += pass;
            let mut next = build(all()[kind], 8);
            let before = policy.hand_over();
            next.take_over(before);
            prop_assert_eq!(next.hand_over(), before, "the switch itself changes nothing");
            policy = next;
            while let Action::Update { dt } = policy.next(now) {
                counter.next_step(dt, now);
            }
            prop_assert!(policy.dropped() >= dropped);
            dropped = policy.dropped();
            let all = counter.game_time() + policy.backlog() + dropped;
            prop_assert!(all.abs_diff(now) < Duration::from_micros(1), "{all:?} of {now:?}");
            prop_assert!(counter.game_time() <= now);
        }
    }

    #[test]
    fn switching_after_every_decision_starves_no_drawing(
        passes in prop::collection::vec((micros(0..400_000), 0..10usize), 1..200), keeps in 0..10usize,
    ) {
        let most = all().into_iter().map(max_burst).max().unwrap_or(0);
        let mut policy = build(PolicySettings::INTERPOLATED, 60);
        let (mut now, mut undrawn) = (Duration::ZERO, 0);
        for (pass, kind) in passes {
            match policy.next(now) {
                Action::Update { .. } => {
                    undrawn += 1;
                    now += pass;
                }
                Action::Draw(_) => undrawn = 0,
                Action::Wait(time) => {
                    prop_assert_eq!(undrawn, 0, "{:?}", policy);
                    now += time;
                }
            }
            prop_assert!(undrawn <= most, "{undrawn} updates without a draw: {policy:?}");
            // In some cases, all switches are to the same settings; in the others, they are to any.
            let kind = if keeps < 5 { keeps } else { kind };
            let mut next = build(all()[kind], 60);
            next.take_over(policy.hand_over());
            prop_assert_eq!(next.hand_over(), policy.hand_over());
            policy = next;
        }
    }

    #[test]
    fn a_pass_without_time_never_steps(passes in 1..50usize, rate in 1..1000u32) {
        for settings in all() {
            let mut policy = build(settings, rate);
            for _ in 0..passes {
                let action = policy.next(Duration::from_secs(5));
                prop_assert!(!matches!(action, Action::Update { .. }), "{settings:?}");
            }
        }
    }

    #[test]
    fn a_clock_that_goes_back_gives_no_time(times in prop::collection::vec(micros(0..50_000), 1..100)) {
        for settings in all() {
            let mut run = Run::of(settings, 60);
            let mut latest = Duration::ZERO;
            for &time in &times {
                // The clock moves forward and back.
                run.now = time;
                latest = latest.max(time);
                let action = run.policy.next(time);
                if let Action::Update { dt } = action {
                    run.counter.next_step(dt, time);
                    run.updates += 1;
                }
                if let Action::Draw(time) = action {
                    prop_assert!((0.0..=1.0).contains(&time.alpha));
                }
                // The game's time starts at 0 with the first reading.
                prop_assert!(run.counter.game_time() <= latest);
            }
        }
    }
}

proptest! {
    // Few cases, because each simulates a minute of every policy with a fixed step.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_minute_without_overload_has_its_fixed_steps_to_one(
        over_sleep in micros(0..900), draw in micros(1..4_000), per_second in 20..240u32,
    ) {
        // Updating and drawing take only a part of the period.
        let period = Duration::from_secs(1) / per_second;
        let draw = draw.min(period * 4 / 10);
        let update = period / 10;
        for settings in all().into_iter().filter(has_fixed_step) {
            let mut run = Run::of(settings, per_second);
            while run.now < Duration::from_secs(60) {
                run.pass(update, draw, over_sleep.min(period / 4));
            }
            // Also counts steps that are due by now, but which the loop has not taken yet.
            for _ in 0..4 {
                match run.policy.next(run.now) {
                    Action::Update { .. } => run.updates += 1,
                    Action::Draw(_) | Action::Wait(Duration::ZERO) => {}
                    Action::Wait(_) => break,
                }
            }
            let due = run.now.as_secs_f64() * f64::from(per_second);
            let lost = run.policy.dropped().as_secs_f64() * f64::from(per_second);
            let missing = due - lost - run.updates as f64;
            prop_assert!((-0.001..1.001).contains(&missing), "{settings:?}: {missing} steps of {due} missing");
        }
    }
}

#[test]
fn dropped_time_is_handed_over() {
    for settings in all() {
        let mut policy = build(settings, 60);
        let dropped = Duration::from_millis(320);
        policy.take_over(Handover {
            dropped,
            ..Handover::default()
        });
        assert_eq!(policy.dropped(), dropped);
        assert_eq!(policy.hand_over().dropped, dropped);
    }
}

#[test]
fn the_longest_times_overflow_nothing() {
    for settings in all() {
        let mut policy = build(settings, 60);
        policy.next(Duration::ZERO);
        for now in [Duration::from_secs(10 * 365 * 86_400), Duration::MAX] {
            let actions: Vec<_> = (0..40).map(|_| policy.next(now)).collect();
            let draws = actions
                .iter()
                .filter(|action| matches!(action, Action::Draw(_)));
            assert!(draws.count() > 0, "{settings:?}");
        }
        policy.take_over(Handover {
            now: Some(Duration::MAX),
            backlog: Duration::MAX,
            dropped: Duration::MAX,
            undrawn: u32::MAX,
        });
        policy.next(Duration::MAX);
    }
}

#[test]
fn an_idle_game_sleeps_under_the_policies_that_sleep() {
    // Updates and draws take no time, so only waits advance the clock. A policy that sleeps needs fewer than four
    // passes per step.
    for (settings, sleeps) in [
        (PolicySettings::PACED, true),
        (PolicySettings::ELASTIC, true),
        (
            PolicySettings::Fixed {
                draw_rate: DrawRate::per_second(30.0).unwrap(),
                max_updates: 5,
            },
            true,
        ),
    ] {
        let mut run = Run::of(settings, 60);
        let mut passes = 0;
        while run.now < Duration::from_secs(10) {
            run.pass(Duration::ZERO, Duration::ZERO, Duration::ZERO);
            passes += 1;
        }
        assert_eq!(passes < 10 * 60 * 4, sleeps, "{settings:?}: {passes}");
    }
}
