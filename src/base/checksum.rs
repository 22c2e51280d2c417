//! A portable 64-bit checksum of state, field by field in little-endian.
//!
//! Defines the canonical bytes of each type. Not a hash for `HashMap`, and no protection against tampering.

use core::any::type_name;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;
use core::time::Duration;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use glam::Vec2;
use xxhash_rust::xxh64::Xxh64;

use super::logging::LogOnce;
use super::panics;

/// Computes the checksum of a sequence of fields.
///
/// Write fields, never the bytes of a struct: padding and the width of `usize` differ between machines. Floats are
/// canonical: −0 counts as 0, and all NaNs are equal. The algorithm is xxHash64 with seed 0. It does not change between
/// versions.
///
/// ```
/// use damselfly::ChecksumWriter;
///
/// let sum = |score: i32, speed: f32| {
///     let mut sum = ChecksumWriter::new();
///     sum.i32(score);
///     sum.f32(speed);
///     sum.finish()
/// };
/// assert_eq!(sum(3, 0.0), sum(3, -0.0));
/// assert_ne!(sum(3, 0.0), sum(4, 0.0));
/// ```
#[derive(Clone)]
pub struct ChecksumWriter {
    hasher: Xxh64,
    /// Bytes not yet passed to the hasher. Passing each field on its own would cost more than copying it.
    buffer: [u8; Self::BUFFER],
    /// Number of bytes in the buffer.
    buffered: usize,
    /// Names of the types that have fields but no checksum. `None` if this writer does not list them.
    missing: Option<Vec<&'static str>>,
}

impl ChecksumWriter {
    const BUFFER: usize = 256;

    /// Returns an empty checksum.
    pub fn new() -> Self {
        Self {
            hasher: Xxh64::new(0),
            buffer: [0; Self::BUFFER],
            buffered: 0,
            missing: None,
        }
    }

    /// Returns an empty checksum that also lists the types that have fields and no checksum.
    pub(crate) fn listing_missing() -> Self {
        Self {
            missing: Some(Vec::new()),
            ..Self::new()
        }
    }

    /// Returns the names of the types that have fields and no checksum, in the order in which their values were left
    /// out.
    pub(crate) fn into_missing(self) -> Vec<&'static str> {
        self.missing.unwrap_or_default()
    }

    /// Records that a value was left out because its type has no checksum. A type without fields needs none.
    pub(crate) fn leave_out<T: ?Sized>(&mut self, value: &T) {
        let name = type_name::<T>();
        if let Some(missing) = &mut self.missing
            && size_of_val(value) > 0
            && !missing.contains(&name)
        {
            missing.push(name);
        }
    }

    /// Returns the checksum of all fields written so far. More can be written afterwards.
    pub fn finish(&self) -> u64 {
        let mut hasher = self.hasher.clone();
        hasher.update(&self.buffer[..self.buffered]);
        hasher.digest()
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

    /// Writes a length or an index as eight bytes on every machine.
    pub fn usize(&mut self, value: usize) {
        self.u64(value as u64);
    }

    /// Writes one byte: 1 if true, otherwise 0.
    pub fn bool(&mut self, value: bool) {
        self.u8(value.into());
    }

    /// Writes a number's four bytes, with −0 as 0 and all NaNs as the same value.
    pub fn f32(&mut self, value: f32) {
        // IEEE 754 leaves the sign and payload of a NaN to the processor. Any NaN is written as the quiet positive one.
        let canonical = if value.is_nan() {
            0x7fc0_0000
        } else {
            // Adding 0 turns −0 into 0 and changes nothing else.
            (value + 0.0).to_bits()
        };
        self.u32(canonical);
    }

    /// Writes a number's eight bytes, with −0 as 0 and all NaNs as the same value.
    pub fn f64(&mut self, value: f64) {
        let canonical = if value.is_nan() {
            0x7ff8_0000_0000_0000
        } else {
            (value + 0.0).to_bits()
        };
        self.u64(canonical);
    }

    /// Writes both components like [`ChecksumWriter::f32`], x first.
    pub fn vec2(&mut self, value: Vec2) {
        self.f32(value.x);
        self.f32(value.y);
    }

    /// Writes the length in bytes, then the text in UTF-8.
    pub fn str(&mut self, value: &str) {
        self.bytes(value.as_bytes());
    }

    /// Writes the number of items, then each item.
    pub(crate) fn list<T: Checksum>(&mut self, items: impl ExactSizeIterator<Item = T>) {
        self.usize(items.len());
        items.for_each(|item| item.write_checksum(self));
    }

    /// Runs code of a game that adds to the checksum. A panic is caught, becomes part of the checksum, and is logged
    /// once per `name`.
    pub(crate) fn add_caught(&mut self, name: &'static str, add: impl FnOnce(&mut Self)) {
        static LOGGED: Mutex<LogOnce> = Mutex::new(LogOnce::new());
        if let Err(panic) = panics::caught(|| add(self)) {
            // Fields added before the panic stay: the same state panics at the same point.
            self.str("panicked");
            let (message, place) = (panics::message(&*panic), panics::last_location());
            let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
            if logged.is_new(name) {
                log::error!("the checksum of {name} panicked{place}: {message}");
            }
        }
    }

    /// Writes a type's name without its path, which changes when code is moved: `a::b::C<d::E>` counts as `C<E>`.
    pub(crate) fn type_name(&mut self, name: &str) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = name;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_word(c) != is_word(first));
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            rest = match behind.strip_prefix("::") {
                Some(behind) if is_word(first) => behind,
                _ => {
                    self.str(word);
                    behind
                }
            };
        }
    }

    /// Writes the length, then the bytes.
    pub fn bytes(&mut self, value: &[u8]) {
        // The length comes first. Otherwise, ("ab", "c") and ("a", "bc") would have the same sum.
        self.usize(value.len());
        self.raw(value);
    }

    #[inline]
    fn raw(&mut self, bytes: &[u8]) {
        let end = self.buffered + bytes.len();
        if let Some(free) = self.buffer.get_mut(self.buffered..end) {
            free.copy_from_slice(bytes);
            self.buffered = end;
        } else {
            self.hasher.update(&self.buffer[..self.buffered]);
            self.hasher.update(bytes);
            self.buffered = 0;
        }
    }
}

