//! Time that each effect of the view, a clip rectangle and sprite cameras add to a frame of 640 × 360, on both backends.
//! Prints medians of 30 frames.
//!
//! `cargo bench -p damselfly-benches --bench effects`, or with `--no-default-features` for the software backend alone. A
//! frame has 500 discs, and is drawn to the end before the next one begins.

use std::time::Instant;

use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId, Pixels};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{
    Blending, Frame, PaintedCamera, PaintedLayer, Projection, SoftwareRenderer, ViewEffects,
    Viewport,
};
use damselfly::scene::{GroupEffect, Instance, Layer};

const TARGET: [u32; 2] = [640, 360];
const FRAMES: usize = 30;

/// Draws a frame to its end.
type Draw = Box<dyn FnMut(&Frame<'_>)>;

fn effects() -> Vec<(&'static str, GroupEffect)> {
    let blur = |name, radius| (name, GroupEffect::blur(radius));
    let outline = |name, width| {
        let color = Color::WHITE;
        (name, GroupEffect::Outline { width, color })
    };
    let palette: Vec<_> = (0..16).map(|step| Color::rgb(step * 17, 90, 200)).collect();
    let wave = GroupEffect::Wave {
        amplitude: vec2(4.0, 4.0),
        length: 32.0,
        phase: 0.0,
    };
    vec![
        ("colour matrix", GroupEffect::saturation(0.5)),
        blur("blur, radius 2", 2.0),
        blur("blur, radius 8", 8.0),
        blur("blur, radius 32", 32.0),
        ("glow, radius 8", GroupEffect::glow(8.0)),
        outline("outline, width 1", 1.0),
        outline("outline, width 4", 4.0),
        (
            "drop shadow, radius 2",
            GroupEffect::drop_shadow(vec2(3.0, 3.0)),
        ),
        ("pixelate", GroupEffect::pixelate(4.0)),
        ("wave", wave),
        ("palette of 16", GroupEffect::palette(&palette)),
        ("dissolve", GroupEffect::dissolve(0.5)),
        ("vignette", GroupEffect::vignette(0.5)),
        ("CRT", GroupEffect::crt()),
        ("fade", GroupEffect::fade(0.5)),
        ("wipe", GroupEffect::wipe(0.5)),
        ("circle", GroupEffect::circle(0.5)),
    ]
}

/// Content of a frame besides its sprites.
#[derive(Clone, Copy, Default)]
struct Extras<'a> {
    effects: &'a [GroupEffect],
    clip: Option<Rect>,
    /// Blank images of cameras that show all sprites, smaller.
    cameras: &'a [(FrameId, f32)],
}

impl<'a> Extras<'a> {
    fn effects(effects: &'a [GroupEffect]) -> Self {
        Self {
            effects,
            ..Self::default()
        }
    }
}

/// Returns the median time of frames with these extras, in milliseconds.
fn median(assets: &Assets, layer: &Layer, extras: Extras<'_>, draw: &mut Draw) -> f64 {
    let mut views = Vec::new();
    if !extras.effects.is_empty() {
        let effects = extras.effects.to_vec();
        views.push(ViewEffects { layers: 1, effects });
    }
    let seen = extras.cameras.iter().map(|&(frame, zoom)| {
        let projection = Projection {
            matrix: [zoom, 0.0, 0.0, zoom],
            texel_scale: [zoom; 2],
            ..Projection::IDENTITY
        };
        let layer = PaintedLayer {
            layer,
            projection,
            cull: true,
            is_display: false,
            clip: None,
        };
        (frame, [layer])
    });
    let seen: Vec<_> = seen.collect();
    let cameras = seen.iter().map(|(frame, layers)| PaintedCamera {
        frame: *frame,
        background: Color::BLACK,
        layers,
        groups: &[],
    });
    let cameras: Vec<_> = cameras.collect();
    let frame = Frame {
        target: TARGET,
        viewport: Viewport {
            origin: [0, 0],
            size: TARGET,
            scale: Vec2::ONE,
            units: Vec2::new(TARGET[0] as f32, TARGET[1] as f32),
        },
        background: Color::BLACK,
        layers: &[PaintedLayer {
            layer,
            projection: Projection::IDENTITY,
            cull: false,
            is_display: false,
            clip: extras.clip,
        }],
        groups: &[],
        effects: &views,
        cameras: &cameras,
        atlas: assets.atlas(),
        frames: assets.frames(),
        blending: Blending::Srgb,
    };
    let mut times = [0.0; FRAMES];
    // The first frame compiles and allocates.
    draw(&frame);
    for time in &mut times {
        let start = Instant::now();
        draw(&frame);
        *time = start.elapsed().as_secs_f64() * 1e3;
    }
    times.sort_by(f64::total_cmp);
    times[FRAMES / 2]
}

