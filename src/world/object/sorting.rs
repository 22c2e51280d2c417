//! Sorts the objects of altitudes for painting.

use crate::scene::SortBy;
use crate::world::World;

impl World {
    /// Sorts the objects of the current level and the persistent ones, on each altitude that is sorted.
    pub(in crate::world) fn sort_altitudes(&mut self) {
        let Self {
            scene,
            slots,
            level,
            ..
        } = self;
        for altitude in scene.altitudes_mut() {
            let Some(sort) = altitude.settings.sort else {
                altitude.order = None;
                continue;
            };
            let mut order = altitude.order.take().unwrap_or_default();
            let layers = altitude.sorted_pair(*level);
            order.update(*level, layers, |id, instance| {
                let body = id.and_then(|id| slots.body(id));
                match (sort, body) {
                    (SortBy::Base, Some(body)) => instance.position.y + body.bounds.max.y,
                    (SortBy::Base, None) => instance.position.y,
                    (SortBy::Depth, Some(body)) => body.depth,
                    (SortBy::Depth, None) => 0.0,
                }
            });
            altitude.order = Some(order);
        }
    }
}
