//! Small tunes, from notes written as text.

mod error;
mod notes;
#[cfg(test)]
mod tests;

use super::score::{Score, ScoreNote};
use super::synth::{NoteParameters, Synth};
use crate::assets::SOUND_RATE as RATE;

pub use error::TuneError;
use notes::{TICKS, TimedNote};

/// A tune of one or more voices, each a [`Synth`] and its notes.
///
/// A note is a letter from `a` to `g`, then `#` (sharp), `b` (flat) or neither, then an octave from 0 to 9, then its
/// length: `*3` for three beats, `/2` for half a beat, `*3/2` for one and a half. Without an octave or a length, it has
/// those of the note before; the first note has octave 4 and one beat. `-` is a rest. Notes are separated by blanks or
/// by bar lines `|`, which have no other meaning. Lengths are multiples of 1/96 beat.
///
/// ```
/// use damselfly::sound::{Synth, Tune};
///
/// let flute = Synth::triangle().envelope(0.02, 0.0, 0.1).vibrato(0.2, 5.0);
/// let drum = Synth::noise().envelope(0.001, 0.0, 0.08).low_pass(4000.0).volume(-18.0);
/// let tune = Tune::new(120.0)
///     .voice(flute, "c4 e g - | c5*2 g4/2 g/2 -")
///     .plucked(drum, &"c5 c c/2 c c*1 |".repeat(2))
///     .looped();
/// // Eight beats of half a second.
/// assert_eq!(tune.samples()?.len(), 8 * 24_000);
/// # Ok::<(), damselfly::sound::TuneError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("music", "melody", "song", "MML"))]
pub struct Tune {
    beats_per_minute: f32,
    voices: Vec<TuneVoice>,
    repeats: u32,
    looped: bool,
}

/// An instrument of a tune, and its notes as text.
#[derive(Clone, Debug, PartialEq)]
struct TuneVoice {
    synth: Synth,
    notes: String,
    /// Whether notes keep the sound's own envelope.
    plucked: bool,
}

impl Tune {
    /// The longest tune, with all repetitions: 300 seconds.
    pub const LONGEST: f32 = 300.0;

    /// Returns a tune without voices, in beats per minute from 10 to 1000, rounded to thousandths.
    pub fn new(beats_per_minute: f32) -> Self {
        Self {
            beats_per_minute,
            voices: Vec::new(),
            repeats: 1,
            looped: false,
        }
    }

    /// Adds a voice. Each note is held for its length, and then fades: its sound's hold is ignored. The sound is
    /// transposed from its pitch to the note, with all of its parts.
    #[must_use]
    pub fn voice(self, synth: Synth, notes: impl Into<String>) -> Self {
        self.with_voice(synth, notes.into(), false)
    }

    /// Adds a voice whose notes keep the sound's own envelope at any length: for drums and plucked strings.
    #[must_use]
    #[doc(alias("drum", "percussion", "hit"))]
    pub fn plucked(self, synth: Synth, notes: impl Into<String>) -> Self {
        self.with_voice(synth, notes.into(), true)
    }

    /// Sets the number of times that the tune is played, at least 1. Defaults to 1. Each time, shorter voices wait for
    /// the longest one.
    #[must_use]
    pub fn repeat(self, repeats: u32) -> Self {
        Self { repeats, ..self }
    }

    /// Fits the end to the start, for a sound that is played in a loop. The sound is exactly as long as its notes and
    /// rests, and notes that fade beyond its end continue at its start. A rest at the end keeps them out of the start.
    /// Without this setting, the sound ends when its last note has faded.
    #[must_use]
    pub fn looped(self) -> Self {
        Self {
            looped: true,
            ..self
        }
    }

    /// Returns the samples: mono, 48 000 per second, from −1 to 1. Louder sums are clipped: keep the volumes of all
    /// voices together below full scale. For tests and tools; a game loads the tune instead.
    ///
    /// # Errors
    ///
    /// The notes of a voice are not as described above, a [`Synth`] is not valid, the tempo or the number of
    /// repetitions is out of range, or the tune is empty or too long.
    pub fn samples(&self) -> Result<Vec<f32>, TuneError> {
        Ok(self.score()?.render())
    }

