//! The cut of a sprite's frames for the atlas, and the records of their slices. The quadrilaterals of a shape are the
//! slices of its one frame.

use super::super::atlas::{Atlas, Placement};
use super::super::error::AssetError;
use super::super::frame::{Anchor, FrameRecord};
use super::super::shape::ShapePieces;
use super::super::slices::{Cut, MAX_SLICES};
use super::super::sprite::Sprite;
use super::super::texels::SpriteFrames;

/// The cut of a sprite's frames into slices.
///
/// Each slice is an item in the atlas. A shape has an item of one texel for each of its colours.
pub(super) struct SlicedFrames {
    pub(super) cuts: Vec<Cut>,
    /// Number of ids per frame: the largest number of slices of a frame, or the number of a shape's quadrilaterals.
    /// Frames with fewer slices fill up with empty ones, so that an object needs the same number of rows for each
    /// frame, and animations neither add nor remove rows.
    pub(super) slices: u32,
    /// Quadrilaterals, if the sprite is a shape.
    shape: Option<ShapePieces>,
}

impl SlicedFrames {
    /// Returns the cut of images for an atlas. `sprite` and `file` name them in errors.
    pub(super) fn of(
        images: &SpriteFrames<'_>,
        atlas: &Atlas,
        sprite: &Sprite,
        file: &str,
    ) -> Result<Self, AssetError> {
        let max_page_size = atlas.max_page_size();
        if let SpriteFrames::Shape(pieces) = images {
            return Ok(Self {
                cuts: vec![Cut::new([1, 1], 1); pieces.colors.len()],
                slices: u32::try_from(pieces.count()).unwrap_or(MAX_SLICES),
                shape: Some(pieces.clone()),
            });
        }
        let sizes = images.sizes().into_iter();
        let cuts: Vec<Cut> = sizes.map(|size| Cut::new(size, max_page_size)).collect();
        if let Some(cut) = cuts.iter().find(|cut| cut.slices() > MAX_SLICES) {
            let ([w, h], slices, most) = (cut.size, cut.slices(), max_page_size);
            return Err(AssetError::Sprite {
                label: sprite.label.clone(),
                what: format!(
                    "{file}: a frame of {w}x{h} px is {slices} slices of an atlas page of {most}x{most}, \
                    and there may be {MAX_SLICES}: make it smaller, or raise AtlasSettings::max_page_size"
                ),
            });
        }
        let slices = cuts.iter().map(Cut::slices).max().unwrap_or(1);
        let shape = None;
        Ok(Self {
            cuts,
            slices,
            shape,
        })
    }

    /// Returns the cut of a single frame of one texel.
    pub(super) fn solid() -> Self {
        let cuts = vec![Cut::new([1, 1], 1)];
        Self {
            cuts,
            slices: 1,
            shape: None,
        }
    }

    /// Returns the number of frames.
    pub(super) fn frames(&self) -> usize {
        self.shape.as_ref().map_or(self.cuts.len(), |_| 1)
    }

    /// Returns the records of all frames, in the order of their ids. `placements` are the positions of all slices that
    /// are not empty, or of the texels of a shape's colours.
    pub(super) fn records(&self, placements: &[Placement], anchor: Anchor) -> Vec<FrameRecord> {
        if let Some(pieces) = &self.shape {
            return shape_records(pieces, placements);
        }
        let mut placements = placements.iter();
        if self.slices == 1 {
            return placements
                .map(|place| FrameRecord::image(place, anchor))
                .collect();
        }
        let mut records = Vec::new();
        for cut in &self.cuts {
            let start = records.len();
            for (rect, place) in cut.rects().zip(&mut placements) {
                let following = if records.len() == start {
                    self.slices - 1
                } else {
                    0
                };
                let offset = [rect.x, rect.y];
                records.push(FrameRecord::slice(
                    place, offset, cut.size, anchor, following,
                ));
            }
            if let Some(empty) = records.get(start).map(|first| first.empty_slice()) {
                records.resize(start + self.slices as usize, empty);
            }
        }
        records
    }
}

/// Returns the records of a shape's one frame. `placements` are the placements of its colours' texels.
fn shape_records(pieces: &ShapePieces, placements: &[Placement]) -> Vec<FrameRecord> {
    let mut records = Vec::new();
    for ((_, pieces), place) in pieces.colors.iter().zip(placements) {
        let texel = FrameRecord::image(place, Anchor::TopLeft);
        records.extend(
            pieces
                .iter()
                .map(|&piece| FrameRecord::piece(&texel, piece)),
        );
    }
    let following = u32::try_from(records.len().saturating_sub(1)).unwrap_or(0);
    if let Some(first) = records.first_mut() {
        *first = first.followed_by(following);
    }
    records
}
