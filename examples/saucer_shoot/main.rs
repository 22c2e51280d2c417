//! Saucer Shoot: a ship, a sky full of saucers, one nuke.

#[path = "game.rs"]
mod game;

fn main() {
    let _ = (game::start, game::demo);
}
