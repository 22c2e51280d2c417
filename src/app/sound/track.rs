//! Mixes steps into samples of 16 bits, and into a WAV file: the sound of a run without a device.

#[cfg(test)]
mod tests;
mod wav;

use core::fmt;
#[cfg(test)]
use std::fs::File;
use std::io;
use std::sync::Arc;

use super::mixer::Mixer;
use super::streams::Streams;
use crate::assets::{ClipData, ClipId};
use crate::sound::StepSounds;
pub(super) use wav::WavWriter;

/// Frames that are mixed and written at a time.
const PART: usize = 1024;

/// Receives the frames of a track: 48 000 Hz, stereo, 16 bits.
pub(crate) trait TrackSink {
    /// Appends frames.
    ///
    /// # Errors
    /// The frames cannot be written.
    fn write(&mut self, frames: &[[i16; 2]]) -> io::Result<()>;

    /// Returns whether [`TrackSink::cut`] is possible.
    fn can_be_cut(&self) -> bool;

    /// Keeps the first `frames` frames.
    ///
    /// # Errors
    /// The frames cannot be written.
    fn cut(&mut self, frames: u64) -> io::Result<()>;

    /// Ends the track. It is not complete if the run has failed at its start.
    ///
    /// # Errors
    /// The frames cannot be written.
    fn end(&mut self, _is_complete: bool) -> io::Result<()> {
        Ok(())
    }
}

impl TrackSink for Vec<[i16; 2]> {
    fn write(&mut self, frames: &[[i16; 2]]) -> io::Result<()> {
        self.extend_from_slice(frames);
        Ok(())
    }

    fn can_be_cut(&self) -> bool {
        true
    }

    fn cut(&mut self, frames: u64) -> io::Result<()> {
        self.truncate(usize::try_from(frames).unwrap_or(usize::MAX));
        Ok(())
    }
}

/// Mixes steps into samples of 16 bits.
pub(super) struct StepMixer {
    mixer: Mixer,
    mixed: Vec<[f32; 2]>,
    samples: Vec<[i16; 2]>,
}

impl StepMixer {
    pub(super) fn new() -> Self {
        Self {
            mixer: Mixer::new(0, Streams::InPlace),
            mixed: vec![[0.0; 2]; PART],
            samples: Vec::with_capacity(PART),
        }
    }

    /// Sets the data of a clip, see [`Mixer::set_clip`].
    pub(super) fn set_clip(&mut self, id: ClipId, clip: Option<Arc<ClipData>>) {
        self.mixer.set_clip(id, clip);
    }

    /// Mixes a step of `length` frames, and passes them to `write`, part by part.
    ///
    /// # Errors
    /// The error of `write`.
    pub(super) fn mix(
        &mut self,
        step: &StepSounds,
        length: u64,
        mut write: impl FnMut(&[[i16; 2]]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.mixer.begin(step, length);
        loop {
            let count = self.mixer.render(&mut self.mixed);
            self.samples.clear();
            self.samples.extend(
                self.mixed[..count]
                    .iter()
                    .map(|frame| frame.map(to_16_bits)),
            );
            write(&self.samples)?;
            if count < PART {
                return Ok(());
            }
        }
    }
}

impl fmt::Debug for StepMixer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepMixer").finish_non_exhaustive()
    }
}

/// Mixes steps of given lengths into a WAV file.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Track {
    steps: StepMixer,
    wav: WavWriter,
}

#[cfg(test)]
impl Track {
    /// Begins a track in an empty file, a pipe or a device.
    ///
    /// # Errors
    /// The file cannot be written, for example on a full disk.
    pub(crate) fn new(file: File) -> io::Result<Self> {
        Ok(Self {
            steps: StepMixer::new(),
            wav: WavWriter::new(file)?,
        })
    }

    /// Sets the data of a clip, see [`Mixer::set_clip`].
    pub(crate) fn set_clip(&mut self, id: ClipId, clip: Option<Arc<ClipData>>) {
        self.steps.set_clip(id, clip);
    }

    /// Adds a step of `length` frames.
    ///
    /// # Errors
    /// The file cannot be written. It is then readable up to the last full second, and gets no more frames.
    pub(crate) fn add(&mut self, step: &StepSounds, length: u64) -> io::Result<()> {
        self.steps
            .mix(step, length, |frames| self.wav.write(frames))
    }

    /// Completes the file. Returns its length in frames.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.wav.finish()
    }
}

/// Returns a sample of −1 to 1 as 16 bits.
#[expect(clippy::cast_possible_truncation, reason = "saturates")]
fn to_16_bits(sample: f32) -> i16 {
    (sample * 32_767.0).round() as i16
}
