//! The order of start and stop: logging, the window, the game's thread, captures, the core, the game.
//!
//! Builds the parts of a [`Runner`] from options, settings and the kind of run. Parts are dropped in the reverse order
//! of their start; the test `what_started_first_stops_last` checks the order.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::PoisonError;
use std::time::UNIX_EPOCH;

use super::clock::GameClock;
use super::control::Session;
use super::frame_pace::{FramePace, RefreshRates};
use super::loop_changes::LoopSettings;
use super::out::{Opening, Out};
use super::overlays::{Overlays, Shown};
use super::pace::Pace;
use super::pausing::PauseState;
use super::replay_time::ReplayTime;
use super::rewinding::RewindControl;
use super::run_output::RunOutput;
use super::runner::{FrameState, GatheredInput, PlayerDevices, RunLimits, Runner};
use super::sound_control::SoundControl;
use super::source::{Replay, Source};
use super::target::{FrameTarget, ImageTarget, Selection};
use crate::app::builder::App;
use crate::app::capture::{Capture, CaptureSettings};
use crate::app::clipboard::Clipboard;
use crate::app::file_desk::FileDesk;
use crate::app::game::{Demo, Game, StartOnly};
use crate::app::options::Backend;
use crate::app::process::{self, LogScope, print_line};
#[cfg(feature = "sound")]
use crate::app::sound::sound_track::SoundTrack;
use crate::base::logging::{self, LogOptions, LogTarget};
use crate::base::memory;
use crate::base::usage_error::UsageError;
use crate::error::Error;
use crate::files::FileStore;
use crate::input::InputEvent;
use crate::platform;
use crate::replay::InputRecorder;
use crate::time::{
    DrawRate, PolicyChoice, PolicyName, PolicySettings, SleepMargin, StatisticsRecorder, StepRate,
    TimeScale,
};
use crate::world::{Context, WindowState, World};

/// Default number of steps of a run without a window, which no player can end, and of the demonstration that is saved
/// without a display.
const HEADLESS_STEPS: u64 = 600;

/// Maximum width of the saved demonstration's animation, in pixels. At full size, an animation of a large view would
/// take 100 MB.
const DEMO_WIDTH: u32 = 640;

