//! Steps of effects: one function for each kind, with the name and the integer steps of the one in
//! `shaders/effects.wgsl`.

mod blur;
mod outline;

use glam::IVec2;

use crate::assets::{EffectFunction, EffectId, EffectPixel};
use crate::render::effects::{EffectStep, NUMBERS, StepKind};

use super::guarded::guarded;
use super::material::{bytes_of_custom, straight_texel};
use super::pixel_bounds::PixelBounds;

/// A pixel's channels: red, green, blue, alpha; premultiplied.
type Channels = [u32; 4];

/// Pixels that a step reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct EffectSource<'a> {
    pub(super) step: &'a EffectStep,
    /// Width of the target.
    pub(super) width: u16,
    /// The part of the target that shows the view.
    pub(super) view: PixelBounds,
    /// Pixels of the target that the step changes, row after row.
    pub(super) from: &'a [u32],
    /// Pixels of the target before the effect.
    pub(super) base: &'a [u32],
    /// Functions of effects of the game's own.
    pub(super) functions: &'a [Option<EffectFunction>],
}

impl<'a> EffectSource<'a> {
    /// Carries out the step on rows of the target. `rows` is their rectangle, and `pixels` are theirs.
    pub(super) fn apply(&self, rows: PixelBounds, pixels: &mut [u32]) {
        let each = |of_it: fn(&Self, [i32; 2]) -> Channels, pixels: &mut [u32]| {
            let view = self.view;
            self.each_row(rows, pixels, |y, line| {
                for x in view.left..view.right {
                    line[usize::from(x)] = packed(of_it(self, [x.into(), y.into()]));
                }
            });
        };
        match self.step.kind {
            StepKind::BlurAcross => self.blur_across(rows, pixels),
            StepKind::BlurDown => self.blur_down(rows, pixels),
            StepKind::ColorMatrix => each(Self::color_matrix, pixels),
            StepKind::Shine => each(Self::shine, pixels),
            StepKind::AddLight => each(Self::add_light, pixels),
            StepKind::ThinOutline => each(Self::thin_outline, pixels),
            StepKind::OutlineAcross => self.outline_across(rows, pixels),
            StepKind::OutlineDown => self.outline_down(rows, pixels),
            StepKind::Shadow => each(Self::shadow, pixels),
            StepKind::Cover => each(Self::cover, pixels),
            StepKind::Pixelate => each(Self::pixelate, pixels),
            StepKind::Wave => each(Self::wave, pixels),
            StepKind::Palette => each(Self::palette, pixels),
            StepKind::Dissolve => each(Self::dissolve, pixels),
            StepKind::Vignette => each(Self::vignette, pixels),
            StepKind::Crt => each(Self::crt, pixels),
            StepKind::Fade => each(Self::fade, pixels),
            StepKind::Wipe => each(Self::wipe, pixels),
            StepKind::Circle => each(Self::circle, pixels),
            StepKind::Custom(_) => each(Self::custom, pixels),
        }
    }

    /// Calls `change` with the row of each line of the view, and with its pixels.
    fn each_row(
        &self,
        rows: PixelBounds,
        pixels: &mut [u32],
        mut change: impl FnMut(u16, &mut [u32]),
    ) {
        let lines = pixels.chunks_exact_mut(self.width.into());
        for (y, line) in (rows.top..).zip(lines) {
            if (self.view.top..self.view.bottom).contains(&y) {
                change(y, line);
            }
        }
    }

    /// Returns a row of a target.
    fn row(&self, pixels: &'a [u32], y: i32) -> &'a [u32] {
        let width = usize::from(self.width);
        &pixels[y.cast_unsigned() as usize * width..][..width]
    }

    fn numbers(&self) -> &'a [i32; NUMBERS] {
        &self.step.numbers
    }

    /// Returns a number as a colour.
    fn color(&self, number: usize) -> Channels {
        unpacked(self.numbers()[number].cast_unsigned())
    }

    fn texel(&self, pixels: &[u32], [x, y]: [i32; 2]) -> Channels {
        let index = y.cast_unsigned() as usize * usize::from(self.width);
        unpacked(pixels[index + x.cast_unsigned() as usize])
    }

