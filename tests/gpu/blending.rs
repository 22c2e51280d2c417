//! Blending by the driver, measured for every pair of bytes. The software backend follows the same rule.
#![cfg(feature = "gpu")]

use crate::pictures;
use crate::scenes::SceneData;
use damselfly::assets::{AssetSettings, Assets, FrameId};
use damselfly::glam::vec2;
use damselfly::render::{Blending, Projection};
use damselfly::scene::{Instance, InstanceFlags};

/// Returns a sprite of one pixel at (x, y).
fn pixel(x: u8, y: u8, tint: [u8; 4], flags: InstanceFlags) -> Instance {
    let mut pixel = Instance::new(vec2(x.into(), y.into()), FrameId::SOLID);
    pixel.tint = tint;
    pixel.set_flags(flags);
    pixel
}

/// Returns every pair of bytes.
fn pairs() -> impl Iterator<Item = (u8, u8)> {
    (0..=255).flat_map(|d| (0..=255).map(move |a| (d, a)))
}

/// Blends a pixel of brightness `s` and alpha `a` over a pixel of brightness `d`, for each pair (d, a). Returns the
/// results, and whether the adapter is hardware. `None` without a GPU.
fn blended(s: u8, flags: InstanceFlags) -> Option<(Vec<u8>, bool)> {
    let mut gpu = pictures::gpu()?;
    let assets = Assets::new(AssetSettings::default());
    let beneath = pairs().map(|(d, a)| pixel(a, d, [d, d, d, 255], InstanceFlags::OPAQUE));
    let above = pairs().map(|(d, a)| pixel(a, d, [s, s, s, a], flags));
    let data = SceneData::sized([256, 256])
        .with_layer(Projection::IDENTITY, beneath)
        .with_layer(Projection::IDENTITY, above);
    let (picture, _) = data.with_frame(&assets, |frame| pictures::draw(&mut gpu, frame));
    let red = picture.pixels.iter().map(|pixel| pixel.to_le_bytes()[0]);
    Some((red.collect(), gpu.adapter().hardware))
}

/// Checks the results against a rule. Hardware may be off by one.
fn check(s: u8, flags: InstanceFlags, rule: impl Fn(u8, u8) -> u8) {
    let Some((red, hardware)) = blended(s, flags) else {
        return;
    };
    for ((d, a), got) in pairs().zip(red) {
        let off = got.abs_diff(rule(d, a));
        assert!(
            off <= u8::from(hardware),
            "d {d}, a {a}: got {got}, expected {}",
            rule(d, a)
        );
    }
}

#[test]
fn blending_rounds_alike_for_every_pair_of_bytes() {
    check(0, InstanceFlags::default(), |d, a| {
        let t = u32::from(d) * u32::from(255 - a);
        u8::try_from((t + (t >> 8) + 128) >> 8).unwrap()
    });
}

#[test]
fn additive_sprites_add_and_are_held_at_255() {
    check(77, InstanceFlags::ADDITIVE, |d, _| d.saturating_add(77));
}

#[test]
fn opaque_sprites_replace() {
    check(77, InstanceFlags::OPAQUE, |_, _| 77);
}

/// Glows have premultiplied colours without alpha. They only brighten, and count as linear values.
#[test]
fn in_linear_light_a_colour_without_alpha_is_added_as_it_is() {
    let Some(mut gpu) = pictures::gpu() else {
        return;
    };
    let assets = Assets::new(AssetSettings::default());
    let glows = (0..=255).map(|s| pixel(s, 0, [s, s, s, 0], InstanceFlags::ADDITIVE));
    let mut data = SceneData::sized([256, 1]).with_layer(Projection::IDENTITY, glows);
    data.blending = Blending::Linear;
    data.with_frame(&assets, |frame| {
        let (got, _) = pictures::draw(&mut gpu, frame);
        let expected = pictures::draw_in_software(frame);
        assert_eq!(expected.pixels[255], u32::MAX, "all of the light");
        assert_eq!(pictures::compare(&got, &expected, |_| 1), Ok(()));
    });
}
