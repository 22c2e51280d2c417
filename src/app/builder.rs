//! The description of a program: [`App`] with its settings.
//!
//! Owns defaults and ranges. Starts nothing and prints nothing: `run/start.rs` runs an app, `process.rs` reads its
//! command line.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use glam::Vec2;

use super::game::Demo;
use super::options::{HelpRequest, Options};
use super::process;
use super::run::control::{self, ControlReceiver, ControlSender, LoopControl};
use super::run::monitor::{FrameObserver, FrameReport, Monitor};
use super::run::overlays::Overlays;
use super::run::paint::FrameStyle;
use super::run::pausing::PauseSettings;
use super::signals::SignalReceivers;
use crate::assets::{AssetSettings, Assets, AtlasSettings, Pixels};
use crate::base::color::Color;
use crate::base::logging::LogOptions;
use crate::input::{InputQueue, InputState, Key};
use crate::render::{Blending, Fit, ViewSettings};
use crate::replay::InputRecording;
use crate::scene::DEFAULT_ALTITUDES;
use crate::time::{LoopPolicy, PolicyChoice, PolicySettings, Smoothing, StepRate};
use crate::world::{Core, CoreSettings};

/// The settings of a window. The view's size and its fit are settings of the app: see [`App::cells`], [`App::pixels`]
/// and [`App::fit`].
#[derive(Clone, Debug, PartialEq)]
pub struct WindowSettings {
    /// The text in the title bar, without NUL characters, which are removed. Defaults to the app's name.
    pub title: String,
    /// Width and height in physical pixels. Defaults to the view, enlarged by the largest whole number (at most 4) that
    /// fits the monitor.
    pub size: Option<[u32; 2]>,
    /// Whether the player can change the window's size. Defaults to true.
    pub resizable: bool,
    /// Whether the window fills the whole screen. Defaults to false.
    pub full_screen: bool,
    /// Whether drawing waits for the display's refresh. Defaults to true. A frame rate from the command line
    /// (`--draw-rate`) replaces the wait. [`WindowRequest::Vsync`](crate::world::WindowRequest::Vsync) changes this
    /// setting while the game runs.
    pub vsync: bool,
    /// Maximum number of submitted frames that are not shown yet, 1 to 3, if the GPU draws. Defaults to 2. With 1,
    /// input is seen a frame earlier on a display with vsync, but late frames become visible.
    pub frame_latency: u8,
    /// Whether the mouse pointer is visible over the window. Defaults to true.
    pub cursor_visible: bool,
    /// An image for the task bar, not premultiplied. Defaults to none. An image whose bytes do not
    /// match its size is ignored, with a warning in the log.
    pub icon: Option<Pixels>,
}

