//! Screenshots and animations: [`PngFile`] and [`GifRecorder`].
//!
//! Both take pixels row after row, each `u32::from_le_bytes([r, g, b, a])`, and ignore alpha. An existing file is
//! replaced only once the new one is complete. Knows no game and no backend.

mod error;
mod gif_clock;
mod gif_recorder;
mod palette;
mod png;

pub use error::{CaptureError, CaptureFault};
pub use gif_recorder::GifRecorder;
pub use png::{PngFile, write_png};
