//! A game that draws on many targets and with all shaders, and loses its device: groups with effects, a mask and light,
//! a camera in a sprite, materials, blend modes, clip rectangles, effects of the view, and shaders of its own.

use damselfly::app::{App, Options};
use damselfly::assets::{Assets, EffectId, MaterialId};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec4Swizzles, ivec2};
use damselfly::internals::{Loss, LossSender};
use damselfly::prelude::*;
use damselfly::scene::{
    Cone, GroupEffect, GroupLook, Light, LightMap, Material, Resolution, Space,
};

/// Step in which the device is lost.
const LOSS: u64 = 30;
pub(crate) const STEPS: u64 = 60;

pub(crate) fn app(options: Options) -> App {
    App::new("Scenery", options)
        .pixels(160, 96)
        .steps_per_second(30)
}

pub(crate) struct Scenery {
    /// Causes the loss. `None`: the device is not lost.
    pub(crate) losses: Option<LossSender>,
}

const BLENDS: [Blend; 5] = [
    Blend::Alpha,
    Blend::Multiply,
    Blend::Screen,
    Blend::Subtract,
    Blend::Additive,
];

/// Exchanges the channels of a colour.
const SWAP: &str = "fn material(sprite: SpriteTexel) -> vec4<f32> { return sprite.color.gbra; }";

/// Shows the mirror image.
const MIRROR: &str = "fn effect(pixel: EffectPixel) -> vec4<f32> {
    return read_pixel(vec2(pixel.size.x - 1 - pixel.position.x, pixel.position.y));
}";

/// Adds shaders whose functions in Rust are exactly the same.
fn add_shaders(assets: &mut Assets) -> Result<(MaterialId, EffectId), Error> {
    let swap = assets.add_material("swap", SWAP)?;
    assets.set_material_function(swap, |sprite| sprite.color.yzxw());
    let mirror = assets.add_effect("mirror", MIRROR)?;
    assets.set_effect_function(mirror, |pixel| {
        pixel.read_pixel(ivec2(pixel.size.x - 1 - pixel.position.x, pixel.position.y))
    });
    Ok((swap, mirror))
}

/// Returns the material of an object, if it has one.
fn material(number: u16, swap: MaterialId) -> Option<Material> {
    match number % 6 {
        0 => Some(Material::Greyscale { amount: 0.7 }),
        1 => Some(Material::Outline {
            color: Color::RED,
            width: 2,
        }),
        2 => Some(Material::Flash {
            color: Color::WHITE,
            amount: 0.4,
        }),
        3 => Some(Material::Wave {
            amplitude: 2.0,
            length: 9.0,
            phase: 0.2,
        }),
        4 => Some(Material::Custom {
            shader: swap,
            color: Color::WHITE,
            parameters: [0.0; 4],
        }),
        _ => None,
    }
}

impl Game for Scenery {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let (swap, mirror) = add_shaders(cx.assets)?;
        let square = cx.assets.add_rect("square", 26, 18, Color::TERMINAL_CYAN)?;
        let disc = cx.assets.add_disc("disc", 22, Color::YELLOW)?;
        for number in 0..20_u16 {
            let sprite = if number % 2 == 0 { square } else { disc };
            let at = vec2(
                f32::from(number) * 7.9 + 4.0,
                f32::from(number % 5) * 17.0 + 12.0,
            );
            let thing = Object::new("Thing")
                .sprite(sprite)
                .at(at)
                .altitude(number % 4);
            let thing = thing.velocity(vec2(0.4, 0.3)).spectral();
            let blend = BLENDS[usize::from(number) % BLENDS.len()];
            let id = cx.spawn(thing.blend(blend).material(material(number, swap)));
            match number % 7 {
                0 => cx.lights.set_shadow(id, true),
                1 => {
                    let cone = (number > 5).then(Cone::default);
                    let light = Light {
                        shadows: true,
                        source: 3.0,
                        cone,
                        ..Light::default()
                    };
                    cx.lights.attach(id, light);
                }
                _ => {}
            }
        }
        let half = GroupLook {
            resolution: Resolution::Half,
            is_smooth: true,
            ..GroupLook::default()
        };
        assert!(cx.set_group("lit", 0..=0_u16, half).is_done());
        let ambient = Color::rgb(90, 90, 140);
        let map = LightMap {
            ambient,
            ..LightMap::default()
        };
        assert!(cx.light_group("lit", Some(map)).is_done());
        assert!(
            cx.set_group("masked", 1..=1_u16, GroupLook::default())
                .is_done()
        );
        assert!(cx.mask_group("masked", 2_u16).is_done());
        if let Some(effects) = cx.group_effects("masked") {
            let mirrored = GroupEffect::custom(mirror, [0.0; 8]);
            effects.extend([
                GroupEffect::outline(Color::WHITE),
                GroupEffect::glow(5.0),
                mirrored,
            ]);
        }
        cx.altitude_settings_mut(3_u16).clip = Some(Rect::new(vec2(20.0, 10.0), vec2(130.0, 80.0)));
        let mirrored = GroupEffect::custom(mirror, [0.0; 8]);
        cx.view_effects().extend([GroupEffect::blur(2.5), mirrored]);
        cx.screen_effects().push(GroupEffect::vignette(0.6));
        let map = cx.add_camera("map", [40, 24])?;
        cx.altitude_settings_mut(4_u16).space = Space::Screen;
        let map = Object::new("Map")
            .sprite(map)
            .at(vec2(135.0, 15.0))
            .altitude(4);
        cx.spawn(map.spectral());
        cx.hud
            .add(Widget::new("Points").clipped(Rect::new(Vec2::ZERO, vec2(60.0, 30.0))));
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if let Some(losses) = self.losses.as_ref().filter(|_| cx.time.number == LOSS) {
            losses.send(Loss::Device);
        }
    }
}
