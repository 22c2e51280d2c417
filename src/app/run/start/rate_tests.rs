//! Slow step rates on a made-up clock, and rates with a time scale.

use std::time::Duration;

use super::super::clock::MadeUpTime;
use super::tests::scripted::{TimedGame, play_on, shown, watched};
use super::*;
use crate::time::TimeScale;

/// Each wait between two steps is longer than the limit above which a gap in the run is skipped.
#[test]
fn waits_at_two_steps_per_second_are_no_gaps() {
    for policy in [
        PolicySettings::INTERPOLATED,
        PolicySettings::FIXED,
        PolicySettings::PACED,
        PolicySettings::ELASTIC,
    ] {
        let time = MadeUpTime::default();
        let now = time.clone();
        let (target, draws) = watched(&time, move |_, _| shown(&now));
        let mut game = TimedGame::new(&time, 40);
        game.rate = StepRate::per_second(2.0).unwrap();
        game.policy = policy;
        let lost = play_on(&time, &mut game, target, None);
        assert_eq!(lost, Duration::ZERO, "{policy:?}");
        let late = game.lateness();
        assert_eq!(late.len(), 40);
        assert!(
            late.iter().all(|late| late.as_millis() <= 5),
            "{policy:?}: {late:?}"
        );
        // There are at least as many frames as steps: one before the first step, and none after the last, which ends
        // the game.
        assert!(draws.lock().unwrap().len() >= 40, "{policy:?}");
    }
}

#[test]
fn a_time_scale_changes_how_many_steps_a_second_has() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| shown(&now));
    let mut game = TimedGame::new(&time, 180);
    let scale = |scale| TimeScale::new(scale).unwrap();
    game.scales = vec![(60, scale(2.0)), (120, scale(0.5))];
    assert_eq!(play_on(&time, &mut game, target, None), Duration::ZERO);
    let took = |steps: core::ops::Range<usize>| game.began[steps.end] - game.began[steps.start];
    for (steps, expected) in [(0..59, 1.0), (60..119, 0.5), (120..179, 2.0)] {
        let expected = StepRate::SIXTY.time_of(59).mul_f64(expected);
        let took = took(steps);
        assert!(
            took.abs_diff(expected) <= Duration::from_millis(11),
            "{took:?} for {expected:?}"
        );
    }
}
