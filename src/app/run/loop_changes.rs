//! Log of the changes that a game makes to its loop and its window in each step. Running backwards undoes them.

use std::collections::VecDeque;

use glam::Vec2;

use crate::app::builder::WindowSettings;
use crate::time::{PolicyChoice, Smoothing, TimeScale};
use crate::world::{Requests, WindowRequest};

/// New values for some settings of the loop and the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LoopChange {
    pub(crate) smoothing: Option<Smoothing>,
    pub(crate) policy: Option<PolicyChoice>,
    pub(crate) time_scale: Option<TimeScale>,
    /// The view's size in world units.
    pub(crate) view: Option<Vec2>,
    /// Requests in order.
    pub(crate) window: Vec<WindowRequest>,
}

impl LoopChange {
    /// Takes the game's requests. `None` if there are none.
    pub(crate) fn take(requests: &mut Requests) -> Option<Self> {
        let change = Self {
            smoothing: requests.smoothing.take(),
            policy: requests.policy.take(),
            time_scale: requests.time_scale.take(),
            view: requests.view.take(),
            window: core::mem::take(&mut requests.window),
        };
        (change != Self::default()).then_some(change)
    }

    /// Adds a later change. The last value of each setting counts.
    fn add(&mut self, later: &Self) {
        self.smoothing = later.smoothing.or(self.smoothing);
        if later.policy.is_some() {
            self.policy.clone_from(&later.policy);
        }
        self.time_scale = later.time_scale.or(self.time_scale);
        self.view = later.view.or(self.view);
        for request in &later.window {
            let kind = core::mem::discriminant(request);
            self.window
                .retain(|before| core::mem::discriminant(before) != kind);
            self.window.push(request.clone());
        }
    }
}

/// Current settings of the loop and the window, as far as a game can change them.
#[derive(Clone, Debug)]
pub(crate) struct LoopSettings {
    pub(crate) smoothing: Smoothing,
    pub(crate) policy: PolicyChoice,
    pub(crate) time_scale: TimeScale,
    /// The view's size in world units.
    pub(crate) view: Vec2,
    pub(crate) window: WindowSettings,
}

impl LoopSettings {
    /// Returns the change that restores the settings that `change` replaces.
    pub(crate) fn undo(&self, change: &LoopChange) -> LoopChange {
        let mut window = self.window.clone();
        let mut undone: Vec<_> = change
            .window
            .iter()
            .map(|request| replace(&mut window, request))
            .collect();
        // The last change is undone first.
        undone.reverse();
        LoopChange {
            smoothing: change.smoothing.map(|_| self.smoothing),
            policy: change.policy.as_ref().map(|_| self.policy.clone()),
            time_scale: change.time_scale.map(|_| self.time_scale),
            view: change.view.map(|_| self.view),
            window: undone,
        }
    }

    /// Sets the window's size in pixels, which the player may have chosen. Ignores the size of a minimised window and
    /// of one that fills the screen, because neither should be restored later.
    pub(crate) fn set_size(&mut self, size: [u32; 2]) {
        if !size.contains(&0) && !self.window.full_screen {
            self.window.size = Some(size);
        }
    }

    /// Applies a change of the window.
    pub(crate) fn set(&mut self, request: &WindowRequest) {
        replace(&mut self.window, request);
    }
}

/// Replaces a setting of a window. Returns the request that restores it.
fn replace(window: &mut WindowSettings, request: &WindowRequest) -> WindowRequest {
    use core::mem::replace;
    match request {
        WindowRequest::Title(title) => {
            WindowRequest::Title(replace(&mut window.title, title.clone()))
        }
        &WindowRequest::Size(size) => {
            WindowRequest::Size(window.size.replace(size).unwrap_or(size))
        }
        &WindowRequest::Resizable(on) => {
            WindowRequest::Resizable(replace(&mut window.resizable, on))
        }
        &WindowRequest::FullScreen(on) => {
            WindowRequest::FullScreen(replace(&mut window.full_screen, on))
        }
        &WindowRequest::CursorVisible(on) => {
            WindowRequest::CursorVisible(replace(&mut window.cursor_visible, on))
        }
        &WindowRequest::Vsync(on) => WindowRequest::Vsync(replace(&mut window.vsync, on)),
    }
}

/// A change that a game made in a step, and the changes that undo and redo it.
#[derive(Debug)]
struct LoggedChange {
    step: u64,
    undo: LoopChange,
    redo: LoopChange,
}

/// Changes of the steps that a game can go back to.
#[derive(Debug, Default)]
pub(super) struct ChangeLog {
    /// Changes in the order of their steps.
    changes: VecDeque<LoggedChange>,
    /// Number of changes in force, from the first. The others belong to steps after the current one.
    in_force: usize,
}

impl ChangeLog {
    /// Adds a change that was made after a step. Forgets changes of steps before `oldest`.
    pub(super) fn add(&mut self, step: u64, oldest: u64, undo: LoopChange, redo: LoopChange) {
        self.forget_undone();
        while self.changes.front().is_some_and(|one| one.step < oldest) {
            self.changes.pop_front();
        }
        self.changes.push_back(LoggedChange { step, undo, redo });
        self.in_force = self.changes.len();
    }

