//! Testing games: input by script, step by step, without a window, a clock or a GPU.

use core::fmt;
use std::path::Path;
use std::time::Duration;

use glam::Vec2;

use super::builder::{App, Game, StartOnly};
use super::run::painter::{Look, Painter};
use super::run::start::screen_as_text;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::capture::{CaptureError, write_png};
use crate::error::Error;
use crate::input::{InputEvent, Key, MouseButton};
use crate::render::software::{SoftwareRenderer, SoftwareSettings};
use crate::scene::{Cells, Layer};
use crate::world::{Context, Core, JobDelivery, WindowRequest, World};

/// A game that a test plays.
///
/// Input is given first and happens in the next step, in the order in which it was given. Time passes only by
/// [`Harness::step`] and its kin, so that a test is as fast as the game's steps and never flickers. It ends where the
/// game asks to stop. Background jobs are waited for: their results arrive so many steps after their start as
/// their [`JobSettings::steps`](crate::world::JobSettings::steps) says.
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
///     fn attached(&mut self, me: ObjectId, world: &mut World) {
///         world.listen(me, Interest::Step);
///     }
///
///     fn on_event(&mut self, me: ObjectId, _: &Event, cx: &mut Context<'_>) -> Handled {
///         if cx.input.just_pressed(Key::Space) {
///             cx.move_by(me, vec2(1.0, 0.0));
///         }
///         cx.draw_text(2, vec2(0.0, 0.0), "hop!", Align::Left, Color::WHITE);
///         Handled::Yes
///     }
/// }
///
/// let app = App::new("Hopper", Options::default()).cells(20, 4);
/// let mut game = Harness::start(app, |cx| {
///     let hopper = cx.spawn(Object { kind: "Hopper", ..Object::default() });
///     cx.world.attach(hopper, Hopper);
///     Ok(())
/// })?;
/// game.tap(Key::Space);
/// game.steps(2);
/// let hopper = game.only("Hopper");
/// assert_eq!(game.world().position(hopper), Some(vec2(1.0, 0.0)));
/// assert_eq!(game.text().line(0), "hop!");
/// # Ok::<(), Error>(())
/// ```
pub struct Harness<'g> {
    core: Core,
    game: Box<dyn Game + 'g>,
    look: Look,
    painter: Painter,
    renderer: Option<SoftwareRenderer>,
    pending: Vec<InputEvent>,
    mouse: Vec2,
    /// The mouse is over the window.
    is_inside: bool,
    stopped: bool,
    thorough: bool,
    forgiving: bool,
    /// Of these the test has heard.
    faults: u64,
}

impl fmt::Debug for Harness<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Harness")
            .field("step", &self.core.step_number())
            .field("pending", &self.pending)
            .finish_non_exhaustive()
    }
}

/// What a game shows: pixels, row after row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    size: [u32; 2],
    /// Each `u32::from_le_bytes([r, g, b, a])`.
    pixels: Vec<u32>,
}

impl Picture {
    /// Width and height.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// A pixel; `None` outside of the picture.
    pub fn get(&self, x: u32, y: u32) -> Option<Color> {
        let [width, height] = self.size;
        let inside = x < width && y < height;
        let [r, g, b, a] =
            inside.then(|| self.pixels[y as usize * width as usize + x as usize].to_le_bytes())?;
        Some(Color::rgb(r, g, b).with_alpha(a))
    }

    /// How many pixels are of this colour.
    pub fn count(&self, color: Color) -> usize {
        let wanted = u32::from_le_bytes(color.premultiplied());
        self.pixels.iter().filter(|&&pixel| pixel == wanted).count()
    }

    /// Writes it as a PNG file, whole or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CaptureError> {
        let [width, height] = self.size;
        write_png(path, width, height, &self.pixels)
    }
}

