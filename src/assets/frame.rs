//! The frame table: backends look up frame ids in it.
//!
//! A frame id names an asset, not a position in the atlas: when pixels move or are unloaded, the record changes and the
//! id stays. The table only grows, so an id stays valid as long as its `Assets` lives.

use core::sync::atomic::{AtomicU64, Ordering};

use bytemuck::{Pod, Zeroable};

use super::atlas::Placement;
use super::shader::ShaderTable;
use crate::base::checksum::summed;
use crate::geometry::quads::{Piece, Stroke};

/// Names one frame of a sprite, one glyph, or one shape. Fits into 24 bits: 0 to 16 777 215. Defaults to
/// [`FrameId::SOLID`].
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
pub struct FrameId(pub u32);

impl FrameId {
    /// One solid white texel with corners (0, 0) to (1, 1): tinted and scaled, it shows any rectangle.
    pub const SOLID: Self = Self(0);
    /// The image shown for sprites that could not be loaded: an 8 × 16 checker of magenta and black.
    pub const PLACEHOLDER: Self = Self(1);
    /// One solid white texel about its object's position, with corners (−½, −½) to (½, ½): a square that grows and
    /// turns about its middle.
    pub const SQUARE: Self = Self(2);
    /// The highest id: an instance stores its frame in 24 bits.
    pub const MAX: Self = Self((1 << 24) - 1);

    /// Returns the record's index in [`FrameTable::records`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The frames of one sprite, which are contiguous in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameIds {
    /// The first frame.
    pub first: FrameId,
    /// The number of frames, at least 1.
    pub count: u32,
    /// Ids per frame: 1; the number of quads of a shape; or the largest number of slices if the sprite has a frame that
    /// is larger than an atlas page.
    pub slices: u32,
}

// Ids depend on earlier loads, and slices on the size of pages. No step depends on them: checksums use the labels of
// sprites.
summed!(FrameIds: count; not first, slices);

impl FrameIds {
    /// The solid texel alone: the frames of an object without a sprite.
    pub(crate) const SOLID: Self = Self {
        first: FrameId::SOLID,
        count: 1,
        slices: 1,
    };

    /// Returns the frame at `index`, counted from 0; an index past the end wraps around, like an animation. For a
    /// sliced frame, returns its first slice.
    ///
    /// # Panics
    /// If `count` is 0, which no sprite has.
    pub const fn wrapping(self, index: u32) -> FrameId {
        FrameId(self.first.0 + index % self.count * self.slices)
    }

    /// Returns every frame, in order; for a sliced frame, its first slice.
    pub fn iter(self) -> impl ExactSizeIterator<Item = FrameId> {
        (0..self.count).map(move |index| self.wrapping(index))
    }

    /// Returns every id, including further slices.
    pub(super) fn all(self) -> impl Iterator<Item = FrameId> {
        let first = self.first.0;
        (first..first + self.count * self.slices).map(FrameId)
    }
}

/// The point of an image that lies at its object's position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Anchor {
    /// The centre, the default; between two texels where the size is even.
    #[default]
    Center,
    /// The outer corner of the top left texel.
    TopLeft,
    /// The middle of the top edge.
    TopCenter,
    /// The outer corner of the top right texel.
    TopRight,
    /// The middle of the left edge.
    CenterLeft,
    /// The middle of the right edge.
    CenterRight,
    /// The outer corner of the bottom left texel.
    BottomLeft,
    /// The middle of the bottom edge: where a figure stands.
    BottomCenter,
    /// The outer corner of the bottom right texel.
    BottomRight,
}

impl Anchor {
    /// Returns the width to the left of the anchor and the height above it, in halves of the image's size: 0, 1 or 2.
    const fn halves(self) -> [i8; 2] {
        match self {
            Self::TopLeft => [0, 0],
            Self::TopCenter => [1, 0],
            Self::TopRight => [2, 0],
            Self::CenterLeft => [0, 1],
            Self::Center => [1, 1],
            Self::CenterRight => [2, 1],
            Self::BottomLeft => [0, 2],
            Self::BottomCenter => [1, 2],
            Self::BottomRight => [2, 2],
        }
    }

