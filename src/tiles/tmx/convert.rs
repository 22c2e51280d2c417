//! Converts the maps of the crate `tiled` into tile maps and spawn points.

use std::collections::BTreeMap;

use glam::{IVec2, Vec2};
use tiled::{LayerType, Orientation, PropertyValue};

use super::images::Images;
use super::{TiledLayer, TiledMap, TiledObject};
use crate::base::color::Color;
use crate::tiles::{MAX_CELLS, MAX_SIDE, Tile, TileCollision, TileFrame, TileId, TileMap};

/// Rejects unsupported maps. The error names the fault and the remedy.
pub(super) fn check(map: &tiled::Map) -> Result<(), String> {
    if map.orientation != Orientation::Orthogonal {
        return Err(format!(
            "is {}: only orthogonal maps are supported",
            map.orientation
        ));
    }
    let (columns, rows) = (map.width, map.height);
    let fits = (1..=MAX_SIDE).contains(&columns)
        && (1..=MAX_SIDE).contains(&rows)
        && u64::from(columns) * u64::from(rows) <= u64::from(MAX_CELLS);
    if !fits {
        return Err(format!(
            "has {columns} columns and {rows} rows: expected 1 to {MAX_SIDE} of each, and at most {MAX_CELLS} cells"
        ));
    }
    if map.tile_width == 0 || map.tile_height == 0 {
        return Err("has cells of size 0".to_owned());
    }
    Ok(())
}

/// Settings that layers inherit from their groups.
#[derive(Clone, Copy)]
struct InheritedStyle {
    /// Offset, in Tiled's pixels.
    offset: Vec2,
    parallax: f32,
    /// Red, green, blue, alpha, each from 0 to 1.
    tint: [f32; 4],
    visible: bool,
}

/// Converts the layers and objects of a map.
///
/// # Panics
/// Panics if a layer has fewer cells than its size requires.
pub(super) fn convert(map: &tiled::Map, images: &Images, unit: Vec2, rate: f64) -> TiledMap {
    let mut converter = MapConverter {
        images,
        unit,
        rate,
        converted: TiledMap {
            size: columns_and_rows(map),
            cell_size: Vec2::new(map.tile_width as f32, map.tile_height as f32) / unit,
            layers: Vec::new(),
            objects: Vec::new(),
            properties: texts(&map.properties),
        },
    };
    let base = InheritedStyle {
        offset: Vec2::ZERO,
        parallax: 1.0,
        tint: [1.0; 4],
        visible: true,
    };
    map.layers().for_each(|layer| converter.add(&layer, base));
    converter.converted
}

struct MapConverter<'a> {
    images: &'a Images,
    unit: Vec2,
    /// Steps per second.
    rate: f64,
    converted: TiledMap,
}

