//! Writes WAV files of any length.
//!
//! A WAV file has sizes of 32 bits. A file above 4 GiB becomes RF64, which has sizes of 64 bits in a chunk `ds64`.
//! Until then, a chunk `JUNK` of the same size keeps its place (EBU Tech 3306, chapter 3).

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use super::TrackSink;
use crate::assets::SOUND_RATE as RATE;

/// Size of the header in bytes, and of its first eight, which the size of a RIFF file leaves out.
const HEADER: usize = 80;
const RIFF: u64 = 8;

/// Bytes of a frame: left and right, 16 bits each.
const FRAME: u16 = 4;

/// A size that is in `ds64`, or that a pipe does not know.
const UNKNOWN: u32 = u32::MAX;

/// Writes 16-bit stereo at 48 000 Hz. The file is readable up to the last full second, however the program ends.
#[derive(Debug)]
pub(in crate::app::sound) struct WavWriter {
    file: File,
    /// Whether the file is regular: then its header is corrected once a second.
    is_regular: bool,
    /// Frames in the file.
    frames: u64,
    /// Bytes that are not in the file yet, less than a second.
    unsaved: Vec<u8>,
}

impl WavWriter {
    /// Begins an empty file, a pipe or a device.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::app::sound) fn new(mut file: File) -> io::Result<Self> {
        let is_regular = file.metadata()?.is_file();
        file.write_all(&header(is_regular.then_some(0)))?;
        Ok(Self {
            file,
            is_regular,
            frames: 0,
            unsaved: Vec::new(),
        })
    }

    /// Returns a writer of a file that already has this number of silent frames, which take no space on the disk.
    #[cfg(test)]
    pub(super) fn with_silence(file: File, frames: u64) -> io::Result<Self> {
        let mut writer = Self::new(file)?;
        writer
            .file
            .set_len(HEADER as u64 + frames * u64::from(FRAME))?;
        writer.file.seek(SeekFrom::End(0))?;
        writer.frames = frames;
        Ok(writer)
    }

    /// Writes everything to the file. Returns its length in frames.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::app::sound) fn finish(&mut self) -> io::Result<u64> {
        self.save()?;
        Ok(self.frames)
    }

    /// Returns the file.
    pub(in crate::app::sound) fn file(&self) -> &File {
        &self.file
    }

    /// Writes the frames, and then the header: a header must not count frames that are missing.
    fn save(&mut self) -> io::Result<()> {
        self.file.write_all(&self.unsaved)?;
        self.frames += self.unsaved.len() as u64 / u64::from(FRAME);
        self.unsaved.clear();
        if self.is_regular {
            self.file.rewind()?;
            self.file.write_all(&header(Some(self.frames)))?;
            self.file.seek(SeekFrom::End(0))?;
        }
        Ok(())
    }
}

impl TrackSink for WavWriter {
    fn write(&mut self, frames: &[[i16; 2]]) -> io::Result<()> {
        for sample in frames.as_flattened() {
            self.unsaved.extend_from_slice(&sample.to_le_bytes());
        }
        if self.unsaved.len() >= RATE as usize * usize::from(FRAME) {
            self.save()?;
        }
        Ok(())
    }

    fn can_be_cut(&self) -> bool {
        self.is_regular
    }

    fn cut(&mut self, frames: u64) -> io::Result<()> {
        self.save()?;
        if frames < self.frames {
            self.frames = frames;
            // The header first: it must not count frames that are missing.
            self.save()?;
            let length = HEADER as u64 + frames * u64::from(FRAME);
            self.file.set_len(length)?;
            self.file.seek(SeekFrom::End(0))?;
        }
        Ok(())
    }
}

/// Returns the header of a file with this number of frames. `None` for a pipe, whose readers read to its end.
fn header(frames: Option<u64>) -> [u8; HEADER] {
    let data = frames.map(|frames| frames * u64::from(FRAME));
    let riff = data.map(|data| data + HEADER as u64 - RIFF);
    let small = |size: Option<u64>| size.and_then(|size| u32::try_from(size).ok());
    let is_large = riff.is_some() && small(riff).is_none();
    let riff_size = small(riff).unwrap_or(UNKNOWN);
    let data_size = if is_large {
        UNKNOWN
    } else {
        small(data).unwrap_or(UNKNOWN)
    };

    let mut header = [0; HEADER];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, if is_large { b"RF64" } else { b"RIFF" });
    put(4, &riff_size.to_le_bytes());
    put(8, b"WAVE");
    put(12, if is_large { b"ds64" } else { b"JUNK" });
    put(16, &28_u32.to_le_bytes());
    if is_large {
        // Sizes of the file, of the data, and of a table that is empty.
        put(20, &riff.unwrap_or(0).to_le_bytes());
        put(28, &data.unwrap_or(0).to_le_bytes());
        put(36, &frames.unwrap_or(0).to_le_bytes());
    }
    put(48, b"fmt ");
    put(52, &16_u32.to_le_bytes());
    put(56, &1_u16.to_le_bytes()); // PCM
    put(58, &2_u16.to_le_bytes()); // channels
    put(60, &RATE.to_le_bytes());
    put(64, &(RATE * u32::from(FRAME)).to_le_bytes());
    put(68, &FRAME.to_le_bytes());
    put(70, &16_u16.to_le_bytes()); // bits
    put(72, b"data");
    put(76, &data_size.to_le_bytes());
    header
}
