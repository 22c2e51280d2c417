//! The layers in which the display is drawn.

use crate::geometry::Rect;
use crate::scene::Layer;

/// Layers in painting order. Adjacent widgets at the same altitude with the same clip rectangle, or without any, share a
/// layer.
#[derive(Clone, Debug, Default)]
pub(super) struct HudLayers {
    /// Layers in use, then spare ones.
    all: Vec<(Layer, LayerKind)>,
    /// Number of layers in use.
    count: usize,
}

/// Properties shared by the widgets of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LayerKind {
    /// Altitude above which they are painted. `None`: above all.
    pub(super) altitude: Option<u16>,
    /// Clip rectangle, in characters.
    pub(super) clip: Option<Rect>,
}

impl LayerKind {
    /// Above all altitudes, without a clip rectangle.
    pub(super) const TOP: Self = Self {
        altitude: None,
        clip: None,
    };
}

impl HudLayers {
    /// Removes all drawings. Layers keep their memory.
    pub(super) fn clear(&mut self) {
        for (layer, _) in &mut self.all[..self.count] {
            layer.clear();
        }
        self.count = 0;
    }

    /// Returns the layer of the next widget, which is of this kind.
    pub(super) fn of(&mut self, kind: LayerKind) -> &mut Layer {
        let is_same = |last: usize| self.all[last].1 == kind;
        if !self.count.checked_sub(1).is_some_and(is_same) {
            if self.count == self.all.len() {
                self.all.push((Layer::new(), kind));
            }
            self.all[self.count].1 = kind;
            self.count += 1;
        }
        &mut self.all[self.count - 1].0
    }

    /// Returns the layers in use at an altitude, or above all altitudes, each with its clip rectangle.
    pub(super) fn at(&self, altitude: Option<u16>) -> impl Iterator<Item = (&Layer, Option<Rect>)> {
        self.all[..self.count]
            .iter()
            .filter(move |(_, kind)| kind.altitude == altitude)
            .map(|(layer, kind)| (layer, kind.clip))
    }

    /// Returns whether any layer in use is at an altitude.
    pub(super) fn are_among_altitudes(&self) -> bool {
        let mut kinds = self.all[..self.count].iter();
        kinds.any(|(_, kind)| kind.altitude.is_some())
    }
}