    /// Returns the pixel that is nearest to a position.
    fn pixel_at(&self, [x, y]: [i32; 2]) -> Channels {
        let PixelBounds {
            left,
            top,
            right,
            bottom,
        } = self.view;
        let x = x.clamp(left.into(), i32::from(right) - 1);
        let y = y.clamp(top.into(), i32::from(bottom) - 1);
        self.texel(self.from, [x, y])
    }

    /// Returns the pixel of the target before the effect.
    fn base_at(&self, at: [i32; 2]) -> Channels {
        self.texel(self.base, at)
    }

    /// Returns the mean of the four pixels around a position in 1/256 pixel.
    fn sample(&self, [x, y]: [i32; 2]) -> Channels {
        let at = [x >> 8, y >> 8];
        let [across, down] = [x, y].map(|at| (at & 255).cast_unsigned());
        let four = [[0, 0], [1, 0], [0, 1], [1, 1]];
        let [a, b, c, d] = four.map(|[x, y]| self.pixel_at([at[0] + x, at[1] + y]));
        each(|channel| {
            let upper = a[channel] * (256 - across) + b[channel] * across;
            let lower = c[channel] * (256 - across) + d[channel] * across;
            (upper * (256 - down) + lower * down + 32_768) >> 16
        })
    }

    /// Returns the width and height of the view.
    fn size(&self) -> [i32; 2] {
        let view = self.view;
        [view.right - view.left, view.bottom - view.top].map(i32::from)
    }

    /// Returns the position in the view of a pixel.
    fn in_view(&self, [x, y]: [i32; 2]) -> [i32; 2] {
        [x - i32::from(self.view.left), y - i32::from(self.view.top)]
    }

    /// Returns twice the distance of a pixel's centre from the view's.
    fn off_center(&self, at: [i32; 2]) -> [i32; 2] {
        let ([x, y], [width, height]) = (self.in_view(at), self.size());
        [2 * x + 1 - width, 2 * y + 1 - height]
    }

    fn color_matrix(&self, at: [i32; 2]) -> Channels {
        let numbers = self.numbers();
        let [r, g, b, a] = straight(self.pixel_at(at)).map(u32::cast_signed);
        let sums = [0, 1, 2, 3].map(|row| {
            let row = &numbers[5 * row..];
            let sum = row[0] * r + row[1] * g + row[2] * b + row[3] * a + row[4];
            ((sum + 512) >> 10).clamp(0, 255).cast_unsigned()
        });
        tinted([sums[0], sums[1], sums[2], 255], [sums[3]; 4])
    }

    fn shine(&self, at: [i32; 2]) -> Channels {
        let threshold = self.numbers()[0].cast_unsigned();
        let pixel = self.pixel_at(at);
        let brightest = pixel[0].max(pixel[1]).max(pixel[2]);
        if brightest <= threshold {
            return [0; 4];
        }
        let bright = pixel.map(|part| (part * (brightest - threshold) + brightest / 2) / brightest);
        tinted(bright.map(|part| part.min(255)), self.color(1))
    }

    fn add_light(&self, at: [i32; 2]) -> Channels {
        let strength = self.numbers()[0].cast_unsigned();
        let (base, light) = (self.base_at(at), self.pixel_at(at));
        let sum =
            |channel: usize| (base[channel] + ((light[channel] * strength + 128) >> 8)).min(255);
        [sum(0), sum(1), sum(2), base[3]]
    }

    fn shadow(&self, at: [i32; 2]) -> Channels {
        let from = [0, 1].map(|axis| at[axis] - self.numbers()[axis]);
        let ([x, y], [width, height]) = (self.in_view(from), self.size());
        if x < 0 || y < 0 || x >= width || y >= height {
            return [0; 4];
        }
        tinted(self.color(2), [self.pixel_at(from)[3]; 4])
    }

    fn cover(&self, at: [i32; 2]) -> Channels {
        over(self.base_at(at), self.pixel_at(at))
    }

    fn pixelate(&self, at: [i32; 2]) -> Channels {
        let side = self.numbers()[0];
        let [x, y] = self.in_view(at).map(|at| at / side * side + side / 2);
        self.pixel_at([x + i32::from(self.view.left), y + i32::from(self.view.top)])
    }

