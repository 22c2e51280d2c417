//! Random moments for killing programs.

use damselfly::Random;

/// Draws the moments of a test, from the seed that `DAMSELFLY_KILL_SEED` names, or else from 1. A failed test shows
/// which.
pub(crate) fn moments() -> Random {
    let seed = std::env::var("DAMSELFLY_KILL_SEED");
    let seed = seed.map_or(1, |text| text.parse().expect("a seed is a number"));
    eprintln!("moments by DAMSELFLY_KILL_SEED={seed}");
    Random::new(seed)
}
