//! On which of the world's levels a widget is shown.

use core::ops::{Range, RangeInclusive};

use crate::base::checksum::summed;
use crate::base::level::is_current;

/// The levels on which a widget is shown and takes input. Numbers, ranges and arrays of levels convert to it.
///
/// Level 0 stands for every level, as for objects; so does a range or a list that contains it.
///
/// ```
/// use damselfly::hud::WidgetLevels;
///
/// assert!(WidgetLevels::from(2..=4).contains(3));
/// assert!(!WidgetLevels::from([1, 5]).contains(3));
/// assert!(WidgetLevels::from(0).contains(3));
/// assert_eq!(WidgetLevels::default(), WidgetLevels::All);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WidgetLevels {
    /// Every level. The default.
    #[default]
    All,
    /// From one level to another. No default: the variant is chosen.
    Range {
        /// The number of the first level, from 0 to 65 535. No default.
        first: u16,
        /// The number of the last level, from 0 to 65 535; below that of the first, there is none. No default.
        last: u16,
    },
    /// The levels with these indices, each from 0 to 65 535, as level 2; higher ones than there are mean none. No default.
    List(Vec<u16>),
}

summed!(enum WidgetLevels: 0 All, 1 Range { first, last }, 2 List(list));

impl WidgetLevels {
    /// Returns whether the level of this number is one of them.
    pub fn contains(&self, level: u16) -> bool {
        match self {
            Self::All => true,
            Self::Range { first, last } => {
                let range = *first..=*last;
                range.contains(&0) || range.contains(&level)
            }
            Self::List(list) => list.iter().any(|&listed| is_current(listed, level)),
        }
    }
}

impl From<u16> for WidgetLevels {
    fn from(level: u16) -> Self {
        match level {
            0 => Self::All,
            level => (level..=level).into(),
        }
    }
}

impl From<RangeInclusive<u16>> for WidgetLevels {
    fn from(range: RangeInclusive<u16>) -> Self {
        let (first, last) = range.into_inner();
        Self::Range { first, last }
    }
}

impl From<Range<u16>> for WidgetLevels {
    fn from(range: Range<u16>) -> Self {
        match range.end.checked_sub(1) {
            Some(last) => (range.start..=last).into(),
            None => Self::List(Vec::new()),
        }
    }
}

impl From<Vec<u16>> for WidgetLevels {
    fn from(levels: Vec<u16>) -> Self {
        Self::List(levels)
    }
}

impl<const N: usize> From<[u16; N]> for WidgetLevels {
    fn from(levels: [u16; N]) -> Self {
        Self::List(levels.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn levels_are_those_of_the_range_or_list_and_all_with_level_0(
            first in 0..6_u16, last in 0..6_u16, list in prop::collection::vec(0..6_u16, 0..4), level in 0..6_u16,
        ) {
            let is_in = |mut levels: Box<dyn Iterator<Item = u16>>| levels.any(|listed| listed == 0 || listed == level);
            prop_assert_eq!(WidgetLevels::from(first..=last).contains(level), is_in(Box::new(first..=last)));
            prop_assert_eq!(WidgetLevels::from(first..last).contains(level), is_in(Box::new(first..last)));
            prop_assert_eq!(WidgetLevels::from(first).contains(level), is_in(Box::new([first].into_iter())));
            prop_assert_eq!(WidgetLevels::from(list.clone()).contains(level), is_in(Box::new(list.into_iter())));
        }
    }
}
