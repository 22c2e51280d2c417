//! Sprite cameras: a minimap, a split screen, a mirror, and cameras that see each other.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId, Pixels};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::Projection;
use damselfly::scene::{Instance, InstanceFlags, Layer};

use super::{SceneCamera, SceneData, SceneLayer, art};

/// Adds the sprite of a camera.
pub(crate) fn blank(assets: &mut Assets, label: &str, [width, height]: [u32; 2]) -> FrameId {
    let pixels = Pixels::filled(width, height, Color::TRANSPARENT);
    let sprite = assets.add_image(label, pixels);
    let sprite = sprite.ok().and_then(|id| assets.sprite(id));
    sprite.map_or(FrameId::PLACEHOLDER, |sprite| sprite.frames.first)
}

/// Returns a projection that shows the world `zoom` times as large, from this corner on.
fn zoomed(zoom: f32, corner: Vec2) -> Projection {
    Projection {
        matrix: [zoom, 0.0, 0.0, zoom],
        translation: (-corner * zoom).to_array(),
        texel_scale: [zoom; 2],
        ..Projection::IDENTITY
    }
}

/// Returns many letters and checkered rectangles in an area, larger below.
fn world(assets: &mut Assets, area: Vec2, count: u16) -> Layer {
    // No texel is translucent, so that images are exact in linear light, too.
    let letter = art::image(assets, "letter", [16, 12], |x, y| {
        let [x, y] = [x, y].map(|at| u8::try_from(at).unwrap_or(0));
        let alpha = if x >= 12 && y >= 6 { 0 } else { 255 };
        [
            x * 16,
            255 - y * 20,
            if (x ^ y) & 1 == 0 { 40 } else { 220 },
            alpha,
        ]
    });
    let checker = art::checker(assets, [9, 6]);
    let mut layer = Layer::new();
    for number in 0..count {
        let at = f32::from(number);
        let place = vec2((at * 37.3) % area.x, (at * 23.1) % area.y);
        let mut sprite = Instance::new(place, if number % 3 == 0 { checker } else { letter });
        sprite.set_scale(Vec2::splat(0.5 + place.y / area.y));
        sprite.turn = Turn(number.wrapping_mul(9000));
        let [r, g, ..] = number.wrapping_mul(7919).to_le_bytes();
        sprite.set_tint(Color::rgb(r, g | 64, 160));
        layer.push(None, sprite, Vec2::ZERO);
    }
    layer
}

fn push(data: &mut SceneData, layer: Layer, projection: Projection) {
    data.layers.push(SceneLayer {
        layer,
        projection,
        cull: true,
        clip: None,
    });
}

/// Adds a layer in view space that shows frames around these positions.
fn show(data: &mut SceneData, shown: &[(FrameId, Vec2)]) {
    let mut layer = Layer::new();
    for &(frame, place) in shown {
        layer.push(None, Instance::new(place, frame), Vec2::ZERO);
    }
    push(data, layer, Projection::IDENTITY);
}

/// Returns a view whose right half is that of a second camera, with a minimap of both in a corner.
pub(crate) fn minimap_and_split_screen(assets: &mut Assets) -> SceneData {
    let mut data = SceneData::sized([192, 128]);
    let half = blank(assets, "half", [96, 128]);
    let map = blank(assets, "map", [60, 40]);
    push(
        &mut data,
        world(assets, vec2(480.0, 320.0), 160),
        zoomed(1.0, vec2(40.0, 30.0)),
    );
    show(
        &mut data,
        &[(half, vec2(144.0, 64.0)), (map, vec2(32.0, 22.0))],
    );
    for (frame, background, projection) in [
        (
            half,
            Color::rgb(50, 20, 20),
            zoomed(1.5, vec2(300.0, 140.0)),
        ),
        (map, Color::rgba(0, 0, 0, 255), zoomed(0.125, Vec2::ZERO)),
    ] {
        data.cameras.push(SceneCamera {
            frame,
            background,
            layers: vec![(0, projection)],
            groups: Vec::new(),
        });
    }
    data
}

/// Returns a world whose lower half shows the upper half upside down, as water does, on transparency.
pub(crate) fn mirror(assets: &mut Assets) -> SceneData {
    let mut data = SceneData::sized([120, 100]);
    let image = blank(assets, "mirror", [120, 50]);
    push(
        &mut data,
        world(assets, vec2(120.0, 45.0), 30),
        Projection::IDENTITY,
    );
    let mut water = Instance::new(vec2(60.0, 75.0), image);
    water.set_flags(InstanceFlags::FLIP_Y);
    water.set_tint(Color::rgb(150, 190, 255));
    data = data.with_layer(Projection::IDENTITY, [water]);
    data.cameras.push(SceneCamera {
        frame: image,
        background: Color::TRANSPARENT,
        layers: vec![(0, Projection::IDENTITY)],
        groups: Vec::new(),
    });
    data
}

/// Returns three cameras that show each other's images and their own, turned and filtered.
pub(crate) fn cameras_in_cameras(assets: &mut Assets) -> SceneData {
    let mut data = SceneData::sized([130, 90]);
    let frames = ["first", "second", "third"].map(|label| blank(assets, label, [50, 36]));
    push(
        &mut data,
        world(assets, vec2(130.0, 90.0), 24),
        Projection::IDENTITY,
    );
    let mut shown = Layer::new();
    for (number, frame) in (0..3_u16).zip(frames) {
        let at = f32::from(number);
        let mut sprite = Instance::new(vec2(30.0 + 35.0 * at, 20.0 + 25.0 * at), frame);
        sprite.turn = Turn(number * 5000);
        if number == 1 {
            sprite.set_flags(InstanceFlags::LINEAR);
            sprite.set_scale(vec2(1.3, 0.9));
        }
        shown.push(None, sprite, Vec2::ZERO);
    }
    push(&mut data, shown, Projection::IDENTITY);
    for (number, frame) in (0..3_u8).zip(frames) {
        let scale = 0.4 + 0.1 * f32::from(number);
        let projection = zoomed(scale, vec2(2.0, 1.0));
        data.cameras.push(SceneCamera {
            frame,
            background: Color::rgb(40 * number, 30, 60),
            layers: vec![(0, projection), (1, projection)],
            groups: Vec::new(),
        });
    }
    data
}
