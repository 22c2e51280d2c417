//! Counted use of sprites: loading one again shares it, the last use taken back frees its pixels.
//!
//! Ids, sizes, frames and characters outlive the pixels: an object keeps its sprite and its box, and whatever a
//! step can see is the same whether pixels are there or not. A sprite that is still shown without them shows
//! the placeholder, stretched to its size, because that is a mistake of the game which should be seen.

use std::path::{Path, PathBuf};

use super::atlas::Placement;
use super::error::AssetError;
use super::font::Font;
use super::frame::{FrameId, FrameRecord};
use super::image::{ImageLayout, MAX_IMAGE_FILE_BYTES, Pixels, PixelsRef, decode};
use super::path::read_capped;
use super::picture::Picture;
use super::sprite::{Sprite, SpriteId, TextCells};
use super::store::{Assets, Parts, Placed, frames_of, image_fault};
use crate::base::checksum::Checksum;

/// What the store keeps of a sprite for itself.
#[derive(Debug)]
pub(super) struct Held {
    /// How often it was loaded and not unloaded; its pixels are there if that is not 0.
    pub(super) uses: u32,
    /// What its bytes were called.
    pub(super) file: String,
    /// The file below the root that it came from, if the store read it itself.
    pub(super) path: Option<PathBuf>,
    /// How an image was cut, and a checksum of its pixels. `None` for text sprites, which keep their characters.
    pub(super) image: Option<(ImageLayout, u64)>,
    /// Where its frames lie in the atlas; none while it is unloaded.
    pub(super) places: Vec<Placement>,
}

impl Assets {
    /// How often the sprite was loaded and not unloaded; 0 while its pixels are not there, and for an id of
    /// another store. The placeholder's is always 1.
    pub fn uses(&self, id: SpriteId) -> u32 {
        self.held.get(id.index()).map_or(0, |held| held.uses)
    }

    /// Takes back one use of a sprite, and says how many are left. With the last one its pixels leave the atlas;
    /// its id, size, frames and characters stay, and loading it again brings the pixels back under the same
    /// id. What still shows it shows the placeholder, stretched to its size.
    ///
    /// Nothing happens to a sprite without uses, and to the placeholder.
    pub fn unload(&mut self, id: SpriteId) -> u32 {
        match self.uses(id) {
            0 => 0,
            uses if id == SpriteId::PLACEHOLDER => uses,
            1 => {
                self.free(id);
                0
            }
            uses => {
                self.held[id.index()].uses = uses - 1;
                uses - 1
            }
        }
    }

    /// Takes back every use of each sprite for which `unused` says so, and answers how many sprites lost their
    /// pixels. See also [`Context::unload_unused`](crate::world::Context::unload_unused).
    pub fn unload_where(&mut self, mut unused: impl FnMut(SpriteId, &Sprite) -> bool) -> usize {
        let before = self.sprites().filter(|&(id, _)| self.uses(id) > 0);
        let unused: Vec<SpriteId> = before
            .filter(|&(id, sprite)| unused(id, sprite))
            .map(|(id, _)| id)
            .collect();
        unused.iter().for_each(|&id| self.free(id));
        unused.len()
    }

    /// Counts one more use of a sprite that was loaded before. If its pixels were unloaded they come back: a
    /// text sprite's from its characters, an image's from its file below the root.
    ///
    /// # Errors
    /// The atlas is full; the image's file cannot be read any more, or has other frames now; or its pixels came
    /// from the program, which has to add them again. The sprite stays as it was.
    pub fn load_again(&mut self, id: SpriteId) -> Result<SpriteId, AssetError> {
        let Some(held) = self.held.get_mut(id.index()) else {
            let label = format!("{id:?}");
            return Err(AssetError::NotKept { label });
        };
        if id == SpriteId::PLACEHOLDER {
            return Ok(id);
        }
        if held.uses > 0 {
            held.uses = held.uses.saturating_add(1);
            return Ok(id);
        }
        let sprite = &self.sprites[id.index()];
        if sprite.text.is_some() {
            return self.restore(id, |font, sprite, frame| {
                let text = sprite.text.as_ref();
                text.map_or_else(Picture::placeholder, |text| {
                    Picture::text(font, text, frame, sprite.color)
                })
            });
        }
        let (Some(path), Some((layout, _))) = (&held.path, &held.image) else {
            let label = sprite.label.clone();
            return Err(AssetError::NotKept { label });
        };
        let (path, layout) = (path.clone(), layout.clone());
        let pixels = self.read_image(&path)?;
        self.restore_image(id, pixels.lent(), &layout)
    }

    /// The sprite of this label, if it came from this file below the root, and so need not be read again.
    pub(super) fn known_file(&self, label: &str, path: &Path) -> Option<(SpriteId, &Sprite)> {
        let id = self.find(label)?;
        let from = self.held[id.index()].path.as_deref();
        (from == Some(path)).then(|| (id, &self.sprites[id.index()]))
    }