impl App {
    /// Runs a game that consists of a start function and behaviours, until it stops.
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
    /// The same as [`App::run_game`].
    pub fn run(
        self,
        start: impl FnOnce(&mut Context<'_>) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        self.run_game(&mut StartOnly(Some(start)))
    }

    /// Runs a game until it stops. Call it on the main thread if it has a window; the game itself then runs on another
    /// thread. Without a display, the demonstration (or the game without input) is played and saved as an animation. A
    /// program can have a window once: a second run with a window fails.
    ///
    /// # Errors
    /// The error of the game's start; a panic of the game, except those of behaviours and of other code whose panics are
    /// logged; no window; no GPU although `--backend gpu` requires one; a setting out of range; a recording that cannot be
    /// replayed; a file that cannot be written.
    pub fn run_game(self, game: &mut dyn Game) -> Result<(), Error> {
        run(self, game)
    }
}

/// Starts each part after its dependencies, plays, and stops the parts in the reverse order.
fn run(mut app: App, game: &mut dyn Game) -> Result<(), Error> {
    if let Some(help) = app.requested_help() {
        print_line(help.trim_end());
        return Ok(());
    }
    if cfg!(not(feature = "sound")) && app.options.sound.is_some() {
        let what = "this program was built without the feature `sound`";
        return Err(UsageError::new("sound", what).into());
    }
    // Logging starts first and stops last.
    start_logging(&mut app)?;
    app.load_replay()?;
    // The seed is chosen here, once, so that the banner can name it, and a second attempt without a window plays the
    // same game.
    let given = app.options.seed;
    let seed = given.unwrap_or_else(seed_from_clock);
    app.options.seed = Some(seed);
    let title = &app.name;
    logging::banner(title, seed, given.is_none());
    let logging = LogScope::started("log");
    process::install_panic_hook();
    if app.options.demo && app.demo.is_none() {
        log::warn!("this program has no demonstration: with --demo it plays without input");
    }
    let mut played = if app.options.headless {
        headless(&app, game)
    } else {
        windowed(&app, game)
    };
    if let Err(Error::NoDisplay(why)) = &played {
        save_demo_instead(&mut app, why);
        played = headless(&app, game);
    }
    let printed = played.and_then(RunOutput::print);
    // The game has ended: a later signal ends the program at once.
    process::ignore_signals();
    drop(logging);
    log::logger().flush();
    printed
}

/// Sets up logging with the app's options, and the level and file of the command line. Keeps a program's own logging.
fn start_logging(app: &mut App) -> Result<(), Error> {
    let (level, file) = (app.options.log, app.options.log_file.clone());
    let own = app.log.get_mut().unwrap_or_else(PoisonError::into_inner);
    let options = match own.take() {
        Some(options) => options,
        None if logging::is_installed() => {
            if let Some(level) = level {
                log::set_max_level(level);
            }
            if let Some(file) = file {
                let file = file.display();
                log::warn!(
                    "--log-file {file}: ignored, because the program has set up a log of its own"
                );
            }
            return Ok(());
        }
        None => LogOptions::default(),
    };
    let options = LogOptions {
        level: level.unwrap_or(options.level),
        target: file.map_or(options.target, |path| LogTarget::File {
            path,
            append: false,
        }),
        ..options
    };
    logging::init(options).map_err(|error| Error::Setting(error.into()))?;
    Ok(())
}

/// Opens a window and plays in it.
#[cfg(feature = "window")]
fn windowed(app: &App, game: &mut dyn Game) -> Result<RunOutput, Error> {
    // Signals are handled before the window opens, which takes a while: a signal during that time ends the game in
    // order, too.
    process::handle_signals(app.sender.clone());
    crate::app::window::run(app, |session| play(app, game, session))
}

/// Fails like a missing display, so that the demonstration is played without a window.
#[cfg(not(feature = "window"))]
fn windowed(_: &App, _: &mut dyn Game) -> Result<RunOutput, Error> {
    Err(Error::NoDisplay(
        "this program was built without the feature `window`".into(),
    ))
}

/// Plays without a window, on a simulated clock.
fn headless(app: &App, game: &mut dyn Game) -> Result<RunOutput, Error> {
    process::handle_signals(app.sender.clone());
    process::handle_session_end();
    let size = image_size(app);
    memory::check_image(size)
        .map_err(|no_room| Error::Setting(format!("{no_room}: choose a smaller --size").into()))?;
    // The software backend draws the same images, and no driver is loaded, which may write to standard error or take a
    // second. An observed game is drawn by the backend that would draw it in a window.
    let backend = match app.options.backend {
        Backend::Auto if !app.is_observed() => Backend::Software,
        selected => selected,
    };
    let target = FrameTarget::open(Selection::of(app, backend), &mut ImageTarget)?;
    let session = Session::headless(target, size, app.input_queue(), app.receiver.clone());
    play(app, game, session)
}

/// Logs the missing display, and changes the app to save its demonstration without a window. An observed game is not
/// saved, because the observer would measure the cost of saving.
fn save_demo_instead(app: &mut App, why: &str) {
    let what = played_without_display(app);
    log::warn!("no display ({why}): playing {what} without a window");
    app.options.headless = true;
    if app.is_observed() {
        return;
    }
    app.options.steps.get_or_insert(HEADLESS_STEPS);
    app.reduced_by = Some(1);
    if app.options.capture.is_none() {
        let folder = Path::new("target");
        // If it cannot be created, opening the file fails and returns the reason.
        let _ = std::fs::create_dir_all(folder);
        let name = file_name(&app.name);
        app.reduced_by = Some(image_size(app)[0].div_ceil(DEMO_WIDTH));
        app.options.capture = Some(folder.join(format!("{name}.gif")));
        app.film_repeatable = true;
    }
}

/// Returns a description of the game that is played without a display.
fn played_without_display(app: &App) -> &'static str {
    if app.demo.is_some() {
        "the demonstration"
    } else {
        "the game without input"
    }
}

/// Returns an app's name as a file name: its words of letters and digits, in lower case, joined by `_`; or `game` if
/// there are none.
pub(in crate::app) fn file_name(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return "game".into();
    }
    words.join("_").to_lowercase()
}

