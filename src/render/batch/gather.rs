//! Sprites of a layer that is spread over a large world: only the rows in or near the view are drawn and copied,
//! although each of their chunks reaches across the world.

use core::ops::Range;

use super::row_index::{CellsInView, RowIndex};
use crate::render::cull::Extents;
use crate::render::frame::Projection;
use crate::render::viewport::Viewport;
use crate::scene::{CHUNK, Instance, Layer};

/// The rows in or near the view, of chunks that do not change. They are copied, in order, to the slots of these chunks.
/// Meanwhile, the chunks themselves are not copied.
#[derive(Debug)]
pub(super) struct Gathered {
    index: RowIndex,
    /// Version of each chunk of the layer when it was indexed. `None` for chunks that were changing then or have
    /// changed since.
    versions: Vec<Option<u64>>,
    /// Number of chunks that were indexed.
    indexed: usize,
    /// The cells whose rows were copied. `None` if the slots may hold other rows.
    cells: Option<CellsInView>,
    /// The rows that were copied, in ascending order.
    rows: Vec<u32>,
    /// The chunks whose slots hold these rows, each with its slot. A slot has room for [`CHUNK`] rows.
    slots: Vec<(usize, u32)>,
}

impl Gathered {
    /// Indexes the chunks for which `is_still` returns true. Nothing is gathered yet.
    pub(super) fn new(layer: &Layer, is_still: impl Fn(usize) -> bool, extents: &Extents) -> Self {
        let version = |chunk| is_still(chunk).then(|| layer.chunk_version(chunk));
        let versions: Vec<_> = (0..layer.chunk_count()).map(version).collect();
        let still = (0..versions.len()).filter(|&chunk| versions[chunk].is_some());
        Self {
            index: RowIndex::new(layer, still.clone(), extents),
            indexed: still.count(),
            versions,
            cells: None,
            rows: Vec::new(),
            slots: Vec::new(),
        }
    }

    /// Returns whether a chunk was indexed and has not changed since.
    pub(super) fn has(&self, chunk: usize) -> bool {
        self.versions.get(chunk).is_some_and(Option::is_some)
    }

    /// Removes chunks that have changed. Returns false if at most half of the indexed chunks are left: the index is
    /// then not worth keeping.
    pub(super) fn follow(&mut self, layer: &Layer) -> bool {
        for (chunk, version) in self.versions.iter_mut().enumerate() {
            if version.is_some_and(|version| version != layer.chunk_version(chunk)) {
                *version = None;
                self.cells = None;
            }
        }
        self.versions.iter().flatten().count() * 2 > self.indexed
    }

    /// Records that the slots of its chunks may no longer hold the gathered rows.
    pub(super) fn forget_copies(&mut self) {
        self.cells = None;
    }

    /// Returns the cells in view. `None` if so many rows are in them that whole chunks are cheaper, or if the
    /// projection has no inverse.
    pub(super) fn cells_in_view(
        &self,
        view: &Projection,
        viewport: &Viewport,
    ) -> Option<CellsInView> {
        let cells = self.index.cells_in_view(view, viewport)?;
        (self.index.count(&cells) * 2 <= self.indexed * CHUNK).then_some(cells)
    }

    /// Gathers the rows in these cells, unless the slots hold them already. Appends their instances to `list`, and
    /// chooses slots for them. `slots` are the slots of all chunks of the layer. Returns whether the instances must be
    /// copied.
    pub(super) fn gather(
        &mut self,
        cells: CellsInView,
        layer: &Layer,
        slots: impl Iterator<Item = u32>,
        list: &mut Vec<Instance>,
    ) -> bool {
        if self.cells.as_ref() == Some(&cells) {
            return false;
        }
        self.index.list(&cells, &mut self.rows);
        self.cells = Some(cells);
        let versions = &self.versions;
        self.rows
            .retain(|&row| versions[row as usize / CHUNK].is_some());
        let instances = layer.columns().instances;
        list.extend(self.rows.iter().map(|&row| instances[row as usize]));
        let of_still = slots
            .enumerate()
            .filter(|&(chunk, _)| versions.get(chunk).is_some_and(Option::is_some));
        self.slots.clear();
        self.slots
            .extend(of_still.take(self.rows.len().div_ceil(CHUNK)));
        true
    }

    /// Returns the chunks whose slots hold the gathered rows, each with its slot and the range of gathered rows in it.
    pub(super) fn slots(&self) -> impl Iterator<Item = (usize, u32, Range<usize>)> {
        let rows = move |number: usize| number * CHUNK..self.rows.len().min((number + 1) * CHUNK);
        let slots = self.slots.iter().enumerate();
        slots.map(move |(number, &(chunk, slot))| (chunk, slot, rows(number)))
    }

    /// Returns the number of gathered rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of gathered rows that belong to the first `chunk` chunks of the layer.
    pub(super) fn below(&self, chunk: usize) -> usize {
        self.rows
            .partition_point(|&row| (row as usize) < chunk * CHUNK)
    }

    /// Returns the gathered rows of the layer, in ascending order.
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Returns the positions of these gathered rows in the backend's copy, slot by slot: the index of the first row,
    /// and the layer's rows.
    pub(super) fn pieces(&self, rows: Range<usize>) -> impl Iterator<Item = (usize, &[u32])> {
        let Range { start, end } = rows;
        let slots = start / CHUNK..end.div_ceil(CHUNK);
        slots.map(move |number| {
            let [from, to] = [start.max(number * CHUNK), end.min((number + 1) * CHUNK)];
            let (_, slot) = self.slots[number];
            (slot as usize * CHUNK + from % CHUNK, &self.rows[from..to])
        })
    }
}
