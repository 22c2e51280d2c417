//! Mixes a row of texels with a row of pixels in linear light, like a GPU with an sRGB target.
//!
//! Pixels stay sRGB bytes, as on the GPU: each blend decodes, mixes and encodes. Tables hold the two curves. They are
//! computed by `libm`, so that results do not depend on a platform's power function.
//!
//! Works on one pixel at a time, because the vectors of plain x86-64 cannot look up tables.

use crate::scene::Blend;

use super::kernels::{Ink, mul_color, silhouette};

/// Number of steps of the table from linear light to sRGB: so many that the nearest byte changes at most once within a
/// step.
const ENCODE_STEPS: usize = 16_384;

/// Number of steps of the table from sRGB to linear light; values between two entries are interpolated. Used for
/// translucent colours: divided by their alpha, they are seldom whole bytes.
const DECODE_STEPS: usize = 1024;

/// Both curves between sRGB and linear light.
#[derive(Debug)]
pub(super) struct Curves {
    /// Linear light of each byte.
    decode: Vec<f32>,
    /// Linear light of sRGB values in steps of 1/1024.
    decode_fine: Vec<f32>,
    /// The sRGB byte of linear light in steps of 1/16384.
    encode: Vec<u8>,
    /// Smallest linear light that rounds to each byte.
    from: Vec<f32>,
}

impl Curves {
    /// Computes the tables.
    pub(super) fn new() -> Self {
        let byte = |value: usize| value as f64 / 255.0;
        let from: Vec<f32> = (0..=256)
            .map(|value| match value {
                // The bounds at both ends are infinite, so that a search finds a byte for every number and `encode`
                // never goes past 255.
                0 => f32::NEG_INFINITY,
                256 => f32::INFINITY,
                _ => to_linear(byte(value) - 0.5 / 255.0),
            })
            .collect();
        let encode = (0..=ENCODE_STEPS)
            .map(|step| nearest_byte(&from, step as f32 / ENCODE_STEPS as f32))
            .collect();
        Self {
            decode: (0..256).map(|value| to_linear(byte(value))).collect(),
            // Has one entry beyond the value 1, because each value is interpolated with the entry after its own.
            decode_fine: (0..=DECODE_STEPS + 1)
                .map(|step| to_linear(step as f64 / DECODE_STEPS as f64))
                .collect(),
            encode,
            from,
        }
    }

    /// Returns the linear light of an sRGB value from 0 to 1, interpolated between two entries.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 1024"
    )]
    fn decode(&self, srgb: f32) -> f32 {
        let place = srgb * DECODE_STEPS as f32;
        let step = place as usize;
        let (low, high) = (self.decode_fine[step], self.decode_fine[step + 1]);
        low + (high - low) * (place - step as f32)
    }

    /// Returns the sRGB byte that is nearest to a linear light; values outside 0 to 1 are clamped.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 16384"
    )]
    fn encode(&self, linear: f32) -> u8 {
        // The table may be one byte low within a step; one comparison corrects that, so that rounding is exact.
        let step = (linear.clamp(0.0, 1.0) * ENCODE_STEPS as f32) as usize;
        let byte = self.encode[step];
        byte + u8::from(linear >= self.from[usize::from(byte) + 1])
    }
}

/// Returns the byte whose range contains a linear light. `from` is [`Curves::from`].
#[expect(clippy::cast_possible_truncation, reason = "0 to 255")]
fn nearest_byte(from: &[f32], linear: f32) -> u8 {
    (from.partition_point(|&from| from <= linear) - 1) as u8
}

/// Converts sRGB to linear light by the standard's curve.
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded to a float on purpose"
)]
fn to_linear(srgb: f64) -> f32 {
    if srgb <= 0.04045 {
        (srgb / 12.92) as f32
    } else {
        libm::pow((srgb + 0.055) / 1.055, 2.4) as f32
    }
}

/// Tints texels as sRGB, and then mixes them in linear light. This is the shader's order, and gives an opaque tinted
/// sprite the same colours with both kinds of blending.
#[derive(Clone, Copy)]
pub(super) struct LinearLight<'a> {
    pub(super) curves: &'a Curves,
    /// Premultiplied.
    pub(super) tint: u32,
    pub(super) blend: Blend,
    /// Whether the tint replaces the texels' colours.
    pub(super) filled: bool,
    /// Whether the texels are pixels of a group: premultiplied as light, and then converted to sRGB.
    pub(super) is_light: bool,
}

