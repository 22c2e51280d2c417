//! Films in the engine's own format: pixels and text of each frame, readable up to the last whole frame if the program
//! that wrote them was killed.
//!
//! A file of checked records ([`RecordWriter`](crate::files::RecordWriter)): a header, one record for each frame, and a
//! last one with the film's length. A frame has the rectangle that has changed, as the exclusive or with the frame before,
//! compressed; once a second that is one with black, from where reading can begin.

mod error;
mod frame;
mod reader;
mod recent;
mod recorder;
#[cfg(test)]
mod tests;

pub use error::{FilmError, FilmFault};
pub use reader::{Film, FilmFrame};
pub(super) use recorder::FilmCapture;

use super::error::CaptureFault;
use super::gif_clock::check_rate;
use super::png::check_size;
use crate::files::RecordFormat;
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};

/// The file format. Version 1: the only one so far.
const FORMAT: RecordFormat = RecordFormat {
    kind: *b"FILM",
    version: 1,
};

/// The most pixels of a film: 8192 × 8192. Nothing larger is written, and nothing larger is allocated for a file.
const MAX_PIXELS: u64 = 1 << 26;

/// The first byte of a record: what it is.
mod tag {
    pub(super) const SETTINGS: u8 = 0;
    pub(super) const KEY_FRAME: u8 = 1;
    pub(super) const FRAME: u8 = 2;
    pub(super) const END: u8 = 3;
}

/// What all frames of a film have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmSettings {
    /// The name of the game: any text.
    pub game: String,
    /// Width and height in pixels: 1 to 65 535 each, and at most 8192 × 8192 in all for the engine's own format.
    pub size: [u32; 2],
    /// Frames per second, from 0.001 to 1000.
    pub rate: f64,
}

impl FilmSettings {
    /// Refuses a size or a rate that no film has.
    fn check(&self) -> Result<(), CaptureFault> {
        let [width, height] = self.size;
        check_size(width, height)?;
        check_rate(self.rate)?;
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(CaptureFault::Encoding(format!(
                "a film of {width}x{height} px, where 8192x8192 px are the most"
            )));
        }
        Ok(())
    }

    /// The most frames that may be missing in a row: those of an hour.
    pub(crate) fn longest_gap(&self) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 3.6 to 3 600 000, which the rate was checked for"
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

    /// Width and height, which a film that is open has checked.
    pub(super) fn sides(&self) -> [u16; 2] {
        self.size.map(|side| super::area::narrow(side as usize))
    }
}
