//! The ball's picture: a disc lit from the upper left, in shades of grey for the tint to colour.

use damselfly::assets::{FrameId, PixelRect};
use damselfly::prelude::*;

use super::depth::{Depth, byte};

const LABEL: &str = "ball";

/// A ball's pixels, with a clear border for the soft edge.
const fn side(depth: Depth) -> u16 {
    2 * depth.radius() + 2
}

/// Draws one frame for each depth, at the size in which it is shown: nothing is as round as a disc that is not stretched.
pub fn add(assets: &mut Assets) -> Result<(), Error> {
    let mut x = 0;
    let frames = Depth::ALL.map(|depth| {
        let side = side(depth);
        x += side;
        PixelRect {
            x: x - side,
            y: 0,
            width: side,
            height: side,
        }
    });
    let (width, height) = (x, side(Depth::Nearest));
    let mut pixels = Vec::new();
    for y in 0..height {
        for frame in &frames {
            pixels.extend((0..frame.width).flat_map(|x| pixel(x, y, frame.width)));
        }
    }
    let layout = ImageLayout {
        frames: FrameLayout::Rects(frames.to_vec()),
        ..ImageLayout::default()
    };
    assets.add_pixels(LABEL, width.into(), height.into(), &pixels, &layout)?;
    Ok(())
}

/// The frame of a depth; the placeholder before [`add`].
pub fn frame(depth: Depth, assets: &Assets) -> FrameId {
    assets
        .find(LABEL)
        .and_then(|ball| assets.sprite(ball))
        .map_or(FrameId::PLACEHOLDER, |ball| ball.frames.wrapping(depth as u32))
}

/// A pixel of a ball that fills a square of this side. Straight RGBA.
fn pixel(x: u16, y: u16, side: u16) -> [u8; 4] {
    let radius = f32::from(side) / 2.0 - 1.0;
    let from_middle = |at: u16| f32::from(at) + 0.5 - f32::from(side) / 2.0;
    let place = vec2(from_middle(x), from_middle(y));
    let alpha = (radius + 0.5 - place.length()).clamp(0.0, 1.0);
    let from_light = (place / radius - vec2(-0.38, -0.42)).length();
    let light = (1.12 - 0.42 * from_light).clamp(0.0, 1.0);
    [light, light, light, alpha].map(|part| byte(part * 255.0))
}
