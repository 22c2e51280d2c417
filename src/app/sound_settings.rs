//! Settings of an app's sound output. They change no step.

use super::App;
use crate::input::Key;

impl App {
    /// Sets whether a game that runs backwards is heard backwards, by the output of the last minute, or is silent.
    /// Defaults to true.
    #[must_use]
    pub fn rewind_sound(mut self, is_heard: bool) -> Self {
        self.rewind_sound = is_heard;
        self
    }

    /// Sets whether a run in a window plays on the system's sound device; `--no-sound` turns it off. Defaults to true.
    /// For tools and measurements, which have nothing to play. Steps, events and checksums are the same without a
    /// device. A run without a window opens none.
    #[doc(alias("audio", "mute"))]
    #[must_use]
    pub fn sound(mut self, plays: bool) -> Self {
        self.sound = plays;
        self
    }

    /// Sets a key that mutes the sound device, and ends that. Defaults to none. The game does not receive the key,
    /// except as text while a text entry has the focus. The setting lasts, in the file `sound` of the game's
    /// [save folder](crate::files::save_folder). It changes no step: muted sounds play on unheard.
    #[must_use]
    pub fn mute_key(mut self, key: Key) -> Self {
        self.mute_key = Some(key);
        self
    }
}