    /// Checks the tune, and returns its notes.
    pub(crate) fn score(&self) -> Result<Score, TuneError> {
        let tempo = Tempo::new(self.beats_per_minute)?;
        let voices = (1..).zip(&self.voices);
        let voices: Vec<_> = voices
            .map(|(number, voice)| voice.timed_notes(number))
            .collect::<Result<_, _>>()?;
        let ticks = voices
            .iter()
            .flatten()
            .map(TimedNote::end)
            .max()
            .unwrap_or(0);
        let length = self.checked_length(tempo, ticks)?;
        let mut notes = Vec::new();
        for start in (0..u64::from(self.repeats)).map(|repeat| repeat * ticks) {
            for (synth, timed) in voices.iter().enumerate() {
                let voice = &self.voices[synth];
                let played = timed.iter().map(|timed| timed.later(start));
                notes.extend(played.filter_map(|timed| voice.note(synth, timed, tempo)));
            }
        }
        Ok(Score {
            synths: self
                .voices
                .iter()
                .map(|voice| voice.synth.clone())
                .collect(),
            notes,
            length,
            looped: self.looped,
        })
    }

    /// Returns the length in frames of a tune of this number of ticks, with all repetitions.
    fn checked_length(&self, tempo: Tempo, ticks: u64) -> Result<usize, TuneError> {
        if self.repeats == 0 {
            return Err(TuneError::Repeats);
        }
        if ticks == 0 {
            return Err(TuneError::Empty);
        }
        let frames = tempo.frames(ticks.saturating_mul(self.repeats.into()));
        let seconds = frames as f64 / f64::from(RATE);
        if seconds > f64::from(Self::LONGEST) {
            return Err(TuneError::Length { seconds });
        }
        Ok(frames)
    }

    fn with_voice(mut self, synth: Synth, notes: String, plucked: bool) -> Self {
        self.voices.push(TuneVoice {
            synth,
            notes,
            plucked,
        });
        self
    }
}

impl TuneVoice {
    /// Reads the notes. `number` is the voice's number, counted from 1, for errors.
    fn timed_notes(&self, number: usize) -> Result<Vec<TimedNote>, TuneError> {
        let error = |error| TuneError::Synth {
            voice: number,
            error,
        };
        self.synth.check().map_err(error)?;
        notes::read(&self.notes).map_err(|(column, what)| TuneError::Notes {
            voice: number,
            column,
            what,
        })
    }

    /// Returns a note in frames. `synth` is the voice's index. `None` for a rest.
    fn note(&self, synth: usize, timed: TimedNote, tempo: Tempo) -> Option<ScoreNote> {
        let start = tempo.frames(timed.start);
        let held = tempo.frames(timed.end()) - start;
        let held = u32::try_from(held).unwrap_or(u32::MAX);
        let transposed = timed.note?.frequency() / f64::from(self.synth.pitch);
        Some(ScoreNote {
            synth,
            start,
            parameters: NoteParameters {
                transposed,
                held: (!self.plucked).then_some(held),
            },
        })
    }
}

/// A checked tempo, in thousandths of a beat per minute.
#[derive(Clone, Copy, Debug)]
struct Tempo(u32);

impl Tempo {
    fn new(beats_per_minute: f32) -> Result<Self, TuneError> {
        if !(10.0..=1000.0).contains(&beats_per_minute) {
            return Err(TuneError::Tempo(beats_per_minute));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most a million"
        )]
        let thousandths = (f64::from(beats_per_minute) * 1000.0).round() as u32;
        Ok(Self(thousandths))
    }

    /// Returns the frames of a time in ticks, rounded down. The start of every note is computed from the tune's start,
    /// so that no rounding adds up. Saturates.
    fn frames(self, ticks: u64) -> usize {
        let frames_per_minute = u128::from(RATE) * 60;
        let frames =
            u128::from(ticks) * frames_per_minute * 1000 / (u128::from(TICKS) * u128::from(self.0));
        usize::try_from(frames).unwrap_or(usize::MAX)
    }
}
