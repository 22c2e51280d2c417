//! A band of the target: the raster stage. A single thread draws it.
//!
//! First the band's items are searched from front to back, and those hidden by opaque texels are left out. Then the
//! rest is drawn from back to front, as blending requires.

use super::cover::Cover;
use super::draw::{self, BandCanvas, RowScratch};
use super::effects::EffectSource;
use super::lights::LightBrush;
use super::memory::{BLACK, Memory, PixelBounds};
use super::pass::TargetRows;
use super::project::{reserve, small};

/// Rows in a band of the target. At most 32, because the rows of a band are the bits of a `u32`. With fewer rows, more
/// sprites would touch two bands.
pub(super) const RASTER_BAND_ROWS: u16 = 32;

/// Some rows of the target, and the memory to draw them.
#[derive(Debug)]
pub(super) struct Band {
    /// Rectangle of the band in the target. It is as wide as the target.
    rect: PixelBounds,
    /// Pixels of the band, row after row.
    pixels: Vec<u32>,
    cover: Cover,
    /// The items to draw, from the front to the back.
    visible: Vec<Visible>,
    scratch: RowScratch,
    lights: LightBrush,
}

/// An item that is not fully hidden by those in front of it.
#[derive(Clone, Copy, Debug)]
struct Visible {
    /// The number of its bin.
    bin: usize,
    /// Its index among its bin's items that touch the band.
    item: u32,
    /// A bit for each row of the band where some of the item can be seen.
    rows: u32,
}

impl TargetRows for Band {
    const ROWS: u16 = RASTER_BAND_ROWS;

    /// Returns a black band.
    fn new(rect: PixelBounds) -> Self {
        let rows = usize::from(rect.bottom - rect.top);
        Self {
            rect,
            pixels: vec![BLACK; rect.width() * rows],
            cover: Cover::new(rect),
            visible: Vec::new(),
            scratch: RowScratch::new(rect.width()),
            lights: LightBrush::default(),
        }
    }

    /// Returns the pixels, row after row: premultiplied RGBA in the order of memory. Those of the frame are opaque.
    fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    fn apply(&mut self, source: &EffectSource<'_>) {
        source.apply(self.rect, &mut self.pixels);
    }
}

impl Band {
    /// Draws this band. `number` is its index in the target, counted from the top.
    pub(super) fn draw(&mut self, memory: &Memory, number: usize) {
        self.find_visible(memory, number);
        self.fill(memory);
        self.draw_visible(memory, number);
        if let Some(map) = memory.pass().light_map {
            self.lights.draw(self.rect, &mut self.pixels, memory, map);
        }
    }

    /// Fills the view with the background, and the bars around it with their colour.
    fn fill(&mut self, memory: &Memory) {
        let pass = memory.pass();
        let view = &pass.view;
        for (y, row) in (self.rect.top..).zip(self.pixels.chunks_exact_mut(self.rect.width())) {
            if (view.top..view.bottom).contains(&y) {
                row[..view.left.into()].fill(pass.bars);
                row[view.left.into()..view.right.into()].fill(pass.background);
                row[view.right.into()..].fill(pass.bars);
            } else {
                row.fill(pass.bars);
            }
        }
    }

    /// Collects the items that are not hidden, from the front to the back.
    fn find_visible(&mut self, memory: &Memory, number: usize) {
        self.cover.clear();
        self.visible.clear();
        for (bin_number, bin) in memory.bins.iter().enumerate().rev() {
            let bin = super::read(bin);
            let touching = bin.touching(number);
            // Reserves room for all items, although some are hidden: counting only the visible ones would need a second
            // pass.
            let all = self.visible.len() + touching.len();
            reserve(&mut self.visible, all);
            for (place, item) in touching.iter().enumerate().rev() {
                let rows = self.cover.add(item, &bin, memory);
                if rows != 0 {
                    self.visible.push(Visible {
                        bin: bin_number,
                        item: small(place),
                        rows,
                    });
                }
            }
        }
    }

    /// Draws the visible items, from the back to the front.
    fn draw_visible(&mut self, memory: &Memory, number: usize) {
        for (bin_number, bin) in memory.bins.iter().enumerate() {
            // Locks each bin only once, because the items of a bin are next to each other in `visible`.
            let bin = super::read(bin);
            let touching = bin.touching(number);
            // The list runs from the front to the back, so that the rearmost items are at its end.
            while let Some(visible) = self.visible.pop_if(|visible| visible.bin == bin_number) {
                let item = &touching[visible.item as usize];
                let canvas = BandCanvas {
                    rect: self.rect,
                    pixels: &mut self.pixels,
                    scratch: &mut self.scratch,
                };
                draw::item(canvas, item, visible.rows, &bin, memory);
            }
        }
    }
}
