//! Lists of short-lived items, such as particles and bullets: dense, pruned in one pass, and nested as needed.
//!
//! A list belongs to a behaviour, which updates and draws it. It is a plain value, so it is copied and restored with
//! the world. Items have no ids: an index is valid until the list next changes. Anything that collides or receives
//! events must be an object; a list can hold its id.

use core::ops::{Bound, Deref, DerefMut, RangeBounds};

pub use hooks::ListHooks;
pub use layers::ItemLayers;

use super::Context;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;

mod hooks;
mod layers;

/// How the gaps of expired items are closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// The later items move up: the order of adding is kept, and so is the painting order. The default.
    #[default]
    Order,
    /// The last item fills the gap: faster if few of many expire, but the order is lost.
    Swap,
}

/// When a list releases memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shrink {
    /// Memory is released when less than this percentage of the capacity is used, 0 to 100. Above 50, the list would
    /// soon have to grow again; 25 is usual.
    pub below_percent: u8,
    /// Number of consecutive updates below that percentage after which memory is released.
    pub updates: u32,
}

/// The settings of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListSettings {
    /// How gaps are closed. Defaults to keeping the order.
    pub keep: Keep,
    /// The maximum number of items. Defaults to no limit.
    pub maximum: usize,
    /// When the list releases memory, down to twice the used size. Defaults to never.
    pub shrink: Option<Shrink>,
    /// Whether an empty nested list expires, and is removed from its outer list. Fill it before adding it. Defaults to
    /// false.
    pub expires_when_empty: bool,
}

// `shrink` is left out: when memory is released affects no step.
summed!(ListSettings: keep, maximum, expires_when_empty; not shrink);
summed!(enum Keep: 0 Order, 1 Swap);

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

/// A list of short-lived items. The list is an item too, so that lists can be nested.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::world::{Item, ItemList};
/// #[derive(Clone)]
/// struct Spark { position: Vec2, steps_left: u8 }
///
/// impl Item for Spark {
///     fn update(&mut self, _: &mut Context<'_>) {
///         self.position.y += 0.5;
///         self.steps_left -= 1;
///     }
///     fn draw(&self, cx: &mut Context<'_>) {
///         cx.canvas(2).text(self.position, "*", Color::YELLOW);
///     }
///     fn is_expired(&self, _: &Context<'_>) -> bool {
///         self.steps_left == 0
///     }
/// }
///
/// #[derive(Clone, Default)]
/// struct Fireworks { sparks: ItemList<Spark> }
///
/// impl Behavior for Fireworks {
///     fn step(&mut self, cx: &mut Context<'_>) {
///         self.sparks.add_many(3, cx, |_, cx| Spark {
///             position: vec2(cx.random().range(0.0..80.0), 0.0),
///             steps_left: 48,
///         });
///         self.sparks.update(cx);
///         self.sparks.draw(cx);
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.spawn_with(Object::default(), Fireworks::default());
/// #     Ok(())
/// # })?;
/// # game.steps(100);
/// # let sparks = game.world().behaviors::<Fireworks>().map(|(_, fireworks)| fireworks.sparks.len());
/// # assert_eq!(sparks.sum::<usize>(), 3 * 47);
/// # assert!(game.shows("*"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("pool", "particles", "entity list"))]
pub struct ItemList<T, H = ()> {
    /// Its settings, which may be changed at any time.
    pub settings: ListSettings,
    /// Its own hooks. Defaults to none.
    pub hooks: H,
    items: Vec<T>,
    expired: bool,
    /// Number of consecutive updates in which less than [`Shrink::below_percent`] of the capacity was used.
    roomy: u32,
}

impl<T> Default for ItemList<T> {
    /// Returns an empty list that keeps the order, without a limit.
    fn default() -> Self {
        Self::with(ListSettings::default())
    }
}

/// A list of these items, without a limit. Their [`added`](Item::added) hooks do not run.
impl<T> From<Vec<T>> for ItemList<T> {
    fn from(items: Vec<T>) -> Self {
        Self {
            items,
            ..Self::default()
        }
    }
}

/// A list dereferences to a slice of its items.
impl<T, H> Deref for ItemList<T, H> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T, H> DerefMut for ItemList<T, H> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T> ItemList<T> {
    /// Returns an empty list without a limit. `keep` says how it closes gaps.
    pub fn new(keep: Keep) -> Self {
        Self::with(ListSettings {
            keep,
            ..ListSettings::default()
        })
    }

    /// Returns an empty list with these settings.
    pub const fn with(settings: ListSettings) -> Self {
        Self::with_hooks(settings, ())
    }
}

