//! Aseprite files: their frames as images, their tags as animations, and their slices.

mod blend;
#[cfg(test)]
mod blend_tests;
mod cels;
mod chunks;
mod compose;
mod sheet;
mod tags;
#[cfg(test)]
mod tests;

use aseprite_loader::binary::chunks::slice::SliceChunk;
use glam::IVec2;

use crate::assets::image::pixel_rect::PixelRect;
use crate::assets::sprite_slice::{SliceKey, SpriteSlice};

pub(in crate::assets) use sheet::AsepriteSheet;

pub(super) use chunks::{AsepriteFile, CUT_SHORT, read};
pub(super) use compose::Painter;
pub(super) use tags::of_file as tags_of;

/// Returns whether a file begins like one of Aseprite.
pub(super) fn is_aseprite(bytes: &[u8]) -> bool {
    // A WebP file may have the same bytes at offset 4, which are a part of its size.
    let is_first_frame = bytes
        .get(132..134)
        .is_none_or(|magic| *magic == chunks::FRAME_MAGIC);
    bytes.get(4..6) == Some(&chunks::MAGIC) && is_first_frame
}

/// Returns the slices of a file.
pub(super) fn slices(file: &AsepriteFile<'_>) -> Vec<SpriteSlice> {
    let of_chunk = |chunk: &SliceChunk<'_>| {
        let keys = chunk.slice_keys.iter().map(|key| SliceBox {
            frame: key.frame_number.into(),
            corner: [key.x.into(), key.y.into()],
            size: [key.width.into(), key.height.into()],
            center: key
                .nine_patch
                .map(|it| [it.x.into(), it.y.into(), it.width.into(), it.height.into()]),
            pivot: key.pivot.map(|pivot| [pivot.x.into(), pivot.y.into()]),
        });
        SliceBox::slice(chunk.name, keys, file.size)
    };
    file.slices.iter().filter_map(of_chunk).collect()
}

/// The rectangle of a slice as the file has it: the centre and the pivot are relative to its corner.
struct SliceBox {
    frame: i64,
    corner: [i64; 2],
    size: [i64; 2],
    center: Option<[i64; 4]>,
    pivot: Option<[i64; 2]>,
}

impl SliceBox {
    /// Returns a slice with these keys. `None` without a key inside the image.
    fn slice(name: &str, keys: impl Iterator<Item = Self>, image: [u16; 2]) -> Option<SpriteSlice> {
        let mut keys: Vec<_> = keys.filter_map(|key| key.key(image)).collect();
        keys.sort_by_key(|key| key.frame);
        (!keys.is_empty()).then(|| SpriteSlice {
            name: name.to_owned(),
            keys,
        })
    }

    fn key(&self, image: [u16; 2]) -> Option<SliceKey> {
        let rect = clipped(self.corner, self.size, image)?;
        let [x, y] = self.corner;
        let center = self.center.and_then(|[left, top, width, height]| {
            let corner = [x.saturating_add(left), y.saturating_add(top)];
            clipped(corner, [width, height], image)
        });
        let pivot = self.pivot.and_then(|[right, down]| {
            let [x, y] = [x.saturating_add(right), y.saturating_add(down)];
            Some(IVec2::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?))
        });
        Some(SliceKey {
            frame: u16::try_from(self.frame).ok()?,
            rect,
            center,
            pivot,
        })
    }
}

/// Returns the part of a rectangle that is inside an image. `None` if that is empty.
fn clipped(corner: [i64; 2], size: [i64; 2], image: [u16; 2]) -> Option<PixelRect> {
    let span = |axis: usize| {
        let limit = i64::from(image[axis]);
        let first = corner[axis].clamp(0, limit);
        let last = corner[axis].saturating_add(size[axis]).clamp(first, limit);
        let length = u16::try_from(last - first)
            .ok()
            .filter(|length| *length > 0)?;
        Some((u16::try_from(first).ok()?, length))
    };
    let ((x, width), (y, height)) = (span(0)?, span(1)?);
    Some(PixelRect {
        x,
        y,
        width,
        height,
    })
}
