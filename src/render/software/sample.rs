//! Which texels a row of pixels shows: `texel_pm` and `linear_pm` of `shaders/sprite.wgsl`.

use core::ops::Range;

use crate::render::quad::Quad;
use crate::scene::InstanceFlags;

use super::texels::TexelPage;

/// Fills `texels` with what the pixels `columns` of row `y` show of the quad's frame.
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
    let frame = Frame {
        page,
        origin: quad.texel,
        size: quad.size.map(u32::cast_signed),
    };
    if quad.flags.contains(InstanceFlags::LINEAR) {
        texels
            .iter_mut()
            .zip(uv)
            .for_each(|(texel, [u, v])| *texel = frame.linear(u, v));
    } else if quad.uv_step[2] == 0 {
        frame.nearest_row(uv, texels);
    } else {
        texels
            .iter_mut()
            .zip(uv)
            .for_each(|(texel, [u, v])| *texel = frame.nearest(u >> 16, v >> 16));
    }
}

/// Texture coordinates along a row of pixels. They wrap.
struct Uv {
    u: i32,
    v: i32,
    u_step: i32,
    v_step: i32,
}

impl Iterator for Uv {
    type Item = [i32; 2];

    #[inline]
    fn next(&mut self) -> Option<[i32; 2]> {
        let now = [self.u, self.v];
        self.u = self.u.wrapping_add(self.u_step);
        self.v = self.v.wrapping_add(self.v_step);
        Some(now)
    }
}

/// A frame's texels.
struct Frame<'a> {
    page: &'a TexelPage,
    origin: [u32; 2],
    size: [i32; 2],
}

impl Frame<'_> {
    /// The texel at this place of the frame, or the nearest one that is within.
    #[inline]
    fn nearest(&self, x: i32, y: i32) -> u32 {
        let [x, y] = [x.clamp(0, self.size[0] - 1), y.clamp(0, self.size[1] - 1)];
        self.page.texel(
            self.origin[0] + x.cast_unsigned(),
            self.origin[1] + y.cast_unsigned(),
        )
    }

    /// As `nearest` for a row of pixels that shows a row of texels.
    fn nearest_row(&self, uv: Uv, texels: &mut [u32]) {
        let y = (uv.v >> 16).clamp(0, self.size[1] - 1).cast_unsigned();
        let last = self.size[0] - 1;
        let row = self.page.row(
            self.origin[0],
            self.origin[1] + y,
            self.size[0].cast_unsigned() as usize,
        );
        for (texel, [u, _]) in texels.iter_mut().zip(uv) {
            *texel = row[(u >> 16).clamp(0, last).cast_unsigned() as usize];
        }
    }

    /// Four texels, weighed in 1/256 each way.
    #[inline]
    fn linear(&self, u: i32, v: i32) -> u32 {
        let [u, v] = [u.wrapping_sub(32768), v.wrapping_sub(32768)];
        let [x, y] = [u >> 16, v >> 16];
        let [right, below] = [u, v].map(|at| (at >> 8 & 255).cast_unsigned());
        let upper = Pairs::mix(self.nearest(x, y), self.nearest(x + 1, y), right);
        let lower = Pairs::mix(self.nearest(x, y + 1), self.nearest(x + 1, y + 1), right);
        upper.mix_down(lower, below)
    }
}

/// A colour times 256, two channels of 16 bits in each word: red and blue, green and alpha.
struct Pairs {
    even: u32,
    odd: u32,
}

impl Pairs {
    const BYTES: u32 = 0x00ff_00ff;

    #[inline]
    fn mix(left: u32, right: u32, weight: u32) -> Self {
        let pair = |left: u32, right: u32| {
            (left & Self::BYTES) * (256 - weight) + (right & Self::BYTES) * weight
        };
        Self {
            even: pair(left, right),
            odd: pair(left >> 8, right >> 8),
        }
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "each channel has become a byte again"
    )]
    fn mix_down(self, lower: Self, weight: u32) -> u32 {
        let wide = |pair: u32| u64::from(pair & 0xffff) | u64::from(pair >> 16) << 32;
        let weight = u64::from(weight);
        let pair = |upper: u32, lower: u32| {
            let sum = wide(upper) * (256 - weight) + wide(lower) * weight + 0x8000_0000_8000;
            (sum >> 16 & 0xff | sum >> 32 & 0xff_0000) as u32
        };
        pair(self.even, lower.even) | pair(self.odd, lower.odd) << 8
    }
}
