//! Tests the guard with policies of a game's own that fail, on simulated clocks.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::time::policies::{PolicyChoice, PolicySettings};

/// A policy that takes a step every 10 ms and draws after it. From 500 ms on, it has its fault.
#[derive(Debug)]
struct Failing {
    fault: Fault,
    now: Duration,
    next: Duration,
    draws: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    Panics,
    PanicsInReads,
    WaitsAYear,
    NeverDraws,
    NeverSteps,
    NaN,
    Negative,
    Endless,
    Spins,
    LongSteps,
    HandsOverTheFuture,
    HandsOverTooMuch,
    DropsTooMuch,
}

const FAULTS: [Fault; 13] = [
    Fault::Panics,
    Fault::PanicsInReads,
    Fault::WaitsAYear,
    Fault::NeverDraws,
    Fault::NeverSteps,
    Fault::NaN,
    Fault::Negative,
    Fault::Endless,
    Fault::Spins,
    Fault::LongSteps,
    Fault::HandsOverTheFuture,
    Fault::HandsOverTooMuch,
    Fault::DropsTooMuch,
];

const PERIOD: Duration = Duration::from_millis(10);
const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

impl Failing {
    fn new(fault: Fault) -> Self {
        Self {
            fault,
            now: Duration::ZERO,
            next: PERIOD,
            draws: false,
        }
    }

    /// Returns the fault from 500 ms on, and `Fault::None` before.
    fn present(&self) -> Fault {
        match self.now >= 50 * PERIOD {
            true => self.fault,
            false => Fault::None,
        }
    }

    fn healthy(&mut self) -> Action {
        if core::mem::take(&mut self.draws) {
            return Action::Draw(DrawTime::default());
        }
        if self.now < self.next {
            return Action::Wait(self.next - self.now);
        }
        self.next += PERIOD;
        self.draws = true;
        Action::Update { dt: 1.0 }
    }
}

impl LoopPolicy for Failing {
    fn next(&mut self, now: Duration) -> Action {
        self.now = now;
        let action = self.healthy();
        match (self.present(), action) {
            (Fault::Panics, _) => panic!("meant to happen in a policy"),
            (Fault::WaitsAYear, _) => Action::Wait(YEAR),
            (Fault::NeverDraws, Action::Draw(_)) => Action::Wait(PERIOD),
            (Fault::NeverSteps, Action::Update { .. }) => Action::Draw(DrawTime::default()),
            (Fault::NaN, Action::Update { .. }) => Action::Update { dt: f32::NAN },
            (Fault::Negative, Action::Update { .. }) => Action::Update { dt: -1.0 },
            (Fault::Endless, Action::Update { .. }) => Action::Update { dt: f32::INFINITY },
            (Fault::LongSteps, Action::Update { .. }) => Action::Update { dt: 1e9 },
            (Fault::Spins, _) => Action::Wait(Duration::ZERO),
            (_, action) => action,
        }
    }

    fn draw_time(&self) -> DrawTime {
        let faulty = self.present() == Fault::PanicsInReads;
        assert!(!faulty, "meant to happen in a policy");
        DrawTime::default()
    }

    fn until_update(&self) -> Duration {
        match self.present() {
            Fault::WaitsAYear => YEAR,
            _ => self.next.saturating_sub(self.now),
        }
    }

    fn hand_over(&self) -> Handover {
        let ordinary = Handover {
            now: Some(self.now),
            ..Handover::default()
        };
        match self.present() {
            Fault::HandsOverTheFuture => Handover {
                now: Some(self.now + YEAR),
                ..ordinary
            },
            Fault::HandsOverTooMuch => Handover {
                backlog: YEAR,
                ..ordinary
            },
            Fault::DropsTooMuch => Handover {
                dropped: Duration::MAX,
                ..ordinary
            },
            _ => ordinary,
        }
    }

    fn take_over(&mut self, from: Handover) {
        self.now = from.now.unwrap_or_default();
        self.next = self.now + PERIOD;
    }
}

fn rate() -> StepRate {
    StepRate::per_second(100.0).unwrap()
}

