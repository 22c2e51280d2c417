//! Versions of the layers and chunks in a backend's copy.

use super::gather::Gathered;
use crate::render::cull::Reach;
use crate::render::frame::PaintedLayer;
use crate::render::viewport::Viewport;
use crate::scene::LayerKey;

/// A backend's copy of one layer.
#[derive(Debug)]
pub(super) struct LayerCopy {
    /// The layer's key, unique in the process. A copied or restored layer has a new key, because it counts its versions
    /// separately from its original.
    pub(super) key: LayerKey,
    pub(super) chunks: Vec<ChunkCopy>,
    /// Number of times that the layer is in the frame being prepared.
    pub(super) uses: usize,
    /// The rows in view of unchanged chunks. `None` until enough rows outside the view were drawn.
    pub(super) gathered: Option<Box<Gathered>>,
    /// Estimated number of rows of unchanged chunks that were drawn outside the view, in all frames since the rows were
    /// last indexed.
    pub(super) wasted: usize,
}

impl LayerCopy {
    pub(super) fn new(key: LayerKey) -> Self {
        Self {
            key,
            chunks: Vec::new(),
            uses: 1,
            gathered: None,
            wasted: 0,
        }
    }
}

/// A backend's copy of one chunk.
#[derive(Debug)]
pub(super) struct ChunkCopy {
    /// Its slot in the copy.
    pub(super) slot: u32,
    /// The version that was copied; `None` if none was.
    pub(super) copied: Option<u64>,
    pub(super) reach: Reach,
    /// Version at which `reach` was measured.
    pub(super) measured: Option<u64>,
    /// Whether it was in view at the last test. A new chunk counts as out of view, so that it is measured.
    pub(super) in_view: bool,
    /// Its version when the last list of chunks was made.
    pub(super) listed: Option<u64>,
}

impl ChunkCopy {
    /// Returns a chunk that was neither copied nor measured.
    pub(super) fn new(slot: u32) -> Self {
        Self {
            slot,
            copied: None,
            reach: Reach::EVERYWHERE,
            measured: None,
            in_view: false,
            listed: None,
        }
    }

    /// Returns whether the chunk has to be drawn. `is_due`: whether it may be measured again although it keeps
    /// changing. `measure` is called only if the result depends on it.
    pub(super) fn is_in_view(
        &mut self,
        version: u64,
        is_due: bool,
        painted: &PaintedLayer<'_>,
        viewport: &Viewport,
        measure: impl FnOnce() -> Reach,
    ) -> bool {
        if !painted.cull {
            return true;
        }
        // Only a chunk in view may keep an old result. A chunk out of view is measured after each change, because a
        // sprite that enters must be seen in that very frame.
        let keeps_changing = self.in_view && self.copied != Some(version);
        if keeps_changing && !is_due {
            return true;
        }
        if self.measured != Some(version) {
            self.measured = Some(version);
            self.reach = measure();
        }
        self.in_view = !self.reach.misses(&painted.projection, viewport);
        self.in_view
    }
}
