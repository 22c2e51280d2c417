//! What a program says about itself: [`App`] with its settings, and the [`Game`] that it runs.
//!
//! Owns defaults and ranges. Starts nothing and prints nothing: `run/start.rs` runs an app, `process.rs` reads its
//! command line.

use std::path::PathBuf;
use std::sync::Mutex;

use glam::Vec2;

use super::options::Options;
use super::run::control::{self, ControlReceiver, ControlSender, Stopper};
use super::run::measure::Monitor;
use super::run::painter::Look;
use crate::assets::{AssetSettings, Assets, AtlasSettings};
use crate::base::color::Color;
use crate::base::logging::LogOptions;
use crate::error::Error;
use crate::input::InputEvent;
use crate::render::{Blending, Fit, View};
use crate::scene::DEFAULT_ALTITUDES;
use crate::time::{PolicySettings, Smoothing, StepRate};
use crate::world::{Context, Core, CoreSettings, World};

/// A game: what happens at its start, in each step, and at its end. It draws by what it puts into the world.
///
/// Most games need only a start and behaviours: see [`App::run`]. State that affects a step belongs into behaviours,
/// where checksums and snapshots include it.
///
/// ```
/// use damselfly::app::{App, Harness, Options};
/// use damselfly::prelude::*;
///
/// struct Greeting;
///
/// impl Game for Greeting {
///     fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
///         Ok(())
///     }
///
///     fn step(&mut self, cx: &mut Context<'_>) {
///         cx.draw_text(2, vec2(0.0, 0.0), "Hello", Align::Left, Color::WHITE);
///     }
/// }
///
/// let mut game = Harness::of(App::new("Greeting", Options::default()), Greeting)?;
/// game.step();
/// assert!(game.shows("Hello"));
/// # Ok::<(), Error>(())
/// ```
pub trait Game: Send {
    /// Fills the world. Runs once, before the first step.
    ///
    /// # Errors
    /// The game cannot start: the app stops with this error.
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error>;

    /// Runs in each step, before any object acts. Does nothing by default.
    fn step(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// The game ends. Runs once if `start` has run, on the same thread, also after an error or a panic. Does nothing
    /// by default.
    fn stop(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }
}

/// The built-in demonstration: the input events of the step with this number, which comes next. Must depend on the
/// number and the world alone.
pub type Demo = fn(step: u64, world: &World) -> Vec<InputEvent>;

/// A game that has only a start.
pub(super) struct StartOnly<F>(pub(super) Option<F>);

impl<F: FnOnce(&mut Context<'_>) -> Result<(), Error> + Send> Game for StartOnly<F> {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        self.0.take().map_or(Ok(()), |start| start(cx))
    }
}

/// What a window looks like. The view's size and how it is fitted into the window are the app's: see [`App::cells`],
/// [`App::pixels`] and [`App::fit`].
#[derive(Clone, Debug, PartialEq)]
pub struct WindowSettings {
    /// In the title bar. Defaults to the app's name.
    pub title: String,
    /// Width and height in physical pixels. Defaults to the view, enlarged by the largest whole number (at most 4) with
    /// which it fits the monitor.
    pub size: Option<[u32; 2]>,
    /// Whether the player can change its size. Defaults to true.
    pub resizable: bool,
    /// Whether it fills the whole screen. Defaults to false.
    pub full_screen: bool,
    /// Whether drawing waits for the display's refresh. Defaults to true.
    pub vsync: bool,
    /// Whether the mouse pointer is visible over it. Defaults to true.
    pub cursor_visible: bool,
    /// A picture for the task bar. Defaults to none.
    pub icon: Option<IconPixels>,
}

/// A small picture: RGBA, not premultiplied, 4 bytes per pixel, row after row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IconPixels {
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// A program that runs a game: its view, its rates, its window, and the options of its command line.
///
/// ```no_run
/// use damselfly::prelude::*;
///
/// fn main() -> Result<(), Error> {
///     App::from_args("Hello")?.cells(80, 24).run(|cx| {
///         cx.spawn(Object {
///             position: vec2(40.0, 12.0),
///             velocity: vec2(0.5, 0.0),
///             sprite: Some(SpriteId::PLACEHOLDER),
///             ..Object::default()
///         });
///         Ok(())
///     })
/// }
/// ```
#[derive(Debug)]
pub struct App {
    pub(super) name: String,
    pub(super) options: Options,
    pub(super) view: View,
    pub(super) rate: StepRate,
    altitudes: u16,
    background: Color,
    blending: Blending,
    pub(super) smoothing: Smoothing,
    pub(super) window: WindowSettings,
    asset_root: Option<PathBuf>,
    atlas: AtlasSettings,
    pub(super) demo: Option<Demo>,
    /// Frames per step on a simulated clock. `None`: the real clock.
    pub(super) frames_per_step: Option<u32>,
    pub(super) policy: PolicySettings,
    /// Set if there is no display and the demonstration is saved instead: how many times smaller than the view.
    pub(super) reduced_by: Option<u32>,
    /// In a lock because a writer need not be `Sync`, and two threads borrow the app.
    pub(super) log: Mutex<Option<LogOptions>>,
    pub(super) monitor: Monitor,
    /// Both ends of the channel to the game's thread.
    pub(super) sender: ControlSender,
    pub(super) receiver: ControlReceiver,
}

