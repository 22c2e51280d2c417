//! Behaviours: game code attached to objects, and the hooks through which the world calls it.

use core::any::{Any, type_name};
use core::fmt;

use super::AttachedInfo;
use super::hooks::Hooks;
use crate::base::checksum::ChecksumWriter;
use crate::base::id::ObjectId;
use crate::hud::HudEvent;
use crate::input::InputEvent;
use crate::world::{Collision, Context, CustomEvent, EventTypes, FrameContext, LevelChange};

/// Game code attached to an object. A hook is called if the type implements it: nothing needs to be registered. An
/// object may have several behaviours; their hooks are called in the order of attaching. [`Context::me`] is the object
/// of the running behaviour.
///
/// In each step, in this order: [`step`](Behavior::step) before movement; once everything has moved,
/// [`collision`](Behavior::collision) and [`out_of_bounds`](Behavior::out_of_bounds); then [`after`](Behavior::after);
/// [`overlap_begun`](Behavior::overlap_begun) and [`overlap_ended`](Behavior::overlap_ended);
/// [`finish`](Behavior::finish); and, once removals and changes are made, [`draw`](Behavior::draw). Input, HUD events
/// and events of the game's own are delivered as they are sent.
///
/// A panic in a behaviour is caught: its object is disabled (it moves no more and receives no more events), and the
/// log names it. When the object is removed, its other behaviours have their last callback; the one that panicked has
/// none, because it may be left half changed.
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone)]
/// struct Shot;
///
/// impl Behavior for Shot {
///     fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
///         cx.remove(hit.other);
///         cx.me().remove();
///     }
///
///     fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
///         cx.me().remove();
///     }
/// }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let fast = Object::default().at(vec2(79.0, 1.0)).velocity(vec2(9.0, 0.0));
/// # let shot = core.context().spawn_with(fast, Shot);
/// # core.step(damselfly::world::StepInput::next(&core));
/// # assert!(!core.world.contains(shot));
/// ```
#[doc(alias("Script", "Component", "System", "eventHandler", "on_event"))]
#[expect(
    unused_variables,
    reason = "parameters of default bodies have their names in the documentation"
)]
pub trait Behavior: CloneBehavior + Any + Send {
    // `Send`, because the world lives on the game's thread, and because a job may be given a copy of it.
    //
    // The default body of most hooks records that the type does not implement the hook, which is then never called
    // again for this type. If a behaviour contains another one and calls a hook of it, the default body names the inner
    // type, so that nothing is recorded for the outer one.

