//! The draw calls of a frame, in painting order, and the chunk table that they read.

use core::ops::Range;

use crate::render::batch::{Batch, ChunkRecord, Mixing};

use super::instances::Instances;
use super::pieces::piece_size;

/// One draw call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draw {
    /// Number of the pass that it belongs to: first those of groups, then the frame's own.
    pub(super) pass: usize,
    pub(super) kind: DrawKind,
    /// The pieces' indices in the chunk table, which are the draw call's instances. Empty for a group.
    pub(super) chunks: Range<u32>,
}

/// Content of a draw call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawKind {
    /// Adjacent pieces of chunks, in painting order, whose instances are in the same block.
    Sprites {
        /// The block of instances that it reads.
        block: usize,
        /// Sprites of the fullest piece. Others have spare vertices, which the shader collapses.
        max_sprites: u32,
        mixing: Mixing,
        /// Whether the shader reads materials of rows.
        has_materials: bool,
    },
    /// The target of the pass of this number.
    Group(usize),
}

/// The draw calls of a frame.
#[derive(Debug, Default)]
pub(super) struct DrawList {
    /// The frame's chunks in [pieces](super::pieces), with rows in their blocks. The background's comes first in its
    /// pass if it is drawn as a rectangle.
    chunks: Vec<ChunkRecord>,
    /// Whether `chunks` includes the background's chunk. `None`: the chunks must be laid out again.
    has_background: Option<bool>,
    draws: Vec<Draw>,
}

impl DrawList {
    /// Returns the draw calls: pass by pass, in painting order within each.
    pub(super) fn all(&self) -> &[Draw] {
        &self.draws
    }

    /// Returns the chunk table.
    pub(super) fn chunks(&self) -> &[ChunkRecord] {
        &self.chunks
    }

    /// Lists the batch's chunks with their rows in the blocks, and the background's chunk. `background` is the index of
    /// its projection, if it is drawn as a rectangle. Returns false if nothing has changed since the last frame.
    pub(super) fn lay_out(
        &mut self,
        batch: &Batch,
        instances: &Instances,
        background: Option<usize>,
        may_read_styles: bool,
    ) -> bool {
        if batch.repeats() && self.has_background == Some(background.is_some()) {
            return false;
        }
        self.has_background = Some(background.is_some());
        self.chunks.clear();
        self.draws.clear();
        let size = piece_size(batch.chunks().iter().map(|chunk| chunk.count));
        let own = batch.passes().len().saturating_sub(1);
        for (pass, of_it) in batch.passes().iter().enumerate() {
            let chunks = &batch.chunks()[of_it.chunks.clone()];
            if let Some(projection) = background.filter(|_| pass == own) {
                self.add_background(pass, projection, chunks, instances);
            }
            for chunk in chunks {
                if let Some(group) = chunk.group() {
                    self.add_group(pass, group);
                    continue;
                }
                let (block, first) = place(chunk, instances);
                for from in (0..chunk.count).step_by(size as usize) {
                    let piece = ChunkRecord {
                        first: first + from,
                        count: size.min(chunk.count - from),
                        ..chunk.with_materials(may_read_styles && chunk.has_materials())
                    };
                    self.add_piece(pass, block, piece);
                }
            }
        }
        self.join_draws();
        true
    }

    /// Returns whether any chunk has a clip rectangle.
    pub(super) fn have_clips(&self) -> bool {
        self.chunks.iter().any(ChunkRecord::is_clipped)
    }

    /// Returns whether the shader of any draw call reads the styles of rows.
    pub(super) fn have_styles(&self) -> bool {
        self.draws.iter().any(|draw| match draw.kind {
            DrawKind::Sprites {
                mixing,
                has_materials,
                ..
            } => mixing == Mixing::Styles || has_materials,
            DrawKind::Group(_) => false,
        })
    }

