//! Adds and changes objects. Setters go through [`World::edit`], or through [`World::edit_row`] if they do not change
//! the body: both keep the row consistent with the body. The setters of position, velocity and lifetime write to the
//! row directly.

use glam::IVec2;

use super::body::{Body, ShownFrame};
use super::description::Object;
use super::fraction_counter::FractionCounter;
use super::playing::PlayingAnimation;
use super::slots::{ObjectEdit, RowAddress};
use super::spawn::{instance_of, sanitize};
use super::tile_drawing::{TileDrawing, draw_all, take_layer};
use crate::assets::Assets;
use crate::base::id::{ObjectId, row_number};
use crate::scene::{Blend, EventFlags, Instance, Layer, Material, RowFlags, RowStyle};
use crate::tiles::{TileId, TileMap};
use crate::world::unmatched::NameOf;
use crate::world::{Outcome, World};

impl World {
    /// Adds an object. It acts from the next phase, and is drawn from the next frame. An invalid field gets its
    /// default, and is counted and logged. With a context, [`Context::spawn`](crate::world::Context::spawn) is shorter.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::assets::Assets;
    ///
    /// let assets = Assets::new(Default::default());
    /// let mut world = World::new(vec2(80.0, 24.0), vec2(8.0, 16.0), 5, 0);
    /// let id = world.spawn(Object { sprite: Some(SpriteId::PLACEHOLDER), ..Object::default() }, &assets);
    /// assert!(world.contains(id));
    /// ```
    pub fn spawn(&mut self, mut object: Object, assets: &Assets) -> ObjectId {
        // The description is passed on by reference: it is so large that each copy is measurable (bench `objects`).
        let altitudes = self.altitudes().end;
        sanitize(&mut object, altitudes, &mut self.diagnostics);
        let sprite = object.sprite.and_then(|id| assets.sprite(id));
        if object.sprite.is_some() && sprite.is_none() {
            let kind = object.kind;
            self.diagnostics.refuse(&format_args!(
                "a new `{kind}`: its sprite is not among the assets; it has none"
            ));
            object.sprite = None;
        }
        self.diagnostics.unmatched.record(NameOf::Kind, object.kind);
        let level = match object.level {
            _ if object.persistent => 0,
            Some(level) => level,
            None => self.level,
        };
        let body = Body::new(&object, sprite, self.unit());
        let shown = ShownFrame::new(object.frame, body.animation.frames);
        let instance = instance_of(&object, &body, &shown);
        let (flags, quad_rows) = (body.row_flags(false), body.quad_rows());
        let is_found = body.has_collider();
        let Self { scene, slots, .. } = self;
        let layer = scene.altitudes_mut()[usize::from(object.altitude)].level_mut(level);
        let address = RowAddress {
            altitude: object.altitude,
            level,
            row: row_number(layer.len()),
        };
        // The slot stores the row's number, and the row stores the object's id. So the number is computed before the
        // row exists.
        let id = slots.insert(body, shown, address);
        layer.push(Some(id), instance, object.velocity);
        layer.set_row_flags(address.row(), flags);
        let style = RowStyle::of(object.blend).with_material(object.material);
        if style != RowStyle::PLAIN {
            layer.set_style(address.row(), style);
        }
        layer.push_quad_rows(quad_rows);
        // The world's boundary is not tested: only behaviours are notified of leaving the world, and attaching one
        // tests it.
        match object.lifetime {
            None => {}
            Some(0) => self.mark_for_despawn(id),
            Some(steps) => layer.set_time_left(address.row(), f64::from(steps)),
        }
        if !object.shapes.is_empty() {
            self.set_shapes(id, &object.shapes);
        } else if is_found {
            self.update_collider(id);
        }
        if let Some(fill) = object.fill {
            self.fills.set(id, fill);
            self.draw_fills_between_steps(assets);
        }
        id
    }

    /// Changes an object: its body and its row's instance. Then derives again everything in the row that follows from
    /// the body.
    pub(in crate::world) fn edit(
        &mut self,
        id: ObjectId,
        change: impl FnOnce(&mut Body, &mut Instance),
    ) -> Outcome {
        self.edit_all(id, |body, _, instance| change(body, instance))
    }