    /// Returns the image's top left corner relative to the anchor, as a fraction of the image's size.
    pub(crate) fn corner(self) -> [f32; 2] {
        // The whole numbers are negated, so that the result is never a negative zero.
        self.halves().map(|halves| f32::from(-halves) / 2.0)
    }
}

/// The texels of a frame in the atlas, and its corners relative to its object. Mirrors `Frame` in `shaders/sprite.wgsl`
/// (48 bytes); a test in `render/gpu/layout_tests.rs` compares the two.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct FrameRecord {
    /// Left and top texel in the page: `x | y << 16`.
    pub(crate) origin: u32,
    /// Width and height in texels: `w | h << 16`.
    pub(crate) size: u32,
    /// Page in bits 0 to 15; kind in bits 16 to 23: [`FrameRecord::QUAD`], [`FrameRecord::SHAPE`],
    /// [`FrameRecord::SLICE`], [`FrameRecord::STROKE`] or [`FrameRecord::TILE`]. Bits 24 to 31 of an image's first slice
    /// are the number of further slices.
    pub(crate) page_kind: u32,
    /// For a slice, two signed sums in texels: the left plus the right edge of the whole image in the low half, and the
    /// top plus the bottom edge in the high half. Mirroring subtracts a coordinate from its sum. The sums fit into 16
    /// bits, because frames have at most 16 384 texels a side. For a stroke, the bits of a float: the scale at which it
    /// is a pixel wide. 0 for other kinds.
    pub(crate) mirror: u32,
    /// Corners in texels relative to the object's position at scale 1: top left, top right, bottom left,
    /// bottom right. For a stroke, the two ends of its middle line, and the distance of its edges from each of them.
    pub(crate) corners: [[f32; 2]; 4],
}

impl FrameRecord {
    /// Number of the kind of an image: its corners are a rectangle.
    pub const QUAD: u16 = 0;
    /// Number of the kind of a shape: its four corners are free. It shows only its first texel, and is mirrored about
    /// its object's position.
    pub const SHAPE: u16 = 1;
    /// Number of the kind of a slice of an image that is larger than a page: a rectangle that meets its neighbours
    /// without a gap, and is mirrored within the whole image.
    pub const SLICE: u16 = 2;

    /// Number of the kind of a line, or a side of an outline: like a shape, but at least a pixel wide on the screen.
    pub const STROKE: u16 = 3;
    /// Number of the kind of a tile that shares its corners with its neighbours: a rectangle without scale and angle of
    /// its own. Its corners are projected like positions.
    pub const TILE: u16 = 4;

    /// Returns the record of an image at `place` whose `anchor` lies at its object's position.
    pub fn image(place: &Placement, anchor: Anchor) -> Self {
        let (w, h) = (f32::from(place.width), f32::from(place.height));
        let [left, top] = anchor.corner();
        Self::at_corner(place, [left * w, top * h])
    }

    /// Returns the record of an image at `place` whose top left corner is `left` and `top` texels from its object.
    pub(super) fn at_corner(place: &Placement, [left, top]: [f32; 2]) -> Self {
        let (w, h) = (f32::from(place.width), f32::from(place.height));
        let (right, bottom) = (left + w, top + h);
        Self {
            origin: u32::from(place.x) | u32::from(place.y) << 16,
            size: u32::from(place.width) | u32::from(place.height) << 16,
            page_kind: u32::from(place.page) | u32::from(Self::QUAD) << 16,
            mirror: 0,
            corners: [[left, top], [right, top], [left, bottom], [right, bottom]],
        }
    }

    /// Returns the record of a slice at `place`. `offset` are its left and top texel in an image of `size` texels.
    /// `following` is the number of further slices for the first one, at most 255, and 0 for the others.
    pub(super) fn slice(
        place: &Placement,
        offset: [u16; 2],
        size: [u16; 2],
        anchor: Anchor,
        following: u32,
    ) -> Self {
        let [w, h] = size.map(f32::from);
        let [left, top] = anchor.corner();
        let [x, y] = offset.map(f32::from);
        let record = Self::at_corner(place, [left * w + x, top * h + y]);
        // A sum is 0 if both edges have the same distance from the anchor.
        let sums = [0, 1].map(|axis| {
            let sum = i32::from(size[axis]) * i32::from(1 - anchor.halves()[axis]);
            sum.cast_unsigned() & 0xffff
        });
        let mirror = sums[0] | sums[1] << 16;
        Self {
            page_kind: u32::from(place.page) | u32::from(Self::SLICE) << 16 | following << 24,
            mirror,
            ..record
        }
    }