    /// How an image is cut; `None` for what is no image.
    pub(super) fn image_layout(&self, id: SpriteId) -> Option<&ImageLayout> {
        let image = self.held.get(id.index())?.image.as_ref();
        image.map(|(layout, _)| layout)
    }

    /// One more use of a text sprite, if these are the sprite's own characters and looks.
    pub(super) fn text_again(
        &mut self,
        id: SpriteId,
        parts: &Parts<'_>,
        text: &TextCells,
    ) -> Result<SpriteId, AssetError> {
        let sprite = &self.sprites[id.index()];
        let looks = (sprite.slowdown, sprite.color, sprite.anchor);
        let same = sprite.text.as_ref() == Some(text)
            && looks == (parts.slowdown, parts.color, parts.anchor);
        match same {
            true => self.load_again(id),
            false => Err(parts.label_is_taken()),
        }
    }

    /// One more use of an image, if it is the sprite's own. An unloaded one may have other pixels now, but not
    /// other frames.
    pub(super) fn image_again(
        &mut self,
        id: SpriteId,
        parts: &Parts<'_>,
        pixels: PixelsRef<'_>,
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let held = &mut self.held[id.index()];
        match &held.image {
            Some((cut, sum)) if cut == layout => {
                if held.uses == 0 {
                    return self.restore_image(id, pixels, layout);
                }
                if *sum == fingerprint(pixels) {
                    held.uses = held.uses.saturating_add(1);
                    return Ok(id);
                }
                Err(parts.label_is_taken())
            }
            _ => Err(parts.label_is_taken()),
        }
    }

    /// Reads an image below the root.
    pub(super) fn read_image(&self, path: &Path) -> Result<Pixels, AssetError> {
        let bytes = read_capped(self.root(), path, MAX_IMAGE_FILE_BYTES as u64)?;
        decode(&bytes).map_err(|error| image_fault(&path.display().to_string(), error))
    }

    fn restore_image(
        &mut self,
        id: SpriteId,
        pixels: PixelsRef<'_>,
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let file = self.held[id.index()].file.clone();
        let rects = frames_of(pixels, layout).map_err(|error| image_fault(&file, error))?;
        let frames = self.sprites[id.index()].frames;
        let had = frames.iter().map(|frame| self.frame_size(frame));
        let has = rects
            .iter()
            .map(|rect| Some([f32::from(rect.width), f32::from(rect.height)]));
        if !had.eq(has) {
            let label = self.sprites[id.index()].label.clone();
            return Err(AssetError::Changed { label, file });
        }
        self.restore(id, |_, _, frame| {
            Picture::cut(pixels.rgba, pixels.width, rects[frame])
        })?;
        if let Some((_, sum)) = &mut self.held[id.index()].image {
            *sum = fingerprint(pixels);
        }
        Ok(id)
    }

    /// Puts the pictures of an unloaded sprite, made one by one from a frame's index, back into the atlas.
    fn restore(
        &mut self,
        id: SpriteId,
        picture: impl Fn(&Font, &Sprite, usize) -> Picture,
    ) -> Result<SpriteId, AssetError> {
        let sprite = &self.sprites[id.index()];
        let held = &mut self.held[id.index()];
        let parts = Parts::of(sprite, &held.file);
        let mut places = Placed::default();
        for (index, _) in sprite.frames.iter().enumerate() {
            places.insert(&mut self.atlas, &parts, &picture(&self.font, sprite, index))?;
        }
        for (frame, place) in sprite.frames.iter().zip(&places.0) {
            let record = FrameRecord::picture(place, sprite.anchor);
            self.frames.set(frame, record);
        }
        held.places = places.0;
        held.uses = 1;
        Ok(id)
    }

    /// Takes a sprite's pixels out of the atlas.
    fn free(&mut self, id: SpriteId) {
        let held = &mut self.held[id.index()];
        held.uses = 0;
        for place in core::mem::take(&mut held.places) {
            self.atlas.remove(place);
        }
        let placeholder = self.frames.records()[FrameId::PLACEHOLDER.index()];
        for frame in self.sprites[id.index()].frames.iter() {
            let record = self.frames.records()[frame.index()];
            self.frames.set(frame, record.with_texels_of(&placeholder));
        }
    }

    /// A frame's width and height in texels, which it keeps without them.
    fn frame_size(&self, frame: FrameId) -> Option<[f32; 2]> {
        let [[left, top], _, _, [right, bottom]] = self.frames.get(frame)?.corners;
        Some([right - left, bottom - top])
    }
}

/// Tells images apart.
pub(super) fn fingerprint(pixels: PixelsRef<'_>) -> u64 {
    let mut sum = Checksum::new();
    sum.u32(pixels.width);
    sum.u32(pixels.height);
    sum.bytes(pixels.rgba);
    sum.finish()
}

#[cfg(test)]
mod tests;
