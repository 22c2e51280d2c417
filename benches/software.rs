//! Time of the software backend for a frame of 1280 × 720 with every sprite changed, compared with a naive loop over
//! sprites, rows, pixels and channels on one thread.
//!
//! `cargo bench -p damselfly-benches --no-default-features --bench software`. The sprites are discs of 16 × 16 texels,
//! transparent at the corners and soft at the edge. Each has a different tint and a fractional position.
//!
//! `-- linear/` prints only the tables of linear filtering.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "all numbers are small here, and what is plain is the point"
)]

mod common;
#[path = "software/linear.rs"]
mod linear;

use std::hint::black_box;
use std::num::NonZeroUsize;

use criterion::{Criterion, criterion_group};
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId, Pixels};
use damselfly::geometry::turns::Turn;
use damselfly::glam::Vec2;
use damselfly::render::{
    Blending, Frame, PaintedLayer, Projection, SoftwareRenderer, SoftwareSettings, Viewport,
};
use damselfly::scene::{Instance, InstanceFlags, Layer};

const TARGET: [u32; 2] = [1280, 720];
const SIDE: usize = 16;

struct Scene {
    assets: Assets,
    layer: Layer,
    blending: Blending,
}

impl Scene {
    /// Returns a scene of discs. `change` edits each disc and receives its number.
    fn discs(count: usize, change: impl Fn(usize, &mut Instance)) -> Self {
        let mut assets = Assets::new(AssetSettings::default());
        let disc = assets.add_image("disc", disc()).expect("the disc fits");
        let frame = assets
            .sprite(disc)
            .map_or(FrameId::PLACEHOLDER, |sprite| sprite.frames.first);
        let mut layer = Layer::new();
        let mut random = Random(1);
        for number in 0..count {
            let place = Vec2::new(random.below(1280.0), random.below(720.0));
            let mut sprite = Instance::new(place, frame);
            let [r, g, b, _] = random.next().to_le_bytes();
            sprite.set_tint(Color::rgb(r, g, b));
            change(number, &mut sprite);
            layer.push(None, sprite, Vec2::ZERO);
        }
        Self {
            assets,
            layer,
            blending: Blending::Srgb,
        }
    }

    /// Draws a frame in which every chunk has changed, as in a game with everything in motion.
    fn draw_changed(&mut self, renderer: &mut SoftwareRenderer) {
        self.layer.columns_mut();
        self.draw(renderer);
    }

    fn draw(&self, renderer: &mut SoftwareRenderer) {
        let size = Vec2::new(TARGET[0] as f32, TARGET[1] as f32);
        let painted = PaintedLayer {
            layer: &self.layer,
            projection: Projection::IDENTITY,
            cull: true,
            is_display: false,
            clip: None,
        };
        black_box(renderer.render(&Frame {
            target: TARGET,
            viewport: Viewport {
                origin: [0, 0],
                size: TARGET,
                scale: Vec2::ONE,
                units: size,
            },
            background: Color::BLACK,
            layers: &[painted],
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: self.assets.atlas(),
            frames: self.assets.frames(),
            blending: self.blending,
        }));
    }

    /// The naive loop: clips only at the edges of the image, uses no threads, and computes one channel at a time.
    fn draw_plainly(&self, picture: &mut [u32]) {
        let disc = premultiplied_disc();
        picture.fill(0xff00_0000);
        for sprite in self.layer.columns().instances {
            let [left, top] = sprite
                .position
                .to_array()
                .map(|at| (at - SIDE as f32 / 2.0).round() as i32);
            for y in 0..SIDE {
                for x in 0..SIDE {
                    let (to_x, to_y) = (left + x as i32, top + y as i32);
                    if to_x < 0 || to_y < 0 || to_x >= TARGET[0] as i32 || to_y >= TARGET[1] as i32
                    {
                        continue;
                    }
                    let pixel = &mut picture[to_y as usize * TARGET[0] as usize + to_x as usize];
                    *pixel = over(*pixel, disc[y * SIDE + x], sprite.tint);
                }
            }
        }
    }
}

