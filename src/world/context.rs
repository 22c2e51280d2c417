//! The context of a running behaviour: everything that it can read and change.

use core::any::TypeId;
use core::ops::{Deref, DerefMut};
use glam::Vec2;

use super::altitudes::AltitudeName;
use super::behaviors::hooks::{BehaviorType, Hooks};
use super::frame_drawings::FrameDrawings;
use super::object::description::Object;
use super::particles::emit::EmitterContext;
use super::requests::{CaptureRequest, Requests, WindowRequest, WindowState};
use super::signals::Signals;
use super::{Outcome, World};
use crate::assets::{Assets, SpriteId};
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use crate::input::InputState;
use crate::scene::{
    Emitter, Layer, Span, SpriteCamera, TextStyle, cell_size, put_text, text_bounds, text_size,
};
use crate::time::{
    DrawTime, LoopPolicy, PolicyChoice, PolicySettings, Smoothing, StepRate, StepTime, TimeScale,
};

/// Everything that a running behaviour can read and change.
///
/// The context dereferences to the [`World`] and has all its methods: `cx.send(…)` is [`World::send`]. A method is in
/// `Context` itself if it runs hooks (moves, attaching, a change of level), or needs sprites, input, the step's time or
/// the loop. All others are in `World`.
///
/// # Borrows
///
/// `cx` is one borrow: while the world is lent, an argument cannot use `cx`.
/// * `cx.camera`, `cx.hud` and all methods of the world lend `cx` as a whole. `cx.world` lends only the world, beside
///   which `cx.time`, `cx.input` and `cx.assets` can be read.
/// * Read an argument that comes from the world, such as `cx.me().position()`, into a variable first.
/// * Copy or clone a value of a resource, a component or a widget before the next call.
///
/// ```
/// # use damselfly::prelude::*;
/// # #[derive(Debug, Clone, Checksum)]
/// # struct Best { name: String }
/// # impl Resource for Best {
/// #     fn checksum(&self, sum: &mut damselfly::ChecksumWriter) { self.write_checksum(sum) }
/// # }
/// # #[derive(Clone)]
/// # struct Hero;
/// # impl Behavior for Hero {
/// fn step(&mut self, cx: &mut Context<'_>) {
///     cx.world.camera.set_zoom(1.0 + cx.time.number as f32 / 100.0);
///     cx.world.hud.set("Left", i64::from(cx.input.is_down(Key::Left)));
///
///     let at = cx.me().position();
///     cx.camera.move_to(at);
///     cx.spawn(Object::new("Spark").at(at));
///
///     let best = cx.resource::<Best>().map(|best| best.name.clone()).unwrap_or_default();
///     cx.canvas(2).text(at, &best, Color::WHITE);
/// }
/// # }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.insert_resource(Best { name: "Ada".into() });
/// #     cx.hud.add(Widget::new("Left"));
/// #     cx.spawn_with(Object::new("Hero").at(vec2(40.0, 12.0)), Hero);
/// #     Ok(())
/// # })?;
/// # game.press(Key::Left);
/// # game.step();
/// # assert_eq!(game.world().hud.value("Left"), Some(1));
/// # assert!(game.world().camera.zoom() > 1.0 && game.shows("Ada"));
/// # Ok::<(), Error>(())
/// ```
///
/// # Example
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone)]
/// struct Ship;
///
/// impl Behavior for Ship {
///     fn step(&mut self, cx: &mut Context<'_>) {
///         let speed = cx.input.axis(Key::Left, Key::Right);
///         cx.me().set_velocity(vec2(speed, 0.0));
///         cx.canvas(2).text(vec2(40.0, 0.0), "arrows steer", TextStyle::from(Color::CYAN).centered());
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.spawn_with(Object::new("Ship").at(vec2(40.0, 12.0)), Ship);
/// #     Ok(())
/// # })?;
/// # game.press(Key::Right);
/// # game.steps(3);
/// # assert!(game.shows("arrows steer"));
/// # let ship = game.only("Ship");
/// # assert_eq!(game.world().object(ship).map(|ship| ship.position().x), Some(43.0));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Context<'a> {
    /// The world, without the running behaviour, which is taken out while it runs. `cx.world.camera` is `cx.camera`,
    /// but lends less of the context: see [Borrows](Context#borrows).
    pub world: &'a mut World,
    /// Sprites and fonts.
    pub assets: &'a mut Assets,
    /// Keys and mouse in this step.
    pub input: &'a InputState,
    /// The number and length of this step: `time.dt` is its length in nominal steps.
    pub time: StepTime,
    /// Requests of the game to the loop.
    pub requests: &'a mut Requests,
    /// The object of the running behaviour.
    pub(super) me: Option<ObjectId>,
    pub(super) signals: &'a mut Signals,
}

