//! Starts tweens, and describes them call by call.

use glam::Vec2;

use super::list::TweenId;
use super::target::{TargetKind, TweenProperty};
use super::timeline::{PartState, TweenAim, TweenClock, TweenPart, TweenTimeline};
use super::{TweenFields, TweenTarget, TweenValue};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::{is_valid, is_valid_angle, is_valid_scale};
use crate::math::Ease;
use crate::scene::ZOOMS;
use crate::world::altitudes::AltitudeName;
use crate::world::{Context, Resource, World};

impl World {
    /// Starts a tween, which changes values over time along a curve. The tween is added to the world at once. The
    /// methods of the returned builder then describe it.
    ///
    /// ```
    /// use damselfly::math::Ease;
    /// use damselfly::prelude::*;
    ///
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let title = cx.spawn(Object::new("Title").at(vec2(40.0, -4.0)).spectral());
    ///     cx.tween(title).position(vec2(40.0, 12.0)).over(30).ease(Ease::BackOut);
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), start)?;
    /// # game.steps(30);
    /// # let title = game.only("Title");
    /// # assert_eq!(game.world().object(title).map(|title| title.position()), Some(vec2(40.0, 12.0)));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Time
    ///
    /// Tweens play near the beginning of each step, before input is delivered and before hooks run. A tween that is
    /// started within a step begins with the next one. If its first target is an object, or a component or a light of
    /// an object, the tween runs in the object's layer time: slower in slow motion, and not while the object is frozen.
    /// Other tweens run in the steps of the game; see [`TweenBuilder::in_time_of`].
    ///
    /// # Values
    ///
    /// A part starts from the value that it finds when it begins, and ends exactly at its target value. If a part of an
    /// older tween changes the same property, the new part replaces it, even if the older part has not begun yet. If an
    /// object, a widget or a light is gone, its parts are dropped.
    ///
    /// Positions of spectral objects change without tests. Other objects move as by
    /// [`Context::move_to`](crate::world::Context::move_to). A displacement that is longer than the object is swept.
    /// Hard objects stop at others, so they may arrive late or not at all. Platforms carry their riders. Positions and
    /// angles of attached objects are relative to their parents. All of this is drawn as smoothly as other movement.
    #[doc(alias("animate", "interpolate", "transition", "ease"))]
    pub fn tween(&mut self, target: impl Into<TweenTarget>) -> TweenBuilder<'_> {
        let target = target.into();
        let tweens = &mut self.tweens;
        tweens.started += 1;
        let starter = self.running.object;
        tweens.timelines.push(TweenTimeline {
            id: TweenId(tweens.started),
            name: "",
            receiver: starter.or(target.object()),
            clock: match target.0 {
                TargetKind::Light(light) => self.lights.owner(light),
                _ => target.object(),
            }
            .map_or(TweenClock::Steps, TweenClock::Object),
            parts: 0,
            new_parts: 0,
            length: 0,
            passes: 1,
            ping_pong: false,
            is_paused: false,
            is_over: false,
            elapsed: 0.0,
            pass: 0,
            made_in: self.step,
        });
        TweenBuilder {
            group: tweens.parts.len(),
            world: self,
            target,
            stage: 0,
            ended: 0,
            delay: 0,
            over: 0,
            ease: Ease::Linear,
        }
    }
}

impl Context<'_> {
    /// Starts a tween of the camera: see [`World::tween`]. While the camera follows an object, a tween of its position
    /// has no effect.
    pub fn tween_camera(&mut self) -> TweenBuilder<'_> {
        self.tween(TweenTarget::camera())
    }

    /// Starts a tween of fields of a resource: see [`TweenFields`].
    pub fn tween_resource<T: Resource + TweenFields>(&mut self) -> TweenBuilder<'_> {
        self.tween(TweenTarget::resource::<T>())
    }
}

