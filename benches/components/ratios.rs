//! The ratio of the engine's time to the time of `hecs`. The two take turns, so that other work affects both alike.

use std::time::{Duration, Instant};

use crate::components::{engine::Engine, hecs::Hecs};
use crate::{COUNT, Contender, Work};

/// Rounds for each task. The quickest one counts: other work on the machine only adds time.
const ROUNDS: usize = 40;
/// Time of a contender in a round.
const TURN: Duration = Duration::from_millis(15);

/// Prints a table: nanoseconds per object, and the ratio to the yardstick.
#[expect(clippy::print_stdout, reason = "it is what this is for")]
pub(crate) fn print() {
    // If this program runs as a test or for a profile, its figures mean nothing.
    let elsewhere = ["--test", "--list", "--profile-time"];
    if std::env::args().any(|argument| elsewhere.contains(&&*argument)) {
        return;
    }
    println!("{:>10} {:>10} {:>10} {:>6}", "", "hecs", "engine", "ratio");
    for work in Work::ALL {
        let (mut hecs, mut engine) = (Hecs::new(work), Engine::new(work));
        let (mut theirs, mut ours) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            theirs = theirs.min(turn(|| hecs.work(work)));
            ours = ours.min(turn(|| engine.work(work)));
        }
        let name = work.name();
        println!(
            "{name:>10} {theirs:>10.2} {ours:>10.2} {:>6.2}",
            ours / theirs
        );
    }
}

/// Returns the nanoseconds per object of the quickest pass.
fn turn(mut pass: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut least = Duration::MAX;
    while start.elapsed() < TURN {
        let pass_start = Instant::now();
        pass();
        least = least.min(pass_start.elapsed());
    }
    least.as_secs_f64() * 1e9 / COUNT as f64
}
