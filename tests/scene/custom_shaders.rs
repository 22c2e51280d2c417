//! Materials and effects of a game's own, as a game uses them.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{Harness, Options};
use damselfly::assets::{AssetError, Assets, EffectId, MaterialId};
use damselfly::glam::{Vec4, Vec4Swizzles, ivec2};
use damselfly::prelude::*;
use damselfly::scene::{GroupEffect, Material};
use damselfly::tiles::{Tile, TileMap};

const COLOR: Color = Color::rgb(200, 100, 50);
/// [`COLOR`] with its channels in another order.
const SWAPPED: Color = Color::rgb(100, 50, 200);

const PLAIN: &str = "fn material(sprite: SpriteTexel) -> vec4<f32> { return sprite.color; }";
const SWAP: &str = "fn material(sprite: SpriteTexel) -> vec4<f32> { return sprite.color.gbra; }";

fn add_swap(assets: &mut Assets) -> Result<MaterialId, AssetError> {
    let id = assets.add_material("swap", SWAP)?;
    assets.set_material_function(id, |sprite| sprite.color.yzxw());
    Ok(id)
}

fn custom(shader: MaterialId, first: f32) -> Material {
    Material::Custom {
        shader,
        color: Color::WHITE,
        parameters: [first, 0.0, 0.0, 0.0],
    }
}

/// Returns a view of 40 × 40 pixels with a square of 8 × 8 in the middle. `before`: names of materials that are loaded
/// before its own.
fn game(before: &[&str]) -> (Harness<'static>, MaterialId) {
    let app = App::new("Shaders", Options::default()).pixels(40, 40);
    let mut shader = None;
    let before: Vec<_> = before.iter().map(|&name| name.to_owned()).collect();
    let play = Harness::start(app, |cx| {
        for name in &before {
            cx.assets.add_material(name, PLAIN)?;
        }
        shader = Some(add_swap(cx.assets)?);
        let square = cx.assets.add_rect("square", 8, 8, COLOR)?;
        cx.spawn(Object::new("Square").sprite(square).at(vec2(20.0, 20.0)));
        Ok(())
    });
    (play.unwrap(), shader.unwrap())
}

fn set(play: &mut Harness<'_>, material: impl Into<Option<Material>>) -> bool {
    let id = play.only("Square");
    let mut cx = play.context();
    cx.object_mut(id).unwrap().set_material(material).is_done()
}

fn color(play: &mut Harness<'_>) -> Color {
    play.image().get(20, 20).unwrap()
}

#[test]
fn an_object_shows_its_custom_material_and_a_snapshot_keeps_it() {
    let (mut play, shader) = game(&[]);
    assert_eq!(color(&mut play), COLOR);
    let plain = play.core().snapshot();
    assert!(set(&mut play, custom(shader, 0.5)));
    assert_eq!(color(&mut play), SWAPPED);
    let changed = play.core().snapshot();
    play.core_mut().restore(&plain);
    assert_eq!(color(&mut play), COLOR);
    play.core_mut().restore(&changed);
    assert_eq!(color(&mut play), SWAPPED);
    let id = play.only("Square");
    let kept = play.world().object(id).unwrap().material();
    assert_eq!(kept, Some(custom(shader, 0.5)));
}

#[test]
fn tiles_have_the_custom_material_of_their_map() {
    let (mut play, shader) = game(&[]);
    let id = play.only("Square");
    let mut cx = play.context();
    let sprite = cx.object(id).unwrap().sprite().unwrap();
    let mut map = TileMap::new(vec2(8.0, 8.0), 2, 2);
    let tile = map.add(Tile::new(sprite));
    map.set(ivec2(0, 0), Some(tile));
    let ground = cx.spawn(Object::new("Ground").at(vec2(0.0, 0.0)).spectral());
    let mut ground = cx.object_mut(ground).unwrap();
    assert!(ground.set_tiles(map).is_done());
    assert!(ground.set_material(custom(shader, 0.0)).is_done());
    play.step();
    assert_eq!(play.image().get(4, 4), Some(SWAPPED));
    assert_eq!(color(&mut play), COLOR);
}

