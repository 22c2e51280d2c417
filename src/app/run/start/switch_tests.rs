//! A game that switches its loop policy while it runs, on a made-up clock.

use std::time::Duration;

use super::super::clock::MadeUpTime;
use super::tests::scripted::{shown, timed, watched, windowed};
use super::*;
use crate::app::options::Options;
use crate::time::PolicyName;

/// Switches to the next policy after every step. Every eleventh step takes longer than several nominal steps.
struct SwitchingGame {
    time: MadeUpTime,
    steps: u64,
    /// Length of each step, in nominal steps.
    deltas: Vec<f32>,
}

impl Game for SwitchingGame {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.deltas.push(cx.time.dt);
        let policies = PolicyName::ALL;
        let next = policies[self.deltas.len() % policies.len()];
        assert_eq!(cx.set_policy(next.settings()), crate::world::Outcome::Done);
        if cx.time.number.is_multiple_of(11) {
            self.time.pass(Duration::from_millis(90));
        }
        if cx.time.number == self.steps {
            cx.stop();
        }
    }
}

#[test]
fn switching_the_policy_loses_no_time() {
    let time = MadeUpTime::default();
    let app = App::new("SwitchingGame", Options::default()).cells(10, 4);
    let mut game = SwitchingGame {
        time: time.clone(),
        steps: 300,
        deltas: Vec::new(),
    };
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| shown(&now));
    let session = windowed(&app, target);
    let mut runner = timed(&app, &mut game, session, &time);
    assert!(runner.run().unwrap().is_none());
    assert_eq!(runner.pace.dropped(), Duration::ZERO);
    let (elapsed, backlog) = (runner.pace.clock.now(), runner.pace.policy.backlog());
    let deltas = game.deltas;
    assert_eq!(deltas.len(), 300);
    // Steps of other lengths prove that the variable policy was in use, too.
    assert!(deltas.iter().any(|&dt| dt != 1.0), "{deltas:?}");
    let stepped: f64 = deltas.iter().map(|&dt| f64::from(dt) / 60.0).sum();
    // The time of the last pass, in which the game stopped, was never passed to the policy.
    let rest = elapsed.as_secs_f64() - stepped - backlog.as_secs_f64();
    assert!(
        (-1e-4..0.02).contains(&rest),
        "{rest} of {elapsed:?}, {backlog:?} are left"
    );
}
