//! The store: every sprite of a game under its label, the atlas with their texels, the frame table.
//!
//! There is one copy of a sprite, and ids and sizes stay valid while the store lives. This file has the struct and
//! its look-ups; `load` has the ways in, `place` what they share, `named` look-ups that log, `uses` counting and unloading, `fonts` glyphs
//! and text measurements.

mod animations;
mod fonts;
mod insert;
mod load;
mod named;
mod sliced_frames;
mod stored;
#[cfg(feature = "truetype")]
mod truetype;
mod uses;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::atlas::{Atlas, AtlasSettings};
use super::error::AssetError;
use super::fonts::{Font, GlyphCache, OutlineFont};
use super::frame::{FrameId, FrameIds, FrameTable};
use super::path::{default_root, read_capped};
use super::sprite::{FrameText, Sprite, SpriteId};
use crate::base::logging::SaidOnce;
use stored::StoredSprite;

/// The folder that assets are loaded from, and the size of the atlas.
#[derive(Clone, Debug)]
pub struct AssetSettings {
    /// The folder that files are loaded from; files outside it are refused. Defaults to `None`, which stands for
    /// the folder of the program, or else the current one.
    pub root: Option<PathBuf>,
    /// The atlas's page size and number of pages.
    pub atlas: AtlasSettings,
    /// Steps per second, by which the times of an animated file become steps: above 0 and finite, others count as the
    /// default of 60. [`App`](crate::app::App) sets its own step rate.
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

/// Sprites by label, fonts and their glyphs, and what backends draw them from.
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
/// # assert!(game.picture().count(Color::WHITE) > 20);
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("asset server", "loader", "resources", "textures"))]
#[derive(Debug)]
pub struct Assets {
    /// The folder that files are loaded from.
    root: PathBuf,
    /// Above 0 and finite.
    steps_per_second: f64,
    /// The built-in font.
    font: Font,
    atlas: Atlas,
    frames: FrameTable,
    /// In the order of their ids, which start at 1: 0 is the built-in font.
    outline_fonts: Vec<OutlineFont>,
    glyphs: GlyphCache,
    /// In order of insertion; the placeholder is the first.
    sprites: Vec<StoredSprite>,
    /// Also those of unloaded sprites, which keep their labels.
    labels: BTreeMap<String, SpriteId>,
    /// Labels without a sprite that have been logged. Behind a lock, so that looking a frame up changes nothing that
    /// a game could notice.
    unknown: Mutex<SaidOnce>,
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
            sprites: Vec::new(),
            labels: BTreeMap::new(),
            unknown: Mutex::default(),
        };
        // Before anything else can be added: these have fixed ids, sprite 0 and frames 0 to 2.
        assets.insert_built_in();
        assets
    }

    /// Returns the sprite with this id, or `None` for an id of another store.
    pub fn sprite(&self, id: SpriteId) -> Option<&Sprite> {
        self.sprites.get(id.index()).map(|stored| &stored.sprite)
    }

    /// Returns the sprite with this label, loaded or unloaded; `None` without a word if there is none. See also
    /// [`Assets::sprite_named`].
    pub fn find(&self, label: &str) -> Option<SpriteId> {
        self.labels.get(label).copied()
    }

    /// Returns every sprite that was added, in the order of adding: all but the placeholder.
    pub fn sprites(&self) -> impl Iterator<Item = (SpriteId, &Sprite)> {
        let sprites = self.sprites.iter().map(|stored| &stored.sprite);
        (0..).map(SpriteId).zip(sprites).skip(1)
    }

    /// Returns the characters that a frame is made of: a text sprite's, or the one that a glyph shows. `None` for
    /// images, the built-in frames, the further slices of a frame, and ids of another store.
    pub fn frame_text(&self, frame: FrameId) -> Option<FrameText<'_>> {
        if let Some(glyph) = self.glyphs.glyph(frame) {
            return Some(FrameText {
                width: 1,
                height: 1,
                characters: core::slice::from_ref(&glyph.character),
                transparency: None,
                corner: glyph.cell,
            });
        }
        // Sprites have contiguous frames, in the order in which they were added.
        let after = self
            .sprites
            .partition_point(|stored| stored.sprite.frames.first <= frame);
        let sprite = &self.sprites.get(after.checked_sub(1)?)?.sprite;
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
            transparency: cells.transparency(),
            corner: self.frames.get(frame)?.corners[0],
        })
    }

    /// Returns the texels of all sprites and glyphs.
    pub fn atlas(&self) -> &Atlas {
        &self.atlas
    }

    /// Returns the frame table: where each frame lies in the atlas, and where relative to its object.
    pub fn frames(&self) -> &FrameTable {
        &self.frames
    }

    /// Returns the built-in font.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// Reads a file of at most `max_bytes` bytes below the folder that files are loaded from: for what is no sprite, such as
    /// the text of a level. The path is relative to the folder.
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
    /// The path leads out of the folder, or the file cannot be read, or is larger.
    pub fn read_file(&self, path: impl AsRef<Path>, max_bytes: u64) -> Result<Vec<u8>, AssetError> {
        Ok(read_capped(&self.root, path.as_ref(), max_bytes)?)
    }

    /// Returns the steps per second by which times of files become steps.
    #[cfg(feature = "tiled")]
    pub(crate) fn steps_per_second(&self) -> f64 {
        self.steps_per_second
    }

    /// Returns the folder that files are loaded from.
    pub fn root(&self) -> &Path {
        &self.root
    }
}

#[cfg(test)]
mod tests;
