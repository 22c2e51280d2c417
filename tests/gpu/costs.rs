//! The cost of frames: parts of the processor's time, GPU times, and bytes on the device.
#![cfg(feature = "gpu")]

use std::time::{Duration, Instant};

use crate::pictures;
use crate::scenes::{SCENES, SceneData};
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::Vec2;
use damselfly::render::gpu::{OffscreenRenderer, OffscreenSettings};
use damselfly::render::{DrawCost, Projection, SoftwareRenderer};
use damselfly::scene::Instance;

fn measured() -> Option<OffscreenRenderer> {
    pictures::own_gpu(OffscreenSettings {
        measure_gpu: true,
        ..OffscreenSettings::default()
    })
}

/// Returns the scene of this name, with its assets.
fn named(name: &str) -> (Assets, SceneData) {
    let scene = SCENES.iter().find(|scene| scene.name == name);
    scene.expect("there is such a scene").build()
}

/// Draws a frame and waits for it. Returns its cost, and the whole time.
fn cost(gpu: &mut OffscreenRenderer, assets: &Assets, data: &SceneData) -> (DrawCost, Duration) {
    let start = Instant::now();
    data.with_frame(assets, |frame| gpu.render(frame).map(|_| ()))
        .and_then(|()| gpu.wait())
        .expect("the frame is drawn");
    let whole = start.elapsed();
    (gpu.cost(), whole)
}

#[test]
fn gpu_times_of_a_frame_arrive_once_after_a_wait() {
    let Some(mut gpu) = measured() else {
        return;
    };
    // A single pass, and passes of groups.
    for name in ["rotations", "groups"] {
        let (assets, data) = named(name);
        let mut gpu = gpu.on_same_device().expect("there is memory");
        for _ in 0..20 {
            let (cost, whole) = cost(&mut gpu, &assets, &data);
            let Some(time) = cost.gpu else {
                return pictures::skipped(&"this device has no timestamps");
            };
            assert!(time > Duration::ZERO && time < whole, "{time:?} {whole:?}");
            assert_eq!(gpu.cost().gpu, None, "returned once");
        }
    }
    assert_eq!(gpu.cost().gpu, None, "no frame was drawn");
}

#[test]
fn times_arrive_again_after_frames_without_collection() {
    let Some(mut gpu) = measured() else { return };
    let (assets, data) = named("groups");
    for _ in 0..30 {
        data.with_frame(&assets, |frame| gpu.render(frame).map(|_| ()))
            .expect("the frame is drawn");
    }
    gpu.wait().expect("the device finishes");
    if gpu.cost().gpu.is_some() {
        assert!(cost(&mut gpu, &assets, &data).0.gpu.is_some());
    }
}

#[test]
fn measuring_gpu_times_changes_no_pixel_and_no_count() {
    let (Some(mut plain), Some(mut measured)) = (pictures::gpu(), measured()) else {
        return;
    };
    let (assets, data) = named("groups");
    data.with_frame(&assets, |frame| {
        let expected = pictures::draw(&mut plain, frame);
        assert!(pictures::draw(&mut measured, frame) == expected);
    });
    plain.wait().expect("the device finishes");
    assert_eq!(plain.cost().gpu, None);
}

#[test]
fn parts_of_a_frame_add_up_to_less_than_the_whole() {
    let (assets, data) = named("groups");
    if let Some(mut gpu) = pictures::gpu() {
        let (parts, whole) = cost(&mut gpu, &assets, &data);
        let sum = parts.batch + parts.upload + parts.submit;
        assert!(sum > Duration::ZERO && sum <= whole, "{parts:?} {whole:?}");
    }
    let mut software = SoftwareRenderer::default();
    let start = Instant::now();
    data.with_frame(&assets, |frame| software.render(frame));
    let (parts, whole) = (software.cost(), start.elapsed());
    let sum = parts.batch + parts.upload + parts.submit;
    assert!(
        parts.submit > Duration::ZERO && sum <= whole,
        "{parts:?} {whole:?}"
    );
    assert_eq!((parts.gpu, parts.device_bytes), (None, 0));
}

#[test]
fn device_bytes_grow_with_sprites_targets_and_groups() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut bytes = |sprites: usize, size: u32| {
        let sprite = Instance::new(Vec2::ZERO, FrameId::SOLID);
        let data =
            SceneData::sized([size; 2]).with_layer(Projection::IDENTITY, vec![sprite; sprites]);
        cost(&mut gpu, &assets, &data).0.device_bytes
    };
    let few = bytes(1, 64);
    let larger = bytes(1, 256);
    assert_eq!(larger - few, 4 * (256 * 256 - 64 * 64), "the target");
    // The buffers of instances and for copies have become larger.
    let many = bytes(100_000, 256) - larger;
    assert!((3_200_000..30_000_000).contains(&many), "{many}");
    let mut gpu = gpu.on_same_device().expect("there is memory");
    let (assets, mut data) = named("groups");
    let with_groups = cost(&mut gpu, &assets, &data).0.device_bytes;
    data.groups.clear();
    let mut gpu = gpu.on_same_device().expect("there is memory");
    let without = cost(&mut gpu, &assets, &data).0.device_bytes;
    assert!(with_groups > without, "{with_groups} {without}");
}
