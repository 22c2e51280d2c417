//! The pictures: text sprites, embedded so that the game is one file.
//!
//! Once loaded, they are found by their labels: `cx.assets.find("saucer")`.

use damselfly::prelude::*;

/// Names a sprite's file and reads it at compile time.
macro_rules! sprite {
    ($label:literal) => {
        (
            $label,
            concat!("saucer_shoot/", $label, ".spr"),
            include_bytes!(concat!("../../assets/saucer_shoot/", $label, ".spr")),
        )
    };
}

const SPRITES: [(&str, &str, &[u8]); 12] = [
    sprite!("bullet"),
    sprite!("explosion"),
    sprite!("flash"),
    sprite!("game_over"),
    sprite!("planet"),
    sprite!("plus_ten"),
    sprite!("reticle"),
    sprite!("saucer"),
    sprite!("ship"),
    sprite!("spark"),
    sprite!("star"),
    sprite!("title"),
];

/// Adds every sprite under its label.
///
/// # Errors
/// A file has a fault (the message names its line), or the atlas is full.
pub fn load(assets: &mut Assets) -> Result<(), Error> {
    for (label, file, bytes) in SPRITES {
        assets.add_text_sprite(label, file, bytes)?;
    }
    Ok(())
}
