//! The store's record of one sprite, with the data to load and unload it.

use std::path::PathBuf;
use std::sync::Arc;

use super::super::animation::Animation;
use super::super::atlas::Placement;
use super::super::image::ImageLayout;
use super::super::shape::DrawnShape;
use super::super::source::{AssetRequest, SpriteSource};
use super::super::sprite::Sprite;
#[cfg(feature = "aseprite")]
use super::super::sprite_slice::SpriteSlice;

/// A sprite, its number of uses, the source of its pixels, and their positions in the atlas.
#[derive(Debug)]
pub(super) struct SpriteEntry {
    pub(super) sprite: Sprite,
    /// Number of loads minus unloads. The pixels are in the atlas unless this is 0.
    pub(super) uses: u32,
    /// Name of the source in errors.
    pub(super) file: String,
    /// Path below the root, if there is a file to read again.
    pub(super) path: Option<PathBuf>,
    /// Layout of an image. `None` for a text sprite and a shape.
    pub(super) layout: Option<ImageLayout>,
    /// `None` unless the sprite is a shape.
    pub(super) shape: Option<DrawnShape>,
    /// Checksum of an image's pixels, which the store drops.
    pub(super) sum: u64,
    /// Named animations in the order of adding.
    pub(super) animations: Vec<Arc<Animation>>,
    /// Slices of the file.
    #[cfg(feature = "aseprite")]
    pub(super) slices: Vec<SpriteSlice>,
    /// Whether it is the blank image of a camera, which the texels of each frame replace.
    pub(super) is_camera: bool,
    /// Positions of the sprite's texels in the atlas. Empty while the sprite is unloaded.
    pub(super) placements: Vec<Placement>,
}

impl SpriteEntry {
    /// Returns whether the request is for this sprite's file, with the same layout.
    pub(super) fn is_from(&self, request: &AssetRequest) -> bool {
        self.path.as_ref() == Some(&request.path)
            && self.layout.as_ref() == request.layout()
            && !request.is_sound()
    }

    /// Returns whether the source is this sprite again: the same content, or the same file, even if the file has
    /// changed. An unloaded image may return with different pixels.
    pub(super) fn is_made_from(&self, source: &SpriteSource) -> bool {
        let same_file = self.path.is_some() && self.path == source.path;
        self.layout.as_ref() == source.layout() && (same_file || self.has_content_of(source))
    }

    /// Returns whether the source has the same content, as far as the store knows it.
    fn has_content_of(&self, source: &SpriteSource) -> bool {
        match self.layout {
            // An unloaded image has no pixels to compare. Restoring it checks the sizes of its frames.
            Some(_) => self.uses == 0 || self.sum == source.checksum(),
            None => (&self.sprite.text, &self.shape) == (&source.sprite.text, &source.shape),
        }
    }

    /// Returns the request that restores an unloaded image.
    pub(super) fn file_to_read(&self) -> Option<AssetRequest> {
        let (path, layout) = (self.path.clone()?, self.layout.clone()?);
        (self.uses == 0).then(|| AssetRequest::image(&*self.sprite.label, path, layout))
    }
}
