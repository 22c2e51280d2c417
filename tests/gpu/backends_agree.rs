//! The GPU and the software backend draw the same images.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::scenes::SCENES;
use crate::tolerance;
use damselfly::render::Blending;

/// Draws every scene with both backends, and compares the images.
fn check(blending: Blending) {
    let mut wrong = Vec::new();
    for scene in SCENES {
        let Some(mut gpu) = pictures::gpu() else {
            return;
        };
        let is_hardware = gpu.adapter().hardware;
        let (assets, mut data) = scene.build();
        data.blending = blending;
        data.with_frame(&assets, |frame| {
            let (got, _) = pictures::draw(&mut gpu, frame);
            let expected = pictures::draw_in_software(frame);
            let name = format!("{}.{blending:?}", scene.name);
            wrong.extend(tolerance::same(&name, frame, is_hardware, &got, &expected).err());
        });
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_scene_is_the_same_picture_on_the_gpu_and_in_software() {
    check(Blending::Srgb);
}

/// Lavapipe encodes sRGB by a polynomial that is sometimes off by one, so the errors of successive blends add up.
#[test]
fn scenes_in_linear_light_differ_only_by_the_drivers_curve() {
    check(Blending::Linear);
}

#[test]
fn every_scene_has_a_name_of_its_own() {
    let mut names: Vec<_> = SCENES.iter().map(|scene| scene.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), SCENES.len());
    assert!(names.len() >= 12);
}
