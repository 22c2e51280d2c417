//! Behaviours: code of the game that is attached to objects, and the hooks by which the world calls it.

use core::any::{Any, type_name};
use core::fmt;

use super::ComponentInfo;
use super::hooks::Hooks;
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::hud::HudEvent;
use crate::input::InputEvent;
use crate::world::{Collision, Context, CustomEvent, EventTypes, LevelChange};

/// What an object does: hooks, each of which runs because it is implemented. Several behaviours may be attached to one
/// object; each has its hooks called, in the order of attaching. [`Context::me`] is the object that the behaviour
/// belongs to.
///
/// In each step, in this order: [`step`](Behavior::step) before movement; once everything has moved,
/// [`collision`](Behavior::collision) and [`out_of_bounds`](Behavior::out_of_bounds); then [`after`](Behavior::after);
/// [`overlap_begun`](Behavior::overlap_begun) and [`overlap_ended`](Behavior::overlap_ended);
/// [`finish`](Behavior::finish); and, once removals and changes are made, [`draw`](Behavior::draw). Input, HUD events and events of the game's own are delivered as they are
/// sent.
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
///         cx.world.remove(hit.other);
///         cx.me().remove();
///     }
///
///     fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
///         cx.me().remove();
///     }
/// }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let shot = core.context().spawn_with(Object { position: vec2(79.0, 1.0), velocity: vec2(9.0, 0.0), ..Object::default() }, Shot);
/// # core.step(damselfly::world::StepInput::next(&core));
/// # assert!(!core.world.contains(shot));
/// ```
#[doc(alias = "script")]
#[doc(alias = "system")]
#[doc(alias = "on_event")]
pub trait Behavior: CloneBehavior + Any + Send {
    // `Send`, because the world lives on the game's thread, and because a job may be given a copy of it.
    //
    // The default bodies report themselves, so that a hook which a type does not implement costs it one call in the
    // whole program. A type that calls a hook of another one within it reports nothing about itself.

    /// Called in each step, before movement; the step's number and length are in `cx.time`.
    #[doc(alias = "update")]
    #[doc(alias = "tick")]
    fn step(&mut self, cx: &mut Context<'_>) {
        cx.note_missing(Any::type_id(&*self), Hooks::STEP);
    }

    /// Called after everything has moved.
    #[doc(alias = "late_update")]
    fn after(&mut self, cx: &mut Context<'_>) {
        cx.note_missing(Any::type_id(&*self), Hooks::AFTER);
    }

    /// Called at the end of the step, before removals.
    fn finish(&mut self, cx: &mut Context<'_>) {
        cx.note_missing(Any::type_id(&*self), Hooks::FINISH);
    }

    /// Called last of all in each step, after removals, changes and a switch of levels: objects are where the step's
    /// picture shows them. For what is drawn by hand ([`Context::canvas`], [`Context::canvas_on`]), which may be drawn in
    /// the other hooks, too. What is drawn here is also in the first picture of the game, of an object spawned in this
    /// step, and of a level that becomes current.
    ///
    /// Called as [`step`](Behavior::step) is, for the objects that act, in the same order; without a step, once the game
    /// has started, and for the objects of a level that becomes current between steps, without the persistent ones, which have
    /// drawn. No object withdraws from it. What is
    /// changed or removed here is so at the end of the next step, and what is sent is delivered in the next step. A camera
    /// that follows an object does so afterwards: draw what belongs to the view at an altitude in
    /// [view units](crate::scene::AltitudeSettings::space).
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
    #[doc(alias = "render")]
    #[doc(alias = "paint")]
    fn draw(&mut self, cx: &mut Context<'_>) {
        cx.note_missing(Any::type_id(&*self), Hooks::DRAW);
    }

