//! Gathers the input of steps from the player, a demonstration or a recording. Also runs the game backwards.

use glam::Vec2;

use super::Runner;
use crate::app::replaying::file_of_now;
use crate::app::run::source::Source;
use crate::input::InputEvent;
use crate::jobs::JobUpdate;
use crate::world::{FileUpdate, JobDelivery};

/// Input of the latest step, and input that has arrived for the next one. The lists are reused, so that steps allocate
/// no memory for them.
#[derive(Debug, Default)]
pub(crate) struct GatheredInput {
    /// Input that has arrived for the next step, without events for the pause.
    pub(crate) inbox: Vec<InputEvent>,
    /// Input events of the latest step.
    pub(crate) events: Vec<InputEvent>,
    /// Job updates of the latest step.
    pub(crate) jobs: Vec<JobUpdate>,
    /// Results of file requests, for the latest step.
    pub(crate) files: Vec<FileUpdate>,
    /// The view's size in world units, for the next step.
    pub(crate) view: Vec2,
}

impl Runner<'_> {
    /// Reads the input that has arrived: handles events for the pause, and keeps the rest for the next step.
    pub(super) fn read_input(&mut self) {
        let (pace, inbox, sound) = (&mut self.pace, &mut self.input.inbox, &mut self.sound);
        let core = &self.core;
        let known = inbox.len();
        self.window.queue.drain_into(inbox);
        inbox
            .extract_if(known.., |event| {
                sound.take(event, core) || pace.pausing.take(event.clone()).is_none()
            })
            .for_each(drop);
        if pace.clock.set_paused(pace.pausing.is_paused()) {
            let what = if pace.clock.is_paused() {
                "paused"
            } else {
                "resumed"
            };
            log::info!("the game is {what}");
            self.sound.set_paused(self.pace.clock.is_paused());
            // Draws a frame at once: the latest state of the game before a pause, or the first frame after it.
            self.frames.next = None;
        }
        if !self.pace.clock.is_paused() {
            self.release_waiting_input();
        }
    }

    /// Adds the input that arrived while the game was paused to the inbox of the next step.
    pub(super) fn release_waiting_input(&mut self) {
        self.pace.pausing.release_into(&mut self.input.inbox);
    }

    /// Gathers the recorded input of the next step. Returns the step's length in nominal steps and the view's size;
    /// `None` if the step is not due yet, or at the end of the recording.
    pub(super) fn gather_recorded(&mut self) -> Option<(f32, Vec2)> {
        // The inbox is emptied even though a replay ignores it; otherwise it would grow.
        self.take_inbox();
        let replay = self.source.replay_mut()?;
        let Some(step) = replay.replayer.next(&self.core) else {
            self.stop = true;
            return None;
        };
        if !replay.time.take(step.dt) {
            return None;
        }
        let input = &mut self.input;
        (input.events, input.jobs, input.files) = (step.events, step.jobs, step.files);
        Some((step.dt, step.view))
    }

    /// Gathers the events, job updates and file results of the next step.
    pub(super) fn gather_input(&mut self) {
        // The inbox is emptied even during a demonstration, which ignores it; otherwise it would grow.
        self.take_inbox();
        let input = &mut self.input;
        input.jobs.clear();
        input.files.clear();
        if let Source::Demo(demo) = self.source {
            // The player only watches: their input would change the demonstration.
            input.events = demo(self.core.step_number() + 1, &self.core.world);
        }
        // On a simulated clock, each run must be the same, however fast the jobs' threads are.
        let delivery = if self.pace.clock.is_simulated() {
            JobDelivery::AfterSteps
        } else {
            JobDelivery::WhenReady
        };
        input.jobs.extend(self.core.job_updates(delivery));
        self.files.take_updates(&self.core, &mut input.files);
    }

    /// Carries out the game's file requests, except in a replay, whose recording contains the results.
    pub(super) fn carry_out_files(&mut self) {
        if !matches!(self.source, Source::Replay(_)) {
            self.files.carry_out(&self.core);
        }
    }

    /// Makes the inbox the input of the step.
    fn take_inbox(&mut self) {
        let input = &mut self.input;
        input.events.clear();
        input.events.append(&mut input.inbox);
        if let Some(rewinding) = &mut self.rewinding {
            rewinding.watch(&input.events);
        }
    }

    /// Goes a step back if the game runs backwards. Returns whether the game runs backwards.
    pub(super) fn go_back(&mut self) -> bool {
        if self.rewinding.as_ref().is_none_or(|one| !one.is_held()) {
            return false;
        }
        self.take_inbox();
        if let (Some(rewinding), Some(recorder)) = (&mut self.rewinding, &mut self.recorder) {
            let (core, game) = (&mut self.core, &mut *self.game);
            let bar = &mut self.out.overlays.rewind;
            rewinding.go_back(core, recorder, bar, &mut |core, input| {
                core.step_with(input, |cx| game.step(cx));
            });
            // Restores the loop and window settings of that step.
            if let Some(change) = rewinding.change_to(core.step_number()) {
                self.carry_out(change);
                self.apply_view();
            }
        }
        self.sound.go_back(&self.core);
        self.pace.forget_backlog();
        true
    }

    /// Stops running backwards and records a checkpoint, after the last step and before the game's `stop`, which may
    /// change the world.
    pub(super) fn end_input(&mut self) {
        self.rewind(false);
        if let Some(recorder) = &mut self.recorder {
            recorder.checkpoint(&self.core);
        }
    }

    /// Begins to run backwards, or resumes the game from where it is now.
    pub(super) fn rewind(&mut self, is_held: bool) {
        let Some(rewinding) = &mut self.rewinding else {
            if is_held {
                log::info!("F7: rewinding is off: see `App::rewind`");
            }
            return;
        };
        if rewinding.is_held() == is_held {
            return;
        }
        self.pace.pausing.set_going_back(is_held);
        let bar = &mut self.out.overlays.rewind;
        if is_held {
            rewinding.begin(&mut self.core, bar);
            return;
        }
        self.files.rewound();
        self.sound.go_on();
        let changes = rewinding.end(&mut self.core, bar);
        if let Some(replay) = self.source.replay_mut() {
            replay.replayer.rewound(&self.core);
        } else {
            self.input.inbox.splice(..0, changes);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.truncate(self.core.step_number());
        }
    }

    /// Begins a file with the input of the run, unless one is written already.
    pub(super) fn record_input(&mut self) {
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        if recorder.is_writing() {
            log::info!("F10: the input is recorded already");
            return;
        }
        let path = file_of_now(&self.limits.name, "replay");
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
