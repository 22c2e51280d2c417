//! What starts and stops, in which order.

use std::sync::PoisonError;
use std::time::{Duration, SystemTime};

use glam::Vec2;

use super::clock::GameClock;
use super::film::{Film, FilmSettings};
use super::measure::{Measure, Meter, Report};
use super::options::{Backend, PolicyName};
use super::overlay::Overlay;
use super::painter::{Look, Painter};
use super::part::Part;
use super::runner::Runner;
use super::screen::Screen;
use super::session::Session;
use super::{App, Game, fallback, output, signals};
use crate::Error;
use crate::assets::{AssetSettings, Assets, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::base::logging::{self, Banner, LogOptions};
use crate::input::InputQueue;
use crate::render::{Blending, Cells, Fit, Frame, View};
use crate::scene::Layer;
use crate::time::{DrawRate, PolicySettings, StatisticsRecorder, StepRate};
use crate::world::{Core, CoreSettings};

/// Steps of a run without a window that names no other number.
const HEADLESS_STEPS: u64 = 600;

/// Starts everything in the order in which it depends on each other, plays, and ends it in the reverse order.
pub(super) fn run(
    mut app: App,
    game: &mut dyn Game,
    measure: Option<Measurement<'_>>,
) -> Result<(), Error> {
    // Logging comes before everything else, and goes last.
    start_logging(&mut app)?;
    let logging = Part::started("log");
    install_panic_hook();
    let seed = app.options.seed.unwrap_or_else(seed_from_clock);
    app.options.seed = Some(seed);
    // A window where there is a display; the demonstration, filmed, where there is none.
    let count = measure.as_ref().map(|measurement| measurement.measure);
    let mut played = if app.options.headless {
        headless(&app, game, count)
    } else {
        windowed(&app, game, count)
    };
    if let Err(Error::NoDisplay(why)) = &played {
        fallback::prepare(&mut app, why, count.is_some());
        played = headless(&app, game, count);
    }
    let printed = played.map(|finished| finished.print(measure));
    signals::ignore();
    drop(logging);
    log::logger().flush();
    printed
}

/// Logs as the app says, at the level that the command line says. A program that has set up its own logging keeps
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
    logging::init(options).map_err(|error| Error::Setting(error.to_string()))?;
    Ok(())
}

/// What is left of a game: what was asked to be printed.
#[derive(Default)]
struct Finished {
    report: Option<Report>,
    text: Option<String>,
    checksum: Option<(u64, u64)>,
}

impl Finished {
    /// Prints it; the checksum comes last.
    fn print(self, measure: Option<Measurement<'_>>) {
        if let (Some(measure), Some(report)) = (measure, &self.report) {
            (measure.tell)(report);
        }
        if let Some(text) = self.text {
            output::line(text);
        }
        if let Some((checksum, step)) = self.checksum {
            output::checksum_line(checksum, step);
        }
    }
}

/// What is measured, and who is told.
pub(super) struct Measurement<'a> {
    pub(super) measure: Measure,
    pub(super) tell: &'a mut dyn FnMut(&Report),
}

/// Opens a window and plays in it.
#[cfg(feature = "window")]
fn windowed(app: &App, game: &mut dyn Game, measure: Option<Measure>) -> Result<Finished, Error> {
    let plan = super::window::WindowPlan {
        settings: app.window.clone(),
        view: app.view,
        backend: app.options.backend,
        vsync: app.window.vsync && app.options.draw_rate.is_none(),
    };
    signals::listen(app.controller.clone());
    super::window::run(
        plan,
        app.controller.clone(),
        app.controls.clone(),
        |session| play(app, game, measure, session),
    )
}

#[cfg(not(feature = "window"))]
fn windowed(_: &App, _: &mut dyn Game, _: Option<Measure>) -> Result<Finished, Error> {
    Err(Error::NoDisplay(
        "this program was built without the feature `window`".into(),
    ))
}

/// Plays into a picture, on a simulated clock.
fn headless(app: &App, game: &mut dyn Game, measure: Option<Measure>) -> Result<Finished, Error> {
    signals::listen(app.controller.clone());
    let session = Session {
        screen: picture(app.options.backend)?,
        size: app.view.pixels(),
        queue: InputQueue::new(),
        controls: app.controls.clone(),
        pace: None,
        renew: Box::new(|| {}),
        change_window: Box::new(|_| {}),
        headless: true,
    };
    play(app, game, measure, session)
}