    /// Called in each step, before movement; the step's number and length are in `cx.time`.
    ///
    /// Objects step in act order ([`World::objects`](crate::world::World::objects)); the hierarchy does not affect it.
    /// A child follows its parent after the movement phase: in its `step` it has the position of the last step, in
    /// `after` that of this one.
    #[doc(alias("update", "tick", "physics_process", "process"))]
    fn step(&mut self, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::STEP);
    }

    /// Called after everything has moved.
    #[doc(alias = "late_update")]
    fn after(&mut self, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::AFTER);
    }

    /// Called at the end of the step, before removals.
    fn finish(&mut self, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::FINISH);
    }

    /// Called last in each step, after removals, changes and a switch of levels: objects are where the frame of this
    /// step shows them. Meant for drawing by hand ([`Context::canvas`], [`Context::canvas_on`]), which the other hooks
    /// may do too. Drawings made here also appear in the first frame of the game, of an object spawned in this step,
    /// and of a new level.
    ///
    /// Called for the same objects as [`step`](Behavior::step), in the same order. Also called without a step: once
    /// when the game has started, and when the level changes between steps (then not for persistent objects, which have
    /// already drawn). An object cannot withdraw from it. Changes and removals made here take effect at the end of the
    /// next step, and events sent here are delivered in the next step. A camera that follows an object moves
    /// afterwards: draw anything that belongs to the view at an altitude in [view
    /// units](crate::scene::AltitudeSettings::space).
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Title;
    ///
    /// impl Behavior for Title {
    ///     fn draw(&mut self, cx: &mut Context<'_>) {
    ///         cx.canvas(2).text(vec2(30.0, 10.0), "SAUCER SHOOT", Color::WHITE);
    ///     }
    /// }
    /// # let app = App::new("Docs", Default::default()).cells(80, 24);
    /// # let game = damselfly::app::Harness::start(app, |cx| {
    /// #     cx.spawn_with(Object::default(), Title);
    /// #     Ok(())
    /// # })?;
    /// # assert!(game.shows("SAUCER SHOOT"), "{}", game.text());
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("render", "paint"))]
    fn draw(&mut self, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::DRAW);
    }

    /// Draws on every frame, between two steps: in windows, films, screenshots, replays and harnesses. The canvas shows
    /// drawings in this frame only, above those of [`draw`](Behavior::draw). Called for the same objects as `draw`, in
    /// act order, at any rate: 0, 1 or many times per step. Not called for objects on a disabled altitude, which a game
    /// may use as a pause menu: their drawings disappear until it is enabled again.
    ///
    /// [`FrameContext::time`] has the factors of smoothing, [`FrameContext::position`] returns the position at which an
    /// object is drawn. The hook must change nothing: a value that it changes through a `Cell` depends on the frame
    /// rate, so that replays diverge. [`Harness::thorough`](crate::app::Harness::thorough) finds such changes of values
    /// in the checksum. A panic turns this hook off for this behaviour of this object, with a line in the log;
    /// everything else goes on.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::world::FrameContext;
    ///
    /// #[derive(Clone)]
    /// struct Name(&'static str);
    ///
    /// impl Behavior for Name {
    ///     fn frame(&self, cx: &mut FrameContext<'_>) {
    ///         if let Some(at) = cx.me().and_then(|me| cx.position(me.id())) {
    ///             cx.canvas(2).text(at + vec2(0.0, -1.0), self.0, Color::WHITE);
    ///         }
    ///     }
    /// }
    /// # let app = App::new("Docs", Default::default()).cells(80, 24);
    /// # let game = damselfly::app::Harness::start(app, |cx| {
    /// #     cx.spawn_with(Object::default().at(vec2(3.0, 4.0)), Name("ada"));
    /// #     Ok(())
    /// # })?;
    /// # assert!(game.shows("ada"), "{}", game.text());
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("render", "paint", "process"))]
    fn frame(&self, cx: &mut FrameContext<'_>) {
        cx.record_missing(Any::type_id(self));
    }

    /// Receives the player's input: a key, the mouse, the window's focus. Games that poll read the resulting state from
    /// [`Context::input`].
    #[doc(alias = "unhandled_input")]
    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::INPUT);
    }

    /// Called once everything has moved, for each contact in which this object takes part: a move of this object or of
    /// the other one would make two solid objects overlap.
    ///
    /// Both sides are notified in every step in which the move is tried, first the mover, then the object that is hit.
    /// Contacts are delivered in the order in which they were found: movers in act order. A contact is dropped if one
    /// of its objects or a parent of it was removed, teleported or sent to another level since it was found, for
    /// example by the hook of an earlier contact. An object that such a hook removes has still stopped others in this
    /// step.
    ///
    /// Only moves are tested: two objects that overlap because one was spawned or placed there are notified as soon as
    /// one of them moves. Contacts of a hook's own moves ([`Context::move_to`]) are delivered once that hook has
    /// returned.
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::COLLISION);
    }

    /// The object begins to overlap another, and at least one of the two is a
    /// [sensor](crate::world::Object#method.sensor). Both are notified once, after everything has moved. It does not
    /// matter which of them moved, was placed, spawned or changed; both may be at rest. Overlaps are tested once in
    /// each step, before [`finish`](Behavior::finish), for objects that changed since the last test. The world's
    /// collision filter is called only then. [`SpaceQuery::overlapping`](crate::world::SpaceQuery::overlapping) returns
    /// the present overlaps of an object.
    #[doc(alias("area_entered", "body_entered", "trigger_enter"))]
    fn overlap_begun(&mut self, other: ObjectId, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::OVERLAP_BEGUN);
    }

    /// The object no longer overlaps another, after [`overlap_begun`](Behavior::overlap_begun): one of them moved,
    /// changed or was removed. `other` may be gone by now. An overlap does not end while one of the two is on a level
    /// that is not current.
    #[doc(alias("area_exited", "body_exited", "trigger_exit"))]
    fn overlap_ended(&mut self, other: ObjectId, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::OVERLAP_ENDED);
    }

    /// A move took the object's box wholly outside the world. Not called again while it stays outside. Called at three
    /// points of a step: before movement, after the contacts of movement, and after [`finish`](Behavior::finish).
    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::OUT_OF_BOUNDS);
    }

    /// A [`HudEvent`] was sent, and has changed the widgets with its label. Not called for changes by
    /// [`Hud::set`](crate::hud::Hud::set) and [`Hud::add_to`](crate::hud::Hud::add_to). A button sends
    /// [`ButtonPressed`](crate::hud::ButtonPressed) to [`Behavior::event`].
    fn hud(&mut self, event: &HudEvent, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::HUD);
    }

    /// The current level is about to be left, at the end of this step. Nothing has changed yet. Called for objects of
    /// that level and for persistent ones.
    fn level_left(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::LEVEL_LEFT);
    }

    /// A new level has become current, at the end of this step and before its first frame. That frame shows everything
    /// that is spawned, removed and drawn here; [`draw`](Behavior::draw) is called next. Called for objects of the new
    /// level and for persistent ones.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Director;
    ///
    /// impl Behavior for Director {
    ///     fn level_entered(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
    ///         if change.to == 2 {
    ///             cx.spawn(Object { kind: "Boss", ..Object::default() });
    ///         }
    ///     }
    /// }
    ///
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     cx.spawn_with(Object { persistent: true, ..Object::default() }, Director);
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Boss", Default::default()), start)?;
    /// game.context().change_level(2);
    /// game.step();
    /// assert_eq!(game.all("Boss").len(), 1);
    /// # Ok::<(), Error>(())
    /// ```
    fn level_entered(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::LEVEL_ENTERED);
    }

    /// Receives an event of one of the game's own types: sent to the object, or sent to all if its type is among
    /// [`subscriptions`](Behavior::subscriptions). [`CustomEvent::get`] returns its value.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// struct Thunder { loudness: f32 }
    ///
    /// #[derive(Clone)]
    /// struct Sheep;
    ///
    /// impl Behavior for Sheep {
    ///     fn subscriptions(&self) -> EventTypes {
    ///         EventTypes::of::<Thunder>()
    ///     }
    ///
    ///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
    ///         if let Some(Thunder { loudness }) = event.get() {
    ///             cx.me().set_velocity(vec2(*loudness, 0.0));
    ///         }
    ///     }
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let sheep = core.context().spawn_with(Object::default(), Sheep);
    /// # core.world.send(Event::custom(Thunder { loudness: 2.0 }));
    /// # core.step(damselfly::world::StepInput::next(&core));
    /// # assert_eq!(core.world.object(sheep).map(|sheep| sheep.velocity()), Some(vec2(2.0, 0.0)));
    /// ```
    #[doc(alias = "signal")]
    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        cx.record_missing(Any::type_id(&*self), Hooks::EVENT);
    }

    /// Returns the custom event types that the behaviour receives when they are sent to all. Called once, when it is
    /// attached. Defaults to none. Events that are sent to its object need no subscription.
    fn subscriptions(&self) -> EventTypes {
        EventTypes::default()
    }

    /// Called when the behaviour has just been attached. Behaviours attached here may attach further ones, up to 64
    /// deep.
    #[doc(alias("ready", "init", "enter_tree"))]
    fn attached(&mut self, cx: &mut Context<'_>) {}

    /// The last callback when the object is removed. It runs exactly once, even if the object is disabled. It does not
    /// run if this behaviour was detached before, or panicked.
    #[doc(alias = "exit_tree")]
    fn removed(&mut self, cx: &mut Context<'_>) {}

    /// Another component, behaviour or group of the object was added. A new behaviour is notified of all its siblings,
    /// in order, and later of each new one. Members of a group are notified of one another only.
    fn sibling_added(&mut self, component: &AttachedInfo, cx: &mut Context<'_>) {}

    /// Another component, behaviour or group of the object was removed. A detached behaviour is notified of all its
    /// remaining siblings, as they are of it. Those removed together, with their group or with the object, are not
    /// notified of one another.
    fn sibling_removed(&mut self, component: &AttachedInfo, cx: &mut Context<'_>) {}

    /// The last callback when the behaviour was detached, instead of `removed`.
    fn detached(&mut self, cx: &mut Context<'_>) {}

    /// Returns the bytes that a copy of this behaviour allocates in addition to its own size: the contents of its
    /// vectors, texts and maps. They count towards the [budget of rewinding](crate::app::App::rewind), which keeps
    /// copies of the world. Defaults to 0.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Adds to the world's checksum everything in this behaviour that can affect a later step.
    ///
    /// Defaults to nothing: a replay then cannot notice a difference in the behaviour's fields. A recording logs the
    /// names of such types once. Derive [`Checksum`](crate::Checksum) and write `self.write_checksum(sum)` here.
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.leave_out(self);
    }
}

// `Behavior` does not require `Clone` itself, because `clone` returns `Self`, which a `dyn Behavior` cannot return.
/// Copies a behaviour whose type is erased: snapshots copy worlds. Implemented for every behaviour that is [`Clone`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a behaviour and must be `Clone`, so that worlds can be copied",
    note = "add `#[derive(Clone)]`"
)]
pub trait CloneBehavior {
    /// Returns a copy.
    fn boxed_clone(&self) -> Box<dyn Behavior>;

    /// Returns the name of the type.
    fn name(&self) -> &'static str;
}

impl<B: Behavior + Clone> CloneBehavior for B {
    fn boxed_clone(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn name(&self) -> &'static str {
        type_name::<B>()
    }
}

impl Clone for Box<dyn Behavior> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl fmt::Debug for dyn Behavior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
