//! Lines, rectangles, circles and polygons, as sprites and as canvas drawings.

use damselfly::Color;
use damselfly::assets::{Assets, DrawnShape};
use damselfly::geometry::turns::{Turn, TurnMotion};
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::Rect;
use damselfly::render::Projection;
use damselfly::scene::{Instance, InstanceFlags};
use damselfly::world::{Core, CoreSettings};

use super::{SceneData, SceneLayer};

const SIZE: [u32; 2] = [320, 240];

/// A concave arrow that points to the right, like the ship in Asteroids.
const ARROW: [Vec2; 4] = [
    vec2(18.0, 0.0),
    vec2(-14.0, 12.0),
    vec2(-8.0, 0.0),
    vec2(-14.0, -12.0),
];

/// Returns eight shapes as sprites: plain, turned, scaled, mirrored, and translucent between two steps.
pub(crate) fn as_sprites(assets: &mut Assets) -> SceneData {
    let gray = Color::rgb(128, 128, 128);
    let shapes = [
        DrawnShape::circle(12.0).filled(Color::TERMINAL_RED),
        DrawnShape::circle(10.0).outlined(3.0, Color::TERMINAL_YELLOW),
        DrawnShape::rect(vec2(25.0, 15.0))
            .filled(Color::TERMINAL_BLUE)
            .outlined(2.0, Color::WHITE),
        DrawnShape::polygon(&ARROW)
            .filled(gray)
            .outlined(1.0, Color::WHITE),
        DrawnShape::capsule(vec2(-9.0, 4.0), vec2(9.0, -4.0), 6.0).filled(Color::TERMINAL_GREEN),
        DrawnShape::line(vec2(-14.0, -8.0), vec2(14.0, 8.0), 2.0).filled(Color::TERMINAL_CYAN),
        DrawnShape::polygon(&star(15.0, 7.0))
            .filled(Color::TERMINAL_YELLOW)
            .outlined(1.5, Color::TERMINAL_RED),
        DrawnShape::polygon(&cross()).filled(Color::TERMINAL_MAGENTA),
    ];
    let mut sprites = Vec::new();
    for (column, shape) in shapes.iter().enumerate() {
        let Ok(id) = assets.add_shape(&format!("shape {column}"), shape) else {
            continue;
        };
        let Some(frames) = assets.sprite(id).map(|sprite| sprite.frames) else {
            continue;
        };
        for row in 0..5_u8 {
            let place = vec2(20.0 + 40.0 * column as f32, 24.0 + 46.0 * f32::from(row));
            for tile in frames.first.0..frames.first.0 + frames.slices {
                let mut sprite = Instance::new(place, damselfly::assets::FrameId(tile));
                match row {
                    1 => sprite.turn = Turn::from_radians(0.7),
                    2 => {
                        sprite.set_scale(vec2(1.4, 0.6));
                        sprite.turn = Turn::from_radians(-2.0);
                    }
                    3 => {
                        sprite.set_flags(InstanceFlags::FLIP_X.with(InstanceFlags::FLIP_Y));
                        sprite.set_tint(Color::TERMINAL_CYAN);
                    }
                    4 => {
                        sprite.motion = vec2(9.0, -3.0);
                        sprite.turn_motion = TurnMotion(9000);
                        sprite.set_tint(Color::rgba(255, 255, 255, 128));
                    }
                    _ => {}
                }
                sprites.push(sprite);
            }
        }
    }
    let projection = Projection {
        k: -0.5,
        ..Projection::IDENTITY
    };
    SceneData::sized(SIZE).with_layer(projection, sprites)
}

/// Returns canvas drawings, including a rectangle too wide for a half float, and lines much longer than the view.
pub(crate) fn by_hand(_: &mut Assets) -> SceneData {
    canvas(Projection::IDENTITY)
}