/// Opens the files, makes the core and plays. Runs on the game's thread.
///
/// # Errors
/// The errors of [`App::run_game`] that concern the game and its files.
fn play(app: &App, game: &mut dyn Game, session: Session) -> Result<RunOutput, Error> {
    let drawing = LogScope::started("screen");
    let adapter = session.target.adapter();
    // The backend is not part of the banner, because it is unknown when the log begins.
    let on = if adapter.is_empty() { "" } else { " on " };
    log::info!("backend {}{on}{adapter}", session.target.backend());
    let capture = Capture::open(capture_settings(app, session.headless)?)?;
    let capturing = LogScope::started("recorder");
    let living = LogScope::started("core");
    let size = session.size;
    let mut runner = runner(app, game, session, capture)?;
    // The size is set before the game starts, because its `start` may read the view's size.
    runner.set_size(size);
    begin_input(app, &mut runner)?;
    let played = runner.run();
    runner.log_summary();
    runner.report_input_faults();
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
    let shown = Shown {
        core: &runner.core,
        game: &*runner.game,
        window: runner.window_state.as_ref(),
    };
    let drawn = &mut runner.out.overlays.frame;
    let finished = RunOutput::of(&app.options, shown, drawn, unrecorded);
    // Stop in the reverse order of starting; the window and the log stop later.
    let Runner {
        out: Out {
            capture, target, ..
        },
        core,
        ..
    } = runner;
    drop((core, living));
    drop((capture, capturing));
    drop((target, drawing));
    Ok(finished)
}

/// Returns the clipboard. Repeatable runs have one in memory, and do not change the user's.
fn clipboard(app: &App, is_real: bool) -> Clipboard {
    if is_real && !app.options.demo {
        Clipboard::system()
    } else {
        Clipboard::own()
    }
}

/// Returns the game's access to files. Runs that must be repeatable keep files in memory: they neither read nor change
/// the user's files. A replay accesses no files: see [`Runner::carry_out_files`].
fn file_desk(app: &App, is_real: bool) -> FileDesk {
    let reason = if app.options.demo {
        Some("this is a demonstration")
    } else {
        (!is_real).then_some("this run is headless; a run in a window keeps them")
    };
    let store = match reason {
        Some(_) => FileStore::Memory(BTreeMap::new()),
        None => FileStore::Game(app.name.clone(), None),
    };
    FileDesk::new(store).in_memory_because(reason)
}

/// Prepares the recording of the run's input, or the replay of a recording.
fn begin_input(app: &App, runner: &mut Runner<'_>) -> Result<(), Error> {
    if let Some(replayer) = app.replayer()? {
        let recording = replayer.recording();
        let steps = recording.last_step();
        runner.limits.steps = Some(app.options.steps.map_or(steps, |limit| limit.min(steps)));
        // The view gets the recorded size rather than the window's, because the game's `start` may read it.
        runner.core.set_view_size(recording.settings().view);
        runner.source = Source::Replay(Box::new(Replay {
            replayer,
            time: ReplayTime::default(),
            path: app.options.replay.clone().unwrap_or_default(),
        }));
    }
    // The input is always recorded in memory, because the player or the game may request a file at any time, which
    // begins with the run's start.
    let view = runner.core.world.camera.unzoomed_size();
    let mut recorder = InputRecorder::new(app.run_settings(view), checkpoint_steps(app));
    if let Some(path) = &app.options.record {
        recorder.write_to(path, &runner.core)?;
    }
    runner.recorder = Some(recorder);
    Ok(())
}

/// Returns the number of steps between two checksums of a recording: as requested, or as many as one second has.
fn checkpoint_steps(app: &App) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 1 to 1000"
    )]
    let of_a_second = app.rate.as_f64().clamp(1.0, 1000.0) as u64;
    app.options.checksum_every.unwrap_or(of_a_second)
}

