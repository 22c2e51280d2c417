//! Mixes a row of texels with a row of pixels, on sRGB values: four pixels at a time.
//!
//! Four pixels are 128 bits, the size of the vectors that every x86-64 and 64-bit ARM processor has. Channels are
//! widened to 16 bits for the arithmetic: products of two bytes, with their rounding, just fit into these.
//!
//! The result is exactly that of `shade` in `shaders/sprite.wgsl`, followed by the GPU's blending: `s = round(texel *
//! tint / 255)`, `d = s + kept(d, 255 - a)`, held at 255; other blend modes likewise. This module knows neither positions nor shapes.
//!
//! `kept(d, b)` is `d * b / 255` as lavapipe rounds it: to the nearest, except for 24 of the 65 536 pairs, whose
//! fraction is just above a half and is rounded down.

use bytemuck::cast;
use wide::{u8x16, u16x8, u32x4};

use crate::base::color::mul_255;

/// A way to mix texels with pixels. Pixels of the frame are opaque, alpha 255, and stay so. Those of a group have any
/// alpha, and are premultiplied.
pub(super) trait Ink: Copy {
    /// Mixes each texel with its pixel. Both rows have the same length.
    fn row(&self, pixels: &mut [u32], texels: &[u32]);

    /// Mixes each texel with its pixel. Each is tinted by a colour of its own instead of the ink's. All rows have the
    /// same length.
    fn row_of_tints(&self, pixels: &mut [u32], texels: &[u32], tints: &[u32]);

    /// Mixes the same texel with every pixel.
    fn fill(&self, pixels: &mut [u32], texel: u32) {
        // Calls `row`, so that only one kernel has to be exact. 64 texels stay in the first cache.
        let texels = [texel; 64];
        for part in pixels.chunks_mut(texels.len()) {
            self.row(part, &texels[..part.len()]);
        }
    }
}

/// How a tint changes texels.
pub(super) trait Tint: Copy {
    /// Returns four texels, tinted.
    fn tint(&self, texels: u32x4) -> u32x4;
}

/// How tinted texels change pixels.
pub(super) trait Mix: Copy {
    /// Returns four pixels, mixed with four tinted texels.
    fn mix(&self, pixels: u32x4, sources: u32x4) -> u32x4;
}

/// No tint: white.
#[derive(Clone, Copy)]
pub(super) struct NoTint;

/// A premultiplied colour that texels are multiplied by, channel by channel; already split into lanes.
#[derive(Clone, Copy)]
pub(super) struct Multiply {
    /// Red and blue.
    even: u16x8,
    /// Green and alpha.
    odd: u16x8,
}

impl Multiply {
    /// Returns the tint of this colour, premultiplied RGBA in the order of memory.
    pub(super) fn new(tint: u32) -> Self {
        let [even, odd] = split(u32x4::splat(tint));
        Self { even, odd }
    }
}

/// A tint that replaces the texels' colours, and keeps their alpha: [`InstanceFlags::FILLED`].
///
/// [`InstanceFlags::FILLED`]: crate::scene::InstanceFlags::FILLED
#[derive(Clone, Copy)]
pub(super) struct Silhouette(Multiply);

impl Silhouette {
    /// Fills with this colour, premultiplied RGBA in the order of memory.
    pub(super) fn new(tint: u32) -> Self {
        Self(Multiply::new(tint))
    }
}

impl Tint for Silhouette {
    #[inline(always)]
    fn tint(&self, texels: u32x4) -> u32x4 {
        let alpha: u32x4 = texels >> 24;
        let pairs: u16x8 = cast(alpha | (alpha << 16));
        join(
            mul_255_lanes(pairs, self.0.even),
            mul_255_lanes(pairs, self.0.odd),
        )
    }
}

impl Tint for NoTint {
    #[inline(always)]
    fn tint(&self, texels: u32x4) -> u32x4 {
        texels
    }
}

impl Tint for Multiply {
    #[inline(always)]
    fn tint(&self, texels: u32x4) -> u32x4 {
        let [even, odd] = split(texels);
        join(mul_255_lanes(even, self.even), mul_255_lanes(odd, self.odd))
    }
}

/// Covers by alpha: [`Blend::Alpha`](crate::scene::Blend::Alpha).
#[derive(Clone, Copy)]
pub(super) struct BlendOver;

/// Adds to the pixels below: [`Blend::Additive`](crate::scene::Blend::Additive).
#[derive(Clone, Copy)]
pub(super) struct BlendAdd;

