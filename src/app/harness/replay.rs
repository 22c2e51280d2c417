//! Replays recordings in tests of games.

use core::time::Duration;

use super::Harness;
use crate::replay::{InputRecording, ReplayError, ReplayFault, Replayer};
use crate::world::{Core, StepInput};

impl Harness<'_> {
    /// Replays a recording from its first step. Call it before any other step, on a game that was started with the
    /// recording's [options](InputRecording::options).
    ///
    /// ```no_run
    /// use damselfly::app::{App, Harness};
    /// use damselfly::prelude::*;
    /// use damselfly::replay::InputRecording;
    ///
    /// # fn start(_: &mut Context<'_>) -> Result<(), Error> { Ok(()) }
    /// // Written by `--record tests/run.replay`.
    /// let recording = InputRecording::read("tests/run.replay")?;
    /// let mut game = Harness::start(App::new("Game", recording.options()), start)?;
    /// game.replay(&recording)?;
    /// assert!(game.is_over(), "the player ended the game");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ReplayFault::Settings`]: the recording belongs to another game, the game was started differently, or it has
    /// taken steps already. [`ReplayFault::Divergence`]: its state differs from the recorded one.
    /// [`ReplayFault::Damage`]: the recording is damaged after the replayed steps.
    ///
    /// # Panics
    /// If the `step` of the [`Game`](crate::app::Game) itself panics. A panic in a behaviour, a force or a collision
    /// filter only makes the next [`Harness::step`] panic, unless the harness is [forgiving](Harness::forgiving).
    pub fn replay(&mut self, recording: &InputRecording) -> Result<(), ReplayError> {
        let fail = |fault| ReplayError::new("".as_ref(), fault);
        let Self {
            core,
            game,
            settings,
            #[cfg(feature = "sound")]
            mixed,
            ..
        } = self;
        let steps = core.step_number();
        let difference = recording.settings().difference_at_start(settings);
        let difference = difference
            .or_else(|| (steps > 0).then(|| format!("the game has taken {steps} steps already")));
        if let Some(difference) = difference {
            return Err(fail(ReplayFault::Settings(difference)));
        }
        let mut take_step = |core: &mut Core, input: StepInput<'_>| {
            core.step_with(input, |cx| game.step(cx));
        };
        let mut replayer = Replayer::new(recording.clone());
        replayer.begin(core).map_err(fail)?;
        while let Some(step) = replayer.next(core) {
            #[cfg(feature = "sound")]
            if let Some(mixed) = mixed {
                mixed.add(core, step.dt);
            }
            take_step(core, step.input(Duration::ZERO));
            replayer.check(core, &mut take_step).map_err(fail)?;
        }
        // Neither the clipboard nor gamepads are for a replay.
        self.core.requests.clipboard.clear();
        self.core.requests.rumbles.clear();
        Ok(())
    }
}
