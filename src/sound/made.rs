//! Sounds made in code as clips of the store.

use xxhash_rust::xxh64::xxh64;

use super::score::Score;
use super::synth::Synth;
use super::tune::Tune;
use crate::assets::ClipSource;

/// Returns a source whose samples are computed when an output needs them.
fn source(score: Score) -> ClipSource {
    // All settings are in its description, which is the same on every machine.
    let sum = xxh64(format!("{score:?}").as_bytes(), 0);
    ClipSource::computed(score.length() as u64, sum, move || score.render())
}

impl From<Synth> for ClipSource {
    fn from(synth: Synth) -> Self {
        let score = Score::of_synth(&synth);
        score.map_or_else(|error| Self::refused(error.to_string()), source)
    }
}

impl From<Tune> for ClipSource {
    fn from(tune: Tune) -> Self {
        let score = tune.score();
        score.map_or_else(|error| Self::refused(error.to_string()), source)
    }
}
