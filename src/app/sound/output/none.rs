//! The output of a platform without one: games are silent.

use crate::app::sound::fill::Fill;
use crate::app::sound::statistics::OutputStatistics;

pub(crate) use NoOutput as SoundOutput;

/// Plays nothing.
#[derive(Debug, Default)]
pub(crate) struct NoOutput {
    statistics: OutputStatistics,
}

impl NoOutput {
    /// Drops the source of frames.
    pub(crate) fn start(_name: &str, _fill: impl Fill + 'static) -> Self {
        Self::default()
    }

    /// Returns that no device plays.
    pub(crate) fn statistics(&mut self) -> &OutputStatistics {
        &self.statistics
    }
}
