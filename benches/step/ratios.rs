//! What the engine costs of what the hand-written loop costs, taken in turns so that both meet the same machine.

use std::time::{Duration, Instant};

use super::engine::{Engine, Mover};
use super::hand::Hand;
use crate::SIZES;

/// Rounds for each size; the median counts.
const ROUNDS: usize = 31;
/// How long a contender runs in a round.
const TURN: Duration = Duration::from_millis(20);

/// Prints a table: nanoseconds a sprite, and the median of each round's ratio to the hand-written loop.
#[expect(clippy::print_stdout, reason = "it is what this is for")]
pub(crate) fn print() {
    // As a test, each bench runs once, and figures mean nothing.
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return;
    }
    println!(
        "{:>16} {:>9} {:>10} {:>6}",
        "", "sprites", "ns/sprite", "ratio"
    );
    for count in SIZES {
        let mut hand = Hand::new(count);
        let mut engines = Mover::ALL.map(|mover| Engine::new(count, mover));
        let mut hands = Vec::new();
        let mut times = Mover::ALL.map(|_| Vec::new());
        for _ in 0..ROUNDS {
            hands.push(turn(count, || hand.step()));
            for (engine, times) in engines.iter_mut().zip(&mut times) {
                times.push(turn(count, || engine.pass()));
            }
        }
        let row = |name: &str, times: &[f64]| {
            let ratios = times.iter().zip(&hands).map(|(time, hand)| time / hand);
            let ratio = median(ratios.collect());
            let time = median(times.to_vec());
            println!("{name:>16} {count:>9} {time:>10.2} {ratio:>6.2}");
        };
        row("hand", &hands);
        for (mover, times) in Mover::ALL.iter().zip(&times) {
            row(mover.name(), times);
        }
    }
}

/// Nanoseconds a sprite.
fn turn(count: usize, mut pass: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut passes = 0;
    while start.elapsed() < TURN || passes < 3 {
        pass();
        passes += 1;
    }
    start.elapsed().as_secs_f64() * 1e9 / (passes * count) as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