/// A program that runs a game: its view, its rates, its window, and the options of its command line.
///
/// ```
/// use damselfly::prelude::*;
///
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     let ball = cx.assets.add_disc("ball", 16, Color::YELLOW)?;
///     cx.spawn(Object::from(ball).at(vec2(0.0, 120.0)).velocity(vec2(1.0, 0.0)));
///     Ok(())
/// }
///
/// fn main() -> Result<(), Error> {
/// #   if true { return try_it(); }
///     App::from_args("Hello")?.pixels(320, 240).run(start)
/// }
/// # fn try_it() -> Result<(), Error> {
/// #     let app = App::new("Hello", Default::default()).pixels(320, 240);
/// #     let mut game = damselfly::app::Harness::start(app, start)?;
/// #     game.steps(160);
/// #     let picture = game.image();
/// #     assert_eq!(picture.get(160, 120), Some(Color::YELLOW));
/// #     assert_eq!(picture.get(0, 120), Some(Color::BLACK));
/// #     Ok(())
/// # }
/// ```
#[doc(alias("engine", "window"))]
#[derive(Debug)]
pub struct App {
    pub(super) name: String,
    /// Options of the command line, which take precedence over the settings below. If they have no seed, one is chosen
    /// at the start of the run.
    pub(super) options: Options,
    /// Set if the command line requests the help, which is then printed instead of running.
    pub(super) help: Option<HelpRequest>,
    pub(super) view: ViewSettings,
    pub(super) rate: StepRate,
    /// Number of altitudes, at least 1.
    pub(super) altitudes: u16,
    /// Opaque colour that fills the view.
    background: Color,
    color: Color,
    blending: Blending,
    pub(super) smoothing: Smoothing,
    /// Maximum movement of the mouse in a click, in pixels of the view.
    pub(super) click_slack: f32,
    pub(super) window: WindowSettings,
    /// Base folder of asset paths. `None` means the folder of the program, or else the current one.
    asset_root: Option<PathBuf>,
    atlas: AtlasSettings,
    pub(super) demo: Option<Demo>,
    /// Whether the first finger on a touch screen drives the mouse.
    pub(super) touch_as_mouse: bool,
    /// Memory for running backwards, in bytes. 0 turns it off.
    pub(super) rewind: usize,
    /// Whether a game that runs backwards is heard backwards.
    pub(super) rewind_sound: bool,
    /// Whether a run in a window plays on the sound device.
    pub(super) sound: bool,
    pub(super) mute_key: Option<Key>,
    /// Recording to replay. `None` if the run replays nothing, and until the recording is read.
    pub(super) replay: Option<Arc<InputRecording>>,
    /// Number of frames per step on a simulated clock, at least 1. `None` means the real clock.
    pub(super) frames_per_step: Option<u32>,
    pub(super) policy: PolicyChoice,
    pub(super) pausing: PauseSettings,
    /// Divisor of the film's size. `Some` only if the run is saved as a film because there is no display.
    pub(super) reduced_by: Option<u32>,
    /// Whether no option requested the film: the engine saves a repeatable run because there is no display.
    pub(super) film_repeatable: bool,
    /// Target and level of the log. Locked, because a writer may not be `Sync`, and two threads borrow the app.
    pub(super) log: Mutex<Option<LogOptions>>,
    /// Receivers of the game's signals. Locked like `log`; the game's thread takes them out.
    pub(super) signals: Mutex<SignalReceivers>,
    /// Number of the graphics adapter to use. `None`: the preferred one.
    pub(super) adapter: Option<usize>,
    /// Receiver of the frame reports. Locked like `log`.
    pub(super) observer: Mutex<Option<FrameObserver>>,
    /// Input for the next step, from any thread.
    pub(super) queue: InputQueue,
    /// Statistics for other threads. Created with the app, like the channel below, because other threads get copies
    /// before the run starts.
    pub(super) monitor: Monitor,
    /// Both ends of the channel to the game's thread.
    pub(super) sender: ControlSender,
    pub(super) receiver: ControlReceiver,
}

impl App {
    /// Returns a program with this name and these options. Defaults to a view of 80 × 24 text cells and 60 steps per
    /// second.
    pub fn new(name: &str, options: Options) -> Self {
        let (sender, receiver) = control::channel();
        process::keep_output_for_film(options.captures_to_standard_output());
        Self {
            name: name.to_owned(),
            options,
            help: None,
            view: ViewSettings {
                size: Vec2::new(80.0, 24.0),
                unit: Vec2::new(8.0, 16.0),
                fit: Fit::default(),
            },
            rate: StepRate::default(),
            altitudes: DEFAULT_ALTITUDES,
            background: Color::BLACK,
            color: Color::WHITE,
            blending: Blending::default(),
            smoothing: Smoothing::default(),
            click_slack: InputState::CLICK_SLACK,
            window: WindowSettings {
                title: name.to_owned(),
                size: None,
                resizable: true,
                full_screen: false,
                vsync: true,
                frame_latency: 2,
                cursor_visible: true,
                icon: None,
            },
            asset_root: None,
            atlas: AtlasSettings::default(),
            demo: None,
            touch_as_mouse: true,
            rewind: 64 << 20,
            rewind_sound: true,
            sound: true,
            mute_key: None,
            replay: None,
            frames_per_step: None,
            policy: PolicyChoice::default(),
            pausing: PauseSettings::default(),
            reduced_by: None,
            film_repeatable: false,
            log: Mutex::new(None),
            signals: Mutex::default(),
            adapter: None,
            observer: Mutex::default(),
            queue: InputQueue::new(),
            monitor: Monitor::default(),
            sender,
            receiver,
        }
    }

