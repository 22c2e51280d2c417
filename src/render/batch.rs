//! The copies and draws of a frame: converts a [`Frame`] into a chunk table and a list of copies.
//!
//! This module uses no backend, so that painting order and uploads can be tested on any machine. Each backend keeps a
//! [`Batch`] with its copy of the instances. A chunk is copied if it is painted whole and the copy does not have its
//! current version.
//!
//! The copy is divided into slots of [`CHUNK`] instances. A chunk keeps its slot as long as its layer is painted, so a
//! layer that grows moves no other one.
//!
//! If unchanged chunks reach far beyond the view, drawing them whole wastes time. After some waste, only their rows in
//! or near the view are drawn: [`Gathered`] finds them.

mod clips;
mod copies;
mod gather;
mod layer_copy;
mod mixing;
mod passes;
mod prepared;
mod row_index;
mod shapes_copy;
mod waste;

use core::ops::Range;
use std::collections::BTreeMap;

use crate::assets::frame::FrameRecord;
use crate::scene::{CHUNK, Instance, Layer, LayerKey, RowStyle};

use super::clip::ClipRect;
use super::cull::{self, Extents};
use super::frame::{Frame, PaintedLayer, Projection, RenderStats};
use super::groups::Pass;
pub(crate) use copies::Copy;
#[cfg(test)]
use copies::MAX_COPY;
use copies::extend_copy;
use gather::Gathered;
use layer_copy::{ChunkCopy, LayerCopy};
pub(super) use mixing::{MaterialSet, Mixing, Splitting};
use prepared::{MOST_REPEATS_OF_CHANGES, PreparedFrame};
use shapes_copy::ShapesCopy;
use waste::Waste;

/// A chunk to be drawn, a run of its rows, or a group of gathered rows. Mirrors `Chunk` in `shaders/sprite.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct ChunkRecord {
    /// Index of its first instance in the backend's copy.
    pub first: u32,
    /// Number of instances, at most [`CHUNK`].
    pub count: u32,
    /// Index of its layer's projection, in painting order. The highest bits are its [`Mixing`]: see
    /// [`ChunkRecord::mixing`].
    pub projection: u32,
    /// Index of the first of its layer's own shapes in [`Batch::shapes`].
    pub shapes: u32,
}

/// A layer's rows are indexed when [`LayerCopy::wasted`] reaches this many times their number: the index then costs
/// less than was already wasted.
const PATIENCE: usize = 4;

/// Smallest number of rows outside the view in a frame that is worth an index. The blocks of a tile map at the edge of
/// the view have fewer.
const WORTH_GATHERING: usize = 8 * CHUNK;

/// Number of frames after which a visible chunk that changes in each of them is measured again. Measuring costs as much
/// as copying, and only pays off if the chunk has left the view: see the bench `step`, `engine/culled`.
const MEASURE_INTERVAL: usize = 8;

/// Tracks a backend's copy of the instances. [`Batch::prepare`] takes a frame; the other methods return its copies and
/// draws.
///
/// Its lists keep their memory from frame to frame.
#[derive(Debug, Default)]
pub struct Batch {
    layers: Vec<LayerCopy>,
    /// Index of each layer's copy in `layers`.
    at: BTreeMap<LayerKey, usize>,
    /// Free slots, the lowest last.
    free: Vec<u32>,
    /// Number of slots assigned so far, including the free ones.
    slots: u32,
    chunks: Vec<ChunkRecord>,
    passes: Vec<Pass>,
    projections: Vec<Projection>,
    /// The clip rectangle of each layer. Empty if no layer has one.
    clips: Vec<Option<ClipRect>>,
    copies: Vec<Copy>,
    /// Instances that were gathered in this frame.
    gathered: Vec<Instance>,
    /// Their styles: none, or one for each.
    gathered_styles: Vec<RowStyle>,
    splitting: Splitting,
    /// The materials of the drawn rows.
    materials: MaterialSet,
    extents: Extents,
    shapes: ShapesCopy,
    prepared: PreparedFrame,
    /// Number of chunk lists made. Decides which changing chunks are measured.
    frames: usize,
    stats: RenderStats,
}

