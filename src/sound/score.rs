//! A checked sound made in code: its notes with their times, and its samples on demand.

use super::synth::{NoteParameters, Synth, SynthError};

/// Checked notes. Samples are computed on demand, so a score is small.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    pub(super) synths: Vec<Synth>,
    pub(super) notes: Vec<ScoreNote>,
    /// Length in frames, without notes that sound beyond it.
    pub(super) length: usize,
    /// Whether samples beyond the end are added to the beginning, so that a loop has no gap. Otherwise the sound ends
    /// with its last note.
    pub(super) looped: bool,
}

/// A note of a score.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreNote {
    /// Index into the score's synths.
    pub(super) synth: usize,
    /// First frame.
    pub(super) start: usize,
    pub(super) parameters: NoteParameters,
}

impl Score {
    /// Returns a score of a single sound.
    pub(crate) fn of_synth(synth: &Synth) -> Result<Self, SynthError> {
        synth.check()?;
        let note = ScoreNote {
            synth: 0,
            start: 0,
            parameters: NoteParameters::default(),
        };
        Ok(Self {
            synths: vec![synth.clone()],
            notes: vec![note],
            length: 0,
            looped: false,
        })
    }

    /// Returns the length in frames.
    pub(crate) fn length(&self) -> usize {
        if self.looped { self.length } else { self.end() }
    }

    /// Returns the samples: mono, 48 000 per second, clipped to −1 to 1.
    pub(crate) fn render(&self) -> Vec<f32> {
        let mut samples = vec![0.0; self.end()];
        for note in &self.notes {
            self.synths[note.synth].add(note.parameters, &mut samples[note.start..]);
        }
        let tail = samples.split_off(self.length());
        for (frame, sample) in tail.into_iter().enumerate() {
            samples[frame % self.length] += sample;
        }
        for sample in &mut samples {
            *sample = sample.clamp(-1.0, 1.0);
        }
        samples
    }

    /// Returns the frame at which everything has faded away.
    fn end(&self) -> usize {
        let end = |note: &ScoreNote| note.start + self.synths[note.synth].length(note.parameters);
        let last = self.notes.iter().map(end).max().unwrap_or(0);
        last.max(self.length)
    }
}
