//! Layers, cameras, and views in windows with other aspect ratios.

use damselfly::Color;
use damselfly::assets::Assets;
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{Fit, Projection, ViewSettings, Viewport};
use damselfly::scene::{Align, Instance, Layer, TextStyle, put_text};

use super::{SceneData, SceneLayer, art};

const SIZE: [u32; 2] = [256, 160];

/// Returns a projection from world units to pixels of the view, magnified by `zoom`, with `left_top` at the corner.
fn seen_from(viewport: &Viewport, left_top: Vec2, zoom: f32) -> Projection {
    let scale = viewport.scale * zoom;
    let origin = Vec2::new(viewport.origin[0] as f32, viewport.origin[1] as f32);
    Projection {
        matrix: [scale.x, 0.0, 0.0, scale.y],
        translation: (origin - left_top * scale).to_array(),
        texel_scale: scale.to_array(),
        ..Projection::IDENTITY
    }
}

/// Returns a grid of coloured sprites over an area in world units.
fn field(assets: &mut Assets, size: Vec2, spacing: f32) -> Vec<Instance> {
    let frame = art::lopsided(assets);
    let mut sprites = Vec::new();
    let mut place = Vec2::splat(spacing / 2.0);
    while place.y < size.y {
        let mut sprite = Instance::new(place, frame);
        let (_, color) = Color::NAMED[1 + sprites.len() % 7];
        sprite.set_tint(color);
        sprite.turn = Turn(u16::try_from(sprites.len() % 64 * 1024).unwrap_or(0));
        sprites.push(sprite);
        place.x += spacing;
        if place.x > size.x {
            place = vec2(spacing / 2.0, place.y + spacing);
        }
    }
    sprites
}

/// Returns a scene with only the background.
pub(crate) fn nothing(_assets: &mut Assets) -> SceneData {
    SceneData::sized([33, 17])
}

/// Returns a world scrolled by a fraction of a pixel, and text of a display that does not scroll.
pub(crate) fn hud_over_world(assets: &mut Assets) -> SceneData {
    let data = SceneData::sized(SIZE);
    let world = seen_from(&data.viewport, vec2(37.35, 12.8), 1.0);
    let sprites = field(assets, vec2(320.0, 200.0), 22.0);
    let mut hud = Layer::new();
    let cell = vec2(8.0, 16.0);
    put_text(
        &mut hud,
        assets,
        "Points 1234",
        vec2(4.0, 4.0),
        cell,
        Color::TERMINAL_YELLOW,
    );
    put_text(
        &mut hud,
        assets,
        "[Nukes 1]",
        vec2(252.0, 4.0),
        cell,
        TextStyle::from(Color::TERMINAL_CYAN).aligned(Align::Right),
    );
    let mut data = data.with_layer(world, sprites);
    data.layers.push(SceneLayer {
        layer: hud,
        projection: Projection::IDENTITY,
        cull: false,
        clip: None,
    });
    data
}

/// Returns the same sprites under cameras with fractional zooms.
pub(crate) fn camera_zoom(assets: &mut Assets) -> SceneData {
    let data = SceneData::sized(SIZE);
    let zoomed = seen_from(&data.viewport, vec2(20.1, 33.3), 2.35);
    let far = seen_from(&data.viewport, vec2(-100.0, -10.0), 0.4);
    let sprites = field(assets, vec2(256.0, 160.0), 24.0);
    data.with_layer(far, sprites.clone())
        .with_layer(zoomed, sprites)
}

/// Returns sprites under a turned camera: the view turns all of them by the same angle.
pub(crate) fn camera_turned(assets: &mut Assets) -> SceneData {
    let data = SceneData::sized(SIZE);
    // The view turns clockwise by an eighth of a turn about the middle of the image.
    let (sine, middle) = (core::f32::consts::FRAC_1_SQRT_2, vec2(128.0, 80.0));
    let turned = Projection {
        matrix: [sine, -sine, sine, sine],
        translation: [
            middle.x - sine * middle.x + sine * middle.y,
            middle.y - sine * middle.x - sine * middle.y,
        ],
        turn: 8192,
        ..Projection::IDENTITY
    };
    let sprites = field(assets, vec2(256.0, 160.0), 21.0);
    data.with_layer(turned, sprites)
}

