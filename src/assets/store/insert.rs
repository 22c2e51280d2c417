//! Inserts sprites into the store: their images into the atlas, and their records into the frame table. A sprite that
//! exists gains one more use.
//!
//! All sprites are added here. A sprite is inserted wholly or not at all: an error in any frame removes the frames
//! before it.

use super::super::atlas::{Atlas, AtlasError, Placement};
use super::super::error::AssetError;
use super::super::fonts::Font;
use super::super::frame::{Anchor, FrameId, FrameIds};
use super::super::image::ImageSource;
use super::super::slices::Cut;
use super::super::source::SpriteSource;
use super::super::sprite::{Sprite, SpriteId};
use super::super::texels::{FrameTexels, SpriteFrames};
use super::Assets;
use super::entry::SpriteEntry;
use super::sliced_frames::SlicedFrames;

impl Assets {
    /// Makes a sprite from a source, or counts one more use if it exists.
    pub(super) fn insert(&mut self, source: &SpriteSource) -> Result<SpriteId, AssetError> {
        let label_taken = || AssetError::Label {
            label: source.sprite.label.clone(),
            file: source.file.clone(),
        };
        if source.sprite.label.is_empty() {
            return Err(label_taken());
        }
        let images = source.frames()?;
        let Some(id) = self.find(&source.sprite.label) else {
            return self.insert_new(source, &images);
        };
        if id == SpriteId::PLACEHOLDER || !self.sprites[id.index()].is_made_from(source) {
            return Err(label_taken());
        }
        self.use_again(id, Some(&images))?;
        let stored = &mut self.sprites[id.index()];
        if stored.uses == 1 {
            // The sprite was unloaded until now, and its pixels may have changed.
            stored.sum = source.checksum();
            stored.is_camera = false;
        }
        // A sprite that the program once added from bytes may come from a file this time. Its path is stored, so that
        // an image can be read again.
        if stored.path.is_none() {
            stored.path.clone_from(&source.path);
        }
        Ok(id)
    }

    /// Counts one more use of a sprite. Unloaded pixels are restored: a text sprite and a shape are drawn again, an
    /// image is taken from `image`.
    ///
    /// # Errors
    /// The pixels are unloaded, and the atlas is full, or `image` is missing or has different sizes.
    pub(super) fn use_again(
        &mut self,
        id: SpriteId,
        image: Option<&SpriteFrames<'_>>,
    ) -> Result<SpriteId, AssetError> {
        if self.uses(id) == 0 {
            self.restore(id, image)?;
        }
        let uses = &mut self.sprites[id.index()].uses;
        // The count saturates. If it wrapped to 0, the sprite would count as unloaded, and its space in the atlas would
        // be lost.
        *uses = uses.saturating_add(1);
        Ok(id)
    }

    /// Puts frames 0 to 2 and the placeholder, whose frame is 1, into an empty store.
    pub(super) fn insert_built_in(&mut self) {
        // Even the smallest page has room for them.
        let place = self.atlas.insert_texels(&FrameTexels::solid(), "");
        let place = place.expect("a new atlas has room for one texel");
        self.push_frames(&SlicedFrames::solid(), &[place], Anchor::TopLeft);
        let image = ImageSource::placeholder();
        self.insert(&SpriteSource::image("placeholder", "built in", image))
            .expect("a new atlas has room for the placeholder");
        self.push_frames(&SlicedFrames::solid(), &[place], Anchor::Center);
    }

    /// Removes a sprite's pixels from the atlas. Its frames then show the placeholder's texels.
    pub(super) fn free(&mut self, id: SpriteId) {
        let stored = &mut self.sprites[id.index()];
        (stored.uses, stored.is_camera) = (0, false);
        remove_all(&mut self.atlas, core::mem::take(&mut stored.placements));
        let placeholder = self.frames.records()[FrameId::PLACEHOLDER.index()];
        for frame in stored.sprite.frames.all() {
            let record = self.frames.records()[frame.index()];
            self.frames.set(frame, record.with_texels_of(&placeholder));
        }
    }

    /// Makes a sprite from a source whose label is free.
    ///
    /// # Errors
    /// The atlas is full, or too few frame ids are left. Then nothing is kept.
    fn insert_new(
        &mut self,
        source: &SpriteSource,
        images: &SpriteFrames<'_>,
    ) -> Result<SpriteId, AssetError> {
        let SpriteSource { sprite, file, .. } = source;
        // Inserts into the atlas before it takes frame ids: after an error, space can be freed, but ids cannot.
        let sliced = SlicedFrames::of(images, &self.atlas, sprite, file)?;
        let placements = insert_all(&mut self.atlas, &self.font, images, &sliced, sprite, file)?;
        let Some(frames) = self.push_frames(&sliced, &placements, sprite.anchor) else {
            let (label, frames) = (sprite.label.clone(), placements.len());
            remove_all(&mut self.atlas, placements);
            return Err(AssetError::too_many_frames(label, frames));
        };
        let sizes = images.sizes();
        let largest = |axis: usize| sizes.iter().map(|size| size[axis]).max().unwrap_or(0);
        // The number fits: each sprite has at least one frame, and there are at most 2^24 frames.
        let id = SpriteId(u32::try_from(self.sprites.len()).unwrap_or(u32::MAX));
        self.labels.insert(sprite.label.clone(), id);
        self.sprites.push(SpriteEntry {
            sprite: Sprite {
                size_px: (largest(0), largest(1)),
                frames,
                ..sprite.clone()
            },
            uses: 1,
            file: file.clone(),
            path: source.path.clone(),
            layout: source.layout().cloned(),
            shape: source.shape.clone(),
            sum: source.checksum(),
            animations: self.animations_of(source, frames.count),
            #[cfg(feature = "aseprite")]
            slices: source.slices(),
            is_camera: false,
            placements,
        });
        Ok(id)
    }

