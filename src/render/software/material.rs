//! Rows with materials: `shaders/material.wgsl`, whose functions have the same names and the same integer steps.
//!
//! Works on one pixel at a time. The results are colours as they are mixed with the pixels: already tinted.

use core::ops::Range;

use glam::{IVec2, Vec2, Vec4};
use half::f16;

use crate::assets::frame::FrameRecord;
use crate::assets::shader::FIRST_MATERIAL;
use crate::assets::{MaterialFunction, SpriteTexel};
use crate::base::color::mul_255;
use crate::render::quad::Quad;
use crate::scene::{InstanceFlags, MaterialData, RowStyle, material_number};

use super::guarded::guarded;
use super::kernels::{mul_color, silhouette};
use super::texels::{TexelPage, Texels};

/// Largest number of colours in a palette.
const MOST_COLORS: u32 = 64;

/// A row with a material.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaterialRow {
    pub(super) quad: Quad,
    style: RowStyle,
    /// How far the material reaches beyond its image, in texels.
    margin: i32,
    palette: RowPalette,
    /// The function of a material of the game's own.
    function: Option<MaterialFunction>,
}

/// The colours of a palette, in the atlas.
#[derive(Clone, Copy, Debug, Default)]
struct RowPalette {
    page: u32,
    /// The first texel: column and row.
    origin: [u32; 2],
    /// Number of old and of new colours. 0 without a palette.
    colors: usize,
    /// The row of the new colours, counted from the old ones.
    row: u32,
}

impl RowPalette {
    /// Returns the palette of a style. It has no colours if there is no such row of its image.
    fn of(style: RowStyle, frames: &[FrameRecord], texels: &Texels) -> Self {
        if style.material_number() != material_number::PALETTE {
            return Self::default();
        }
        let MaterialData {
            color: [low, middle, high, _],
            numbers: [row, ..],
        } = style.data();
        let index = u32::from_le_bytes([low, middle, high, 0]);
        let frame = frames.get(index as usize);
        let frame = frame.filter(|frame| frame.kind() == FrameRecord::QUAD);
        let Some(frame) = frame.filter(|frame| u32::from(row) < frame.size >> 16) else {
            return Self::default();
        };
        let palette = Self {
            page: frame.page_kind & 0xffff,
            origin: [frame.origin & 0xffff, frame.origin >> 16],
            colors: (frame.size & 0xffff).min(MOST_COLORS) as usize,
            row: row.into(),
        };
        // Later code reads texels by index.
        let [x, y] = [palette.origin[0], palette.origin[1] + palette.row];
        let is_within = x as usize + palette.colors <= texels.side
            && (y as usize) < texels.side
            && texels.page(palette.page).is_some();
        match is_within {
            true => palette,
            false => Self::default(),
        }
    }
}

impl MaterialRow {
    /// Returns the row of a quad. `margin`: how far the quad reaches beyond its image, in texels.
    pub(super) fn new(
        quad: &Quad,
        style: RowStyle,
        margin: u32,
        frames: &[FrameRecord],
        texels: &Texels,
        functions: &[Option<MaterialFunction>],
    ) -> Self {
        let custom = style.material_number().checked_sub(FIRST_MATERIAL);
        let function = custom.and_then(|index| *functions.get(usize::from(index))?);
        Self {
            function,
            quad: *quad,
            style,
            margin: margin.cast_signed(),
            palette: RowPalette::of(style, frames, texels),
        }
    }

    /// Fills `texels` with the row's colours at the pixels `columns` of row `y`. `page` is the quad's.
    pub(super) fn shade(
        &self,
        page: &TexelPage,
        atlas: &Texels,
        columns: Range<u16>,
        y: u16,
        texels: &mut [u32],
    ) {
        let image = MaterialImage {
            texels: page.from(self.quad.texel[0], self.quad.texel[1]),
            side: page.side,
            last: self.quad.size.map(|length| length.cast_signed() - 1),
            margin: self.margin,
        };
        for (x, texel) in columns.zip(texels) {
            let uv = self.quad.uv_at(x.into(), y.into());
            *texel = u32::from_le_bytes(self.color_with_material(&image, atlas, uv));
        }
    }

    fn is_material(&self, number: u8) -> bool {
        self.style.material_number() == number
    }

