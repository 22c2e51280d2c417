//! Draws the changes of tile maps at a step's end. Uses the layers of a world, but not `World` itself.

use std::sync::Arc;

use glam::Vec2;

use super::slots::Slots;
use super::tiles::{ObjectTiles, ShownTiles, TileTable};
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::scene::{Altitude, TileLayer};
use crate::tiles::TileStyle;

/// Everything needed to draw the tiles of a world.
#[derive(Clone, Copy)]
pub(super) struct TileDrawing<'a> {
    pub(super) slots: &'a Slots,
    pub(super) assets: &'a Assets,
    /// The current level.
    pub(super) level: u16,
    /// Pixels per world unit.
    pub(super) unit: Vec2,
    /// The step's length in nominal steps, which advances animated tiles.
    pub(super) dt: f32,
}

/// Draws the changes of all tile maps.
pub(super) fn draw_all(tiles: &mut TileTable, altitudes: &mut [Altitude], by: TileDrawing<'_>) {
    for index in 0..tiles.ids().len() {
        let id = tiles.ids()[index];
        let (Some((address, body)), Some(tiles)) = (by.slots.find(id), tiles.get_mut(id)) else {
            continue;
        };
        let altitude = &altitudes[usize::from(address.altitude)];
        let Some(layer) = altitude.level(address.level) else {
            continue;
        };
        let row = address.row();
        let style = TileStyle::of(&layer.columns().instances[row], layer.style(row));
        if is_current(address.level, by.level) {
            tiles.time += f64::from(by.dt * altitude.settings.time_passing());
        }
        let now = ShownTiles {
            altitude: address.altitude,
            level: address.level,
            visible: body.visible,
            style,
            frames: by.assets.frames().version(),
            time: tiles.time,
        };
        draw(id, tiles, now, altitudes, by.assets, by.unit);
    }
}

/// Draws the changes of an object's tiles. `now` is the state to show, `unit` the pixels per world unit.
fn draw(
    id: ObjectId,
    tiles: &mut ObjectTiles,
    now: ShownTiles,
    altitudes: &mut [Altitude],
    assets: &Assets,
    unit: Vec2,
) {
    let ObjectTiles {
        map,
        shown,
        changed,
        ..
    } = tiles;
    let Some(before) = shown.replace(now) else {
        changed.clear();
        take_layer(altitudes, id);
        let mut layer = map.rows(&now.style);
        map.write_records(&mut layer, assets, unit, now.time);
        altitudes[usize::from(now.altitude)].tiles.push(TileLayer {
            owner: id,
            level: now.level,
            visible: now.visible,
            layer: Arc::new(layer),
        });
        return;
    };
    let is_elsewhere = before.altitude != now.altitude;
    let rows_change = before.style != now.style || !changed.is_empty();
    let records_change = before.frames != now.frames || map.has_turned(before.time, now.time);
    let settings_change = (before.level, before.visible) != (now.level, now.visible);
    if is_elsewhere && let Some(layer) = take_layer(altitudes, id) {
        altitudes[usize::from(now.altitude)].tiles.push(layer);
    }
    if !(is_elsewhere || rows_change || records_change || settings_change) {
        return;
    }
    let layers = &mut altitudes[usize::from(now.altitude)].tiles;
    let Some(shown) = layers.iter_mut().find(|layer| layer.owner == id) else {
        return;
    };
    (shown.level, shown.visible) = (now.level, now.visible);
    if !(rows_change || records_change) {
        return;
    }
    let layer = Arc::make_mut(&mut shown.layer);
    if before.style == now.style {
        for &cell in &*changed {
            map.redraw_cell(layer, cell, &now.style);
        }
    } else {
        map.redraw(layer, &now.style);
    }
    changed.clear();
    if before.frames == now.frames {
        map.write_animated(layer, assets, unit, now.time);
    } else {
        map.write_records(layer, assets, unit, now.time);
    }
}

/// Takes the layer of an object's tiles out of its altitude.
pub(super) fn take_layer(altitudes: &mut [Altitude], owner: ObjectId) -> Option<TileLayer> {
    altitudes.iter_mut().find_map(|altitude| {
        let layers = &mut altitude.tiles;
        let index = layers.iter().position(|layer| layer.owner == owner)?;
        Some(layers.remove(index))
    })
}
