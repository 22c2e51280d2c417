//! The engine's picture: a damselfly, drawn by arithmetic.

use glam::{Vec2, vec2};

use super::showing::Part;
use super::stage::{Look, Stage};
use crate::assets::{AssetError, ImageLayout, SpriteId};
use crate::base::color::Color;
use crate::world::Filter;
use crate::world::context::Context;

/// Samples of a pixel along each axis.
const SAMPLES: u16 = 4;

/// The wings: how far left, how far up their middles are, their angle, and when they set out.
const WINGS: [(f32, f32, f32, u32); 4] = [
    (-82.0, -122.0, 0.34, 6),
    (82.0, -122.0, -0.34, 6),
    (-76.0, -90.0, -0.10, 12),
    (76.0, -90.0, 0.10, 12),
];

/// The body's middle.
const BODY: Vec2 = vec2(0.0, -50.0);

/// Puts the picture's parts where they start from: the wings beside the view, the body above it.
pub(super) fn spawn(
    stage: &Stage,
    cx: &mut Context<'_>,
    parts: &mut Vec<Part>,
) -> Result<(), AssetError> {
    let wing = sprite(cx, "splash: a wing", [150, 40], wing)?;
    let body = sprite(cx, "splash: a body", [40, 190], body)?;
    for (x, y, angle, start) in WINGS {
        let to = vec2(x, y) * stage.scale;
        let look = Look {
            sprite: Some(wing),
            scale: stage.scale,
            angle,
            // The right wings are the left ones in a mirror.
            flip_x: x > 0.0,
            flutter: 0.05 * -x.signum(),
            filter: Filter::Linear,
            tint: Color::WHITE,
        };
        let from = to + vec2(x.signum() * stage.pixels.x, -0.3 * stage.pixels.y);
        parts.push(stage.part(cx, &look, from, to, start));
    }
    let look = Look {
        sprite: Some(body),
        scale: stage.scale,
        filter: Filter::Linear,
        ..Look::default()
    };
    let to = BODY * stage.scale;
    parts.push(stage.part(cx, &look, to - vec2(0.0, stage.pixels.y), to, 0));
    Ok(())
}

/// A sprite whose pixels are the means of what `paint` answers for places from (-1, -1) to (1, 1): straight RGBA
/// from 0 to 1.
fn sprite(
    cx: &mut Context<'_>,
    label: &str,
    [width, height]: [u16; 2],
    paint: fn(Vec2) -> [f32; 4],
) -> Result<SpriteId, AssetError> {
    let known = cx.assets.find(label);
    if let Some(id) = known.filter(|&id| cx.assets.uses(id) > 0) {
        return Ok(id);
    }
    let size = vec2(f32::from(width), f32::from(height));
    let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height) * 4);
    for y in 0..height {
        for x in 0..width {
            pixels.extend(pixel(vec2(f32::from(x), f32::from(y)), size, paint));
        }
    }
    let (width, height) = (u32::from(width), u32::from(height));
    cx.assets
        .add_pixels(label, width, height, &pixels, &ImageLayout::default())
}

fn pixel(corner: Vec2, size: Vec2, paint: fn(Vec2) -> [f32; 4]) -> [u8; 4] {
    let mut sum = [0.0; 4];
    for row in 0..SAMPLES {
        for column in 0..SAMPLES {
            let inside = (vec2(f32::from(column), f32::from(row)) + 0.5) / f32::from(SAMPLES);
            let [r, g, b, a] = paint((corner + inside) / size * 2.0 - 1.0);
            for (sum, channel) in sum.iter_mut().zip([r * a, g * a, b * a, a]) {
                *sum += channel;
            }
        }
    }
    let [r, g, b, a] = sum;
    let straight = |channel: f32| if a > 0.0 { channel / a } else { 0.0 };
    let alpha = a / f32::from(SAMPLES * SAMPLES);
    [straight(r), straight(g), straight(b), alpha].map(byte)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "held between 0 and 255"
)]
fn byte(part: f32) -> u8 {
    (part * 255.0 + 0.5).clamp(0.0, 255.0) as u8
}

