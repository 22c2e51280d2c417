//! A 64-bit checksum of state, field by field in little-endian, the same on every machine.

use core::fmt;

use glam::Vec2;
use xxhash_rust::xxh64::Xxh64;

/// Sums up fields in the order in which they are written.
///
/// Write fields, never the bytes of a struct: padding and the width of `usize` differ. Floats are canonical: −0 counts
/// as 0, and every NaN as the same one. The algorithm is xxHash64 with seed 0, and stays so.
///
/// ```
/// use damselfly::Checksum;
///
/// let sum = |lives: u32, speed: f32| {
///     let mut sum = Checksum::new();
///     sum.u32(lives);
///     sum.f32(speed);
///     sum.finish()
/// };
/// assert_eq!(sum(3, 0.0), sum(3, -0.0));
/// assert_ne!(sum(3, 0.0), sum(2, 0.0));
/// ```
#[derive(Clone)]
pub struct Checksum {
    hasher: Xxh64,
}

impl Checksum {
    /// Nothing summed up yet.
    pub fn new() -> Self {
        Self {
            hasher: Xxh64::new(0),
        }
    }

    /// The checksum of all that has been written so far. More may be written afterwards.
    pub fn finish(&self) -> u64 {
        self.hasher.digest()
    }

    /// Writes one byte.
    pub fn u8(&mut self, value: u8) {
        self.raw(&[value]);
    }

    /// Writes two bytes.
    pub fn u16(&mut self, value: u16) {
        self.raw(&value.to_le_bytes());
    }

    /// Writes four bytes.
    pub fn u32(&mut self, value: u32) {
        self.raw(&value.to_le_bytes());
    }

    /// Writes eight bytes.
    pub fn u64(&mut self, value: u64) {
        self.raw(&value.to_le_bytes());
    }

    /// Writes four bytes.
    pub fn i32(&mut self, value: i32) {
        self.raw(&value.to_le_bytes());
    }

    /// Writes eight bytes.
    pub fn i64(&mut self, value: i64) {
        self.raw(&value.to_le_bytes());
    }

    /// Writes a length or an index as eight bytes, whatever the machine's word is.
    pub fn usize(&mut self, value: usize) {
        self.u64(value as u64);
    }

    /// Writes one byte: 1 if true, else 0.
    pub fn bool(&mut self, value: bool) {
        self.u8(value.into());
    }

    /// Writes a number's four bytes; −0 as 0, and every NaN alike.
    pub fn f32(&mut self, value: f32) {
        let canonical = if value.is_nan() {
            0x7fc0_0000
        } else {
            // Adding 0 turns −0 into 0 and changes nothing else.
            (value + 0.0).to_bits()
        };
        self.u32(canonical);
    }

    /// Writes a number's eight bytes; −0 as 0, and every NaN alike.
    pub fn f64(&mut self, value: f64) {
        let canonical = if value.is_nan() {
            0x7ff8_0000_0000_0000
        } else {
            (value + 0.0).to_bits()
        };
        self.u64(canonical);
    }

    /// Writes both numbers, x first.
    pub fn vec2(&mut self, value: Vec2) {
        self.f32(value.x);
        self.f32(value.y);
    }

    /// Writes the length in bytes, then the text in UTF-8.
    pub fn str(&mut self, value: &str) {
        self.bytes(value.as_bytes());
    }

    /// Writes a type's name without paths, which change when code is moved: `a::b::C<d::E>` counts as `C<E>`.
    pub(crate) fn type_name(&mut self, name: &str) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = name;
        while let Some(first) = rest.chars().next() {
            let word = rest
                .find(|c| is_word(c) != is_word(first))
                .unwrap_or(rest.len());
            let (part, behind) = rest.split_at(word);
            rest = match behind.strip_prefix("::") {
                Some(behind) if is_word(first) => behind,
                _ => {
                    self.str(part);
                    behind
                }
            };
        }
    }

    /// Writes the length, then the bytes.
    pub fn bytes(&mut self, value: &[u8]) {
        self.usize(value.len());
        self.raw(value);
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checksum {:016x}", self.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    fn sum(write: impl FnOnce(&mut Checksum)) -> u64 {
        let mut checksum = Checksum::new();
        write(&mut checksum);
        checksum.finish()
    }

    #[test]
    fn nothing_sums_up_to_the_published_value_of_the_algorithm() {
        assert_eq!(Checksum::new().finish(), 0xef46_db37_51d8_e999);
    }

    #[test]
    fn fields_are_written_in_little_endian() {
        assert_eq!(
            sum(|c| {
                c.u16(0x0201);
                c.u32(0x0605_0403);
                c.u64(0x0e0d_0c0b_0a09_0807);
            }),
            sum(|c| (1..=14).for_each(|byte| c.u8(byte)))
        );
    }

    #[test]
    fn the_sum_of_one_field_of_each_kind_never_changes() {
        let golden = sum(|c| {
            c.u8(1);
            c.u16(2);
            c.u32(3);
            c.u64(4);
            c.i32(-5);
            c.i64(-6);
            c.usize(7);
            c.bool(true);
            c.f32(8.5);
            c.f64(-9.25);
            c.vec2(vec2(10.0, 11.0));
            c.str("twelve");
            c.bytes(&[13]);
        });
        assert_eq!(golden, 331_377_280_057_372_891);
    }

    #[test]
    fn zeros_are_one_zero_and_nans_one_nan() {
        assert_eq!(sum(|c| c.f32(-0.0)), sum(|c| c.f32(0.0)));
        assert_eq!(sum(|c| c.f64(-0.0)), sum(|c| c.f64(0.0)));
        let odd_nan = f32::from_bits(0xffc0_1234);
        assert_eq!(sum(|c| c.f32(odd_nan)), sum(|c| c.f32(f32::NAN)));
        let odd_nan = f64::from_bits(0xfff8_0000_0000_1234);
        assert_eq!(sum(|c| c.f64(odd_nan)), sum(|c| c.f64(f64::NAN)));
        assert_ne!(sum(|c| c.f32(f32::MIN_POSITIVE)), sum(|c| c.f32(0.0)));
    }

    #[test]
    fn a_type_counts_by_its_name_wherever_it_lives() {
        let summed = |name| sum(|c| c.type_name(name));
        assert_eq!(
            summed("game::hero::Hero"),
            summed("tests::game::hero::Hero")
        );
        assert_eq!(summed("a::B<c::D, (e::F,)>"), summed("x::y::B<D, (F,)>"));
        assert_ne!(summed("a::Hero"), summed("a::Heroes"));
        assert_ne!(summed("a::B<c::D>"), summed("a::B<c::E>"));
    }

    #[test]
    fn texts_do_not_run_into_each_other() {
        let pair = |a: &str, b: &str| {
            sum(|c| {
                c.str(a);
                c.str(b);
            })
        };
        assert_ne!(pair("ab", "c"), pair("a", "bc"));
    }
}