    /// Returns the options of the program's command line.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the view's size in text cells, each clamped to 1 to 1024. A world unit is one cell of 8 × 16 pixels.
    #[must_use]
    pub fn cells(self, columns: u16, rows: u16) -> Self {
        let size = [columns, rows].map(|side| f32::from(side.clamp(1, 1024)));
        self.view_of(size, Vec2::new(8.0, 16.0))
    }

    /// Sets the view's size in pixels, each clamped to 1 to 8192. A world unit is one pixel.
    #[must_use]
    pub fn pixels(self, width: u16, height: u16) -> Self {
        let size = [width, height].map(|side| f32::from(side.clamp(1, 8192)));
        self.view_of(size, Vec2::ONE)
    }

    fn view_of(mut self, size: [f32; 2], unit: Vec2) -> Self {
        (self.view.size, self.view.unit) = (size.into(), unit);
        self
    }

    /// Sets how the view is fitted into a window of another shape. Defaults to [`Fit::Letterbox`].
    #[must_use]
    pub fn fit(mut self, fit: Fit) -> Self {
        self.view.fit = fit;
        self
    }

    /// Sets the nominal step rate for every loop policy. Some policies take shorter or longer steps. Defaults to 60
    /// steps per second.
    #[doc(alias("fixed timestep", "tps", "ups"))]
    #[must_use]
    pub fn step_rate(mut self, rate: StepRate) -> Self {
        self.rate = rate;
        self
    }

    /// Like [`App::step_rate`], in whole steps per second.
    ///
    /// # Panics
    /// If `steps` is not from 1 to 1000. Meant for constants of the program; [`StepRate::per_second`] checks other
    /// rates.
    #[must_use]
    pub fn steps_per_second(self, steps: u16) -> Self {
        let rate =
            StepRate::per_second(f64::from(steps)).expect("steps per second are from 1 to 1000");
        self.step_rate(rate)
    }

    /// Sets the number of altitudes; 0 counts as 1. Defaults to 5.
    #[must_use]
    pub fn altitudes(mut self, altitudes: u16) -> Self {
        self.altitudes = altitudes.max(1);
        self
    }

    /// Sets the colour that fills the view before anything is drawn. Defaults to black; its alpha is ignored.
    #[must_use]
    pub fn background(mut self, color: Color) -> Self {
        // Nothing lies below the background that could show through.
        self.background = color.with_alpha(255);
        self
    }

    /// Sets the default colour of widgets. Defaults to white.
    #[must_use]
    pub fn color(mut self, color: Color) -> Self {
        self.color = color;
        self
    }

    /// Sets the colour space of blending. Defaults to [`Blending::Srgb`].
    #[must_use]
    pub fn blending(mut self, blending: Blending) -> Self {
        self.blending = blending;
        self
    }

    /// Sets how frames between two steps are drawn; `--smoothing` overrides it. Defaults to [`Smoothing::Interpolate`].
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

    /// Sets the base folder of asset paths. Defaults to the folder of the program, which is `target/debug` or
    /// `target/release` under `cargo run`, or else the current folder.
    #[doc(alias = "res://")]
    #[must_use]
    pub fn asset_root(mut self, root: impl Into<PathBuf>) -> Self {
        self.asset_root = Some(root.into());
        self
    }

    /// Sets the sizes and the maximum number of the atlas's pages. Defaults to at most 64 pages of 1024 × 1024 texels,
    /// which grow to 2048 × 2048 for a larger image.
    #[must_use]
    pub fn atlas(mut self, atlas: AtlasSettings) -> Self {
        self.atlas = atlas;
        self
    }

    /// Sets the demonstration, which replaces the player's input with `--demo` and in runs without a window. Defaults
    /// to none.
    #[must_use]
    pub fn demo(mut self, demo: Demo) -> Self {
        self.demo = Some(demo);
        self
    }

    /// Sets the memory for running the game backwards, in bytes; 0 turns that off. Defaults to 64 MiB.
    ///
    /// In a window, the game runs backwards while F7 is held, and resumes when it is released. While F7 is held, a bar
    /// shows the range of steps; a click on it goes to the step at that position. A recording of the input continues
    /// from the resumed step, too. The range depends on the size of a [snapshot](crate::world::Core::snapshot): a game
    /// whose snapshots take more than an eighth of this memory cannot be rewound, and shows a message instead. Assets
    /// and results of jobs do not count, because snapshots share them.
    ///
    /// The game's requests to the loop and the window (policy, smoothing, time scale, title, size …) are undone with
    /// their steps. A pause and the player's changes to the window are not. State outside of the world, such as the
    /// fields of a [`Game`](super::Game), does not go back. A step back through the start of a job may run the job again,
    /// and waits for it.
    #[must_use]
    pub fn rewind(mut self, bytes: usize) -> Self {
        self.rewind = bytes;
        self
    }