fn over(pixel: u32, texel: u32, tint: [u8; 4]) -> u32 {
    let (pixel, texel) = (pixel.to_le_bytes(), texel.to_le_bytes());
    let mut mixed = [0; 4];
    let alpha = mul_255(texel[3], tint[3]);
    for channel in 0..4 {
        let source = mul_255(texel[channel], tint[channel]);
        mixed[channel] = source.saturating_add(mul_255(pixel[channel], 255 - alpha));
    }
    u32::from_le_bytes(mixed)
}

fn mul_255(a: u8, b: u8) -> u8 {
    let t = u32::from(a) * u32::from(b) + 128;
    ((t + (t >> 8)) >> 8) as u8
}

/// Returns a disc with straight alpha, which turns from white to yellow.
fn disc() -> Pixels {
    Pixels::from_fn(SIDE as u32, SIDE as u32, |x, y| {
        let (dx, dy) = (x as f32 - 7.5, y as f32 - 7.5);
        let inside = (8.0 - (dx * dx + dy * dy).sqrt()).clamp(0.0, 1.0);
        Color::rgba(255, 255, 255 - (x * y) as u8, (inside * 255.0) as u8)
    })
}

fn premultiplied_disc() -> Vec<u32> {
    let rgba = disc().rgba;
    let colors = rgba
        .as_chunks::<4>()
        .0
        .iter()
        .map(|&[r, g, b, a]| Color::rgba(r, g, b, a));
    colors
        .map(|color| u32::from_le_bytes(color.premultiplied()))
        .collect()
}

/// A portable random number generator. Its quality does not matter here.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn below(&mut self, limit: f32) -> f32 {
        (self.next() >> 8) as f32 / (1 << 24) as f32 * limit
    }
}

fn bench(c: &mut Criterion, name: &str, threads: Option<usize>, mut scene: Scene) {
    let threads = threads.and_then(NonZeroUsize::new);
    let mut renderer = SoftwareRenderer::new(SoftwareSettings { threads });
    c.bench_function(name, |b| b.iter(|| scene.draw_changed(&mut renderer)));
}

fn unscaled(c: &mut Criterion) {
    for (name, count) in [("1k", 1000), ("10k", 10_000), ("100k", 100_000)] {
        let discs = || Scene::discs(count, |_, _| {});
        bench(c, &format!("unscaled/{name}"), None, discs());
        bench(c, &format!("unscaled/{name}/one thread"), Some(1), discs());
        let scene = discs();
        let mut picture = vec![0; (TARGET[0] * TARGET[1]) as usize];
        c.bench_function(&format!("unscaled/{name}/plain loop"), |b| {
            b.iter(|| scene.draw_plainly(black_box(&mut picture)));
        });
    }
}

fn others(c: &mut Criterion) {
    bench(
        c,
        "translucent/100k",
        None,
        Scene::discs(100_000, |_, sprite| {
            sprite.set_tint(Color::rgba(200, 100, 50, 128));
        }),
    );
    bench(
        c,
        "additive/100k",
        None,
        Scene::discs(100_000, |_, sprite| {
            sprite.set_flags(InstanceFlags::ADDITIVE);
        }),
    );
    bench(
        c,
        "doubled/10k",
        None,
        Scene::discs(10_000, |_, sprite| sprite.set_scale(Vec2::splat(2.0))),
    );
    bench(
        c,
        "turned/10k",
        None,
        Scene::discs(10_000, |number, sprite| {
            sprite.turn = Turn((number * 77) as u16)
        }),
    );
    bench(
        c,
        "turned and filtered/10k",
        None,
        Scene::discs(10_000, |number, sprite| {
            sprite.turn = Turn((number * 77) as u16);
            sprite.set_flags(InstanceFlags::LINEAR);
        }),
    );
    let mut light = Scene::discs(10_000, |_, _| {});
    light.blending = Blending::Linear;
    bench(c, "linear light/10k", None, light);
    let still = Scene::discs(100_000, |_, _| {});
    let mut renderer = SoftwareRenderer::default();
    c.bench_function("unchanged/100k", |b| b.iter(|| still.draw(&mut renderer)));
}

criterion_group!(benches, unscaled, others);

fn main() {
    linear::tables();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
