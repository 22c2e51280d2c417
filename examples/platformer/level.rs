//! The levels: reading and building them.

use damselfly::prelude::*;
use damselfly::scene::{GroupLook, Light, LightMap};
use damselfly::tiles::{TileCollision, TiledMap};

use super::{FAR_HILLS, LEVEL, NEAR_HILLS, SKY, SPARKS, VIEW, things};

/// Side of a cell in pixels of the sprites.
pub(crate) const CELL: f32 = 16.0;

/// Maps of the levels, in the asset folder.
const MAPS: [&str; 2] = ["level1.tmx", "level2.tmx"];

/// Group of altitudes that dusk darkens: everything but the signs.
const LIT: &str = "level";

/// All levels in their initial state.
#[derive(Clone)]
pub(crate) struct Levels(pub(crate) Vec<TiledMap>);

impl Resource for Levels {
    // Adds nothing, because no step changes the levels.
    fn checksum(&self, _: &mut ChecksumWriter) {}
}

/// Reads all levels.
pub(super) fn read(assets: &mut Assets, unit: Vec2) -> Result<Levels, Error> {
    let mut levels = Vec::new();
    for map in MAPS {
        levels.push(TiledMap::load(map, assets, unit)?);
    }
    Ok(Levels(levels))
}

/// Builds the current level from this map. Returns the hero's start position.
pub(super) fn build(number: usize, cx: &mut Context<'_>) -> Option<Vec2> {
    cx.clear_level(1);
    let level = cx.resource::<Levels>()?.0.get(number)?.clone();
    let area = Rect::from_size(Vec2::ZERO, CELL * level.size.as_vec2());
    // The view stays inside the level. Invisible walls keep the hero inside at the sides.
    cx.camera.set_boundary(area);
    for layer in level.layers {
        let ground = Object::new("Ground").at(layer.offset).altitude(LEVEL);
        let ground = cx.spawn(ground);
        cx.object_mut(ground)?.set_tiles(layer.map);
    }
    set_dusk(level.properties.contains_key("dusk"), cx);
    for object in &level.objects {
        things::spawn(&object.name, object.position, cx);
    }
    let hero = level.objects.iter().find(|object| object.name == "hero")?;
    Some(hero.position)
}

/// Begins or ends dusk.
fn set_dusk(is_dusk: bool, cx: &mut Context<'_>) {
    if is_dusk {
        cx.set_group(LIT, SKY..=SPARKS, GroupLook::default());
        let dusk = LightMap {
            ambient: Color::hex(0x6870a0),
            ..LightMap::default()
        };
        cx.light_group(LIT, Some(dusk));
    } else if cx.group_light_mut(LIT).is_some() {
        cx.remove_group(LIT);
    }
}

/// Returns the light of a lamp. It shines only at dusk.
pub(super) fn lamp(radius: f32) -> Light {
    Light {
        color: Color::hex(0x985810),
        radius,
        ..Light::default()
    }
}

/// Returns whether a tile or a ramp to stand on or to run into is at a position.
pub(crate) fn is_solid(world: &World, at: Vec2) -> bool {
    let ground = world
        .of_kind("Ground")
        .last()
        .and_then(|id| world.object(id));
    let map = ground.and_then(|ground| ground.tiles());
    let is_tile = map.is_some_and(|map| map.collision(map.cell_at(at)) != TileCollision::None);
    is_tile || !world.space().kind("Ramp").at_point(at).is_empty()
}

/// Shows the sky and the hills, which stay when the level changes.
pub(super) fn show_backdrop(cx: &mut Context<'_>) {
    for (altitude, label, parallax, count, height) in [
        (SKY, "sky", 0.0, 1, 90.0),
        (FAR_HILLS, "far hills", 0.25, 3, 120.0),
        (NEAR_HILLS, "near hills", 0.5, 4, 158.0),
    ] {
        cx.altitude_settings_mut(altitude).parallax = parallax;
        let sprite = cx.assets.sprite_named(label);
        for number in 0..count {
            let at = vec2(VIEW.x * (number as f32 + 0.5), height);
            let part = Object::from(sprite).at(at).altitude(altitude);
            cx.spawn(part.spectral().persistent());
        }
    }
}
