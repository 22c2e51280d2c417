//! Pieces: rectangles of an image's texels, side by side, which fill an area. A nine-slice sprite has nine of them, and a
//! repeated sprite has one for each repetition.
//!
//! Pieces are drawn like slices: neighbours share their corners exactly, at any scale and angle, and the whole area is
//! mirrored as one image.

use core::ops::Range;

use glam::Vec2;

use super::nine_slice::Borders;
use crate::assets::frame::FrameRecord;
use crate::assets::{Assets, SpriteId};

/// Maximum width and height of an area, in texels.
pub(crate) const LARGEST_AREA: f32 = 16_384.0;

/// Maximum number of pieces of an area.
pub(crate) const MAX_PIECES: usize = 4096;

/// A part of an axis: a range of texels, and its two ends in the area.
#[derive(Clone, Debug, PartialEq)]
struct AxisPiece {
    texels: Range<u16>,
    from: f32,
    to: f32,
}

/// An image that fills an area with pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PieceImage {
    record: FrameRecord,
    /// Width and height in texels, at least 1. While the sprite is unloaded, the record's size differs.
    size: [u16; 2],
}

impl PieceImage {
    /// Returns the image of a sprite's frame. `None` if there is no such sprite, or if it is a shape or an image of
    /// several slices.
    pub(crate) fn new(assets: &Assets, sprite: SpriteId, frame: u16) -> Option<Self> {
        let sprite = assets.sprite(sprite)?;
        let frame = sprite.frames.wrapping(u32::from(frame));
        let record = *assets.frames().get(frame)?;
        let is_image = record.kind() == FrameRecord::QUAD && record.following_slices() == 0;
        let [[left, top], _, _, [right, bottom]] = record.corners;
        let size = [texels(right - left), texels(bottom - top)];
        (is_image && size[0] > 0 && size[1] > 0).then_some(Self { record, size })
    }

    /// Returns width and height in texels.
    pub(crate) fn size(&self) -> [u16; 2] {
        self.size
    }

    /// Returns whether borders leave at least one texel between them.
    pub(crate) fn has_room(&self, borders: Borders) -> bool {
        let sum = |one: u16, other: u16| u32::from(one) + u32::from(other);
        sum(borders.left, borders.right) < self.size[0].into()
            && sum(borders.top, borders.bottom) < self.size[1].into()
    }

    /// Calls `put` with the record of each piece of a nine-slice sprite, row by row. `min` and `max` are the corners of
    /// the area, in texels from the object. The borders leave room.
    pub(crate) fn nine_slice(
        &self,
        borders: Borders,
        min: Vec2,
        max: Vec2,
        put: &mut dyn FnMut(FrameRecord),
    ) {
        let [width, height] = self.size;
        let columns = stretched(width, [borders.left, borders.right], [min.x, max.x]);
        let rows = stretched(height, [borders.top, borders.bottom], [min.y, max.y]);
        for row in &rows {
            for column in &columns {
                self.put(column, row, min + max, put);
            }
        }
    }

    /// Calls `put` with the record of each piece of a repeated sprite, row by row. `min` is the upper left corner of the
    /// area, in texels from the object, and `size` the area's width and height in whole texels. The upper left corner of
    /// a repetition is `offset` texels from `min`.
    pub(crate) fn repeated(
        &self,
        min: Vec2,
        size: [u16; 2],
        offset: [i32; 2],
        put: &mut dyn FnMut(FrameRecord),
    ) {
        let max = min + Vec2::from(size.map(f32::from));
        for row in repeated(self.size[1], size[1], offset[1], min.y) {
            for column in repeated(self.size[0], size[0], offset[0], min.x) {
                self.put(&column, &row, min + max, put);
            }
        }
    }

    /// Returns the number of pieces of [`PieceImage::repeated`], or slightly more.
    pub(crate) fn repetitions(&self, size: [u16; 2]) -> usize {
        let along =
            |axis: usize| usize::from(size[axis]).div_ceil(usize::from(self.size[axis])) + 1;
        along(0) * along(1)
    }

    /// Calls `put` with the record of a piece, if it has an area. `sums` are the left plus the right edge of the whole
    /// area, and the upper plus the lower edge.
    fn put(
        &self,
        column: &AxisPiece,
        row: &AxisPiece,
        sums: Vec2,
        put: &mut dyn FnMut(FrameRecord),
    ) {
        if !(column.from < column.to && row.from < row.to) {
            return;
        }
        let (width, height) = self.record.size_px();
        // The placeholder may have fewer texels.
        let [x, y] = [
            column.texels.start.min(width.saturating_sub(1)),
            row.texels.start.min(height.saturating_sub(1)),
        ];
        let [wide, high] = [
            column.texels.end.min(width).max(x + 1) - x,
            row.texels.end.min(height).max(y + 1) - y,
        ];
        let [left, top] = [u32::from(x), u32::from(y)];
        put(FrameRecord {
            // Both halves are positions within a page: the sums do not reach into each other.
            origin: self.record.origin + (left | top << 16),
            size: u32::from(wide) | u32::from(high) << 16,
            page_kind: self.record.page_kind & 0xffff | u32::from(FrameRecord::SLICE) << 16,
            mirror: half(sums.x) | half(sums.y) << 16,
            corners: [
                [column.from, row.from],
                [column.to, row.from],
                [column.from, row.to],
                [column.to, row.to],
            ],
        });
    }
}

