//! Lists the layers of widgets that lie among the altitudes.

use super::{GroupLayers, in_pixels};
use crate::geometry::Rect;
use crate::render::{PaintedLayer, Projection};
use crate::world::World;

/// The widgets among the altitudes, listed from the lowest altitude to the highest.
pub(super) struct AmongAltitudes<'a> {
    world: &'a World,
    display: Projection,
    /// The lowest altitude whose widgets are not listed yet.
    next: u16,
    /// Number of altitudes. 0 if no widget lies among them.
    count: u16,
}

impl<'a> AmongAltitudes<'a> {
    /// `display` is the projection of the heads-up display.
    pub(super) fn of(world: &'a World, display: Projection) -> Self {
        let count = match world.hud.is_among_altitudes() {
            true => world.scene().altitudes().len(),
            false => 0,
        };
        Self {
            world,
            display,
            next: 0,
            count: u16::try_from(count).unwrap_or(u16::MAX),
        }
    }

    /// Adds the layers of all altitudes below this one that are not listed yet. `clip_at` returns the clip rectangle of
    /// an altitude, in pixels.
    pub(super) fn add_below(
        &mut self,
        altitude: u16,
        clip_at: impl Fn(u16) -> Option<Rect>,
        groups: &mut GroupLayers<'_>,
        layers: &mut Vec<PaintedLayer<'a>>,
    ) {
        while self.next < altitude.min(self.count) {
            let altitude = self.next;
            self.next += 1;
            let scene = self.world.scene();
            if !scene.altitudes()[usize::from(altitude)].settings.visible {
                continue;
            }
            for (layer, clip) in self.world.hud.layers_at(altitude) {
                if layer.is_empty() {
                    continue;
                }
                let own = clip.map(|clip| in_pixels(&clip, &self.display));
                groups.count(altitude);
                layers.push(PaintedLayer {
                    layer,
                    projection: self.display,
                    cull: false,
                    is_display: true,
                    clip: both(own, clip_at(altitude)),
                });
            }
        }
    }
}

/// Returns the rectangle that two clip rectangles have in common.
fn both(first: Option<Rect>, second: Option<Rect>) -> Option<Rect> {
    let (Some(a), Some(b)) = (first, second) else {
        return first.or(second);
    };
    let min = a.min.max(b.min);
    Some(Rect {
        min,
        // Without a common area, the rectangle is empty and hides everything.
        max: a.max.min(b.max).max(min),
    })
}
