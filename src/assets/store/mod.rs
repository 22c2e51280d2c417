//! The store: the sprites of a game by label, the atlas with their texels, and the frame table.
//!
//! The store has one copy of each sprite. Ids and sizes stay valid while the store lives. This file has the struct and
//! its look-ups. `load` adds sprites, and `insert` is the code that all kinds share. `named` has look-ups that log,
//! `uses` counts and unloads, `fonts` has glyphs and measures text, and `sounds` has all of this for sounds.

mod animations;
mod entry;
mod fonts;
mod insert;
mod load;
mod named;
#[cfg(feature = "shaping")]
mod shaping;
mod sliced_frames;
mod sounds;
#[cfg(feature = "truetype")]
mod truetype;
mod uses;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::atlas::{Atlas, AtlasSettings};
use super::error::AssetError;
use super::fonts::{BakedGlyph, Font, FontId, GlyphCache, GlyphName, GlyphVariant, OutlineFont};
use super::frame::{FrameId, FrameIds, FrameTable};
use super::path::{default_root, read_capped};
use super::shader::ShaderTable;
#[cfg(feature = "shaping")]
use super::shaping::ShapeCache;
use super::sound::ClipId;
use super::sprite::{FrameText, Sprite, SpriteId};
use crate::base::logging::LogOnce;
use entry::SpriteEntry;
use sounds::ClipEntry;
pub use sounds::MAX_SOUND_FILE_BYTES;
pub(crate) use sounds::UNKNOWN_CLIP;
pub(super) use sounds::sound_file;

/// Settings of the store: asset folder, atlas and step rate.
#[derive(Clone, Debug)]
pub struct AssetSettings {
    /// Folder of the asset files. Files outside it are rejected. Defaults to `None`: the folder of the program, or the
    /// current folder if that is unknown.
    pub root: Option<PathBuf>,
    /// Page size and number of pages of the atlas.
    pub atlas: AtlasSettings,
    /// Steps per second, which converts the times of animated files to steps. Values that are not finite and above 0
    /// become the default of 60. [`App`](crate::app::App) sets its own step rate.
    pub steps_per_second: f64,
}

impl Default for AssetSettings {
    fn default() -> Self {
        Self {
            root: None,
            atlas: AtlasSettings::default(),
            steps_per_second: DEFAULT_STEPS_PER_SECOND,
        }
    }
}

const DEFAULT_STEPS_PER_SECOND: f64 = 60.0;

/// The store of sprites by label, fonts, glyphs, and the atlas that backends draw from.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::assets::Assets;
/// fn load(assets: &mut Assets) -> Result<(), Error> {
///     assets.add_disc("ball", 12, Color::WHITE)?;
///     Ok(())
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Ball", Default::default()), |cx| load(cx.assets))?;
/// let ball = game.context().assets.sprite_named("ball");
/// game.context().spawn(Object::from(ball));
/// # game.step();
/// # assert!(game.image().count(Color::WHITE) > 20);
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("asset server", "loader", "resources", "textures"))]
#[derive(Debug)]
pub struct Assets {
    /// Folder of the asset files.
    root: PathBuf,
    /// Steps per second, finite and above 0.
    steps_per_second: f64,
    /// The built-in font.
    font: Font,
    atlas: Atlas,
    frames: FrameTable,
    /// Outline fonts. Their ids start at 1, because id 0 is the built-in font.
    outline_fonts: Vec<OutlineFont>,
    glyphs: GlyphCache,
    /// Shaped texts. A lock, so that measuring a text needs no `&mut`.
    #[cfg(feature = "shaping")]
    shaped: Mutex<ShapeCache>,
    /// Sprites by id. The placeholder is the first.
    sprites: Vec<SpriteEntry>,
    /// Ids by label. Unloaded sprites keep their labels.
    labels: BTreeMap<String, SpriteId>,
    /// Sounds by id.
    clips: Vec<ClipEntry>,
    /// Ids of sounds by label. Unloaded sounds keep their labels.
    clip_labels: BTreeMap<String, ClipId>,
    /// Unknown labels that have been logged. A lock, so that looking up a frame needs no `&mut`.
    unknown: Mutex<LogOnce>,
    /// Labels of unplayed clips with their reasons that have been logged.
    silent_clips: Mutex<LogOnce>,
}

impl Assets {
    /// Returns a store that holds only the placeholder.
    pub fn new(settings: AssetSettings) -> Self {
        let rate = settings.steps_per_second;
        let mut assets = Self {
            root: settings.root.unwrap_or_else(default_root),
            steps_per_second: match rate.is_finite() && rate > 0.0 {
                true => rate,
                false => DEFAULT_STEPS_PER_SECOND,
            },
            font: Font::built_in(),
            atlas: Atlas::new(settings.atlas),
            frames: FrameTable::default(),
            outline_fonts: Vec::new(),
            glyphs: GlyphCache::default(),
            #[cfg(feature = "shaping")]
            shaped: Mutex::default(),
            sprites: Vec::new(),
            labels: BTreeMap::new(),
            clips: Vec::new(),
            clip_labels: BTreeMap::new(),
            unknown: Mutex::default(),
            silent_clips: Mutex::default(),
        };
        // These are inserted first, because they have fixed ids: sprite 0 and frames 0 to 2.
        assets.insert_built_in();
        assets
    }

    /// Returns the sprite with this id, or `None` if the store does not have it.
    pub fn sprite(&self, id: SpriteId) -> Option<&Sprite> {
        self.sprites.get(id.index()).map(|entry| &entry.sprite)
    }