/// What draws off-screen: hardware if there is some, else the processor, unless asked for one of them.
fn picture(backend: Backend) -> Result<Screen, Error> {
    #[cfg(feature = "gpu")]
    if backend != Backend::Software {
        use crate::render::gpu::{
            AdapterChoice, GpuInstance, OffscreenRenderer, OffscreenSettings,
        };
        let forced = backend == Backend::Gpu;
        let adapter = if forced {
            AdapterChoice::Any
        } else {
            AdapterChoice::Hardware
        };
        let opened = GpuInstance::new().and_then(|instance| {
            if !forced && !instance.adapters().iter().any(|adapter| adapter.hardware) {
                return Ok(None);
            }
            OffscreenRenderer::new(
                &instance,
                OffscreenSettings {
                    adapter,
                    ..OffscreenSettings::default()
                },
            )
            .map(Some)
        });
        match opened {
            Ok(Some(renderer)) => return Ok(Screen::GpuPicture(Box::new(renderer))),
            Ok(None) => log::info!("no hardware GPU: drawing by the software backend"),
            Err(error) if forced => return Err(error.into()),
            Err(error) => log::warn!("{error}; drawing by the software backend"),
        }
    }
    #[cfg(not(feature = "gpu"))]
    if backend == Backend::Gpu {
        return Err(Error::Setting(
            "--backend gpu: this program was built without the feature `gpu`".into(),
        ));
    }
    Ok(Screen::software_picture())
}

/// Makes the core, opens the files, plays, and prints what was asked for. On the thread that the game lives on.
fn play(
    app: &App,
    game: &mut dyn Game,
    measure: Option<Measure>,
    session: Session,
) -> Result<Finished, Error> {
    let options = &app.options;
    let seed = options.seed.unwrap_or_default();
    let drawing = Part::started("screen");
    let adapter = session.screen.adapter();
    logging::banner(&Banner {
        title: &app.name,
        backend: session.screen.backend(),
        adapter: &adapter,
        seed,
    });
    let simulated = session.headless || app.frames_per_step.is_some();
    let (ticks, frames_per_tick) = ticks(app)?;
    let film = Film::open(film_settings(app, session.headless, ticks, frames_per_tick))?;
    let filming = Part::started("film");
    let living = Part::started("core");
    let mut runner = Runner {
        core: core(app, seed),
        game,
        policy: policy(app)?.build(app.rate),
        rate: app.rate,
        monitor: app.monitor.clone(),
        clock: if simulated {
            GameClock::simulated(ticks, frames_per_tick)
        } else {
            GameClock::real()
        },
        smoothing: options.smoothing.unwrap_or(app.smoothing),
        look: Look {
            view: app.view,
            background: app.background,
            blending: app.blending,
        },
        screen: session.screen,
        target: [0, 0],
        queue: session.queue,
        controls: session.controls,
        renew: session.renew,
        change_window: session.change_window,
        pace: if simulated {
            None
        } else {
            pace(app, session.pace)
        },
        demo: app.demo.filter(|_| options.demo || session.headless),
        steps: options
            .steps
            .or(Some(HEADLESS_STEPS).filter(|_| session.headless && measure.is_none())),
        checksum_every: options.checksum_every,
        film,
        overlay: Overlay::new(options.fps),
        meter: measure.map(Meter::new),
        statistics: StatisticsRecorder::new(),
        painter: Painter::default(),
        events: Vec::new(),
        started: false,
        stop: false,
        hidden: false,
        longest_nap: app.rate.step_time() / 2,
        next_frame: None,
    };
    runner.set_target(session.size);
    let played = runner.run();
    runner.log_summary();
    if let Some(faults) = runner.input_faults() {
        log::warn!("{faults}");
    }
    played?;
    fallback::tell(app);
    let finished = finished(app, &runner, measure, adapter)?;
    // Down in the reverse order of going up; the window and the log outlive this.
    let Runner {
        film, screen, core, ..
    } = runner;
    drop((core, living));
    drop((film, filming));
    drop((screen, drawing));
    Ok(finished)
}

