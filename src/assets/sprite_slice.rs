//! Slices of an Aseprite file: named rectangles of its frames.

use glam::{IVec2, Vec2};

use super::image::pixel_rect::PixelRect;

/// A named rectangle of a sprite's frames, such as a hit box, a hand or the middle of a nine-slice. Read from an Aseprite
/// file by [`FrameLayout::Animated`](super::FrameLayout::Animated).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpriteSlice {
    /// Name of the slice. Several slices may have the same name.
    pub name: String,
    /// The rectangle from certain frames on, ordered by frame. At least one.
    pub keys: Vec<SliceKey>,
}

/// The rectangle of a [`SpriteSlice`] from a frame on, until the next key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceKey {
    /// First frame with this rectangle, counted from 0.
    pub frame: u16,
    /// Rectangle in pixels of the frame. A part outside the frame is cut off; nothing may be left of it.
    pub rect: PixelRect,
    /// Middle of a nine-slice, in pixels of the frame. `None` if the slice is not one.
    pub center: Option<PixelRect>,
    /// Pivot in pixels of the frame, at the corner of a pixel. It may be outside the frame. `None` if the slice has none.
    pub pivot: Option<IVec2>,
}

impl SpriteSlice {
    /// Returns the key of a frame. `None` before the first key: the slice does not exist there.
    pub fn at(&self, frame: u16) -> Option<&SliceKey> {
        self.keys.iter().rev().find(|key| key.frame <= frame)
    }
}

impl SliceKey {
    /// Returns the widths of a nine-slice's borders in pixels: left, top, right, bottom. `None` if the slice is not one.
    pub fn borders(&self) -> Option<[u16; 4]> {
        let (whole, center) = (self.rect, self.center?);
        let end = |start: u16, length: u16| start.saturating_add(length);
        Some([
            center.x.saturating_sub(whole.x),
            center.y.saturating_sub(whole.y),
            end(whole.x, whole.width).saturating_sub(end(center.x, center.width)),
            end(whole.y, whole.height).saturating_sub(end(center.y, center.height)),
        ])
    }

    /// Returns the pivot relative to the centre of a frame of `size` pixels: the displacement from an object whose sprite
    /// is anchored at its centre. `None` without a pivot.
    pub fn pivot_from_center(&self, size: (u16, u16)) -> Option<Vec2> {
        let half = Vec2::new(size.0.into(), size.1.into()) / 2.0;
        Some(self.pivot?.as_vec2() - half)
    }
}
