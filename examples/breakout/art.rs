//! The sprites, made in code, and the particles.

use damselfly::assets::{AssetError, Assets, Pixels, SpriteId};
use damselfly::prelude::*;
use damselfly::scene::Emitter;

/// Adds the sprites. Returns the sprites of the backdrop, the side walls, the top wall and the paddle. The game finds
/// the others by their labels.
///
/// # Errors
/// Fails if the atlas is full.
pub fn load(assets: &mut Assets) -> Result<[SpriteId; 4], AssetError> {
    assets.add_disc("ball", 12, Color::WHITE)?;
    assets.add_image("brick", bevelled(46, 16))?;
    Ok([
        assets.add_image("backdrop", Pixels::from_fn(640, 480, night))?,
        assets.add_rect("side", 8, 480, Color::hex(0x464e78))?,
        assets.add_rect("top", 640, 8, Color::hex(0x464e78))?,
        assets.add_image("paddle", bevelled(80, 12))?,
    ])
}

/// Returns the colour of a dark sky, a little brighter towards the ground, with a grid of dim dots.
fn night(x: u32, y: u32) -> Color {
    let sky = Color::hex(0x0c0e1c).lerp(Color::hex(0x0c1830), y as f32 / 480.0);
    let is_dot = x % 32 == 16 && y % 32 == 16;
    sky.lerp(Color::WHITE, if is_dot { 0.1 } else { 0.0 })
}

/// Returns the image of a block that is lit from above. A tint colours it.
fn bevelled(width: u32, height: u32) -> Pixels {
    Pixels::from_fn(width, height, |x, y| match (x, y) {
        (0..2, _) | (_, 0..2) => Color::WHITE,
        _ if x + 2 >= width || y + 2 >= height => Color::hex(0x828282),
        _ => Color::hex(0xcdcdcd),
    })
}

/// Returns the shards of a broken brick.
pub fn shards(color: Color) -> Emitter {
    Emitter::new()
        .count(18)
        .area(vec2(40.0, 12.0))
        .life(16.0..36.0)
        .speed(0.5..2.8)
        .gravity(vec2(0.0, 0.12))
        .colors([Color::WHITE, color, color.with_alpha(0)])
        .sizes([7.0, 2.0])
}

/// Returns the trail of the ball.
pub fn trail() -> Emitter {
    Emitter::new()
        .rate(0.8)
        .life(10.0..20.0)
        .speed(0.0..0.2)
        .colors([
            Color::TERMINAL_CYAN.with_alpha(150),
            Color::TERMINAL_BLUE.with_alpha(0),
        ])
        .sizes([8.0, 1.0])
        .blend(Blend::Additive)
}
