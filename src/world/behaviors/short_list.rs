//! A list that stores a single value in place. Reading that value needs no second access to memory.

use core::ops::{Deref, DerefMut};
use core::slice;

use crate::base::checksum::{Checksum, ChecksumWriter};

/// A list that allocates nothing for a single value.
#[derive(Clone, Debug, Default)]
pub(crate) enum ShortList<T> {
    #[default]
    Empty,
    One(T),
    Many(Vec<T>),
}

impl<T> ShortList<T> {
    pub(crate) fn push(&mut self, value: T) {
        *self = match core::mem::take(self) {
            Self::Empty => Self::One(value),
            Self::One(first) => Self::Many(vec![first, value]),
            Self::Many(mut list) => {
                list.push(value);
                Self::Many(list)
            }
        };
    }

    /// Returns the bytes that a copy allocates.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Empty | Self::One(_) => 0,
            Self::Many(list) => size_of_val(&**list),
        }
    }

    /// Removes the value at an index.
    ///
    /// # Panics
    /// If there is no such value.
    pub(crate) fn remove(&mut self, at: usize) -> T {
        match core::mem::take(self) {
            Self::One(only) if at == 0 => only,
            Self::Many(mut list) => {
                let removed = list.remove(at);
                *self = Self::Many(list);
                removed
            }
            _ => panic!("no value at {at}"),
        }
    }
}

impl<T> Deref for ShortList<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Empty => &[],
            Self::One(only) => slice::from_ref(only),
            Self::Many(list) => list,
        }
    }
}

impl<T> DerefMut for ShortList<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::Empty => &mut [],
            Self::One(only) => slice::from_mut(only),
            Self::Many(list) => list,
        }
    }
}

impl<T: Checksum> Checksum for ShortList<T> {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.list(self.iter());
    }
}

#[cfg(test)]
mod tests {
    use super::ShortList;

    #[test]
    fn a_short_list_is_a_list() {
        let mut list = ShortList::default();
        let mut vec = Vec::new();
        // `None` pushes a value; `Some` removes the value at that index.
        for deed in [
            None,
            Some(0),
            None,
            None,
            None,
            Some(1),
            Some(0),
            Some(0),
            None,
            None,
            Some(1),
            None,
        ] {
            match deed {
                None => {
                    list.push(vec.len());
                    vec.push(vec.len());
                }
                Some(at) => assert_eq!(list.remove(at), vec.remove(at)),
            }
            assert_eq!(&*list, &*vec);
            list.iter_mut().for_each(|value| *value += 10);
            vec.iter_mut().for_each(|value| *value += 10);
        }
    }
}