/// Returns the backends with their names.
fn backends() -> Vec<(&'static str, Draw)> {
    let mut software = SoftwareRenderer::default();
    let mut all: Vec<(&'static str, Draw)> = vec![(
        "software",
        Box::new(move |frame| {
            software.render(frame);
        }),
    )];
    #[cfg(feature = "gpu")]
    {
        use damselfly::render::gpu::{GpuInstance, OffscreenRenderer, OffscreenSettings};
        let made = GpuInstance::new()
            .and_then(|instance| OffscreenRenderer::new(&instance, OffscreenSettings::default()));
        if let Ok(mut gpu) = made {
            let name = if gpu.adapter().hardware {
                "GPU"
            } else {
                "GPU, in software"
            };
            let draw = move |frame: &Frame<'_>| {
                gpu.render(frame).expect("the frame is drawn");
                gpu.wait().expect("the frame is done");
            };
            all.push((name, Box::new(draw)));
        }
    }
    all
}

#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn main() {
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return;
    }
    let mut assets = Assets::new(AssetSettings::default());
    let disc = Pixels::from_fn(16, 16, |x, y| {
        let from_middle = x.abs_diff(8).pow(2) + y.abs_diff(8).pow(2);
        Color::WHITE.with_alpha(if from_middle < 60 { 255 } else { 0 })
    });
    let disc = assets.add_image("disc", disc).expect("the disc fits");
    let frame = assets
        .sprite(disc)
        .map_or(FrameId::PLACEHOLDER, |sprite| sprite.frames.first);
    let mut layer = Layer::new();
    let mut random = damselfly::Random::new(1);
    for _ in 0..500 {
        let place = vec2(random.range(0.0..640.0), random.range(0.0..360.0));
        let mut sprite = Instance::new(place, frame);
        let [r, g, b, _] = random.next_u32().to_le_bytes();
        sprite.set_tint(Color::rgb(r, g, b));
        layer.push(None, sprite, Vec2::ZERO);
    }
    let cameras = [("map", 160, 0.25), ("view", 640, 1.0)].map(|(label, width, zoom)| {
        let blank = Pixels::filled(width, width * 9 / 16, Color::TRANSPARENT);
        let sprite = assets.add_image(label, blank).expect("the image fits");
        let frames = assets.sprite(sprite).map(|sprite| sprite.frames.first);
        (frames.unwrap_or(FrameId::PLACEHOLDER), zoom)
    });
    for (name, mut draw) in backends() {
        let none = median(&assets, &layer, Extras::default(), &mut draw);
        let target = [GroupEffect::blur(0.0)];
        let target = median(&assets, &layer, Extras::effects(&target), &mut draw);
        println!("{name}: a frame {none:.2} ms, with a target of its own {target:.2} ms");
        for (effect, with) in effects() {
            let time = median(&assets, &layer, Extras::effects(&[with]), &mut draw) - target;
            println!("  {effect:<24} {time:>8.2}");
        }
        let most = vec2(TARGET[0] as f32, TARGET[1] as f32);
        for (name, size) in [
            ("clip of a quarter", most / 2.0),
            ("clip of all but a pixel", most - 1.0),
        ] {
            let clip = Some(Rect::from_size(Vec2::ZERO, size));
            let extras = Extras {
                clip,
                ..Extras::default()
            };
            let share = median(&assets, &layer, extras, &mut draw) / none;
            println!("  {name:<24} {share:>8.2} times a frame");
        }
        for (name, cameras) in [
            ("camera of 160 x 90", &cameras[..1]),
            ("camera of 640 x 360", &cameras[1..]),
        ] {
            let extras = Extras {
                cameras,
                ..Extras::default()
            };
            let share = median(&assets, &layer, extras, &mut draw) / none;
            println!("  {name:<24} {share:>8.2} times a frame");
        }
    }
}
