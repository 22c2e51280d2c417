//! Iterators that compile to loops over slices. They own no data: each borrows a table's columns.

use core::iter::{Copied, Zip};
use core::slice;

use crate::base::id::ObjectId;

/// The ids of a table's objects.
pub(super) type Ids<'a> = Copied<slice::Iter<'a, ObjectId>>;

/// A tuple of iterators, which [`Rows`] advances together with the objects' ids.
pub trait SideBySide<'a> {
    /// The iterator of ids, zipped with these iterators one by one: zips of slices share one counter.
    type Zipped;
}

/// Yields the objects' ids together with the items of several columns.
#[derive(Clone, Debug)]
pub struct Rows<'a, T: SideBySide<'a>>(pub(super) T::Zipped);

/// Expands to the type of these iterators, zipped one by one from the left.
macro_rules! zipped {
    ($left:ty;) => { $left };
    ($left:ty; $next:ty $(, $rest:ty)*) => { zipped!(Zip<$left, $next>; $($rest),*) };
}

/// Expands to the pattern that matches an item of such a zip.
macro_rules! item {
    ($left:tt;) => { $left };
    ($left:tt; $next:ident $(, $rest:ident)*) => { item!(($left, $next); $($rest),*) };
}

macro_rules! side_by_side {
    ($($type:ident $item:ident),+) => {
        impl<'a, $($type: Iterator),+> SideBySide<'a> for ($($type,)+) {
            type Zipped = zipped!(Ids<'a>; $($type),+);
        }

        impl<'a, $($type: Iterator),+> Iterator for Rows<'a, ($($type,)+)> {
            type Item = (ObjectId, ($($type::Item,)+));

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let item!(id; $($item),+) = self.0.next()?;
                Some((id, ($($item,)+)))
            }

            #[inline]
            fn nth(&mut self, skip: usize) -> Option<Self::Item> {
                let item!(id; $($item),+) = self.0.nth(skip)?;
                Some((id, ($($item,)+)))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }

            // `for_each` and `sum` call this. The default would call `next`, which checks for the end at each item.
            #[inline]
            fn fold<R, Each: FnMut(R, Self::Item) -> R>(self, start: R, mut each: Each) -> R {
                self.0.fold(start, |so_far, item!(id; $($item),+)| each(so_far, (id, ($($item,)+))))
            }
        }
    };
}

side_by_side!(A a, B b);
side_by_side!(A a, B b, C c);
side_by_side!(A a, B b, C c, D d);
side_by_side!(A a, B b, C c, D d, E e);
side_by_side!(A a, B b, C c, D d, E e, F f);
side_by_side!(A a, B b, C c, D d, E e, F f, G g);
side_by_side!(A a, B b, C c, D d, E e, F f, G g, H h);

/// Yields the items of several iterators, one iterator after the other. Unlike `flatten`, it can only be read from the
/// front, which saves checks at each item.
#[derive(Clone, Debug)]
pub(super) struct InTurn<O, I> {
    outer: O,
    inner: Option<I>,
}

impl<O: Iterator<Item = I>, I: Iterator> InTurn<O, I> {
    pub(super) fn new(mut outer: O) -> Self {
        let inner = outer.next();
        Self { outer, inner }
    }
}

impl<O: Iterator<Item = I>, I: Iterator> Iterator for InTurn<O, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        loop {
            if let Some(item) = self.inner.as_mut()?.next() {
                return Some(item);
            }
            self.inner = self.outer.next();
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let first = self.inner.as_ref().map_or(0, |inner| inner.size_hint().0);
        (first, None)
    }

    #[inline]
    fn fold<R, F: FnMut(R, I::Item) -> R>(self, start: R, mut each: F) -> R {
        self.inner
            .into_iter()
            .chain(self.outer)
            .fold(start, |so_far, inner| inner.fold(so_far, &mut each))
    }
}
