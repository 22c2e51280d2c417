//! The glyph cache: a character is rendered into the atlas at its first use, and then has a frame.

use std::collections::BTreeMap;

use super::super::atlas::{Atlas, AtlasError};
use super::super::error::AssetError;
use super::super::frame::{FrameId, FrameRecord, FrameTable};
use super::super::texels::{GlyphTexels, TooLarge};
use super::built_in::{Font, REPLACEMENT, bold};
use super::coverage::{Coverage, OutlineEdge};
use super::face::Face;
use super::name::GlyphName;
use super::outline::OutlineFont;
use super::variant::GlyphVariant;

/// The character and cell of a glyph's frame, for the text backend.
#[derive(Debug)]
pub(in crate::assets) struct BakedGlyph {
    /// Frame of the glyph.
    frame: FrameId,
    pub(in crate::assets) variant: GlyphVariant,
    pub(in crate::assets) name: GlyphName,
    /// The first characters that it stands for, with zeros behind them. U+FFFD for the box.
    pub(in crate::assets) characters: [char; 4],
    /// Upper left corner of the cell, in pixels from the pen and the line's upper edge.
    pub(in crate::assets) cell: [f32; 2],
}

/// The frames of one variant's characters, `None` for blanks. An array makes the common characters of Latin-1 fast.
#[derive(Debug)]
struct FaceGlyphs {
    /// Frames of U+0000 to U+00FF. The outer `None` means that the character was not rendered yet.
    latin: [Option<Option<FrameId>>; 256],
    /// Frames of all other characters rendered so far.
    others: BTreeMap<char, Option<FrameId>>,
    /// Frames of the glyphs that shaping chose, by their numbers.
    shaped: BTreeMap<u16, Option<FrameId>>,
    /// Frame of the box. All characters that the font lacks share it, so that they cannot fill the atlas.
    replacement: Option<Option<FrameId>>,
}

/// The frames of all characters rendered so far.
#[derive(Debug, Default)]
pub(in crate::assets) struct GlyphCache {
    /// Two faces for each font: plain and bold. Only their own glyphs, which most texts consist of.
    faces: Vec<FaceGlyphs>,
    /// Further variants of faces.
    variants: BTreeMap<GlyphVariant, Box<FaceGlyphs>>,
    /// Glyphs sorted by frame, for binary search. Frame ids only increase.
    glyphs: Vec<BakedGlyph>,
    /// Whether an error has been logged.
    warned: bool,
}

/// The font that glyphs are drawn with, and the atlas and frame table that they are added to.
#[derive(Debug)]
pub(in crate::assets) struct GlyphBaker<'a> {
    /// The built-in font.
    pub(in crate::assets) font: &'a Font,
    /// The outline font to draw with instead. `None` for the built-in font.
    pub(in crate::assets) outlines: Option<&'a OutlineFont>,
    pub(in crate::assets) atlas: &'a mut Atlas,
    pub(in crate::assets) frames: &'a mut FrameTable,
}

impl GlyphCache {
    /// Returns the glyph's frame if it was rendered. `Some(None)` for a blank.
    #[inline]
    pub(in crate::assets) fn find(
        &self,
        variant: GlyphVariant,
        name: GlyphName,
    ) -> Option<Option<FrameId>> {
        let glyphs = self.glyphs_of(variant)?;
        match name {
            GlyphName::Character(character) => match glyphs.latin.get(character as usize) {
                Some(frame) => *frame,
                None => glyphs.others.get(&character).copied(),
            },
            GlyphName::Shaped { id, .. } => glyphs.shaped.get(&id).copied(),
        }
    }

    /// Returns the frame of a variant's box. `None` if it was not rendered.
    pub(in crate::assets) fn replacement(&self, variant: GlyphVariant) -> Option<FrameId> {
        self.glyphs_of(variant)?.replacement.flatten()
    }

    #[inline]
    fn glyphs_of(&self, variant: GlyphVariant) -> Option<&FaceGlyphs> {
        match variant == GlyphVariant::plain(variant.face) {
            true => self.faces.get(face_index(variant.face)),
            false => self.variants.get(&variant).map(|glyphs| &**glyphs),
        }
    }

    fn glyphs_mut(&mut self, variant: GlyphVariant) -> &mut FaceGlyphs {
        if variant != GlyphVariant::plain(variant.face) {
            return self.variants.entry(variant).or_default();
        }
        let index = face_index(variant.face);
        if self.faces.len() <= index {
            self.faces.resize_with(index + 1, FaceGlyphs::default);
        }
        &mut self.faces[index]
    }

    /// Returns the glyph of a frame. `None` if the frame is not a glyph.
    pub(in crate::assets) fn glyph(&self, frame: FrameId) -> Option<&BakedGlyph> {
        let at = self
            .glyphs
            .binary_search_by_key(&frame, |glyph| glyph.frame);
        at.ok().map(|at| &self.glyphs[at])
    }

    /// Renders a glyph that has no frame yet. Returns its frame; `None` for a blank.
    pub(in crate::assets) fn bake(
        &mut self,
        variant: GlyphVariant,
        name: GlyphName,
        baker: &mut GlyphBaker<'_>,
    ) -> Option<FrameId> {
        let is_missing = baker.lacks(name);
        let replacement = self.glyphs_mut(variant).replacement;
        if let Some(frame) = replacement.filter(|_| is_missing) {
            return frame;
        }
        let frame = match variant.is_shadow {
            true => self.bake_shadow(variant, name, baker),
            false => match baker.draw(variant, name) {
                Ok(None) => None,
                Ok(Some(glyph)) => match baker.insert(name, &glyph) {
                    Ok(frame) => {
                        let mut characters = name.characters();
                        if is_missing {
                            characters[0] = char::REPLACEMENT_CHARACTER;
                        }
                        self.glyphs.push(BakedGlyph {
                            frame,
                            variant,
                            name,
                            characters,
                            cell: glyph.cell,
                        });
                        Some(frame)
                    }
                    // The error is not cached, because the atlas may have room later.
                    Err(error) => return self.placeholder(variant, &error),
                },
                Err(TooLarge(size)) => {
                    let max_page_size = baker.atlas.max_page_size();
                    // This error is cached: pages never grow beyond the limit, so the glyph will never fit.
                    let error = AtlasError::TooLarge {
                        size,
                        max_page_size,
                    };
                    self.placeholder(variant, &baker.no_room(name, error))
                }
            },
        };
        self.glyphs_mut(variant).remember(name, is_missing, frame);
        frame
    }

