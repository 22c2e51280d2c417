//! Converts instances to items: the vertex stage of this backend.
//!
//! Each bin, a range of chunks, is projected separately, in order: first every sprite, then the list of sprites for
//! each band. The bins in sequence are in painting order whichever thread projected them, so a frame does not depend on
//! threads.

use core::ops::Range;

use crate::render::batch::ChunkRecord;
use crate::render::margin::{margin_of, project_with_margin};
use crate::render::quad::{Quad, project};
use crate::scene::{Blend, InstanceFlags, RowStyle};

use super::bands::RASTER_BAND_ROWS;
use super::kernels::{mul_color, silhouette};
use super::material::MaterialRow;
use super::memory::{Memory, PixelBounds};

/// A sprite whose bounds hold at least one pixel's centre.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProjectedSprite {
    /// The bounds of its pixels, cut to the view and to a clip rectangle.
    pub(super) rect: PixelBounds,
    /// Premultiplied.
    pub(super) tint: u32,
    pub(super) source: TexelSource,
    pub(super) blend: Blend,
    /// Whether the tint replaces the texels' colours. False for a frame of a single texel, which is tinted already.
    pub(super) filled: bool,
}

/// Source of an item's texels.
#[derive(Clone, Copy, Debug)]
pub(super) enum TexelSource {
    /// A texel for each pixel of the whole rectangle. The fields say which one is at its top left.
    Texels { page: u16, x: u16, y: u16 },
    /// The same texel for each pixel of the whole rectangle.
    Texel(u32),
    /// The same texel, which is the item's tint, for each pixel that a quad covers. Holds the quad's number in
    /// [`SpriteBin::quads`].
    Shape(u32),
    /// A square of 2 × 2 texels for each pixel of the whole rectangle, all mixed with the same weights. Holds the
    /// number of the quad; [`first_square`] finds its first square.
    Squares(u32),
    /// Any other sampling. Holds the number of the quad.
    Quad(u32),
    /// The colours of a row with a material. Holds its number in [`SpriteBin::materials`].
    Material(u32),
    /// The pixels of a group's target. Holds its number in [`Memory::groups`].
    Group(u32),
}

/// The projected sprites of a range of chunks. Keeps its memory from frame to frame.
#[derive(Debug, Default)]
pub(super) struct SpriteBin {
    /// Items in painting order.
    items: Vec<ProjectedSprite>,
    /// Quads of the items that need one. A separate list, because plain copies need none, and a quad is larger than an
    /// item.
    quads: Vec<Quad>,
    /// Rows with materials.
    materials: Vec<MaterialRow>,
    /// Copies of the items, band after band, in painting order within each. These are copies, not numbers, because a
    /// band's items lie too far apart in `items` for the processor to fetch ahead. See the bench `software`.
    sorted: Vec<ProjectedSprite>,
    /// The start of each band's part of `sorted`, followed by the end of the last.
    starts: Vec<u32>,
}

impl SpriteBin {
    /// Returns a quad by its number in a [`TexelSource`].
    pub(super) fn quad(&self, number: u32) -> &Quad {
        &self.quads[number as usize]
    }

    /// Returns a row with a material by its number in a [`TexelSource`].
    pub(super) fn material(&self, number: u32) -> &MaterialRow {
        &self.materials[number as usize]
    }

    /// Returns the items that touch a band, in painting order.
    pub(super) fn touching(&self, band: usize) -> &[ProjectedSprite] {
        &self.sorted[self.starts[band] as usize..self.starts[band + 1] as usize]
    }

    /// Projects all sprites of a range of the chunk table.
    pub(super) fn project(&mut self, memory: &Memory, chunks: Range<usize>) {
        let chunks = &memory.chunks[chunks];
        let sprites = chunks.iter().map(|chunk| chunk.count as usize).sum();
        self.items.clear();
        self.quads.clear();
        self.materials.clear();
        reserve(&mut self.items, sprites);
        self.starts.clear();
        // Two more entries than bands: one for the end, and one because `push` stores the counts two entries later.
        self.starts.resize(memory.pass().bands.len() + 2, 0);
        for chunk in chunks {
            if let Some(number) = chunk.group() {
                self.push_group(number, memory);
                continue;
            }
            match memory.styles(chunk) {
                [] => {
                    self.project_chunk(memory, chunk, sprites, |_| RowStyle::PLAIN);
                }
                styles => {
                    self.project_chunk(memory, chunk, sprites, |row| styles[row]);
                }
            }
        }
        self.sort_into_bands(sprites);
    }

