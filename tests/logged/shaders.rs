//! Log lines about materials and effects of a game's own.

use std::fs;

use crate::logged;
use damselfly::app::{Harness, Options};
use damselfly::assets::AssetSettings;
use damselfly::assets::Assets;
use damselfly::prelude::*;
use damselfly::scene::{GroupEffect, Material};

fn lines(words: &str) -> Vec<String> {
    let lines = logged::logged().into_iter();
    lines.filter(|line| line.contains(words)).collect()
}

#[test]
fn a_missing_function_is_logged_once_and_left_out() {
    logged::keep_log();
    let app = App::new("Missing", Options::default()).pixels(40, 40);
    let mut play = Harness::start(app, |cx| {
        let wgsl = "fn material(sprite: SpriteTexel) -> vec4<f32> { return vec4(1.0); }";
        let shader = cx.assets.add_material("glare.wgsl", wgsl)?;
        let wgsl = "fn effect(pixel: EffectPixel) -> vec4<f32> { return vec4(1.0); }";
        let haze = cx.assets.add_effect("haze.wgsl", wgsl)?;
        let square = cx.assets.add_rect("square", 8, 8, Color::RED)?;
        let material = Material::Custom {
            shader,
            color: Color::WHITE,
            parameters: [0.0; 4],
        };
        cx.spawn(Object::from(square).at(vec2(20.0, 20.0)).material(material));
        cx.view_effects().push(GroupEffect::custom(haze, [0.0; 8]));
        Ok(())
    })
    .unwrap();
    for _ in 0..3 {
        play.step();
        assert_eq!(play.image().get(20, 20), Some(Color::RED));
    }
    let expected = |name: &str, kind: &str| {
        format!(
            "{name}: the software backend draws without this {kind}: give it a function in Rust by \
             `Assets::set_{kind}_function`"
        )
    };
    assert_eq!(lines("glare.wgsl"), [expected("glare.wgsl", "material")]);
    assert_eq!(lines("haze.wgsl"), [expected("haze.wgsl", "effect")]);
}

#[test]
fn a_faulty_change_is_logged_once_and_the_old_shader_stays() {
    logged::keep_log();
    let folder = std::env::temp_dir().join(format!("damselfly-reload-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("ripple.wgsl");
    let valid = "fn material(sprite: SpriteTexel) -> vec4<f32> { return sprite.color; }";
    fs::write(&file, valid).unwrap();
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.clone()),
        ..AssetSettings::default()
    });
    let id = assets.load_material("ripple.wgsl").unwrap();
    fs::write(&file, format!("\n  enable f16;\n{valid}")).unwrap();
    for _ in 0..3 {
        assert_eq!(assets.reload_shaders(), 0);
    }
    let expected = "ripple.wgsl:2:3: `enable`: directives are the engine's";
    assert_eq!(
        lines("ripple.wgsl"),
        [format!("{expected}; the old one stays")]
    );
    let error = assets.load_material("ripple.wgsl").unwrap_err();
    assert_eq!(error.to_string(), expected);
    // So is a file that is too large to be read.
    fs::write(&file, vec![b' '; (16 << 20) + 1]).unwrap();
    for _ in 0..2 {
        assert_eq!(assets.reload_shaders(), 0);
    }
    let too_large = lines("ripple.wgsl").pop().unwrap();
    assert!(
        too_large.contains("larger than 16777216 bytes"),
        "{too_large}"
    );
    assert_eq!(lines("ripple.wgsl").len(), 2);
    // The old text again is no change.
    fs::write(&file, valid).unwrap();
    assert_eq!(assets.reload_shaders(), 0);
    fs::write(&file, format!("// New.\n{valid}")).unwrap();
    assert_eq!(assets.reload_shaders(), 1);
    assert_eq!(lines("ripple.wgsl")[2..], ["ripple.wgsl: reloaded"]);
    assert_eq!(assets.load_material("ripple.wgsl").unwrap(), id);
    fs::remove_dir_all(&folder).unwrap();
}
