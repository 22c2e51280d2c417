//! A small game to begin with: a ship collects coins. Replace it piece by piece.

// Without this, Windows opens a console beside the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod files;
mod game;
mod settings;
#[cfg(test)]
mod tests;

use damselfly::prelude::*;

/// Name of the game: the window's title, and the folder of its saved files.
const NAME: &str = "My Game";

/// Returns the game before it starts. The program and the tests run the same game.
fn configured(app: App) -> App {
    app.pixels(320, 240)
        .background(Color::rgb(14, 17, 38))
        .asset_root(files::assets())
        .mute_key(Key::M)
}

fn main() -> Result<(), Error> {
    configured(App::from_args(NAME)?).run(game::start)
}
