//! Sources of the input of steps: the player, a demonstration or a recording.

use std::path::PathBuf;

use super::replay_time::ReplayTime;
use crate::app::game::Demo;
use crate::error::Error;
use crate::replay::{ReplayError, Replayer, TakeStep};
use crate::world::Core;

/// Source of the input of steps.
#[derive(Debug)]
pub(crate) enum Source {
    Player,
    /// Replaces the player's input.
    Demo(Demo),
    Replay(Box<Replay>),
}

/// A recording that is replayed.
#[derive(Debug)]
pub(crate) struct Replay {
    pub(crate) replayer: Replayer,
    /// Replay clock.
    pub(crate) time: ReplayTime,
    /// Path of the replay file, for error messages.
    pub(crate) path: PathBuf,
}

impl Source {
    pub(crate) fn replay_mut(&mut self) -> Option<&mut Replay> {
        match self {
            Self::Replay(replay) => Some(replay),
            _ => None,
        }
    }
}

impl Replay {
    /// Begins the replay, once the game has started.
    pub(crate) fn begin(&mut self, core: &Core) -> Result<(), Error> {
        let begun = self.replayer.begin(core);
        begun.map_err(|fault| ReplayError::new(&self.path, fault).into())
    }

    /// Compares the state after a step with the recording.
    pub(crate) fn check(&mut self, core: &mut Core, take_step: TakeStep<'_>) -> Result<(), Error> {
        let checked = self.replayer.check(core, take_step);
        checked.map_err(|fault| ReplayError::new(&self.path, fault).into())
    }
}
