//! The store: every sprite of a game under its label, the atlas their texels lie in, the frame table.
//!
//! Nothing is half loaded: a fault in any frame takes back what its sprite had put into the atlas.
//! There is one copy of a sprite, and ids and sizes stay good while the store lives.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::atlas::{Atlas, AtlasError, AtlasSettings, Placement};
use super::error::AssetError;
use super::font::Font;
use super::frame::{Anchor, FrameId, FrameIds, FrameRecord, FrameTable};
use super::glyphs::Glyphs;
use super::image::{self, ImageError, ImageLayout, MAX_IMAGE_FILE_BYTES, MAX_IMAGE_SIDE};
use super::path::{default_root, read_capped};
use super::picture::Picture;
use super::request::AssetRequest;
use super::sprite::{FrameText, Sprite, SpriteId, TextCells};
use super::text_sprite::{MAX_FILE_BYTES, TextSprite};
use crate::color::Color;

/// Where assets come from, and how much room they have.
#[derive(Clone, Debug, Default)]
pub struct AssetSettings {
    /// The folder that files are loaded from, and none from outside it. `None`, the default, is
    /// [`default_root`].
    pub root: Option<PathBuf>,
    /// The atlas's size.
    pub atlas: AtlasSettings,
}

/// Sprites under their labels, glyphs as they are needed, and what backends draw them from.
#[derive(Debug)]
pub struct Assets {
    root: PathBuf,
    font: Font,
    atlas: Atlas,
    frames: FrameTable,
    glyphs: Glyphs,
    /// In order of insertion; the placeholder is the first.
    sprites: Vec<Sprite>,
    labels: BTreeMap<String, SpriteId>,
    /// What the sprites were asked for by that were prepared elsewhere.
    pub(super) installed: BTreeMap<SpriteId, AssetRequest>,
}

/// What a sprite is made from, beside its pictures.
struct Parts<'a> {
    label: &'a str,
    file: &'a str,
    slowdown: u16,
    color: Color,
    anchor: Anchor,
}

impl Assets {
    /// A store that holds the placeholder and nothing else.
    pub fn new(settings: AssetSettings) -> Self {
        let mut assets = Self {
            root: settings.root.unwrap_or_else(default_root),
            font: Font::built_in(),
            atlas: Atlas::new(settings.atlas),
            frames: FrameTable::default(),
            glyphs: Glyphs::default(),
            sprites: Vec::new(),
            labels: BTreeMap::new(),
            installed: BTreeMap::new(),
        };
        assets.add_built_in();
        assets
    }

    /// Loads a text sprite from a file below the root.
    ///
    /// # Errors
    /// The label is taken, the file cannot be read or is no text sprite, or the atlas is full.
    pub fn load_text_sprite(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
    ) -> Result<SpriteId, AssetError> {
        let bytes = read_capped(&self.root, path.as_ref(), MAX_FILE_BYTES as u64)?;
        self.add_text_sprite(label, &path.as_ref().display().to_string(), &bytes)
    }

    /// Adds a text sprite from bytes, for files that are embedded with `include_bytes!`; `file` names them
    /// in errors.
    ///
    /// # Errors
    /// The label is taken, the bytes are no text sprite, or the atlas is full.
    pub fn add_text_sprite(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
    ) -> Result<SpriteId, AssetError> {
        self.add_parsed(label, file, TextSprite::parse(file, bytes)?)
    }

    /// Adds a text sprite that was parsed before, perhaps on another thread.
    ///
    /// # Errors
    /// The label is taken, or the atlas is full.
    pub fn add_parsed(
        &mut self,
        label: &str,
        file: &str,
        sprite: TextSprite,
    ) -> Result<SpriteId, AssetError> {
        let parts = Parts {
            label,
            file,
            slowdown: sprite.slowdown,
            color: sprite.color,
            anchor: Anchor::Center,
        };
        let text = TextCells::new(sprite);
        self.check_label(&parts)?;
        let mut places = Placed::default();
        for index in 0..text.frame_count() {
            let cells = text.frame(index);
            let draws = |character| text.draws(character);
            let picture = Picture::text(&self.font, cells, text.width(), parts.color, draws);
            places.insert(&mut self.atlas, &parts, &picture)?;
        }
        self.finish(parts, places, Some(text))
    }