impl Default for ChecksumWriter {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ChecksumWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checksum {:016x}", self.finish())
    }
}

/// A value that can be added to the world's checksum.
///
/// `#[derive(Checksum)]` implements it for a game's own structs and enums: it adds all fields in the order of their
/// declaration. `#[checksum(skip)]` leaves out a field that cannot affect a later step. An enum adds the number of its
/// variant first, as a `u32`.
///
/// Maps and sets with hashed keys have no order, and so no checksum: use `BTreeMap` and `BTreeSet`. Ids of assets have
/// none either, because they depend on the order in which assets are loaded: skip them.
///
/// ```
/// use damselfly::prelude::*;
///
/// #[derive(Clone, Checksum)]
/// struct Hero {
///     reload: u16,
///     #[checksum(skip)]
///     sprite: SpriteId,
/// }
///
/// impl Behavior for Hero {
///     fn checksum(&self, sum: &mut ChecksumWriter) {
///         self.write_checksum(sum);
///     }
/// }
/// # fn of(reload: u16, sprite: SpriteId) -> u64 {
/// #     let mut sum = ChecksumWriter::new();
/// #     Hero { reload, sprite }.write_checksum(&mut sum);
/// #     sum.finish()
/// # }
/// # let mut assets = Assets::new(Default::default());
/// # let [one, other] = ["one", "other"].map(|label| assets.add_rect(label, 1, 1, Color::RED));
/// # let (one, other) = (one?, other?);
/// # assert_eq!(of(1, one), of(1, other));
/// # assert_ne!(of(1, one), of(2, one));
/// # Ok::<(), Error>(())
/// ```
///
/// A field whose type has no checksum is an error at that field:
///
/// ```compile_fail,E0277
/// # use damselfly::prelude::*;
/// #[derive(Checksum)]
/// struct Hero {
///     sprite: SpriteId,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no checksum",
    note = "add `#[derive(Checksum)]` to a type of your own, or `#[checksum(skip)]` to a field that cannot affect a later step"
)]
pub trait Checksum {
    /// Adds everything in the value that can affect a later step.
    fn write_checksum(&self, sum: &mut ChecksumWriter);
}