impl App {
    /// A program with this name and these options. Defaults to a view of 80 × 24 text cells and 60 steps per second.
    pub fn new(name: &str, options: Options) -> Self {
        let (sender, receiver) = control::channel();
        Self {
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
            window: WindowSettings {
                title: name.to_owned(),
                size: None,
                resizable: true,
                full_screen: false,
                vsync: true,
                cursor_visible: true,
                icon: None,
            },
            asset_root: None,
            atlas: AtlasSettings::default(),
            demo: None,
            frames_per_step: None,
            policy: PolicySettings::default(),
            reduced_by: None,
            log: Mutex::new(None),
            monitor: Monitor::default(),
            sender,
            receiver,
        }
    }

    /// The options of its command line.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The view's size in text cells, each clamped to 1 to 1024. A world unit is one cell of 8 × 16 pixels.
    #[must_use]
    pub fn cells(self, columns: u16, rows: u16) -> Self {
        let size = [columns, rows].map(|side| f32::from(side.clamp(1, 1024)));
        self.view_of(size, Vec2::new(8.0, 16.0))
    }

    /// The view's size in pixels, each clamped to 1 to 8192. A world unit is one pixel.
    #[must_use]
    pub fn pixels(self, width: u16, height: u16) -> Self {
        let size = [width, height].map(|side| f32::from(side.clamp(1, 8192)));
        self.view_of(size, Vec2::ONE)
    }

    fn view_of(mut self, size: [f32; 2], unit: Vec2) -> Self {
        (self.view.size, self.view.unit) = (size.into(), unit);
        self
    }

    /// How the view is fitted into a window of another shape. Defaults to [`Fit::Letterbox`].
    #[must_use]
    pub fn fit(mut self, fit: Fit) -> Self {
        self.view.fit = fit;
        self
    }

    /// How often the game steps, whatever the loop policy. Defaults to 60 steps per second.
    #[must_use]
    pub fn step_rate(mut self, rate: StepRate) -> Self {
        self.rate = rate;
        self
    }

    /// As [`App::step_rate`], in whole steps per second.
    ///
    /// # Panics
    /// If `steps` is not from 1 to 1000: a mistyped constant of the program.
    #[must_use]
    pub fn steps_per_second(self, steps: u16) -> Self {
        let rate =
            StepRate::per_second(f64::from(steps)).expect("steps per second are from 1 to 1000");
        self.step_rate(rate)
    }

    /// The number of altitudes, at least 1. Defaults to 5.
    #[must_use]
    pub fn altitudes(mut self, altitudes: u16) -> Self {
        self.altitudes = altitudes.max(1);
        self
    }

    /// The colour that fills the view before anything is drawn. Defaults to black; its alpha is ignored.
    #[must_use]
    pub fn background(mut self, color: Color) -> Self {
        self.background = color.with_alpha(255);
        self
    }

    /// The colour space in which colours are blended. Defaults to [`Blending::Srgb`].
    #[must_use]
    pub fn blending(mut self, blending: Blending) -> Self {
        self.blending = blending;
        self
    }

    /// How frames between two steps are drawn, unless the command line says otherwise. Defaults to
    /// [`Smoothing::Interpolate`].
    #[must_use]
    pub fn smoothing(mut self, smoothing: Smoothing) -> Self {
        self.smoothing = smoothing;
        self
    }

    /// Changes the window's settings.
    #[must_use]
    pub fn window(mut self, change: impl FnOnce(&mut WindowSettings)) -> Self {
        change(&mut self.window);
        self
    }

    /// The folder in which asset paths start. Defaults to the folder of the program, or else the current one.
    #[must_use]
    pub fn asset_root(mut self, root: impl Into<PathBuf>) -> Self {
        self.asset_root = Some(root.into());
        self
    }

    /// The size and the largest number of the atlas's pages.
    #[must_use]
    pub fn atlas(mut self, atlas: AtlasSettings) -> Self {
        self.atlas = atlas;
        self
    }

    /// The demonstration that is played with `--demo`, and where there is no display. Defaults to none.
    #[must_use]
    pub fn demo(mut self, demo: Demo) -> Self {
        self.demo = Some(demo);
        self
    }

    /// Runs on a simulated clock, also in a window: each step has this many frames (at least 1), drawn as fast as
    /// possible. For benchmarks.
    #[must_use]
    pub fn frames_per_step(mut self, frames: u32) -> Self {
        self.frames_per_step = Some(frames.max(1));
        self.window.vsync = false;
        self
    }

    /// The loop policy, unless the command line says otherwise. Defaults to [`PolicySettings::INTERPOLATED`]. It never
    /// changes what a step computes.
    #[must_use]
    pub fn policy(mut self, policy: PolicySettings) -> Self {
        self.policy = policy;
        self
    }

    /// Where log lines go, and the log level, which `--log` overrides. Defaults to standard error, or to what the
    /// program has set up itself with [`logging::init`](crate::logging::init).
    #[must_use]
    pub fn log(mut self, options: LogOptions) -> Self {
        self.log = Mutex::new(Some(options));
        self
    }

    /// Statistics of the running game, for any thread.
    pub fn monitor(&self) -> Monitor {
        self.monitor.clone()
    }

    /// Ends the running game from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.sender.clone())
    }

    /// A new core with the app's settings.
    pub(super) fn core(&self, seed: u64) -> Core {
        let assets = Assets::new(AssetSettings {
            root: self.asset_root.clone(),
            atlas: self.atlas,
        });
        let settings = CoreSettings {
            view: self.view.size,
            unit: self.view.unit,
            altitudes: self.altitudes,
            seed,
            rate: self.rate,
        };
        Core::new(&settings, assets)
    }

    /// What all frames of the game have in common.
    pub(super) fn look(&self) -> Look {
        Look {
            view: self.view,
            background: self.background,
            blending: self.blending,
        }
    }
}
