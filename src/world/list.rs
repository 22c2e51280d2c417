//! Lists of short-lived things: dense, pruned in one pass, nested at will.
//!
//! A list belongs to a behaviour, which updates and draws it; it is a plain value, so it is copied and restored with
//! the world. Here are no ids: an index is good until the list next changes. What collides, plays or is told of
//! events is an object, and a list can hold its id.

use super::Context;
use super::entity::Entity;
use crate::base::checksum::Checksum;

/// What becomes of the gaps that expired entities leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// The rest moves up: the order of adding is kept, and with it the painting order. The default.
    #[default]
    Order,
    /// The last one takes the place: quicker where few of many expire, and the order is lost.
    Swap,
}

/// When a list gives memory back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shrink {
    /// Less than this part of the capacity is used, in percent. Above 50 it would grow again soon; 25 is usual.
    pub below_percent: u8,
    /// In so many updates on end.
    pub updates: u32,
}

/// How a list behaves. Take what you need and leave the rest to the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListSettings {
    /// What becomes of gaps. The order is kept at first.
    pub keep: Keep,
    /// It takes no more than this many. No limit at first.
    pub maximum: usize,
    /// When it gives memory back, down to twice of what is used. Never at first.
    pub shrink: Option<Shrink>,
    /// Whether it expires, for the list that it is in, when nothing is left in it: fill it before you add it. False
    /// at first.
    pub expires_when_empty: bool,
}

impl Default for ListSettings {
    fn default() -> Self {
        Self {
            keep: Keep::default(),
            maximum: usize::MAX,
            shrink: None,
            expires_when_empty: false,
        }
    }
}

/// A list of short-lived things, and itself one: lists nest.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::world::{Entity, EntityList};
/// #[derive(Clone)]
/// struct Spark { place: Vec2, steps_left: u8 }
///
/// impl Entity for Spark {
///     fn update(&mut self, _: &mut Context<'_>) {
///         self.place.y += 0.5;
///         self.steps_left -= 1;
///     }
///     fn draw(&self, cx: &mut Context<'_>) {
///         cx.draw_char(2, self.place, '*', Color::YELLOW);
///     }
///     fn is_expired(&self, _: &Context<'_>) -> bool {
///         self.steps_left == 0
///     }
/// }
///
/// #[derive(Clone, Default)]
/// struct Fireworks { sparks: EntityList<Spark> }
///
/// impl Behavior for Fireworks {
///     fn on_event(&mut self, _: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
///         if let Event::Step = event {
///             self.sparks.add_many(3, cx, |_, cx| Spark {
///                 place: vec2(cx.world.random().range_f32(0.0..80.0), 0.0),
///                 steps_left: 48,
///             });
///             self.sparks.update(cx);
///             self.sparks.draw(cx);
///         }
///         Handled::No
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct EntityList<T> {
    /// How it behaves: may be changed at any time.
    pub settings: ListSettings,
    entities: Vec<T>,
    expired: bool,
    /// Updates on end in which little of the capacity was used.
    roomy: u32,
}

impl<T> Default for EntityList<T> {
    /// An empty list that keeps the order, without a limit.
    fn default() -> Self {
        Self::with(ListSettings::default())
    }
}

impl<T> EntityList<T> {
    /// An empty list that keeps what is asked for, without a limit.
    pub fn new(keep: Keep) -> Self {
        Self::with(ListSettings {
            keep,
            ..ListSettings::default()
        })
    }

    /// An empty list with these settings.
    pub const fn with(settings: ListSettings) -> Self {
        Self {
            settings,
            entities: Vec::new(),
            expired: false,
            roomy: 0,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// How many there is memory for.
    pub fn capacity(&self) -> usize {
        self.entities.capacity()
    }

    /// How many more it would take.
    pub fn room(&self) -> usize {
        if self.expired {
            return 0;
        }
        self.settings.maximum.saturating_sub(self.len())
    }

    /// The one at an index, counted from 0.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.entities.get(index)
    }

    /// The one at an index, to change.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.entities.get_mut(index)
    }

    /// All of them, in order.
    pub fn as_slice(&self) -> &[T] {
        &self.entities
    }