    /// Runs on a simulated clock, also in a window: each step has this many frames (0 counts as 1), drawn as fast as
    /// possible. For benchmarks. Defaults to the real clock.
    #[must_use]
    pub fn frames_per_step(mut self, frames: u32) -> Self {
        self.frames_per_step = Some(frames.max(1));
        // With vsync, a benchmark would measure the display's refresh.
        self.window.vsync = false;
        self
    }

    /// Sets the maximum distance of the mouse between press and release of a click, in pixels of the view; farther is a
    /// drag. Defaults to 4. Negative values and NaN count as 0. It affects the game's input: a replay needs the same
    /// value.
    #[must_use]
    pub fn click_slack(mut self, pixels: f32) -> Self {
        self.click_slack = pixels;
        self
    }

    /// Sets the loop policy; `--loop` overrides it. Defaults to [`PolicySettings::INTERPOLATED`]. It determines when
    /// steps are taken, and with some policies their length, but not what a step computes. Settings out of range are an
    /// error of [`App::run`].
    #[must_use]
    pub fn policy(mut self, policy: PolicySettings) -> Self {
        self.policy = policy.into();
        self
    }

    /// Sets a loop policy of the game's own; `--loop` overrides it. `make` is called with the game's step rate whenever
    /// the policy starts. A replay takes the recorded steps under any policy.
    ///
    /// If the policy panics, takes no step or draws no frame for ten seconds of real time, excluding pauses (or for five
    /// nominal steps, if they are longer), lets no time pass, or takes a step of an invalid length, the default policy
    /// goes on, with a line in the log. `docs/loops.md` has an example.
    #[must_use]
    pub fn policy_with<P: LoopPolicy + 'static>(
        mut self,
        make: impl Fn(StepRate) -> P + Send + Sync + 'static,
    ) -> Self {
        self.policy = PolicyChoice::own(make);
        self
    }

    /// Sets whether the first finger on a touch screen also moves the mouse and holds its left button, so that widgets
    /// and games for the mouse work by touch. Defaults to true. Turn it off in a game that reads both touches and the
    /// mouse.
    #[must_use]
    pub fn touch_as_mouse(mut self, drives: bool) -> Self {
        self.touch_as_mouse = drives;
        self
    }

    /// Sets how the game is paused and resumed. Defaults to the key `Pause`, and `F6` for single steps. Without a
    /// window, and in a [`Harness`](super::Harness), a game is never paused.
    #[must_use]
    pub fn pausing(mut self, pausing: PauseSettings) -> Self {
        self.pausing = pausing;
        self
    }

    /// Sets the target of log lines and the log level, which `--log` overrides. Defaults to standard error at level
    /// info, or to the program's own setup by [`logging::init`](crate::logging::init).
    #[must_use]
    pub fn log(mut self, options: LogOptions) -> Self {
        self.log = Mutex::new(Some(options));
        self
    }

    /// Adds a receiver of the signals of type `T`, which the game sends with
    /// [`Context::signal`](crate::world::Context::signal). Defaults to none.
    ///
    /// The receiver is called on the game's thread, after the step that sent the signal, or after the game's start or
    /// stop: once for each signal, in the order of sending. Keep it short, because the next step waits for it. A type
    /// may have several receivers, called in the order of adding. A receiver that panics is not called again; the game
    /// continues. A signal without a receiver is logged, once for each type.
    ///
    /// ```
    /// use damselfly::app::{App, Backend, Options};
    /// use damselfly::prelude::*;
    /// use std::sync::mpsc;
    ///
    /// enum Sound { Beep }
    ///
    /// let (player, heard) = mpsc::channel();
    /// let options = Options { headless: true, steps: Some(1), backend: Backend::Software, ..Options::default() };
    /// App::new("Beeper", options)
    ///     .on_signal(move |sound: &Sound| match sound {
    ///         Sound::Beep => _ = player.send("beep.wav"),
    ///     })
    ///     .run(|cx| {
    ///         cx.signal(Sound::Beep);
    ///         Ok(())
    ///     })?;
    /// assert_eq!(heard.recv(), Ok("beep.wav"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn on_signal<T: Send + 'static>(
        mut self,
        receiver: impl FnMut(&T) + Send + 'static,
    ) -> Self {
        let receivers = self.signals.get_mut();
        receivers
            .unwrap_or_else(PoisonError::into_inner)
            .add(receiver);
        self
    }

    /// Sets a function that is called after each drawn frame, on the game's thread: for benchmarks. Defaults to none.
    ///
    /// Passes then write timestamps, for GPU times. Without a window, the run waits after each frame until the GPU has
    /// drawn it, and [`Backend::Auto`] selects the GPU as in a window. Without a display, the run is not saved as an animation.
    ///
    /// [`Backend::Auto`]: super::Backend::Auto
    #[must_use]
    pub fn on_frame(mut self, observer: impl FnMut(FrameReport<'_>) + Send + 'static) -> Self {
        self.observer = Mutex::new(Some(FrameObserver(Box::new(observer))));
        self
    }

    /// Returns whether the app observes its frames.
    pub(super) fn is_observed(&self) -> bool {
        let observer = self.observer.lock();
        observer.is_ok_and(|observer| observer.is_some())
    }

    /// Sets the graphics adapter by its number in
    /// [`GpuInstance::adapters`](crate::render::gpu::GpuInstance::adapters), from 0. It is used even if it draws on the
    /// CPU. If there is none of this number, running the app fails. No effect on the software backend, and without the
    /// feature `gpu`. Defaults to the preferred adapter.
    #[must_use]
    pub fn adapter(mut self, number: usize) -> Self {
        self.adapter = Some(number);
        self
    }

    /// Returns a handle to the statistics of the running game, for any thread.
    pub fn monitor(&self) -> Monitor {
        self.monitor.clone()
    }

    /// Returns a handle to the game's input queue, for any thread. The game's next step receives the pushed events, in
    /// a [`Harness`](super::Harness) and without a window, too. For the program's own devices, see
    /// [`InputEvent::Device`](crate::input::InputEvent::Device). A [demonstration](App::demo) replaces this input like
    /// the player's.
    ///
    /// ```
    /// use damselfly::app::{Harness, Options};
    /// use damselfly::input::InputEvent;
    /// use damselfly::prelude::*;
    ///
    /// let app = App::new("Pedal", Options::default());
    /// let queue = app.input_queue();
    /// let mut game = Harness::start(app, |_| Ok(()))?;
    /// // The thread that reads the pedal.
    /// let pedal = std::thread::spawn(move || {
    ///     queue.push(InputEvent::Device { device: 1, control: 0, value: 0.5 });
    /// });
    /// pedal.join().unwrap();
    /// game.step();
    /// assert_eq!(game.context().input.device_value(1, 0), 0.5);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("gamepad", "joystick", "network"))]
    pub fn input_queue(&self) -> InputQueue {
        self.queue.clone()
    }

    /// Returns a handle that pauses, steps and ends the running game, and sets the speed of its time, from any thread.
    pub fn loop_control(&self) -> LoopControl {
        LoopControl(self.sender.clone())
    }

    /// Returns the width and height of the atlas's first page, in texels.
    pub(super) fn page_size(&self) -> u16 {
        self.atlas.valid_page_size()
    }

    /// Returns a new core with the app's settings and this random seed.
    pub(super) fn core(&self, seed: u64) -> Core {
        let mut assets = Assets::new(AssetSettings {
            root: self.asset_root.clone(),
            atlas: self.atlas,
            steps_per_second: self.rate.as_f64(),
        });
        Overlays::bake(&mut assets);
        let settings = CoreSettings {
            view: self.view.size,
            unit: self.view.unit,
            altitudes: self.altitudes,
            seed,
            rate: self.rate,
            color: self.color,
            click_slack: self.click_slack,
            ..CoreSettings::default()
        };
        Core::new(&settings, assets)
    }

    /// Returns the settings that all frames of the game share.
    pub(super) fn frame_style(&self) -> FrameStyle {
        FrameStyle {
            view: self.view,
            background: self.background,
            blending: self.blending,
        }
    }
}
