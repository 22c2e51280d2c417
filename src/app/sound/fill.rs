//! The source of the frames that an output plays.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Frames per second of every output.
pub(crate) const FRAME_RATE: u32 = 48_000;

/// Source of the frames that an output plays. An output calls it on its own thread, or on the system's sound thread.
pub(crate) trait Fill: Send {
    /// Overwrites `frames` with the next frames: left and right sample, finite, from −1 to 1, at 48 000 Hz. The device
    /// waits for them, so this must not block.
    fn fill(&mut self, frames: &mut [[f32; 2]]);

    /// Notifies of a gap: the device had no frames to play. It waits for the next ones.
    fn gap(&mut self) {}

    /// Notifies of a device that was opened. Called before its first `fill`. Frames of an earlier device may be lost,
    /// and any time may have passed.
    fn reopened(&mut self);
}

/// A source shared by an output's thread and the system's sound thread. Contended only while a device is reopened.
pub(super) type SharedFill = Arc<Mutex<dyn Fill>>;

/// Locks a source. A source that panicked on another thread is used all the same.
pub(super) fn locked(fill: &SharedFill) -> MutexGuard<'_, dyn Fill + 'static> {
    fill.lock().unwrap_or_else(PoisonError::into_inner)
}
