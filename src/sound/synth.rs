//! A sound made in code, and its settings.

mod check;
mod contour;
mod envelope;
mod low_pass;
mod oscillator;
mod presets;
mod render;
#[cfg(test)]
mod tests;

use super::note::Note;
use super::score::Score;

pub use check::SynthError;
pub(super) use render::NoteParameters;

/// The shape of a cycle of a [`Synth`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Waveform {
    /// A sine: soft, without overtones. The default.
    #[default]
    Sine,
    /// A square, or a narrower pulse ([`Synth::duty`]): hollow, the sound of old consoles.
    Square,
    /// A sawtooth: bright and sharp, with all overtones.
    Saw,
    /// A triangle: soft, with a few overtones.
    Triangle,
    /// Random numbers, 32 for each cycle of the pitch: hisses at a high pitch, rumbles at a low one.
    Noise,
}

/// A sound made in code, as in the program sfxr: an oscillator whose pitch, tone and volume change over time.
///
/// The same settings give the same samples on every machine: 48 000 per second, mono. Settings are checked when the
/// sound is loaded.
///
/// ```
/// use damselfly::sound::Synth;
///
/// let laser = Synth::square()
///     .duty(0.3)
///     .pitch(1100.0)
///     .slide(-60.0)
///     .envelope(0.001, 0.05, 0.15);
/// let samples = laser.samples()?;
/// assert_eq!(samples.len(), 48 + 2400 + 7200);
///
/// // Two notes, one after the other.
/// let bell = Synth::sine().note("b5").then(Synth::sine().note("e6").envelope(0.001, 0.1, 0.4));
/// // A ready-made sound. Each seed gives a variation.
/// let coin = Synth::coin(7);
/// assert!(bell.samples()?.len() > 24_000 && coin != Synth::coin(8));
/// # Ok::<(), damselfly::sound::SynthError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("sfxr", "synthesizer", "oscillator", "tone", "beep"))]
pub struct Synth {
    /// Shape of a cycle. Defaults to a sine.
    pub waveform: Waveform,
    /// Frequency at the start, in hertz, from 1 to 20 000. Defaults to 440.
    pub pitch: f32,
    /// Volume in decibels, from −60 to 12: 0 is full scale. Samples beyond full scale are clipped. Defaults to −9, which
    /// leaves room for several sounds at once.
    pub volume: f32,
    /// Rise time, in seconds, from 0 to 60. It is at least a millisecond, because a sudden start clicks. Defaults to
    /// 0.001.
    pub attack: f32,
    /// Time at full volume, in seconds, from 0 to 60. Defaults to 0.1.
    pub hold: f32,
    /// Fade time, in seconds, from 0 to 60. It is at least a millisecond. Defaults to 0.1.
    pub decay: f32,
    /// Additional amplitude at the beginning of the hold, as a fraction of the amplitude, from 0 to 1. Falls to 0 over
    /// the hold; ignored if the hold is shorter than a millisecond. Defaults to 0.
    pub punch: f32,
    /// Change of the pitch, in semitones per second, from −1200 to 1200. Defaults to 0.
    pub slide: f32,
    /// Change of the slide, in semitones per second per second, from −12 000 to 12 000. Defaults to 0.
    pub slide_change: f32,
    /// Depth of the vibrato: the largest deviation of the pitch, in semitones, from 0 to 24. Defaults to 0.
    pub vibrato_depth: f32,
    /// Frequency of the vibrato, in hertz, from 0 to 100. Defaults to 6.
    pub vibrato_rate: f32,
    /// Intervals above the pitch, in semitones, each from −96 to 96. They are played one after the other, again and
    /// again. Defaults to none.
    pub arpeggio: Vec<f32>,
    /// Time for each interval of the arpeggio, in seconds, from 0 to 60. It is rounded to thirds of a millisecond, and
    /// is at least one of them. Defaults to 0.05.
    pub arpeggio_time: f32,
    /// Width of the upper half of a [`Waveform::Square`], as a fraction of its cycle, from 0.01 to 0.99. Defaults to
    /// 0.5.
    pub duty: f32,
    /// Change of the duty per second, from −100 to 100. The duty stays within its range. Defaults to 0.
    pub duty_slide: f32,
    /// Cutoff frequency of the low-pass filter, in hertz, from 20 to 20 000. Defaults to none: no filter.
    pub low_pass: Option<f32>,
    /// Change of the cutoff frequency, in octaves per second, from −100 to 100. The cutoff stays within its range.
    /// Defaults to 0.
    pub low_pass_slide: f32,
    /// Resonance of the filter, from 0 to 1. At 1, its gain at the cutoff frequency is 10. Defaults to 0.
    pub resonance: f32,
    /// Seed of [`Waveform::Noise`]: any number. Defaults to 0.
    pub seed: u64,
    /// Sounds that follow this one or play together with it, in the order of their addition.
    parts: Vec<(Join, Self)>,
    /// The first mistake of a builder method, reported when the sound is loaded.
    fault: Option<SynthError>,
}

