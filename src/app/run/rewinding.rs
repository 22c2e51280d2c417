//! Running a game backwards while a key is held, and how it goes on from there.

use super::rewind_bar::{RewindBar, RewindRange};
use crate::input::{InputEvent, InputState, MouseButton};
use crate::replay::{Rewinder, TakeStep};
use crate::world::{Core, StepInput};

/// Running a game backwards.
#[derive(Debug)]
pub(crate) struct Rewinding {
    rewinder: Rewinder,
    /// Whether the key is held.
    is_held: bool,
    /// The latest step that there was when the key was pressed.
    newest: u64,
    /// What the player holds and where the mouse is, whatever the game knows of it.
    live: InputState,
    /// Nominal steps per second.
    rate: f64,
}

impl Rewinding {
    /// `budget` is in bytes, `rate` in steps per second.
    pub(crate) fn new(budget: usize, rate: f64) -> Self {
        Self {
            rewinder: Rewinder::new(budget),
            is_held: false,
            newest: 0,
            live: InputState::new(),
            rate,
        }
    }

    pub(crate) fn is_held(&self) -> bool {
        self.is_held
    }

    /// Looks at what the player does, for the time when the game goes on.
    pub(crate) fn watch(&mut self, events: &[InputEvent]) {
        self.live.begin_step(events);
    }

    /// Notes a step that was taken.
    pub(crate) fn step(&mut self, input: &StepInput<'_>, core: &Core) {
        self.rewinder.step(input, core);
    }

    /// The key went down.
    pub(crate) fn begin(&mut self, core: &mut Core, bar: &mut RewindBar) {
        self.is_held = true;
        self.newest = core.step_number();
        if let Some(too_large) = self.rewinder.too_large() {
            let [copy, allowed] = [too_large.copy, too_large.allowed].map(|bytes| bytes >> 20);
            log::warn!(
                "F7: this game is too large to be rewound: a copy of its world takes {copy} MiB, allowed are {allowed}; \
                 see `App::rewind`"
            );
        }
        self.show(core, bar);
    }

    /// Goes a step back, or to where the mouse is on the bar.
    pub(crate) fn go_back(
        &mut self,
        core: &mut Core,
        bar: &mut RewindBar,
        take_step: TakeStep<'_>,
    ) {
        let range = self.range(core);
        let target = self.pointed_at(core, range);
        let target = target.unwrap_or(range.now.saturating_sub(1));
        if target >= range.oldest && target != range.now {
            self.rewinder.seek(target, core, take_step);
        }
        self.show(core, bar);
    }

    /// The key went up: the game goes on from here. Returns the input by which it learns what the player holds now.
    pub(crate) fn end(&mut self, core: &mut Core, bar: &mut RewindBar) -> Vec<InputEvent> {
        self.is_held = false;
        bar.hide();
        self.rewinder.truncate(core.step_number());
        changes(core.context().input, &self.live)
    }

    fn range(&self, core: &Core) -> RewindRange {
        let now = core.step_number();
        RewindRange {
            oldest: self.rewinder.oldest().unwrap_or(now),
            now,
            newest: self.newest,
        }
    }

    /// The step of the bar that the mouse is at, while its left button is held there.
    fn pointed_at(&self, core: &Core, range: RewindRange) -> Option<u64> {
        let is_down = self.live.is_button_down(MouseButton::Left);
        is_down
            .then(|| RewindBar::step_at(core, self.live.mouse_position(), range))
            .flatten()
    }

    fn show(&self, core: &mut Core, bar: &mut RewindBar) {
        if self.rewinder.too_large().is_some() {
            bar.show_too_large(core);
        } else {
            let range = self.range(core);
            bar.show(core, range, self.rate);
        }
    }
}

/// Returns the events that lead from what a game knows of the player's hands to what they do: releases, then presses.
fn changes(known: &InputState, live: &InputState) -> Vec<InputEvent> {
    let position = live.mouse_position();
    let mut events = Vec::new();
    if known.mouse_position() != position {
        events.push(InputEvent::MouseMoved { position });
    }
    for (one, other, pressed) in [(known, live, false), (live, known, true)] {
        let keys = one.held_keys().filter(|&key| !other.is_down(key));
        events.extend(keys.map(|key| InputEvent::key(key, pressed)));
        let buttons = one.held_buttons();
        let buttons = buttons.filter(|&button| !other.is_button_down(button));
        events.extend(buttons.map(|button| InputEvent::MouseButton {
            button,
            pressed,
            position,
        }));
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Key;
    use glam::vec2;

    fn state(events: &[InputEvent]) -> InputState {
        let mut state = InputState::new();
        state.begin_step(events);
        state
    }

    #[test]
    fn a_game_that_goes_on_knows_what_the_player_holds() {
        let button = |button, pressed| InputEvent::MouseButton {
            button,
            pressed,
            position: vec2(3.0, 4.0),
        };
        let known = state(&[
            InputEvent::press(Key::Left),
            InputEvent::press(Key::Space),
            button(MouseButton::Right, true),
        ]);
        let live = state(&[
            InputEvent::press(Key::Up),
            InputEvent::press(Key::Space),
            button(MouseButton::Left, true),
            InputEvent::MouseMoved {
                position: vec2(5.0, 6.0),
            },
        ]);
        let mut after = known.clone();
        after.begin_step(&changes(&known, &live));
        let held = |state: &InputState| {
            let keys: Vec<_> = state.held_keys().collect();
            let buttons: Vec<_> = state.held_buttons().collect();
            (keys, buttons, state.mouse_position())
        };
        assert_eq!(held(&after), held(&live));
        assert!(after.just_released(Key::Left) && !after.just_pressed(Key::Space));
        assert_eq!(changes(&live, &live), []);
    }
}
