//! Finds the changed area of an image, because all film formats except `.raw` store only this area.

/// An area of an image, in pixels. Not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ImageArea {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl ImageArea {
    /// Returns the area of a whole image with this width and height.
    pub(super) fn whole([width, height]: [u16; 2]) -> Self {
        Self {
            left: 0,
            top: 0,
            width,
            height,
        }
    }

    /// Returns the area's rows. `pixels` has rows of `stride` pixels.
    pub(super) fn rows(self, pixels: &[u32], stride: u16) -> impl Iterator<Item = &[u32]> {
        let columns = usize::from(self.left)..usize::from(self.left) + usize::from(self.width);
        let rows = pixels.chunks_exact(usize::from(stride));
        let rows = rows
            .skip(usize::from(self.top))
            .take(usize::from(self.height));
        rows.map(move |row| &row[columns.clone()])
    }
}

/// Returns the smallest area that contains all differing pixels. `None` if the images are equal.
pub(super) fn changed(old: &[u32], new: &[u32], stride: u16) -> Option<ImageArea> {
    let stride = usize::from(stride);
    let rows = || old.chunks_exact(stride).zip(new.chunks_exact(stride));
    let top = rows().position(|(old, new)| old != new)?;
    let bottom = rows().rposition(|(old, new)| old != new)?;
    let (mut left, mut right) = (stride, 0);
    for (old, new) in rows().take(bottom + 1).skip(top) {
        let pairs = || old.iter().zip(new);
        // Compares only pixels outside the area known so far.
        if let Some(first) = pairs().take(left).position(|(old, new)| old != new) {
            left = first;
        }
        if let Some(last) = pairs().skip(right).rposition(|(old, new)| old != new) {
            right += last;
        }
    }
    Some(ImageArea {
        left: narrow(left),
        top: narrow(top),
        width: narrow(right + 1 - left),
        height: narrow(bottom + 1 - top),
    })
}

/// Converts a length that is at most [`MAX_SIDE`](super::png::MAX_SIDE).
pub(super) fn narrow(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}
