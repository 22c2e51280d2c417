//! After a warm-up, a frame of the software backend allocates nothing on any of its threads.
//!
//! The only test in its program, because it counts the allocations of the whole process.

use core::num::NonZeroUsize;
use std::alloc::System;

use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::software::{SoftwareRenderer, SoftwareSettings};
use damselfly::render::{Blending, Fit, Frame, PaintedLayer, Projection, ViewSettings};
use damselfly::scene::{Instance, Layer};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn bands_on_parked_threads_allocate_nothing() {
    let assets = Assets::new(AssetSettings::default());
    let mut layer = Layer::new();
    for number in 0..10_000_u16 {
        let place = vec2(f32::from(number % 300), f32::from(number / 300) * 5.0);
        layer.push(None, Instance::new(place, FrameId::PLACEHOLDER), Vec2::ZERO);
    }
    let mut renderer = SoftwareRenderer::new(SoftwareSettings {
        threads: NonZeroUsize::new(4),
    });
    let view = ViewSettings {
        size: vec2(320.0, 200.0),
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    };
    let mut frames = || {
        for frame in 0..20 {
            let by = if frame % 2 == 0 { 1.25 } else { -1.25 };
            for instance in layer.columns_mut().instances {
                instance.step_by(vec2(by, by));
            }
            renderer.render(&Frame {
                target: [320, 200],
                viewport: view.viewport([320, 200]),
                background: Color::BLACK,
                layers: &[PaintedLayer {
                    layer: &layer,
                    projection: Projection::IDENTITY,
                    cull: false,
                    is_display: false,
                    clip: None,
                }],
                groups: &[],
                effects: &[],
                cameras: &[],
                atlas: assets.atlas(),
                frames: assets.frames(),
                blending: Blending::Srgb,
            });
        }
    };
    // Tasks go to threads at random. After a few rounds, each thread has done every kind of task.
    for _ in 0..5 {
        frames();
    }
    let region = Region::new(COUNTED);
    drop(std::hint::black_box(vec![1_u8; 100]));
    assert_eq!(region.change().allocations, 1, "the counter counts");
    let region = Region::new(COUNTED);
    frames();
    let counted = region.change();
    assert_eq!((counted.allocations, counted.reallocations), (0, 0));
    assert_eq!(renderer.threads(), 4);
}
