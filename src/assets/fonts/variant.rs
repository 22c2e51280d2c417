//! Variants of a face: the same glyphs at another size, as outlines, and as shadows. Each has its own images.

use super::face::Face;

/// The largest em, in pixels, that glyphs are enlarged to by rasterising. Above it, texels are enlarged.
const LARGEST_EM: f32 = 256.0;
/// The largest outline, in texels. Wider ones are enlarged texels.
const LARGEST_OUTLINE: f32 = 32.0;

/// A set of glyph images of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GlyphVariant {
    pub(crate) face: Face,
    /// The size that glyphs are rasterised at, relative to the font's own.
    pub(crate) zoom: GlyphZoom,
    /// Width of the outline around each glyph, in quarters of a pixel at scale 1. 0 for the glyph itself.
    pub(crate) outline: u8,
    /// Whether a transparent texel surrounds each image, so that a linear filter fades its edges.
    pub(crate) is_padded: bool,
    /// Whether the images are shadows. They show the texels of the same variant without this, and have no characters on
    /// a screen of text.
    pub(crate) is_shadow: bool,
}

impl GlyphVariant {
    /// Returns the variant of a face's own glyphs.
    pub(crate) fn plain(face: Face) -> Self {
        Self {
            face,
            zoom: GlyphZoom::ONE,
            outline: 0,
            is_padded: false,
            is_shadow: false,
        }
    }

    /// Returns the variant with an outline of a width in pixels at scale 1, rounded to quarters.
    pub(in crate::assets) fn with_outline(self, pixels: f32) -> Self {
        let quarters = (pixels * 4.0).round().clamp(0.0, 255.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to 0 to 255; NaN becomes 0"
        )]
        let outline = quarters as u8;
        Self { outline, ..self }
    }

    /// Returns whether its images are below a text, which is drawn in another variant.
    pub(crate) fn is_decoration(self) -> bool {
        self.outline > 0 || self.is_shadow
    }
}

/// A factor of a font's size, rounded so that eight values double it: texts that grow need few images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GlyphZoom(i8);

impl GlyphZoom {
    /// The font's own size.
    pub(crate) const ONE: Self = Self(0);
    /// An eighth of the font's own size.
    const SMALLEST: Self = Self(-24);

    /// Returns the zoom for text at a scale. `em` is the font's size and `outline` the width of an outline, both in
    /// pixels at scale 1.
    pub(in crate::assets) fn nearest(scale: f32, em: f32, outline: f32) -> Self {
        // The exponent of a float and the first three bits of its fraction are the number of steps, rounded to nearest.
        let steps = ((scale.to_bits() + (1 << 19)) >> 20).cast_signed() - 8 * 127;
        let steps = i8::try_from(steps).unwrap_or(i8::MAX);
        let mut zoom = Self(steps.max(Self::SMALLEST.0));
        let exceeds = |ratio: f32| em * ratio > LARGEST_EM || outline * ratio > LARGEST_OUTLINE;
        while zoom > Self::ONE && exceeds(zoom.ratio()) {
            zoom.0 -= 1;
        }
        zoom
    }

    /// Returns the factor.
    pub(crate) fn ratio(self) -> f32 {
        let (octave, eighths) = (self.0.div_euclid(8), self.0.rem_euclid(8));
        let power = f32::from_bits((i32::from(octave) + 127).cast_unsigned() << 23);
        (1.0 + f32::from(eighths) / 8.0) * power
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_scales_are_exact_and_all_others_near() {
        let zoom = |scale| GlyphZoom::nearest(scale, 1.0, 0.0).ratio();
        for scale in [
            0.125, 0.5, 0.75, 1.0, 1.125, 1.25, 1.5, 2.0, 2.5, 3.0, 5.0, 7.0, 12.0, 64.0,
        ] {
            assert_eq!(zoom(scale), scale);
        }
        for tenths in 2_u16..600 {
            let scale = f32::from(tenths) / 10.0;
            let part = zoom(scale) / scale;
            assert!((0.94..1.07).contains(&part), "{scale}: {part}");
        }
    }

    #[test]
    fn large_fonts_and_outlines_are_rasterised_up_to_a_limit() {
        let zoom = |em, outline| GlyphZoom::nearest(8.0, em, outline).ratio();
        assert_eq!(zoom(32.0, 4.0), 8.0);
        assert_eq!(zoom(33.0, 0.0), 7.5);
        assert_eq!(zoom(16.0, 16.0), 2.0);
        assert_eq!(zoom(400.0, 0.0), 1.0);
        assert_eq!(GlyphZoom::nearest(1e-3, 16.0, 0.0).ratio(), 0.125);
    }
}
