//! Targets whose GPU fails while it draws with shaders of the game's own.
#![cfg(feature = "gpu")]

use super::*;
use crate::app::run::overlays::Overlays;
use crate::app::run::paint::paint;
use crate::app::run::paint::tests::STYLE;
use crate::assets::{AssetSettings, Assets};
use crate::base::color::Color;
use crate::render::gpu::gpu_or_skip;
use crate::scene::{GroupEffect, Material};
use crate::world::{Core, CoreSettings, Object, StepInput};
use glam::{Vec2, Vec4, Vec4Swizzles};

const SIZE: [u32; 2] = [640, 384];

/// Returns a core that shows a blue square, made green by a material and red by an effect.
fn core() -> Core {
    let mut assets = Assets::new(AssetSettings::default());
    let swap = "fn material(sprite: SpriteTexel) -> vec4<f32> { return sprite.color.rbga; }";
    let material = assets.add_material("swap.wgsl", swap).unwrap();
    assets.set_material_function(material, |sprite| sprite.color.xzyw());
    let turn = "fn effect(pixel: EffectPixel) -> vec4<f32> { return pixel.color.grba; }";
    let effect = assets.add_effect("turn.wgsl", turn).unwrap();
    assets.set_effect_function(effect, |pixel| pixel.color.yxzw());
    assert_eq!(Vec4::ONE.yxzw(), Vec4::ONE);
    let square = assets
        .add_rect("square", 320, 320, Color::rgb(0, 0, 255))
        .unwrap();
    let mut core = Core::new(&CoreSettings::default(), assets);
    core.step_with(StepInput::next(&core), |cx| {
        let material = Material::Custom {
            shader: material,
            color: Color::WHITE,
            parameters: [0.0; 4],
        };
        cx.spawn(
            Object::from(square)
                .at(Vec2::new(40.0, 12.0))
                .material(material),
        );
        let effects = cx.view_effects();
        effects.push(GroupEffect::custom(effect, [0.0; 8]));
    });
    core
}

/// Draws a frame, and returns its pixels and the names of the shaders that a GPU has drawn.
fn drawn(target: &mut FrameTarget, core: &Core) -> (Vec<u32>, Option<String>) {
    let mut pixels = Vec::new();
    let overlays = &mut Overlays::default();
    let names = paint(core, &STYLE, overlays, SIZE, 0.0, |frame| {
        target.draw(frame).unwrap();
        frame.frames.shaders().drawn_names()
    });
    let shaders = core.assets.frames().shaders();
    assert!(target.read(&mut pixels, shaders).unwrap());
    (pixels, names)
}

#[test]
fn a_device_that_hangs_or_is_lost_is_replaced_by_the_functions_in_rust() {
    let slow = GpuError::TooSlow {
        waited: Duration::from_secs(10),
    };
    for error in [Some(slow), None] {
        let Some(image) = gpu_or_skip() else {
            return;
        };
        let core = core();
        let mut target = FrameTarget::GpuImage(Box::new(image));
        let (on_gpu, names) = drawn(&mut target, &core);
        assert_eq!(names.as_deref(), Some("swap.wgsl, turn.wgsl"));
        let red = u32::from_le_bytes([255, 0, 0, 255]);
        assert_eq!(on_gpu[192 * 640 + 320], red);
        match (error, &target) {
            (Some(error), _) => target
                .survive(error, core.assets.frames().shaders())
                .unwrap(),
            (None, FrameTarget::GpuImage(image)) => image.lose_device(),
            _ => unreachable!(),
        }
        let (in_software, _) = drawn(&mut target, &core);
        assert_eq!(target.backend(), "software");
        assert!(in_software == on_gpu);
    }
}
