//! Fonts: the built-in one, outline fonts, and the cache of glyphs that were baked into frames.
//!
//! The list of loaded fonts is the store's: loading a font and measuring text are methods of
//! [`Assets`](super::Assets).

mod built_in;
mod coverage;
#[cfg(feature = "truetype")]
mod curves;
mod face;
mod glyphs;
#[cfg(feature = "truetype")]
mod kerning;
mod name;
#[cfg(feature = "truetype")]
mod outline;
#[cfg(not(feature = "truetype"))]
#[path = "no_outline.rs"]
mod outline;
mod variant;

pub use built_in::{Font, GLYPH_HEIGHT, GLYPH_WIDTH, GlyphRows};
pub use face::{Face, FontId, FontMetrics};
pub(super) use glyphs::{BakedGlyph, GlyphBaker, GlyphCache};
pub(crate) use name::GlyphName;
pub(super) use outline::OutlineFont;
#[cfg(feature = "truetype")]
pub use outline::{FONT_SIZES, MAX_FONT_FILE_BYTES, MAX_FONTS};
pub(crate) use variant::GlyphVariant;
pub(super) use variant::GlyphZoom;