    /// All of them, to change in one tight loop.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.entities
    }

    /// All of them, in order.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.entities.iter()
    }

    /// All of them, to change, in order.
    pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T> {
        self.entities.iter_mut()
    }

    /// Makes memory for this many more, but no more than its maximum.
    pub fn reserve(&mut self, more: usize) {
        let wanted = self.len().saturating_add(more).min(self.settings.maximum);
        self.entities
            .reserve_exact(wanted.saturating_sub(self.len()));
    }

    /// Ends the list: it takes no more, and whatever is in it expires with the next update, its own or that of the
    /// list it is in.
    pub fn expire(&mut self) {
        self.expired = true;
    }

    /// Whether it was ended, or is empty where that ends it.
    pub fn is_expired(&self) -> bool {
        self.expired || self.settings.expires_when_empty && self.is_empty()
    }

    /// Makes memory for one more. As a vector grows, but never past the maximum.
    fn grow(&mut self) {
        if self.len() == self.capacity() {
            self.reserve(self.len().max(4));
        }
    }

    /// Gives memory back that was not used for long.
    fn shrink(&mut self) {
        let Some(shrink) = self.settings.shrink else {
            return;
        };
        let least = self.capacity() as u128 * u128::from(shrink.below_percent);
        if self.len() as u128 * 100 >= least {
            self.roomy = 0;
            return;
        }
        self.roomy += 1;
        if self.roomy >= shrink.updates {
            self.roomy = 0;
            self.entities.shrink_to(self.len() * 2);
        }
    }
}

impl<T: Entity> EntityList<T> {
    /// Adds one at the end. Answers whether it was taken.
    pub fn add(&mut self, entity: T, cx: &mut Context<'_>) -> bool {
        let taken = self.room() > 0;
        if taken {
            self.take(entity, cx);
        }
        taken
    }

    /// Adds several at the end, in order. Answers how many were taken; the rest is not asked for.
    pub fn add_all(
        &mut self,
        entities: impl IntoIterator<Item = T>,
        cx: &mut Context<'_>,
    ) -> usize {
        let before = self.len();
        let entities = entities.into_iter().take(self.room());
        self.reserve(entities.size_hint().0);
        for entity in entities {
            self.take(entity, cx);
        }
        self.len() - before
    }

    /// Adds this many at the end, each as `make` has it, which is told their numbers from 0. Answers how many were
    /// taken; the rest is not made.
    pub fn add_many(
        &mut self,
        count: usize,
        cx: &mut Context<'_>,
        mut make: impl FnMut(usize, &mut Context<'_>) -> T,
    ) -> usize {
        let taken = count.min(self.room());
        if self.capacity() - self.len() < taken {
            self.reserve(taken.max(self.len()));
        }
        for number in 0..taken {
            let entity = make(number, cx);
            self.take(entity, cx);
        }
        taken
    }

    fn take(&mut self, mut entity: T, cx: &mut Context<'_>) {
        entity.added(cx);
        self.grow();
        self.entities.push(entity);
    }

    /// A step passes for all of them, in order; then those whose time is over leave, in order, in one pass.
    pub fn update(&mut self, cx: &mut Context<'_>) {
        if self.expired {
            self.clear(cx);
        }
        for entity in &mut self.entities {
            if !entity.is_expired(cx) {
                entity.update(cx);
            }
        }
        self.prune(cx);
        self.shrink();
    }

    /// Draws all of them, in order.
    pub fn draw(&self, cx: &mut Context<'_>) {
        if self.expired {
            return;
        }
        for entity in &self.entities {
            if !entity.is_expired(cx) {
                entity.draw(cx);
            }
        }
    }

    /// Lets go of those whose time is over, in one pass. An update does so itself. Answers how many those were.
    pub fn prune(&mut self, cx: &mut Context<'_>) -> usize {
        let before = self.len();
        match self.settings.keep {
            Keep::Order => self.entities.retain_mut(|entity| {
                let over = entity.is_expired(cx);
                if over {
                    entity.expired(cx);
                }
                !over
            }),
            Keep::Swap => {
                let mut at = 0;
                while at < self.entities.len() {
                    if self.entities[at].is_expired(cx) {
                        self.entities.swap_remove(at).expired(cx);
                    } else {
                        at += 1;
                    }
                }
            }
        }
        before - self.len()
    }

    /// Lets go of all of them, in order: each hears that it is over. Keeps the memory.
    pub fn clear(&mut self, cx: &mut Context<'_>) {
        for mut entity in self.entities.drain(..) {
            entity.expired(cx);
        }
    }

    /// Adds to a checksum everything in it that can affect a later step.
    pub fn checksum(&self, sum: &mut Checksum) {
        sum.bool(self.expired);
        sum.usize(self.len());
        for entity in &self.entities {
            entity.checksum(sum);
        }
    }
}

impl<'a, T> IntoIterator for &'a EntityList<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut EntityList<T> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
