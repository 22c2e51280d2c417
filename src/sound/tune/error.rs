//! The error of a tune.

use core::fmt;

use super::Tune;
use crate::sound::synth::SynthError;

/// Why a [`Tune`] is not valid. The message says what is wrong, and what is allowed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TuneError {
    /// A voice's notes cannot be read.
    Notes {
        /// The voice, counted from 1.
        voice: usize,
        /// Column of the note, counted from 1, in characters.
        column: usize,
        /// The reason, and what was expected.
        what: String,
    },
    /// A voice's sound is not valid.
    Synth {
        /// The voice, counted from 1.
        voice: usize,
        /// The reason.
        error: SynthError,
    },
    /// The tempo, in beats per minute, is out of range.
    Tempo(f32),
    /// The number of repetitions is 0.
    Repeats,
    /// No voice has a note or a rest.
    Empty,
    /// The tune, with all repetitions, is longer than [`Tune::LONGEST`].
    Length {
        /// Its length, in seconds.
        seconds: f64,
    },
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notes {
                voice,
                column,
                what,
            } => write!(f, "voice {voice}, column {column}: {what}"),
            Self::Synth { voice, error } => write!(f, "voice {voice}: {error}"),
            Self::Tempo(got) => write!(f, "expected 10 to 1000 beats per minute, got {got}"),
            Self::Repeats => f.write_str("expected at least 1 repetition, got 0"),
            Self::Empty => f.write_str("the tune is empty: add a voice with at least one note"),
            Self::Length { seconds } => write!(
                f,
                "the tune takes {seconds:.1} s, the limit is {} s: shorten it, or play it in a loop",
                Tune::LONGEST
            ),
        }
    }
}

impl core::error::Error for TuneError {}
