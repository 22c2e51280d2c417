//! Free text: one quad per glyph.

use glam::Vec2;

use super::instance::Instance;
use super::layer::Layer;
use crate::assets::{Assets, Face, FontId, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;

/// On which side of its place a text lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// It starts there. The default.
    #[default]
    Left,
    /// Its middle is there.
    Center,
    /// It ends there.
    Right,
}

/// How text is drawn. A [`Color`] alone is a style too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextStyle {
    /// White by default.
    pub color: Color,
    /// Whether it is bold. The built-in font stays as wide, other fonts become a little wider.
    pub bold: bool,
    /// The built-in font by default.
    pub font: FontId,
}

impl TextStyle {
    /// Bold text of the built-in font.
    pub const fn bold(color: Color) -> Self {
        Self {
            color,
            bold: true,
            font: FontId::BUILT_IN,
        }
    }

    /// What its characters look like, whatever their colour.
    pub const fn face(self) -> Face {
        Face {
            font: self.font,
            bold: self.bold,
        }
    }
}

impl From<Color> for TextStyle {
    fn from(color: Color) -> Self {
        Self {
            color,
            ..Self::default()
        }
    }
}

/// A piece of a line of text, in one style. Made from a pair, as in `("10", Color::RED).into()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span<'a> {
    /// Its characters.
    pub text: &'a str,
    /// How they are drawn.
    pub style: TextStyle,
}

impl<'a, S: Into<TextStyle>> From<(&'a str, S)> for Span<'a> {
    fn from((text, style): (&'a str, S)) -> Self {
        let style = style.into();
        Self { text, style }
    }
}

/// The size of one character of the built-in font in world units, where a unit has this many pixels.
pub fn cell_size(unit: Vec2) -> Vec2 {
    Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT)) / unit
}

/// The size of a line of text: its width, and the height of its highest font. In units of which a character of the
/// built-in font has so many as `cell` says.
pub fn text_size(assets: &Assets, spans: &[Span<'_>], cell: Vec2) -> Vec2 {
    let height = |span: &Span<'_>| assets.font_metrics(span.style.font).line_height;
    let width = |span: &Span<'_>| assets.text_width(span.style.face(), span.text);
    let pixels = Vec2::new(
        spans.iter().map(width).sum(),
        spans.iter().map(height).fold(0.0, f32::max),
    );
    pixels * pixel(cell)
}

/// Puts a line of text into a layer, a row per character that can be seen. `at` is the text's upper edge
/// and, by `align`, its left end, middle or right end; `cell` is the size of a character of the built-in font,
/// by which other fonts are measured too. All in world units.
pub fn put_text(
    layer: &mut Layer,
    assets: &mut Assets,
    text: &str,
    at: Vec2,
    align: Align,
    cell: Vec2,
    style: impl Into<TextStyle>,
) {
    put_spans(layer, assets, &[(text, style).into()], at, align, cell);
}

/// As [`put_text`], a line of pieces in several styles, which stand on one line however high their fonts are.
pub fn put_spans(
    layer: &mut Layer,
    assets: &mut Assets,
    spans: &[Span<'_>],
    at: Vec2,
    align: Align,
    cell: Vec2,
) {
    let left = match align {
        Align::Left => at.x,
        Align::Center => at.x - text_size(assets, spans, cell).x / 2.0,
        Align::Right => at.x - text_size(assets, spans, cell).x,
    };
    let ascent = |assets: &Assets, span: &Span<'_>| assets.font_metrics(span.style.font).ascent;
    let highest = spans
        .iter()
        .map(|span| ascent(assets, span))
        .fold(0.0, f32::max);
    let mut pen = Vec2::new(left, at.y);
    for span in spans {
        pen.y = at.y + (highest - ascent(assets, span)) * pixel(cell).y;
        pen.x = put_span(layer, assets, span, pen, pixel(cell).x);
    }
}

/// Puts one piece where the pen is, and says how far to the right it ends.
fn put_span(
    layer: &mut Layer,
    assets: &mut Assets,
    span: &Span<'_>,
    mut pen: Vec2,
    pixel: f32,
) -> f32 {
    let face = span.style.face();
    let mut before = None;
    for character in span.text.chars() {
        if let Some(before) = before {
            pen.x += assets.kerning(face.font, before, character) * pixel;
        }
        if let Some(frame) = assets.glyph_of(face, character) {
            let mut glyph = Instance::new(pen, frame);
            glyph.set_tint(span.style.color);
            layer.push(None, glyph, Vec2::ZERO);
        }
        pen.x += assets.advance(face, character) * pixel;
        before = Some(character);
    }
    pen.x
}

/// The size of a pixel, where `cell` is that of a character of the built-in font.
fn pixel(cell: Vec2) -> Vec2 {
    cell / Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT))
}

#[cfg(test)]
mod tests;
