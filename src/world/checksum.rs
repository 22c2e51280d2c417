//! The checksum of everything that can affect a later step.
//!
//! The contribution of each type is in its own file, as an `impl Checksum` or a line of `summed!`.

use super::World;
use super::state_field::{StateField, StateFieldId, StateVisitor};
use crate::assets::Assets;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::scene::{Layer, RowFlags};

impl World {
    /// Returns a checksum of everything that can affect a later step: objects in act order, level, camera, values of
    /// the heads-up display, waiting events, random numbers and so on. Drawing is not included, except for materials.
    /// Steps must not depend on effects, lights or looks of groups.
    /// Sprites count by their labels.
    pub fn checksum(&self, assets: &Assets) -> ChecksumWriter {
        let mut sum = ChecksumWriter::new();
        self.each_state_field(assets, &mut sum);
        sum
    }

    /// Passes the state to `visitor`, field by field.
    pub(super) fn each_state_field(&self, assets: &Assets, visitor: &mut impl StateVisitor) {
        let own = StateFieldId::own;
        visitor.value(StateField::Level, (self.step, self.level, self.unit()));
        visitor.value(StateField::Altitudes, self.scene.altitudes().len());
        for altitude in self.scene.altitudes() {
            // Empty layers are left out, because an empty layer is equivalent to a missing one.
            let layers = (0_u16..).zip(&altitude.levels);
            let layers = layers.filter(|(_, layer)| layer.live() > 0);
            let settings = (&altitude.settings, layers.clone().count());
            visitor.value(StateField::Altitudes, settings);
            for (level, layer) in layers {
                visitor.value(StateField::Altitudes, (level, layer.live()));
                self.each_object_field(layer, assets, visitor);
            }
        }
        for (list, id, by) in self.riding.displacements(self.step) {
            let of_it = StateFieldId {
                object: Some(id),
                ..own(StateField::Velocity)
            };
            visitor.field(of_it, |sum| (list, by).write_checksum(sum));
        }
        // Only the presence of a filter counts: a function has no name that stays the same between builds.
        visitor.value(StateField::Filter, self.filter.is_some());
        visitor.value(StateField::Ids, &self.slots);
        visitor.value(StateField::Attachments, &self.hierarchy);
        self.data.each_field(|component, add| {
            let field = StateFieldId {
                object: component.map(|of| of.object),
                type_name: component.map(|of| of.type_name),
                ..own(StateField::Components)
            };
            visitor.field(field, add);
        });
        // These fields are visited even if they add nothing: each visit changes a `StateDigest`, so a visit that is
        // left out would count as a difference.
        visitor.field(own(StateField::Attachments), |sum| {
            if !self.hierarchy.carries.is_empty() {
                self.hierarchy.carries.write_checksum(sum);
            }
        });
        visitor.field(own(StateField::Overlaps), |sum| {
            if !self.overlaps.is_empty() {
                self.overlaps.write_checksum(sum);
            }
            // Without a filter, further tests of the same overlaps change nothing.
            if self.filter.is_some() {
                let tested = self.overlaps_to_test();
                tested.iter().for_each(|id| id.write_checksum(sum));
            }
        });
        visitor.field(own(StateField::Events), |sum| {
            self.events.write_checksum(sum);
            for (index, contact) in self.events.contacts().enumerate() {
                if !self.contacts.is_valid(&contact) {
                    sum.usize(index);
                }
            }
        });
        visitor.value(StateField::Changes, &self.pending);
        visitor.value(StateField::Bounds, &self.bounds);
        visitor.value(StateField::Jobs, &self.jobs);
        visitor.value(StateField::Camera, &self.camera);
        visitor.value(StateField::Hud, &self.hud);
        self.resources.each_field(|type_name, add| {
            let field = StateFieldId {
                type_name: Some(type_name),
                ..own(StateField::Resources)
            };
            visitor.field(field, add);
        });
        visitor.value(StateField::Input, &self.actions);
        visitor.value(StateField::Files, &self.files);
        visitor.value(StateField::Random, &self.random);
        visitor.field(own(StateField::Sounds), |sum| {
            if self.sounds.are_used(&self.buses) {
                (&self.sounds, &self.buses).write_checksum(sum);
            }
            if !self.arrived_sounds.is_empty() {
                self.arrived_sounds.write_checksum(sum);
            }
        });
        visitor.field(own(StateField::Tweens), |sum| {
            if !self.tweens.are_unused() {
                self.tweens.write_checksum(sum);
            }
            if let Some(transition) = &self.transition {
                ("transition", transition).write_checksum(sum);
            }
        });
    }

    fn each_object_field(&self, layer: &Layer, assets: &Assets, visitor: &mut impl StateVisitor) {
        let columns = layer.columns();
        for (row, &id) in columns.ids.iter().enumerate() {
            let Some((id, found)) = id.and_then(|id| Some((id, self.slots.get(id)?))) else {
                continue;
            };
            let of = |field| StateFieldId {
                object: Some(id),
                ..StateFieldId::own(field)
            };
            visitor.field(of(StateField::Position), |sum| {
                (id, columns.instances[row].position).write_checksum(sum);
            });
            visitor.field(of(StateField::Velocity), |sum| {
                columns.velocities[row].write_checksum(sum);
            });
            visitor.field(of(StateField::Properties), |sum| {
                // Derived flags are left out: they follow from the body, which counts.
                let flags = layer.row_flags()[row].with_derived(RowFlags::default());
                (flags.0, layer.time_left(row)).write_checksum(sum);
                self.slots.sum_object(id, sum);
                let sprite = found.sprite.and_then(|sprite| assets.sprite(sprite));
                sum.str(sprite.map_or("", |sprite| &sprite.label));
            });
            visitor.field(of(StateField::Behaviors), |sum| {
                self.behaviors.add_to(id, sum);
            });
            visitor.field(of(StateField::Properties), |sum| {
                self.shapes.add_to(id, sum);
                self.tiles.add_to(id, sum);
                self.fills.add_to(id, sum);
                self.trails.add_to(id, sum);
                if found.depth != 0.0 {
                    sum.str("depth");
                    found.depth.write_checksum(sum);
                }
                if found.bullet {
                    sum.str("bullet");
                }
                if found.sensor {
                    sum.str("sensor");
                }
                if found.platform {
                    sum.str("platform");
                }
                let style = layer.style(row);
                if style.material_number() > 0 {
                    sum.str("material");
                    style.write_checksum(sum);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests;
