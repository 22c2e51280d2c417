//! Replaces `outline.rs` without the feature `truetype`: a type without values, so that the store and the glyph cache
//! have the same code with and without the feature.

use super::super::texels::{GlyphTexels, TooLarge};
use super::face::FontMetrics;
use super::name::GlyphName;
use super::variant::GlyphVariant;

/// An outline font, which cannot exist without the feature.
#[derive(Debug)]
pub(in crate::assets) enum OutlineFont {}

impl OutlineFont {
    pub(in crate::assets) fn metrics(&self) -> FontMetrics {
        match *self {}
    }

    pub(in crate::assets) fn advance(&self, _character: char, _bold: bool) -> f32 {
        match *self {}
    }

    pub(in crate::assets) fn kerning(&self, _before: char, _character: char) -> f32 {
        match *self {}
    }

    pub(in crate::assets) fn has(&self, _character: char) -> bool {
        match *self {}
    }

    pub(in crate::assets) fn glyph_advance(&self, _id: u16, _bold: bool) -> f32 {
        match *self {}
    }

    pub(in crate::assets) fn size(&self) -> f32 {
        match *self {}
    }

    pub(super) fn name(&self) -> &str {
        match *self {}
    }

    pub(super) fn draw(
        &self,
        _name: GlyphName,
        _variant: GlyphVariant,
        _limit: u16,
    ) -> Result<Option<GlyphTexels>, TooLarge> {
        match *self {}
    }
}