impl LinearLight<'_> {
    /// Returns a pixel after mixing with a texel. Both are premultiplied sRGB.
    fn mix(&self, pixel: u32, texel: u32) -> u32 {
        let texel = if self.filled {
            silhouette(texel)
        } else {
            texel
        };
        let source = match self.is_light {
            true => texel.to_le_bytes(),
            false => mul_color(texel, self.tint).to_le_bytes(),
        };
        let pixel = pixel.to_le_bytes();
        let tint = self.tint.to_le_bytes();
        let tint_alpha = f32::from(tint[3]) / 255.0;
        let mut alpha = f32::from(source[3]) / 255.0;
        if self.is_light {
            alpha *= tint_alpha;
        }
        let mut mixed = [0, 0, 0, self.alpha(alpha, pixel[3])];
        for channel in 0..3 {
            let light = match self.is_light {
                true => {
                    let tint = self.light(tint[channel], tint[3], tint_alpha);
                    self.curves.decode[usize::from(source[channel])] * tint
                }
                false => self.light(source[channel], source[3], alpha),
            };
            let beneath = self.curves.decode[usize::from(pixel[channel])];
            let sum = match self.blend {
                Blend::Alpha => light + beneath * (1.0 - alpha),
                Blend::Additive => light + beneath,
                Blend::Opaque => light,
                Blend::Multiply => beneath * (1.0 - (alpha - light).max(0.0)),
                Blend::Screen => light + beneath * (1.0 - light),
                Blend::Subtract => beneath - light,
            };
            mixed[channel] = self.curves.encode(sum);
        }
        u32::from_le_bytes(mixed)
    }

    /// Returns the alpha of a pixel after mixing. Alpha has no curve.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 255"
    )]
    fn alpha(&self, alpha: f32, pixel: u8) -> u8 {
        match self.blend {
            Blend::Alpha | Blend::Screen => {
                (255.0 * alpha + f32::from(pixel) * (1.0 - alpha) + 0.5) as u8
            }
            Blend::Opaque => 255,
            Blend::Additive | Blend::Multiply | Blend::Subtract => pixel,
        }
    }

    /// Returns a premultiplied sRGB channel as premultiplied linear light, 0 to 1. `alpha_part` is `alpha` as a
    /// fraction.
    fn light(&self, channel: u8, alpha: u8, alpha_part: f32) -> f32 {
        match alpha {
            // Light with an alpha of 0, as in additive glows. It cannot be divided by its alpha, so it counts as linear
            // already.
            0 => f32::from(channel) / 255.0,
            // The table of bytes is exact for an opaque texel.
            255 => self.curves.decode[usize::from(channel)],
            _ => {
                // A channel may exceed its alpha here, too, as in additive glows.
                let straight = (f32::from(channel) / f32::from(alpha)).min(1.0);
                self.curves.decode(straight) * alpha_part
            }
        }
    }
}

impl Ink for LinearLight<'_> {
    fn row_of_tints(&self, pixels: &mut [u32], texels: &[u32], tints: &[u32]) {
        for ((pixel, &texel), &tint) in pixels.iter_mut().zip(texels).zip(tints) {
            *pixel = Self { tint, ..*self }.mix(*pixel, texel);
        }
    }

    fn row(&self, pixels: &mut [u32], texels: &[u32]) {
        for (pixel, &texel) in pixels.iter_mut().zip(texels) {
            // An invisible texel changes nothing. Decoding and encoding cost more than this branch.
            if texel != 0 || self.blend == Blend::Opaque {
                *pixel = self.mix(*pixel, texel);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_the_way_to_linear_light_and_back() {
        let curves = Curves::new();
        for byte in 0..=255u8 {
            assert_eq!(curves.encode(curves.decode[usize::from(byte)]), byte);
        }
    }

    #[test]
    fn encoding_takes_the_nearest_byte_everywhere() {
        let curves = Curves::new();
        for step in 0..=100_000 {
            let linear = step as f32 / 100_000.0;
            assert_eq!(
                curves.encode(linear),
                nearest_byte(&curves.from, linear),
                "{linear}"
            );
        }
    }

    #[test]
    fn half_of_white_over_black_is_brighter_in_linear_light() {
        let curves = Curves::new();
        let ink = LinearLight {
            curves: &curves,
            tint: u32::MAX,
            blend: Blend::Alpha,
            filled: false,
            is_light: false,
        };
        let mut pixels = [0xff00_0000];
        ink.row(&mut pixels, &[0x8080_8080]);
        assert_eq!(pixels, [0xffbc_bcbc]);
    }

    #[test]
    fn light_that_exceeds_its_cover_counts_as_much_as_its_cover() {
        let curves = Curves::new();
        for blend in [Blend::Alpha, Blend::Additive] {
            let ink = LinearLight {
                curves: &curves,
                tint: u32::MAX,
                blend,
                filled: false,
                is_light: false,
            };
            let mut pixels = [0xff12_3456; 2];
            ink.row(&mut pixels, &[0x64ff_c864, 0x6464_6464]);
            assert_eq!(pixels[0], pixels[1]);
        }
    }

    #[test]
    fn solid_texels_replace_the_destination_exactly() {
        let curves = Curves::new();
        let ink = LinearLight {
            curves: &curves,
            tint: u32::MAX,
            blend: Blend::Alpha,
            filled: false,
            is_light: false,
        };
        for byte in 0..=255u8 {
            let texel = u32::from_le_bytes([byte, byte, byte, 255]);
            let mut pixels = [0xff12_3456];
            ink.row(&mut pixels, &[texel]);
            assert_eq!(pixels, [texel]);
        }
    }

    #[test]
    fn only_opaque_sprites_draw_transparent_texels() {
        let curves = Curves::new();
        let after = |blend| {
            let ink = LinearLight {
                curves: &curves,
                tint: u32::MAX,
                blend,
                filled: false,
                is_light: false,
            };
            let mut pixels = [0xff12_3456];
            ink.row(&mut pixels, &[0]);
            pixels[0]
        };
        assert_eq!(after(Blend::Opaque), 0xff00_0000);
        assert_eq!(after(Blend::Alpha), 0xff12_3456);
        assert_eq!(after(Blend::Additive), 0xff12_3456);
    }
}
