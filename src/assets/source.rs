//! Inputs of the store: an [`AssetRequest`] names a file, and decoding turns it into a [`SpriteSource`] or a
//! [`ClipSource`].
//!
//! Decoding needs no store and runs on any thread. The store places every source in the same way, whether it was loaded
//! from a file or added by the program, for the first time or again.

use std::path::{Path, PathBuf};

use super::error::AssetError;
use super::frame::Anchor;
#[cfg(feature = "aseprite")]
use super::image::{AsepriteSheet, ImageError};
use super::image::{ImageLayout, ImageSource, MAX_IMAGE_FILE_BYTES};
#[cfg(feature = "aseprite")]
use super::path::beside;
use super::path::{open_capped, read_capped};
use super::shape::DrawnShape;
use super::sound::{ClipId, ClipSource};
use super::sprite::{Sprite, SpriteId};
#[cfg(feature = "aseprite")]
use super::sprite_slice::SpriteSlice;
use super::store::{MAX_SOUND_FILE_BYTES, sound_file};
use super::texels::SpriteFrames;
use super::text_sprite::{Layout, MAX_FILE_BYTES, TextSprite};
use crate::base::color::Color;

/// A request to load a file below the asset root as a sprite or a sound.
///
/// ```
/// use damselfly::assets::{AssetRequest, AssetSettings, Assets};
///
/// let root = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
/// let request = AssetRequest::text_sprite("coin", "samples/coin.spr");
/// // On any thread:
/// let prepared = request.prepare(root.as_ref())?;
/// // Where the store is:
/// let mut assets = Assets::new(AssetSettings::default());
/// let coin = assets.install(&prepared)?;
/// assert_eq!(assets.find("coin"), coin.sprite());
/// # Ok::<(), damselfly::assets::AssetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetRequest {
    /// The label that the sprite or the sound will have.
    pub(super) label: String,
    /// Relative to the asset root. Validated when the file is read.
    pub(super) path: PathBuf,
    pub(super) kind: RequestKind,
}

/// What a file is loaded as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestKind {
    TextSprite,
    Image(ImageLayout),
    Sound,
}

/// The id of a loaded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssetId {
    /// Of a text sprite or an image.
    Sprite(SpriteId),
    /// Of a sound.
    Clip(ClipId),
}

impl AssetId {
    /// Returns the sprite; `None` for a sound.
    pub fn sprite(self) -> Option<SpriteId> {
        match self {
            Self::Sprite(id) => Some(id),
            Self::Clip(_) => None,
        }
    }

    /// Returns the clip; `None` for a sprite.
    pub fn clip(self) -> Option<ClipId> {
        match self {
            Self::Sprite(_) => None,
            Self::Clip(id) => Some(id),
        }
    }
}

impl AssetRequest {
    /// Requests a text sprite anchored at its centre. `path` is relative to the asset root.
    pub fn text_sprite(label: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self {
            label: label.into(),
            path: path.into(),
            kind: RequestKind::TextSprite,
        }
    }

    /// Requests an image and cuts it into frames. `path` is relative to the asset root.
    pub fn image(label: impl Into<String>, path: impl Into<PathBuf>, layout: ImageLayout) -> Self {
        Self {
            kind: RequestKind::Image(layout),
            ..Self::text_sprite(label, path)
        }
    }

    /// Requests a sound, as [`Assets::load_sound`](super::Assets::load_sound) loads it. `path` is relative to the asset
    /// root.
    pub fn sound(label: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self {
            kind: RequestKind::Sound,
            ..Self::text_sprite(label, path)
        }
    }

    /// Returns whether it requests a sound.
    pub(crate) fn is_sound(&self) -> bool {
        self.kind == RequestKind::Sound
    }

    /// Returns the layout of an image. `None` for a text sprite and a sound.
    pub(super) fn layout(&self) -> Option<&ImageLayout> {
        match &self.kind {
            RequestKind::Image(layout) => Some(layout),
            RequestKind::TextSprite | RequestKind::Sound => None,
        }
    }

    /// Returns the requested label.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the file, relative to the asset root.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads and decodes the file below `root`. Runs on any thread. Pass the result to
    /// [`Assets::install`](super::Assets::install).
    ///
    /// # Errors
    /// The file cannot be read, or is not of the requested kind.
    pub fn prepare(&self, root: &Path) -> Result<PreparedAsset, AssetError> {
        let file = self.path.display().to_string();
        let read = |limit: usize| read_capped(root, &self.path, limit as u64);
        let mut source = match &self.kind {
            RequestKind::TextSprite => {
                let sprite = TextSprite::parse(&file, &read(MAX_FILE_BYTES)?)?;
                SpriteSource::text(&self.label, &file, sprite)
            }
            RequestKind::Image(layout) => {
                let bytes = read(MAX_IMAGE_FILE_BYTES)?;
                match self.sheet(&file, &bytes, root, layout)? {
                    Some(image) => SpriteSource::image(&self.label, &file, image),
                    None => SpriteSource::decode_image(&self.label, &file, &bytes, layout)?,
                }
            }
            RequestKind::Sound => {
                let (bytes, opened) = open_capped(root, &self.path, MAX_SOUND_FILE_BYTES)?;
                return Ok(PreparedAsset(Prepared::Sound(
                    self.clone(),
                    sound_file(&file, bytes, Some(opened))?,
                )));
            }
        };
        // The path is set only here: embedded files have a name for errors, but no path to read again.
        source.path = Some(self.path.clone());
        Ok(PreparedAsset(Prepared::Sprite(Box::new(source))))
    }
}