impl Batch {
    /// Returns the batch of an empty copy.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the batch of an empty copy, for a backend that needs a draw call for each of these runs of rows.
    #[cfg(feature = "gpu")]
    pub(super) fn splitting(splitting: Splitting) -> Self {
        Self {
            splitting,
            ..Self::default()
        }
    }

    /// Assigns a slot to every chunk of this frame: [`Batch::capacity`] then suffices for it. [`Batch::prepare`] does
    /// this, too. A backend whose copy loses its contents when it grows calls this first, and then
    /// [`Batch::forget_copies`] if it grew.
    pub fn assign_slots(&mut self, frame: &Frame<'_>) {
        // Frees slots before any layer takes new ones: a level that replaces another reuses its slots, and the copy
        // does not grow.
        self.release_absent(frame);
        for (index, painted) in frame.all_layers().enumerate() {
            let layer = painted.layer;
            let at = self.find_layer(layer, index).unwrap_or_else(|| {
                self.layers.push(LayerCopy::new(layer.key()));
                let at = self.layers.len() - 1;
                self.at.insert(layer.key(), at);
                at
            });
            self.fit_slots(at, layer.chunk_count());
        }
    }

    /// Computes what to copy and what to paint for this frame.
    ///
    /// The copies count as made after this call. A backend that fails to make them calls [`Batch::forget_copies`].
    pub fn prepare(&mut self, frame: &Frame<'_>) {
        self.projections.clear();
        let projections = frame.all_layers().map(|painted| painted.projection);
        self.projections.extend(projections);
        self.set_group_projections(frame);
        self.list_clips(frame);
        self.copies.clear();
        self.gathered.clear();
        self.gathered_styles.clear();
        self.shapes.follow(frame);
        let repeated = self.prepared.frames;
        if self.prepared.follow(frame, self.shapes.version) {
            // A frame between two steps has the chunks of the last frame. For a million sprites, scanning the chunks
            // alone would take longer than submitting them.
            self.stats.instance_bytes = 0;
            return;
        }
        self.chunks.clear();
        self.materials = 0;
        self.stats = RenderStats::default();
        self.extents.update(frame.frames);
        self.frames = self.frames.wrapping_add(1);
        self.assign_slots(frame);
        self.prepare_passes(frame, repeated);
        let rows: usize = self.copies.iter().map(|copy| copy.rows.len()).sum();
        self.stats.instance_bytes = rows * size_of::<Instance>();
    }

    /// Returns the chunks and groups of gathered rows to paint: pass by pass, in painting order within each, with marks
    /// where groups are mixed in. Chunks known to be out of view are left out.
    pub fn chunks(&self) -> &[ChunkRecord] {
        &self.chunks
    }

    /// Returns the passes in their order: sprite cameras with their groups; for each valid group in painting order its
    /// light map, its mask and the group; effects of the view; the frame itself.
    pub(super) fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Returns whether the chunks are the same as in the last frame, without a change.
    pub fn repeats(&self) -> bool {
        self.prepared.frames > 1
    }

    /// Returns the layers' projections, in painting order and then camera by camera: one for each layer, even if none
    /// of its chunks is painted.
    pub fn projections(&self) -> &[Projection] {
        &self.projections
    }

    /// Returns the layers' own shapes, in painting order of their layers.
    pub(crate) fn shapes(&self) -> &[FrameRecord] {
        &self.shapes.records
    }

    /// Returns a number that rises with every change of [`Batch::shapes`].
    pub(crate) fn shapes_version(&self) -> u64 {
        self.shapes.version
    }

    /// Returns the copies to make before painting. Empty if nothing has changed since the last frame.
    pub fn copies(&self) -> &[Copy] {
        &self.copies
    }

    /// Returns the instances of one of the frame's [copies](Batch::copies).
    pub fn rows<'a>(&'a self, copy: &Copy, frame: &Frame<'a>) -> &'a [Instance] {
        let from = match copy.layer {
            Some(number) => match frame.all_layers().nth(number) {
                Some(painted) => painted.layer.columns().instances,
                None => &[],
            },
            None => &self.gathered,
        };
        &from[copy.rows.clone()]
    }

    /// Returns the materials of the drawn rows.
    pub(super) fn materials(&self) -> MaterialSet {
        self.materials
    }

