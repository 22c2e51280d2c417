//! Screenshots and films: [`PngFile`], [`GifCapture`], and [`Film`], which reads films in the engine's own format.
//!
//! Pixels are stored row by row, each as `u32::from_le_bytes([r, g, b, a])`. Alpha is ignored. An existing file is
//! replaced only when the new one is complete. This module knows neither games nor how frames are drawn.

mod apng_capture;
mod area;
mod encoder;
mod error;
mod film;
mod gif_capture;
mod gif_clock;
mod palette;
mod pending;
mod png;
mod raw_capture;
mod thread;

pub(crate) use encoder::FilmFormat;
pub use error::{CaptureError, CaptureFault};
#[cfg(feature = "sound")]
pub(crate) use film::MAX_SOUND_FRAMES;
pub use film::{Film, FilmError, FilmFault, FilmFrame, FilmSettings, FilmSound};
pub use gif_capture::GifCapture;
pub use png::{PngFile, write_png};
pub(crate) use raw_capture::STANDARD_OUTPUT;
pub(crate) use thread::{CaptureThread, CapturedFrame, FrameSender, StoppedCapture, WhenBusy};
