//! Saucer Shoot: a ship, a sky full of saucers, one nuke.
//!
//! `cargo run --example saucer_shoot`, and with `-- --demo` it plays by itself. `--help` lists all options.

// With a path, so that its own modules are looked up in this folder, as they are when tests include it.
#[path = "game.rs"]
mod game;
mod icon;

use std::process::ExitCode;

use damselfly::app;
use damselfly::prelude::*;

const ABOUT: &str =
    "a ship, a sky full of saucers, one nuke (W and S move, Space fires, Enter nukes)";

fn main() -> ExitCode {
    app::main(|| {
        App::from_args_with("Saucer Shoot", ABOUT, &[])?
            .cells(80, 24)
            .steps_per_second(30)
            .window(|window| window.icon = Some(icon::icon()))
            .demo(game::demo)
            .run(game::start)
    })
}