/// Making one.
impl<'g> Harness<'g> {
    /// Starts a game that is a start and behaviours, as [`App::run`] does. Of the app it takes the view, the pace, the
    /// altitudes, the assets and the look; of its options the seed, which is 1 if there is none.
    ///
    /// # Errors
    /// The start's.
    pub fn start(
        app: App,
        start: impl FnOnce(&mut Context<'_>) -> Result<(), Error> + Send + 'g,
    ) -> Result<Self, Error> {
        Self::of(app, StartOnly(Some(start)))
    }

    /// Starts a game, as [`App::run_game`] does.
    ///
    /// # Errors
    /// The start's.
    pub fn of(app: App, game: impl Game + 'g) -> Result<Self, Error> {
        let mut harness = Self {
            core: app.core(app.options.seed.unwrap_or(1)),
            game: Box::new(game),
            look: app.look(),
            painter: Painter::default(),
            renderer: None,
            pending: Vec::new(),
            mouse: Vec2::ZERO,
            is_inside: false,
            stopped: false,
            thorough: false,
            forgiving: false,
            faults: 0,
        };
        harness.game.start(&mut harness.core.context())?;
        harness.core.draw_views();
        Ok(harness)
    }

    /// Takes every step twice from here on, the second time from a snapshot of before, and compares: finds games that
    /// remember something outside of the world, or ask somebody else than the seeded random numbers.
    #[must_use]
    pub fn thorough(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// Goes on where a behaviour panics, as a game does: its object is disabled.
    pub fn forgiving(mut self) -> Self {
        self.forgiving = true;
        self
    }
}

/// Input: all of it happens in the next step.
impl Harness<'_> {
    /// Any event.
    pub fn input(&mut self, event: InputEvent) {
        self.pending.push(event);
    }

    /// A key goes down, and stays down until it is released.
    pub fn press(&mut self, key: Key) {
        self.input(InputEvent::press(key));
    }

    /// A key goes up.
    pub fn release(&mut self, key: Key) {
        self.input(InputEvent::release(key));
    }

    /// A key goes down and up again within the step.
    pub fn tap(&mut self, key: Key) {
        self.press(key);
        self.release(key);
    }

    /// Types a text: for each character a key without a name goes down and up.
    pub fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            for pressed in [true, false] {
                self.input(InputEvent::Key {
                    key: Key::Unknown(u32::from(character)),
                    character: Some(character),
                    pressed,
                    repeat: false,
                });
            }
        }
    }

    /// The mouse moves to a place in the view, in view units. It enters the window, if it was elsewhere, as it is at
    /// first.
    pub fn point_at(&mut self, position: Vec2) {
        self.mouse = position;
        if !self.is_inside {
            self.is_inside = true;
            self.input(InputEvent::MouseEntered);
        }
        self.input(InputEvent::MouseMoved { position });
    }

    /// The mouse leaves the window.
    pub fn point_away(&mut self) {
        self.is_inside = false;
        self.input(InputEvent::MouseLeft);
    }

    /// A mouse button goes down where the mouse is.
    pub fn press_button(&mut self, button: MouseButton) {
        self.button(button, true);
    }

    /// A mouse button goes up where the mouse is.
    pub fn release_button(&mut self, button: MouseButton) {
        self.button(button, false);
    }

    /// The mouse moves there, and its left button goes down and up again.
    pub fn click_at(&mut self, position: Vec2) {
        self.point_at(position);
        self.press_button(MouseButton::Left);
        self.release_button(MouseButton::Left);
    }

    fn button(&mut self, button: MouseButton, pressed: bool) {
        let position = self.mouse;
        self.input(InputEvent::MouseButton {
            button,
            pressed,
            position,
        });
    }
}