    /// Returns the sprite with this label, loaded or unloaded. Returns `None` without logging if there is none. See
    /// also [`Assets::sprite_named`].
    pub fn find(&self, label: &str) -> Option<SpriteId> {
        self.labels.get(label).copied()
    }

    /// Returns all sprites except the placeholder, in the order of adding.
    pub fn sprites(&self) -> impl Iterator<Item = (SpriteId, &Sprite)> {
        let sprites = self.sprites.iter().map(|entry| &entry.sprite);
        (0..).map(SpriteId).zip(sprites).skip(1)
    }

    /// Returns the characters of a text sprite's frame, or the character of a glyph. `None` for images, the built-in
    /// frames, the further slices of a frame, outlines and shadows of glyphs, and ids that the store does not have.
    pub fn frame_text(&self, frame: FrameId) -> Option<FrameText<'_>> {
        if let Some(glyph) = self.glyphs.glyph(frame) {
            return (!is_decoration(glyph)).then_some(FrameText {
                width: 1,
                height: 1,
                characters: &glyph.characters[..1],
                transparency: None,
                corner: glyph.cell,
            });
        }
        let sprite = &self.entry_of(frame)?.sprite;
        let FrameIds {
            first,
            count,
            slices,
        } = sprite.frames;
        let id = frame.0 - first.0;
        // The first slice of a frame has all of its characters.
        let index = id / slices;
        let cells = sprite
            .text
            .as_ref()
            .filter(|_| index < count && id.is_multiple_of(slices))?;
        Some(FrameText {
            width: cells.width(),
            height: cells.height(),
            characters: cells.frame(usize::try_from(index).ok()?),
            transparency: cells.transparency,
            corner: self.frames.get(frame)?.corners[0],
        })
    }

    /// Returns the sprite at or before a frame.
    fn entry_of(&self, frame: FrameId) -> Option<&SpriteEntry> {
        // Each sprite has contiguous frames, and sprites follow one another in the order of adding.
        let after = self
            .sprites
            .partition_point(|entry| entry.sprite.frames.first <= frame);
        self.sprites.get(after.checked_sub(1)?)
    }

    /// Returns whether a frame is the blank image of a camera, present or removed.
    pub(crate) fn is_camera_frame(&self, frame: FrameId) -> bool {
        let entry = self.entry_of(frame);
        entry.is_some_and(|entry| entry.is_camera && entry.sprite.frames.first == frame)
    }

    /// Returns whether a frame is the outline or the shadow of a glyph, or a mark that belongs to another glyph.
    pub(crate) fn is_glyph_decoration(&self, frame: FrameId) -> bool {
        let glyph = self.glyphs.glyph(frame);
        glyph.is_some_and(is_decoration)
    }

    /// Returns the variant, the name and the first characters of a glyph of an outline font, with zeros behind them.
    /// `None` for all other frames.
    pub(crate) fn outline_glyph(
        &self,
        frame: FrameId,
    ) -> Option<(GlyphVariant, GlyphName, [char; 4])> {
        let glyph = self.glyphs.glyph(frame)?;
        let is_outline = glyph.variant.face.font != FontId::BUILT_IN;
        is_outline.then_some((glyph.variant, glyph.name, glyph.characters))
    }

    /// Returns the texels of all sprites and glyphs.
    pub fn atlas(&self) -> &Atlas {
        &self.atlas
    }

    /// Returns the frame table: the position of each frame in the atlas, and relative to its object.
    pub fn frames(&self) -> &FrameTable {
        &self.frames
    }

    /// Returns the shaders of the game's own.
    pub(crate) fn shaders_mut(&mut self) -> &mut ShaderTable {
        self.frames.shaders_mut()
    }

    /// Returns the built-in font.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// Reads a file of at most `max_bytes` bytes below the asset folder, for files other than sprites, such as the text
    /// of a level. The path is relative to the folder.
    ///
    /// ```
    /// use damselfly::assets::{AssetSettings, Assets};
    ///
    /// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    /// let assets = Assets::new(AssetSettings { root: Some(folder.into()), ..AssetSettings::default() });
    /// let bytes = assets.read_file("lib.rs", 1 << 20)?;
    /// assert!(bytes.starts_with(b"//!"));
    /// assert!(assets.read_file("../Cargo.toml", 1 << 20).is_err());
    /// # Ok::<(), damselfly::Error>(())
    /// ```
    ///
    /// # Errors
    /// The path leads out of the folder, or the file is unreadable or larger.
    pub fn read_file(&self, path: impl AsRef<Path>, max_bytes: u64) -> Result<Vec<u8>, AssetError> {
        Ok(read_capped(&self.root, path.as_ref(), max_bytes)?)
    }

    /// Returns the steps per second, which converts the times of files to steps.
    #[cfg(feature = "tiled")]
    pub(crate) fn steps_per_second(&self) -> f64 {
        self.steps_per_second
    }

    /// Returns whether the sprite with the request's label was loaded by this request.
    #[cfg(any(feature = "ldtk", feature = "tiled"))]
    pub(crate) fn is_loaded_by(&self, request: &super::AssetRequest) -> bool {
        let id = self.find(request.label());
        id.is_some_and(|id| self.sprites[id.index()].is_from(request))
    }

    /// Returns the asset folder.
    pub fn root(&self) -> &Path {
        &self.root
    }
}

/// Returns whether a glyph has no character on a screen of text.
fn is_decoration(glyph: &BakedGlyph) -> bool {
    glyph.variant.is_decoration() || glyph.characters[0] == '\0'
}

#[cfg(test)]
pub(super) mod tests;