/// Returns the parts of a game's thread, made from the options and the app's settings.
fn runner<'a>(
    app: &App,
    game: &'a mut dyn Game,
    session: Session,
    capture: Capture,
) -> Result<Runner<'a>, Error> {
    let (options, headless) = (&app.options, session.headless);
    let (clock, frames) = if headless || app.frames_per_step.is_some() {
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
    let observer = app.observer.lock();
    let observer = observer.unwrap_or_else(PoisonError::into_inner).take();
    let side = u32::from(app.page_size());
    memory::check_image([side, side]).map_err(|no_room| {
        Error::Setting(format!("{no_room}: choose a smaller AtlasSettings::page_size").into())
    })?;
    // Without a window, there is no player, so a demonstration is played even if `--demo` is not given.
    let demo = app.demo.filter(|_| options.demo || headless);
    let demo = demo.or(options.demo.then_some(no_input as Demo));
    Ok(Runner {
        core: app.core(options.seed.unwrap_or_default()),
        game,
        settings: LoopSettings {
            smoothing: options.smoothing.unwrap_or(app.smoothing),
            policy: policy.clone(),
            time_scale: TimeScale::NORMAL,
            window: app.window.clone(),
            view: app.view.size,
        },
        limits: RunLimits {
            name: app.name.clone(),
            steps: options.steps.or(headless.then_some(HEADLESS_STEPS)),
            lacks_pads: !headless && !cfg!(any(feature = "gamepad", windows, target_os = "macos")),
            checksum_every: options.checksum_every,
        },
        source: demo.map_or(Source::Player, Source::Demo),
        input: GatheredInput {
            view: app.view.size,
            ..GatheredInput::default()
        },
        pace: Pace {
            policy: policy.build(app.rate)?,
            rate: app.rate,
            clock,
            margin: SleepMargin::new(),
            pausing: PauseState::new(app.pausing),
            frames,
        },
        frames: FrameState::default(),
        out: Out {
            observer: observer.map(|observer| (observer, session.target.adapter())),
            target: session.target,
            size: [0, 0],
            style: app.frame_style(),
            overlays: Overlays::of(options),
            capture,
            #[cfg(feature = "sound")]
            sound_track: sound_track(app, headless)?,
            opening: Opening::default(),
            statistics: StatisticsRecorder::new(),
            monitor: app.monitor.clone(),
        },
        sound: SoundControl::start(app, session.is_heard && is_real),
        window: session.link,
        window_state: (!headless).then(WindowState::default),
        recorder: None,
        records_for_game: false,
        // On a simulated clock, no player can hold the key.
        rewinding: (is_real && app.rewind > 0)
            .then(|| RewindControl::new(app.rewind, app.rate.as_f64())),
        signals: core::mem::take(&mut *signals),
        files: file_desk(app, is_real),
        devices: PlayerDevices::new(clipboard(app, is_real), app.rate.as_f64()),
        started: false,
        stop: false,
    })
}

/// The demonstration of a program without its own. With `--demo`, the player's input must not reach the game, or runs
/// with and without a window would differ.
fn no_input(_: u64, _: &World) -> Vec<InputEvent> {
    Vec::new()
}

/// Returns the size of screenshots and films, in pixels: as requested, or the view's.
fn image_size(app: &App) -> [u32; 2] {
    app.options.size.unwrap_or_else(|| app.view.pixels())
}

/// Returns the captures that the command line requests.
fn capture_settings(app: &App, headless: bool) -> Result<CaptureSettings, Error> {
    let (ticks, frames_per_tick) = ticks(app)?;
    Ok(CaptureSettings {
        game: app.name.clone(),
        step_rate: app.rate,
        screenshot: app.options.screenshot.clone(),
        film: app.options.capture.clone(),
        reduced_by: app.reduced_by.unwrap_or(1),
        // The film lasts as long as the game. Without a window, it has every frame; in a window, it has every step,
        // however often the window is drawn.
        rate: if headless {
            ticks.as_f64() * f64::from(frames_per_tick)
        } else {
            app.rate.as_f64()
        },
        size: image_size(app),
        beside_window: !headless,
        repeatable: app.film_repeatable,
    })
}

/// Begins the sound track that the command line requests.
#[cfg(feature = "sound")]
fn sound_track(app: &App, waits: bool) -> Result<Option<SoundTrack>, Error> {
    let path = app.options.sound.as_ref();
    path.map(|path| SoundTrack::start(path, app.rate, waits))
        .transpose()
}

/// Returns the loop policy of the command line, or else the app's. The command line's draw rate, if given, replaces the
/// one of the fixed policy.
fn policy(app: &App) -> Result<PolicyChoice, Error> {
    let named = app.options.policy.map(PolicyName::settings);
    let choice = named.map_or_else(|| app.policy.clone(), PolicyChoice::from);
    match (choice.settings(), app.options.draw_rate) {
        (Some(PolicySettings::Fixed { max_updates, .. }), Some(rate)) => {
            let draw_rate = DrawRate::per_second(rate)?;
            Ok(PolicySettings::Fixed {
                draw_rate,
                max_updates,
            }
            .into())
        }
        _ => Ok(choice),
    }
}

/// Returns the simulated clock's ticks per second, and the number of frames in each tick.
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
    let now = platform::system_time()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    // The nanoseconds differ even between runs in the same second. They need 30 bits; the seconds are above them.
    u64::from(now.subsec_nanos()) ^ now.as_secs().rotate_left(32)
}

#[cfg(test)]
mod device_tests;
#[cfg(test)]
#[cfg(feature = "sound")]
mod film_sound_tests;
#[cfg(test)]
mod film_tests;
#[cfg(test)]
mod frame_tests;
#[cfg(test)]
mod rate_tests;
#[cfg(test)]
mod replay_tests;
#[cfg(test)]
mod rewind_tests;
#[cfg(test)]
mod switch_tests;
#[cfg(test)]
mod tests;