/// Describes a tween that was started by [`World::tween`].
///
/// Properties form groups that share delay, duration and curve. [`and`](Self::and) begins another group at the same
/// time, and [`then`](Self::then) one after everything so far.
///
/// ```
/// # use damselfly::math::Ease;
/// # use damselfly::prelude::*;
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |_| Ok(()))?;
/// # let mut context = game.context();
/// # let cx = &mut context;
/// let coin = cx.spawn(Object::new("Coin").at(vec2(10.0, 10.0)).spectral());
/// // It floats up and down for ever.
/// cx.tween(coin).position_by(vec2(0.0, -1.0)).over(30).ease(Ease::SineInOut).ping_pong().forever();
/// // It grows while it turns white, waits for 10 steps, and fades.
/// cx.tween(coin).scale(Vec2::splat(2.0)).over(10).and().tint(Color::WHITE).over(5)
///     .then().delay(10).alpha(0).over(20).ease(Ease::QuadIn).named("gone");
/// # assert_eq!(cx.tweens.len(), 2);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct TweenBuilder<'a> {
    world: &'a mut World,
    target: TweenTarget,
    /// Index of the group's first part.
    group: usize,
    /// Steps from the beginning of a pass until the group may begin.
    stage: u32,
    /// Steps of a pass without the group.
    ended: u32,
    // The settings of the group.
    delay: u32,
    over: u32,
    ease: Ease,
}

/// Properties.
impl TweenBuilder<'_> {
    /// Moves the target to a position. An object's position is in world units, or relative to its parent if the object
    /// is attached. The camera's position is the view's centre. A widget's position is its free anchor, in characters.
    /// Refused unless each number is within ±1e9.
    #[doc(alias = "move_to")]
    pub fn position(self, to: Vec2) -> Self {
        let valid = is_valid(to);
        self.add(TweenProperty::Position, TweenAim::To, to.into(), valid)
    }

    /// Moves the target by a distance from where it is when the part begins.
    pub fn position_by(self, by: Vec2) -> Self {
        let valid = is_valid(by);
        self.add(TweenProperty::Position, TweenAim::By, by.into(), valid)
    }

    /// Turns the target to an angle in radians, clockwise. Angles are not reduced: from 0 to 2π, the target turns once
    /// round. Refused unless within ±1e9.
    #[doc(alias = "rotation")]
    pub fn angle(self, to: f32) -> Self {
        let valid = is_valid_angle(to);
        self.add(TweenProperty::Angle, TweenAim::To, to.into(), valid)
    }

    /// Turns the target by an angle in radians, clockwise.
    pub fn angle_by(self, by: f32) -> Self {
        let valid = is_valid_angle(by);
        self.add(TweenProperty::Angle, TweenAim::By, by.into(), valid)
    }

    /// Turns the target to an angle in radians, the shorter way round.
    pub fn angle_nearest(self, to: f32) -> Self {
        let valid = is_valid_angle(to);
        self.add(TweenProperty::Angle, TweenAim::Nearest, to.into(), valid)
    }

    /// Changes an object's factors of width and height.
    pub fn scale(self, to: Vec2) -> Self {
        let valid = is_valid_scale(to);
        self.add(TweenProperty::Scale, TweenAim::To, to.into(), valid)
    }

    /// Changes the tint of an object or a group, or the colour of a widget or a light. An object's tint is mixed
    /// premultiplied, as it is drawn.
    #[doc(alias("color", "colour", "modulate"))]
    pub fn tint(self, to: Color) -> Self {
        self.add(TweenProperty::Tint, TweenAim::To, to.into(), true)
    }

    /// Fades the tint to an alpha, 0 to 255. It is a tween of the tint: the two replace each other. A tint with alpha 0
    /// has no colour, and counts as white: from there, use [`tint`](Self::tint) for another colour.
    #[doc(alias("fade", "opacity"))]
    pub fn alpha(self, to: u8) -> Self {
        self.add(TweenProperty::Alpha, TweenAim::To, to.into(), true)
    }

    /// Changes the camera's zoom, 1/64 to 64. Curves that overshoot stop at the ends of that range.
    pub fn zoom(self, to: f32) -> Self {
        let valid = ZOOMS.contains(&to);
        self.add(TweenProperty::Zoom, TweenAim::To, to.into(), valid)
    }

    /// Changes a field: see [`TweenTarget`] for those of the engine's types, and [`TweenFields`] for those of the
    /// game's. Refused unless it is finite.
    pub fn field(self, name: &'static str, to: impl Into<TweenValue>) -> Self {
        let to = to.into();
        self.add(TweenProperty::Field(name), TweenAim::To, to, to.is_finite())
    }

    /// Changes a field by a number or a vector.
    pub fn field_by(self, name: &'static str, by: impl Into<TweenValue>) -> Self {
        let by = by.into();
        self.add(TweenProperty::Field(name), TweenAim::By, by, by.is_finite())
    }

    fn add(mut self, property: TweenProperty, aim: TweenAim, to: TweenValue, valid: bool) -> Self {
        if !valid {
            self.world.diagnostics.refuse(&format_args!(
                "a tween: its {property} is not finite or out of range; the property stays as it is"
            ));
            return self;
        }
        let Self { target, ease, .. } = self;
        self.world.tweens.parts.push(TweenPart {
            target,
            property,
            from: to,
            to,
            aim,
            ease,
            state: PartState::New,
            start: 0,
            length: 0,
        });
        let timeline = self.timeline();
        timeline.parts += 1;
        timeline.new_parts += 1;
        self.update()
    }
}