    /// Projects the sprites of a chunk. `style` returns the style of a row.
    #[inline]
    fn project_chunk(
        &mut self,
        memory: &Memory,
        chunk: &ChunkRecord,
        sprites: usize,
        style: impl Fn(usize) -> RowStyle,
    ) {
        let view = &memory.projections[chunk.layer()];
        let area = &memory.area_of(chunk);
        let instances = &memory.instances[chunk.first as usize..][..chunk.count as usize];
        for (row, instance) in instances.iter().enumerate() {
            // An id that is not in the table shows nothing; the shader compares with the number of frames.
            let Some(frame) = memory.record(chunk, instance) else {
                continue;
            };
            let style = style(row);
            let blend = style.blend(instance);
            let item = if style.material_number() == 0 {
                let quad = project(instance, frame, view);
                quad.and_then(|quad| self.item_of(&quad, blend, memory, area, sprites))
            } else {
                let margin = margin_of(frame, style.margin());
                let quad = project_with_margin(instance, frame, margin, view);
                let row = quad.map(|quad| {
                    MaterialRow::new(&quad, style, margin, &memory.frames, &memory.texels)
                });
                row.and_then(|row| self.item_with_material(row, blend, memory, area))
            };
            if let Some(item) = item {
                self.push(item);
            }
        }
    }

    /// Adds the item of a group's target, which covers the view.
    fn push_group(&mut self, number: usize, memory: &Memory) {
        let look = &memory.groups[number].look;
        let rect = memory.pass().view;
        if rect.left < rect.right && rect.top < rect.bottom {
            self.push(ProjectedSprite {
                rect,
                tint: u32::from_le_bytes(look.tint.premultiplied()),
                source: TexelSource::Group(small(number)),
                blend: look.blend,
                filled: false,
            });
        }
    }

    /// Adds an item, and counts it for each band that it touches. The count of a band is stored in `starts`, two
    /// entries after the band's own: see `sort_into_bands`.
    fn push(&mut self, item: ProjectedSprite) {
        self.items.push(item);
        for start in &mut self.starts[2..][item.bands()] {
            *start += 1;
        }
    }

    /// Sorts the items into bands by counting, which keeps the order within each band and needs no comparisons.
    /// `sprites` is the number of the bin's sprites, drawn or not.
    fn sort_into_bands(&mut self, sprites: usize) {
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        // Reserves room for two bands per sprite, so that the list seldom grows when sprites move.
        reserve(&mut self.sorted, (total as usize).max(2 * sprites));
        self.sorted.resize(total as usize, ProjectedSprite::NOTHING);
        for item in &self.items {
            // Until all items are stored, the entry after the band's is the index of its next item.
            for next in &mut self.starts[1..][item.bands()] {
                self.sorted[*next as usize] = *item;
                *next += 1;
            }
        }
    }

    /// Returns the item of a quad. `None` if it touches no pixel of `area`, or its frame is not within a page that
    /// was copied.
    fn item_of(
        &mut self,
        quad: &Quad,
        blend: Blend,
        memory: &Memory,
        area: &PixelBounds,
        sprites: usize,
    ) -> Option<ProjectedSprite> {
        let rect = bounds(quad, area)?;
        let page = memory.page_of(quad)?;
        let tint = u32::from_le_bytes(quad.tint);
        let filled = quad.flags.contains(InstanceFlags::FILLED);
        // The cheapest kind comes first: rectangles of one colour, other shapes of one colour, plain copies, then
        // sampling.
        if quad.size == [1, 1] {
            let texel = page.row(quad.texel[0], quad.texel[1], 1)[0];
            let texel = if filled { silhouette(texel) } else { texel };
            // A single texel is tinted at once; linear light mixes tints the same way.
            let texel = mul_color(texel, tint);
            let (source, tint) = if quad.is_upright() {
                (TexelSource::Texel(texel), u32::MAX)
            } else {
                (TexelSource::Shape(self.keep(quad, sprites)), texel)
            };
            return Some(ProjectedSprite {
                rect,
                tint,
                source,
                blend,
                filled: false,
            });
        }
        let source = match unscaled(quad, &rect) {
            Some(source) => source,
            None => {
                let number = self.keep(quad, sprites);
                match first_square(quad, &rect) {
                    Some(_) => TexelSource::Squares(number),
                    None => TexelSource::Quad(number),
                }
            }
        };
        Some(ProjectedSprite {
            rect,
            tint,
            source,
            blend,
            filled,
        })
    }

    /// Returns the item of a row with a material. `None` in the same cases as [`Self::item_of`].
    fn item_with_material(
        &mut self,
        row: MaterialRow,
        blend: Blend,
        memory: &Memory,
        area: &PixelBounds,
    ) -> Option<ProjectedSprite> {
        let rect = bounds(&row.quad, area)?;
        memory.page_of(&row.quad)?;
        self.materials.push(row);
        Some(ProjectedSprite {
            rect,
            // Its colours are tinted before the material.
            tint: u32::MAX,
            source: TexelSource::Material(small(self.materials.len() - 1)),
            blend,
            filled: false,
        })
    }

    /// Keeps a quad for the raster stage, and returns its number.
    fn keep(&mut self, quad: &Quad, sprites: usize) -> u32 {
        // Reserves room for one quad per sprite, so that a frame allocates at most once.
        if self.quads.len() == self.quads.capacity() {
            self.quads.reserve(sprites);
        }
        self.quads.push(*quad);
        small(self.quads.len() - 1)
    }
}

