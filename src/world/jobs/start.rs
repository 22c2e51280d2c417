//! Starts, queries and cancels jobs, and delivers their results.

use std::sync::Arc;

use super::results::{AssetsLoaded, JobDone, prepare_all};
use super::table::{JobDelivery, JobSettings, MakeEvent, RunningJob};
use crate::assets::{AssetRequest, Assets};
use crate::base::id::ObjectId;
use crate::jobs::{JobId, JobUpdate, Progress};
use crate::world::context::Context;
use crate::world::core::Core;
use crate::world::events::event::Event;
use crate::world::sounds::ArrivedSounds;
use crate::world::{Outcome, World};

impl Context<'_> {
    /// Starts a long computation on a background thread. Its result arrives as the event [`JobDone<T>`], at the
    /// beginning of a later step: the next one at the earliest.
    ///
    /// Give the closure copies of the values that it reads ([`World`] is [`Clone`], too). Its result must follow from
    /// these only (no clock, no changing files, no other randomness). A replay, which delivers the result in the same
    /// step, then delivers the same result. A panic of the closure is a result, too. If `T` is a number, name its type
    /// (`cx.start_job::<u32>(…)`), because each type has a separate event.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::world::{JobDone, JobSettings};
    /// #[derive(Clone)]
    /// struct Planner;
    ///
    /// impl Behavior for Planner {
    ///     fn step(&mut self, cx: &mut Context<'_>) {
    ///         if cx.input.just_pressed(Key::Space) {
    ///             let from = cx.me().position();
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
    ///     }
    ///
    ///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
    ///         if let Some(done) = event.get::<JobDone<Vec<Vec2>>>() {
    ///             match &done.result {
    ///                 Ok(places) => cx.hud.set("Walk", places.len() as i64),
    ///                 Err(failure) => cx.hud.set("Walk", failure.to_string()),
    ///             };
    ///         }
    ///     }
    /// }
    /// # let app = App::new("Docs", Default::default()).cells(80, 24);
    /// # let mut game = damselfly::app::Harness::start(app, |cx| {
    /// #     cx.hud.add(Widget::new("Walk"));
    /// #     cx.spawn_with(Object::default(), Planner);
    /// #     Ok(())
    /// # })?;
    /// # game.tap(Key::Space);
    /// # game.step();
    /// # while game.world().jobs().next().is_some() {
    /// #     game.step();
    /// # }
    /// # assert_eq!(game.world().hud.value("Walk"), Some(1000));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn start_job<T: Send + Sync + 'static>(
        &mut self,
        settings: JobSettings,
        run: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> JobId {
        let make_event =
            |job, outcome, _: &mut Assets, _: &mut ArrivedSounds| JobDone::<T>::event(job, outcome);
        self.world.start_job(settings, run, Arc::new(make_event))
    }

    /// Loads files on a background thread, by the rules of [`Assets::load_text_sprite`] and [`Assets::load_image`]. All
    /// their sprites are added at the beginning of one step, and [`AssetsLoaded`] is delivered then. A file that fails
    /// does not affect the others. To show progress, show a [`LoadingScreen`](crate::screens::LoadingScreen), or read
    /// [`World::job_progress`], which counts files.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::assets::{AssetRequest, ImageLayout};
    /// # use damselfly::screens::LoadingScreen;
    /// # use damselfly::world::JobSettings;
    /// # fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    /// cx.load_assets(JobSettings::named("sprites"), vec![
    ///     AssetRequest::text_sprite("saucer", "sprites/saucer.spr"),
    ///     AssetRequest::image("sea", "pictures/sea.png", ImageLayout::default()),
    ///     AssetRequest::sound("waves", "sounds/waves.ogg"),
    /// ]);
    /// LoadingScreen::default().show(cx);
    /// # Ok(())
    /// # }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), start)?;
    /// # assert!(game.shows("Loading"), "{}", game.text());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn load_assets(&mut self, settings: JobSettings, requests: Vec<AssetRequest>) -> JobId {
        let root = self.assets.root().to_path_buf();
        let requests: Arc<[AssetRequest]> = requests.into();
        let (to_read, loads) = (Arc::clone(&requests), Arc::clone(&requests));
        let run = move |progress: &Progress| prepare_all(&to_read, &root, progress);
        // Sprites are added in the step and not on the thread, so that their ids and positions in the atlas follow from
        // the step's input.
        let make_event = move |job, outcome, assets: &mut Assets, arrived: &mut ArrivedSounds| {
            Event::custom(AssetsLoaded::install(
                job, &requests, outcome, assets, arrived,
            ))
        };
        let id = self.world.start_job(settings, run, Arc::new(make_event));
        self.world.jobs.set_loads(id, loads);
        id
    }
}

