//! Whether there is memory for a picture.
//!
//! What is small is not asked for: a program whose memory runs out for that is ended by the standard library.

use core::fmt;

/// There is not enough memory for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoRoom {
    /// Its width and height, in pixels.
    size: [u32; 2],
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.size;
        let mib = bytes_of(self.size).div_ceil(1 << 20);
        write!(
            f,
            "there is not enough memory for a picture of {width} x {height} pixels ({mib} MiB)"
        )
    }
}

/// Looks whether a picture of this width and height in pixels, and a copy of it, can be had now. Nothing keeps the memory: it is
/// a way to refuse in one line what would end the program in the midst of it.
///
/// # Errors
/// The system has not so much.
pub(crate) fn check_picture(size: [u32; 2]) -> Result<(), NoRoom> {
    let Ok(bytes) = usize::try_from(bytes_of(size)) else {
        return Err(NoRoom { size });
    };
    let mut memory = Vec::<u8>::new();
    let is_there = memory.try_reserve_exact(bytes).is_ok();
    // Or it would not be asked for at all.
    core::hint::black_box(&mut memory);
    if is_there {
        Ok(())
    } else {
        Err(NoRoom { size })
    }
}

fn bytes_of(size: [u32; 2]) -> u64 {
    let [width, height] = size.map(u64::from);
    (width * height).saturating_mul(4 * 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_no_address_reaches_is_refused_with_its_size() {
        assert_eq!(check_picture([0, 0]), Ok(()));
        assert_eq!(check_picture([640, 480]), Ok(()));
        let size = [u32::MAX; 2];
        assert_eq!(check_picture(size), Err(NoRoom { size }));
        let largest = NoRoom { size: [16384; 2] }.to_string();
        assert!(largest.contains("16384 x 16384") && largest.contains("(2048 MiB)"));
    }
}
