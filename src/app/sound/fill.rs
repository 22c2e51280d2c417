//! The source of the frames that an output plays.

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
