//! The text sprites, embedded so that the game is a single file.
//!
//! After loading, they are found by their labels: `cx.assets.find("saucer")`.

use damselfly::prelude::*;

/// Expands to the label, the file name and the content of a sprite file, read at compile time.
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
/// Fails if a file has an error, with its line in the message, or if the atlas is full.
pub fn load(assets: &mut Assets) -> Result<(), Error> {
    for (label, file, bytes) in SPRITES {
        assets.add_text_sprite(label, file, bytes)?;
    }
    Ok(())
}
