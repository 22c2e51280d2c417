//! How the frames of one sprite are cut for the atlas, and the records of their tiles.

use super::super::atlas::{Atlas, Placement};
use super::super::error::AssetError;
use super::super::frame::{Anchor, FrameRecord};
use super::super::picture::Pictures;
use super::super::sprite::Sprite;
use super::super::tiles::{Cut, MAX_TILES};

/// How the frames of a sprite are cut into tiles.
pub(super) struct TiledFrames {
    pub(super) cuts: Vec<Cut>,
    /// The ids of each frame: those of smaller frames that are not needed have empty tiles. So an object needs as many
    /// rows whichever frame it shows, and animations add and remove none.
    pub(super) tiles: u32,
}

impl TiledFrames {
    /// Returns how pictures are cut for an atlas. `sprite` and `file` name them in errors.
    pub(super) fn of(
        pictures: &Pictures<'_>,
        atlas: &Atlas,
        sprite: &Sprite,
        file: &str,
    ) -> Result<Self, AssetError> {
        let max_page_size = atlas.max_page_size();
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
        Ok(Self { cuts, tiles })
    }

    /// Returns the one frame of one texel.
    pub(super) fn solid() -> Self {
        let cuts = vec![Cut::new([1, 1], 1)];
        Self { cuts, tiles: 1 }
    }

    /// Returns the records of all frames, in the order of their ids. `places` has the place of each tile that has
    /// texels.
    pub(super) fn records(&self, places: &[Placement], anchor: Anchor) -> Vec<FrameRecord> {
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
