//! The checksum of everything that can affect a later step.
//!
//! What each part of the world adds is in its own file, as an `impl Summed` or a line of `summed!`.

use super::World;
use super::state_part::{StateField, StatePart, StateParts};
use crate::assets::Assets;
use crate::base::checksum::{Checksum, Summed};
use crate::scene::{Layer, RowFlags};

impl World {
    /// A checksum of everything that can affect a later step: objects in act order, level, camera, view
    /// values, waiting events, random numbers. Never of how things are drawn. Sprites count by their labels.
    pub fn checksum(&self, assets: &Assets) -> Checksum {
        let mut sum = Checksum::new();
        self.each_state_part(assets, &mut sum);
        sum
    }

    /// Gives the state to `parts`, part by part.
    pub(super) fn each_state_part(&self, assets: &Assets, parts: &mut impl StateParts) {
        let own = StatePart::own;
        parts.part(own(StateField::Level), |sum| {
            (self.step, self.level, self.unit()).add_to(sum);
        });
        parts.part(own(StateField::Altitudes), |sum| {
            sum.usize(self.scene.altitudes().len());
        });
        for altitude in self.scene.altitudes() {
            // A layer that was made and is empty is as good as none.
            let layers = (0_u16..).zip(altitude.layers());
            let layers = layers.filter(|(_, layer)| layer.live() > 0);
            parts.part(own(StateField::Altitudes), |sum| {
                altitude.settings.add_to(sum);
                sum.usize(layers.clone().count());
            });
            for (level, layer) in layers {
                parts.part(own(StateField::Altitudes), |sum| {
                    sum.u16(level);
                    sum.usize(layer.live());
                });
                self.each_object_part(layer, assets, parts);
            }
        }
        parts.part(own(StateField::Filter), |sum| {
            // A function has no name that stays: only that there is one.
            sum.bool(self.filter.is_some());
        });
        parts.part(own(StateField::Ids), |sum| self.slots.add_to(sum));
        parts.part(own(StateField::Attachments), |sum| {
            self.hierarchy.add_to(sum);
        });
        self.data.each_part(|component, add| {
            let part = StatePart {
                object: component.map(|of| of.object),
                type_name: component.map(|of| of.type_name),
                ..own(StateField::Components)
            };
            parts.part(part, add);
        });
        parts.part(own(StateField::Attachments), |sum| {
            if !self.hierarchy.carries.is_empty() {
                self.hierarchy.carries.add_to(sum);
            }
        });
        parts.part(own(StateField::Overlaps), |sum| {
            if !self.overlaps.is_empty() {
                self.overlaps.add_to(sum);
            }
        });
        parts.part(own(StateField::Events), |sum| self.events.add_to(sum));
        parts.part(own(StateField::Changes), |sum| self.pending.add_to(sum));
        parts.part(own(StateField::Bounds), |sum| self.bounds.add_to(sum));
        parts.part(own(StateField::Jobs), |sum| self.jobs.add_to(sum));
        parts.part(own(StateField::Camera), |sum| self.camera.add_to(sum));
        parts.part(own(StateField::Hud), |sum| self.hud.add_to(sum));
        self.resources.each_part(|type_name, add| {
            let part = StatePart {
                type_name: Some(type_name),
                ..own(StateField::Resources)
            };
            parts.part(part, add);
        });
        parts.part(own(StateField::Input), |sum| self.actions.add_to(sum));
        parts.part(own(StateField::Files), |sum| self.files.add_to(sum));
        parts.part(own(StateField::Random), |sum| self.random.add_to(sum));
    }

    fn each_object_part(&self, layer: &Layer, assets: &Assets, parts: &mut impl StateParts) {
        let columns = layer.columns();
        for (row, &id) in columns.ids.iter().enumerate() {
            let Some((id, found)) = id.and_then(|id| Some((id, self.slots.get(id)?))) else {
                continue;
            };
            let of = |field| StatePart {
                object: Some(id),
                ..StatePart::own(field)
            };
            parts.part(of(StateField::Position), |sum| {
                (id, columns.instances[row].position).add_to(sum);
            });
            parts.part(of(StateField::Velocity), |sum| {
                columns.velocities[row].add_to(sum);
            });
            parts.part(of(StateField::Properties), |sum| {
                // The derived flags follow from the body.
                let flags = layer.row_flags()[row].with_derived(RowFlags::default());
                (flags.0, layer.time_left(row)).add_to(sum);
                self.slots.sum_object(id, sum);
                let sprite = found.sprite.and_then(|sprite| assets.sprite(sprite));
                sum.str(sprite.map_or("", |sprite| &sprite.label));
            });
            parts.part(of(StateField::Behaviors), |sum| {
                self.behaviors.add_to(id, sum);
            });
            parts.part(of(StateField::Properties), |sum| {
                self.shapes.add_to(id, sum);
                self.tiles.add_to(id, sum);
                if found.bullet {
                    sum.str("bullet");
                }
                if found.sensor {
                    sum.str("sensor");
                }
                if found.platform {
                    sum.str("platform");
                }
            });
        }
    }
}
