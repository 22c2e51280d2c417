//! Fallback fonts and shaped texts. Only with the feature `shaping`.

use std::sync::{Arc, PoisonError};

use super::super::fonts::FontId;
use super::super::shaping::{RunGlyph, ShapeRun, ShapedSpan, ShapedText};
use super::Assets;

impl Assets {
    /// Sets the fonts that draw the characters that a font lacks: for each character, the first one that has it, at its
    /// own size and on the same baseline. They may include [`FontId::BUILT_IN`]. Replaces earlier ones. Fallbacks of
    /// fallbacks do not count, and fonts that the store does not have are ignored; so is a call for the built-in font.
    /// Only with the feature `shaping`.
    ///
    /// ```no_run
    /// # use damselfly::prelude::*;
    /// # fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    /// let latin = cx.assets.load_font("latin", "fonts/DejaVuSans.ttf", 20.0)?;
    /// let arabic = cx.assets.load_font("arabic", "fonts/Amiri-Regular.ttf", 24.0)?;
    /// let emoji = cx.assets.load_font("emoji", "fonts/Symbola.ttf", 20.0)?;
    /// cx.assets.set_fallback_fonts(latin, &[arabic, emoji]);
    /// assert_eq!(cx.assets.fallback_fonts(latin), [arabic, emoji]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_fallback_fonts(&mut self, font: FontId, fallbacks: &[FontId]) {
        let count = self.outline_fonts.len();
        let known = |fallback: &FontId| fallback.index() <= count;
        let index = font.index().checked_sub(1);
        if let Some(font) = index.and_then(|index| self.outline_fonts.get_mut(index)) {
            font.fallbacks.clear();
            font.fallbacks
                .extend(fallbacks.iter().copied().filter(known));
        }
        let cache = self.shaped.get_mut();
        cache.unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns the fonts that draw the characters that a font lacks.
    pub fn fallback_fonts(&self, font: FontId) -> &[FontId] {
        self.outline_font(font).map_or(&[], |font| &font.fallbacks)
    }

    /// Returns a text with the positions of its glyphs. `None` if all of it is in the built-in font, which needs no
    /// shaping. `wrap` is the largest width of a line in pixels. The text is kept: the next call for it allocates
    /// nothing.
    pub(crate) fn shaped<'a>(
        &self,
        spans: impl Iterator<Item = ShapedSpan<'a>> + Clone,
        wrap: Option<f32>,
    ) -> Option<Arc<ShapedText>> {
        if spans
            .clone()
            .all(|span| self.outline_font(span.face.font).is_none())
        {
            return None;
        }
        // Only this method locks the cache, and shaping does not call it.
        let mut cache = self.shaped.lock().unwrap_or_else(PoisonError::into_inner);
        Some(cache.shaped(self, spans, wrap))
    }

    /// Returns the glyphs of a run of text, and the number of pixels per font unit. `None` if the font is the built-in
    /// one or damaged.
    pub(in crate::assets) fn shape_run(
        &self,
        font: FontId,
        run: &ShapeRun<'_>,
    ) -> Option<(Vec<RunGlyph>, f32)> {
        self.outline_font(font)?.shape(run)
    }

    /// Returns the extra width of the bold glyphs of a font, in pixels at scale 1.
    pub(in crate::assets) fn bold_width(&self, font: FontId) -> f32 {
        self.outline_font(font)
            .map_or(0.0, |font| font.bold_width())
    }
}
