//! The checksum of everything that can affect a later step.
//!
//! The contribution of each type is in its own file, as an `impl Checksum` or a line of `summed!`.

use super::World;
use super::state_field::{StateField, StateFieldId, StateVisitor};
use crate::assets::Assets;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::scene::{Layer, RowFlags};

impl World {
    /// Returns a checksum of everything that can affect a later step: objects in act order, level, camera, view values,
    /// waiting events, random numbers. Drawing is not included. Sprites count by their labels.
    pub fn checksum(&self, assets: &Assets) -> ChecksumWriter {
        let mut sum = ChecksumWriter::new();
        self.each_state_field(assets, &mut sum);
        sum
    }

    /// Passes the state to `visitor`, field by field.
    pub(super) fn each_state_field(&self, assets: &Assets, visitor: &mut impl StateVisitor) {
        let own = StateFieldId::own;
        visitor.field(own(StateField::Level), |sum| {
            (self.step, self.level, self.unit()).write_checksum(sum);
        });
        visitor.field(own(StateField::Altitudes), |sum| {
            sum.usize(self.scene.altitudes().len());
        });
        for altitude in self.scene.altitudes() {
            // An empty layer is equivalent to a missing one.
            let layers = (0_u16..).zip(&altitude.levels);
            let layers = layers.filter(|(_, layer)| layer.live() > 0);
            visitor.field(own(StateField::Altitudes), |sum| {
                altitude.settings.write_checksum(sum);
                sum.usize(layers.clone().count());
            });
            for (level, layer) in layers {
                visitor.field(own(StateField::Altitudes), |sum| {
                    sum.u16(level);
                    sum.usize(layer.live());
                });
                self.each_object_field(layer, assets, visitor);
            }
        }
        visitor.field(own(StateField::Filter), |sum| {
            // A function has no lasting name: only its presence counts.
            sum.bool(self.filter.is_some());
        });
        visitor.field(own(StateField::Ids), |sum| self.slots.write_checksum(sum));
        visitor.field(own(StateField::Attachments), |sum| {
            self.hierarchy.write_checksum(sum);
        });
        self.data.each_field(|component, add| {
            let field = StateFieldId {
                object: component.map(|of| of.object),
                type_name: component.map(|of| of.type_name),
                ..own(StateField::Components)
            };
            visitor.field(field, add);
        });
        visitor.field(own(StateField::Attachments), |sum| {
            if !self.hierarchy.carries.is_empty() {
                self.hierarchy.carries.write_checksum(sum);
            }
        });
        visitor.field(own(StateField::Overlaps), |sum| {
            if !self.overlaps.is_empty() {
                self.overlaps.write_checksum(sum);
            }
        });
        visitor.field(own(StateField::Events), |sum| {
            self.events.write_checksum(sum)
        });
        visitor.field(own(StateField::Changes), |sum| {
            self.pending.write_checksum(sum)
        });
        visitor.field(own(StateField::Bounds), |sum| {
            self.bounds.write_checksum(sum)
        });
        visitor.field(own(StateField::Jobs), |sum| self.jobs.write_checksum(sum));
        visitor.field(own(StateField::Camera), |sum| {
            self.camera.write_checksum(sum)
        });
        visitor.field(own(StateField::Hud), |sum| self.hud.write_checksum(sum));
        self.resources.each_field(|type_name, add| {
            let field = StateFieldId {
                type_name: Some(type_name),
                ..own(StateField::Resources)
            };
            visitor.field(field, add);
        });
        visitor.field(own(StateField::Input), |sum| {
            self.actions.write_checksum(sum)
        });
        visitor.field(own(StateField::Files), |sum| self.files.write_checksum(sum));
        visitor.field(own(StateField::Random), |sum| {
            self.random.write_checksum(sum)
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
                // The derived flags follow from the body.
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
