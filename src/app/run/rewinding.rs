//! Running a game backwards while a key is held, and how it goes on from there.

use super::loop_changes::{ChangeLog, LoopChange};
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
    /// Mouse buttons that were down when the key was pressed.
    held_before: Vec<MouseButton>,
    /// What the game changed about its loop and its window.
    changes: ChangeLog,
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
            held_before: Vec::new(),
            changes: ChangeLog::default(),
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

    /// Notes what the game changed about its loop and its window with the latest step, and what takes that back.
    pub(crate) fn note_change(&mut self, step: u64, undo: LoopChange, redo: LoopChange) {
        let oldest = self.rewinder.oldest().unwrap_or(step);
        self.changes.note(step, oldest, undo, redo);
    }

    /// Returns what is to be changed about the loop and the window after going to a step.
    pub(crate) fn change_to(&mut self, step: u64) -> Option<LoopChange> {
        self.changes.go_to(step)
    }

    /// The key went down.
    pub(crate) fn begin(&mut self, core: &mut Core, bar: &mut RewindBar) {
        self.is_held = true;
        self.newest = core.step_number();
        self.held_before = self.live.held_buttons().collect();
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
        self.changes.forget_undone();
        let mut events = core.context().input.catch_up(&self.live);
        // A button that went down on the bar is none of the game's.
        events.retain(|event| match event {
            InputEvent::MouseButton {
                button,
                pressed: true,
                ..
            } => self.held_before.contains(button),
            _ => true,
        });
        events
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, Options};
    use glam::Vec2;

    const STEPS: u64 = 100;

    fn step_on(core: &mut Core, input: StepInput<'_>) {
        core.step(input);
    }

    /// A game that has taken its steps, within a budget for rewinding.
    fn played(budget: usize) -> (Core, Rewinding, RewindBar) {
        let mut core = App::new("A test", Options::default()).cells(80, 24).core(0);
        let mut rewinding = Rewinding::new(budget, 60.0);
        for _ in 0..STEPS {
            let input = StepInput::next(&core);
            core.step(input);
            rewinding.step(&input, &core);
        }
        (core, rewinding, RewindBar::default())
    }

    fn mouse(at: Vec2, pressed: bool) -> [InputEvent; 2] {
        let button = MouseButton::Left;
        [
            InputEvent::MouseMoved { position: at },
            InputEvent::MouseButton {
                button,
                pressed,
                position: at,
            },
        ]
    }

    #[test]
    fn the_key_goes_back_step_by_step_and_the_mouse_to_where_it_is_on_the_bar() {
        let (mut core, mut rewinding, mut bar) = played(64 << 20);
        rewinding.begin(&mut core, &mut bar);
        rewinding.go_back(&mut core, &mut bar, &mut step_on);
        assert_eq!(core.step_number(), STEPS - 1);
        let oldest = rewinding.range(&core).oldest;
        let middle = oldest + (STEPS - oldest).div_ceil(2);
        // From column 11 to 78, as the bar's own test has it.
        for (column, step) in [(11.0, oldest), (78.0, STEPS), (44.5, middle)] {
            rewinding.watch(&mouse(Vec2::new(column, 23.5), true));
            rewinding.go_back(&mut core, &mut bar, &mut step_on);
            assert_eq!(core.step_number(), step, "column {column}");
        }
        // Let go, it goes back from there; above the bar the button means nothing.
        rewinding.watch(&mouse(Vec2::new(20.0, 23.5), false));
        rewinding.go_back(&mut core, &mut bar, &mut step_on);
        rewinding.watch(&mouse(Vec2::new(20.0, 5.0), true));
        rewinding.go_back(&mut core, &mut bar, &mut step_on);
        assert_eq!(core.step_number(), middle - 2);
        // The game goes on from there, and learns where the mouse is, and of no button that went
        // down on the bar.
        let learned = rewinding.end(&mut core, &mut bar);
        let position = Vec2::new(20.0, 5.0);
        assert_eq!(learned, [InputEvent::MouseMoved { position }]);
        assert_eq!(rewinding.range(&core).now, core.step_number());
    }

    #[test]
    fn a_game_that_is_too_large_stays_where_it_is_and_says_so() {
        let (mut core, mut rewinding, mut bar) = played(1000);
        rewinding.begin(&mut core, &mut bar);
        rewinding.go_back(&mut core, &mut bar, &mut step_on);
        assert_eq!(core.step_number(), STEPS);
        let said = bar.layer().len();
        rewinding.end(&mut core, &mut bar);
        assert!(said > 10 && bar.layer().is_empty(), "{said} characters");
    }
}