    /// Returns the styles of the instances of one of the frame's copies: none, or one for each.
    pub(super) fn styles<'a>(&'a self, copy: &Copy, frame: &Frame<'a>) -> &'a [RowStyle] {
        let from = match copy.layer {
            Some(number) => match frame.all_layers().nth(number) {
                Some(painted) => painted.layer.styles(),
                None => &[],
            },
            None => &self.gathered_styles,
        };
        from.get(copy.rows.clone()).unwrap_or_default()
    }

    /// Returns the number of instances that the backend's copy must hold, a multiple of [`CHUNK`]. Never decreases:
    /// free slots are used again.
    pub fn capacity(&self) -> usize {
        self.slots as usize * CHUNK
    }

    /// Returns the counts of sprites, instance bytes and chunks. The backend fills in the rest.
    pub fn stats(&self) -> RenderStats {
        self.stats
    }

    /// Records that the backend lost its copy: the next frame copies all painted chunks again. Slots stay as they are.
    pub fn forget_copies(&mut self) {
        self.prepared.frames = 0;
        for layer in &mut self.layers {
            layer
                .chunks
                .iter_mut()
                .for_each(|chunk| chunk.copied = None);
            layer
                .gathered
                .iter_mut()
                .for_each(|gathered| gathered.forget_copies());
        }
    }

