//! Rows with materials: `shaders/material.wgsl`, whose functions have the same names and the same integer steps.
//!
//! Works on one pixel at a time. The results are colours as they are mixed with the pixels: already tinted.

use core::ops::Range;

use crate::base::color::mul_255;
use crate::render::quad::Quad;
use crate::scene::{InstanceFlags, MaterialData, RowStyle, material_number};

use super::kernels::{mul_color, silhouette};
use super::sample::sample;
use super::texels::TexelPage;

/// A row with a material.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaterialRow {
    pub(super) quad: Quad,
    pub(super) style: RowStyle,
}

impl MaterialRow {
    /// Fills `texels` with the row's colours at the pixels `columns` of row `y`. `page` is the quad's.
    pub(super) fn shade(&self, page: &TexelPage, columns: Range<u16>, y: u16, texels: &mut [u32]) {
        sample(&self.quad, page, columns, y, texels);
        let tint = u32::from_le_bytes(self.quad.tint);
        let is_filled = self.quad.flags.contains(InstanceFlags::FILLED);
        for texel in texels {
            let source = if is_filled {
                silhouette(*texel)
            } else {
                *texel
            };
            *texel = with_material(mul_color(source, tint), self.style);
        }
    }
}

/// Returns a colour whose red, green and blue are mixed with those of another, which has the weight `weight` / 255.
fn mixed_pm(one: [u8; 4], other: [u8; 3], weight: u8) -> [u8; 4] {
    let [r, g, b] = [0, 1, 2].map(|channel| {
        let [one, other] = [one[channel], other[channel]].map(u32::from);
        let t = one * u32::from(255 - weight) + other * u32::from(weight) + 128;
        ((t + (t >> 8)) >> 8).to_le_bytes()[0]
    });
    [r, g, b, one[3]]
}

/// Returns a tinted colour with a row's material.
fn with_material(color: u32, style: RowStyle) -> u32 {
    let color = color.to_le_bytes();
    let MaterialData {
        color: other,
        numbers: [first, ..],
    } = style.data();
    let [first, _] = first.to_le_bytes();
    let [r, g, b, a] = color;
    u32::from_le_bytes(match style.material_number() {
        material_number::FLASH => {
            let weight = mul_255(first, other[3]);
            let other = [0, 1, 2].map(|channel| mul_255(other[channel], a));
            mixed_pm(color, other, weight)
        }
        material_number::GREYSCALE => {
            let [r, g, b] = [r, g, b].map(u32::from);
            let grey = (r * 54 + g * 183 + b * 19 + 128) >> 8;
            mixed_pm(color, [grey.to_le_bytes()[0]; 3], first)
        }
        _ => color,
    })
}
