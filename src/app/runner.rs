//! The pass: ask the policy what to do now, do it, again. Read this file first.

use std::time::{Duration, Instant};

use super::clock::GameClock;
use super::control::{Control, Controls};
use super::film::Film;
use super::game::{Demo, Game};
use super::measure::Meter;
use super::monitor::Monitor;
use super::overlay::Overlay;
use super::painter::{Look, Painter};
use super::part::Part;
use super::screen::{Drawn, Screen, Shown};
use crate::Error;
use crate::input::{InputEvent, InputQueue};
use crate::time::{Action, DrawTime, LoopPolicy, Smoothing, StatisticsRecorder, StepRate};
use crate::world::{Core, JobDelivery, WindowRequest};

/// While the window is hidden, a try to draw may block for a second: at most one a second.
const HIDDEN_DRAWS: Duration = Duration::from_secs(1);

/// Everything the game thread owns.
pub(crate) struct Runner<'a> {
    pub(crate) core: Core,
    pub(crate) game: &'a mut dyn Game,
    pub(crate) policy: Box<dyn LoopPolicy>,
    pub(crate) rate: StepRate,
    pub(crate) monitor: Monitor,
    pub(crate) clock: GameClock,
    pub(crate) smoothing: Smoothing,
    pub(crate) look: Look,
    pub(crate) screen: Screen,
    /// The picture's size in pixels.
    pub(crate) target: [u32; 2],
    pub(crate) queue: InputQueue,
    pub(crate) controls: Controls,
    /// Asks the window's thread for a new surface.
    #[cfg_attr(
        not(feature = "window"),
        expect(dead_code, reason = "only windows lose surfaces")
    )]
    pub(crate) renew: Box<dyn Fn() + Send>,
    /// Asks the window's thread to change the window.
    pub(crate) change_window: Box<dyn Fn(WindowRequest) + Send>,
    /// The least time from one frame to the next, where drawing does not wait for a monitor.
    pub(crate) pace: Option<Duration>,
    pub(crate) demo: Option<Demo>,
    /// Stop after this many steps.
    pub(crate) steps: Option<u64>,
    /// Print the checksum after every so many steps.
    pub(crate) checksum_every: Option<u64>,
    pub(crate) film: Film,
    pub(crate) overlay: Overlay,
    pub(crate) meter: Option<Meter>,
    pub(crate) statistics: StatisticsRecorder,
    pub(crate) painter: Painter,
    pub(crate) events: Vec<InputEvent>,
    pub(crate) started: bool,
    pub(crate) stop: bool,
    pub(crate) hidden: bool,
    /// A step: no wait for a frame may be longer, or steps would come late.
    pub(crate) longest_nap: Duration,
    /// No frame before then.
    pub(crate) next_frame: Option<Instant>,
}

