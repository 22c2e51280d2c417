//! The ball's pictures: discs lit from the upper left, in shades of grey for the tint to colour.

use damselfly::assets::{FrameId, FrameIds, PixelRect};
use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::prelude::*;

use super::depth::{Depth, byte};

/// A frame for each radius: a disc that is not scaled is rounder, and is drawn more quickly.
const RADII: core::ops::RangeInclusive<u16> = 1..=Depth::Nearest.radius();

/// Adds the sheet. The frame of a radius is the one at `radius - 1`.
///
/// # Errors
/// The atlas has no room for the sprite.
pub fn add(assets: &mut Assets) -> Result<FrameIds, Error> {
    let mut width = 0;
    let rects = RADII.map(|radius| {
        let side = 2 * radius;
        width += side;
        PixelRect {
            x: width - side,
            y: 0,
            width: side,
            height: side,
        }
    });
    let rects: Vec<PixelRect> = rects.collect();
    let height = 2 * Depth::Nearest.radius();
    let row =
        |y| RADII.flat_map(move |radius| (0..2 * radius).flat_map(move |x| pixel(x, y, radius)));
    let layout = ImageLayout {
        frames: FrameLayout::Rects(rects),
        ..ImageLayout::default()
    };
    let pixels = Pixels {
        width: width.into(),
        height: height.into(),
        rgba: (0..height).flat_map(row).collect(),
    };
    let ball = assets.add_image_with("ball", pixels, &layout)?;
    let placeholder = FrameIds {
        first: FrameId::PLACEHOLDER,
        count: 1,
        slices: 1,
    };
    let ball = assets.sprite(ball);
    Ok(ball.map_or(placeholder, |ball| ball.frames))
}

/// A pixel of a ball, counted from the corner of the square around it. Straight RGBA.
fn pixel(x: u16, y: u16, radius: u16) -> [u8; 4] {
    let radius = f32::from(radius);
    let place = vec2(f32::from(x), f32::from(y)) + 0.5 - radius;
    let alpha = (radius - place.length()).clamp(0.0, 1.0);
    let from_light = (place / radius - vec2(-0.38, -0.42)).length();
    let light = (1.12 - 0.42 * from_light).clamp(0.0, 1.0);
    [light, light, light, alpha].map(|part| byte(part * 255.0))
}
