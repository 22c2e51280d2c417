//! Sources of the frames of glyphs.

use core::ops::Deref;

use crate::assets::{Assets, FrameId, GlyphName, GlyphVariant};

/// Source of the frames of glyphs.
pub(crate) enum Glyphs<'a> {
    /// The first use of a character bakes it into the atlas.
    Baking(&'a mut Assets),
    /// Only characters that were baked before are found. Others are boxes. Holds the first character that was not found.
    Baked(&'a Assets, Option<char>),
}

impl Deref for Glyphs<'_> {
    type Target = Assets;

    fn deref(&self) -> &Assets {
        match self {
            Self::Baking(assets) => assets,
            Self::Baked(assets, _) => assets,
        }
    }
}

impl Glyphs<'_> {
    /// Returns the first character that was not found.
    pub(crate) fn missing(&self) -> Option<char> {
        match self {
            Self::Baking(_) => None,
            Self::Baked(_, missing) => *missing,
        }
    }

    /// Returns the frame of a glyph and the size it was rasterised at, relative to the font's own. If it is not
    /// found, returns the face's own glyph, or else the box. `None` if it is blank, and for outlines and shadows that
    /// are not found.
    pub(super) fn frame(
        &mut self,
        variant: GlyphVariant,
        name: GlyphName,
    ) -> Option<(FrameId, f32)> {
        let (frame, ratio) = match self {
            Self::Baking(assets) => (assets.glyph_in(variant, name), variant.zoom.ratio()),
            Self::Baked(assets, missing) => {
                if let Some(frame) = assets.baked_glyph(variant, name) {
                    (frame, variant.zoom.ratio())
                } else {
                    let plain = GlyphVariant::plain(variant.face);
                    let shown = (!variant.is_decoration())
                        .then(|| assets.baked_glyph(plain, name))
                        .flatten();
                    (
                        shown.unwrap_or_else(|| {
                            missing.get_or_insert(name.first_character());
                            let shows_box = !variant.is_decoration();
                            shows_box.then(|| assets.baked_box()).flatten()
                        }),
                        1.0,
                    )
                }
            }
        };
        frame.map(|frame| (frame, ratio))
    }
}