/// Replaces the pixels, whatever the alpha: [`Blend::Opaque`](crate::scene::Blend::Opaque).
#[derive(Clone, Copy)]
pub(super) struct BlendReplace;

/// Multiplies the pixels: [`Blend::Multiply`](crate::scene::Blend::Multiply).
#[derive(Clone, Copy)]
pub(super) struct BlendMultiply;

/// Brightens the pixels: [`Blend::Screen`](crate::scene::Blend::Screen).
#[derive(Clone, Copy)]
pub(super) struct BlendScreen;

/// Subtracts from the pixels: [`Blend::Subtract`](crate::scene::Blend::Subtract).
#[derive(Clone, Copy)]
pub(super) struct BlendSubtract;

/// An alpha of 255.
const ALPHA: u32 = 0xff00_0000;

impl Mix for BlendOver {
    #[inline(always)]
    fn mix(&self, pixels: u32x4, sources: u32x4) -> u32x4 {
        let alpha: u32x4 = sources >> 24;
        // 255 − a in every lane: for a byte, that is the exclusive or with 255. The pixels' alpha is mixed like the
        // colours. An alpha of 255 stays, because `kept` of 255 is exactly 255 − a.
        let beneath: u16x8 = cast((alpha | (alpha << 16)) ^ u32x4::splat(0x00ff_00ff));
        let [even, odd] = split(pixels);
        let kept = join(kept_lanes(even, beneath), kept_lanes(odd, beneath));
        saturating_sum(sources, kept)
    }
}

impl Mix for BlendAdd {
    #[inline(always)]
    fn mix(&self, pixels: u32x4, sources: u32x4) -> u32x4 {
        // The alpha of a pixel stays.
        saturating_sum(sources & u32x4::splat(!ALPHA), pixels)
    }
}

impl Mix for BlendReplace {
    #[inline(always)]
    fn mix(&self, _: u32x4, sources: u32x4) -> u32x4 {
        // Even a transparent texel leaves a solid pixel.
        sources | u32x4::splat(ALPHA)
    }
}

impl Mix for BlendMultiply {
    #[inline(always)]
    fn mix(&self, pixels: u32x4, sources: u32x4) -> u32x4 {
        let alpha: u32x4 = sources >> 24;
        let alphas: u16x8 = cast(alpha | (alpha << 16));
        // 255 − (a − s), where a channel that exceeds its alpha counts as the alpha. For alpha itself that is 255, so
        // the pixels stay opaque.
        let factor = |lanes: u16x8| u16x8::splat(255) - alphas.saturating_sub(lanes);
        let [even, odd] = split(sources);
        let [pixel_even, pixel_odd] = split(pixels);
        join(
            kept_lanes(pixel_even, factor(even)),
            kept_lanes(pixel_odd, factor(odd)),
        )
    }
}

impl Mix for BlendScreen {
    #[inline(always)]
    fn mix(&self, pixels: u32x4, sources: u32x4) -> u32x4 {
        let [even, odd] = split(sources ^ u32x4::splat(u32::MAX));
        let [pixel_even, pixel_odd] = split(pixels);
        let kept = join(kept_lanes(pixel_even, even), kept_lanes(pixel_odd, odd));
        saturating_sum(sources, kept)
    }
}

impl Mix for BlendSubtract {
    #[inline(always)]
    fn mix(&self, pixels: u32x4, sources: u32x4) -> u32x4 {
        let colors = sources & u32x4::splat(!ALPHA);
        let (pixels, colors): (u8x16, u8x16) = (cast(pixels), cast(colors));
        cast(pixels.saturating_sub(colors))
    }
}

impl<T: Tint, M: Mix> Ink for (T, M) {
    #[inline(always)]
    fn row(&self, pixels: &mut [u32], texels: &[u32]) {
        let (tint, mix) = self;
        let (pixel_fours, pixel_rest) = pixels.as_chunks_mut::<4>();
        let (texel_fours, texel_rest) = texels.as_chunks::<4>();
        for (pixels, &texels) in pixel_fours.iter_mut().zip(texel_fours) {
            *pixels = mix
                .mix(u32x4::from(*pixels), tint.tint(u32x4::from(texels)))
                .to_array();
        }
        // Mixes the last one to three pixels by the same arithmetic, so that a sprite's right edge has the same
        // rounding.
        for (pixel, &texel) in pixel_rest.iter_mut().zip(texel_rest) {
            *pixel = mix
                .mix(u32x4::splat(*pixel), tint.tint(u32x4::splat(texel)))
                .to_array()[0];
        }
    }

