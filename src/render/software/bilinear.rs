//! Linear filtering of upright quads. In these, a column of pixels lies between the same two columns of texels in every
//! row.
//!
//! A row of texels is mixed horizontally once, and kept for all rows of pixels next to it. Then each row of pixels is
//! mixed vertically from two such rows. The result is exactly that of [`sample`](super::sample::sample): products are
//! summed without rounding, so their order does not matter. Works on four pixels, like `kernels`.

use core::ops::Range;

use bytemuck::cast;
use wide::{u16x8, u32x4};

use crate::render::quad::Quad;

use super::kernels::{join, split};
use super::texels::TexelPage;

/// Columns of a quad, its last mixed rows, and their memory, which is kept from item to item.
#[derive(Debug, Default)]
pub(super) struct Bilinear {
    columns: ColumnTaps,
    /// The two rows of texels that were mixed last: one with an even and one with an odd number.
    mixed: [MixedRow; 2],
    /// Vertical position of the row that is in `texels`, in 1/256 texel. `None` before the first row of a quad.
    shown: Option<i32>,
    /// The row to draw, mixed in both directions.
    texels: Vec<[u32; 4]>,
}

/// For each column of pixels, the two texel columns around it, in groups of four pixels. The entries of a group beyond
/// the last pixel are meaningless.
#[derive(Debug, Default)]
struct ColumnTaps {
    /// Number of groups.
    fours: usize,
    /// The left column of texels of each column of pixels, counted from the frame's first. Unused if `adjacent_from` is
    /// set.
    lefts: Vec<[u32; 4]>,
    /// The weight of the right column of texels, 0 to 256, in the lower and in the upper half of a word.
    weights: Vec<[u32; 4]>,
    /// The first left column, counted from the page's edge, if each column of pixels is one texel to the right of the
    /// one before.
    adjacent_from: Option<u32>,
}

/// A row of texels, mixed across.
#[derive(Debug, Default)]
struct MixedRow {
    /// The row's number in the frame. `None` if nothing was mixed yet.
    number: Option<i32>,
    fours: Vec<Four>,
}

/// Four pixels, mixed horizontally: red and blue, green and alpha.
#[derive(Clone, Copy, Debug, Default)]
struct Four {
    even: Sums,
    odd: Sums,
}

/// Sums of products of a byte and a weight, at most 255 · 256. Split into high and low bytes, so that the product of
/// each with a weight fits into 16 bits, too.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    high: u16x8,
    low: u16x8,
}

impl Bilinear {
    /// Returns whether it can filter an upright quad. It mixes pairs of texel columns, so the frame needs at least two.
    pub(super) fn suits(quad: &Quad) -> bool {
        quad.size[0] > 1
    }

    /// Prepares for the pixels `columns` of a quad. `width` is the width of the band.
    pub(super) fn begin(
        &mut self,
        quad: &Quad,
        page: &TexelPage,
        columns: Range<u16>,
        width: usize,
    ) {
        // The lists are as wide as the band, so that only the first filtered quad of the band allocates.
        let most = width.div_ceil(4);
        if self.texels.len() < most {
            self.texels.resize(most, [0; 4]);
            self.columns.lefts.resize(most, [0; 4]);
            self.columns.weights.resize(most, [0; 4]);
            for row in &mut self.mixed {
                row.fours.resize(most, Four::default());
            }
        }
        self.columns.find(quad, page, columns);
        self.mixed[0].number = None;
        self.mixed[1].number = None;
        self.shown = None;
    }

    /// Returns row `y` of the quad that [`begin`](Self::begin) was called with: the texels of its columns, then
    /// meaningless ones.
    #[inline]
    pub(super) fn row(&mut self, quad: &Quad, page: &TexelPage, y: u16) -> &[u32] {
        // Subtracts half a texel, because a texel's colour is at its centre.
        let v = quad.uv_at(0, y.into())[1].wrapping_sub(32768) >> 8;
        if self.shown != Some(v) {
            self.shown = Some(v);
            self.mix(quad, page, v);
        }
        self.texels.as_flattened()
    }

    /// Mixes the row at a position in 1/256 texel.
    fn mix(&mut self, quad: &Quad, page: &TexelPage, v: i32) {
        let last = quad.size[1].cast_signed() - 1;
        let below = v & 255;
        let upper = (v >> 8).clamp(0, last);
        // If the lower row has no weight, the upper row takes its place, so that only one row is mixed.
        let lower = ((v >> 8) + i32::from(below != 0)).clamp(0, last);
        for number in [upper, lower] {
            let row = &mut self.mixed[place(number)];
            if row.number != Some(number) {
                row.number = Some(number);
                self.columns.mix(quad, page, number, &mut row.fours);
            }
        }
        let [upper, lower] = [upper, lower].map(|number| &self.mixed[place(number)].fours[..]);
        let fours = self.columns.fours;
        mix_down(
            &mut self.texels[..fours],
            &upper[..fours],
            &lower[..fours],
            below.cast_unsigned(),
        );
    }
}

