//! Sounds of a game, for tests.

use super::Harness;

impl Harness<'_> {
    /// Returns the labels of the sounds that were played in the latest step, in order; before the first step, those that
    /// the game's start has played. If that is more than [`MAX_VOICES`](crate::sound::MAX_VOICES) sounds, only the labels
    /// of the latest ones are returned. Their settings are in [`Sounds::started`](crate::sound::Sounds::started).
    ///
    /// ```
    /// use damselfly::app::{App, Harness, Options};
    /// use damselfly::prelude::*;
    /// use damselfly::sound::Synth;
    ///
    /// let mut game = Harness::start(App::new("Loud", Options::default()), |cx| {
    ///     cx.assets.add_sound("hello", Synth::coin(1))?;
    ///     cx.play("hello");
    ///     Ok(())
    /// })?;
    /// assert_eq!(game.heard(), ["hello"]);
    /// game.step();
    /// assert!(game.heard().is_empty());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn heard(&self) -> Vec<&str> {
        let started = self.world().sounds.started();
        started.map(|sound| sound.label()).collect()
    }
}
