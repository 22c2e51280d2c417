//! Ranges of any number type for random numbers.

use core::ops::{Range, RangeInclusive};

use super::random::Random;

/// A range accepted by [`Random::range`](crate::Random::range): `a..b` or `a..=b`, of any number type.
///
/// Implemented for these types only. The trait is public because it is in that function's signature.
pub trait RandomRange<T> {
    /// Draws a number.
    #[doc(hidden)]
    fn draw_from(self, random: &mut Random) -> T;
}

// Two impls for all types rather than two for each type, so that `let x: f32 = random.range(0.0..1.0)` infers the
// range's type.
impl<T: RandomNumber> RandomRange<T> for Range<T> {
    fn draw_from(self, random: &mut Random) -> T {
        T::draw(random, self.start, self.end)
    }
}

impl<T: RandomNumber> RandomRange<T> for RangeInclusive<T> {
    fn draw_from(self, random: &mut Random) -> T {
        let (start, end) = self.into_inner();
        T::draw_inclusive(random, start, end)
    }
}

/// A number type in whose ranges [`Random`] can draw.
#[doc(hidden)]
pub trait RandomNumber: Copy {
    /// Returns a number from `start` to `end` (excluded). `start` if the range is empty.
    fn draw(random: &mut Random, start: Self, end: Self) -> Self;

    /// Returns a number from `start` to `end` (included).
    fn draw_inclusive(random: &mut Random, start: Self, end: Self) -> Self;
}

/// Implements [`RandomNumber`] for an integer type, given its unsigned type.
macro_rules! whole_number {
    ($($number:ty, $unsigned:ty;)*) => {$(
        #[expect(clippy::allow_attributes, reason = "not every type needs all of these casts")]
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "distances and sums wrap around, and are below the range's length"
        )]
        impl RandomNumber for $number {
            fn draw(random: &mut Random, start: Self, end: Self) -> Self {
                if start >= end {
                    return start;
                }
                // The unsigned type holds every distance.
                let span = end.wrapping_sub(start) as $unsigned;
                start.wrapping_add(random.below_u64(span as u64) as Self)
            }

            fn draw_inclusive(random: &mut Random, start: Self, end: Self) -> Self {
                if start > end {
                    return start;
                }
                let last = end.wrapping_sub(start) as $unsigned as u64;
                let above = match last.checked_add(1) {
                    Some(span) => random.below_u64(span),
                    // The range contains every number of 64 bits, and its length does not fit into a `u64`.
                    None => random.next_u64(),
                };
                start.wrapping_add(above as Self)
            }
        }
    )*};
}

whole_number! {
    i8, u8;
    i16, u16;
    i32, u32;
    i64, u64;
    isize, usize;
    u8, u8;
    u16, u16;
    u32, u32;
    u64, u64;
    usize, usize;
}

impl RandomNumber for f32 {
    fn draw(random: &mut Random, start: Self, end: Self) -> Self {
        let value = between(start, end, random.fraction());
        // Rounding to 32 bits can reach the end. The comparison is false for NaN and infinity, too.
        if value > start && value < end {
            value
        } else {
            start
        }
    }

    fn draw_inclusive(random: &mut Random, start: Self, end: Self) -> Self {
        // Divides by one less than `draw` does, so that the largest draw gives exactly the end.
        let fraction = (random.next_u32() >> 8) as Self / 16_777_215.0;
        let value = between(start, end, fraction);
        if value > start && value <= end && end.is_finite() {
            value
        } else {
            start
        }
    }
}

/// Interpolates in 64 bits: the difference of two large `f32` would overflow.
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded to nearest, between two f32"
)]
fn between(start: f32, end: f32, fraction: f32) -> f32 {
    let (start, end) = (f64::from(start), f64::from(end));
    (start + (end - start) * f64::from(fraction)) as f32
}

impl RandomNumber for f64 {
    fn draw(random: &mut Random, start: Self, end: Self) -> Self {
        // The mantissa has 53 bits.
        let fraction = (random.next_u64() >> 11) as Self / 9_007_199_254_740_992.0;
        let value = start * (1.0 - fraction) + end * fraction;
        if value > start && value < end {
            value
        } else {
            start
        }
    }

