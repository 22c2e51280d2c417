//! The crypt: its map, its torches, wisps and crystals.

use core::f32::consts::TAU;

use damselfly::collision::Shape;
use damselfly::math;
use damselfly::prelude::*;
use damselfly::scene::Light;
use damselfly::tiles::{Legend, Tile, TileMap};
use damselfly::world::LightId;

use super::art::{self, CELL};
use super::watchman::Watchman;
use super::{FLAMES, FLOOR, GLOW, PEOPLE};

const MAP: &str = "\
################################
#............#######...........#
#............#######...........#
#..P......P..##t...........P...#
#............#........t........#
#............#...c.............#
#t...........#.......P.........#
#......w.......................#
#..........................w...#
#............#.................#
#..P......P..#.......####......#
#............#.......#..#......#
#............##t.....#.c#..P...#
######...#############........t#
#...............t..............#
#.c........................c...#
#..............w...............#
################################";

/// Radius of a torch's flame in pixels, for soft shadows.
const FLAME: f32 = 5.0;

/// Spawns everything. The tiles and the pillars cast shadows.
///
/// # Errors
/// The map is not valid.
pub(crate) fn build(cx: &mut Context<'_>) -> Result<(), Error> {
    let wall = Tile::new(cx.assets.sprite_named("Wall")).solid();
    let legend = Legend::new().empty('.').tile('#', wall);
    let legend = legend.spawn('P', "Pillar").spawn('t', "Torch");
    let legend = legend.spawn('w', "Wisp").spawn('c', "Crystal");
    let text = TileMap::from_text(MAP, Vec2::splat(CELL as f32), &legend)?;
    for slab in 0..40 {
        let at = vec2((slab % 8) as f32, (slab / 8) as f32);
        let at = 4.0 * CELL as f32 * (at + 0.5);
        cx.spawn(shown("Floor", at, FLOOR, cx).spectral());
    }
    for spawn in &text.spawns {
        let at = spawn.position;
        match spawn.name.as_str() {
            "Pillar" => {
                let pillar =
                    cx.spawn(shown("Pillar", at, PEOPLE, cx).shapes([Shape::circle(12.0)]));
                cx.lights.set_shadow(pillar, true);
            }
            "Torch" => add_torch(at, cx),
            "Wisp" => add_wisp(at, cx),
            _ => add_crystal(at, cx),
        }
    }
    let walls = cx.spawn(Object::new("Walls").altitude(PEOPLE));
    cx.object_mut(walls)
        .map(|mut walls| walls.set_tiles(text.map));
    cx.lights.set_shadow(walls, true);
    Watchman::add(vec2(130.0, 150.0), cx);
    Ok(())
}

/// Returns the description of an object with the sprite of its kind.
pub(crate) fn shown(kind: &'static str, at: Vec2, altitude: u16, cx: &Context<'_>) -> Object {
    let sprite = cx.assets.sprite_named(kind);
    Object::new(kind).sprite(sprite).at(at).altitude(altitude)
}

/// Makes all shadows soft or hard.
pub(crate) fn set_soft(soft: bool, cx: &mut Context<'_>) {
    let owners: Vec<_> = ["Torch", "Watchman"]
        .into_iter()
        .flat_map(|kind| cx.of_kind(kind))
        .collect();
    let lights: Vec<_> = owners
        .into_iter()
        .flat_map(|owner| cx.lights.of(owner))
        .collect();
    for light in lights {
        cx.lights
            .change(light, |light| light.source = if soft { FLAME } else { 0.0 });
    }
}

fn add_torch(at: Vec2, cx: &mut Context<'_>) {
    let torch = cx.spawn(Object::new("Torch").at(at).altitude(FLAMES).spectral());
    let light = Light {
        color: Color::hex(0xff9c48),
        radius: 150.0,
        energy: 1.3,
        shadows: true,
        source: FLAME,
        ..Light::default()
    };
    let light = cx.lights.attach(torch, light);
    cx.attach(torch, Torch { light });
    cx.emitters.attach(torch, art::flames());
}

/// A flame whose light flickers.
#[derive(Clone)]
struct Torch {
    light: LightId,
}

impl Behavior for Torch {
    fn step(&mut self, cx: &mut Context<'_>) {
        let flicker = cx.random().range(-0.09..0.09);
        cx.lights.change(self.light, |light| {
            light.energy = math::lerp(light.energy, 1.3, 0.1) + flicker;
            light.radius = 110.0 + 30.0 * light.energy;
        });
    }
}

/// Adds a light that drifts through the rooms. It casts no shadows.
fn add_wisp(at: Vec2, cx: &mut Context<'_>) {
    let hue = [0x60ff90, 0xff60c8, 0x60a8ff][cx.random().index(3)];
    let color = Color::hex(hue);
    let wisp = shown("Glow", at, FLAMES, cx)
        .spectral()
        .tint(color.with_alpha(150));
    let wisp = wisp.scale(Vec2::splat(0.3)).blend(Blend::Additive);
    let phase = cx.random().angle();
    let wisp = cx.spawn_with(wisp, Wisp { home: at, phase });
    cx.lights.attach(
        wisp,
        Light {
            color,
            radius: 70.0,
            ..Light::default()
        },
    );
}

#[derive(Clone, Checksum)]
struct Wisp {
    home: Vec2,
    /// Position on its path, in radians.
    phase: f32,
}

impl Behavior for Wisp {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.phase = (self.phase + 0.013) % (2.0 * TAU);
        let path = vec2(
            60.0 * math::sin(self.phase * 0.5),
            26.0 * math::sin(self.phase * 1.5),
        );
        let velocity = self.home + path - cx.me().position();
        cx.me().set_velocity(velocity);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Adds a crystal. Its light is a sprite on the altitude of lights.
fn add_crystal(at: Vec2, cx: &mut Context<'_>) {
    cx.spawn(shown("Crystal", at, PEOPLE, cx).spectral());
    let glow = shown("Glow", at, GLOW, cx).spectral();
    let glow = glow.tint(Color::hex(0x58c8f0)).blend(Blend::Additive);
    cx.spawn(glow.scale(Vec2::splat(1.6)));
}
