//! What a game is to the app.

use crate::Error;
use crate::input::InputEvent;
use crate::world::{Context, World};

/// A game: what happens at its start, in each step, and when it ends. It draws by what it puts in the world.
///
/// Most games need only a start, and behaviours: see [`App::run`](super::App::run). State that a step depends on
/// belongs into behaviours, where checksums and snapshots find it.
pub trait Game: Send {
    /// Fills the world. Runs once, before the first step.
    ///
    /// # Errors
    /// The game cannot start: the app stops with this error.
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error>;

    /// A step begins: runs before any object acts.
    fn step(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// The game ends. Runs once if `start` has run, on the same thread, also after an error or a panic.
    fn stop(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }
}

/// The built-in demonstration: what a player would do in the step that comes next. Must follow from the step's
/// number and the world alone.
pub type Demo = fn(step: u64, world: &World) -> Vec<InputEvent>;

/// A game that is only a start.
pub(crate) struct StartOnly<F>(pub(crate) Option<F>);

impl<F: FnOnce(&mut Context<'_>) -> Result<(), Error> + Send> Game for StartOnly<F> {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        self.0.take().map_or(Ok(()), |start| start(cx))
    }
}
