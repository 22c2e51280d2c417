//! The pictures, made in code.

use damselfly::assets::AssetError;
use damselfly::prelude::*;

/// Adds the game's sprites.
///
/// # Errors
/// The atlas is full.
pub fn load(assets: &mut Assets) -> Result<(), AssetError> {
    let frame = Color::rgb(70, 78, 120);
    assets.add_rect("side", 8, 480, frame)?;
    assets.add_rect("top", 640, 8, frame)?;
    assets.add_pixels("backdrop", &Pixels::from_fn(640, 480, night))?;
    assets.add_pixels(
        "brick",
        &Pixels::from_fn(46, 16, |x, y| bevel(x, y, 46, 16)),
    )?;
    assets.add_pixels(
        "paddle",
        &Pixels::from_fn(80, 12, |x, y| bevel(x, y, 80, 12)),
    )?;
    assets.add_disc("ball", 12, Color::WHITE)?;
    Ok(())
}

/// The colour of a row of bricks, counted from the top.
pub fn brick_color(row: u8) -> Color {
    const ROWS: [Color; 6] = [
        Color::RED,
        Color::rgb(248, 152, 72),
        Color::YELLOW,
        Color::GREEN,
        Color::CYAN,
        Color::BLUE,
    ];
    ROWS[usize::from(row) % ROWS.len()]
}

/// A dark sky, a little brighter towards the ground, with a grid of dim dots.
fn night(x: u32, y: u32) -> Color {
    let glow = u8::try_from(y / 24).unwrap_or(0);
    let dot = if x % 32 == 16 && y % 32 == 16 { 22 } else { 0 };
    Color::rgb(12 + dot, 14 + glow / 2 + dot, 28 + glow + dot)
}

/// A block that is lit from above, to be tinted.
fn bevel(x: u32, y: u32, width: u32, height: u32) -> Color {
    let light = if y < 2 || x < 2 {
        255
    } else if y + 2 >= height || x + 2 >= width {
        130
    } else {
        205
    };
    Color::rgb(light, light, light)
}
