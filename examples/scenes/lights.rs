//! Light maps of groups: lights, beams, sprites as lights, and shadows.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId};
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{Beam, GroupLight, LayerGroup, PixelLight, Projection};
use damselfly::scene::{GroupLook, Instance, InstanceFlags, Layer, Resolution};

use super::{SceneData, SceneLayer, art};

const DARK: Color = Color::rgb(30, 36, 60);

/// Returns a dim picture without any light.
pub(crate) fn ambient(_: &mut Assets) -> SceneData {
    lit([90, 70], GroupLight { ..map() })
}

/// Returns lights of several colours and sizes, some beyond the view, one of them blinding.
pub(crate) fn points(_: &mut Assets) -> SceneData {
    let mut light = map();
    for (x, y, radius, color) in [
        (30.3, 25.7, 24.0, [255, 200, 120]),
        (70.0, 40.0, 33.3, [60, 120, 255]),
        (50.0, 60.0, 15.0, [900, 900, 600]),
        (-4.0, 10.0, 20.0, [0, 255, 0]),
        (300.0, 10.0, 20.0, [255; 3]),
        (80.0, 12.0, 0.3, [255; 3]),
    ] {
        light.lights.push(PixelLight {
            position: vec2(x, y),
            radius,
            color,
            beam: None,
            source: None,
        });
    }
    lit([111, 77], light)
}

/// Returns beams in all directions, with hard and soft edges.
pub(crate) fn beams(_: &mut Assets) -> SceneData {
    let mut light = map();
    for step in 0..6_u16 {
        let beam = Beam {
            direction: Turn(step * 10_923),
            outer: Turn(500 + 5800 * step),
            inner: Turn(if step % 2 == 0 {
                500 + 5800 * step
            } else {
                2000 * step
            }),
        };
        light.lights.push(PixelLight {
            position: vec2(
                20.0 + 35.5 * f32::from(step % 3),
                22.0 + 40.0 * f32::from(step / 3),
            ),
            radius: 22.0,
            color: [255, 230, 180],
            beam: Some(beam),
            source: None,
        });
    }
    lit([120, 90], light)
}

/// Returns glowing sprites, one of them behind a dark one, and a light.
pub(crate) fn sprites(assets: &mut Assets) -> SceneData {
    let disc = art::disc(assets, "disc", [255, 230, 170]);
    let mut data = lit([90, 70], GroupLight { ..map() });
    let mut glows = Layer::new();
    for (x, y, flags) in [
        (20.0, 20.0, InstanceFlags::ADDITIVE),
        (28.5, 24.0, InstanceFlags::ADDITIVE),
        (60.0, 40.0, InstanceFlags::LINEAR),
    ] {
        let mut glow = Instance::new(vec2(x, y), disc);
        glow.set_scale(vec2(2.0, 2.0));
        glow.set_flags(flags);
        glows.push(None, glow, Vec2::ZERO);
    }
    push(&mut data, glows);
    let layers = data.layers.len() - 1..data.layers.len();
    for group in &mut data.groups {
        if let Some(light) = &mut group.light {
            light.layers = Some(layers.clone());
            light.lights.push(lamp(vec2(45.0, 50.0), 30.0, None));
        }
    }
    data
}

