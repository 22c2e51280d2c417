//! Layers of lists.

use core::ops::{Deref, DerefMut};

use super::{Item, ItemList, ListHooks, ListSettings};
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::world::Context;

/// A list of items for each of a game's layers, for example by altitude. It dereferences to the slice of its lists, in
/// the order of updating and drawing. Its items choose their altitudes when they draw.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::world::{Item, ItemLayers, ListSettings};
/// # #[derive(Clone)]
/// # struct Leaf;
/// # impl Item for Leaf {
/// #     fn is_expired(&self, _: &Context<'_>) -> bool { false }
/// # }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let mut cx = core.context();
/// let mut leaves = ItemLayers::new(3, ListSettings::default());
/// leaves[0].add_many(5, &mut cx, |_, _| Leaf);
/// leaves[2].add(Leaf, &mut cx);
/// leaves[0].clear(&mut cx);
/// assert_eq!(leaves.count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct ItemLayers<T, H = ()>(Vec<ItemList<T, H>>);

impl<T> ItemLayers<T> {
    /// Returns this many empty lists with these settings.
    pub fn new(layers: usize, settings: ListSettings) -> Self {
        (0..layers).map(|_| ItemList::with(settings)).collect()
    }
}

/// Layers of these lists.
impl<T, H> FromIterator<ItemList<T, H>> for ItemLayers<T, H> {
    fn from_iter<I: IntoIterator<Item = ItemList<T, H>>>(lists: I) -> Self {
        Self(lists.into_iter().collect())
    }
}

impl<T, H> Deref for ItemLayers<T, H> {
    type Target = [ItemList<T, H>];

    fn deref(&self) -> &[ItemList<T, H>] {
        &self.0
    }
}

impl<T, H> DerefMut for ItemLayers<T, H> {
    fn deref_mut(&mut self) -> &mut [ItemList<T, H>] {
        &mut self.0
    }
}

impl<T, H> ItemLayers<T, H> {
    /// Returns the number of items in all lists.
    pub fn count(&self) -> usize {
        self.iter().map(|list| list.len()).sum()
    }

    /// Returns the bytes that a copy allocates, as [`ItemList::heap_bytes`] does.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&**self) + self.iter().map(ItemList::heap_bytes).sum::<usize>()
    }
}

impl<T: Item, H: ListHooks<T>> ItemLayers<T, H> {
    /// Updates all lists, in order.
    pub fn update(&mut self, cx: &mut Context<'_>) {
        self.iter_mut().for_each(|list| list.update(cx));
    }

    /// Draws all lists, in order.
    pub fn draw(&self, cx: &mut Context<'_>) {
        self.iter().for_each(|list| list.draw(cx));
    }

    /// Clears all lists. A single one is cleared by its own [`clear`](ItemList::clear).
    pub fn clear(&mut self, cx: &mut Context<'_>) {
        self.iter_mut().for_each(|list| list.clear(cx));
    }
}

impl<T: Item, H: ListHooks<T>> Checksum for ItemLayers<T, H> {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        self.iter().for_each(|list| list.write_checksum(sum));
    }
}
