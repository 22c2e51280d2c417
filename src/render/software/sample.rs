//! The texels of a row of pixels: `texel_pm` and `linear_pm` of `shaders/sprite.wgsl`.
//!
//! Texture coordinates are computed for a row's first pixel, and each further pixel adds a step. They are whole
//! numbers, so the sums equal [`Quad::uv_at`] of each pixel.

use core::ops::Range;

use bytemuck::cast;
use wide::{i16x8, i32x4, u8x16, u16x8, u32x4};

use crate::render::quad::Quad;
use crate::scene::InstanceFlags;

use super::texels::TexelPage;

/// Fills `texels` with the colours of the quad's frame at the pixels `columns` of row `y`.
pub(super) fn sample(
    quad: &Quad,
    page: &TexelPage,
    columns: Range<u16>,
    y: u16,
    texels: &mut [u32],
) {
    let [u, v] = quad.uv_at(columns.start.into(), y.into());
    let uv = Uv {
        u,
        v,
        u_step: quad.uv_step[0],
        v_step: quad.uv_step[2],
    };
    let frame = SampledFrame {
        texels: page.from(quad.texel[0], quad.texel[1]),
        side: page.side,
        last: quad.size.map(|length| length.cast_signed() - 1),
    };
    // Separate loops, because all pixels of a row are sampled in the same way.
    if quad.flags.contains(InstanceFlags::LINEAR) {
        fill(texels, uv, |[u, v]| frame.linear(u, v));
    } else if quad.uv_step[2] == 0 {
        let row = frame.row(v >> 16);
        fill(texels, uv, |[u, _]| row[frame.column(u >> 16)]);
    } else {
        fill(texels, uv, |[u, v]| frame.nearest(u >> 16, v >> 16));
    }
}

/// Fills a row with the texels at consecutive coordinates.
#[inline(always)]
fn fill(texels: &mut [u32], uv: Uv, texel_at: impl Fn([i32; 2]) -> u32) {
    for (texel, uv) in texels.iter_mut().zip(uv) {
        *texel = texel_at(uv);
    }
}

/// Texture coordinates along a row of pixels, in 1/65536 texel, and their change over one pixel. They wrap.
struct Uv {
    u: i32,
    v: i32,
    u_step: i32,
    v_step: i32,
}

impl Iterator for Uv {
    type Item = [i32; 2];

    #[inline(always)]
    fn next(&mut self) -> Option<[i32; 2]> {
        let now = [self.u, self.v];
        self.u = self.u.wrapping_add(self.u_step);
        self.v = self.v.wrapping_add(self.v_step);
        Some(now)
    }
}

/// A frame's texels. Coordinates outside are clamped to its edge, so that neighbours in the atlas never show.
struct SampledFrame<'a> {
    /// Texels of the page, beginning with the frame's first.
    texels: &'a [u32],
    /// Distance between rows, in texels.
    side: usize,
    /// The last column and row.
    last: [i32; 2],
}

impl SampledFrame<'_> {
    /// Returns a column within the frame.
    #[inline(always)]
    fn column(&self, x: i32) -> usize {
        x.clamp(0, self.last[0]).cast_unsigned() as usize
    }

    /// Returns the index of a row's first texel, with the row clamped to the frame.
    #[inline(always)]
    fn row_start(&self, y: i32) -> usize {
        (y.clamp(0, self.last[1]).cast_unsigned() as usize).wrapping_mul(self.side)
    }

    /// Returns the texels of a row, beginning with its first.
    fn row(&self, y: i32) -> &[u32] {
        &self.texels[self.row_start(y)..]
    }

    /// Returns the texel in a column and row, clamped to the frame.
    #[inline(always)]
    fn nearest(&self, x: i32, y: i32) -> u32 {
        self.texels[self.row_start(y).wrapping_add(self.column(x))]
    }

    /// Returns the mixture of the four texels around a position, weighted in 1/256 each way.
    #[inline(always)]
    fn linear(&self, u: i32, v: i32) -> u32 {
        // Subtracts half a texel, because a texel's colour is at its centre.
        let [u, v] = [u.wrapping_sub(32768), v.wrapping_sub(32768)];
        let [x, y] = [u >> 16, v >> 16];
        // Written without `map`: depending on other code in the crate, it may become a call, which costs a third of the
        // time.
        let weight = |at: i32| (at >> 8 & 255).cast_unsigned();
        let texel = |column: usize, row: usize| self.texels[row.wrapping_add(column)];
        let columns = [self.column(x), self.column(x + 1)];
        let rows = [self.row_start(y), self.row_start(y + 1)];
        let [left, right] = columns;
        let [upper, lower] = rows;
        let texels = [
            [texel(left, upper), texel(left, lower)],
            [texel(right, upper), texel(right, lower)],
        ];
        mix(texels, weight(u), weight(v))
    }
}

/// Mixes four texels, given as columns of two. `right_weight` is the weight of the right column, `below` that of the
/// lower texel of each.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "weights are at most 256, and the colour is the lowest word"
)]
fn mix([left, right]: [[u32; 2]; 2], right_weight: u32, below: u32) -> u32 {
    // Interleaves the channels of each texel with those of the texel below it, and widens them to 16 bits.
    let pairs = |[upper, lower]: [u32; 2]| {
        let (upper, lower): (u8x16, u8x16) = (cast(u32x4::splat(upper)), cast(u32x4::splat(lower)));
        u16x8::from_u8x16_low(u8x16::unpack_low(upper, lower))
    };
    let across = pairs(left) * u16x8::splat(256 - right_weight as u16)
        + pairs(right) * u16x8::splat(right_weight as u16);
    // The values are up to 65 280, but processors add pairs of products of signed numbers. So half of the range is
    // subtracted here and added again below, where the weights add up to 256.
    let signed: i16x8 = cast(across ^ u16x8::splat(0x8000));
    let weights: i16x8 = cast(u32x4::splat((256 - below) | below << 16));
    let sums = signed.dot(weights) + i32x4::splat(0x8000 * 256 + 0x8000);
    // Narrows the channels from 32 bits to 16, and then to 8.
    let halves: i16x8 = cast(sums >> 16);
    let spread = u8x16::narrow_i16x8(halves, halves);
    let color: u32x4 = cast(u8x16::narrow_i16x8(cast(spread), cast(spread)));
    color.to_array()[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn four_texels_are_mixed_channel_by_channel(
            texels in any::<[[u32; 2]; 2]>(),
            right in 0u32..256,
            below in 0u32..256,
        ) {
            let [[a, c], [b, d]] = texels.map(|column| column.map(|texel| texel.to_le_bytes().map(u32::from)));
            let mixed = core::array::from_fn(|at| {
                let upper = a[at] * (256 - right) + b[at] * right;
                let lower = c[at] * (256 - right) + d[at] * right;
                ((upper * (256 - below) + lower * below + 32768) >> 16).to_le_bytes()[0]
            });
            prop_assert_eq!(mix(texels, right, below), u32::from_le_bytes(mixed));
        }
    }
}