    fn wave(&self, at: [i32; 2]) -> Channels {
        let [across, down, per_pixel, phase, ..] = *self.numbers();
        let [x, y] = self.in_view(at);
        let turn = |place: i32| place.wrapping_mul(per_pixel).wrapping_add(phase) & 65_535;
        self.sample([
            at[0] * 256 + ((across * sine_15(turn(y))) >> 15),
            at[1] * 256 + ((down * sine_15(turn(x))) >> 15),
        ])
    }

    fn palette(&self, at: [i32; 2]) -> Channels {
        let pixel = self.pixel_at(at);
        let [r, g, b, a] = straight(pixel);
        let mut least = u32::MAX;
        let mut nearest = pixel;
        for number in 1..=self.numbers()[0].cast_unsigned() as usize {
            let color = self.color(number);
            let [x, y, z] = [
                r.abs_diff(color[0]),
                g.abs_diff(color[1]),
                b.abs_diff(color[2]),
            ];
            let distance = x * x + y * y + z * z;
            if distance < least {
                least = distance;
                nearest = tinted(color, [a; 4]);
            }
        }
        nearest
    }

    fn dissolve(&self, at: [i32; 2]) -> Channels {
        let [amount, edge, side, seed, ..] = *self.numbers();
        let [x, y] = self.in_view(at).map(|at| (at / side).cast_unsigned());
        let noise = noise_of(x, y, seed.cast_unsigned());
        let pixel = self.pixel_at(at);
        if noise < amount {
            [0; 4]
        } else if noise < edge {
            tinted(self.color(4), [pixel[3]; 4])
        } else {
            pixel
        }
    }

    fn vignette(&self, at: [i32; 2]) -> Channels {
        let [inner, width, strength, ..] = self.numbers().map(i32::cast_unsigned);
        let (off_center, size) = (self.off_center(at), self.size());
        let part =
            |axis: usize| off_center[axis].unsigned_abs() * 1024 / size[axis].cast_unsigned();
        let [x, y] = [part(0), part(1)];
        let distance = (x * x + y * y).isqrt();
        let reached = distance.max(inner) - inner;
        let share = ((reached.min(width) * 256 / width) * strength + 128) >> 8;
        let pixel = self.pixel_at(at);
        mixed(pixel, tinted(self.color(3), [pixel[3]; 4]), share)
    }

    fn crt(&self, at: [i32; 2]) -> Channels {
        let [curvature, line, darkness, fringe, ..] = *self.numbers();
        let ([u, v], size) = (self.off_center(at), self.size());
        let mut place = [at[0] * 256, at[1] * 256];
        if curvature > 0 {
            let [u, v] = [u * 16_384 / size[0], v * 16_384 / size[1]];
            let bent = |u: i32, v: i32| u + ((u * ((curvature * ((v * v) >> 14)) >> 14)) >> 14);
            let [x, y] = [bent(u, v), bent(v, u)];
            if x.abs() > 16_384 || y.abs() > 16_384 {
                return [0; 4];
            }
            place = [
                i32::from(self.view.left) * 256 + (((x + 16_384) * size[0]) >> 7) - 128,
                i32::from(self.view.top) * 256 + (((y + 16_384) * size[1]) >> 7) - 128,
            ];
        }
        let mut color = self.sample(place);
        if fringe > 0 {
            color[0] = self.sample([place[0] - fringe, place[1]])[0];
            color[2] = self.sample([place[0] + fringe, place[1]])[2];
        }
        if self.in_view(at)[1] / line % 2 == 1 {
            let light = (256 - darkness).cast_unsigned();
            for part in &mut color[..3] {
                *part = (*part * light + 128) >> 8;
            }
        }
        color
    }