/// Returns layers that scroll at different speeds, drawn between two steps.
pub(crate) fn parallax(assets: &mut Assets) -> SceneData {
    let mut sprites = field(assets, vec2(400.0, 200.0), 40.0);
    sprites
        .iter_mut()
        .for_each(|sprite| sprite.step_by(vec2(1.5, 0.25)));
    let mut data = SceneData::sized(SIZE);
    for depth in 1..=4u8 {
        let speed = f32::from(depth) / 4.0;
        let seen = Projection {
            k: -0.5,
            ..seen_from(&data.viewport, vec2(61.7, 13.4) * speed, speed + 0.3)
        };
        data = data.with_layer(seen, sprites.clone());
        data.layers.last_mut().expect("it was just added").cull = true;
    }
    data
}

fn fitted(target: [u32; 2], fit: Fit) -> SceneData {
    let view = ViewSettings {
        size: vec2(120.0, 60.0),
        unit: Vec2::ONE,
        fit,
    };
    SceneData {
        viewport: view.viewport(target),
        ..SceneData::sized(target)
    }
}

/// Returns a view with bars on all sides and a coloured background. Its sprites are cut off at its edges.
pub(crate) fn letterbox(assets: &mut Assets) -> SceneData {
    let mut data = fitted([301, 169], Fit::Letterbox);
    data.background = Color::rgb(90, 30, 60);
    let seen = seen_from(&data.viewport, vec2(5.0, 3.0), 1.0);
    let sprites = field(assets, vec2(140.0, 80.0), 15.0);
    data.with_layer(seen, sprites)
}

/// Returns bars and background without sprites.
pub(crate) fn empty_letterbox(_assets: &mut Assets) -> SceneData {
    let mut data = fitted([131, 200], Fit::Letterbox);
    data.background = Color::rgba(255, 128, 0, 128);
    data
}

/// Returns a view that expands in a window of odd size, and so shows more of the world.
pub(crate) fn expanding_odd_size(assets: &mut Assets) -> SceneData {
    let data = fitted([277, 143], Fit::Expand);
    let seen = seen_from(&data.viewport, Vec2::ZERO, 1.0);
    let sprites = field(assets, vec2(150.0, 90.0), 13.0);
    data.with_layer(seen, sprites)
}

/// Returns a view stretched to a window of another shape: twice as wide and 1.5 times as high.
pub(crate) fn stretched(assets: &mut Assets) -> SceneData {
    let data = fitted([240, 90], Fit::Stretch);
    let seen = seen_from(&data.viewport, vec2(4.0, 2.0), 1.0);
    let sprites = field(assets, vec2(130.0, 70.0), 13.0);
    data.with_layer(seen, sprites)
}

/// Returns a target of a single pixel.
pub(crate) fn one_pixel(assets: &mut Assets) -> SceneData {
    let frame = art::lopsided(assets);
    let sprite = Instance::new(vec2(0.3, 0.7), frame);
    SceneData::sized([1, 1]).with_layer(Projection::IDENTITY, [sprite])
}

/// Returns sprites that extend beyond the target, up to 24 times as wide, upright and turned, and some that touch its
/// edges or just miss them.
pub(crate) fn beyond_every_edge(assets: &mut Assets) -> SceneData {
    let frame = art::checker(assets, [16, 16]);
    let mut sprites = Vec::new();
    for (index, (x, y)) in [(0.0, 0.0), (200.0, 0.0), (0.0, 100.0), (200.0, 100.0)]
        .into_iter()
        .enumerate()
    {
        let mut sprite = Instance::new(vec2(x, y), frame);
        sprite.set_scale(Vec2::splat([300.0, 40.0, 7.3, 2.0][index]));
        sprite.set_tint(Color::WHITE.with_alpha(150));
        sprites.push(sprite);
        sprite.turn = Turn(5000);
        sprite.set_scale(Vec2::splat(9.0));
        sprites.push(sprite);
    }
    for edge in [-8.0, -7.5, -7.99, 207.5, 208.0] {
        sprites.push(Instance::new(vec2(edge, 50.0), frame));
    }
    SceneData::sized([200, 100]).with_layer(Projection::IDENTITY, sprites)
}

/// Returns many chunks. Most of them are out of view and can be skipped.
pub(crate) fn mostly_out_of_view(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 255, 255]);
    let sprites = (0..5000).map(|index| {
        let place = vec2((index % 50) as f32 * 15.3, (index / 50) as f32 * 15.3);
        let mut sprite = Instance::new(place - 300.0, disc);
        sprite.set_tint(Color::NAMED[index % 8].1);
        sprite
    });
    let mut data = SceneData::sized([120, 90]).with_layer(Projection::IDENTITY, sprites);
    data.layers[0].cull = true;
    data
}
