//! Values that change over a life: one to four stops at equal distances.

/// Largest number of stops.
const MOST: usize = 4;

/// A value that changes over a life, in straight lines between stops at equal distances: the first stop is at the
/// birth, the last one at the end. Converts from a single value, which stays the same, or from an array of one to four
/// stops.
///
/// ```
/// use damselfly::Color;
/// use damselfly::scene::OverLife;
///
/// let size: OverLife<f32> = 2.0.into();
/// assert_eq!(size.stops(), [2.0]);
/// let fire: OverLife<Color> = [Color::WHITE, Color::YELLOW, Color::RED.with_alpha(0)].into();
/// assert_eq!(fire.stops().len(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverLife<T> {
    /// Unused entries repeat the last stop, so that equal values compare as equal.
    stops: [T; MOST],
    /// Number of stops, 1 to `MOST`.
    count: u8,
}

impl<T: Copy> OverLife<T> {
    fn new<const COUNT: usize>(stops: [T; COUNT]) -> Self {
        const { assert!(COUNT >= 1 && COUNT <= MOST) };
        #[expect(clippy::cast_possible_truncation, reason = "at most `MOST`")]
        Self {
            stops: core::array::from_fn(|index| stops[index.min(COUNT - 1)]),
            count: COUNT as u8,
        }
    }

    /// Returns the one to four stops. The first one is the value at birth.
    pub fn stops(&self) -> &[T] {
        &self.stops[..usize::from(self.count)]
    }

    /// Returns the two stops around a moment of the life, 0 to 1, and the fraction between the two.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "held within 0 to 3"
    )]
    pub(super) fn around(&self, moment: f32) -> (T, T, f32) {
        let last = usize::from(self.count - 1);
        let at = moment.clamp(0.0, 1.0) * last as f32;
        let index = (at as usize).min(last);
        let next = (index + 1).min(last);
        (self.stops[index], self.stops[next], at - index as f32)
    }
}

impl<T: Copy> From<T> for OverLife<T> {
    fn from(value: T) -> Self {
        Self::new([value])
    }
}

impl<T: Copy, const COUNT: usize> From<[T; COUNT]> for OverLife<T> {
    fn from(stops: [T; COUNT]) -> Self {
        Self::new(stops)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_are_equally_far_apart_and_the_ends_are_exact() {
        let three = OverLife::from([0.0, 8.0, 2.0]);
        assert_eq!(three.around(0.0), (0.0, 8.0, 0.0));
        assert_eq!(three.around(0.25), (0.0, 8.0, 0.5));
        assert_eq!(three.around(0.5), (8.0, 2.0, 0.0));
        assert_eq!(three.around(1.0), (2.0, 2.0, 0.0));
        // Because of rounding, a moment may be slightly above 1.
        assert_eq!(three.around(1.001), (2.0, 2.0, 0.0));
        assert_eq!(OverLife::from(5).around(0.7), (5, 5, 0.0));
    }

    #[test]
    fn equal_stops_are_equal_values() {
        let of_two = OverLife::<u8>::from([1, 2]);
        assert_eq!(of_two, OverLife::<u8>::from([1, 2]));
        assert_ne!(of_two, OverLife::<u8>::from([1, 2, 2]));
    }
}
