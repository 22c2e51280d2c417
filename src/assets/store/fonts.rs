//! Glyphs as frames, and measurements of text. Measurements are the same on every machine.

use super::super::fonts::{
    Face, FontId, FontMetrics, GLYPH_WIDTH, GlyphBaker, GlyphName, GlyphVariant, GlyphZoom,
    OutlineFont,
};
use super::super::frame::FrameId;
use super::Assets;

impl Assets {
    /// Returns the white 8 × 16 frame of a character in the built-in font, anchored at its top left corner. The first
    /// use renders it into the atlas. Returns the placeholder's frame if the atlas is full, and logs an error once.
    pub fn glyph(&mut self, character: char) -> FrameId {
        self.baked(
            GlyphVariant::plain(Face::default()),
            GlyphName::Character(character),
        )
        .unwrap_or(FrameId::PLACEHOLDER)
    }

    /// Returns the white frame of a character in any face, relative to the pen at the line's upper edge. `None` for a
    /// blank. The first use renders it, as in [`Assets::glyph`]. A character that the font lacks is a box.
    pub fn glyph_of(&mut self, face: Face, character: char) -> Option<FrameId> {
        let face = self.own_face(face);
        self.glyph_in(GlyphVariant::plain(face), GlyphName::Character(character))
    }

    /// Like [`Assets::glyph_of`], in a variant from [`Assets::variant`].
    pub(crate) fn glyph_in(&mut self, variant: GlyphVariant, name: GlyphName) -> Option<FrameId> {
        match name {
            GlyphName::Character(' ') => None,
            name => self.baked(variant, name),
        }
    }

    /// Returns the variant of a face's glyphs for text at a scale, with an outline of `outline` pixels at scale 1, or
    /// without one if that is 0. `is_turned` says whether the text is at an angle other than quarter turns.
    pub(crate) fn variant(
        &self,
        face: Face,
        scale: f32,
        outline: f32,
        is_turned: bool,
    ) -> GlyphVariant {
        let face = self.own_face(face);
        let plain = GlyphVariant::plain(face);
        let Some(font) = self.outline_font(face.font) else {
            return plain.with_outline(outline.round());
        };
        let zoom = GlyphZoom::nearest(scale, font.size(), outline);
        GlyphVariant {
            zoom,
            is_padded: is_turned || zoom.ratio() != scale,
            ..plain.with_outline(outline)
        }
    }

    /// Returns a glyph's frame if it was baked before: `None` if it was not, `Some(None)` for a blank. For a character
    /// that the font lacks, it is the box of the face.
    pub(crate) fn baked_glyph(
        &self,
        variant: GlyphVariant,
        name: GlyphName,
    ) -> Option<Option<FrameId>> {
        if name == GlyphName::Character(' ') {
            return Some(None);
        }
        self.glyphs.find(variant, name).or_else(|| {
            let GlyphName::Character(character) = name else {
                return None;
            };
            let frame = self.glyphs.replacement(variant)?;
            let is_missing = !self.has_glyph(variant.face.font, character);
            is_missing.then_some(Some(frame))
        })
    }

    /// Returns whether a font has a glyph for the character.
    pub(crate) fn has_glyph(&self, font: FontId, character: char) -> bool {
        match self.outline_font(font) {
            None => self.font.glyph(character).is_some(),
            Some(font) => font.has(character),
        }
    }

    /// Returns whether a font or one of its fallback fonts has a glyph for the character.
    pub(crate) fn can_draw(&self, font: FontId, character: char) -> bool {
        #[cfg(feature = "shaping")]
        let fallbacks = self.fallback_fonts(font);
        #[cfg(not(feature = "shaping"))]
        let fallbacks: &[FontId] = &[];
        let mut fonts = core::iter::once(&font).chain(fallbacks);
        fonts.any(|&font| self.has_glyph(font, character))
    }

    /// Returns the advance of a glyph, in pixels at scale 1.
    pub(crate) fn glyph_advance(&self, face: Face, name: GlyphName) -> f32 {
        match (name, self.outline_font(face.font)) {
            (GlyphName::Character(character), _) => self.advance(face, character),
            (GlyphName::Shaped { id, .. }, Some(font)) => font.glyph_advance(id, face.bold),
            (GlyphName::Shaped { .. }, None) => 0.0,
        }
    }

    /// Returns the frame of the built-in font's box; `None` if no character that the font lacks was baked before.
    pub(crate) fn baked_box(&self) -> Option<FrameId> {
        self.glyphs
            .replacement(GlyphVariant::plain(Face::default()))
    }

    /// Returns the line metrics of a font. A font that the store does not have counts as the built-in one.
    pub fn font_metrics(&self, font: FontId) -> FontMetrics {
        self.outline_font(font)
            .map_or(FontMetrics::BUILT_IN, OutlineFont::metrics)
    }

    /// Returns the advance of a character, in pixels at scale 1. A font that the store does not have counts as the
    /// built-in one.
    pub fn advance(&self, face: Face, character: char) -> f32 {
        match self.outline_font(face.font) {
            None => f32::from(GLYPH_WIDTH),
            Some(font) => font.advance(character, face.bold),
        }
    }

    /// Returns the kerning of two characters, in pixels at scale 1: usually 0, and negative for pairs like `AV`. It
    /// comes from the table GPOS for Latin text, or else from the table `kern`. Always 0 for the built-in font.
    pub fn kerning(&self, font: FontId, before: char, character: char) -> f32 {
        self.outline_font(font)
            .map_or(0.0, |font| font.kerning(before, character))
    }

    /// Returns an outline font. `None` for the built-in font, and for a font that the store does not have.
    pub(super) fn outline_font(&self, font: FontId) -> Option<&OutlineFont> {
        self.outline_fonts.get(font.index().checked_sub(1)?)
    }

    /// Returns the face, with the built-in font if the store does not have the face's own.
    fn own_face(&self, mut face: Face) -> Face {
        // An unknown font is replaced first. Otherwise baking would make glyph tables for it and all lower numbers, and
        // the look-up would not find glyphs that were baked from the built-in font.
        if face.font.index() > self.outline_fonts.len() {
            face.font = FontId::BUILT_IN;
        }
        face
    }

    /// Returns a glyph's frame, and bakes it first if there is none; `None` if it is blank.
    fn baked(&mut self, variant: GlyphVariant, name: GlyphName) -> Option<FrameId> {
        if let Some(frame) = self.glyphs.find(variant, name) {
            return frame;
        }
        let outlines = variant.face.font.index().checked_sub(1);
        let mut baker = GlyphBaker {
            font: &self.font,
            outlines: outlines.and_then(|index| self.outline_fonts.get(index)),
            atlas: &mut self.atlas,
            frames: &mut self.frames,
        };
        self.glyphs.bake(variant, name, &mut baker)
    }
}
