//! Tests of games: scripted input, step by step, without a window, a clock or a GPU.
//!
//! A step computes the same as in a played game. But a harness waits for background jobs, keeps the game's files in
//! memory, and fails the test if a behaviour panics.

mod devices;
mod heard;
mod input;
mod replay;
#[cfg(feature = "sound")]
mod samples;
pub(super) mod shown;

use core::cell::RefCell;
use core::fmt;
use std::collections::BTreeMap;

use glam::Vec2;

use super::builder::App;
use super::clipboard::OwnClipboard;
use super::file_desk::FileDesk;
use super::game::{Game, StartOnly};
use super::run::overlays::Overlays;
use super::run::paint::FrameStyle;
use crate::base::id::ObjectId;
use crate::error::Error;
use crate::files::FileStore;
use crate::input::{InputEvent, InputQueue, InputState, TouchMouse};
use crate::jobs::JobUpdate;
use crate::render::SoftwareRenderer;
use crate::replay::{InputRecorder, Rewinder, RunSettings, differences};
use crate::time::Smoothing;
use crate::world::{
    CaptureRequest, Context, Core, FileUpdate, JobDelivery, StepInput, WindowRequest, World,
};

/// A game that a test plays.
///
/// Input events are queued, and happen in the next step in their order. Time passes only by [`Harness::step`],
/// [`Harness::steps`] and [`Harness::step_until`], so each run is the same. Once the game has requested a stop, no more
/// steps are taken. Background jobs are waited for: their results arrive
/// [`JobSettings::steps`](crate::world::JobSettings::steps) steps after their start.
///
/// ```
/// use damselfly::app::{App, Harness, Options};
/// use damselfly::input::Key;
/// use damselfly::prelude::*;
///
/// #[derive(Clone)]
/// struct Hopper;
///
/// impl Behavior for Hopper {
///     fn step(&mut self, cx: &mut Context<'_>) {
///         if cx.input.just_pressed(Key::Space) {
///             let hopper = cx.me().id();
///             cx.move_by(hopper, vec2(1.0, 0.0));
///         }
///         cx.canvas(2).text(vec2(0.0, 0.0), "hop!", Color::WHITE);
///     }
/// }
///
/// let app = App::new("Hopper", Options::default()).cells(20, 4);
/// let mut game = Harness::start(app, |cx| {
///     cx.spawn_with(Object::new("Hopper"), Hopper);
///     Ok(())
/// })?;
/// game.tap(Key::Space);
/// game.steps(2);
/// let hopper = game.only("Hopper");
/// assert_eq!(game.world().object(hopper).map(|object| object.position()), Some(vec2(1.0, 0.0)));
/// assert_eq!(game.text().line(0), "hop!");
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("test", "testing"))]
pub struct Harness<'g> {
    core: Core,
    game: Box<dyn Game + 'g>,
    style: FrameStyle,
    /// The view's size that the game has requested last.
    view: Option<Vec2>,
    /// The app's smoothing. The game's requests replace it.
    smoothing: Smoothing,
    /// `None` until the first image, because a renderer starts threads, and most tests need no images.
    renderer: Option<SoftwareRenderer>,
    /// Drawings of the `frame` hooks; the engine's overlays are never shown. In a `RefCell`, because
    /// [`Harness::text`] runs the hooks through a shared reference.
    overlays: RefCell<Overlays>,
    /// The app's queue. Any thread may push to it.
    queue: InputQueue,
    /// Input for the next step that the test has given. It comes before the events of `queue`.
    pending: Vec<InputEvent>,
    /// Job updates that the test has added to the next step. They come before the updates of the jobs themselves.
    pending_updates: Vec<JobUpdate>,
    /// The game's files, in memory.
    files: FileDesk,
    /// The clipboard, in memory.
    clipboard: OwnClipboard,
    /// Makes the first finger drive the mouse, unless the app turned that off.
    touch_mouse: Option<TouchMouse>,
    /// The mouse's position, in world units from the view's top left.
    mouse: Vec2,
    /// Whether the mouse is over the window.
    is_inside: bool,
    /// Whether the game's `stop` has run.
    stopped: bool,
    thorough: bool,
    forgiving: bool,
    /// Number of the world's faults after the latest step. A step that adds one fails the test, unless the harness is
    /// forgiving.
    faults: u64,
    /// Snapshots and input for going back, after [`Harness::rewindable`].
    history: Option<(InputRecorder, Rewinder)>,
    settings: RunSettings,
    /// The sound track, after [`Harness::with_sound`].
    #[cfg(feature = "sound")]
    mixed: Option<samples::MixedSounds>,
}