/// Runs a policy for half a minute on a simulated clock, which advances by each wait, and by `draw` for each draw.
/// Returns the times of steps and of draws.
fn run(policy: &mut dyn LoopPolicy, draw: Duration) -> (Vec<Duration>, Vec<Duration>) {
    let (mut now, mut steps, mut draws) = (Duration::ZERO, Vec::new(), Vec::new());
    for _ in 0..200_000 {
        if now >= Duration::from_secs(30) {
            break;
        }
        match policy.next(now) {
            Action::Update { dt } => {
                assert!((0.0..=MAX_STEP).contains(&dt));
                steps.push(now);
            }
            Action::Draw(_) => {
                draws.push(now);
                now += draw;
            }
            Action::Wait(time) => {
                assert!(time <= MAX_WAIT);
                now += time;
            }
        }
        assert!(policy.until_update() <= MAX_WAIT && policy.draw_time().alpha <= 1.0);
        // The guard passes on no time that has not come.
        let Handover {
            now: at,
            backlog,
            dropped,
            ..
        } = policy.hand_over();
        assert!(at.is_none_or(|at| at <= now) && backlog.max(dropped) <= now);
    }
    (steps, draws)
}

/// Returns the longest gap between two consecutive times, or between the last one and the end of the run.
fn longest_gap(times: &[Duration]) -> Duration {
    let ends = times[1..].iter().copied().chain([Duration::from_secs(30)]);
    let gaps = times.iter().zip(ends).map(|(start, end)| end - *start);
    gaps.max().unwrap_or_default()
}

#[test]
fn a_healthy_policy_of_a_games_own_runs_unchanged() {
    let choice = PolicyChoice::own(|_| Failing::new(Fault::None));
    let guarded = run(
        &mut *choice.build(rate()).unwrap(),
        Duration::from_millis(1),
    );
    let plain = run(&mut Failing::new(Fault::None), Duration::from_millis(1));
    assert_eq!(guarded, plain);
    assert!(guarded.0.len() > 2900 && guarded.1.len() == guarded.0.len());
}

#[test]
fn a_game_goes_on_by_default_when_its_own_policy_fails() {
    for fault in FAULTS {
        let choice = PolicyChoice::own(move |_| Failing::new(fault));
        let (steps, draws) = run(
            &mut *choice.build(rate()).unwrap(),
            Duration::from_millis(1),
        );
        for times in [&steps, &draws] {
            let gap = longest_gap(times);
            assert!(gap < MAX_IDLE + 2 * MAX_WAIT, "{fault:?}: {gap:?}");
            let last = *times.last().unwrap();
            assert!(last > Duration::from_secs(29), "{fault:?}: {last:?}");
        }
        // The default policy takes no step twice, and no step that is not due.
        assert!(steps.len() <= 3001, "{fault:?}: {}", steps.len());
    }
}

#[test]
fn a_policy_that_cannot_be_made_is_replaced() {
    let choice = PolicyChoice::own(|_| -> Failing { panic!("meant to happen in a policy") });
    let (steps, _) = run(
        &mut *choice.build(rate()).unwrap(),
        Duration::from_millis(1),
    );
    assert!((2990..=3000).contains(&steps.len()), "{}", steps.len());
}

#[test]
fn slow_games_may_take_longer_steps_than_the_limit() {
    let choice = PolicyChoice::from(PolicySettings::INTERPOLATED);
    assert_eq!(choice.settings(), Some(PolicySettings::INTERPOLATED));
    let own = PolicyChoice::own(move |rate| {
        crate::time::policies::fixed_step::FixedStep::interpolated(rate, 5, false)
    });
    for (rate, expected) in [(0.1, 2), (0.05, 1), (0.04, 1)] {
        let slow = StepRate::per_second(rate).unwrap();
        let mut policy = own.build(slow).unwrap();
        let (steps, _) = run(&mut *policy, Duration::from_millis(100));
        assert_eq!(steps.len(), expected, "{rate}");
    }
}

/// A policy that takes its actions from the end of a list, then waits. While `panics` is true, `next`, `hand_over` and
/// `take_over` panic.
#[derive(Debug)]
struct Scripted {
    actions: Vec<Action>,
    told: Arc<std::sync::Mutex<Vec<Duration>>>,
    panics: Arc<AtomicBool>,
}