    /// Frees the slots of layers that are not in the frame.
    fn release_absent(&mut self, frame: &Frame<'_>) {
        for layer in &mut self.layers {
            layer.uses = 0;
        }
        for (index, painted) in frame.all_layers().enumerate() {
            if let Some(at) = self.find_layer(painted.layer, index) {
                self.layers[at].uses += 1;
            }
        }
        let before = self.layers.len();
        let free = &mut self.free;
        self.layers.retain(|layer| {
            if layer.uses == 0 {
                free.extend(layer.chunks.iter().map(|chunk| chunk.slot));
            }
            layer.uses > 0
        });
        if self.layers.len() < before {
            let keys = self.layers.iter().map(|layer| layer.key);
            self.at = keys.zip(0..).collect();
        }
        // The lowest slot is used first, so that the copy stays dense and its buffer small.
        free.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// Returns the index of a layer's copy. Tries `index`, the layer's index in the frame, first: layers usually stay
    /// in their order.
    fn find_layer(&self, layer: &Layer, index: usize) -> Option<usize> {
        let is_it = |copy: &LayerCopy| copy.key == layer.key();
        if self.layers.get(index).is_some_and(is_it) {
            return Some(index);
        }
        self.at.get(&layer.key()).copied()
    }

    /// Lists the visible chunks of the frame's layer number `index`, and the copies that they need. `first_shape` is
    /// the index in [`Batch::shapes`] of the first of the layer's own shapes, and `repeated` the number of frames that
    /// used the last list of chunks.
    fn prepare_layer(
        &mut self,
        index: usize,
        first_shape: usize,
        painted: &PaintedLayer<'_>,
        frame: &Frame<'_>,
        repeated: usize,
    ) {
        let layer = painted.layer;
        let Some(at) = self.find_layer(layer, index) else {
            return;
        };
        let Some((painted, viewport)) = self.clipped(index, painted, &frame.viewport) else {
            self.stats.chunks_skipped += layer.chunk_count();
            return;
        };
        let (painted, frame) = (&painted, &Frame { viewport, ..*frame });
        let gathered = self.gather(at, painted, frame);
        let mut done = 0;
        let mut waste = Waste::default();
        for number in 0..layer.chunk_count() {
            if let Some(gathered) = &gathered
                && gathered.has(number)
            {
                self.layers[at].chunks[number].listed = Some(layer.chunk_version(number));
                self.stats.chunks_skipped += 1;
                continue;
            }
            if !self.is_in_view(at, number, painted, frame, &mut waste) {
                self.stats.chunks_skipped += 1;
                continue;
            }
            // Gathered rows of earlier chunks are painted before this one.
            if let Some(gathered) = &gathered {
                let below = gathered.below(number);
                self.push_gathered(gathered, done..below, layer, index, first_shape);
                done = below;
            }
            self.push_whole(at, number, layer, index, first_shape);
        }
        if let Some(gathered) = gathered {
            self.push_gathered(&gathered, done..gathered.len(), layer, index, first_shape);
            self.layers[at].gathered = Some(gathered);
        }
        self.count_waste(at, &waste, repeated, layer.len());
    }

    /// Returns whether a chunk has to be drawn. If so, counts its rows in `waste`.
    fn is_in_view(
        &mut self,
        at: usize,
        number: usize,
        painted: &PaintedLayer<'_>,
        frame: &Frame<'_>,
        waste: &mut Waste,
    ) -> bool {
        let (layer, copy) = (painted.layer, &mut self.layers[at]);
        let rows = layer.chunk_rows(number);
        let version = layer.chunk_version(number);
        // Changing chunks are measured in turn, by their numbers, so that each frame measures about an eighth of them.
        let is_due = self
            .frames
            .wrapping_add(number)
            .is_multiple_of(MEASURE_INTERVAL);
        let uses = copy.uses;
        let chunk = &mut copy.chunks[number];
        let in_view = chunk.is_in_view(version, is_due, painted, &frame.viewport, || {
            let instances = &layer.columns().instances[rows.clone()];
            let reach = cull::reach(instances, &self.extents, layer.shapes());
            match layer.styles().get(rows.clone()) {
                None => reach,
                Some(styles) => reach.with_margins(instances, styles),
            }
        });
        let was_listed = chunk.listed.replace(version) == Some(version);
        // Indexed chunks do not count: a new index would not gather them either.
        let is_indexed = copy
            .gathered
            .as_deref()
            .is_some_and(|gathered| gathered.has(number));
        // A layer that is listed several times cannot be gathered.
        if in_view && painted.cull && !is_indexed && uses == 1 {
            if was_listed {
                let reach = chunk.reach;
                waste.add(
                    rows.len(),
                    reach.part_in_view(&painted.projection, &frame.viewport),
                );
            } else {
                waste.changing += rows.len();
            }
        }
        in_view
    }

    /// Lists a whole chunk to be painted, and its copy if the backend's is out of date.
    fn push_whole(
        &mut self,
        at: usize,
        number: usize,
        layer: &Layer,
        index: usize,
        first_shape: usize,
    ) {
        let rows = layer.chunk_rows(number);
        let version = Some(layer.chunk_version(number));
        let chunk = &mut self.layers[at].chunks[number];
        let to = chunk.slot as usize * CHUNK;
        if core::mem::replace(&mut chunk.copied, version) != version {
            let copy = Copy {
                layer: Some(index),
                rows: rows.clone(),
                to,
            };
            extend_copy(&mut self.copies, copy);
        }
        let record = self.chunk_record(to, rows.len(), index, first_shape);
        match layer.styles().get(rows.clone()) {
            None => self.push_chunk(record),
            Some(styles) => {
                let instances = &layer.columns().instances[rows];
                self.push_runs(record, instances.iter().zip(styles));
            }
        }
    }

    /// Lists the runs of a chunk's rows.
    fn push_runs<'a>(
        &mut self,
        record: ChunkRecord,
        rows: impl Iterator<Item = (&'a Instance, &'a RowStyle)>,
    ) {
        mixing::runs(rows, self.splitting, |run, mixing, materials| {
            self.materials |= materials;
            let record = record.run(run, mixing);
            self.push_chunk(record.with_materials(materials != 0));
        });
    }

