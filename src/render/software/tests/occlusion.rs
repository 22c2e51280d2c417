//! Tests that sprites hidden by opaque sprites are left out, and no others.

use super::*;

#[test]
fn almost_opaque_texels_hide_nothing() {
    let veil = |alpha: u8| pixels(16, 16, |_, _| [0, 0, 0, alpha]);
    for (texel_alpha, tint_alpha) in [(254, 255), (255, 254)] {
        let mut scene = Scene::new([20, 20]);
        let veil = scene.assets.add_image("veil", veil(texel_alpha));
        let veil = scene.assets.sprite(veil.unwrap()).unwrap().frames.first;
        scene.background = Color::BLACK;
        let mut white = Instance::new(Vec2::new(4.0, 4.0), FrameId::SOLID);
        white.set_scale(Vec2::splat(8.0));
        scene.add(white);
        let mut above = Instance::new(Vec2::new(10.0, 10.0), veil);
        above.set_tint(Color::rgba(255, 255, 255, tint_alpha));
        scene.add(above);
        let drawn = scene.draw(&mut renderer(1));
        assert_eq!(drawn[8 * 20 + 8], 0xff01_0101);
    }
}

#[test]
fn rows_of_transparent_texels_of_an_opaque_sprite_replace_pixels_too() {
    let striped = pixels(8, 8, |_, y| if y < 4 { [0; 4] } else { [255; 4] });
    let mut scene = Scene::new([20, 20]);
    let striped = scene.assets.add_image("striped", &striped);
    let striped = scene.assets.sprite(striped.unwrap()).unwrap().frames.first;
    let mut opaque = Instance::new(Vec2::new(10.0, 10.0), striped);
    opaque.set_flags(InstanceFlags::OPAQUE);
    scene.add(opaque);
    let drawn = scene.draw(&mut renderer(1));
    assert_eq!(drawn[8 * 20 + 8], 0xff00_0000);
}