/// Time.
impl Harness<'_> {
    /// One step, with the input given since the last. Nothing, once the game has asked to stop.
    ///
    /// # Panics
    /// Where a behaviour, a force or a collision filter panics, unless the harness is [forgiving](Harness::forgiving):
    /// so an assertion in one fails the test. With [`Harness::thorough`], where the same step from the same snapshot
    /// ends otherwise.
    pub fn step(&mut self) {
        if self.is_over() {
            self.stop();
            return;
        }
        let before = self.thorough.then(|| self.core.snapshot());
        let mut events = core::mem::take(&mut self.pending);
        self.core.add_job_news(JobDelivery::AfterSteps, &mut events);
        self.step_with(&events);
        if let Some(before) = before {
            let first = self.core.checksum();
            self.core.restore(&before);
            self.step_with(&events);
            let second = self.core.checksum();
            let step = self.core.step_number();
            assert_eq!(
                first, second,
                "step {step}, taken again from a snapshot of before, ended otherwise: something that it depends on is \
                 neither in the world nor in the input"
            );
        }
        self.pending = events;
        self.pending.clear();
        let faults = self.world().faults();
        if core::mem::replace(&mut self.faults, faults) < faults && !self.forgiving {
            panic!("{}", self.world().last_fault().unwrap_or_default());
        }
    }

    fn step_with(&mut self, events: &[InputEvent]) {
        let Self { core, game, .. } = self;
        core.step_with(1.0, Duration::ZERO, events, |cx| game.step(cx));
    }

    /// So many steps; the input happens in the first.
    pub fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Steps until something is so, at most so often. Answers whether it is.
    pub fn step_until(&mut self, most: u32, mut is_so: impl FnMut(&World) -> bool) -> bool {
        for _ in 0..most {
            if is_so(&self.core.world) {
                return true;
            }
            self.step();
        }
        is_so(&self.core.world)
    }

    /// Whether the game has asked to stop.
    pub fn is_over(&self) -> bool {
        self.core.requests.stop
    }

    /// Ends the game: its stop runs, once.
    pub fn stop(&mut self) {
        if !core::mem::replace(&mut self.stopped, true) {
            self.core.requests.stop = true;
            self.game.stop(&mut self.core.context());
        }
    }
}

/// Looking.
impl Harness<'_> {
    /// The core: the world, the assets, the checksum, snapshots.
    pub fn core(&self) -> &Core {
        &self.core
    }

    /// The core, to change.
    pub fn core_mut(&mut self) -> &mut Core {
        &mut self.core
    }

    /// The objects.
    pub fn world(&self) -> &World {
        &self.core.world
    }

    /// The objects, to change: for setting a scene.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.core.world
    }

    /// What a behaviour is lent: for setting a scene by the game's own functions.
    pub fn context(&mut self) -> Context<'_> {
        self.core.context()
    }

    /// Every object of a kind in the current level, in act order.
    pub fn all(&self, kind: &str) -> Vec<ObjectId> {
        let world = &self.core.world;
        let is_kind = |&id: &ObjectId| world.kind(id) == Some(kind);
        world.objects().filter(is_kind).collect()
    }

    /// The only object of a kind.
    ///
    /// # Panics
    /// If there is none, or more than one.
    pub fn only(&self, kind: &str) -> ObjectId {
        match self.all(kind)[..] {
            [id] => id,
            ref ids => panic!(
                "one object of the kind {kind:?} was expected, there are {}",
                ids.len()
            ),
        }
    }

    /// What the game has asked of its window since this was asked last, in order: here is no window to change.
    pub fn take_window_requests(&mut self) -> Vec<WindowRequest> {
        core::mem::take(&mut self.core.requests.window)
    }

    /// The screen as text, as `--text` prints it.
    pub fn text(&self) -> Cells {
        screen_as_text(&self.core)
    }

    /// Whether the screen shows this text, in one of its lines.
    pub fn shows(&self, text: &str) -> bool {
        let cells = self.text();
        (0..cells.rows()).any(|row| cells.line(row).contains(text))
    }

    /// The screen as a picture, as `--screenshot` keeps it: drawn after the step, by the software backend.
    pub fn picture(&mut self) -> Picture {
        let renderer = self
            .renderer
            .get_or_insert_with(|| SoftwareRenderer::new(SoftwareSettings::default()));
        let size = self.look.view.pixels();
        let nothing = Layer::new();
        self.painter
            .paint(&self.core, &self.look, &nothing, size, 0.0, |frame| {
                renderer.render(frame);
            });
        let mut pixels = vec![0; size[0] as usize * size[1] as usize];
        renderer.copy_rgba(&mut pixels);
        Picture { size, pixels }
    }

    /// The checksum of everything that can affect a later step.
    pub fn checksum(&self) -> u64 {
        self.core.checksum()
    }
}

impl Drop for Harness<'_> {
    /// A game that has started is stopped.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.stop();
        }
    }
}
