//! What the engine costs of what the hand-written loop costs, taken in turns so that both meet the same machine.

use std::time::{Duration, Instant};

use crate::SIZES;
use crate::step::engine::{Engine, Mover};
use crate::step::hand::Hand;

/// Rounds for each size. The quickest one counts: what else the machine does only ever adds time.
const ROUNDS: usize = 40;
/// How long a contender runs in a round.
const TURN: Duration = Duration::from_millis(15);

/// Prints a table: nanoseconds a sprite, and how many times the hand-written loop's.
#[expect(clippy::print_stdout, reason = "it is what this is for")]
pub(crate) fn print() {
    // As a test or for a profile, figures mean nothing.
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
        let mut by_hand = f64::INFINITY;
        let mut times = Mover::ALL.map(|_| f64::INFINITY);
        for _ in 0..ROUNDS {
            by_hand = by_hand.min(turn(count, || hand.step()));
            for (engine, time) in engines.iter_mut().zip(&mut times) {
                *time = time.min(turn(count, || engine.pass()));
            }
        }
        let names = ["hand"].into_iter().chain(Mover::ALL.map(Mover::name));
        for (name, time) in names.zip([by_hand].into_iter().chain(times)) {
            println!("{name:>16} {count:>9} {time:>10.2} {:>6.2}", time / by_hand);
        }
    }
}

/// Nanoseconds a sprite, of the quickest pass.
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
