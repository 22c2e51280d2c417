//! Materials and effects of a game's own: the GPU's pictures are those of the functions in Rust.
#![cfg(feature = "gpu")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::effect_shaders::Shaders;
use crate::effects;
use crate::materials::{cases, ingredients, random_scene_with, squares};
use crate::pictures::{self, Picture};
use crate::rng::Rng;
use crate::scenes::materials::two_colors;
use crate::scenes::{SCENES, SceneData, SceneLayer};
use crate::tolerance;
use damselfly::assets::{
    AssetSettings, Assets, EffectFunction, EffectId, MaterialFunction, MaterialId,
};
use damselfly::geometry::Rect;
use damselfly::glam::{IVec2, Vec2, Vec4, Vec4Swizzles, ivec2, vec2};
use damselfly::render::gpu::{GpuLimits, OffscreenRenderer};
use damselfly::render::{Blending, Frame, Projection, ViewEffects};
use damselfly::scene::{GroupEffect, Instance, Layer, Material, Resolution};
use damselfly::{Color, Random};

/// Uses all inputs. Each channel of its result is one of a byte, so that all devices round alike.
const EDGES: &str = "
    const FAR = 2;
    fn at(sprite: SpriteTexel) -> vec2<i32> { return vec2<i32>(floor(sprite.position)); }
    fn material(sprite: SpriteTexel) -> vec4<f32> {
        var edges = 0;
        for (var x = -FAR; x <= FAR; x++) {
            if read_texel(at(sprite) + vec2(x, 1)).a < 0.5 { edges += 1; }
        }
        if edges > 1 {
            return vec4(sprite.material_color.rgb, sprite.color.a);
        }
        if sprite.position.y > sprite.parameters.y || sprite.size.x < sprite.parameters.x {
            return sprite.color.gbra;
        }
        return sprite.color;
    }";

const EDGES_IN_RUST: MaterialFunction = |sprite| {
    let at = sprite.position.floor().as_ivec2();
    let edges = (-2..=2).filter(|&x| sprite.read_texel(at + ivec2(x, 1)).w < 0.5);
    if edges.count() > 1 {
        return sprite.material_color.with_w(sprite.color.w);
    }
    if sprite.position.y > sprite.parameters.y || sprite.size.x < sprite.parameters.x {
        return sprite.color.yzxw();
    }
    sprite.color
};

/// Its names are those of `EDGES`.
const SHINE: &str = "
    const FAR = 0.25;
    struct Shine { at: f32, share: f32 }
    fn at(sprite: SpriteTexel) -> Shine {
        return Shine(sin(sprite.position.x * 0.75), sprite.uv.y * FAR);
    }
    fn material(sprite: SpriteTexel) -> vec4<f32> {
        let shine = at(sprite);
        let mixed = mix(sprite.color, sprite.material_color, shine.share + shine.at * 0.25);
        return vec4(mixed.rgb * sprite.parameters.z, sprite.color.a);
    }";

const SHINE_IN_RUST: MaterialFunction = |sprite| {
    let share = sprite.uv.y * 0.25 + damselfly::math::sin(sprite.position.x * 0.75) * 0.25;
    let mixed = sprite.color.lerp(sprite.material_color, share) * sprite.parameters.z;
    mixed.with_w(sprite.color.w)
};

/// Shows each pixel's mirror image, with channels of its neighbours.
const MIRROR: &str = "
    fn effect(pixel: EffectPixel) -> vec4<f32> {
        let at = vec2(pixel.size.x - 1 - pixel.position.x, pixel.position.y);
        let far = i32(pixel.length * pixel.parameters[7]);
        let shown = read_pixel(at);
        if pixel.parameters[0] > 0.5 && pixel.uv.y < 0.5 {
            return vec4(pixel.color.gbr, pixel.color.a);
        }
        return vec4(shown.r, read_pixel(at + vec2(far, 0)).g, read_pixel(at - vec2(0, far)).b, shown.a);
    }";

