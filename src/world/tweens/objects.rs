//! The properties of objects that tweens change.

use glam::Vec2;

use super::target::TweenProperty;
use super::value::TweenValue;
use crate::assets::Assets;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::{LARGEST, LARGEST_SCALE, is_valid_scale};
use crate::geometry::turns::TurnMotion;
use crate::scene::RowFlags;
use crate::world::{Movement, World};

impl World {
    /// Returns the value of an object's property. `None` if the object is gone, or has no such property.
    pub(super) fn tweened_value(
        &self,
        id: ObjectId,
        property: TweenProperty,
    ) -> Option<TweenValue> {
        let found = self.slots.get(id).filter(|found| !found.is_leaving)?;
        let instance = self.instance(found.address);
        Some(match property {
            TweenProperty::Position => match self.attachment(id) {
                Some(attachment) => attachment.offset.into(),
                None => instance.position.into(),
            },
            TweenProperty::Angle => match self.attachment(id).filter(|link| link.turns) {
                Some(attachment) => attachment.angle.into(),
                None => found.angle.into(),
            },
            TweenProperty::Scale => found.scale.into(),
            // Premultiplied, as it is stored: a tint that fades out and in again keeps its colour.
            TweenProperty::Tint | TweenProperty::Alpha => {
                let [r, g, b, a] = instance.tint;
                Color { r, g, b, a }.into()
            }
            TweenProperty::Zoom | TweenProperty::Field(_) => return None,
        })
    }

    /// Returns the premultiplied tint of an object with another alpha. Without a colour, it is white.
    pub(super) fn tint_with_alpha(&self, id: ObjectId, alpha: u8) -> Option<Color> {
        let address = self.slots.address(id)?;
        let tint = self.instance(address).tint_color();
        let tint = if tint.a == 0 { Color::WHITE } else { tint };
        let [r, g, b, a] = tint.with_alpha(alpha).premultiplied();
        Some(Color { r, g, b, a })
    }

    /// Sets the value of an object's property. Moves of solid objects are added to `moves`. Returns false if the object
    /// is gone.
    pub(super) fn tween_object(
        &mut self,
        id: ObjectId,
        (property, value): (TweenProperty, TweenValue),
        jumps: bool,
        assets: &Assets,
        moves: &mut Vec<(ObjectId, Vec2)>,
    ) -> bool {
        match (property, value) {
            (TweenProperty::Position, TweenValue::Vector(to)) => {
                // A curve may overshoot.
                let to = to.clamp(Vec2::splat(-LARGEST), Vec2::splat(LARGEST));
                self.tween_position(id, to, jumps, assets, moves)
            }
            (TweenProperty::Angle, TweenValue::Number(to)) => {
                #[expect(clippy::cast_possible_truncation, reason = "angles are of this type")]
                let to = (to as f32).clamp(-LARGEST, LARGEST);
                self.tween_angle(id, to, jumps)
            }
            (TweenProperty::Scale, TweenValue::Vector(to)) => {
                let most = Vec2::splat(LARGEST_SCALE);
                self.tween_scale(id, to.clamp(-most, most), assets)
            }
            (TweenProperty::Tint, TweenValue::Color(Color { r, g, b, a })) => {
                // Curves that overshoot must not leave a colour brighter than its alpha allows.
                let tint = [r.min(a), g.min(a), b.min(a), a];
                let outcome = self.edit_row(id, |_, _, instance| instance.tint = tint);
                outcome.is_done()
            }
            _ => false,
        }
    }

    fn tween_position(
        &mut self,
        id: ObjectId,
        to: Vec2,
        jumps: bool,
        assets: &Assets,
        moves: &mut Vec<(ObjectId, Vec2)>,
    ) -> bool {
        let Some(found) = self.slots.get(id).filter(|found| !found.is_leaving) else {
            return false;
        };
        if let Some(node) = found.link.node.filter(|_| found.link.attached) {
            self.hierarchy.shift_to(node, to, jumps);
            return true;
        }
        let to = match found.movement {
            Movement::Smooth => to,
            Movement::WholeCells => to.round(),
        };
        if jumps {
            let object = self.object_mut(id, assets);
            return object.is_some_and(|mut object| object.set_position(to).is_done());
        }
        if found.solidness.is_solid() {
            moves.push((id, to));
            return true;
        }
        let (address, step) = (found.address, self.step);
        let is_alone = !found.has_collider() && found.link.node.is_none();
        let is_free = is_alone && found.movement == Movement::Smooth;
        let layer = self.layer(address);
        if layer.columns().instances[address.row()].position == to {
            return true;
        }
        let is_watched = layer.row_flags()[address.row()].has(RowFlags::NOTIFY_BOUNDS);
        if is_free && !is_watched {
            // Nothing else depends on where it is (bench `tweens`).
            self.layer_at(address).move_row(address.row(), to, step);
        } else {
            self.put(id, to);
        }
        true
    }

    fn tween_scale(&mut self, id: ObjectId, to: Vec2, assets: &Assets) -> bool {
        if !self.scales_alone(id) || !is_valid_scale(to) {
            let object = self.object_mut(id, assets);
            return object.is_some_and(|mut object| object.set_scale(to).is_done());
        }
        // Nothing else depends on its size (bench `tweens`).
        let unit = self.unit();
        let Some(edited) = self.slots.edited(id) else {
            return false;
        };
        let body = edited.body;
        body.scale = to;
        let sprite = body.sprite.and_then(|sprite| assets.sprite(sprite));
        if let Some(sprite) = sprite.filter(|_| body.bounds_of_sprite) {
            body.fit_bounds(sprite, unit, None);
        }
        self.edit_row(id, |_, _, _| ()).is_done()
    }

    /// Returns whether an object's scale only changes its picture and its bounds.
    fn scales_alone(&self, id: ObjectId) -> bool {
        let Some(found) = self.slots.get(id).filter(|found| !found.is_leaving) else {
            return false;
        };
        let flags = self.layer(found.address).row_flags()[found.address.row()];
        !found.has_collider()
            && !flags.has(RowFlags::NOTIFY_BOUNDS)
            && self.shapes.get(id).is_none()
            && self.fills.get(id).is_none()
    }

    fn tween_angle(&mut self, id: ObjectId, to: f32, jumps: bool) -> bool {
        let step = self.step;
        let Some(edited) = self.slots.edited(id).filter(|edited| !edited.is_leaving) else {
            return false;
        };
        let (address, body) = (edited.address, edited.body);
        if body.link.attached && self.hierarchy.turn_to(body.link.node, to, jumps) {
            return true;
        }
        let from = body.row_turn();
        body.angle = to;
        let turn = body.row_turn();
        if from == turn {
            // The turn is too small to show.
            return true;
        }
        let before = self.layer(address).pose(address.row(), step).turn_motion;
        // Drawing interpolates the turn along the shorter way round.
        let motion = before + from.motion_to(turn);
        let motion = if jumps { TurnMotion::ZERO } else { motion };
        let layer = self.layer_at(address);
        layer.turn_row(address.row(), turn, motion, step);
        if self.shapes.get(id).is_some() {
            self.update_collider(id);
        }
        self.mark_dirty(id, jumps);
        true
    }
}