    fn row_of_tints(&self, pixels: &mut [u32], texels: &[u32], tints: &[u32]) {
        let (_, mix) = self;
        for ((pixel, &texel), &tint) in pixels.iter_mut().zip(texels).zip(tints) {
            let source = u32x4::splat(mul_color(texel, tint));
            *pixel = mix.mix(u32x4::splat(*pixel), source).to_array()[0];
        }
    }
}

/// Splits four colours into red and blue, and green and alpha: each byte in 16 bits.
#[inline(always)]
pub(super) fn split(four: u32x4) -> [u16x8; 2] {
    let pairs: u16x8 = cast(four);
    [pairs & u16x8::splat(255), pairs >> 8]
}

/// Joins the results of [`split`].
#[inline(always)]
pub(super) fn join(even: u16x8, odd: u16x8) -> u32x4 {
    cast(even | (odd << 8))
}

/// Returns `round(a * b / 255)` in each lane. With t = a * b + 128, `(t * 257) >> 16` is `(t + (t >> 8)) >> 8`.
#[inline(always)]
fn mul_255_lanes(a: u16x8, b: u16x8) -> u16x8 {
    // The sum is at most 65 153: no lane overflows.
    (a * b + u16x8::splat(128)).mul_keep_high(u16x8::splat(257))
}

/// Returns `kept(d, b)`, as the module defines it, in each lane.
#[inline(always)]
fn kept_lanes(d: u16x8, b: u16x8) -> u16x8 {
    let t = d * b;
    // The sum is at most 65 407: no lane overflows.
    (t + (t >> 8) + u16x8::splat(128)) >> 8
}

/// Returns the sums of four pairs of colours, each channel at most 255.
#[inline(always)]
fn saturating_sum(a: u32x4, b: u32x4) -> u32x4 {
    let (a, b): (u8x16, u8x16) = (cast(a), cast(b));
    cast(a.saturating_add(b))
}

/// Returns white with the texel's alpha, premultiplied. A filled sprite tints it instead of the texel.
pub(super) fn silhouette(texel: u32) -> u32 {
    (texel >> 24) * 0x0101_0101
}