    /// Adds a frame that shows the texels of the same variant without a shadow. `None` for a blank.
    fn bake_shadow(
        &mut self,
        variant: GlyphVariant,
        name: GlyphName,
        baker: &mut GlyphBaker<'_>,
    ) -> Option<FrameId> {
        let caster = GlyphVariant {
            is_shadow: false,
            ..variant
        };
        let found = self.find(caster, name);
        let frame = found.unwrap_or_else(|| self.bake(caster, name, baker))?;
        let record = *baker.frames.get(frame)?;
        let shadow = baker.frames.push(record)?;
        self.glyphs.push(BakedGlyph {
            frame: shadow,
            variant,
            name,
            characters: name.characters(),
            cell: [0.0; 2],
        });
        Some(shadow)
    }

    /// Logs the first error, and returns the placeholder's frame. `None` for outlines and shadows, which are left out.
    fn placeholder(&mut self, variant: GlyphVariant, error: &AssetError) -> Option<FrameId> {
        // Only the first error is logged: otherwise, each character would repeat it in every frame.
        if !self.warned {
            log::error!("{error}; the placeholder is shown instead");
        }
        self.warned = true;
        (!variant.is_decoration()).then_some(FrameId::PLACEHOLDER)
    }
}

impl FaceGlyphs {
    /// Records the frame of a glyph, or of the box if the font lacks the character.
    fn remember(&mut self, name: GlyphName, is_missing: bool, frame: Option<FrameId>) {
        match name {
            _ if is_missing => self.replacement = Some(frame),
            GlyphName::Character(character) => match self.latin.get_mut(character as usize) {
                Some(slot) => *slot = Some(frame),
                None => {
                    self.others.insert(character, frame);
                }
            },
            GlyphName::Shaped { id, .. } => {
                self.shaped.insert(id, frame);
            }
        }
    }
}

impl Default for FaceGlyphs {
    fn default() -> Self {
        Self {
            latin: [None; 256],
            others: BTreeMap::new(),
            shaped: BTreeMap::new(),
            replacement: None,
        }
    }
}

impl GlyphBaker<'_> {
    /// Returns whether the font has no glyph for a character.
    fn lacks(&self, name: GlyphName) -> bool {
        match (name, self.outlines) {
            (GlyphName::Character(character), None) => self.font.glyph(character).is_none(),
            (GlyphName::Character(character), Some(font)) => !font.has(character),
            (GlyphName::Shaped { .. }, _) => false,
        }
    }

    /// Draws a character, or the box if the font lacks it. `None` for a blank.
    fn draw(
        &self,
        variant: GlyphVariant,
        name: GlyphName,
    ) -> Result<Option<GlyphTexels>, TooLarge> {
        let limit = self.atlas.max_page_size();
        if let Some(font) = self.outlines {
            return font.draw(name, variant, limit);
        }
        let character = name.characters()[0];
        let rows = self.font.glyph(character).unwrap_or(REPLACEMENT);
        // Block elements are areas, not strokes: bold would change their shade.
        let is_block = ('\u{2580}'..='\u{259f}').contains(&character);
        let rows = match variant.face.bold && !is_block {
            true => bold(&rows),
            false => rows,
        };
        let mut coverage = Coverage::of_rows(&rows);
        let mut grown = 0;
        if variant.outline > 0 {
            let quarters = variant.outline.into();
            (coverage, grown) = coverage.outlined(quarters, OutlineEdge::Hard, limit)?;
        }
        Ok(Some(GlyphTexels {
            frame: coverage.white(),
            corner: [0.0 - f32::from(grown); 2],
            cell: [0.0; 2],
        }))
    }

    /// Inserts texels into the atlas, and returns their new frame.
    ///
    /// # Errors
    /// The atlas is full, or all frame ids are in use. The atlas is unchanged then.
    fn insert(&mut self, name: GlyphName, glyph: &GlyphTexels) -> Result<FrameId, AssetError> {
        let inserted = self.atlas.insert_texels(&glyph.frame, &label(name));
        let place = inserted.map_err(|error| self.no_room(name, error))?;
        let record = FrameRecord::at_corner(&place, glyph.corner);
        self.frames.push(record).ok_or_else(|| {
            self.atlas.remove(place);
            AssetError::too_many_frames(label(name), 1)
        })
    }

    /// Adds the character and the font to an error of the atlas.
    fn no_room(&self, name: GlyphName, error: AtlasError) -> AssetError {
        let file = self.outlines.map_or("built-in font", OutlineFont::name);
        AssetError::Atlas {
            label: label(name),
            file: file.to_owned(),
            error,
        }
    }
}

/// Returns the index of a face in [`GlyphCache::faces`].
fn face_index(face: Face) -> usize {
    face.font.index() * 2 + usize::from(face.bold)
}

/// Returns the name of a glyph for errors.
fn label(name: GlyphName) -> String {
    format!("glyph {:?}", name.characters()[0])
}