    /// Puts the images of an unloaded sprite back into the atlas, under its frame ids.
    fn restore(
        &mut self,
        id: SpriteId,
        image: Option<&SpriteFrames<'_>>,
    ) -> Result<(), AssetError> {
        let stored = &self.sprites[id.index()];
        let SpriteEntry { sprite, file, .. } = stored;
        // A text sprite is drawn from its stored characters, even if its file has changed: a step may read them, and
        // must not depend on what is loaded.
        let kept;
        let images = match image.filter(|_| sprite.text.is_none()) {
            Some(image) => image,
            None => {
                kept = SpriteFrames::kept(sprite, stored.shape.as_ref())?;
                &kept
            }
        };
        // The sizes are checked before any insertion. A sprite's size never changes, because the boxes of objects
        // follow from it.
        let had = sprite.frames.iter().filter_map(|id| self.frame_size(id));
        let sizes = images.sizes();
        let is_shape = stored.shape.is_some();
        if !is_shape && !had.eq(sizes.iter().map(|size| size.map(f32::from))) {
            let (label, file) = (sprite.label.clone(), file.clone());
            return Err(AssetError::Changed { label, file });
        }
        let sliced = SlicedFrames::of(images, &self.atlas, sprite, file)?;
        let placements = insert_all(&mut self.atlas, &self.font, images, &sliced, sprite, file)?;
        // There are as many records as before, because frames of the same sizes are cut in the same way.
        let records = sliced.records(&placements, sprite.anchor);
        for (id, record) in sprite.frames.all().zip(records) {
            self.frames.set(id, record);
        }
        self.sprites[id.index()].placements = placements;
        Ok(())
    }

    /// Returns a frame's width and height in pixels, which stay while its sprite is unloaded.
    fn frame_size(&self, frame: FrameId) -> Option<[f32; 2]> {
        // Uses the corners: while the sprite is unloaded, the size in texels is the placeholder's.
        let [[left, top], _, _, [right, bottom]] = self.frames.whole(frame)?.corners;
        Some([right - left, bottom - top])
    }

    /// Assigns ids to each frame, one for each slice. `None`, without a change, if there are not enough ids.
    fn push_frames(
        &mut self,
        sliced: &SlicedFrames,
        placements: &[Placement],
        anchor: Anchor,
    ) -> Option<FrameIds> {
        let records = sliced.records(placements, anchor);
        // Takes all ids or none: the table never shrinks, so the ids of a partly inserted sprite would be lost.
        if records.len() > self.frames.room() {
            return None;
        }
        let mut first = None;
        for record in records {
            let id = self.frames.push(record);
            first = first.or(id);
        }
        let (count, slices) = (u32::try_from(sliced.frames()).ok()?, sliced.slices);
        first.map(|first| FrameIds {
            first,
            count,
            slices,
        })
    }
}

/// Draws images one by one into the atlas: all of them, or none. `sprite` and `file` name them in errors.
///
/// # Errors
/// The atlas has no room for one of them. The images before it are removed again.
fn insert_all(
    atlas: &mut Atlas,
    font: &Font,
    images: &SpriteFrames<'_>,
    sliced: &SlicedFrames,
    sprite: &Sprite,
    file: &str,
) -> Result<Vec<Placement>, AssetError> {
    let mut placements = Vec::new();
    for (frame, cut) in sliced.cuts.iter().enumerate() {
        let texels = images.draw(font, frame);
        let inserted = insert_slices(atlas, &texels, cut, &sprite.label, &mut placements);
        if let Err(error) = inserted {
            remove_all(atlas, placements);
            return Err(AssetError::Atlas {
                label: sprite.label.clone(),
                file: file.to_owned(),
                error,
            });
        }
    }
    Ok(placements)
}

/// Inserts the slices of an image, and appends their placements in order. If one has no room, the placements before it
/// stay appended.
fn insert_slices(
    atlas: &mut Atlas,
    texels: &FrameTexels,
    cut: &Cut,
    label: &str,
    placements: &mut Vec<Placement>,
) -> Result<(), AtlasError> {
    if cut.slices() == 1 {
        placements.push(atlas.insert_texels(texels, label)?);
        return Ok(());
    }
    for rect in cut.rects() {
        placements.push(atlas.insert_texels(&texels.part(rect), label)?);
    }
    Ok(())
}

fn remove_all(atlas: &mut Atlas, placements: Vec<Placement>) {
    placements.into_iter().for_each(|place| atlas.remove(place));
}