// Most calls of a game are to the world, and `cx.send(…)` is the natural way to write them.
impl Deref for Context<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        self.world
    }
}

impl DerefMut for Context<'_> {
    fn deref_mut(&mut self) -> &mut World {
        self.world
    }
}

impl Context<'_> {
    /// Adds an object. It acts from the next phase, and is drawn from the next frame.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn fire(from: Vec2, cx: &mut Context<'_>) -> ObjectId {
    ///     cx.spawn(Object { kind: "Bullet", position: from, velocity: vec2(1.0, 0.0), ..Object::default() })
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// let bullet = fire(vec2(3.0, 4.0), &mut core.context());
    /// assert_eq!(core.world.object(bullet).map(|object| object.position()), Some(vec2(3.0, 4.0)));
    /// ```
    pub fn spawn(&mut self, object: impl Into<Object>) -> ObjectId {
        self.world.spawn(object.into(), self.assets)
    }

    /// Lends the context to a hook of the object `me`.
    pub(super) fn reborrow(&mut self, me: Option<ObjectId>) -> Context<'_> {
        Context {
            world: self.world,
            assets: self.assets,
            input: self.input,
            time: self.time,
            requests: self.requests,
            signals: self.signals,
            me,
        }
    }

    /// Emits [`Emitter::count`] particles at a position in world units, at an altitude of the current level. They fly
    /// in this step already, or in the next one if emitted between steps. Refused, and counted, if the altitude, the
    /// position, the emitter or its sprite is not valid, or if there is no room for another particle curve.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn hit(at: Vec2, cx: &mut Context<'_>) {
    ///     let sparks = Emitter::new().count(12).life(8.0..16.0).colors([Color::YELLOW, Color::RED.with_alpha(0)]);
    ///     cx.burst(3, at, &sparks);
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # hit(vec2(4.0, 4.0), &mut core.context());
    /// # assert_eq!(core.world.scene().altitudes()[3].particles(1).map(|layer| layer.len()), Some(12));
    /// ```
    #[doc(alias("particles", "explosion"))]
    pub fn burst(&mut self, altitude: impl AltitudeName, at: Vec2, emitter: &Emitter) -> Outcome {
        let unit = self.world.unit();
        let World {
            emitters,
            scene,
            level,
            step,
            ..
        } = &mut *self.world;
        let mut parts = EmitterContext {
            scene,
            assets: self.assets,
            unit,
            level: *level,
            step: *step,
        };
        emitters.burst(&mut parts, altitude.altitude(), at, emitter)
    }

    /// Returns the width of a text's longest line and the height of all its lines, in world units, as
    /// [`Canvas::text`](crate::world::Canvas::text) draws it, without outline, shadow and angle. The same on every
    /// machine. See also [`Context::text_bounds`].
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let cx = core.context();
    /// // A world unit is a character here.
    /// let style = TextStyle::from(Color::WHITE).scaled(2.0).wrapped(12.0);
    /// assert_eq!(cx.text_size("two lines", style), vec2(10.0, 4.0));
    /// ```
    pub fn text_size(&self, text: &str, style: impl Into<TextStyle>) -> Vec2 {
        let style = style.into();
        let cell = cell_size(self.world.unit());
        text_size(self.assets, &[Span { text, style }], cell, style.layout())
    }

    /// Returns the area that a text covers, relative to its position and in world units: its lines with outline and
    /// shadow, turned by the style's angle. The same on every machine. Slanted letters may extend beyond it a little.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(80, 60), |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// let style = TextStyle::from(Color::WHITE).with_outline(2.0, Color::RED);
    /// assert_eq!(cx.text_bounds("Hi", style), Rect::new(vec2(-2.0, -2.0), vec2(18.0, 18.0)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn text_bounds(&self, text: &str, style: impl Into<TextStyle>) -> Rect {
        let style = style.into();
        let cell = cell_size(self.world.unit());
        text_bounds(self.assets, &[Span { text, style }], cell, style.layout())
    }

    /// Renders the glyphs of a text into the atlas, so that a hook `frame` can draw it, or so that its first drawing
    /// takes no time. Glyphs depend on font, weight, scale and outline, and on whether there are a shadow and an angle.
    pub fn prepare_text(&mut self, text: &str, style: impl Into<TextStyle>) {
        let style = style.into();
        put_text(
            &mut Layer::new(),
            self.assets,
            text,
            Vec2::ZERO,
            Vec2::ONE,
            style,
        );
    }

    /// Ends the game before the next step or draw. The running step is completed, even if a handler of its input calls
    /// this.
    pub fn stop(&mut self) {
        self.requests.stop = true;
    }

    /// Sends a value to the app, outside of the core: a sound to play, a rumble, a score to upload. The app receives it
    /// once, after the step, in the order of sending ([`App::on_signal`](crate::app::App::on_signal)). Nothing comes
    /// back, and no step depends on it.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// #[derive(Debug, PartialEq)]
    /// enum Sound { Beep, Boom }
    ///
    /// // In a game: `App::on_signal(|sound: &Sound| …)`. In a test:
    /// let mut game = Harness::start(App::new("Loud", Options::default()), |cx| {
    ///     cx.signal(Sound::Beep);
    ///     Ok(())
    /// })?;
    /// game.context().signal(Sound::Boom);
    /// assert_eq!(game.signals::<Sound>(), [Sound::Beep, Sound::Boom]);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("sound", "audio"))]
    pub fn signal<T: Send + 'static>(&mut self, signal: T) {
        self.signals.send(signal);
    }

    /// Mutes input in the next step and later (held keys are released), or unmutes it.
    pub fn mute_input(&mut self, mute: bool) {
        self.requests.mute = Some(mute);
    }

    /// Switches the loop policy in the next pass of the loop. The step rate and the game's time do not change. Refused,
    /// and counted, if the parameters are out of range (see [`PolicySettings::build`]).
    pub fn set_policy(&mut self, policy: PolicySettings) -> Outcome {
        if let Err(error) = policy.build(self.time.rate) {
            let diagnostics = &mut self.world.diagnostics;
            diagnostics.refuse(&format_args!("{error}; the loop policy stays as it is"));
            return Outcome::Refused;
        }
        self.requests.policy = Some(policy.into());
        Outcome::Done
    }

    /// Switches to a loop policy of the game's own in the next pass of the loop, like
    /// [`App::policy_with`](crate::app::App::policy_with).
    pub fn set_policy_with<P: LoopPolicy + 'static>(
        &mut self,
        make: impl Fn(StepRate) -> P + Send + Sync + 'static,
    ) {
        self.requests.policy = Some(PolicyChoice::own(make));
    }

    /// Pauses the whole game after this step, until a key, the window or another thread resumes it: see
    /// [`App::pausing`](crate::app::App::pausing). Has no effect without a window, because the game could not be
    /// resumed.
    ///
    /// A game with its own menu disables the altitudes of the game instead ([`World::change_altitudes`]), so that
    /// the menu's objects still receive steps.
    pub fn pause(&mut self) {
        self.requests.paused = Some(true);
    }

    /// Makes the time of the whole game pass faster or slower than the clock, starting with the next step. The steps
    /// themselves do not change: more or fewer of them are taken per second.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::time::TimeScale;
    /// fn explode(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     cx.set_time_scale(TimeScale::new(0.25).map_err(Error::game)?); // slow motion
    ///     Ok(())
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # explode(&mut core.context())?;
    /// # assert_eq!(core.requests.time_scale.map(|scale| scale.as_f64()), Some(0.25));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// A film follows the changed time, too: in slow motion it shows each frame longer. A run without a window takes
    /// the same number of steps and draws the same number of frames.
    #[doc(alias("slow motion", "fast forward"))]
    pub fn set_time_scale(&mut self, scale: TimeScale) {
        self.world.sounds.set_time_scale(scale.as_f64());
        self.requests.time_scale = Some(scale);
    }

    /// Changes the smoothing of drawing, starting with the next draw.
    pub fn set_smoothing(&mut self, smoothing: Smoothing) {
        self.requests.smoothing = Some(smoothing);
    }

    /// Changes the window after this step; ignored without a window.
    pub fn change_window(&mut self, change: WindowRequest) {
        self.requests.window.push(change);
    }

    /// Starts or ends a film or a recording of the input, takes a screenshot, or shows the frame rate, after this step.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::world::{CaptureRequest, Corner};
    ///
    /// fn won(cx: &mut Context<'_>) {
    ///     cx.capture(CaptureRequest::Screenshot("won.png".into()));
    ///     cx.capture(CaptureRequest::FrameRate(Some(Corner::BottomLeft)));
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |_| Ok(()))?;
    /// # won(&mut game.context());
    /// # assert_eq!(game.take_capture_requests().len(), 2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn capture(&mut self, request: CaptureRequest) {
        self.requests.captures.push(request);
    }

    /// Changes the view's size at zoom 1, in world units, beginning with the next step. The camera keeps its centre,
    /// the heads-up display its anchors. The window keeps its size, and fits the new view as
    /// [`App::fit`](crate::app::App::fit) says; films and screenshots keep theirs and show bars. Recordings contain the
    /// size, snapshots too. Refused, and counted, if a side is not above 0, or above 16 384 pixels.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Default::default()).pixels(320, 240);
    /// # let mut game = damselfly::app::Harness::start(app, |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// cx.set_view_size(vec2(160.0, 120.0)); // twice as near
    /// # game.step();
    /// # assert_eq!(game.world().camera.view().size(), vec2(160.0, 120.0));
    /// # assert_eq!(game.image().size(), [160, 120]);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("resolution", "viewport"))]
    pub fn set_view_size(&mut self, units: Vec2) -> Outcome {
        let pixels = units * self.world.unit();
        // `min_element` may ignore NaN.
        let is_size = pixels.is_finite() && pixels.min_element() > 0.0;
        if !is_size || pixels.max_element() > LARGEST_VIEW {
            return self.world.refuse(&"the view", "size");
        }
        self.requests.view = Some(units);
        Outcome::Done
    }

    /// Returns the mouse's position in world units, for any zoom and angle of the camera, without its shaking.
    pub fn mouse_in_world(&self) -> Vec2 {
        self.world.camera.view_to_world(self.input.mouse_position())
    }

    /// Releases every use of the sprites that no object of any level shows and no camera draws, so that their pixels
    /// leave the atlas. Returns the number of released sprites. A sprite that only a behaviour refers to counts as
    /// unused: load it again before showing it.
    pub fn unload_unused(&mut self) -> usize {
        let sprites = self.world.slots.iter();
        let cameras = self.world.scene.cameras().iter();
        let shown = sprites.filter_map(|(_, body)| body.sprite);
        let mut shown: Vec<SpriteId> = shown.chain(cameras.map(SpriteCamera::sprite)).collect();
        // The list is sorted for the binary search below, which runs once for each loaded sprite.
        shown.sort_unstable();
        self.assets
            .unload_where(|id, _| shown.binary_search(&id).is_err())
    }

    /// Returns how much time passes in this step at an altitude, in nominal steps: the step's length times the
    /// altitude's time scale; 0 while the altitude is disabled, and if it does not exist.
    pub fn layer_time(&self, altitude: impl AltitudeName) -> f32 {
        let altitudes = self.world.scene().altitudes();
        altitudes
            .get(usize::from(altitude.altitude()))
            .map_or(0.0, |altitude| {
                self.time.dt * altitude.settings.time_passing()
            })
    }
}

