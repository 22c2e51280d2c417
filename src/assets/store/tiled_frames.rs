//! How the frames of one sprite are cut for the atlas, and the records of their tiles. The quadrilaterals of a shape are the
//! tiles of its one frame.

use super::super::atlas::{Atlas, Placement};
use super::super::error::AssetError;
use super::super::frame::{Anchor, FrameRecord};
use super::super::shape::ShapePieces;
use super::super::sprite::Sprite;
use super::super::texels::SpriteFrames;
use super::super::tiles::{Cut, MAX_TILES};

/// How the frames of a sprite are cut into tiles.
///
/// What goes into the atlas is a tile each, or of a shape, a texel for each of its colours.
pub(super) struct TiledFrames {
    pub(super) cuts: Vec<Cut>,
    /// The ids of each frame: those of smaller frames that are not needed have empty tiles. So an object needs as many
    /// rows whichever frame it shows, and animations add and remove none.
    pub(super) tiles: u32,
    /// Of a shape: what its texels are drawn as.
    shape: Option<ShapePieces>,
}

impl TiledFrames {
    /// Returns how pictures are cut for an atlas. `sprite` and `file` name them in errors.
    pub(super) fn of(
        pictures: &SpriteFrames<'_>,
        atlas: &Atlas,
        sprite: &Sprite,
        file: &str,
    ) -> Result<Self, AssetError> {
        let max_page_size = atlas.max_page_size();
        if let SpriteFrames::Shape(pieces) = pictures {
            return Ok(Self {
                cuts: vec![Cut::new([1, 1], 1); pieces.colors.len()],
                tiles: u32::try_from(pieces.count()).unwrap_or(MAX_TILES),
                shape: Some(pieces.clone()),
            });
        }
        let sizes = pictures.sizes().into_iter();
        let cuts: Vec<Cut> = sizes.map(|size| Cut::new(size, max_page_size)).collect();
        if let Some(cut) = cuts.iter().find(|cut| cut.tiles() > MAX_TILES) {
            return Err(AssetError::TooManyTiles {
                label: sprite.label.clone(),
                file: file.to_owned(),
                size: cut.size,
                tiles: cut.tiles(),
                max_page_size,
            });
        }
        let tiles = cuts.iter().map(Cut::tiles).max().unwrap_or(1);
        let shape = None;
        Ok(Self { cuts, tiles, shape })
    }

    /// Returns the one frame of one texel.
    pub(super) fn solid() -> Self {
        let cuts = vec![Cut::new([1, 1], 1)];
        Self {
            cuts,
            tiles: 1,
            shape: None,
        }
    }

    /// Returns the number of frames.
    pub(super) fn frames(&self) -> usize {
        self.shape.as_ref().map_or(self.cuts.len(), |_| 1)
    }

    /// Returns the records of all frames, in the order of their ids. `places` has the place of each tile that has
    /// texels.
    pub(super) fn records(&self, places: &[Placement], anchor: Anchor) -> Vec<FrameRecord> {
        if let Some(pieces) = &self.shape {
            return shape_records(pieces, places);
        }
        let mut places = places.iter();
        if self.tiles == 1 {
            return places
                .map(|place| FrameRecord::picture(place, anchor))
                .collect();
        }
        let mut records = Vec::new();
        for cut in &self.cuts {
            let start = records.len();
            for (rect, place) in cut.rects().zip(&mut places) {
                let following = if records.len() == start {
                    self.tiles - 1
                } else {
                    0
                };
                let offset = [rect.x, rect.y];
                records.push(FrameRecord::tile(
                    place, offset, cut.size, anchor, following,
                ));
            }
            if let Some(empty) = records.get(start).map(|first| first.empty_tile()) {
                records.resize(start + self.tiles as usize, empty);
            }
        }
        records
    }
}

/// Returns the records of a shape's one frame. `places` has that of each colour's texel.
fn shape_records(pieces: &ShapePieces, places: &[Placement]) -> Vec<FrameRecord> {
    let mut records = Vec::new();
    for ((_, quads), place) in pieces.colors.iter().zip(places) {
        let texel = FrameRecord::picture(place, Anchor::TopLeft);
        let corners = quads
            .iter()
            .map(|quad| quad.map(|corner| corner.to_array()));
        records.extend(corners.map(|corners| FrameRecord::shape(&texel, corners)));
    }
    let following = u32::try_from(records.len().saturating_sub(1)).unwrap_or(0);
    if let Some(first) = records.first_mut() {
        *first = first.followed_by(following);
    }
    records
}