    /// Decides whether rows of a layer are gathered in this frame, and gathers them. Returns them if so.
    fn gather(
        &mut self,
        at: usize,
        painted: &PaintedLayer<'_>,
        frame: &Frame<'_>,
    ) -> Option<Box<Gathered>> {
        let (layer, copy) = (painted.layer, &mut self.layers[at]);
        if copy.wasted >= layer.len() * PATIENCE && copy.wasted > 0 {
            copy.wasted = 0;
            let chunks = &copy.chunks;
            let is_still = |chunk: usize| chunks[chunk].listed == Some(layer.chunk_version(chunk));
            copy.gathered = Some(Box::new(Gathered::new(layer, is_still, &self.extents)));
        }
        let mut gathered = copy.gathered.take()?;
        if !gathered.follow(layer) {
            return None;
        }
        let cells = gathered
            .cells_in_view(&painted.projection, &frame.viewport)
            // If the layer is in the frame several times, its slots cannot hold the rows of each view.
            .filter(|_| painted.cull && copy.uses == 1);
        let Some(cells) = cells else {
            gathered.forget_copies();
            copy.gathered = Some(gathered);
            return None;
        };
        let first = self.gathered.len();
        let slots = copy.chunks.iter().map(|chunk| chunk.slot);
        if gathered.gather(cells, layer, slots, &mut self.gathered) {
            let styles = layer.styles();
            if !(styles.is_empty() && self.gathered_styles.is_empty()) {
                // Layers without styles have plain rows: a copy may have rows of several layers.
                self.gathered_styles.resize(first, RowStyle::PLAIN);
                let style = |&row: &u32| styles.get(row as usize).copied().unwrap_or_default();
                self.gathered_styles
                    .extend(gathered.rows().iter().map(style));
            }
            for (chunk, slot, rows) in gathered.slots() {
                copy.chunks[chunk].copied = None;
                let rows = first + rows.start..first + rows.end;
                extend_copy(
                    &mut self.copies,
                    Copy {
                        layer: None,
                        rows,
                        to: slot as usize * CHUNK,
                    },
                );
            }
        }
        Some(gathered)
    }

    /// Lists gathered rows to be painted. `index` is their layer's number in the frame.
    fn push_gathered(
        &mut self,
        gathered: &Gathered,
        rows: Range<usize>,
        layer: &Layer,
        index: usize,
        first_shape: usize,
    ) {
        let (instances, styles) = (layer.columns().instances, layer.styles());
        for (first, rows) in gathered.pieces(rows) {
            let record = self.chunk_record(first, rows.len(), index, first_shape);
            if styles.is_empty() {
                self.push_chunk(record);
            } else {
                let rows = rows.iter().map(|&row| row as usize);
                self.push_runs(record, rows.map(|row| (&instances[row], &styles[row])));
            }
        }
    }

    fn push_chunk(&mut self, chunk: ChunkRecord) {
        self.stats.chunks_drawn += 1;
        self.stats.sprites += chunk.count as usize;
        self.chunks.push(chunk);
    }

    /// Adds the rows of a layer that were drawn outside the view to its `wasted`, if they are many. If these or the
    /// changing rows are many, the list is soon made again.
    fn count_waste(&mut self, at: usize, waste: &Waste, repeated: usize, rows: usize) {
        let copy = &mut self.layers[at];
        let beside = waste.still.saturating_sub(waste.in_view);
        if beside >= WORTH_GATHERING && waste.in_view * 4 <= waste.still {
            copy.wasted += beside * repeated.max(1);
            self.prepared.most = self.prepared.most.min(MOST_REPEATS_OF_CHANGES);
            if copy.wasted >= rows * PATIENCE {
                self.prepared.most = 1;
            }
        } else if waste.changing >= WORTH_GATHERING {
            self.prepared.most = self.prepared.most.min(MOST_REPEATS_OF_CHANGES);
        }
    }

    /// Gives a layer's copy one slot per chunk; `at` is its index in `layers`. Removed chunks were the last ones: their
    /// slots become free.
    fn fit_slots(&mut self, at: usize, chunks: usize) {
        let LayerCopy {
            chunks: copies,
            gathered,
            ..
        } = &mut self.layers[at];
        if copies.len() > chunks {
            // Gathered rows may be in a slot that becomes free.
            if gathered
                .as_ref()
                .is_some_and(|gathered| (chunks..copies.len()).any(|chunk| gathered.has(chunk)))
            {
                *gathered = None;
            }
            self.free
                .extend(copies.drain(chunks..).map(|chunk| chunk.slot));
            self.free.sort_unstable_by(|a, b| b.cmp(a));
        }
        while copies.len() < chunks {
            let slot = self.free.pop().unwrap_or_else(|| {
                self.slots += 1;
                self.slots - 1
            });
            copies.push(ChunkCopy::new(slot));
        }
    }
}

#[cfg(test)]
mod tests;
