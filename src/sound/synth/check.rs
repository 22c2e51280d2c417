//! The ranges of a sound's settings, and the error of a setting outside of its range.

use core::fmt;
use core::ops::RangeInclusive;

use super::Synth;
use super::render::NoteParameters;
use crate::assets::SOUND_RATE as RATE;

/// Why a [`Synth`] is not valid. The message says what is wrong, and what is allowed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SynthError {
    /// A setting is not finite, or is out of its range.
    Setting {
        /// Name of the setting.
        name: &'static str,
        /// The smallest value allowed.
        least: f32,
        /// The largest value allowed.
        most: f32,
        /// The value given.
        got: f32,
    },
    /// This text is not the name of a note.
    Note(String),
    /// There are more than [`Synth::MOST_PARTS`] parts.
    Parts,
    /// The sound, with all of its parts, is longer than [`Synth::LONGEST`].
    Length {
        /// Its length, in seconds.
        seconds: f64,
    },
}

impl fmt::Display for SynthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting {
                name,
                least,
                most,
                got,
            } => write!(
                f,
                "`{name}`: expected a number from {least} to {most}, got {got}"
            ),
            Self::Note(name) => write!(
                f,
                "expected a note such as `a4`, `c#5` or `bb3`, with an octave from 0 to 9, got {name:?}"
            ),
            Self::Parts => write!(
                f,
                "the sound has more than {} parts: load some of them as other sounds",
                Synth::MOST_PARTS
            ),
            Self::Length { seconds } => write!(
                f,
                "the sound takes {seconds:.1} s, the limit is {} s: shorten its envelope",
                Synth::LONGEST
            ),
        }
    }
}

impl core::error::Error for SynthError {}

impl Synth {
    /// Checks the settings of all parts, and the length.
    pub(in crate::sound) fn check(&self) -> Result<(), SynthError> {
        self.check_settings()?;
        let frames = self.length(NoteParameters::default());
        let seconds = frames as f64 / f64::from(RATE);
        if seconds > f64::from(Self::LONGEST) {
            return Err(SynthError::Length { seconds });
        }
        Ok(())
    }

    fn check_settings(&self) -> Result<(), SynthError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let single = self.settings().into_iter();
        let arpeggio = self
            .arpeggio
            .iter()
            .map(|got| ("arpeggio", *got, -96.0..=96.0));
        for (name, got, range) in single.chain(arpeggio) {
            // False for NaN.
            if !range.contains(&got) {
                let (least, most) = range.into_inner();
                return Err(SynthError::Setting {
                    name,
                    least,
                    most,
                    got,
                });
            }
        }
        self.parts
            .iter()
            .try_for_each(|(_, part)| part.check_settings())
    }

    /// Returns name, value and range of each setting.
    fn settings(&self) -> [(&'static str, f32, RangeInclusive<f32>); 16] {
        let time = 0.0..=Self::LONGEST;
        [
            ("pitch", self.pitch, 1.0..=20_000.0),
            ("volume", self.volume, -60.0..=12.0),
            ("attack", self.attack, time.clone()),
            ("hold", self.hold, time.clone()),
            ("decay", self.decay, time.clone()),
            ("punch", self.punch, 0.0..=1.0),
            ("slide", self.slide, -1200.0..=1200.0),
            ("slide_change", self.slide_change, -12_000.0..=12_000.0),
            ("vibrato_depth", self.vibrato_depth, 0.0..=24.0),
            ("vibrato_rate", self.vibrato_rate, 0.0..=100.0),
            ("arpeggio_time", self.arpeggio_time, time),
            ("duty", self.duty, 0.01..=0.99),
            ("duty_slide", self.duty_slide, -100.0..=100.0),
            (
                "low_pass",
                self.low_pass.unwrap_or(20_000.0),
                20.0..=20_000.0,
            ),
            ("low_pass_slide", self.low_pass_slide, -100.0..=100.0),
            ("resonance", self.resonance, 0.0..=1.0),
        ]
    }
}