/// The core that a game starts with.
fn core(app: &App, seed: u64) -> Core {
    let assets = Assets::new(AssetSettings {
        root: app.asset_root.clone(),
        atlas: app.atlas,
    });
    let settings = CoreSettings {
        view: app.view.size,
        unit: app.view.unit,
        altitudes: app.altitudes,
        seed,
        rate: app.rate,
    };
    Core::new(&settings, assets)
}

fn film_settings(app: &App, headless: bool, ticks: StepRate, frames_per_tick: u32) -> FilmSettings {
    FilmSettings {
        screenshot: app.options.screenshot.clone(),
        gif: app.options.capture.clone(),
        reduced_by: app.film_reduced_by,
        rate: if headless {
            ticks.as_f64() * f64::from(frames_per_tick)
        } else {
            app.rate.as_f64()
        },
        size: app.view.pixels(),
        beside_window: !headless,
    }
}

/// What is to be printed. An error if less was measured than was asked for.
fn finished(
    app: &App,
    runner: &Runner<'_>,
    measure: Option<Measure>,
    adapter: String,
) -> Result<Finished, Error> {
    let (options, core) = (&app.options, &runner.core);
    let report = runner
        .meter
        .as_ref()
        .map(|meter| meter.report(runner.screen.backend(), adapter));
    let mut report = report;
    if let (Some(few), Some(measure)) = (&report, measure)
        && few.frames < measure.frames
    {
        // Whoever ends a game is not told that it was too short.
        if runner.stop {
            report = None;
        } else {
            return Err(Error::Setting(format!(
                "{} frames were measured before the game ended, {} were asked for: give it more --steps, or none",
                few.frames, measure.frames
            )));
        }
    }
    Ok(Finished {
        report,
        text: options.text.then(|| screen_as_text(core).to_string()),
        checksum: options
            .checksum
            .then(|| (core.checksum(), core.step_number())),
    })
}

/// The command line's policy, or else the game's.
fn policy(app: &App) -> Result<PolicySettings, Error> {
    let mut policy = match app.options.policy {
        None => app.policy,
        Some(PolicyName::Interpolated) => PolicySettings::INTERPOLATED,
        Some(PolicyName::Fixed) => PolicySettings::FIXED,
    };
    if let (PolicySettings::Fixed { draw_rate, .. }, Some(rate)) =
        (&mut policy, app.options.draw_rate)
    {
        *draw_rate = DrawRate::per_second(rate)?;
    }
    Ok(policy)
}

/// Ticks a second of simulated time, and the frames in each.
fn ticks(app: &App) -> Result<(StepRate, u32), Error> {
    Ok(match (app.frames_per_step, app.options.draw_rate) {
        (Some(frames), _) => (app.rate, frames),
        (None, Some(rate)) if rate > 0.0 => (StepRate::per_second(rate)?, 1),
        _ => (app.rate, 1),
    })
}

/// The least time between frames: what the command line asks for, or else what the monitor shows.
fn pace(app: &App, monitor: Option<f64>) -> Option<Duration> {
    let rate = app
        .options
        .draw_rate
        .or(monitor)
        .filter(|&rate| rate > 0.0)?;
    Duration::try_from_secs_f64(1.0 / rate).ok()
}

/// Returns the screen as text after the latest step, unsmoothed and unmagnified.
pub(super) fn screen_as_text(core: &Core) -> Cells {
    let view = View {
        size: core.characters(),
        unit: Vec2::new(GLYPH_WIDTH.into(), GLYPH_HEIGHT.into()),
        fit: Fit::Letterbox,
    };
    let look = Look {
        view,
        background: Color::BLACK,
        blending: Blending::Srgb,
    };
    let mut cells = Cells::default();
    let draw = |frame: &Frame<'_>| cells.render(frame, &core.assets);
    Painter::default().paint(core, &look, &Layer::new(), view.pixels(), 0.0, draw);
    cells
}

/// Notes where a panic came from before anybody is told of it.
fn install_panic_hook() {
    static INSTALL: std::sync::Once = std::sync::Once::new();
    INSTALL.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            crate::base::panics::note_place(info);
            // The game's thread catches its panics, and says what they said.
            if !crate::base::panics::is_caught_here() {
                usual(info);
            }
        }));
    });
}

/// A seed nobody chose: logged, so that the run can be repeated.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    // The low digits differ from run to run.
    u64::from(now.subsec_nanos()) ^ now.as_secs().rotate_left(32)
}

#[cfg(test)]
mod tests;
