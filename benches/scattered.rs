//! Frames of 1 000 000 sprites at rest that are spread over a world a hundred times as large as the view, in random
//! order. Compared with a world that has only the sprites in view.
//!
//! The camera rests, or moves by 4 pixels a frame to and fro. The time of a frame on a GPU ends with its drawing. The
//! contenders take turns, and the quickest turn of each counts.

use std::time::Instant;

use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{Blending, Frame, PaintedLayer, Projection, SoftwareRenderer, Viewport};
use damselfly::scene::{Instance, Layer};
use damselfly::{Color, Random};

const VIEW: [u16; 2] = [1280, 720];
/// Sides of the world, as a multiple of the view's sides.
const VIEWS: f32 = 10.0;
const SPRITES: usize = 1_000_000;
const SIDE: f32 = 16.0;
/// Number of turns of each contender.
const TURNS: usize = 8;
/// Number of frames in a turn.
const FRAMES: u8 = 20;
/// Maximum ratio of two times of a frame: of the whole world, and of the world with only the sprites in view.
const BUDGET: f64 = 2.0;

struct World {
    assets: Assets,
    layer: Layer,
}

impl World {
    fn new(sprites: impl Iterator<Item = Instance>) -> Self {
        let mut layer = Layer::new();
        for sprite in sprites {
            layer.push(None, sprite, Vec2::ZERO);
        }
        Self {
            assets: Assets::new(AssetSettings::default()),
            layer,
        }
    }

    /// Calls `draw` with frame `number` of a camera that moves by `speed` pixels a frame.
    fn with_frame(&self, speed: f32, number: u8, draw: &mut dyn FnMut(&Frame<'_>)) {
        let size = VIEW.map(u32::from);
        let middle = size_of_view() * VIEWS / 2.0 - size_of_view() / 2.0;
        let moved = speed * f32::from(number.min(FRAMES - number));
        let projection = Projection {
            translation: [-middle.x - moved, -middle.y],
            ..Projection::IDENTITY
        };
        draw(&Frame {
            target: size,
            viewport: Viewport {
                origin: [0, 0],
                size,
                scale: Vec2::ONE,
                units: size_of_view(),
            },
            background: Color::BLACK,
            layers: &[PaintedLayer {
                layer: &self.layer,
                projection,
                cull: true,
                is_display: false,
                clip: None,
            }],
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: self.assets.atlas(),
            frames: self.assets.frames(),
            blending: Blending::Srgb,
        });
    }
}

fn size_of_view() -> Vec2 {
    vec2(VIEW[0].into(), VIEW[1].into())
}

/// Returns two worlds: one with only the sprites in view, and one with all sprites.
fn worlds() -> [World; 2] {
    let mut random = Random::new(1);
    let world = size_of_view() * VIEWS;
    let sprites: Vec<_> = (0..SPRITES)
        .map(|_| {
            let at = vec2(random.range(0.0..world.x), random.range(0.0..world.y));
            let mut sprite = Instance::new(at, FrameId::SOLID);
            sprite.set_scale(Vec2::splat(SIDE));
            sprite.set_tint(Color::rgb(random.range(0..=255), 80, 200));
            sprite
        })
        .collect();
    let middle = (world - size_of_view()) / 2.0;
    let is_in_view = |sprite: &&Instance| {
        let at = sprite.position - middle;
        at.cmpge(Vec2::splat(-SIDE)).all() && at.cmple(size_of_view() + SIDE).all()
    };
    let small = World::new(sprites.iter().filter(is_in_view).copied());
    [small, World::new(sprites.into_iter())]
}

/// A renderer of a world: draws a frame, and returns once it is drawn.
type Draw<'a> = Box<dyn FnMut(&Frame<'_>) + 'a>;

/// Prints the time of a frame of each world in milliseconds. Returns the ratio of the second to the first.
#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn measure(name: &str, speed: f32, worlds: &[World; 2], draw: [Draw<'_>; 2]) -> f64 {
    let mut best = [f64::INFINITY; 2];
    let mut contenders = worlds.iter().zip(draw).zip(&mut best).collect::<Vec<_>>();
    for turn in 0..=TURNS {
        for ((world, draw), best) in &mut contenders {
            let start = Instant::now();
            (0..FRAMES).for_each(|number| world.with_frame(speed, number, draw));
            let time = start.elapsed().as_secs_f64() * 1e3 / f64::from(FRAMES);
            // Turn 0 is not counted, because it copies all sprites to the backend.
            if turn > 0 {
                **best = best.min(time);
            }
        }
    }
    let ratio = best[1] / best[0];
    println!(
        "{name:>20} {:>10.3} {:>10.3} {ratio:>7.2}",
        best[0], best[1]
    );
    ratio
}

#[cfg(feature = "gpu")]
fn gpu() -> Option<[Draw<'static>; 2]> {
    use damselfly::render::gpu::{GpuInstance, OffscreenRenderer, OffscreenSettings};
    let instance = GpuInstance::new().ok()?;
    let open = || {
        let mut renderer = OffscreenRenderer::new(&instance, OffscreenSettings::default()).ok()?;
        let draw: Draw<'_> = Box::new(move |frame| {
            renderer.render(frame).expect("the frame is drawn");
            renderer.wait().expect("the frame is done");
        });
        Some(draw)
    };
    Some([open()?, open()?])
}

#[cfg(not(feature = "gpu"))]
fn gpu() -> Option<[Draw<'static>; 2]> {
    None
}

fn software() -> Draw<'static> {
    let mut renderer = SoftwareRenderer::default();
    Box::new(move |frame| {
        renderer.render(frame);
    })
}

#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn main() -> std::process::ExitCode {
    // If this program runs as a test, its figures mean nothing.
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return std::process::ExitCode::SUCCESS;
    }
    let worlds = worlds();
    println!(
        "{:>20} {:>10} {:>10} {:>7}",
        "ms a frame", "in view", "all", "ratio"
    );
    let mut largest = 0.0_f64;
    for (camera, speed) in [("rests", 0.0), ("moves", 4.0)] {
        let draw = [software(), software()];
        largest = largest.max(measure(
            &format!("software, {camera}"),
            speed,
            &worlds,
            draw,
        ));
        if let Some(draw) = gpu() {
            largest = largest.max(measure(&format!("GPU, {camera}"), speed, &worlds, draw));
        }
    }
    if largest > BUDGET {
        println!("over the budget of {BUDGET} times");
        return std::process::ExitCode::FAILURE;
    }
    std::process::ExitCode::SUCCESS
}