    fn custom(&self, at: [i32; 2]) -> Channels {
        let StepKind::Custom(EffectId(id)) = self.step.kind else {
            return self.pixel_at(at);
        };
        let Some(function) = self.functions.get(usize::from(id)).copied().flatten() else {
            return self.pixel_at(at);
        };
        let straight_at = |at| straight_texel(packed(self.pixel_at(at)).to_le_bytes());
        let float = |number: usize| f32::from_bits(self.numbers()[number].cast_unsigned());
        let (position, size) = (
            IVec2::from_array(self.in_view(at)),
            IVec2::from_array(self.size()),
        );
        let start = IVec2::new(self.view.left.into(), self.view.top.into());
        let pixels = |at: IVec2| {
            let nearest = at.clamp(IVec2::ZERO, size - 1);
            straight_at((nearest + start).to_array())
        };
        let input = EffectPixel {
            color: straight_at(at),
            position,
            uv: (position.as_vec2() + 0.5) / size.as_vec2(),
            size,
            length: float(0),
            parameters: [1, 2, 3, 4, 5, 6, 7, 8].map(float),
            pixels: &pixels,
        };
        let shown = guarded(function as usize, || function(&input));
        shown.map_or_else(
            || self.pixel_at(at),
            |shown| bytes_of_custom(shown).map(u32::from),
        )
    }

    fn fade(&self, at: [i32; 2]) -> Channels {
        mixed(
            self.pixel_at(at),
            self.color(1),
            self.numbers()[0].cast_unsigned(),
        )
    }

    fn wipe(&self, at: [i32; 2]) -> Channels {
        let [across, down, edge, soft, ..] = *self.numbers();
        let [x, y] = self.off_center(at);
        let beyond = (edge - x * across - y * down).clamp(0, soft);
        let share = beyond.cast_unsigned() * 256 / soft.cast_unsigned();
        mixed(self.pixel_at(at), self.color(4), share)
    }

    fn circle(&self, at: [i32; 2]) -> Channels {
        let [center_x, center_y, radius, soft, ..] = *self.numbers();
        let [x, y] = self.in_view(at);
        let x = (2 * x + 1 - center_x).unsigned_abs();
        let y = (2 * y + 1 - center_y).unsigned_abs();
        let beyond = ((x * x + y * y).isqrt().cast_signed() - radius).clamp(0, soft);
        let share = beyond.cast_unsigned() * 256 / soft.cast_unsigned();
        mixed(self.pixel_at(at), self.color(4), share)
    }
}

fn unpacked(pixel: u32) -> Channels {
    pixel.to_le_bytes().map(u32::from)
}

fn packed(channels: Channels) -> u32 {
    u32::from_le_bytes(channels.map(|channel| channel.to_le_bytes()[0]))
}

fn each(channel: impl FnMut(usize) -> u32) -> Channels {
    [0, 1, 2, 3].map(channel)
}

/// Returns `round(color * tint / 255)` for each channel.
fn tinted(color: Channels, tint: Channels) -> Channels {
    each(|channel| {
        let t = color[channel] * tint[channel] + 128;
        (t + (t >> 8)) >> 8
    })
}

/// Returns a pixel over another one.
fn over(above: Channels, below: Channels) -> Channels {
    let kept = tinted(below, [255 - above[3]; 4]);
    each(|channel| (above[channel] + kept[channel]).min(255))
}

/// Returns two pixels mixed. `share` is that of the second one in 1/256.
fn mixed(first: Channels, second: Channels, share: u32) -> Channels {
    each(|channel| (first[channel] * (256 - share) + second[channel] * share + 128) >> 8)
}

/// Returns a colour that is not premultiplied.
fn straight([r, g, b, a]: Channels) -> Channels {
    if a == 0 {
        return [0; 4];
    }
    let straight = |part: u32| ((part * 255 + a / 2) / a).min(255);
    [straight(r), straight(g), straight(b), a]
}

/// Returns the sine of an angle in 1/65536 turn, within 0.002, in 1/32768.
fn sine_15(turn: i32) -> i32 {
    let half = (turn & 32_767).cast_unsigned();
    let arch = (half * (32_768 - half)) >> 13;
    let sine = (arch * (25_395 + ((7_373 * arch) >> 15))) >> 15;
    if turn >= 32_768 {
        -sine.cast_signed()
    } else {
        sine.cast_signed()
    }
}

/// Returns a number from 0 to 65 535 that looks random.
fn noise_of(x: u32, y: u32, seed: u32) -> i32 {
    let mut bits =
        x.wrapping_mul(0x8da6_b343) ^ y.wrapping_mul(0xd816_3841) ^ seed.wrapping_mul(0xcb1a_b31f);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    ((bits ^ (bits >> 15)) >> 16).cast_signed()
}
