//! What a list can hold: a spark, a ball, another list, the id of an object.

use super::Context;
use super::list::EntityList;
use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;

/// Something short-lived that a game keeps in an [`EntityList`]. Every hook does nothing unless it is written.
///
/// Its life: `added` once, then `update` and `draw` as often as the list's owner calls them, then `expired` once.
/// Neither is called again once [`is_expired`](Self::is_expired) has answered true.
pub trait Entity {
    /// A list has just taken it.
    fn added(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// A step passes. How much time that is for things at an altitude tells
    /// [`layer_time`](Context::layer_time).
    fn update(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// Draws what it looks like until the next step, for example by
    /// [`draw_instance`](Context::draw_instance).
    fn draw(&self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// Whether its time is over. Must follow from the entity and the world alone, and stay true once it is.
    fn is_expired(&self, cx: &Context<'_>) -> bool;

    /// It leaves its list: the last callback, which runs exactly once.
    fn expired(&mut self, cx: &mut Context<'_>) {
        let _ = cx;
    }

    /// Adds to the checksum whatever of it can affect a later step. Nothing, unless it is written: do so where the
    /// list is part of a behaviour or component.
    fn checksum(&self, sum: &mut Checksum) {
        let _ = sum;
    }
}

/// A list within a list. When it expires, so does everything in it.
impl<T: Entity> Entity for EntityList<T> {
    fn update(&mut self, cx: &mut Context<'_>) {
        Self::update(self, cx);
    }

    fn draw(&self, cx: &mut Context<'_>) {
        Self::draw(self, cx);
    }

    fn is_expired(&self, _: &Context<'_>) -> bool {
        Self::is_expired(self)
    }

    fn expired(&mut self, cx: &mut Context<'_>) {
        self.clear(cx);
    }

    fn checksum(&self, sum: &mut Checksum) {
        Self::checksum(self, sum);
    }
}

/// A group of objects, which forgets those that are gone. When it is cleared or expires, its objects are removed.
impl Entity for ObjectId {
    fn is_expired(&self, cx: &Context<'_>) -> bool {
        cx.world
            .slots
            .get(*self)
            .is_none_or(|body| body.pending_despawn)
    }

    fn expired(&mut self, cx: &mut Context<'_>) {
        cx.world.remove(*self);
    }

    fn checksum(&self, sum: &mut Checksum) {
        sum.u32(self.slot_number());
        sum.u32(self.generation());
    }
}