    /// Returns the record of a quadrilateral in the colour of the first texel of `texel`. Its corners are top left, top
    /// right, bottom left and bottom right, in texels from the object's position; two may be the same. It is drawn as
    /// two triangles that share the side from the top right to the bottom left corner.
    pub(crate) fn shape(texel: &Self, corners: [[f32; 2]; 4]) -> Self {
        Self {
            origin: texel.origin,
            size: 1 | 1 << 16,
            page_kind: texel.page_kind & 0xffff | u32::from(Self::SHAPE) << 16,
            mirror: 0,
            corners,
        }
    }

    /// Returns the record of a piece of a shape, in texels from the object's position, in the colour of the first texel
    /// of `texel`.
    pub(crate) fn piece(texel: &Self, piece: Piece) -> Self {
        match piece {
            Piece::Area(corners) => Self::shape(texel, corners.map(|corner| corner.to_array())),
            Piece::Stroke(Stroke { ends, edges, width }) => {
                let corners = [ends[0], ends[1], edges[0], edges[1]];
                Self {
                    page_kind: texel.page_kind & 0xffff | u32::from(Self::STROKE) << 16,
                    mirror: (1.0 / width).to_bits(),
                    ..Self::shape(texel, corners.map(|corner| corner.to_array()))
                }
            }
        }
    }

    /// Returns whether it is a shape or a stroke, which have one colour and free corners.
    pub(crate) fn is_drawn(&self) -> bool {
        matches!(self.kind(), Self::SHAPE | Self::STROKE)
    }

    /// Returns the record of an upright rectangle in the colour of `texel`, the record of an image of one texel.
    pub(crate) fn rect(texel: &Self, min: [f32; 2], max: [f32; 2]) -> Self {
        let ([left, top], [right, bottom]) = (min, max);
        Self {
            corners: [[left, top], [right, top], [left, bottom], [right, bottom]],
            ..*texel
        }
    }

    /// Returns the record of the same texels between other corners, which form a parallelogram. A shape becomes an
    /// image of its one texel.
    pub(crate) fn stretched(&self, corners: [[f32; 2]; 4]) -> Self {
        Self {
            page_kind: self.page_kind & 0xffff | u32::from(Self::QUAD) << 16,
            mirror: 0,
            corners,
            ..*self
        }
    }

    /// Returns the record of an image as a tile that shares its corners with its neighbours.
    pub(crate) fn as_tile(self) -> Self {
        let page_kind = self.page_kind | u32::from(Self::TILE) << 16;
        Self { page_kind, ..self }
    }

    /// Returns the record with the number of further slices of its image that follow it in the table, at most 255.
    pub(super) fn followed_by(self, following: u32) -> Self {
        let page_kind = self.page_kind & 0x00ff_ffff | following << 24;
        Self { page_kind, ..self }
    }

    /// Returns a slice without an area, which is not drawn, at the upper left corner of this one.
    pub(super) fn empty_slice(self) -> Self {
        Self {
            page_kind: self.page_kind & 0x00ff_ffff,
            corners: [self.corners[0]; 4],
            ..self
        }
    }

    /// Returns the same frame in the same size, with the texels of another.
    pub(super) fn with_texels_of(self, other: &Self) -> Self {
        Self {
            // The corners stay: an object's box follows from its sprite's size, which must not depend on whether texels
            // are loaded.
            origin: other.origin,
            size: other.size,
            page_kind: self.page_kind & 0xffff_0000 | other.page_kind & 0xffff,
            ..self
        }
    }

    /// Returns the left and top texel in the page.
    pub fn origin_px(&self) -> (u16, u16) {
        halves(self.origin)
    }

    /// Returns the width and height in texels.
    pub fn size_px(&self) -> (u16, u16) {
        halves(self.size)
    }