impl Runner<'_> {
    /// Start, passes, stop. `stop` runs whenever `start` has begun, whatever happened in between.
    pub(crate) fn run(&mut self) -> Result<(), Error> {
        let playing = Part::started("game");
        let played = guarded(|| {
            self.game.start(&mut self.core.context())?;
            self.started = true;
            self.core.draw_views();
            self.tend();
            while !self.is_over() {
                self.pass()?;
            }
            Ok(())
        });
        let stopped = guarded(|| {
            self.game.stop(&mut self.core.context());
            Ok(())
        });
        drop(playing);
        // What was filmed until then is kept, also after a failure; a game that did not start has nothing to keep.
        let filmed = guarded(|| {
            if !self.started {
                return Ok(());
            }
            self.draw_last()?;
            let overlay = self.overlay.layer();
            self.film
                .finish(&mut self.painter, &self.core, &self.look, overlay)
        });
        played.and(stopped).and(filmed)
    }

    /// One decision of the policy, carried out.
    fn pass(&mut self) -> Result<(), Error> {
        let now = self.clock.now();
        match self.policy.next(now) {
            Action::Update { dt } => self.update(dt, now)?,
            Action::Draw(time) => self.draw(time)?,
            Action::Wait(time) => self.wait(time),
        }
        self.tend();
        self.statistics.set_lost(
            self.clock.dropped() + self.policy.dropped(),
            self.policy.backlog(),
        );
        if self.statistics.pass(now) {
            let columns = self.core.characters().x;
            let statistics = self.statistics.snapshot();
            let rate = statistics.frames_per_second;
            self.monitor.publish(statistics);
            self.overlay.update(rate, &mut self.core.assets, columns);
        }
        Ok(())
    }

    /// One step: the queue is drained once, at its start.
    fn update(&mut self, dt: f32, now: Duration) -> Result<(), Error> {
        let start = Instant::now();
        self.events.clear();
        self.queue.drain_into(&mut self.events);
        if let Some(demo) = self.demo {
            // The player looks on: what the mouse and the keys do meanwhile would make it another game.
            self.events.clear();
            self.events
                .extend(demo(self.core.step_number() + 1, &self.core.world));
        }
        // A run on simulated time is the same run each time, however fast the threads are.
        let delivery = if self.clock.is_simulated() {
            JobDelivery::AfterSteps
        } else {
            JobDelivery::WhenReady
        };
        self.core.add_job_news(delivery, &mut self.events);
        let game = &mut *self.game;
        self.core
            .step_with(dt, now, &self.events, |cx| game.step(cx));
        let took = start.elapsed();
        self.statistics.updated(took);
        if let Some(meter) = &mut self.meter {
            meter.stepped(took);
        }
        let step = self.core.step_number();
        if self
            .checksum_every
            .is_some_and(|every| step.is_multiple_of(every))
        {
            super::output::checksum_line(self.core.checksum(), step);
        }
        let overlay = self.overlay.layer();
        self.film
            .after_step(&mut self.painter, &self.core, &self.look, overlay)
    }

    /// One frame. Never advances anything.
    fn draw(&mut self, time: DrawTime) -> Result<(), Error> {
        let start = Instant::now();
        if let Some(early) = self
            .next_frame
            .and_then(|at| at.checked_duration_since(start))
            .filter(|early| !early.is_zero())
        {
            // Not due: the monitor would not show it, or there is nothing to draw on. Steps go on in time.
            self.wait(early.min(self.longest_nap));
            return Ok(());
        }
        let shown = self.show(self.smoothing.factor(time.alpha))?;
        let mut rest = if self.hidden {
            Some(HIDDEN_DRAWS)
        } else {
            self.pace
        };
        match shown {
            Shown::Yes(drawn) => self.drawn(drawn)?,
            Shown::NotNow => rest = Some(HIDDEN_DRAWS),
            #[cfg(feature = "window")]
            Shown::SurfaceLost => {
                (self.renew)();
                rest = Some(HIDDEN_DRAWS);
            }
        }
        self.next_frame =
            rest.map(|rest| self.next_frame.map_or(start, |due| due.max(start - rest)) + rest);
        self.film.after_draw(&mut self.screen)?;
        self.clock.frame_over();
        Ok(())
    }

    /// The game is over: a picture that is kept shows the latest step, not the way to it.
    fn draw_last(&mut self) -> Result<(), Error> {
        if !self.film.wants_frames() {
            return Ok(());
        }
        self.show(0.0)?;
        self.film.after_draw(&mut self.screen)?;
        self.film.keep(&mut self.screen)
    }

    /// Paints everything with smoothing factor `k`, and shows it.
    fn show(&mut self, k: f32) -> Result<Shown, Error> {
        let (screen, overlay) = (&mut self.screen, self.overlay.layer());
        self.painter
            .paint(&self.core, &self.look, overlay, self.target, k, |frame| {
                screen.show(frame)
            })
    }

    fn drawn(&mut self, drawn: Drawn) -> Result<(), Error> {
        self.statistics.rendered(drawn.render);
        self.statistics.presented(drawn.present);
        if let Some(meter) = &mut self.meter {
            self.screen.finish()?;
            meter.drawn(&drawn);
            self.stop |= meter.is_full();
        }
        Ok(())
    }

    /// Sleeps, or lets other threads run; any message wakes it.
    fn wait(&mut self, time: Duration) {
        if self.clock.is_simulated() {
            if !time.is_zero() {
                self.clock.frame_over();
            }
            return;
        }
        if time.is_zero() {
            std::thread::yield_now();
            return;
        }
        let start = Instant::now();
        if let Some(control) = self.controls.wait(time) {
            self.obey(control);
        }
        self.statistics.waited(time, start.elapsed());
    }

    /// Carries out what the game and the window's thread ask for, between steps.
    fn tend(&mut self) {
        while let Some(control) = self.controls.next() {
            self.obey(control);
        }
        if let Some(smoothing) = self.core.requests.smoothing.take() {
            self.smoothing = smoothing;
        }
        if let Some(policy) = self.core.requests.policy.take() {
            let mut next = policy.build(self.rate);
            next.take_over(self.policy.hand_over());
            self.policy = next;
        }
        for change in self.core.requests.window.drain(..) {
            (self.change_window)(change);
        }
        self.stop |= self.core.requests.stop;
    }

    fn obey(&mut self, control: Control) {
        match control {
            Control::Resized(size) => {
                self.set_target(size);
            }
            Control::NewScreen(renew) => {
                renew.0(&mut self.screen);
                self.next_frame = None;
            }
            Control::Hidden(hidden) => {
                self.hidden = hidden;
                self.next_frame = None;
            }
            Control::ToggleFps => self.overlay.toggle(),
            Control::ToggleRecording => {
                log::warn!("F12: this version cannot record; use --capture FILE.gif")
            }
            Control::Quit => self.stop = true,
        }
    }

    /// The window has another size: an expanding view shows more or less of the world.
    fn resize(&mut self, size: [u32; 2]) {
        if size.contains(&0) {
            return;
        }
        let units = self.look.view.viewport(size).units;
        self.core.set_view_size(units);
        self.screen.resize(size);
        self.next_frame = None;
    }

    /// Sets the picture's size in pixels.
    pub(crate) fn set_target(&mut self, size: [u32; 2]) {
        self.target = size;
        self.resize(size);
    }

    /// Says how it went: for whoever wonders why it was not smooth.
    pub(crate) fn log_summary(&self) {
        let statistics = self.statistics.snapshot();
        let dropped = self.clock.dropped() + self.policy.dropped();
        log::debug!(
            "{} steps, {} frames; lately {:.1} steps and {:.1} frames a second; {} ms were left out",
            statistics.updates,
            statistics.frames,
            statistics.updates_per_second,
            statistics.frames_per_second,
            dropped.as_millis()
        );
    }

    /// What went wrong with the input, if anything did.
    pub(crate) fn input_faults(&self) -> Option<String> {
        let (lost, rejected) = (self.queue.lost(), self.queue.rejected());
        (lost + rejected > 0)
            .then(|| format!("input: {lost} events were lost in a flood, {rejected} made no sense"))
    }

    fn is_over(&self) -> bool {
        self.stop
            || self
                .steps
                .is_some_and(|steps| self.core.step_number() >= steps)
    }
}

/// Turns a panic into an error, so that the game is stopped in order.
fn guarded(run: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
    crate::base::panics::caught(run).unwrap_or_else(|panic| {
        let (message, place) = (
            crate::base::panics::message(&*panic),
            crate::base::panics::last_place(),
        );
        Err(Error::Panic(format!("{message}{place}")))
    })
}
