//! The levels: reading and building them.

use damselfly::glam::{IVec2, ivec2};
use damselfly::prelude::*;
use damselfly::tiles::{Legend, TextMap, Tile, TileCollision, TileId, TileMap};

use super::{FAR_HILLS, LEVEL, NEAR_HILLS, SKY, VIEW, things};

/// Side of a cell in pixels of the sprites.
pub(crate) const CELL: f32 = 16.0;

const TEXTS: [&str; 2] = [include_str!("level1.txt"), include_str!("level2.txt")];

/// All levels in their initial state.
#[derive(Clone)]
pub(crate) struct Levels(pub(crate) Vec<TextMap>);

impl Resource for Levels {
    // Adds nothing, because no step changes the levels.
    fn checksum(&self, _: &mut ChecksumWriter) {}
}

/// Reads all levels.
pub(super) fn read(assets: &Assets) -> Result<Levels, Error> {
    let [rock, plank] = ["rock", "plank"].map(|label| Tile::new(assets.sprite_named(label)));
    let mut legend = Legend::new()
        .tile('#', rock.clone().solid())
        .tile('=', plank.one_way())
        // The invisible walls at the sides of a level: solid, without a sprite.
        .tile('|', Tile::default().solid());
    for (character, name) in things::NAMES {
        legend = legend.spawn(character, name);
    }
    let mut levels = Vec::new();
    for text in TEXTS {
        let mut level = TileMap::from_text(text, Vec2::splat(CELL), &legend)?;
        draw_edges(&mut level, &rock);
        levels.push(level);
    }
    Ok(Levels(levels))
}

/// Gives each cell of rock the frame with edges on its open sides. The number of the frame has a bit for each side.
fn draw_edges(level: &mut TextMap, rock: &Tile) {
    let Some(plain) = level.tile('#') else { return };
    let edged: Vec<TileId> = (0..16)
        .map(|edges| level.map.add(rock.clone().frame(edges).solid()))
        .collect();
    let ramps = level
        .spawns
        .iter()
        .filter(|spawn| spawn.name.starts_with("ramp"));
    let ramps: Vec<IVec2> = ramps.map(|ramp| ramp.cell).collect();
    let size = level.map.size();
    let before = level.map.clone();
    // Beyond the level, the cells at its border continue.
    let is_rock = |cell: IVec2| {
        let inside = cell.clamp(IVec2::ZERO, size - 1);
        before.get(inside) == Some(plain) || ramps.contains(&cell)
    };
    for cell in (0..size.y).flat_map(|y| (0..size.x).map(move |x| ivec2(x, y))) {
        if before.get(cell) != Some(plain) {
            continue;
        }
        let sides = [IVec2::NEG_Y, IVec2::X, IVec2::Y, IVec2::NEG_X];
        let open = sides.map(|side| usize::from(!is_rock(cell + side)));
        let edges = open.iter().rev().fold(0, |bits, bit| 2 * bits + bit);
        level.map.set(cell, Some(edged[edges]));
    }
}

/// Replaces the current level with this one. Returns the hero's start position.
pub(super) fn build(number: usize, cx: &mut Context<'_>) -> Option<Vec2> {
    cx.clear_level(1);
    let TextMap { map, spawns, .. } = cx.resource::<Levels>()?.0.get(number)?.clone();
    let area = Rect::from_size(Vec2::ZERO, CELL * map.size().as_vec2());
    // The view stays inside the level. Invisible walls keep the hero inside at the sides.
    cx.camera.set_boundary(area);
    let ground = cx.spawn(Object::new("Ground").altitude(LEVEL));
    cx.object_mut(ground)?.set_tiles(map);
    for spawn in &spawns {
        things::spawn(&spawn.name, spawn.position, cx);
    }
    let hero = spawns.iter().find(|spawn| spawn.name == "hero")?;
    Some(hero.position)
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
