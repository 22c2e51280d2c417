//! The ratios of the contenders' times to the time of the hand-written loop. The contenders take turns, so that other
//! work affects all of them alike.

use std::time::{Duration, Instant};

use crate::SIZES;
use crate::step::engine::{Engine, Mover};
use crate::step::hand::Hand;

/// Rounds for each size. The quickest one counts: other work on the machine only adds time.
const ROUNDS: usize = 40;
/// Time of a contender in a round.
const TURN: Duration = Duration::from_millis(15);

/// Prints a table: nanoseconds per sprite, and the ratio to the hand-written loop.
#[expect(clippy::print_stdout, reason = "it is what this is for")]
pub(crate) fn print() {
    // If this program runs as a test or for a profile, its figures mean nothing.
    let elsewhere = ["--test", "--list", "--profile-time"];
    if std::env::args().any(|argument| elsewhere.contains(&&*argument)) {
        return;
    }
    println!(
        "{:>16} {:>9} {:>10} {:>6}",
        "", "sprites", "ns/sprite", "ratio"
    );
    for count in SIZES {
        let mut hand = Hand::new(count);
        let mut engines = Mover::ALL.map(|mover| Engine::new(count, mover));
        let (mut by_hand, mut directly) = (f64::INFINITY, f64::INFINITY);
        let mut times = Mover::ALL.map(|_| f64::INFINITY);
        for _ in 0..ROUNDS {
            by_hand = by_hand.min(turn(count, || hand.step()));
            directly = directly.min(turn(count, || hand.step_directly()));
            for (engine, time) in engines.iter_mut().zip(&mut times) {
                *time = time.min(turn(count, || engine.pass()));
            }
        }
        let names = ["hand", "hand/direct"].into_iter();
        let names = names.chain(Mover::ALL.map(Mover::name));
        for (name, time) in names.zip([by_hand, directly].into_iter().chain(times)) {
            println!("{name:>16} {count:>9} {time:>10.2} {:>6.2}", time / by_hand);
        }
    }
}

/// Returns the nanoseconds per sprite of the quickest pass.
fn turn(count: usize, mut pass: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut least = Duration::MAX;
    while start.elapsed() < TURN {
        let pass_start = Instant::now();
        pass();
        least = least.min(pass_start.elapsed());
    }
    least.as_secs_f64() * 1e9 / count as f64
}
