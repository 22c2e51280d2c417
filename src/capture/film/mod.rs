//! Films in the engine's own format: pixels and text of each frame, and sound. If the program that writes a film is killed, its
//! complete frames stay readable.
//!
//! A film is a file of checksummed records ([`RecordWriter`](crate::files::RecordWriter)): a header, one record per
//! frame, one per second of sound, and a final record with the film's length. A frame contains the changed rectangle, XORed with the previous
//! frame and compressed. Once a second, a key frame is XORed with black instead, so that reading can start there.

mod error;
mod format;
mod frame;
mod reader;
mod recent;
mod recorder;
mod sound;
#[cfg(test)]
mod tests;

pub use error::{FilmError, FilmFault};
pub use reader::{Film, FilmFrame};
pub(super) use recorder::FilmCapture;
pub use sound::FilmSound;
pub(crate) use sound::MAX_FRAMES as MAX_SOUND_FRAMES;

use super::error::CaptureFault;
use super::gif_clock::check_rate;
use super::png::check_size;
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};

/// Maximum number of pixels of a film: 8192 × 8192. Limits both writing and the memory allocated for reading.
const MAX_PIXELS: u64 = 1 << 26;

/// Settings that all frames of a film share.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmSettings {
    /// Name of the game. Any text.
    pub game: String,
    /// Width and height in pixels: 1 to 65 535 each, and at most 8192 × 8192 in total for the engine's own format.
    pub size: [u32; 2],
    /// Frames per second, from 0.001 to 1000.
    pub rate: f64,
}

impl FilmSettings {
    /// Rejects an unsupported size or rate.
    fn check(&self) -> Result<(), CaptureFault> {
        let [width, height] = self.size;
        check_size(width, height)?;
        check_rate(self.rate)?;
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(CaptureFault::Encoding(format!(
                "expected a film of at most 8192x8192 px, got {width}x{height} px"
            )));
        }
        Ok(())
    }

    /// Returns the maximum number of consecutive missing frames: the frames of an hour, at least 1.
    pub(crate) fn longest_gap(&self) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 3.6 to 3 600 000, because the rate is checked"
        )]
        let frames = (self.rate * 3600.0) as u64;
        frames.max(1)
    }

    fn write(&self, bytes: &mut ByteWriter) {
        bytes.text(&self.game);
        for side in self.size {
            bytes.number(side.into());
        }
        bytes.u64(self.rate.to_bits());
    }

    fn read(bytes: &mut ByteReader<'_>) -> Result<Self, BadRecord> {
        let settings = Self {
            game: bytes.text()?,
            size: [bytes.within()?, bytes.within()?],
            rate: f64::from_bits(bytes.u64()?),
        };
        settings.check().map_err(|_| BadRecord)?;
        Ok(settings)
    }

    /// Returns the width and height, which must have been checked.
    pub(super) fn sides(&self) -> [u16; 2] {
        self.size.map(|side| super::area::narrow(side as usize))
    }
}