    /// Loads an image from a file below the root and cuts it into frames.
    ///
    /// # Errors
    /// The label is taken, the file cannot be read, is no image or cannot be cut so, or the atlas is full.
    pub fn load_image(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let bytes = read_capped(&self.root, path.as_ref(), MAX_IMAGE_FILE_BYTES as u64)?;
        self.add_image(label, &path.as_ref().display().to_string(), &bytes, layout)
    }

    /// Adds an image from the bytes of its file; `file` names them in errors.
    ///
    /// # Errors
    /// The label is taken, the bytes are no image or cannot be cut so, or the atlas is full.
    pub fn add_image(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let pixels = image::decode(bytes).map_err(|error| AssetError::Image {
            file: file.to_owned(),
            error,
        })?;
        self.add_cut(
            label,
            file,
            (pixels.width, pixels.height),
            &pixels.rgba,
            layout,
        )
    }

    /// Adds pixels that a program made: `rgba` row after row with straight alpha. Errors name the label.
    ///
    /// # Errors
    /// The label is taken, `rgba` is not 4 × width × height bytes, a side is 0 or above
    /// [`MAX_IMAGE_SIDE`], the frames do not fit, or the atlas is full.
    pub fn add_pixels(
        &mut self,
        label: &str,
        width: u32,
        height: u32,
        rgba: &[u8],
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        self.add_cut(label, label, (width, height), rgba, layout)
    }

    /// The sprite that was loaded, or else the placeholder: what went wrong goes to the log as an error.
    pub fn or_placeholder(loaded: Result<SpriteId, AssetError>) -> SpriteId {
        loaded.unwrap_or_else(|error| {
            log::error!("{error}; the placeholder is shown instead");
            SpriteId::PLACEHOLDER
        })
    }

    /// The sprite that `id` names, or `None` for an id of another store.
    pub fn sprite(&self, id: SpriteId) -> Option<&Sprite> {
        self.sprites.get(id.index())
    }

    /// The sprite with this label.
    pub fn find(&self, label: &str) -> Option<SpriteId> {
        self.labels.get(label).copied()
    }

    /// Every sprite that a game has added, in that order: all but the placeholder.
    pub fn sprites(&self) -> impl Iterator<Item = (SpriteId, &Sprite)> {
        (0..).map(SpriteId).zip(&self.sprites).skip(1)
    }

    /// The white 8 × 16 picture of a character, hanging from its top left corner. The first use bakes it;
    /// when the atlas is full, that is logged once, and the placeholder's frame stands for the character.
    pub fn glyph(&mut self, character: char) -> FrameId {
        self.glyphs
            .get(character, &self.font, &mut self.atlas, &mut self.frames)
    }