const MIRROR_IN_RUST: EffectFunction = |pixel| {
    let at = ivec2(pixel.size.x - 1 - pixel.position.x, pixel.position.y);
    #[expect(clippy::cast_possible_truncation, reason = "a few pixels")]
    let far = (pixel.length * pixel.parameters[7]) as i32;
    let shown = pixel.read_pixel(at);
    if pixel.parameters[0] > 0.5 && pixel.uv.y < 0.5 {
        return pixel.color.yzxw();
    }
    let green = pixel.read_pixel(at + ivec2(far, 0)).y;
    let blue = pixel.read_pixel(at - ivec2(0, far)).z;
    Vec4::new(shown.x, green, blue, shown.w)
};

fn add_materials(assets: &mut Assets) -> [MaterialId; 2] {
    [
        ("edges", EDGES, EDGES_IN_RUST),
        ("shine", SHINE, SHINE_IN_RUST),
    ]
    .map(|(name, wgsl, function)| {
        let id = assets.add_material(name, wgsl).unwrap();
        assets.set_material_function(id, function);
        id
    })
}

fn add_mirror(assets: &mut Assets) -> EffectId {
    let id = assets.add_effect("mirror", MIRROR).unwrap();
    assets.set_effect_function(id, MIRROR_IN_RUST);
    id
}

fn custom(shader: MaterialId) -> Material {
    Material::Custom {
        shader,
        color: Color::rgb(250, 120, 10),
        parameters: [10.0, 4.5, 0.75, 0.0],
    }
}

/// Compares a frame in both backends. `more`: by how much they may differ beyond blending.
fn compare(gpu: &mut OffscreenRenderer, name: &str, frame: &Frame<'_>, more: u8) -> Picture {
    let (got, _) = pictures::draw(gpu, frame);
    let expected = pictures::draw_in_software(frame);
    let most = tolerance::tolerances(frame, gpu.adapter().hardware);
    let same = pictures::same(name, &got, &expected, |at| most[at].saturating_add(more));
    assert_eq!(same, Ok(()));
    got
}

#[test]
fn random_custom_materials_look_alike_in_both_backends() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (mut assets, frames) = ingredients();
    let [edges, _] = add_materials(&mut assets);
    for seed in 0..cases() {
        let mut pick = Random::new(seed);
        let mut data = random_scene_with(frames, &mut Random::new(seed), |random, palette| {
            let built_in = crate::materials::random_material(random, palette);
            let shader = Material::Custom {
                shader: edges,
                color: Color::rgb(pick.range(0..=255_i32).to_le_bytes()[0], 9, 80),
                parameters: [pick.range(0.0..20.0), pick.range(0.0..9.0), 1.0, 0.0],
            };
            if pick.index(3) > 0 {
                Some(shader)
            } else {
                built_in
            }
        });
        for blending in [Blending::Srgb, Blending::Linear] {
            data.blending = blending;
            data.with_frame(&assets, |frame| {
                compare(&mut gpu, &format!("custom materials {seed}"), frame, 0);
            });
        }
    }
}

#[test]
fn materials_with_floats_differ_by_at_most_one() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let (mut assets, [noise, ..]) = ingredients();
    let [_, shine] = add_materials(&mut assets);
    let mut layer = Layer::new();
    for number in 0..4_u16 {
        let mut sprite = Instance::new(vec2(8.0 + 16.0 * f32::from(number), 8.0), noise);
        sprite.turn = damselfly::geometry::turns::Turn(number * 5000);
        let row = layer.push(None, sprite, Vec2::ZERO);
        layer.set_material(row, custom(shine));
    }
    let data = scene_of(layer, [64, 16]);
    data.with_frame(&assets, |frame| {
        let with = compare(&mut gpu, "floats", frame, 1);
        assert!(with.pixels.iter().any(|&pixel| pixel & 0xff_ffff != 0));
    });
}