    /// Returns the page's index in [`Atlas::pages`](super::Atlas::pages).
    pub fn page(&self) -> u16 {
        halves(self.page_kind).0
    }

    /// Returns the number of the kind: [`FrameRecord::QUAD`], [`FrameRecord::SHAPE`], [`FrameRecord::SLICE`],
    /// [`FrameRecord::STROKE`] or [`FrameRecord::TILE`].
    pub fn kind(&self) -> u16 {
        halves(self.page_kind).1 & 0xff
    }

    /// Returns the number of further slices of the same image behind it in the table: 0 unless this is the first of
    /// several.
    pub fn following_slices(&self) -> u32 {
        self.page_kind >> 24
    }

    /// Returns whether this is a slice other than the first one of its image.
    pub(crate) fn is_further_slice(&self) -> bool {
        self.kind() == Self::SLICE && self.following_slices() == 0
    }

    /// Returns the drawn corners, top left, top right and bottom left, with or without mirroring. A slice is mirrored
    /// within the whole image, and so moves; other frames stay in place.
    pub(crate) fn shown_corners(&self, flip_x: bool, flip_y: bool) -> [[f32; 2]; 3] {
        let [mut first, mut right, mut below, _] = self.corners;
        if self.kind() == Self::SLICE {
            let (x, y) = halves(self.mirror);
            let [x, y] = [x, y].map(|sum| f32::from(sum.cast_signed()));
            if flip_x {
                (first[0], right[0]) = (x - right[0], x - first[0]);
                below[0] = first[0];
            }
            if flip_y {
                (first[1], below[1]) = (y - below[1], y - first[1]);
                right[1] = first[1];
            }
        }
        [first, right, below]
    }
}

/// Returns the low and the high 16 bits.
#[expect(clippy::cast_possible_truncation, reason = "each half is its 16 bits")]
const fn halves(packed: u32) -> (u16, u16) {
    (packed as u16, (packed >> 16) as u16)
}

/// Identifies the frame table of one `Assets` to code that caches copies. No two tables of a running program have the
/// same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameTableKey(u64);

impl Default for FrameTableKey {
    /// Returns a new key. It never reaches the simulation.
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Relaxed, because keys only have to differ: no other memory is ordered by them.
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Every frame's record, indexed by [`FrameId`].
#[derive(Debug, Default)]
pub struct FrameTable {
    key: FrameTableKey,
    records: Vec<FrameRecord>,
    /// The number of changes so far, each new record included.
    version: u64,
    /// The shaders of materials and effects, because a frame refers to a single table.
    shaders: ShaderTable,
}

impl FrameTable {
    pub(crate) fn key(&self) -> FrameTableKey {
        self.key
    }

    /// Returns the shaders of the game's own.
    pub(crate) fn shaders(&self) -> &ShaderTable {
        &self.shaders
    }

    pub(super) fn shaders_mut(&mut self) -> &mut ShaderTable {
        &mut self.shaders
    }

    /// Returns the records, in the order of their ids.
    pub fn records(&self) -> &[FrameRecord] {
        &self.records
    }

    /// Returns the table's version, which rises with every new or changed record: a backend that has seen this one is
    /// up to date.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the record of `id`, or `None` for an id that is not in this table.
    pub fn get(&self, id: FrameId) -> Option<&FrameRecord> {
        self.records.get(id.index())
    }

    /// Returns the record of a whole image: for a sliced image, a rectangle around all slices with the texels of the
    /// first; otherwise the record itself.
    pub(crate) fn whole(&self, id: FrameId) -> Option<FrameRecord> {
        let mut whole = *self.get(id)?;
        let following = whole.following_slices() as usize;
        if following == 0 {
            return Some(whole);
        }
        let slices = self.records[id.index()..].iter().take(following + 1);
        let [left, top] = whole.corners[0];
        let end = slices.fold([left, top], |end, slice| {
            [
                end[0].max(slice.corners[3][0]),
                end[1].max(slice.corners[3][1]),
            ]
        });
        let [right, bottom] = end;
        whole.corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
        whole.page_kind &= 0xffff;
        Some(whole)
    }