impl fmt::Debug for Harness<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Harness")
            .field("step", &self.core.step_number())
            .field("pending", &self.pending)
            .finish_non_exhaustive()
    }
}

/// Constructors.
impl<'g> Harness<'g> {
    /// Starts a game that consists of a start and behaviours, as [`App::run`] does. Uses the app's settings that affect
    /// a step or an image, such as view, step rate, assets and colours. Of its options, it uses only the seed, which
    /// defaults to 1, and the smoothing; a replay also compares the program's own options.
    ///
    /// The start has run when this returns, so it may store ids in variables of the test. Alternatively, find an object
    /// by [`Harness::only`], or spawn it in the test by [`Harness::context`].
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// let mut ball = None;
    /// let mut game = Harness::start(App::new("Ball", Options::default()), |cx| {
    ///     ball = Some(cx.spawn(Object::new("Ball").velocity(vec2(1.0, 0.0))));
    ///     Ok(())
    /// })?;
    /// game.step();
    /// assert_eq!(ball, Some(game.only("Ball")));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The error of the game's start.
    pub fn start(
        app: App,
        start: impl FnOnce(&mut Context<'_>) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        // The start is called here and not kept: otherwise its borrows would last as long as the harness.
        let started = StartOnly(None::<fn(&mut Context<'_>) -> Result<(), Error>>);
        Self::with(app, Box::new(started), |_, cx| start(cx))
    }

    /// Starts a game, as [`App::run_game`] does. Uses the same settings as [`Harness::start`].
    ///
    /// # Errors
    /// The error of the game's start.
    pub fn of(app: App, game: impl Game + 'g) -> Result<Self, Error> {
        Self::with(app, Box::new(game), |game, cx| game.start(cx))
    }

    fn with(
        app: App,
        game: Box<dyn Game + 'g>,
        start: impl FnOnce(&mut dyn Game, &mut Context<'_>) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        let seed = app.options.seed.unwrap_or(1);
        let mut harness = Self {
            core: app.core(seed),
            settings: RunSettings {
                seed,
                ..app.run_settings(app.view.size)
            },
            game,
            style: app.frame_style(),
            view: None,
            smoothing: app.options.smoothing.unwrap_or(app.smoothing),
            queue: app.input_queue(),
            renderer: None,
            overlays: RefCell::default(),
            pending: Vec::new(),
            pending_updates: Vec::new(),
            files: FileDesk::new(FileStore::Memory(BTreeMap::new())),
            clipboard: OwnClipboard::default(),
            touch_mouse: app.touch_as_mouse.then(TouchMouse::default),
            mouse: Vec2::ZERO,
            is_inside: false,
            stopped: false,
            thorough: false,
            forgiving: false,
            faults: 0,
            history: None,
            #[cfg(feature = "sound")]
            mixed: None,
        };
        start(&mut *harness.game, &mut harness.core.context())?;
        // Calls `Behavior::draw` of all objects, as a played game does: its first frame may be shown before the first
        // step.
        harness.core.draw_first();
        Ok(harness)
    }

    /// Takes every later step twice, the second time from a snapshot taken before it, and compares the checksums. Finds
    /// games that keep state outside of the world, or use other random numbers than the seeded ones. Also runs the
    /// `frame` hooks for two frames after each step, and compares the checksums before and after.
    #[must_use]
    pub fn thorough(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// Catches later panics in behaviours, forces, collision filters and `frame` hooks, as in a played game, instead of
    /// failing the test. A panic in a behaviour or a force disables its object.
    pub fn forgiving(mut self) -> Self {
        self.forgiving = true;
        self
    }
}

/// Methods that take steps.
impl Harness<'_> {
    /// Takes one step, with the input given since the last one. Once the game has requested a stop, takes no step, and
    /// runs only the game's `stop`, once.
    ///
    /// # Panics
    /// If a behaviour, a force or a collision filter panics, so that an assertion there fails the test; unless the
    /// harness is [forgiving](Harness::forgiving). With [`Harness::thorough`], also if the second state of the step
    /// differs (the message names up to 5 fields), or if a `frame` hook panics or changes the checksum.
    pub fn step(&mut self) {
        if self.is_over() {
            self.stop();
            return;
        }
        self.view = self.core.requests.view.take().or(self.view);
        // Requests of the start, and of the test by its context.
        self.carry_out_clipboard();
        let before = self.thorough.then(|| self.core.snapshot());
        let mut events = core::mem::take(&mut self.pending);
        self.queue.drain_into(&mut events);
        let mut updates = core::mem::take(&mut self.pending_updates);
        updates.extend(self.core.job_updates(JobDelivery::AfterSteps));
        let mut files = Vec::new();
        self.files.take_updates(&self.core, &mut files);
        #[cfg(feature = "sound")]
        if let Some(mixed) = &mut self.mixed {
            mixed.add(&self.core, 1.0);
        }
        self.step_with(&events, &updates, &files);
        // The game's own fields are not restored, on purpose: a step that depends on them may get another checksum.
        if let Some(before) = before {
            let (first, checksum) = (self.core.snapshot(), self.core.checksum());
            self.core.restore(&before);
            // The signals of this step have been sent already.
            let silent = self.core.signals.silent;
            self.core.signals.silent = true;
            self.step_with(&events, &updates, &files);
            self.core.signals.silent = silent;
            if self.core.checksum() != checksum {
                let step = self.core.step_number();
                let fields = differences(&mut self.core, &first);
                panic!(
                    "step {step}, taken again from a snapshot, gives another result: {fields}; the step depends on \
                     something that is neither in the world nor in the input"
                );
            }
            self.check_frames();
        }
        self.files.carry_out(&self.core);
        events.clear();
        updates.clear();
        (self.pending, self.pending_updates) = (events, updates);
        self.carry_out_clipboard();
        let faults = self.world().faults();
        if core::mem::replace(&mut self.faults, faults) < faults && !self.forgiving {
            panic!("{}", self.world().last_fault().unwrap_or_default());
        }
    }

    /// Returns the smoothing of frames between steps.
    fn smoothing(&self) -> Smoothing {
        self.core.requests.smoothing.unwrap_or(self.smoothing)
    }

    fn step_with(&mut self, events: &[InputEvent], jobs: &[JobUpdate], files: &[FileUpdate]) {
        self.core.set_smoothing(self.smoothing());
        let Self { core, game, .. } = self;
        let next = StepInput::next(core);
        let input = StepInput {
            events,
            jobs,
            files,
            view: self.view.unwrap_or(next.view),
            ..next
        };
        core.step_with(input, |cx| game.step(cx));
        if let Some((recorder, rewinder)) = &mut self.history {
            recorder.step(&input, core);
            rewinder.step(core, recorder);
        }
    }

    /// Keeps snapshots for [`Harness::step_back`] within this many bytes of memory, as [`App::rewind`] does in a
    /// window. Also records the input, in at most 64 MiB more.
    #[must_use]
    pub fn rewindable(mut self, bytes: usize) -> Self {
        let recorder = InputRecorder::new(self.settings.clone(), 0);
        self.history = Some((recorder, Rewinder::new(bytes)));
        self
    }

    /// Goes back to the state after the previous step. Returns whether it did: false without [`Harness::rewindable`],
    /// and if that step is no longer in memory. The next step replaces the later ones, which are then forgotten.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// let app = App::new("Back", Options::default()).cells(80, 24);
    /// let mut game = Harness::start(app, |cx| {
    ///     cx.spawn(Object::new("Ball").velocity(vec2(1.0, 0.0)));
    ///     Ok(())
    /// })?
    /// .rewindable(1 << 20);
    /// game.steps(9);
    /// assert!(game.step_back() && game.step_back());
    /// let ball = game.only("Ball");
    /// assert_eq!(game.world().object(ball).map(|ball| ball.position().x), Some(7.0));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn step_back(&mut self) -> bool {
        let Self {
            core,
            game,
            history,
            ..
        } = self;
        let (Some((recorder, rewinder)), Some(target)) =
            (history, core.step_number().checked_sub(1))
        else {
            return false;
        };
        self.files.rewound();
        rewinder.seek(target, core, recorder, &mut |core, input| {
            core.step_with(input, |cx| game.step(cx));
        })
    }

    /// Returns the number of steps repeated so far to go back.
    pub fn repeated_steps(&self) -> u64 {
        self.history.as_ref().map_or(0, |(_, it)| it.repeated())
    }

    /// Takes `count` steps. The queued input happens in the first one. Once the game has requested a stop, the rest do
    /// nothing.
    pub fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Steps until `condition` holds, at most `max_steps` times. Tests it before each step and after the last. Returns
    /// whether it held.
    pub fn step_until(
        &mut self,
        max_steps: u32,
        mut condition: impl FnMut(&World) -> bool,
    ) -> bool {
        for _ in 0..max_steps {
            if condition(&self.core.world) {
                return true;
            }
            self.step();
        }
        condition(&self.core.world)
    }

    /// Returns whether the game has requested a stop.
    pub fn is_over(&self) -> bool {
        self.core.requests.stop
    }

    /// Ends the game: runs its `stop`, once.
    pub fn stop(&mut self) {
        if !core::mem::replace(&mut self.stopped, true) {
            self.core.requests.stop = true;
            self.game.stop(&mut self.core.context());
            self.files.carry_out(&self.core);
            self.core.world.report_unmatched(None);
        }
    }
}

/// Methods for the game's files. Its folder is in memory, and empty at first.
impl Harness<'_> {
    /// Puts a file into the game's folder, as if an earlier run had written it.
    ///
    /// # Panics
    /// If the name is not a valid file name, or the bytes exceed [16 MiB](crate::files::MAX_FILE_BYTES).
    pub fn put_file(&mut self, name: &str, bytes: impl AsRef<[u8]>) {
        let written = self.files.store.write(name, bytes.as_ref());
        if let Err(error) = written {
            panic!("{error}");
        }
    }

    /// Returns the bytes of a file in the game's folder: `None` if there is none of this name.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        match &self.files.store {
            FileStore::Memory(files) => files.get(name).map(Vec::as_slice),
            FileStore::Game(..) => None,
        }
    }
}

