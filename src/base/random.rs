//! The engine's only source of random numbers: seeded, portable, and stable within a version.

use glam::Vec2;
use rand_pcg::Lcg64Xsh32;
use rand_pcg::rand_core::Rng;
use xxhash_rust::xxh64::xxh64;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::random_range::RandomRange;
use crate::math;

/// Random numbers that depend only on a seed, and are the same on every machine.
///
/// The generator is PCG XSH RR 64/32. Ranges, shuffles and weights are implemented here, so that no update of a
/// dependency changes a replay. Not for secrets.
///
/// ```
/// use damselfly::Random;
///
/// let mut dice = Random::new(7).stream("dice");
/// let rolls: Vec<i32> = (0..100).map(|_| dice.range(1..7)).collect();
/// assert!(rolls.iter().all(|roll| (1..=6).contains(roll)));
/// assert_eq!(rolls[0], Random::new(7).stream("dice").range(1..7));
/// ```
#[doc(alias("RandomNumberGenerator", "rng"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    seed: u64,
    generator: Lcg64Xsh32,
}

impl Random {
    /// Version of all sequences. It increases when any function here returns different numbers for the same seed.
    pub const VERSION: u32 = 1;

    /// Returns the main stream of a seed. Every seed is valid.
    pub fn new(seed: u64) -> Self {
        Self::named(seed, "")
    }

    /// Returns an independent stream, which depends only on this one's seed and the name. Numbers drawn from one do not
    /// affect the other. Nested streams depend on all names along their path.
    #[must_use]
    pub fn stream(&self, name: &str) -> Self {
        Self::named(xxh64(name.as_bytes(), self.seed), name)
    }

    /// Returns the seed of this stream.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn named(seed: u64, name: &str) -> Self {
        // The seed is hashed, because neighbouring seeds would start with similar numbers.
        let state = xxh64(&seed.to_le_bytes(), 0);
        let increment = xxh64(name.as_bytes(), 1);
        Self {
            seed,
            generator: Lcg64Xsh32::new(state, increment),
        }
    }

    /// Returns a number from 0 to 2³² − 1.
    pub fn next_u32(&mut self) -> u32 {
        self.generator.next_u32()
    }

    /// Returns a number from 0 to 2⁶⁴ − 1. Takes two draws, the low half first.
    pub fn next_u64(&mut self) -> u64 {
        let low = u64::from(self.next_u32());
        let high = u64::from(self.next_u32());
        high << 32 | low
    }

    /// Returns a uniformly distributed number from a range of any number type: `a..b` without its end, `a..=b` with it.
    /// Returns the start of an empty range, and of a range with an end that is not finite.
    ///
    /// All integer types draw the same numbers from equal ranges. `f32` has 2²⁴ equal steps between the ends, `f64` has
    /// 2⁵³. The type is inferred from the use of the number, with `i32` and `f64` as Rust's defaults.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::Random;
    /// let mut random = Random::new(7);
    /// let dice = random.range(1..=6);
    /// assert!((1..=6).contains(&dice));
    /// let speed: f32 = random.range(0.5..2.0);
    /// assert!((0.5..2.0).contains(&speed));
    /// // The same seed gives the same numbers.
    /// assert_eq!(Random::new(7).range(1..=6), dice);
    /// ```
    #[doc(alias("gen_range", "random_range", "int_range", "between"))]
    pub fn range<T>(&mut self, range: impl RandomRange<T>) -> T {
        range.draw_from(self)
    }

    /// Returns an angle in radians, from 0 to 2π (excluded).
    pub fn angle(&mut self) -> f32 {
        self.range(0.0..core::f32::consts::TAU)
    }

    /// Returns a unit vector in a uniformly distributed direction, to be multiplied by a speed or a distance in world
    /// units.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::Random;
    /// let mut random = Random::new(7);
    /// let velocity = random.unit_vector() * random.range(0.1..0.5);
    /// assert!(velocity.length() < 0.5);
    /// ```
    #[doc(alias("direction", "random_direction"))]
    pub fn unit_vector(&mut self) -> Vec2 {
        math::from_angle(self.angle())
    }

    /// Returns a uniformly distributed index below `length`. 0 if `length` is 0.
    pub fn index(&mut self, length: usize) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "below `length`, which is a usize"
        )]
        let index = self.below_u64(length as u64) as usize;
        index
    }

    /// Returns true with this probability, 0 to 1. NaN counts as 0.
    pub fn chance(&mut self, probability: f32) -> bool {
        self.fraction() < probability
    }

    /// Returns an index into `weights`, with a probability in proportion to its weight. Returns `None`, and draws
    /// nothing, if all weights are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total = weights.iter().map(|&weight| u64::from(weight)).sum();
        if total == 0 {
            return None;
        }
        let mut rest = self.below_u64(total);
        weights.iter().position(|&weight| {
            let here = rest < u64::from(weight);
            rest = rest.wrapping_sub(weight.into());
            here
        })
    }

    /// Returns −1 or 1, equally likely.
    pub fn sign(&mut self) -> f32 {
        if self.next_u32() & 1 == 0 { -1.0 } else { 1.0 }
    }

    /// Returns one of the items, each equally likely. Returns `None`, and draws nothing, if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.index(items.len()))
    }

    /// Shuffles the items, with all orders equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        // Fisher and Yates: each item is drawn once, from those that are not placed yet.
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Returns a number from 0 to 1 (excluded), in steps of 2⁻²⁴.
    pub(super) fn fraction(&mut self) -> f32 {
        // A float's mantissa has 24 bits: with more, rounding could reach 1.
        (self.next_u32() >> 8) as f32 / 16_777_216.0
    }

    /// Returns a uniformly distributed number below `limit`, which is not 0. Lemire's method: multiplies, and draws
    /// again where some numbers would otherwise be more likely (<https://arxiv.org/abs/1805.10941>).
    #[expect(clippy::cast_possible_truncation, reason = "splits a product")]
    fn below(&mut self, limit: u32) -> u32 {
        let unfair = limit.wrapping_neg() % limit;
        loop {
            let product = u64::from(self.next_u32()) * u64::from(limit);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }

    /// Like [`Random::below`], for 64 bits. Returns 0 and draws nothing if `limit` is 0.
    #[expect(clippy::cast_possible_truncation, reason = "splits a product")]
    pub(super) fn below_u64(&mut self, limit: u64) -> u64 {
        if let Ok(limit) = u32::try_from(limit) {
            return if limit == 0 {
                0
            } else {
                self.below(limit).into()
            };
        }
        let unfair = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(limit);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }
}