    /// Returns the frame and its further slices, all of which have to be drawn to show it.
    pub(crate) fn slices(&self, id: FrameId) -> impl Iterator<Item = FrameId> + use<> {
        let following = self.get(id).map_or(0, FrameRecord::following_slices);
        (id.0..=id.0 + following).map(FrameId)
    }

    /// Returns the number of free ids.
    pub(super) fn room(&self) -> usize {
        FrameId::MAX.index() + 1 - self.records.len()
    }

    /// Changes the record of an existing id.
    ///
    /// # Panics
    /// If the id is not in this table.
    pub(super) fn set(&mut self, id: FrameId, record: FrameRecord) {
        self.records[id.index()] = record;
        self.version += 1;
    }

    /// Adds a record. Returns `None` if all ids are in use.
    pub(super) fn push(&mut self, record: FrameRecord) -> Option<FrameId> {
        if self.room() == 0 {
            return None;
        }
        let id = FrameId(u32::try_from(self.records.len()).ok()?);
        self.records.push(record);
        self.version += 1;
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::atlas::{Atlas, AtlasSettings};
    use super::*;

    fn placed(width: u16, height: u16) -> Placement {
        let mut atlas = Atlas::new(AtlasSettings::default());
        let texels = vec![0; usize::from(width) * usize::from(height)];
        atlas.insert(width, height, &texels).unwrap()
    }

    #[test]
    fn a_record_is_48_bytes_as_the_shader_has_it() {
        assert_eq!(size_of::<FrameRecord>(), 48);
        assert_eq!(core::mem::offset_of!(FrameRecord, corners), 16);
    }

    #[test]
    fn a_centred_picture_extends_half_its_size_to_every_side() {
        let record = FrameRecord::image(&placed(5, 4), Anchor::Center);
        let expected = [[-2.5, -2.0], [2.5, -2.0], [-2.5, 2.0], [2.5, 2.0]];
        assert_eq!(record.corners, expected);
        assert_eq!((record.size_px(), record.kind()), ((5, 4), 0));
    }

    #[test]
    fn a_picture_from_its_corner_starts_at_its_object() {
        let record = FrameRecord::image(&placed(8, 16), Anchor::TopLeft);
        let expected = [[0.0, 0.0], [8.0, 0.0], [0.0, 16.0], [8.0, 16.0]];
        assert_eq!(record.corners, expected);
    }

    #[test]
    fn a_picture_lies_about_any_of_its_nine_anchors() {
        let place = placed(8, 16);
        for (anchor, corner) in [
            (Anchor::TopLeft, [0.0, 0.0]),
            (Anchor::TopCenter, [-4.0, 0.0]),
            (Anchor::TopRight, [-8.0, 0.0]),
            (Anchor::CenterLeft, [0.0, -8.0]),
            (Anchor::Center, [-4.0, -8.0]),
            (Anchor::CenterRight, [-8.0, -8.0]),
            (Anchor::BottomLeft, [0.0, -16.0]),
            (Anchor::BottomCenter, [-4.0, -16.0]),
            (Anchor::BottomRight, [-8.0, -16.0]),
        ] {
            let record = FrameRecord::image(&place, anchor);
            assert_eq!(record.corners[0], corner, "{anchor:?}");
            assert_eq!(record.corners[3], [corner[0] + 8.0, corner[1] + 16.0]);
            assert!(
                record.corners[0]
                    .iter()
                    .all(|side| side.to_bits() != 1 << 31)
            );
        }
    }

    #[test]
    fn an_animation_wraps_around() {
        let first = FrameId(7);
        let frames = FrameIds {
            first,
            count: 3,
            slices: 1,
        };
        assert_eq!(frames.wrapping(5), FrameId(9));
        let all: Vec<_> = frames.iter().collect();
        assert_eq!(all, [FrameId(7), FrameId(8), FrameId(9)]);
    }

    #[test]
    fn every_new_record_raises_the_version() {
        let mut table = FrameTable::default();
        let record = FrameRecord::image(&placed(1, 1), Anchor::Center);
        let id = table.push(record).unwrap();
        assert_eq!((id, table.version()), (FrameId(0), 1));
        assert_eq!(table.get(id), Some(&record));
        assert_eq!(table.get(FrameId(1)), None);
    }
}