fn scene_of(layer: Layer, size: [u32; 2]) -> SceneData {
    let mut data = SceneData::sized(size);
    data.layers = vec![SceneLayer {
        layer,
        projection: Projection::IDENTITY,
        cull: false,
        clip: None,
    }];
    data
}

#[test]
fn custom_materials_share_the_draw_call_of_others() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut assets = Assets::new(AssetSettings::default());
    let [edges, shine] = add_materials(&mut assets);
    let materials = [
        None,
        Some(Material::Greyscale { amount: 1.0 }),
        Some(custom(edges)),
        Some(custom(shine)),
    ];
    let data = scene_of(squares(3000, &materials), [64, 16]);
    data.with_frame(&assets, |frame| {
        let (_, stats) = pictures::draw(&mut gpu, frame);
        assert_eq!(stats.draw_calls, 1);
        let (_, stats) = pictures::draw(&mut gpu, frame);
        assert_eq!((stats.draw_calls, stats.upload_bytes), (1, 0));
    });
    let mut clipped = scene_of(squares(50, &[Some(custom(edges))]), [64, 16]);
    clipped.layers[0].clip = Some(Rect::new(vec2(3.0, 4.0), vec2(20.0, 6.0)));
    clipped.with_frame(&assets, |frame| {
        compare(&mut gpu, "clipped", frame, 0);
    });
    let plain = scene_of(squares(3000, &[None]), [64, 16]);
    plain.with_frame(&assets, |frame| {
        compare(&mut gpu, "plain again", frame, 0);
    });
}

#[test]
fn devices_without_dual_source_draw_custom_materials() {
    let limits = GpuLimits {
        without_dual_source: true,
        ..GpuLimits::default()
    };
    let Some(mut gpu) = pictures::limited_gpu(limits) else {
        return;
    };
    let (mut assets, [noise, ..]) = ingredients();
    let [edges, _] = add_materials(&mut assets);
    let mut layer = Layer::new();
    let row = layer.push(None, Instance::new(vec2(8.0, 8.0), noise), Vec2::ZERO);
    layer.set_material(row, custom(edges));
    scene_of(layer, [16, 16]).with_frame(&assets, |frame| {
        compare(&mut gpu, "without dual source", frame, 0);
    });
}

#[test]
fn random_custom_effects_look_alike_in_both_backends() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut assets = Assets::new(AssetSettings::default());
    let mirror = add_mirror(&mut assets);
    for number in 0..cases() {
        let rng = &mut Rng::new(number);
        let mut data = effects::scene(rng);
        let mut some = || {
            let mut parameters = [0.0; 8];
            parameters[0] = rng.number(0.0, 1.0);
            parameters[7] = f32::from(rng.byte() % 8);
            let custom = GroupEffect::custom(mirror, parameters);
            vec![custom, GroupEffect::blur(2.0), custom]
        };
        data.groups[0].effects = some();
        data.effects.push(ViewEffects {
            layers: 2,
            effects: some(),
        });
        let resolutions = [Resolution::Full, Resolution::Half, Resolution::Quarter];
        data.groups[0].look.resolution = rng.one_of(&resolutions);
        data.with_frame(&assets, |frame| {
            compare(&mut gpu, &format!("custom effects {number}"), frame, 0);
        });
    }
}

/// Returns the colour of a square with this material, as the GPU draws it.
fn square(gpu: &mut OffscreenRenderer, assets: &Assets, shader: MaterialId) -> [u8; 4] {
    let data = scene_of(squares(1, &[Some(custom(shader))]), [4, 4]);
    data.with_frame(assets, |frame| {
        let (got, _) = pictures::draw(gpu, frame);
        got.pixels[13].to_le_bytes()
    })
}

fn plain_color(color: &str) -> String {
    format!("fn material(sprite: SpriteTexel) -> vec4<f32> {{ return vec4({color}); }}")
}

fn full_effect(color: &str) -> String {
    format!("fn effect(pixel: EffectPixel) -> vec4<f32> {{ return vec4({color}); }}")
}

