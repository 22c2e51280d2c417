//! Copies of the rows of sorted altitudes in painting order, for frames. The world contains only the order, not these
//! copies.

use super::altitudes::{Altitude, Scene};
use super::layer::{Layer, LayerKey};
use super::paint_order::{PaintOrder, SortedPair};

/// The rows of each sorted altitude in painting order.
#[derive(Debug, Default)]
pub(crate) struct SortedLayers {
    altitudes: Vec<SortedLayer>,
}

/// The rows of an altitude in painting order.
#[derive(Debug, Default)]
struct SortedLayer {
    layer: Layer,
    /// The contents that were copied. `None` if the altitude is not sorted.
    of: Option<CopiedRows>,
}

/// Versions of the copied layers and of their order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CopiedRows {
    level: u16,
    layers: [Option<(LayerKey, u64, u64)>; 2],
    order: Option<(LayerKey, u64)>,
}

impl SortedLayers {
    /// Copies the changed rows of all sorted altitudes, for frames of a level.
    pub(crate) fn follow(&mut self, scene: &Scene, level: u16) {
        for (number, altitude) in scene.altitudes().iter().enumerate() {
            if altitude.settings.sort.is_none() {
                if let Some(SortedLayer { layer, of }) = self.altitudes.get_mut(number)
                    && of.take().is_some()
                {
                    *layer = Layer::new();
                }
                continue;
            }
            if self.altitudes.len() <= number {
                self.altitudes.resize_with(number + 1, SortedLayer::default);
            }
            self.altitudes[number].follow(altitude, level);
        }
    }

    /// Returns the rows of an altitude in painting order. `None` if it is not sorted.
    pub(crate) fn get(&self, altitude: u16) -> Option<&Layer> {
        let sorted = self.altitudes.get(usize::from(altitude))?;
        sorted.of.map(|_| &sorted.layer)
    }
}

impl SortedLayer {
    fn follow(&mut self, altitude: &Altitude, level: u16) {
        let layers = altitude.sorted_pair(level);
        let order = altitude.order.as_deref();
        let state = |layer: &Layer| (layer.key(), layer.changes(), layer.shapes_version());
        let now = CopiedRows {
            level,
            layers: layers.map(|layer| layer.map(state)),
            order: order.map(PaintOrder::version),
        };
        if self.of == Some(now) {
            return;
        }
        self.of = Some(now);
        let empty = PaintOrder::default();
        self.copy(layers, order.unwrap_or(&empty), level);
    }

    fn copy(&mut self, layers: SortedPair<'_>, order: &PaintOrder, level: u16) {
        let first_shapes = [0, layers[0].map_or(0, |layer| layer.shapes().len())];
        let rows = order.rows(level, layers).filter_map(|(number, row)| {
            let layer = layers[number]?;
            let mut instance = layer.columns().instances[row];
            if let Some(shape) = instance.shape() {
                // The shapes of both layers are in one list.
                instance.set_shape(u32::try_from(shape + first_shapes[number]).ok()?);
            }
            Some((instance, layer.style(row)))
        });
        self.layer.copy_rows(rows);
        let shapes = layers.into_iter().flatten().flat_map(Layer::shapes);
        self.layer.copy_shapes(shapes);
    }
}
