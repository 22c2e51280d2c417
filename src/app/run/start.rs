//! The order in which parts start and stop: logging, the window, the game's thread, recordings, the core, the game.
//!
//! Owns how options, settings and the kind of run become the parts of a [`Runner`]. Each part is dropped in the reverse
//! order of its start. The test `what_started_first_stops_last` holds the order.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::PoisonError;
use std::time::SystemTime;

use super::clock::GameClock;
use super::control::Session;
use super::finished::Finished;
use super::frame_pace::{FramePace, RefreshRates};
use super::loop_changes::LoopSettings;
use super::measure::{Measure, Meter, Report};
use super::overlays::Overlays;
use super::painter::Painter;
use super::pausing::PauseState;
use super::replay_time::ReplayTime;
use super::rewinding::Rewinding;
use super::runner::Runner;
use super::screen::{PictureTarget, Screen};
use crate::app::builder::{App, Demo, Game, StartOnly};
use crate::app::file_desk::FileDesk;
use crate::app::options::Backend;
use crate::app::process::{self, RunningPart, print_line};
use crate::app::record::{Recorder, RecorderSettings};
use crate::base::logging::{self, Banner, LogOptions};
use crate::base::memory;
use crate::error::Error;
use crate::files::FileStore;
use crate::input::{InputEvent, InputQueue};
use crate::replay::InputRecorder;
use crate::time::{
    DrawRate, PolicyName, PolicySettings, SleepMargin, StatisticsRecorder, StepRate, TimeScale,
};
use crate::world::{Context, World};

/// Default number of steps of a run without a window, and of the demonstration that is saved without a display. Without
/// a window a player cannot end the run, so it ends by itself.
const HEADLESS_STEPS: u64 = 600;

/// The largest width of that demonstration's animation, in pixels: one of a large view would take 100 MB.
const DEMO_WIDTH: u32 = 640;