/// A wing, its root at the right: a slender leaf of glass with veins, and a dark mark near its tip.
fn wing(at: Vec2) -> [f32; 4] {
    let along = (1.0 - at.x) / 2.0;
    // Narrow at the root, widest two thirds of the way, round at the tip.
    let half =
        1.45 * along.sqrt() * (1.0 - along * along * along).max(0.0).sqrt() * (0.35 + 0.45 * along);
    let across = at.y / half.max(0.001);
    if across.abs() > 1.0 {
        return [0.0; 4];
    }
    let edge = ((across.abs() - 0.86) / 0.14).clamp(0.0, 1.0);
    let vein = |place: f32, width: f32| (1.0 - (across - place).abs() / width).max(0.0);
    let ribs = (1.0 - ((along * 26.0 + across * 1.5).fract() - 0.5).abs() / 0.07).max(0.0);
    let veins = vein(0.0, 0.07)
        .max(vein(-0.5, 0.06))
        .max(vein(0.45, 0.05))
        .max(ribs * 0.55);
    let mark = if (0.83..0.91).contains(&along) && across < -0.25 {
        0.8
    } else {
        0.0
    };
    let lines = edge.max(veins * 0.7).max(mark);
    let glass = 0.34 + 0.20 * along;
    let light = 1.0 - 0.85 * mark;
    [
        (0.62 + 0.30 * lines) * light,
        (0.88 + 0.10 * lines) * light,
        (0.95 + 0.05 * lines) * light,
        glass + (0.92 - glass) * lines,
    ]
}

/// A body, its head at the top: two eyes, a thorax, a long abdomen of rings.
fn body(at: Vec2) -> [f32; 4] {
    let down = (at.y + 1.0) / 2.0;
    // Of the sprite's width, which is a fifth of its height.
    let disc = |x: f32, y: f32, radius_x: f32, radius_y: f32| {
        let (dx, dy) = ((at.x - x) / radius_x, (down - y) / radius_y);
        let distance = dx * dx + dy * dy;
        (distance <= 1.0).then_some(1.0 - distance)
    };
    for side in [-1.0, 1.0] {
        if let Some(round) = disc(0.42 * side, 0.055, 0.36, 0.05) {
            let glint =
                disc(0.42 * side - 0.1, 0.04, 0.12, 0.015).map_or(0.0, |bright| 0.6 * bright);
            return [
                0.10 + 0.5 * round * 0.4 + glint,
                0.42 + 0.45 * round + glint,
                0.55 + 0.4 * round + glint,
                1.0,
            ];
        }
    }
    if let Some(round) = disc(0.0, 0.075, 0.42, 0.045) {
        return [0.10, 0.30 + 0.3 * round, 0.40 + 0.35 * round, 1.0];
    }
    if let Some(round) = disc(0.0, 0.20, 0.46, 0.115) {
        // Two pale stripes along it.
        let stripe = (1.0 - (at.x.abs() - 0.22).abs() / 0.07).max(0.0);
        return [
            0.05 + 0.45 * stripe,
            0.38 + 0.42 * round + 0.2 * stripe,
            0.52 + 0.40 * round,
            1.0,
        ];
    }
    let along = (down - 0.28) / 0.70;
    if !(0.0..=1.0).contains(&along) {
        return [0.0; 4];
    }
    let tail = (along - 0.9).max(0.0) / 0.1;
    let half =
        0.17 - 0.05 * along + 0.10 * (1.0 - tail) * ((along - 0.78).max(0.0) / 0.12).min(1.0);
    let across = at.x / half.max(0.001);
    if across.abs() > 1.0 {
        return [0.0; 4];
    }
    let ring = (along * 9.0).fract();
    let dark = if ring < 0.22 { 0.55 } else { 1.0 };
    let round = 1.0 - across * across;
    let glow = 0.35 + 0.65 * round;
    [
        0.10 * glow * dark,
        0.62 * glow * dark,
        (0.80 + 0.15 * (1.0 - along)) * glow * dark,
        1.0,
    ]
}
