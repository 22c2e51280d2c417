//! How an object's sprite fills an area.

use glam::Vec2;

use super::nine_slice::Borders;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::valid::is_valid;

/// How an object's sprite fills an area, instead of showing its image once: with borders that keep their size, or
/// repeated. [`Object::nine_slice`](crate::world::Object::nine_slice) and
/// [`Object::repeated`](crate::world::Object::repeated) set it for a new object,
/// [`ObjectMut::set_fill`](crate::world::ObjectMut::set_fill) changes it.
///
/// The sprite's anchor has the same relative position in the area as in the image. The area is scaled, turned,
/// mirrored, tinted and blended like a sprite. A material applies to each piece, without a margin. The object's
/// bounding box has the size of the area. The sprite is one image that fits into an atlas page; a shape or a larger
/// image is not drawn. This is counted and logged.
///
/// Each piece of the area is a row: at most nine for a nine-slice sprite, and one for each repetition. Changes of size
/// and offset are not smoothed between steps, and are drawn at the end of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SpriteFill {
    /// The borders keep their size, and the rest is stretched: see [`NineSlice`](super::NineSlice).
    NineSlice {
        /// Widths of the borders in texels. They leave at least one texel between them.
        borders: Borders,
        /// Width and height of the area in world units at scale 1: at least 0, and at most 16 384 texels.
        size: Vec2,
    },
    /// The image is repeated.
    Repeat {
        /// Width and height of the area in world units at scale 1: at least 0, and at most 16 384 texels. Rounded to
        /// whole texels. An infinite side repeats endlessly: the repetitions in view are drawn, at most 4096.
        size: Vec2,
        /// Displacement of the image in the area, in world units, at most 1e9 in size. Rounded to whole texels when it is
        /// drawn.
        offset: Vec2,
        /// Change of the offset per step of the altitude's layer time, in world units, at most 1e9 in size.
        scroll: Vec2,
    },
}

impl SpriteFill {
    /// Returns the fill of a nine-slice sprite with these borders, in texels, and a size in world units.
    pub fn nine_slice(borders: impl Into<Borders>, size: Vec2) -> Self {
        Self::NineSlice {
            borders: borders.into(),
            size,
        }
    }

    /// Returns the fill of a repeated sprite, with a size in world units. An infinite side repeats endlessly.
    pub fn repeat(size: Vec2) -> Self {
        Self::Repeat {
            size,
            offset: Vec2::ZERO,
            scroll: Vec2::ZERO,
        }
    }

    /// Returns the size of the area, in world units at scale 1.
    pub fn size(&self) -> Vec2 {
        match *self {
            Self::NineSlice { size, .. } | Self::Repeat { size, .. } => size,
        }
    }

    /// Returns the same fill with another displacement of its image, in world units. Has no effect on a nine-slice
    /// sprite.
    #[must_use]
    pub fn with_offset(self, offset: Vec2) -> Self {
        match self {
            Self::Repeat { size, scroll, .. } => Self::Repeat {
                size,
                offset,
                scroll,
            },
            sliced @ Self::NineSlice { .. } => sliced,
        }
    }

    /// Returns the same fill with an image that moves by this many world units per step. Has no effect on a nine-slice
    /// sprite.
    #[must_use]
    pub fn with_scroll(self, scroll: Vec2) -> Self {
        match self {
            Self::Repeat { size, offset, .. } => Self::Repeat {
                size,
                offset,
                scroll,
            },
            sliced @ Self::NineSlice { .. } => sliced,
        }
    }

    /// Returns whether all numbers are valid.
    pub(crate) fn is_valid(&self) -> bool {
        let is_size = |size: Vec2| size.cmpge(Vec2::ZERO).all() && is_valid(size);
        match *self {
            Self::NineSlice { size, .. } => is_size(size),
            Self::Repeat {
                size,
                offset,
                scroll,
            } => {
                let finite = Vec2::select(size.cmpeq(Vec2::INFINITY), Vec2::ZERO, size);
                is_size(finite) && is_valid(offset) && is_valid(scroll)
            }
        }
    }
}

impl Checksum for SpriteFill {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        match self {
            Self::NineSlice { borders, size } => (0_u8, borders, size).write_checksum(sum),
            Self::Repeat {
                size,
                offset,
                scroll,
            } => (1_u8, size, offset, scroll).write_checksum(sum),
        }
    }
}