/// Returns hard and soft shadows of boxes and a turned polygon. Light enters some of them.
pub(crate) fn shadows(_: &mut Assets) -> SceneData {
    let mut light = map();
    light.edges.extend(outline(&[
        vec2(40.3, 30.2),
        vec2(52.3, 30.2),
        vec2(52.3, 40.2),
        vec2(40.3, 40.2),
    ]));
    light.edges.extend(outline(&[
        vec2(90.0, 60.0),
        vec2(101.5, 71.5),
        vec2(90.0, 83.0),
        vec2(78.5, 71.5),
    ]));
    // A thin wall.
    light.edges.extend(outline(&[
        vec2(0.0, 90.0),
        vec2(60.0, 90.0),
        vec2(60.0, 91.0),
        vec2(0.0, 91.0),
    ]));
    light.depth = 2.5;
    for (position, radius, source) in [
        (vec2(25.5, 22.0), 70.0, 0.0),
        (vec2(70.0, 45.0), 60.0, 6.0),
        (vec2(110.0, 100.0), 44.0, 3.0),
        // Inside of a box, and on an edge.
        (vec2(45.0, 35.0), 30.0, 0.0),
        (vec2(30.0, 90.0), 25.0, 0.0),
    ] {
        light.lights.push(PixelLight {
            color: [200, 190, 150],
            ..lamp(position, radius, Some(source))
        });
    }
    lit([140, 120], light)
}

/// Returns light maps of all resolutions in groups of all resolutions.
pub(crate) fn resolutions(_: &mut Assets) -> SceneData {
    let mut data = SceneData::sized([130, 64]);
    let all = [Resolution::Full, Resolution::Half, Resolution::Quarter];
    let resolutions = all
        .into_iter()
        .flat_map(|group| all.map(|map| [group, map]));
    for (number, [group, resolution]) in resolutions.enumerate() {
        let x = 14.0 * number as f32;
        let mut layer = Layer::new();
        let mut wall = Instance::new(vec2(x, 2.0), FrameId::SOLID);
        wall.set_scale(vec2(13.0, 60.0));
        wall.set_tint(Color::WHITE.with_alpha(220));
        layer.push(None, wall, Vec2::ZERO);
        push(&mut data, layer);
        let mut light = GroupLight {
            resolution,
            is_smooth: number % 2 == 0,
            ..map()
        };
        light
            .lights
            .push(lamp(vec2(x + 5.0, 20.2), 16.0, Some(0.0)));
        light.edges.extend(outline(&[
            vec2(x + 4.0, 26.0),
            vec2(x + 8.0, 26.0),
            vec2(x + 6.0, 28.0),
        ]));
        data.groups.push(LayerGroup {
            layers: number..number + 1,
            look: GroupLook {
                resolution: group,
                ..GroupLook::default()
            },
            mask: None,
            light: Some(light),
            effects: Vec::new(),
        });
    }
    data
}

fn map() -> GroupLight {
    GroupLight {
        ambient: DARK,
        resolution: Resolution::Half,
        is_smooth: true,
        layers: None,
        lights: Vec::new(),
        edges: Vec::new(),
        depth: 0.0,
    }
}

fn lamp(position: Vec2, radius: f32, source: Option<f32>) -> PixelLight {
    PixelLight {
        position,
        radius,
        color: [255, 220, 160],
        beam: None,
        source,
    }
}

/// Returns the edges between the corners of a solid.
fn outline(corners: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&from, &to)| [from, to])
}

/// Returns a wall of bricks with a light map.
fn lit(target: [u32; 2], light: GroupLight) -> SceneData {
    let mut data = SceneData::sized(target);
    let mut bricks = Layer::new();
    for (row, y) in (0..12_u8).zip((0..).step_by(12)) {
        for (column, x) in (0..8_u8).zip((0..).step_by(24)) {
            let place = vec2(x as f32 - f32::from(row % 2) * 12.0, y as f32);
            let mut brick = Instance::new(place, FrameId::SOLID);
            brick.set_scale(vec2(23.0, 11.0));
            brick.set_tint(Color::rgb(200 + 6 * column, 180, 150 + 8 * row));
            bricks.push(None, brick, Vec2::ZERO);
        }
    }
    push(&mut data, bricks);
    data.groups.push(LayerGroup {
        layers: 0..1,
        look: GroupLook::default(),
        mask: None,
        light: Some(light),
        effects: Vec::new(),
    });
    data
}

fn push(data: &mut SceneData, layer: Layer) {
    data.layers.push(SceneLayer {
        layer,
        projection: Projection::IDENTITY,
        cull: false,
        clip: None,
    });
}