/// When an added part of a sound begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    /// At the end of everything before it.
    Then,
    /// At the start.
    With,
}

impl Default for Synth {
    fn default() -> Self {
        Self {
            waveform: Waveform::Sine,
            pitch: 440.0,
            volume: -9.0,
            attack: 0.001,
            hold: 0.1,
            decay: 0.1,
            punch: 0.0,
            slide: 0.0,
            slide_change: 0.0,
            vibrato_depth: 0.0,
            vibrato_rate: 6.0,
            arpeggio: Vec::new(),
            arpeggio_time: 0.05,
            duty: 0.5,
            duty_slide: 0.0,
            low_pass: None,
            low_pass_slide: 0.0,
            resonance: 0.0,
            seed: 0,
            parts: Vec::new(),
            fault: None,
        }
    }
}

impl Synth {
    /// The longest sound, with all of its parts: 60 seconds.
    pub const LONGEST: f32 = 60.0;

    /// Maximum number of parts of a sound: 64.
    pub const MOST_PARTS: usize = 64;

    /// Returns a sound of a waveform, with the default settings.
    pub fn new(waveform: Waveform) -> Self {
        Self {
            waveform,
            ..Self::default()
        }
    }

    /// Returns a sine: [`Waveform::Sine`].
    pub fn sine() -> Self {
        Self::new(Waveform::Sine)
    }

    /// Returns a square: [`Waveform::Square`].
    pub fn square() -> Self {
        Self::new(Waveform::Square)
    }

    /// Returns a sawtooth: [`Waveform::Saw`].
    pub fn saw() -> Self {
        Self::new(Waveform::Saw)
    }

    /// Returns a triangle: [`Waveform::Triangle`].
    pub fn triangle() -> Self {
        Self::new(Waveform::Triangle)
    }

    /// Returns noise: [`Waveform::Noise`].
    pub fn noise() -> Self {
        Self::new(Waveform::Noise)
    }

    /// Sets the frequency at the start, in hertz: see [`Synth::pitch`].
    #[must_use]
    pub fn pitch(self, pitch: f32) -> Self {
        Self { pitch, ..self }
    }

    /// Sets the frequency at the start to that of a note: a letter from `a` to `g`, `#` (sharp) or `b` (flat) or
    /// neither, and an octave from 0 to 9. `a4` has 440 Hz, `c4` is middle C. Another name is an error when the sound
    /// is loaded.
    #[must_use]
    pub fn note(self, name: &str) -> Self {
        match Note::named(name) {
            #[expect(clippy::cast_possible_truncation, reason = "rounds to nearest")]
            Some(note) => self.pitch(note.frequency() as f32),
            None => self.with_fault(SynthError::Note(name.to_owned())),
        }
    }

    /// Sets the volume in decibels: see [`Synth::volume`].
    #[must_use]
    pub fn volume(self, volume: f32) -> Self {
        Self { volume, ..self }
    }

    /// Sets rise time, time at full volume and fade time, in seconds: see [`Synth::attack`], [`Synth::hold`] and
    /// [`Synth::decay`].
    #[must_use]
    #[doc(alias = "adsr")]
    pub fn envelope(self, attack: f32, hold: f32, decay: f32) -> Self {
        Self {
            attack,
            hold,
            decay,
            ..self
        }
    }