#[test]
fn checksums_have_the_parameters_but_not_the_order_of_loading() {
    let sum = |before: &[&str], first: f32| {
        let (mut play, shader) = game(before);
        assert!(set(&mut play, custom(shader, first)));
        play.core().checksum()
    };
    let plain = game(&[]).0.core().checksum();
    let alone = sum(&[], 0.5);
    assert_eq!(sum(&["one", "two"], 0.5), alone);
    assert_ne!(sum(&[], 0.25), alone);
    assert_ne!(plain, alone);
}

#[test]
fn a_material_with_an_infinite_parameter_is_refused() {
    let (mut play, shader) = game(&[]);
    assert!(set(&mut play, custom(shader, 0.5)));
    for first in [f32::INFINITY, f32::NAN] {
        assert!(!set(&mut play, custom(shader, first)));
    }
    assert_eq!(color(&mut play), SWAPPED);
}

#[test]
fn the_view_shows_its_custom_effect_with_its_parameters() {
    const FILL: &str = "fn effect(pixel: EffectPixel) -> vec4<f32> { return vec4(vec3(pixel.parameters[0]), 1.0); }";
    let app = App::new("Shaders", Options::default()).pixels(40, 40);
    let mut fill = None;
    let mut play = Harness::start(app, |cx| {
        let id = cx.assets.add_effect("fill", FILL)?;
        cx.assets
            .set_effect_function(id, |pixel| Vec4::splat(pixel.parameters[0]).with_w(1.0));
        fill = Some(id);
        Ok(())
    })
    .unwrap();
    for (first, expected) in [(0.0, 0), (0.5, 128), (1.0, 255)] {
        let mut parameters = [0.0; 8];
        parameters[0] = first;
        let effect = GroupEffect::custom(fill.unwrap(), parameters);
        *play.context().view_effects() = vec![effect];
        let color = Color::rgb(expected, expected, expected);
        assert_eq!(play.image().get(0, 0), Some(color));
    }
}

#[test]
fn a_game_may_have_a_limited_number_of_shaders() {
    let mut assets = Assets::new(Default::default());
    for number in 0..MaterialId::MAX {
        assets
            .add_material(&format!("material {number}"), PLAIN)
            .unwrap();
    }
    let error = assets.add_material("one more", PLAIN).unwrap_err();
    let expected = "one more:1:1: there are already 25 shaders of the kind `material`";
    assert_eq!(error.to_string(), expected);
    assert!(assets.add_material("material 3", SWAP).is_ok());
    let effect = "fn effect(pixel: EffectPixel) -> vec4<f32> { return pixel.color; }";
    for number in 0..EffectId::MAX {
        assets
            .add_effect(&format!("effect {number}"), effect)
            .unwrap();
    }
    assert!(assets.add_effect("one more", effect).is_err());
}

#[test]
fn files_that_are_too_large_or_no_text_are_errors() {
    let mut assets = Assets::new(Default::default());
    let long = format!("{PLAIN}{}", " ".repeat(64 << 10));
    let error = assets.add_material("long", &long).unwrap_err().to_string();
    assert!(
        error.starts_with("long:1:1: expected at most 65536 bytes, got"),
        "{error}"
    );
    let error = assets.load_effect("no/such.wgsl").unwrap_err().to_string();
    assert!(error.contains("no/such.wgsl"), "{error}");
}

#[test]
fn the_material_of_the_documentation_is_valid() {
    let text = include_str!("../../docs/how-to.md");
    let (_, after) = text.split_once("```wgsl").unwrap();
    let (wgsl, _) = after.split_once("```").unwrap();
    let mut assets = Assets::new(Default::default());
    assert!(assets.add_material("documented", wgsl).is_ok());
}