/// Makes room for `all` items and some more, so that a growing scene does not allocate every frame.
pub(super) fn reserve<T>(list: &mut Vec<T>, all: usize) {
    if list.capacity() < all {
        list.reserve(all.next_power_of_two() - list.len());
    }
}

impl ProjectedSprite {
    /// Placeholder for an item.
    const NOTHING: Self = Self {
        rect: PixelBounds {
            left: 0,
            top: 0,
            right: 0,
            bottom: 0,
        },
        tint: 0,
        source: TexelSource::Texel(0),
        blend: Blend::Alpha,
        filled: false,
    };

    /// Returns the bands it touches.
    fn bands(&self) -> Range<usize> {
        (self.rect.top / RASTER_BAND_ROWS).into()
            ..self.rect.bottom.div_ceil(RASTER_BAND_ROWS).into()
    }
}

/// Returns a number of items in 32 bits: lists of such numbers take half the memory.
#[expect(
    clippy::cast_possible_truncation,
    reason = "fewer than the rows of a frame"
)]
pub(super) fn small(number: usize) -> u32 {
    number as u32
}

/// Returns the pixels whose centres are within the quad's bounds and `view`. `None` if there are none.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cut to the view, which is within 16 bits"
)]
fn bounds(quad: &Quad, view: &PixelBounds) -> Option<PixelBounds> {
    let [low, high] = quad.bounds();
    let span = |axis: usize, from: u16, to: u16| {
        let (least, most) = (low[axis], high[axis]);
        // A pixel's centre is at 128/256. The first pixel whose centre is at or after an edge is ceil((edge - 128) /
        // 256).
        let first = ((least + 127) >> 8).max(from.into());
        let end = ((most + 127) >> 8).min(to.into());
        (first < end).then_some((first as u16, end as u16))
    };
    let (left, right) = span(0, view.left, view.right)?;
    let (top, bottom) = span(1, view.top, view.bottom)?;
    Some(PixelBounds {
        left,
        top,
        right,
        bottom,
    })
}

/// Returns the source of a quad that has one texel per pixel: no scaling, turning or mirroring, and if it is filtered,
/// at a whole pixel.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to lie within the frame, which lies within a page"
)]
fn unscaled(quad: &Quad, rect: &PixelBounds) -> Option<TexelSource> {
    if quad.uv_step != [65536, 0, 0, 65536] || !quad.is_upright() {
        return None;
    }
    let uv = quad.uv_at(rect.left.into(), rect.top.into());
    // Filtering returns a texel unchanged if its centre is that of the pixel, within 1/256 texel, the precision of
    // weights.
    let centred = |at: i32| at >> 8 & 255 == 128;
    if quad.flags.contains(InstanceFlags::LINEAR) && !uv.into_iter().all(centred) {
        return None;
    }
    let [u, v] = uv.map(|at| at >> 16);
    let last_u = u + i32::from(rect.right - rect.left);
    let last_v = v + i32::from(rect.bottom - rect.top);
    // A quad that is a little larger than its frame repeats the frame's last texel, so it is not a plain copy.
    let [width, height] = quad.size.map(u32::cast_signed);
    if u < 0 || v < 0 || last_u > width || last_v > height {
        return None;
    }
    let place = |axis: usize, uv: i32| (quad.texel[axis] + uv as u32) as u16;
    Some(TexelSource::Texels {
        page: quad.page as u16,
        x: place(0, u),
        y: place(1, v),
    })
}

/// Returns the upper left texel of the 2 × 2 square that the pixel at the top left of `rect` mixes, if each further
/// pixel mixes the next square: no scaling, turning or mirroring.
pub(super) fn first_square(quad: &Quad, rect: &PixelBounds) -> Option<[u16; 2]> {
    let is_filtered = quad.flags.contains(InstanceFlags::LINEAR);
    if quad.uv_step != [65536, 0, 0, 65536] || !is_filtered || !quad.is_upright() {
        return None;
    }
    // Subtracts half a texel, because a texel's colour is at its centre.
    let [x, y] = quad
        .uv_at(rect.left.into(), rect.top.into())
        .map(|at| at.wrapping_sub(32768) >> 16);
    let [width, height] = quad.size.map(u32::cast_signed);
    // Squares at the frame's edges include texels outside it, which have no weight. A pixel there may count as visible
    // or as not solid without being so, which costs a little time. No square lies wholly outside.
    let within = x >= -1
        && y >= -1
        && x + i32::from(rect.right - rect.left) <= width
        && y + i32::from(rect.bottom - rect.top) <= height;
    // `None` for a negative position, which is outside the page.
    let place = |axis: usize, at: i32| {
        quad.texel[axis]
            .checked_add_signed(at)
            .and_then(|at| u16::try_from(at).ok())
    };
    within.then_some([place(0, x)?, place(1, y)?])
}
