//! Random moments at which tests kill programs.

use damselfly::Random;

/// Returns the random generator of a test. Its seed is the environment variable `DAMSELFLY_KILL_SEED`, or 1. The seed
/// is printed, so that a failed test can be repeated.
pub(crate) fn moments() -> Random {
    let seed = std::env::var("DAMSELFLY_KILL_SEED");
    let seed = seed.map_or(1, |text| text.parse().expect("a seed is a number"));
    eprintln!("moments by DAMSELFLY_KILL_SEED={seed}");
    Random::new(seed)
}
