//! The sprites, made in code, and the particles.

use damselfly::assets::{Assets, Pixels};
use damselfly::prelude::*;
use damselfly::scene::Emitter;

/// Letters of the hero, who looks to the right, which is angle 0.
const HERO: &str = "
  oooooo
 ooooookkwwwwwww
ooooooookwwwwwwww
ooooooooo
ooooooookwwwwwwww
 ooooookkwwwwwww
  oooooo";

/// Letters of a monster. It is white, so that a tint can colour it.
const MONSTER: &str = "
 ww         ww
  wwwwwwwwwww
 wkkkwwwwwkkkw
wwkkowwwwwokkww
wwwwwwwwwwwwwww
wwkwwkwwwkwwkww
 wwwwwkwkwwwww
 ww   w w   ww";

const PALETTE: [(char, Color); 3] = [
    ('o', Color::TERMINAL_CYAN),
    ('k', Color::hex(0x201020)),
    ('w', Color::WHITE),
];

/// Adds the sprites. The label of a sprite is the kind of the objects that show it.
///
/// # Errors
/// Fails if the atlas is full.
pub(crate) fn load(assets: &mut Assets) -> Result<(), Error> {
    assets.add_image("Hero", Pixels::from_letters(HERO, &PALETTE)?)?;
    assets.add_image("Monster", Pixels::from_letters(MONSTER, &PALETTE)?)?;
    assets.add_rect("Shot", 12, 3, Color::TERMINAL_YELLOW)?;
    // The ground consists of slabs that are darker along two edges.
    let (seam, slab) = (Color::hex(0x0c1014), Color::hex(0x1a2028));
    let floor = |x: u32, y: u32| seam.lerp(slab, (x % 80).min(y % 80).min(4) as f32 / 4.0);
    assets.add_image("Tile", Pixels::from_fn(480, 480, floor))?;
    Ok(())
}

/// Returns an explosion of `count` splinters with a speed of at most `speed` pixels per step.
pub(crate) fn splinters(count: u32, speed: f32, color: Color) -> Emitter {
    let colors = [Color::WHITE, color, color.with_alpha(0)];
    let splinters = Emitter::new().count(count).life(14.0..34.0).drag(0.04);
    splinters.speed(0.3..speed).colors(colors).sizes([5.0, 2.0])
}
