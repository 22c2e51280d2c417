//! The window's icon: a saucer, painted with characters like the sprites.

use damselfly::assets::Pixels;
use damselfly::prelude::*;

/// Each character is a square of one colour; a blank is transparent.
const PICTURE: [&str; 16] = [
    "                ",
    "                ",
    "      dddd      ",
    "     dwddDD     ",
    "    dwdddDDD    ",
    "    dddddDDD    ",
    "  ssssssssssss  ",
    " sSSSSSSSSSSSSs ",
    "sSSySSSyySSSySSs",
    " sSSSSSSSSSSSSs ",
    "  ssssssssssss  ",
    "     b    b     ",
    "    bb    bb    ",
    "    b      b    ",
    "                ",
    "                ",
];

/// Side of the square of a character, in pixels.
const TIMES: usize = 4;

/// Returns the icon.
pub(crate) fn icon() -> Pixels {
    let side = PICTURE.len() * TIMES;
    let mut rgba = Vec::with_capacity(side * side * 4);
    for row in PICTURE {
        for _ in 0..TIMES {
            for character in row.chars() {
                let Color { r, g, b, a } = ink(character);
                rgba.extend([[r, g, b, a]; TIMES].as_flattened());
            }
        }
    }
    let side = u32::try_from(side).unwrap_or(0);
    Pixels {
        rgba,
        width: side,
        height: side,
    }
}

fn ink(character: char) -> Color {
    match character {
        'd' => Color::rgb(150, 235, 255),
        'D' => Color::rgb(90, 170, 230),
        'w' => Color::WHITE,
        's' => Color::rgb(60, 200, 170),
        'S' => Color::rgb(40, 150, 140),
        'y' => Color::TERMINAL_YELLOW,
        'b' => Color::rgb(255, 110, 140),
        _ => Color::TRANSPARENT,
    }
}
