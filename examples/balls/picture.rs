//! The images of the balls: discs lit from the upper left, in shades of grey that the tint colours.

use damselfly::assets::{FrameId, FrameIds, PixelRect};
use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::prelude::*;

use super::depth::{Depth, byte};

/// Radii of the frames. There is a frame for each radius, because a disc that is not scaled is rounder, and drawn
/// faster.
const RADII: core::ops::RangeInclusive<u16> = 1..=Depth::Nearest.radius();

/// Adds the sheet. The frame of a radius has the index `radius - 1`.
///
/// # Errors
/// Fails if the atlas has no room for the sprite.
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

/// Returns the straight RGBA of a pixel of a ball. `x` and `y` count from the corner of the square around it.
fn pixel(x: u16, y: u16, radius: u16) -> [u8; 4] {
    let radius = f32::from(radius);
    let place = vec2(f32::from(x), f32::from(y)) + 0.5 - radius;
    let alpha = (radius - place.length()).clamp(0.0, 1.0);
    let from_light = (place / radius - vec2(-0.38, -0.42)).length();
    let light = (1.12 - 0.42 * from_light).clamp(0.0, 1.0);
    [light, light, light, alpha].map(|part| byte(part * 255.0))
}
