//! What a program runs: a [`Game`], or only its start, and its [`Demo`].

use crate::error::Error;
use crate::input::InputEvent;
use crate::world::{Context, FrameContext, World};

/// A game: its start, its steps and its end. It draws by adding objects, text and shapes to the world.
///
/// Most games need only a start and behaviours: see [`App::run`](super::App::run). Keep state that affects a step in
/// behaviours: checksums and snapshots include it there.
///
/// ```
/// use damselfly::app::{App, Harness, Options};
/// use damselfly::prelude::*;
///
/// struct Greeting;
///
/// impl Game for Greeting {
///     fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
///         Ok(())
///     }
///
///     fn step(&mut self, cx: &mut Context<'_>) {
///         cx.canvas(2).text(vec2(0.0, 0.0), "Hello", Color::WHITE);
///     }
/// }
///
/// let mut game = Harness::of(App::new("Greeting", Options::default()), Greeting)?;
/// game.step();
/// assert!(game.shows("Hello"));
/// # Ok::<(), Error>(())
/// ```
#[doc(alias = "state")]
pub trait Game: Send {
    /// Fills the world. Runs once, before the first step.
    ///
    /// # Errors
    /// Any error of the game: the app stops and returns it.
    #[doc(alias("init", "load", "ready", "setup"))]
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error>;

    /// Runs in each step, before any object acts. Defaults to nothing.
    #[doc(alias("draw", "process", "tick", "update"))]
    fn step(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// Draws on every frame, before the `frame` hooks of behaviours: see
    /// [`Behavior::frame`](crate::world::Behavior::frame). Changes nothing. A panic turns it off, with a line in the
    /// log; the game goes on. Defaults to nothing.
    #[doc(alias("render", "paint"))]
    fn frame(&self, cx: &mut FrameContext<'_>) {
        let _ = cx;
    }

    /// Runs once when the game ends, on the thread of `start`. Also runs after an error or a panic, even in `start`.
    /// Defaults to nothing.
    #[doc(alias("quit", "shutdown"))]
    fn stop(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }
}

/// The built-in demonstration: a function that returns the input events of the next step, whose number is `step`. The
/// events must depend on the number and the world alone, so that the demonstration is the same in every run.
pub type Demo = fn(step: u64, world: &World) -> Vec<InputEvent>;

// `Game::start` borrows the game, but calling an `FnOnce` moves it: the `Option` lets `start` take the function out.
/// A game that has only a start.
pub(super) struct StartOnly<F>(pub(super) Option<F>);

impl<F: FnOnce(&mut Context<'_>) -> Result<(), Error> + Send> Game for StartOnly<F> {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        self.0.take().map_or(Ok(()), |start| start(cx))
    }
}
