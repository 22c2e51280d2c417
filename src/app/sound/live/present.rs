//! The step that is playing, and when the next one is due.

/// Frames after which a game without a new step becomes silent: 100 ms.
pub(super) const PATIENCE: u64 = 4800;

/// The step that is playing.
#[derive(Clone, Copy, Debug)]
pub(super) struct PresentStep {
    /// First frame in game time.
    pub(super) start: u64,
    /// Nominal length in frames of game time.
    pub(super) nominal: u64,
    /// Nominal length in frames of the device.
    pub(super) length: u64,
    /// Frames of the device since its start.
    pub(super) played: u64,
    /// Whether it has no sounds.
    pub(super) is_silent: bool,
}

/// When the next step is due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StepDue {
    /// At once, because it does not follow the present one.
    Jump,
    /// This many frames after the start of the present one.
    At(u64),
}

impl PresentStep {
    /// Returns when a step is due that starts at this frame of game time.
    pub(super) fn due(&self, start: u64) -> StepDue {
        let Some(passed) = start.checked_sub(self.start) else {
            return StepDue::Jump;
        };
        let due = u128::from(passed) * u128::from(self.length) / u128::from(self.nominal.max(1));
        let due = u64::try_from(due).unwrap_or(u64::MAX);
        if due > self.length.max(self.played).saturating_add(PATIENCE) {
            return StepDue::Jump;
        }
        StepDue::At(due)
    }

    /// Returns the first frame of the next step in game time, if that is nominal.
    pub(super) fn end(&self) -> u64 {
        self.start.saturating_add(self.nominal)
    }
}
