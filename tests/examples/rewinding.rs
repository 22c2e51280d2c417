//! Rewinding games by a minute or less, step by step, within the default memory limit.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "../../examples/balls/game.rs"]
#[expect(unused_imports, reason = "other tests use more of it")]
mod balls;

use std::time::Instant;

use damselfly::app::{App, Demo, Harness, Options};

/// The default memory limit of [`App::rewind`] for snapshots.
const BUDGET: usize = 64 << 20;
/// Maximum number of steps repeated by a step back: the maximum distance of two snapshots minus one.
const MOST_REPEATED: u64 = 127;

/// Plays a demonstration for some steps, then rewinds it to its start.
pub(crate) fn there_and_back(game: Harness<'_>, demo: Demo, steps: u64) {
    let mut game = game.rewindable(BUDGET);
    let first = game.core().step_number() + 1;
    let mut sums = Vec::new();
    for step in first..first + steps {
        for event in demo(step, game.world()) {
            game.input(event);
        }
        game.step();
        sums.push(game.checksum());
    }
    let mut times = Vec::new();
    for step in (first..first + steps - 1).rev() {
        let before = game.repeated_steps();
        let begun = Instant::now();
        assert!(game.step_back(), "{step}");
        times.push(begun.elapsed());
        let again = game.repeated_steps() - before;
        assert!(again <= MOST_REPEATED, "{again} for step {step}");
        assert_eq!(game.core().step_number(), step);
        assert_eq!(
            game.checksum(),
            sums[usize::try_from(step - first).unwrap()]
        );
    }
    let again = game.repeated_steps();
    assert!(again <= 4 * steps, "{again} steps for {steps} back");
    assert!(!game.step_back(), "before the first step");
    // Prints the figures of `docs/performance.md`.
    if std::env::var_os("DAMSELFLY_TIMES").is_some() {
        times.sort_unstable();
        let [median, worst] = [times[times.len() / 2], times[times.len() - 1]];
        eprintln!("a step back: median {median:?}, worst {worst:?}");
    }
}

#[test]
fn a_minute_of_balls_runs_backwards_exactly() {
    let options = Options {
        seed: Some(5),
        ..Options::default()
    };
    let app = App::new("Balls", options).pixels(1280, 720);
    let app = app.altitudes(balls::ALTITUDES);
    let game = Harness::start(app, balls::start).unwrap();
    there_and_back(game, balls::demo, 3600);
}