/// Returns the three parts of an axis of a nine-slice sprite: both borders, and the stretched part between them.
fn stretched(length: u16, borders: [u16; 2], [min, max]: [f32; 2]) -> [AxisPiece; 3] {
    let [first, last] = borders.map(f32::from);
    let shrunk = match first + last > max - min {
        true => (max - min) / (first + last),
        false => 1.0,
    };
    let [one, other] = [min + first * shrunk, max - last * shrunk];
    // Rounding must not swap shrunk borders.
    let other = other.max(one);
    let [before, after] = [borders[0], length - borders[1]];
    let piece = |texels: Range<u16>, from: f32, to: f32| AxisPiece {
        texels: texels.clone(),
        from,
        to: if texels.is_empty() { from } else { to },
    };
    [
        piece(0..before, min, one),
        piece(before..after, one, other),
        piece(after..length, other, max),
    ]
}

/// Returns the parts of an axis of a repeated sprite: whole repetitions, and a part of one at each end.
fn repeated(length: u16, area: u16, offset: i32, min: f32) -> impl Iterator<Item = AxisPiece> {
    // The start of the first repetition: 0, or before the area.
    let start = offset.rem_euclid(length.into()) - i32::from(length);
    let starts = (0..)
        .map(move |number| start + number * i32::from(length))
        .skip_while(move |&at| at + i32::from(length) <= 0)
        .take_while(move |&at| area > 0 && at < i32::from(area));
    let within = |at: i32, most: u16| u16::try_from(at.max(0)).map_or(most, |at| at.min(most));
    starts.map(move |at| {
        let [from, to] = [at, at + i32::from(length)].map(|end| within(end, area));
        AxisPiece {
            texels: within(-at, length)..within(i32::from(area) - at, length),
            from: min + f32::from(from),
            to: min + f32::from(to),
        }
    })
}

/// Returns a length in whole texels, from 0 to 65 535.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
pub(crate) fn texels(length: f32) -> u16 {
    (length + 0.5).floor() as u16
}

/// Returns a sum of two edges in 16 signed bits. Areas are small enough for them.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn half(sum: f32) -> u32 {
    u32::from(((sum + 0.5).floor() as i16).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn repetitions_cover_an_axis_once_with_its_texels(
            length in 1_u16..20,
            area in 0_u16..90,
            offset in -50..50_i32,
        ) {
            let mut at = 0;
            for piece in repeated(length, area, offset, 3.0) {
                prop_assert_eq!(piece.from, 3.0 + f32::from(at));
                prop_assert!(!piece.texels.is_empty());
                for texel in piece.texels {
                    let expected = (i32::from(at) - offset).rem_euclid(length.into());
                    prop_assert_eq!(i32::from(texel), expected);
                    at += 1;
                }
                prop_assert_eq!(piece.to, 3.0 + f32::from(at));
            }
            prop_assert_eq!(at, area);
        }

        #[test]
        fn nine_slices_keep_their_borders_unless_the_area_is_smaller(
            borders in [0_u16..9, 0..9],
            middle in 1_u16..9,
            min in -40.0..40.0_f32,
            size in 0.0..60.0_f32,
        ) {
            let length = borders[0] + middle + borders[1];
            let max = min + size;
            let [first, between, last] = stretched(length, borders, [min, max]);
            prop_assert_eq!((first.from, last.texels.end), (min, length));
            prop_assert!(last.to == max || borders[1] == 0);
            prop_assert_eq!(&first.texels, &(0..borders[0]));
            prop_assert_eq!(&between.texels, &(borders[0]..borders[0] + middle));
            prop_assert!(first.to <= between.from && between.from <= between.to && between.to <= last.from);
            if size >= f32::from(borders[0] + borders[1]) {
                prop_assert!((first.to - first.from - f32::from(borders[0])).abs() < 1e-3);
                prop_assert!(borders[1] == 0 || (last.to - last.from - f32::from(borders[1])).abs() < 1e-3);
            } else {
                prop_assert!(between.to - between.from < 1e-3);
            }
        }
    }
}