#[test]
fn changed_shaders_are_drawn_and_faulty_ones_are_not() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let folder = std::env::temp_dir().join(format!("damselfly-shaders-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, effect_file) = (folder.join("one.wgsl"), folder.join("two.wgsl"));
    let red = [255, 0, 0, 255];
    let green = [0, 255, 0, 255];
    std::fs::write(&file, plain_color("1.0, 0.0, 0.0, 1.0")).unwrap();
    std::fs::write(&effect_file, full_effect("1.0, 0.0, 0.0, 1.0")).unwrap();
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.clone()),
        ..AssetSettings::default()
    });
    let id = assets.load_material("one.wgsl").unwrap();
    let effect = assets.load_effect("two.wgsl").unwrap();
    let mut with_effect = SceneData::sized([4, 4]);
    with_effect.effects.push(ViewEffects {
        layers: 0,
        effects: vec![GroupEffect::custom(effect, [0.0; 8])],
    });
    let mut shown = |assets: &Assets| {
        let pixel = with_effect.with_frame(assets, |frame| {
            pictures::draw(&mut gpu, frame).0.pixels[0].to_le_bytes()
        });
        [square(&mut gpu, assets, id), pixel]
    };
    assert_eq!(shown(&assets), [red, red]);
    assert_eq!(assets.reload_shaders(), 0);
    std::fs::write(&file, plain_color("0.0, 1.0")).unwrap();
    std::fs::write(&effect_file, b"\xff").unwrap();
    assert_eq!(assets.reload_shaders(), 0);
    assert_eq!(shown(&assets), [red, red]);
    std::fs::write(&file, plain_color("0.0, 1.0, 0.0, 1.0")).unwrap();
    std::fs::write(&effect_file, full_effect("0.0, 1.0, 0.0, 1.0")).unwrap();
    assert_eq!(assets.reload_shaders(), 2);
    assert_eq!(shown(&assets), [green, green]);
    assert_eq!(assets.load_material("one.wgsl").unwrap(), id);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_new_device_and_another_renderer_compile_the_shaders_again() {
    let Some(mut gpu) = pictures::own_gpu(damselfly::render::gpu::OffscreenSettings::default())
    else {
        return;
    };
    let mut assets = Assets::new(AssetSettings::default());
    let id = assets
        .add_material("blue", &plain_color("0.0, 0.0, 1.0, 1.0"))
        .unwrap();
    let blue = [0, 0, 255, 255];
    assert_eq!(square(&mut gpu, &assets, id), blue);
    let mut other = gpu.on_same_device().unwrap();
    assert_eq!(square(&mut other, &assets, id), blue);
    gpu.lose_device();
    let mut new = pictures::gpu().unwrap();
    assert_eq!(square(&mut new, &assets, id), blue);
}

#[test]
fn shaders_of_other_assets_are_not_drawn() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut assets = Assets::new(AssetSettings::default());
    let id = assets
        .add_material("blue", &plain_color("0.0, 0.0, 1.0, 1.0"))
        .unwrap();
    let effect = assets
        .add_effect("blue", &full_effect("0.0, 0.0, 1.0, 1.0"))
        .unwrap();
    let others = Assets::new(AssetSettings::default());
    let blue = square(&mut gpu, &assets, id);
    let mut data = scene_of(squares(1, &[Some(custom(id))]), [4, 4]);
    data.effects.push(ViewEffects {
        layers: 1,
        effects: vec![GroupEffect::custom(effect, [0.0; 8])],
    });
    let shown = data.with_frame(&others, |frame| compare(&mut gpu, "others", frame, 0));
    assert_ne!(shown.pixels[13].to_le_bytes(), blue);
}