/// Returns the same drawings in a turned and zoomed view.
pub(crate) fn by_hand_turned(_: &mut Assets) -> SceneData {
    canvas(Projection {
        matrix: [1.1, -0.5, 0.5, 1.1],
        translation: [40.3, -60.7],
        texel_scale: [1.208_305, 1.208_305],
        turn: 4450,
        ..Projection::IDENTITY
    })
}

fn canvas(projection: Projection) -> SceneData {
    let settings = CoreSettings {
        view: vec2(SIZE[0] as f32, SIZE[1] as f32),
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(Default::default()));
    let see_through = Color::rgba(92, 148, 252, 128);
    let around = |middle: Vec2, corners: &[Vec2]| -> Vec<Vec2> {
        corners.iter().map(|&corner| corner + middle).collect()
    };
    let mut cx = core.context();
    let mut canvas = cx.canvas(2);
    canvas
        .rect(
            Rect::new(vec2(-70_000.0, 0.0), vec2(160.5, 7.25)),
            Color::TERMINAL_RED,
        )
        .line(
            vec2(-3000.0, -900.0),
            vec2(310.0, 230.0),
            3.0,
            Color::TERMINAL_GREEN,
        )
        .line(vec2(5.0, 235.0), vec2(3000.0, 20.0), 1.0, Color::WHITE)
        .circle(vec2(60.0, 60.0), 40.0, see_through)
        .circle(vec2(90.5, 60.5), 40.0, see_through)
        .circle_outline(vec2(75.0, 60.0), 45.0, 3.0, Color::WHITE)
        .circle_outline(vec2(220.0, 60.0), 3.0, 8.0, Color::TERMINAL_YELLOW)
        .outline(
            Rect::new(vec2(150.0, 20.0), vec2(202.3, 100.7)),
            4.0,
            see_through,
        );
    for (number, radius) in (1_u8..12).zip([0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.5, 9.0])
    {
        let place = vec2(20.0 * f32::from(number) + 20.0, 125.0);
        canvas.circle(place, radius, Color::TERMINAL_CYAN);
    }
    let star = around(vec2(60.0, 180.0), &star(45.0, 20.0));
    canvas
        .polygon(&star, see_through)
        .polygon_outline(&star, 4.0, Color::rgba(255, 255, 255, 128))
        .polygon(&around(vec2(150.3, 180.6), &cross()), see_through);
    for number in 0..6_u8 {
        let (sin, cos) = Turn(u16::from(number) * 9000).sin_cos();
        let turned = ARROW.map(|corner| {
            vec2(
                corner.x * cos - corner.y * sin,
                corner.x * sin + corner.y * cos,
            )
        });
        let middle = vec2(
            200.0 + f32::from(number % 3) * 42.0,
            160.0 + f32::from(number / 3) * 40.0,
        );
        let ship = around(middle, &turned);
        canvas
            .polygon(&ship, Color::rgb(96, 96, 96))
            .polygon_outline(&ship, 1.0, Color::WHITE);
    }
    let mut data = SceneData::sized(SIZE);
    for (layer, _) in core.world.scene().painted(0) {
        data.layers.push(SceneLayer {
            layer: layer.clone(),
            projection,
            cull: true,
            clip: None,
        });
    }
    data
}

/// Returns a star with five points.
fn star(outer: f32, inner: f32) -> [Vec2; 10] {
    core::array::from_fn(|number| {
        let turn = (number * 65_536 / 10 + 49_152) % 65_536;
        let (sin, cos) = Turn(u16::try_from(turn).unwrap_or(0)).sin_cos();
        vec2(cos, sin) * if number % 2 == 0 { outer } else { inner }
    })
}

/// Returns a cross. Its corners lie on the extensions of other edges.
fn cross() -> [Vec2; 12] {
    [
        [-5, -15],
        [5, -15],
        [5, -5],
        [15, -5],
        [15, 5],
        [5, 5],
        [5, 15],
        [-5, 15],
        [-5, 5],
        [-15, 5],
        [-15, -5],
        [-5, -5],
    ]
    .map(|[x, y]: [i8; 2]| vec2(x.into(), y.into()))
}