impl App {
    /// Runs a game that is a start and behaviours, until it stops.
    ///
    /// ```
    /// use damselfly::app::{App, Backend, Options};
    /// use damselfly::prelude::*;
    ///
    /// let options = Options {
    ///     headless: true,
    ///     steps: Some(10),
    ///     backend: Backend::Software,
    ///     ..Options::default()
    /// };
    /// # let steps = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    /// # let counted = steps.clone();
    /// # #[derive(Clone)]
    /// # struct Count(std::sync::Arc<std::sync::atomic::AtomicU32>);
    /// # impl Behavior for Count {
    /// #     fn step(&mut self, _: &mut Context<'_>) {
    /// #         self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    /// #     }
    /// # }
    /// App::new("Ball", options).cells(20, 4).run(move |cx| {
    ///     cx.spawn(Object::from(SpriteId::PLACEHOLDER).velocity(vec2(0.5, 0.0)));
    /// #   cx.spawn_with(Object::default(), Count(counted));
    ///     Ok(())
    /// })?;
    /// # assert_eq!(steps.load(std::sync::atomic::Ordering::Relaxed), 10);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`App::run_game`].
    pub fn run(
        self,
        start: impl FnOnce(&mut Context<'_>) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        self.run_game(&mut StartOnly(Some(start)))
    }

    /// Runs a game until it stops. Must be called on the main thread if it has a window; the game itself runs on
    /// another one then. Without a display its demonstration is played instead, and saved as an animation.
    ///
    /// # Errors
    /// The error of the game's start, a panic of the game outside of a behaviour, or the reason that the game could not
    /// run: no window, no GPU although `--backend gpu` requires one, or a file that cannot be written.
    pub fn run_game(self, game: &mut dyn Game) -> Result<(), Error> {
        run(self, game, None)
    }

    /// Runs a game for this many frames, and calls `on_report` with the result, on the calling thread and before the
    /// output that the command line requests.
    ///
    /// # Errors
    /// As [`App::run_game`], or its steps ended before that many frames. A game that was stopped before (by a signal,
    /// its window or itself) is no error, and `on_report` is not called.
    pub fn measure(
        self,
        game: &mut dyn Game,
        measure: Measure,
        mut on_report: impl FnMut(&Report),
    ) -> Result<(), Error> {
        let on_report = &mut on_report;
        run(self, game, Some(Measurement { measure, on_report }))
    }
}

/// Starts each part after those that it depends on, plays, and stops the parts in the reverse order.
fn run(mut app: App, game: &mut dyn Game, measure: Option<Measurement<'_>>) -> Result<(), Error> {
    if let Some(help) = app.requested_help() {
        print_line(help.trim_end());
        return Ok(());
    }
    // Logging starts first and stops last.
    start_logging(&mut app)?;
    app.load_replay()?;
    // Decided once: the banner names it, and a second attempt without a window plays the same game.
    let given = app.options.seed;
    let seed = given.unwrap_or_else(seed_from_clock);
    app.options.seed = Some(seed);
    let title = &app.name;
    logging::banner(&Banner { title, seed }, given.is_none());
    let logging = RunningPart::started("log");
    process::install_panic_hook();
    if app.options.demo && app.demo.is_none() {
        log::warn!("this program has no demonstration: with --demo it plays without input");
    }
    // In a window; without a display the demonstration is played and saved instead. Only the counts go to the game's
    // thread: `on_report` stays here, and need not be `Send`.
    let count = measure.as_ref().map(|measurement| measurement.measure);
    let mut played = if app.options.headless {
        headless(&app, game, count)
    } else {
        windowed(&app, game, count)
    };
    if let Err(Error::NoDisplay(why)) = &played {
        save_demo_instead(&mut app, why, count.is_some());
        played = headless(&app, game, count);
    }
    let printed =
        played.and_then(|finished| finished.print(measure.map(|measure| measure.on_report)));
    // The game has ended, so a signal has nothing to stop in order and may exit at once.
    process::ignore_signals();
    drop(logging);
    log::logger().flush();
    printed
}

/// Sets up logging with the app's options and the command line's level. A program that has set up its own logging keeps
/// it.
fn start_logging(app: &mut App) -> Result<(), Error> {
    let level = app.options.log;
    let own = app.log.get_mut().unwrap_or_else(PoisonError::into_inner);
    let options = match own.take() {
        Some(options) => options,
        None if logging::is_installed() => {
            if let Some(level) = level {
                log::set_max_level(level);
            }
            return Ok(());
        }
        None => LogOptions::default(),
    };
    let options = LogOptions {
        level: level.unwrap_or(options.level),
        ..options
    };
    logging::init(options).map_err(|error| Error::Setting(error.into()))?;
    Ok(())
}

/// What to measure, and what to call with the result.
struct Measurement<'a> {
    measure: Measure,
    on_report: &'a mut dyn FnMut(&Report),
}

/// Opens a window and plays in it.
#[cfg(feature = "window")]
fn windowed(app: &App, game: &mut dyn Game, measure: Option<Measure>) -> Result<Finished, Error> {
    // Before the window opens, which takes a while: a signal in between ends the game in order, too.
    process::handle_signals(app.sender.clone());
    crate::app::window::run(app, |session| play(app, game, measure, session))
}

/// Fails as if there were no display, so that the demonstration is played without a window.
#[cfg(not(feature = "window"))]
fn windowed(_: &App, _: &mut dyn Game, _: Option<Measure>) -> Result<Finished, Error> {
    Err(Error::NoDisplay(
        "this program was built without the feature `window`".into(),
    ))
}