    /// Receives the player's input: a key, the mouse, the window's focus. [`Context::input`] is the state that follows
    /// from it, for games that poll.
    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        let _ = event;
        cx.note_missing(Any::type_id(&*self), Hooks::INPUT);
    }

    /// Called once everything has moved, for each contact in which this object takes part: a move of this object or of the
    /// other one would make two solid objects overlap.
    ///
    /// Both sides are notified in every step in which the move is tried, first the mover, then the object that is hit. Contacts
    /// are delivered in the order in which they were found: movers in act order. A contact is dropped if one of its objects
    /// was removed, teleported by `set_position` or sent to another level since it was found, for example by the hook of an
    /// earlier contact. An object that a hook removes still stops others in this step.
    ///
    /// Only moves are tested: two objects that overlap because one was spawned or placed there are notified as soon as one of
    /// them moves. Contacts of a hook's own moves ([`Context::move_to`]) are delivered once that hook has returned.
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        let _ = hit;
        cx.note_missing(Any::type_id(&*self), Hooks::COLLISION);
    }

    /// The object begins to overlap another, and at least one of the two is a [sensor](crate::world::Object#method.sensor).
    /// Both are notified, once, after everything has moved: whichever of them moved, was placed, spawned or changed, and
    /// also if both are at rest. Overlaps are looked for once in each step, before
    /// [`finish`](Behavior::finish), of what has changed since, and the world's collision filter is asked only then. [`SpaceQuery::overlapping`](crate::world::SpaceQuery::overlapping) returns what overlaps
    /// an object now.
    #[doc(alias("area_entered", "body_entered", "trigger_enter"))]
    fn overlap_begun(&mut self, other: ObjectId, cx: &mut Context<'_>) {
        let _ = other;
        cx.note_missing(Any::type_id(&*self), Hooks::OVERLAP_BEGUN);
    }

    /// The object overlaps another no longer, which it did when [`overlap_begun`](Behavior::overlap_begun) was called:
    /// one of them moved, changed or was removed. `other` may be gone by now. While one of them is on a level that is not
    /// current, nothing ends.
    #[doc(alias("area_exited", "body_exited", "trigger_exit"))]
    fn overlap_ended(&mut self, other: ObjectId, cx: &mut Context<'_>) {
        let _ = other;
        cx.note_missing(Any::type_id(&*self), Hooks::OVERLAP_ENDED);
    }

    /// A move took the object's box wholly outside the world. Not called again while it stays outside.
    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.note_missing(Any::type_id(&*self), Hooks::OUT_OF_BOUNDS);
    }

    /// The value of a widget changes.
    fn hud(&mut self, event: &HudEvent, cx: &mut Context<'_>) {
        let _ = event;
        cx.note_missing(Any::type_id(&*self), Hooks::HUD);
    }

    /// The current level is about to be left, at the end of this step: everything is still as it was. For objects of
    /// that level and persistent ones.
    #[doc(alias = "exit_tree")]
    fn level_left(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        let _ = change;
        cx.note_missing(Any::type_id(&*self), Hooks::LEVEL_LEFT);
    }

    /// Another level has become current, at the end of this step and before it is first drawn: what is spawned, removed
    /// and drawn here is as it should be in the first picture, for which [`draw`](Behavior::draw) is called next. For objects of that level and persistent ones.
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
    #[doc(alias = "enter_tree")]
    fn level_entered(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        let _ = change;
        cx.note_missing(Any::type_id(&*self), Hooks::LEVEL_ENTERED);
    }

    /// Receives an event of the game's own: one sent to the object, or one sent to all of a type among
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
        let _ = event;
        cx.note_missing(Any::type_id(&*self), Hooks::EVENT);
    }

    /// Returns the types of the game's own events that it receives when they are sent to all. Asked once, when it is
    /// attached. Defaults to none; events sent to its object reach it anyway.
    fn subscriptions(&self) -> EventTypes {
        EventTypes::default()
    }

    /// Called when it has just been attached. What it attaches here may attach further behaviours, up to 64 deep.
    #[doc(alias = "ready")]
    #[doc(alias = "init")]
    fn attached(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// The last callback when the object is removed. It runs exactly once, even if the object is disabled. It does not
    /// run if this behaviour was detached before, or panicked.
    fn removed(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// Another component, behaviour or group of the object was added. A new behaviour is notified of all that are
    /// there, in order, and from then on of each that is added. Those in a group are notified of one another, and of
    /// none outside.
    fn component_added(&mut self, component: &ComponentInfo, cx: &mut Context<'_>) {
        let _ = (component, cx);
    }

    /// Another component, behaviour or group of the object was removed. A detached behaviour is notified of all that
    /// stay, as they are of it. Those that are removed together, with their group or with the object, are not notified
    /// of one another.
    fn component_removed(&mut self, component: &ComponentInfo, cx: &mut Context<'_>) {
        let _ = (component, cx);
    }

    /// The last callback when the behaviour was detached, instead of `removed`.
    fn detached(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// Returns the bytes that a copy of this behaviour allocates beside its own size: the contents of its vectors, texts and maps. They
    /// count towards the [budget of rewinding](crate::app::App::rewind), which keeps copies of the world. Defaults to 0.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Adds to the world's checksum whatever of this behaviour can affect a later step. Adds nothing by default:
    /// implement it for behaviours with state.
    fn checksum(&self, sum: &mut Checksum) {
        let _ = sum;
    }
}

// A trait of its own: `Clone` returns `Self`, and so cannot be called on a `dyn Behavior`.
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
