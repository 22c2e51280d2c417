//! Reading of any part of a sound file while it plays.

use std::sync::Arc;

use super::decode::{Blocks, SoundFile, SoundFileError};

/// Reads any part of a sound file, and decodes no more than that part and the few packets that it depends on.
///
/// Holds the file and one decoded packet.
#[derive(Debug)]
pub(crate) struct FileReader {
    file: Arc<SoundFile>,
    blocks: Blocks,
}

impl FileReader {
    /// Returns a reader of a file.
    pub(crate) fn new(file: Arc<SoundFile>) -> Self {
        Self {
            blocks: Blocks::new(&file),
            file,
        }
    }

    /// Reads frames from `first_frame` on: left and right, which are equal in a sound of one channel. Frames behind
    /// the end are silent. The samples do not depend on earlier reads. Reading on from the last position is faster
    /// than a seek.
    ///
    /// # Errors
    ///
    /// Returns an error if a packet is damaged. The rest of `frames` is then silent.
    pub(super) fn read_frames(
        &mut self,
        first_frame: u64,
        frames: &mut [[f32; 2]],
    ) -> Result<(), SoundFileError> {
        frames.fill([0.0; 2]);
        let mut position = first_frame;
        let mut rest = frames;
        while let Some(place) = self.file.locate(position)
            && !rest.is_empty()
        {
            let block = self.blocks.decode(&self.file, place.packet)?;
            let count = place.frames.min(rest.len());
            let (now, later) = rest.split_at_mut(count);
            match self.file.channels() {
                1 => copy_mono(&block[place.offset..], now),
                _ => copy_stereo(&block[2 * place.offset..], now),
            }
            position += count as u64;
            rest = later;
        }
        Ok(())
    }
}

fn copy_mono(samples: &[f32], frames: &mut [[f32; 2]]) {
    for (frame, sample) in frames.iter_mut().zip(samples) {
        *frame = [*sample; 2];
    }
}

fn copy_stereo(samples: &[f32], frames: &mut [[f32; 2]]) {
    for (frame, samples) in frames.iter_mut().zip(samples.as_chunks().0) {
        *frame = *samples;
    }
}

#[cfg(test)]
mod tests;