impl Checksum for Random {
    /// Adds the state to a checksum: the seed, and the next four draws of a clone.
    fn write_checksum(&self, checksum: &mut ChecksumWriter) {
        // The 64 bits of the generator's state are private, but 128 bits of output identify them.
        let mut next = self.clone();
        checksum.u64(self.seed);
        checksum.u64(next.next_u64());
        checksum.u64(next.next_u64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_numbers_of_version_one_never_change() {
        let mut random = Random::new(1);
        assert_eq!(
            [(); 4].map(|()| random.next_u32()),
            [1_416_167_407, 2_659_162_333, 2_312_798_533, 1_394_611_361]
        );
        assert_eq!(random.next_u64(), 16_348_350_158_471_994_893);
        assert_eq!(
            [(); 8].map(|()| random.range(-3..4)),
            [0, 3, 1, 2, 1, -3, -1, 0]
        );
        assert_eq!(
            [(); 2].map(|()| random.range(-1.0_f32..1.0)),
            [0.934_289_1, 0.244_521_02]
        );
        let chances = [false, true, false, false, false, false, false, true];
        assert_eq!([(); 8].map(|()| random.chance(0.5)), chances);
        assert_eq!(
            [(); 8].map(|()| random.weighted(&[1, 0, 3])),
            [2, 0, 2, 2, 0, 0, 0, 2].map(Some)
        );
        let signs = [1.0, 1.0, -1.0, -1.0];
        assert_eq!([(); 4].map(|()| random.sign()), signs);
        let mut items = [0, 1, 2, 3, 4, 5];
        random.shuffle(&mut items);
        assert_eq!(items, [1, 4, 5, 2, 0, 3]);
        assert_eq!(random.stream("stars").next_u32(), 1_355_008_080);
    }

    #[test]
    fn a_stream_depends_on_seed_and_name_only() {
        let mut random = Random::new(7);
        let before = random.stream("stars");
        random.next_u64();
        assert_eq!(random.stream("stars"), before);
        assert_ne!(random.stream("dust"), before);
        assert_ne!(Random::new(8).stream("stars"), before);
        assert_ne!(before.stream("stars"), before);
        assert_ne!(random.stream(""), Random::new(7));
    }

    #[test]
    fn neighbouring_seeds_start_differently() {
        let mut firsts: Vec<_> = (0..1000).map(|seed| Random::new(seed).next_u32()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 1000);
    }

    #[test]
    fn every_number_of_a_range_is_equally_likely() {
        let mut random = Random::new(3);
        let mut counts = [0i32; 7];
        for _ in 0..70_000 {
            let drawn: i32 = random.range(-3..4);
            counts[usize::try_from(drawn + 3).unwrap()] += 1;
        }
        // Five standard deviations of a fair draw are about 463.
        assert!(
            counts.iter().all(|count| (count - 10_000).abs() < 463),
            "{counts:?}"
        );
    }

    #[test]
    fn empty_and_infinite_ranges_give_their_start() {
        let mut random = Random::new(1);
        #[expect(clippy::reversed_empty_ranges, reason = "what this is about")]
        let reversed = 5..2;
        assert_eq!(random.range(reversed), 5);
        assert_eq!(random.range(5..5), 5);
        assert_eq!(random.range(2.0_f32..2.0), 2.0);
        assert_eq!(random.range(2.0..f32::NAN), 2.0);
        assert_eq!(random.range(2.0..f32::INFINITY), 2.0);
        assert_eq!(random.range(2.0..=f64::INFINITY), 2.0);
        assert_eq!(random.range(2.0_f64..=1.0), 2.0);
        assert_eq!(random.range(2.0_f32..=2.0), 2.0);
        #[expect(clippy::reversed_empty_ranges, reason = "what this is about")]
        let reversed = 5u8..=2;
        assert_eq!(random.range(reversed), 5);
        assert_eq!(random.index(0), 0);
        assert_eq!(random.pick(&[0; 0]), None);
    }

    #[test]
    fn chances_of_zero_and_one_are_exact() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            assert!(random.chance(1.0));
            assert!(!random.chance(0.0));
            assert!(!random.chance(f32::NAN));
        }
    }

