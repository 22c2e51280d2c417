//! Behaviours: code of the game that is attached to objects, and the hooks by which the world calls it.

use core::any::{Any, type_name};
use core::fmt;

use super::ComponentInfo;
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::world::{Context, Event, World};

/// Whether an event was handled. Other objects and behaviours receive it all the same; it only stops
/// delivery along [`World::send_up`] and [`World::send_down`].
///
/// ```
/// # use damselfly::prelude::*;
/// struct Hit;
///
/// #[derive(Clone)]
/// struct Shield;
///
/// impl Behavior for Shield {
///     fn on_event(&mut self, _: ObjectId, event: &Event, _: &mut Context<'_>) -> Handled {
///         match event.get::<Hit>() {
///             Some(Hit) => Handled::Yes, // what is sent up from the shield does not reach the ship
///             None => Handled::No,
///         }
///     }
/// }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let shield = core.context().spawn(Object::default());
/// # core.world.attach(shield, Shield);
/// # let hit = Event::custom(Hit);
/// # assert_eq!(Shield.on_event(shield, &hit, &mut core.context()), Handled::Yes);
/// assert_eq!(Handled::default(), Handled::No);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Handled {
    /// Not handled.
    #[default]
    No,
    /// Handled.
    Yes,
}

/// What an object does. Several behaviours may be attached to one object; each receives the object's events, in the
/// order of attaching.
///
/// An object receives its collisions, [`Event::OutOfBounds`] and events sent to it without a subscription. For
/// everything else it subscribes: see [`World::subscribe`].
///
/// A panic in a behaviour is caught: its object is disabled (it moves no more and receives no more events), and the
/// log names it. When the object is removed, its other behaviours have their last callback; the one that panicked has
/// none, because it may be left half changed.
///
/// The hooks run in a fixed order: `on_event` with [`Event::Step`] before movement, `after` after it,
/// `finish` last of all, and `removed` once, when the object is removed; or `detached` once, when the behaviour alone is.
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone)]
/// struct Shot;
///
/// impl Behavior for Shot {
///     fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
///         match event {
///             Event::Collision(_) | Event::OutOfBounds => {
///                 cx.world.remove(me);
///                 Handled::Yes
///             }
///             _ => Handled::No,
///         }
///     }
/// }
/// ```
#[doc(alias = "script")]
#[doc(alias = "system")]
pub trait Behavior: CloneBehavior + Any + Send {
    // `Send`, because the world lives on the game's thread, and because a job may be given a copy of it.
    /// Receives an event.
    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        let _ = (me, event, cx);
        Handled::No
    }

    /// Called when it has just been attached: the place to subscribe. What it attaches here may attach further
    /// behaviours, up to 64 deep.
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        let _ = (me, world);
    }

    /// Called after everything has moved, for objects subscribed to [`Interest::After`](crate::world::Interest::After).
    fn after(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        let _ = (me, cx);
    }

    /// Called at the end of the step, before removals, for objects subscribed to
    /// [`Interest::Finish`](crate::world::Interest::Finish).
    fn finish(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        let _ = (me, cx);
    }

    /// The last callback when the object is removed. It runs exactly once, even if the object is disabled. It does not
    /// run if this behaviour was detached before, or panicked.
    fn removed(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        let _ = (me, cx);
    }

    /// Another component, behaviour or group of the object was added. A new behaviour is notified of all that are
    /// there, in order, and from then on of each that is added. Those in a group are notified of one another, and of
    /// none outside.
    fn component_added(&mut self, me: ObjectId, component: &ComponentInfo, cx: &mut Context<'_>) {
        let _ = (me, component, cx);
    }

    /// Another component, behaviour or group of the object was removed. A detached behaviour is notified of all that
    /// stay, as they are of it. Those that are removed together, with their group or with the object, are not notified
    /// of one another.
    fn component_removed(&mut self, me: ObjectId, component: &ComponentInfo, cx: &mut Context<'_>) {
        let _ = (me, component, cx);
    }

    /// The last callback when the behaviour was detached, instead of `removed`.
    fn detached(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        let _ = (me, cx);
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