/// Returns one colour times another, channel by channel.
pub(super) fn mul_color(a: u32, b: u32) -> u32 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    u32::from_le_bytes(core::array::from_fn(|channel| {
        mul_255(a[channel], b[channel])
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kept(d: u8, b: u8) -> u8 {
        let t = u32::from(d) * u32::from(b);
        u8::try_from((t + (t >> 8) + 128) >> 8).unwrap()
    }

    fn one_by_one(pixel: u32, texel: u32, tint: u32, beneath: impl Fn(u8) -> u8) -> u32 {
        let source = mul_color(texel, tint).to_le_bytes();
        let pixel = pixel.to_le_bytes();
        let share = beneath(source[3]);
        u32::from_le_bytes(core::array::from_fn(|c| {
            source[c].saturating_add(kept(pixel[c], share))
        }))
    }

    #[test]
    fn multiplying_in_lanes_matches_bytes_for_every_pair() {
        for a in 0..=255u8 {
            for b in 0..=255u8 {
                let lanes = mul_255_lanes(u16x8::splat(a.into()), u16x8::splat(b.into()));
                assert_eq!(lanes.to_array(), [u16::from(mul_255(a, b)); 8], "{a} * {b}");
                let lanes = kept_lanes(u16x8::splat(a.into()), u16x8::splat(b.into()));
                assert_eq!(lanes.to_array(), [u16::from(kept(a, b)); 8], "{a} kept {b}");
            }
        }
    }

    #[test]
    fn the_kept_destination_is_rounded_to_nearest_except_for_24_pairs() {
        let pairs = (0..=255u8).flat_map(|d| (0..=255u8).map(move |b| (d, b)));
        let other: Vec<_> = pairs
            .filter(|&(d, b)| kept(d, b) != mul_255(d, b))
            .collect();
        assert_eq!(other.len(), 24);
        assert!(other.iter().all(|&(d, b)| kept(d, b) + 1 == mul_255(d, b)));
    }

    proptest! {
        #[test]
        fn blending_four_pixels_matches_blending_one(
            row in prop::collection::vec((any::<u32>(), any::<u32>()), 0..23),
            tint in any::<u32>(),
        ) {
            let pixels: Vec<u32> = row.iter().map(|&(pixel, _)| pixel | ALPHA).collect();
            let texels: Vec<u32> = row.iter().map(|&(_, texel)| texel).collect();
            let naive = |beneath: fn(u8) -> u8, tint: u32| -> Vec<u32> {
                pixels.iter().zip(&texels).map(|(&p, &t)| one_by_one(p, t, tint, beneath) | ALPHA).collect()
            };
            let inked = |ink: &dyn Fn(&mut [u32])| { let mut out = pixels.clone(); ink(&mut out); out };
            let tinted = Multiply::new(tint);
            prop_assert_eq!(inked(&|out| (tinted, BlendOver).row(out, &texels)), naive(|a| 255 - a, tint));
            prop_assert_eq!(inked(&|out| (tinted, BlendAdd).row(out, &texels)), naive(|_| 255, tint));
            prop_assert_eq!(inked(&|out| (tinted, BlendReplace).row(out, &texels)), naive(|_| 0, tint));
            prop_assert_eq!(inked(&|out| (NoTint, BlendOver).row(out, &texels)), naive(|a| 255 - a, u32::MAX));
            let filled = Silhouette::new(tint);
            let alphas: Vec<u32> = texels.iter().map(|texel| u32::from_le_bytes([texel.to_le_bytes()[3]; 4])).collect();
            for (&texel, &alpha) in texels.iter().zip(&alphas) {
                prop_assert_eq!(silhouette(texel), alpha);
            }
            prop_assert_eq!(
                inked(&|out| (filled, BlendOver).row(out, &texels)),
                inked(&|out| (tinted, BlendOver).row(out, &alphas))
            );
            prop_assert_eq!(
                inked(&|out| (filled, BlendAdd).row(out, &texels)),
                inked(&|out| (tinted, BlendAdd).row(out, &alphas))
            );
        }

        #[test]
        fn blend_modes_match_their_rules_channel_by_channel(
            row in prop::collection::vec((any::<u32>(), any::<u32>()), 0..23),
            tint in any::<u32>(),
        ) {
            let (pixels, texels): (Vec<u32>, Vec<u32>) = row.into_iter().unzip();
            let naive = |rule: fn(u8, u8, u8) -> u8, alpha: fn(u8, u8) -> u8| -> Vec<u32> {
                let mixed = pixels.iter().zip(&texels).map(|(pixel, &texel)| {
                    let source = mul_color(texel, tint).to_le_bytes();
                    let pixel = pixel.to_le_bytes();
                    u32::from_le_bytes(core::array::from_fn(|c| match c {
                        3 => alpha(pixel[3], source[3]),
                        _ => rule(pixel[c], source[c], source[3]),
                    }))
                });
                mixed.collect()
            };
            let inked = |ink: &dyn Fn(&mut [u32])| { let mut out = pixels.clone(); ink(&mut out); out };
            let tinted = Multiply::new(tint);
            prop_assert_eq!(
                inked(&|out| (tinted, BlendMultiply).row(out, &texels)),
                naive(|d, s, a| kept(d, 255 - a.saturating_sub(s)), |d, _| d)
            );
            prop_assert_eq!(
                inked(&|out| (tinted, BlendScreen).row(out, &texels)),
                naive(|d, s, _| s.saturating_add(kept(d, 255 - s)), |d, a| a.saturating_add(kept(d, 255 - a)))
            );
            prop_assert_eq!(
                inked(&|out| (tinted, BlendSubtract).row(out, &texels)),
                naive(|d, s, _| d.saturating_sub(s), |d, _| d)
            );
            prop_assert_eq!(
                inked(&|out| (tinted, BlendAdd).row(out, &texels)),
                naive(|d, s, _| d.saturating_add(s), |d, _| d)
            );
            prop_assert_eq!(
                inked(&|out| (tinted, BlendOver).row(out, &texels)),
                naive(|d, s, a| s.saturating_add(kept(d, 255 - a)), |d, a| a.saturating_add(kept(d, 255 - a)))
            );
            prop_assert_eq!(
                inked(&|out| (tinted, BlendReplace).row(out, &texels)),
                naive(|_, s, _| s, |_, _| 255)
            );
            let tints = vec![tint; texels.len()];
            prop_assert_eq!(
                inked(&|out| (NoTint, BlendOver).row_of_tints(out, &texels, &tints)),
                inked(&|out| (tinted, BlendOver).row(out, &texels))
            );
        }

        #[test]
        fn filling_matches_a_row_of_the_same_texel(pixel in any::<u32>(), texel in any::<u32>(), len in 0usize..200) {
            let mut filled = vec![pixel; len];
            let mut inked = filled.clone();
            (NoTint, BlendOver).fill(&mut filled, texel);
            (NoTint, BlendOver).row(&mut inked, &vec![texel; len]);
            prop_assert_eq!(filled, inked);
        }
    }
}
