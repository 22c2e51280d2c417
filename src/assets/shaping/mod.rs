//! Shaping: joined scripts, ligatures, right-to-left text and fallback fonts. Only with the feature `shaping`.
//!
//! A text in an outline font is divided into paragraphs, these into directions by the Unicode bidirectional algorithm,
//! and these into items of one style, font and script, which `harfrust` shapes. Positions are font units until the end
//! of an item, and then multiples of 1/64 pixel. A finished text is kept, so that drawing it again allocates nothing.

mod cache;
mod font;
mod items;
mod lines;
mod paragraph;
mod shaped_text;
#[cfg(test)]
mod tests;

pub(super) use cache::ShapeCache;
pub(super) use font::{FontShaper, RunGlyph, ShapeRun};
pub(crate) use paragraph::logical_order;
pub(crate) use shaped_text::{ShapedLine, ShapedSpan, ShapedText};