impl<T, H> ItemList<T, H> {
    /// Returns the bytes that a copy of the list allocates for its items, without memory that the items allocate. For
    /// [`Behavior::heap_bytes`](super::Behavior::heap_bytes).
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.items)
    }

    /// Returns an empty list with these settings and hooks.
    pub const fn with_hooks(settings: ListSettings, hooks: H) -> Self {
        Self {
            settings,
            hooks,
            items: Vec::new(),
            expired: false,
            roomy: 0,
        }
    }

    /// Returns the number of items that there is memory for.
    pub fn capacity(&self) -> usize {
        self.items.capacity()
    }

    /// Returns how many more items fit below the maximum; 0 once the list has ended.
    pub fn room(&self) -> usize {
        if self.expired {
            return 0;
        }
        self.settings.maximum.saturating_sub(self.len())
    }

    /// Reserves memory for this many more items, up to the maximum.
    pub fn reserve(&mut self, more: usize) {
        let wanted = self.len().saturating_add(more).min(self.settings.maximum);
        self.items.reserve_exact(wanted.saturating_sub(self.len()));
    }

    /// Returns the index of the first item for which `matches` returns true.
    pub fn find(&self, matches: impl FnMut(&T) -> bool) -> Option<usize> {
        self.items.iter().position(matches)
    }

    /// Takes an item out of the list, which closes the gap as its settings say. The item's last callback does not run,
    /// and neither do the list's hooks. `None` if the list has no such item.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        (index < self.len()).then(|| match self.settings.keep {
            Keep::Order => self.items.remove(index),
            Keep::Swap => self.items.swap_remove(index),
        })
    }

    /// Takes the items of a range out of the list, in order, like [`remove`](Self::remove). A range that reaches
    /// further than the list ends with it.
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> impl Iterator<Item = T> + '_ {
        let length = self.len();
        let from = match range.start_bound() {
            Bound::Included(&first) => first,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let to = match range.end_bound() {
            Bound::Included(&last) => last.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => length,
        };
        let to = to.min(length);
        self.items.drain(from.min(to)..to)
    }

    /// Ends the list: it accepts no more items, and all its items expire with the next update of it or of its outer
    /// list.
    pub fn expire(&mut self) {
        self.expired = true;
    }

    /// Returns whether it was ended, or is empty and expires when empty.
    pub fn is_expired(&self) -> bool {
        self.expired || self.settings.expires_when_empty && self.is_empty()
    }

    /// Reserves memory for one more item. Grows like a vector, but never past the maximum.
    fn grow(&mut self) {
        if self.len() == self.capacity() {
            self.reserve(self.len().max(4));
        }
    }

    /// Counts consecutive updates with little memory in use, and releases memory after [`Shrink::updates`] of them.
    fn shrink(&mut self) {
        let Some(shrink) = self.settings.shrink else {
            return;
        };
        // The product is computed in 128 bits, because a list of zero-sized items has a capacity of `usize::MAX`.
        let least = self.capacity() as u128 * u128::from(shrink.below_percent);
        if self.len() as u128 * 100 >= least {
            self.roomy = 0;
            return;
        }
        self.roomy += 1;
        if self.roomy >= shrink.updates {
            self.roomy = 0;
            self.items.shrink_to(self.len() * 2);
        }
    }
}

impl<T: Item, H: ListHooks<T>> ItemList<T, H> {
    /// Adds an item at the end. Returns whether the list had room for it.
    pub fn add(&mut self, item: T, cx: &mut Context<'_>) -> bool {
        let taken = self.room() > 0;
        if taken {
            self.take(item, cx);
        }
        taken
    }

