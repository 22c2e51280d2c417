//! The store: every sprite of a game under its label, the atlas their texels lie in, the frame table.
//!
//! Nothing is half loaded: a fault in any frame takes back what its sprite had put into the atlas.
//! There is one copy of a sprite, and ids and sizes stay good while the store lives. How often a sprite is in
//! use, and that it can be unloaded, is told in `uses.rs`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::atlas::{Atlas, AtlasError, AtlasSettings, Placement};
use super::error::AssetError;
use super::font::Font;
use super::fonts::{Face, FontId};
use super::frame::{Anchor, FrameId, FrameIds, FrameRecord, FrameTable};
use super::glyphs::{Glyphs, Workshop};
use super::image::{self, ImageError, ImageLayout, MAX_IMAGE_SIDE, PixelRect, PixelsRef};
use super::path::{default_root, read_capped};
use super::picture::Picture;
use super::request::AssetRequest;
use super::sprite::{FrameText, Sprite, SpriteId, TextCells};
use super::text_sprite::{MAX_FILE_BYTES, TextSprite};
use super::truetype::OutlineFont;
use super::uses::{Held, fingerprint};
use crate::base::color::Color;

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
    pub(super) font: Font,
    pub(super) atlas: Atlas,
    pub(super) frames: FrameTable,
    /// In the order of their ids, from 1 on.
    pub(super) outline_fonts: Vec<OutlineFont>,
    glyphs: Glyphs,
    /// In order of insertion; the placeholder is the first.
    pub(super) sprites: Vec<Sprite>,
    /// Beside each sprite.
    pub(super) held: Vec<Held>,
    labels: BTreeMap<String, SpriteId>,
    /// What the sprites were asked for by that were prepared elsewhere.
    pub(super) installed: BTreeMap<SpriteId, AssetRequest>,
}

/// What a sprite is made from, beside its pictures.
pub(super) struct Parts<'a> {
    pub(super) label: &'a str,
    pub(super) file: &'a str,
    pub(super) slowdown: u16,
    pub(super) color: Color,
    pub(super) anchor: Anchor,
}

impl<'a> Parts<'a> {
    /// Those of a sprite that is known.
    pub(super) fn of(sprite: &'a Sprite, file: &'a str) -> Self {
        Self {
            label: &sprite.label,
            file,
            slowdown: sprite.slowdown,
            color: sprite.color,
            anchor: sprite.anchor,
        }
    }

    pub(super) fn label_is_taken(&self) -> AssetError {
        AssetError::Label {
            label: self.label.to_owned(),
            file: self.file.to_owned(),
        }
    }
}

impl Assets {
    /// A store that holds the placeholder and nothing else.
    pub fn new(settings: AssetSettings) -> Self {
        let mut assets = Self {
            root: settings.root.unwrap_or_else(default_root),
            font: Font::built_in(),
            atlas: Atlas::new(settings.atlas),
            frames: FrameTable::default(),
            outline_fonts: Vec::new(),
            glyphs: Glyphs::default(),
            sprites: Vec::new(),
            held: Vec::new(),
            labels: BTreeMap::new(),
            installed: BTreeMap::new(),
        };
        assets.add_built_in();
        assets
    }

    /// Loads a text sprite from a file below the root. Loading the same file under the same label again counts one
    /// more use of the sprite and answers the same id; see [`Assets::unload`].
    ///
    /// # Errors
    /// The label is another sprite's, the file cannot be read or is no text sprite, or the atlas is full.
    pub fn load_text_sprite(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
    ) -> Result<SpriteId, AssetError> {
        self.load_text_sprite_anchored(label, path, Anchor::Center)
    }

    /// As [`Assets::load_text_sprite`], hung on its object by another point than its middle.
    ///
    /// # Errors
    /// The label is another sprite's, the file cannot be read or is no text sprite, or the atlas is full.
    pub fn load_text_sprite_anchored(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
        anchor: Anchor,
    ) -> Result<SpriteId, AssetError> {
        let path = path.as_ref();
        let known = self.known_file(label, path);
        if let Some((id, _)) = known.filter(|(_, s)| s.text.is_some() && s.anchor == anchor) {
            return self.load_again(id);
        }
        let bytes = read_capped(&self.root, path, MAX_FILE_BYTES as u64)?;
        let file = path.display().to_string();
        let mut sprite = TextSprite::parse(&file, &bytes)?;
        sprite.anchor = anchor;
        let id = self.add_parsed(label, &file, sprite)?;
        self.held[id.index()].path.get_or_insert(path.to_path_buf());
        Ok(id)
    }

    /// Adds a text sprite from bytes, for files that are embedded with `include_bytes!`; `file` names them
    /// in errors. Adding the same again counts one more use of the sprite.
    ///
    /// # Errors
    /// The label is another sprite's, the bytes are no text sprite, or the atlas is full.
    pub fn add_text_sprite(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
    ) -> Result<SpriteId, AssetError> {
        self.add_parsed(label, file, TextSprite::parse(file, bytes)?)
    }