    /// Returns the row's colour at a position in texels, tinted.
    fn color_with_material(
        &self,
        image: &MaterialImage<'_>,
        atlas: &Texels,
        uv: [i32; 2],
    ) -> [u8; 4] {
        let MaterialData {
            color: other,
            numbers: [first, second, third, _],
        } = self.style.data();
        let mut uv = uv;
        if image.margin > 0 {
            uv = image.within(uv);
        }
        if self.is_material(material_number::WAVE) && self.quad.uv_step != [0; 4] {
            uv[0] = uv[0].wrapping_add(wave_of([first, second, third], uv[1] >> 16));
            uv = image.within(uv);
        }
        let at = uv.map(|at| at >> 16);
        let mut source = match self.quad.flags.contains(InstanceFlags::LINEAR) {
            true => image.linear(uv),
            false => image.texel(at),
        };
        if self.palette.colors > 0 {
            source = swapped(source, &self.palette, atlas);
        }
        if self.quad.flags.contains(InstanceFlags::FILLED) {
            source = silhouette(source);
        }
        let [.., source_alpha] = source.to_le_bytes();
        let tint = self.quad.tint;
        let color = mul_color(source, u32::from_le_bytes(tint)).to_le_bytes();
        if let Some(function) = self.function {
            return self.custom_color(function, image, uv, color);
        }
        let [r, g, b, a] = color;
        let [amount, _] = first.to_le_bytes();
        let premultiplied = || [0, 1, 2].map(|channel| mul_255(other[channel], a));
        match self.style.material_number() {
            material_number::FLASH => mixed_pm(color, premultiplied(), mul_255(amount, other[3])),
            material_number::GREYSCALE => {
                let [r, g, b] = [r, g, b].map(u32::from);
                let grey = (r * 54 + g * 183 + b * 19 + 128) >> 8;
                mixed_pm(color, [grey.to_le_bytes()[0]; 3], amount)
            }
            material_number::OUTLINE if first > 0 && source_alpha < 255 => {
                let around = image.alpha_around(at, first.into());
                let share = mul_255(mul_255(around, 255 - source_alpha), tint[3]);
                let [r, g, b] = [0, 1, 2].map(|channel| mul_255(other[channel], other[3]));
                let outline = [r, g, b, other[3]];
                [0, 1, 2, 3]
                    .map(|channel| color[channel].saturating_add(mul_255(outline[channel], share)))
            }
            material_number::DISSOLVE if first > 0 => {
                let cell = [0, 1].map(|axis| at[axis].clamp(0, image.last[axis]));
                let noise = noise_of(cell, third);
                if noise < first.into() {
                    [0; 4]
                } else if noise < u32::from(first) + u32::from(second) {
                    mixed_pm(color, premultiplied(), other[3])
                } else {
                    color
                }
            }
            _ => color,
        }
    }
}

impl MaterialRow {
    /// Returns the colour that the function of a material makes of a tinted one.
    fn custom_color(
        &self,
        function: MaterialFunction,
        image: &MaterialImage<'_>,
        uv: [i32; 2],
        color: [u8; 4],
    ) -> [u8; 4] {
        let MaterialData {
            color: other,
            numbers,
        } = self.style.data();
        let size = Vec2::from_array(image.last.map(|last| (last + 1) as f32));
        let position = Vec2::from_array(uv.map(|at| at as f32)) / 65_536.0;
        let texels = |at: IVec2| straight_texel(image.texel(at.to_array()).to_le_bytes());
        let input = SpriteTexel {
            color: straight_texel(color),
            position,
            uv: position / size,
            size,
            material_color: Vec4::from_array(other.map(f32::from)) / 255.0,
            parameters: Vec4::from_array(numbers.map(|bits| f16::from_bits(bits).to_f32())),
            texels: &texels,
        };
        let shown = guarded(function as usize, || function(&input));
        shown.map_or(color, bytes_of_custom)
    }
}

/// Returns a colour that is not premultiplied, 0 to 1.
pub(super) fn straight_texel([r, g, b, a]: [u8; 4]) -> Vec4 {
    if a == 0 {
        return Vec4::ZERO;
    }
    let alpha = u32::from(a);
    let straight = |part: u8| ((u32::from(part) * 255 + alpha / 2) / alpha).min(255) as f32;
    Vec4::new(straight(r), straight(g), straight(b), f32::from(a)) / 255.0
}

/// Returns the premultiplied bytes of the result of a material or an effect.
pub(super) fn bytes_of_custom(color: Vec4) -> [u8; 4] {
    let bytes = color.to_array().map(|part| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to a byte, and NaN becomes 0"
        )]
        let byte = (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        byte
    });
    let [r, g, b, a] = bytes;
    [mul_255(r, a), mul_255(g, a), mul_255(b, a), a]
}

/// The texels of a row's image.
struct MaterialImage<'a> {
    /// Texels of the page, beginning with the image's first.
    texels: &'a [u32],
    /// Distance between rows, in texels.
    side: usize,
    /// The last column and row.
    last: [i32; 2],
    margin: i32,
}

