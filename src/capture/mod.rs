//! Pictures and films of what was drawn: [`PngFile`], [`GifRecorder`], and the [`AtomicFile`] beneath both.
//!
//! Is handed pixels: row after row, each a little-endian RGBA word, alpha disregarded. Knows no game and no
//! backend. A file that is there is replaced only once the new one is whole.

mod atomic_file;
mod error;
mod gif_clock;
mod gif_recorder;
mod palette;
mod png;
#[cfg(test)]
mod scratch;

pub use atomic_file::AtomicFile;
pub use error::{CaptureError, CaptureFault};
pub use gif_recorder::GifRecorder;
pub use png::{PngFile, write_png};