impl ColumnTaps {
    /// Finds the texel columns around the pixels of some columns.
    fn find(&mut self, quad: &Quad, page: &TexelPage, columns: Range<u16>) {
        let count = columns.end - columns.start;
        self.fours = usize::from(count).div_ceil(4);
        let u = quad.uv_at(columns.start.into(), 0)[0].wrapping_sub(32768);
        self.adjacent_from = self.find_adjacent(quad, page, u >> 16, count);
        if self.adjacent_from.is_some() {
            self.weigh_adjacent(quad, u, count);
        } else {
            self.find_each(quad, u, count);
        }
    }

    /// Returns the left column of texels of the first pixel, counted from the page's edge, if each further pixel has
    /// the next column. `first` is the same column, counted from the frame's edge.
    fn find_adjacent(&self, quad: &Quad, page: &TexelPage, first: i32, count: u16) -> Option<u32> {
        let [width, height] = quad.size;
        // A pixel's left column may be the one before the frame, or the frame's last one. One of its two columns is
        // then outside the frame.
        let within = first >= -1 && first + i32::from(count) <= width.cast_signed();
        if quad.uv_step[0] != 65536 || !within {
            return None;
        }
        let from = quad.texel[0].checked_add_signed(first)?;
        // Whole groups of four texels and one more are read, and must exist even in the frame's lowest row.
        let room = page.from(from, quad.texel[1] + height - 1).len();
        (4 * self.fours < room).then_some(from)
    }

    /// Computes the weights of adjacent columns. All are equal, except at the frame's edges, where the texel outside
    /// the frame has no weight.
    fn weigh_adjacent(&mut self, quad: &Quad, u: i32, count: u16) {
        let weights = &mut self.weights.as_flattened_mut()[..4 * self.fours];
        weights.fill(in_both_halves(u >> 8 & 255));
        if u < 0 {
            weights[0] = in_both_halves(256);
        }
        if (u >> 16) + i32::from(count) == quad.size[0].cast_signed() {
            weights[usize::from(count) - 1] = 0;
        }
    }

    /// Computes the columns and their weights one by one. Both columns are within the frame: at its edges, one of them
    /// has all of the weight.
    fn find_each(&mut self, quad: &Quad, mut u: i32, count: u16) {
        let last = quad.size[0].cast_signed() - 1;
        let lefts = &mut self.lefts.as_flattened_mut()[..4 * self.fours];
        let weights = &mut self.weights.as_flattened_mut()[..4 * self.fours];
        for (left, weight) in lefts.iter_mut().zip(weights).take(count.into()) {
            let x = u >> 16;
            let at = x.clamp(0, last - 1);
            *left = at.cast_unsigned();
            *weight = in_both_halves(match () {
                () if x < at => 0,
                () if x > at => 256,
                () => u >> 8 & 255,
            });
            u = u.wrapping_add(quad.uv_step[0]);
        }
        // Sets the columns after the last to 0, because their old values may lie outside this frame.
        lefts[count.into()..].fill(0);
    }

    /// Mixes a row of the frame's texels horizontally.
    fn mix(&self, quad: &Quad, page: &TexelPage, number: i32, mixed: &mut [Four]) {
        let y = quad.texel[1] + number.cast_unsigned();
        let weights = &self.weights[..self.fours];
        if let Some(from) = self.adjacent_from {
            let texels = &page.from(from, y)[..4 * self.fours + 1];
            let (lefts, _) = texels.as_chunks::<4>();
            let (rights, _) = texels[1..].as_chunks::<4>();
            let sides = lefts.iter().zip(rights);
            for ((four, &weights), (&left, &right)) in mixed.iter_mut().zip(weights).zip(sides) {
                *four = mix_across(left, right, weights);
            }
        } else {
            let texels = page.row(quad.texel[0], y, quad.size[0] as usize);
            for ((four, &weights), &at) in mixed.iter_mut().zip(weights).zip(&self.lefts) {
                let left = at.map(|at| texels[at as usize]);
                let right = at.map(|at| texels[at as usize + 1]);
                *four = mix_across(left, right, weights);
            }
        }
    }
}

/// Returns the index in [`Bilinear::mixed`] for a row of texels. Adjacent rows have different indices.
fn place(number: i32) -> usize {
    usize::from(number & 1 != 0)
}

/// Returns a weight in the form of [`ColumnTaps::weights`].
fn in_both_halves(weight: i32) -> u32 {
    weight.cast_unsigned() * 0x0001_0001
}

/// Mixes four texels with their right neighbours.
#[inline(always)]
fn mix_across(left: [u32; 4], right: [u32; 4], weights: [u32; 4]) -> Four {
    let right_weights: u16x8 = cast(weights);
    let left_weights = u16x8::splat(256) - right_weights;
    let sums = |left: u16x8, right: u16x8| {
        let sums = left * left_weights + right * right_weights;
        Sums {
            high: sums >> 8,
            low: sums & u16x8::splat(255),
        }
    };
    let ([left_even, left_odd], [right_even, right_odd]) =
        (split(u32x4::from(left)), split(u32x4::from(right)));
    Four {
        even: sums(left_even, right_even),
        odd: sums(left_odd, right_odd),
    }
}