impl MapConverter<'_> {
    fn add(&mut self, layer: &tiled::Layer<'_>, base: InheritedStyle) {
        let own = layer.tint_color.map_or([1.0; 4], |color| {
            [color.red, color.green, color.blue, color.alpha]
                .map(|channel| f32::from(channel) / 255.0)
        });
        let mut tint = [0, 1, 2, 3].map(|channel| base.tint[channel] * own[channel]);
        tint[3] *= layer.opacity;
        let here = InheritedStyle {
            offset: base.offset + Vec2::new(layer.offset_x, layer.offset_y),
            parallax: base.parallax * layer.parallax_x,
            tint,
            visible: base.visible && layer.visible,
        };
        match layer.layer_type() {
            LayerType::Tiles(tiled::TileLayer::Finite(tiles)) => {
                self.add_tiles(layer, &tiles, here)
            }
            LayerType::Objects(objects) => {
                for object in objects.objects() {
                    self.add_object(&layer.name, &object, here);
                }
            }
            LayerType::Group(group) => group.layers().for_each(|layer| self.add(&layer, here)),
            // Unreachable: `guard` rejects infinite maps.
            LayerType::Tiles(tiled::TileLayer::Infinite(_)) => {}
            LayerType::Image(_) => log::warn!(
                "ignored the image layer `{}` of a Tiled map: show it as a sprite",
                layer.name
            ),
        }
    }

    fn add_tiles(
        &mut self,
        layer: &tiled::Layer<'_>,
        tiles: &tiled::FiniteTileLayer<'_>,
        here: InheritedStyle,
    ) {
        let size = self.converted.size;
        let [columns, rows] = [size.x, size.y].map(|side| u32::try_from(side).unwrap_or(1));
        let mut map = TileMap::new(self.converted.cell_size, columns, rows);
        let mut known = BTreeMap::new();
        for cell in (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y))) {
            if let Some(tile) = tiles.get_tile(cell.x, cell.y) {
                let flips = (tile.flip_h, tile.flip_v, tile.flip_d);
                let key = (tile.tileset_index(), tile.id(), flips);
                let id: TileId = *known
                    .entry(key)
                    .or_insert_with(|| map.add(self.tile(&tile)));
                map.set(cell, Some(id));
            }
        }
        let [red, green, blue, alpha] = here.tint.map(channel);
        self.converted.layers.push(TiledLayer {
            name: layer.name.clone(),
            map,
            offset: here.offset / self.unit,
            tint: Color::rgba(red, green, blue, alpha),
            visible: here.visible,
            parallax: here.parallax,
            properties: texts(&layer.properties),
        });
    }

    fn tile(&self, tile: &tiled::LayerTile<'_>) -> Tile {
        let (tileset, id) = (tile.tileset_index(), tile.id());
        let of_image = self.images.get(&(tileset, None));
        let own = || self.images.get(&(tileset, Some(id)));
        let data = tile.get_tile();
        let frames = data.as_ref().and_then(|data| data.animation.as_ref());
        // In a tileset of several images, an animation would need several sprites: it is left out.
        let frames = frames.filter(|_| of_image.is_some()).into_iter().flatten();
        let animation = frames.map(|frame| TileFrame {
            frame: u16::try_from(frame.tile_id).unwrap_or(0),
            steps: self.steps(frame.duration),
        });
        Tile {
            sprite: of_image.or_else(own).copied(),
            frame: of_image.map_or(0, |_| u16::try_from(id).unwrap_or(0)),
            animation: animation.collect(),
            flip_x: tile.flip_h,
            flip_y: tile.flip_v,
            transposed: tile.flip_d,
            collision: data.map_or(TileCollision::None, |data| collision(&data)),
        }
    }

    /// Converts a time in milliseconds to steps.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounded, and the cast saturates"
    )]
    fn steps(&self, milliseconds: u32) -> u16 {
        (f64::from(milliseconds) * self.rate / 1000.0)
            .round()
            .max(1.0) as u16
    }

    fn add_object(&mut self, layer: &str, object: &tiled::Object<'_>, here: InheritedStyle) {
        let size = match object.shape {
            tiled::ObjectShape::Rect { width, height }
            | tiled::ObjectShape::Ellipse { width, height }
            | tiled::ObjectShape::Capsule { width, height }
            | tiled::ObjectShape::Text { width, height, .. } => Vec2::new(width, height),
            _ => Vec2::ZERO,
        };
        let mut position = Vec2::new(object.x, object.y) + here.offset;
        if object.tile_data().is_some() {
            // Objects that show a tile are placed by their lower left corner and rotate around it.
            let (sin, cos) = crate::math::sin_cos(object.rotation.to_radians());
            position += size.y * Vec2::new(sin, -cos);
        }
        self.converted.objects.push(TiledObject {
            layer: layer.to_owned(),
            name: object.name.clone(),
            class: object.user_type.clone(),
            position: position / self.unit,
            size: size / self.unit,
            angle: object.rotation.to_radians(),
            properties: texts(&object.properties),
        });
    }
}

fn columns_and_rows(map: &tiled::Map) -> IVec2 {
    let side = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
    IVec2::new(side(map.width), side(map.height))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn channel(share: f32) -> u8 {
    (share * 255.0).round() as u8
}

/// Returns the collision of a tile, by its class or a property.
fn collision(tile: &tiled::Tile<'_>) -> TileCollision {
    let says = |name: &str| {
        let property = tile.properties.get(name);
        tile.user_type == name || property == Some(&PropertyValue::BoolValue(true))
    };
    if says("solid") {
        TileCollision::Solid
    } else if says("one_way") {
        TileCollision::OneWay
    } else {
        TileCollision::None
    }
}

/// Returns properties as text. Ignores lists and classes, which have members.
fn texts(properties: &tiled::Properties) -> BTreeMap<String, String> {
    let text = |value: &PropertyValue| {
        Some(match value {
            PropertyValue::BoolValue(value) => value.to_string(),
            PropertyValue::FloatValue(value) => value.to_string(),
            PropertyValue::IntValue(value) => value.to_string(),
            PropertyValue::ObjectValue(value) => value.to_string(),
            PropertyValue::StringValue(value) | PropertyValue::FileValue(value) => value.clone(),
            PropertyValue::ColorValue(color) => format!(
                "#{:02x}{:02x}{:02x}{:02x}",
                color.alpha, color.red, color.green, color.blue
            ),
            _ => return None,
        })
    };
    let texts = properties
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), text(value)?)));
    texts.collect()
}
