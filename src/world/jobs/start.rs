//! Starting jobs, asking for them, ending them.

use std::borrow::Cow;

use super::arrival::Arrive;
use super::done::JobDone;
use super::{JobDelivery, Underway};
use crate::input::InputEvent;
use crate::jobs::{JobId, Progress};
use crate::world::context::Context;
use crate::world::core::Core;
use crate::world::{Outcome, World};

/// What is known of a job beside its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSettings {
    /// What it is called, for messages and loading screens. `"job"` at first.
    pub name: Cow<'static, str>,
    /// After how many steps its result arrives in tests and on simulated time: see [`JobDelivery::AfterSteps`]. 1 at
    /// first; 0 counts as 1. A game that is played does not ask.
    pub steps: u32,
}

impl Default for JobSettings {
    fn default() -> Self {
        Self {
            name: "job".into(),
            steps: 1,
        }
    }
}

impl JobSettings {
    /// The default with a name.
    pub fn named(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }
}

impl Context<'_> {
    /// Starts something long on a background thread. Its result arrives as the event [`JobDone<T>`], at the beginning
    /// of some later step: the next one at the earliest.
    ///
    /// Give it copies of what it looks at ([`World`] is [`Clone`], too). What it gives must follow from these alone
    /// (from no clock, no files that change, no other randomness), and so a replay, which delivers it in the same
    /// step, delivers the same. A panic in it is a result, too. Where `T` is a number, name it
    /// (`cx.start_job::<u32>(…)`): an event of another type is another event.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Planner;
    ///
    /// impl Behavior for Planner {
    ///     fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
    ///         if let Some(done) = event.get::<JobDone<Vec<Vec2>>>() {
    ///             match done.result.as_deref() {
    ///                 Ok(places) => log(places.len()),
    ///                 Err(failure) => eprintln!("{failure}"),
    ///             }
    ///         } else if cx.input.just_pressed(Key::Space) {
    ///             let from = cx.world.position(me).unwrap_or_default();
    ///             cx.start_job(JobSettings::named("a walk"), move |progress| {
    ///                 let mut places = Vec::new();
    ///                 for step in 0..1000 {
    ///                     if progress.is_cancelled() {
    ///                         break;
    ///                     }
    ///                     progress.set_done(step, 1000);
    ///                     places.push(from + vec2(step as f32, 0.0));
    ///                 }
    ///                 places
    ///             });
    ///         }
    ///         Handled::Yes
    ///     }
    /// }
    /// # fn log(_: usize) {}
    /// ```
    pub fn start_job<T: Send + Sync + 'static>(
        &mut self,
        settings: JobSettings,
        run: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> JobId {
        let arrive = Arrive::new(|job, outcome, _| JobDone::<T>::event(job, outcome));
        self.world.start_job(settings, run, arrive)
    }
}

impl World {
    pub(super) fn start_job<T: Send + Sync + 'static>(
        &mut self,
        settings: JobSettings,
        run: impl FnOnce(&Progress) -> T + Send + 'static,
        arrive: Arrive,
    ) -> JobId {
        let JobSettings { name, steps } = settings;
        let handle = self.jobs.pool.start(name, run);
        self.jobs.started += 1;
        let id = JobId::from_number(self.jobs.started);
        self.jobs.under_way.push_back(Underway {
            id,
            owner: self.running.object,
            handle,
            arrive,
            since: self.step,
            steps: steps.max(1),
            permille: 0,
            is_due: false,
        });
        id
    }

    /// Forgets a job: nothing of it arrives any more. It does not begin, or it is
    /// [told](Progress::is_cancelled); but while a [snapshot](crate::world::Snapshot) knows of it, it goes on, for
    /// the world may go back to there.
    pub fn cancel_job(&mut self, job: JobId) -> Outcome {
        match self.jobs.position(job) {
            Some(at) => {
                self.jobs.under_way.remove(at);
                Outcome::Done
            }
            None => Outcome::Gone,
        }
    }

    /// How much of a job is done, from 0 to 1, as of the beginning of this step. `None` once its result has arrived,
    /// and for a job that was cancelled.
    pub fn job_progress(&self, job: JobId) -> Option<f32> {
        self.jobs
            .find(job)
            .map(|job| f32::from(job.permille) / 1000.0)
    }

    /// What a job is called, while it is under way.
    pub fn job_name(&self, job: JobId) -> Option<&str> {
        self.jobs.find(job).map(|job| job.handle.name())
    }

    /// The jobs that are under way, in the order in which they were started.
    pub fn jobs(&self) -> impl Iterator<Item = JobId> {
        self.jobs.under_way.iter().map(|job| job.id)
    }
}

impl Core {
    /// Adds to the input of the next step what there is to tell of jobs. Whoever drives a core calls this once before
    /// each step, with the step's own events; a replay does not: its recording has the notes.
    pub fn add_job_news(&self, delivery: JobDelivery, events: &mut Vec<InputEvent>) {
        let latest = self.world.step_number();
        let news = self.world.jobs.news(latest, delivery);
        events.extend(news.map(InputEvent::Job));
    }
}