#[cfg(feature = "aseprite")]
impl AssetRequest {
    /// Reads the image of a JSON file of Aseprite. `None` for all other files.
    fn sheet(
        &self,
        file: &str,
        bytes: &[u8],
        root: &Path,
        layout: &ImageLayout,
    ) -> Result<Option<ImageSource>, AssetError> {
        if !AsepriteSheet::is_json(bytes) {
            return Ok(None);
        }
        let fault = |what| AssetError::image(file, ImageError::Invalid(what));
        let sheet = AsepriteSheet::read(bytes).map_err(fault)?;
        let path = beside(&self.path, &sheet.image);
        let image = read_capped(root, &path, MAX_IMAGE_FILE_BYTES as u64)?;
        let image = ImageSource::of_sheet(sheet, &image, layout);
        let image = image.map_err(|error| AssetError::image(file, error))?;
        image.log_ignored(file);
        Ok(Some(image))
    }
}

#[cfg(not(feature = "aseprite"))]
impl AssetRequest {
    /// Returns `None`: the file has no other image.
    fn sheet(
        &self,
        _: &str,
        _: &[u8],
        _: &Path,
        _: &ImageLayout,
    ) -> Result<Option<ImageSource>, AssetError> {
        Ok(None)
    }
}

/// A decoded file that is not in a store yet. [`Assets::install`](super::Assets::install) does not consume it, so it
/// can be installed several times and in several stores.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedAsset(pub(super) Prepared);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Prepared {
    Sprite(Box<SpriteSource>),
    Sound(AssetRequest, ClipSource),
}

/// A decoded sprite, ready to be inserted into the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SpriteSource {
    /// The sprite. The store adds its size and frames.
    pub(super) sprite: Sprite,
    /// Name of the source in errors.
    pub(super) file: String,
    /// Path below the root, if the store can read the file again.
    pub(super) path: Option<PathBuf>,
    /// Decoded image and its layout. `None` for a text sprite and a shape.
    pub(super) image: Option<ImageSource>,
    pub(super) shape: Option<DrawnShape>,
}

impl SpriteSource {
    /// Returns the source of a text sprite. `file` names it in errors.
    pub(super) fn text(label: &str, file: &str, mut sprite: TextSprite) -> Self {
        let (slowdown, color, anchor) = (sprite.slowdown, sprite.color, sprite.anchor);
        // Files with the same content are the same sprite, whatever their layouts.
        sprite.layout = Layout::Token;
        let text = Some(sprite);
        Self {
            sprite: Sprite::unplaced(label, slowdown, color, anchor, text),
            file: file.to_owned(),
            path: None,
            image: None,
            shape: None,
        }
    }

    /// Returns the source of a shape.
    pub(super) fn shape(label: &str, shape: &DrawnShape) -> Self {
        Self {
            sprite: Sprite::unplaced(label, 0, Color::WHITE, Anchor::Center, None),
            file: label.to_owned(),
            path: None,
            image: None,
            shape: Some(shape.clone()),
        }
    }

    /// Returns the source of an image. Its pixels are validated later. `file` names it in errors.
    pub(super) fn image(label: &str, file: &str, image: ImageSource) -> Self {
        let (slowdown, anchor) = (image.layout.slowdown, image.layout.anchor);
        Self {
            sprite: Sprite::unplaced(label, slowdown, Color::WHITE, anchor, None),
            file: file.to_owned(),
            path: None,
            image: Some(image),
            shape: None,
        }
    }

    /// Decodes the bytes of an image file.
    ///
    /// # Errors
    /// The bytes are not an image, or exceed the limits of [`ImageSource::decoded`].
    pub(super) fn decode_image(
        label: &str,
        file: &str,
        bytes: &[u8],
        layout: &ImageLayout,
    ) -> Result<Self, AssetError> {
        let image = ImageSource::decoded(bytes, layout);
        let image = image.map_err(|error| AssetError::image(file, error))?;
        image.log_ignored(file);
        Ok(Self::image(label, file, image))
    }

    /// Returns the frames, which are drawn one by one.
    ///
    /// # Errors
    /// The image's size and its bytes do not agree, or it cannot be cut by its layout; or the shape cannot be drawn.
    pub(super) fn frames(&self) -> Result<SpriteFrames<'_>, AssetError> {
        let Some(image) = &self.image else {
            return SpriteFrames::kept(&self.sprite, self.shape.as_ref());
        };
        let rects = image.cut();
        let rects = rects.map_err(|error| AssetError::image(&self.file, error))?;
        Ok(SpriteFrames::Image(image, rects))
    }

    /// Returns the slices of an Aseprite file. Empty for all other sources.
    #[cfg(feature = "aseprite")]
    pub(super) fn slices(&self) -> Vec<SpriteSlice> {
        let times = self.image.as_ref().and_then(|image| image.times.as_ref());
        times.map_or_else(Vec::new, |times| times.slices.clone())
    }

    /// Returns the layout of an image. `None` for a text sprite and a shape.
    pub(super) fn layout(&self) -> Option<&ImageLayout> {
        self.image.as_ref().map(|image| &image.layout)
    }

    /// Returns a checksum that identifies an image after its pixels were dropped. 0 for text sprites and shapes.
    pub(super) fn checksum(&self) -> u64 {
        self.image.as_ref().map_or(0, ImageSource::checksum)
    }
}
