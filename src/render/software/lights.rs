//! Draws lights on a band of a light map.
//!
//! Mirrors `shaders/light.wgsl`, but finds the columns in shadow row by row: [`Wedge::span`] returns those of an edge.

use super::kernels::{BlendAdd, Ink, NoTint};
use super::linear_light::LinearLight;
use super::memory::{Memory, PixelBounds};
use crate::render::light::{LightRecord, LightTable};
use crate::scene::Blend;

/// Room for a row of lights. Its contents mean nothing between rows.
#[derive(Debug, Default)]
pub(super) struct LightBrush {
    /// A square for each column of a light: of its distance from the centre, as a part of the radius.
    squares: Vec<i32>,
    /// The number of samples that each column sees.
    seen: Vec<u8>,
    /// Whether each column is in the shadow of a sample.
    hidden: Vec<bool>,
    /// The light's colour in each column.
    colors: Vec<u32>,
}

/// The radius of every light, in the unit of distances.
const RADIUS: i32 = 1 << 12;

/// [`LightRecord::edge`] of a light without a beam.
const NO_BEAM: i32 = -65_536;

impl LightBrush {
    /// Adds all lights of a light map to the pixels of a band.
    pub(super) fn draw(
        &mut self,
        rect: PixelBounds,
        pixels: &mut [u32],
        memory: &Memory,
        map: usize,
    ) {
        let table = &memory.lights;
        let lights = table.maps.get(map).cloned().unwrap_or_default();
        for light in &table.lights[lights] {
            let [left, top, right, bottom] = light.bounds;
            let top = top.max(rect.top.into());
            let bottom = bottom.min(rect.bottom.into());
            if top >= bottom {
                continue;
            }
            self.begin(light);
            for y in top..bottom {
                let Some([from, to]) = self.shade(light, y, table) else {
                    continue;
                };
                let row = index(y - i32::from(rect.top)) * rect.width();
                let pixels = &mut pixels[row + index(left)..row + index(right)][from..to];
                let colors = &self.colors[from..to];
                match memory.linear_light() {
                    None => (NoTint, BlendAdd).row(pixels, colors),
                    Some(curves) => LinearLight {
                        curves,
                        tint: u32::MAX,
                        blend: Blend::Additive,
                        filled: false,
                        is_light: false,
                    }
                    .row(pixels, colors),
                }
            }
        }
    }

    /// Prepares for the rows of a light.
    fn begin(&mut self, light: &LightRecord) {
        let [left, _, right, _] = light.bounds;
        let width = index(right - left);
        self.squares.clear();
        self.squares.extend((left..right).map(|x| {
            let u = part_of_radius(light, 256 * x + 128 - light.centre[0]);
            u * u
        }));
        self.seen.resize(width, 0);
        self.hidden.resize(width, false);
        self.colors.resize(width, 0);
    }

    /// Computes the colours of a row. Returns the columns that may have light, counted from the light's first one.
    fn shade(&mut self, light: &LightRecord, y: i32, table: &LightTable) -> Option<[usize; 2]> {
        let [left, _, right, _] = light.bounds;
        let down = 256 * y + 128 - light.centre[1];
        let v = part_of_radius(light, down);
        let square = v * v;
        let is_lit = |&other: &i32| other + square < RADIUS * RADIUS;
        let from = self.squares.iter().position(is_lit)?;
        let to = self.squares.iter().rposition(is_lit)? + 1;
        let width = index(right - left);
        self.find_shadows(light, down, [from, to], width, table);
        if light.edge == NO_BEAM && light.samples <= 1 {
            self.color_plainly(light, square, [from, to]);
            return Some([from, to]);
        }
        for column in from..to {
            let distance = self.squares[column] + square;
            let mut part = brightness(distance);
            if light.edge != NO_BEAM {
                let x = left + small(column);
                let u = part_of_radius(light, 256 * x + 128 - light.centre[0]);
                part = (part * in_beam(light, [u, v], distance)) >> 14;
            }
            // Without samples, nothing hides the light.
            let seen = part * u32::from(self.seen[column]);
            let part = seen.checked_div(light.samples).unwrap_or(part);
            self.colors[column] = color_of(light, part);
        }
        Some([from, to])
    }

    /// Computes the colours of a row of a light without a beam that has at most one sample.
    fn color_plainly(&mut self, light: &LightRecord, square: i32, [from, to]: [usize; 2]) {
        let columns = self.squares[from..to].iter();
        let colors = &mut self.colors[from..to];
        if light.samples == 0 {
            for (color, &other) in colors.iter_mut().zip(columns) {
                *color = color_of(light, brightness(other.wrapping_add(square)));
            }
            return;
        }
        for ((color, &other), &seen) in colors.iter_mut().zip(columns).zip(&self.seen[from..to]) {
            *color = color_of(
                light,
                brightness(other.wrapping_add(square)) * u32::from(seen),
            );
        }
    }

    /// Counts the samples that each column sees.
    fn find_shadows(
        &mut self,
        light: &LightRecord,
        down: i32,
        [from, to]: [usize; 2],
        width: usize,
        table: &LightTable,
    ) {
        if light.samples == 0 {
            return;
        }
        let first = 256 * light.bounds[0] + 128 - light.centre[0];
        self.seen[from..to].fill(0);
        let mut at = light.first as usize;
        for _ in 0..light.samples {
            let ([x, y], count) = table.wedges[at].sample();
            let wedges = &table.wedges[at + 1..][..count];
            at += 1 + count;
            self.hidden[..width].fill(false);
            for wedge in wedges {
                let columns = wedge.span([first - x, down - y], [small(from), small(to)]);
                let [start, end] = columns.map(index);
                self.hidden[start..end].fill(true);
            }
            for (seen, hidden) in self.seen[from..to].iter_mut().zip(&self.hidden[from..to]) {
                *seen += u8::from(!hidden);
            }
        }
    }
}

/// Returns the light's colour at a brightness of up to 65 536.
#[inline]
fn color_of(light: &LightRecord, part: u32) -> u32 {
    let [r, g, b] = light
        .color
        .map(|channel| (channel.wrapping_mul(part).wrapping_add(32_768) >> 16).min(255));
    r | g << 8 | b << 16
}

/// Returns a distance along an axis as a part of the radius, which is [`RADIUS`].
fn part_of_radius(light: &LightRecord, distance: i32) -> i32 {
    (distance * light.per_radius) >> 15
}

/// Returns the brightness at a distance, whose square is given: 0 to 65 536.
#[inline]
fn brightness(square: i32) -> u32 {
    // No operation overflows; checks would keep the compiler from mixing several columns at once.
    let rest = (RADIUS * RADIUS).wrapping_sub(square).max(0) >> 9;
    (rest.wrapping_mul(rest) >> 14).cast_unsigned()
}

/// Returns how much a point is within a light's beam, 0 to 16 384. `square` is the square of the point's distance.
fn in_beam(light: &LightRecord, [u, v]: [i32; 2], square: i32) -> u32 {
    let along = u * light.beam[0] + v * light.beam[1];
    let distance = (square * 64).cast_unsigned().isqrt().cast_signed();
    let cosine = match distance {
        0 => 32_768,
        _ => along * 8 / distance,
    };
    let inside = (cosine - light.edge).clamp(0, light.fade);
    ((inside << 14) / light.fade).cast_unsigned()
}

fn small(column: usize) -> i32 {
    i32::try_from(column).unwrap_or(i32::MAX)
}

#[expect(clippy::cast_sign_loss, reason = "within the target")]
fn index(at: i32) -> usize {
    at as usize
}