/// Plays without a window, on a simulated clock.
fn headless(app: &App, game: &mut dyn Game, measure: Option<Measure>) -> Result<Finished, Error> {
    process::handle_signals(app.sender.clone());
    let size = picture_size(app);
    memory::check_image(size)
        .map_err(|no_room| Error::Setting(format!("{no_room}: choose a smaller --size").into()))?;
    // The software backend's pictures are the same, and no driver is loaded, which may write to standard error, or need a
    // second. A measured game is drawn by what would draw it in a window.
    let backend = match app.options.backend {
        Backend::Auto if measure.is_none() => Backend::Software,
        selected => selected,
    };
    let screen = Screen::open(backend, &mut PictureTarget)?;
    let session = Session::headless(screen, size, app.input_queue(), app.receiver.clone());
    play(app, game, measure, session)
}

/// Logs that there is no display, and makes the app one without a window that saves the demonstration. A measured game
/// is not saved, because saving would be measured too.
fn save_demo_instead(app: &mut App, why: &str, is_measured: bool) {
    let what = played_without_display(app);
    log::warn!("no display ({why}): playing {what} without a window");
    app.options.headless = true;
    if is_measured {
        return;
    }
    app.options.steps.get_or_insert(HEADLESS_STEPS);
    app.reduced_by = Some(1);
    if app.options.capture.is_none() {
        let folder = Path::new("target");
        // If it cannot be created, opening the file fails and returns the reason.
        let _ = std::fs::create_dir_all(folder);
        let name = file_name(&app.name);
        app.reduced_by = Some(picture_size(app)[0].div_ceil(DEMO_WIDTH));
        app.options.capture = Some(folder.join(format!("{name}.gif")));
        app.film_repeatable = true;
    }
}

/// Says what is played where there is no display.
fn played_without_display(app: &App) -> &'static str {
    if app.demo.is_some() {
        "the demonstration"
    } else {
        "the game without input"
    }
}

/// Returns an app's name as that of a file: lower case, with `_` for whatever is neither a letter nor a digit.
pub(in crate::app) fn file_name(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return "game".into();
    }
    words.join("_").to_lowercase()
}

/// Opens the files, makes the core and plays. On the game's thread.
///
/// # Errors
/// Those of [`App::run_game`] that concern the game and its files.
fn play(
    app: &App,
    game: &mut dyn Game,
    measure: Option<Measure>,
    session: Session,
) -> Result<Finished, Error> {
    let drawing = RunningPart::started("screen");
    let adapter = session.screen.adapter();
    // A line of its own: it is not known when the log begins.
    let on = if adapter.is_empty() { "" } else { " on " };
    log::info!("backend {}{on}{adapter}", session.screen.backend());
    let recorder = Recorder::open(recorder_settings(app, session.headless)?)?;
    let recording = RunningPart::started("recorder");
    let living = RunningPart::started("core");
    let size = session.size;
    let mut runner = runner(app, game, measure, session, recorder)?;
    // Before the game starts, which may ask for the view's size.
    runner.set_target(size);
    begin_input(app, &mut runner)?;
    let played = runner.run();
    runner.log_summary();
    let faults = [runner.input_faults(), runner.signals.faults()];
    for faults in faults.into_iter().flatten() {
        log::warn!("{faults}");
    }
    let unrecorded = played?;
    if let (Some(_), Some(file), None, false) = (
        app.reduced_by,
        &app.options.capture,
        &unrecorded,
        app.options.captures_to_standard_output(),
    ) {
        let file = file.display();
        let what = played_without_display(app);
        print_line(format_args!(
            "no display: played {what} and saved it as {file}"
        ));
    }
    let finished = Finished::of(app, &runner, measure, adapter, unrecorded)?;
    // Stop in the reverse order of starting; the window and the log stop later.
    let Runner {
        recorder,
        screen,
        core,
        ..
    } = runner;
    drop((core, living));
    drop((recorder, recording));
    drop((screen, drawing));
    Ok(finished)
}

/// Returns where a game's files are. What is to be the same in every run is kept from the user's files, and the user's files
/// from it.
fn file_store(app: &App, is_real: bool) -> FileStore {
    if !is_real || app.options.demo || app.options.replay.is_some() {
        FileStore::Memory(BTreeMap::new())
    } else {
        FileStore::Game(app.name.clone(), None)
    }
}

