//! Dragonflies over the pond, and lilies that show the materials.

use core::f32::consts::TAU;

use damselfly::assets::FrameId;
use damselfly::math;
use damselfly::prelude::*;
use damselfly::scene::Material;

use super::shaders::Shaders;
use super::{LILIES, POND, SWARM};

const DRAGONFLIES: usize = 9;

/// Names of the materials, from left to right.
const MATERIALS: [&str; 7] = [
    "flash",
    "outline",
    "palette",
    "dissolve",
    "greyscale",
    "wave",
    "gleam",
];

/// Spawns the backdrop, the dragonflies and the lilies.
pub(crate) fn build(cx: &mut Context<'_>, shaders: Shaders) {
    let middle = vec2(320.0, 180.0);
    cx.spawn(shown("Pond", middle, POND, cx));
    let colors = [0x58e0d0, 0x60a0ff, 0xff7090, 0xb0e860, 0xffc050];
    for number in 0..DRAGONFLIES {
        let tint = Color::hex(colors[number % colors.len()]);
        let scale = 1.5 + 0.25 * (number % 5) as f32;
        let flight = Flight {
            number: number as f32,
            time: cx.random().range(0.0..TAU),
        };
        let dragonfly = shown("Dragonfly", flight.place(), SWARM, cx).tint(tint);
        let dragonfly = cx.spawn_with(dragonfly.scale(Vec2::splat(scale)), flight);
        cx.object_mut(dragonfly).map(|mut it| it.play("fly"));
    }
    for number in 0..MATERIALS.len() {
        let at = vec2(62.0 + 86.0 * number as f32, 308.0);
        let lily = shown("Lily", at, LILIES, cx).scale(Vec2::splat(2.0));
        cx.spawn_with(lily, Lily { number, shaders });
    }
}

fn shown(kind: &'static str, at: Vec2, altitude: u16, cx: &Context<'_>) -> Object {
    let sprite = cx.assets.sprite_named(kind);
    Object::new(kind)
        .sprite(sprite)
        .at(at)
        .altitude(altitude)
        .spectral()
}

/// A dragonfly on its path over the water.
#[derive(Clone, Checksum)]
struct Flight {
    number: f32,
    /// Position on the path, in radians.
    time: f32,
}

impl Flight {
    fn place(&self) -> Vec2 {
        let Self { number, time } = *self;
        let x = 320.0 + 270.0 * math::sin(time + number * 0.7);
        let y = 130.0 + 80.0 * math::sin(time * 2.0 + number * 1.3) + 8.0 * math::sin(time * 9.0);
        vec2(x, y)
    }
}

impl Behavior for Flight {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.time = (self.time + 0.006 + 0.0006 * self.number) % TAU;
        let velocity = self.place() - cx.me().position();
        cx.me().set_velocity(velocity);
        cx.me().set_angle(math::angle_of(velocity));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// A lily, whose material changes with time.
#[derive(Clone, Checksum)]
struct Lily {
    number: usize,
    #[checksum(skip)]
    shaders: Shaders,
}

impl Lily {
    /// Returns the material at a time in seconds. `palette` has the colours of the palette swap.
    fn material(&self, seconds: f32, palette: FrameId) -> Material {
        let there_and_back = 0.5 - 0.5 * math::cos(seconds * 2.0);
        match self.number {
            0 => Material::Flash {
                color: Color::WHITE,
                amount: there_and_back,
            },
            1 => Material::Outline {
                color: Color::hex(0xfff0a0),
                width: if there_and_back > 0.5 { 2 } else { 1 },
            },
            2 => Material::PaletteSwap { palette, row: 1 },
            3 => Material::Dissolve {
                amount: there_and_back,
                edge: Color::hex(0xff9030),
                edge_share: 0.15,
                seed: 7,
            },
            4 => Material::Greyscale { amount: 1.0 },
            5 => Material::Wave {
                amplitude: 2.0,
                length: 8.0,
                phase: seconds,
            },
            _ => self.shaders.gleam(seconds % 2.0 / 2.0),
        }
    }
}

impl Behavior for Lily {
    fn step(&mut self, cx: &mut Context<'_>) {
        let palette = cx.assets.sprite(cx.assets.sprite_named("Swap"));
        let palette = palette.map_or(FrameId::PLACEHOLDER, |sprite| sprite.frames.first);
        // 30 steps per second.
        let seconds = cx.time.number as f32 / 30.0;
        let material = self.material(seconds, palette);
        cx.me().set_material(material);
        let name = MATERIALS[self.number];
        let at = cx.me().position() + vec2(-4.0 * name.len() as f32, 26.0);
        cx.canvas(LILIES).text(at, name, Color::hex(0xc8d0e8));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
