//! The part of a picture that has changed, so that only that is stored.

/// A part of a picture, in pixels. Not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PictureArea {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl PictureArea {
    /// Returns the area of a picture of this width and height.
    pub(super) fn whole([width, height]: [u16; 2]) -> Self {
        Self {
            left: 0,
            top: 0,
            width,
            height,
        }
    }

    /// Returns the rows of this part, of pixels whose rows are `stride` wide.
    pub(super) fn rows(self, pixels: &[u32], stride: u16) -> impl Iterator<Item = &[u32]> {
        let columns = usize::from(self.left)..usize::from(self.left) + usize::from(self.width);
        let rows = pixels.chunks_exact(usize::from(stride));
        let rows = rows
            .skip(usize::from(self.top))
            .take(usize::from(self.height));
        rows.map(move |row| &row[columns.clone()])
    }
}

/// Returns the smallest part that holds every pixel that differs; `None` if none does.
pub(super) fn changed(old: &[u32], new: &[u32], stride: u16) -> Option<PictureArea> {
    let stride = usize::from(stride);
    let rows = || old.chunks_exact(stride).zip(new.chunks_exact(stride));
    let top = rows().position(|(old, new)| old != new)?;
    let bottom = rows().rposition(|(old, new)| old != new)?;
    let (mut left, mut right) = (stride, 0);
    for (old, new) in rows().take(bottom + 1).skip(top) {
        let pairs = || old.iter().zip(new);
        // Only what lies outside the part known so far is compared.
        if let Some(first) = pairs().take(left).position(|(old, new)| old != new) {
            left = first;
        }
        if let Some(last) = pairs().skip(right).rposition(|(old, new)| old != new) {
            right += last;
        }
    }
    Some(PictureArea {
        left: narrow(left),
        top: narrow(top),
        width: narrow(right + 1 - left),
        height: narrow(bottom + 1 - top),
    })
}

/// Returns a length that is at most [`MAX_SIDE`](super::png::MAX_SIDE).
pub(super) fn narrow(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}
