//! The cost of a drawn frame, in parts.

use std::time::Duration;

use crate::platform::Instant;

/// The cost of drawing a frame, in parts. By default, times and bytes are 0, and `gpu` is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawCost {
    /// Processor time to cull layers, and to list copies and draw calls.
    pub batch: Duration,
    /// Processor time to copy changes to memory that the backend reads.
    pub upload: Duration,
    /// Processor time to record and submit commands. For the software backend, the time to draw the image.
    pub submit: Duration,
    /// Time of the GPU from the beginning of the first pass to the end of the last, of the latest frame whose time has
    /// arrived since the previous report. In a window, that frame was drawn a few frames earlier. `None` if none has
    /// arrived, if the device has no timestamps, if nothing asked for GPU times, and for the software backend.
    pub gpu: Option<Duration>,
    /// Bytes of the renderer's buffers and textures on the device. 0 for the software backend, whose memory belongs to
    /// the process.
    pub device_bytes: u64,
}

/// Splits the time of a frame into parts.
#[derive(Debug)]
pub(super) struct LapClock(Instant);

impl LapClock {
    /// Starts the first part.
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    /// Returns the time of the current part, and starts the next.
    pub(super) fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - core::mem::replace(&mut self.0, now)
    }
}
