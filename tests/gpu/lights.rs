//! Light maps on the GPU: draw calls, copies, and random lights compared with the software backend.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::scenes::{SCENES, SceneData};
use crate::tolerance;
use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::gpu::OffscreenRenderer;
use damselfly::render::{
    Beam, Blending, GroupLight, LayerGroup, PixelLight, Projection, RenderStats,
};
use damselfly::scene::{GroupLook, Instance, Resolution};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Draws a frame, and returns its statistics. Its picture has to be that of the software backend.
fn drawn(gpu: &mut OffscreenRenderer, assets: &Assets, data: &SceneData) -> RenderStats {
    let is_hardware = gpu.adapter().hardware;
    data.with_frame(assets, |frame| {
        let (got, stats) = pictures::draw(gpu, frame);
        let expected = pictures::draw_in_software(frame);
        let same = tolerance::same("lights", frame, is_hardware, &got, &expected);
        assert_eq!(same, Ok(()));
        stats
    })
}

/// Returns a translucent wall with these lights and edges.
fn lit(light: GroupLight, look: GroupLook) -> SceneData {
    let mut wall = Instance::new(vec2(3.0, 2.0), FrameId::SOLID);
    wall.set_scale(vec2(58.0, 60.0));
    wall.tint = [200, 190, 170, 220];
    let mut data = SceneData::sized([64, 64]).with_layer(Projection::IDENTITY, [wall]);
    data.groups.push(LayerGroup {
        layers: 0..1,
        look,
        mask: None,
        light: Some(light),
        effects: Vec::new(),
    });
    data
}

fn map(lights: Vec<PixelLight>) -> GroupLight {
    GroupLight {
        ambient: Color::rgb(20, 30, 50),
        resolution: Resolution::Half,
        is_smooth: true,
        layers: None,
        lights,
        edges: vec![[vec2(20.0, 40.0), vec2(40.0, 42.0)]],
        depth: 0.0,
    }
}

fn lamp(x: f32) -> PixelLight {
    PixelLight {
        position: vec2(x, 30.0),
        radius: 30.0,
        color: [255, 200, 100],
        beam: None,
        source: Some(0.0),
    }
}

#[test]
fn a_light_map_is_two_draw_calls_more() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = lit(map(Vec::new()), GroupLook::default());
    data.groups[0].light = None;
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 2);
    // The map is mixed into the group.
    data.groups[0].light = Some(map(Vec::new()));
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 3);
    // All lights are one call.
    data.groups[0].light = Some(map(vec![lamp(20.0), lamp(45.0)]));
    assert_eq!(drawn(&mut gpu, &assets, &data).draw_calls, 4);
}

#[test]
fn a_repeated_frame_with_lights_copies_nothing() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let mut data = lit(map(vec![lamp(20.0)]), GroupLook::default());
    drawn(&mut gpu, &assets, &data);
    assert_eq!(drawn(&mut gpu, &assets, &data).upload_bytes, 0);
    // A light is 64 bytes, and its shadow a header and a wedge.
    data.groups[0].light = Some(map(vec![lamp(21.0)]));
    let moved = drawn(&mut gpu, &assets, &data);
    assert_eq!((moved.instance_bytes, moved.upload_bytes), (0, 64 + 32));
}

#[test]
fn lights_are_drawn_again_on_the_same_device() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    for count in [1, 200, 3] {
        let assets = Assets::new(AssetSettings::default());
        let lights = (0..count).map(|number| lamp(number as f32 * 0.31));
        let data = lit(map(lights.collect()), GroupLook::default());
        drawn(&mut gpu, &assets, &data);
        let mut other = gpu.on_same_device().expect("the device has memory");
        drawn(&mut other, &assets, &data);
    }
    let (assets, data) = SCENES[0].build();
    drawn(&mut gpu, &assets, &data);
}

fn any_resolution() -> impl Strategy<Value = Resolution> {
    prop::sample::select(vec![
        Resolution::Full,
        Resolution::Half,
        Resolution::Quarter,
    ])
}

fn any_point() -> impl Strategy<Value = Vec2> {
    let fine = [-10.0..74.0_f32, -10.0..74.0_f32];
    let coarse = [-10..74_i8, -10..74_i8].prop_map(|at| at.map(f32::from));
    prop_oneof![fine, coarse].prop_map(Vec2::from_array)
}

prop_compose! {
    fn any_light()(
        position in any_point(),
        radius in prop_oneof![0.0..60.0_f32, Just(900.0), Just(20_000.0)],
        color in [0..600_u16, 0..600_u16, 0..5000_u16],
        beam in prop::option::weighted(0.3, (any::<u16>(), 0..32_768_u16, 0..32_768_u16)),
        source in prop::option::weighted(0.7, prop::sample::select(vec![0.0, 0.0, 1.5, 7.0])),
    ) -> PixelLight {
        let beam = beam.map(|(direction, one, other)| Beam {
            direction: Turn(direction),
            outer: Turn(one.max(other)),
            inner: Turn(one.min(other)),
        });
        PixelLight { position, radius, color, beam, source }
    }
}

prop_compose! {
    fn any_map()(
        ambient in any::<[u8; 3]>(),
        resolution in any_resolution(),
        is_smooth in any::<bool>(),
        lights in prop::collection::vec(any_light(), 0..6),
        edges in prop::collection::vec([any_point(), any_point()], 0..8),
        depth in prop::sample::select(vec![0.0, 2.5]),
    ) -> GroupLight {
        let [r, g, b] = ambient;
        let ambient = Color::rgb(r, g, b);
        GroupLight { ambient, resolution, is_smooth, layers: None, lights, edges, depth }
    }
}

/// 20 random frames, or as many as `PROPTEST_CASES` says.
#[test]
fn random_lights_are_the_same_picture_on_the_gpu_and_in_software() {
    let Some(gpu) = pictures::gpu() else {
        return;
    };
    let gpu = std::cell::RefCell::new(gpu);
    let assets = Assets::new(AssetSettings::default());
    let cases = std::env::var("PROPTEST_CASES").ok();
    let config = Config {
        cases: cases.and_then(|cases| cases.parse().ok()).unwrap_or(20),
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let frames = (any_map(), any_resolution(), prop::bool::weighted(0.2));
    let tested = runner.run(&frames, |(map, resolution, is_linear)| {
        let look = GroupLook {
            resolution,
            ..GroupLook::default()
        };
        let mut data = lit(map, look);
        if is_linear {
            data.blending = Blending::Linear;
        }
        drawn(&mut gpu.borrow_mut(), &assets, &data);
        Ok(())
    });
    assert!(tested.is_ok(), "{tested:?}");
}
