//! The checksum of everything that can affect a later step.
//!
//! What each part of the world adds is in its own file, as an `impl Summed` or a line of `summed!`.

use super::World;
use crate::assets::Assets;
use crate::base::checksum::{Checksum, Summed};
use crate::scene::{Layer, RowFlags};

impl World {
    /// A checksum of everything that can affect a later step: objects in act order, level, camera, view
    /// values, waiting events, random numbers. Never of how things are drawn. Sprites count by their labels.
    pub fn checksum(&self, assets: &Assets) -> Checksum {
        let mut sum = Checksum::new();
        (self.step, self.level, self.unit()).add_to(&mut sum);
        sum.usize(self.scene.altitudes().len());
        for altitude in self.scene.altitudes() {
            altitude.settings.add_to(&mut sum);
            // A layer that was made and is empty is as good as none.
            let layers = (0_u16..).zip(altitude.layers());
            let layers = layers.filter(|(_, layer)| layer.live() > 0);
            sum.usize(layers.clone().count());
            for (level, layer) in layers {
                sum.u16(level);
                self.sum_layer(layer, assets, &mut sum);
            }
        }
        // A function has no name that stays: only that there is one.
        sum.bool(self.filter.is_some());
        (&self.slots, &self.hierarchy, &self.data).add_to(&mut sum);
        if !self.hierarchy.carries.is_empty() {
            self.hierarchy.carries.add_to(&mut sum);
        }
        if !self.overlaps.is_empty() {
            self.overlaps.add_to(&mut sum);
        }
        (&self.events, &self.pending, &self.bounds, &self.jobs).add_to(&mut sum);
        (&self.camera, &self.hud, &self.resources).add_to(&mut sum);
        self.random.add_to(&mut sum);
        sum
    }

    fn sum_layer(&self, layer: &Layer, assets: &Assets, sum: &mut Checksum) {
        sum.usize(layer.live());
        let columns = layer.columns();
        for (row, &id) in columns.ids.iter().enumerate() {
            let Some((id, body)) = id.and_then(|id| Some((id, self.slots.body(id)?))) else {
                continue;
            };
            let (position, velocity) = (columns.instances[row].position, columns.velocities[row]);
            // The derived flags follow from the body; what it is subscribed to does not.
            let flags = layer.row_flags()[row]
                .with_derived(RowFlags::default())
                .with_hooks(RowFlags::default());
            (id, position, velocity, flags.0, layer.time_left(row), body).add_to(sum);
            let sprite = body.sprite.and_then(|sprite| assets.sprite(sprite));
            sum.str(sprite.map_or("", |sprite| &sprite.label));
            self.behaviors.add_to(id, sum);
            self.shapes.add_to(id, sum);
            self.tiles.add_to(id, sum);
            if body.bullet {
                sum.str("bullet");
            }
            if body.sensor {
                sum.str("sensor");
            }
        }
    }
}
