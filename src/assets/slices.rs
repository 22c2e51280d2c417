//! How a frame that is larger than an atlas page is cut into slices that fit.
//!
//! The slices of a frame have consecutive frame ids, row after row from the upper left one. They are shown at the same
//! position, with the same scale and turn. Only their records differ: each has the corners of its slice within the
//! whole image.

use super::image::PixelRect;

/// Largest number of slices of a frame: a record counts further slices in 8 bits. At pages of 2048 texels, the largest
/// image file has 16.
pub(super) const MAX_SLICES: u32 = 256;

/// The cut of a frame: slices have the size of a page; the last of each row and column has the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// Width and height of the frame in texels.
    pub(super) size: [u16; 2],
    /// The largest width and height of a slice in texels, at least 1.
    side: u16,
}

impl Cut {
    /// Returns the cut of a frame of this size, for pages that may grow to `side` texels.
    pub(super) fn new(size: [u16; 2], side: u16) -> Self {
        let side = side.max(1);
        Self { size, side }
    }

    /// Returns the number of slices. 1 is an uncut frame; more than [`MAX_SLICES`] are too many.
    pub(super) fn slices(&self) -> u32 {
        let [columns, rows] = self.size.map(|side| u32::from(side.div_ceil(self.side)));
        (columns * rows).max(1)
    }

    /// Returns the slices' rectangles in the frame, row after row. An empty frame is one empty slice, which the atlas
    /// rejects.
    pub(super) fn rects(&self) -> impl Iterator<Item = PixelRect> {
        let Self { size, side } = *self;
        let columns = size[0].div_ceil(side).max(1);
        let rows = size[1].div_ceil(side).max(1);
        let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)));
        cells.map(move |(column, row)| {
            let (x, y) = (column * side, row * side);
            PixelRect {
                x,
                y,
                width: side.min(size[0] - x),
                height: side.min(size[1] - y),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_frame_as_large_as_a_page_is_not_cut() {
        let cut = Cut::new([2048, 2048], 2048);
        assert_eq!((cut.slices(), cut.rects().count()), (1, 1));
        let empty = Cut::new([0, 5], 64);
        assert_eq!((empty.slices(), empty.rects().count()), (1, 1));
        assert_eq!(Cut::new([2049, 2048], 2048).slices(), 2);
    }

    proptest! {
        #[test]
        fn tiles_cover_each_texel_once(width in 1_u16..200, height in 1_u16..200, side in 32_u16..90) {
            let cut = Cut::new([width, height], side);
            let mut times = vec![0_u8; usize::from(width) * usize::from(height)];
            for rect in cut.rects() {
                prop_assert!(rect.width <= side && rect.height <= side);
                for y in rect.y..rect.y + rect.height {
                    for x in rect.x..rect.x + rect.width {
                        times[usize::from(y) * usize::from(width) + usize::from(x)] += 1;
                    }
                }
            }
            prop_assert!(times.iter().all(|&times| times == 1));
            prop_assert_eq!(cut.rects().count(), cut.slices() as usize);
        }
    }
}
