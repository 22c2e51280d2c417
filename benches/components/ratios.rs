//! What the engine costs of what `hecs` costs, taken in turns so that both meet the same machine.

use std::time::{Duration, Instant};

use crate::components::{engine::Engine, hecs::Hecs};
use crate::{COUNT, Contender, Work};

/// Rounds for each work. The quickest one counts: what else the machine does only ever adds time.
const ROUNDS: usize = 40;
/// How long a contender runs in a round.
const TURN: Duration = Duration::from_millis(15);

/// Prints a table: nanoseconds an object, and how many times the yardstick's.
#[expect(clippy::print_stdout, reason = "it is what this is for")]
pub(crate) fn print() {
    // As a test or for a profile, figures mean nothing.
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

/// Nanoseconds an object, of the quickest pass.
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
