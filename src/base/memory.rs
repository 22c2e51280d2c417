//! Checks whether there is enough memory for an image.
//!
//! Small allocations are not checked: the standard library aborts the program if they fail.

use core::fmt;

/// There is not enough memory for an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfMemory {
    /// Width and height of the image, in pixels.
    size: [u32; 2],
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.size;
        let mib = bytes_of(self.size).div_ceil(1 << 20);
        write!(
            f,
            "not enough memory for an image of {width} x {height} pixels ({mib} MiB)"
        )
    }
}

/// Checks that memory for an image of this width and height in pixels, and for a copy of it, is available now. The
/// memory is not reserved: the check turns a likely abort into an error of one line.
///
/// # Errors
/// Fails if the system does not have enough memory.
pub(crate) fn check_image(size: [u32; 2]) -> Result<(), OutOfMemory> {
    let Ok(bytes) = usize::try_from(bytes_of(size)) else {
        return Err(OutOfMemory { size });
    };
    let mut memory = Vec::<u8>::new();
    let is_there = memory.try_reserve_exact(bytes).is_ok();
    // Without this, the compiler would remove the allocation.
    core::hint::black_box(&mut memory);
    if is_there {
        Ok(())
    } else {
        Err(OutOfMemory { size })
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
    fn images_beyond_the_address_space_are_rejected() {
        assert_eq!(check_image([0, 0]), Ok(()));
        assert_eq!(check_image([640, 480]), Ok(()));
        let size = [u32::MAX; 2];
        assert_eq!(check_image(size), Err(OutOfMemory { size }));
        let largest = OutOfMemory { size: [16384; 2] }.to_string();
        assert!(largest.contains("16384 x 16384") && largest.contains("(2048 MiB)"));
    }
}