impl Scripted {
    fn check(&self) {
        let panics = self.panics.load(Ordering::Relaxed);
        assert!(!panics, "meant to happen in a policy");
    }
}

impl LoopPolicy for Scripted {
    fn next(&mut self, now: Duration) -> Action {
        self.check();
        self.told.lock().unwrap().push(now);
        let next = self.actions.pop();
        next.unwrap_or(Action::Wait(PERIOD))
    }

    fn draw_time(&self) -> DrawTime {
        DrawTime::default()
    }

    fn until_update(&self) -> Duration {
        Duration::ZERO
    }

    fn hand_over(&self) -> Handover {
        self.check();
        Handover {
            dropped: PERIOD / 2,
            ..Handover::default()
        }
    }

    fn take_over(&mut self, _: Handover) {
        self.check();
    }
}

/// Returns a guarded policy that takes these actions in order, the list of times passed to the policy's `next`, and a
/// switch that makes the policy panic.
fn scripted(
    mut actions: Vec<Action>,
) -> (
    GuardedPolicy,
    Arc<std::sync::Mutex<Vec<Duration>>>,
    Arc<AtomicBool>,
) {
    actions.reverse();
    let (told, panics) = (Arc::default(), Arc::default());
    let (times, switch) = (Arc::clone(&told), Arc::clone(&panics));
    let make: Arc<MakePolicy> = Arc::new(move |_| {
        Box::new(Scripted {
            actions: actions.clone(),
            told: Arc::clone(&times),
            panics: Arc::clone(&switch),
        })
    });
    (GuardedPolicy::new(&make, rate()), told, panics)
}

#[test]
fn a_failed_policy_hands_over_its_lost_time_and_steps() {
    let update = Action::Update { dt: 1.0 };
    let draw = Action::Draw(DrawTime::default());
    for (actions, undrawn) in [
        (vec![update; 3], 3),
        (vec![update, update, draw, update], 1),
        (vec![update, draw], 0),
    ] {
        let count = actions.len();
        let (mut policy, _, panics) = scripted(actions);
        for _ in 0..count {
            policy.next(PERIOD);
        }
        let expected = Handover {
            now: Some(PERIOD),
            backlog: Duration::ZERO,
            dropped: PERIOD / 2,
            undrawn,
        };
        // If the policy's own `hand_over` panics, the guard returns what it has recorded, also after the failure.
        panics.store(true, Ordering::Relaxed);
        assert_eq!(policy.hand_over(), expected);
        policy.fail("meant to happen in a test");
        assert_eq!(policy.hand_over(), expected);
    }
}

#[test]
fn a_policy_that_panics_when_it_takes_over_loses_nothing() {
    let from = Handover {
        now: Some(100 * PERIOD),
        backlog: PERIOD / 2,
        dropped: 7 * PERIOD,
        undrawn: 2,
    };
    let (mut policy, _, panics) = scripted(Vec::new());
    panics.store(true, Ordering::Relaxed);
    policy.take_over(from);
    assert_eq!(policy.hand_over(), from);
}

#[test]
fn a_policy_hands_on_the_time_that_it_took_over() {
    let from = Handover {
        now: Some(100 * PERIOD),
        backlog: PERIOD / 2,
        ..Handover::default()
    };
    let choice = PolicyChoice::own(|_| Failing::new(Fault::None));
    let mut policy = choice.build(rate()).unwrap();
    policy.take_over(from);
    assert_eq!(policy.hand_over().now, from.now);
}

#[test]
fn a_policy_never_sees_its_time_go_back() {
    let (mut policy, told, _) = scripted(Vec::new());
    for time in [1, 5, 3, 5, 9, 0] {
        policy.next(time * PERIOD);
    }
    let expected = [1, 5, 5, 5, 9, 9].map(|time| time * PERIOD);
    assert_eq!(*told.lock().unwrap(), expected);
}

#[test]
fn a_policy_that_takes_over_late_has_not_failed() {
    let (mut policy, told, _) = scripted(Vec::new());
    policy.next(PERIOD);
    policy.take_over(Handover::default());
    policy.next(PERIOD + 2 * MAX_IDLE);
    policy.next(2 * PERIOD + 2 * MAX_IDLE);
    assert_eq!(told.lock().unwrap().len(), 3);
}