#[test]
fn results_out_of_range_count_as_the_nearest() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut assets = Assets::new(AssetSettings::default());
    let id = assets
        .add_material("far", &plain_color("-3.0, 7.0, 1e30, 2.0"))
        .unwrap();
    assets.set_material_function(id, |_| Vec4::new(-3.0, 7.0, 1e30, 2.0));
    let layer = squares(1, &[Some(custom(id))]);
    let shown =
        scene_of(layer, [4, 4]).with_frame(&assets, |frame| compare(&mut gpu, "far", frame, 0));
    assert_eq!(shown.pixels[13].to_le_bytes(), [0, 255, 255, 255]);
    // A position far away is that of the nearest texel.
    let far = "fn material(sprite: SpriteTexel) -> vec4<f32> { return read_texel(vec2(2147483647, -2147483647)); }";
    assets.add_material("far", far).unwrap();
    assets.set_material_function(id, |sprite| {
        sprite.read_texel(IVec2::new(i32::MAX, -i32::MAX))
    });
    let layer = squares(1, &[Some(custom(id))]);
    let shown = scene_of(layer, [4, 4])
        .with_frame(&assets, |frame| compare(&mut gpu, "far texel", frame, 0));
    assert_eq!(shown.pixels[13].to_le_bytes(), [255; 4]);
}

/// Drivers are recursive, too: what a shader may have must not need more stack than this thread has.
#[test]
fn the_deepest_shaders_are_drawn() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let mut assets = Assets::new(AssetSettings::default());
    let u = "sprite.uv.x";
    let statements = [
        format!("let a = {}{u}{};", "(1.0 + ".repeat(36), ")".repeat(36)),
        format!(
            "{}{}",
            format!("if {u} > 0.25 {{ ").repeat(36),
            "}".repeat(36)
        ),
        format!(
            "if {u} > 2.0 {{}} {}",
            format!("else if {u} > 3.0 {{}} ").repeat(36)
        ),
        format!("let a = {u}{};", format!(" + {u}").repeat(120)),
        format!("let a = sprite.color{};", ".wzyx".repeat(400)),
    ];
    for text in statements {
        let wgsl = format!(
            "fn material(sprite: SpriteTexel) -> vec4<f32> {{ {text} return vec4(0.0, 0.0, 1.0, 1.0); }}"
        );
        let id = assets.add_material("deep", &wgsl).unwrap();
        assert_eq!(square(&mut gpu, &assets, id), [0, 0, 255, 255], "{text}");
    }
}

#[test]
fn text_and_particles_show_custom_materials_alike() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let scenes = SCENES
        .iter()
        .filter(|scene| ["text", "particles"].contains(&scene.name));
    let mut seen = 0;
    for scene in scenes {
        let (mut assets, mut data) = scene.build();
        let [edges, _] = add_materials(&mut assets);
        let plain = data.with_frame(&assets, pictures::draw_in_software);
        for SceneLayer { layer, .. } in &mut data.layers {
            (0..layer.len()).for_each(|row| layer.set_material(row, custom(edges)));
        }
        let shown = data.with_frame(&assets, |frame| compare(&mut gpu, scene.name, frame, 0));
        let changed = pictures::distances(&shown, &plain);
        assert!(changed.iter().filter(|&&far| far > 60).count() > 500);
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn shaders_of_the_example_look_alike_in_both_backends() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/effects");
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.into()),
        ..AssetSettings::default()
    });
    let shaders = Shaders::load(&mut assets).unwrap();
    let image = two_colors(&mut assets);
    for place in [0.0, 0.3, 0.7, 1.0] {
        let mut data = effects::scene(&mut Rng::new(4));
        let mut sprite = Instance::new(vec2(40.0, 30.0), image);
        sprite.set_scale(Vec2::splat(3.0));
        let layer = &mut data.layers[0].layer;
        let row = layer.push(None, sprite, Vec2::ZERO);
        layer.set_material(row, shaders.gleam(place));
        data.with_frame(&assets, |frame| compare(&mut gpu, "gleam", frame, 1));
        let effects = vec![shaders.halftone(1.0 + 9.0 * place)];
        data.effects = vec![ViewEffects { layers: 2, effects }];
        data.with_frame(&assets, |frame| compare(&mut gpu, "halftone", frame, 1));
    }
}
