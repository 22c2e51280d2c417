//! From instances to what has to be drawn: the vertex stage of this backend.
//!
//! Each share of the chunks is placed by itself, in order: first every sprite, then, band by band, which of
//! them touch it.

use core::ops::Range;

use crate::render::quad::{Quad, project};
use crate::scene::{Blend, InstanceFlags};

use super::bands::BAND_ROWS;
use super::kernels::mul_color;
use super::memory::{Memory, PixelRect};

/// A sprite that reaches at least one pixel's place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// All its pixels are in here, and here is inside the view.
    pub(super) rect: PixelRect,
    /// Premultiplied.
    pub(super) tint: u32,
    pub(super) source: Source,
    pub(super) blend: Blend,
}

/// Where an item's texels come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// A texel for each pixel of the whole rectangle: this is the one at its top left.
    Texels { page: u16, x: u16, y: u16 },
    /// The same texel for each pixel of the whole rectangle.
    Texel(u32),
    /// Anything else: its number in [`Share::quads`].
    Quad(u32),
}

/// What a part of the chunks came to. Keeps its memory from frame to frame.
#[derive(Debug, Default)]
pub(super) struct Share {
    items: Vec<Item>,
    quads: Vec<Quad>,
    /// Numbers of items, band after band, in painting order within each.
    touching: Vec<u32>,
    /// Where each band's part of `touching` begins, and at last where it ends.
    starts: Vec<u32>,
}

impl Share {
    pub(super) fn item(&self, number: u32) -> &Item {
        &self.items[number as usize]
    }

    pub(super) fn quad(&self, number: u32) -> &Quad {
        &self.quads[number as usize]
    }

    /// The items that touch a band, in painting order.
    pub(super) fn touching(&self, band: usize) -> &[u32] {
        &self.touching[self.starts[band] as usize..self.starts[band + 1] as usize]
    }

    /// Places all sprites of one part of the chunks.
    pub(super) fn place(&mut self, memory: &Memory, chunks: Range<usize>) {
        let chunks = &memory.chunks[chunks];
        let sprites = chunks.iter().map(|chunk| chunk.count as usize).sum();
        self.items.clear();
        self.quads.clear();
        reserve(&mut self.items, sprites);
        self.starts.clear();
        self.starts.resize(memory.bands.len() + 2, 0);
        for chunk in chunks {
            let view = &memory.projections[chunk.projection as usize];
            let sprites = &memory.instances[chunk.first as usize..][..chunk.count as usize];
            for instance in sprites {
                let Some(frame) = memory.frames.get(instance.frame().index()) else {
                    continue;
                };
                if let Some(quad) = project(instance, frame, view)
                    && let Some(item) = self.item_of(&quad, memory, sprites.len())
                {
                    self.push(item);
                }
            }
        }
        self.sort_into_bands(sprites);
    }

    /// Counts the item for each band it touches, two places on: see `sort_into_bands`.
    fn push(&mut self, item: Item) {
        self.items.push(item);
        for band in bands_of(&item.rect) {
            self.starts[band + 2] += 1;
        }
    }

    /// Sorts by counting, which keeps the order within each band.
    fn sort_into_bands(&mut self, sprites: usize) {
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        // Most sprites touch one band, some two.
        reserve(&mut self.touching, (total as usize).max(2 * sprites));
        self.touching.resize(total as usize, 0);
        for (number, item) in (0..).zip(&self.items) {
            for band in bands_of(&item.rect) {
                // Until all are in, `starts[band + 1]` is where the band's next item goes.
                let place = &mut self.starts[band + 1];
                self.touching[*place as usize] = number;
                *place += 1;
            }
        }
    }

