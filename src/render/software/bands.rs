//! A band of the picture: the raster stage. Whoever draws it owns it for that long.

use crate::scene::{Blend, InstanceFlags};

use super::cover::Cover;
use super::kernels::{Add, Ink, Over, Plain, Replace, Tinted};
use super::linear_light::LinearLight;
use super::memory::{BLACK, Memory, PixelRect};
use super::place::{Item, Share, Source, reserve};
use super::sample::sample;
use super::spans::Spans;
use crate::render::quad::Quad;

/// Rows in a band. At most 32: the rows of a band are the bits of a word.
pub(super) const BAND_ROWS: u32 = 32;

/// Some rows of the picture.
#[derive(Debug)]
pub(super) struct Band {
    rect: PixelRect,
    pixels: Vec<u32>,
    cover: Cover,
    /// What has to be drawn, from the front to the back.
    visible: Vec<Visible>,
    /// A row of texels as it will be drawn.
    texels: Vec<u32>,
}

/// An item of which something can be seen.
#[derive(Clone, Copy, Debug)]
struct Visible {
    share: usize,
    item: u32,
    /// A bit for each row of the band in which something of it can be seen.
    rows: u32,
}

impl Band {
    pub(super) fn new(rect: PixelRect) -> Self {
        let rows = (rect.bottom - rect.top) as usize;
        Self {
            rect,
            pixels: vec![BLACK; rect.width() * rows],
            cover: Cover::new(rect),
            visible: Vec::new(),
            texels: vec![0; rect.width()],
        }
    }

    /// Row after row.
    pub(super) fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Draws this band, which is the picture's `number`th.
    pub(super) fn draw(&mut self, memory: &Memory, number: usize) {
        // A thread that panicked may have left it short.
        self.texels.resize(self.rect.width(), 0);
        self.find_visible(memory, number);
        self.fill(memory);
        self.draw_visible(memory);
    }

    /// Black, and the background where the view is.
    fn fill(&mut self, memory: &Memory) {
        let view = &memory.view;
        for (y, row) in (self.rect.top..).zip(self.pixels.chunks_exact_mut(self.rect.width())) {
            if (view.top..view.bottom).contains(&y) {
                row[..view.left as usize].fill(BLACK);
                row[view.left as usize..view.right as usize].fill(memory.background);
                row[view.right as usize..].fill(BLACK);
            } else {
                row.fill(BLACK);
            }
        }
    }

    /// From the front to the back, what is not hidden.
    fn find_visible(&mut self, memory: &Memory, number: usize) {
        self.cover.clear();
        self.visible.clear();
        for (share_number, share) in memory.shares.iter().enumerate().rev() {
            let share = super::read(share);
            let touching = share.touching(number);
            let all = self.visible.len() + touching.len();
            reserve(&mut self.visible, all);
            for &item in touching.iter().rev() {
                let rows = self.cover.add(share.item(item), memory);
                if rows != 0 {
                    self.visible.push(Visible {
                        share: share_number,
                        item,
                        rows,
                    });
                }
            }
        }
    }

    /// From the back to the front.
    fn draw_visible(&mut self, memory: &Memory) {
        for (share_number, share) in memory.shares.iter().enumerate() {
            let share = super::read(share);
            while let Some(visible) = self.visible.pop_if(|visible| visible.share == share_number) {
                self.draw_item(share.item(visible.item), visible.rows, &share, memory);
            }
        }
    }

    /// Chooses how texels meet pixels, once an item.
    fn draw_item(&mut self, item: &Item, rows: u32, share: &Share, memory: &Memory) {
        let mut job = Job {
            band: self,
            item,
            rows,
            share,
            memory,
        };
        if let Some(curves) = memory.linear_light() {
            return job.draw(LinearLight {
                curves,
                tint: item.tint,
                blend: item.blend,
            });
        }
        match (item.blend, item.tint) {
            (Blend::Alpha, u32::MAX) => job.draw((Plain, Over)),
            (Blend::Alpha, tint) => job.draw((Tinted::new(tint), Over)),
            (Blend::Additive, u32::MAX) => job.draw((Plain, Add)),
            (Blend::Additive, tint) => job.draw((Tinted::new(tint), Add)),
            (Blend::Opaque, u32::MAX) => job.draw((Plain, Replace)),
            (Blend::Opaque, tint) => job.draw((Tinted::new(tint), Replace)),
        }
    }
}

