//! The images, made in code, and the particles. Figures stand on the ground: their anchor is between their feet.

use damselfly::assets::{Anchor, Assets, ImageLayout, Pixels};
use damselfly::prelude::*;
use damselfly::scene::Emitter;

const WIZARD: &str = "
      kk
     kvvk
     kvvvk
    kvvvvvk
   kvvyvvvvk
  kkkkkkkkkkk
   kssskssk
   kskssksk
   kwssssswk
  kvwwwwwwvk
 kvvvwwwvvvvk
 kvvvvwvvvvsk
 ksvvvvvvvvk
  kvvvyvvvvk
  kvvvvvvvvvk
 kvvvvvvvvvvk
 kkkkkkkkkkkk";

const GHOUL: &str = "
    kkkkk
   kgggggk
  kggggggGk
  kgrggrgGk
  kgggggGGk
  kgkkkkGk
   kggGGk
  kbbbbbbkk
 kgbbbbbbggk
 kgkbbbbkkgk
 kkkbbbbk kk
   kbkkbk
   kgk kgk
   kkk kkk";

const BAT: &str = "
 k             k
kpk   k   k   kpk
kppk kpkkkpk kppk
kpppkkpprppkkpppk
 kpppppprpppppppk
  kkppkpppppkppk
    kk kpppk kk
        kkk";

const WRAITH: &str = "
     kkkkk
   kkcccccckk
  kcccccccccck
  kcckkcckkcck
 kcccrkccrkccck
 kccccccccccccck
 kccccckkccccck
kcccccckkcccccck
kccccccccccccccck
 kcccccccccccCck
 kccCcccccCcccCk
  kcCckccCck kCk
  kCk  kCck   kk
   k    kk";

const STONE: &str = "
   kkkkkk
  kmmmmmMk
 kmmmmmmmMk
 kmmmkkmmMk
 kmmkkkkmMk
 kmmmkkmmMk
 kmmmkkmmMk
 kmmmmmmmMk
 kmmmmmmmMk
kkmmmmmmmMkk
klkklklkkklk";

const TREE: &str = "
 k      k     k
 kk    kk  k kk
  kk  kk  kk k
 k kkkkt  k kk
 kk kttk kkkk
  kktttkkkk
    ktttk
     kttk
     kttk
    kkttk
    ktttk
   kkttttkk
  kktkkttktkk";

const GEM: &str = "
   k
  kek
 keeEk
kewEEEk
 keEEk
  kEk
   k";

const PALETTE: [(char, Color); 20] = [
    ('k', Color::hex(0x14121e)),
    ('v', Color::hex(0x5b4ec8)),
    ('y', Color::hex(0xffd75e)),
    ('s', Color::hex(0xf0c49a)),
    ('w', Color::hex(0xf4f2ff)),
    ('g', Color::hex(0x8fb573)),
    ('G', Color::hex(0x5f8550)),
    ('r', Color::hex(0xff4d4d)),
    ('b', Color::hex(0x6d5344)),
    ('p', Color::hex(0x8a4f7d)),
    ('c', Color::hex(0xbfd8e8)),
    ('C', Color::hex(0x7f9fc0)),
    ('m', Color::hex(0x8d93a1)),
    ('M', Color::hex(0x626878)),
    ('l', Color::hex(0x4f7d46)),
    ('t', Color::hex(0x4b3a33)),
    ('e', Color::hex(0x6cf0c2)),
    ('E', Color::hex(0x2aa58a)),
    ('o', Color::hex(0xffa24a)),
    ('h', Color::hex(0xffe9b0)),
];

/// Adds the sprites. The label of a sprite is the kind of the objects that show it.
///
/// # Errors
/// The atlas is full.
pub(crate) fn load(assets: &mut Assets) -> Result<(), Error> {
    let standing = ImageLayout {
        anchor: Anchor::BottomCenter,
        ..ImageLayout::default()
    };
    let figures = [
        ("Wizard", WIZARD),
        ("Ghoul", GHOUL),
        ("Bat", BAT),
        ("Wraith", WRAITH),
        ("Stone", STONE),
        ("Tree", TREE),
    ];
    for (label, letters) in figures {
        let pixels = Pixels::from_letters(letters, &PALETTE)?;
        assets.add_image_with(label, pixels, &standing)?;
    }
    assets.add_image("Gem", Pixels::from_letters(GEM, &PALETTE)?)?;
    assets.add_image("Bolt", Pixels::from_fn(14, 14, bolt))?;
    assets.add_image("Grass", Pixels::from_fn(400, 400, grass))?;
    Ok(())
}

/// Returns a number from 0 to 1 that looks random, and is the same for the same place.
fn grain(x: u32, y: u32) -> f32 {
    let mixed =
        (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77)).wrapping_mul(0xc2b2_ae3d);
    (mixed >> 24) as f32 / 255.0
}

/// Returns a pixel of the grass: patches of two greens, with blades.
fn grass(x: u32, y: u32) -> Color {
    let patch = grain(x / 25 + 5, y / 25 + 9) * 0.5 + grain(x / 5, y / 5) * 0.3;
    let ground = Color::hex(0x2f4a35).lerp(Color::hex(0x46683f), patch);
    let is_blade = grain(x, y / 3) > 0.965;
    if is_blade {
        ground.lerp(Color::hex(0x86a860), 0.6)
    } else {
        ground
    }
}

/// Returns a pixel of a bolt: a bright ball with a glow.
fn bolt(x: u32, y: u32) -> Color {
    let distance = (vec2(x as f32, y as f32) - 6.5).length();
    match distance {
        d if d < 2.5 => Color::WHITE,
        d if d < 4.0 => Color::hex(0xffe9b0),
        d if d < 6.8 => Color::hex(0xffa24a).with_alpha(110),
        _ => Color::TRANSPARENT,
    }
}

/// Returns the sparks of a hit.
pub(crate) fn sparks(count: u32, color: Color) -> Emitter {
    let colors = [Color::WHITE, color, color.with_alpha(0)];
    let sparks = Emitter::new().count(count).life(10.0..26.0).drag(0.06);
    let sparks = sparks.speed(0.4..2.6).colors(colors).sizes([3.0, 1.0]);
    sparks.blend(Blend::Additive)
}

/// Returns the light that rises when the wizard has learnt something.
pub(crate) fn glitter() -> Emitter {
    let gold = Color::hex(0xffd75e);
    let colors = [Color::WHITE, gold, gold.with_alpha(0)];
    let glitter = Emitter::new()
        .count(60)
        .life(24.0..50.0)
        .area(vec2(30.0, 20.0));
    let glitter = glitter.speed(0.2..0.8).gravity(vec2(0.0, -0.05));
    glitter
        .colors(colors)
        .sizes([3.0, 1.0])
        .blend(Blend::Additive)
}
