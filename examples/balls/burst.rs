//! A burst: hundreds of balls that fly apart from where a click was, each layer with its share.

use damselfly::geometry::turns;
use damselfly::prelude::*;
use damselfly::scene::{Instance, InstanceFlags};

use super::ball::Ball;
use super::depth::Depth;
use super::layers::Layers;
use super::picture;

/// Balls in a burst of size 1.
pub const BALLS: usize = 400;

/// Pixels per step, at most, in a burst of size 1.
const SPEED: f32 = 11.0;
/// How much faster the balls of a burst are for each further size.
const FASTER: f32 = 0.08;
/// Pixels per step that all of them go up.
const RISE: f32 = 2.0;
/// Steps that a ball lives.
const LIFE: core::ops::Range<f32> = 60.0..150.0;

/// Colours that go together.
type Scheme = [Color; 4];

/// Each burst has the next one.
const SCHEMES: [Scheme; 6] = [
    scheme([0xff5a36, 0xff9f1c, 0xffd166, 0xfff1c9]),
    scheme([0x1fd8c4, 0x3a9dff, 0x7ff0ff, 0xe3fbff]),
    scheme([0xff4fa3, 0xb45cff, 0xff9ad5, 0xf3dcff]),
    scheme([0x46d66b, 0xa8e34b, 0xf2f26b, 0xeaffd9]),
    scheme([0x6a7bff, 0xa98bff, 0xff8fa3, 0xffd9c2]),
    scheme([0xff4d6d, 0x4dd2ff, 0xffe45e, 0xffffff]),
];

const fn scheme([a, b, c, d]: [u32; 4]) -> Scheme {
    [color(a), color(b), color(c), color(d)]
}

const fn color(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color::rgb(r, g, b)
}

/// Adds a burst's balls to the layers, as far as these have room: `size` times [`BALLS`]. `number` chooses its colours.
pub fn add(layers: &mut Layers, at: Vec2, size: u16, number: u32, cx: &mut Context<'_>) {
    let scheme = SCHEMES[number as usize % SCHEMES.len()];
    let speed = SPEED * (1.0 + FASTER * f32::from(size - 1));
    for depth in Depth::ALL {
        let share = BALLS * usize::from(size) * depth.share() / 100;
        let frame = picture::frame(depth, cx.assets);
        // Whatever is clicked on, balls start above their ground.
        let start = vec2(at.x, at.y.min(depth.ground() - f32::from(depth.radius())));
        let mut instance = Instance::new(start, frame);
        // They lie between pixels: smoothly, not from one to the next.
        instance.set_flags(InstanceFlags::LINEAR);
        layers.at(depth).add_many(share, cx, |_, cx| {
            let random = cx.world.random();
            let color = depth.tinted(scheme[random.index(scheme.len())]);
            instance.set_tint(color);
            let life = random.range_f32(LIFE);
            Ball {
                depth,
                color,
                instance,
                velocity: direction(random) * speed - vec2(0.0, RISE),
                life,
                left: life,
            }
        });
    }
}

/// Any place in a disc of radius 1, each equally likely but for a hole in its middle.
fn direction(random: &mut Random) -> Vec2 {
    let turn = turns::from_radians(random.range_f32(0.0..core::f32::consts::TAU));
    let (sin, cos) = turns::sin_cos(turn);
    vec2(cos, sin) * random.range_f32(0.01..1.0).sqrt()
}