/// The largest side of a view that a game requests, in pixels.
const LARGEST_VIEW: f32 = 16_384.0;

/// Everything that a `frame` hook can read, and the canvases that it draws on: see
/// [`Behavior::frame`](super::Behavior::frame) and [`Game::frame`](crate::app::Game::frame).
///
/// The context dereferences to the [`World`] and has all its methods that only read.
#[derive(Debug)]
pub struct FrameContext<'a> {
    pub(super) world: &'a World,
    /// Sprites and fonts.
    pub assets: &'a Assets,
    /// The frame's time between two steps, with the factors of smoothing.
    pub time: DrawTime,
    /// The smoothing of this frame's sprites.
    pub smoothing: Smoothing,
    pub(super) me: Option<ObjectId>,
    /// Type of the running behaviour.
    pub(super) running: Option<&'static BehaviorType>,
    pub(super) window: Option<&'a WindowState>,
    pub(super) drawings: &'a mut FrameDrawings,
}

impl Deref for FrameContext<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        self.world
    }
}

impl FrameContext<'_> {
    /// Returns the window as it is now. `None` without a window.
    pub fn window(&self) -> Option<&WindowState> {
        self.window
    }

    /// Returns the position, in world units, at which an object's sprite is drawn in this frame. `None` if the object
    /// is gone.
    pub fn position(&self, id: ObjectId) -> Option<Vec2> {
        let pose = self.world.pose_of(id)?;
        Some(pose.position + pose.motion * self.time.factor(self.smoothing))
    }

    /// Records that the default body of `frame` ran for a value of this type.
    pub(super) fn record_missing(&self, id: TypeId) {
        if let Some(running) = self.running {
            running.record_missing(id, Hooks::FRAME);
        }
    }
}
