//! The rules at their plainest, for tests: every pixel is tested against every sprite, one channel at a time.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a test's picture is small"
)]

use core::ops::Range;

use crate::assets::Assets;
use crate::base::color::mul_255;
use crate::render::frame::{Blending, Frame};
use crate::render::quad::{Quad, project};
use crate::scene::InstanceFlags;

/// Returns the picture of a frame, each pixel `u32::from_le_bytes([r, g, b, 255])`.
pub(super) fn picture(frame: &Frame<'_>, assets: &Assets) -> Vec<u32> {
    let [width, height] = frame.target;
    let [r, g, b, _] = frame.background.premultiplied();
    let mut picture: Vec<[u8; 4]> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| {
            if in_view(frame, x, y) {
                [r, g, b, 255]
            } else {
                [0, 0, 0, 255]
            }
        })
        .collect();
    for quad in quads(frame) {
        let [columns, rows] = reach(&quad, frame.target);
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            if !in_view(frame, x, y) {
                continue;
            }
            for _ in 0..covers(&quad, x, y) {
                let pixel = &mut picture[(y * width + x) as usize];
                let source = shade(&quad, assets, x, y);
                *pixel = match frame.blending {
                    Blending::Srgb => blend(*pixel, source, quad.flags),
                    Blending::Linear => blend_linear(*pixel, source, quad.flags),
                };
            }
        }
    }
    picture.into_iter().map(u32::from_le_bytes).collect()
}

/// Columns and rows outside of which a quad has nothing, generously.
fn reach(quad: &Quad, target: [u32; 2]) -> [Range<u32>; 2] {
    [0, 1].map(|axis| {
        let [least, most] = quad.bounds().map(|corner| corner[axis]);
        let end = target[axis] as i32;
        (least / 256 - 2).clamp(0, end) as u32..(most / 256 + 2).clamp(0, end) as u32
    })
}

/// Returns every sprite's quad in painting order.
pub(super) fn quads(frame: &Frame<'_>) -> Vec<Quad> {
    let mut quads = Vec::new();
    for painted in frame.layers {
        for instance in painted.layer.columns().instances {
            let record = match instance.shape() {
                None => frame.frames.get(instance.frame()),
                Some(number) => painted.layer.shapes().get(number),
            };
            quads.extend(record.and_then(|record| project(instance, record, &painted.projection)));
        }
    }
    quads
}

fn in_view(frame: &Frame<'_>, x: u32, y: u32) -> bool {
    let inside = |at: u32, axis: usize| {
        (frame.viewport.origin[axis]..frame.viewport.origin[axis] + frame.viewport.size[axis])
            .contains(&at)
    };
    inside(x, 0) && inside(y, 1)
}

/// Returns how many of the quad's two triangles cover the pixel's centre: one at most, unless it is a shape that is folded.
pub(super) fn covers(quad: &Quad, x: u32, y: u32) -> u8 {
    let corner = |number: usize| {
        let from_origin = [[0; 2], quad.across, quad.down, quad.far][number];
        [0, 1].map(|axis| i64::from(quad.origin[axis]) + i64::from(from_origin[axis]))
    };
    let centre = [i64::from(x) * 256 + 128, i64::from(y) * 256 + 128];
    let first = triangle([corner(0), corner(1), corner(2)], centre);
    let second = triangle([corner(2), corner(1), corner(3)], centre);
    u8::from(first) + u8::from(second)
}

fn triangle(mut corners: [[i64; 2]; 3], at: [i64; 2]) -> bool {
    let side = |from: [i64; 2], to: [i64; 2], at: [i64; 2]| {
        (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
    };
    let area = side(corners[0], corners[1], corners[2]);
    if area < 0 {
        corners.swap(1, 2);
    }
    area != 0
        && (0..3).all(|number| {
            let (from, to) = (corners[number], corners[(number + 1) % 3]);
            let top_or_left = to[1] < from[1] || to[1] == from[1] && to[0] > from[0];
            let side = side(from, to, at);
            side > 0 || side == 0 && top_or_left
        })
}

/// Computes what the fragment shader does, without linear light.
fn shade(quad: &Quad, assets: &Assets, x: u32, y: u32) -> [u8; 4] {
    let [u, v] = quad.uv_at(x as i32, y as i32);
    let texel = |x: i32, y: i32| {
        let x = x.clamp(0, quad.size[0] as i32 - 1) as u32 + quad.texel[0];
        let y = y.clamp(0, quad.size[1] as i32 - 1) as u32 + quad.texel[1];
        let side = u32::from(assets.atlas().page_size());
        assets.atlas().pages()[quad.page as usize].pixels()[(y * side + x) as usize].to_le_bytes()
    };
    let source = if quad.flags.contains(InstanceFlags::LINEAR) {
        let (u, v) = (u.wrapping_sub(32768), v.wrapping_sub(32768));
        let (wx, wy) = ((u >> 8 & 255) as u32, (v >> 8 & 255) as u32);
        let taps =
            [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| texel((u >> 16) + dx, (v >> 16) + dy));
        core::array::from_fn(|channel| {
            let [a, b, c, d] = taps.map(|tap| u32::from(tap[channel]));
            let (upper, lower) = (a * (256 - wx) + b * wx, c * (256 - wx) + d * wx);
            ((upper * (256 - wy) + lower * wy + 32768) >> 16) as u8
        })
    } else {
        texel(u >> 16, v >> 16)
    };
    let source = if quad.flags.contains(InstanceFlags::FILLED) {
        [source[3]; 4]
    } else {
        source
    };
    core::array::from_fn(|channel| mul_255(source[channel], quad.tint[channel]))
}

fn blend(pixel: [u8; 4], source: [u8; 4], flags: InstanceFlags) -> [u8; 4] {
    let alpha = match () {
        () if flags.contains(InstanceFlags::ADDITIVE) => 0,
        () if flags.contains(InstanceFlags::OPAQUE) => 255,
        () => source[3],
    };
    let mut mixed = [255; 4];
    for channel in 0..3 {
        let t = u32::from(pixel[channel]) * u32::from(255 - alpha);
        let kept = (t + (t >> 8) + 128) >> 8; // Lavapipe's rounding.
        mixed[channel] = source[channel].saturating_add(kept as u8);
    }
    mixed
}

fn blend_linear(pixel: [u8; 4], source: [u8; 4], flags: InstanceFlags) -> [u8; 4] {
    let a = f64::from(source[3]) / 255.0;
    let kept = match () {
        () if flags.contains(InstanceFlags::ADDITIVE) => 1.0,
        () if flags.contains(InstanceFlags::OPAQUE) => 0.0,
        () => 1.0 - a,
    };
    let mut mixed = [255; 4];
    for channel in 0..3 {
        let color = f64::from(source[channel]) / 255.0;
        let light = if a > 0.0 {
            to_linear((color / a).min(1.0)) * a
        } else {
            color
        };
        let linear = light + to_linear(f64::from(pixel[channel]) / 255.0) * kept;
        mixed[channel] = (to_srgb(linear.min(1.0)) * 255.0).round() as u8;
    }
    mixed
}

fn to_linear(srgb: f64) -> f64 {
    if srgb <= 0.04045 {
        srgb / 12.92
    } else {
        libm::pow((srgb + 0.055) / 1.055, 2.4)
    }
}

fn to_srgb(linear: f64) -> f64 {
    if linear <= 0.0031308 {
        linear * 12.92
    } else {
        1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055
    }
}
