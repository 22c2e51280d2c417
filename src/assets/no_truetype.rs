//! Stands for `truetype.rs` where the feature of that name is off: a kind of font that there is none of.

use super::fonts::FontMetrics;
use super::glyphs::{Drawn, TooLarge};

/// A font of outlines. There is none.
#[derive(Debug)]
pub(super) enum OutlineFont {}

impl OutlineFont {
    pub(super) fn metrics(&self) -> FontMetrics {
        match *self {}
    }

    pub(super) fn advance(&self, _character: char, _bold: bool) -> f32 {
        match *self {}
    }

    pub(super) fn kerning(&self, _before: char, _character: char) -> f32 {
        match *self {}
    }

    pub(super) fn has(&self, _character: char) -> bool {
        match *self {}
    }

    pub(super) fn name(&self) -> &str {
        match *self {}
    }

    pub(super) fn draw(
        &self,
        _character: char,
        _bold: bool,
        _limit: u16,
    ) -> Result<Option<Drawn>, TooLarge> {
        match *self {}
    }
}