impl World {
    fn start_job<T: Send + Sync + 'static>(
        &mut self,
        settings: JobSettings,
        run: impl FnOnce(&Progress) -> T + Send + 'static,
        make_event: MakeEvent,
    ) -> JobId {
        let (owner, since) = (self.running.object, self.step);
        self.jobs.start(settings, run, make_event, owner, since)
    }

    /// Cancels a job: its result does not arrive. A closure that has not begun is not run; for one that runs,
    /// [`Progress::is_cancelled`] becomes true. A job that a [snapshot](crate::world::Snapshot) contains keeps running,
    /// because the world may be restored from it.
    pub fn cancel_job(&mut self, job: JobId) -> Outcome {
        match self.jobs.cancel(job) {
            true => Outcome::Done,
            false => Outcome::Gone,
        }
    }

    /// Returns how much of a job is done, from 0 to 1, as of the beginning of this step. `None` once its result has
    /// arrived, and for a job that was cancelled.
    pub fn job_progress(&self, job: JobId) -> Option<f32> {
        self.jobs.find(job).map(RunningJob::progress)
    }

    /// Returns a running job's name.
    pub fn job_name(&self, job: JobId) -> Option<&str> {
        self.jobs.find(job).map(|job| job.handle.name())
    }

    /// Returns the jobs whose results have not arrived, in the order of starting.
    pub fn jobs(&self) -> impl Iterator<Item = JobId> {
        self.jobs.ids()
    }
}

impl Core {
    /// Returns the updates of jobs since the latest step: the [`jobs`](crate::world::StepInput::jobs) of the next
    /// step's input. Call this once before each step; a replay does not, because its recording has the updates.
    pub fn job_updates(&self, delivery: JobDelivery) -> impl Iterator<Item = JobUpdate> {
        let latest = self.world.step_number();
        self.world.jobs.updates(latest, delivery)
    }
}

impl Context<'_> {
    /// Delivers the results of all jobs that arrive in this step, in the order of starting.
    pub(in crate::world) fn dispatch_arrived_jobs(&mut self) {
        // Jobs are looked up one by one, because a handler may cancel a job that would arrive next. Jobs that handlers
        // start arrive later.
        while let Some(job) = self.world.jobs.next_due() {
            // In a replay the thread may still be running: the step waits, because its input says that the job is
            // finished.
            let outcome = job.handle.wait();
            if let Err(failure) = &outcome {
                log::error!("{job:?}: {failure}");
            }
            let event =
                (job.make_event)(job.id, outcome, self.assets, &mut self.world.arrived_sounds);
            self.dispatch_arrival(job.owner, &event);
        }
    }

    /// Delivers a result to the object that started the job, if it can still receive events, then to all other
    /// subscribers in act order.
    pub(in crate::world) fn dispatch_arrival(&mut self, owner: Option<ObjectId>, event: &Event) {
        if let Some(owner) = owner.filter(|&owner| self.world.can_receive(owner, event)) {
            self.deliver(owner, event);
        }
        let Some(interest) = event.interest() else {
            return;
        };
        self.each_subscriber(interest, |cx, id| {
            if Some(id) != owner && cx.world.can_receive(id, event) {
                cx.deliver(id, event);
            }
        });
    }
}