    fn draw_inclusive(random: &mut Random, start: Self, end: Self) -> Self {
        let fraction = (random.next_u64() >> 11) as Self / 9_007_199_254_740_991.0;
        let value = start * (1.0 - fraction) + end * fraction;
        if value > start && value <= end && end.is_finite() {
            value
        } else {
            start
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Debug;
    use proptest::prelude::*;

    /// Draws from 256 seeds, and returns the smallest and the largest number.
    fn extremes<T: PartialOrd + Copy + Debug>(range: impl RandomRange<T> + Clone) -> (T, T) {
        let draw = |seed| Random::new(seed).range(range.clone());
        let first = draw(0);
        (0..256)
            .map(draw)
            .fold((first, first), |(low, high), drawn| {
                let low = if drawn < low { drawn } else { low };
                (low, if drawn > high { drawn } else { high })
            })
    }

    #[test]
    fn every_number_type_draws_from_both_kinds_of_range() {
        assert_eq!(extremes(-2i8..3), (-2, 2));
        assert_eq!(extremes(-2i8..=3), (-2, 3));
        assert_eq!(extremes(2u8..=4), (2, 4));
        assert_eq!(extremes(-2i16..=3), (-2, 3));
        assert_eq!(extremes(7u16..9), (7, 8));
        assert_eq!(extremes(-2i32..=3), (-2, 3));
        assert_eq!(extremes(7u32..9), (7, 8));
        assert_eq!(extremes(i64::MIN..i64::MIN + 3), (i64::MIN, i64::MIN + 2));
        assert_eq!(extremes(u64::MAX - 2..=u64::MAX), (u64::MAX - 2, u64::MAX));
        assert_eq!(extremes(0usize..=1), (0, 1));
        assert_eq!(extremes(-1isize..1), (-1, 0));
        let (low, high) = extremes(-1.0f32..1.0);
        assert!((-1.0..-0.9).contains(&low) && (0.9..1.0).contains(&high));
        let (low, high) = extremes(-1.0f64..=1.0);
        assert!((-1.0..-0.9).contains(&low) && (0.9..=1.0).contains(&high));
        let (low, high) = extremes(-1.0f64..1.0);
        assert!((-1.0..-0.9).contains(&low) && (0.9..1.0).contains(&high));
        let (low, high) = extremes(-1.0f32..=1.0);
        assert!((-1.0..-0.9).contains(&low) && (0.9..=1.0).contains(&high));
        // The end is included: the range has five numbers, and both ends are drawn.
        let end = 1.0 + 4.0 * f32::EPSILON;
        assert_eq!(extremes(1.0..=end), (1.0, end));
        let end = 1.0 + 4.0 * f64::EPSILON;
        assert_eq!(extremes(1.0..=end), (1.0, end));
    }

    #[test]
    fn the_full_range_of_a_type_is_valid() {
        assert_eq!(extremes(i8::MIN..=i8::MAX).0.signum(), -1);
        assert!(extremes(u64::MIN..=u64::MAX).1 > u64::MAX / 2);
        assert!(extremes(i64::MIN..=i64::MAX).0 < 0);
        assert!(extremes(f32::MIN..=f32::MAX).1.is_finite());
        assert!(extremes(f64::MIN..f64::MAX).1.is_finite());
        assert!(extremes(f64::MIN..=f64::MAX).0 < 0.0);
    }

    #[test]
    fn integer_types_draw_the_same_numbers() {
        let mut random = Random::new(7);
        let drawn: [i32; 8] = [(); 8].map(|()| random.range(3..90));
        let mut random = Random::new(7);
        assert_eq!(
            [(); 8].map(|()| random.range(3u8..90)),
            drawn.map(|n| n.to_le_bytes()[0])
        );
        let mut random = Random::new(7);
        assert_eq!(
            [(); 8].map(|()| random.range(3i64..=89)),
            drawn.map(i64::from)
        );
    }

    #[test]
    fn included_ends_are_reached() {
        let mut random = Random::new(1);
        let mut counts = [0u32; 3];
        for _ in 0..30_000 {
            counts[random.range(0usize..=2)] += 1;
        }
        // Five standard deviations of a fair draw are about 408.
        assert!(
            counts.iter().all(|&count| count.abs_diff(10_000) < 408),
            "{counts:?}"
        );
    }

    #[test]
    fn large_limits_favour_no_number() {
        // A draw modulo the limit would be below 2^62 in half of all cases, instead of a third. A product without
        // rejected draws would be a multiple of 3 in half of all cases.
        let mut random = Random::new(1);
        let limit = 3u64 << 62;
        let draws: Vec<u64> = (0..20_000).map(|_| random.range(0..limit)).collect();
        let low = draws.iter().filter(|&&draw| draw < 1 << 62).count();
        let multiples = draws.iter().filter(|&&draw| draw % 3 == 0).count();
        // A third of the draws is expected in each. Five standard deviations are 333.
        assert!(low.abs_diff(6667) < 333, "{low}");
        assert!(multiples.abs_diff(6667) < 333, "{multiples}");
    }

    proptest! {
        #[test]
        fn draws_stay_within_their_range(seed: u64, start: i64, end: i64, from: f64, to: f64, near: f32, far: f32) {
            let mut random = Random::new(seed);
            let whole = random.range(start..end);
            prop_assert!((start..end).contains(&whole) || (start >= end && whole == start));
            let whole = random.range(start..=end);
            prop_assert!((start..=end).contains(&whole) || (start > end && whole == start));
            let real = random.range(from..to);
            prop_assert!((from..to).contains(&real) || (from >= to && real == from));
            let real = random.range(from..=to);
            prop_assert!((from..=to).contains(&real) || (from > to && real == from));
            let real = random.range(near..=far);
            prop_assert!((near..=far).contains(&real) || (near > far && real == near));
        }

        #[test]
        fn small_types_stay_within_their_range(seed: u64, start: u8, end: u8, low: i8, high: i8) {
            let mut random = Random::new(seed);
            let whole = random.range(start..end);
            prop_assert!((start..end).contains(&whole) || (start >= end && whole == start));
            let whole = random.range(low..=high);
            prop_assert!((low..=high).contains(&whole) || (low > high && whole == low));
        }

        #[test]
        fn directions_have_length_1(seed: u64) {
            let mut random = Random::new(seed);
            prop_assert!((random.unit_vector().length() - 1.0).abs() < 1e-6);
            prop_assert!((0.0..core::f32::consts::TAU).contains(&random.angle()));
        }
    }
}
