//! Coats of paint of a text: backgrounds, shadows, outlines and characters. Each is drawn for the whole text before the
//! next one, so that no outline covers a character.

use glam::Vec2;

use super::style::{Span, TextStyle};
use super::{Instance, Outer};
use crate::assets::{Assets, FontId, FrameId, GlyphVariant};
use crate::base::color::Color;
use crate::scene::InstanceFlags;

/// A coat of paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coat {
    Background,
    Shadow,
    Outline,
    Fill,
}

impl Coat {
    /// Returns the coats of a text, in painting order. Each list is drawn line by line.
    pub(super) fn passes(spans: &[Span<'_>]) -> &'static [&'static [Self]] {
        let is_plain = |style: &TextStyle| style.outline.is_none() && style.shadow.is_none();
        match spans.iter().all(|span| is_plain(&span.style)) {
            true => &[&[Self::Background, Self::Fill]],
            false => &[
                &[Self::Background],
                &[Self::Shadow],
                &[Self::Outline],
                &[Self::Fill],
            ],
        }
    }
}

/// How the glyphs of a span are drawn in one coat.
#[derive(Debug)]
pub(super) struct Paint {
    pub(super) variant: GlyphVariant,
    /// Offset of each glyph, in pixels.
    pub(super) offset: Vec2,
    color: Color,
    /// Scale on the screen, with the outer transform.
    scale: f32,
}

impl Paint {
    /// Returns `None` if the style does not have the coat.
    pub(super) fn new(assets: &Assets, style: TextStyle, coat: Coat, outer: Outer) -> Option<Self> {
        let (outline, shadow) = (style.valid_outline(), style.valid_shadow());
        let (color, offset) = match coat {
            Coat::Background => return None,
            Coat::Shadow => (shadow?.color, shadow?.offset * style.valid_scale()),
            Coat::Outline => (outline?.color, Vec2::ZERO),
            Coat::Fill => (style.color, Vec2::ZERO),
        };
        let scale = style.valid_scale() * outer.scale;
        let width = outline.filter(|_| coat != Coat::Fill);
        let width = width.map_or(0.0, |outline| outline_width(style.font, outline.width));
        let variant = assets.variant(style.face(), scale, width, !outer.turn.is_quarter());
        Some(Self {
            variant: GlyphVariant {
                is_shadow: coat == Coat::Shadow,
                ..variant
            },
            offset,
            color,
            scale,
        })
    }

    /// Returns the row of a glyph that was rasterised at `ratio` times the font's own size.
    pub(super) fn instance(&self, position: Vec2, frame: FrameId, ratio: f32) -> Instance {
        let mut glyph = Instance::new(position, frame);
        glyph.set_scale(Vec2::splat(self.scale / ratio));
        glyph.set_tint(self.color);
        if self.variant.is_padded {
            glyph.set_flags(InstanceFlags::LINEAR);
        }
        glyph
    }
}

/// Returns the width of an outline as it is drawn, in pixels at scale 1. The built-in font has whole pixels.
pub(super) fn outline_width(font: FontId, width: f32) -> f32 {
    match font == FontId::BUILT_IN {
        true => width.round().max(1.0),
        false => (width * 4.0).round().max(1.0) / 4.0,
    }
}