/// Implements [`Checksum`]: for a struct by its fields in the listed order, for an enum by each variant's number and
/// fields.
///
/// Fields that cannot affect a later step are listed after `not`. A new field that is in neither list does not compile.
///
/// Write `summed!(Press: button, widget; not pointer)` for a struct, and `summed!(enum Place: 0 Top, 1 Free(at))` for
/// an enum.
macro_rules! summed {
    ($type:ty: $($field:tt),+ $(; not $($other:tt),+)?) => {
        impl $crate::base::checksum::Checksum for $type {
            fn write_checksum(&self, sum: &mut $crate::base::checksum::ChecksumWriter) {
                let Self { $($field: _,)+ $($($other: _,)+)? } = self;
                $($crate::base::checksum::Checksum::write_checksum(&self.$field, sum);)+
            }
        }
    };
    (enum $type:ty: $($tag:literal $variant:ident $(($item:ident))? $({ $($field:ident),+ })?),+) => {
        impl $crate::base::checksum::Checksum for $type {
            fn write_checksum(&self, sum: &mut $crate::base::checksum::ChecksumWriter) {
                match self {
                    $(Self::$variant $(($item))? $({ $($field),+ })? => {
                        sum.u8($tag);
                        $($crate::base::checksum::Checksum::write_checksum($item, sum);)?
                        $($($crate::base::checksum::Checksum::write_checksum($field, sum);)+)?
                    })+
                }
            }
        }
    };
}
pub(crate) use summed;

/// Implements [`Checksum`] for types that a single method of [`ChecksumWriter`] writes.
macro_rules! summed_by_method {
    ($($type:ty, $value:ident => $method:ident($argument:expr);)+) => {
        $(impl Checksum for $type {
            fn write_checksum(&self, sum: &mut ChecksumWriter) {
                let $value = self;
                sum.$method($argument);
            }
        })+
    };
}
summed_by_method! {
    u8, number => u8(*number);
    u16, number => u16(*number);
    u32, number => u32(*number);
    u64, number => u64(*number);
    u128, number => raw(&number.to_le_bytes());
    i8, number => raw(&number.to_le_bytes());
    i16, number => raw(&number.to_le_bytes());
    i32, number => i32(*number);
    i64, number => i64(*number);
    i128, number => raw(&number.to_le_bytes());
    isize, number => i64(*number as i64);
    usize, number => usize(*number);
    f32, number => f32(*number);
    f64, number => f64(*number);
    NonZeroU32, number => u32(number.get());
    bool, flag => bool(*flag);
    char, character => u32(u32::from(*character));
    Vec2, vector => vec2(*vector);
    Duration, time => raw(&time.as_nanos().to_le_bytes());
    str, text => str(text);
    String, text => str(text);
    Cow<'_, str>, text => str(text);
}

/// Implements [`Checksum`] for tuples, by their elements in order.
macro_rules! summed_tuple {
    ($($type:ident $index:tt)*) => {
        impl<$($type: Checksum),*> Checksum for ($($type,)*) {
            fn write_checksum(&self, sum: &mut ChecksumWriter) {
                $(self.$index.write_checksum(sum);)*
            }
        }
    };
}
summed_tuple!(A 0 B 1);
summed_tuple!(A 0 B 1 C 2);
summed_tuple!(A 0 B 1 C 2 D 3);
summed_tuple!(A 0 B 1 C 2 D 3 E 4);
summed_tuple!(A 0 B 1 C 2 D 3 E 4 F 5);

/// Implements [`Checksum`] for pointers, by the value behind them.
macro_rules! summed_behind {
    ($($type:ty),+) => {
        $(impl<T: Checksum + ?Sized> Checksum for $type {
            fn write_checksum(&self, sum: &mut ChecksumWriter) {
                (**self).write_checksum(sum);
            }
        })+
    };
}
summed_behind!(&T, Box<T>, Arc<T>);

/// Implements [`Checksum`] for lists and ordered sets: their length, then each item.
macro_rules! summed_list {
    ($($type:ty),+) => {
        $(impl<T: Checksum> Checksum for $type {
            fn write_checksum(&self, sum: &mut ChecksumWriter) {
                sum.list(self.iter());
            }
        })+
    };
}
summed_list!([T], Vec<T>, VecDeque<T>, BTreeSet<T>);

impl<K: Checksum, V: Checksum> Checksum for BTreeMap<K, V> {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.list(self.iter());
    }
}

