//! The levels on which a widget is visible.

use core::ops::RangeInclusive;

use crate::base::checksum::summed;
use crate::base::level::is_current;

/// The levels on which a widget is visible and takes input. Numbers, ranges and arrays of levels convert to it.
///
/// Level 0 stands for every level, as for objects. So does a range or a list that contains 0.
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
    /// A range of levels. Never a default.
    Range {
        /// First level, from 0 to 65 535. Has no default.
        first: u16,
        /// Last level, from 0 to 65 535. The range is empty if it is below the first. Has no default.
        last: u16,
    },
    /// These levels, each from 0 to 65 535. Levels that do not exist have no effect. Has no default.
    List(Vec<u16>),
}

summed!(enum WidgetLevels: 0 All, 1 Range { first, last }, 2 List(list));

impl WidgetLevels {
    /// Returns whether it includes a level.
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
        fn ranges_and_lists_contain_their_levels_and_all_with_level_0(
            first in 0..6_u16, last in 0..6_u16, list in prop::collection::vec(0..6_u16, 0..4), level in 0..6_u16,
        ) {
            let is_in = |mut levels: Box<dyn Iterator<Item = u16>>| levels.any(|listed| listed == 0 || listed == level);
            prop_assert_eq!(WidgetLevels::from(first..=last).contains(level), is_in(Box::new(first..=last)));
            prop_assert_eq!(WidgetLevels::from(first).contains(level), is_in(Box::new([first].into_iter())));
            prop_assert_eq!(WidgetLevels::List(list.clone()).contains(level), is_in(Box::new(list.into_iter())));
        }
    }
}