/// Prepares the recording of the run's input, and the replay of another's.
fn begin_input(app: &App, runner: &mut Runner<'_>) -> Result<(), Error> {
    runner.replay = app.replayer()?;
    if let Some(replay) = &runner.replay {
        runner.demo = None;
        let recording = replay.recording();
        let steps = recording.last_step();
        runner.steps = Some(app.options.steps.map_or(steps, |limit| limit.min(steps)));
        // Whatever the window's shape is: the game may ask for it when it starts.
        runner.core.set_view_size(recording.settings().view);
    }
    // A player may ask for a recording at any time, which begins with the run.
    if app.options.record.is_some() || !app.options.headless {
        let view = runner.core.world.camera.unzoomed_size();
        let mut recorder = InputRecorder::new(app.run_settings(view), checkpoint_steps(app));
        if let Some(path) = &app.options.record {
            recorder.write_to(path, &runner.core)?;
        }
        runner.input_recorder = Some(recorder);
    }
    Ok(())
}

/// The steps between two checksums of a recording: as requested, or those of a second.
fn checkpoint_steps(app: &App) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 1 to 1000"
    )]
    let of_a_second = app.rate.as_f64().clamp(1.0, 1000.0) as u64;
    app.options.checksum_every.unwrap_or(of_a_second)
}

/// Returns the parts of a game's thread, as the options and the app's settings say.
fn runner<'a>(
    app: &App,
    game: &'a mut dyn Game,
    measure: Option<Measure>,
    session: Session,
    recorder: Recorder,
) -> Result<Runner<'a>, Error> {
    let (options, headless) = (&app.options, session.headless);
    let (clock, pace) = if headless || app.frames_per_step.is_some() {
        let (ticks, frames_per_tick) = ticks(app)?;
        (
            GameClock::simulated(ticks, frames_per_tick),
            FramePace::Fixed(None),
        )
    } else {
        (GameClock::real(), frame_pace(app, session.refresh_rates))
    };
    let is_real = !clock.is_simulated();
    let policy = policy(app)?;
    let policy = if is_real { policy } else { policy.never_late() };
    let signals = app.signals.lock();
    let mut signals = signals.unwrap_or_else(PoisonError::into_inner);
    // A measured game ends by its own count of frames.
    let default_steps = (headless && measure.is_none()).then_some(HEADLESS_STEPS);
    let side = u32::from(app.page_size());
    memory::check_image([side, side]).map_err(|no_room| {
        Error::Setting(format!("{no_room}: choose a smaller AtlasSettings::page_size").into())
    })?;
    Ok(Runner {
        core: app.core(options.seed.unwrap_or_default()),
        game,
        policy: policy.build(app.rate)?,
        rate: app.rate,
        monitor: app.monitor.clone(),
        clock,
        settings: LoopSettings {
            smoothing: options.smoothing.unwrap_or(app.smoothing),
            policy,
            time_scale: TimeScale::NORMAL,
            window: app.window.clone(),
        },
        look: app.look(),
        screen: session.screen,
        target: [0, 0],
        queue: session.queue,
        receiver: session.receiver,
        request_surface: session.request_surface,
        change_window: session.change_window,
        pace,
        // Without a window no other input comes.
        demo: app
            .demo
            .filter(|_| options.demo || headless)
            .or(options.demo.then_some(no_input as Demo)),
        replay: None,
        replay_time: ReplayTime::default(),
        replay_path: options.replay.clone().unwrap_or_default(),
        input_recorder: None,
        files: FileDesk::new(file_store(app, is_real)),
        file_notes: Vec::new(),
        resumed_with: Vec::new(),
        // On a simulated clock nobody plays.
        rewinding: (is_real && measure.is_none() && app.rewind > 0)
            .then(|| Rewinding::new(app.rewind, app.rate.as_f64())),
        name: app.name.clone(),
        steps: options.steps.or(default_steps),
        checksum_every: options.checksum_every,
        recorder,
        signals: core::mem::take(&mut *signals),
        overlays: Overlays::of(options),
        meter: measure.map(Meter::new),
        statistics: StatisticsRecorder::new(),
        painter: Painter::default(),
        events: Vec::new(),
        notes: Vec::new(),
        view: app.view.size,
        started: false,
        stop: false,
        hidden: false,
        next_frame: None,
        next_surface: None,
        was_outdated: false,
        postponed: false,
        drawn: false,
        pausing: PauseState::new(app.pausing),
        inbox: InputQueue::new(),
        arrived: Vec::new(),
        margin: SleepMargin::new(),
    })
}

