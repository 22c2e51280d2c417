//! The input of steps: the player's, a demonstration's or a recording's, and the way back to where it was another.

use std::time::Duration;

use glam::Vec2;

use super::Runner;
use crate::app::replaying::file_of_now;
use crate::error::Error;
use crate::replay::ReplayError;
use crate::world::JobDelivery;

impl Runner<'_> {
    /// Sorts the input that has arrived: what is for the pause is carried out, the rest is the next step's.
    pub(super) fn read_input(&mut self) {
        self.queue.drain_into(&mut self.arrived);
        for event in self.arrived.drain(..) {
            if let Some(event) = self.pausing.take(event) {
                self.inbox.push(event);
            }
        }
        if self.clock.set_paused(self.pausing.is_paused()) {
            let what = if self.clock.is_paused() {
                "paused"
            } else {
                "resumed"
            };
            log::info!("the game is {what}");
            // The latest state is drawn once, and what resumes goes on at once.
            self.next_frame = None;
        }
        if !self.clock.is_paused() {
            self.release_waiting_input();
        }
    }

    /// Gives the next step the input that came while the game was paused.
    pub(super) fn release_waiting_input(&mut self) {
        self.pausing.release_into(&mut self.arrived);
        for event in self.arrived.drain(..) {
            self.inbox.push(event);
        }
    }

    /// Gathers what was recorded of the next step. Returns its length in nominal steps, and the view's size; `None` if its time
    /// has not come, or at the end of the recording.
    pub(super) fn gather_recorded(&mut self) -> Option<(f32, Vec2)> {
        // The queue would fill up otherwise.
        self.events.clear();
        self.drain_queue();
        let Some(step) = self.replay.as_ref()?.next(&self.core) else {
            self.stop = true;
            return None;
        };
        if !self.replay_time.take(step.dt) {
            return None;
        }
        (self.events, self.notes, self.file_notes) = (step.events, step.jobs, step.files);
        Some((step.dt, step.view))
    }

    /// Gathers the events and job notes of the next step.
    pub(super) fn gather_input(&mut self) {
        self.events.clear();
        self.notes.clear();
        self.file_notes.clear();
        // During a demonstration, too, or the queue would fill up.
        self.drain_queue();
        if let Some(demo) = self.demo {
            // The player only watches: their input would change the demonstration.
            self.events.clear();
            self.events
                .extend(demo(self.core.step_number() + 1, &self.core.world));
        }
        // On a simulated clock each run is the same, however fast the threads are.
        let delivery = if self.clock.is_simulated() {
            JobDelivery::AfterSteps
        } else {
            JobDelivery::WhenReady
        };
        self.notes.extend(self.core.job_updates(delivery));
        self.files.take_notes(&self.core, &mut self.file_notes);
    }

    /// Reads and writes the files that the game asked for. A replay has the outcome.
    pub(super) fn carry_out_files(&mut self) {
        if self.replay.is_none() {
            self.files.carry_out(&self.core);
        }
    }

    /// Takes what the player did since the latest step.
    pub(super) fn drain_queue(&mut self) {
        let waiting = core::mem::take(&mut self.resumed_with);
        self.inbox.drain_into(&mut self.events);
        if let Some(rewinding) = &mut self.rewinding {
            rewinding.watch(&self.events);
        }
        self.events.splice(..0, waiting);
    }

    /// Takes a step back, if the game runs backwards. Returns whether it does.
    pub(super) fn go_back(&mut self) -> bool {
        if self.rewinding.as_ref().is_none_or(|one| !one.is_held()) {
            return false;
        }
        self.events.clear();
        self.drain_queue();
        let Self {
            rewinding,
            core,
            game,
            overlays,
            ..
        } = self;
        if let Some(rewinding) = rewinding {
            rewinding.go_back(core, &mut overlays.rewind, &mut |core, input| {
                core.step_with(input, |cx| game.step(cx));
            });
            // As it was then, not as it was when the key was pressed.
            if let Some(change) = rewinding.change_to(core.step_number()) {
                self.carry_out(change);
            }
        }
        self.forget_backlog();
        true
    }

    /// Drops the time that is due, if it is more than a step's: going back may take longer than the steps did, which the game has
    /// not to catch up with.
    fn forget_backlog(&mut self) {
        let now = self.clock.now();
        let mut state = self.policy.hand_over();
        let since = state
            .now
            .map_or(Duration::ZERO, |at| now.saturating_sub(at));
        if state.backlog + since > self.rate.time_of(1) {
            (state.now, state.backlog) = (Some(now), Duration::ZERO);
            self.policy.take_over(state);
        }
    }

    /// What belongs to the end of the last step, before the game's stop may change the world.
    pub(super) fn end_input(&mut self) {
        self.rewind(false);
        if let Some(recorder) = &mut self.input_recorder {
            recorder.checkpoint(&self.core);
        }
    }

    /// Begins to run backwards, or goes on from where the game is now.
    pub(super) fn rewind(&mut self, is_held: bool) {
        let Some(rewinding) = &mut self.rewinding else {
            if is_held {
                log::info!("F7: running backwards is off: see `App::rewind`");
            }
            return;
        };
        if rewinding.is_held() == is_held {
            return;
        }
        self.pausing.set_going_back(is_held);
        if is_held {
            rewinding.begin(&mut self.core, &mut self.overlays.rewind);
            return;
        }
        self.files.rewound();
        let changes = rewinding.end(&mut self.core, &mut self.overlays.rewind);
        if let Some(replay) = &mut self.replay {
            replay.rewound(&self.core);
        } else {
            self.resumed_with = changes;
        }
        if let Some(recorder) = &mut self.input_recorder {
            recorder.truncate(self.core.step_number());
        }
    }

    /// Compares the state with the one that was recorded.
    pub(super) fn check_replay(&mut self) -> Result<(), Error> {
        let Self {
            replay, core, game, ..
        } = self;
        let Some(replay) = replay else {
            return Ok(());
        };
        let checked = replay.check(core, &mut |core, input| {
            core.step_with(input, |cx| game.step(cx));
        });
        let path = self.replay_path.clone();
        checked.map_err(|fault| ReplayError::new(&path, fault).into())
    }

    /// Begins a file with the input of the run, or says which one is written already.
    pub(super) fn record_input(&mut self) {
        let Some(recorder) = &mut self.input_recorder else {
            return;
        };
        if recorder.is_writing() {
            log::info!("F10: the input is recorded already");
            return;
        }
        let path = file_of_now(&self.name, "replay");
        match recorder.write_to(&path, &self.core) {
            Ok(()) => log::info!(
                "F10: recording the input since the start to {}: play it with --replay {}",
                path.display(),
                path.display()
            ),
            Err(error) => log::error!("F10: {error}"),
        }
    }
}