    /// `None` if it touches no pixel of the view.
    fn item_of(&mut self, quad: &Quad, memory: &Memory, sprites: usize) -> Option<Item> {
        let rect = bounds(quad, &memory.view)?;
        let page = memory.texels.page(quad.page)?;
        let side = memory.texels.side();
        let [right, bottom] = [0, 1].map(|axis| (quad.texel[axis] + quad.size[axis]) as usize);
        if quad.size.contains(&0) || right > side || bottom > side {
            return None;
        }
        let tint = u32::from_le_bytes(quad.tint);
        let blend = blend_of(quad.flags);
        let source = if quad.is_upright() && quad.size == [1, 1] {
            Source::Texel(page.row(quad.texel[0], quad.texel[1], 1)[0])
        } else if let Some(source) = unscaled(quad, &rect) {
            source
        } else {
            if self.quads.len() == self.quads.capacity() {
                self.quads.reserve(sprites);
            }
            self.quads.push(*quad);
            Source::Quad(small(self.quads.len() - 1))
        };
        // A single texel is tinted at once; linear light mixes tints the same way.
        if let Source::Texel(texel) = source {
            return Some(Item {
                rect,
                tint: u32::MAX,
                source: Source::Texel(mul_color(texel, tint)),
                blend,
            });
        }
        Some(Item {
            rect,
            tint,
            source,
            blend,
        })
    }
}

/// Makes room for so many in all, and some more, so that a growing scene does not allocate every frame.
pub(super) fn reserve<T>(list: &mut Vec<T>, all: usize) {
    if list.capacity() < all {
        list.reserve(all.next_power_of_two() - list.len());
    }
}

fn bands_of(rect: &PixelRect) -> Range<usize> {
    (rect.top / BAND_ROWS) as usize..rect.bottom.div_ceil(BAND_ROWS) as usize
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "fewer than the rows of a frame"
)]
fn small(number: usize) -> u32 {
    number as u32
}

/// The pixels whose centres are within the quad's bounds and the view. `None` if there are none.
#[expect(clippy::cast_sign_loss, reason = "not less than 0 after the cut")]
fn bounds(quad: &Quad, view: &PixelRect) -> Option<PixelRect> {
    let span = |axis: usize, from: u32, to: u32| {
        let (across, down) = (quad.across[axis], quad.down[axis]);
        let least = quad.origin[axis] + across.min(0) + down.min(0);
        let most = quad.origin[axis] + across.max(0) + down.max(0);
        let first = ((least + 127) >> 8).max(from.cast_signed()) as u32;
        let end = ((most + 127) >> 8).clamp(0, to.cast_signed()) as u32;
        (first < end).then_some((first, end))
    };
    let (left, right) = span(0, view.left, view.right)?;
    let (top, bottom) = span(1, view.top, view.bottom)?;
    Some(PixelRect {
        left,
        top,
        right,
        bottom,
    })
}

/// A texel for each pixel: no scaling, turning, mirroring or filtering.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to lie within the frame, which lies within a page"
)]
fn unscaled(quad: &Quad, rect: &PixelRect) -> Option<Source> {
    if quad.uv_step != [65536, 0, 0, 65536]
        || quad.flags.contains(InstanceFlags::LINEAR)
        || !quad.is_upright()
    {
        return None;
    }
    let [u, v] = quad
        .uv_at(rect.left.cast_signed(), rect.top.cast_signed())
        .map(|uv| uv >> 16);
    let last = [
        u + (rect.right - rect.left).cast_signed(),
        v + (rect.bottom - rect.top).cast_signed(),
    ];
    // Where the quad is a little larger than its frame, the frame's last texel is repeated.
    if u < 0
        || v < 0
        || last[0] > quad.size[0].cast_signed()
        || last[1] > quad.size[1].cast_signed()
    {
        return None;
    }
    let place = |axis: usize, uv: i32| (quad.texel[axis] + uv as u32) as u16;
    Some(Source::Texels {
        page: quad.page as u16,
        x: place(0, u),
        y: place(1, v),
    })
}

fn blend_of(flags: InstanceFlags) -> Blend {
    if flags.contains(InstanceFlags::ADDITIVE) {
        Blend::Additive
    } else if flags.contains(InstanceFlags::OPAQUE) {
        Blend::Opaque
    } else {
        Blend::Alpha
    }
}