/// The demonstration of a program that has none: with `--demo` the player's input must not reach it either, or a run in a
/// window would differ from one without.
fn no_input(_: u64, _: &World) -> Vec<InputEvent> {
    Vec::new()
}

/// Returns the size of screenshots and films, in pixels: as requested, or the view's.
fn picture_size(app: &App) -> [u32; 2] {
    app.options.size.unwrap_or_else(|| app.view.pixels())
}

/// Returns what the command line says is to be recorded.
fn recorder_settings(app: &App, headless: bool) -> Result<RecorderSettings, Error> {
    let (ticks, frames_per_tick) = ticks(app)?;
    Ok(RecorderSettings {
        game: app.name.clone(),
        screenshot: app.options.screenshot.clone(),
        film: app.options.capture.clone(),
        reduced_by: app.reduced_by.unwrap_or(1),
        // The animation lasts as long as the game: it has every frame of a run without a window, but beside a window
        // every step, however often the window is drawn.
        rate: if headless {
            ticks.as_f64() * f64::from(frames_per_tick)
        } else {
            app.rate.as_f64()
        },
        size: picture_size(app),
        beside_window: !headless,
        repeatable: app.film_repeatable,
    })
}

/// Returns the loop policy of the command line, or else the app's, with the command line's draw rate if it has one.
fn policy(app: &App) -> Result<PolicySettings, Error> {
    let named = app.options.policy.map(PolicyName::settings);
    let mut policy = named.unwrap_or(app.policy);
    if let (PolicySettings::Fixed { draw_rate, .. }, Some(rate)) =
        (&mut policy, app.options.draw_rate)
    {
        *draw_rate = DrawRate::per_second(rate)?;
    }
    Ok(policy)
}

/// Returns the ticks of the simulated clock, and the frames in each.
fn ticks(app: &App) -> Result<(StepRate, u32), Error> {
    Ok(match (app.frames_per_step, app.options.draw_rate) {
        (Some(frames), _) => (app.rate, frames),
        (None, Some(rate)) if rate > 0.0 => (StepRate::per_second(rate)?, 1),
        _ => (app.rate, 1),
    })
}

/// Returns the least time between frames: by the frame rate of the command line, or else by the window's display.
fn frame_pace(app: &App, rates: Option<RefreshRates>) -> FramePace {
    match (app.options.draw_rate, rates) {
        (Some(rate), _) => FramePace::fixed(rate),
        (None, Some(rates)) => FramePace::Display {
            rates,
            waits: app.window.vsync,
        },
        (None, None) => FramePace::Fixed(None),
    }
}

/// Returns a seed that differs from run to run. It is logged, so that the run can be repeated.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    // The nanoseconds differ even between runs in the same second. They need 30 bits; the seconds are above them.
    u64::from(now.subsec_nanos()) ^ now.as_secs().rotate_left(32)
}

#[cfg(test)]
mod film_tests;
#[cfg(test)]
mod rate_tests;
#[cfg(test)]
mod replay_tests;
#[cfg(test)]
mod rewind_tests;
#[cfg(test)]
mod screen_tests;
#[cfg(test)]
mod scripted;
#[cfg(test)]
mod switch_tests;
#[cfg(test)]
mod tests;