    /// Sets the additional amplitude at the beginning of the hold, 0 to 1: see [`Synth::punch`].
    #[must_use]
    pub fn punch(self, punch: f32) -> Self {
        Self { punch, ..self }
    }

    /// Sets the change of the pitch, in semitones per second: see [`Synth::slide`].
    #[must_use]
    pub fn slide(self, slide: f32) -> Self {
        Self { slide, ..self }
    }

    /// Sets the change of the slide, in semitones per second per second: see [`Synth::slide_change`].
    #[must_use]
    pub fn slide_change(self, slide_change: f32) -> Self {
        Self {
            slide_change,
            ..self
        }
    }

    /// Sets depth, in semitones, and frequency, in hertz, of the vibrato: see [`Synth::vibrato_depth`] and
    /// [`Synth::vibrato_rate`].
    #[must_use]
    pub fn vibrato(self, depth: f32, rate: f32) -> Self {
        Self {
            vibrato_depth: depth,
            vibrato_rate: rate,
            ..self
        }
    }

    /// Sets the intervals of the arpeggio, in semitones, and the time for each, in seconds: see [`Synth::arpeggio`] and
    /// [`Synth::arpeggio_time`].
    #[must_use]
    pub fn arpeggio(self, intervals: impl Into<Vec<f32>>, time: f32) -> Self {
        Self {
            arpeggio: intervals.into(),
            arpeggio_time: time,
            ..self
        }
    }

    /// Sets the width of a square's upper half, as a fraction of its cycle: see [`Synth::duty`].
    #[must_use]
    pub fn duty(self, duty: f32) -> Self {
        Self { duty, ..self }
    }

    /// Sets the change of the duty per second: see [`Synth::duty_slide`].
    #[must_use]
    pub fn duty_slide(self, duty_slide: f32) -> Self {
        Self { duty_slide, ..self }
    }

    /// Sets the cutoff frequency of the low-pass filter, in hertz: see [`Synth::low_pass`].
    #[must_use]
    pub fn low_pass(self, hertz: f32) -> Self {
        Self {
            low_pass: Some(hertz),
            ..self
        }
    }

    /// Sets the change of the cutoff frequency, in octaves per second: see [`Synth::low_pass_slide`].
    #[must_use]
    pub fn low_pass_slide(self, low_pass_slide: f32) -> Self {
        Self {
            low_pass_slide,
            ..self
        }
    }

    /// Sets the resonance of the filter, 0 to 1: see [`Synth::resonance`].
    #[must_use]
    pub fn resonance(self, resonance: f32) -> Self {
        Self { resonance, ..self }
    }

    /// Sets the seed of noise: see [`Synth::seed`].
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Adds a sound after the end of this one and of all parts added so far. All parts together are at most
    /// [`Synth::MOST_PARTS`] and [`Synth::LONGEST`].
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        self.joined(Join::Then, other)
    }

    /// Adds a sound that starts together with this one: for chords and layers. All parts together are at most
    /// [`Synth::MOST_PARTS`] and [`Synth::LONGEST`].
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        self.joined(Join::With, other)
    }

    /// Returns the samples: mono, 48 000 per second, from −1 to 1. For tests and tools; a game loads the sound instead.
    ///
    /// # Errors
    ///
    /// A setting is out of its range, a note has no such name, or the sound is too long or has too many parts.
    pub fn samples(&self) -> Result<Vec<f32>, SynthError> {
        Ok(Score::of_synth(self)?.render())
    }

    fn joined(mut self, join: Join, other: Self) -> Self {
        // Checked here, not when the sound is loaded: recursion over the parts must end.
        if self.count() + other.count() > Self::MOST_PARTS {
            return self.with_fault(SynthError::Parts);
        }
        self.parts.push((join, other));
        self
    }

    /// Returns the number of oscillators: this one, and those of all parts.
    fn count(&self) -> usize {
        let parts = self.parts.iter().map(|(_, part)| part.count());
        1 + parts.sum::<usize>()
    }

    fn with_fault(mut self, fault: SynthError) -> Self {
        self.fault.get_or_insert(fault);
        self
    }
}