impl<T: Checksum, const N: usize> Checksum for [T; N] {
    /// Writes each item, without the length, which is part of the type.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        self.iter().for_each(|item| item.write_checksum(sum));
    }
}

impl<T: Checksum> Checksum for Option<T> {
    /// Writes whether there is a value, then the value.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.bool(self.is_some());
        if let Some(value) = self {
            value.write_checksum(sum);
        }
    }
}

impl<T: ?Sized> Checksum for PhantomData<T> {
    fn write_checksum(&self, _: &mut ChecksumWriter) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    fn sum(write: impl FnOnce(&mut ChecksumWriter)) -> u64 {
        let mut checksum = ChecksumWriter::new();
        write(&mut checksum);
        checksum.finish()
    }

    #[test]
    fn an_empty_checksum_is_the_published_value_of_the_algorithm() {
        assert_eq!(ChecksumWriter::new().finish(), 0xef46_db37_51d8_e999);
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
    fn the_checksum_of_one_field_of_each_kind_never_changes() {
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
    fn both_zeros_count_alike_and_so_do_all_nans() {
        assert_eq!(sum(|c| c.f32(-0.0)), sum(|c| c.f32(0.0)));
        assert_eq!(sum(|c| c.f64(-0.0)), sum(|c| c.f64(0.0)));
        let odd_nan = f32::from_bits(0xffc0_1234);
        assert_eq!(sum(|c| c.f32(odd_nan)), sum(|c| c.f32(f32::NAN)));
        let odd_nan = f64::from_bits(0xfff8_0000_0000_1234);
        assert_eq!(sum(|c| c.f64(odd_nan)), sum(|c| c.f64(f64::NAN)));
        assert_ne!(sum(|c| c.f32(f32::MIN_POSITIVE)), sum(|c| c.f32(0.0)));
    }

    #[test]
    fn long_values_sum_like_many_short_ones() {
        let bytes: Vec<u8> = (0..2000_u16)
            .map(|number| number.to_le_bytes()[0])
            .collect();
        for start in [0, 1, 255, 256, 257, 700] {
            let (short, long) = bytes.split_at(start);
            let parts = sum(|c| {
                short.iter().for_each(|&byte| c.u8(byte));
                c.bytes(long);
            });
            let singly = sum(|c| {
                short.iter().for_each(|&byte| c.u8(byte));
                c.usize(long.len());
                long.iter().for_each(|&byte| c.u8(byte));
            });
            assert_eq!(parts, singly, "{start}");
        }
    }

    #[test]
    fn a_checksum_has_listed_fields_and_variant_numbers() {
        #[derive(Clone)]
        struct Door {
            width: u16,
            open: Option<u8>,
            color: u8,
        }
        summed!(Door: width, open; not color);
        enum Place {
            Top,
            At(u8),
            Within { low: u8, high: u8 },
        }
        summed!(enum Place: 0 Top, 1 At(at), 2 Within { low, high });
        fn of(value: impl Checksum) -> u64 {
            sum(|c| value.write_checksum(c))
        }
        let door = Door {
            width: 1,
            open: None,
            color: 0,
        };
        let [mut wide, mut open, mut red] = [&door; 3].map(Door::clone);
        wide.width = 2;
        open.open = Some(0);
        red.color = 1;
        assert_eq!(of(&door), of(&red));
        assert!(of(&door) != of(&wide) && of(&door) != of(&open));
        assert_eq!(of(&door), of((1_u16, false)));
        assert_eq!(of(Place::Top), of(0_u8));
        assert_eq!(of(Place::At(7)), of((1_u8, 7_u8)));
        assert_eq!(
            of(Place::Within { low: 3, high: 4 }),
            of((2_u8, 3_u8, 4_u8))
        );
        assert_ne!(
            of((vec![1_u8], vec![2_u8])),
            of((Vec::<u8>::new(), vec![1_u8, 2]))
        );
    }

    #[test]
    fn type_names_count_without_paths() {
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
    fn adjacent_strings_are_kept_apart_in_checksums() {
        let pair = |a: &str, b: &str| {
            sum(|c| {
                c.str(a);
                c.str(b);
            })
        };
        assert_ne!(pair("ab", "c"), pair("a", "bc"));
    }
}