    /// Like [`World::edit`], for changes that also concern the frame that the object shows.
    pub(in crate::world) fn edit_all(
        &mut self,
        id: ObjectId,
        change: impl FnOnce(&mut Body, &mut ShownFrame, &mut Instance),
    ) -> Outcome {
        let Some(edited) = self.slots.edited(id) else {
            return Outcome::Gone;
        };
        let ObjectEdit {
            address,
            is_leaving,
            shown,
            body,
        } = edited;
        let layer =
            self.scene.altitudes_mut()[usize::from(address.altitude)].level_mut(address.level);
        let row = address.row();
        let before = body.collides_as();
        let turned_before = (body.angle, body.scale);
        // The change and the derived values are written in one closure, because `edit_row` compares the instance before
        // and after. If only the body changes, no backend has to copy the chunk.
        layer.edit_row(row, |instance| {
            change(body, shown, instance);
            body.write_row(shown, instance);
        });
        // Derives all flags after every change: a forgotten flag would go unnoticed until an object does not move (test
        // `rows_always_follow_from_the_objects_bodies`).
        let old = layer.row_flags()[row];
        let flags = old.with_derived(body.row_flags(is_leaving));
        layer.set_row_flags(row, flags);
        let is_driven = body.is_driven();
        let turned = (body.angle, body.scale) != turned_before;
        let collides_otherwise = body.collides_as() != before;
        let fits = layer.quad_rows_of(row).len() == body.quad_rows();
        self.slots.set_driven(id, is_driven);
        if !fits {
            // Within a step, this waits for the step's end, because fitting moves rows, and a phase may be visiting
            // them.
            self.pending.quad_rows.push(id);
            if !self.stepping {
                self.fit_quad_rows();
            }
        }
        if collides_otherwise || turned && self.shapes.get(id).is_some() {
            self.update_collider(id);
        }
        Outcome::Done
    }

    /// Changes the instance of an object's row and the frame that it shows. Only reads its body, which may be shared.
    pub(in crate::world) fn edit_row(
        &mut self,
        id: ObjectId,
        change: impl FnOnce(&Body, &mut ShownFrame, &mut Instance),
    ) -> Outcome {
        let Some((address, body, shown)) = self.slots.shown_mut(id) else {
            return Outcome::Gone;
        };
        let layer =
            self.scene.altitudes_mut()[usize::from(address.altitude)].level_mut(address.level);
        layer.edit_row(address.row(), |instance| {
            change(body, shown, instance);
            body.write_row(shown, instance);
        });
        Outcome::Done
    }

    /// Sets an object's blend mode.
    pub(in crate::world) fn set_blend(&mut self, id: ObjectId, blend: Blend) -> Outcome {
        let Some(address) = self.slots.address(id) else {
            return Outcome::Gone;
        };
        self.layer_at(address).set_blend(address.row(), blend);
        Outcome::Done
    }

    /// Sets or removes an object's material.
    pub(in crate::world) fn set_material(
        &mut self,
        id: ObjectId,
        material: Option<Material>,
    ) -> Outcome {
        let is_valid = material.is_none_or(Material::is_valid);
        let outcome = self.check(id, "material", is_valid);
        if outcome.is_done()
            && let Some(address) = self.slots.address(id)
        {
            self.layer_at(address).set_material(address.row(), material);
        }
        outcome
    }

    /// Sets or removes the tile map of an object: see [`ObjectMut::set_tiles`](crate::world::ObjectMut::set_tiles).
    pub(in crate::world) fn set_tiles(
        &mut self,
        id: ObjectId,
        tiles: Option<TileMap>,
        assets: &Assets,
    ) -> Outcome {
        if !self.contains(id) {
            return Outcome::Gone;
        }
        match tiles {
            Some(tiles) => self.tiles.set(id, tiles),
            None => self.drop_tiles(id),
        }
        self.update_collider(id);
        self.draw_tiles_between_steps(assets);
        Outcome::Done
    }

