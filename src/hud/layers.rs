//! The layers in which the display is drawn.

use crate::geometry::Rect;
use crate::scene::Layer;

/// Layers in painting order, each with its clip rectangle. Adjacent widgets with the same clip rectangle, or without
/// any, share a layer.
#[derive(Clone, Debug, Default)]
pub(super) struct HudLayers {
    /// Layers in use, then spare ones.
    all: Vec<(Layer, Option<Rect>)>,
    /// Number of layers in use.
    count: usize,
}

impl HudLayers {
    /// Removes all drawings. Layers keep their memory.
    pub(super) fn clear(&mut self) {
        for (layer, _) in &mut self.all[..self.count] {
            layer.clear();
        }
        self.count = 0;
    }

    /// Returns the layer of the next widget, which has this clip rectangle.
    pub(super) fn of(&mut self, clip: Option<Rect>) -> &mut Layer {
        let is_same = |last: usize| self.all[last].1 == clip;
        if !self.count.checked_sub(1).is_some_and(is_same) {
            if self.count == self.all.len() {
                self.all.push((Layer::new(), clip));
            }
            self.all[self.count].1 = clip;
            self.count += 1;
        }
        &mut self.all[self.count - 1].0
    }

    /// Returns the layers in use.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Layer, Option<Rect>)> {
        self.all[..self.count]
            .iter()
            .map(|(layer, clip)| (layer, *clip))
    }
}
