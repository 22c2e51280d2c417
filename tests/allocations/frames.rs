//! After a warm-up, a software frame allocates nothing, and a GPU frame allocates hardly more than wgpu does for a
//! minimal frame.
//!
//! Allocations are counted on the calling thread only. The software backend therefore draws with one thread here.

use core::num::NonZeroUsize;

use allocation_counter::measure;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId, Pixels};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::software::{SoftwareRenderer, SoftwareSettings};
use damselfly::render::{
    Blending, Fit, Frame, GroupLight, LayerGroup, PaintedCamera, PaintedLayer, PixelLight,
    Projection, ViewEffects, ViewSettings,
};
use damselfly::scene::{Blend, GroupEffect, GroupLook, Instance, Layer, Material, Resolution};

/// Number of warm-up frames, and number of counted frames.
const FRAMES: u64 = 20;

fn layer(sprites: u16, picture: FrameId) -> Layer {
    let mut layer = Layer::new();
    for number in 0..sprites {
        let place = vec2(f32::from(number % 300), f32::from(number / 300) * 3.0);
        layer.push(None, Instance::new(place, picture), Vec2::ZERO);
    }
    layer
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Contents {
    /// Sprites.
    Plain,
    /// Sprites, and a group with a mask and effects.
    Group,
    /// Also light with shadows, materials, clip rectangles and effects of the view.
    All,
    /// Sprites, and sprite cameras, the second of which sees the image of the first.
    Cameras,
}

/// Draws `FRAMES` frames with moving sprites to warm up. Then passes `count` a closure that draws `FRAMES` more.
fn draw_moving(
    sprites: u16,
    picture: FrameId,
    contents: Contents,
    mut draw: impl FnMut(&Frame<'_>),
    mut count: impl FnMut(&mut dyn FnMut()),
) {
    let mut assets = Assets::new(AssetSettings::default());
    let seen = ["first", "second"].map(|label| {
        let blank = Pixels::filled(90, 60, Color::TRANSPARENT);
        let sprite = assets.add_image(label, blank).expect("the image fits");
        assets.sprite(sprite).expect("it was added").frames.first
    });
    let mut layer = layer(sprites, picture);
    if contents == Contents::Cameras {
        for frame in seen {
            layer.push(None, Instance::new(vec2(60.0, 50.0), frame), Vec2::ZERO);
        }
    }
    let mut grouped = self::layer(100, picture);
    grouped.set_blend(3, Blend::Screen);
    if contents == Contents::All {
        let outline = Material::Outline {
            color: Color::YELLOW,
            width: 2,
        };
        layer.set_material(7, Material::Greyscale { amount: 0.5 });
        grouped.set_material(9, outline);
    }
    let mask = self::layer(100, picture);
    let light = GroupLight {
        ambient: Color::rgb(40, 40, 60),
        resolution: Resolution::Half,
        is_smooth: true,
        layers: None,
        lights: [None, Some(0.0), Some(5.0)]
            .map(|source| PixelLight {
                position: vec2(90.5, 60.0),
                radius: 80.0,
                color: [255, 200, 90],
                beam: None,
                source,
            })
            .into(),
        edges: vec![[vec2(100.0, 40.0), vec2(120.0, 90.0)]],
        depth: 4.0,
    };
    let view_effects = [ViewEffects {
        layers: 3,
        effects: vec![GroupEffect::blur(5.0), GroupEffect::fade(0.3)],
    }];
    let groups = [LayerGroup {
        layers: 1..2,
        look: GroupLook {
            is_smooth: true,
            resolution: Resolution::Half,
            ..GroupLook::default()
        },
        mask: Some(2..3),
        effects: vec![
            GroupEffect::glow(3.0),
            GroupEffect::outline(Color::RED),
            GroupEffect::vignette(0.5),
        ],
        light: (contents == Contents::All).then_some(light),
    }];
    let view = ViewSettings {
        size: vec2(320.0, 200.0),
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    };
    let mut frames = || {
        for frame in 0..FRAMES {
            // Sprites move back and forth, so that the same ones stay in view.
            let by = if frame % 2 == 0 { 1.25 } else { -1.25 };
            for instance in layer.columns_mut().instances {
                instance.step_by(vec2(by, by));
            }
            // So does the clip rectangle, by pixels.
            let clip = Rect::new(vec2(9.0, 9.0), vec2(200.0 + by, 150.0));
            let (layers, groups, effects, clip) = match contents {
                Contents::Plain | Contents::Cameras => (1, &groups[..0], &view_effects[..0], None),
                Contents::Group => (3, &groups[..], &view_effects[..0], None),
                Contents::All => (3, &groups[..], &view_effects[..], Some(clip)),
            };
            let projection = Projection {
                translation: [-20.0 + by, -10.0],
                ..Projection::IDENTITY
            };
            let shown = [PaintedLayer {
                layer: &layer,
                projection,
                cull: true,
                is_display: false,
                clip: None,
            }];
            let cameras = seen.map(|frame| PaintedCamera {
                frame,
                background: Color::BLUE,
                layers: &shown,
                groups: &[],
            });
            let with_cameras = usize::from(contents == Contents::Cameras) * cameras.len();
            draw(&Frame {
                target: [320, 200],
                viewport: view.viewport([320, 200]),
                background: Color::BLACK,
                layers: &[&layer, &grouped, &mask].map(|layer| PaintedLayer {
                    layer,
                    projection: Projection::IDENTITY,
                    cull: false,
                    is_display: false,
                    clip,
                })[..layers],
                groups,
                effects,
                cameras: &cameras[..with_cameras],
                atlas: assets.atlas(),
                frames: assets.frames(),
                blending: Blending::Srgb,
            });
        }
    };
    frames();
    count(&mut frames);
}

#[test]
fn once_warm_a_software_frame_allocates_nothing() {
    let mut renderer = SoftwareRenderer::new(SoftwareSettings {
        threads: NonZeroUsize::new(1),
    });
    for contents in [
        Contents::Plain,
        Contents::Group,
        Contents::All,
        Contents::Cameras,
    ] {
        let mut total = None;
        draw_moving(
            10_000,
            FrameId::PLACEHOLDER,
            contents,
            |frame| {
                renderer.render(frame);
            },
            |frames| total = Some(measure(frames).count_total),
        );
        assert_eq!(total, Some(0), "over {FRAMES} frames, {contents:?}");
    }
}

#[cfg(feature = "gpu")]
#[path = "../../benches/frame/bare.rs"]
mod bare;

#[cfg(feature = "gpu")]
mod gpu {
    use super::*;
    use damselfly::render::gpu::{GpuError, GpuInstance, OffscreenRenderer, OffscreenSettings};

    /// Returns the mean number of allocations per frame, rounded up; `None` without an adapter.
    fn per_frame(sprites: u16) -> Option<u64> {
        let made = GpuInstance::new()
            .and_then(|instance| OffscreenRenderer::new(&instance, OffscreenSettings::default()));
        let mut renderer = match made {
            Ok(renderer) => renderer,
            Err(error @ GpuError::NoAdapter { .. }) => {
                let required =
                    std::env::var("DAMSELFLY_REQUIRE_GPU").is_ok_and(|value| value == "1");
                assert!(!required, "DAMSELFLY_REQUIRE_GPU=1, and {error}");
                eprintln!("SKIPPED: {error}");
                return None;
            }
            Err(error) => panic!("{error}"),
        };
        let mut total = 0;
        draw_moving(
            sprites,
            // Each sprite has one pixel: larger ones would be slow on a driver that draws on the processor.
            FrameId::SOLID,
            Contents::Plain,
            |frame| {
                renderer.render(frame).expect("the frame is drawn");
                renderer.wait().expect("the frame is done");
            },
            |frames| total = measure(frames).count_total,
        );
        Some(total.div_ceil(FRAMES))
    }

    /// Returns the number of allocations per frame that wgpu makes for a minimal frame, rounded up. The frame uploads
    /// as many bytes of instances as this number of sprites needs. `None` without an adapter.
    fn bare_frame(sprites: u16) -> Option<u64> {
        let mut bare = bare::Bare::new(sprites.into(), [320, 200])?;
        let bytes = vec![7; usize::from(sprites) * 32];
        let mut frames = || {
            for _ in 0..FRAMES {
                bare.frame(bytes.len(), |mut target| target.copy_from_slice(&bytes));
                bare.wait();
            }
        };
        frames();
        Some(measure(frames).count_total.div_ceil(FRAMES))
    }

    /// Returns true if backtraces are off. If they are on, wgpu records the origin of its resources, which allocates.
    /// Then this repeats the test in a process without backtraces, and returns false.
    fn without_backtraces(test: &str) -> bool {
        let on = |name| std::env::var_os(name).is_some_and(|value| value != "0");
        if !on("RUST_BACKTRACE") && !on("RUST_LIB_BACKTRACE") {
            return true;
        }
        let program = std::env::current_exe().expect("this program has a path");
        let status = std::process::Command::new(program)
            .args(["--exact", test, "--nocapture"])
            .env("RUST_BACKTRACE", "0")
            .env("RUST_LIB_BACKTRACE", "0")
            .status()
            .expect("the test starts once more");
        assert!(status.success(), "without backtraces: {status}");
        false
    }

    #[test]
    fn a_gpu_frame_allocates_what_a_bare_frame_of_wgpu_does() {
        if !without_backtraces("frames::gpu::a_gpu_frame_allocates_what_a_bare_frame_of_wgpu_does")
        {
            return;
        }
        let (Some(few), Some(many), Some(bare)) =
            (per_frame(10), per_frame(20_000), bare_frame(20_000))
        else {
            return;
        };
        println!(
            "allocations a frame: {few} for 10 sprites, {many} for 20000, {bare} for a bare frame of wgpu"
        );
        assert!(few <= bare, "{few} for 10 sprites, {bare} for a bare frame");
        assert!(
            many <= bare + HIGHER_NUMBERS,
            "{many} for 20000 sprites, {bare} for a bare frame"
        );
    }

    /// Number of additional allocations in a frame with many sprites. wgpu numbers its buffers. Its list of the
    /// resources used in a frame is as long as the highest number among them, and the list's capacity doubles as it
    /// grows. The engine has a few more buffers than the minimal frame (frame table, chunk table, sine table), so the
    /// larger instance buffer gets a number beyond such a capacity. This costs two more allocations per frame, however
    /// many sprites there are.
    const HIGHER_NUMBERS: u64 = 2;
}
