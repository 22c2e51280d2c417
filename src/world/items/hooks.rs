//! Hooks of lists.

use crate::base::checksum::ChecksumWriter;
use crate::world::Context;

/// Hooks of an [`ItemList`](super::ItemList) itself, in addition to the hooks of its items. A value in the list's field
/// `hooks` implements them. All do nothing by default; `()` has only these defaults.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::world::{Item, ItemList, ListHooks, ListSettings};
/// # #[derive(Clone)]
/// # struct Coin;
/// # impl Item for Coin {
/// #     fn is_expired(&self, _: &Context<'_>) -> bool { true }
/// # }
/// /// Counts the coins that are gone.
/// #[derive(Clone, Default)]
/// struct Tally(u32);
///
/// impl ListHooks<Coin> for Tally {
///     fn expired(&mut self, _: &mut Coin, _: &mut Context<'_>) {
///         self.0 += 1;
///     }
/// }
///
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let mut cx = core.context();
/// let mut coins = ItemList::with_hooks(ListSettings::default(), Tally::default());
/// coins.add(Coin, &mut cx);
/// coins.update(&mut cx);
/// assert_eq!(coins.hooks.0, 1);
/// ```
#[expect(
    unused_variables,
    reason = "parameters of default bodies have their names in the documentation"
)]
pub trait ListHooks<T> {
    /// An item comes into the list, at this index. Its own [`added`](super::Item::added) has run.
    fn added(&mut self, index: usize, item: &mut T, cx: &mut Context<'_>) {}

    /// The list has been updated: these items are left, in order.
    fn updated(&mut self, items: &mut [T], cx: &mut Context<'_>) {}

    /// An item leaves the list, because it has expired or the list is cleared. Its own
    /// [`expired`](super::Item::expired) runs next.
    fn expired(&mut self, item: &mut T, cx: &mut Context<'_>) {}

    /// Adds to the checksum everything in these hooks that can affect a later step. Defaults to adding nothing.
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.leave_out(self);
    }
}

impl<T> ListHooks<T> for () {}
