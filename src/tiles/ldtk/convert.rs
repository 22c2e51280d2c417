//! Converts the trees of a world's files into levels.

use std::path::Path;

use glam::Vec2;

use super::fields::{color_of, fields};
use super::layers::{LayerConverter, number, offset};
use super::project::{self, Project, ProjectLevel};
use super::tilesets::{LdtkTilesets, rect_of};
use super::{LdtkBackground, LdtkEntity, LdtkIntValue, LdtkLevel, LdtkWorld};
use crate::assets::{
    Assets, FrameLayout, ImageLayout, MAX_IMAGE_FILE_BYTES, PixelRect, beside, image_size,
};
use crate::base::color::Color;
use crate::files::json::JsonValue;
use crate::tiles::{TileCollision, tileset_sprite};

/// Loads a world. The error does not name the world's file.
pub(super) fn load(
    path: &Path,
    assets: &mut Assets,
    unit: Vec2,
    collision: &dyn Fn(&LdtkIntValue) -> TileCollision,
) -> Result<LdtkWorld, String> {
    let project = project::read(path, assets)?;
    let tilesets = LdtkTilesets::load(path, assets, &project, unit)?;
    let Project { root, levels } = project;
    let mut converter = LayerConverter::new(root.get("defs"), &tilesets, unit, collision)?;
    let mut converted: Vec<LdtkLevel> = Vec::new();
    for level in levels {
        let name = level
            .tree
            .get("identifier")
            .text()
            .unwrap_or_default()
            .to_owned();
        let next = of_tree(&level, converted.last(), path, assets, &mut converter);
        converted.push(next.map_err(|what| format!("level `{name:.40}`: {what}"))?);
    }
    converter.ignored.log(&path.display().to_string());
    Ok(LdtkWorld { levels: converted })
}

fn of_tree(
    level: &ProjectLevel,
    last: Option<&LdtkLevel>,
    path: &Path,
    assets: &mut Assets,
    converter: &mut LayerConverter<'_>,
) -> Result<LdtkLevel, String> {
    let ProjectLevel {
        world,
        is_linear,
        tree,
    } = level;
    let unit = converter.unit;
    let at = |x, y| Vec2::new(number(tree.get(x), 0.0), number(tree.get(y), 0.0)) / unit;
    let position = match is_linear {
        None => at("worldX", "worldY"),
        // The file has no positions.
        Some(axis) => {
            let last = last.filter(|last| last.world == *world);
            let mut position = Vec2::ZERO;
            position[*axis] = last.map_or(0.0, |last| last.position[*axis] + last.size[*axis]);
            position
        }
    };
    let mut converted = LdtkLevel {
        name: text(tree, "identifier"),
        iid: text(tree, "iid"),
        world: world.clone(),
        position,
        depth: tree.get("worldDepth").fits().unwrap_or(0),
        size: at("pxWid", "pxHei"),
        color: tree
            .get("__bgColor")
            .text()
            .and_then(color_of)
            .unwrap_or(Color::BLACK),
        background: background(tree, path, assets, unit)?,
        layers: Vec::new(),
        entities: Vec::new(),
        fields: fields(tree, converter.tilesets),
    };
    // The first layer is the uppermost one.
    for layer in tree.get("layerInstances").items().iter().rev() {
        converter.add(layer, &mut converted.layers)?;
        let entities = layer.get("entityInstances").items().iter();
        let entities = entities.map(|it| entity(it, layer, converter));
        converted.entities.extend(entities);
    }
    Ok(converted)
}

fn text(tree: &JsonValue, name: &str) -> String {
    tree.get(name).text().unwrap_or_default().to_owned()
}

/// Returns a list of two numbers.
fn vector(list: &JsonValue, default: f32) -> Vec2 {
    match list.items() {
        [x, y] => Vec2::new(number(x, default), number(y, default)),
        _ => Vec2::splat(default),
    }
}

fn entity(tree: &JsonValue, layer: &JsonValue, by: &LayerConverter<'_>) -> LdtkEntity {
    let size = Vec2::new(
        number(tree.get("width"), 0.0),
        number(tree.get("height"), 0.0),
    );
    let position = vector(tree.get("px"), 0.0) + offset(layer);
    let to_center = (Vec2::splat(0.5) - vector(tree.get("__pivot"), 0.0)) * size;
    let tags = tree.get("__tags").items().iter();
    LdtkEntity {
        name: text(tree, "__identifier"),
        iid: text(tree, "iid"),
        layer: text(layer, "__identifier"),
        position: position / by.unit,
        center: (position + to_center) / by.unit,
        size: size / by.unit,
        color: tree
            .get("__smartColor")
            .text()
            .and_then(color_of)
            .unwrap_or(Color::WHITE),
        tile: rect_of(tree.get("__tile")).and_then(|(uid, part)| by.tilesets.tile(uid, part)),
        tags: tags
            .filter_map(|tag| tag.text().map(str::to_owned))
            .collect(),
        fields: fields(tree, by.tilesets),
    }
}

/// Loads the background image of a level, cut to its visible part.
fn background(
    tree: &JsonValue,
    path: &Path,
    assets: &mut Assets,
    unit: Vec2,
) -> Result<Option<LdtkBackground>, String> {
    let (file, place) = (tree.get("bgRelPath").text(), tree.get("__bgPos"));
    let (Some(file), JsonValue::Object(_)) = (file.filter(|file| !file.is_empty()), place) else {
        return Ok(None);
    };
    let file = beside(path, file);
    let bytes = assets.read_file(&file, MAX_IMAGE_FILE_BYTES as u64);
    let bytes = bytes.map_err(|error| error.to_string())?;
    let size = image_size(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    let Some(part) = part(place.get("cropRect"), size) else {
        return Ok(None);
    };
    let layout = ImageLayout {
        frames: FrameLayout::Rects(vec![part]),
        ..ImageLayout::default()
    };
    let sprite = tileset_sprite::load(assets, &file, &layout)?;
    let scale = vector(place.get("scale"), 1.0);
    let size = Vec2::new(part.width.into(), part.height.into()) * scale;
    Ok(Some(LdtkBackground {
        sprite,
        center: (vector(place.get("topLeftPx"), 0.0) + size / 2.0) / unit,
        scale,
    }))
}

/// Returns the visible part of an image in whole pixels. `None` if it is empty.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn part(crop: &JsonValue, size: [u32; 2]) -> Option<PixelRect> {
    let whole = [0.0, 0.0, size[0] as f32, size[1] as f32];
    let crop = match crop.items() {
        [x, y, width, height] => [
            number(x, 0.0),
            number(y, 0.0),
            number(width, 0.0),
            number(height, 0.0),
        ],
        _ => whole,
    };
    let span = |axis: usize| {
        let (start, length) = (crop[axis], crop[axis + 2]);
        let first = (start + 0.5).clamp(0.0, whole[axis + 2]) as u16;
        let last = (start + length + 0.5).clamp(0.0, whole[axis + 2]) as u16;
        let length = last.checked_sub(first).filter(|length| *length > 0)?;
        Some((first, length))
    };
    let ((x, width), (y, height)) = (span(0)?, span(1)?);
    Some(PixelRect {
        x,
        y,
        width,
        height,
    })
}