/// Methods that inspect the game.
impl Harness<'_> {
    /// Returns the core: the world, the assets, the checksum, snapshots.
    pub fn core(&self) -> &Core {
        &self.core
    }

    /// Returns the core for changes.
    pub fn core_mut(&mut self) -> &mut Core {
        &mut self.core
    }

    /// Returns the world.
    pub fn world(&self) -> &World {
        &self.core.world
    }

    /// Returns the world for changes, for setting up a scene. Moves, changes of level and other methods that run hooks
    /// are in [`Harness::context`].
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.core.world
    }

    /// Returns the input as the latest step saw it: keys, buttons, the mouse, gamepads.
    pub fn input_state(&self) -> &InputState {
        self.core.input()
    }

    /// Returns a context like a behaviour's: for setting up a scene by the game's own functions.
    pub fn context(&mut self) -> Context<'_> {
        self.core.context()
    }

    /// Returns all objects of a kind in the current level, in act order.
    pub fn all(&self, kind: &str) -> Vec<ObjectId> {
        let world = &self.core.world;
        let is_kind = |&id: &ObjectId| world.is_kind(id, kind);
        world.objects().filter(is_kind).collect()
    }

    /// Returns the only object of a kind.
    ///
    /// # Panics
    /// If there is no such object, or more than one.
    pub fn only(&self, kind: &str) -> ObjectId {
        match self.all(kind)[..] {
            [id] => id,
            ref ids => panic!(
                "expected one object of the kind {kind:?}, found {}",
                ids.len()
            ),
        }
    }

    /// Takes the signals of type `T` that the game has sent since the last call, in order, including its start and
    /// stop. The receivers of the app ([`App::on_signal`]) are not called: a test makes no sounds. For the order among
    /// several types, see [`Signals::deliver`](crate::world::Signals::deliver).
    pub fn signals<T: Send + 'static>(&mut self) -> Vec<T> {
        self.core.signals.take()
    }

    /// Takes the requests that the game has made of its window since the last call, in order. A harness has no window,
    /// and does not carry them out.
    pub fn take_window_requests(&mut self) -> Vec<WindowRequest> {
        core::mem::take(&mut self.core.requests.window)
    }

    /// Takes the game's requests for films, screenshots, recordings and the frame rate since the last call, in order. A
    /// harness does not carry them out.
    pub fn take_capture_requests(&mut self) -> Vec<CaptureRequest> {
        core::mem::take(&mut self.core.requests.captures)
    }

    /// Returns the checksum of everything that can affect a later step.
    pub fn checksum(&self) -> u64 {
        self.core.checksum()
    }
}

impl Drop for Harness<'_> {
    /// Stops the game, unless the test has failed.
    fn drop(&mut self) {
        // A second panic while the first one unwinds would abort the whole test program.
        if !std::thread::panicking() {
            self.stop();
        }
    }
}
