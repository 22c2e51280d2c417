//! A burst: each click throws hundreds of balls apart, distributed over all layers.

use damselfly::Random;
use damselfly::assets::FrameIds;
use damselfly::math;
use damselfly::prelude::*;
use damselfly::world::ItemLayers;

use super::ball::Ball;
use super::depth::Depth;

/// Number of balls in a burst of size 1.
pub const BALLS: usize = 400;

/// Maximum speed in a burst of size 0, in pixels per step.
const SPEED: f32 = 10.0;
/// Relative increase of the speed per size.
const FASTER: f32 = 0.08;
/// Upward speed added to every ball, in pixels per step.
const RISE: f32 = 2.0;
/// Lifetime of a ball in steps.
const LIFE: core::ops::Range<f32> = 60.0..150.0;

/// Colour scheme of a burst.
type Scheme = [Color; 4];

/// Colour schemes. Each click takes the next one.
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

/// Burst of one click.
#[derive(Clone, Copy, Debug)]
pub struct Burst {
    /// Position in pixels.
    pub at: Vec2,
    /// Number of balls as a multiple of [`BALLS`].
    pub size: u16,
    /// Sequence number, which selects the colour scheme.
    pub number: u32,
    /// Frames of the ball sprites, by radius.
    pub frames: FrameIds,
}

impl Burst {
    /// Adds the balls to the layers, as long as there is room.
    pub fn add_to(&self, layers: &mut ItemLayers<Ball>, cx: &mut Context<'_>) {
        for depth in Depth::ALL {
            let count = BALLS * usize::from(self.size) * depth.share() / 100;
            layers[depth as usize].add_many(count, cx, |_, cx| self.ball(depth, cx.random()));
        }
    }

    fn ball(&self, depth: Depth, random: &mut Random) -> Ball {
        let scheme = SCHEMES[self.number as usize % SCHEMES.len()];
        let speed = SPEED * (1.0 + FASTER * f32::from(self.size));
        let velocity = direction(random) * speed - vec2(0.0, RISE);
        let color = depth.tinted(scheme[random.index(scheme.len())]);
        // After a click below the ground, balls start on it.
        let start = vec2(self.at.x, self.at.y.min(depth.lowest()));
        Ball::new(
            depth,
            color,
            self.frames,
            start,
            velocity,
            random.range(LIFE),
        )
    }
}

/// Returns a random point of the unit disc, uniformly distributed outside a small hole in the middle.
fn direction(random: &mut Random) -> Vec2 {
    random.unit_vector() * math::sqrt(random.range(0.01..1.0))
}