    #[test]
    fn a_weight_of_zero_is_never_picked() {
        let mut random = Random::new(1);
        let mut counts = [0; 4];
        for _ in 0..4000 {
            counts[random.weighted(&[0, 1, 0, 3]).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[2]), (0, 0));
        assert!((900..1100).contains(&counts[1]), "{counts:?}");
        let before = random.clone();
        assert_eq!(random.weighted(&[0, 0]), None);
        assert_eq!(random.weighted(&[]), None);
        assert_eq!(random, before);
        assert!(random.weighted(&[u32::MAX; 5]).is_some());
    }

    #[test]
    fn draws_change_the_checksum_and_summing_draws_nothing() {
        let sum = |random: &Random| {
            let mut checksum = ChecksumWriter::new();
            random.write_checksum(&mut checksum);
            checksum.finish()
        };
        let mut random = Random::new(1);
        let first = sum(&random);
        assert_eq!(sum(&random), first);
        random.next_u32();
        assert_ne!(sum(&random), first);
    }

    proptest! {
        #[test]
        fn draws_stay_in_their_range(seed: u64, start: i32, end: i32, from in -1e30f32..1e30, to in -1e30f32..1e30) {
            let mut random = Random::new(seed);
            let whole = random.range(start..end);
            prop_assert!((start..end).contains(&whole) || (start >= end && whole == start));
            let real = random.range(from..to);
            prop_assert!((from..to).contains(&real) || (from >= to && real == from));
        }

        #[test]
        fn a_shuffle_keeps_every_item(seed: u64, mut items in prop::collection::vec(0..100u8, 0..50)) {
            let mut expected = items.clone();
            Random::new(seed).shuffle(&mut items);
            expected.sort_unstable();
            items.sort_unstable();
            prop_assert_eq!(items, expected);
        }
    }
}
