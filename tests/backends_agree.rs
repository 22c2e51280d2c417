//! The GPU and the software backend draw the same pictures.
#![cfg(feature = "gpu")]

#[path = "common/pictures.rs"]
mod pictures;
#[path = "../examples/scenes/mod.rs"]
mod scenes;

use damselfly::render::gpu::OffscreenSettings;
use scenes::SCENES;

/// Blends that may lie on each other in a scene, and so the most by which a driver that rounds otherwise may
/// differ in a channel.
const MOST_BLENDS: u8 = 32;

#[test]
fn every_scene_is_the_same_picture_on_the_gpu_and_in_software() {
    let mut wrong = Vec::new();
    for scene in SCENES {
        let Some(mut gpu) = pictures::gpu(OffscreenSettings::default()) else {
            return;
        };
        let tolerance = if gpu.adapter().hardware {
            MOST_BLENDS
        } else {
            0
        };
        let (assets, data) = scene.build();
        data.with_frame(&assets, |frame| {
            let (got, _) = pictures::draw(&mut gpu, frame);
            let expected = pictures::draw_in_software(frame);
            wrong.extend(pictures::same(scene.name, &got, &expected, tolerance).err());
        });
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_scene_has_a_name_of_its_own() {
    let mut names: Vec<_> = SCENES.iter().map(|scene| scene.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), SCENES.len());
    assert!(names.len() >= 12);
}