    /// Adds the rectangle of the background, before the chunks of its pass.
    fn add_background(
        &mut self,
        pass: usize,
        projection: usize,
        chunks: &[ChunkRecord],
        instances: &Instances,
    ) {
        // Uses the block of the first chunk, so that both share a draw call.
        let first = chunks.iter().find(|chunk| chunk.group().is_none());
        let block = first.map_or(0, |first| place(first, instances).0);
        let background = ChunkRecord {
            first: 0,
            count: 1,
            projection: count(projection),
            shapes: 0,
        };
        self.add_piece(pass, block, background);
    }

    fn add_group(&mut self, pass: usize, group: usize) {
        let at = count(self.chunks.len());
        self.draws.push(Draw {
            pass,
            kind: DrawKind::Group(group),
            chunks: at..at,
        });
    }

    /// Appends a piece of a chunk to the chunk table, and to the last draw call if that can draw it, or else to a new
    /// one. Appending to an earlier draw call would change the painting order.
    fn add_piece(&mut self, pass: usize, block: usize, chunk: ChunkRecord) {
        let at = count(self.chunks.len());
        let mixing = chunk.mixing();
        self.chunks.push(match mixing {
            Mixing::Styles => chunk,
            // The other pipelines know how all rows are mixed.
            _ => chunk.mixed(Mixing::Flags),
        });
        let new = Draw {
            pass,
            kind: DrawKind::Sprites {
                block,
                max_sprites: chunk.count,
                mixing,
                has_materials: chunk.has_materials(),
            },
            chunks: at..at + 1,
        };
        match self.draws.last_mut() {
            Some(draw) if draw.continues_with(&new) => draw.join(&new),
            _ => self.draws.push(new),
        }
    }

    /// Joins the draw calls of rows with and without styles, except of rows that need another blend operation: in a
    /// frame with styles, the same pipeline draws the rows without.
    fn join_draws(&mut self) {
        let (mut any_style, mut any_material) = (false, false);
        for draw in &mut self.draws {
            if let Some((mixing, has_materials)) = draw.common() {
                any_style |= *mixing == Mixing::Styles;
                any_material |= *has_materials;
            }
        }
        if !any_style && !any_material {
            return;
        }
        for draw in &mut self.draws {
            if let Some((mixing, has_materials)) = draw.common() {
                if any_style {
                    *mixing = Mixing::Styles;
                }
                *has_materials = any_material;
            }
        }
        self.draws.dedup_by(|next, draw| {
            let joins = draw.continues_with(next);
            if joins {
                draw.join(next);
            }
            joins
        });
    }
}

impl Draw {
    /// Returns the mixing, and whether rows have materials, of a draw call that may be joined with others.
    fn common(&mut self) -> Option<(&mut Mixing, &mut bool)> {
        match &mut self.kind {
            DrawKind::Sprites {
                mixing: mixing @ (Mixing::Flags | Mixing::Styles),
                has_materials,
                ..
            } => Some((mixing, has_materials)),
            _ => None,
        }
    }

    /// Returns whether it can also draw the pieces of the next draw call. Each is an instance of up to `max_sprites`
    /// sprites.
    fn continues_with(&self, next: &Self) -> bool {
        let key = |draw: &Self| match draw.kind {
            DrawKind::Sprites {
                block,
                mixing,
                has_materials,
                ..
            } => Some((draw.pass, block, mixing, has_materials)),
            DrawKind::Group(_) => None,
        };
        key(self).is_some() && key(self) == key(next)
    }

    fn join(&mut self, next: &Self) {
        self.chunks.end = next.chunks.end;
        if let (
            DrawKind::Sprites { max_sprites, .. },
            DrawKind::Sprites {
                max_sprites: more, ..
            },
        ) = (&mut self.kind, &next.kind)
        {
            *max_sprites = (*max_sprites).max(*more);
        }
    }
}

/// Returns a chunk's block, and the row of its first sprite there.
fn place(chunk: &ChunkRecord, instances: &Instances) -> (usize, u32) {
    let place = instances.block_row(chunk.first as usize);
    (place.block, count(place.row))
}

/// Returns a number of chunks or rows in 32 bits, as in the shader.
#[expect(
    clippy::cast_possible_truncation,
    reason = "chunks and rows of one frame are far fewer than 2^32"
)]
fn count(number: usize) -> u32 {
    number as u32
}
