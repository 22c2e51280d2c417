//! What has to be copied and painted: turns a [`Frame`] into a chunk table and a list of copies.
//!
//! Knows no backend, so that painting order and uploads are tested on any machine. Each backend keeps one
//! [`Batch`] beside its copy of the instances; a chunk is copied when its version is not the one seen last.

use core::ops::Range;

use crate::scene::{CHUNK, LayerKey};

use super::cull::{self, Reach};
use super::frame::{Frame, PaintedLayer, Projection, RenderStats};

/// A chunk to be drawn. Mirrors `Chunk` in `shaders/sprite.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct ChunkRecord {
    /// Its first instance in the backend's copy.
    pub first: u32,
    /// How many instances it has, at most [`CHUNK`].
    pub count: u32,
    /// Its layer's projection, in painting order.
    pub projection: u32,
    /// Always 0.
    pub padding: u32,
}

/// Instances to be copied to the backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Index into the frame's layers.
    pub layer: usize,
    /// The rows of that layer.
    pub rows: Range<usize>,
    /// Where they go: the first instance in the backend's copy.
    pub to: usize,
}

/// No copy is longer than this many chunks, so that staging memory stays small: 4 MiB.
const LONGEST_COPY: usize = 128 * CHUNK;

/// What a backend holds of one layer.
#[derive(Debug)]
struct Held {
    key: LayerKey,
    chunks: Vec<HeldChunk>,
    in_use: bool,
}

#[derive(Clone, Debug)]
struct HeldChunk {
    place: u32,
    /// `None`: nothing has been copied yet.
    version: Option<u64>,
    reach: Reach,
}

/// Keeps the account of a backend's copy of the instances.
#[derive(Debug, Default)]
pub struct Batch {
    held: Vec<Held>,
    /// Places that were given back, the lowest last.
    free: Vec<u32>,
    /// Places ever given.
    places: u32,
    chunks: Vec<ChunkRecord>,
    projections: Vec<Projection>,
    copies: Vec<Copy>,
    stats: RenderStats,
}

impl Batch {
    /// An account of an empty copy.
    pub fn new() -> Self {
        Self::default()
    }

    /// Works out what to copy and what to paint for this frame.
    pub fn prepare(&mut self, frame: &Frame<'_>) {
        self.chunks.clear();
        self.projections.clear();
        self.copies.clear();
        self.stats = RenderStats::default();
        self.release_absent(frame);
        for (index, painted) in frame.layers.iter().enumerate() {
            self.projections.push(painted.projection);
            self.prepare_layer(index, painted, frame);
        }
        let bytes: usize = self.copies.iter().map(|copy| copy.rows.len()).sum();
        self.stats.instance_bytes = bytes * size_of::<crate::scene::Instance>();
    }

    /// The chunks to paint, in order.
    pub fn chunks(&self) -> &[ChunkRecord] {
        &self.chunks
    }

    /// The layers' projections, in order.
    pub fn projections(&self) -> &[Projection] {
        &self.projections
    }

    /// What has to be copied first.
    pub fn copies(&self) -> &[Copy] {
        &self.copies
    }

    /// Instances that the backend's copy must have room for.
    pub fn capacity(&self) -> usize {
        self.places as usize * CHUNK
    }

    /// Sprites, instance bytes, chunks drawn and skipped. The backend fills in the rest.
    pub fn stats(&self) -> RenderStats {
        self.stats
    }

    /// The backend lost its copy (it grew, or the device was lost): everything is copied again.
    pub fn forget_copies(&mut self) {
        for chunk in self.held.iter_mut().flat_map(|held| &mut held.chunks) {
            chunk.version = None;
        }
    }

    /// Gives back the places of layers that are not in the frame.
    fn release_absent(&mut self, frame: &Frame<'_>) {
        for held in &mut self.held {
            held.in_use = false;
        }
        for painted in frame.layers {
            if let Some(held) = self
                .held
                .iter_mut()
                .find(|held| held.key == painted.layer.key())
            {
                held.in_use = true;
            }
        }
        let free = &mut self.free;
        self.held.retain(|held| {
            if !held.in_use {
                free.extend(held.chunks.iter().map(|chunk| chunk.place));
            }
            held.in_use
        });
        free.sort_unstable_by(|a, b| b.cmp(a));
    }

    fn prepare_layer(&mut self, index: usize, painted: &PaintedLayer<'_>, frame: &Frame<'_>) {
        let layer = painted.layer;
        let at = self
            .held
            .iter()
            .position(|held| held.key == layer.key())
            .unwrap_or_else(|| {
                self.held.push(Held {
                    key: layer.key(),
                    chunks: Vec::new(),
                    in_use: true,
                });
                self.held.len() - 1
            });
        self.fit_places(at, layer.chunk_count());
        for number in 0..layer.chunk_count() {
            let rows = layer.chunk_rows(number);
            let held = &mut self.held[at].chunks[number];
            let version = layer.chunk_version(number);
            if held.version != Some(version) {
                held.version = Some(version);
                if painted.cull {
                    held.reach = cull::reach(
                        &layer.columns().instances[rows.clone()],
                        frame.frames.records(),
                    );
                }
                let to = held.place as usize * CHUNK;
                extend_copy(
                    &mut self.copies,
                    Copy {
                        layer: index,
                        rows: rows.clone(),
                        to,
                    },
                );
            }
            if painted.cull && held.reach.misses(&painted.projection, &frame.viewport) {
                self.stats.chunks_skipped += 1;
                continue;
            }
            self.stats.chunks_drawn += 1;
            self.stats.sprites += rows.len();
            self.chunks
                .push(chunk_record(held.place, rows.len(), index));
        }
    }

    /// Gives a layer's copy as many places as it has chunks.
    fn fit_places(&mut self, at: usize, chunks: usize) {
        let held = &mut self.held[at].chunks;
        if held.len() > chunks {
            self.free
                .extend(held.drain(chunks..).map(|chunk| chunk.place));
            self.free.sort_unstable_by(|a, b| b.cmp(a));
        }
        while held.len() < chunks {
            let place = self.free.pop().unwrap_or_else(|| {
                self.places += 1;
                self.places - 1
            });
            held.push(HeldChunk {
                place,
                version: None,
                reach: Reach::EVERYWHERE,
            });
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rows and layers of one frame are far fewer than 2^32"
)]
fn chunk_record(place: u32, count: usize, layer: usize) -> ChunkRecord {
    ChunkRecord {
        first: place * CHUNK as u32,
        count: count as u32,
        projection: layer as u32,
        padding: 0,
    }
}

/// Appends to the last copy if this one continues it on both sides.
fn extend_copy(copies: &mut Vec<Copy>, copy: Copy) {
    if let Some(last) = copies.last_mut()
        && last.layer == copy.layer
        && last.rows.end == copy.rows.start
        && last.to + last.rows.len() == copy.to
        && last.rows.len() < LONGEST_COPY
    {
        last.rows.end = copy.rows.end;
        return;
    }
    copies.push(copy);
}