/// Mixes two rows of texels vertically. `below` is the weight of the lower one.
#[expect(clippy::cast_possible_truncation, reason = "at most 255")]
fn mix_down(texels: &mut [[u32; 4]], upper: &[Four], lower: &[Four], below: u32) {
    let below = u16x8::splat(below as u16);
    let above = u16x8::splat(256) - below;
    // `(256 * high + low + 32768) >> 16`, computed without a sum above 65 535.
    let channels = |upper: Sums, lower: Sums| {
        let high = upper.high * above + lower.high * below;
        let low = upper.low * above + lower.low * below;
        (high + (low >> 8) + u16x8::splat(128)) >> 8
    };
    for ((texels, upper), lower) in texels.iter_mut().zip(upper).zip(lower) {
        let even = channels(upper.even, lower.even);
        let odd = channels(upper.odd, lower.odd);
        *texels = join(even, odd).to_array();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::{Atlas, AtlasSettings};
    use crate::render::software::sample::sample;
    use crate::render::software::texels::Texels;
    use crate::scene::InstanceFlags;
    use proptest::prelude::*;

    const SIDE: u32 = 256;

    /// Returns a page full of colours, mostly the darkest and the brightest.
    fn texels() -> Texels {
        let settings = AtlasSettings {
            page_size: 256,
            max_page_size: 256,
            max_pages: 1,
        };
        let mut random = 1u32;
        let colors: Vec<u32> = (0..SIDE * SIDE)
            .map(|_| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                [0, random, u32::MAX, random.swap_bytes()][(random >> 13) as usize % 4]
            })
            .collect();
        let mut atlas = Atlas::new(settings);
        atlas.insert(256, 256, &colors).unwrap();
        let mut texels = Texels::default();
        texels.copy(&atlas);
        texels
    }

    /// Generates changes of a texture coordinate from pixel to pixel, often that of an unscaled sprite.
    fn any_step() -> impl Strategy<Value = i32> {
        prop_oneof![
            3 => Just(65536),
            1 => prop::sample::select(vec![-65536, 32768, 43691, 131_072, 65537]),
            1 => -200_000i32..200_000,
            1 => any::<i32>(),
        ]
    }

    /// Generates the position and size of a frame along an axis, often at the page's edges.
    fn any_frame() -> impl Strategy<Value = (u32, u32)> {
        let size = prop_oneof![2u32..20, Just(SIDE)];
        (size, 0u32..3, any::<u32>()).prop_map(|(size, kind, random)| {
            let most = SIDE - size;
            ([0, most, random % (most + 1)][kind as usize], size)
        })
    }

    /// Generates texture coordinates at the first pixel, near the frame's corner or anywhere.
    fn any_start() -> impl Strategy<Value = i32> {
        prop_oneof![4 => -40_000i32..100_000, 1 => -2_000_000i32..2_000_000, 1 => any::<i32>()]
    }

    fn any_quad() -> impl Strategy<Value = Quad> {
        let starts = [any_start(), any_start()];
        let (steps, frames) = ([any_step(), any_step()], [any_frame(), any_frame()]);
        (starts, steps, frames).prop_map(|(uv, [u_step, v_step], frames)| Quad {
            origin: [0; 2],
            across: [256, 0],
            down: [0, 256],
            far: [256; 2],
            reference: [3, 5],
            uv,
            uv_step: [u_step, 0, 0, v_step],
            texel: frames.map(|(texel, _)| texel),
            size: frames.map(|(_, size)| size),
            page: 0,
            tint: [255; 4],
            flags: InstanceFlags::LINEAR,
        })
    }

    #[test]
    fn rows_are_what_each_of_their_pixels_is_sampled_to() {
        let texels = texels();
        let page = texels.page(0).unwrap();
        // All quads use the same filter, as in a band: nothing of one quad may affect the next.
        let bilinear = core::cell::RefCell::new(Bilinear::default());
        let settings = ProptestConfig {
            cases: 3000,
            ..ProptestConfig::default()
        };
        let items = (
            any_quad(),
            0u16..8,
            1u16..40,
            prop::collection::vec(0u16..40, 1..12),
        );
        proptest!(settings, |((quad, left, width, mut rows) in items)| {
            let columns = left..left + width;
            // The first row is drawn once more, so that the next quad begins where this one ends.
            rows.push(rows[0]);
            let texel = quad.texel.map(|at| at / 2);
            for quad in [quad, Quad { texel, ..quad }] {
                let mut bilinear = bilinear.borrow_mut();
                bilinear.begin(&quad, page, columns.clone(), 48);
                let mut expected = vec![0; columns.len()];
                for &y in &rows {
                    sample(&quad, page, columns.clone(), y, &mut expected);
                    prop_assert_eq!(&bilinear.row(&quad, page, y)[..expected.len()], &expected);
                }
            }
        });
    }
}
