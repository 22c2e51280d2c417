//! The own shapes of all layers, as a backend copies them.

use crate::assets::frame::FrameRecord;
use crate::render::frame::Frame;
use crate::scene::LayerKey;

/// The own shapes of all layers, in one list.
#[derive(Debug, Default)]
pub(super) struct ShapesCopy {
    pub(super) records: Vec<FrameRecord>,
    /// Layers with shapes, in painting order, each with the version of its shapes at the copy.
    of: Vec<(LayerKey, u64)>,
    /// Number of times that `records` changed.
    pub(super) version: u64,
}

impl ShapesCopy {
    /// Copies the shapes of all layers if any have changed.
    pub(super) fn follow(&mut self, frame: &Frame<'_>) {
        let layers = frame.all_layers().map(|painted| painted.layer);
        let drawn_on = layers.filter(|layer| !layer.shapes().is_empty());
        let now = drawn_on
            .clone()
            .map(|layer| (layer.key(), layer.shapes_version()));
        if now.clone().eq(self.of.iter().copied()) {
            return;
        }
        self.of.clear();
        self.of.extend(now);
        self.records.clear();
        for layer in drawn_on {
            self.records.extend_from_slice(layer.shapes());
        }
        self.version += 1;
    }
}
