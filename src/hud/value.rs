//! The value that a widget shows after its label: a number or a text.

use std::borrow::Cow;

use crate::base::checksum::summed;

/// The value of a widget. Numbers and texts convert to it. Defaults to the number 0.
///
/// ```
/// use damselfly::hud::WidgetValue;
///
/// assert_eq!(WidgetValue::from(10).number(), Some(10));
/// assert_eq!(WidgetValue::from("Laser").text(), Some("Laser"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WidgetValue {
    /// A number in units of the game.
    Number(i64),
    /// A text. Line feeds start new lines.
    Text(Cow<'static, str>),
}

summed!(enum WidgetValue: 0 Number(number), 1 Text(text));

impl WidgetValue {
    /// Returns the number, in units of the game. `None` for a text.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
        }
    }

    /// Returns the text. `None` for a number.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Text(text) => Some(text),
        }
    }

    /// Assigns another value. Returns whether the value changed.
    pub(super) fn assign(&mut self, new: &Self) -> bool {
        if self == new {
            return false;
        }
        match (&mut *self, new) {
            // Reuses the old text's memory, so that a text that changes in every step does not allocate here.
            (Self::Text(Cow::Owned(old)), Self::Text(new)) => {
                old.clear();
                old.push_str(new);
            }
            (old, new) => old.clone_from(new),
        }
        true
    }
}

impl Default for WidgetValue {
    fn default() -> Self {
        Self::Number(0)
    }
}

/// Implements the conversion of number types that fit into an `i64`.
macro_rules! value_from {
    ($($number:ty),+) => {
        $(impl From<$number> for WidgetValue {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        })+
    };
}
value_from!(i8, i16, i32, i64, u8, u16, u32);

impl From<usize> for WidgetValue {
    /// Saturates at the maximum of `i64`.
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u64> for WidgetValue {
    /// Saturates at the maximum of `i64`.
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&'static str> for WidgetValue {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for WidgetValue {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<Cow<'static, str>> for WidgetValue {
    fn from(text: Cow<'static, str>) -> Self {
        Self::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assigning_replaces_a_value() {
        let values: [WidgetValue; 6] = [
            1.into(),
            2.into(),
            "one".into(),
            String::from("one").into(),
            String::from("two").into(),
            "".into(),
        ];
        for old in &values {
            for new in &values {
                let mut value = old.clone();
                assert_eq!(value.assign(new), old != new);
                assert_eq!(value, *new);
            }
        }
    }

    #[test]
    fn numbers_too_large_for_a_value_become_the_largest() {
        assert_eq!(WidgetValue::from(u64::MAX).number(), Some(i64::MAX));
        assert_eq!(WidgetValue::from(7_usize).number(), Some(7));
    }
}
