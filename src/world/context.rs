//! What a behaviour can read and change while it runs.

use glam::Vec2;

use super::altitudes::AltitudeName;
use super::effects::Effects;
use super::object::description::Object;
use super::particles::emit::EmitterContext;
use super::requests::{Requests, WindowRequest};
use super::{Outcome, World};
use crate::assets::{Assets, SpriteId};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::input::InputState;
use crate::scene::{Align, Emitter, Instance, Span, TextStyle, cell_size, put_spans, text_size};
use crate::time::{PolicySettings, Smoothing, StepTime};

/// Everything that a behaviour can read and change while it runs.
///
/// ```
/// # use damselfly::prelude::*;
/// fn steer(me: ObjectId, cx: &mut Context<'_>) {
///     let right = f32::from(u8::from(cx.input.is_down(Key::Right)));
///     let left = f32::from(u8::from(cx.input.is_down(Key::Left)));
///     cx.world.set_velocity(me, vec2(right - left, 0.0));
///     cx.draw_text(2, vec2(40.0, 0.0), "arrows steer", Align::Center, Color::CYAN);
/// }
/// ```
#[derive(Debug)]
pub struct Context<'a> {
    /// The objects. The behaviour that runs is taken out of it meanwhile.
    pub world: &'a mut World,
    /// Sprites and fonts.
    pub assets: &'a mut Assets,
    /// Keys and mouse, as they are in this step.
    pub input: &'a InputState,
    /// The number and length of this step: `time.dt` is its length in steps.
    pub time: StepTime,
    /// Requests of the game to the loop.
    pub requests: &'a mut Requests,
    pub(super) effects: &'a mut Effects,
}

/// Draws on an object until the next step: see [`Context::draw_on`].
#[derive(Debug)]
pub struct DrawOn<'a> {
    pub(super) world: &'a mut World,
    pub(super) assets: &'a mut Assets,
    pub(super) id: ObjectId,
}

