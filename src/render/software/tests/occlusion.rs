//! What opaque sprites hide is left out, and only that.

use super::*;

#[test]
fn almost_opaque_texels_hide_nothing() {
    let veil = |alpha: u8| pixels(16, 16, |_, _| [0, 0, 0, alpha]);
    for (texel_alpha, tint_alpha) in [(254, 255), (255, 254)] {
        let mut scene = Scene::new([20, 20]);
        let veil = scene.assets.add_pixels("veil", &veil(texel_alpha));
        let veil = scene.assets.sprite(veil.unwrap()).unwrap().frames.first;
        scene.background = Color::BLACK;
        let mut white = Instance::new(Vec2::new(4.0, 4.0), FrameId::SOLID);
        white.set_scale(Vec2::splat(8.0));
        scene.add(white);
        let mut above = Instance::new(Vec2::new(10.0, 10.0), veil);
        above.set_tint(Color::rgba(255, 255, 255, tint_alpha));
        scene.add(above);
        let drawn = scene.draw(&mut renderer(1));
        same(&drawn, &scene.expected(), 20).unwrap();
        assert_eq!(drawn[8 * 20 + 8], 0xff01_0101);
    }
}

#[test]
fn rows_of_transparent_texels_of_an_opaque_sprite_replace_pixels_too() {
    let striped = pixels(8, 8, |_, y| if y < 4 { [0; 4] } else { [255; 4] });
    let mut scene = Scene::new([20, 20]);
    let striped = scene.assets.add_pixels("striped", &striped);
    let striped = scene.assets.sprite(striped.unwrap()).unwrap().frames.first;
    let mut opaque = Instance::new(Vec2::new(10.0, 10.0), striped);
    opaque.set_flags(InstanceFlags::OPAQUE);
    scene.add(opaque);
    let drawn = scene.draw(&mut renderer(1));
    same(&drawn, &scene.expected(), 20).unwrap();
    assert_eq!(drawn[8 * 20 + 8], 0xff00_0000);
}

#[test]
fn sprites_hidden_by_opaque_ones_do_not_change_the_picture() {
    let mut scene = Scene::new([200, 150]);
    let mut random = 1u32;
    for _ in 0..4000 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut sprite = disc_at((random >> 8 & 255) as f32, (random >> 16 & 255) as f32);
        sprite.set_tint(Color::rgb((random >> 24) as u8, (random >> 12) as u8, 200));
        scene.add(sprite);
    }
    assert!(scene.draw(&mut renderer(3)) == scene.expected());
}

#[test]
fn filtered_sprites_hidden_by_opaque_ones_do_not_change_the_picture() {
    let mut scene = Scene::new([120, 90]);
    // Rows without anything, rows that are solid, and single texels of both kinds.
    let holes = pixels(24, 24, |x, y| match (x * 7 + y * 5) % 23 {
        0 => [0; 4],
        1 => [200, 100, 50, 128],
        _ if y % 8 == 3 || y % 8 == 4 => [0; 4],
        _ => [(x * 10) as u8, (y * 10) as u8, 99, 255],
    });
    let holes = scene.assets.add_pixels("holes", &holes).unwrap();
    let holes = scene.assets.sprite(holes).unwrap().frames.first;
    let mut random = 1u32;
    for number in 0..3000 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (
            (random >> 8 & 1023) as f32 / 8.0,
            (random >> 18 & 1023) as f32 / 11.0,
        );
        let frame = [holes, FRAMES[2], FRAMES[4], FRAMES[1]][number % 4];
        let mut sprite = Instance::new(Vec2::new(x, y), frame);
        sprite.set_tint(Color::rgb((random >> 24) as u8, (random >> 12) as u8, 200));
        sprite.set_flags(match number % 13 {
            0 => InstanceFlags(InstanceFlags::LINEAR.0 | InstanceFlags::OPAQUE.0),
            1 => InstanceFlags(InstanceFlags::LINEAR.0 | InstanceFlags::ADDITIVE.0),
            _ => InstanceFlags::LINEAR,
        });
        scene.add(sprite);
    }
    same(&scene.draw(&mut renderer(2)), &scene.expected(), 120).unwrap();
}