/// Times.
impl TweenBuilder<'_> {
    /// Sets how many steps the group takes. Defaults to 0: it jumps. For a time in seconds, see
    /// [`StepTime::steps_in`](crate::time::StepTime::steps_in).
    #[doc(alias = "duration")]
    pub fn over(mut self, steps: u32) -> Self {
        self.over = steps;
        self.update()
    }

    /// Sets the group's curve. Defaults to [`Ease::Linear`].
    pub fn ease(mut self, ease: Ease) -> Self {
        self.ease = ease;
        self.update()
    }

    /// Makes the group wait for this many steps before it begins. Defaults to 0. A group without properties only waits.
    pub fn delay(mut self, steps: u32) -> Self {
        self.delay = steps;
        self.update()
    }

    /// Begins a group that plays after everything so far.
    #[doc(alias("chain", "sequence"))]
    pub fn then(mut self) -> Self {
        self.stage = self.timeline().length;
        self.next_group()
    }

    /// Begins a group that plays at the same time, with its own delay, duration and curve.
    #[doc(alias("parallel", "join"))]
    pub fn and(self) -> Self {
        self.next_group()
    }

    /// Sets the target of the following properties. The tween keeps its time and its receiver.
    pub fn on(self, target: impl Into<TweenTarget>) -> Self {
        let target = target.into();
        Self { target, ..self }
    }

    /// Plays the whole tween this many times; 0 counts as 1. Each pass starts again from the initial values of the
    /// first pass. Drawing does not interpolate this jump.
    #[doc(alias = "loop")]
    pub fn repeat(mut self, passes: u32) -> Self {
        self.timeline().passes = passes.max(1);
        self
    }

    /// Plays the whole tween again and again: see [`repeat`](Self::repeat). A tween that takes no time ends at once.
    #[doc(alias = "loop")]
    pub fn forever(mut self) -> Self {
        self.timeline().passes = 0;
        self
    }

    /// Plays every second pass backwards. There are two passes, there and back, unless [`repeat`](Self::repeat) or
    /// [`forever`](Self::forever) says otherwise.
    #[doc(alias("yoyo", "alternate"))]
    pub fn ping_pong(mut self) -> Self {
        let timeline = self.timeline();
        timeline.ping_pong = true;
        if timeline.passes == 1 {
            timeline.passes = 2;
        }
        self
    }

    /// Runs the tween in the layer time of an altitude. Use it for the display, the camera and effects, if they have to
    /// wait while the game's altitudes are disabled.
    pub fn in_time_of(mut self, altitude: impl AltitudeName) -> Self {
        self.timeline().clock = TweenClock::Altitude(altitude.altitude());
        self
    }

    /// Names the tween: see [`TweenEnded::name`](super::TweenEnded::name).
    pub fn named(mut self, name: &'static str) -> Self {
        self.timeline().name = name;
        self
    }

    /// Sends the event [`TweenEnded`](super::TweenEnded) to this object.
    pub fn notify(mut self, receiver: ObjectId) -> Self {
        self.timeline().receiver = Some(receiver);
        self
    }

    /// Returns the tween's id.
    pub fn id(mut self) -> TweenId {
        self.timeline().id
    }

    fn next_group(mut self) -> Self {
        self.ended = self.timeline().length;
        self.group = self.world.tweens.parts.len();
        (self.delay, self.over, self.ease) = (0, 0, Ease::Linear);
        self
    }

    /// Applies the group's settings to its parts.
    fn update(mut self) -> Self {
        let start = self.stage.saturating_add(self.delay);
        for part in &mut self.world.tweens.parts[self.group..] {
            (part.start, part.length, part.ease) = (start, self.over, self.ease);
        }
        let end = start.saturating_add(self.over);
        let ended = self.ended;
        self.timeline().length = ended.max(end);
        self
    }

    /// Returns the tween. It is the last one in the list, because the builder borrows the world and no other tween can
    /// start.
    fn timeline(&mut self) -> &mut TweenTimeline {
        let last = self.world.tweens.timelines.len() - 1;
        &mut self.world.tweens.timelines[last]
    }
}