impl Context<'_> {
    /// Adds an object. It acts from the next phase on, and is drawn from the next frame on.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn fire(from: Vec2, cx: &mut Context<'_>) -> ObjectId {
    ///     cx.spawn(Object { kind: "Bullet", position: from, velocity: vec2(1.0, 0.0), ..Object::default() })
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// let bullet = fire(vec2(3.0, 4.0), &mut core.context());
    /// assert_eq!(core.world.position(bullet), Some(vec2(3.0, 4.0)));
    /// ```
    pub fn spawn(&mut self, object: Object) -> ObjectId {
        self.world.spawn(object, self.assets)
    }

    /// Emits [`Emitter::count`] particles at a place in world units, at an altitude of the current level. They fly from
    /// this step on, or from the next one between steps. Refused, and counted, if altitude, place or emitter are not
    /// valid.
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
    #[doc(alias = "particles")]
    #[doc(alias = "explosion")]
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

    /// Ends the game before the next step or draw.
    pub fn stop(&mut self) {
        self.requests.stop = true;
    }

    /// Hands a value to the app, outside of the core: a sound to play, a rumble, a score to upload. The app receives it
    /// once, after the step, in the order of sending ([`App::on_effect`](crate::app::App::on_effect)). Nothing comes back,
    /// and no step depends on it.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// #[derive(Debug, PartialEq)]
    /// enum Sound { Beep, Boom }
    ///
    /// // In a game: `App::on_effect(|sound: &Sound| …)`. In a test:
    /// let mut game = Harness::start(App::new("Loud", Options::default()), |cx| {
    ///     cx.effect(Sound::Beep);
    ///     Ok(())
    /// })?;
    /// game.context().effect(Sound::Boom);
    /// assert_eq!(game.effects::<Sound>(), [Sound::Beep, Sound::Boom]);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "sound")]
    #[doc(alias = "audio")]
    pub fn effect<T: Send + 'static>(&mut self, effect: T) {
        self.effects.send(effect);
    }

    /// Mutes input from the next step on (held keys are released), or unmutes it.
    pub fn mute_input(&mut self, mute: bool) {
        self.requests.mute = Some(mute);
    }

    /// Switches the loop policy, from the next pass on. The step rate stays as it is.
    pub fn set_policy(&mut self, policy: PolicySettings) {
        self.requests.policy = Some(policy);
    }

    /// Smooths drawing differently from the next draw on.
    pub fn set_smoothing(&mut self, smoothing: Smoothing) {
        self.requests.smoothing = Some(smoothing);
    }

    /// Changes the window after this step; ignored without a window.
    pub fn change_window(&mut self, change: WindowRequest) {
        self.requests.window.push(change);
    }

    /// Returns the mouse's position in world units, whatever the camera's zoom and angle; its shaking does not count.
    pub fn mouse_in_world(&self) -> Vec2 {
        self.world.camera.view_to_world(self.input.mouse_position())
    }

    /// Draws a line of text at an altitude, above its objects, until the next step. `at` is its upper edge
    /// and, by `align`, its left end, middle or right end, in world units. A style is a [`Color`](crate::Color),
    /// or a [`TextStyle`] for font and weight too.
    pub fn draw_text(
        &mut self,
        altitude: impl AltitudeName,
        at: Vec2,
        text: &str,
        align: Align,
        style: impl Into<TextStyle>,
    ) {
        self.draw_spans(altitude, at, &[(text, style).into()], align);
    }

    /// As [`Context::draw_text`], with `at` in world units, for a line of pieces in several styles.
    pub fn draw_spans(
        &mut self,
        altitude: impl AltitudeName,
        at: Vec2,
        spans: &[Span<'_>],
        align: Align,
    ) {
        let cell = cell_size(self.world.unit());
        if let Some(layer) = self.world.drawn_layer(altitude.altitude(), at) {
            put_spans(layer, self.assets, spans, at, align, cell);
        }
    }

    /// Draws one character at an altitude until the next step. `at` is its top left corner, in world units.
    pub fn draw_char(
        &mut self,
        altitude: impl AltitudeName,
        at: Vec2,
        character: char,
        style: impl Into<TextStyle>,
    ) {
        // On the stack: games draw characters in every step, and a step allocates nothing.
        let mut bytes = [0; 4];
        let text = character.encode_utf8(&mut bytes);
        self.draw_text(altitude, at, text, Align::Left, style);
    }

    /// Returns the width and height of a line of text, in world units. The same on every machine.
    pub fn text_size(&self, text: &str, style: impl Into<TextStyle>) -> Vec2 {
        let cell = cell_size(self.world.unit());
        text_size(self.assets, &[(text, style).into()], cell)
    }

    /// Takes back every use of the sprites that no object of any level shows, so that their pixels leave the
    /// atlas. Returns the number of sprites. A sprite that only a behaviour knows of counts as unused: it has
    /// to be loaded again before it is shown.
    pub fn unload_unused(&mut self) -> usize {
        let sprites = self.world.slots.iter();
        let mut shown: Vec<SpriteId> = sprites.filter_map(|(_, body)| body.sprite).collect();
        // Sorted, because each loaded sprite is searched for.
        shown.sort_unstable();
        self.assets
            .unload_where(|id, _| shown.binary_search(&id).is_err())
    }

    /// Draws a sprite as it is, until the next step: with its motion, so that drawing is smoothed. For many small
    /// things that are not objects; [`Instance::step_by`] moves one.
    pub fn draw_instance(&mut self, altitude: impl AltitudeName, instance: Instance) {
        let altitude = altitude.altitude();
        if let Some(layer) = self.world.drawn_layer(altitude, instance.position) {
            // With its motion: a drawn layer is cleared when the next step begins, so no motion in it becomes stale.
            layer.push(None, instance, Vec2::ZERO);
        }
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

    /// Draws a sprite's frame (counted from 0, wrapping around) at an altitude until the next step.
    pub fn draw_frame(
        &mut self,
        altitude: impl AltitudeName,
        at: Vec2,
        sprite: SpriteId,
        frame: u16,
        tint: Color,
    ) {
        let Some(frame) = self
            .assets
            .sprite(sprite)
            .map(|sprite| sprite.frames.wrapping(u32::from(frame)))
        else {
            self.world.refuse(&"a drawing", "sprite");
            return;
        };
        if let Some(layer) = self.world.drawn_layer(altitude.altitude(), at) {
            let mut instance = Instance::new(at, frame);
            instance.set_tint(tint);
            layer.push(None, instance, Vec2::ZERO);
        }
    }
}