    /// The characters that a frame is made of: a text sprite's, or the one that a glyph shows. `None` for
    /// images, the built-in frames, and ids of another store.
    pub fn frame_text(&self, frame: FrameId) -> Option<FrameText<'_>> {
        if let Some(character) = self.glyphs.character(frame) {
            return Some(FrameText {
                width: 1,
                height: 1,
                characters: core::slice::from_ref(character),
                transparency: None,
            });
        }
        // Sprites take their frames in the order in which they are added, each in one piece.
        let after = self
            .sprites
            .partition_point(|sprite| sprite.frames.first <= frame);
        let sprite = self.sprites.get(after.checked_sub(1)?)?;
        let index = frame.0 - sprite.frames.first.0;
        let cells = sprite
            .text
            .as_ref()
            .filter(|_| index < sprite.frames.count)?;
        Some(FrameText {
            width: cells.width(),
            height: cells.height(),
            characters: cells.frame(usize::try_from(index).ok()?),
            transparency: cells.transparency(),
        })
    }

    /// The texels of everything.
    pub fn atlas(&self) -> &Atlas {
        &self.atlas
    }

    /// Where each frame lies in the atlas and how it hangs on its object.
    pub fn frames(&self) -> &FrameTable {
        &self.frames
    }

    /// The built-in font.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// The folder that files are loaded from.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn add_cut(
        &mut self,
        label: &str,
        file: &str,
        (width, height): (u32, u32),
        rgba: &[u8],
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let parts = Parts {
            label,
            file,
            slowdown: layout.slowdown,
            color: Color::WHITE,
            anchor: layout.anchor,
        };
        self.check_label(&parts)?;
        let image_fault = |error| AssetError::Image {
            file: file.to_owned(),
            error,
        };
        let (w, h) = check_size(width, height, rgba).map_err(image_fault)?;
        let rects = layout.frames.rects(w, h).map_err(image_fault)?;
        let mut places = Placed::default();
        for rect in rects {
            let picture = Picture::cut(rgba, width, rect);
            places.insert(&mut self.atlas, &parts, &picture)?;
        }
        self.finish(parts, places, None)
    }

    fn check_label(&self, parts: &Parts<'_>) -> Result<(), AssetError> {
        match parts.label.is_empty() || self.labels.contains_key(parts.label) {
            false => Ok(()),
            true => Err(AssetError::Label {
                label: parts.label.to_owned(),
                file: parts.file.to_owned(),
            }),
        }
    }

    /// Gives the placed pictures their frame ids and the sprite its own.
    fn finish(
        &mut self,
        parts: Parts<'_>,
        places: Placed,
        text: Option<TextCells>,
    ) -> Result<SpriteId, AssetError> {
        let places = places.0;
        let (Some(first), Ok(count)) = (
            self.push_frames(&places, parts.anchor),
            u32::try_from(places.len()),
        ) else {
            let frames = places.len();
            places
                .into_iter()
                .for_each(|place| self.atlas.remove(place));
            return Err(AssetError::TooManyFrames {
                label: parts.label.to_owned(),
                frames,
            });
        };
        let side = |of: fn(&Placement) -> u16| places.iter().map(of).max().unwrap_or(0);
        let sprite = Sprite {
            label: parts.label.to_owned(),
            size_px: (side(|place| place.width), side(|place| place.height)),
            frames: FrameIds { first, count },
            slowdown: parts.slowdown,
            color: parts.color,
            anchor: parts.anchor,
            text,
        };
        // A sprite has a frame, and there are at most 2^24 of those.
        let id = SpriteId(u32::try_from(self.sprites.len()).unwrap_or(u32::MAX));
        self.labels.insert(sprite.label.clone(), id);
        self.sprites.push(sprite);
        Ok(id)
    }

    fn push_frames(&mut self, places: &[Placement], anchor: Anchor) -> Option<FrameId> {
        if places.len() > self.frames.room() {
            return None;
        }
        let mut first = None;
        for place in places {
            let id = self.frames.push(FrameRecord::picture(place, anchor));
            first = first.or(id);
        }
        first
    }

    /// Puts in frames 0 and 1 and the placeholder. The smallest page there is has room for them.
    fn add_built_in(&mut self) {
        let solid = Picture::solid();
        let place = self.atlas.insert(solid.width, solid.height, &solid.texels);
        let place = place.expect("a new atlas has room for one texel");
        self.push_frames(&[place], Anchor::TopLeft);
        let parts = Parts {
            label: "placeholder",
            file: "built in",
            slowdown: 1,
            color: Color::WHITE,
            anchor: Anchor::Center,
        };
        let mut places = Placed::default();
        places
            .insert(&mut self.atlas, &parts, &Picture::placeholder())
            .and_then(|()| self.finish(parts, places, None))
            .expect("a new atlas has room for the placeholder");
    }
}

/// The pictures of one sprite that are in the atlas already.
#[derive(Default)]
struct Placed(Vec<Placement>);

impl Placed {
    /// Puts one more in, or takes all of them out again.
    fn insert(
        &mut self,
        atlas: &mut Atlas,
        parts: &Parts<'_>,
        picture: &Picture,
    ) -> Result<(), AssetError> {
        match atlas.insert(picture.width, picture.height, &picture.texels) {
            Ok(place) => self.0.push(place),
            Err(error) => {
                self.0.drain(..).for_each(|place| atlas.remove(place));
                return Err(no_room(parts, error));
            }
        }
        Ok(())
    }
}

fn no_room(parts: &Parts<'_>, error: AtlasError) -> AssetError {
    AssetError::Atlas {
        label: parts.label.to_owned(),
        file: parts.file.to_owned(),
        error,
    }
}

/// An image's sides as the atlas counts them, if they agree with the length of its pixels.
fn check_size(width: u32, height: u32, rgba: &[u8]) -> Result<(u16, u16), ImageError> {
    let sides = 1..=MAX_IMAGE_SIDE;
    let fits = sides.contains(&width) && sides.contains(&height);
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(w), Ok(h)) if fits && rgba.len() == usize::from(w) * usize::from(h) * 4 => Ok((w, h)),
        _ => Err(ImageError::Length {
            size: [width, height],
            bytes: rgba.len(),
        }),
    }
}

#[cfg(test)]
mod tests;
