//! Draws one item on one band: finds its pixels and its texels, and mixes them.
//!
//! Works on one row at a time: the shape gives the pixels, `sample`, `bilinear` or a page of the atlas gives a texel
//! for each of them, and an [`Ink`] mixes the two rows.

use core::ops::Range;

use crate::render::quad::Quad;
use crate::scene::{Blend, InstanceFlags};

use super::bilinear::Bilinear;
use super::kernels::{
    BlendAdd, BlendMultiply, BlendOver, BlendReplace, BlendScreen, BlendSubtract, Ink, Mix,
    Multiply, NoTint, Silhouette, mul_color, silhouette,
};
use super::linear_light::LinearLight;
use super::memory::{Memory, PixelBounds};
use super::project::{ProjectedSprite, SpriteBin, TexelSource};
use super::sample::sample;
use super::spans::Spans;
use super::texels::TexelPage;

/// The part of the target that is drawn on: a band.
pub(super) struct BandCanvas<'a> {
    /// Rectangle of the band in the target, in pixels.
    pub(super) rect: PixelBounds,
    /// Pixels of the band, row after row.
    pub(super) pixels: &'a mut [u32],
    pub(super) scratch: &'a mut RowScratch,
}

/// Room for rows of texels. Its contents mean nothing between items.
#[derive(Debug)]
pub(super) struct RowScratch {
    /// A row of texels as it will be drawn, as wide as the band.
    texels: Vec<u32>,
    bilinear: Bilinear,
    /// A row of tints, one for each texel.
    tints: Vec<u32>,
}

impl RowScratch {
    /// Returns room for the rows of a band of this width.
    pub(super) fn new(width: usize) -> Self {
        Self {
            texels: vec![0; width],
            bilinear: Bilinear::default(),
            tints: Vec::new(),
        }
    }
}

/// Draws the rows of an item whose bits are set in `rows`. The lowest bit is the canvas's top row. `bin` contains the
/// item.
pub(super) fn item(
    canvas: BandCanvas<'_>,
    item: &ProjectedSprite,
    rows: u32,
    bin: &SpriteBin,
    memory: &Memory,
) {
    // The kernel is chosen once per item, so that the inner loops have no branch and are compiled for each kernel.
    let job = Job {
        canvas,
        item,
        rows,
        bin,
        memory,
    };
    // The texel of a shape is already tinted.
    let tint = match item.source {
        TexelSource::Shape(_) => u32::MAX,
        _ => item.tint,
    };
    // Linear light has one kernel for all blends: its curves cost far more than a branch for each pixel.
    if let Some(curves) = memory.linear_light() {
        return job.draw(LinearLight {
            curves,
            tint,
            blend: item.blend,
            filled: item.filled,
            is_light: matches!(item.source, TexelSource::Group(_)),
        });
    }
    match item.blend {
        Blend::Alpha => job.draw_tinted(tint, BlendOver),
        Blend::Additive => job.draw_tinted(tint, BlendAdd),
        Blend::Opaque => job.draw_tinted(tint, BlendReplace),
        Blend::Multiply => job.draw_tinted(tint, BlendMultiply),
        Blend::Screen => job.draw_tinted(tint, BlendScreen),
        Blend::Subtract => job.draw_tinted(tint, BlendSubtract),
    }
}

/// An item about to be drawn.
struct Job<'a> {
    canvas: BandCanvas<'a>,
    item: &'a ProjectedSprite,
    /// A bit for each row of the canvas that is still to be drawn, the lowest for the topmost.
    rows: u32,
    /// Bin of the item. It holds the item's quad, if there is one.
    bin: &'a SpriteBin,
    memory: &'a Memory,
}