impl MaterialImage<'_> {
    /// Returns a texel. In an image with a margin, texels outside are transparent.
    fn texel(&self, at: [i32; 2]) -> u32 {
        let nearest = [0, 1].map(|axis| at[axis].clamp(0, self.last[axis]));
        if self.margin > 0 && nearest != at {
            return 0;
        }
        let [x, y] = nearest.map(|at| at.cast_unsigned() as usize);
        self.texels[y * self.side + x]
    }

    /// Returns the mean of four texels, with weights in 1/256 along each axis.
    fn linear(&self, uv: [i32; 2]) -> u32 {
        let from_centre = uv.map(|at| at.wrapping_sub(32768));
        let [x, y] = from_centre.map(|at| at >> 16);
        let [across, down] = from_centre.map(|at| (at >> 8 & 255).cast_unsigned());
        let texel = |x: i32, y: i32| self.texel([x, y]).to_le_bytes().map(u32::from);
        let [upper, lower] = [y, y + 1].map(|y| [texel(x, y), texel(x + 1, y)]);
        u32::from_le_bytes([0, 1, 2, 3].map(|channel| {
            let mix =
                |row: &[[u32; 4]; 2]| row[0][channel] * (256 - across) + row[1][channel] * across;
            let sum = mix(&upper) * (256 - down) + mix(&lower) * down;
            ((sum + 32768) >> 16).to_le_bytes()[0]
        }))
    }

    /// Returns a position in texels, limited to the image and its margin.
    fn within(&self, uv: [i32; 2]) -> [i32; 2] {
        [0, 1].map(|axis| {
            let low = -self.margin << 16;
            let high = ((self.last[axis] + self.margin + 1) << 16) - 1;
            uv[axis].clamp(low, high)
        })
    }

    /// Returns the largest alpha of the texels around one, up to `width` texels away.
    fn alpha_around(&self, at: [i32; 2], width: i32) -> u8 {
        let mut most = 0;
        for y in -width..=width {
            for x in -width..=width {
                if x * x + y * y <= width * width {
                    let [.., alpha] = self.texel([at[0] + x, at[1] + y]).to_le_bytes();
                    most = most.max(alpha);
                }
            }
        }
        most
    }
}

/// Returns the displacement of a row of texels in a wave, in 1/65536 texel: parabolas that look like a sine.
fn wave_of([amplitude, step, phase]: [u16; 3], row: i32) -> i32 {
    let angle = row.cast_unsigned().wrapping_mul(step.into());
    let angle = angle.wrapping_add(phase.into());
    let half = (angle & 32767).cast_signed();
    let height = (half * (32768 - half)) >> 13;
    let height = if angle & 32768 != 0 { -height } else { height };
    (i32::from(amplitude) * height) >> 7
}

/// Returns a number from 0 to 255 for a texel, without a pattern.
fn noise_of(at: [i32; 2], seed: u16) -> u32 {
    let [x, y] = at.map(i32::cast_unsigned);
    let parts = [
        x.wrapping_mul(2_654_435_761),
        y.wrapping_mul(2_246_822_519),
        u32::from(seed).wrapping_mul(3_266_489_917),
    ];
    let mut v = parts.into_iter().fold(0, u32::wrapping_add);
    v ^= v >> 15;
    v = v.wrapping_mul(739_982_445);
    v ^= v >> 12;
    v = v.wrapping_mul(695_872_825);
    v ^= v >> 15;
    v & 255
}

/// Returns a texel in the colours of a palette.
fn swapped(source: u32, palette: &RowPalette, atlas: &Texels) -> u32 {
    let Some(page) = atlas.page(palette.page) else {
        return source;
    };
    let [x, y] = palette.origin;
    let old = page.row(x, y, palette.colors);
    let new = page.row(x, y + palette.row, palette.colors);
    let alpha = silhouette(source);
    let shows = |&old: &u32| mul_color(old, alpha) & 0x00ff_ffff == source & 0x00ff_ffff;
    match old.iter().position(shows) {
        Some(column) => mul_color(new[column], alpha),
        None => source,
    }
}

/// Returns a colour whose red, green and blue are mixed with those of another, with a weight of `weight` / 255.
fn mixed_pm(one: [u8; 4], other: [u8; 3], weight: u8) -> [u8; 4] {
    let [r, g, b] = [0, 1, 2].map(|channel| {
        let [one, other] = [one[channel], other[channel]].map(u32::from);
        let t = one * u32::from(255 - weight) + other * u32::from(weight) + 128;
        ((t + (t >> 8)) >> 8).to_le_bytes()[0]
    });
    [r, g, b, one[3]]
}
