//! Whether a game is paused, and its input during the pause. Knows no clock: the runner stops the game's time.

use crate::input::{InputEvent, Key, PausedInput, WaitingInput};

/// How a game in a window is paused and resumed. The game does not receive the key that pauses it.
///
/// ```
/// use damselfly::app::PauseSettings;
/// use damselfly::input::PausedInput;
/// use damselfly::prelude::*;
///
/// let settings = PauseSettings {
///     key: Some(Key::P),
///     when_unfocused: true,
///     input: PausedInput::Hold,
///     ..PauseSettings::default()
/// };
/// let app = App::new("Chess", Default::default()).pausing(settings);
/// # assert_eq!(PauseSettings::default().step_key, Some(Key::F6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseSettings {
    /// Key that pauses and resumes the game. Defaults to [`Key::Pause`].
    pub key: Option<Key>,
    /// Key that takes a single step while the game is paused. Otherwise, the game receives it. Defaults to [`Key::F6`].
    pub step_key: Option<Key>,
    /// Whether the game is paused while its window cannot be seen. Defaults to false.
    ///
    /// A minimised window is detected within a quarter of a second. The rest depends on the system:
    ///
    /// - macOS: a window that is covered, or on another desktop.
    /// - Windows: nothing else.
    /// - X11: a window that is covered by others. The window manager reports minimised windows; a window that is
    ///   unmapped without a window manager, or by one that shows another desktop, is not detected.
    /// - Wayland: not even a minimised window. Use `when_unfocused` there.
    pub when_hidden: bool,
    /// Whether the game is paused while its window does not have the focus. Defaults to false.
    pub when_unfocused: bool,
    /// Handling of the game's own input during a pause. Defaults to [`PausedInput::Drop`].
    pub input: PausedInput,
}

impl Default for PauseSettings {
    fn default() -> Self {
        Self {
            key: Some(Key::Pause),
            step_key: Some(Key::F6),
            when_hidden: false,
            when_unfocused: false,
            input: PausedInput::default(),
        }
    }
}

/// Reasons why a game is paused, and its waiting input.
#[derive(Debug, Default)]
pub(crate) struct PauseState {
    settings: PauseSettings,
    /// Whether a key, the game or another thread has requested the pause.
    requested: bool,
    hidden: bool,
    unfocused: bool,
    /// Whether the game runs backwards. Its time then passes even if there is a reason to pause.
    goes_back: bool,
    /// Requested single steps that are not taken yet.
    steps: u32,
    waiting: WaitingInput,
}

impl PauseState {
    /// Returns the state of a game that is not paused.
    pub(crate) fn new(settings: PauseSettings) -> Self {
        Self {
            settings,
            waiting: WaitingInput::new(settings.input),
            ..Self::default()
        }
    }

    /// Returns whether the game's time is paused.
    pub(crate) fn is_paused(&self) -> bool {
        let is_wanted = self.requested
            || (self.hidden && self.settings.when_hidden)
            || (self.unfocused && self.settings.when_unfocused);
        is_wanted && !self.goes_back
    }

    /// Requests a pause, or withdraws the request. A game with another reason to pause stays paused.
    pub(crate) fn request(&mut self, paused: bool) {
        self.requested = paused;
    }

    /// Sets whether the window is minimised or hidden.
    pub(crate) fn set_hidden(&mut self, hidden: bool) {
        self.hidden = hidden;
    }

    /// Sets whether the game runs backwards. A game that was paused before is paused again afterwards.
    pub(crate) fn set_going_back(&mut self, goes_back: bool) {
        self.goes_back = goes_back;
    }

    /// Requests a single step. Does nothing unless the game is paused.
    pub(crate) fn request_step(&mut self) {
        if self.is_paused() {
            self.steps = self.steps.saturating_add(1);
        }
    }

    /// Returns whether a single step is due, and counts it as taken.
    pub(crate) fn take_step(&mut self) -> bool {
        let is_due = self.is_paused() && self.steps > 0;
        self.steps = if is_due { self.steps - 1 } else { 0 };
        is_due
    }

    /// Handles the pause keys, and records the focus. During a pause, all other events, changes of the focus included,
    /// go to the waiting input. Returns the event if the game should receive it now.
    pub(crate) fn take(&mut self, event: InputEvent) -> Option<InputEvent> {
        if let InputEvent::Focus(focused) = event {
            self.unfocused = !focused;
        }
        if let InputEvent::Key {
            key,
            pressed,
            repeat,
            ..
        } = event
        {
            let is_new = pressed && !repeat;
            if Some(key) == self.settings.key {
                self.requested ^= is_new;
                return None;
            }
            // Only the press is withheld: the game receives the release if it has received the press.
            if Some(key) == self.settings.step_key && self.is_paused() && pressed {
                if is_new {
                    self.request_step();
                }
                return None;
            }
        }
        if self.is_paused() {
            self.waiting.push(event);
            return None;
        }
        Some(event)
    }

