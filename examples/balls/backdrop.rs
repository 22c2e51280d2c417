//! The backdrop: a night sky that grows lighter towards the horizon, and the ground.

use damselfly::assets::ImageLayout;
use damselfly::prelude::*;

use super::depth::{Depth, byte};

/// Number of rows of the image, which is stretched over the view.
const ROWS: u16 = 720;

/// Adds the backdrop behind everything else.
pub fn hang(cx: &mut Context<'_>) -> Result<(), Error> {
    let pixels = Pixels {
        width: 1,
        height: ROWS.into(),
        rgba: (0..ROWS).flat_map(row).collect(),
    };
    let layout = ImageLayout {
        anchor: Anchor::TopLeft,
        ..ImageLayout::default()
    };
    let picture = cx.assets.add_image_with("backdrop", pixels, &layout)?;
    let width = cx.camera.boundary().size().x;
    cx.spawn(Object {
        kind: "Backdrop",
        altitude: 0,
        solidness: Solidness::Spectral,
        sprite: Some(picture),
        scale: vec2(width, 1.0),
        blend: Blend::Opaque,
        ..Object::default()
    });
    Ok(())
}

/// Returns the colour of a row as RGBA.
fn row(y: u16) -> [u8; 4] {
    const ZENITH: [f32; 3] = [5.0, 6.0, 16.0];
    const HORIZON: [f32; 3] = [26.0, 27.0, 60.0];
    const NEAR_GROUND: [f32; 3] = [9.0, 9.0, 22.0];
    const FAR_GROUND: [f32; 3] = [20.0, 20.0, 46.0];
    let horizon = Depth::Farthest.ground() - 12.0;
    let y = f32::from(y);
    let (from, to, part) = if y < horizon {
        let part = y / horizon;
        (ZENITH, HORIZON, part * part)
    } else {
        let part = (y - horizon) / (f32::from(ROWS) - horizon);
        (FAR_GROUND, NEAR_GROUND, part)
    };
    let mix = |channel: usize| byte(from[channel] + (to[channel] - from[channel]) * part);
    [mix(0), mix(1), mix(2), 255]
}