    /// Changes a cell of an object's tiles: see [`ObjectMut::set_tile`](crate::world::ObjectMut::set_tile).
    pub(in crate::world) fn set_tile(
        &mut self,
        id: ObjectId,
        cell: IVec2,
        tile: Option<TileId>,
        assets: &Assets,
    ) -> Outcome {
        if !self.contains(id) {
            return Outcome::Gone;
        }
        if !self.tiles.set_tile(id, cell, tile) {
            let reason = format!("it has no cell {cell}, or no such tile; the map stays as it is");
            return self.refuse_because(id, &reason);
        }
        // The map's box is the same, but its overlaps with sensors may differ.
        self.colliders.touch(id);
        self.draw_tiles_between_steps(assets);
        Outcome::Done
    }

    /// Draws changes of tile maps, unless a step is running: that step draws them at its end.
    fn draw_tiles_between_steps(&mut self, assets: &Assets) {
        if !self.stepping {
            self.draw_tiles(assets, 0.0);
        }
    }

    /// Draws the changes of all tile maps in a step of `dt` nominal steps.
    pub(in crate::world) fn draw_tiles(&mut self, assets: &Assets, dt: f32) {
        let by = TileDrawing {
            slots: &self.slots,
            assets,
            level: self.level,
            unit: self.unit(),
            dt,
        };
        draw_all(&mut self.tiles, self.scene.altitudes_mut(), by);
    }

    /// Removes the tiles of an object and their drawings.
    pub(in crate::world) fn drop_tiles(&mut self, id: ObjectId) {
        if self.tiles.get(id).is_some() {
            self.tiles.remove(id);
            take_layer(self.scene.altitudes_mut(), id);
        }
    }

    /// Marks an object as being removed. No phase lists its row for a hook any more.
    pub(in crate::world) fn edit_leaving(&mut self, id: ObjectId) {
        self.slots.set_leaving(id);
        let Some((address, body)) = self.slots.find(id) else {
            return;
        };
        let has_collider = body.has_collider();
        // Only the row's flags are derived again: the instance does not depend on whether the object is being removed.
        let derived = body.row_flags(true);
        self.colliders.touch(id);
        let layer = self.layer_at(address);
        let flags = layer.row_flags()[address.row()].with_derived(derived);
        layer.set_row_flags(address.row(), flags);
        layer.set_events(address.row(), EventFlags::default());
        if has_collider {
            // The collider of an object that is being removed has the kind `BoxKind::Other`.
            self.update_collider(id);
        }
    }

    /// Adds or removes quad rows, so that each object in `pending.quad_rows` has as many as its sprite needs.
    pub(in crate::world) fn fit_quad_rows(&mut self) {
        let Self {
            pending,
            scene,
            slots,
            step,
            ..
        } = self;
        for id in pending.quad_rows.drain(..) {
            // The object may have been removed since it was listed.
            let Some((address, body)) = slots.find(id) else {
                continue;
            };
            let count = body.quad_rows();
            let altitude = &mut scene.altitudes_mut()[usize::from(address.altitude)];
            let layer = altitude.level_mut(address.level);
            layer.set_quad_rows(address.row(), count, *step, |id, row| {
                slots.set_row(id, row_number(row));
            });
        }
    }

    /// Like [`World::edit`], for a new value of a field. An invalid value is refused, counted and logged.
    pub(in crate::world) fn edit_valid(
        &mut self,
        id: ObjectId,
        field: &str,
        valid: bool,
        change: impl FnOnce(&mut Body, &mut Instance),
    ) -> Outcome {
        match self.check(id, field, valid) {
            Outcome::Done => self.edit(id, change),
            refused => refused,
        }
    }

    /// Returns [`Outcome::Done`] if an object exists and a new value of its field is valid. An invalid value is
    /// refused, counted and logged.
    pub(in crate::world) fn check(&mut self, id: ObjectId, field: &str, valid: bool) -> Outcome {
        if !self.contains(id) {
            return Outcome::Gone;
        }
        if !valid {
            return self.refuse_for(id, field);
        }
        Outcome::Done
    }

