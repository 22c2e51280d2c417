//! Policies of a game's own that fail, on made-up clocks.

use super::*;
use crate::time::policies::{PolicyChoice, PolicySettings};

/// A policy that steps and draws in turn, once in 10 ms, until it fails at 500 ms.
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
}

const FAULTS: [Fault; 9] = [
    Fault::Panics,
    Fault::PanicsInReads,
    Fault::WaitsAYear,
    Fault::NeverDraws,
    Fault::NeverSteps,
    Fault::NaN,
    Fault::Negative,
    Fault::Endless,
    Fault::Spins,
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

    /// Returns the fault, once it is time to fail.
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
        Handover {
            now: Some(self.now),
            ..Handover::default()
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

/// Runs a policy for half a minute on a clock that waits advance, and draws by a millisecond. Returns the times of
/// steps and draws.
fn run(policy: &mut dyn LoopPolicy, draw: Duration) -> (Vec<Duration>, Vec<Duration>) {
    let (mut now, mut steps, mut draws) = (Duration::ZERO, Vec::new(), Vec::new());
    for _ in 0..200_000 {
        if now >= Duration::from_secs(30) {
            break;
        }
        match policy.next(now) {
            Action::Update { dt } => {
                assert!(dt.is_finite() && dt >= 0.0);
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
    }
    (steps, draws)
}

/// Returns the longest time between two of these times, and before the end.
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
        // The default policy neither repeats nor invents a step.
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
    let slow = StepRate::per_second(0.1).unwrap();
    let choice = PolicyChoice::from(PolicySettings::INTERPOLATED);
    assert_eq!(choice.settings(), Some(PolicySettings::INTERPOLATED));
    let own = PolicyChoice::own(move |rate| {
        crate::time::policies::fixed_step::FixedStep::interpolated(rate, 5, false)
    });
    let mut policy = own.build(slow).unwrap();
    let (steps, _) = run(&mut *policy, Duration::from_millis(100));
    assert_eq!(steps.len(), 2);
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