/// An item about to be drawn.
struct Job<'a> {
    band: &'a mut Band,
    item: &'a Item,
    rows: u32,
    share: &'a Share,
    memory: &'a Memory,
}

impl Job<'_> {
    fn draw(&mut self, ink: impl Ink) {
        match self.item.source {
            Source::Texels { page, x, y } => self.draw_texels(page.into(), x.into(), y.into(), ink),
            Source::Texel(texel) => self.draw_texel(texel, ink),
            Source::Quad(number) => {
                let quad = self.share.quad(number);
                if quad.is_upright() {
                    self.draw_upright(quad, ink)
                } else {
                    self.draw_turned(quad, ink)
                }
            }
        }
    }

    fn draw_texels(&mut self, page: u32, texel_x: u32, texel_y: u32, ink: impl Ink) {
        let Some(page) = self.memory.texels.page(page) else {
            return;
        };
        let rect = &self.item.rect;
        while let Some((y, pixels)) = self.next_row() {
            ink.row(
                pixels,
                page.row(texel_x, texel_y + y - rect.top, pixels.len()),
            );
        }
    }

    fn draw_texel(&mut self, texel: u32, ink: impl Ink) {
        while let Some((_, pixels)) = self.next_row() {
            ink.fill(pixels, texel);
        }
    }

    /// Rows of pixels that show the same row of texels share its sampling.
    fn draw_upright(&mut self, quad: &Quad, ink: impl Ink) {
        let Some(page) = self.memory.texels.page(quad.page) else {
            return;
        };
        let columns = self.item.rect.left..self.item.rect.right;
        let mut texels = core::mem::take(&mut self.band.texels);
        let sampled = &mut texels[..columns.len()];
        // Filtered rows differ by less than a texel.
        let detail = if quad.flags.contains(InstanceFlags::LINEAR) {
            8
        } else {
            16
        };
        let mut shown = None;
        while let Some((y, pixels)) = self.next_row() {
            let shows = quad.uv_at(0, y.cast_signed())[1] >> detail;
            if shown != Some(shows) {
                shown = Some(shows);
                sample(quad, page, columns.clone(), y, sampled);
            }
            ink.row(pixels, sampled);
        }
        self.band.texels = texels;
    }

    fn draw_turned(&mut self, quad: &Quad, ink: impl Ink) {
        let Some(page) = self.memory.texels.page(quad.page) else {
            return;
        };
        let band = &mut *self.band;
        let rect = &self.item.rect;
        let clip = PixelRect {
            top: rect.top.max(band.rect.top),
            bottom: rect.bottom.min(band.rect.bottom),
            ..*rect
        };
        for (y, columns) in Spans::new(quad, clip) {
            let row = y - band.rect.top;
            if self.rows >> row & 1 == 0 || columns.is_empty() {
                continue;
            }
            let sampled = &mut band.texels[..columns.len()];
            sample(quad, page, columns.clone(), y, sampled);
            let start = row as usize * band.rect.width() + columns.start as usize;
            ink.row(&mut band.pixels[start..][..columns.len()], sampled);
        }
    }

    /// The next row in which something can be seen, and the pixels of the item's rectangle in it.
    #[inline]
    fn next_row(&mut self) -> Option<(u32, &mut [u32])> {
        if self.rows == 0 {
            return None;
        }
        let row = self.rows.trailing_zeros();
        self.rows &= self.rows - 1;
        let start = row as usize * self.band.rect.width() + self.item.rect.left as usize;
        Some((
            self.band.rect.top + row,
            &mut self.band.pixels[start..][..self.item.rect.width()],
        ))
    }
}