    /// Plays an animation: see [`ObjectMut::play`](crate::world::ObjectMut::play).
    pub(in crate::world) fn play(&mut self, id: ObjectId, name: &str, assets: &Assets) -> Outcome {
        let Some(body) = self.slots.get(id) else {
            return Outcome::Gone;
        };
        let playing = body.animation.playing.as_deref();
        if playing.is_some_and(|playing| playing.name() == name && !playing.has_ended()) {
            return Outcome::Done;
        }
        let sprite = body.sprite;
        let found = sprite.and_then(|sprite| assets.shared_animation(sprite, name));
        let Some(animation) = found.cloned() else {
            let near = sprite.and_then(|sprite| assets.nearest_animation(sprite, name));
            let meant = near.map_or(String::new(), |near| format!("; is `{near}` meant?"));
            let owner = match sprite {
                Some(_) => "its sprite has no",
                None => "it has no sprite, so no",
            };
            let subject = self.named(id);
            self.diagnostics.refuse(&format_args!(
                "{subject}: {owner} animation `{name}`{meant}"
            ));
            return Outcome::Refused;
        };
        self.edit_all(id, |body, shown, _| {
            let playing = PlayingAnimation::new(animation);
            shown.frame = playing.frame();
            body.animation.playing = Some(Box::new(playing));
        })
    }

    /// Shows a frame of an object's sprite, and stops its named animation.
    pub(in crate::world) fn show_frame(&mut self, id: ObjectId, frame: u16) -> Outcome {
        if self.animation(id).is_some() {
            self.stop_animation(id);
        }
        self.edit_row(id, |body, shown, _| {
            *shown = ShownFrame::new(frame, body.animation.frames);
        })
    }

    /// Stops the named animation.
    pub(in crate::world) fn stop_animation(&mut self, id: ObjectId) -> Outcome {
        if self.animation(id).is_none() {
            return self.edit_row(id, |_, _, _| ());
        }
        self.edit_all(id, |body, shown, _| {
            body.animation.playing = None;
            shown.time = FractionCounter::default();
        })
    }

    /// Returns the name of the animation that the object plays, or that has ended; `None` without one.
    pub(in crate::world) fn animation(&self, id: ObjectId) -> Option<&str> {
        let playing = self.slots.body(id)?.animation.playing.as_deref()?;
        Some(playing.name())
    }

    /// Returns whether the object's named animation has ended: its last frame stays. `None` without one.
    pub(in crate::world) fn has_animation_ended(&self, id: ObjectId) -> Option<bool> {
        let playing = self.slots.body(id)?.animation.playing.as_deref()?;
        Some(playing.has_ended())
    }

    /// Sets an object's lifetime: see [`ObjectMut::set_lifetime`](crate::world::ObjectMut::set_lifetime).
    pub(in crate::world) fn set_lifetime(&mut self, id: ObjectId, steps: Option<u32>) -> Outcome {
        let Some(address) = self.slots.address(id) else {
            return Outcome::Gone;
        };
        if steps == Some(0) {
            return self.remove(id);
        }
        // The layer's clock has already advanced by the running step, which therefore does not count.
        let left = steps.map_or(f64::INFINITY, f64::from);
        self.layer_at(address).set_time_left(address.row(), left);
        Outcome::Done
    }

    /// Sets or clears a flag of an object's row that does not follow from its body.
    pub(in crate::world) fn set_row_flag(&mut self, id: ObjectId, flag: RowFlags, on: bool) {
        if let Some(address) = self.slots.address(id) {
            let layer = self.layer_at(address);
            let flags = layer.row_flags()[address.row()].with(flag, on);
            layer.set_row_flags(address.row(), flags);
        }
    }

    /// Returns the layer of an object's row, to change.
    pub(in crate::world) fn layer_at(&mut self, address: RowAddress) -> &mut Layer {
        self.layer_mut(address.altitude, address.level)
    }

    /// Returns the layer of an altitude and level, to change. Creates a missing one.
    pub(in crate::world) fn layer_mut(&mut self, altitude: u16, level: u16) -> &mut Layer {
        self.scene.altitudes_mut()[usize::from(altitude)].level_mut(level)
    }
}

#[cfg(test)]
mod tests;
