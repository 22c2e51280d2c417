//! Whether there is memory for something large.
//!
//! What is small is not asked for: a program whose memory runs out for that is ended by the standard library.

/// Returns whether this many bytes can be had now. Nothing keeps them: it is a way to refuse in time, in one line, what would
/// end the program in the midst of it.
pub(crate) fn is_there(bytes: u64) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else {
        return false;
    };
    let mut memory = Vec::<u8>::new();
    let is_there = memory.try_reserve_exact(bytes).is_ok();
    // Or it would not be asked for at all.
    core::hint::black_box(&mut memory);
    is_there
}

/// Returns the bytes that a picture of this width and height in pixels takes, with a copy of it.
pub(crate) fn of_picture(size: [u32; 2]) -> u64 {
    let [width, height] = size.map(u64::from);
    (width * height).saturating_mul(4 * 2)
}

/// Returns a number of bytes in MiB, rounded up, for messages.
pub(crate) fn mib(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_an_address_can_tell_is_not_there() {
        assert!(is_there(0) && is_there(1 << 20));
        assert!(!is_there(u64::MAX) && !is_there(1 << 63));
    }

    #[test]
    fn the_largest_picture_takes_two_gigabytes_with_a_copy() {
        let bytes = of_picture([16384; 2]);
        assert_eq!((bytes, mib(bytes), mib(1)), (2 << 30, 2048, 1));
        assert!(!is_there(of_picture([u32::MAX; 2])));
    }
}
