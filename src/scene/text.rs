//! Text layout: one instance per glyph.

use glam::Vec2;

use super::instance::Instance;
use super::layer::Layer;
use crate::assets::{Assets, Face, FontId, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;

/// A character of a progress bar by the eighths of it that are filled, from 0 to 8. All are in the built-in font.
pub(crate) const EIGHTHS: [&str; 9] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// Which end of a line of text is at its position.
///
/// ```
/// use damselfly::prelude::*;
///
/// # fn draw(cx: &mut Context<'_>) {
/// cx.draw_text(4_u16, vec2(79.0, 0.0), "12 points", Align::Right, Color::WHITE);
/// # }
/// assert_eq!(Align::default(), Align::Left);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// Its left end: the text lies to the right. The default.
    #[default]
    Left,
    /// Its middle.
    Center,
    /// Its right end: the text lies to the left.
    Right,
}

/// How text is drawn. A [`Color`] converts to a style.
///
/// ```
/// use damselfly::prelude::*;
///
/// # fn draw(cx: &mut Context<'_>) {
/// cx.draw_text(4_u16, vec2(1.0, 1.0), "Game over", Align::Left, TextStyle::bold(Color::RED));
/// # }
/// let plain: TextStyle = Color::GREEN.into();
/// assert_eq!(plain, TextStyle { color: Color::GREEN, ..TextStyle::default() });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextStyle {
    /// Its colour. Defaults to white.
    pub color: Color,
    /// Whether it is bold. Bold text of the built-in font is as wide as plain text, that of other fonts a little wider.
    /// Defaults to false.
    pub bold: bool,
    /// Its font. Defaults to the built-in one.
    pub font: FontId,
}

impl TextStyle {
    /// Returns the style of bold text in this colour, in the built-in font.
    pub const fn bold(color: Color) -> Self {
        Self {
            color,
            bold: true,
            font: FontId::BUILT_IN,
        }
    }

    /// Returns the font and weight: what its characters look like, apart from their colour.
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

/// A part of a line of text in one style. A pair of a text and a style converts to a span.
///
/// ```
/// use damselfly::prelude::*;
///
/// # fn draw(cx: &mut Context<'_>) {
/// let lives: Span<'_> = ("3", TextStyle::bold(Color::RED)).into();
/// cx.draw_spans(4_u16, vec2(1.0, 0.0), &[("Lives ", Color::WHITE).into(), lives], Align::Left);
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span<'a> {
    /// Its characters.
    pub text: &'a str,
    /// Their style.
    pub style: TextStyle,
}

impl<'a, S: Into<TextStyle>> From<(&'a str, S)> for Span<'a> {
    fn from((text, style): (&'a str, S)) -> Self {
        let style = style.into();
        Self { text, style }
    }
}

/// Returns the size of one character of the built-in font, 8 × 16 pixels, in world units of `unit` pixels each.
pub fn cell_size(unit: Vec2) -> Vec2 {
    Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT)) / unit
}

/// Returns the width of a line of text and the height of its highest font. Both are in the unit of `cell`, the size of
/// a character of the built-in font.
pub fn text_size(assets: &Assets, spans: &[Span<'_>], cell: Vec2) -> Vec2 {
    let height = |span: &Span<'_>| assets.font_metrics(span.style.font).line_height;
    let width = |span: &Span<'_>| assets.text_width(span.style.face(), span.text);
    let pixels = Vec2::new(
        spans.iter().map(width).sum(),
        spans.iter().map(height).fold(0.0, f32::max),
    );
    pixels * pixel(cell)
}

/// Adds a line of text to a layer: a row for each character that is not blank. `at` is the text's upper edge and, by
/// `align`, its left end, middle or right end; `cell` is the size of a character of the built-in font, to which other
/// fonts are scaled alike. Both are in the layer's units.
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

/// As [`put_text`], with `at` and `cell` in the layer's units, for a line in several styles. Fonts of different heights
/// share a baseline.
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

/// Adds one span at the pen and returns the horizontal position of its end.
fn put_span(
    layer: &mut Layer,
    assets: &mut Assets,
    span: &Span<'_>,
    mut pen: Vec2,
    pixel: f32,
) -> f32 {
    let face = span.style.face();
    // No kerning with the end of the span before: `text_size` measures each span by itself, and aligned text has to end
    // where it was measured to.
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

/// Returns the size of a pixel of the built-in font whose characters are of size `cell`.
fn pixel(cell: Vec2) -> Vec2 {
    cell / Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT))
}

#[cfg(test)]
mod tests;
