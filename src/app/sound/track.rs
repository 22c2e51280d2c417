//! The offline track: the sound of a run as a WAV file, without a device.

#[cfg(test)]
mod tests;
mod wav;

use std::fs::File;
use std::io;
use std::sync::Arc;

use super::mixer::Mixer;
use crate::assets::{ClipData, ClipId};
use crate::sound::StepSounds;
use wav::WavWriter;

/// Frames that are mixed and written at a time.
const PART: usize = 1024;

/// Mixes steps into a WAV file: 48 000 Hz, stereo, 16 bits.
#[derive(Debug)]
pub(crate) struct Track {
    mixer: Mixer,
    wav: WavWriter,
    mixed: Vec<[f32; 2]>,
    samples: Vec<[i16; 2]>,
}

impl Track {
    /// Begins a track in an empty file, a pipe or a device.
    ///
    /// # Errors
    /// The file cannot be written, for example on a full disk.
    pub(crate) fn new(file: File) -> io::Result<Self> {
        Ok(Self {
            mixer: Mixer::new(0),
            wav: WavWriter::new(file)?,
            mixed: vec![[0.0; 2]; PART],
            samples: Vec::with_capacity(PART),
        })
    }

    /// Sets the data of a clip, see [`Mixer::set_clip`].
    pub(crate) fn set_clip(&mut self, id: ClipId, clip: Option<Arc<ClipData>>) {
        self.mixer.set_clip(id, clip);
    }

    /// Adds a step of `length` frames.
    ///
    /// # Errors
    /// The file cannot be written. It is then readable up to the last full second, and gets no more frames.
    pub(crate) fn add(&mut self, step: &StepSounds, length: u64) -> io::Result<()> {
        self.mixer.begin(step, length);
        loop {
            let count = self.mixer.render(&mut self.mixed);
            self.samples.clear();
            self.samples.extend(
                self.mixed[..count]
                    .iter()
                    .map(|frame| frame.map(to_16_bits)),
            );
            self.wav.write(&self.samples)?;
            if count < PART {
                return Ok(());
            }
        }
    }

    /// Completes the file. Returns its length in frames.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn finish(self) -> io::Result<u64> {
        self.wav.finish()
    }
}

/// Returns a sample of −1 to 1 as 16 bits.
#[expect(clippy::cast_possible_truncation, reason = "saturates")]
fn to_16_bits(sample: f32) -> i16 {
    (sample * 32_767.0).round() as i16
}