    /// Moves the waiting input to the end of `out`: for a single step, and for the first step after the pause.
    pub(crate) fn release_into(&mut self, out: &mut Vec<InputEvent>) {
        self.waiting.drain_into(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOST: InputEvent = InputEvent::Focus(false);
    const GAINED: InputEvent = InputEvent::Focus(true);

    fn press(key: Key) -> InputEvent {
        InputEvent::press(key)
    }

    fn release(key: Key) -> InputEvent {
        InputEvent::release(key)
    }

    fn paused_by_key(settings: PauseSettings) -> PauseState {
        let mut state = PauseState::new(settings);
        assert_eq!(state.take(press(Key::Pause)), None);
        assert_eq!(state.take(release(Key::Pause)), None);
        assert!(state.is_paused());
        state
    }

    fn released(state: &mut PauseState) -> Vec<InputEvent> {
        let mut out = vec![];
        state.release_into(&mut out);
        out
    }

    #[test]
    fn the_pause_key_toggles_and_never_reaches_the_game() {
        let mut state = paused_by_key(PauseSettings::default());
        let repeat = InputEvent::Key {
            key: Key::Pause,
            character: None,
            pressed: true,
            repeat: true,
        };
        assert_eq!(state.take(repeat), None);
        assert!(state.is_paused(), "a key that is held resumes nothing");
        state.take(press(Key::Pause));
        assert!(!state.is_paused());
        assert_eq!(state.take(press(Key::A)), Some(press(Key::A)));
    }

    #[test]
    fn a_game_without_a_pause_key_receives_that_key() {
        let mut state = PauseState::new(PauseSettings {
            key: None,
            ..PauseSettings::default()
        });
        assert_eq!(state.take(press(Key::Pause)), Some(press(Key::Pause)));
        assert!(!state.is_paused());
    }

    #[test]
    fn the_key_of_single_steps_is_the_games_unless_it_is_paused() {
        let mut state = PauseState::new(PauseSettings::default());
        assert_eq!(state.take(press(Key::F6)), Some(press(Key::F6)));
        assert!(!state.take_step());
        let mut state = paused_by_key(PauseSettings::default());
        for _ in 0..2 {
            assert_eq!(state.take(press(Key::F6)), None);
        }
        let taken = [(); 3].map(|()| state.take_step());
        assert_eq!(taken, [true, true, false]);
    }

    #[test]
    fn steps_that_were_requested_are_forgotten_when_the_game_resumes() {
        let mut state = paused_by_key(PauseSettings::default());
        state.request_step();
        state.request(false);
        assert!(!state.take_step());
        state.request(true);
        assert!(!state.take_step());
    }

    #[test]
    fn input_of_a_pause_is_dropped_but_for_what_ends() {
        let mut state = paused_by_key(PauseSettings::default());
        for event in [press(Key::A), release(Key::B), release(Key::A), LOST] {
            assert_eq!(state.take(event), None);
        }
        assert_eq!(released(&mut state), [LOST], "which releases everything");
        state.take(press(Key::C));
        state.take(release(Key::B));
        assert_eq!(released(&mut state), [release(Key::B)]);
    }

    #[test]
    fn input_of_a_pause_is_held_back_if_the_game_says_so() {
        let mut state = paused_by_key(PauseSettings {
            input: PausedInput::Hold,
            ..PauseSettings::default()
        });
        let events = [press(Key::A), release(Key::A), press(Key::B)];
        for event in events.clone() {
            assert_eq!(state.take(event), None);
        }
        assert_eq!(released(&mut state), events);
        assert_eq!(released(&mut state), []);
    }

    #[test]
    fn a_hidden_or_unfocused_window_pauses_if_configured() {
        for by_itself in [false, true] {
            let mut state = PauseState::new(PauseSettings {
                when_hidden: by_itself,
                when_unfocused: by_itself,
                ..PauseSettings::default()
            });
            state.set_hidden(true);
            assert_eq!(state.is_paused(), by_itself);
            state.take(LOST);
            state.set_hidden(false);
            assert_eq!(state.is_paused(), by_itself, "for want of focus");
            state.take(GAINED);
            assert!(!state.is_paused());
        }
    }

    #[test]
    fn a_request_outlasts_the_other_reasons() {
        let mut state = PauseState::new(PauseSettings {
            when_hidden: true,
            ..PauseSettings::default()
        });
        state.request(true);
        state.set_hidden(true);
        state.set_hidden(false);
        assert!(state.is_paused());
        state.request(false);
        assert!(!state.is_paused());
    }

    #[test]
    fn a_paused_game_can_run_backwards_and_is_paused_again() {
        let mut state = paused_by_key(PauseSettings::default());
        state.take(release(Key::B));
        state.set_going_back(true);
        assert!(!state.is_paused());
        assert_eq!(state.take(press(Key::A)), Some(press(Key::A)));
        state.set_going_back(false);
        assert!(state.is_paused());
        assert_eq!(state.take(press(Key::A)), None);
    }
}
