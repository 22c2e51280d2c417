//! The way in: builder, options, window thread, runner, headless runner, overlay.
//!
//! [`App`] describes a program; `start.rs` shows what starts and stops in which order; `runner.rs` is the loop.

mod clock;
mod control;
mod fallback;
mod film;
mod game;
mod harness;
mod measure;
mod monitor;
pub mod options;
mod output;
mod overlay;
mod painter;
mod part;
mod reduced;
mod runner;
mod screen;
mod session;
mod settings;
mod signals;
mod start;
mod usage;

#[cfg(feature = "window")]
mod convert;
#[cfg(feature = "window")]
mod present;
#[cfg(feature = "window")]
mod window;

use std::path::PathBuf;
use std::sync::Mutex;

use glam::Vec2;

pub use control::Stopper;
pub use game::{Demo, Game};
pub use harness::{Harness, Picture};
pub use measure::{Measure, Report};
pub use monitor::Monitor;
pub use options::{Backend, Extra, Options, Parsed, UsageError};
pub use output::line as print_line;
pub use settings::{IconPixels, WindowSettings};
pub use usage::peak_memory_mib;

use crate::Error;
use crate::assets::AtlasSettings;
use crate::base::color::Color;
use crate::base::logging::LogOptions;
use crate::render::{Blending, Fit, View};
use crate::scene::DEFAULT_ALTITUDES;
use crate::time::{PolicySettings, Smoothing, StepRate};
use crate::world::Context;
use control::{Controller, Controls};
use game::StartOnly;

/// A program that runs a game: its view, its pace, its window, and what its command line asked for.
///
/// ```no_run
/// use damselfly::prelude::*;
///
/// fn main() -> Result<(), damselfly::Error> {
///     App::from_args("Hello")?.cells(80, 24).run(|cx| {
///         cx.draw_text(2, vec2(40.0, 12.0), "Hello", Align::Center, Color::CYAN);
///         Ok(())
///     })
/// }
/// ```
#[derive(Debug)]
pub struct App {
    name: String,
    options: Options,
    view: View,
    rate: StepRate,
    altitudes: u16,
    background: Color,
    blending: Blending,
    smoothing: Smoothing,
    window: WindowSettings,
    asset_root: Option<PathBuf>,
    atlas: AtlasSettings,
    demo: Option<Demo>,
    /// Simulated time, with so many frames to a step.
    frames_per_step: Option<u32>,
    /// A window was asked for, and there is no display.
    without_display: bool,
    /// How many times smaller a film is than the picture.
    film_reduced_by: u32,
    policy: PolicySettings,
    /// Behind a lock, because a writer need not be fit for several threads and the app is lent to two.
    log: Mutex<Option<LogOptions>>,
    monitor: Monitor,
    /// The line to the game's thread, both ends of it.
    controller: Controller,
    controls: Controls,
}

impl App {
    /// A program with this name and these options: 80 × 24 text cells, 60 steps a second.
    pub fn new(name: &str, options: Options) -> Self {
        let (controller, controls) = control::line();
        Self {
            controller,
            controls,
            name: name.to_owned(),
            options,
            view: View {
                size: Vec2::new(80.0, 24.0),
                unit: Vec2::new(8.0, 16.0),
                fit: Fit::default(),
            },
            rate: StepRate::default(),
            altitudes: DEFAULT_ALTITUDES,
            background: Color::BLACK,
            blending: Blending::default(),
            smoothing: Smoothing::default(),
            window: WindowSettings::titled(name),
            asset_root: None,
            atlas: AtlasSettings::default(),
            demo: None,
            frames_per_step: None,
            policy: PolicySettings::default(),
            log: Mutex::new(None),
            monitor: Monitor::default(),
            without_display: false,
            film_reduced_by: 1,
        }
    }

    /// A program with this name, and the options of the command line.
    ///
    /// Help is printed here, and ends the program with exit code 0; wrong usage is said here, and ends it with 2.
    ///
    /// # Errors
    /// None today; a program that reads its command line differently has [`App::new`].
    pub fn from_args(name: &str) -> Result<Self, Error> {
        Self::from_args_with(name, "", &[])
    }

    /// As [`App::from_args`], with a sentence for the help and options of the program's own.
    ///
    /// # Errors
    /// As [`App::from_args`].
    pub fn from_args_with(name: &str, about: &str, extras: &[Extra]) -> Result<Self, Error> {
        let mut arguments = std::env::args_os();
        let program = arguments.next().map(PathBuf::from);
        let program = program
            .as_deref()
            .and_then(|path| path.file_stem())
            .map(|stem| stem.to_string_lossy().into_owned());
        match Options::parse(program.as_deref().unwrap_or(name), about, extras, arguments) {
            Ok(Parsed::Run(options)) => Ok(Self::new(name, options)),
            Ok(Parsed::Help(help)) => {
                print_line(help.trim_end());
                std::process::exit(0);
            }
            Err(error) => wrong_usage(&error),
        }
    }

    /// What the command line asked for.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The view is so many text cells; a unit is one cell of 8 × 16 pixels. Each from 1 to 1024.
    #[must_use]
    pub fn cells(mut self, columns: u16, rows: u16) -> Self {
        self.view.size = Vec2::new(
            f32::from(columns.clamp(1, 1024)),
            f32::from(rows.clamp(1, 1024)),
        );
        self.view.unit = Vec2::new(8.0, 16.0);
        self
    }

