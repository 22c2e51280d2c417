//! Behaviours: what objects think.

use core::any::{Any, type_name};
use core::fmt;

use super::ComponentInfo;
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::world::{Context, Event, World};

/// Whether an event is dealt with. Other objects and behaviours hear it all the same; it only stops a chain
/// from parent to child or back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Handled {
    /// Not dealt with.
    #[default]
    No,
    /// Dealt with.
    Yes,
}

/// What an object does. Several may be attached to one object; each hears the object's events, in the order
/// in which they were attached.
///
/// An object hears of its collisions, of leaving the world and of events sent to it without asking. For
/// everything else it states its interest: see [`World::subscribe`](crate::world::World::subscribe).
///
/// A panic in a behaviour is caught: its object is disabled (it moves and hears no more), and the log names it. When
/// that goes, its other behaviours have their last callback; the one that panicked has none, as it may be left half
/// changed.
///
/// Its hooks run in a fixed order: `on_event` with [`Event::Step`] before movement, `after` after it,
/// `finish` last of all, and `removed` once, when the object goes; or `detached` once, when it alone goes.
pub trait Behavior: Clone + Send + 'static {
    /// Hears of something.
    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        let _ = (me, event, cx);
        Handled::No
    }

    /// Has just been attached: the place to state interests. What it attaches here may attach further ones, and so on,
    /// 64 deep.
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        let _ = (me, world);
    }

    /// Everything has moved. For objects interested in [`Interest::After`](crate::world::Interest::After).
    fn after(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        let _ = (me, cx);
    }

    /// The step is over but for the removals. For objects interested in
    /// [`Interest::Finish`](crate::world::Interest::Finish).
    fn finish(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        let _ = (me, cx);
    }

    /// The object goes: the last callback, which runs exactly once, of a disabled object too. It does not run if this
    /// behaviour was detached before, or panicked.
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

    /// It has been detached: its last callback, instead of `removed`.
    fn detached(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        let _ = (me, cx);
    }

    /// Adds to the world's checksum whatever of this behaviour can affect a later step. Nothing, unless it is
    /// written: do so for behaviours with state.
    fn checksum(&self, sum: &mut Checksum) {
        let _ = sum;
    }
}

/// A behaviour whose type is forgotten.
pub(crate) trait AnyBehavior: Any + Send {
    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled;
    fn after(&mut self, me: ObjectId, cx: &mut Context<'_>);
    fn finish(&mut self, me: ObjectId, cx: &mut Context<'_>);
    fn removed(&mut self, me: ObjectId, cx: &mut Context<'_>);
    fn component_added(&mut self, me: ObjectId, component: &ComponentInfo, cx: &mut Context<'_>);
    fn component_removed(&mut self, me: ObjectId, component: &ComponentInfo, cx: &mut Context<'_>);
    fn detached(&mut self, me: ObjectId, cx: &mut Context<'_>);
    fn checksum(&self, sum: &mut Checksum);
    fn name(&self) -> &'static str;
    fn boxed_clone(&self) -> Box<dyn AnyBehavior>;
}

impl<B: Behavior> AnyBehavior for B {
    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        Behavior::on_event(self, me, event, cx)
    }

    fn after(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        Behavior::after(self, me, cx);
    }

    fn finish(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        Behavior::finish(self, me, cx);
    }

    fn removed(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        Behavior::removed(self, me, cx);
    }

    fn component_added(&mut self, me: ObjectId, component: &ComponentInfo, cx: &mut Context<'_>) {
        Behavior::component_added(self, me, component, cx);
    }

    fn component_removed(&mut self, me: ObjectId, component: &ComponentInfo, cx: &mut Context<'_>) {
        Behavior::component_removed(self, me, component, cx);
    }

    fn detached(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        Behavior::detached(self, me, cx);
    }

    fn checksum(&self, sum: &mut Checksum) {
        Behavior::checksum(self, sum);
    }

    fn name(&self) -> &'static str {
        type_name::<B>()
    }

    fn boxed_clone(&self) -> Box<dyn AnyBehavior> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn AnyBehavior> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl fmt::Debug for dyn AnyBehavior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
