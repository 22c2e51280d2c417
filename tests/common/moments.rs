//! Random moments for killing programs.

use damselfly::Random;

/// Returns the generator of the moments of a test. `DAMSELFLY_KILL_SEED` sets its seed, 1 by default. A failed test
/// prints the seed.
pub(crate) fn moments() -> Random {
    let seed = std::env::var("DAMSELFLY_KILL_SEED");
    let seed = seed.map_or(1, |text| text.parse().expect("a seed is a number"));
    eprintln!("moments by DAMSELFLY_KILL_SEED={seed}");
    Random::new(seed)
}
