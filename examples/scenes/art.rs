//! Small images computed by formulas, so that no file has to be loaded.

use damselfly::Color;
use damselfly::assets::{Assets, FrameId, FrameIds, FrameLayout, ImageLayout, Pixels};

/// Adds an image. `color(x, y)` returns straight RGBA.
pub(crate) fn image(
    assets: &mut Assets,
    label: &str,
    size: [u32; 2],
    color: impl Fn(u32, u32) -> [u8; 4],
) -> FrameId {
    sheet(assets, label, size, 1, color).first
}

/// Adds an image of equal frames in one row.
pub(crate) fn sheet(
    assets: &mut Assets,
    label: &str,
    size: [u32; 2],
    columns: u16,
    color: impl Fn(u32, u32) -> [u8; 4],
) -> FrameIds {
    let pixels = Pixels::from_fn(size[0], size[1], |x, y| {
        let [r, g, b, a] = color(x, y);
        Color::rgba(r, g, b, a)
    });
    let layout = ImageLayout {
        frames: FrameLayout::Grid { columns, rows: 1 },
        ..ImageLayout::default()
    };
    let id = assets
        .add_image_with(label, pixels, &layout)
        .expect("a scene's image fits");
    assets.sprite(id).expect("it was just added").frames
}

/// Adds a 16 × 16 disc whose edge fades out over about one texel.
pub(crate) fn disc(assets: &mut Assets, label: &str, [r, g, b]: [u8; 3]) -> FrameId {
    image(assets, label, [16, 16], |x, y| {
        let (dx, dy) = (2 * x as i32 - 15, 2 * y as i32 - 15);
        let squared = dx * dx + dy * dy;
        let alpha = ((250 - squared) * 4).clamp(0, 255);
        [r, g, b, u8::try_from(alpha).unwrap_or(0)]
    })
}

/// Adds a 16 × 12 image without symmetry. One corner is transparent. No two neighbouring texels outside it are equal.
pub(crate) fn lopsided(assets: &mut Assets) -> FrameId {
    image(assets, "lopsided", [16, 12], |x, y| {
        if x >= 12 && y >= 6 {
            return [0, 0, 0, 0];
        }
        let [x, y] = [x, y].map(|at| u8::try_from(at).unwrap_or(0));
        let alpha = if y == 0 { 128 } else { 255 };
        [
            x * 16,
            255 - y * 20,
            if (x ^ y) & 1 == 0 { 40 } else { 220 },
            alpha,
        ]
    })
}

/// Adds a checkerboard of single texels, in which an error of one texel is visible.
pub(crate) fn checker(assets: &mut Assets, size: [u32; 2]) -> FrameId {
    image(assets, "checker", size, |x, y| {
        let light = (x + y) % 2 == 0;
        if light {
            [255, 240, 200, 255]
        } else {
            [40, 0, 90, 255]
        }
    })
}