    /// Adds a text sprite that was parsed before, perhaps on another thread. Adding the same again counts one more
    /// use of the sprite.
    ///
    /// # Errors
    /// The label is another sprite's, or the atlas is full.
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
            anchor: sprite.anchor,
        };
        let text = TextCells::new(sprite);
        if let Some(id) = self.known(&parts)? {
            return self.text_again(id, &parts, &text);
        }
        let mut places = Placed::default();
        for frame in 0..text.frame_count() {
            let picture = Picture::text(&self.font, &text, frame, parts.color);
            places.insert(&mut self.atlas, &parts, &picture)?;
        }
        self.finish(parts, places, Some(text), None)
    }

    /// Loads an image from a file below the root and cuts it into frames. Loading the same file under the same label
    /// again, cut alike, counts one more use of the sprite and answers the same id; see [`Assets::unload`].
    ///
    /// # Errors
    /// The label is another sprite's, the file cannot be read, is no image or cannot be cut so, or the atlas is
    /// full.
    pub fn load_image(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let path = path.as_ref();
        let known = self.known_file(label, path).map(|(id, _)| id);
        if let Some(id) = known.filter(|&id| self.image_layout(id) == Some(layout)) {
            return self.load_again(id);
        }
        let pixels = self.read_image(path)?;
        let id = self.add_cut(label, &path.display().to_string(), pixels.lent(), layout)?;
        self.held[id.index()].path.get_or_insert(path.to_path_buf());
        Ok(id)
    }

    /// Adds an image from the bytes of its file; `file` names them in errors. Adding the same again counts one more
    /// use of the sprite.
    ///
    /// # Errors
    /// The label is another sprite's, the bytes are no image or cannot be cut so, or the atlas is full.
    pub fn add_image(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let pixels = image::decode(bytes).map_err(|error| image_fault(file, error))?;
        self.add_cut(label, file, pixels.lent(), layout)
    }

    /// Adds pixels that a program made: `rgba` row after row with straight alpha. Errors name the label. Adding the
    /// same again counts one more use of the sprite; once it is unloaded, it may come back with other pixels.
    ///
    /// # Errors
    /// The label is another sprite's, `rgba` is not 4 × width × height bytes, a side is 0 or above
    /// [`MAX_IMAGE_SIDE`], the frames do not fit, or the atlas is full.
    pub fn add_pixels(
        &mut self,
        label: &str,
        width: u32,
        height: u32,
        rgba: &[u8],
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let pixels = PixelsRef {
            width,
            height,
            rgba,
        };
        self.add_cut(label, label, pixels, layout)
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
        self.baked(Face::default(), character)
            .unwrap_or(FrameId::PLACEHOLDER)
    }

    /// The white picture of a character in any face, hanging from where the pen meets the line's upper edge;
    /// `None` if there is nothing of it to see. Baked and failing like [`Assets::glyph`]; what the font lacks
    /// is a box.
    pub fn glyph_of(&mut self, face: Face, character: char) -> Option<FrameId> {
        match character {
            ' ' => None,
            _ => self.baked(face, character),
        }
    }

    fn baked(&mut self, mut face: Face, character: char) -> Option<FrameId> {
        if let Some(frame) = self.glyphs.known(face, character) {
            return frame;
        }
        if face.font.index() > self.outline_fonts.len() {
            face.font = FontId::BUILT_IN;
        }
        let outlines = face.font.index().checked_sub(1);
        let shop = Workshop {
            font: &self.font,
            outlines: outlines.and_then(|index| self.outline_fonts.get(index)),
            atlas: &mut self.atlas,
            frames: &mut self.frames,
        };
        self.glyphs.bake(face, character, shop)
    }

    /// The characters that a frame is made of: a text sprite's, or the one that a glyph shows. `None` for
    /// images, the built-in frames, and ids of another store.
    pub fn frame_text(&self, frame: FrameId) -> Option<FrameText<'_>> {
        if let Some(shown) = self.glyphs.shown(frame) {
            return Some(FrameText {
                width: 1,
                height: 1,
                characters: core::slice::from_ref(&shown.character),
                transparency: None,
                corner: shown.cell,
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
            corner: self.frames.get(frame)?.corners[0],
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
        pixels: PixelsRef<'_>,
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let parts = Parts {
            label,
            file,
            slowdown: layout.slowdown,
            color: Color::WHITE,
            anchor: layout.anchor,
        };
        let known = self.known(&parts)?;
        let rects = frames_of(pixels, layout).map_err(|error| image_fault(file, error))?;
        if let Some(id) = known {
            return self.image_again(id, &parts, pixels, layout);
        }
        let mut places = Placed::default();
        for rect in rects {
            let picture = Picture::cut(pixels.rgba, pixels.width, rect);
            places.insert(&mut self.atlas, &parts, &picture)?;
        }
        let image = (layout.clone(), fingerprint(pixels));
        self.finish(parts, places, None, Some(image))
    }

    /// The sprite that has the label already, if there is one.
    fn known(&self, parts: &Parts<'_>) -> Result<Option<SpriteId>, AssetError> {
        match parts.label.is_empty() {
            true => Err(parts.label_is_taken()),
            false => Ok(self.find(parts.label)),
        }
    }

    /// Gives the placed pictures their frame ids and the sprite its own.
    fn finish(
        &mut self,
        parts: Parts<'_>,
        places: Placed,
        text: Option<TextCells>,
        image: Option<(ImageLayout, u64)>,
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
        self.held.push(Held {
            uses: 1,
            file: parts.file.to_owned(),
            path: None,
            image,
            places,
        });
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
            .and_then(|()| self.finish(parts, places, None, None))
            .expect("a new atlas has room for the placeholder");
    }
}

/// The pictures of one sprite that are in the atlas already.
#[derive(Default)]
pub(super) struct Placed(pub(super) Vec<Placement>);

impl Placed {
    /// Puts one more in, or takes all of them out again.
    pub(super) fn insert(
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

pub(super) fn image_fault(file: &str, error: ImageError) -> AssetError {
    AssetError::Image {
        file: file.to_owned(),
        error,
    }
}

/// The frames that an image is cut into, each inside it.
pub(super) fn frames_of(
    pixels: PixelsRef<'_>,
    layout: &ImageLayout,
) -> Result<Vec<PixelRect>, ImageError> {
    let (width, height) = check_size(pixels.width, pixels.height, pixels.rgba)?;
    layout.frames.rects(width, height)
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