#[test]
fn copies_of_a_choice_are_equal_and_others_are_not() {
    let own = || PolicyChoice::own(|_| Failing::new(Fault::None));
    let one = own();
    assert_eq!(one, one.clone());
    assert_ne!(one, own());
    assert_ne!(one, PolicyChoice::default());
    assert_eq!(PolicyChoice::default(), PolicySettings::INTERPOLATED.into());
    assert_eq!((one.settings(), format!("{one:?}").as_str()), (None, "Own"));
}

/// Time scales, from the minimum to the maximum.
const SCALES: [f64; 5] = [0.01, 0.3, 1.0, 7.0, 100.0];

/// Runs a policy at a time scale for this much real time. The clock advances by each wait, at most 100 ms at once, by a
/// millisecond for each draw, and by a quarter of a second in every thousandth pass. Returns the real time at which the
/// policy failed, if it did, and the real time at which the game's time reached 500 ms.
fn run_scaled(
    policy: &mut GuardedPolicy,
    scale: f64,
    time: Duration,
) -> (Option<Duration>, Duration) {
    let (mut real, mut start) = (Duration::ZERO, Duration::ZERO);
    for pass in 1.. {
        if policy.has_failed || real > time {
            break;
        }
        if real.mul_f64(scale) < 50 * PERIOD {
            start = real;
        }
        policy.set_real_time(real);
        real += match policy.next(real.mul_f64(scale)) {
            Action::Update { .. } => Duration::ZERO,
            Action::Draw(_) => Duration::from_millis(1),
            Action::Wait(wait) => {
                let wait = wait.div_f64(scale) + Duration::from_nanos(1);
                wait.min(Duration::from_millis(100))
            }
        };
        if pass % 1000 == 0 {
            real += Duration::from_millis(250);
        }
    }
    (policy.has_failed.then_some(real), start)
}

fn guarded(
    make: impl Fn(StepRate) -> Box<dyn LoopPolicy> + Send + Sync + 'static,
    rate: StepRate,
) -> GuardedPolicy {
    let make: Arc<MakePolicy> = Arc::new(make);
    GuardedPolicy::new(&make, rate)
}

#[test]
fn a_faulty_policy_fails_after_ten_real_seconds_at_any_scale() {
    for fault in [Fault::WaitsAYear, Fault::NeverDraws, Fault::NeverSteps] {
        for scale in SCALES {
            let mut policy = guarded(move |_| Box::new(Failing::new(fault)), rate());
            let (failed, start) = run_scaled(&mut policy, scale, Duration::from_secs(100));
            let took = failed.expect("the fault is noticed") - start;
            // The latest step or frame before the fault was up to a period earlier.
            let earliest = MAX_IDLE - PERIOD.div_f64(scale);
            let expected = earliest..MAX_IDLE + Duration::from_secs(1);
            assert!(expected.contains(&took), "{fault:?} {scale}: {took:?}");
        }
    }
}

#[test]
fn a_healthy_policy_never_fails_at_any_scale_or_rate() {
    for scale in SCALES {
        for rate in [0.02, 0.3, 5.0, 60.0, 1000.0] {
            let rate = StepRate::per_second(rate).unwrap();
            let mut policy = guarded(
                |rate| {
                    use crate::time::policies::fixed_step::FixedStep;
                    Box::new(FixedStep::interpolated(rate, 5, false))
                },
                rate,
            );
            let (failed, _) = run_scaled(&mut policy, scale, Duration::from_secs(120));
            assert_eq!(failed, None, "{scale} {rate:?}");
        }
    }
}

#[test]
fn slow_games_fail_after_five_steps_at_any_scale() {
    let slow = StepRate::per_second(0.1).unwrap();
    for (scale, seconds) in [(0.5, 100), (1.0, 50), (10.0, 10), (100.0, 10)] {
        let mut policy = guarded(|_| Box::new(Failing::new(Fault::WaitsAYear)), slow);
        let (failed, start) = run_scaled(&mut policy, scale, Duration::from_secs(200));
        let took = failed.expect("the fault is noticed") - start;
        let expected = Duration::from_secs(seconds);
        assert!(
            took.abs_diff(expected) < Duration::from_secs(1),
            "{scale}: {took:?}"
        );
    }
}
