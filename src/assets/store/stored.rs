//! The record of one sprite in the store: the sprite itself, and what the store needs to load and unload it.

use std::path::PathBuf;
use std::sync::Arc;

use super::super::animation::Animation;
use super::super::atlas::Placement;
use super::super::image::ImageLayout;
use super::super::shape::DrawnShape;
use super::super::source::{AssetRequest, SpriteSource};
use super::super::sprite::Sprite;

/// A sprite, its uses, where its pixels came from, and where they are.
#[derive(Debug)]
pub(super) struct StoredSprite {
    pub(super) sprite: Sprite,
    /// How often it was loaded and not unloaded. Its pixels are in the atlas unless this is 0.
    pub(super) uses: u32,
    /// Names the source in errors.
    pub(super) file: String,
    /// The file below the root, if there is one to read again.
    pub(super) path: Option<PathBuf>,
    /// How an image is cut; `None` for a text sprite and a shape.
    pub(super) layout: Option<ImageLayout>,
    /// The shape that it is, if it is one.
    pub(super) shape: Option<DrawnShape>,
    /// Checksum of an image's pixels, which are not kept.
    pub(super) sum: u64,
    /// Its named animations, in the order of adding.
    pub(super) animations: Vec<Arc<Animation>>,
    /// Where its frames lie in the atlas; empty while it is unloaded.
    pub(super) places: Vec<Placement>,
}

impl StoredSprite {
    /// Returns whether the request names the file that the sprite came from, to be used in the same way.
    pub(super) fn is_from(&self, request: &AssetRequest) -> bool {
        self.path.as_ref() == Some(&request.path)
            && self.sprite.anchor == request.anchor
            && self.layout == request.layout
    }

    /// Returns whether the source is this sprite again: the same content, or the same file, even if that has changed
    /// meanwhile. An unloaded image may have other pixels now.
    pub(super) fn is_made_from(&self, source: &SpriteSource<'_>) -> bool {
        let same_file = self.path.is_some() && self.path == source.path;
        self.layout.as_ref() == source.layout()
            && self.sprite.anchor == source.sprite.anchor
            && (same_file || self.has_content_of(source))
    }

    /// Returns whether the source has the same content, as far as the store still knows it.
    fn has_content_of(&self, source: &SpriteSource<'_>) -> bool {
        let (sprite, other) = (&self.sprite, &source.sprite);
        match self.layout {
            // Without pixels there is nothing to compare. Frames of other sizes are refused when they are put back.
            Some(_) => self.uses == 0 || self.sum == source.checksum(),
            None => {
                (sprite.slowdown, sprite.color, &sprite.text, &self.shape)
                    == (other.slowdown, other.color, &other.text, &source.shape)
            }
        }
    }

    /// Returns the file that has to be read before an unloaded image can be shown again.
    pub(super) fn file_to_read(&self) -> Option<AssetRequest> {
        let (path, layout) = (self.path.clone()?, self.layout.clone()?);
        (self.uses == 0).then(|| AssetRequest::image(&*self.sprite.label, path, layout))
    }
}