impl Job<'_> {
    /// Draws with the cheapest kernel of a tint.
    fn draw_tinted(self, tint: u32, mix: impl Mix) {
        match tint {
            _ if self.item.filled => self.draw((Silhouette::new(tint), mix)),
            u32::MAX => self.draw((NoTint, mix)),
            tint => self.draw((Multiply::new(tint), mix)),
        }
    }

    /// Draws in the cheapest way that the item's kind allows.
    fn draw(mut self, ink: impl Ink) {
        match self.item.source {
            TexelSource::Texels { page, x, y } => {
                if let Some(page) = self.memory.texels.page(page.into()) {
                    self.draw_texels(page, [x, y], ink);
                }
            }
            TexelSource::Texel(texel) => self.draw_texel(texel, ink),
            TexelSource::Shape(number) => self.draw_shape(number, ink),
            TexelSource::Group(number) => self.draw_group(number, ink),
            TexelSource::Material(number) => self.draw_material(number, ink),
            TexelSource::Squares(number) | TexelSource::Quad(number) => {
                let quad = self.bin.quad(number);
                match self.memory.texels.page(quad.page) {
                    Some(page) if quad.is_upright() => {
                        if quad.flags.contains(InstanceFlags::LINEAR) && Bilinear::suits(quad) {
                            self.draw_filtered(quad, page, ink);
                        } else {
                            self.draw_upright(quad, page, ink);
                        }
                    }
                    Some(page) => self.draw_turned(quad, ink, |columns, y, texels| {
                        sample(quad, page, columns, y, texels);
                    }),
                    None => {}
                }
            }
        }
    }

    /// Draws a texel for each pixel: rows of the page are mixed as they are. `texel` is the one at the item's top left.
    fn draw_texels(&mut self, page: &TexelPage, texel: [u16; 2], ink: impl Ink) {
        let top = self.item.rect.top;
        while let Some((y, pixels, _)) = self.next_row() {
            let texel_y = texel[1] + (y - top);
            ink.row(
                pixels,
                page.row(texel[0].into(), texel_y.into(), pixels.len()),
            );
        }
    }

    /// Draws one texel for all pixels. It is already tinted: see `SpriteBin::item_of`.
    fn draw_texel(&mut self, texel: u32, ink: impl Ink) {
        while let Some((_, pixels, _)) = self.next_row() {
            ink.fill(pixels, texel);
        }
    }

    /// Draws the pixels of a group's target.
    fn draw_group(&mut self, number: u32, ink: impl Ink) {
        let groups = &self.memory.groups;
        let (group, left, tint) = (
            &groups[number as usize],
            self.item.rect.left,
            self.item.tint,
        );
        let mask = group.has_mask.then(|| &groups[number as usize - 1]);
        while let Some((y, pixels, scratch)) = self.next_row() {
            let texels = group.row(left, y, &mut scratch.texels[..pixels.len()]);
            let Some(mask) = mask else {
                ink.row(pixels, texels);
                continue;
            };
            let tints = &mut scratch.tints;
            tints.resize(pixels.len(), 0);
            mask.copy_row(left, y, tints);
            for to in &mut *tints {
                *to = mul_color(tint, silhouette(*to));
            }
            ink.row_of_tints(pixels, texels, tints);
        }
    }

    /// Draws the colours of a row with a material.
    fn draw_material(&mut self, number: u32, ink: impl Ink) {
        let row = self.bin.material(number);
        let atlas = &self.memory.texels;
        if let Some(page) = atlas.page(row.quad.page) {
            self.draw_turned(&row.quad, ink, |columns, y, texels| {
                row.shade(page, atlas, columns, y, texels);
            });
        }
    }

    /// Draws a quad whose edges run along rows and columns. Rows of pixels that show the same row of texels share its
    /// sampling: a sprite that is magnified four times is sampled in every fourth row.
    fn draw_upright(&mut self, quad: &Quad, page: &TexelPage, ink: impl Ink) {
        let columns = self.item.rect.left..self.item.rect.right;
        // Number of low bits of `v`, a 16.16 fixed-point number, that do not change a row: without filtering, its
        // fraction of a texel; with filtering, all below 1/256 texel.
        let detail = if quad.flags.contains(InstanceFlags::LINEAR) {
            8
        } else {
            16
        };
        let mut shown = None;
        while let Some((y, pixels, scratch)) = self.next_row() {
            let texels = &mut scratch.texels[..pixels.len()];
            let shows = quad.uv_at(0, y.into())[1] >> detail;
            if shown != Some(shows) {
                shown = Some(shows);
                sample(quad, page, columns.clone(), y, texels);
            }
            ink.row(pixels, texels);
        }
    }

    /// Like [`draw_upright`](Self::draw_upright), with linear filtering.
    fn draw_filtered(&mut self, quad: &Quad, page: &TexelPage, ink: impl Ink) {
        let columns = self.item.rect.left..self.item.rect.right;
        let width = self.canvas.rect.width();
        let bilinear = &mut self.canvas.scratch.bilinear;
        bilinear.begin(quad, page, columns, width);
        while let Some((y, pixels, scratch)) = self.next_row() {
            let texels = scratch.bilinear.row(quad, page, y);
            ink.row(pixels, &texels[..pixels.len()]);
        }
    }

    /// Draws one texel for all pixels of two triangles. Each pixel on their common side belongs to exactly one of them.
    fn draw_shape(&mut self, number: u32, ink: impl Ink) {
        let (texel, clip) = (self.item.tint, self.clip());
        let BandCanvas { rect, pixels, .. } = &mut self.canvas;
        for triangle in self.bin.quad(number).triangles() {
            for (y, columns) in Spans::new(&triangle, clip) {
                let row = usize::from(y - rect.top);
                if self.rows >> row & 1 == 0 || columns.is_empty() {
                    continue;
                }
                let start = row * rect.width() + usize::from(columns.start);
                ink.fill(&mut pixels[start..][..columns.len()], texel);
            }
        }
    }

    /// Returns the pixels of the item that are on the band.
    fn clip(&self) -> PixelBounds {
        // Includes hidden rows at the top, because edges are followed from row to row.
        PixelBounds {
            top: self.item.rect.top.max(self.canvas.rect.top),
            bottom: self.item.rect.bottom.min(self.canvas.rect.bottom),
            ..self.item.rect
        }
    }

    /// Draws any quad. Each row covers different columns. `sample` writes the texels at columns of a row.
    #[inline]
    fn draw_turned(
        &mut self,
        quad: &Quad,
        ink: impl Ink,
        sample: impl Fn(Range<u16>, u16, &mut [u32]),
    ) {
        let clip = self.clip();
        if quad.is_parallelogram() {
            let [first, right, below, opposite] = quad.corners();
            let spans = Spans::new(&[first, right, opposite, below], clip);
            self.draw_spans(spans, ink, &sample);
        } else {
            for triangle in quad.triangles() {
                self.draw_spans(Spans::new(&triangle, clip), ink, &sample);
            }
        }
    }

    #[inline]
    fn draw_spans(
        &mut self,
        spans: Spans,
        ink: impl Ink,
        sample: &impl Fn(Range<u16>, u16, &mut [u32]),
    ) {
        let BandCanvas {
            rect,
            pixels,
            scratch,
        } = &mut self.canvas;
        for (y, columns) in spans {
            let row = usize::from(y - rect.top);
            if self.rows >> row & 1 == 0 || columns.is_empty() {
                continue;
            }
            // The row is sampled into scratch space and then mixed, because the kernels work on four pixels at once,
            // and sampling on one.
            let texels = &mut scratch.texels[..columns.len()];
            let start = row * rect.width() + usize::from(columns.start);
            let pixels = &mut pixels[start..][..columns.len()];
            sample(columns, y, texels);
            ink.row(pixels, texels);
        }
    }

    /// Returns the next visible row, the pixels of the item's rectangle in it, and room for texels.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bit's number")]
    fn next_row(&mut self) -> Option<(u16, &mut [u32], &mut RowScratch)> {
        if self.rows == 0 {
            return None;
        }
        let row = self.rows.trailing_zeros();
        // Clears the lowest bit.
        self.rows &= self.rows - 1;
        let canvas = &mut self.canvas;
        let width = self.item.rect.width();
        let start = row as usize * canvas.rect.width() + usize::from(self.item.rect.left);
        let pixels = &mut canvas.pixels[start..][..width];
        Some((canvas.rect.top + row as u16, pixels, canvas.scratch))
    }
}
