//! Converts the objects of a map.

use core::str::FromStr;

use glam::Vec2;

use super::convert::MapConverter;
use super::files;
use super::node::MapNode;
use super::properties::properties;
use super::style::LayerStyle;
use super::{TiledObject, TiledObjectLayer, TiledShape, TiledText};

impl MapConverter<'_> {
    /// Adds the objects of a layer in Tiled's painting order.
    pub(super) fn add_objects(&mut self, layer: &MapNode, style: LayerStyle) -> Result<(), String> {
        let name = layer.text_of("name");
        let first = self.converted.objects.len();
        let named = |what| format!("object layer `{name:.40}`: {what}");
        // The list, and the half of it that sorting copies.
        let list = layer.named("object").count() * size_of::<(f32, &MapNode)>() * 3 / 2;
        self.memory.take(list)?;
        for (_, object) in in_order(layer).map_err(named)? {
            self.add_object(name, object, style).map_err(named)?;
        }
        self.memory.give_back(list);
        let object_layer = TiledObjectLayer {
            name: self.memory.text(name)?,
            class: self.memory.text(layer.text_of("class"))?,
            objects: first..self.converted.objects.len(),
            below: self.converted.layers.len(),
            group: style.group,
            tint: style.tint(),
            blend: style.blend,
            visible: style.visible,
            parallax: style.parallax.x,
            properties: properties(layer, &self.memory)?,
        };
        self.memory
            .push(&mut self.converted.object_layers, object_layer)
    }

    fn add_object(&mut self, layer: &str, own: &MapNode, style: LayerStyle) -> Result<(), String> {
        let template = match own.filled("template") {
            None => None,
            Some(source) => {
                let (templates, assets) = (&mut self.templates, &mut *self.assets);
                files::template(templates, assets, self.path, source, &self.memory)?;
                self.templates.get(&files::beside(self.path, source))
            }
        };
        // Copies grow, so that they take up to three times as much.
        let copies = template.map_or(0, |template| (template.object.bytes() + own.bytes()) * 3);
        self.memory.take(copies)?;
        let merged = template.map(|template| merged(&template.object, own));
        let object = merged.as_ref().unwrap_or(own);
        // A tile number that comes from the template refers to the template's tilesets.
        let tilesets = match (template, own.filled("gid")) {
            (Some(template), None) => &template.tilesets,
            _ => &self.tilesets,
        };
        let number = object.number::<u32>("gid")?;
        let tile = number
            .map(|number| self.tile(tilesets, number))
            .transpose()?
            .flatten();
        let alignment = number.and_then(|number| tilesets.alignment(number));
        let coordinate = |name| object.number(name).map(Option::unwrap_or_default);
        let mut size = Vec2::new(coordinate("width")?, coordinate("height")?);
        // Old versions of Tiled save no size of an object with a tile. It then has the size of the tile.
        if let Some((tileset, own)) = number.and_then(|number| tilesets.with_size(number)) {
            size = Vec2::select(size.cmpeq(Vec2::ZERO), own, size);
            self.check_fill(tileset, own, size);
        }
        let angle = coordinate("rotation")?.to_radians();
        // An object with a tile is placed by a point of the tile, and rotates around it.
        let (sin, cos) = crate::math::sin_cos(angle);
        let to_corner = Vec2::new(cos, sin).rotate(-size * alignment.unwrap_or_default());
        let position = Vec2::new(coordinate("x")?, coordinate("y")?) + style.offset + to_corner;
        let shape = self.shape(object)?;
        let style = style.of_object(object)?;
        let (mut tile, data) = tile.unzip();
        // The tile of an object is scaled to the object, not to a cell, and its offset with it.
        let mut offset = Vec2::ZERO;
        let own = number.and_then(|number| tilesets.with_size(number));
        if let (Some(tile), Some((tileset, own))) = (&mut tile, own) {
            tile.size = Some(own / self.unit);
            offset = tileset.offset * size / own;
        }
        // Tiled rotates in pixels. A world unit may be wider than high, so it is applied after the rotation.
        let to_center = Vec2::new(cos, sin).rotate(size / 2.0 + offset) / self.unit;
        let data = data.unwrap_or_default();
        // An object inherits the class and properties of its tile.
        let mut texts = data.properties;
        texts.extend(properties(object, &self.memory)?);
        let object = TiledObject {
            id: object.number("id")?.unwrap_or(0),
            layer: self.memory.text(layer)?,
            name: self.memory.text(object.text_of("name"))?,
            class: match object.class() {
                "" => data.class,
                class => self.memory.text(class)?,
            },
            position: position / self.unit,
            size: size / self.unit,
            angle,
            shape,
            tile,
            tint: style.tint(),
            blend: style.blend,
            visible: style.visible,
            properties: texts,
            to_center,
        };
        self.memory.give_back(copies);
        self.memory.push(&mut self.converted.objects, object)
    }

    fn shape(&self, object: &MapNode) -> Result<TiledShape, String> {
        let has = |name: &str| object.is(name) || object.child(name).is_some();
        Ok(if has("polygon") {
            TiledShape::Polygon(self.corners(object, "polygon")?)
        } else if has("polyline") {
            TiledShape::Polyline(self.corners(object, "polyline")?)
        } else if has("point") {
            TiledShape::Point
        } else if has("ellipse") {
            TiledShape::Ellipse
        } else if has("capsule") {
            TiledShape::Capsule
        } else if let Some(text) = object.child("text") {
            self.memory.take(size_of::<TiledText>())?;
            TiledShape::Text(Box::new(TiledText::of(text, &self.memory)?))
        } else {
            TiledShape::Rectangle
        })
    }

    /// Returns the corners of a polygon or polyline, in world units.
    fn corners(&self, object: &MapNode, name: &str) -> Result<Vec<Vec2>, String> {
        let mut corners = Vec::new();
        for node in object.named(name) {
            let Some(points) = node.get("points") else {
                // JSON has an element for each corner.
                let corner = Vec2::new(node.required("x")?, node.required("y")?);
                self.memory.push(&mut corners, corner / self.unit)?;
                continue;
            };
            for point in points.split_whitespace() {
                let corner = point_of(point).ok_or_else(|| {
                    node.fault(format!("expected points as x,y x,y, got \"{points:.40}\""))
                })?;
                self.memory.push(&mut corners, corner / self.unit)?;
            }
        }
        Ok(corners)
    }
}