    /// The view is so many pixels; a unit is one pixel. Each from 1 to 8192.
    #[must_use]
    pub fn pixels(mut self, width: u16, height: u16) -> Self {
        self.view.size = Vec2::new(
            f32::from(width.clamp(1, 8192)),
            f32::from(height.clamp(1, 8192)),
        );
        self.view.unit = Vec2::ONE;
        self
    }

    /// How the view is fitted into windows of another shape. Letterboxed at first.
    #[must_use]
    pub fn fit(mut self, fit: Fit) -> Self {
        self.view.fit = fit;
        self
    }

    /// How often the game steps: part of the game, whatever the loop policy. 60 a second at first.
    #[must_use]
    pub fn step_rate(mut self, rate: StepRate) -> Self {
        self.rate = rate;
        self
    }

    /// As [`App::step_rate`], in whole steps per second.
    ///
    /// # Panics
    /// If it is not from 1 to 1000: a constant of the program that was mistyped.
    #[must_use]
    pub fn steps_per_second(self, steps: u16) -> Self {
        let rate =
            StepRate::per_second(f64::from(steps)).expect("steps per second are from 1 to 1000");
        self.step_rate(rate)
    }

    /// How many altitudes there are. 5 at first.
    #[must_use]
    pub fn altitudes(mut self, altitudes: u16) -> Self {
        self.altitudes = altitudes.max(1);
        self
    }

    /// What fills the view before anything is painted. Black at first.
    #[must_use]
    pub fn background(mut self, color: Color) -> Self {
        self.background = color.with_alpha(255);
        self
    }

    /// In which space colours are mixed. On sRGB values at first.
    #[must_use]
    pub fn blending(mut self, blending: Blending) -> Self {
        self.blending = blending;
        self
    }

    /// How drawing between two steps is smoothed, unless the command line says otherwise. Interpolated at first.
    #[must_use]
    pub fn smoothing(mut self, smoothing: Smoothing) -> Self {
        self.smoothing = smoothing;
        self
    }

    /// Changes what the window looks like.
    #[must_use]
    pub fn window(mut self, change: impl FnOnce(&mut WindowSettings)) -> Self {
        change(&mut self.window);
        self
    }

    /// Where asset paths start. At first the folder of the program, or else the current one.
    #[must_use]
    pub fn asset_root(mut self, root: impl Into<PathBuf>) -> Self {
        self.asset_root = Some(root.into());
        self
    }

    /// How large the atlas's pages are, and how many there may be.
    #[must_use]
    pub fn atlas(mut self, atlas: AtlasSettings) -> Self {
        self.atlas = atlas;
        self
    }

    /// The demonstration that `--demo` plays, and that is played where there is no display.
    #[must_use]
    pub fn demo(mut self, demo: Demo) -> Self {
        self.demo = Some(demo);
        self
    }

    /// Time is simulated, also in a window: every step has so many frames (at least 1), drawn as fast as can be.
    /// For benchmarks.
    #[must_use]
    pub fn frames_per_step(mut self, frames: u32) -> Self {
        self.frames_per_step = Some(frames.max(1));
        self.window.vsync = false;
        self
    }

    /// The loop policy, unless the command line says otherwise. Interpolated at first. It never changes the steps.
    #[must_use]
    pub fn policy(mut self, policy: PolicySettings) -> Self {
        self.policy = policy;
        self
    }

    /// Where log lines go, and how many; `--log` changes the level. Standard error at first, or what the program has
    /// set up itself with [`logging::init`](crate::base::logging::init).
    #[must_use]
    pub fn log(mut self, options: LogOptions) -> Self {
        self.log = Mutex::new(Some(options));
        self
    }

    /// Tells how the game runs, on any thread.
    pub fn monitor(&self) -> Monitor {
        self.monitor.clone()
    }

    /// Ends the game from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.controller.clone())
    }

    /// Runs a game that is a start and behaviours, until it stops.
    ///
    /// # Errors
    /// The start's, or what kept the game from running.
    pub fn run(
        self,
        start: impl FnOnce(&mut Context<'_>) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        self.run_game(&mut StartOnly(Some(start)))
    }

    /// Runs a game until it stops.
    ///
    /// # Errors
    /// The start's, or what kept the game from running.
    pub fn run_game(self, game: &mut dyn Game) -> Result<(), Error> {
        start::run(self, game, None)
    }

    /// Runs a game for so many frames, and tells what they took: before anything else that the command line asked to
    /// be printed.
    ///
    /// # Errors
    /// As [`App::run_game`], or its steps were over before that many frames. One that was told to stop before (by a signal, by
    /// its window, by itself) ends well, and nothing is told.
    pub fn measure(
        self,
        game: &mut dyn Game,
        measure: Measure,
        mut tell: impl FnMut(&Report),
    ) -> Result<(), Error> {
        let tell = &mut tell;
        start::run(self, game, Some(start::Measurement { measure, tell }))
    }
}

/// Says what is wrong with the command line, and leaves with exit code 2.
pub fn wrong_usage(error: &UsageError) -> ! {
    use std::io::Write;
    // A closed standard error is no reason to panic.
    let _ = writeln!(std::io::stderr(), "{error}");
    std::process::exit(2);
}