    /// Returns the change that leads to the settings after a step. `None` if nothing changes. Combines the changes of
    /// all steps in between, so that a title that each of them sets is set only once.
    pub(super) fn go_to(&mut self, step: u64) -> Option<LoopChange> {
        let mut all = LoopChange::default();
        while let Some(last) = self.in_force.checked_sub(1)
            && self.changes[last].step > step
        {
            all.add(&self.changes[last].undo);
            self.in_force = last;
        }
        while let Some(next) = self.changes.get(self.in_force)
            && next.step <= step
        {
            all.add(&next.redo);
            self.in_force += 1;
        }
        (all != LoopChange::default()).then_some(all)
    }

    /// Forgets undone changes: the game continues from here.
    pub(super) fn forget_undone(&mut self) {
        self.changes.truncate(self.in_force);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, Options};
    use crate::time::PolicySettings;
    use proptest::prelude::*;

    fn requests() -> impl Strategy<Value = LoopChange> {
        let window = prop_oneof![
            "[a-c]".prop_map(WindowRequest::Title),
            (1_u32..4).prop_map(|side| WindowRequest::Size([side, side])),
            any::<bool>().prop_map(WindowRequest::Resizable),
            any::<bool>().prop_map(WindowRequest::FullScreen),
            any::<bool>().prop_map(WindowRequest::CursorVisible),
            any::<bool>().prop_map(WindowRequest::Vsync),
        ];
        let scale = (1_u8..4).prop_map(|scale| TimeScale::new(f64::from(scale)).unwrap());
        let smoothing = prop::sample::select(&Smoothing::ALL[..]);
        let policy = prop::sample::select(vec![
            PolicySettings::INTERPOLATED,
            PolicySettings::FIXED,
            PolicySettings::ELASTIC,
        ])
        .prop_map(PolicyChoice::from);
        let view = (1_u16..4).prop_map(|side| Vec2::splat(side.into()));
        let (smoothing, policy, scale, view) = (
            prop::option::of(smoothing),
            prop::option::of(policy),
            prop::option::of(scale),
            prop::option::of(view),
        );
        let window = prop::collection::vec(window, 0..4);
        (smoothing, policy, scale, view, window).prop_map(
            |(smoothing, policy, time_scale, view, window)| LoopChange {
                smoothing,
                policy,
                time_scale,
                view,
                window,
            },
        )
    }

    fn carry_out(settings: &mut LoopSettings, change: &LoopChange) {
        settings.smoothing = change.smoothing.unwrap_or(settings.smoothing);
        if let Some(policy) = &change.policy {
            settings.policy = policy.clone();
        }
        settings.time_scale = change.time_scale.unwrap_or(settings.time_scale);
        settings.view = change.view.unwrap_or(settings.view);
        change
            .window
            .iter()
            .for_each(|request| settings.set(request));
    }

    proptest! {
        #[test]
        fn settings_follow_any_sequence_of_undo_and_redo(
            changes in prop::collection::vec((0_u64..3, requests()), 0..12),
            ways in prop::collection::vec(0_u64..30, 1..8),
        ) {
            let mut window = App::new("A test", Options::default()).window;
            window.size = Some([9, 9]);
            let mut settings = LoopSettings {
                smoothing: Smoothing::default(),
                policy: PolicyChoice::default(),
                time_scale: TimeScale::NORMAL,
                view: Vec2::ONE,
                window,
            };
            // The settings after each step that changes them.
            let mut history = vec![(0, settings.clone())];
            let (mut log, mut step) = (ChangeLog::default(), 0);
            for (further, change) in changes {
                step += further;
                let undo = settings.undo(&change);
                carry_out(&mut settings, &change);
                log.add(step, 0, undo, change);
                history.push((step, settings.clone()));
            }
            for target in ways {
                if let Some(change) = log.go_to(target) {
                    carry_out(&mut settings, &change);
                    let mut kinds: Vec<_> =
                        change.window.iter().map(core::mem::discriminant).collect();
                    kinds.sort_by_key(|kind| format!("{kind:?}"));
                    kinds.dedup();
                    prop_assert_eq!(kinds.len(), change.window.len());
                }
                let found = history.iter().rev().find(|(step, _)| *step <= target);
                let (_, expected) = found.unwrap_or(&history[0]);
                // For a step before the first change, the initial settings are expected.
                prop_assert_eq!(format!("{settings:?}"), format!("{expected:?}"));
            }
        }
    }

    #[test]
    fn undone_changes_are_forgotten_when_the_game_resumes() {
        let mut log = ChangeLog::default();
        let change = |scale| LoopChange {
            time_scale: Some(TimeScale::new(scale).unwrap()),
            ..LoopChange::default()
        };
        log.add(5, 0, change(1.0), change(2.0));
        log.add(8, 0, change(2.0), change(3.0));
        assert_eq!(log.go_to(6), Some(change(2.0)));
        log.forget_undone();
        assert_eq!(log.go_to(9), None);
        log.add(9, 6, change(2.0), change(4.0));
        // The change of step 5 was forgotten, so it is not undone.
        assert_eq!(log.go_to(3), Some(change(2.0)));
    }
}
