//! Runs a game backwards while a key is held, and resumes it.

use super::loop_changes::{ChangeLog, LoopChange};
use super::rewind_bar::{RewindBar, RewindRange};
use crate::input::{InputEvent, InputState, MouseButton};
use crate::replay::{InputRecorder, Rewinder, TakeStep};
use crate::world::Core;

/// Runs a game backwards.
#[derive(Debug, Default)]
pub(crate) struct RewindControl {
    rewinder: Rewinder,
    /// Whether the key for running backwards is held.
    is_held: bool,
    /// Number of the latest step when the key was pressed.
    newest: u64,
    /// Keys that the player holds, and the mouse's position, even while the game does not receive them.
    live: InputState,
    /// Mouse buttons that were down when the key was pressed.
    held_before: Vec<MouseButton>,
    /// The game's changes to its loop and its window.
    changes: ChangeLog,
    /// Nominal steps per second.
    rate: f64,
}

impl RewindControl {
    /// Returns the state of a game that runs forwards. `budget` is in bytes, `rate` in steps per second.
    pub(crate) fn new(budget: usize, rate: f64) -> Self {
        Self {
            rewinder: Rewinder::new(budget),
            rate,
            ..Self::default()
        }
    }

    pub(crate) fn is_held(&self) -> bool {
        self.is_held
    }

    /// Tracks the player's input, so that the game receives its present state when it resumes.
    pub(crate) fn watch(&mut self, events: &[InputEvent]) {
        self.live.begin_step(events);
    }

    /// Updates the snapshots after a step that was taken and recorded.
    pub(crate) fn step(&mut self, core: &Core, recorder: &InputRecorder) {
        self.rewinder.step(core, recorder);
    }

    /// Adds the changes of the loop and the window that the game made in a step, and the changes that undo them.
    pub(crate) fn add_change(&mut self, step: u64, undo: LoopChange, redo: LoopChange) {
        let oldest = self.rewinder.oldest().unwrap_or(step);
        self.changes.add(step, oldest, undo, redo);
    }

    /// Returns the change of loop and window that going to a step requires.
    pub(crate) fn change_to(&mut self, step: u64) -> Option<LoopChange> {
        self.changes.go_to(step)
    }

    /// Begins to run backwards, or shows that the game is too large for it.
    pub(crate) fn begin(&mut self, core: &mut Core, bar: &mut RewindBar) {
        self.is_held = true;
        self.newest = core.step_number();
        self.held_before = self.live.held_buttons().collect();
        if let Some(too_large) = self.rewinder.too_large() {
            let [size, limit] = [too_large.bytes, too_large.limit].map(|bytes| bytes >> 20);
            log::warn!(
                "F7: cannot rewind: a snapshot takes {size} MiB, the limit is {limit} MiB; see `App::rewind`"
            );
        }
        self.show(core, bar);
    }

    /// Goes one step back, or to the step under the mouse while its button is held on the bar.
    pub(crate) fn go_back(
        &mut self,
        core: &mut Core,
        recorder: &mut InputRecorder,
        bar: &mut RewindBar,
        take_step: TakeStep<'_>,
    ) {
        let range = self.range(core);
        let target = self.pointed_at(core, range);
        let target = target.unwrap_or(range.now.saturating_sub(1));
        if target >= range.oldest && target != range.now {
            self.rewinder.seek(target, core, recorder, take_step);
        }
        self.show(core, bar);
    }

    /// Ends running backwards. Returns events that bring the game's input state up to date with the keys and buttons
    /// that the player holds now.
    pub(crate) fn end(&mut self, core: &mut Core, bar: &mut RewindBar) -> Vec<InputEvent> {
        self.is_held = false;
        bar.hide();
        self.rewinder.truncate(core.step_number());
        self.changes.forget_undone();
        let mut events = core.context().input.catch_up(&self.live);
        // The game does not receive presses of mouse buttons that were made while it ran backwards.
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

    /// Returns the step under the mouse, while its left button is held on the bar.
    fn pointed_at(&self, core: &Core, range: RewindRange) -> Option<u64> {
        let is_down = self.live.button_is_down(MouseButton::Left);
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
    use crate::world::StepInput;
    use glam::Vec2;

    const STEPS: u64 = 100;

    fn step_on(core: &mut Core, input: StepInput<'_>) {
        core.step(input);
    }

    /// Returns a core that has taken [`STEPS`] steps, with a rewinding budget in bytes.
    fn played(budget: usize) -> (Core, RewindControl, InputRecorder, RewindBar) {
        let app = App::new("A test", Options::default()).cells(80, 24);
        let mut core = app.core(0);
        let mut recorder = InputRecorder::new(app.run_settings(app.view.size), 60);
        let mut rewinding = RewindControl::new(budget, 60.0);
        for _ in 0..STEPS {
            let input = StepInput::next(&core);
            core.step(input);
            recorder.step(&input, &core);
            rewinding.step(&core, &recorder);
        }
        (core, rewinding, recorder, RewindBar::default())
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
    fn rewinding_follows_the_key_and_the_mouse_on_the_bar() {
        let (mut core, mut rewinding, mut recorder, mut bar) = played(64 << 20);
        rewinding.begin(&mut core, &mut bar);
        rewinding.go_back(&mut core, &mut recorder, &mut bar, &mut step_on);
        assert_eq!(core.step_number(), STEPS - 1);
        let oldest = rewinding.range(&core).oldest;
        let middle = oldest + (STEPS - oldest).div_ceil(2);
        // The bar extends from column 11 to column 78.
        for (column, step) in [(11.0, oldest), (78.0, STEPS), (44.5, middle)] {
            rewinding.watch(&mouse(Vec2::new(column, 23.5), true));
            rewinding.go_back(&mut core, &mut recorder, &mut bar, &mut step_on);
            assert_eq!(core.step_number(), step, "column {column}");
        }
        // After the button is released, the game goes back step by step from there. Above the bar, the button has no
        // effect.
        rewinding.watch(&mouse(Vec2::new(20.0, 23.5), false));
        rewinding.go_back(&mut core, &mut recorder, &mut bar, &mut step_on);
        rewinding.watch(&mouse(Vec2::new(20.0, 5.0), true));
        rewinding.go_back(&mut core, &mut recorder, &mut bar, &mut step_on);
        assert_eq!(core.step_number(), middle - 2);
        // When the game resumes, it receives the mouse's position, but not the press on the bar.
        let learned = rewinding.end(&mut core, &mut bar);
        let position = Vec2::new(20.0, 5.0);
        assert_eq!(learned, [InputEvent::MouseMoved { position }]);
        assert_eq!(rewinding.range(&core).now, core.step_number());
    }

    #[test]
    fn rewinding_a_world_that_is_too_large_shows_a_message() {
        let (mut core, mut rewinding, mut recorder, mut bar) = played(1000);
        rewinding.begin(&mut core, &mut bar);
        rewinding.go_back(&mut core, &mut recorder, &mut bar, &mut step_on);
        assert_eq!(core.step_number(), STEPS);
        let said = bar.layer().len();
        rewinding.end(&mut core, &mut bar);
        assert!(said > 10 && bar.layer().is_empty(), "{said} characters");
    }
}