    /// Adds this many items at the end. `make` makes each from its number, counted from 0. Returns the number added;
    /// the rest is not made.
    pub fn add_many(
        &mut self,
        count: usize,
        cx: &mut Context<'_>,
        mut make: impl FnMut(usize, &mut Context<'_>) -> T,
    ) -> usize {
        let taken = count.min(self.room());
        // At least doubles the list's room, up to the maximum, so that many small bursts do not copy the items each
        // time.
        if self.capacity() - self.len() < taken {
            self.reserve(taken.max(self.len()));
        }
        for number in 0..taken {
            let item = make(number, cx);
            self.take(item, cx);
        }
        taken
    }

    fn take(&mut self, mut item: T, cx: &mut Context<'_>) {
        item.added(cx);
        self.insert(item, cx);
    }

    fn insert(&mut self, mut item: T, cx: &mut Context<'_>) {
        self.hooks.added(self.items.len(), &mut item, cx);
        self.grow();
        self.items.push(item);
    }

    /// Moves the items for which `select` returns true to the end of another list, in order, as long as it has room.
    /// Returns the number of items moved. They live on, so none of their callbacks run. The other list's hook for added
    /// items runs.
    pub fn move_to<G: ListHooks<T>>(
        &mut self,
        other: &mut ItemList<T, G>,
        cx: &mut Context<'_>,
        mut select: impl FnMut(&T) -> bool,
    ) -> usize {
        let mut room = other.room();
        let moving = self.items.extract_if(.., |item| {
            let goes = room > 0 && select(item);
            room -= usize::from(goes);
            goes
        });
        moving.map(|item| other.insert(item, cx)).count()
    }

    /// Updates every item in order, in one pass that removes expired items: an item that expires leaves the list before
    /// the next one's update.
    pub fn update(&mut self, cx: &mut Context<'_>) {
        if self.expired {
            self.clear(cx);
        }
        // An item may have expired since the last update, for example the id of a removed object.
        self.leave(cx, |item, cx| {
            if !item.is_expired(cx) {
                item.update(cx);
            }
        });
        self.hooks.updated(&mut self.items, cx);
        self.shrink();
    }

    /// Draws all items that have not expired, in order; none once the list has ended.
    pub fn draw(&self, cx: &mut Context<'_>) {
        if self.expired {
            return;
        }
        for item in &self.items {
            if !item.is_expired(cx) {
                item.draw(cx);
            }
        }
    }

    /// Removes expired items in one pass, as every update does. Returns the number removed.
    pub fn prune(&mut self, cx: &mut Context<'_>) -> usize {
        self.leave(cx, |_, _| {})
    }

    /// Calls `act` with every item, and removes each item that has expired after its call. Returns the number removed.
    fn leave(
        &mut self,
        cx: &mut Context<'_>,
        mut act: impl FnMut(&mut T, &mut Context<'_>),
    ) -> usize {
        let Self { items, hooks, .. } = self;
        let before = items.len();
        match self.settings.keep {
            Keep::Order => items.retain_mut(|item| {
                act(item, cx);
                let over = item.is_expired(cx);
                if over {
                    end(item, hooks, cx);
                }
                !over
            }),
            Keep::Swap => {
                let mut at = 0;
                while at < items.len() {
                    act(&mut items[at], cx);
                    if items[at].is_expired(cx) {
                        end(&mut items.swap_remove(at), hooks, cx);
                    } else {
                        at += 1;
                    }
                }
            }
        }
        before - items.len()
    }

    /// Removes all items, in order, each with its `expired` callback. Keeps the memory.
    pub fn clear(&mut self, cx: &mut Context<'_>) {
        for mut item in self.items.drain(..) {
            end(&mut item, &mut self.hooks, cx);
        }
    }
}

fn end<T: Item>(item: &mut T, hooks: &mut impl ListHooks<T>, cx: &mut Context<'_>) {
    hooks.expired(item, cx);
    item.expired(cx);
}

impl<T: Item, H: ListHooks<T>> Checksum for ItemList<T, H> {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (self.settings, self.expired, self.len()).write_checksum(sum);
        self.hooks.checksum(sum);
        for item in &self.items {
            item.checksum(sum);
        }
    }
}

/// A short-lived item of an [`ItemList`]. All hooks except [`is_expired`](Self::is_expired) do nothing by default.
///
/// The hooks are called in this order: `added` once, then `update` and `draw` whenever the list's owner calls them,
/// then `expired` once. `update` and `draw` are not called again once [`is_expired`](Self::is_expired) has returned
/// true.
#[expect(
    unused_variables,
    reason = "parameters of default bodies have their names in the documentation"
)]
pub trait Item {
    /// The item has just been added to a list.
    fn added(&mut self, cx: &mut Context<'_>) {}

    /// Advances the item by a step. [`layer_time`](Context::layer_time) returns the time that passes at an altitude.
    fn update(&mut self, cx: &mut Context<'_>) {}

    /// Draws the item until the next step, for example by [`Canvas::instance`](super::Canvas::instance).
    fn draw(&self, cx: &mut Context<'_>) {}

    /// Returns whether its time is over. The result must follow from the item and the world only, and stay true.
    fn is_expired(&self, cx: &Context<'_>) -> bool;

    /// The item leaves its list, because it has expired or the list is cleared. This is the last callback, and runs
    /// exactly once.
    fn expired(&mut self, cx: &mut Context<'_>) {}

    /// Adds to the checksum everything in this item that can affect a later step. Defaults to adding nothing. Implement
    /// it if the list is part of a behaviour, component or resource.
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.leave_out(self);
    }
}

/// A nested list. When it expires, so do all its items.
impl<T: Item, H: ListHooks<T>> Item for ItemList<T, H> {
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

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// A list of ids is a group of objects. It drops objects that are gone. When it is cleared or expires, its objects are
/// removed.
impl Item for ObjectId {
    fn is_expired(&self, cx: &Context<'_>) -> bool {
        cx.world
            .slots
            .get(*self)
            // An object being removed counts as gone, so that the list drops it in the same step.
            .is_none_or(|found| found.is_leaving)
    }

    fn expired(&mut self, cx: &mut Context<'_>) {
        cx.world.remove(*self);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