/// Returns the objects of a layer with their vertical positions: from top to bottom, or in the order of the file.
fn in_order(layer: &MapNode) -> Result<Vec<(f32, &MapNode)>, String> {
    let mut objects = Vec::with_capacity(layer.named("object").count());
    for object in layer.named("object") {
        // Makes −0 equal to 0.
        let y = object.number("y")?.unwrap_or(0.0_f32) + 0.0;
        objects.push((y, object));
    }
    if layer.get("draworder") != Some("index") {
        objects.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    }
    Ok(objects)
}

/// Returns a point that is written as `8.5,-1`. `None` if it is not.
fn point_of(text: &str) -> Option<Vec2> {
    let number = |text: &str| f32::from_str(text).ok().filter(|value| value.is_finite());
    let (x, y) = text.split_once(',')?;
    Some(Vec2::new(number(x)?, number(y)?))
}

/// Returns an object of a template: the template supplies the attributes and children that the object lacks.
fn merged(template: &MapNode, own: &MapNode) -> MapNode {
    let mut merged = template.clone();
    merged.line = own.line;
    for (name, value) in &own.attributes {
        merged.set(name, value);
    }
    for child in &own.children {
        let same =
            |other: &MapNode| other.name == child.name && other.get("name") == child.get("name");
        if child.name == "property" {
            merged.children.retain(|other| !same(other));
        }
    }
    // Other children replace those of the template with the same name. A polygon, for example, may have a different
    // number of corners.
    let has_shape = |name: &str| own.child(name).is_some();
    merged
        .children
        .retain(|other| other.name == "property" || !has_shape(&other.name));
    merged.children.extend(own.children.iter().cloned());
    merged
}
